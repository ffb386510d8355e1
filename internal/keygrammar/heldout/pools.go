package heldout

import (
	"fmt"
	"strings"
	"time"

	kg "tabletop/internal/keygrammar"
	"tabletop/model/rowkey"
)

// pool is fields of one sort, from which productions draw.
type pool struct {
	name   string
	fields func(w *kg.World) []kg.Field
}

func names(w *kg.World) []kg.Field {
	return []kg.Field{
		words("fruit", fruits(), kg.ByEntity), words("animal", animals(), kg.ByEntity), few("town", cities(), 5+w.IntN(9), kg.Skewed),
		person("login", kg.Among(w, 80, 900), kg.ByEntity), slug("title", 700, kg.ByEntity), few("land", countries(), 3+w.IntN(12), kg.Group),
		code("article", kg.Among(w, "AA9999", "A999999", "999-AAA", "AAAA", "A-99-A"), 400, kg.ByEntity),
		kg.Made("team", "two words", kg.Among(w, "", "-", "_", "."), 150, kg.ByEntity, func(w *kg.World) string { return w.One(adjectives()...) + w.One(animals()...) }),
		numbered("node", kg.Among(w, "node", "rack-", "n", "unit_"), kg.Among(w, 0, 2, 3, 5), 900, kg.ByEntity),
	}
}

func numbers(w *kg.World) []kg.Field {
	width := 4 + w.IntN(8)
	amount := kg.Typed("amount", "amount with two places", ".", 3000, kg.Evenly, kg.Value{Type: rowkey.Text, Accept: []rowkey.Type{rowkey.IntDecimal, rowkey.IntPadded}, Soft: "."}, func(w *kg.World) string {
		return fmt.Sprintf("%d.%02d", int(w.Float64()*w.Float64()*900), w.IntN(100))
	})
	return []kg.Field{
		number("account", kg.Among(w, 900, 60000, 7000000), kg.ByEntity), number("rank", 30, kg.Skewed), kg.Decimal("phone", 4010000000, 9890000000, kg.ByEntity),
		rename(kg.Padded("case", width, kg.Pow10(width)/7, kg.ByEntity), "case"), kg.Padded("sequence", 8, 300000, kg.Counting), kg.Padded("version", 3, 40, kg.Skewed),
		kg.HexNumber("block", kg.Among(w, 6, 8, 12), 1<<22, kg.Evenly).Accepting(rowkey.Hash), kg.Decimal("branch", 1000, 9999, kg.Group), amount,
	}
}

func ids(w *kg.World) []kg.Field {
	return []kg.Field{
		kg.UUID("request", kg.Among(w, "text", "text", "upper", "hex"), 900, kg.ByEntity), ulid("entry"), ksuid("object"), objectID("document", false), snowflake("post", kg.Among(w, int64(1288834974657), 1420070400000)),
		uuid7("command", false), kg.RandomID("key", "hexadecimal key", hexLow, kg.Among(w, 8, 12, 16, 24, 40, 64), 800, kg.ByEntity), kg.RandomID("nano", "url-safe id", base62+"_-", 21, 4000, kg.Evenly),
		kg.RandomID("wallet", "base 58 of a wallet", base58, kg.Among(w, 11, 22, 34), 700, kg.ByEntity), token("ticket", kg.Among(w, 10, 15, 20), 900, kg.Among(w, "base32", "base64"), kg.ByEntity),
		kg.RandomID("push", "letters of base 36", lower+digits, kg.Among(w, 10, 16, 25), 4000, kg.Evenly), prefixed("hex", "0x", hexLow, kg.Among(w, 8, 16, 40), 700, kg.ByEntity),
	}
}

func nets(w *kg.World) []kg.Field {
	return []kg.Field{
		ipv4("peer", 300, kg.ByEntity), email("contact", 400, kg.ByEntity), domain("zone", 300, false, kg.ByEntity), domain("origin", 300, true, kg.ByEntity), fqdn(200, kg.ByEntity),
		path("resource", ".png .json .xml", 700, kg.Evenly), version("release", 60, kg.Skewed), geohash("area", kg.Among(w, 5, 7, 9), 500, kg.ByEntity), pod(120, kg.ByEntity), host(160, kg.ByEntity),
	}
}

