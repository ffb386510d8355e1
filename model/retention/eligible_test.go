package retention

import (
	"math/rand/v2"
	"testing"
)

// TestEligibleCellsAddUp verifies that the cells that are eligible come to what each row has that is, and that of a
// column they are the oldest.
func TestEligibleCellsAddUp(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	for range 100 {
		s := randomSample(r, 1+r.IntN(30))
		evaluator, rules := NewEvaluator(s, testNow), CurrentRules(&s.Table)
		eligible, err := evaluator.EligibleCells(t.Context(), rules)
		if err != nil {
			t.Fatal(err)
		}
		err = evaluator.EachRow(t.Context(), rules, func(row int, _, gone Amount) {
			var sum Amount
			from, to := s.Cells(row)
			for c := from; c < to; c++ {
				if eligible[c] {
					sum = sum.Plus(Amount{1, s.CellBytes(c)})
				} else if c > from && eligible[c-1] && s.CellColumn(c-1) == s.CellColumn(c) {
					t.Fatalf("cell %d of row %d stays behind a newer one that goes", c, row)
				}
			}
			if sum != gone {
				t.Fatalf("of row %d %+v are eligible by cells, %+v by rows", row, sum, gone)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
