package value

import (
	"fmt"
	"math"
	"testing"

	"tabletop/model/sample"
)

// TestMixedValuesHaveShares verifies that a column of several kinds of value is mixed, with the share of each, although
// all of it is text; and that columns of numbers or of words only are not.
func TestMixedValuesHaveShares(t *testing.T) {
	integer := func(i int) string { return fmt.Sprint(i * 7) }
	decimal := func(i int) string { return fmt.Sprintf("%d.25", i) }
	object := func(i int) string { return fmt.Sprintf(`{"n":%d}`, i) }
	word := func(i int) string { return fmt.Sprintf("word %d", i) }
	for name, tt := range map[string]struct {
		kinds []func(int) string
		want  Codec
		parts map[Codec]float64
	}{
		"integers, decimals and JSON": {[]func(int) string{integer, decimal, object}, Mixed,
			map[Codec]float64{Integer: 1. / 3, Decimal: 1. / 3, JSON: 1. / 3}},
		"words and JSON": {[]func(int) string{word, object}, Mixed, map[Codec]float64{Text: 0.5, JSON: 0.5}},
		"integers and JSON, 3 to 1": {[]func(int) string{integer, integer, integer, object}, Mixed,
			map[Codec]float64{Integer: 0.75, JSON: 0.25}},
		"integers and decimals": {[]func(int) string{integer, decimal}, Text, nil},
		"integers and words":    {[]func(int) string{integer, word}, Text, nil},
		"JSON":                  {[]func(int) string{object}, JSON, nil},
		"one in twenty is JSON": {append(repeat(word, 19), object), Text, nil},
		"one in twenty is not":  {append(repeat(object, 19), word), JSON, nil},
	} {
		var cells []sample.Cell
		for i := range 60 * len(tt.kinds) {
			v := tt.kinds[i%len(tt.kinds)](i)
			cells = append(cells, sample.Cell{Value: []byte(v), Size: len(v)})
		}
		g := Of(cells)
		if g.Codec != tt.want || len(g.Parts) != len(tt.parts) {
			t.Errorf("%s: %s, %v", name, g.Codec, g.Parts)
		}
		for _, p := range g.Parts {
			if math.Abs(p.Share-tt.parts[p.Codec]) > 1e-9 {
				t.Errorf("%s: %s is %v, not %v", name, p.Codec, p.Share, tt.parts[p.Codec])
			}
		}
	}
}

func repeat[T any](x T, n int) []T {
	out := make([]T, n)
	for i := range out {
		out[i] = x
	}
	return out
}
