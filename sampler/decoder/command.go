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
	outputDelay   = 200 * time.Millisecond // from the end of the command to that of its output
	commandOutput = 1 << 20
)

// Command returns a decoder that runs a command of the user's in the shell for each value, with the value as its input;
// its output is the text. A command that fails or takes longer than 5 seconds is an error. All processes of the command
// are ended when it ends.
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
		cmd.WaitDelay = outputDelay
		ownGroup(cmd)
		err := cmd.Run()
		if errors.Is(err, exec.ErrWaitDelay) {
			err = nil // the command is done, and a process that it left behind holds the output open
		}
		if killErr := killGroup(cmd); err == nil {
			err = killErr
		}
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

// limited keeps the first max bytes written to it and takes the rest without keeping it, so that the writer continues.
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
