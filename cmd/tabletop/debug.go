package main

import (
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"tabletop/sampler/debuglog"
)

// openDebugLog begins the log of --debug, to which every connection of the command writes. Others may not read the
// file: with --debug-keys it has keys of the table.
func (p *program) openDebugLog(cmd *cobra.Command) error {
	if p.flags.debug == "" {
		if p.flags.debugKeys {
			return usageError{errors.New("--debug-keys needs --debug FILE, into which it writes row keys")}
		}
		return nil
	}
	file, err := os.OpenFile(p.flags.debug, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return fmt.Errorf("cannot write --debug: %w\nname a file in a directory that exists and that you may write to",
			err)
	}
	p.debugFile, p.debug = file, debuglog.New(file, p.flags.debugKeys)
	build := readBuildInfo()
	p.debug.Write("command", "command", p.invocation, "version", build.Version, "commit", build.Commit, "os", build.OS,
		"arch", build.Arch, "go", build.Go, "keys", p.flags.debugKeys)
	cmd.SetContext(debuglog.With(cmd.Context(), p.debug))
	return nil
}

// closeDebugLog ends the log with the exit code.
func (p *program) closeDebugLog(code int) error {
	if p.debugFile == nil {
		return nil
	}
	p.debug.Write("exit", "exit_code", code, "took_ms", time.Since(p.started).Milliseconds())
	return p.debugFile.Close()
}
