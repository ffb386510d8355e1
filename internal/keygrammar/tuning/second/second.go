// Package second is the second half of the tuning part of the key grammar: inference was developed on the losses of its tables too.
package second

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	kg "tabletop/internal/keygrammar"
	"tabletop/model/rowkey"
)

// Grammar returns the productions of the part.
func Grammar() *kg.Grammar {
	return &kg.Grammar{
		Name:    "second",
		Rows:    []int{60, 180, 600, 1300},
		Garbage: []float64{0, 0, 0, 0.01, 0.04, 0.09},
		Clocks:  []kg.Clock{kg.Prompt, kg.Prompt, kg.Late, kg.Loaded, kg.Unwritten, kg.Exact},
		Productions: []kg.Production{
			{Name: "delimited", Make: delimited},
			{Name: "levels", Make: levels},
			{Name: "packed", Make: packed},
			{Name: "bucketed", Make: bucketed},
			{Name: "records", Make: records},
			{Name: "text and binary", Make: textAndBinary},
			{Name: "hosts", Make: hosts},
			{Name: "fingerprint", Make: fingerprint},
			{Name: "tagged binary", Make: taggedBinary},
			{Name: "columns of text", Make: columns},
			{Name: "one field", Make: oneField},
			{Name: "optional tail", Make: optionalTail},
			{Name: "pascal strings", Make: pascal},
			{Name: "opaque", Make: opaque},
			{Name: "struct", Make: ordered},
			{Name: "documents", Make: documents},
			{Name: "assorted text", Make: assortedText},
			{Name: "assorted bytes", Make: assortedBinary},
			{Name: "assorted mix", Make: assortedMix},
			{Name: "assorted kinds", Make: assortedKinds},
			{Name: "assorted alone", Make: assortedSingle},
			{Name: "assorted widths", Make: assortedFixed},
			{Name: "assorted text again", Make: assortedText},
			{Name: "assorted bytes again", Make: assortedBinary},
			{Name: "wide text", Make: wideText},
			{Name: "wide bytes", Make: wideBinary},
			{Name: "wide salt", Make: wideSalt},
			{Name: "wide kinds", Make: wideKinds},
			{Name: "wide widths", Make: wideFixed},
			{Name: "wide lengths", Make: wideLengths},
			{Name: "wide text again", Make: wideText},
			{Name: "wide salt again", Make: wideSalt},
		},
	}
}

func towns() []string {
	return strings.Fields("aberton ashby barrow bexley bridgend burwell carlow chester clifton corby dalston denby dover ely epsom exeter fenwick frome garston gosport grantham halton harlow hexham ilford jarrow kendal kirkby lancing leigh ludlow maldon morley newbury norwood oakham otley penrith preston radlett redcar ripley romsey saltash selby settle shipley stafford tenby thirsk ulster upton walton wells whitby yarm york")
}

func verbs() []string {
	return strings.Fields("accept attach cancel close commit create delete detach enable fetch grant import insert login logout merge notify open pause publish refund reject resume revoke save send share start stop submit update upload verify view")
}

func animals() []string {
	return strings.Fields("badger beaver bison camel cheetah condor coyote crane dingo dolphin eagle falcon ferret gazelle gecko heron hyena ibex iguana jackal koala lemur leopard lynx magpie marmot narwhal ocelot octopus osprey otter panda parrot pelican puffin python rabbit raven salmon seal shark sparrow stork swan tapir tiger toucan turtle viper walrus weasel wolf wombat zebra")
}

func names() []kg.Field {
	return []kg.Field{
		kg.Words("town", "town", towns(), kg.ByEntity),
		kg.Choice("verb", "verb", verbs(), 6, kg.Skewed),
		kg.Choice("tenant", "animal", animals(), 20, kg.Group),
		kg.Made("host", "animal and number", "", 150, kg.ByEntity, func(w *kg.World) string { return fmt.Sprint(w.One(animals()...), w.IntN(60)) }),
		kg.Made("login", "initial and syllables", "", 300, kg.ByEntity, func(w *kg.World) string { return w.Letters(1, "abcdefghijklmnoprstw") + w.Syllables(2+w.IntN(2)) }),
		kg.Made("title", "words with a plus", "+", 70, kg.ByEntity, func(w *kg.World) string { return w.One(verbs()...) + "+" + w.One(animals()...) }),
	}
}

