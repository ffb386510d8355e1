package everyday

import (
	"fmt"

	kg "tabletop/internal/keygrammar"
	"tabletop/model/rowkey"
)

// web are pages, clicks, advertisements, caches, and indexes of text.
func web() []kg.Production {
	return []kg.Production{
		flat("pages", "/ / # |", plainDomains, paths),
		flat("clicks", "# | /", choice("site", companies()[:15]), kg.UUID("visitor", "text", 400, kg.ByEntity), instants, choice("action", actions())),
		flat("objects by day", "/", "logs", choice("service", services()), kg.Calendar(rowkey.Day, "2006/01/02"), sequences),
		{Name: "campaigns", Make: campaigns},
		{Name: "words of documents", Make: wordsOfDocuments},
		{Name: "caches", Make: caches},
		{Name: "buckets", Make: buckets},
		{Name: "links", Make: links},
		packed("cookies", func(w *kg.World, _ string) kg.Field { return kg.UUID("cookie", "bytes", 400, kg.ByEntity) }, anyTicks, small("event", 1, 20)),
		packed("fetches", rawHashes("page", 16), newestTicks),
		{Name: "impressions in bytes", Make: func(w *kg.World) []kg.Kind {
			return kg.One(key(w, "", kg.Binary("campaign", 4, 60000, false, spread(w)), kg.EpochBinary(rowkey.Second, 4, 0), choice("country", countries())))
		}},
		{Name: "postings", Make: postings},
	}
}

// plainDomains are domains in which a separator does not occur.
func plainDomains(w *kg.World, not string) kg.Field { return free(w, not, domains(w, not)) }

// campaigns are what was shown by hour and place, and what it may cost.
func campaigns(w *kg.World) []kg.Kind {
	sep := w.One("#", ":", "|", "/")
	campaign, day := kg.Decimal("campaign", 1000, 99999, spread(w)), dates(w, sep)
	return some(w, 2, key(w, sep, campaign, hours, choice("country", countries()), choice("placement", words("banner video native search sidebar popup"))), key(w, sep, "budget", campaign, day), key(w, sep, "creative", campaign, ids))
}

func terms(w *kg.World, _ string) kg.Field {
	return named(w, "term", "word of a text", "", func(w *kg.World) string {
		return w.One(w.One(wares()...), w.One(subjects()...), w.One(towns()...), w.One(firstNames()...), w.Syllables(2))
	})
}

// wordsOfDocuments is an index of words.
func wordsOfDocuments(w *kg.World) []kg.Kind {
	sep := w.One("/", ":", "#", "|")
	document := free(w, sep, kg.Decimal("document", 1, 900000, kg.Evenly), kg.UUID("document", "text", 900, kg.Evenly), kg.Padded("document", 8, 900000, kg.Evenly))
	return some(w, 2, key(w, sep, "t", terms, document), key(w, sep, "d", document), key(w, sep, "n", terms))
}

// caches are keys with the version of the code in front.
func caches(w *kg.World) []kg.Kind {
	version := fmt.Sprint("v", 1+w.IntN(5))
	return some(w, 2, key(w, ":", "cache", version, "user", users(w, ":"), choice("view", words("timeline profile friends unread settings"))), key(w, ":", "cache", version, "product", articles(w, ":")),
		key(w, ":", "lock", choice("service", services()), ids))
}

// buckets are objects by name, now and then with their versions.
func buckets(w *kg.World) []kg.Kind {
	bucket := named(w, "bucket", "company and use", "-", func(w *kg.World) string {
		return w.One(companies()[:15]...) + "-" + w.One("media", "backup", "static", "data")
	})
	sep := w.One("#", "|", ":")
	if w.IntN(2) == 0 {
		return kg.One(key(w, "", bucket, "/", files))
	}
	return kg.One(key(w, sep, bucket, files, newest))
}

// links are short names of pages, and who came by them.
func links(w *kg.World) []kg.Kind {
	sep := w.One(":", "#", "/")
	code := kg.RandomID("code", "code of a link", base62, one(w, 6, 7, 8), 3000, kg.Evenly)
	return some(w, 2, key(w, sep, "link", code), key(w, sep, "click", code, times), key(w, sep, "owner", users, code))
}

// postings are numbers of documents behind a word.
func postings(w *kg.World) []kg.Kind {
	document := kg.Binary("document", one(w, 4, 8), 1<<24, false, kg.Evenly)
	if w.IntN(2) == 0 {
		return kg.One(key(w, "", terms, "\x00", document))
	}
	return some(w, 2, key(w, "", "\x01", terms, "\x00", document), key(w, "", "\x02", document), key(w, "", "\x03", document, kg.Binary("position", 2, 4000, false, kg.Evenly)))
}
