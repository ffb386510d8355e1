package tui

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/vt"
	"go.uber.org/goleak"

	"tabletop/model/sample"
)

// terminal is an emulated terminal as the program's output.
type terminal struct {
	t    *testing.T
	mu   sync.Mutex
	emu  *vt.Emulator
	news *sync.Cond // signalled after each write
	keys *io.PipeWriter
	raw  strings.Builder // everything that was written
}

func (tm *terminal) Write(p []byte) (int, error) {
	tm.mu.Lock()
	defer tm.mu.Unlock()
	tm.raw.Write(p)
	n, err := tm.emu.Write(p)
	tm.news.Broadcast()
	return n, err
}

// session is a program that runs on an emulated terminal.
type program struct {
	*terminal
	done chan error
}

// start runs the app at 80 × 24.
func start(t *testing.T, ctx context.Context, opts Options) *program {
	t.Helper()
	const w, h = 80, 24
	in, keys := io.Pipe()
	tm := &terminal{t: t, emu: vt.NewEmulator(w, h), keys: keys}
	tm.news = sync.NewCond(&tm.mu)
	// Without a terminal as input the renderer sends bare line feeds.
	_, _ = tm.emu.Write([]byte("\x1b[20h"))
	// The emulator answers queries; if nobody took the answers it would wait forever, and the program with it.
	answers := make(chan struct{})
	go func() {
		_, _ = io.Copy(io.Discard, tm.emu)
		close(answers)
	}()
	if opts.Profile == colorprofile.Unknown {
		opts.Profile = colorprofile.ANSI256
	}
	p := &program{tm, make(chan error, 1)}
	go func() {
		p.done <- run(ctx, opts, tea.WithInput(in), tea.WithOutput(tm),
			tea.WithEnvironment([]string{"TERM=xterm-256color"}),
			tea.WithWindowSize(w, h))
	}()
	t.Cleanup(func() {
		_ = keys.Close()
		_ = tm.emu.InputPipe().(io.Closer).Close() // Close of the emulator itself races with its Read
		<-answers
	})
	return p
}

// shows waits until the screen shows text.
func (p *program) shows(text string) {
	p.t.Helper()
	p.await(text, func() bool { return strings.Contains(p.emu.String(), text) })
}

// sends waits until the terminal was sent bytes.
func (p *program) sends(bytes string) {
	p.t.Helper()
	p.await(bytes, func() bool { return strings.Contains(p.raw.String(), bytes) })
}

// await waits for what is to come. The limit only keeps a broken test from hanging.
func (p *program) await(what string, there func() bool) {
	p.t.Helper()
	late := time.AfterFunc(20*time.Second, func() {
		p.mu.Lock()
		p.t = nil
		p.mu.Unlock()
		p.news.Broadcast()
	})
	defer late.Stop()
	p.mu.Lock()
	defer p.mu.Unlock()
	t := p.t
	for p.t != nil && !there() {
		p.news.Wait()
	}
	if p.t == nil {
		p.t = t
		t.Fatalf("%q never came; on screen:\n%s", what, p.emu.String())
	}
}

func (p *program) types(s string) {
	p.t.Helper()
	if _, err := io.WriteString(p.keys, s); err != nil {
		p.t.Fatal(err)
	}
}

// ends waits for the program to end and checks that the terminal is as it was.
func (p *program) ends() error {
	p.t.Helper()
	var err error
	select {
	case err = <-p.done:
	case <-time.After(20 * time.Second):
		p.t.Fatal("the program does not end")
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.emu.IsAltScreen() {
		p.t.Error("the alternate screen was left on")
	}
	raw := p.raw.String()
	for _, mode := range []string{"1002", "1006", "2004"} {
		if strings.LastIndex(raw, "\x1b[?"+mode+"h") > strings.LastIndex(raw, "\x1b[?"+mode+"l") {
			p.t.Errorf("mode %s was left on", mode)
		}
	}
	return err
}

func TestProgram(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent(), goleak.IgnoreTopFunction("os/signal.loop"))
	t.Run("walk", func(t *testing.T) {
		f := newFake(400)
		p := start(t, context.Background(), Options{Open: opens(f), Catalog: someEntries()})
		p.shows("sessions")
		p.types("/ord")
		p.shows("find ord")
		p.types("\r")
		p.shows("all 400 rows")
		p.types("?")
		p.shows("Help: ")
		p.types("q2")
		p.shows("dev000   2023") // the keys are there, not the frame of the screen alone
		p.types("yy")
		p.shows("sent the key")
		p.sends("\x1b]52;c;" + base64.StdEncoding.EncodeToString(f.key(0))) // the bytes may come after the words
		p.types("qq")
		if err := p.ends(); err != nil {
			t.Error(err)
		}
		<-f.closed
	})
	t.Run("first paint", func(t *testing.T) {
		// The server never answers; the app is on screen, and leaves when told to.
		p := start(t, context.Background(),
			Options{Source: "x", Open: func(ctx context.Context, _ string) (sample.Source, error) {
				<-ctx.Done()
				return nil, ctx.Err()
			}})
		p.shows("connecting")
		p.types("q")
		if err := p.ends(); err != nil {
			t.Error(err)
		}
	})
	t.Run("ctrl+c", func(t *testing.T) {
		p := start(t, context.Background(), Options{Catalog: someEntries()})
		p.shows("demo:e01")
		p.types("\x03")
		var ended *SignalError
		if err := p.ends(); !errors.As(err, &ended) || ended.ExitCode() != 130 {
			t.Errorf("ended with %v", err)
		}
	})
	t.Run("context", func(t *testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		p := start(t, ctx, Options{Source: "x", Open: opens(newFake(3))})
		p.shows("all 3 rows")
		cancel()
		if err := p.ends(); !errors.Is(err, context.Canceled) {
			t.Errorf("ended with %v", err)
		}
	})
	t.Run("hostile", func(t *testing.T) {
		f := newFake(50)
		f.hostile, f.name = true, "p/i/\x1b]52;c;aGk=\a\x1b[31m\xff"
		p := start(t, context.Background(), Options{Source: f.name, Open: opens(f)})
		p.shows("all 50 rows")
		p.types("\x1b[<65;10;10M") // the wheel
		p.types("q")
		if err := p.ends(); err != nil {
			t.Error(err)
		}
		if raw := p.raw.String(); strings.Contains(raw, "aGk=\a") || strings.Contains(raw, "\x1b[31m") ||
			strings.Contains(raw, "\xff") {
			t.Error("bytes of the table reached the terminal")
		}
	})
}

func TestSignals(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a process cannot send itself a signal")
	}
	for _, c := range []struct {
		signal syscall.Signal
		code   int
	}{{syscall.SIGTERM, 143}, {syscall.SIGINT, 130}, {syscall.SIGHUP, 129}} {
		t.Run(fmt.Sprint(c.signal), func(t *testing.T) {
			p := start(t, context.Background(), Options{Source: "x", Open: opens(newFake(3))})
			p.shows("all 3 rows")
			process, err := os.FindProcess(os.Getpid())
			if err != nil {
				t.Fatal(err)
			}
			if err := process.Signal(c.signal); err != nil {
				t.Fatal(err)
			}
			var ended *SignalError
			if err := p.ends(); !errors.As(err, &ended) || ended.ExitCode() != c.code {
				t.Errorf("ended with %v", err)
			}
		})
	}
}

func TestCheckTerminal(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	err = CheckTerminal(r, w, "xterm")
	if err == nil || !strings.Contains(err.Error(), "standard output") || !strings.Contains(err.Error(), "\n") {
		t.Errorf("a pipe passes for a terminal: %v", err)
	}
}
