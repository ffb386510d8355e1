package heldout

import (
	"fmt"
	"strings"
	"time"

	kg "tabletop/internal/keygrammar"
	"tabletop/model/rowkey"
)

const minute = time.Minute

// surt is the name of a site with labels from last to first, joined by commas.
func surt(n int, draw kg.Draw) kg.Field {
	return kg.Typed("site", "surt", ",", n, draw, kg.Value{Type: rowkey.Domain, Reversed: true, Soft: ","}, func(w *kg.World) string {
		return w.One("com", "com", "org", "net", "de", "fr") + "," + w.One(adjectives()...) + w.One(goods()...) + w.One("", ",www", ",blog", ",shop")
	})
}

// web is the address of a page.
func web(n int, draw kg.Draw) kg.Field {
	return kg.Typed("url", "url", "/.-:?=&", n, draw, kg.Value{Type: rowkey.URL, Soft: "/:.?=-"}, func(w *kg.World) string {
		return "https://" + w.One("www.", "", "shop.") + w.One(hosters()...) + "." + w.One("com", "org", "net") + "/" + w.One(topics()...) + "/" + w.One(goods()...) + w.One("", fmt.Sprintf("?id=%d", w.IntN(900)), ".html")
	})
}

func documents() []kg.Production {
	return []kg.Production{
		{Name: "captures", Make: func(w *kg.World) []kg.Kind {
			return one("%)% %", surt(200, kg.ByEntity), lettered("/", path("path", ".html .php", 300, kg.Evenly)), calendar(rowkey.Second, "20060102150405"))
		}},
		{Name: "revisions of pages", Make: func(w *kg.World) []kg.Kind {
			title := kg.Made("title", "title", "_", 300, kg.ByEntity, func(w *kg.World) string {
				s := w.One(adjectives()...)
				return strings.ToUpper(s[:1]) + s[1:] + "_" + w.One(animals()...)
			})
			return one("%:%:%", few("language", languages(), 7, kg.Skewed), title, number("revision", 90000000, kg.Evenly))
		}},
		{Name: "postings", Make: func(w *kg.World) []kg.Kind {
			return one(kg.Among(w, "%:%:%", "%|%|%"), few("field", []string{"author", "body", "tag", "title"}, 3, kg.Skewed), words("term", goods(), kg.ByEntity), kg.Among(w, kg.Padded("document", 10, 40000000, kg.Evenly), number("document", 40000000, kg.Evenly)))
		}},
		{Name: "objects of tenants", Make: func(w *kg.World) []kg.Kind {
			return one("%%", kg.UUID("tenant", "text", 12, kg.Skewed), page("object", ".jpg .mp4 .pdf .docx", 9000, kg.Evenly))
		}},
		{Name: "files", Make: func(w *kg.World) []kg.Kind {
			file := kg.Typed("file", "absolute path", "/.-_", 9000, kg.Evenly, kg.Value{Type: rowkey.Text, Accept: []rowkey.Type{rowkey.URL}, Soft: "/.-_", Headed: true}, func(w *kg.World) string {
				return "/" + w.One("home", "srv", "var") + "/" + w.One(firstNames()...) + "/" + w.One(topics()...) + w.One("", "/"+w.One(goods()...)) + w.One(".txt", ".csv", ".log", ".tar.gz")
			})
			if w.IntN(2) == 0 {
				return one("%", file)
			}
			return one("%:%", words("volume", hosters(), kg.Skewed), file)
		}},
		{Name: "fetched pages", Make: func(w *kg.World) []kg.Kind {
			return some(w, 1, kind(3, "%", web(9000, kg.Evenly)))
		}},
		{Name: "backlinks", Make: func(w *kg.World) []kg.Kind {
			return one("%|%", domain("to", 90, true, kg.ByEntity), rename(web(3000, kg.Evenly), "from"))
		}},
		{Name: "translations", Make: func(w *kg.World) []kg.Kind {
			key := kg.Made("key", "dotted key", "._", 700, kg.Evenly, func(w *kg.World) string {
				return w.One(services()...) + "." + w.One(goods()...) + "." + w.One("label", "title", "hint", "error", "help_text")
			})
			locale := kg.Made("locale", "locale", "-", 12, kg.Skewed, func(w *kg.World) string {
				return w.One("de-DE", "en-GB", "en-US", "es-MX", "fr-CA", "pt-BR", "ja-JP", "zh-TW")
			})
			return one("%/%", locale, key)
		}},
		{Name: "attachments", Make: func(w *kg.World) []kg.Kind {
			return one("%/%/%", number("ticket", 90000, kg.ByEntity), kg.Padded("part", 2, 12, kg.Skewed), kg.RandomID("md5", "md5 of content", hexLow, 32, 9000, kg.Evenly))
		}},
		{Name: "thumbnails", Make: func(w *kg.World) []kg.Kind {
			size := kg.Typed("size", "width x height", "x", 6, kg.Skewed, kg.Value{Type: rowkey.Text, Accept: []rowkey.Type{rowkey.IntDecimal, rowkey.Enum}, Soft: "x"}, func(w *kg.World) string {
				return w.One("64x64", "128x128", "320x240", "640x480", "1280x720", "1920x1080")
			})
			return one("%_%.%", kg.Among(w, token("image", 12, 900, "base64url", kg.ByEntity), kg.RandomID("image", "image", lower+digits, 12, 900, kg.ByEntity)), size, few("suffix", []string{"avif", "jpg", "webp"}, 2, kg.Skewed))
		}},
		{Name: "articles", Make: func(w *kg.World) []kg.Kind {
			return one("%/%/%", few("section", topics(), 8, kg.Skewed), calendar(rowkey.Day, "2006/01/02"), slug("article", 4000, kg.Evenly))
		}},
		{Name: "settings as documents", Make: func(w *kg.World) []kg.Kind {
			doc := kg.Typed("labels", "json", `{}":,`, 500, kg.Evenly, kg.Value{Type: rowkey.JSON, Soft: `{}":,`}, func(w *kg.World) string {
				return fmt.Sprintf(`{"app":"%s","env":"%s"}`, w.One(services()...), w.One("dev", "prod", "staging"))
			})
			return one("%|%", few("cluster", regions(), 9, kg.Evenly), doc)
		}},
	}
}

