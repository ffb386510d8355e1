// Package third is a further part of the tuning part: the keys of published designs, written down in one go before inference was run on
// any of them.
package third

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

// Grammar returns the productions of the part.
func Grammar() *kg.Grammar {
	return &kg.Grammar{
		Name:    "third",
		Rows:    []int{90, 300, 800, 1500},
		Garbage: []float64{0, 0, 0, 0.03, 0.08},
		Clocks:  []kg.Clock{kg.Prompt, kg.Late, kg.Loaded, kg.Unwritten},
		Productions: []kg.Production{
			{Name: "rows of tables", Make: tableRows}, {Name: "hash and range", Make: hashAndRange}, {Name: "windowed store", Make: windowed},
			{Name: "index id", Make: indexed}, {Name: "traces", Make: traces}, {Name: "blocks", Make: blocks}, {Name: "outputs", Make: outputs},
			{Name: "balances", Make: balances}, {Name: "content ids", Make: contentIDs}, {Name: "timeline", Make: timeline},
			{Name: "channels", Make: channels}, {Name: "organizations", Make: organizations}, {Name: "cells", Make: cells},
			{Name: "trips", Make: trips}, {Name: "ticks", Make: ticks}, {Name: "vehicles", Make: vehicles}, {Name: "chunks", Make: chunks},
			{Name: "tiles", Make: tiles}, {Name: "variants", Make: variants}, {Name: "passive names", Make: passiveNames},
			{Name: "campaigns", Make: campaigns}, {Name: "features", Make: featureStore}, {Name: "accounts", Make: accounts},
			{Name: "inboxes", Make: inboxes}, {Name: "daily indexes", Make: dailyIndexes}, {Name: "posts of users", Make: posts},
			{Name: "edges by vertex", Make: edges}, {Name: "two numbers, a time, and an id", Make: numbersTimeID}, {Name: "readings", Make: readings},
			{Name: "sensors by area", Make: areas}, {Name: "parcels", Make: parcels}, {Name: "sessions newest first", Make: sessions},
			{Name: "versions", Make: versions}, {Name: "bucketed ids", Make: bucketedIDs}, {Name: "queues", Make: queues},
			{Name: "games", Make: games}, {Name: "phones", Make: phones}, {Name: "varchar and longs", Make: varcharLongs},
			{Name: "objects of buckets", Make: bucketObjects}, {Name: "plain", Make: plain}, {Name: "plain with time", Make: plainTime},
			{Name: "bytes between bytes", Make: bytesOnly},
		},
	}
}

const (
	digits   = "0123456789"
	lowerHex = "0123456789abcdef"
	capitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	base62   = digits + capitals + "abcdefghijklmnopqrstuvwxyz"
	anyByte  = "\x00#|:/,;_-.~!@$%^&*=+ "
)

func words(s string) []string { return strings.Fields(s) }

func towns() []string {
	return words("aachen berlin bonn bremen cologne dresden essen freiburg hamburg hanover jena kassel kiel leipzig mainz munich potsdam rostock stuttgart trier ulm weimar worms")
}

func goods() []string {
	return words("apple banana bread butter carrot cheese coffee flour garlic honey juice lemon milk onion pasta pepper potato rice salt sugar tea tomato yeast")
}

// tag is a constant at the start of the keys of a kind; one that is no text may be read as a number.
func tag(b string) kg.Part { return kg.Of(kg.Constant(b).Accepting(rowkey.IntBE, rowkey.Bytes)) }

// flipLong is a signed number of 8 bytes in order.
func flipLong(name string, n int, draw kg.Draw) kg.Field { return kg.Binary(name, 8, n, true, draw) }

func snowflake(name string) kg.Field {
	return kg.Time(name, "snowflake of 2015", "", rowkey.Millisecond, false, true, func(t time.Time) string {
		return strconv.FormatInt((t.UnixMilli()-1420070400000)<<22|int64(t.Nanosecond()&0x3fffff), 10)
	}).Accepting(rowkey.IntDecimal, rowkey.IntPadded)
}

