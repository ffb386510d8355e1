package tui

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"syscall"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"golang.org/x/term"
)

// SignalError states that a signal ended the app, with the terminal restored.
type SignalError struct{ Signal syscall.Signal }

// Error names the signal.
func (e *SignalError) Error() string { return "ended by signal: " + e.Signal.String() }

// ExitCode is what a shell expects of a program ended by a signal: 130 for an interrupt, 143 for SIGTERM.
func (e *SignalError) ExitCode() int { return 128 + int(e.Signal) }

// patience is how long the app waits at its end for work to notice that it is not wanted any more.
const patience = 2 * time.Second

// framesPerSecond is how often the library writes at most, when there is something new: twice its default, so that
// the first frame and the answer to a key wait 8 ms at most.
const framesPerSecond = 120

// Run runs the app until the user leaves it, a signal comes or ctx ends. It returns nil after a plain quit and
// *SignalError after a signal (ctrl+c counts as SIGINT); in every case the terminal is as it was before.
func Run(ctx context.Context, opts Options, in io.Reader, out io.Writer, env []string) error {
	if f, ok := in.(*os.File); ok && runtime.GOOS != "windows" { // the library asks for the file itself there
		in = &keyboard{File: f}
	}
	err := run(ctx, opts, tea.WithInput(in), tea.WithOutput(out), tea.WithEnvironment(env))
	if opts.Plain { // the library leaves the shape that it gave the cursor
		_, _ = io.WriteString(out, ansi.SetCursorStyle(0)) // a terminal that is gone has no cursor
	}
	return err
}

func run(ctx context.Context, opts Options, options ...tea.ProgramOption) error {
	root, cancel := context.WithCancel(ctx)
	defer cancel()
	app := New(root, opts)
	// The library's own handling of SIGTERM cannot be distinguished from a plain quit, so signals are handled here.
	options = append(options, tea.WithContext(ctx), tea.WithoutSignalHandler(), tea.WithFPS(framesPerSecond))
	if opts.Profile != colorprofile.Unknown {
		options = append(options, tea.WithColorProfile(opts.Profile))
	}
	loop := newLoopModel(app)
	program := tea.NewProgram(loop, options...)
	loop.send = program.Send
	handled := make(chan struct{})
	go func() {
		defer close(handled)
		loop.run()
	}()
	ended := quitOnSignal(program)
	_, err := program.Run()
	sig := ended()

	loop.inbox.close()
	cancel()
	select {
	case <-handled:
		app.shutDown()
	case <-time.After(patience): // a message that is never done keeps nobody in
	}
	switch {
	case loop.quit != nil:
		return loop.quit
	case app.quit != nil:
		return app.quit
	case sig != nil:
		return sig
	case err != nil && ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, tea.ErrProgramPanic):
		return fmt.Errorf("internal error: %w", err)
	}
	return err
}

// quitOnSignal has signals end the program in order: the terminal is restored first. The function it returns ends the
// watch and returns the signal that came, nil when none did.
func quitOnSignal(p *tea.Program) func() error {
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	done := make(chan struct{})
	got := make(chan error, 1)
	go func() {
		var first error
		defer func() { got <- first }()
		for {
			select {
			case s := <-signals:
				if first != nil {
					p.Kill() // the second one does not wait for the loop
					continue
				}
				if n, ok := s.(syscall.Signal); ok {
					first = &SignalError{n}
				}
				go p.Quit()
			case <-done:
				return
			}
		}
	}()
	return func() error {
		signal.Stop(signals)
		close(done)
		return <-got
	}
}

// shutDown ends all work after the loop is gone and closes what is open.
func (a *App) shutDown() {
	a.jobs.dropAll("")
	a.jobs.wait(patience)
	a.jobs.deliver(a.jobFailed) // what came too late is discarded, sources that were just opened are closed
	if a.tutor.unsaved {
		_ = a.opts.Progress.Save(a.tutor.progress) // nobody is left to show an error to
	}
	if a.table != nil && a.table.source != nil {
		_ = a.table.source.Close()
	}
}

// CheckTerminal states why the app cannot be drawn on out with keys from in; nil when it can. name is the value of
// TERM.
func CheckTerminal(in, out *os.File, name string) error {
	const next = "Commands that print do without a terminal: tabletop stats SOURCE --format json"
	switch {
	case !term.IsTerminal(int(out.Fd())):
		return errors.New("the app draws on a terminal, and standard output is not one\n" + next)
	case !term.IsTerminal(int(in.Fd())):
		return errors.New("the app takes keys from a terminal, and standard input is not one\n" + next)
	case name == "dumb":
		return errors.New("the app draws on a terminal, and TERM=dumb describes one that cannot position the cursor\n" +
			next)
	}
	return nil
}

// after is a command that answers with msg after d, or with nothing at the end of the program: the library's own
// ticks outlive it.
func (a *App) after(d time.Duration, msg tea.Msg) tea.Cmd {
	ctx := a.ctx
	return func() tea.Msg {
		t := time.NewTimer(d)
		defer t.Stop()
		select {
		case <-t.C:
			return msg
		case <-ctx.Done():
			return nil
		}
	}
}
