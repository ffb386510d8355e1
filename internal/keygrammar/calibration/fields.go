package calibration

import (
	"encoding/base32"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	kg "tabletop/internal/keygrammar"
	"tabletop/model/rowkey"
)

func cities() []string {
	return strings.Fields("accra algiers amman ankara athens baku bamako beirut bergen bogota boston cairo caracas chennai dakar delhi dhaka doha dublin durban fukuoka geneva hanoi harare helsinki houston jakarta kabul karachi kyiv lagos lima lisbon london lusaka madrid malmo manila milan minsk mumbai nairobi naples osaka oslo paris porto prague quito rabat riga rome santiago seoul sofia sydney taipei tallinn tbilisi tehran tokyo tunis turin vienna vilnius warsaw yerevan zagreb zurich")
}

func jobs() []string {
	return strings.Fields("account alert audit batch billing booking cart catalog chat claim comment contract customer delivery device driver event feed folder group image inbox invoice journal lease ledger license message meter metric model note offer order parcel patient payment photo player policy profile quote rating reading record report review route sensor session shift shipment stock subscription survey task tenant thread ticket track transfer trip vehicle visit wallet zone")
}

func given() []string {
	return strings.Fields("adele bruno carla denis elena fabio gilda hugo irene julio katya luigi mario nadia oscar pablo quinn renata silvio teresa ugo vito wilma xaver yann zoe")
}

// text draws a printable field: a word, a code, a number, an id, an address, a time.
func text(w *kg.World, i int) kg.Field {
	switch w.IntN(10) {
	case 0, 1, 2:
		return word(w)
	case 3:
		return code(w)
	case 4, 5:
		return digits(w)
	case 6, 7:
		return id(w)
	case 8:
		return address(w)
	}
	return moment(w, i)
}

func many(w *kg.World) (int, kg.Draw) {
	return []int{4, 15, 80, 600, 5000}[w.IntN(5)], []kg.Draw{kg.ByEntity, kg.Evenly, kg.Skewed, kg.Group}[w.IntN(4)]
}

func word(w *kg.World) kg.Field {
	n, draw := many(w)
	made := func(encoding, soft string, of func(w *kg.World) string) kg.Field {
		return kg.Made("word", encoding, soft, n, draw, of)
	}
	switch w.IntN(9) {
	case 0:
		return kg.Words("word", "city", cities(), draw)
	case 1:
		return kg.Choice("word", "job", jobs(), 2+w.IntN(20), draw)
	case 2:
		soft := w.One("-", "_", ".")
		return made("slug of two"+soft, soft, func(w *kg.World) string { return w.One(jobs()...) + soft + w.One(cities()...) })
	case 3:
		return made("given name and number", "", func(w *kg.World) string { return fmt.Sprint(w.One(given()...), w.IntN(100)) })
	case 4:
		return made("made-up name", "", func(w *kg.World) string { return w.Syllables(2 + w.IntN(3)) })
	case 5:
		return made("capitalized name", "", func(w *kg.World) string { return title(w.One(given()...)) + title(w.Syllables(2)) })
	case 6:
		return made("title with spaces", " ", func(w *kg.World) string { return w.One(jobs()...) + " " + w.One(cities()...) })
	case 7:
		return made("upper-case word", "_", func(w *kg.World) string { return strings.ToUpper(w.One(jobs()...) + "_" + w.One(given()...)) })
	}
	return made("short lower-case name", "", func(w *kg.World) string { return w.Letters(3+w.IntN(5), "abcdefghijklmnopqrstuvwxyz") })
}

