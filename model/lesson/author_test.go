package lesson_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"tabletop/model/lesson"
	"tabletop/model/sample"
)

// TestStepsKnowTheirLines verifies that Line is where a step begins in the file.
func TestStepsKnowTheirLines(t *testing.T) {
	t.Parallel()
	for _, name := range lesson.Files() {
		text, err := lesson.File(name)
		if err != nil {
			t.Fatal(err)
		}
		l, err := lesson.Parse(name, text)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(string(text), "\n")
		for i, s := range l.Steps {
			begins := "  - "
			if s.Unaided {
				begins = "  "
			}
			if line := lines[s.Line-1]; !strings.HasPrefix(line, begins+"t") {
				t.Errorf("%s:%d: step %d does not begin with %q", name, s.Line, i+1, line)
			}
		}
	}
}

// TestImportedTablesAreFoundBeforeWrites verifies that a step on writes has a fault if the timestamps of its table are
// those of an import, that other steps of the table have none, and that real times give none.
func TestImportedTablesAreFoundBeforeWrites(t *testing.T) {
	t.Parallel()
	const text = `name: imported
title: Imported
about: A table with the times of its import.
tables:
  - {source: orders.tabletop, layout: "{customer:text}"}
steps:
  - {text: a, task: a, why: w, number: {of: rows}}
  - {text: a, task: a, why: w, number: {of: heat hot}}
  - {text: a, task: a, why: w, open: heat}
  - {text: "{p}", task: a, why: w, open: keys, figures: {p: pattern}}
  - text: a
    task: a
    why: w
    choose: {most: hot, options: [{text: a, right: true, of: "{customer}"},
      {text: b, reply: r, of: "{reverse(customer)}"}]}
  - {text: a, task: a, why: w, make: {in: lab, right: "{reverse(customer)}",
      require: [{figure: pattern, is: [x], say: s}]}}
`
	l, err := lesson.Parse("imported", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	const fault = "the step is about writes, and the timestamps of the table are not their times: "
	for name, tt := range map[string]struct {
		every time.Duration
		want  string
	}{
		"one time": {0, fault + "all cells have the same timestamp"},
		"a load":   {time.Second, fault + "all cells were written within an hour, as an import writes them"},
		"real":     {time.Hour, ""},
	} {
		b := sample.NewBuilder(0)
		for i := range 300 {
			b.Row(fmt.Appendf(nil, "customer%03d", i))
			b.Cell("f", []byte("q"), now.Add(-time.Duration(i+1)*tt.every).Add(-time.Hour).UnixMicro(), []byte("v"))
		}
		rows := sample.Assemble(sample.Table{}, sample.Provenance{Strategy: sample.Everything, Complete: true,
			Started: now}, []*sample.Builder{b})
		walked, err := l.Walk(t.Context(), false, func(_ context.Context, t lesson.Table) (*lesson.Workbench, error) {
			set, err := t.Measured()
			return lesson.NewWorkbench(rows, set), err
		})
		if err != nil {
			t.Fatal(err)
		}
		for i, w := range walked {
			faults := strings.Join(w.Faults, "\n")
			if got := strings.Contains(faults, fault); got != (tt.want != "" && i > 0) || got &&
				!strings.Contains(faults, tt.want) {
				t.Errorf("%s, step %d: faults %q, want %q", name, i+1, faults, tt.want)
			}
		}
	}
}
