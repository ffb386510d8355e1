package infer

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestMarksInText verifies what the signs in keys of text part and what they are a part of, on tables that show it and
// on tables that come near.
func TestMarksInText(t *testing.T) {
	const base62 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
	mac := func(w *world) string {
		out := w.one("00:1a:2b", "3c:5a:b4", "f0:18:98")
		for range 3 {
			out += ":" + w.hex(2)
		}
		return out
	}
	host := func(w *world) string { return w.one("web", "db", "mq") + "-" + w.letters(3, "bcdfgh") }
	list := func(n int, of func(w *world) string) func(w *world) string {
		var known []string
		return func(w *world) string {
			for len(known) < n {
				known = append(known, of(w))
			}
			return known[w.IntN(n)]
		}
	}
	few := list(6, func(w *world) string { return w.letters(22, base62+"-_") })
	racks := list(30, func(w *world) string { return fmt.Sprintf("%s-%s-%s", w.word(), w.word(), w.word()) })
	traces := list(240, func(w *world) string {
		out := ","
		for i := range 5 {
			if i < 3 || w.IntN(5) < 3 {
				out += fmt.Sprintf("%d=%d,", i, w.IntN(1+w.IntN(1+w.IntN(200))))
			}
		}
		return out
	})
	for _, tt := range []struct {
		name string
		rows int
		key  func(w *world) string
		want string // types and literals
	}{
		{"names with their values, one of them not always", 300, func(w *world) string {
			return fmt.Sprintf("%s{%shost=%s}%d", w.one("cpu", "mem", "load"), w.one("", "dc=fra,", "dc=ams,", "dc=iad,"),
				host(w), w.when().Unix())
		}, "{word}{{word}={word},{word}={word}}{timestamp} + {word}{{word}={word}}{timestamp}"},
		{"as many names with their values as there are", 900, func(w *world) string {
			if w.IntN(6) == 0 {
				return "&" + w.hex(32)
			}
			return fmt.Sprint(w.IntN(8), ":", 2147483647-w.IntN(12), ":", traces(w))
		}, "&{hash} + {int_decimal}:{int_padded}:{word}"},
		{"ids that end with the sign behind names", 300, func(w *world) string {
			return w.word() + "#" + w.letters(22, base62) + "=="
		}, "{word}#{hash}"},
		{"kinds that have no sign in common", 300, func(w *world) string {
			tags := fmt.Sprintf("host=%s,dc=%s", host(w), w.one("ams", "fra", "iad"))
			metric := w.one("cpu", "mem", "load")
			return w.one(fmt.Sprint(metric, ",", tags, " ", w.when().Unix()), "series:"+metric+"#"+tags,
				"tag:"+host(w)+":"+metric)
		}, "{word},{word}={word},{word}={word} {timestamp} + {word}:{word}#{word}={word},{word}={word} + " +
			"{word}:{word}:{word}"},
		{"kinds that signs tell that join names elsewhere", 90, func(w *world) string {
			user := fmt.Sprint("u", 1000+w.IntN(4e5))
			return w.one(user, user+"@"+w.when().Format("2006-01-02"), fmt.Sprint("g", w.IntN(4000), ".", 1000+w.IntN(4e5)))
		}, "u{int_decimal}@{timestamp} + {word}{int_decimal} + {word}{int_decimal}.{int_decimal}"},
		{"a last part that is not always there", 120, func(w *world) string {
			return fmt.Sprintf("%s[%d]", w.name(), w.IntN(32)) + w.one("", fmt.Sprint("@", 1000+w.IntN(9e5)))
		}, "{word}[{int_decimal}] + {word}[{int_decimal}]@{int_decimal}"},
		{"parts of a name that combine freely", 300, func(w *world) string {
			return fmt.Sprintf("%s.hall%d.%s.%s#%d", w.one("gent", "lodz", "pune"), 1+w.IntN(8), w.word(),
				w.one("torque", "rpm", "current"), w.when().Unix())
		}, "{word}.{word}.{word}.{word}#{timestamp}"},
		{"parts of a name that belong together", 300, func(w *world) string {
			return racks(w) + "#" + fmt.Sprint(w.when().Unix())
		}, "{word}#{timestamp}"},
		{"words before an id", 300, func(w *world) string {
			return "sk_live_" + w.letters(24, base62) + "#" + fmt.Sprint(w.when().Unix())
		}, "sk_live_{hash}#{timestamp}"},
		{"letters before few ids", 300, func(w *world) string { return "PL" + few(w) + "/" + fmt.Sprint(w.IntN(9e5)) },
			"{hash}/{int_decimal}"},
		{"one day", 300, func(w *world) string { return w.name() + "/20240509" }, "{word}/{timestamp}"},
		{"a number of eight digits", 300, func(w *world) string { return w.name() + "/20249909" }, "{word}/{word}"},
		{"numbered files", 300, func(w *world) string { return fmt.Sprintf("%s/%08d.m4s", w.word(), w.IntN(1e5)) },
			"{word}/{int_padded}.{word}"},
		{"numbered files with a name and two endings", 300, func(w *world) string {
			return fmt.Sprintf("%s/part-%05d.json.gz", w.word(), w.IntN(1e4))
		}, "{word}/{word}-{int_padded}.{word}"},
		{"addresses of network cards", 300, func(w *world) string {
			return fmt.Sprintf("ap-%03d:%s:%d", w.IntN(60), mac(w), w.when().Unix())
		}, "{word}-{int_padded}:{word}:{timestamp}"},
		{"addresses of network cards behind such a pair", 300, func(w *world) string {
			return w.one("b1", "b2", "c4") + ":" + mac(w) + ":" + fmt.Sprint(w.when().Unix())
		}, "{word}:{word}:{timestamp}"},
		{"points between numbers", 300, func(w *world) string {
			return fmt.Sprintf("id:%07d.%06d.%d|%s", w.IntN(1e6), w.IntN(1e5), w.IntN(3e6), w.word())
		}, "{word}:{int_padded}.{int_padded}.{int_decimal}|{word}"},
		{"points in versions", 300, func(w *world) string {
			return fmt.Sprintf("%s/%d.%d.%d", w.word(), w.IntN(4), w.IntN(20), w.IntN(30))
		}, "{word}/{word}"},
		{"escapes", 300, func(w *world) string {
			return "q=" + w.word() + w.one("", "%26", "%C3%BC") + w.word() + "&lang=" + w.one("de", "fr", "it")
		}, "{word}={word}&{word}={word}"},
		{"percent signs between fields", 300, func(w *world) string {
			return fmt.Sprintf("%s%%%s%%%d", w.name(), w.one("open", "shut"), w.IntN(9e5))
		}, "{word}%{word}%{int_decimal}"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(7)
			res := inferred(t, rows(tt.rows, func() row { return row{tt.key(w), w.when()} }))
			var got []string
			for _, k := range res.Kinds {
				got = append(got, shape(k.Layout))
			}
			slices.Sort(got)
			if all := strings.Join(got, " + "); all != tt.want {
				t.Errorf("%s, want %s: %q", all, tt.want, templates(res))
			}
		})
	}
}
