package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tabletop/internal/slowtest"
)

// TestPagesOfUses runs the pages of docs that lead a reader through a use in ten minutes: each command behind "$ ", in
// a directory that begins empty, must end well and print the lines that stand below it, in their order. The commands of the
// app, without "$ ", must be right as far as to the terminal that a test has not.
func TestPagesOfUses(t *testing.T) {
	pages := []string{"look", "before-migration"}
	if slowtest.On() {
		pages = append(pages, "teach") // its commands make the tables of lessons
	}
	for _, page := range pages {
		t.Run(page, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join("..", "..", "docs", page+".md"))
			if err != nil {
				t.Fatal(err)
			}
			t.Chdir(t.TempDir())
			output, ran := "", 0
			for line := range strings.Lines(string(text)) {
				line, is := strings.CutPrefix(strings.TrimRight(line, "\n"), "    ")
				if !is {
					continue
				}
				if command, is := strings.CutPrefix(line, "$ "); is {
					ran++
					if output = script(t, command, nil); strings.Contains(output, "exit code ") {
						t.Errorf("%s\n%s", command, output)
					}
				} else if strings.HasPrefix(line, "tabletop ") {
					app(t, line)
				} else if _, rest, has := strings.Cut(output, "\n"+line); has {
					output = rest
				} else if first, rest, _ := strings.Cut(output, "\n"); strings.HasPrefix(first, line) {
					output = "\n" + rest
				} else {
					t.Errorf("%q is not printed, or not in its place:\n%.2000s", line, output)
				}
			}
			if ran < 2 {
				t.Errorf("only %d commands ran", ran)
			}
		})
	}
}

// app checks the command line of an app, which ends where it asks for a terminal, or of a command that reads what the
// page does not have.
func app(t *testing.T, line string) {
	t.Helper()
	line, _, _ = strings.Cut(line, " > ")
	output := script(t, line, nil)
	if !strings.Contains(output, "terminal") && !strings.Contains(output, "records") {
		t.Errorf("%s\n%s", line, output)
	}
}
