package lesson_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"tabletop/model/lesson"
)

var update = flag.Bool("update", false, "write the pages of docs that are made from the lessons")

// TestDocs verifies that docs/lessons.md lists every lesson, every measure and the template as they are.
func TestDocs(t *testing.T) {
	text, err := os.ReadFile("../../docs/lessons.md")
	if err != nil {
		t.Fatal(err)
	}
	for what, want := range map[string]string{"lessons": lessonRows(), "measures": gaugeRows(),
		"example": lesson.Template} {
		if !strings.Contains(string(text), want) {
			t.Errorf("docs/lessons.md does not list the %s:\n%s", what, want)
		}
	}
}

func lessonRows() string {
	var b strings.Builder
	for _, l := range lesson.All() {
		fmt.Fprintf(&b, "| `%s` | %s | %d | %s |\n", l.Name, l.ID, len(l.Steps), l.About)
	}
	return b.String()
}

func gaugeRows() string {
	var b strings.Builder
	for _, g := range lesson.Gauges() {
		name := g.Name
		if g.Arg != "" {
			name += " [" + strings.ToUpper(g.Arg) + "]"
		}
		of := map[lesson.Subject]string{lesson.OfTable: "the table", lesson.OfLayout: "a layout",
			lesson.OfPolicy: "a policy", lesson.OfQuery: "a query"}[g.Subject]
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", name, of, g.Help)
	}
	return b.String()
}
