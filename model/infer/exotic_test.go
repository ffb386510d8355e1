package infer

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestTextWithoutDelimiters verifies what ends values of text where no delimiter of their own does, on tables that show
// it and on tables that come near.
func TestTextWithoutDelimiters(t *testing.T) {
	address := func(w *world) string {
		net := fmt.Sprintf("2001:db8:%x:%x", w.IntN(65536), 1+w.IntN(255))
		if w.IntN(2) == 0 {
			return fmt.Sprintf("%s::%x", net, 1+w.IntN(250))
		}
		return fmt.Sprintf("%s:%x:%x:%x:%x", net, 1+w.IntN(65535), 1+w.IntN(65535), 1+w.IntN(65535), 1+w.IntN(65535))
	}
	port := func(w *world) string { return w.one("22", "53", "80", "443", "8080") }
	for _, tt := range []struct {
		name string
		key  func(w *world) string
		want string // types and literals
	}{
		{"addresses between colons", func(w *world) string { return "fw:" + address(w) + ":" + port(w) },
			"{word}:{ip}:{int_decimal}"},
		{"addresses before a colon", func(w *world) string { return address(w) + ":" + port(w) },
			"{ip}:{int_decimal}"},
		{"numbers between colons are no address", func(w *world) string {
			out := fmt.Sprint(w.IntN(30))
			for range 8 {
				out += fmt.Sprint(":", 100+w.IntN(900))
			}
			return out
		}, "{int_decimal}" + strings.Repeat(":{int_decimal}", 8)},
		{"ids alone, with a time, and with a number behind it", func(w *world) string {
			return w.hex(8) + w.one("", fmt.Sprint(w.when().Unix()), fmt.Sprintf("%d%02d", w.when().Unix(), w.IntN(20)))
		}, "{hex} + {hex}{timestamp} + {hex}{timestamp}{int_padded}"},
		{"ids of several widths", func(w *world) string { return w.hex([]int{8, 18, 20}[w.IntN(3)]) },
			"{hash} + {hash} + {hex}"},
		{"two numbers that are filled up, and a code", func(w *world) string {
			return fmt.Sprintf("%05d%03d#%06d%s", w.IntN(900), w.IntN(9), w.IntN(1e4), w.one("A", "B", "C"))
		}, "{int_padded}{int_padded}#{int_padded}{word}"},
		{"round numbers", func(w *world) string {
			return fmt.Sprintf("%08d#%06d", w.IntN(9000)*1000, w.IntN(1e4))
		}, "{int_padded}#{int_padded}"},
		{"prices", func(w *world) string {
			return fmt.Sprintf("%06d%s#%06d", w.IntN(30000), w.one("00", "50", "99"), w.IntN(1e4))
		}, "{int_padded}#{int_padded}"},
		{"a code, a number, and an id behind a dash", func(w *world) string {
			return fmt.Sprintf("%s-%s%05d%s", w.one("DE", "FR", "IT"), w.letters(2, "ABCDEFGHIL"), w.IntN(9e4),
				w.hex(8))
		}, "{word}-{word}{int_padded}{hex}"},
		{"words of one width behind a dash", func(w *world) string {
			return w.one("DE", "FR", "IT") + "-" + w.one("amber", "birch", "cedar", "delta", "ember", "flint") +
				fmt.Sprint(1+w.IntN(9))
		}, "{word}-{word}"},
		{"a day and a number", func(w *world) string {
			return fmt.Sprintf("%s%03d%s%s%05d", w.one("AT", "DE", "FR"), w.IntN(90), w.one("A", "B", "C"),
				w.when().Format("20060102"), w.IntN(9000))
		}, "{word}{int_padded}{word}{timestamp}{int_padded}"},
		{"numbers with signs and points", func(w *world) string {
			return fmt.Sprintf("%+08.4f%+09.4f/%s", 120*w.Float64()-60, 340*w.Float64()-170, w.when().Format("20060102T15"))
		}, "{word}{word}/{timestamp}"},
		{"a number with one sign", func(w *world) string {
			return fmt.Sprintf("%s/%+08.4f/%s", w.one("lat", "lon"), 120*w.Float64()-60, w.when().Format("20060102T15"))
		}, "{word}/{word}/{timestamp}"},
		{"codes of letters and digits beside numbers", func(w *world) string {
			return fmt.Sprintf("%s%07d%s%s%s", w.one("KONE", "LARU", "MISA", "NOTU"), w.IntN(1e7),
				w.one("3A5", "4B5", "4B7", "7A9", "X25"), w.one("AAKQ", "BOSL", "CUMT", "DYRE"),
				w.when().Format("200601021504"))
		}, "{word}{int_padded}{word}{word}{timestamp}"},
		{"an id of one width whose places vary alike", func(w *world) string {
			return w.letters(9, "ABCDEFGHJKLMNPQRSTUVWXYZ23456789") + "/" + w.when().Format("20060102")
		}, "{hash}/{timestamp}"},
		{"a short id behind a day", func(w *world) string {
			return w.one("QA", "QB", "RA") + fmt.Sprintf("%04d", w.IntN(5e3)) +
				strings.ToUpper(w.when().Format("02Jan06")) + w.letters(6, "ABCDEFGHJKLMNPQRSTUVWXYZ23456789")
		}, "{word}{int_padded}{timestamp}{word}"},
		{"few letters before many digits", func(w *world) string {
			at := w.when()
			return fmt.Sprintf("L%02d%03d%s%04d-%s", at.Year()%100, at.YearDay(), w.one("A", "B", "C", "D", "E"),
				w.IntN(6e3), w.one("BRN", "LYO", "PZN"))
		}, "{word}{word}{int_padded}-{word}"},
		{"letters of an alphabet and their number", func(w *world) string {
			return w.letters(1, capitals) + fmt.Sprintf("%04d", w.IntN(1e4)) + "-" +
				w.letters(1, capitals) + fmt.Sprintf("%04d", w.IntN(1e4))
		}, "{word}-{word}"},
		{"words of two lists that combine freely", func(w *world) string {
			return w.one("ORA", "ORB", "NEC", "NID", "SUE") + w.one("K", "L") + w.when().Format("20060102") +
				fmt.Sprintf("%06d", w.IntN(4e5))
		}, "{word}{word}{timestamp}{int_padded}"},
		{"words of one list", func(w *world) string {
			return w.one("ORAK", "ORBL", "NECK", "NIDS", "SUEL") + w.when().Format("20060102") +
				fmt.Sprintf("%06d", w.IntN(4e5))
		}, "{word}{timestamp}{int_padded}"},
		{"fields side by side between others without a width", func(w *world) string {
			return fmt.Sprintf("%s|%-6s%s%s%08d|%d", w.word(), w.one("OAK", "ELM", "LARCH", "PINE"),
				w.when().Format("060102"), w.one("C", "P"), 2500*(2+w.IntN(160)), w.IntN(1e5))
		}, "{word}|{word}{timestamp}{word}{int_padded}|{int_decimal}"},
		{"codes between others without a width", func(w *world) string {
			return fmt.Sprintf("%s|%s%05d|%d", w.word(), w.letters(3, capitals), w.IntN(1e5), w.IntN(1e5))
		}, "{word}|{word}|{int_decimal}"},
		{"numbers with an ending in which a digit stands", func(w *world) string {
			return w.one("north", "south") + fmt.Sprintf("/%08d.m4s", w.IntN(4e4))
		}, "{word}/{int_padded}.{word}"},
		{"numbered parts with two endings", func(w *world) string {
			return w.one("north", "south") + fmt.Sprintf("/part-%05d.json.gz", w.IntN(400))
		}, "{word}/{word}-{int_padded}.{word}"},
		{"names with two endings", func(w *world) string {
			return w.one("north", "south") + "/" + w.coined() + w.coined() + "-" + w.coined() + ".json.gz"
		}, "{word}/{word}"},
		{"letters that tell kinds", func(w *world) string {
			return w.one(fmt.Sprint("u", 1000+w.IntN(4e5), "@", w.when().Format("2006-01-02")),
				fmt.Sprint("g", w.IntN(4000), ".", 1000+w.IntN(4e5)))
		}, "u{int_decimal}@{timestamp} + {word}{int_decimal}.{int_decimal}"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for seed := range seeds(4) {
				w := newWorld(seed)
				res := inferred(t, rows(400, func() row { return row{tt.key(w), w.when()} }))
				var got []string
				for _, k := range res.Kinds {
					got = append(got, shape(k.Layout))
				}
				slices.Sort(got)
				if all := strings.Join(got, " + "); all != tt.want {
					t.Errorf("seed %d: %s, want %s: %q", seed, all, tt.want, templates(res))
				}
			}
		})
	}
}
