package lab

import (
	"strings"
	"testing"

	"tabletop/internal/viewtest"
)

// Whatever is typed, the Lab states what is wrong with it, or what is to be known of it.
func TestBadInput(t *testing.T) {
	for typed, says := range map[string]string{
		"{nobody}":                       `no segment "nobody"`,
		"{column(info:nothing)}":         `no column "info:nothing"`,
		"{column(info:n)}#{device}":      "is absent in",
		"{salt(0, device)}#{device}":     "want a number from 1",
		"{salt(1000000, device)}#{ts}":   "1,000,000 range scans",
		"{device":                        "never closed",
		"{device} => drop *":             "440 rows of the current table would be left without cells",
		"{key()} => drop *":              "no row is left",
		"{":                              `write \{ for a brace`,
		"{device}\\x1b{ts}":              `{device}\x1b{ts}`,
		"{key()}":                        "the same layout as the current one",
		"{device} => nothing -> x":       `no family "nothing"`,
		"{ts}#{device} ++ {nobody}":      `no segment "nobody"`,
		"{bucket(device, 1d)}#{metric}":  "is not a time",
		"{device}#{metric}#{reverse(x)}": `no segment "x"`,
		"{device}#{metric} | {ts}":       "behind a bar",
	} {
		s := metrics(t)
		viewtest.Press(t, s, "c", "i", "ctrl+u")
		viewtest.Type(t, s, typed)
		if got := frame(s, 160, 50); !strings.Contains(got, says) {
			t.Errorf("%s does not say %q:\n%s", typed, says, got)
		}
		viewtest.CheckFrame(t, frame(s, 80, 24), 80, 24)
	}
}

// A candidate that is like another says so.
func TestAlike(t *testing.T) {
	s := metrics(t)
	viewtest.Press(t, s, "c", ">", "c")
	if got := frame(s, 160, 50); !strings.Contains(got, "the same layout as A") {
		t.Errorf("B is A and does not say so:\n%s", got)
	}
}

// No rows are no merit: a layout that leaves none has no stars.
func TestNoRowsNoStars(t *testing.T) {
	s := metrics(t)
	viewtest.Press(t, s, "c", "i", "ctrl+u")
	viewtest.Type(t, s, "{device} => drop *")
	for _, r := range s.rows() {
		if g := s.grades(r)[1]; g != plainCell {
			t.Errorf("%s is graded %d", r.name, g)
		}
	}
}
