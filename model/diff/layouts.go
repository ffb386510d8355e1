package diff

import (
	"strings"

	"tabletop/model/estimate"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/segments"
)

// Layout is a record kind of either side. Before or After is empty if that side does not have the kind. Both are set
// and differ if its template changed, for example because an enumeration has another word.
type Layout struct {
	Before, After string // templates
	Verdict       Verdict
	Share         Change // of rows that match it
}

// tellsApart is the minimum difference between the shares of keys that two sets of layouts match, for keys to count as
// different.
const tellsApart = 0.01

// agree makes both sides use one set of layouts if it matches the keys of both: two inferences from one table may
// differ although the table did not change. The set with fewer segments does not replace the other, and the one with
// fewer record kinds only if the other cannot replace it: a rare kind would be lost.
func agree(a, b *Side) {
	if a.Layouts.Equal(b.Layouts) {
		return
	}
	if len(b.Layouts) > len(a.Layouts) {
		a, b = b, a
	}
	for _, p := range [][2]*Side{{a, b}, {b, a}} {
		own, other := p[0], p[1]
		if segmentCount(own.Layouts) >= segmentCount(other.Layouts) &&
			explained(own.Layouts, other.Sample) >= explained(other.Layouts, other.Sample)-tellsApart {
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
	kinds, list := d.kinds(d.Before), d.kinds(d.After)
	count := max(len(kinds), len(list)) + 1
	used := make([]bool, len(list))
	pair := func(same func(x, y kind) bool) {
		for i := range kinds {
			for j := range list {
				if kinds[i].partner < 0 && !used[j] && same(kinds[i], list[j]) {
					kinds[i].partner, used[j] = j, true
				}
			}
		}
	}
	pair(func(x, y kind) bool { return x.template == y.template })
	pair(func(x, y kind) bool { return x.form == y.form })
	for _, kind := range kinds {
		if kind.partner < 0 {
			d.layoutOfOneSide(Layout{Before: kind.template, Verdict: Gone}, kind, list, d.After, count)
			continue
		}
		y := list[kind.partner]
		l := Layout{Before: kind.template, After: y.template, Verdict: Same}
		if kind.template != y.template {
			l.Verdict = Changed
		}
		d.layout(l, d.contrastKinds(kind, y, count))
	}
	for j, y := range list {
		if !used[j] {
			d.layoutOfOneSide(Layout{After: y.template, Verdict: New}, y, kinds, d.Before, count)
		}
	}
}

// contrastKinds compares the shares of a kind that both sides know, of which one may have no rows.
func (d *Diff) contrastKinds(before, after kind, count int) Change {
	share := d.contrast(before.of, after.of, before.at, before.share(), after.share(), 1, 1, count)
	lacked := before.of.none(before.at)
	if lacked == after.of.none(after.at) {
		return share
	}
	own := before
	if lacked {
		own = after
	}
	if v := d.kindPresence(own, lacked, &share); v.Significant() {
		share.Verdict = v
	}
	return share
}

// layoutOfOneSide adds a kind that other, whose kinds are others, does not have. It is within sampling error if other
// has too few key ranges to contain it.
func (d *Diff) layoutOfOneSide(l Layout, own kind, others []kind, other *Side, count int) {
	now, unseen := l.Verdict == New, absent(others, other)
	share := compare(own.share(), unseen, count)
	if now {
		share = compare(unseen, own.share(), count)
	}
	if v := d.kindPresence(own, now, &share); !v.Significant() && !share.Verdict.Significant() {
		l.Verdict = share.Verdict
	}
	d.layout(l, share)
}

func (d *Diff) layout(l Layout, share Change) {
	l.Share = share
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
	rows           int // of the sample
}

func (k *kind) share() estimate.Figure { return k.of.estimateShare(k.at) }

func (d *Diff) kinds(s *Side) []kind {
	count := len(s.Layouts)
	seen := make([]int, count+1)
	of := d.measure(s, count+1, eachRow, func(row int, add func(int, float64)) {
		k := int(s.keys.Kind[row])
		if k == segments.Unexplained {
			k = count
		}
		add(k, 1)
		seen[k]++
	})
	s.knowKinds(of)
	out := make([]kind, count+1)
	for i := range out {
		out[i] = kind{of: of, at: i, partner: -1, rows: seen[i]}
		if i < count {
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

// absent returns the share of a kind that a side does not have. Its rows may be among those that no layout decodes, so
// it is exact only where there are none of these.
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
	for _, part := range parts {
		switch {
		case part.Segment != nil:
			spec := part.Segment.Codec.Spec()
			if part.Segment.Codec.Type() == rowkey.Enum {
				spec = "enum"
			}
			b.WriteString("{" + spec + "}")
		case part.Group != nil:
			b.WriteByte('[')
			writeForm(b, part.Group.Parts)
			b.WriteByte(']')
		default:
			b.Write(part.Literal)
		}
	}
}

// Family is a column family of either side.
type Family struct {
	Name       string
	Verdict    Verdict // New, Gone or Unseen if one side lacks it, Changed if its rule changed, or Same
	OneSided   bool    // whether one side lacks it: then there are no shares
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
		family, inA := findFamily(d.Before, name)
		other, inB := findFamily(d.After, name)
		changed := Family{Name: name, Verdict: Same, OneSided: inA != inB, RuleBefore: family.rule,
			RuleAfter: other.rule}
		switch {
		case !inA:
			changed.Verdict = d.familyPresence(name, true, other, len(order))
		case !inB:
			changed.Verdict = d.familyPresence(name, false, family, len(order))
		case family.rule.String() != other.rule.String():
			changed.Verdict = Changed
		}
		if !changed.OneSided {
			changed.ByteShare = d.note(compare(family.bytes, other.bytes, len(order)))
			changed.Garbage = d.note(d.familyGarbage(name, family.garbage, other.garbage, len(order)))
		}
		d.note(Change{Verdict: changed.Verdict})
		d.Families = append(d.Families, changed)
	}
}

type family struct {
	rule                     sample.GCRule
	bytes, garbage, rowShare estimate.Figure
	rows                     int // that have it: counted, or of the sample
}

func findFamily(s *Side, name string) (family, bool) {
	var out family
	found := false
	for _, f := range s.Profile.Families {
		if f.Name == name {
			out.rule, out.bytes, out.rowShare, found = f.GC, f.ByteShare, f.RowShare, true
			out.rows = int(f.FoundRows.Value)
		}
	}
	for _, f := range s.Garbage.Families {
		if f.Name == name {
			out.garbage = f.Share
		}
	}
	return out, found
}
