// Package tuning is the part of the key grammar that inference is developed with: look at its tables as much as you like.
package tuning

import (
	"math"
	"strings"

	kg "tabletop/internal/keygrammar"
	"tabletop/model/rowkey"
)

// Grammar returns the productions of the part.
func Grammar() *kg.Grammar {
	return &kg.Grammar{
		Name:    "tuning",
		Rows:    []int{80, 250, 700, 1500},
		Garbage: []float64{0, 0, 0, 0.02, 0.05, 0.1},
		Clocks:  []kg.Clock{kg.Prompt, kg.Prompt, kg.Late, kg.Loaded, kg.Unwritten},
		Productions: append([]kg.Production{
			{Name: "delimited", Make: delimited},
			{Name: "newest first", Make: newestFirst},
			{Name: "binary", Make: binary},
			{Name: "salted", Make: salted},
			{Name: "kinds", Make: kinds},
			{Name: "varchar", Make: varchar},
			{Name: "path", Make: path},
			{Name: "digest", Make: digest},
			{Name: "binary kinds", Make: binaryKinds},
			{Name: "fixed text", Make: fixedText},
			{Name: "single", Make: single},
			{Name: "struct", Make: ordered},
			{Name: "lengths", Make: lengths},
			{Name: "noise", Make: noise},
		}, append(wide(), systems()...)...),
	}
}

func words(s string) []string { return strings.Fields(s) }

func colors() []string {
	return words("amber azure beige black blue bronze brown coral crimson cyan gold green gray indigo ivory lime maroon mint navy olive orange peach pink plum purple red rose ruby rust sand silver tan teal violet white yellow")
}

func users() []string {
	return words("ada alma amos anja arno bela bert cora dana dora edna egon elsa emil erik fred gina greta hans heidi hugo ida inga ivan jana jens jona jutta karl kira lars lena lisa lotte marc mia nils nina olaf otto paul petra ralf rita rosa sven tanja theo tina udo uwe vera wanda willi xenia yara zita")
}

func things() []string {
	return words("lamp chair desk shelf sofa stool bench cabinet mirror carpet curtain pillow blanket kettle toaster mixer oven fridge freezer stove")
}

func (f fields) text() []kg.Field {
	return []kg.Field{
		kg.Words("user", "first name", users(), kg.ByEntity),
		kg.Choice("color", "color", colors(), 5, kg.Skewed),
		kg.Choice("thing", "thing", things(), 12, kg.Group),
		kg.Made("name", "two words", "", 90, kg.ByEntity, func(w *kg.World) string { return w.One(users()...) + w.One(things()...) }),
		kg.Made("service", "words with hyphens", "-", 40, kg.ByEntity, func(w *kg.World) string { return w.One(colors()...) + "-" + w.One(things()...) }),
		kg.Decimal("number", 1, 900000, kg.Evenly),
		kg.Decimal("page", 1, 400, kg.Skewed),
		kg.Padded("serial", 7, 3000000, kg.ByEntity),
		kg.Padded("counter", 10, 900000, kg.Counting),
		kg.RandomID("id", "hexadecimal id", "0123456789abcdef", 8, 120, kg.ByEntity),
		kg.RandomID("hash", "hexadecimal id", "0123456789abcdef", 40, 900, kg.ByEntity),
		kg.UUID("uuid", "text", 600, kg.ByEntity),
	}
}

// fields has the fields of the part by what they are good for.
type fields struct{}

func (f fields) times() []kg.Field {
	return []kg.Field{
		kg.Calendar(rowkey.Day, "20060102"), kg.Calendar(rowkey.Day, "2006-01-02"), kg.Calendar(rowkey.Hour, "2006010215"),
		kg.Calendar(rowkey.Second, "2006-01-02T15:04:05Z"), kg.Epoch(rowkey.Second, 0), kg.Epoch(rowkey.Millisecond, 0),
	}
}

func (f fields) binary() []kg.Field {
	return []kg.Field{
		kg.Binary("meter", 4, 90000, false, kg.ByEntity), kg.Binary("account", 8, 5000000, false, kg.ByEntity),
		kg.Binary("channel", 2, 700, false, kg.Skewed), kg.RandomBytes("digest", 16, 900, kg.ByEntity),
	}
}

func (f fields) binaryTimes() []kg.Field {
	return []kg.Field{
		kg.EpochBinary(rowkey.Second, 4, 0), kg.EpochBinary(rowkey.Millisecond, 8, 0), kg.EpochBinary(rowkey.Microsecond, 8, 0),
		kg.ReversedBinary(rowkey.Millisecond, 8),
	}
}

func delimited(w *kg.World) []kg.Kind {
	sep := w.One("#", "|", "/")
	from := append(fields{}.text(), fields{}.times()...)
	return kg.One(kg.Joined(sep, w.Choose(sep, 2+w.IntN(3), from)...))
}

func newestFirst(w *kg.World) []kg.Kind {
	at := kg.Reversed(rowkey.Millisecond, math.MaxInt64)
	if w.IntN(2) == 0 {
		at = kg.Reversed(rowkey.Second, math.MaxInt64)
	}
	return kg.One(kg.Joined("#", append(w.Choose("#", 1+w.IntN(2), fields{}.text()), at)...))
}

func binary(w *kg.World) []kg.Kind {
	parts := w.Choose("", 1+w.IntN(2), fields{}.binary())
	return kg.One(kg.Joined("", append(parts, w.Choose("", 1, fields{}.binaryTimes())...)...))
}