// tableRows are rows and index entries of a SQL database on an ordered store.
func tableRows(w *kg.World) []kg.Kind {
	id := flipLong("table", 60, kg.Group)
	row := kg.Kind{Weight: 3, Parts: []kg.Part{kg.Lit("t"), kg.Of(id), kg.Lit("_r"), kg.Of(flipLong("row", 1<<20, kg.Counting))}}
	index := kg.Kind{Parts: []kg.Part{kg.Lit("t"), kg.Of(id), kg.Lit("_i"), kg.Of(flipLong("index", 5, kg.Skewed)), kg.Lit("\x03"), kg.Of(flipLong("value", 1<<30, kg.Evenly)), kg.Lit("\x03"), kg.Of(flipLong("row", 1<<20, kg.Evenly))}}
	if w.IntN(2) == 0 {
		return []kg.Kind{row}
	}
	return []kg.Kind{row, index}
}

// hashAndRange are two bytes of a hash, text that two zero bytes end, and a number behind its tag.
func hashAndRange(w *kg.World) []kg.Kind {
	word := kg.Made("user", "made-up word", "", 300, kg.ByEntity, func(w *kg.World) string { return w.Syllables(2 + w.IntN(3)) })
	return kg.One([]kg.Part{kg.Lit("G"), kg.Digest("md5", 2, true, "user"), kg.Lit("S"), kg.Of(word), kg.Lit("\x00\x00!I"), kg.Of(kg.Binary("value", 4, 1<<20, true, kg.Counting)), kg.Lit("!")})
}

// windowed is a key, the start of a window in milliseconds, and a number that is mostly zero.
func windowed(w *kg.World) []kg.Kind {
	key := w.Choose("", 1, []kg.Field{
		kg.UUID("key", "text", 300, kg.ByEntity), kg.RandomID("key", "id", base62, 12, 300, kg.ByEntity).Accepting(rowkey.Text),
		kg.Binary("key", 8, 1<<30, false, kg.ByEntity), kg.Binary("key", 4, 1<<20, false, kg.ByEntity),
	})[0]
	at := kg.EpochBinary(rowkey.Millisecond, 8, 0)
	if w.IntN(2) == 0 {
		at = kg.Time("at", "window of a minute", anyByte, rowkey.Millisecond, false, true, func(t time.Time) string { return kg.BE(uint64(t.Truncate(time.Minute).UnixMilli()), 8) })
	}
	return kg.One([]kg.Part{kg.Of(key), kg.Of(at), kg.Of(kg.Binary("sequence", 4, 2+w.IntN(3), false, kg.Skewed).Accepting(rowkey.Bytes))})
}

func indexed(w *kg.World) []kg.Kind {
	one := func(id byte, fs ...kg.Field) kg.Kind {
		return kg.Kind{Parts: append([]kg.Part{tag("\x00\x00\x01" + string(rune(id)))}, kg.Joined("", fs...)...), Weight: 1 + w.Float64()}
	}
	primary := one(2, kg.Binary("id", 8, 1<<24, false, kg.Counting))
	secondary := one(3, kg.Binary("customer", 4, 90000, true, kg.ByEntity), kg.Binary("id", 8, 1<<24, false, kg.Counting))
	return []kg.Kind{primary, secondary}[:1+w.IntN(2)]
}

// traces are a tag, the name of a service, microseconds, and the id of a trace.
func traces(w *kg.World) []kg.Kind {
	service := kg.Made("service", "service", "-", 30, kg.ByEntity, func(w *kg.World) string { return w.One(goods()...) + "-" + w.One("api", "worker", "web") })
	trace := kg.RandomBytes("trace", 16, 2000, kg.Evenly).Accepting(rowkey.UUID)
	return []kg.Kind{
		{Weight: 2, Parts: []kg.Part{tag("\x81"), kg.Of(service), kg.Of(kg.EpochBinary(rowkey.Microsecond, 8, 0)), kg.Of(trace)}},
		{Weight: 1, Parts: []kg.Part{tag("\x80"), kg.Of(trace), kg.Of(kg.EpochBinary(rowkey.Microsecond, 8, 0)), kg.Of(kg.RandomBytes("span", 8, 1<<20, kg.Evenly))}},
	}[w.IntN(2):]
}

