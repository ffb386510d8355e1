package tuning

import (
	"fmt"
	"math"
	"strings"
	"time"

	kg "tabletop/internal/keygrammar"
	"tabletop/model/rowkey"
)

// wide returns productions that combine many fields of open systems, so that each table has a layout of its own.
func wide() []kg.Production {
	return []kg.Production{
		{Name: "joined", Make: joined}, {Name: "prefixed", Make: prefixed}, {Name: "packed", Make: packed}, {Name: "sized", Make: sized},
		{Name: "terminated", Make: terminated}, {Name: "entities", Make: entities}, {Name: "tags", Make: tags}, {Name: "columns", Make: columns},
		{Name: "composite codes", Make: compositeCodes}, {Name: "hashed", Make: hashed}, {Name: "mixed", Make: mixed}, {Name: "newest", Make: newest},
		{Name: "short", Make: short}, {Name: "assigned", Make: assigned}, {Name: "wild joined", Make: wildJoined}, {Name: "wild levels", Make: wildLevels},
		{Name: "wild packed", Make: wildPacked}, {Name: "wild mixed", Make: wildMixed}, {Name: "wild kinds", Make: wildKinds}, {Name: "wild joined again", Make: wildJoined},
	}
}

const (
	capitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	base58   = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
	alnum    = "0123456789abcdefghijklmnopqrstuvwxyz"
)

// names are fields of words, codes, and addresses.
func names() []kg.Field {
	email := kg.Typed("mail", "mail address", "@.", 200, kg.ByEntity, kg.Value{Type: rowkey.Email}, func(w *kg.World) string {
		return w.One(users()...) + "." + w.Syllables(2) + "@" + w.Syllables(2) + w.One(".com", ".org", ".de")
	})
	ip := kg.Typed("peer", "address of a peer", ".", 300, kg.ByEntity, kg.Value{Type: rowkey.IP}, func(w *kg.World) string {
		return fmt.Sprintf("10.%d.%d.%d", w.IntN(4), w.IntN(256), w.IntN(256))
	})
	site := kg.Typed("site", "site backwards", ".", 200, kg.ByEntity, kg.Value{Type: rowkey.Domain}, func(w *kg.World) string {
		return w.One("com", "org", "net") + "." + w.Syllables(2+w.IntN(2)) + w.One("", ".www", ".api")
	})
	return []kg.Field{
		email, ip, site,
		kg.Words("member", "given name", users(), kg.ByEntity),
		kg.Choice("market", "market", words("at be ch de dk es fi fr gb it nl no pl pt se us"), 6, kg.Skewed),
		kg.Choice("plan", "plan", words("free basic pro team enterprise trial"), 4, kg.Skewed),
		kg.Choice("metric", "metric", words("cpu.load cpu.idle mem.used mem.free disk.read disk.write net.in net.out"), 6, kg.Evenly),
		kg.Made("machine", "machine with number", "-", 80, kg.ByEntity, func(w *kg.World) string {
			return w.One("web", "db", "cache", "batch") + "-" + fmt.Sprintf("%02d", 1+w.IntN(40))
		}),
		kg.Made("label", "made-up word", "", 300, kg.ByEntity, func(w *kg.World) string { return w.Syllables(2 + w.IntN(2)) }),
		kg.Made("file", "file name", ".", 400, kg.Evenly, func(w *kg.World) string { return w.Syllables(3) + w.One(".png", ".txt", ".csv") }),
		kg.Made("phone", "phone number", "", 400, kg.ByEntity, func(w *kg.World) string { return "+49" + w.Letters(9, "0123456789") }),
		kg.Made("camel", "camel case", "", 60, kg.Group, func(w *kg.World) string {
			return strings.ToUpper(w.Letters(1, "abcdefg")) + w.Syllables(2) + strings.ToUpper(w.Letters(1, "hijklm")) + w.Syllables(1)
		}),
	}
}

