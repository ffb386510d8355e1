package advise

import (
	"bytes"
	"math"
	"math/rand/v2"
	"slices"

	"tabletop/model/access"
	"tabletop/model/sample"
	"tabletop/model/segments"
)

// looked is how many values or rows are looked at to see an order.
const looked = 512

// columnOrder returns how the bytes of a column run along its values: 1 up, as those of text always do, -1 down, 0
// neither.
func (s *space) columnOrder(c *access.Column) int {
	if !c.HasCoordinates() {
		return 1
	}
	values := slices.Clone(sample.Evenly(c.Values, looked)) // sorted below
	slices.SortFunc(values, func(a, b segments.Value) int { return bytes.Compare(a.Raw, b.Raw) })
	up, down := true, true
	for i := 1; i < len(values); i++ {
		a, b := access.Coordinate(values[i-1].Of), access.Coordinate(values[i].Of)
		if math.IsNaN(a) || math.IsNaN(b) {
			return 0
		}
		up, down = up && a <= b, down && a >= b
	}
	switch {
	case up:
		return 1
	case down:
		return -1
	}
	return 0
}

// isDecimal reports whether all values of a column are decimal digits without padding.
func isDecimal(c *access.Column) bool {
	return !slices.ContainsFunc(c.Values, func(v segments.Value) bool {
		return len(v.Raw) == 0 || len(v.Raw) > 1 && v.Raw[0] == '0' ||
			bytes.ContainsFunc(v.Raw, func(r rune) bool { return r < '0' || r > '9' })
	})
}

// firstFew takes n of list as if by chance, always the same ones. Where what is alike lies together, as in the order of
// keys, rows at equal distances would meet too rarely.
func firstFew[T any](list []T, n int) []T {
	out := slices.Clone(list)
	if len(list) <= n {
		return out
	}
	rng := rand.New(rand.NewPCG(uint64(n), 1))
	for i := range n {
		j := i + rng.IntN(len(out)-i)
		out[i], out[j] = out[j], out[i]
	}
	return out[:n]
}
