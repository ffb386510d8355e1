package tuning

import (
	"encoding/hex"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	kg "tabletop/internal/keygrammar"
	"tabletop/model/rowkey"
)

// The systems productions are keys as open systems and trades write them.

// systems returns their productions.
func systems() []kg.Production {
	return []kg.Production{
		{Name: "time series", Make: timeSeries}, {Name: "spatial index", Make: spatialIndex}, {Name: "tuples", Make: tuples}, {Name: "composite", Make: composite},
		{Name: "options", Make: options}, {Name: "spans", Make: spans}, {Name: "flights", Make: flights}, {Name: "devices", Make: devices},
		{Name: "partitions", Make: partitions}, {Name: "scores", Make: scores}, {Name: "chain", Make: chain}, {Name: "tenants", Make: tenants},
		{Name: "graph", Make: graph}, {Name: "logs", Make: logs}, {Name: "prefixed ids", Make: prefixedIDs}, {Name: "varints", Make: varints},
		{Name: "weeks", Make: weeks}, {Name: "floats", Make: floatKeys}, {Name: "pages", Make: pages}, {Name: "quoted", Make: quoted},
	}
}

// timeSeries is a metric, the hour, and pairs of tags, of three bytes each; with a salt byte or without.
func timeSeries(w *kg.World) []kg.Kind {
	hour := kg.Time("at", "base time", "\x00", rowkey.Second, false, true, func(t time.Time) string { return kg.BE(uint64(t.Truncate(time.Hour).Unix()), 4) })
	fs := []kg.Field{kg.Binary("metric", 3, 3000, false, kg.Group), hour}
	for i := range 1 + w.IntN(2) {
		fs = append(fs, kg.Binary(fmt.Sprint("tag", i), 3, 8, false, kg.Skewed), kg.Binary(fmt.Sprint("value", i), 3, 2000, false, kg.ByEntity))
	}
	return kg.One(kg.Joined("", fs...))
}

func spatialIndex(w *kg.World) []kg.Kind {
	week := kg.Time("week", "week since 1970", "\x00", rowkey.Week, false, true, func(t time.Time) string { return kg.BE(uint64(t.Unix()/86400/7), 2) }).Accepting(rowkey.IntBE)
	shard := kg.Binary("shard", 1, 4, false, kg.Evenly).Accepting(rowkey.Salt, rowkey.Bytes)
	return kg.One(kg.Joined("", shard, week, kg.RandomBytes("cell", 8, 1<<20, kg.Evenly), kg.UUID("feature", "text", 5000, kg.Evenly)))
}

// tuples are those of FoundationDB: a code before each element, a zero byte behind text.
func tuples(w *kg.World) []kg.Kind {
	integer := func(name string, n int) kg.Field {
		return kg.Fresh(kg.Field{Name: name, Encoding: "tuple integer", Holds: "\x00"}, func(w *kg.World) kg.Value {
			v := uint64(w.Float64() * w.Float64() * float64(n))
			b := strings.TrimLeft(kg.BE(v, 8), "\x00")
			return kg.Value{Text: string(rune(0x14+len(b))) + b, Type: rowkey.OrderedCode, Accept: []rowkey.Type{rowkey.Bytes}, Soft: ""}
		})
	}
	parts := []kg.Part{kg.Lit("\x02"), kg.Of(names()[3+w.IntN(5)]), kg.Lit("\x00"), kg.Of(integer("number", 1<<(8+w.IntN(24))))}
	if w.IntN(2) == 0 {
		parts = append(parts, kg.Lit("\x02"), kg.Of(names()[8]), kg.Lit("\x00"))
	}
	return kg.One(parts)
}

// composite is a length of two bytes, the value, and a zero byte, as Cassandra writes composite columns.
func composite(w *kg.World) []kg.Kind {
	name, n := names()[3+w.IntN(6)], kg.Binary("number", 4, 90000, false, kg.ByEntity)
	return kg.One([]kg.Part{{Field: &name, Length: 2}, kg.Lit("\x00\x00\x04"), kg.Of(n), kg.Lit("\x00\x00\x08"), kg.Of(clocks()[3+w.IntN(2)]), kg.Lit("\x00")})
}