func salted(w *kg.World) []kg.Kind {
	of := w.Choose("#", 1, fields{}.text()[:5])[0]
	salt := kg.Salt("crc32", []int{8, 16, 20}[w.IntN(3)], "%02d", of.Name)
	if w.IntN(2) == 0 {
		salt = kg.Salt("fnv1a", 32, "%02d", of.Name)
	}
	rest := kg.Joined("#", of, w.Choose("#", 1, fields{}.times())[0])
	return kg.One(append([]kg.Part{salt, kg.Lit("#")}, rest...))
}

func kinds(w *kg.World) []kg.Kind {
	sep := w.One("#", "/")
	user := kg.Decimal("user", 10000, 89999, kg.ByEntity)
	day := kg.Calendar(rowkey.Day, "20060102")
	return []kg.Kind{
		{Parts: kg.Joined(sep, kg.Constant("USER"), user)},
		{Parts: kg.Joined(sep, kg.Constant("USER"), user, kg.Constant("ORDER"), day, kg.Padded("line", 4, 900, kg.Evenly)), Weight: 3},
		{Parts: kg.Joined(sep, kg.Constant("SHOP"), kg.Words("color", "color", colors(), kg.ByEntity), w.Choose(sep, 1, fields{}.times())[0])},
	}
}

func varchar(w *kg.World) []kg.Kind {
	name := w.Choose("\x00", 1, fields{}.text()[:5])[0]
	tail := w.Choose("", 1, append(fields{}.binary()[:3], fields{}.binaryTimes()...))
	return kg.One(kg.Joined("\x00", name, tail[0]))
}

func path(w *kg.World) []kg.Kind {
	return kg.One(kg.Joined("/", kg.Choice("area", "color", colors(), 3, kg.Skewed), kg.Calendar(rowkey.Day, "2006-01-02"),
		w.Choose("/", 1, fields{}.text()[5:])[0]))
}

func digest(w *kg.World) []kg.Kind {
	of := w.Choose("_", 1, []kg.Field{fields{}.text()[5], fields{}.text()[0], fields{}.text()[11]})[0]
	parts := []kg.Part{kg.Digest("md5", 4+4*w.IntN(2), false, of.Name), kg.Lit("_"), kg.Of(of)}
	if w.IntN(2) == 0 {
		parts = append(parts, kg.Lit("_"), kg.Of(kg.Calendar(rowkey.Day, "20060102")))
	}
	return kg.One(parts)
}

func binaryKinds(w *kg.World) []kg.Kind {
	number, hash := kg.Binary("number", 8, 1<<22, false, kg.Counting), kg.RandomBytes("hash", 32, 2000, kg.Evenly)
	return []kg.Kind{
		{Parts: kg.Joined("", kg.Constant("h"), number, hash)},
		{Parts: kg.Joined("", kg.Constant("b"), number)},
		{Parts: kg.Joined("", kg.Constant("l"), hash), Weight: 1 + w.Float64()},
	}
}

func fixedText(w *kg.World) []kg.Kind {
	code := kg.Typed("code", "two capitals", "", 6, kg.Skewed, kg.Value{Type: rowkey.Enum}, func(w *kg.World) string { return w.Letters(2, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") })
	parts := kg.Joined("", code, kg.Padded("number", 6, 90000, kg.ByEntity), kg.Calendar(rowkey.Day, "20060102"))
	if w.IntN(2) == 0 {
		parts = append(parts, kg.Of(code))
	}
	return kg.One(parts)
}

func single(w *kg.World) []kg.Kind {
	from := []kg.Field{
		kg.UUID("id", "text", 5000, kg.Evenly), kg.Padded("number", 9, 4000000, kg.Counting), kg.HexNumber("block", 16, 1<<26, kg.Counting),
		kg.Decimal("number", 1, 9000000, kg.Evenly),
		kg.Made("name", "short name", "", 4000, kg.Evenly, func(w *kg.World) string { return w.Letters(3+w.IntN(6), "abcdefghijklmnopqrstuvwxyz") }),
	}
	return kg.One(kg.Joined("", from[w.IntN(len(from))]))
}

func ordered(w *kg.World) []kg.Kind {
	return kg.One(kg.Struct(fields{}.text()[w.IntN(4)], w.Choose("", 1, append(fields{}.binaryTimes()[1:3], kg.Ordered("count", 1<<24)))[0]))
}

func lengths(w *kg.World) []kg.Kind {
	fs := w.Choose("", 2, fields{}.text()[:4])
	return kg.One(kg.Lengths(2, append(fs, fields{}.binaryTimes()[w.IntN(3)])...))
}

func noise(w *kg.World) []kg.Kind {
	width := []int{12, 16, 20, 32}[w.IntN(4)]
	from := []kg.Field{
		kg.RandomBytes("id", width, 5000, kg.Evenly), kg.RandomID("id", "hexadecimal id", "0123456789abcdef", 32, 5000, kg.Evenly),
		kg.RandomID("id", "lower case and digits", "abcdefghijklmnopqrstuvwxyz0123456789", width, 5000, kg.Evenly),
	}
	parts := kg.Joined("", from[w.IntN(len(from))])
	if w.IntN(3) == 0 {
		parts = append([]kg.Part{kg.Lit(w.One("n", "\x00", "#"))}, parts...)
	}
	return kg.One(parts)
}
