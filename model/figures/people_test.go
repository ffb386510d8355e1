package figures

import (
	"fmt"
	"testing"

	"tabletop/model/census"
	"tabletop/model/estimate"
	"tabletop/model/personal"
	"tabletop/model/sample"
)

// TestSharesOfPersonalKeys verifies the share of the keys that hold a card number: at least as many as in the segment with
// the most, and at most as many as in all segments together, or all keys.
func TestSharesOfPersonalKeys(t *testing.T) {
	for _, tt := range []struct {
		first, second int // of ten keys, those with a card number there
		want          estimate.Figure
	}{
		{5, 0, estimate.Figure{Low: 0.5, High: 0.5}},
		{5, 4, estimate.Figure{Low: 0.5, High: 0.9}},
		{9, 8, estimate.Figure{Low: 0.9, High: 1}},
	} {
		var rows []written
		for i := range 10 {
			from, to := fmt.Sprint("u", i), fmt.Sprint("v", i)
			if i < tt.first {
				from = card(i)
			}
			if i < tt.second {
				to = card(20 + i)
			}
			rows = append(rows, written{from + ":" + to, []int{10}})
		}
		whole := tableOf(t, full, "{from}:{to}", rows...)
		count, err := census.New(census.Plan{Now: now, Layouts: whole.rows.Layouts.String(), Personal: true})
		if err != nil {
			t.Fatal(err)
		}
		count.Add(whole.rows.Sample)
		few := tableOf(t, sample.Provenance{Strategy: sample.Head}, "{from}:{to}", rows[:2]...)
		people := NewTable(few.rows, count.Result(), few.policy).PersonalKeys()
		if people == nil {
			t.Fatal("nothing was counted")
		}
		got := people.Shares[personal.Card]
		if !near(got.Low, tt.want.Low) || !near(got.High, tt.want.High) || got.Value != got.High {
			t.Errorf("%d and %d of 10: %+v, want %v to %v", tt.first, tt.second, got, tt.want.Low, tt.want.High)
		}
	}
}

// card returns the nth number of a card, with its check digit.
func card(n int) string {
	digits, sum := fmt.Sprintf("4539148803%05d", n*7), 0
	for i, c := range digits {
		digit := int(c - '0')
		if i%2 == 0 {
			digit *= 2
		}
		sum += digit/10 + digit%10
	}
	return fmt.Sprint(digits, (10-sum%10)%10)
}

func near(a, b float64) bool { return max(a-b, b-a) < 1e-9 }
