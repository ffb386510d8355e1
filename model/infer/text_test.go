package infer

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestLayoutsOfText verifies layouts of keys of text that each rest on one principle. All cells were written in one
// load, half a year after the last time in a key.
func TestLayoutsOfText(t *testing.T) {
	const crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
	traces := make([]string, 40)
	for i := range traces {
		traces[i] = newWorld(uint64(i)).hex(32)
	}
	loaded := time.Date(2026, 1, 20, 3, 0, 0, 0, time.UTC)
	for _, tt := range []struct {
		name string
		make func(w *world, at time.Time) string
		want string
	}{
		{"a load says nothing of the time of day", func(w *world, at time.Time) string {
			day := time.Date(2025, 6, 17, 0, 0, 0, 0, time.UTC)
			return w.word() + "#" + day.Add(time.Duration(w.IntN(86400))*time.Second).Format("2006-01-02T15:04:05Z")
		}, "#{time:date(2006-01-02T15:04:05Z)}"},
		{"what passes for a time of day behind a day is one", func(w *world, at time.Time) string {
			return w.one("butter", "honey", "tea") + "_" + at.Format("20060102150405")
		}, "_{time:date(20060102150405)}"},
		{"the times of ULIDs need not be those of the cells", func(w *world, at time.Time) string {
			return "01W" + w.letters(2, "0123") + w.letters(21, crockford)
		}, ":ulid}"},
		{"a number in brackets is no document", func(w *world, at time.Time) string {
			return fmt.Sprintf("[%s][%d]", w.one("free", "pro"), 9_999_999_999_999-at.UnixMilli())
		}, `\[{time:reverse(ms, 10^13-1)}\]`},
		{"a version is one value", func(w *world, at time.Time) string {
			return fmt.Sprintf("%s@%d.%d.%d", w.one("bread", "salt", "tea"), w.IntN(9), w.IntN(20), w.IntN(30))
		}, "@{name}"},
		{"letters before numbers from one on are no part of them", func(w *world, at time.Time) string {
			return w.word() + ";rev" + w.one("1", "1", "2", "3", "4")
		}, ";rev{number:int}"},
		{"the number of a week belongs to its word", func(w *world, at time.Time) string {
			return w.word() + "#week" + fmt.Sprint(1+w.IntN(40))
		}, "#{name}"},
		{"letters before numbers of five digits are no part of them", func(w *world, at time.Time) string {
			return w.word() + ";u" + fmt.Sprint(10_000+w.IntN(80_000))
		}, ";u{number:int}"},
		{"letters before few of them may be", func(w *world, at time.Time) string {
			return w.word() + ";u" + fmt.Sprint(10_000+997*w.IntN(60))
		}, ";{name}"},
		{"letters before padded numbers may be", func(w *world, at time.Time) string {
			return w.word() + ";u" + fmt.Sprintf("%05d", w.IntN(80_000))
		}, ";{name}"},
		{"codes with numbers that do not run on are words", func(w *world, at time.Time) string {
			return w.word() + ";p" + w.one("50", "75", "90", "99")
		}, ";{kind2:enum(p50, p75, p90, p99)}"},
		{"codes whose numbers do not begin with one are words", func(w *world, at time.Time) string {
			return w.word() + ";L" + w.one("2", "3", "4", "5")
		}, ";{kind2:enum(L2, L3, L4, L5)}"},
		{"a number before all addresses is no part of them", func(w *world, at time.Time) string {
			return fmt.Sprintf("%d_%s.%s@example.org/%s", w.IntN(12), w.word(), w.name(), at.Format("20060102"))
		}, "{number:int}_{email:email}/"},
		{"a number before some addresses is a part of them", func(w *world, at time.Time) string {
			return w.one("7_", "", "", "12_") + w.word() + w.name() + "@example.org/" + at.Format("20060102")
		}, "{email:email}/"},
		{"codes that all begin with letters are no numbers of base 16", func(w *world, at time.Time) string {
			return w.word() + "|" + w.one("A4", "A5", "B5", "C2") + "|" + fmt.Sprint(at.Unix())
		}, "|{kind2:enum(A4, A5, B5, C2)}|"},
		{"an amount is one value", func(w *world, at time.Time) string {
			return fmt.Sprintf("%s_%d.%02d_%04d", w.word(), w.IntN(2000), w.IntN(100), w.IntN(300))
		}, "}_{name}_{number:pad(4)}"},
		{"numbers with points between them may be fields", func(w *world, at time.Time) string {
			return fmt.Sprintf("%d.%d", w.IntN(90), at.UnixMilli())
		}, "{number:int}.{time:ms}"},
		{"names of several lengths are not of base 16", func(w *world, at time.Time) string {
			gauge := w.one("7fa02c", "0b4e91", "c3d", "51", "9ab2", "44e0d1", "f00", "2c8d17")
			if w.IntN(30) == 0 {
				gauge = "spare7"
			}
			return gauge + "|" + fmt.Sprint(at.Unix())
		}, "{kind:enum}|"},
		{"0x is a part of a digest", func(w *world, at time.Time) string {
			return w.word() + ":0x" + w.hex(40)
		}, ":{id:prefix(0x, hash(hex(40)))}"},
		{"a letter that base 16 does not have ends before an id", func(w *world, at time.Time) string {
			return "n" + w.hex(32)
		}, "{kind:enum(n)}{id:hash(hex(32))}"},
		{"letters that base 32 has may begin an id", func(w *world, at time.Time) string {
			return "bafy" + w.letters(24, "abcdefghijklmnopqrstuvwxyz234567")
		}, "{id:"},
		{"an alphabet ends where another begins", func(w *world, at time.Time) string {
			return fmt.Sprintf("%08x%s", 176000+w.IntN(12), w.letters(2, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
		}, "{id:hex(8)}{name}"},
		{"a letter of a short list behind digits is a value", func(w *world, at time.Time) string {
			return fmt.Sprintf("%08d%s", w.IntN(40_000), w.letters(1, "CDR"))
		}, "{number:pad(8)}{kind:enum(C, D, R)}"},
		{"digits and letters in any order are an id", func(w *world, at time.Time) string {
			return w.letters(9, "0123456789CDR")
		}, "{name}"},
		{"words that are filled up end before digits", func(w *world, at time.Time) string {
			return fmt.Sprintf("%-9s%08x", w.one("futo", "va", "ze", "sogasgu"), 0x36d00+w.IntN(256))
		}, "{id:hex(8)}"},
		{"ids that recur end", func(w *world, at time.Time) string {
			return traces[w.IntN(len(traces))] + w.hex(16)
		}, "{id:hash(hex(32))}{id2:hash(hex(16))}"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(5)
			got := strings.Join(templates(inferred(t, rows(300, func() row {
				return row{tt.make(w, w.when()), loaded.Add(time.Duration(w.IntN(12*3600)) * time.Second)}
			}))), "\n")
			if !strings.Contains(got, tt.want) {
				t.Errorf("%s, want %s", got, tt.want)
			}
		})
	}
}

// TestKindsDifferInTypes verifies that records whose keys are cut alike are kinds of their own where the type of a
// value differs, though it takes no fewer bits than its characters do.
func TestKindsDifferInTypes(t *testing.T) {
	const crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
	w := newWorld(5)
	got := strings.Join(templates(inferred(t, rows(600, func() row {
		at := w.when()
		number := 10_000_000 + w.IntN(90_000_000)
		if w.IntN(6) == 0 {
			return row{fmt.Sprintf("bal:%d:%s", number, at.Format("2006-01")), at}
		}
		id := w.letters(16, crockford)
		for ms := at.UnixMilli(); len(id) < 26; ms /= 32 {
			id = crockford[ms%32:ms%32+1] + id
		}
		return row{fmt.Sprintf("entry:%d:%s", number, id), at}
	}))), "\n")
	for _, want := range []string{":ulid}", "{month:date(2006-01)}"} {
		if !strings.Contains(got, want) {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
