package decoder

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"time"
)

// How long a command may take for one value, and how much of what it writes is read.
const (
	commandTime   = 5 * time.Second
	commandOutput = 1 << 20
)

// Command has a command of the user's decode values: it is run by the shell once for each, with the value as its input,
// and what it writes is the text. A command that fails, or takes too long, says nothing of the value.
func Command(line string) Decoder {
	name := line
	if first, _, ok := strings.Cut(line, " "); ok {
		name = first
	}
	return Decoder{Name: name, Decode: func(ctx context.Context, value []byte) (string, error) {
		ctx, cancel := context.WithTimeout(ctx, commandTime)
		defer cancel()
		cmd := exec.CommandContext(ctx, "sh", "-c", line)
		out, errs := &limited{max: commandOutput}, &limited{max: 1 << 10}
		cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(value), out, errs
		cmd.WaitDelay = time.Second // a child of the shell may hold its output open
		err := cmd.Run()
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			return "", fmt.Errorf("%s took longer than %v", name, commandTime)
		}
		if err != nil {
			first, _, _ := strings.Cut(strings.TrimSpace(errs.String()), "\n")
			return "", fmt.Errorf("%s: %w: %s", name, err, first)
		}
		return strings.TrimSuffix(out.String(), "\n"), nil
	}}
}

// limited keeps the first max bytes written to it and takes the rest without keeping it, so that the writer goes on.
type limited struct {
	bytes.Buffer
	max int
}

func (l *limited) Write(p []byte) (int, error) {
	if room := l.max - l.Len(); room > 0 {
		l.Buffer.Write(p[:min(room, len(p))])
	}
	return len(p), nil
}