// options are contracts by symbol, expiry, side, and strike.
func options(w *kg.World) []kg.Kind {
	symbol := kg.Made("symbol", "symbol filled with spaces", " ", 40, kg.ByEntity, func(w *kg.World) string { return fmt.Sprintf("%-6s", w.Letters(2+w.IntN(3), capitals)) })
	symbol.Fixed = true
	return kg.One(kg.Joined("", symbol, kg.Calendar(rowkey.Day, "060102"), kg.Choice("side", "side", []string{"C", "P"}, 2, kg.Evenly), kg.Padded("strike", 8, 900000, kg.Evenly)))
}

func spans(w *kg.World) []kg.Kind {
	sep := w.One(":", "-", "/", "")
	return kg.One(kg.Joined(sep, kg.RandomID("trace", "trace", "0123456789abcdef", 32, 300, kg.ByEntity).Accepting(rowkey.UUID), kg.RandomID("span", "span", "0123456789abcdef", 16, 9000, kg.Evenly)))
}

func flights(w *kg.World) []kg.Kind {
	sep := w.One("#", "/", "-", "_")
	port := func(name string) kg.Field {
		return kg.Made(name, "airport", "", 30, kg.Evenly, func(w *kg.World) string { return w.One("E", "L", "K") + w.Letters(3, capitals) })
	}
	flight := kg.Made("flight", "flight number", "", 200, kg.ByEntity, func(w *kg.World) string { return w.One("LH", "BA", "AF", "KL", "U2") + strconv.Itoa(10+w.IntN(4000)) })
	return kg.One(kg.Joined(sep, flight, w.Choose(sep, 1, []kg.Field{kg.Calendar(rowkey.Day, "2006-01-02"), kg.Calendar(rowkey.Day, "20060102"), kg.Calendar(rowkey.Day, "02Jan06")})[0], port("from"), port("to")))
}

func devices(w *kg.World) []kg.Kind {
	sep := w.One("#", "/", "|", "@")
	mac := kg.Typed("device", "hardware address", ":", 300, kg.ByEntity, kg.Value{Type: rowkey.Text, Accept: []rowkey.Type{rowkey.Hash}, Soft: ":"}, func(w *kg.World) string {
		h := "00:1b:" + hex.EncodeToString([]byte(w.Bytes(4)))
		return h[:8] + ":" + h[8:10] + ":" + h[10:12] + ":" + h[12:14]
	})
	rack := kg.Made("rack", "place of a rack", "-", 90, kg.Group, func(w *kg.World) string { return fmt.Sprintf("DC%d-R%02d-U%02d", 1+w.IntN(3), w.IntN(20), w.IntN(42)) })
	serial := kg.Made("serial", "serial number", "", 300, kg.ByEntity, func(w *kg.World) string { return "SN" + w.Letters(8, "0123456789") })
	return kg.One(kg.Joined(sep, append(w.Choose(sep, 1+w.IntN(2), []kg.Field{mac, rack, serial}), w.Choose(sep, 1, moments())...)...))
}

func partitions(w *kg.World) []kg.Kind {
	sep := w.One("/", ":", "-", "|")
	topic := kg.Made("topic", "topic", "._", 12, kg.Skewed, func(w *kg.World) string {
		return w.One(things()...) + w.One(".", "_") + w.One("events", "changes", "v1")
	})
	return kg.One(kg.Joined(sep, topic, kg.Decimal("partition", 0, 23, kg.Evenly), kg.Padded("offset", 20, 1<<34, kg.Counting)))
}

func scores(w *kg.World) []kg.Kind {
	sep := w.One("#", ":")
	score := kg.Fresh(kg.Field{Name: "score", Encoding: "score backwards", Fixed: true}, func(w *kg.World) kg.Value {
		return kg.Value{Text: fmt.Sprintf("%010d", 9999999999-int(w.Float64()*w.Float64()*500000)), Type: rowkey.IntPadded, Accept: []rowkey.Type{rowkey.IntDecimal}}
	})
	return kg.One(kg.Joined(sep, kg.Made("board", "season", "-", 6, kg.Skewed, func(w *kg.World) string { return "season-" + strconv.Itoa(1+w.IntN(9)) }), score, kg.Words("player", "player", users(), kg.Evenly)))
}

