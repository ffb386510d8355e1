package heldout

import (
	"strings"
	"time"

	kg "tabletop/internal/keygrammar"
	"tabletop/model/rowkey"
)

func be(name string, width, n int, draw kg.Draw) kg.Field {
	return kg.Binary(name, width, n, false, draw)
}

// raw is random bytes. Up to eight of them may be a number as well.
func raw(name string, width, n int, draw kg.Draw) kg.Field {
	f := kg.RandomBytes(name, width, n, draw)
	if width <= 8 {
		return f.Accepting(rowkey.IntBE)
	}
	return f
}

func msBE() kg.Field { return kg.EpochBinary(rowkey.Millisecond, 8, 0) }

// twoIDs is two random ids side by side: where the second begins cannot be told, unless the first comes again and again.
func twoIDs(name string, of, width int) kg.Field {
	v := kg.Value{Type: rowkey.Hash, Accept: []rowkey.Type{rowkey.Bytes}, Cuts: []int{of}}
	return fixed(kg.Typed(name, "two ids "+name, anything, 9000, kg.Evenly, v, func(w *kg.World) string { return w.Bytes(width) }))
}

// engines are keys of databases, stores, and nodes of chains that keep their records in a sorted key space.
func engines() []kg.Production {
	return []kg.Production{
		{Name: "headers of a chain", Make: func(w *kg.World) []kg.Kind {
			height := be("height", 4, kg.Among(w, 90000, 19000000), kg.Evenly)
			return some(w, 2, kind(3, "t%%", height, be("index", 2, 400, kg.Skewed)), kind(1, "H%", raw("hash", 32, 9000, kg.Evenly)),
				kind(1, "n%h", height), kind(2, "l%", raw("transaction", 32, 9000, kg.Evenly)))
		}},
		{Name: "transactions by place", Make: func(w *kg.World) []kg.Kind {
			// Three bytes of height and two of the place in the block: a number of five bytes as well.
			v := kg.Value{Type: rowkey.IntBE, Cuts: []int{3}}
			place := fixed(kg.Typed("place", "height 3 and index 2", anything, 9000, kg.Evenly, v, func(w *kg.World) string {
				return kg.BE(uint64(w.IntN(2500000)), 3) + kg.BE(uint64(w.Float64()*w.Float64()*900), 2)
			}))
			return one("%%", raw("address", 20, 300, kg.ByEntity), place)
		}},
		{Name: "balances", Make: func(w *kg.World) []kg.Kind {
			denomination := kg.Made("denomination", "denomination", "/", 12, kg.Skewed, func(w *kg.World) string { return w.One("uatom", "uosmo", "ujuno", "stake", "inj", "uluna", "aevmos") })
			return one("\x02\x14%%", raw("owner", 20, 500, kg.ByEntity), denomination)
		}},
		{Name: "delegations", Make: func(w *kg.World) []kg.Kind {
			return some(w, 1, kind(3, "\x31\x14%\x14%", raw("delegator", 20, 500, kg.ByEntity), raw("validator", 20, 90, kg.Skewed)), kind(1, "\x21\x14%", raw("validator", 20, 9000, kg.Evenly)))
		}},
		{Name: "trie of a runtime", Make: func(w *kg.World) []kg.Kind {
			pallet := "\xc2\x61\x93\x47\xae\x17\x05\x88\xf3\x3b\x0d\x9a\x5e\x71\xb4\x02"
			return some(w, 1, kind(3, pallet+"\xb9\x9d\x88\x0e\xc6\x81\x79\x9c\x0c\xf3\x0e\x88\x86\x37\x1d\xa9%", twoIDs("account", 16, 48)),
				kind(1, pallet+"\x57\xc8\x75\xe4\xcf\xf7\x41\x48\xe4\x62\x8f\x26\x4b\x97\x4c\x80%", raw("validator", 32, 9000, kg.Evenly)))
		}},
		{Name: "rows of a distributed database", Make: func(w *kg.World) []kg.Kind {
			parts := shape("%\x00\x00!I%!", lettered("S", person("key", 700, kg.ByEntity)), kg.Binary("row", 4, 3000000, true, kg.Evenly))
			return kg.One(append([]kg.Part{kg.Lit("G"), accepting(kg.Digest("md5", 2, true, "key"), rowkey.Salt)}, parts...))
		}},
		{Name: "rows of a table", Make: func(w *kg.World) []kg.Kind {
			return some(w, 1, kind(3, "\x00\x00\x01\x05%", kg.Binary("row", kg.Among(w, 4, 8), 900000, true, kg.Evenly)), kind(2, "\x00\x00\x01\x06%%", kg.Binary("parent", 4, 9000, true, kg.ByEntity), kg.Binary("row", 4, 900000, true, kg.Evenly)))
		}},
		{Name: "ledgers and entries", Make: func(w *kg.World) []kg.Kind {
			return one("%%", be("ledger", 8, 70000, kg.ByEntity), be("entry", 8, 9000, kg.Evenly))
		}},
		{Name: "revisions of a store", Make: func(w *kg.World) []kg.Kind {
			return one("%_%", be("main", 8, 4000000, kg.Evenly), be("sub", 8, 9, kg.Skewed).Accepting(rowkey.Enum, rowkey.Bytes))
		}},
		{Name: "windows of streams", Make: func(w *kg.World) []kg.Kind {
			return one("%%\x00\x00\x00\x00", kg.Among(w, person("key", 300, kg.ByEntity), words("key", cities(), kg.ByEntity)), msBE())
		}},
		{Name: "metrics and hours", Make: func(w *kg.World) []kg.Kind {
			hour := kg.Time("at", "epoch s of hours big-endian 4", anything, rowkey.Second, false, true, func(t time.Time) string { return kg.BE(uint64(t.Truncate(time.Hour).Unix()), 4) })
			parts := shape("%%\x00\x00\x01%", be("metric", 3, 900, kg.Skewed), hour, be("host", 3, 5000, kg.ByEntity))
			if w.IntN(2) == 0 {
				parts = append(parts, shape("\x00\x00\x02%", be("disk", 3, 40, kg.Evenly))...)
			}
			return kg.One(parts)
		}},
		{Name: "metrics with tags", Make: func(w *kg.World) []kg.Kind {
			return one("%\x00%host=%:dc=%:", words("metric", metrics(), kg.Evenly), msBE(), numbered("host", "web", 2, 60, kg.ByEntity), few("dc", []string{"ams", "fra", "iad", "sin"}, 3, kg.Skewed))
		}},
		{Name: "tuples of a layer", Make: func(w *kg.World) []kg.Kind {
			return some(w, 1, kind(2, "\x15\x2a\x02%\x00\x30%", person("user", 600, kg.ByEntity), kg.UUID("item", "bytes", 9000, kg.Evenly)),
				kind(1, "\x15\x2b\x02%\x00\x16%", words("topic", topics(), kg.ByEntity), rangeBE("sequence", 2, 256, 65535)))
		}},
		{Name: "longs of users", Make: func(w *kg.World) []kg.Kind {
			return one("%%", be("member", kg.Among(w, 4, 5), 70000000, kg.ByEntity), kg.ReversedBinary(rowkey.Millisecond, 8))
		}},
		{Name: "digests and longs", Make: func(w *kg.World) []kg.Kind {
			return one("%%", raw("sha224", kg.Among(w, 10, 28), kg.Among(w, 100, 700), kg.ByEntity), kg.Among(w, msBE(), kg.ReversedBinary(rowkey.Millisecond, 8)))
		}},
		{Name: "organizations in columns", Make: func(w *kg.World) []kg.Kind {
			id := func(name, head string, n int, draw kg.Draw) kg.Field {
				return fixed(kg.Typed(name, head+" in 15 letters", "", n, draw, kg.Value{Type: rowkey.Hash, Accept: []rowkey.Type{rowkey.Text}, Cuts: []int{3}, Headed: true}, func(w *kg.World) string {
					return head + w.Letters(12, base62)
				}))
			}
			return one("%%%", id("organization", "00D", 40, kg.Skewed), kg.EpochBinary(rowkey.Millisecond, 8, 1<<63), id("event", "0EV", 9000, kg.Evenly))
		}},
		{Name: "partitions and offsets", Make: func(w *kg.World) []kg.Kind {
			return one("%%", be("partition", 4, 48, kg.Evenly), be("offset", 8, 90000000, kg.Evenly))
		}},
		{Name: "flows", Make: func(w *kg.World) []kg.Kind {
			source := fixed(kg.Typed("source", "ip in 4 bytes", anything, 300, kg.ByEntity, kg.Value{Type: rowkey.IP, Accept: []rowkey.Type{rowkey.IntBE, rowkey.Bytes, rowkey.Hash}, Cuts: []int{1}}, func(w *kg.World) string {
				return "\x0a" + kg.BE(uint64(w.IntN(12)), 1) + w.Bytes(2)
			}))
			return one("%%%", source, kg.EpochBinary(rowkey.Second, 4, 0), be("port", 2, 9000, kg.Skewed))
		}},
		{Name: "hours and ids", Make: func(w *kg.World) []kg.Kind {
			return one("%%", counter(kg.EpochBinary(rowkey.Hour, 4, 0), rowkey.IntBE), uuid7("event", true))
		}},
		{Name: "devices and seconds", Make: func(w *kg.World) []kg.Kind {
			eui := fixed(kg.Typed("eui", "eui64 in 8 bytes", anything, 200, kg.ByEntity, kg.Value{Type: rowkey.Hash, Accept: []rowkey.Type{rowkey.Bytes}, Cuts: []int{3}}, func(w *kg.World) string {
				return "\x70\xb3\xd5" + w.Bytes(5)
			}))
			return one("%%", eui, kg.Among(w, kg.EpochBinary(rowkey.Second, 4, 0), counter(kg.EpochBinary(rowkey.Second, 4, 1<<32-1), rowkey.IntBE)))
		}},
		{Name: "cells of a sphere", Make: func(w *kg.World) []kg.Kind {
			cell := fixed(kg.Typed("cell", "s2 cell in 8 bytes", anything, 300, kg.ByEntity, kg.Value{Type: rowkey.Hash, Accept: []rowkey.Type{rowkey.Bytes, rowkey.IntBE, rowkey.Geohash}, Cuts: []int{1}}, func(w *kg.World) string {
				return "\x47" + w.Bytes(7)
			}))
			return one("%%", cell, msBE())
		}},
		{Name: "objects and references", Make: func(w *kg.World) []kg.Kind {
			reference := kg.Made("reference", "name of a branch", "/-", 900, kg.Evenly, func(w *kg.World) string {
				return "refs/" + w.One("heads", "tags") + "/" + w.One(adjectives()...) + "-" + w.One(goods()...)
			})
			return some(w, 1, kind(4, "o%", raw("object", 20, 9000, kg.Evenly)), kind(1, "%", lettered("r", reference)))
		}},
		{Name: "messages of addresses", Make: func(w *kg.World) []kg.Kind {
			return one("%\x00%", email("address", 300, kg.ByEntity), be("message", 8, 4000000, kg.Evenly))
		}},
		{Name: "blocks of files", Make: func(w *kg.World) []kg.Kind {
			inode := littleEndian("inode", 8, 90000, kg.ByEntity)
			return some(w, 2, kind(2, "A%I", inode), kind(3, "A%C%", inode, be("chunk", 4, 60, kg.Skewed)), kind(2, "A%D%", inode, slug("entry", 900, kg.Evenly)))
		}},
		{Name: "indexes of a database", Make: func(w *kg.World) []kg.Kind {
			return some(w, 1, kind(2, "\xbd\x89\x12%\x00\x01\x88", person("user", 3000, kg.Evenly)), kind(2, "\xbd\x8a\x12%\x00\x01\xf7%", words("city", cities(), kg.Evenly), rangeBE("row", 2, 300, 65000)))
		}},
		{Name: "series in an organization", Make: func(w *kg.World) []kg.Kind {
			return one("%%%%", be("organization", 4, 900, kg.Skewed), raw("series", 8, 200, kg.ByEntity), kg.EpochBinary(rowkey.Second, 4, 0), raw("host", 8, 9000, kg.Evenly))
		}},
		{Name: "videos of users", Make: func(w *kg.World) []kg.Kind {
			return one("%%", kg.Binary("user", 8, 9000000, true, kg.ByEntity), token("video", 8, 9000, "base64", kg.Evenly))
		}},
		{Name: "shards of a warehouse", Make: func(w *kg.World) []kg.Kind {
			return one("%_%\x00%\x00%", calendar(rowkey.Day, "20060102"), kg.Decimal("shard", 0, 30, kg.Evenly), few("type", tables(), 4, kg.Skewed), kg.RandomID("uid", "uid", lower+digits, 16, 9000, kg.Evenly))
		}},
		{Name: "agents", Make: func(w *kg.World) []kg.Kind {
			agent := fixed(kg.Typed("agent", "name in 24 bytes", "\x00", 60, kg.ByEntity, kg.Value{Type: rowkey.Text, Soft: "\x00-", Seams: true, Accept: []rowkey.Type{rowkey.IntPadded}}, func(w *kg.World) string {
				s := w.One(services()...) + "-" + w.Letters(2, digits)
				return s + strings.Repeat("\x00", 24-len(s))
			}))
			return one("%%", agent, kg.ReversedBinary(rowkey.Millisecond, 8))
		}},
	}
}

