package infer

import (
	"fmt"
	"strings"
	"testing"

	"tabletop/model/rowkey"
)

const capitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

// noun makes up a word of three letters or more.
func (w *world) noun() string { return w.coined() + w.letters(1, "nrstl") }

// shape writes a layout with the types of segments in place of names and codecs.
func shape(l *rowkey.Layout) string {
	var b strings.Builder
	for _, p := range l.Parts() {
		switch {
		case p.Segment == nil:
			b.Write(p.Literal)
		case p.Segment.Codec.Type() == rowkey.Text || p.Segment.Codec.Type() == rowkey.Enum:
			b.WriteString("{word}")
		default:
			b.WriteString("{" + string(p.Segment.Codec.Type()) + "}")
		}
	}
	return b.String()
}

// TestPartsThatCombineFreely verifies that words and numbers without a delimiter of their own are cut where they
// combine freely, and only there.
func TestPartsThatCombineFreely(t *testing.T) {
	for name, tt := range map[string]struct {
		make func(w *world) func() string
		want string // types and literals
	}{
		"words and numbers": {func(w *world) func() string {
			job := some(w, 80, w.noun)
			return func() string { return w.one("in", "out") + "#" + job() + fmt.Sprintf("_%06d", w.IntN(1e6)) }
		}, "{word}#{word}_{int_padded}"},
		"instances of services": {func(w *world) func() string {
			host := some(w, 20, w.noun)
			return func() string { return fmt.Sprintf("%s-%d#%d", host(), 1+w.IntN(9), w.when().Unix()) }
		}, "{word}#{timestamp}"},
		"ids behind few prefixes": {func(w *world) func() string {
			return func() string {
				return fmt.Sprintf("%s-%05d#%d", w.one("sensor", "gateway"), w.IntN(1e5), w.when().Unix())
			}
		}, "{word}#{timestamp}"},
		"words of several parts": {func(w *world) func() string {
			part := some(w, 60, w.noun)
			return func() string { return "p/" + part() + "-" + part() + "-" + part() }
		}, "{word}/{word}"},
		"codes of a letter and a number": {func(w *world) func() string {
			return func() string {
				return fmt.Sprintf("%s:%s-%03d", w.one("a", "b"), w.letters(1, "abcdefghijklmnop"), w.IntN(1000))
			}
		}, "{word}:{word}"},
		"a side and a price": {func(w *world) func() string {
			return func() string {
				return fmt.Sprintf("%s#%s%07d#%d", w.one("ash", "elm", "oak", "yew"), w.one("BUY", "SEL"),
					25*w.IntN(600), w.when().Unix())
			}
		}, "{word}#{word}{int_padded}#{timestamp}"},
		"ids of three registries": {func(w *world) func() string {
			id := some(w, 120, func() string { return w.one("DE", "FR", "NL") + fmt.Sprintf("%06d", w.IntN(30000)) })
			return func() string { return fmt.Sprintf("%s#%d", id(), w.when().Unix()) }
		}, "{word}{int_padded}#{timestamp}"},
		"shelves and articles": {func(w *world) func() string {
			shelf := some(w, 11, func() string { return w.letters(1, "PQRSTU") + w.letters(2, "123456789") })
			return func() string { return shelf() + fmt.Sprintf("%06d", w.IntN(90000)) + w.when().Format("20060102") }
		}, "{word}{int_padded}{timestamp}"},
		"numbered images": {func(w *world) func() string {
			return func() string { return fmt.Sprintf("%s:%d@3x.webp", w.one("icon", "logo", "map"), w.IntN(1e5)) }
		}, "{word}:{int_decimal}@3x.webp"},
		"addresses that begin with a number": {func(w *world) func() string {
			return func() string { return fmt.Sprintf("%s:%d@qq.com", w.one("icon", "logo", "map"), w.IntN(1e9)) }
		}, "{word}:{email}"},
		"names with dashes between underscores": {func(w *world) func() string {
			part := some(w, 60, w.noun)
			name := some(w, 90, func() string { return strings.Repeat(part()+"-", w.IntN(5)) + part() })
			return func() string {
				return fmt.Sprintf("%s_%s_%s-%d", name(), w.one("east", "west"), part(), w.IntN(30))
			}
		}, "{word}_{word}_{word}"},
		"a number behind names with dashes": {func(w *world) func() string {
			return func() string {
				return fmt.Sprintf("%s-%d=%09d", w.one("mail", "mail-retry", "billing", "audit-log-v2"), w.IntN(40),
					w.IntN(1e6))
			}
		}, "{word}-{int_decimal}={int_padded}"},
		"a line of a log": {func(w *world) func() string {
			return func() string {
				return w.noun() + w.when().Format(" 2006-01-02 15:04:05,000 ") + w.one("DEBUG", "INFO", "WARN")
			}
		}, "{word} {timestamp} {word}"},
		"letters drawn one by one": {func(w *world) func() string {
			return func() string { return w.letters(6, "ACGT") + fmt.Sprint("#", w.IntN(1e7)) }
		}, "{word}#{int_decimal}"},
		"a list of words": {func(w *world) func() string {
			word := some(w, 40, func() string { return w.letters(5, capitals) })
			return func() string { return word() + fmt.Sprint("#", w.IntN(1e7)) }
		}, "{word}#{int_decimal}"},
	} {
		t.Run(name, func(t *testing.T) {
			for seed := range seeds(6) {
				w := newWorld(seed)
				key := tt.make(w)
				res := inferred(t, rows(500, func() row { return row{key(), w.when()} }))
				var got []string
				for _, k := range res.Kinds {
					got = append(got, shape(k.Layout))
				}
				if all := strings.Join(got, " + "); all != tt.want {
					t.Errorf("seed %d: %s, want %s: %q", seed, all, tt.want, templates(res))
				}
			}
		})
	}
}