// codes are fields of numbers and ids in text.
func codes() []kg.Field {
	return []kg.Field{
		kg.Decimal("account", 100000, 999999, kg.ByEntity), kg.Decimal("ticket", 1, 60000000, kg.Evenly), kg.Decimal("version", 1, 30, kg.Skewed),
		kg.Padded("branch", 4, 900, kg.Group), kg.Padded("invoice", 9, 40000000, kg.Counting), kg.Padded("shelf", 12, 7000000, kg.ByEntity),
		kg.HexNumber("slot", 8, 1<<30, kg.Evenly), kg.HexNumber("offset", 12, 1<<24, kg.Counting),
		kg.RandomID("token", "base 58 id", base58, 22, 900, kg.Evenly), kg.RandomID("session", "lower case id", alnum, 16, 700, kg.ByEntity),
		kg.RandomID("object", "hexadecimal id", "0123456789abcdef", 24, 900, kg.Evenly), kg.RandomID("key", "capital id", capitals+"234567", 26, 900, kg.Evenly),
		kg.RandomID("shortcode", "hexadecimal id", "0123456789abcdef", 6, 400, kg.ByEntity),
		kg.UUID("request", "hex", 800, kg.Evenly), kg.UUID("trace", "upper", 800, kg.Evenly), kg.Base64("nonce", 12, 900, kg.Evenly),
	}
}

// moments are fields of times in text.
func moments() []kg.Field {
	zone := kg.Time("at", "calendar with offset", "-:T+", rowkey.Second, false, true, func(t time.Time) string {
		return t.In(time.FixedZone("", 2*3600)).Format("2006-01-02T15:04:05-07:00")
	})
	return []kg.Field{
		zone, kg.Calendar(rowkey.Month, "200601"), kg.Calendar(rowkey.Month, "2006-01"), kg.Calendar(rowkey.Minute, "200601021504"), kg.Calendar(rowkey.Second, "20060102150405"),
		kg.Calendar(rowkey.Hour, "2006-01-02T15"), kg.Calendar(rowkey.Millisecond, "2006-01-02T15:04:05.000Z"), kg.Calendar(rowkey.Day, "02.01.2006"), kg.Calendar(rowkey.Minute, "20060102-1504"),
		kg.Epoch(rowkey.Microsecond, 0), kg.Epoch(rowkey.Second, 12), kg.Epoch(rowkey.Nanosecond, 0), kg.Bucket(5 * time.Minute),
		kg.Reversed(rowkey.Millisecond, 9999999999999), kg.Reversed(rowkey.Second, 9999999999), kg.Reversed(rowkey.Second, math.MaxInt32),
		kg.Time("at", "calendar backwards", "", rowkey.Day, true, true, func(t time.Time) string {
			var v int
			fmt.Sscan(t.Format("20060102"), &v)
			return fmt.Sprint(99999999 - v)
		}),
	}
}

// numbers are binary fields of a fixed width.
func numbers() []kg.Field {
	float := kg.Field{Name: "price", Encoding: "ordered float", Fixed: true, Holds: "\x00#|/:,;_-.~!@$%^&*=+ "}
	float = kg.Fresh(float, func(w *kg.World) kg.Value {
		bits := math.Float64bits(float64(w.IntN(900000)) / 100)
		return kg.Value{Text: kg.BE(bits|1<<63, 8), Type: rowkey.IntBE, Accept: []rowkey.Type{rowkey.Bytes, rowkey.Hash}}
	})
	little := kg.Typed("lot", "little-endian 4", "\x00#|/:,;_-.~!@$%^&*=+ ", 500, kg.ByEntity, kg.Value{Type: rowkey.IntBE, Accept: []rowkey.Type{rowkey.Bytes}}, func(w *kg.World) string {
		v := w.IntN(3000000)
		return string([]byte{byte(v), byte(v >> 8), byte(v >> 16), byte(v >> 24)})
	})
	little.Fixed = true
	return []kg.Field{
		float, little,
		kg.Binary("cell", 1, 60, false, kg.Skewed), kg.Binary("rack", 2, 20000, false, kg.ByEntity), kg.Binary("metric", 3, 9000, false, kg.Group),
		kg.Binary("hull", 4, 1<<30, false, kg.ByEntity), kg.Binary("step", 4, 5000, false, kg.Counting), kg.Binary("owner", 8, 1<<40, false, kg.ByEntity),
		kg.Binary("height", 8, 900000, false, kg.Counting), kg.Binary("delta", 4, 70000, true, kg.ByEntity), kg.Binary("balance", 8, 3000000, true, kg.ByEntity),
		kg.UUID("device", "bytes", 600, kg.ByEntity), kg.RandomBytes("print", 20, 700, kg.ByEntity), kg.RandomBytes("mark", 8, 700, kg.ByEntity), kg.RandomBytes("block", 32, 900, kg.Evenly),
	}
}