func numbers() []kg.Field {
	return []kg.Field{
		kg.Decimal("invoice", 20000, 870000, kg.Evenly),
		kg.Decimal("shard", 0, 9, kg.Evenly),
		kg.Padded("customer", 9, 40000000, kg.ByEntity),
		kg.Padded("slot", 3, 240, kg.Skewed),
		kg.RandomID("token", "base 62 id", "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", 16, 800, kg.ByEntity),
		kg.RandomID("device", "capital hexadecimal id", "0123456789ABCDEF", 12, 500, kg.ByEntity),
		kg.UUID("session", "hex", 700, kg.ByEntity),
		kg.Typed("peer", "dotted ip", ".", 300, kg.ByEntity, kg.Value{Type: rowkey.IP}, func(w *kg.World) string {
			return fmt.Sprintf("10.%d.%d.%d", w.IntN(256), w.IntN(256), 1+w.IntN(254))
		}),
		kg.Typed("event", "ulid", "", 1500, kg.Evenly, kg.Value{Type: rowkey.ULID, Accept: []rowkey.Type{rowkey.Hash}}, ulid),
	}
}

func ulid(w *kg.World) string {
	const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
	ms := time.Date(2021, 4, 1, 0, 0, 0, 0, time.UTC).UnixMilli() + w.Int64N(40*86400*1000)
	head := make([]byte, 10)
	for i := 9; i >= 0; i-- {
		head[i] = alphabet[ms%32]
		ms /= 32
	}
	return string(head) + w.Letters(16, alphabet)
}

func times() []kg.Field {
	return []kg.Field{
		kg.Calendar(rowkey.Minute, "200601021504"), kg.Calendar(rowkey.Month, "2006-01"), kg.Calendar(rowkey.Second, "20060102150405"),
		kg.Calendar(rowkey.Day, "2006/01/02"), kg.Calendar(rowkey.Minute, "2006-01-02T15:04"),
		kg.Epoch(rowkey.Microsecond, 0), kg.Epoch(rowkey.Second, 12), kg.Reversed(rowkey.Second, 9999999999), kg.Reversed(rowkey.Millisecond, 9999999999999),
	}
}

func packedIDs() []kg.Field {
	return []kg.Field{
		kg.Binary("metric", 3, 4000, false, kg.ByEntity), kg.Binary("sensor", 6, 70000, false, kg.ByEntity),
		kg.Binary("balance", 4, 50000, true, kg.Evenly), kg.RandomBytes("key", 12, 800, kg.ByEntity),
		kg.Typed("client", "packed ip", "\x00", 200, kg.ByEntity, kg.Value{Type: rowkey.IP, Accept: []rowkey.Type{rowkey.IntBE, rowkey.Bytes}}, func(w *kg.World) string {
			return "\x0a" + w.Bytes(3)
		}),
	}
}

func packedTimes() []kg.Field {
	return []kg.Field{
		kg.EpochBinary(rowkey.Microsecond, 8, 1<<63), kg.EpochBinary(rowkey.Second, 8, 0), kg.EpochBinary(rowkey.Millisecond, 6, 0),
		kg.ReversedBinary(rowkey.Second, 4), kg.EpochBinary(rowkey.Minute, 4, 0),
	}
}

func delimited(w *kg.World) []kg.Kind {
	sep := w.One(":", "_", "!", "::", "\t")
	fs := append(w.Choose(sep, 1+w.IntN(2), names()), w.Choose(sep, 1+w.IntN(2), append(numbers(), times()...))...)
	w.Shuffle(len(fs), func(i, j int) { fs[i], fs[j] = fs[j], fs[i] })
	return kg.One(kg.Joined(sep, fs...))
}

func levels(w *kg.World) []kg.Kind {
	outer, inner := w.One(":", "!"), w.One("_", "%")
	a, b := w.Choose(outer+inner, 2, names()[:4]), w.Choose(outer+inner, 2, append(numbers()[:6], times()...))
	parts := append(kg.Joined(inner, a...), kg.Lit(outer))
	return kg.One(append(parts, kg.Joined(inner, b...)...))
}

