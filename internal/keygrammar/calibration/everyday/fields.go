package everyday

import (
	"encoding/hex"
	"fmt"
	"strings"

	kg "tabletop/internal/keygrammar"
	"tabletop/model/rowkey"
)

const (
	digits   = "0123456789"
	lowerHex = digits + "abcdef"
	capitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	letters  = "abcdefghijklmnopqrstuvwxyz"
	base62   = digits + capitals + letters
	base32   = digits + "bcdefghjkmnpqrstuvwxyz" // of geohashes
	anyByte  = "\x00#|:/,;_-.~ "
)

// hosts are machines.
func hosts(w *kg.World, not string) kg.Field {
	role := func(w *kg.World) string { return w.One("web", "web", "db", "cache", "api", "worker", "proxy") }
	return kg.Free(w, not,
		kg.Numbered(w, "host", "host-NN", "-", func(w *kg.World) string { return fmt.Sprintf("%s-%02d", role(w), 1+w.IntN(40)) }),
		kg.Numbered(w, "host", "hostNN", "", func(w *kg.World) string { return fmt.Sprintf("%s%02d", role(w), 1+w.IntN(60)) }),
		kg.Numbered(w, "host", "host-site-N", "-", func(w *kg.World) string {
			return fmt.Sprintf("%s-%s-%d", role(w), w.One("prod", "stage"), 1+w.IntN(30))
		}),
		kg.Typed("host", "host of a region", ".-", kg.Amount(w), kg.Spread(w), kg.Value{Type: rowkey.Text, Accept: []rowkey.Type{rowkey.Domain}, Soft: ".-", Seams: true},
			func(w *kg.World) string { return fmt.Sprintf("%s-%02d.%s", role(w), 1+w.IntN(30), w.One(regions()...)) }),
		kg.Numbered(w, "host", "host by address", "-", func(w *kg.World) string { return fmt.Sprintf("ip-10-0-%d-%d", w.IntN(8), 1+w.IntN(254)) }),
	)
}

// devices are things with a serial number.
func devices(w *kg.World, not string) kg.Field {
	thing := w.One("sensor", "sensor", "device", "meter", "thermostat", "gateway", "tracker", "camera")
	return kg.Free(w, not,
		kg.Numbered(w, "device", "thing-NNNNN", "-", func(w *kg.World) string { return fmt.Sprintf("%s-%05d", thing, w.IntN(2000)) }),
		kg.Numbered(w, "device", "thing_NNNN", "_", func(w *kg.World) string { return fmt.Sprintf("%s_%04d", thing, w.IntN(2000)) }),
		kg.Numbered(w, "device", "thingN", "", func(w *kg.World) string { return fmt.Sprintf("%s%d", thing, 1+w.IntN(3000)) }),
		kg.Tagged(w, "device", "dev_hex", "_", func(w *kg.World) string { return "dev_" + w.Letters(8, lowerHex) }),
		kg.Numbered(w, "device", "serial number", "", func(w *kg.World) string { return "SN" + w.Letters(8, digits) }),
		kg.Typed("device", "hardware address with dashes", ":", 50+kg.Amount(w), kg.Spread(w), kg.Value{Type: rowkey.Text, Accept: []rowkey.Type{rowkey.Hash, rowkey.Hex}, Soft: ":", Headed: true},
			func(w *kg.World) string { return colons("a4cf12" + w.Letters(6, lowerHex)) }),
		kg.RandomID("device", "hardware address", lowerHex, 12, 50+kg.Amount(w), kg.Spread(w)).Accepting(rowkey.Text),
		kg.Decimal("device", 10000, 99999, kg.Spread(w)), kg.UUID("device", "text", 50+kg.Amount(w), kg.Spread(w)),
		kg.DigitsOf(w, "device", "number of a phone, 15 digits", kg.Spread(w), func(w *kg.World) string { return "35" + w.Letters(13, digits) }, rowkey.Hash),
	)
}

func colons(h string) string {
	return strings.Join([]string{h[:2], h[2:4], h[4:6], h[6:8], h[8:10], h[10:]}, ":")
}