// blocks are headers, bodies, and lookups of a chain.
func blocks(w *kg.World) []kg.Kind {
	hash := kg.RandomBytes("hash", 32, 5000, kg.Evenly)
	number := kg.Binary("number", 8, 19000000, false, kg.Counting)
	all := []kg.Kind{
		{Parts: []kg.Part{tag("e"), kg.Of(number), kg.Of(hash)}}, {Parts: []kg.Part{tag("q"), kg.Of(number), kg.Of(hash)}},
		{Parts: []kg.Part{tag("k"), kg.Of(hash)}}, {Parts: []kg.Part{tag("X"), kg.Of(hash)}},
	}
	return all[:1+w.IntN(4)]
}

// outputs are a letter, the id of a transaction, and the number of the output in one byte or two.
func outputs(w *kg.World) []kg.Kind {
	return kg.One([]kg.Part{tag("C"), kg.Of(kg.RandomBytes("transaction", 32, 900, kg.Evenly)), kg.Of(kg.Binary("output", 1+w.IntN(2), 90, false, kg.Skewed).Accepting(rowkey.Bytes))})
}

// balances are a tag, the length of an address and the address, and a denomination.
func balances(w *kg.World) []kg.Kind {
	address := kg.RandomBytes("address", 20, 400, kg.ByEntity)
	address.Fixed = false
	denom := kg.Choice("denomination", "denomination", words("uatom uosmo stake ujuno uakt aevmos inj"), 5, kg.Skewed)
	return kg.One([]kg.Part{tag("\x02"), {Field: &address, Length: 1}, kg.Of(denom)})
}

func contentIDs(w *kg.World) []kg.Kind {
	id := kg.Typed("block", "multihash in base 32", "", 2000, kg.Evenly, kg.Value{Type: rowkey.Hash, Accept: []rowkey.Type{rowkey.Text}}, func(w *kg.World) string {
		return base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString([]byte("\x12\x20" + w.Bytes(32)))
	})
	return kg.One(append([]kg.Part{kg.Lit(w.One("/blocks/", "blocks:", "/b/"))}, kg.Of(id)))
}

// timeline is the number of a user and what is left of a large number behind an id, newest first.
func timeline(w *kg.World) []kg.Kind {
	user := kg.Binary("user", 8, 1<<33, false, kg.ByEntity)
	return kg.One([]kg.Part{kg.Of(user), kg.Of(w.Choose("", 1, []kg.Field{kg.ReversedBinary(rowkey.Millisecond, 8), kg.ReversedBinary(rowkey.Second, 8), kg.ReversedBinary(rowkey.Nanosecond, 8)})[0])})
}

func channels(w *kg.World) []kg.Kind {
	sep := w.One(":", "#", "/", "_")
	channel := kg.Made("channel", "long id", "", 200, kg.ByEntity, func(w *kg.World) string { return "4" + w.Letters(17, digits) })
	channel = asInt(channel)
	return kg.One(kg.Joined(sep, channel, kg.Decimal("bucket", 100, 320, kg.Skewed), snowflake("message")))
}

func asInt(f kg.Field) kg.Field {
	f = f.Accepting(rowkey.IntDecimal, rowkey.IntPadded, rowkey.Hash)
	f.Fixed = true
	return f
}

// organizations are 15 letters and digits of a tenant, three of a kind of object, and 12 of the object.
func organizations(w *kg.World) []kg.Kind {
	org := kg.Typed("tenant", "tenant of 15", "", 20, kg.Group, kg.Value{Type: rowkey.Hash, Accept: []rowkey.Type{rowkey.Text, rowkey.Enum}}, func(w *kg.World) string { return "00D" + w.Letters(12, base62) })
	kind := kg.Choice("object", "object of 3", words("001 003 005 006 00Q 500 701"), 5, kg.Skewed).Accepting(rowkey.IntPadded, rowkey.Hex, rowkey.Hash)
	id := kg.RandomID("record", "record", base62, 12, 3000, kg.Evenly)
	return kg.One(kg.Joined(w.One("", "", "#"), org, kind, id))
}