func leftovers() []kg.Production {
	return []kg.Production{
		{Name: "tables of a database", Make: func(w *kg.World) []kg.Kind {
			return one(kg.Among(w, "%:%", "%.%", "public.%/%"), few("table", tables(), 4+w.IntN(12), kg.Skewed), kg.Among(w, number("row", 2000000, kg.Evenly), kg.Padded("row", 12, 2000000, kg.Evenly)))
		}},
		{Name: "change log", Make: func(w *kg.World) []kg.Kind {
			return one("%:%", numbered("file", "mysql-bin.", 6, 400, kg.Group), kg.Padded("position", 10, 100000000, kg.Evenly))
		}},
		{Name: "imported files", Make: func(w *kg.World) []kg.Kind {
			file := kg.Made("file", "name of an export", "_.", 20, kg.Skewed, func(w *kg.World) string {
				return w.One(tables()...) + "_" + w.One("full", "delta", "fix") + ".csv"
			})
			return one("%#%", file, kg.Among(w, kg.Padded("line", 8, 300000, kg.Evenly), number("line", 300000, kg.Evenly)))
		}},
		{Name: "topics", Make: func(w *kg.World) []kg.Kind {
			return one(kg.Among(w, "%-%@%", "%/%/%"), few("topic", services(), 5, kg.Skewed), kg.Decimal("partition", 0, 23, kg.Evenly), kg.Padded("offset", 20, 90000000, kg.Evenly))
		}},
		{Name: "records of a cloud", Make: func(w *kg.World) []kg.Kind {
			record := fixed(kg.Typed("record", "eighteen letters", "", 9000, kg.Evenly, kg.Value{Type: rowkey.Hash, Cuts: []int{3, 5, 10, 15, 17}, Headed: true, Accept: []rowkey.Type{rowkey.Text}}, func(w *kg.World) string {
				return w.One("001", "003", "006", "500") + "Kg00000" + w.Letters(5, base62) + "IA" + w.One("W", "Y", "A", "Q")
			}))
			return one(kg.Among(w, "%", "sf:%"), record)
		}},
		{Name: "jobs of a scheduler", Make: func(w *kg.World) []kg.Kind {
			return one("%@%", slug("job", 60, kg.ByEntity), calendar(rowkey.Second, kg.Among(w, "2006-01-02T15:04:05+00:00", "2006-01-02T15:04:05Z", "20060102T150405")))
		}},
		{Name: "everything as a string", Make: func(w *kg.World) []kg.Kind {
			return one("%_%_%", few("type", tables(), 6, kg.Skewed), few("country", countries(), 9, kg.Skewed), kg.Decimal("id", 1000000000, 9999999999, kg.Evenly))
		}},
		{Name: "hashes in front", Make: func(w *kg.World) []kg.Kind {
			n := kg.Among(w, 4, 6, 8)
			digest := kg.Digest(w.One("md5", "sha1", "sha256"), n, false, "user")
			if n == 4 {
				digest = accepting(digest, rowkey.Salt, rowkey.Text)
			}
			return kg.One(first(digest, shape(kg.Among(w, "_%_%", "-%-%", ":%:%"), person("user", 500, kg.ByEntity), kg.Among(w, kg.Epoch(rowkey.Millisecond, 0), calendar(rowkey.Day, "20060102")))))
		}},
		{Name: "salted events", Make: func(w *kg.World) []kg.Kind {
			user := kg.Among(w, number("user", 60000, kg.ByEntity), person("user", 700, kg.ByEntity))
			salt := kg.Salt(w.One("crc32", "fnv1a", "java"), kg.Among(w, 5, 10, 16, 64), w.One("%02d", "%d"), "user")
			return kg.One(first(salt, shape(kg.Among(w, "#%#%#%", "|%|%|%"), user, few("event", events(), 12, kg.Skewed), kg.Among(w, reversed(rowkey.Millisecond, 1<<63-1), kg.Epoch(rowkey.Second, 0)))))
		}},
		{Name: "buckets by chance", Make: func(w *kg.World) []kg.Kind {
			bucket := kg.Padded("bucket", 2, kg.Among(w, 16, 20, 32), kg.Evenly).Accepting(rowkey.Salt, rowkey.Enum)
			return one("%-%-%", bucket, calendar(rowkey.Minute, kg.Among(w, "200601021504", "2006-01-02T15:04")), ksuid("event"))
		}},
		{Name: "places by name", Make: func(w *kg.World) []kg.Kind {
			return one(kg.Among(w, "%#%#%", "%/%/%"), few("country", countries(), 12, kg.Group), words("city", cities(), kg.ByEntity), numbered("store", "store", 0, 60, kg.Evenly))
		}},
		{Name: "feature flags", Make: func(w *kg.World) []kg.Kind {
			return one("%.%", few("environment", []string{"dev", "prod", "qa", "staging"}, 4, kg.Evenly), slug("flag", 400, kg.Evenly))
		}},
		{Name: "two generations of keys", Make: func(w *kg.World) []kg.Kind {
			return []kg.Kind{kind(3, "%#%", number("user", 90000, kg.ByEntity), kg.Epoch(rowkey.Millisecond, 0)), kind(1, "v2#%#%", kg.UUID("account", "text", 600, kg.ByEntity), reversed(rowkey.Millisecond, 9999999999999))}
		}},
	}
}