// users are people as an application names them.
func users(w *kg.World, not string) kg.Field {
	return kg.Free(w, not,
		kg.Named(w, "user", "first name and surname", ".", func(w *kg.World) string { return w.One(firstNames()...) + "." + w.One(surnames()...) }),
		kg.Named(w, "user", "initial, surname and number", "", func(w *kg.World) string {
			return w.One(firstNames()...)[:1] + w.One(surnames()...) + w.One("", fmt.Sprint(w.IntN(100)))
		}),
		kg.Numbered(w, "user", "userN", "", func(w *kg.World) string { return fmt.Sprint("user", 1+w.IntN(90000)) }),
		kg.Numbered(w, "user", "u-N", "-", func(w *kg.World) string { return fmt.Sprint("u-", 1000+w.IntN(9000)) }),
		kg.Tagged(w, "user", "usr_id", "_", func(w *kg.World) string { return "usr_" + w.Letters(14, base62) }),
		kg.Decimal("user", 1000, 9000000, kg.Spread(w)), kg.Decimal("user", 100000, 999999, kg.Spread(w)), kg.Padded("user", 10, 90000000, kg.Spread(w)),
		kg.UUID("user", "text", 50+kg.Amount(w), kg.Spread(w)), objectIDs(w, "user"), mails(w, "user"),
	)
}

// mails are e-mail addresses.
func mails(w *kg.World, name string) kg.Field {
	return kg.Typed(name, "e-mail of "+name, "@._", kg.Amount(w), kg.Spread(w), kg.Value{Type: rowkey.Email}, func(w *kg.World) string {
		return w.One(firstNames()...) + w.One(".", "_", "") + w.One(surnames()...) + "@" + w.One("gmail.com", "gmail.com", "yahoo.com", "outlook.com", "example.org")
	})
}

// objectIDs are 24 hexadecimal digits that start with seconds.
func objectIDs(w *kg.World, name string) kg.Field {
	machine := w.Letters(10, lowerHex)
	return kg.Typed(name, "object id of "+name, "", 50+kg.Amount(w), kg.Spread(w), kg.Value{Type: rowkey.Hash, Accept: []rowkey.Type{rowkey.Hex}}, func(w *kg.World) string {
		return hex.EncodeToString([]byte(kg.BE(uint64(1.6e9+w.Float64()*1e8), 4))) + machine + w.Letters(6, lowerHex)
	})
}

// ids are keys of single rows.
func ids(w *kg.World, not string) kg.Field {
	const many = 1 << 20
	return kg.Free(w, not,
		kg.UUID("id", "text", many, kg.Evenly), kg.UUID("id", "text", many, kg.Evenly), kg.UUID("id", "hex", many, kg.Evenly),
		kg.RandomID("id", "hexadecimal id", lowerHex, kg.Among(w, 8, 16, 32), many, kg.Evenly), kg.RandomID("id", "base 62 id", base62, kg.Among(w, 8, 11, 16, 22), many, kg.Evenly),
		kg.Decimal("id", 1, 9000000, kg.Evenly), kg.Decimal("id", 1, 90000, kg.Counting), kg.Padded("id", kg.Among(w, 8, 10, 12), 5000000, kg.Counting),
		ulids("id"), snowflakes("id"),
	)
}

// orders are numbers of documents.
func orders(w *kg.World, not string) kg.Field {
	year := fmt.Sprint(2019 + w.IntN(6))
	number := func(encoding, soft string, of func(w *kg.World) string) kg.Field {
		return kg.Numbered(w, "order", encoding, soft, of)
	}
	return kg.Free(w, not,
		number("ORD-NNNNNN", "-", func(w *kg.World) string { return "ORD-" + w.Letters(6, digits) }),
		number("ORD-year-NNNNNN", "-", func(w *kg.World) string { return fmt.Sprintf("ORD-%s-%06d", year, w.IntN(90000)) }),
		number("INVNNNNNNNN", "", func(w *kg.World) string { return fmt.Sprintf("INV%08d", w.IntN(900000)) }),
		number("SO number", "", func(w *kg.World) string { return fmt.Sprint("SO", 10000+w.IntN(80000)) }),
		kg.Decimal("order", 100000, 9999999, kg.Evenly), kg.Padded("order", 10, 9000000, kg.Counting), kg.Decimal("order", 1000000000, 1009999999, kg.Counting),
	)
}

// articles are codes of goods.
func articles(w *kg.World, not string) kg.Field {
	return kg.Free(w, not,
		kg.Numbered(w, "article", "SKU-NNNNN", "-", func(w *kg.World) string { return "SKU-" + w.Letters(5, digits) }),
		kg.DigitsOf(w, "article", "bar code", kg.Spread(w), func(w *kg.World) string { return "40" + w.Letters(11, digits) }, rowkey.Hash),
		kg.Named(w, "article", "ware and color", "-", func(w *kg.World) string {
			return w.One(wares()...) + "-" + w.One("red", "blue", "black", "white", "green")
		}),
		kg.RandomID("article", "article of ten", digits+capitals, 10, 50+kg.Amount(w), kg.Spread(w)), kg.Decimal("article", 1000, 99999, kg.Spread(w)),
	)
}