// clocks are binary times.
func clocks() []kg.Field {
	return []kg.Field{
		kg.EpochBinary(rowkey.Nanosecond, 8, 0), kg.EpochBinary(rowkey.Second, 8, 0), kg.EpochBinary(rowkey.Millisecond, 6, 0), kg.EpochBinary(rowkey.Millisecond, 8, 1<<63),
		kg.ReversedBinary(rowkey.Microsecond, 8), kg.ReversedBinary(rowkey.Second, 4), kg.EpochBinary(rowkey.Minute, 4, 0),
	}
}

// fixedWidth returns the fields of a list that have one width.
func fixedWidth(from []kg.Field) []kg.Field {
	var out []kg.Field
	for _, f := range from {
		if f.Fixed {
			out = append(out, f)
		}
	}
	return out
}

func joined(w *kg.World) []kg.Kind {
	sep := w.One("#", "|", ":", "/", ";", "_", "~", ".", "-", ",", "::")
	fs := append(w.Choose(sep, 1+w.IntN(2), names()), w.Choose(sep, 1+w.IntN(2), codes())...)
	if w.IntN(3) > 0 {
		fs = append(fs, w.Choose(sep, 1, moments())...)
	}
	w.Shuffle(len(fs), func(i, j int) { fs[i], fs[j] = fs[j], fs[i] })
	return kg.One(kg.Joined(sep, fs...))
}

func prefixed(w *kg.World) []kg.Kind {
	sep := w.One("#", "/", ":", "|")
	fs := append(w.Choose(sep, 1, append(names(), codes()...)), w.Choose(sep, 1, moments())...)
	return kg.One(kg.Joined(sep, append([]kg.Field{kg.Constant(w.One("app", "prod", "t1", "v2"))}, fs...)...))
}

func packed(w *kg.World) []kg.Kind {
	fs := w.Choose("", 1+w.IntN(3), numbers())
	if w.IntN(3) > 0 {
		fs = append(fs, w.Choose("", 1, clocks())...)
	}
	return kg.One(kg.Joined("", fs...))
}

func sized(w *kg.World) []kg.Kind {
	fs := append(w.Choose("", 1+w.IntN(2), names()), w.Choose("", 1, append(numbers(), clocks()...))...)
	return kg.One(kg.Lengths([]int{1, 2, 4}[w.IntN(3)], fs...))
}

func terminated(w *kg.World) []kg.Kind {
	sep := w.One("\x00", "\x1f", "\x01")
	fs := w.Choose(sep, 1+w.IntN(2), append(names(), codes()...))
	if w.IntN(2) == 0 {
		fs = append(fs, w.Choose("", 1, append(numbers(), clocks()...))...)
	} else {
		fs = append(fs, w.Choose(sep, 1, moments())...)
	}
	return kg.One(kg.Joined(sep, fs...))
}

func entities(w *kg.World) []kg.Kind {
	sep := w.One("#", "/", ":", "|", "_")
	id := w.Choose(sep, 1, codes())[0]
	at := w.Choose(sep, 2, moments())[0]
	kinds := []kg.Kind{
		{Parts: kg.Joined(sep, kg.Constant("profile"), id)},
		{Parts: kg.Joined(sep, kg.Constant("event"), id, at), Weight: 4},
		{Parts: kg.Joined(sep, kg.Constant("index"), w.Choose(sep, 1, names())[0], id), Weight: 2},
		{Parts: kg.Joined(sep, kg.Constant("meta"), w.Choose(sep, 1, names())[0])},
	}
	return kinds[:2+w.IntN(3)]
}

