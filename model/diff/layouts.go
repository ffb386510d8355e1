package diff

import (
	"strings"

	"tabletop/model/profile/estimate"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/segments"
)

// Layout is a record kind of either side. Before or After is empty if that side does not have the kind. Both are set and
// differ if its template changed, for example because an enumeration has another word.
type Layout struct {
	Before, After string // templates
	Verdict       Verdict
	Share         Change // of rows that match it
}

// tellsApart is the minimum difference between the shares of keys that two sets of layouts match, for keys to count as
// different.
const tellsApart = 0.01

// agree makes both sides use one set of layouts if it matches the keys of both: two inferences from one table may differ
// although the table did not change. The set with fewer segments does not replace the other.
func agree(a, b *Side) {
	if a.Layouts.Equal(b.Layouts) {
		return
	}
	for _, p := range [][2]*Side{{a, b}, {b, a}} {
		own, other := p[0], p[1]
		if segmentCount(own.Layouts) >= segmentCount(other.Layouts) && explained(own.Layouts, other.Sample) >= explained(other.Layouts, other.Sample)-tellsApart {
			other.Layouts = own.Layouts
			return
		}
	}
}

// segmentCount returns the largest number of segments of a layout of the set.
func segmentCount(set rowkey.Set) int {
	most := 0
	for _, l := range set {
		most = max(most, len(l.Segments()))
	}
	return most
}

// explained returns the share of keys, among a few thousand, that a set matches.
func explained(set rowkey.Set, s *sample.Sample) float64 {
	step := max(1, s.Rows()/4000)
	tried, fit := 0, 0
	var spans []rowkey.Span
	for i := 0; i < s.Rows(); i += step {
		tried++
		var k int
		if spans, k = set.Decode(spans[:0], s.Key(i)); k >= 0 {
			fit++
		}
	}
	return float64(fit) / float64(max(tried, 1))
}

// layouts pairs kinds by their template, then by their template without the words of enumerations.
func (d *Diff) layouts() {
	a, b := d.kinds(d.Before), d.kinds(d.After)
	n := max(len(a), len(b)) + 1
	used := make([]bool, len(b))
	pair := func(same func(x, y kind) bool) {
		for i := range a {
			for j := range b {
				if a[i].partner < 0 && !used[j] && same(a[i], b[j]) {
					a[i].partner, used[j] = j, true
				}
			}
		}
	}
	pair(func(x, y kind) bool { return x.template == y.template })
	pair(func(x, y kind) bool { return x.form == y.form })
	for _, x := range a {
		if x.partner < 0 {
			d.layout(Layout{Before: x.template, Verdict: Gone}, compare(x.share(), absent(b, d.After), n))
			continue
		}
		y := b[x.partner]
		l := Layout{Before: x.template, After: y.template, Verdict: Same}
		if x.template != y.template {
			l.Verdict = Changed
		}
		d.layout(l, d.contrast(x.of, y.of, x.at, x.share(), y.share(), 1, 1, n))
	}
	for j, y := range b {
		if !used[j] {
			d.layout(Layout{After: y.template, Verdict: New}, compare(absent(a, d.Before), y.share(), n))
		}
	}
}

func (d *Diff) layout(l Layout, share Change) {
	l.Share = share
	// A kind of one side only is within sampling error if the other side has too few key ranges to contain it.
	if (l.Verdict == New || l.Verdict == Gone) && !l.Share.Verdict.Significant() {
		l.Verdict = l.Share.Verdict
	}
	if l.Before == "" && l.After == "" && l.Share.Before.Value == 0 && l.Share.After.Value == 0 {
		return
	}
	d.note(Change{Verdict: l.Verdict})
	d.note(l.Share)
	d.Layouts = append(d.Layouts, l)
}

// kind is a record kind of one side; the last one, without a template, holds the rows that no layout matches.
type kind struct {
	template, form string
	of             *measured // has it as thing at
	at, partner    int
}

func (k *kind) share() estimate.Figure { return k.of.shareOf(k.at) }

func (d *Diff) kinds(s *Side) []kind {
	n := len(s.Layouts)
	of := d.measure(s, n+1, eachRow, func(row int, add func(int, float64)) {
		k := int(s.keys.Kind[row])
		if k == segments.Unexplained {
			k = n
		}
		add(k, 1)
	})
	s.countKinds(of)
	out := make([]kind, n+1)
	for i := range out {
		out[i] = kind{of: of, at: i, partner: -1}
		if i < n {
			// The name is left out: it is a number of the kind, not a property of the keys.
			t := s.Layouts[i].String()
			if name := s.Layouts[i].Name(); name != "" {
				t = strings.TrimPrefix(t, name+" = ")
			}
			out[i].template, out[i].form = t, form(s.Layouts[i])
		}
	}
	return out
}

// absent returns the share of a kind that a side does not have. Its rows may be among those that no layout decodes, so it is exact only
// where there are none of these.
func absent(of []kind, s *Side) estimate.Figure {
	last := of[len(of)-1]
	if last.of.all && last.of.none(last.at) {
		return estimate.Counted(0)
	}
	return last.of.ratios[last.at].Nothing().Share(s.keys.Design)
}

// form returns a template without the words that enumerations list.
func form(l *rowkey.Layout) string {
	var b strings.Builder
	writeForm(&b, l.Parts())
	return b.String()
}

func writeForm(b *strings.Builder, parts []rowkey.Part) {
	for _, p := range parts {
		switch {
		case p.Segment != nil:
			spec := p.Segment.Codec.Spec()
			if p.Segment.Codec.Type() == rowkey.Enum {
				spec = "enum"
			}
			b.WriteString("{" + spec + "}")
		case p.Group != nil:
			b.WriteByte('[')
			writeForm(b, p.Group.Parts)
			b.WriteByte(']')
		default:
			b.Write(p.Literal)
		}
	}
}

// Family is a column family of either side.
type Family struct {
	Name       string
	Verdict    Verdict // New, Gone, Changed if its rule changed, or Same
	RuleBefore sample.GCRule
	RuleAfter  sample.GCRule
	ByteShare  Change // of all bytes, keys included
	Garbage    Change // share of its bytes that is GC-eligible
}

func (d *Diff) families() {
	names := map[string]bool{}
	var order []string
	for _, s := range []*Side{d.Before, d.After} {
		for _, f := range s.Profile.Families {
			if !names[f.Name] {
				names[f.Name] = true
				order = append(order, f.Name)
			}
		}
	}
	for _, name := range order {
		a, inA := familyOf(d.Before, name)
		b, inB := familyOf(d.After, name)
		f := Family{Name: name, Verdict: Same, RuleBefore: a.rule, RuleAfter: b.rule}
		switch {
		case !inA:
			f.Verdict = New
		case !inB:
			f.Verdict = Gone
		case a.rule.String() != b.rule.String():
			f.Verdict = Changed
		}
		if inA && inB {
			f.ByteShare = d.note(compare(a.bytes, b.bytes, len(order)))
			f.Garbage = d.note(d.familyGarbage(name, a.garbage, b.garbage, len(order)))
		}
		d.note(Change{Verdict: f.Verdict})
		d.Families = append(d.Families, f)
	}
}

type family struct {
	rule           sample.GCRule
	bytes, garbage estimate.Figure
}

func familyOf(s *Side, name string) (family, bool) {
	var out family
	found := false
	for _, f := range s.Profile.Families {
		if f.Name == name {
			out.rule, out.bytes, found = f.GC, f.ByteShare, true
		}
	}
	for _, f := range s.Garbage.Families {
		if f.Name == name {
			out.garbage = f.Share
		}
	}
	return out, found
}
