package confidence

import (
	"math"

	"tabletop/model/rowkey"
)

// packedNames returns the names of packedFeatures.
func packedNames() []string {
	return []string{"sized", "sorted", "decimals in bytes", "falling", "even start", "even end", "zeros inside",
		"words"}
}

// packedFeatures returns what tells numbers in bytes from each other, each about 0..1: whether the first bytes tell the
// length and the bytes sort as the values do, bytes of two decimal digits, places that vary the less the farther they
// stand to the right, those at both ends that vary as if drawn, those that are zero behind one that varies, and
// letters.
func (c *column) packedFeatures() []float64 {
	const drawn = 0.9 // share of the entropy of bytes that are drawn
	even := func(h float64) bool { return h > drawn*min(8, math.Log2(float64(len(c.values)))) }
	width, down, start, end := len(c.position), 0, 0, 0
	for p := 1; p < width; p++ {
		down += int(when(c.position[p-1] >= c.position[p]-0.3))
	}
	for start < width && even(c.position[start]) {
		start++
	}
	for end < width && even(c.position[width-1-end]) {
		end++
	}
	decimals, letters, inside, all := 0, 0, 0, 0
	for _, v := range c.values {
		for i, b := range v {
			decimals += int(when(b>>4 <= 9 && b&15 <= 9))
			letters += int(when(b|0x20 >= 'a' && b|0x20 <= 'z'))
			inside += int(when(i > 0 && i+1 < len(v) && b == 0 && v[i-1] != 0 && v[i+1] == 0))
		}
		all += len(v)
	}
	bytes := float64(max(all, 1))
	sized := len(c.values) > 0 && rowkey.SizeOf(c.seg.Codec, c.values[0]) > 0
	return []float64{when(sized), when(c.seg.Codec.Form().Order == rowkey.OrderByValue), float64(decimals) / bytes,
		float64(down) / float64(max(width-1, 1)), float64(min(start, 8)) / 8, float64(min(end, 8)) / 8,
		4 * float64(inside) / bytes, float64(letters) / bytes}
}