// tenants are organizations.
func tenants(w *kg.World, not string) kg.Field {
	return kg.Free(w, not,
		kg.Choice("tenant", "company", companies()[:15], 3+w.IntN(10), kg.Group), kg.Choice("tenant", "company", companies()[:15], 3+w.IntN(10), kg.Skewed),
		kg.Numbered(w, "tenant", "tenant-N", "-", func(w *kg.World) string { return fmt.Sprint("tenant-", 1+w.IntN(60)) }),
		kg.Numbered(w, "tenant", "tN", "", func(w *kg.World) string { return fmt.Sprintf("t%03d", w.IntN(120)) }),
		kg.Tagged(w, "tenant", "org_id", "_", func(w *kg.World) string { return "org_" + w.Letters(10, base62) }),
		kg.Decimal("tenant", 1, 400, kg.Group), kg.Padded("tenant", 5, 900, kg.Group), kg.UUID("tenant", "text", 12, kg.Group),
	)
}

// choice is a draw of a few words of a list.
func choice(name string, list []string) kg.Maker {
	return func(w *kg.World, not string) kg.Field {
		var fit []string
		for _, s := range list {
			if !strings.ContainsAny(s, not) {
				fit = append(fit, s)
			}
		}
		return kg.Choice(name, "one of "+name, fit, min(len(fit), 2+w.IntN(8)), kg.Among(w, kg.Skewed, kg.Evenly, kg.Group))
	}
}

// sequences are numbers of records, padded or not.
func sequences(w *kg.World, _ string) kg.Field {
	width := 4 + w.IntN(5)
	return kg.Among(w, kg.Padded("sequence", width, kg.Pow10(width-1), kg.Evenly), kg.Decimal("sequence", 1, 90000, kg.Evenly), kg.Padded("sequence", width, kg.Pow10(width), kg.Counting))
}

// few are small numbers: lines of an order, steps, versions.
func few(name string, most int) kg.Maker {
	return func(w *kg.World, _ string) kg.Field {
		return kg.Among(w, kg.Decimal(name, 1, most, kg.Skewed), kg.Padded(name, kg.Among(w, 2, 3), most, kg.Skewed).Accepting(rowkey.Enum))
	}
}

// domains are names of sites, backwards in most tables.
func domains(w *kg.World, _ string) kg.Field {
	back := kg.Typed("domain", "site backwards", ".", kg.Amount(w), kg.Spread(w), kg.Value{Type: rowkey.Domain, Reversed: true}, func(w *kg.World) string {
		return w.One("com", "com", "org", "net", "de", "uk.co") + "." + w.One(companies()[:15]...) + w.One("", w.One(subjects()...)) + w.One("", ".www", ".blog", ".m")
	})
	return kg.Among(w, back, back, kg.Typed("domain", "site", ".", kg.Amount(w), kg.Spread(w), kg.Value{Type: rowkey.Domain}, func(w *kg.World) string {
		return w.One("", "www.", "blog.", "m.") + w.One(companies()[:15]...) + w.One("", w.One(subjects()...)) + w.One(".com", ".com", ".org", ".net", ".de")
	}))
}

// paths are pages of sites, of one to three parts.
func paths(w *kg.World, _ string) kg.Field {
	return kg.Typed("path", "path of a page", "/.-", 4000, kg.Evenly, kg.Value{Type: rowkey.URL, Accept: []rowkey.Type{rowkey.Text, rowkey.Enum}, Soft: "/.-", Seams: true}, func(w *kg.World) string {
		p := w.One(subjects()...)
		for range w.IntN(3) {
			p += "/" + w.One(w.One(subjects()...), w.One(wares()...), fmt.Sprint(w.IntN(5000)))
		}
		return p + w.One("", "", ".html")
	})
}

// files are names of objects in a bucket.
func files(w *kg.World, _ string) kg.Field {
	root := w.One("images", "uploads", "exports", "backups", "logs")
	return kg.Typed("file", "name of an object in "+root, "/._-", 4000, kg.Evenly, kg.Value{Type: rowkey.Text, Accept: []rowkey.Type{rowkey.URL}, Soft: "/._-", Seams: true, Headed: true}, func(w *kg.World) string {
		return fmt.Sprintf("%s/%s/%s-%d%s", root, w.One(towns()...), w.One(wares()...), w.IntN(900), w.One(".jpg", ".png", ".csv", ".gz"))
	})
}

