package tui

import (
	"context"
	"fmt"
	"testing"
	"time"

	"tabletop/model/lesson"
	"tabletop/model/sample"
)

// TestImportedTableIsWarnedOf verifies that a lesson with a step about writes warns, at that step and before it, of a
// table whose timestamps are not those of writes, in the words of lesson check.
func TestImportedTableIsWarnedOf(t *testing.T) {
	t.Parallel()
	l, err := lesson.Parse("imported", []byte(`name: imported
title: Imported
about: A table with the times of its import.
tables:
  - {source: orders.tabletop, layout: "{customer:text}"}
steps:
  - {text: a, task: first, why: w, number: {of: rows}}
  - {text: a, task: second, why: w, number: {of: heat hot}}
  - {text: a, task: third, why: w, number: {of: rows}}
`))
	if err != nil {
		t.Fatal(err)
	}
	b := sample.NewBuilder(0)
	for i := range 300 {
		b.Row(fmt.Appendf(nil, "customer%03d", i))
		b.Cell("f", []byte("q"), noon().Add(-time.Hour).UnixMicro(), []byte("v"))
	}
	rows := sample.Assemble(sample.Table{Source: "orders.tabletop"}, sample.Provenance{Strategy: sample.Everything,
		Complete: true, Started: noon()}, []*sample.Builder{b})
	open := func(context.Context, string) (sample.Source, error) { return demoSource{rows}, nil }
	r := rigOf(t, Options{Lesson: l, LessonStep: -1, Open: open, Progress: &fakeProgress{}}, true)
	r.settle()
	const why = "step is about writes, and the timestamps of the table are not"
	r.shows("first", "A later "+why)
	for _, k := range []string{"ctrl+n", "ctrl+n"} {
		r.keys(k)
		r.settle()
	}
	r.shows("second", "This "+why)
	for _, k := range []string{"ctrl+n", "ctrl+n"} {
		r.keys(k)
		r.settle()
	}
	r.shows("third")
	r.hides(why)
}