func title(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

func code(w *kg.World) kg.Field {
	const caps, nums = "ABCDEFGHJKLMNPRSTUVWXYZ", "0123456789"
	n, draw := many(w)
	made := func(encoding, soft string, of func(w *kg.World) string) kg.Field {
		return kg.Made("code", encoding, soft, n, draw, of)
	}
	switch w.IntN(9) {
	case 0:
		return made("four-letter code", "", func(w *kg.World) string { return w.Letters(4, caps) })
	case 1:
		return made("rack and unit", "-", func(w *kg.World) string { return "R" + w.Letters(2, nums) + "-U" + w.Letters(2, nums) })
	case 2:
		return made("release", ".", func(w *kg.World) string { return fmt.Sprintf("v%d.%d.%d", w.IntN(5), w.IntN(20), w.IntN(9)) })
	case 3:
		return made("currency pair", "", func(w *kg.World) string { return w.One("EUR", "USD", "GBP", "JPY") + w.One("CHF", "SEK", "AUD", "CAD") })
	case 4:
		return made("part number", "-", func(w *kg.World) string { return w.Letters(3, caps) + "-" + w.Letters(5, nums) })
	case 5:
		return made("language and country", "_", func(w *kg.World) string { return w.One("en", "de", "fr", "pt") + "_" + w.One("US", "DE", "CA", "BR") })
	case 6:
		return kg.Typed("code", "postal code", "", n, draw, kg.Value{Type: rowkey.Text, Accept: []rowkey.Type{rowkey.IntPadded, rowkey.IntDecimal}}, func(w *kg.World) string { return w.Letters(5, nums) })
	case 7:
		return kg.Typed("code", "hardware address", ":", n, draw, kg.Value{Type: rowkey.Text, Accept: []rowkey.Type{rowkey.Hash}, Soft: ":"}, func(w *kg.World) string {
			h := w.Letters(12, "0123456789abcdef")
			return h[:2] + ":" + h[2:4] + ":" + h[4:6] + ":" + h[6:8] + ":" + h[8:10] + ":" + h[10:]
		})
	}
	return made("letter and digits", "", func(w *kg.World) string { return w.Letters(1, caps) + w.Letters(1+w.IntN(5), nums) })
}

func digits(w *kg.World) kg.Field {
	n, draw := many(w)
	width := 2 + w.IntN(11)
	switch w.IntN(7) {
	case 0, 1:
		return kg.Padded("digits", width, min(n*(1+w.IntN(2000)), kg.Pow10(min(width, 12))), draw)
	case 2:
		return kg.Decimal("digits", w.IntN(3), 12+n*(1+w.IntN(5000)), draw)
	case 3:
		return kg.Decimal("digits", 100000, 999999, draw)
	case 4:
		return kg.HexNumber("digits", 4+width, min(n*n, 1<<30), draw).Accepting(rowkey.Hash)
	case 5:
		return kg.Made("digits", "number with a point", ".", n, draw, func(w *kg.World) string { return fmt.Sprintf("%d.%d", w.IntN(900), 10+w.IntN(90)) })
	}
	return kg.Padded("digits", width, min(1<<22, kg.Pow10(min(width, 12))), kg.Counting)
}

func id(w *kg.World) kg.Field {
	n, draw := many(w)
	width := 6 + w.IntN(30)
	random := func(encoding, alphabet string) kg.Field {
		return kg.RandomID("id", "random "+encoding, alphabet, width, 60+n, draw).Accepting(rowkey.Text)
	}
	switch w.IntN(9) {
	case 0:
		return random("hexadecimal", "0123456789abcdef")
	case 1:
		return random("hexadecimal capitals", "0123456789ABCDEF")
	case 2:
		return random("base 36", "0123456789abcdefghijklmnopqrstuvwxyz")
	case 3:
		return random("base 62", "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
	case 4, 5:
		return kg.UUID("id", w.One("text", "text", "upper", "hex"), 60+n, draw)
	case 6:
		return kg.Typed("id", "random base 32", "", 60+n, draw, kg.Value{Type: rowkey.Hash, Accept: []rowkey.Type{rowkey.Text}}, func(w *kg.World) string {
			return strings.TrimRight(base32.StdEncoding.EncodeToString([]byte(w.Bytes(10))), "=")
		})
	case 7:
		return kg.Time("id", "snowflake", "", rowkey.Millisecond, false, true, func(t time.Time) string {
			return strconv.FormatInt((t.UnixMilli()-1288834974657)<<22|int64(t.Nanosecond()>>10&0x3fffff), 10)
		}).Accepting(rowkey.IntDecimal, rowkey.IntPadded)
	}
	return kg.RandomID("id", "random url-safe", "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_", 21, 60+n, draw).Accepting(rowkey.Text)
}

func address(w *kg.World) kg.Field {
	n, draw := many(w)
	switch w.IntN(5) {
	case 0:
		return kg.Typed("address", "mail address of a person", "@.", n, draw, kg.Value{Type: rowkey.Email}, func(w *kg.World) string {
			return w.One(given()...) + strconv.Itoa(w.IntN(90)) + "@" + w.One(cities()...) + w.One(".com", ".net", ".it", ".io")
		})
	case 1:
		return kg.Typed("address", "address of a machine", ".", n, draw, kg.Value{Type: rowkey.IP}, func(w *kg.World) string {
			return fmt.Sprintf("192.168.%d.%d", w.IntN(20), 1+w.IntN(254))
		})
	case 2:
		return kg.Typed("address", "domain backwards", ".", n, draw, kg.Value{Type: rowkey.Domain, Reversed: true}, func(w *kg.World) string {
			return w.One("com", "org", "net", "it") + "." + w.One(cities()...) + w.One(jobs()...) + w.One("", ".www", ".mail")
		})
	case 3:
		return kg.Typed("address", "domain", ".", n, draw, kg.Value{Type: rowkey.Domain}, func(w *kg.World) string {
			return w.One("", "www.", "api.") + w.One(cities()...) + w.One(jobs()...) + w.One(".com", ".org", ".net", ".it")
		})
	}
	return kg.Typed("address", "path of a file", "/.", n, draw, kg.Value{Type: rowkey.URL, Accept: []rowkey.Type{rowkey.Text}, Soft: "/."}, func(w *kg.World) string {
		return w.One(jobs()...) + "/" + w.One(cities()...) + w.One(".html", ".csv", "/index")
	})
}

// moment draws a time in text.
func moment(w *kg.World, _ int) kg.Field {
	switch w.IntN(9) {
	case 0, 1:
		return kg.Calendar(rowkey.Day, w.One("20060102", "2006-01-02", "2006/01/02", "02-01-2006"))
	case 2:
		return kg.Calendar(rowkey.Second, w.One("2006-01-02T15:04:05Z", "20060102150405", "20060102T150405", "2006-01-02 15:04:05"))
	case 3:
		return kg.Calendar(rowkey.Hour, w.One("2006010215", "2006-01-02-15", "2006/01/02/15"))
	case 4:
		return kg.Calendar(rowkey.Month, w.One("200601", "2006-01"))
	case 5, 6:
		return kg.Epoch([]rowkey.Unit{rowkey.Second, rowkey.Millisecond, rowkey.Microsecond}[w.IntN(3)], []int{0, 0, 16}[w.IntN(3)])
	case 7:
		return kg.Reversed(rowkey.Millisecond, []int64{math.MaxInt64, 9_999_999_999_999}[w.IntN(2)])
	}
	return kg.Bucket([]time.Duration{time.Minute, time.Hour}[w.IntN(2)])
}

// number draws a field in bytes.
func number(w *kg.World, i int) kg.Field {
	name, draw := fmt.Sprint("number", i), []kg.Draw{kg.ByEntity, kg.Evenly, kg.Skewed, kg.Counting}[w.IntN(4)]
	most := []int{50, 900, 60000, 1 << 24}[w.IntN(4)]
	switch w.IntN(11) {
	case 0, 1:
		return kg.Binary(name, 4, most, w.IntN(5) == 0, draw)
	case 2, 3:
		return kg.Binary(name, 8, most<<w.IntN(8), w.IntN(4) == 0, draw)
	case 4:
		return kg.Binary(name, 2, min(most, 60000), false, draw)
	case 5:
		return kg.Binary(name, []int{1, 3, 5, 6}[w.IntN(4)], min(most, 200), false, draw)
	case 6, 7:
		return kg.RandomBytes(name, []int{4, 8, 12, 16, 20, 32}[w.IntN(6)], 100+most, draw)
	case 8:
		return kg.UUID(name, "bytes", 100+most, draw)
	case 9:
		return kg.Typed(name, "float in order", "\x00#|:/,;_-.~!@$%^&*=+ ", most, draw, kg.Value{Type: rowkey.Bytes, Accept: []rowkey.Type{rowkey.Hash, rowkey.IntBE}}, func(w *kg.World) string {
			return kg.BE(math.Float64bits(float64(w.IntN(100000))/10)|1<<63, 8)
		})
	}
	return tick(w)
}

// tick draws a time in bytes.
func tick(w *kg.World) kg.Field {
	switch w.IntN(7) {
	case 0:
		return kg.EpochBinary(rowkey.Second, 4, 0)
	case 1:
		return kg.EpochBinary(rowkey.Microsecond, 8, 0)
	case 2:
		return kg.ReversedBinary(rowkey.Millisecond, 8)
	case 3:
		return kg.EpochBinary(rowkey.Millisecond, 8, 1<<63)
	case 4:
		return kg.EpochBinary(rowkey.Second, 8, 0)
	}
	return kg.EpochBinary(rowkey.Millisecond, 8, 0)
}
