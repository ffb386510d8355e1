package analysis

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"tabletop/model/audit"
	"tabletop/model/personal"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// cardNumber returns a number of a card: 15 digits and their Luhn digit.
func cardNumber(i int) string {
	digits := fmt.Sprintf("4%014d", i*7_654_321+13)
	sum := 0
	for at, c := range digits {
		d := int(c - '0')
		if at%2 == 0 { // every second digit before the check digit, from the right
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return fmt.Sprintf("%s%d", digits, (10-sum%10)%10)
}

// TestCardsInKeysAreCounted verifies that the share of keys with card numbers is that of all rows, judged segment by
// segment, where a census counted them, though few rows are kept.
func TestCardsInKeysAreCounted(t *testing.T) {
	const n, cards = 2000, 700
	b := sample.NewBuilder(16)
	for i := range n {
		id := fmt.Sprintf("customer%08d", i)
		if i < cards {
			id = cardNumber(i)
		}
		b.Row(fmt.Appendf(nil, "t%04d#%s#%d", i, id, 1_760_000_000_000+i))
		b.Cell("f", []byte("q"), 1_790_000_000_000_000+int64(i)*1e6, nil)
	}
	all := sample.Assemble(sample.Table{}, sample.Provenance{Strategy: sample.Everything, Complete: true, RowShare: 1,
		Filter: 1}, []*sample.Builder{b})
	set, err := rowkey.ParseSet("{tenant}#{id}#{ts:ms}")
	if err != nil {
		t.Fatal(err)
	}
	a := countedAnalysis(t, all, set)
	report, err := a.Audit(t.Context(), audit.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range report.Findings {
		if !strings.Contains(f.Title, "Card numbers in row keys") {
			continue
		}
		if got := f.Measures[0].Figure; !got.IsExact() || math.Abs(got.Value-float64(cards)/n) > 1e-9 ||
			len(f.Evidence) == 0 {
			t.Errorf("%d of %d keys have a card: %+v, %d examples", cards, n, got, len(f.Evidence))
		}
		return
	}
	t.Error("cards in keys are not found")
}

// TestCardsInTwoSegments verifies that keys with a card number in each of two segments are counted once at least and
// twice at most, and those with one exactly.
func TestCardsInTwoSegments(t *testing.T) {
	const n = 2000
	for name, tt := range map[string]struct {
		first, second int // keys with a card in the segment
		low, high     float64
	}{"both": {600, 600, 0.3, 0.6}, "one": {600, 0, 0.3, 0.3}, "more than all": {1800, 1400, 0.9, 1}} {
		b := sample.NewBuilder(16)
		for i := range n {
			segments := [2]string{fmt.Sprintf("customer%08d", i), fmt.Sprintf("partner%08d", i)}
			for at, cards := range []int{tt.first, tt.second} {
				if i < cards {
					segments[at] = cardNumber(i + at*n)
				}
			}
			b.Row(fmt.Appendf(nil, "t%04d#%s#%s", i, segments[0], segments[1]))
			b.Cell("f", []byte("q"), 1_790_000_000_000_000+int64(i)*1e6, nil)
		}
		set, err := rowkey.ParseSet("{tenant}#{id}#{other}")
		if err != nil {
			t.Fatal(err)
		}
		found := countedAnalysis(t, sample.Assemble(sample.Table{}, sample.Provenance{Strategy: sample.Everything,
			Complete: true, RowShare: 1, Filter: 1}, []*sample.Builder{b}), set).Figures().PersonalKeys()
		got := found.Shares[personal.Card]
		if math.Abs(got.Low-tt.low) > 1e-9 || math.Abs(got.High-tt.high) > 1e-9 {
			t.Errorf("%s: cards are in %v to %v of the keys, want %v to %v", name, got.Low, got.High, tt.low, tt.high)
		}
	}
}