func packed(w *kg.World) []kg.Kind {
	fs := append(w.Choose("", 1+w.IntN(2), packedIDs()), w.Choose("", 1, packedTimes())...)
	if w.IntN(3) == 0 {
		fs = append(fs, kg.Binary("sequence", 2, 500, false, kg.Evenly))
	}
	return kg.One(kg.Joined("", fs...))
}

func bucketed(w *kg.World) []kg.Kind {
	of := w.Choose(":", 1, append(names()[:5], numbers()[2]))[0]
	salt := kg.Salt(w.One("crc32", "java", "fnv1a"), []int{4, 10, 64}[w.IntN(3)], w.One("%d", "%03d", "%02x"), of.Name)
	rest := kg.Joined(":", of, w.Choose(":", 1, append(times(), numbers()[0]))[0])
	return kg.One(append([]kg.Part{salt, kg.Lit(":")}, rest...))
}

func records(w *kg.World) []kg.Kind {
	sep := w.One(":", "_")
	customer := w.Choose(sep, 1, []kg.Field{kg.Decimal("customer", 300, 99000, kg.ByEntity), kg.UUID("customer", "hex", 300, kg.ByEntity)})[0]
	kinds := []kg.Kind{
		{Parts: kg.Joined(sep, kg.Constant("cust"), customer)},
		{Parts: kg.Joined(sep, kg.Constant("cust"), customer, kg.Constant("bill"), w.Choose(sep, 1, times())[0]), Weight: 2},
		{Parts: kg.Joined(sep, kg.Constant("town"), kg.Words("town", "town", towns(), kg.Evenly), kg.Decimal("house", 1, 300, kg.Skewed))},
		{Parts: kg.Joined(sep, kg.Constant("idx"), kg.Choice("verb", "verb", verbs(), 8, kg.Skewed), customer)},
	}
	return kinds[:2+w.IntN(3)]
}

func textAndBinary(w *kg.World) []kg.Kind {
	sep := w.One("\x00", "\x1f", ":")
	name := w.Choose(sep, 1, names())[0]
	tail := w.Choose("", 1, append(packedIDs()[:3], packedTimes()...))
	return kg.One(kg.Joined(sep, name, tail[0]))
}

func hosts(w *kg.World) []kg.Kind {
	host := kg.Typed("domain", "reversed domain", ".", 200, kg.ByEntity, kg.Value{Type: rowkey.Domain, Reversed: true}, func(w *kg.World) string {
		return w.One("com", "org", "net", "de", "io") + "." + w.One(animals()...) + w.One(towns()...) + w.One("", ".www", ".shop", ".cdn")
	})
	path := kg.Typed("path", "path of a page", "/-", 900, kg.Evenly, kg.Value{Type: rowkey.URL, Accept: []rowkey.Type{rowkey.Text}, Soft: "/-"}, func(w *kg.World) string {
		return w.One(verbs()...) + "/" + w.One(animals()...) + w.One("", "-"+w.One(towns()...)) + w.One(".html", "/")
	})
	if w.IntN(2) == 0 {
		return kg.One(kg.Joined("/", host, path))
	}
	return kg.One(kg.Joined("!", host, w.Choose("!", 1, append(times(), numbers()...))[0]))
}

func fingerprint(w *kg.World) []kg.Kind {
	of := w.Choose(":", 1, append(names()[:5], numbers()[0], numbers()[6]))[0]
	if w.IntN(3) == 0 {
		return kg.One([]kg.Part{kg.Digest("md5", 2, true, of.Name), kg.Of(of)})
	}
	parts := []kg.Part{kg.Digest(w.One("md5", "sha1"), []int{6, 8}[w.IntN(2)], false, of.Name), kg.Lit(":"), kg.Of(of)}
	if w.IntN(2) == 0 {
		parts = append(parts, kg.Lit(":"), kg.Of(w.Choose(":", 1, times())[0]))
	}
	return kg.One(parts)
}