func week() kg.Field {
	return kg.Time("at", "iso week", "-", rowkey.Week, false, true, func(t time.Time) string {
		y, n := t.ISOWeek()
		return fmt.Sprintf("%d-W%02d", y, n)
	})
}

// hexTime is a count of units since 1970 in hexadecimal digits.
func hexTime(unit rowkey.Unit, width int) kg.Field {
	f := kg.Time("at", fmt.Sprintf("hexadecimal %s %d", unit, width), "", unit, false, true, func(t time.Time) string {
		n := t.Unix()
		if unit == rowkey.Millisecond {
			n = t.UnixMilli()
		}
		return fmt.Sprintf("%0*x", width, n)
	})
	return counter(f, rowkey.Hex, rowkey.Hash)
}

// stamps are times as text; those that people have come more often.
func stamps(w *kg.World) []kg.Field {
	day, second := calendar(rowkey.Day, kg.Among(w, "20060102", "2006-01-02")), calendar(rowkey.Second, kg.Among(w, "20060102150405", "2006-01-02T15:04:05Z"))
	return []kg.Field{
		day, day, second, kg.Epoch(rowkey.Millisecond, 0), kg.Epoch(rowkey.Millisecond, 0), kg.Epoch(rowkey.Second, 0), reversed(rowkey.Millisecond, 1<<63-1), reversed(rowkey.Millisecond, 9999999999999),
		calendar(rowkey.Day, kg.Among(w, "2006/01/02", "2006.01.02", "02Jan2006", "060102", "2006_01_02")), calendar(rowkey.Month, kg.Among(w, "200601", "2006-01", "2006/01")),
		calendar(rowkey.Hour, kg.Among(w, "2006010215", "2006-01-02T15", "20060102-15", "2006/01/02/15", "2006-01-02-15")),
		calendar(rowkey.Minute, kg.Among(w, "200601021504", "2006-01-02T15:04", "20060102T1504", "2006-01-02 15:04", "2006-01-02-15-04")),
		calendar(rowkey.Second, kg.Among(w, "20060102T150405Z", "20060102-150405", "2006-01-02 15:04:05", "2006-01-02_15-04-05", "2006-01-02T15:04:05+00:00", "20060102T150405")),
		calendar(rowkey.Millisecond, kg.Among(w, "2006-01-02T15:04:05.000Z", "20060102150405.000", "2006-01-02 15:04:05.000")), calendar(rowkey.Microsecond, kg.Among(w, "2006-01-02T15:04:05.000000Z", "2006-01-02T15:04:05.000000")),
		calendar(rowkey.Day, kg.Among(w, "2006002", "2006-002")), week(), kg.Epoch(rowkey.Microsecond, 0), kg.Epoch(rowkey.Nanosecond, 0), kg.Epoch(rowkey.Millisecond, kg.Among(w, 15, 20)), hexTime(rowkey.Millisecond, kg.Among(w, 11, 16)), hexTime(rowkey.Second, 8),
		counter(kg.Epoch(kg.Among(w, rowkey.Minute, rowkey.Hour, rowkey.Day), 0)), kg.Bucket(kg.Among(w, 5*minute, 60*minute, 1440*minute)), reversed(rowkey.Second, kg.Among[int64](w, 1<<31-1, 9999999999)), reversed(rowkey.Microsecond, 1<<63-1),
	}
}

func textPools() []pool {
	return []pool{{"names", names}, {"numbers", numbers}, {"ids", ids}, {"nets", nets}}
}