// indexes are numbers side by side, as programs index what they keep.
func indexes() []kg.Production {
	return []kg.Production{
		{Name: "mails of folders", Make: func(w *kg.World) []kg.Kind {
			return one("%%", be("folder", 4, 9000, kg.ByEntity), be("mail", 4, 400000, kg.Evenly))
		}},
		{Name: "lists of vectors", Make: func(w *kg.World) []kg.Kind {
			return one("v%%", be("list", 4, 1024, kg.Skewed), be("vector", 8, 5000000, kg.Evenly))
		}},
		{Name: "edges of a graph", Make: func(w *kg.World) []kg.Kind {
			label := be("label", 1, 9, kg.Skewed).Accepting(rowkey.Enum, rowkey.Bytes)
			return one("%%%", be("from", 8, 3000000, kg.ByEntity), label, be("to", 8, 3000000, kg.Evenly))
		}},
		{Name: "words at positions", Make: func(w *kg.World) []kg.Kind {
			return one("%\x00%%", words("term", goods(), kg.ByEntity), be("document", 4, 900000, kg.Evenly), be("word", 2, 4000, kg.Skewed))
		}},
		{Name: "positions of genomes", Make: func(w *kg.World) []kg.Kind {
			// A byte and four, or a number of five: both begin with a byte that has few values.
			v := kg.Value{Type: rowkey.IntBE, Cuts: []int{1}}
			place := fixed(kg.Typed("place", "chromosome 1 and base 4", anything, 9000, kg.Evenly, v, func(w *kg.World) string {
				return kg.BE(uint64(1+w.IntN(24)), 1) + kg.BE(uint64(w.IntN(240000000)), 4)
			}))
			return one(kg.Among(w, "%", "%%"), place, be("sample", 4, 900, kg.Skewed))
		}},
		{Name: "tiles in bytes", Make: func(w *kg.World) []kg.Kind {
			zoom := rangeBE("zoom", 1, 8, 17).Accepting(rowkey.Enum, rowkey.Bytes)
			return one("%%%", zoom, be("x", 4, 60000, kg.Evenly), be("y", 4, 60000, kg.Evenly))
		}},
		{Name: "levels of a book", Make: func(w *kg.World) []kg.Kind {
			return one("%%%%", padded(words("symbol", tickers(), kg.ByEntity), 8, " "), few("side", []string{"B", "S"}, 2, kg.Evenly), be("price", 8, 4000000, kg.Evenly), be("order", 8, 90000000, kg.Evenly))
		}},
		{Name: "days and slots", Make: func(w *kg.World) []kg.Kind {
			return one("%%%", be("meter", 4, 90000, kg.ByEntity), counter(kg.EpochBinary(rowkey.Day, 4, 0), rowkey.IntBE), be("slot", 2, 96, kg.Evenly))
		}},
		{Name: "messages in days", Make: func(w *kg.World) []kg.Kind {
			return one("%%%", be("room", 8, 90000, kg.ByEntity), counter(kg.EpochBinary(rowkey.Day, 2, 0), rowkey.IntBE), uuid7("message", true))
		}},
	}
}

