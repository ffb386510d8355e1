package wide

import (
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"math/big"
	"strings"
	"time"

	kg "tabletop/internal/keygrammar"
	"tabletop/model/rowkey"
)

const (
	crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
	base58    = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
	anyByte   = "\x00#|:/,;_-.~!@$%^&*=+ "
	many      = 1 << 20
)

// stamped is a field of ids made of the time of the row and random bits, in bytes that form writes. The time may be read as a part of its
// own where cut says how many bytes of the key it has.
func stamped(name, encoding, holds string, v kg.Value, cut int, of func(w *kg.World, t time.Time) string) kg.Field {
	f := kg.Field{Name: name, Encoding: encoding + " of " + name, Fixed: true, Holds: holds}
	if cut > 0 {
		v.Cuts, v.Accept = []int{cut}, append(v.Accept, rowkey.Timestamp)
	}
	f.Column = func(w *kg.World) func(*kg.Moment) kg.Value {
		return func(m *kg.Moment) kg.Value {
			out := v
			out.Text = of(w, m.Time)
			return out
		}
	}
	return f
}

// version7 are the bytes of a UUID of version 7.
func version7(w *kg.World, t time.Time) string {
	b := []byte(kg.BE(uint64(t.UnixMilli()), 6) + w.Bytes(10))
	b[6], b[8] = b[6]&0x0f|0x70, b[8]&0x3f|0x80
	return string(b)
}

// version1 are the bytes of a UUID of version 1 of one machine.
func version1(node string) func(w *kg.World, t time.Time) string {
	return func(w *kg.World, t time.Time) string {
		ticks := uint64(t.UnixNano()/100) + 0x01b21dd213814000
		return kg.BE(ticks, 4) + kg.BE(ticks>>32, 2) + kg.BE(ticks>>48&0x0fff|0x1000, 2) + node
	}
}

// dashed writes 16 bytes as UUIDs are written.
func dashed(b string) string {
	h := hex.EncodeToString([]byte(b))
	return h[:8] + "-" + h[8:12] + "-" + h[12:16] + "-" + h[16:20] + "-" + h[20:]
}

// uuids are random UUIDs in a form of kg.UUID, of n things.
func uuids(name, form string, n int, draw kg.Draw) kg.Field {
	f := kg.UUID(name, form, n, draw)
	f.Encoding += " of " + name
	return f
}

// uuid is an id of an entity.
func uuid(form string) kg.Maker {
	return func(w *kg.World, _ string) kg.Field { return uuids("id", form, 40+kg.Amount(w), kg.Spread(w)) }
}

// newUUID is an id of a row, random or with its time.
func newUUID(w *kg.World, not string) kg.Field {
	node := w.Bytes(2)[:1] + "\x8a" + w.Bytes(6)
	one := version1(node)
	return kg.Free(w, not, uuids("id", "text", many, kg.Evenly), uuids("id", "hex", many, kg.Evenly), uuids("id", "upper", many, kg.Evenly),
		stamped("id", "uuid version 7", "-", kg.Value{Type: rowkey.UUID}, 0, dashedVersion7),
		stamped("id", "uuid version 1", "-", kg.Value{Type: rowkey.UUID}, 0, func(w *kg.World, t time.Time) string { return dashed(one(w, t)) }),
	)
}

// sortable are ids in text that begin with their time.
func sortable(w *kg.World, not string) kg.Field {
	hash := kg.Value{Type: rowkey.Hash}
	machine := w.Bytes(5)
	ulid := func(w *kg.World, t time.Time) string {
		ms, b := t.UnixMilli(), make([]byte, 10)
		for i := range b {
			b[9-i] = crockford[ms>>(5*i)&31]
		}
		return string(b) + w.Letters(16, crockford)
	}
	hexHash := kg.Value{Type: rowkey.Hash, Accept: []rowkey.Type{rowkey.Hex}}
	return kg.Free(w, not,
		stamped("id", "ulid", "", kg.Value{Type: rowkey.ULID}, 0, ulid),
		stamped("id", "small ulid", "", kg.Value{Type: rowkey.ULID}, 0, func(w *kg.World, t time.Time) string { return strings.ToLower(ulid(w, t)) }),
		stamped("id", "ksuid", "", hash, 0, func(w *kg.World, t time.Time) string {
			n := new(big.Int).SetBytes([]byte(kg.BE(uint64(t.Unix()-1_400_000_000), 4) + w.Bytes(16)))
			return ksuidDigits(n)
		}),
		stamped("id", "object id", "", hexHash, 8, func(w *kg.World, t time.Time) string {
			return hex.EncodeToString([]byte(kg.BE(uint64(t.Unix()), 4) + machine + w.Bytes(3)))
		}),
		stamped("id", "xid", "", kg.Value{Type: rowkey.Hash, Accept: []rowkey.Type{rowkey.Text}}, 0, func(w *kg.World, t time.Time) string {
			return strings.ToLower(base32.HexEncoding.WithPadding(base32.NoPadding).EncodeToString([]byte(kg.BE(uint64(t.Unix()), 4) + machine + w.Bytes(3))))
		}),
		snowflake("of a chat", 1420070400000), snowflake("of messages", 1288834974657),
	)
}