// cells is the id of a cell of the globe in 8 bytes, and seconds.
func cells(w *kg.World) []kg.Kind {
	cell := kg.Typed("cell", "cell of the globe", anyByte, 4000, kg.Evenly, kg.Value{Type: rowkey.IntBE, Accept: []rowkey.Type{rowkey.Bytes, rowkey.Hash}}, func(w *kg.World) string {
		return kg.BE(0x47a8<<48|uint64(w.IntN(1<<34))<<14|1<<13, 8)
	})
	return kg.One([]kg.Part{kg.Of(cell), kg.Of(kg.EpochBinary(rowkey.Second, []int{4, 8}[w.IntN(2)], 0))})
}

func trips(w *kg.World) []kg.Kind {
	sep := w.One("/", ":", "|", "#")
	return kg.One(kg.Joined(sep, kg.Choice("agency", "agency", words("bvg mvg hvv vbb rmv vrr kvb swm"), 5, kg.Skewed), kg.Made("line", "line", "", 60, kg.Group, func(w *kg.World) string { return w.One("M", "U", "S", "X") + strconv.Itoa(1+w.IntN(90)) }),
		kg.Calendar(rowkey.Day, w.One("20060102", "2006-01-02")), kg.Decimal("trip", 1, 9000, kg.Evenly)))
}

func ticks(w *kg.World) []kg.Kind {
	sep := w.One("|", "#", ".", ":")
	symbol := kg.Made("symbol", "symbol", "", 80, kg.ByEntity, func(w *kg.World) string { return w.Letters(1+w.IntN(4), capitals) })
	at := kg.Epoch(rowkey.Nanosecond, 0)
	if w.IntN(2) == 0 {
		at = kg.Calendar(rowkey.Millisecond, "20060102150405.000")
		sep = w.One("|", "#", ":")
	}
	return kg.One(kg.Joined(sep, kg.Choice("venue", "venue", words("XETR XNYS XNAS XLON XPAR XAMS"), 4, kg.Skewed), symbol, at, kg.Padded("sequence", 6, 90000, kg.Evenly)))
}

func vehicles(w *kg.World) []kg.Kind {
	vin := kg.Typed("vehicle", "number of a vehicle", "", 200, kg.ByEntity, kg.Value{Type: rowkey.Text, Accept: []rowkey.Type{rowkey.Hash}}, func(w *kg.World) string {
		return w.One("WVWZZZ1K", "WBA3A5C5", "1HGCM826", "JTDKN3DU") + w.Letters(1, "0123456789X") + w.Letters(1, "ABCDEFGHJK") + w.Letters(1, capitals[:16]) + w.Letters(6, digits)
	})
	vin.Fixed = true
	sep := w.One("", "#", "-", "_")
	return kg.One(kg.Joined(sep, vin, w.Choose(sep, 1, []kg.Field{kg.Reversed(rowkey.Millisecond, 9999999999999), kg.Epoch(rowkey.Millisecond, 0), kg.Reversed(rowkey.Millisecond, math.MaxInt64)})[0]))
}

// chunks are two little-endian numbers and a tag.
func chunks(w *kg.World) []kg.Kind {
	le := func(name string) kg.Field {
		f := kg.Typed(name, "little-endian with sign", anyByte, 300, kg.Evenly, kg.Value{Type: rowkey.IntBE, Accept: []rowkey.Type{rowkey.Bytes}}, func(w *kg.World) string {
			v := int32(w.IntN(400) - 200)
			return string([]byte{byte(v), byte(v >> 8), byte(v >> 16), byte(v >> 24)})
		})
		f.Fixed = true
		return f
	}
	return kg.One([]kg.Part{kg.Of(le("x")), kg.Of(le("z")), kg.Of(kg.Binary("tag", 1, 20, false, kg.Skewed).Accepting(rowkey.Bytes, rowkey.Enum))})
}

func tiles(w *kg.World) []kg.Kind {
	sep := w.One("/", "-", "_", ":")
	return kg.One(kg.Joined(sep, kg.Choice("style", "style", words("streets satellite terrain night"), 3, kg.Skewed), kg.Decimal("zoom", 3, 17, kg.Evenly), kg.Decimal("x", 0, 130000, kg.Evenly), kg.Decimal("y", 0, 90000, kg.Evenly)))
}