func tags(w *kg.World) []kg.Kind {
	from := append(numbers(), clocks()...)
	var kinds []kg.Kind
	for _, tag := range []string{"\x0a", "\x0b", "\x0c"}[:2+w.IntN(2)] {
		kinds = append(kinds, kg.Kind{Parts: kg.Joined("", append([]kg.Field{kg.Constant(tag)}, w.Choose("", 1+w.IntN(2), from)...)...), Weight: 1 + w.Float64()})
	}
	return kinds
}

func columns(w *kg.World) []kg.Kind {
	fs := append(fixedWidth(codes()), moments()[1], moments()[3], moments()[4])
	region := kg.Typed("region", "three capitals", "", 8, kg.Skewed, kg.Value{Type: rowkey.Enum}, func(w *kg.World) string { return w.Letters(3, capitals) })
	fs = w.Choose("", 1, fs)
	return kg.One(kg.Joined("", append([]kg.Field{region}, fs...)...))
}

func compositeCodes(w *kg.World) []kg.Kind {
	sep := w.One("#", "/", "|")
	soft := w.One("-", ".", "_")
	code := kg.Made("code", "code with parts", soft, 400, kg.ByEntity, func(w *kg.World) string {
		return w.Letters(2, capitals) + soft + w.Letters(4, "0123456789") + soft + w.Letters(1, "ABC")
	})
	fs := append([]kg.Field{code}, w.Choose(sep, 1, append(names(), moments()...))...)
	w.Shuffle(len(fs), func(i, j int) { fs[i], fs[j] = fs[j], fs[i] })
	return kg.One(kg.Joined(sep, fs...))
}

func hashed(w *kg.World) []kg.Kind {
	sep := w.One("#", ":", "|", "/")
	of := w.Choose(sep, 1, append(names(), codes()...))[0]
	rest := []kg.Field{of}
	if w.IntN(2) == 0 {
		rest = append(rest, w.Choose(sep, 1, moments())...)
	}
	head := []kg.Part{kg.Salt(w.One("crc32", "fnv1a", "java"), []int{4, 10, 16, 64, 100}[w.IntN(5)], w.One("%d", "%03d", "%02x"), of.Name), kg.Lit(sep)}
	if w.IntN(3) == 0 {
		head = []kg.Part{kg.Digest(w.One("md5", "sha1", "sha256"), []int{3, 6, 10}[w.IntN(3)], false, of.Name), kg.Lit(sep)}
	}
	return kg.One(append(head, kg.Joined(sep, rest...)...))
}

func mixed(w *kg.World) []kg.Kind {
	sep := w.One("#", "/", ":")
	fs := w.Choose(sep, 1, names())
	return kg.One(append(kg.Joined(sep, fs...), append([]kg.Part{kg.Lit(sep)}, kg.Joined("", w.Choose("", 1+w.IntN(2), append(numbers(), clocks()...))...)...)...))
}

func newest(w *kg.World) []kg.Kind {
	sep := w.One("#", ":", "_", "/")
	fs := append(w.Choose(sep, 1, codes()), moments()[13+w.IntN(4)])
	return kg.One(kg.Joined(sep, fs...))
}

func short(w *kg.World) []kg.Kind {
	return kg.One(kg.Joined("", w.Choose("", 1, append(codes(), moments()...))...))
}

func assigned(w *kg.World) []kg.Kind {
	sep := w.One("/", "&", ";", ",")
	var parts []kg.Part
	for i, f := range w.Choose(sep+"=", 2+w.IntN(2), append(names(), append(codes(), moments()...)...)) {
		if i > 0 {
			parts = append(parts, kg.Lit(sep))
		}
		parts = append(parts, kg.Lit(f.Name+"="), kg.Of(f))
	}
	return kg.One(parts)
}
