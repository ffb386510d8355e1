package main

import (
	"strings"
	"testing"
)

// The examples in the help of commands that try layouts do what they promise. None holds a space within quotes that
// would need more of a shell than this.
func TestExamples(t *testing.T) {
	long(t)
	for _, name := range []string{"simulate", "heat"} {
		help, _, _ := tabletop(t, nil, name, "--help")
		_, examples, _ := strings.Cut(help, "Examples:\n")
		examples, _, _ = strings.Cut(examples, "\n\n")
		n := 0
		for line := range strings.Lines(examples) {
			_, line, _ = strings.Cut(strings.TrimSpace(line), "tabletop ")
			var args []string
			for i, part := range strings.Split(line, "'") {
				if i%2 == 1 {
					args = append(args, part)
				} else {
					args = append(args, strings.Fields(part)...)
				}
			}
			if _, errs, code := tabletop(t, nil, args...); code != exitOK {
				t.Errorf("%s: %s", line, errs)
			}
			n++
		}
		if n < 2 {
			t.Errorf("%s has %d examples", name, n)
		}
	}
}