// chain is blocks and transactions of a chain, the newest first.
func chain(w *kg.World) []kg.Kind {
	height := kg.Fresh(kg.Field{Name: "height", Encoding: "height backwards", Fixed: true}, func(w *kg.World) kg.Value {
		return kg.Value{Text: fmt.Sprintf("%08d", 99999999-w.IntN(17000000)), Type: rowkey.IntPadded, Accept: []rowkey.Type{rowkey.IntDecimal}}
	})
	address := kg.RandomID("address", "address of 40 digits", "0123456789abcdef", 40, 400, kg.ByEntity)
	return []kg.Kind{
		{Parts: kg.Joined(":", kg.Constant("B"), height)},
		{Parts: append(kg.Joined(":", kg.Constant("T"), height), kg.Lit(":0x"), kg.Of(kg.RandomID("hash", "hash of 64 digits", "0123456789abcdef", 64, 5000, kg.Evenly))), Weight: 3},
		{Parts: append([]kg.Part{kg.Of(kg.Constant("A")), kg.Lit(":0x"), kg.Of(address)}, kg.Lit(":"), kg.Of(height)), Weight: 2},
	}[:2+w.IntN(2)]
}

// tenants is a tenant ended by a zero byte, a time whose bits are inverted, and an id.
func tenants(w *kg.World) []kg.Kind {
	newest := kg.Time("at", "inverted flipped milliseconds", "\x00", rowkey.Millisecond, true, true, func(t time.Time) string { return kg.BE(^(uint64(t.UnixMilli()) ^ 1<<63), 8) })
	return kg.One(append(kg.Joined("\x00", kg.Choice("tenant", "tenant", things(), 9, kg.Skewed), newest), kg.Of(w.Choose("", 1, numbers()[5:8])[0])))
}

// graph is a vertex or an edge: an id, a type of relation, another id.
func graph(w *kg.World) []kg.Kind {
	id := func(name string) kg.Field { return kg.Binary(name, 8, 1<<20, false, kg.Evenly) }
	return []kg.Kind{
		{Parts: kg.Joined("", id("vertex"), kg.Constant("\x01"), kg.Binary("relation", 2, 30, false, kg.Skewed), id("other")), Weight: 3},
		{Parts: kg.Joined("", id("vertex"), kg.Constant("\x00"))},
	}[:1+w.IntN(2)]
}

func logs(w *kg.World) []kg.Kind {
	sep := w.One("/", "|", "#", " ")
	return kg.One(kg.Joined(sep, kg.Made("host", "host of a region", "-.", 60, kg.ByEntity, func(w *kg.World) string {
		return w.One("web", "api", "db") + "-" + strconv.Itoa(1+w.IntN(30)) + "." + w.One("eu", "us") + "." + w.One("example.com", "corp.net")
	}).Accepting(rowkey.Domain), kg.Choice("level", "level", words("DEBUG INFO WARN ERROR FATAL"), 4, kg.Skewed), w.Choose(sep, 1, []kg.Field{moments()[6], moments()[9], fields{}.times()[5], moments()[0]})[0]))
}

// prefixedIDs have a constant word before each id.
func prefixedIDs(w *kg.World) []kg.Kind {
	sep := w.One(":", "/", "#", "|", ".")
	var parts []kg.Part
	for i, name := range words("adv cmp usr ord")[:2+w.IntN(3)] {
		if i > 0 {
			parts = append(parts, kg.Lit(sep))
		}
		id := w.Choose(sep, 1, []kg.Field{codes()[0], codes()[6], codes()[8], codes()[1], codes()[4]})[0]
		parts = append(parts, kg.Lit(name+"_"), kg.Of(id))
	}
	return kg.One(parts)
}