// packed are binary fields of a fixed width, except times.
func packed(w *kg.World) []kg.Field {
	return []kg.Field{
		be("serial", 4, kg.Among(w, 9000, 300000, 40000000), kg.ByEntity), be("tenant", 8, kg.Among(w, 900, 500000), kg.ByEntity), be("slot", 2, kg.Among(w, 90, 3000), kg.Skewed), be("meter", kg.Among(w, 3, 5, 6, 7), 200000, kg.ByEntity),
		kg.Binary("signed", kg.Among(w, 4, 8), 60000, true, kg.ByEntity), raw("digest", kg.Among(w, 10, 15, 18, 24), 700, kg.ByEntity), raw("nonce", 11, 9000, kg.Evenly),
		be("position", 8, 40000000, kg.Counting), objectID("object", true), uuid7("entry", true),
	}
}

// random reports whether a field's values are bytes by chance: where one stands behind another, no boundary can be seen.
func random(f kg.Field) bool {
	return strings.HasPrefix(f.Encoding, "random") || strings.HasPrefix(f.Encoding, "uuid") || strings.HasPrefix(f.Encoding, "object id")
}

// integers are big-endian numbers.
func integers(w *kg.World) []kg.Field {
	return []kg.Field{
		be("serial", 4, kg.Among(w, 9000, 300000, 40000000), kg.ByEntity), be("tenant", 8, kg.Among(w, 900, 500000), kg.ByEntity), be("slot", 2, kg.Among(w, 90, 3000), kg.Skewed), be("meter", kg.Among(w, 3, 5, 6, 7), 200000, kg.ByEntity),
		kg.Binary("signed", kg.Among(w, 4, 8), 60000, true, kg.ByEntity), kg.Binary("level", 2, 700, true, kg.Skewed), be("position", 8, 40000000, kg.Counting), be("shop", 4, 900, kg.Group),
	}
}

// packedStamps are binary times.
func packedStamps(w *kg.World) []kg.Field {
	complement := func(unit rowkey.Unit) kg.Field {
		return kg.Time("at", fmt.Sprintf("complement of %s big-endian 8", unit), anything, unit, true, true, func(t time.Time) string {
			n := t.UnixMilli()
			if unit == rowkey.Microsecond {
				n = t.UnixMicro()
			}
			return kg.BE(^uint64(n), 8)
		})
	}
	return []kg.Field{
		msBE(), msBE(), kg.EpochBinary(rowkey.Second, 4, 0), kg.EpochBinary(rowkey.Microsecond, 8, 0), kg.EpochBinary(rowkey.Nanosecond, 8, 0), kg.ReversedBinary(rowkey.Millisecond, 8), kg.ReversedBinary(rowkey.Millisecond, 8),
		complement(rowkey.Millisecond), complement(rowkey.Microsecond), kg.EpochBinary(rowkey.Millisecond, 8, 1<<63), kg.EpochBinary(rowkey.Second, 8, 0), counter(kg.EpochBinary(rowkey.Second, 4, 1<<31), rowkey.IntBE),
		kg.EpochBinary(rowkey.Millisecond, 6, 0), counter(kg.ReversedBinary(rowkey.Second, 4), rowkey.IntBE), counter(kg.EpochBinary(kg.Among(w, rowkey.Minute, rowkey.Hour), 4, 0), rowkey.IntBE), kg.ReversedBinary(rowkey.Microsecond, 8),
	}
}

// short are texts without punctuation, which stand beside binary fields.
func short(w *kg.World) []kg.Field {
	return []kg.Field{
		words("city", cities(), kg.ByEntity), words("crop", fruits(), kg.ByEntity), person("login", kg.Among(w, 80, 900), kg.ByEntity), few("event", topics(), 4+w.IntN(14), kg.Skewed), words("metric", animals(), kg.ByEntity),
		code("article", kg.Among(w, "AA9999", "AAAA"), 300, kg.ByEntity), number("account", kg.Among(w, 900, 60000), kg.ByEntity), kg.RandomID("key", "hexadecimal key", hexLow, kg.Among(w, 8, 16, 32), 500, kg.ByEntity),
	}
}
