package heldout

import (
	"fmt"
	"strings"

	kg "tabletop/internal/keygrammar"
	"tabletop/model/rowkey"
)

// quadkey is a tile at a zoom level, of digits 0 to 3, in one part of the world.
func quadkey(name string, zoom, n int) kg.Field {
	v := kg.Value{Type: rowkey.Geohash, Accept: []rowkey.Type{rowkey.IntPadded, rowkey.IntDecimal, rowkey.Text, rowkey.Hash}}
	return fixed(kg.Typed(name, fmt.Sprintf("quadkey %d", zoom), "", n, kg.ByEntity, v, func(w *kg.World) string {
		return "120" + w.Letters(1, "02") + w.Letters(zoom-4, "0123")
	}))
}

func records() []kg.Production {
	return []kg.Production{
		{Name: "medical resources", Make: func(w *kg.World) []kg.Kind {
			patient := kg.UUID("patient", "text", 400, kg.ByEntity)
			return some(w, 2, kind(2, "Patient/%", patient), kind(1, "Patient/%/_history/%", patient, number("revision", 9, kg.Skewed)), kind(4, "Observation/%", kg.UUID("observation", "text", 9000, kg.Evenly)),
				kind(1, "Encounter/%", kg.UUID("encounter", "text", 9000, kg.Evenly)))
		}},
		{Name: "charts", Make: func(w *kg.World) []kg.Kind {
			return one("%-%-%", few("facility", airports(), 8, kg.Skewed), kg.Padded("chart", 8, 900000, kg.ByEntity), calendar(rowkey.Day, "20060102"))
		}},
		{Name: "variants", Make: func(w *kg.World) []kg.Kind {
			base := func(name string) kg.Field { return few(name, []string{"A", "C", "G", "T"}, 4, kg.Evenly) }
			chromosome := kg.Typed("chromosome", "chromosome", "", 24, kg.Evenly, kg.Value{Type: rowkey.Text, Accept: []rowkey.Type{rowkey.IntDecimal}, Cuts: []int{3}, Headed: true}, func(w *kg.World) string {
				return "chr" + w.One("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "17", "20", "22", "X", "Y")
			})
			sep := w.One(":", "-", "_")
			return kg.One(kg.Joined(sep, chromosome, kg.Padded("position", 9, 240000000, kg.Evenly), base("ref"), base("alt")))
		}},
		{Name: "laboratory", Make: func(w *kg.World) []kg.Kind {
			loinc := kg.Typed("test", "loinc", "-", 60, kg.Skewed, kg.Value{Type: rowkey.Text, Accept: []rowkey.Type{rowkey.IntDecimal}, Soft: "-"}, func(w *kg.World) string {
				return fmt.Sprintf("%d-%d", 700+w.IntN(8000), w.IntN(10))
			})
			return one("%|%|%", kg.Decimal("patient", 1000000, 9999999, kg.ByEntity), loinc, calendar(rowkey.Minute, "200601021504"))
		}},
		{Name: "prescriptions", Make: func(w *kg.World) []kg.Kind {
			atc := code("drug", "A99AA99", 80, kg.Skewed)
			return one("rx:%:%:%", kg.UUID("patient", "hex", 200, kg.ByEntity), atc, calendar(rowkey.Day, "2006-01-02"))
		}},
		{Name: "heart rates", Make: func(w *kg.World) []kg.Kind {
			return one("%/%/%", kg.RandomID("user", "encoded user", upper+digits, 6, 90, kg.ByEntity), few("series", []string{"bpm", "calories", "sleep", "spo2", "steps"}, 4, kg.Evenly), calendar(rowkey.Second, "2006-01-02T15:04:05"))
		}},
		{Name: "tiles", Make: func(w *kg.World) []kg.Kind {
			return one("%/%/%/%.%", few("layer", []string{"roads", "satellite", "terrain", "water"}, 3, kg.Skewed), kg.Decimal("zoom", 10, 16, kg.Skewed), kg.Decimal("x", 8000, 60000, kg.Evenly), kg.Decimal("y", 8000, 60000, kg.Evenly), few("suffix", []string{"mvt", "pbf", "png", "webp"}, 2, kg.Skewed))
		}},
		{Name: "places in tiles", Make: func(w *kg.World) []kg.Kind {
			return one(kg.Among(w, "%.%", "%:%"), quadkey("tile", kg.Among(w, 11, 14, 16), 300), kg.Decimal("place", 100000000, 999999999, kg.Evenly))
		}},
		{Name: "hexagons", Make: func(w *kg.World) []kg.Kind {
			h3 := fixed(kg.Typed("cell", "h3", "", 400, kg.ByEntity, kg.Value{Type: rowkey.Geohash, Accept: []rowkey.Type{rowkey.Hex, rowkey.Hash}, Cuts: []int{2, 10}, Headed: true, Tailed: true}, func(w *kg.World) string {
				return "88" + w.One("1f1", "1fa", "2a1") + w.Letters(5, hexLow) + "fffff"
			}))
			return one("%:%", h3, kg.Among(w, calendar(rowkey.Hour, "2006-01-02T15"), kg.Bucket(15*minute)))
		}},
		{Name: "flights", Make: func(w *kg.World) []kg.Kind {
			return one(kg.Among(w, "%/%/%/%", "%-%-%-%"), code("flight", "AA999", 80, kg.ByEntity), few("from", airports(), 10, kg.Evenly), rename(few("to", airports(), 10, kg.Evenly), "to"), calendar(rowkey.Day, "20060102"))
		}},
		{Name: "rooms of hotels", Make: func(w *kg.World) []kg.Kind {
			return one("%|%|%", kg.Padded("hotel", 6, 90000, kg.ByEntity), few("room", []string{"DBL", "FAM", "KNG", "SGL", "STE", "TWN"}, 5, kg.Skewed), calendar(rowkey.Day, kg.Among(w, "2006-01-02", "060102")))
		}},
		{Name: "feature views", Make: func(w *kg.World) []kg.Kind {
			view := kg.Made("view", "name of a view", "_", 12, kg.Skewed, func(w *kg.World) string {
				return w.One(tables()...) + "_" + w.One("1d", "7d", "30d", "daily", "hourly")
			})
			return one("%__%", view, kg.Among(w, number("entity", 900000, kg.ByEntity), kg.UUID("entity", "text", 3000, kg.Evenly)))
		}},
		{Name: "chunks of documents", Make: func(w *kg.World) []kg.Kind {
			return one("%/%/%", few("corpus", topics(), 6, kg.Skewed), kg.Among(w, kg.UUID("document", "text", 300, kg.ByEntity), kg.RandomID("document", "sha256 of a document", hexLow, 64, 300, kg.ByEntity)), numbered("chunk", "chunk-", 4, 120, kg.Skewed))
		}},
		{Name: "experiments", Make: func(w *kg.World) []kg.Kind {
			run := kg.Made("run", "name of a run", "-", 200, kg.ByEntity, func(w *kg.World) string {
				return strings.Join([]string{w.One(adjectives()...), w.One(animals()...), decimal(1 + w.IntN(300))}, "-")
			})
			return one("%/%/%", words("project", topics(), kg.Group), run, kg.Padded("step", 7, 90000, kg.Evenly))
		}},
		{Name: "conversations with models", Make: func(w *kg.World) []kg.Kind {
			return one("%#%#%", few("tenant", tenants(), 9, kg.Skewed), prefixed("thread", "thread_", base62, 24, 300, kg.ByEntity), kg.Among(w, kg.Epoch(rowkey.Microsecond, 0), ulid("message")))
		}},
		{Name: "certificates", Make: func(w *kg.World) []kg.Kind {
			return one("%/%", domain("name", 500, false, kg.ByEntity), kg.RandomID("serial", "serial number", hexLow, 16, 9000, kg.Evenly))
		}},
		{Name: "students", Make: func(w *kg.World) []kg.Kind {
			course := code("course", "AA999", 40, kg.ByEntity)
			term := kg.Typed("term", "year and term", "", 6, kg.Skewed, kg.Value{Type: rowkey.Text, Accept: []rowkey.Type{rowkey.IntPadded, rowkey.IntDecimal, rowkey.Timestamp}, Cuts: []int{2, 4}}, func(w *kg.World) string {
				return decimal(2021+w.IntN(5)) + w.One("FA", "SP", "SU")
			})
			return one("%.%.%", term, course, kg.Padded("student", 8, 900000, kg.Evenly))
		}},
	}
}
