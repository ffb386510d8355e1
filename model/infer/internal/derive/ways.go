package derive

import (
	"encoding/binary"
	"math"
	"slices"

	"tabletop/model/infer/internal/column"
)

// way is a way to take a digest modulo n. The name is what it adds to that of the function: nothing where the whole
// digest is taken as one unsigned number.
type way struct {
	name string
	of   func(sum []byte, n uint64) uint64
}

// hashWays lists the ways to take a digest of size bytes modulo n, the plain one first.
func hashWays(size int) []way {
	signed := func(sum []byte) int64 {
		if len(sum) == 4 {
			return int64(int32(column.BigEndian(sum)))
		}
		return int64(first8(sum))
	}
	ways := []way{
		{"", func(sum []byte, n uint64) (rest uint64) {
			for ; len(sum) >= 4; sum = sum[4:] {
				rest = (rest<<32 | uint64(binary.BigEndian.Uint32(sum))) % n // n is below 2^17
			}
			for _, c := range sum {
				rest = (rest<<8 | uint64(c)) % n
			}
			return rest
		}},
		{"_positive", func(sum []byte, n uint64) uint64 { // without the sign bit
			if len(sum) == 4 {
				return column.BigEndian(sum) & math.MaxInt32 % n
			}
			return first8(sum) & math.MaxInt64 % n
		}},
		{"_abs", func(sum []byte, n uint64) uint64 { s := signed(sum); return uint64(max(s, -s)) % n }},
		{"_floor", func(sum []byte, n uint64) uint64 { s, m := signed(sum), int64(n); return uint64((s%m + m) % m) }},
	}
	if size > 4 {
		ways = append(ways,
			way{"_first4", func(sum []byte, n uint64) uint64 { return column.BigEndian(sum[:4]) % n }},
			way{"_last4", func(sum []byte, n uint64) uint64 { return column.BigEndian(sum[len(sum)-4:]) % n }},
			way{"_first1", func(sum []byte, n uint64) uint64 { return uint64(sum[0]) % n }})
	}
	if size > 8 {
		ways = slices.Insert(ways, 1, way{"_first8", func(sum []byte, n uint64) uint64 { return first8(sum) % n }})
	}
	return ways
}