// addresses are IPv4 addresses.
func addresses(w *kg.World, _ string) kg.Field {
	return kg.Typed("address", "address of a client", ".", 20+kg.Amount(w), kg.Spread(w), kg.Value{Type: rowkey.IP}, func(w *kg.World) string {
		return fmt.Sprintf("%d.%d.%d.%d", kg.Among(w, 10, 34, 52, 81, 172, 192, 203), w.IntN(256), w.IntN(256), 1+w.IntN(254))
	})
}

// phones are numbers of subscribers.
func phones(name string) kg.Maker {
	return func(w *kg.World, not string) kg.Field {
		plus := kg.Typed(name, "+ and phone number", "+", 50+kg.Amount(w), kg.Spread(w), kg.Value{Type: rowkey.Text, Accept: []rowkey.Type{rowkey.IntDecimal, rowkey.IntPadded}, Soft: "+", Headed: true},
			func(w *kg.World) string { return "+" + w.One("1415", "4917", "4479", "3361") + w.Letters(7, digits) })
		return kg.Free(w, not, plus, kg.DigitsOf(w, name, "phone number", kg.Spread(w), func(w *kg.World) string { return w.One("1415", "4917", "4479", "3361") + w.Letters(7, digits) }, rowkey.Text))
	}
}

// areas are geohashes.
func areas(w *kg.World, _ string) kg.Field {
	width := kg.Among(w, 5, 6, 7, 9)
	accept := []rowkey.Type{rowkey.Text}
	if width > 6 {
		accept = append(accept, rowkey.Hash)
	}
	near := w.One("u4p", "dr5", "9q8", "gcp")
	return kg.Typed("area", fmt.Sprintf("geohash of %d letters", width), "", 60+kg.Amount(w), kg.Spread(w), kg.Value{Type: rowkey.Geohash, Accept: accept}, func(w *kg.World) string {
		return near + w.Letters(width-3, base32)
	})
}

// salts are numbers of a bucket in front, of a hash function that is known or not. Where it is not known, a number is right.
func salts(w *kg.World, of ...string) kg.Part {
	n, form := kg.Among(w, 8, 10, 16, 20, 64), w.One("%02d", "%d", "%03d")
	if w.IntN(3) > 0 {
		return kg.Salt(w.One("crc32", "java", "fnv1a"), n, form, of...)
	}
	return accepting(kg.Salt("seeded", n, form, of...), rowkey.IntPadded, rowkey.IntDecimal, rowkey.Enum)
}

// saltBytes are salts of one byte.
func saltBytes(w *kg.World, of ...string) kg.Part {
	return accepting(kg.Salt(w.One("crc32", "java", "seeded"), kg.Among(w, 8, 16, 32), "", of...), rowkey.IntBE, rowkey.Bytes)
}

// digests are the first digits of a hash of another field.
func digests(w *kg.World, of string) kg.Part {
	width := kg.Among(w, 2, 4, 4, 6, 8)
	p := kg.Digest(w.One("md5", "md5", "sha1"), width, false, of)
	if width == 2 {
		return accepting(p, rowkey.Salt)
	}
	return p
}

func accepting(p kg.Part, types ...rowkey.Type) kg.Part {
	f := p.Field.Accepting(types...)
	p.Field = &f
	return p
}

// numbers are big-endian integers of 4 or 8 bytes.
func numbers(name string) kg.Maker {
	return func(w *kg.World, _ string) kg.Field {
		width := kg.Among(w, 4, 8, 8)
		return kg.Binary(name, width, kg.Among(w, 900, 60000, 1<<24, 1<<30), w.IntN(8) == 0, kg.Spread(w))
	}
}

// counters are big-endian integers that grow by one.
func counters(name string) kg.Maker {
	return func(w *kg.World, _ string) kg.Field {
		return kg.Binary(name, kg.Among(w, 4, 8, 8), kg.Among(w, 90000, 1<<24), w.IntN(8) == 0, kg.Counting)
	}
}

// small are big-endian integers of 1 or 2 bytes.
func small(name string, width, most int) kg.Maker {
	return func(w *kg.World, _ string) kg.Field {
		f := kg.Binary(name, width, most, false, kg.Skewed)
		if width == 1 {
			return f.Accepting(rowkey.Bytes, rowkey.Enum)
		}
		return f
	}
}

// rawHashes are digests in bytes.
func rawHashes(name string, width int) kg.Maker {
	return func(w *kg.World, _ string) kg.Field { return kg.RandomBytes(name, width, 1<<20, kg.Evenly) }
}

// rawIDs are UUIDs in bytes.
func rawIDs(name string) kg.Maker {
	return func(w *kg.World, _ string) kg.Field { return kg.UUID(name, "bytes", 50+kg.Amount(w), kg.Spread(w)) }
}
