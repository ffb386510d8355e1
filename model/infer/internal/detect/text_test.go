package detect

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"tabletop/model/infer/internal/column"
	"tabletop/model/rowkey"
)

// without returns the values but for about a tenth of them.
func without(rng *rand.Rand, values [][]byte) *column.Summary {
	c := column.Column{}
	for i, v := range values {
		if rng.IntN(10) > 0 {
			c.Row, c.Val = append(c.Row, int32(i)), append(c.Val, v)
		}
	}
	return column.Summarize(c)
}

// TestMonthsAreEnum verifies that a dozen words in some seventy keys are a short list whichever tenth of the keys is
// missing.
func TestMonthsAreEnum(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var months [][]byte
	for i := range 74 {
		months = append(months, fmt.Appendf(nil, "month%c", 'a'+i%12))
	}
	for range 50 {
		if s := without(rng, months); Plain(s).Typ != rowkey.Enum {
			t.Fatalf("%d words in %d values are %s", s.Distinct, s.N, Plain(s).Typ)
		}
	}
}

// TestNamesAreText verifies that names of which many come once are no list.
func TestNamesAreText(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var names [][]byte
	for i := range 100 {
		names = append(names, fmt.Appendf(nil, "name%c", 'a'+min(i, i%8*(i%2)+i/4)))
	}
	for range 50 {
		if s := without(rng, names); Plain(s).Typ != rowkey.Text {
			t.Fatalf("%d words in %d values are %s", s.Distinct, s.N, Plain(s).Typ)
		}
	}
}

// TestAlphabetWithGarbage verifies that a few words with dashes among ids of letters and digits do not make base 64 of
// them.
func TestAlphabetWithGarbage(t *testing.T) {
	const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_"
	rng := rand.New(rand.NewPCG(3, 4))
	for _, tt := range []struct {
		size, garbage int
		want          string
	}{{62, 0, "b62"}, {62, 5, "b62"}, {64, 0, "b64"}, {64, 5, "b64"}} {
		c := column.Column{}
		for i := range 80 {
			v := make([]byte, 16)
			for k := range v {
				v[k] = letters[rng.IntN(tt.size)]
			}
			if i < tt.garbage {
				v = fmt.Appendf(nil, "health-Check%d", 1000+i)
			}
			c.Row, c.Val = append(c.Row, int32(i)), append(c.Val, v)
		}
		if got, _ := alphabet(column.Summarize(c)); got != tt.want {
			t.Errorf("ids of %d letters with %d words among them: %s, want %s", tt.size, tt.garbage, got, tt.want)
		}
	}
}
