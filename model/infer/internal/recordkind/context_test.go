package recordkind

import (
	"context"
	"math/rand/v2"
	"strconv"
	"testing"

	"tabletop/model/infer/internal/column"
	"tabletop/model/infer/internal/keyset"
	"tabletop/model/infer/internal/search"
	"tabletop/model/rowkey"
)

// TestTimesOfSeveralKinds verifies that numbers that are too few in each kind to be known as times are known by all of
// them, and that numbers of one kind that are far from the times of another are not.
func TestTimesOfSeveralKinds(t *testing.T) {
	const seconds = 1_489_000_000
	for _, tt := range []struct {
		name  string
		from  [2]int // least number of each kind
		keys  [2]int
		times [2]bool
	}{
		{"few in each", [2]int{seconds, seconds}, [2]int{8, 8}, [2]bool{true, true}},
		{"few beside many", [2]int{seconds, seconds}, [2]int{8, 300}, [2]bool{true, true}},
		{"few that are far from many", [2]int{9_600_000_000, seconds}, [2]int{20, 300}, [2]bool{false, true}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(3, 4))
			ks := &keyset.Keyset{To: 2_082_758_400_000_000}
			var cols [2]column.Column
			for kind, keys := range tt.keys {
				for range keys {
					number := strconv.Itoa(tt.from[kind] + rng.IntN(250_000))
					cols[kind].Row = append(cols[kind].Row, int32(len(ks.Key)))
					cols[kind].Val = append(cols[kind].Val, []byte(number))
					ks.Key = append(ks.Key, []byte(number))
					ks.Oldest, ks.Newest = append(ks.Oldest, keyset.NoTime), append(ks.Newest, keyset.NoTime)
				}
			}
			e := NewEngine(context.Background(), ks)
			var forms []*Form
			for _, c := range cols {
				read := e.ReadText(column.Summarize(c))
				forms = append(forms, &Form{Pieces: []search.Piece{{How: search.ByLiteral, Col: c, Read: read}}})
			}
			e.Harmonize(forms)
			for kind, form := range forms {
				if got := form.Pieces[0].Read.Typ == rowkey.Timestamp; got != tt.times[kind] {
					t.Errorf("kind %d is read as %s", kind, form.Pieces[0].Read.Spec)
				}
			}
		})
	}
}