// rangeBE is a field of big-endian numbers from lo to hi.
func rangeBE(name string, width, lo, hi int) kg.Field {
	return fixed(kg.Typed(name, "big-endian from "+decimal(lo)+" to "+decimal(hi), anything, hi-lo, kg.Evenly, kg.Value{Type: rowkey.IntBE}, func(w *kg.World) string {
		return kg.BE(uint64(lo+w.IntN(hi-lo)), width)
	}))
}

// littleEndian is a field of little-endian numbers. There is no type for them, so they are opaque bytes, of which the zeros
// at the end may be read as a constant.
func littleEndian(name string, width, n int, draw kg.Draw) kg.Field {
	v := kg.Value{Type: rowkey.Bytes, Accept: []rowkey.Type{rowkey.IntBE, rowkey.Hash}, Tailed: true}
	for k := 2; k < width; k++ {
		v.Cuts = append(v.Cuts, k)
	}
	f := fixed(kg.Field{Name: name, Encoding: "little-endian " + decimal(width) + " " + name, Holds: anything})
	f.Column = func(w *kg.World) func(*kg.Moment) kg.Value {
		at := draw(w, n)
		return func(m *kg.Moment) kg.Value {
			out, b := v, []byte(kg.BE(uint64(at(m)), width))
			for i, j := 0, len(b)-1; i < j; i, j = i+1, j-1 {
				b[i], b[j] = b[j], b[i]
			}
			out.Text = string(b)
			return out
		}
	}
	return f
}
