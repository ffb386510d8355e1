package wide

import (
	"encoding/base64"
	"fmt"
	"strings"

	kg "tabletop/internal/keygrammar"
	"tabletop/model/rowkey"
)

// plain are tables whose key is one value.
func plain() []kg.Production {
	one := func(name string, of kg.Maker) kg.Production { return kg.Packed(name, of) }
	fresh := func(f func(w *kg.World) kg.Field) kg.Maker {
		return func(w *kg.World, _ string) kg.Field { return f(w) }
	}
	return []kg.Production{
		one("nicknames", most(nickname)),
		one("names of people", most(person)),
		one("mail addresses", most(mail)),
		one("random uuids", fresh(func(w *kg.World) kg.Field {
			return uuids("id", w.One("text", "text", "upper", "hex"), many, kg.Evenly)
		})),
		one("uuids with times", fresh(func(w *kg.World) kg.Field {
			return stamped("id", "uuid version 7", "-", kg.Value{Type: rowkey.UUID}, 0, dashedVersion7)
		})),
		one("sortable ids", sortable),
		one("random ids", random),
		one("digests in hexadecimal", fresh(func(w *kg.World) kg.Field { return digest(kg.Among(w, 32, 40, 64, 96, 128))(w, "") })),
		one("digests with a name", serial("digest", "sha256:~<64>", "md5-~<32>", "sha1:~<40>", "blake3_~<64>")),
		one("digests in base 64", fresh(func(w *kg.World) kg.Field {
			raw := kg.Among(w, 16, 20, 32)
			return kg.Typed("digest", fmt.Sprintf("%d bytes in base 64, padded", raw), "+/=", many, kg.Evenly, kg.Value{Type: rowkey.Hash, Soft: "="}, func(w *kg.World) string {
				return base64.StdEncoding.EncodeToString([]byte(w.Bytes(raw)))
			})
		})),
		one("numbers", fresh(func(w *kg.World) kg.Field { return kg.Decimal("row", 1, kg.Among(w, 5000, 400000, 1<<40), kg.Evenly) })),
		one("consecutive numbers", fresh(func(w *kg.World) kg.Field {
			return kg.Among(w, kg.Decimal("row", 1, 1<<20, kg.Counting), kg.Decimal("row", 4000000, 9000000, kg.Counting), kg.Padded("row", 6+w.IntN(9), 900000, kg.Counting))
		})),
		one("random digits", fresh(func(w *kg.World) kg.Field { return kg.Padded("row", 4+w.IntN(8), 2000, kg.Evenly) })),
		one("consecutive seconds or numbers", fresh(func(w *kg.World) kg.Field {
			return kg.Decimal("row", 1500000000, 1700000000, kg.Counting).Accepting(rowkey.Timestamp)
		})),
		one("numbers of ten digits", fresh(func(w *kg.World) kg.Field { return kg.Decimal("row", 1000000000, 9999999999, kg.Evenly) })),
		one("words", fresh(func(w *kg.World) kg.Field {
			return kg.Words("word", "any word", strings.Fields(w.One(nouns+" "+adjectives+" "+towns, records+" "+nouns+" "+services, given+" "+family)), kg.Evenly)
		})),
		one("short names", fresh(func(w *kg.World) kg.Field {
			return kg.Made("name", "syllables", "", 1<<20, kg.Evenly, func(w *kg.World) string { return w.Syllables(2 + w.IntN(2)) })
		})),
		one("titles", most(title)),
		one("slugs", most(slug(4))),
		one("links", most(link)),
		one("paths", most(page)),
		one("files", most(file)),
		one("sites", most(site)),
		one("sites backwards", most(etis)),
		one("addresses of machines", fresh(func(w *kg.World) kg.Field {
			return kg.Typed("address", "private address", ".", many, kg.Evenly, kg.Value{Type: rowkey.IP}, func(w *kg.World) string {
				return fmt.Sprintf("10.%d.%d.%d", w.IntN(4), w.IntN(256), 1+w.IntN(254))
			})
		})),
		one("cells of a grid", most(cell)),
		one("codes", serial("code", "@@-9999-@", "@@@99", "9999-@@", "^<4>-^<4>-^<4>", "@@99 @@@", "9@9-9@9")),
		one("numbered things", serial("thing", "cust-99999", "PRD!<6>", "item_+", "EMP-9999", "TCK-!<7>", "ZA99999")),
		one("bar codes", serial("article", `\9789<10>`, "50999999999", "40999999999", "9<12>")),
		one("papers of cars", serial("car", "(WVW|WBA|1HG|JTD)^<14>", "(B|M|HH)-@@ 9999", "@@999@@")),
		one("phone numbers", serial("phone", `\+44799999999`, "4917999999999", "(415|212|646)-555-9999", "0699999999")),
		one("accounts of banks", serial("account", "DE9<20>", "(DE|FR|NL)99@@@@9<10>", "9<4>-9<4>-9<4>-9<4>", "@@@@(DE|GB|US)^<5>")),
		one("counters in bytes", fresh(func(w *kg.World) kg.Field { return counter(kg.Among(w, 4, 8, 8), 1<<22)(w, "") })),
		one("numbers in bytes", fresh(func(w *kg.World) kg.Field { return kg.Binary("row", kg.Among(w, 4, 8), 1<<23, false, kg.Evenly) })),
		one("digests in bytes", fresh(func(w *kg.World) kg.Field {
			return kg.RandomBytes("digest", kg.Among(w, 10, 20, 28, 32, 64), many, kg.Evenly)
		})),
		one("ids in bytes", fresh(func(w *kg.World) kg.Field { return maybe(rawULID, rawUUID)(w, "") })),
		one("times in bytes", fresh(func(w *kg.World) kg.Field { return anyTick(w, "") })),
		one("times", fresh(func(w *kg.World) kg.Field { return when(w, "") })),
	}
}

// most takes a maker's field as one of many values, which come once or twice each.
func most(of kg.Maker) kg.Maker {
	return func(w *kg.World, not string) kg.Field {
		f := of(w, not)
		column := f.Column
		f.Column = func(w *kg.World) func(*kg.Moment) kg.Value {
			next := column(w)
			return func(m *kg.Moment) kg.Value {
				at := *m
				at.Entity = m.Order
				return next(&at)
			}
		}
		return f
	}
}
