package everyday

import (
	"fmt"

	kg "tabletop/internal/keygrammar"
	"tabletop/model/rowkey"
)

// web are pages, clicks, advertisements, caches, and indexes of text.
func web() []kg.Production {
	return []kg.Production{
		kg.Flat("pages", "/ / # |", plainDomains, paths),
		kg.Flat("clicks", "# | /", choice("site", companies()[:15]), kg.UUID("visitor", "text", 400, kg.ByEntity), instants, choice("action", actions())),
		kg.Flat("objects by day", "/", "logs", choice("service", services()), kg.Calendar(rowkey.Day, "2006/01/02"), sequences),
		{Name: "campaigns", Make: campaigns},
		{Name: "words of documents", Make: wordsOfDocuments},
		{Name: "caches", Make: caches},
		{Name: "buckets", Make: buckets},
		{Name: "links", Make: links},
		kg.Packed("cookies", func(w *kg.World, _ string) kg.Field { return kg.UUID("cookie", "bytes", 400, kg.ByEntity) }, anyTicks, small("event", 1, 20)),
		kg.Packed("fetches", rawHashes("page", 16), newestTicks),
		{Name: "impressions in bytes", Make: func(w *kg.World) []kg.Kind {
			return kg.One(kg.Key(w, "", kg.Binary("campaign", 4, 60000, false, kg.Spread(w)), kg.EpochBinary(rowkey.Second, 4, 0), choice("country", countries())))
		}},
		{Name: "postings", Make: postings},
	}
}

// plainDomains are domains in which a separator does not occur.
func plainDomains(w *kg.World, not string) kg.Field { return kg.Free(w, not, domains(w, not)) }

// campaigns are what was shown by hour and place, and what it may cost.
func campaigns(w *kg.World) []kg.Kind {
	sep := w.One("#", ":", "|", "/")
	campaign, day := kg.Decimal("campaign", 1000, 99999, kg.Spread(w)), dates(w, sep)
	return kg.Some(w, 2, kg.Key(w, sep, campaign, hours, choice("country", countries()), choice("placement", words("banner video native search sidebar popup"))), kg.Key(w, sep, "budget", campaign, day), kg.Key(w, sep, "creative", campaign, ids))
}

func terms(w *kg.World, _ string) kg.Field {
	return kg.Named(w, "term", "word of a text", "", func(w *kg.World) string {
		return w.One(w.One(wares()...), w.One(subjects()...), w.One(towns()...), w.One(firstNames()...), w.Syllables(2))
	})
}

// wordsOfDocuments is an index of words.
func wordsOfDocuments(w *kg.World) []kg.Kind {
	sep := w.One("/", ":", "#", "|")
	document := kg.Free(w, sep, kg.Decimal("document", 1, 900000, kg.Evenly), kg.UUID("document", "text", 900, kg.Evenly), kg.Padded("document", 8, 900000, kg.Evenly))
	return kg.Some(w, 2, kg.Key(w, sep, "t", terms, document), kg.Key(w, sep, "d", document), kg.Key(w, sep, "n", terms))
}

// caches are keys with the version of the code in front.
func caches(w *kg.World) []kg.Kind {
	version := fmt.Sprint("v", 1+w.IntN(5))
	return kg.Some(w, 2, kg.Key(w, ":", "cache", version, "user", users(w, ":"), choice("view", words("timeline profile friends unread settings"))), kg.Key(w, ":", "cache", version, "product", articles(w, ":")),
		kg.Key(w, ":", "lock", choice("service", services()), ids))
}

// buckets are objects by name, now and then with their versions.
func buckets(w *kg.World) []kg.Kind {
	bucket := kg.Named(w, "bucket", "company and use", "-", func(w *kg.World) string {
		return w.One(companies()[:15]...) + "-" + w.One("media", "backup", "static", "data")
	})
	sep := w.One("#", "|", ":")
	if w.IntN(2) == 0 {
		return kg.One(kg.Key(w, "", bucket, "/", files))
	}
	return kg.One(kg.Key(w, sep, bucket, files, newest))
}

// links are short names of pages, and who came by them.
func links(w *kg.World) []kg.Kind {
	sep := w.One(":", "#", "/")
	code := kg.RandomID("code", "code of a link", base62, kg.Among(w, 6, 7, 8), 3000, kg.Evenly)
	return kg.Some(w, 2, kg.Key(w, sep, "link", code), kg.Key(w, sep, "click", code, times), kg.Key(w, sep, "owner", users, code))
}

// postings are numbers of documents behind a word.
func postings(w *kg.World) []kg.Kind {
	document := kg.Binary("document", kg.Among(w, 4, 8), 1<<24, false, kg.Evenly)
	if w.IntN(2) == 0 {
		return kg.One(kg.Key(w, "", terms, "\x00", document))
	}
	return kg.Some(w, 2, kg.Key(w, "", "\x01", terms, "\x00", document), kg.Key(w, "", "\x02", document), kg.Key(w, "", "\x03", document, kg.Binary("position", 2, 4000, false, kg.Evenly)))
}
