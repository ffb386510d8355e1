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
	things := map[int]map[string]bool{} // kind -> what its keys name, once it is compared
	of := func(index int) map[string]bool {
		if things[index] == nil {
			things[index] = f.things(f.kinds[index])
		}
		return things[index]
	}
	for index, kind := range f.kinds {
		for before, other := range f.kinds[:index] {
			if alike(kind, other) {
				out = append(out, f.twoFormats(kind, other, of(index), of(before))...)
			}
		}
	}
	return out
}

// twoFormats returns the finding that keys of two kinds name the same things; none if they do not.
func (f *facts) twoFormats(kind, other kindFacts, mine, theirs map[string]bool) []Finding {
	both, fewer := 0, min(len(mine), len(theirs))
	for thing := range mine {
		if theirs[thing] {
			both++
		}
	}
	if fewer < leastThings {
		return nil
	}
	share := seen(float64(both) / float64(fewer))
	severity, ok := grade(share, f.limits.SameThings, no())
	if !ok {
		return nil
	}
	rarer := kind
	if other.Share.Value < kind.Share.Value {
		rarer = other
	}
	return []Finding{{Severity: severity, Subject: aboutKind(rarer), rests: append(allNames(kind), allNames(other)...),
		Evidence: append(f.examples(kind)[:1:1], f.examples(other)[:1]...), Measures: []Measure{
			{Name: "things that have keys of both formats, of those of the rarer", Unit: Share, Figure: share,
				Read: f.sampled(), Limit: f.limits.SameThings},
			{Name: "rows with keys of this layout", Unit: Share, Figure: rarer.Share}},
		Fix: Fix{Text: "Choose one format, form keys in one place of the code, and write the rows of the other " +
			"again."}}}
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
	short := strings.TrimLeft(letters, "0")
	if short == "" && letters != "" {
		return "0"
	}
	return short
}
