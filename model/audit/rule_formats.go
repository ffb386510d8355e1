package audit

import (
	"strings"

	"tabletop/model/rowkey"
)

// formatsMixedRule is the rule formats-mixed.
func formatsMixedRule() Rule {
	return Rule{
		ID: "formats-mixed", Guidelines: []string{"G20", "G31"}, Title: "Keys of the same things have two formats",
		Why: "Two writers of the same data form their keys differently: the rows of one thing lie in two places, " +
			"and a reader that knows one format misses those of the other.",
		needs: keys, check: formatsMixed,
		about: []Harm{Correctness}, scope: wholeTable,
		limits: func(l *Limits) { l.SameThings = 0.3 },
	}
}

// leastThings is how many things two layouts must have at least for it to be no chance that they are the same.
const leastThings = 20

func formatsMixed(f *facts) []Finding {
	var out []Finding
	for index, kind := range f.kinds {
		for _, other := range f.kinds[:index] {
			if !alike(kind, other) {
				continue
			}
			mine, theirs := f.things(kind), f.things(other)
			both := 0
			for thing := range mine {
				if theirs[thing] {
					both++
				}
			}
			fewer := min(len(mine), len(theirs))
			if fewer < leastThings {
				continue
			}
			severity, ok := grade(seen(float64(both)/float64(fewer)), f.limits.SameThings, no())
			if !ok {
				continue
			}
			rarer := kind
			if other.Share.Value < kind.Share.Value {
				rarer = other
			}
			out = append(out, Finding{Severity: severity, Subject: aboutKind(rarer), rests: append(allNames(kind),
				allNames(other)...),
				Evidence: append(f.examples(kind)[:1:1], f.examples(other)[:1]...), Measures: []Measure{
					{Name: "things that have keys of both formats, of those of the rarer", Unit: Share,
						Figure: seen(float64(both) / float64(fewer)), Read: f.sampled(), Limit: f.limits.SameThings},
					{Name: "rows with keys of this layout", Unit: Share, Figure: rarer.Share}},
				Fix: Fix{Text: "Choose one format, form keys in one place of the code, and write the rows of the " +
					"other again."}})
		}
	}
	return out
}

func allNames(k kindFacts) []string {
	var out []string
	for _, s := range k.segments {
		out = append(out, s.Name)
	}
	return out
}

// alike reports whether the keys of two kinds may name the same things in two formats: they have as many segments, a
// time at the same one if at all, and something else.
func alike(a, b kindFacts) bool {
	return len(a.segments) == len(b.segments) && a.time == b.time && a.time != 0 && len(a.segments) > 0
}

// things returns what the keys of a kind name, however they are written: the words of the key and its values but times,
// without case, padding, and delimiters.
func (f *facts) things(k kindFacts) map[string]bool {
	out := map[string]bool{}
	parts := k.Layout.Parts()
	for _, row := range k.rows {
		var thing strings.Builder
		for _, part := range parts {
			switch {
			case part.Segment == nil:
				thing.WriteString(wordOf(string(part.Literal)))
			case part.Segment.Codec.Type() == rowkey.Timestamp:
			default:
				if v := f.Column(part.Segment.Name).At(row); v != nil {
					thing.WriteString("\x00" + wordOf(string(v.Text())))
				}
			}
		}
		if thing.Len() > 0 {
			out[thing.String()] = true
		}
	}
	return out
}

// wordOf returns the letters and digits of a text in lower case, numbers without leading zeros.
func wordOf(s string) string {
	letters := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r > 127 {
			return r
		}
		return -1
	}, strings.ToLower(s))
	if short := strings.TrimLeft(letters, "0"); short != "" {
		return short
	}
	return letters
}
