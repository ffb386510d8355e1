package read

import (
	"fmt"
	"math"
	"testing"

	"tabletop/internal/fakebt"
	"tabletop/model/sample"
)

// hollow is a table whose sections begin with a few large rows of alternating sizes, and hold many small ones.
func hollow(n int) *fakebt.Table {
	t := &fakebt.Table{Name: fakebt.Name("t"), SectionBytes: 200_000, TooLarge: map[string]string{}}
	for i := range n {
		size := 60
		if at := i % 1000; at < 40 {
			size = []int{20_000, 900}[i/1000%2]
		}
		t.Rows = append(t.Rows, fakebt.Row{Key: fmt.Sprintf("row%06d", i), Cells: []fakebt.Cell{
			{Family: "f", Qualifier: "a", Micros: 1000, Value: make([]byte, size)}}})
	}
	return t
}

// TestRowsAreAMaximum verifies that no strategy keeps more rows than are asked for, but by chance, of tables whose sections are alike
// and of one of which the starts of sections mislead, as a service and as an emulator cut them.
func TestRowsAreAMaximum(t *testing.T) {
	for name, table := range map[string]*fakebt.Table{"numbered": numbered(20_000), "hollow": hollow(20_000)} {
		server := fakebt.New(t, table)
		for _, strategy := range sample.Strategies() {
			for _, emulator := range []bool{false, true} {
				for _, starts := range []bool{false, true} {
					for _, rows := range []int64{1, 5, 50, 500, 5000} {
						opened := open(t, server)
						opened.Emulator = emulator
						splits, err := opened.Splits(t.Context())
						if err != nil {
							t.Fatal(err)
						}
						opts := sample.Options{Strategy: strategy, Rows: rows}
						input := PlanInput{Splits: splits, Emulator: emulator, RowBytes: 100}
						if starts && !WantsStarts(input, opts) {
							continue
						}
						if starts {
							if input.Starts, err = opened.Starts(t.Context(), splits, opts); err != nil {
								t.Fatal(err)
							}
						}
						plan := Plan(input, opts)
						s, err := opened.Sample(t.Context(), Job{About: sample.Table{Splits: splits}, Plan: plan,
							Opts: opts})
						if err != nil {
							t.Fatal(err)
						}
						most := rows
						if starts && name == "hollow" {
							// Filters select from sections that hold rows of several sizes: how many is only expected.
							most += 3 * int64(math.Sqrt(float64(rows)))
						}
						if few := strategy == sample.Accurate && rows < 5; int64(s.Rows()) > most ||
							s.Rows() == 0 && !few {
							t.Errorf("%s, %s, emulator %v, starts %v: %d rows of at most %d, plan of %d", name,
								strategy, emulator,
								starts, s.Rows(), rows, plan.Rows)
						}
					}
				}
			}
		}
	}
}
