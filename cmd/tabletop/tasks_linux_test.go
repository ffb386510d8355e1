package main

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/charmbracelet/x/vt"
)

// asProgram is the environment variable with which the test binary is the program itself.
const asProgram = "TABLETOP_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
	}
	os.Exit(m.Run())
}

// press is a key, or text that is typed, and what is on screen then.
type press struct {
	key   string // as a terminal sends it
	typed string // text, which counts as no key: it would be typed anywhere
	shows string
}

const (
	enterKey  = "\r"
	escapeKey = "\x1b"
	f4Key     = "\x1bOS"
)

// task is what somebody wants of the app, and how it is done from a fresh start.
type task struct {
	name, source string
	presses      []press
	word, finds  string // typed into the palette, and what is found first
	check        func(t *testing.T)
}

// TestTenTasks verifies in the built program, on a terminal, that none of the ten most common tasks takes more than
// three keys from a fresh start of the app, and that each is found first in the palette by an ordinary word.
func TestTenTasks(t *testing.T) {
	long(t)
	dir := scriptFiles(t)
	for _, c := range []task{
		{name: "the largest row", source: "few", presses: []press{{key: "4", shows: "user0003#20260117"}},
			word: "largest", finds: "screen Largest"},
		{name: "how keys are built", source: "few", presses: []press{{key: "2", shows: "LAYOUT"}}, word: "schema",
			finds: "screen Keys"},
		{name: "the biggest first segment", source: "few", presses: []press{{key: "5", shows: "▸ user000"}},
			word: "size", finds: "screen Space"},
		{name: "what maxversions=1 would save", source: "few", presses: []press{{key: "7", shows: "TRY"},
			{key: "i", shows: "enter try"}, {typed: "maxversions=1", shows: "maxversions=1"},
			{key: enterKey, shows: "maxversions=1"}}, word: "maxversions", finds: "screen Retention"},
		{name: "is time first a problem", source: "hot",
			presses: []press{{key: "9", shows: "Row key starts with a timestamp"}}, word: "problems",
			finds: "screen Findings"},
		{name: "the column with the most versions", source: "few", presses: []press{{key: ":", shows: "find"},
			{typed: "most versions", shows: "most versions"}, {key: enterKey, shows: "versions ▾"}},
			word: "versions", finds: "Columns sort by versions"},
		{name: "a value by its key", source: "few", presses: []press{{key: ":", shows: "find"},
			{typed: "user0001#20260105", shows: "user0001#20260105"}, {key: enterKey, shows: "▸ user0001   2026-01-05"},
			{key: enterKey, shows: "VALUE of f:q"}},
			word: "value", finds: "screen Row"},
		{name: "copy a key", source: "few", presses: []press{{key: "2", shows: "LAYOUT"},
			{key: "y", shows: "GoogleSQL"}, {key: "y", shows: "the key, 17 B"}}, word: "copy", finds: "Overview copy"},
		{name: "export a report", source: "few", presses: []press{{key: "e", shows: "Export a report"},
			{key: enterKey, shows: "wrote the report"}}, word: "report", finds: "everywhere export",
			check: func(t *testing.T) {
				if written, _ := filepath.Glob(filepath.Join(dir, "few-stats-*.md")); len(written) != 1 {
					t.Errorf("written are %v", written)
				}
			}},
		{name: "compare with last week", source: "few", presses: []press{{key: f4Key, shows: "COMPARE"},
			{key: "c", shows: "COMPARE WITH"}, {typed: "hot.tabletop", shows: "hot.tabletop"},
			{key: enterKey, shows: "figures differ"}}, word: "compare", finds: "Diff compare"},
	} {
		t.Run(c.name, func(t *testing.T) { c.run(t, dir) })
	}
}

// run does a task in the program that is started in a folder.
func (c *task) run(t *testing.T, dir string) {
	t.Helper()
	s := runOnTerminal(t, dir, 140, 40, c.source+".tabletop")
	s.shows("rows  ")
	s.types(":")
	s.types(c.word)
	s.await("▸ "+c.finds, func(screen string) bool { return firstFound(screen, c.finds) })
	s.types(escapeKey)
	s.await("the palette closed", func(screen string) bool {
		return !strings.Contains(screen, "Find a command")
	})
	keys := 0
	for _, p := range c.presses {
		if p.typed == "" {
			keys++
		}
		s.types(p.key + p.typed)
		s.shows(p.shows)
	}
	if keys > 3 {
		t.Errorf("it takes %d keys", keys)
	}
	if c.check != nil {
		c.check(t)
	}
	s.ends()
}