// varints are numbers of seven bits a byte, the least first, before fixed fields.
func varints(w *kg.World) []kg.Kind {
	f := kg.Fresh(kg.Field{Name: "number", Encoding: "varint", Holds: "\x00"}, func(w *kg.World) kg.Value {
		v := uint64(w.Float64() * w.Float64() * 70000)
		var b []byte
		for ; v >= 0x80; v >>= 7 {
			b = append(b, byte(v)|0x80)
		}
		return kg.Value{Text: string(append(b, byte(v))), Type: rowkey.Bytes, Accept: []rowkey.Type{rowkey.IntBE, rowkey.OrderedCode}}
	})
	return kg.One(append([]kg.Part{kg.Lit("m"), kg.Of(f)}, kg.Of(w.Choose("", 1, append(numbers()[11:], clocks()...))[0])))
}

func weeks(w *kg.World) []kg.Kind {
	sep := w.One("#", "/", "|", "_")
	week := kg.Time("at", "week of the year", "-", rowkey.Week, false, true, func(t time.Time) string {
		y, n := t.ISOWeek()
		return fmt.Sprintf("%04d-W%02d", y, n)
	})
	half := kg.Time("at", "twelve hours", " :", rowkey.Minute, false, true, func(t time.Time) string { return t.Format("2006-01-02 03:04PM") }).Accepting(rowkey.Text)
	return kg.One(kg.Joined(sep, names()[3+w.IntN(6)], w.Choose(sep, 1, []kg.Field{week, week, half})[0]))
}

// floatKeys are floats in the order of their values, of 8 or 4 bytes, beside ids.
func floatKeys(w *kg.World) []kg.Kind {
	at := kg.Fresh(kg.Field{Name: "value", Encoding: "float of full precision", Fixed: true, Holds: "\x00"}, func(w *kg.World) kg.Value {
		return kg.Value{Text: kg.BE(math.Float64bits(w.Float64()*360)|1<<63, 8), Type: rowkey.Bytes, Accept: []rowkey.Type{rowkey.Hash, rowkey.IntBE}}
	})
	short := kg.Fresh(kg.Field{Name: "value", Encoding: "short float", Fixed: true, Holds: "\x00"}, func(w *kg.World) kg.Value {
		return kg.Value{Text: kg.BE(uint64(math.Float32bits(float32(w.IntN(5000))/10))|1<<31, 4), Type: rowkey.Bytes, Accept: []rowkey.Type{rowkey.Hash, rowkey.IntBE}}
	})
	first := w.Choose("", 1, numbers()[2:9])[0]
	return kg.One(kg.Joined("", first, []kg.Field{at, short}[w.IntN(2)]))
}

// pages are addresses of pages: a domain backwards, a scheme, a path.
func pages(w *kg.World) []kg.Kind {
	path := kg.Typed("path", "path with a query", "/?=&-", 900, kg.Evenly, kg.Value{Type: rowkey.URL, Accept: []rowkey.Type{rowkey.Text}, Soft: "/?=&-"}, func(w *kg.World) string {
		return "/" + w.One(things()...) + w.One("", "/"+w.One(colors()...)) + w.One("", "?q="+w.Syllables(2), "?id="+strconv.Itoa(w.IntN(900)))
	})
	site := names()[2]
	if w.IntN(2) == 0 {
		return kg.One([]kg.Part{kg.Of(site), kg.Lit(w.One(":https", ":http")), kg.Of(path)})
	}
	return kg.One([]kg.Part{kg.Of(site), kg.Of(path)})
}

func quoted(w *kg.World) []kg.Kind {
	open, end := "[", "]"
	if w.IntN(2) == 0 {
		open, end = "{", "}"
	}
	sep := w.One("/", ":", "")
	a, b := names()[3+w.IntN(7)], w.Choose(open+end, 1, append(codes()[:5], moments()...))[0]
	return kg.One([]kg.Part{kg.Lit(open), kg.Of(a), kg.Lit(end + sep + open), kg.Of(b), kg.Lit(end)})
}