func taggedBinary(w *kg.World) []kg.Kind {
	id, at := packedIDs()[w.IntN(2)], packedTimes()[w.IntN(4)]
	kinds := []kg.Kind{
		{Parts: kg.Joined("", kg.Constant("\x01"), id, at)},
		{Parts: kg.Joined("", kg.Constant("\x02"), kg.RandomBytes("key", 20, 1500, kg.Evenly))},
		{Parts: append(kg.Joined("", kg.Constant("\x03")), kg.Joined("\x00", names()[3], id)...)},
	}
	return kinds[:2+w.IntN(2)]
}

func columns(w *kg.World) []kg.Kind {
	state := kg.Typed("state", "three capitals", "", 7, kg.Skewed, kg.Value{Type: rowkey.Enum}, func(w *kg.World) string { return w.Letters(3, "ABCDEFGHIKLMNOPRSTUVW") })
	fs := []kg.Field{state, kg.Padded("account", 8, 700000, kg.ByEntity)}
	if w.IntN(2) == 0 {
		fs = append(fs, kg.Calendar(rowkey.Minute, "200601021504"))
	} else {
		fs = append(fs, kg.Choice("tag", "one capital", []string{"A", "B", "C", "D"}, 3, kg.Skewed), kg.Calendar(rowkey.Day, "060102"))
	}
	return kg.One(kg.Joined("", fs...))
}

func oneField(w *kg.World) []kg.Kind {
	from := []kg.Field{
		numbers()[4], numbers()[8], kg.UUID("id", "bytes", 4000, kg.Evenly), kg.Padded("ticket", 12, 60000000, kg.Counting),
		kg.Binary("number", 8, 1<<30, false, kg.Evenly), kg.Decimal("sku", 100000, 999999, kg.Evenly),
		kg.Made("login", "initial and syllables", "", 4000, kg.Evenly, func(w *kg.World) string { return w.Letters(1, "abcdefghij") + w.Syllables(2+w.IntN(3)) }),
		kg.Made("code", "code with hyphen", "-", 2000, kg.Evenly, func(w *kg.World) string {
			return w.Letters(2+w.IntN(2), "BCDFGHJKLM") + "-" + w.Letters(3+w.IntN(3), "0123456789")
		}),
	}
	return kg.One(kg.Joined("", from[w.IntN(len(from))]))
}

func optionalTail(w *kg.World) []kg.Kind {
	sep := w.One(":", "!", "_")
	head := kg.Joined(sep, w.Choose(sep, 2, append(names()[:5], numbers()...))...)
	return []kg.Kind{{Parts: head}, {Parts: append(head[:len(head):len(head)], kg.Lit(sep), kg.Of(w.Choose(sep, 1, times())[0]))}}
}

func pascal(w *kg.World) []kg.Kind {
	return kg.One(kg.Lengths(1, append(w.Choose("", 1+w.IntN(2), names()[:5]), packedTimes()[w.IntN(3)])...))
}

func opaque(w *kg.World) []kg.Kind {
	width := []int{10, 15, 24, 33}[w.IntN(4)]
	from := []kg.Field{
		kg.RandomBytes("id", width, 5000, kg.Evenly), kg.Base64("id", width, 5000, kg.Evenly),
		kg.RandomID("id", "base 32 id", "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", width, 5000, kg.Evenly),
		kg.Decimal("id", 1, 1<<40, kg.Evenly).Accepting(rowkey.Hash),
	}
	parts := kg.Joined("", from[w.IntN(len(from))])
	if w.IntN(3) == 0 {
		parts = append([]kg.Part{kg.Lit(w.One("k", "\x01", "v1:"))}, parts...)
	}
	return kg.One(parts)
}

func ordered(w *kg.World) []kg.Kind {
	return kg.One(kg.Struct(w.Choose("", 1, names()[:5])[0], kg.Ordered("version", 1<<20), names()[1]))
}

func documents(w *kg.World) []kg.Kind {
	doc := kg.Fresh(kg.Field{Name: "document", Encoding: "json object", Holds: `:,"_`}, func(w *kg.World) kg.Value {
		b, _ := json.Marshal(map[string]any{"town": w.One(towns()...), "n": w.IntN(5000)})
		return kg.Value{Text: string(b), Type: rowkey.JSON, Soft: `:,"{}`}
	})
	return kg.One(kg.Joined("!", w.Choose("!", 1, append(names()[:5], times()...))[0], doc))
}
