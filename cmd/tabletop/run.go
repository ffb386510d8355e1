package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
)

// Exit codes. A terminating signal gives 128 + its number, as shells do.
const (
	exitOK      = 0
	exitError   = 1
	exitUsage   = 2
	exitCheck   = 3
	exitSIGINT  = 130
	exitSIGTERM = 143
)

// streams are the three standard streams of the process, so that the whole program runs in a test.
type streams struct {
	in  io.Reader
	out io.Writer
	err io.Writer
}

// usageError is a mistake in how the command was called.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// signalled is the cause of a context that a signal ended.
type signalled struct{ sig os.Signal }

func (s signalled) Error() string { return "stopped by " + s.sig.String() }

// run is the whole program: it carries out args and returns the exit code.
func run(ctx context.Context, std streams, environ, args []string) int {
	ctx, stop := withSignals(ctx)
	defer stop()
	p := &program{std: std, env: environment(environ)}
	root := p.rootCommand()
	root.SetArgs(doubleDashes(args))
	root.SetIn(std.in)
	root.SetOut(std.out)
	root.SetErr(std.err)
	err := root.ExecuteContext(ctx)
	return p.exitCode(ctx, err)
}

// exitCode tells the error and maps it to the code of the process.
func (p *program) exitCode(ctx context.Context, err error) int {
	var sig signalled
	if err != nil && errors.As(context.Cause(ctx), &sig) || errors.As(err, &sig) {
		if sig.sig == syscall.SIGTERM {
			return exitSIGTERM
		}
		fmt.Fprintln(p.std.err, "tabletop: interrupted")
		return exitSIGINT
	}
	if err == nil || errors.Is(err, syscall.EPIPE) {
		return exitOK
	}
	// A message may quote a key or a table name, so it is escaped line by line like everything else.
	for i, line := range strings.Split(strings.TrimRight(err.Error(), "\n"), "\n") {
		if i == 0 {
			line = "tabletop: " + line
		}
		fmt.Fprintln(p.std.err, safeLine(line))
	}
	var usage usageError
	if errors.As(err, &usage) {
		return exitUsage
	}
	var check checkError
	if errors.As(err, &check) {
		return exitCheck
	}
	return exitError
}

// withSignals cancels the context at the first SIGINT or SIGTERM, with the signal as the cause, and lets a second one
// end the process at once.
func withSignals(ctx context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		select {
		case s := <-signals:
			signal.Stop(signals)
			cancel(signalled{s})
		case <-ctx.Done():
		}
	}()
	return ctx, func() {
		signal.Stop(signals)
		cancel(nil)
	}
}

// doubleDashes accepts -project as cbt does, where pflag wants --project.
func doubleDashes(args []string) []string {
	out := make([]string, len(args))
	for i, a := range args {
		if a == "--" {
			copy(out[i:], args[i:])
			break
		}
		name, _, _ := strings.Cut(a, "=")
		switch name {
		case "-project", "-instance", "-creds", "-app-profile", "-data-endpoint", "-admin-endpoint":
			a = "-" + a
		}
		out[i] = a
	}
	return out
}

// environment turns the KEY=VALUE list of a process into a map; a later entry wins.
func environment(environ []string) map[string]string {
	env := make(map[string]string, len(environ))
	for _, e := range environ {
		k, v, _ := strings.Cut(e, "=")
		env[k] = v
	}
	return env
}

// noArgs, oneSource and friends are cobra validators whose complaint is a usage error.
func exactly(n int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) != n {
			return usageError{fmt.Errorf("%s takes %s, not %d arguments\nusage: %s", cmd.CommandPath(), what, len(args), cmd.UseLine())}
		}
		return nil
	}
}

func atMost(n int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) > n {
			return usageError{fmt.Errorf("%s takes %s, not %d arguments\nusage: %s", cmd.CommandPath(), what, len(args), cmd.UseLine())}
		}
		return nil
	}
}
