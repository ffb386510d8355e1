package lesson_test

import (
	"bytes"
	"context"
	"slices"
	"testing"
	"time"

	"tabletop/model/infer"
	"tabletop/model/lesson"
	"tabletop/model/sample"
	"tabletop/sampler/dataset"
)

var now = time.Date(2026, 11, 20, 14, 18, 0, 0, time.UTC)

// open makes the bench of a table of a lesson, without an emulator.
func open(t testing.TB, l *lesson.Lesson, at time.Time) func(context.Context, lesson.Table) (*lesson.Bench, error) {
	return func(ctx context.Context, table lesson.Table) (*lesson.Bench, error) {
		_, made, err := dataset.Find(l.Source(table))
		if err != nil {
			return nil, err
		}
		s := take(made, at)
		set, err := table.Layouts()
		if err == nil && set == nil {
			var r infer.Result
			r, err = infer.Sample(ctx, s, infer.Options{})
			set = r.Set()
		}
		return lesson.NewBench(s, set), err
	}
}

// take is a table as a sample of all its rows.
func take(table dataset.Table, at time.Time) *sample.Sample {
	n, all := table.Generate(at)
	rows := make([]dataset.Row, 0, n)
	for r := range all {
		rows = append(rows, r)
	}
	slices.SortFunc(rows, func(a, b dataset.Row) int { return bytes.Compare(a.Key, b.Key) })
	b := sample.NewBuilder(0)
	for _, r := range rows {
		b.Row(r.Key)
		slices.SortStableFunc(r.Cells, func(x, y dataset.Cell) int {
			if c := bytes.Compare([]byte(x.Family+"\x00"+x.Qualifier), []byte(y.Family+"\x00"+y.Qualifier)); c != 0 {
				return c
			}
			return int(y.Micros - x.Micros)
		})
		for _, c := range r.Cells {
			b.Cell(c.Family, []byte(c.Qualifier), c.Micros, c.Value)
		}
	}
	t := sample.Table{Source: "demo", Name: table.Name, Families: table.Families}
	return sample.Assemble(t, sample.How{Strategy: sample.Everything, Complete: true, Started: at}, []*sample.Builder{b})
}

// TestWalk walks all lessons: each step refuses wrong work, takes right work, and tells what can be measured.
func TestWalk(t *testing.T) {
	for _, l := range lesson.All() {
		t.Run(l.Name, func(t *testing.T) {
			t.Parallel()
			walked, err := l.Walk(context.Background(), open(t, l, now))
			if err != nil {
				t.Fatal(err)
			}
			if len(walked) != len(l.Steps) {
				t.Errorf("%d of %d steps were walked", len(walked), len(l.Steps))
			}
			for _, w := range walked {
				for _, fault := range w.Faults {
					t.Errorf("step %d: %s", w.Step+1, fault)
				}
				if w.Wrong == 0 {
					t.Errorf("step %d: nothing wrong was tried", w.Step+1)
				}
				t.Logf("step %d on %s: right %+v, figures %+v", w.Step+1, w.Table, w.Right, w.Figures)
			}
		})
	}
}