// TestTenRarerTasks is TestTenTasks for ten tasks that come up less often.
func TestTenRarerTasks(t *testing.T) {
	long(t)
	dir := scriptFiles(t)
	for _, c := range []task{
		{name: "fix a layout", source: "few", presses: []press{{key: "2", shows: "LAYOUT"},
			{key: "i", shows: "of A decode"},
			{typed: "\x15{user}#{day:date(20060102)}", shows: "enter keeps it"}, {key: enterKey, shows: "declared: 1 layout"}},
			word: "edit layout", finds: "Keys edit"},
		{name: "find a row", source: "few", presses: []press{{key: "2", shows: "LAYOUT"}, {key: "/", shows: "find"},
			{typed: "0003#20260117", shows: "0003#20260117"}, {key: enterKey, shows: "▸ user0003   2026-01-17"}},
			word: "find a row", finds: "screen Row"},
		{name: "what changed", source: "few", presses: []press{{key: f4Key, shows: "COMPARE"},
			{key: enterKey, shows: "figures"}}, word: "what changed", finds: "screen Diff"},
		{name: "two layouts compared", source: "hot", presses: []press{{key: "8", shows: "★ A is best"},
			{key: "j", shows: "▸   B"}, {key: enterKey, shows: "Verdict on B"}}, word: "try another layout",
			finds: "screen Lab"},
		{name: "what goes tomorrow", source: "few", presses: []press{{key: "7", shows: "TOMORROW"}},
			word: "tomorrow", finds: "screen Retention"},
		{name: "from a finding to its rows", source: "hot", presses: []press{{key: "9", shows: "EVIDENCE 1/3"},
			{key: enterKey, shows: "ROWS AROUND"}}, word: "evidence", finds: "screen Findings"},
		{name: "a redacted sample", source: "few", presses: []press{{key: ":", shows: "find"},
			{typed: "redacted", shows: "everywhere  save redacted"}, {key: enterKey, shows: "few-redacted"},
			{key: enterKey, shows: "wrote"}}, word: "without names", finds: "everywhere save redacted"},
		{name: "one tenant everywhere", source: "few", presses: []press{{key: "5", shows: "▸ user000"},
			{key: "^", shows: "[kind = user000"}}, word: "one tenant", finds: "everywhere scope"},
		{name: "a theme for good", source: "few", presses: []press{{key: "T", shows: "light"}, {key: "j", shows: "light"},
			{key: enterKey, shows: "kept in"}}, word: "colors", finds: "everywhere theme"},
		{name: "what a figure means", source: "few", presses: []press{{key: "w", shows: "Terms"}},
			word: "explain", finds: "Overview why"},
	} {
		t.Run(c.name, func(t *testing.T) { c.run(t, dir) })
	}
}

// firstFound reports whether the item under the cursor of the palette is one of a group and name.
func firstFound(screen, item string) bool {
	for line := range strings.Lines(screen) {
		if _, under, ok := strings.Cut(line, "│ ▸ "); ok &&
			strings.HasPrefix(strings.Join(strings.Fields(under), " ")+" ", item+" ") {
			return true
		}
	}
	return false
}

// onTerminal is the program on an emulated terminal.
type onTerminal struct {
	t    *testing.T
	keys *os.File
	cmd  *exec.Cmd
	mu   sync.Mutex
	news *sync.Cond // signalled after each write
	emu  *vt.Emulator
	late bool
	sent int // bytes that the program wrote
}

// runOnTerminal starts the program in a folder, on a terminal of w by h cells.
func runOnTerminal(t *testing.T, dir string, w, h int, args ...string) *onTerminal {
	t.Helper()
	terminal, side := pseudoTerminal(t, w, h)
	home := t.TempDir()
	s := &onTerminal{t: t, keys: terminal, cmd: exec.Command(os.Args[0], args...), emu: vt.NewEmulator(w, h)}
	s.news = sync.NewCond(&s.mu)
	s.cmd.Dir = dir
	s.cmd.Env = []string{asProgram + "=1", "TERM=xterm-256color", "LANG=C.UTF-8", "HOME=" + home,
		"XDG_CONFIG_HOME=" + home, "XDG_STATE_HOME=" + home, "XDG_CACHE_HOME=" + home, "PATH=" + os.Getenv("PATH")}
	attach(s.cmd, side)
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	_ = side.Close()
	var done sync.WaitGroup
	done.Go(func() { _, _ = io.Copy(terminal, s.emu) }) // what the terminal answers
	done.Go(func() {
		for part := make([]byte, 4096); ; {
			n, err := terminal.Read(part)
			s.mu.Lock()
			_, _ = s.emu.Write(part[:n])
			s.sent += n
			s.news.Broadcast()
			s.mu.Unlock()
			if err != nil {
				return
			}
		}
	})
	t.Cleanup(func() {
		_ = s.cmd.Process.Kill()
		_ = s.cmd.Wait()
		_ = terminal.Close()
		_ = s.emu.InputPipe().(io.Closer).Close()
		done.Wait()
	})
	return s
}

func (o *onTerminal) types(keys string) {
	o.t.Helper()
	if _, err := io.WriteString(o.keys, keys); err != nil {
		o.t.Fatal(err)
	}
}

// shows waits until text is on screen.
func (o *onTerminal) shows(text string) {
	o.t.Helper()
	o.await(text, func(screen string) bool { return strings.Contains(screen, text) })
}

// await waits until a condition holds of the screen. The limit only keeps a broken test from hanging.
func (o *onTerminal) await(what string, holds func(screen string) bool) {
	o.t.Helper()
	limit := time.AfterFunc(time.Minute, func() {
		o.mu.Lock()
		defer o.mu.Unlock()
		o.late = true
		o.news.Broadcast()
	})
	defer limit.Stop()
	o.mu.Lock()
	defer o.mu.Unlock()
	for !holds(o.emu.String()) {
		if o.late {
			o.t.Fatalf("%q never came; on screen:\n%s", what, o.emu.String())
		}
		o.news.Wait()
	}
}

// ends leaves the program at once.
func (o *onTerminal) ends() {
	o.t.Helper()
	o.types("\x03")
	err := o.cmd.Wait()
	var ended *exec.ExitError
	if !errors.As(err, &ended) || ended.ExitCode() != 128+int(syscall.SIGINT) {
		o.t.Errorf("ctrl+c ends it with %v", err)
	}
}
