package dataset

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"tabletop/internal/demotest"
	"tabletop/internal/slowtest"
	"tabletop/model/demo"
	"tabletop/model/sample"
	"tabletop/sampler/embedded"
)

// noon is the moment at which the tests look.
func noon() time.Time { return time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC) }

// What the emulator serves must be what was generated: rows, cells, bytes and rules.
func TestServe(t *testing.T) {
	defer goleak.VerifyNone(t)
	ctx := context.Background()
	// Names of demos, of examples, and of single tables; in any case.
	names := slowtest.Pick([]string{"e10/PLAYERS_by_id", "garden/months"}, []string{"e02", "machines/memusage_latest",
		"e07/week_cells", "garden", "meters/sensor_yyyymmdd"})
	last := sample.Progress{}
	demos, err := Demos(names, noon())
	if err != nil {
		t.Fatal(err)
	}
	server, err := Serve(ctx, "127.0.0.1:0", demos, func(p sample.Progress) {
		if p.Fraction < last.Fraction {
			t.Errorf("progress went back from %v to %v", last.Fraction, p.Fraction)
		}
		last = p
	})
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	in, err := server.Instance(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	tables, err := resolve(names)
	if err != nil {
		t.Fatal(err)
	}
	if want := "loading " + tables[len(tables)-1].Name; last.Fraction != 1 || last.Stage != want {
		t.Errorf("the last progress was %+v, not %s", last, want)
	}
	served, err := in.Tables(ctx)
	if err != nil || len(served) != len(tables) || len(tables) < len(names) || in.Name() != server.Name() {
		t.Errorf("%s serves %v, %v; want the %d tables of %s", in.Name(), served, err, len(tables), server.Name())
	}
	for _, table := range tables {
		src, err := in.Open(ctx, table.Name)
		if err != nil {
			t.Fatal(err)
		}
		got, err := src.Sample(ctx, sample.Options{Strategy: sample.Everything}, nil)
		if err != nil {
			t.Fatal(err)
		}
		equal(t, table, got)
		src.Close()
	}
}

// equal checks a full read against what is generated, cell by cell; values as far as they were kept.
func equal(t *testing.T, table demo.Table, got *sample.Sample) {
	t.Helper()
	want := demotest.Table(table, noon(), math.MaxInt)
	if got.Rows() != want.Rows() || got.NumCells() != want.NumCells() || got.Bytes() != want.Bytes() ||
		!got.How.Complete {
		t.Errorf("%s: read %d rows, %d cells, %d bytes; want %d, %d, %d", table.Name,
			got.Rows(), got.NumCells(), got.Bytes(), want.Rows(), want.NumCells(), want.Bytes())
		return
	}
	for i := range got.Rows() {
		if string(got.Key(i)) != string(want.Key(i)) {
			t.Fatalf("%s: row %d is %q, want %q", table.Name, i, got.Key(i), want.Key(i))
		}
	}
	// Families come in any order, but both samples have the same sorted dictionary.
	for i := range got.Rows() {
		g, w := cellsOf(got, i), cellsOf(want, i)
		if !slices.EqualFunc(g, w, func(g, w sample.Cell) bool {
			return g.Column == w.Column && g.Micros == w.Micros && g.Size == w.Size && bytes.HasPrefix(w.Value, g.Value)
		}) {
			t.Fatalf("%s: row %q is %v, want %v", table.Name, got.Key(i), g, w)
		}
	}
	for _, f := range table.Families {
		described, _ := got.Table.Family(f.Name)
		if described.GC.String() != f.GC.String() || described.Aggregate != f.Aggregate {
			t.Errorf("%s: family %s is described as %+v, want %+v", table.Name, f.Name, described, f)
		}
	}
}

func cellsOf(s *sample.Sample, row int) []sample.Cell {
	var cells []sample.Cell
	from, to := s.Cells(row)
	for j := from; j < to; j++ {
		cells = append(cells, s.Cell(j))
	}
	slices.SortStableFunc(cells, func(a, b sample.Cell) int { return cmp.Compare(a.Column, b.Column) })
	return cells
}

func TestServeUnknown(t *testing.T) {
	_, err := Demos([]string{"devices", "metres"}, noon())
	if err == nil || !strings.Contains(err.Error(), "did you mean meters") {
		t.Errorf("error is %v", err)
	}
	if all, err := resolve(nil); err != nil || len(all) != 32 {
		t.Errorf("no names mean %d tables, %v", len(all), err)
	}
}

func TestServeStopsWhenCanceled(t *testing.T) {
	defer goleak.VerifyNone(t)
	ctx, cancel := context.WithCancel(context.Background())
	demos, err := Demos([]string{"machines"}, noon())
	if err != nil {
		t.Fatal(err)
	}
	_, err = Serve(ctx, "127.0.0.1:0", demos, func(sample.Progress) { cancel() })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v", err)
	}
}

func BenchmarkLoad(b *testing.B) {
	for _, d := range demo.All() {
		for _, table := range d.Tables {
			b.Run(d.Name+"/"+table.Name, func(b *testing.B) {
				for b.Loop() {
					server, err := embedded.Start(b.Context())
					if err != nil {
						b.Fatal(err)
					}
					if err := loadAll(b.Context(), server, []Served{{Table: table, rows: table.At(noon())}}, nil); err != nil {
						b.Fatal(err)
					}
					b.StopTimer()
					server.Close()
					b.StartTimer()
				}
			})
		}
	}
}

// BenchmarkOpen is from naming a demo to having all of its sample.
func BenchmarkOpen(b *testing.B) {
	for _, name := range []string{demo.Default, "meters", "machines"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				src, err := Open(b.Context(), name, noon(), 0)
				if err != nil {
					b.Fatal(err)
				}
				first, started := time.Duration(0), time.Now()
				_, err = src.Sample(b.Context(), sample.Options{}, func(p sample.Progress) {
					if first == 0 && p.Sample != nil {
						first = time.Since(started)
					}
				})
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(first.Seconds(), "s/first-rows")
				src.Close()
			}
		})
	}
}