func variants(w *kg.World) []kg.Kind {
	sep := w.One(":", "-", "_", "|")
	chr := kg.Made("chromosome", "chromosome", "", 24, kg.Skewed, func(w *kg.World) string {
		return w.One("chr", "") + w.One("1", "2", "3", "7", "11", "17", "22", "X", "Y")
	})
	base := func(name string) kg.Field { return kg.Choice(name, "base", words("A C G T"), 4, kg.Evenly) }
	return kg.One(kg.Joined(sep, chr, w.Choose(sep, 1, []kg.Field{kg.Padded("position", 9, 240000000, kg.Evenly), kg.Decimal("position", 10000, 240000000, kg.Evenly)})[0], base("reference"), base("alternate")))
}

func passiveNames(w *kg.World) []kg.Kind {
	sep := w.One("/", "|", "#")
	name := kg.Typed("name", "name backwards", ".", 400, kg.ByEntity, kg.Value{Type: rowkey.Domain}, func(w *kg.World) string {
		return w.One("com", "net", "org", "io") + "." + w.Syllables(2+w.IntN(2)) + w.One("", ".www", ".mail", ".ns1")
	})
	return kg.One(kg.Joined(sep, name, kg.Choice("record", "record", words("A AAAA MX NS TXT CNAME"), 5, kg.Skewed), kg.Reversed(rowkey.Second, 9999999999)))
}

func campaigns(w *kg.World) []kg.Kind {
	sep := w.One("^", "~", "|", ";")
	return kg.One(kg.Joined(sep, kg.Decimal("advertiser", 1, 5000, kg.Group), kg.Decimal("campaign", 1000, 90000, kg.ByEntity), kg.Calendar(rowkey.Hour, "2006010215"), kg.Choice("device", "device", words("phone tablet desktop tv"), 4, kg.Skewed)))
}

func featureStore(w *kg.World) []kg.Kind {
	sep := w.One(":", "#", "|")
	id := w.Choose(sep, 1, []kg.Field{kg.Decimal("id", 1, 9000000, kg.Evenly), kg.UUID("id", "text", 3000, kg.Evenly), kg.Padded("id", 10, 9000000, kg.Evenly)})[0]
	one := func(entity, feature string) kg.Kind {
		return kg.Kind{Parts: kg.Joined(sep, kg.Constant(entity), id, kg.Constant(feature)), Weight: 0.5 + w.Float64()}
	}
	return []kg.Kind{one("customer", "rfm_v1"), one("customer", "churn_v3"), one("merchant", "risk_v2")}[:1+w.IntN(3)]
}

func accounts(w *kg.World) []kg.Kind {
	sep := w.One("#", "/", "|", "")
	iban := kg.Typed("account", "account number", "", 300, kg.ByEntity, kg.Value{Type: rowkey.Text, Accept: []rowkey.Type{rowkey.Hash}}, func(w *kg.World) string { return "DE" + w.Letters(20, digits) })
	iban.Fixed = true
	return kg.One(kg.Joined(sep, iban, kg.Calendar(rowkey.Day, "20060102"), kg.Padded("booking", 6, 3000, kg.Evenly)))
}

func inboxes(w *kg.World) []kg.Kind {
	sep := w.One("#", "|", "/", " ")
	mail := kg.Typed("owner", "mail address", "@.-_", 200, kg.ByEntity, kg.Value{Type: rowkey.Email}, func(w *kg.World) string {
		return w.Syllables(2) + w.One(".", "-", "_", "") + w.Syllables(2) + "@" + w.Syllables(2) + w.One(".com", ".org", ".co.uk")
	})
	return kg.One(kg.Joined(sep, mail, kg.Choice("folder", "folder", words("inbox sent spam trash drafts archive"), 5, kg.Skewed), kg.Reversed(rowkey.Millisecond, math.MaxInt64)))
}

