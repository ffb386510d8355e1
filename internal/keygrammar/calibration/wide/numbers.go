package wide

import (
	"fmt"
	"time"

	kg "tabletop/internal/keygrammar"
	"tabletop/model/rowkey"
)

// decimal are numbers of entities from lo to hi, without padding.
func decimal(lo, hi int) kg.Maker {
	return func(w *kg.World, _ string) kg.Field {
		return kg.Decimal(fmt.Sprint("number up to ", hi), lo, hi, kg.Spread(w))
	}
}

// padded are numbers of entities with zeros in front.
func padded(width, n int) kg.Maker {
	return func(w *kg.World, _ string) kg.Field { return kg.Padded("digits", width, n, kg.Spread(w)) }
}

// counting are numbers that grow with each row, with zeros in front.
func counting(width int) kg.Maker {
	return func(w *kg.World, _ string) kg.Field {
		return kg.Padded("count", width, kg.Pow10(min(width, 9)), kg.Counting)
	}
}

// few are small numbers: lines, levels, versions.
func few(most int) kg.Maker {
	return func(w *kg.World, _ string) kg.Field {
		return kg.Among(w, kg.Decimal("small number", 1, most, kg.Skewed), kg.Padded("small digits", len(fmt.Sprint(most))+w.IntN(2), most, kg.Skewed).Accepting(rowkey.Enum))
	}
}

// be are big-endian integers below n in width bytes.
func be(width, n int) kg.Maker {
	return func(w *kg.World, _ string) kg.Field { return integer("integer", width, n, kg.Spread(w)) }
}

// counter are big-endian integers that grow with each row.
func counter(width, n int) kg.Maker {
	return func(w *kg.World, _ string) kg.Field { return integer("counter", width, n, kg.Counting) }
}

func integer(name string, width, n int, draw kg.Draw) kg.Field {
	f := kg.Binary(name, width, n, false, draw)
	f.Holds = anyByte
	if width == 1 {
		return f.Accepting(rowkey.Bytes, rowkey.Enum)
	}
	return f
}

// flipped are big-endian integers with the sign bit inverted.
func flipped(width, n int) kg.Maker {
	return func(w *kg.World, _ string) kg.Field {
		f := kg.Binary("signed", width, n, true, kg.Spread(w))
		f.Holds = anyByte
		return f
	}
}

// raw are random ids of n things in bytes.
func raw(width, n int) kg.Maker {
	return func(w *kg.World, _ string) kg.Field {
		return kg.RandomBytes("raw", width, n, kg.Among(w, kg.Evenly, kg.ByEntity))
	}
}

// rawUUID are UUIDs in bytes, random or with their time.
func rawUUID(w *kg.World, _ string) kg.Field {
	v := kg.Value{Type: rowkey.UUID, Accept: []rowkey.Type{rowkey.Hash, rowkey.Bytes}}
	four := uuids("id", "bytes", 40+kg.Amount(w), kg.Spread(w))
	return kg.Among(w, four, four, stamped("id", "uuid version 7 in bytes", anyByte, v, 6, version7), stamped("id", "uuid version 1 in bytes", anyByte, v, 0, version1("\x93\x21"+w.Bytes(6))))
}

// rawULID are ids of 16 bytes that begin with milliseconds.
func rawULID(*kg.World, string) kg.Field {
	return stamped("id", "ulid in bytes", anyByte, kg.Value{Type: rowkey.Hash, Accept: []rowkey.Type{rowkey.Bytes, rowkey.UUID}}, 6,
		func(w *kg.World, t time.Time) string { return kg.BE(uint64(t.UnixMilli()), 6) + w.Bytes(10) })
}

// addressBytes are IPv4 addresses in bytes, of a few networks, which look like any number.
func addressBytes(w *kg.World, _ string) kg.Field {
	nets := []string{"\x0a\x01", "\x0a\x02", "\xac\x10", "\xc0\xa8"}
	return kg.Typed("address", "address in 4 bytes", anyByte, 60+kg.Amount(w), kg.Spread(w),
		kg.Value{Type: rowkey.IP, Accept: []rowkey.Type{rowkey.IntBE, rowkey.Bytes, rowkey.Hash}}, func(w *kg.World) string { return w.One(nets...) + w.Bytes(2) })
}

// hardwareBytes are hardware addresses of a few makers in bytes.
func hardwareBytes(w *kg.World, _ string) kg.Field {
	makers := []string{w.Bytes(3), w.Bytes(3), w.Bytes(3)}
	return kg.Typed("hardware", "hardware address in 6 bytes", anyByte, 60+kg.Amount(w), kg.Spread(w),
		kg.Value{Type: rowkey.Bytes, Accept: []rowkey.Type{rowkey.Hash, rowkey.IntBE}, Cuts: []int{3}}, func(w *kg.World) string { return w.One(makers...) + w.Bytes(3) })
}

// inText are numbers in hexadecimal digits with zeros in front.
func inHex(width, n int) kg.Maker {
	return func(w *kg.World, _ string) kg.Field {
		return kg.HexNumber("hex number", width, n, kg.Spread(w)).Accepting(rowkey.Hash)
	}
}