// ksuidDigits writes a number in 27 digits of base 62.
func ksuidDigits(n *big.Int) string {
	out, rest := make([]byte, 27), new(big.Int)
	for i := range out {
		n.DivMod(n, big.NewInt(62), rest)
		out[26-i] = base62[rest.Int64()]
	}
	return string(out)
}

// snowflake are numbers of 64 bits that begin with milliseconds since an epoch.
func snowflake(whose string, epoch int64) kg.Field {
	return stamped("id", "snowflake "+whose, "", kg.Value{Type: rowkey.IntDecimal, Accept: []rowkey.Type{rowkey.IntPadded, rowkey.Timestamp}}, 0,
		func(w *kg.World, t time.Time) string {
			return fmt.Sprint((t.UnixMilli()-epoch)<<22 | int64(w.IntN(1<<22)))
		})
}

// random are ids without structure, in text.
func random(w *kg.World, not string) kg.Field {
	return kg.Free(w, not,
		pattern(w, "id", kg.Among(w, "~<10>", "~<12>", "~<20>", "~<24>", "~<40>"), many, kg.Evenly),
		pattern(w, "id", kg.Among(w, "%<10>", "%<12>", "%<20>", "%<24>"), many, kg.Evenly),
		pattern(w, "id", kg.Among(w, "*<8>", "*<10>", "*<13>", "*<25>"), many, kg.Evenly),
		pattern(w, "id", kg.Among(w, "^<8>", "^<10>", "^<12>"), many, kg.Evenly),
		kg.RandomID("id", "base 58 id", base58, kg.Among(w, 16, 22, 34), many, kg.Evenly),
		kg.RandomID("id", "nano id", base62+"-_", 21, many, kg.Evenly),
		based64("id", kg.Among(w, 9, 12, 15, 18)),
	)
}

// based64 are random bytes in base 64 for URLs.
func based64(name string, raw int) kg.Field {
	return kg.Typed(name, fmt.Sprintf("%d bytes of %s in base 64", raw, name), "-_", many, kg.Evenly, kg.Value{Type: rowkey.Hash},
		func(w *kg.World) string { return base64.RawURLEncoding.EncodeToString([]byte(w.Bytes(raw))) })
}

// rowID is any id of a row in text.
func rowID(w *kg.World, not string) kg.Field {
	return maybe(newUUID, sortable, random, newUUID, number)(w, not)
}

// number are plain numbers of rows.
func number(w *kg.World, _ string) kg.Field {
	width := 6 + w.IntN(6)
	return kg.Among(w, kg.Decimal("row number", 1, 3000000, kg.Evenly), kg.Decimal("row number", 1, 60000, kg.Counting), kg.Padded("row number", width, 400000, kg.Counting),
		kg.Decimal("row number", 10000000, 99999999, kg.Evenly), kg.Padded("row number", width, kg.Pow10(width), kg.Evenly))
}

// digest is a hash of content in hexadecimal digits.
func digest(width int) kg.Maker {
	return func(w *kg.World, _ string) kg.Field {
		f := pattern(w, "digest", fmt.Sprintf("~<%d>", width), many, kg.Evenly)
		if width == 32 {
			return f.Accepting(rowkey.UUID)
		}
		return f
	}
}

func dashedVersion7(w *kg.World, t time.Time) string { return dashed(version7(w, t)) }