func dailyIndexes(w *kg.World) []kg.Kind {
	sep := w.One("/", "#", ":")
	index := kg.Made("index", "index", "-", 6, kg.Group, func(w *kg.World) string { return w.One("logs", "metrics", "audit") + "-" + w.One(towns()...) })
	return kg.One(kg.Joined(sep, index, kg.Calendar(rowkey.Day, "2006.01.02"), kg.Base64("document", 15, 4000, kg.Evenly)))
}

func posts(w *kg.World) []kg.Kind {
	sep := w.One(":", "/", "#", "|")
	id := kg.Decimal("user", 1, 4000000, kg.ByEntity)
	kinds := []kg.Kind{
		{Parts: kg.Joined(sep, kg.Constant("u"), id, kg.Constant("post"), kg.Epoch(rowkey.Millisecond, 0)), Weight: 3},
		{Parts: kg.Joined(sep, kg.Constant("u"), id, kg.Constant("profile"))},
		{Parts: kg.Joined(sep, kg.Constant("u"), id, kg.Constant("follows"), id2("friend")), Weight: 2},
	}
	return kinds[:1+w.IntN(3)]
}

func id2(name string) kg.Field { return kg.Decimal(name, 1, 4000000, kg.Evenly) }

func edges(w *kg.World) []kg.Kind {
	vertex := func(name string) kg.Field {
		return kg.Fresh(kg.Field{Name: name, Encoding: "vertex id", Fixed: true, Holds: anyByte}, func(w *kg.World) kg.Value {
			return kg.Value{Text: kg.BE(uint64(w.IntN(32))<<59|uint64(w.IntN(5000))<<3, 8), Type: rowkey.IntBE, Accept: []rowkey.Type{rowkey.Bytes, rowkey.Hash}}
		})
	}
	return kg.One(kg.Joined("", vertex("from"), kg.Binary("label", 2, 12, false, kg.Skewed), vertex("to")))
}

// numbersTimeID is what no time must be found in but the one.
func numbersTimeID(w *kg.World) []kg.Kind {
	at := w.Choose("", 1, []kg.Field{kg.ReversedBinary(rowkey.Millisecond, 8), kg.EpochBinary(rowkey.Millisecond, 8, 0), kg.ReversedBinary(rowkey.Second, 4)})[0]
	return kg.One(kg.Joined("", kg.Binary("shop", 2, 300, false, kg.Group), kg.Binary("till", 4, 9000, false, kg.ByEntity), at, kg.RandomBytes("nonce", []int{4, 6, 8, 16}[w.IntN(4)], 1<<20, kg.Evenly)))
}

func readings(w *kg.World) []kg.Kind {
	sep := w.One("#", "/", ":", "_", "-")
	meter := kg.Made("meter", "meter", "", 150, kg.ByEntity, func(w *kg.World) string { return w.One("m", "MTR", "meter") + w.Letters(5, digits) })
	return kg.One(kg.Joined(sep, meter, w.Choose(sep, 1, []kg.Field{kg.Epoch(rowkey.Second, 0), kg.Calendar(rowkey.Minute, "200601021504"), kg.Calendar(rowkey.Hour, "2006010215"), kg.Reversed(rowkey.Second, math.MaxInt32)})[0]))
}

func areas(w *kg.World) []kg.Kind {
	hash := kg.Typed("area", "geohash of 6", "", 300, kg.ByEntity, kg.Value{Type: rowkey.Geohash, Accept: []rowkey.Type{rowkey.Text, rowkey.Hash}}, func(w *kg.World) string {
		return "u33" + w.Letters(3, "0123456789bcdefghjkmnpqrstuvwxyz")
	})
	sep := w.One("#", "/", "|")
	return kg.One(kg.Joined(sep, hash, kg.Choice("quantity", "quantity", words("pm10 pm25 no2 o3 temp hum"), 5, kg.Evenly), kg.Calendar(rowkey.Second, "2006-01-02T15:04:05Z")))
}

func parcels(w *kg.World) []kg.Kind {
	sep := w.One("#", "|", ":", "_")
	number := kg.Made("parcel", "number of a parcel", "", 2000, kg.Evenly, func(w *kg.World) string {
		return w.One("1Z", "JD", "RR") + w.Letters(9, digits) + w.One("DE", "US", "CN")
	})
	return kg.One(kg.Joined(sep, number, kg.Padded("step", 2, 14, kg.Skewed), kg.Choice("state", "state", words("CREATED PICKED HUB OUT DELIVERED RETURNED"), 5, kg.Skewed)))
}

