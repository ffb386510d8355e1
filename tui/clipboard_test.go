package tui

import (
	"errors"
	"fmt"
	"testing"

	tea "charm.land/bubbletea/v2"

	"tabletop/views"
	"tabletop/views/take"
	"tabletop/views/text"
)

// TestCopySaysWhatIsKnown verifies that a copy goes to the terminal and to the system's clipboard, that "copied" is
// said only if the latter took it, and that what is copied is safe to paste.
func TestCopySaysWhatIsKnown(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		clipboard func(string) error
		says      string
	}{
		"none":   {nil, "sent the key, 4 B, to the terminal"},
		"works":  {func(string) error { return nil }, "copied the key, 4 B"},
		"broken": {func(string) error { return errors.New("no display") }, "sent the key, 4 B, to the terminal"},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			opts := Options{Source: "x", Open: opens(newFake(20))}
			if c.clipboard != nil {
				opts.Clipboard = func(s string) error {
					got = append(got, s)
					return c.clipboard(s)
				}
			}
			r := newRig(t, opts)
			r.settle()
			r.app.handleRequest(views.Copy{What: "key", Text: "a\x1bbc"}, r.app.current)
			cmds := r.app.cmds
			r.settle()
			r.app.dirty = true
			r.shows(c.says)
			sent := ""
			for _, cmd := range cmds {
				if cmd == nil {
					continue
				}
				if msg := cmd(); fmt.Sprintf("%T", msg) == fmt.Sprintf("%T", tea.SetClipboard("")()) {
					sent = fmt.Sprint(msg)
				}
			}
			if sent == "" || sent == "a\x1bbc" {
				t.Errorf("the terminal got %q", sent)
			}
			if c.clipboard != nil && (len(got) != 1 || got[0] != sent) {
				t.Errorf("the clipboard got %q, the terminal %q", got, sent)
			}
		})
	}
}

// TestRowsAreTakenAlong verifies that what stands for rows is offered as itself and as lines for other tools, that the
// choice is copied, with what has to be replaced said, and that what a tool cannot say is refused with a way out.
func TestRowsAreTakenAlong(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ key, press, want, says string }{
		{"user#1", "y", "user#1", "copied the key"},
		{"user#1", "t", "tabletop p/i/meters --start 'user#1' --end 'user#1\\x00'", "copied the tabletop line"},
		{"user#1", "c", "cbt -project PROJECT -instance INSTANCE lookup meters 'user#1'",
			"copied the cbt line (replace PROJECT"},
		{"user#1", "s", "SELECT * FROM `meters` WHERE _key = b'user#1'", "copied the GoogleSQL line"},
		{"a\x00b", "c", "", "a word of a command cannot hold a NUL byte"},
	} {
		var got []string
		r := newRig(t, Options{Source: "x", Open: opens(newFake(20)),
			Clipboard: func(s string) error { got = append(got, s); return nil }})
		r.settle()
		r.app.handleRequest(views.Copy{What: "key", Text: text.EscapeString(c.key), Rows: take.Rows{Key: c.key}},
			r.app.current)
		r.app.dirty = true
		r.shows("Copy", "GoogleSQL")
		r.keys(c.press)
		r.settle()
		r.app.dirty = true
		r.shows(c.says)
		if c.want != "" && (len(got) != 1 || got[0] != c.want) || c.want == "" && len(got) > 0 {
			t.Errorf("%q, %s: %q", c.key, c.press, got)
		}
	}
}
