package keygrammar

import (
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"time"

	"tabletop/model/rowkey"
)

// Noise returns a table of n keys without structure: random bytes, hexadecimal digits, base 32, base 64, digits, or
// syllables, between constant bytes or not, whose cells were written at any times. Any type is right that
// claims no more than bytes, digits, or letters.
func Noise(seed uint64, n int) *Table {
	world := newWorld("noise", seed)
	width := 4 + world.IntN(36)
	made := []func() string{
		func() string { return world.Bytes(width) },
		func() string { return hex.EncodeToString([]byte(world.Bytes(width))) },
		func() string {
			return base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString([]byte(world.Bytes(width)))
		},
		func() string { return base64.RawURLEncoding.EncodeToString([]byte(world.Bytes(width))) },
		func() string { return world.Letters(width, "0123456789") },
		func() string { return world.Syllables(2 + width/6) },
	}[seed%6]
	before, after := world.One("", "", "k", "\x00", "id-", world.Bytes(3)),
		world.One("", "", "", "\x01", "=", world.Bytes(2))
	from := time.Date(2005+world.IntN(22), 1, 1, 0, 0, 0, 0,
		time.UTC).Add(time.Duration(world.Int64N(int64(300 * 24 * time.Hour))))
	within := pick(world, []time.Duration{time.Second, 12 * time.Hour, 30 * 24 * time.Hour, 3000 * 24 * time.Hour})
	production := Production{Name: "noise", Make: func(*World) []Kind {
		return []Kind{{Parts: []Part{Lit(before), Of(Fresh(Field{Name: "noise", Encoding: "noise"}, func(*World) Value {
			return Value{Text: made(), Type: rowkey.Hash, Accept: []rowkey.Type{rowkey.Bytes, rowkey.Hex, rowkey.Text,
				rowkey.IntPadded, rowkey.IntDecimal, rowkey.IntBE}}
		})), Lit(after)}}}
	}}
	g := &Grammar{Name: "noise", Rows: []int{n}, Garbage: []float64{0},
		Clocks: []Clock{func(*World) func(time.Time) time.Time {
			return func(time.Time) time.Time { return from.Add(time.Duration(world.Int64N(int64(within)))) }
		}}}
	return g.NewTable(production, seed, n)
}

// Part returns the table with a part of its rows: each is left out with the given probability, by seed.
func (t *Table) Part(seed uint64, without float64) *Table {
	world := newWorld(t.Name, seed)
	part := *t
	part.Rows = nil
	for _, r := range t.Rows {
		if world.Float64() >= without {
			part.Rows = append(part.Rows, r)
		}
	}
	return &part
}