func sessions(w *kg.World) []kg.Kind {
	sep := w.One("#", ":", "~")
	return kg.One(kg.Joined(sep, kg.UUID("user", w.One("text", "hex"), 200, kg.ByEntity), kg.Reversed(rowkey.Millisecond, 9999999999999), kg.RandomID("session", "session", lowerHex, 8, 4000, kg.Evenly)))
}

func versions(w *kg.World) []kg.Kind {
	sep := w.One("@", "#", "/", ":")
	pkg := kg.Made("package", "package", "-", 200, kg.ByEntity, func(w *kg.World) string { return w.One(goods()...) + w.One("", "-"+w.One(goods()...)) })
	version := kg.Made("version", "version", ".", 3000, kg.Evenly, func(w *kg.World) string { return fmt.Sprintf("%d.%d.%d", w.IntN(9), w.IntN(30), w.IntN(20)) })
	return kg.One(kg.Joined(sep, pkg, version))
}

func bucketedIDs(w *kg.World) []kg.Kind {
	sep := w.One("-", "_", "#", "|", "/")
	of := w.Choose(sep, 1, []kg.Field{kg.UUID("id", "text", 900, kg.ByEntity), kg.Decimal("id", 1, 9000000, kg.ByEntity), kg.Made("id", "word", "", 900, kg.ByEntity, func(w *kg.World) string { return w.Syllables(3) })})[0]
	return kg.One(append([]kg.Part{kg.Salt("seeded", []int{8, 16, 32, 100}[w.IntN(4)], w.One("%02d", "%d", "%02x", "%03d"), "id"), kg.Lit(sep)}, kg.Joined(sep, of, kg.Calendar(rowkey.Second, "20060102150405"))...))
}

func queues(w *kg.World) []kg.Kind {
	name := kg.Choice("queue", "queue", words("mail push sms billing export import resize"), 5, kg.Skewed)
	at := kg.EpochBinary(rowkey.Millisecond, 8, 0)
	return kg.One([]kg.Part{kg.Of(name), kg.Lit(w.One("\x00", "/", ":")), kg.Of(kg.Binary("priority", 1, 9, false, kg.Skewed).Accepting(rowkey.Bytes)), kg.Of(at), kg.Of(kg.UUID("task", "bytes", 4000, kg.Evenly))})
}

func games(w *kg.World) []kg.Kind {
	sep := w.One("#", ":", "/", "|")
	score := kg.Fresh(kg.Field{Name: "score", Encoding: "score", Fixed: true}, func(w *kg.World) kg.Value {
		return kg.Value{Text: fmt.Sprintf("%08d", int(w.Float64()*w.Float64()*9000000)), Type: rowkey.IntPadded}
	})
	return kg.One(kg.Joined(sep, kg.Choice("game", "game", words("chess go poker bridge ludo"), 4, kg.Skewed), kg.Calendar(rowkey.Week, w.One("2006-01-02", "20060102")), score, kg.Made("player", "player", "", 900, kg.Evenly, func(w *kg.World) string { return w.Syllables(2) + strconv.Itoa(w.IntN(99)) })))
}

func phones(w *kg.World) []kg.Kind {
	sep := w.One("#", ":", "|")
	imei := kg.Made("phone", "15 digits", "", 300, kg.ByEntity, func(w *kg.World) string { return "35" + w.Letters(13, digits) })
	return kg.One(kg.Joined(sep, kg.Constant("phone"), asInt(imei), w.Choose(sep, 1, []kg.Field{kg.Calendar(rowkey.Day, "20060102"), kg.Calendar(rowkey.Second, "20060102T150405"), kg.Epoch(rowkey.Microsecond, 0)})[0]))
}

