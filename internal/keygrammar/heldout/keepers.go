package heldout

import (
	"time"

	kg "tabletop/internal/keygrammar"
	"tabletop/model/rowkey"
)

// keepers are binary keys as programs write them that keep events, coins, positions, and what they copied from elsewhere.
func keepers() []kg.Production {
	return []kg.Production{
		{Name: "a byte of a digest", Make: func(w *kg.World) []kg.Kind {
			parts := shape("%%", be("user", 8, 900000, kg.ByEntity), kg.ReversedBinary(rowkey.Millisecond, 8))
			return kg.One(first(accepting(kg.Digest("md5", 1, true, "user"), rowkey.Salt), parts))
		}},
		{Name: "keys of a log with schemas", Make: func(w *kg.World) []kg.Kind {
			return one("\x00%%", be("schema", 4, 60, kg.Skewed), kg.Among(w, person("key", 900, kg.Evenly), code("key", "AAA-9999", 900, kg.Evenly)))
		}},
		{Name: "slots of a cache", Make: func(w *kg.World) []kg.Kind {
			return kg.One(first(accepting(kg.Digest("sha1", 2, true, "key"), rowkey.Salt), shape("%", slug("key", 3000, kg.Evenly))))
		}},
		{Name: "blocks of two hours", Make: func(w *kg.World) []kg.Kind {
			block := kg.Time("at", "epoch ms of two hours big-endian 8", anything, rowkey.Millisecond, false, true, func(t time.Time) string { return kg.BE(uint64(t.Truncate(2*time.Hour).UnixMilli()), 8) })
			return one("%%", raw("series", 8, 900, kg.ByEntity), block)
		}},
		{Name: "logs of contracts", Make: func(w *kg.World) []kg.Kind {
			return one("%%%", twoIDs("topic", 20, 52), be("block", 8, 19000000, kg.Evenly), be("index", 2, 400, kg.Skewed))
		}},
		{Name: "coins", Make: func(w *kg.World) []kg.Kind {
			return some(w, 1, kind(4, "C%%", raw("transaction", 32, 3000, kg.Evenly), be("output", 4, 12, kg.Skewed).Accepting(rowkey.Enum, rowkey.Bytes)), kind(1, "f%", be("file", 4, 4000, kg.Evenly)))
		}},
		{Name: "history of addresses", Make: func(w *kg.World) []kg.Kind {
			return one("%%", raw("address", 21, 300, kg.ByEntity), rangeBE("complement of a height", 4, 1<<32-900000, 1<<32-1))
		}},
		{Name: "sessions that end", Make: func(w *kg.World) []kg.Kind {
			return one("%%", kg.EpochBinary(rowkey.Second, 4, 0), raw("session", kg.Among(w, 14, 18), 9000, kg.Evenly))
		}},
		{Name: "regions of a world", Make: func(w *kg.World) []kg.Kind {
			around := func(name string) kg.Field {
				return fixed(kg.Typed(name, "signed and flipped "+name, anything, 900, kg.Evenly, kg.Value{Type: rowkey.IntBE}, func(w *kg.World) string { return kg.BE(uint64(int64(w.IntN(900)-450)^1<<31), 4) }))
			}
			return one("%%%", be("world", 4, 9, kg.Skewed).Accepting(rowkey.Enum, rowkey.Bytes), around("x"), around("z"))
		}},
		{Name: "positions of vehicles", Make: func(w *kg.World) []kg.Kind {
			return one("%%%", be("vehicle", 4, 90000, kg.ByEntity), geohash("cell", 7, 300, kg.Evenly), kg.EpochBinary(rowkey.Second, 4, 0))
		}},
		{Name: "dates and numbers", Make: func(w *kg.World) []kg.Kind {
			return one(kg.Among(w, "%%", "%\x00%", "%:%"), calendar(rowkey.Day, kg.Among(w, "20060102", "2006-01-02")), be("id", kg.Among(w, 4, 8), 900000, kg.Evenly))
		}},
		{Name: "users of countries", Make: func(w *kg.World) []kg.Kind {
			return one("%%%", few("country", countries(), 3+w.IntN(9), kg.Skewed), be("user", 8, 9000000, kg.ByEntity), counter(kg.EpochBinary(rowkey.Day, 4, 0), rowkey.IntBE))
		}},
		{Name: "feeds of users", Make: func(w *kg.World) []kg.Kind {
			return some(w, 2, kind(4, "f%%", be("user", 6, 9000000, kg.ByEntity), kg.ReversedBinary(rowkey.Microsecond, 8)), kind(1, "p%", be("user", 6, 9000000, kg.ByEntity)), kind(2, "g%%", be("user", 6, 9000000, kg.ByEntity), be("friend", 6, 9000000, kg.Evenly)))
		}},
		{Name: "events of a queue", Make: func(w *kg.World) []kg.Kind {
			return one("%\x00%%", few("queue", services(), 6, kg.Skewed), kg.EpochBinary(rowkey.Nanosecond, 8, 0), be("producer", 2, 90, kg.Skewed))
		}},
	}
}
