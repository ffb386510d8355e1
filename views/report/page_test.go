package report

import (
	"io"
	"strings"
	"testing"
	"unicode"

	"tabletop/model/sample"
)

// words returns the words of a text, in lower case, without what marks them in Markdown.
func words(s string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.FieldsFunc(strings.ToLower(s),
		func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		out[w] = true
	}
	return out
}

// TestDocumentsHaveWhatTextHas verifies that Markdown leaves out no word of the text, and that HTML is well-formed, for
// tables that are whole, sampled, empty and hostile.
func TestDocumentsHaveWhatTextHas(t *testing.T) {
	gcIn, review := gcReview(t, false)
	hostileGC := hostile(t)
	none := input(t, "demo:empty", sample.Assemble(sample.Table{}, everything(), nil), nil)
	for name, c := range map[string]struct {
		in    Input
		write func(io.Writer, Input, Format) error
	}{
		"stats": {meters(t, quick()), Stats}, "stats of hostile": {hostileGC, Stats}, "stats of nothing": {none, Stats},
		"schema": {meters(t, quick()), Schema}, "schema of hostile": {hostileGC, Schema},
		"gc": {gcIn, func(w io.Writer, in Input, f Format) error { return GC(w, in, GCInput{Review: review}, f) }},
	} {
		var as [3]strings.Builder
		for i, f := range []Format{Text, Markdown, HTML} {
			c.in.Width = 400 // nothing is cut
			if err := c.write(&as[i], c.in, f); err != nil {
				t.Fatal(err)
			}
		}
		has := words(strings.ReplaceAll(as[1].String(), "\\", ""))
		for w := range words(strings.ReplaceAll(as[0].String(), "\\", "")) {
			if !has[w] {
				t.Errorf("%s: %q of the text is not in the Markdown", name, w)
			}
		}
		if err := selfContained(as[2].String()); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
