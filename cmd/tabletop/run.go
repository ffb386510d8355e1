package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"tabletop/model/crash"
	"tabletop/sampler"
	"tabletop/sampler/export"
	"tabletop/sampler/files"
)

// Exit codes. A terminating signal gives exitSignal + its number, as shells do, and goes before every other code; then
// come an error or a mistake in the call, a partial read, and a check that failed.
const (
	exitOK    = 0
	exitError = 1
	exitUsage = 2
	exitCheck = 3
	// an error ended a read before its plan, see sample.Sample.Partial, or the server was silent from the start
	exitPartial = 4
	exitSignal  = 128
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
	return (&program{std: std, env: environment(environ, runtime.GOOS)}).run(ctx, args)
}

func (p *program) run(ctx context.Context, args []string) int {
	p.started = time.Now()
	ctx, stop := withSignals(ctx)
	defer stop()
	if !utf8Locale(p.env) {
		p.std.err = &asciiWriter{to: p.std.err}
	}
	for _, folder := range []string{".", p.stateFolder()} {
		files.RemoveStale(folder, time.Now())
	}
	return p.execute(ctx, p.rootCommand(), args)
}

// execute carries out args as a subcommand of root. A panic in it is an error like any other.
func (p *program) execute(ctx context.Context, root *cobra.Command, args []string) int {
	root.SetArgs(doubleDashes(args))
	err := crash.Recovered(func() error { return root.ExecuteContext(ctx) })()
	if err == nil && p.help != nil {
		err = p.help.err
	}
	if p.fault != nil {
		err = errors.Join(err, p.fault)
	}
	code := p.exitCode(ctx, p.withCrashReport(err))
	if err := p.closeDebugLog(code); err != nil {
		p.warn("cannot write --debug: " + err.Error())
	}
	return code
}

// exitCode prints the error and maps it, what was read and a signal to the code of the process.
func (p *program) exitCode(ctx context.Context, err error) int {
	var sig signalled
	if errors.As(context.Cause(ctx), &sig) || errors.As(err, &sig) {
		return p.signalCode(sig, err)
	}
	var check checkError
	failed := err != nil && withoutCheck(err) == nil && errors.As(err, &check)
	// A reader that has seen enough closes the pipe: no error, and what was read and found decides.
	if errors.Is(err, syscall.EPIPE) {
		if err = nil; failed {
			err = check
		}
	}
	if err != nil {
		// A message may quote a key or a table name, so it is escaped line by line like everything else.
		for i, line := range strings.Split(strings.TrimRight(err.Error(), "\n"), "\n") {
			if i == 0 {
				line = "tabletop: " + line
			}
			fmt.Fprintln(p.std.err, safeLine(line))
		}
	}
	var usage usageError
	var source *sampler.Error
	switch {
	case errors.As(err, &usage):
		return exitUsage
	case errors.As(err, &source) && source.Silent:
		return exitPartial
	case err != nil && !failed:
		return exitError
	case p.partial && !p.flags.allowPartial:
		return exitPartial
	case failed:
		return exitCheck
	}
	return exitOK
}

// withoutCheck returns err without failed checks and broken pipes; nil if nothing else is left.
func withoutCheck(err error) error {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		var rest []error
		for _, e := range joined.Unwrap() {
			rest = append(rest, withoutCheck(e))
		}
		return errors.Join(rest...)
	}
	var check checkError
	if errors.As(err, &check) || errors.Is(err, syscall.EPIPE) {
		return nil
	}
	return err
}

// signalCode is the code of a process that a signal ended. Of err only what the signal did not cause is printed: that
// what was read could not be saved, for instance.
func (p *program) signalCode(sig signalled, err error) int {
	number, _ := sig.sig.(syscall.Signal) // signals of the os package are of this type on every system that has them
	if number == syscall.SIGINT && err == nil && p.interruptible {
		return exitOK
	}
	if err != nil && !errors.As(err, &sig) && !errors.Is(err, context.Canceled) {
		p.warn(strings.ReplaceAll(err.Error(), "\n", "; "))
	}
	if number == syscall.SIGINT {
		p.warn("interrupted")
	}
	return exitSignal + int(number)
}

// withSignals cancels the context at the first SIGINT, SIGTERM or SIGHUP, with the signal as the cause, and lets a
// second one end the process at once. Under nohup SIGHUP stays ignored. A broken pipe is an error of the write, so that
// a command that prints into one still saves its file and returns its code.
func withSignals(ctx context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	if !signal.Ignored(syscall.SIGHUP) {
		signal.Notify(signals, syscall.SIGHUP)
	}
	broken := make(chan os.Signal, 1) // never read: being notified is what keeps the process alive
	signal.Notify(broken, syscall.SIGPIPE)
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
		signal.Stop(broken)
		cancel(nil)
	}
}

// doubleDashes accepts -project as cbt does, where pflag wants --project.
func doubleDashes(args []string) []string {
	out := make([]string, len(args))
	for i, arg := range args {
		if arg == "--" {
			copy(out[i:], args[i:])
			break
		}
		name, _, _ := strings.Cut(arg, "=")
		switch name {
		case "-project", "-instance", "-creds", "-app-profile", "-data-endpoint", "-admin-endpoint":
			arg = "-" + arg
		}
		out[i] = arg
	}
	return out
}

// environment turns the KEY=VALUE list of a process into a map; a later entry wins. Windows, where names have no case,
// stores AppData as it was first written, so that they are in capitals here.
func environment(environ []string, system string) map[string]string {
	env := make(map[string]string, len(environ))
	for _, e := range environ {
		k, v, _ := strings.Cut(e, "=")
		if system == "windows" {
			k = strings.ToUpper(k)
		}
		env[k] = v
	}
	return env
}

// noArgs, oneSource and friends are cobra validators whose complaint is a usage error.
func exactly(n int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) != n {
			return wrongArguments(cmd, args, what)
		}
		return nil
	}
}

// wrongArguments is the error of arguments that are too few or too many.
func wrongArguments(cmd *cobra.Command, args []string, what string) error {
	next := "usage: " + cmd.UseLine()
	other := func(arg string) bool { return filepath.Ext(arg) != export.Ext }
	if len(args) > 1 && !slices.ContainsFunc(args, other) {
		next = "to name several files of an export, write the pattern in quotes, so that the shell leaves it alone: " +
			cmd.CommandPath() + " '" + filepath.Join(filepath.Dir(safeLine(args[0])), "*"+export.Ext) + "'"
	}
	return usageError{fmt.Errorf("%s takes %s, not %d arguments\n%s", cmd.CommandPath(), what, len(args), next)}
}

func atMost(n int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) > n {
			return wrongArguments(cmd, args, what)
		}
		return nil
	}
}
