package tui

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestPasteThatNeverEnds verifies that ctrl+c gets through a bracketed paste without an end, however it is encoded, and
// that pasted text comes through unchanged.
func TestPasteThatNeverEnds(t *testing.T) {
	for _, c := range []struct{ name, want string }{
		{"control character", pasteBegin + "abc|" + pasteEnd + "\x03"},
		{"kitty", pasteBegin + "abc|" + pasteEnd + "\x1b[99;5u"},
		{"kitty with the kind of event", pasteBegin + "|abc|" + pasteEnd + "\x1b[99;5:1u"},
		{"begun in pieces", "\x1b[2|00~x|" + pasteEnd + "\x03"},
		{"part of what was pasted", pasteBegin + "|a\x03b|" + pasteEnd},
		{"ended before", pasteBegin + "a" + pasteEnd + "|\x03"},
		{"ended in pieces", pasteBegin + "a\x1b[20|1~|\x03"},
		{"another key", pasteBegin + "|\x1b[99;2u|\x1b[A"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var s pasteState
			got := make([]string, 0, 4)
			for _, read := range strings.Split(c.want, "|") {
				// What is read is what is wanted without the mark that is to be put in.
				if rest, ok := strings.CutPrefix(read, pasteEnd); ok && rest != "" {
					read = rest
				}
				got = append(got, feed(&s, read))
			}
			if strings.Join(got, "|") != c.want {
				t.Errorf("got %q, want %q", strings.Join(got, "|"), c.want)
			}
		})
	}
}

func feed(s *pasteState, read string) string {
	buf := make([]byte, 4096)
	return string(buf[:s.correct(buf, copy(buf, read))])
}

// TestInputIsNotChanged verifies that nothing is put into or taken out of input that holds no paste.
func TestInputIsNotChanged(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var s pasteState
		for _, read := range rapid.SliceOf(rapid.SampledFrom([]string{"a", "\x03", "\x1b", "[20", "\x1b[201~",
			"\x1b[99;5u", "1~", "é"})).Draw(t, "reads") {
			if got := feed(&s, read); got != read {
				t.Fatalf("%q became %q", read, got)
			}
		}
	})
}