func varcharLongs(w *kg.World) []kg.Kind {
	host := kg.Made("host", "host", "-.", 60, kg.ByEntity, func(w *kg.World) string { return w.One(towns()...) + "-" + strconv.Itoa(1+w.IntN(20)) })
	at := w.Choose("", 1, []kg.Field{kg.EpochBinary(rowkey.Millisecond, 8, 1<<63), kg.Time("at", "milliseconds with all bits flipped", anyByte, rowkey.Millisecond, true, true, func(t time.Time) string {
		return kg.BE(^(uint64(t.UnixMilli()) ^ 1<<63), 8)
	})})[0]
	parts := []kg.Part{kg.Of(host), kg.Lit("\x00"), kg.Of(at)}
	if w.IntN(2) == 0 {
		parts = append([]kg.Part{kg.Salt("seeded", 16, "", "host")}, parts...)
	}
	if w.IntN(2) == 0 {
		parts = append(parts, kg.Of(kg.Binary("line", 4, 90000, true, kg.Evenly)))
	}
	return kg.One(parts)
}

func bucketObjects(w *kg.World) []kg.Kind {
	bucket := kg.Made("bucket", "bucket", "-.", 12, kg.Group, func(w *kg.World) string { return w.One(goods()...) + "-" + w.One("prod", "test", "backup") })
	name := kg.Made("object", "object", "/._-", 3000, kg.Evenly, func(w *kg.World) string {
		return w.One("photos", "invoices", "raw") + "/" + strconv.Itoa(2015+w.IntN(9)) + "/" + w.Syllables(3) + w.One(".jpg", ".pdf", ".csv")
	})
	return kg.One([]kg.Part{kg.Of(bucket), kg.Lit(w.One("\x00", "#", "|", ":")), kg.Of(name)})
}

// plain is what everybody writes: a few words and numbers between delimiters.
func plain(w *kg.World) []kg.Kind {
	sep := w.One("#", ":", "/", "|", "_", "-")
	fs := []kg.Field{
		kg.Words("town", "town", towns(), kg.ByEntity), kg.Choice("good", "good", goods(), 6, kg.Skewed), kg.Decimal("number", 1, 90000, kg.Evenly),
		kg.Padded("shop", 4, 700, kg.ByEntity), kg.Made("order", "order", "", 5000, kg.Evenly, func(w *kg.World) string { return "O" + w.Letters(7, digits) }),
		kg.Words("day", "weekday", words("mon tue wed thu fri sat sun"), kg.Evenly),
	}
	return kg.One(kg.Joined(sep, w.Choose(sep, 2+w.IntN(3), fs)...))
}

func plainTime(w *kg.World) []kg.Kind {
	sep := w.One("#", ":", "/", "|", "_")
	fs := []kg.Field{
		kg.Words("town", "town", towns(), kg.ByEntity), kg.Choice("good", "good", goods(), 6, kg.Skewed), kg.Padded("shop", 4, 700, kg.ByEntity), kg.Decimal("till", 1, 40, kg.Skewed),
	}
	at := w.Choose(sep, 1, []kg.Field{kg.Calendar(rowkey.Second, "20060102150405"), kg.Calendar(rowkey.Day, "2006-01-02"), kg.Epoch(rowkey.Second, 0), kg.Epoch(rowkey.Millisecond, 0), kg.Reversed(rowkey.Millisecond, math.MaxInt64)})[0]
	return kg.One(kg.Joined(sep, append(w.Choose(sep, 1+w.IntN(2), fs), at)...))
}

// bytesOnly are digests and numbers side by side.
func bytesOnly(w *kg.World) []kg.Kind {
	fs := []kg.Field{
		kg.RandomBytes("digest", 20, 400, kg.ByEntity), kg.RandomBytes("key", 16, 400, kg.ByEntity).Accepting(rowkey.UUID), kg.Binary("count", 4, 1<<20, false, kg.Counting), kg.Binary("length", 2, 1500, false, kg.Evenly),
		kg.Binary("user", 8, 1<<40, false, kg.ByEntity), kg.EpochBinary(rowkey.Second, 4, 0), kg.EpochBinary(rowkey.Millisecond, 8, 0), kg.Binary("kind", 1, 6, false, kg.Skewed).Accepting(rowkey.Bytes),
	}
	return kg.One(kg.Joined("", w.Choose("", 2+w.IntN(2), fs)...))
}
