package audit

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"

	"tabletop/model/estimate"
	"tabletop/model/heat"
	"tabletop/model/sample"
	"tabletop/model/segments"
	"tabletop/model/spelling"
)

// writeHotspotRule is the rule write-hotspot.
func writeHotspotRule() Rule {
	return Rule{
		ID: "write-hotspot", Guidelines: []string{"G08", "G67"}, Title: "Writes concentrate on one key range",
		Why:   "Tables of an instance share nodes: a hot range slows down its neighbors and those of other tables.",
		needs: times, check: writeHotspot,
		about: []Harm{Writes}, scope: wholeTable,
		limits:      func(l *Limits) { l.HotShare = 0.5 },
		explainedBy: []string{"time-first", "id-sequential", "time-behind-few"},
	}
}

func writeHotspot(f *facts) []Finding {
	score := f.Heat.Score
	finding := Finding{Subject: Subject{Kind: AboutTable}, Measures: f.moves()}
	switch score.Pattern {
	case heat.MovingHotspot:
		finding.Title = "Writes concentrate on one key range that moves through the key space"
		finding.Fix = Fix{Text: "Put a high-cardinality value before what grows with time, promoted from a column if " +
			"necessary."}
	case heat.FixedRange:
		finding.Title = "The same few keys take " + score.Portion() + " writes at all times"
		finding.Fix = Fix{Text: "Write a new row for each change, or put a high-cardinality value before the hot " +
			"segment."}
	default:
		return f.hotRows()
	}
	sev, ok := grade(finding.Measures[0].Figure, f.limits.HotShare, no())
	if !ok {
		sev = Note
	}
	if f.loaded() {
		sev = Note // everything was written within an hour: a bulk load in key order looks the same
		finding.Measures = append(finding.Measures, Measure{Name: "period in which all cells were written",
			Unit: Seconds, Figure: seen(float64(f.span) / 1e6), Read: f.sampled(), Limit: Loading.Seconds()})
	}
	finding.Severity = sev
	finding.Evidence = append(f.hottest(), f.hotTablets()...)
	if score.Pattern == heat.FixedRange {
		f.nameHot(&finding)
		f.addReplay(&finding)
	}
	return []Finding{finding}
}

// addReplay states what is left of a fixed hot range once tablets have split: many rows can be divided among nodes, one
// row cannot.
func (f *facts) addReplay(finding *Finding) {
	replay := f.Heat.Replay
	if !replay.Conclusive() {
		return
	}
	finding.Measures = append(finding.Measures, Measure{Unit: Share, Figure: estimate.Point(replay.Busiest),
		Name: "writes of a window on the busiest tablet, in a replay in which tablets split"})
	if replay.Busiest < f.limits.HotShare/2 {
		finding.Why = writeHotspotRule().Why + " Tablets that split can share these writes, as the replay shows, but " +
			"only after they have: find out under load whether it hurts before the key is changed (G67)."
	}
}

// nameHot makes a finding about a fixed hot range one about the segment whose value takes most of the writes, if there
// is one: a tenant, for example, which need not have most of the rows.
func (f *facts) nameHot(finding *Finding) {
	for _, kind := range f.kinds {
		lead := kind.lead()
		if lead >= len(kind.Segments) || lead == kind.time || kind.Segments[lead].Distinct < 2 {
			continue
		}
		column := f.Column(kind.Segments[lead].Name)
		writes := make([]float64, len(column.Values))
		for row := range f.Sample.Rows() {
			if code := column.Of[row]; code != segments.None && int(f.Keys.Kind[row]) == kind.index {
				writes[code] += f.design.Weight(row) * float64(f.writes(row))
			}
		}
		busiest, all := 0, 0.0
		for code, n := range writes {
			if all += n; n > writes[busiest] {
				busiest = code
			}
		}
		if all == 0 || writes[busiest] <= f.limits.HotShare*all {
			continue
		}
		of := func(row int) bool { return column.Of[row] == uint32(busiest) }
		finding.Subject, finding.spread = aboutSegment(kind, column.Name), true
		finding.Title = "One value of a segment takes most writes"
		finding.Measures = append(finding.Measures,
			Measure{Name: "stored writes to the rows of the busiest value", Unit: Share,
				Figure: estimate.CountedIf(writes[busiest]/all, f.design.IsExact())},
			Measure{Name: "rows of that value", Unit: Share, Figure: f.shareOfKind(kind, of)})
		example := Evidence{Key: f.Sample.Key(int(column.First[busiest])), Note: "the busiest value"}
		finding.Evidence = append([]Evidence{example}, finding.Evidence...)
		finding.Fix.Text = "Put a value of high cardinality, or a salt, before the segment, so that the rows of the " +
			"busiest value are spread over the key space."
		finding.cures = spreading(kind, lead)
		return
	}
}

// spreading returns the layouts that put a value of high cardinality that follows a segment before it, or a salt of
// that value.
func spreading(k kindFacts, segment int) []*Proposal {
	for behind := segment + 1; behind < len(k.Segments); behind++ {
		if behind == k.time || k.Segments[behind].Distinct < manyIDs {
			continue
		}
		return known(proposal(k.Layout, moved(len(k.segments), behind, segment), nil), withSalt(k, segment, behind))
	}
	return nil
}

// withSalt returns the layout with a salt of one segment before another.
func withSalt(k kindFacts, before, of int) *Proposal {
	name := k.segments[before].Name
	return proposal(k.Layout, inOrder(len(k.segments)),
		map[string]string{name: "{salt(16, " + k.segments[of].Name + ")}#{" + name + "}"})
}

// hotRanges is how many equal key ranges the hottest is one of. A single bucket of the map holds too few writes.
const hotRanges = 64

// hottest returns the first row of the key range with the most writes: of all windows for a fixed hot range, else of
// the hottest window, since a moving hotspot leaves the same number of writes in every bucket.
func (f *facts) hottest() []Evidence {
	grid, hottest := f.Heat, f.Heat.Score.Hottest
	note := "start of the hottest key range"
	of := func(b int) float64 { return grid.At(b, hottest) }
	switch fixed, _ := grid.Sums(); {
	case grid.Score.Pattern == heat.FixedRange:
		of = func(b int) float64 { return fixed[b] }
	case hottest < 0:
		return nil
	default:
		note += ", in the window starting " + grid.Label(hottest)
	}
	writes, first := make([]float64, min(hotRanges, grid.Buckets)), make([]int, min(hotRanges, grid.Buckets))
	for b := grid.Buckets - 1; b >= 0; b-- {
		r := b * len(writes) / grid.Buckets
		writes[r] += of(b)
		first[r] = grid.Rows[b]
	}
	best := 0
	for b := range writes {
		if writes[b] > writes[best] {
			best = b
		}
	}
	if len(writes) == 0 || first[best] >= f.Sample.Rows() {
		return nil
	}
	// Several ranges may share the writes: then none of them is the hotspot.
	near, all := 0.0, 0.0
	for b, n := range writes {
		if all += n; b >= best-1 && b <= best+1 {
			near += n
		}
	}
	if near <= f.limits.HotShare*all {
		return nil
	}
	end := f.Sample.Rows()
	if best+1 < len(first) {
		end = first[best+1]
	}
	if row, n := f.busiest(first[best], end); n > 0 {
		return []Evidence{{Key: f.Sample.Key(row), Note: spelling.Count(n, "stored write")}}
	}
	return []Evidence{{Key: f.Sample.Key(first[best]), Note: note}}
}

// busiest returns the row that took more than half of the stored writes of a range of rows, and how many; 0 if none
// did.
func (f *facts) busiest(from, to int) (row, writes int) {
	all := 0
	for i := from; i < to; i++ {
		n := f.writes(i)
		if all += n; n > writes {
			row, writes = i, n
		}
	}
	if 2*writes <= all {
		return 0, 0
	}
	return row, writes
}

// hotRows finds 1% of the rows that took most of the writes, wherever in the key space they are. It ignores rows whose
// key holds a time: their writes end by themselves.
func (f *facts) hotRows() []Finding {
	if f.loaded() || f.even() {
		return nil // in an even map, frequently written rows are far from each other
	}
	var counts []struct{ row, writes int }
	total := 0
	for row, kind := range f.Keys.Kind {
		if kind >= 0 && f.timed(int(kind)) {
			continue
		}
		n := f.writes(row)
		counts = append(counts, struct{ row, writes int }{row, n})
		total += n
	}
	top := len(counts) / 100
	if top == 0 {
		return nil
	}
	slices.SortFunc(counts, func(a, b struct{ row, writes int }) int { return cmp.Compare(b.writes, a.writes) })
	hot := 0
	for _, c := range counts[:top] {
		hot += c.writes
	}
	share := float64(hot) / float64(max(total, 1))
	severity, ok := grade(estimate.CountedIf(share, f.design.IsExact()), f.limits.HotShare, no())
	if !ok {
		return nil
	}
	finding := Finding{Severity: severity, Subject: Subject{Kind: AboutTable},
		Title: "A few rows take most of the writes",
		Measures: []Measure{{Name: "share of the stored writes in 1% of the rows", Unit: Share,
			Figure: estimate.CountedIf(share, f.design.IsExact()), Limit: f.limits.HotShare},
			{Name: "stored writes of the busiest row", Unit: Count, Figure: seen(float64(counts[0].writes)),
				Read: f.sampled()}},
		Fix: Fix{Text: "Write a new row for each change, or split such a row into several that are read together."}}
	for _, c := range counts[:min(top, maxEvidence)] {
		if c.writes*len(counts) <= 2*total {
			break // no more than others
		}
		finding.Evidence = append(finding.Evidence,
			Evidence{Key: f.Sample.Key(c.row), Note: spelling.Count(c.writes, "stored write")})
	}
	finding.Evidence = append(finding.Evidence, f.hotTablets()...)
	return []Finding{finding}
}

// timed reports whether the keys of a kind hold a time, or a bucket of it.
func (f *facts) timed(kind int) bool {
	i := slices.IndexFunc(f.kinds, func(k kindFacts) bool { return k.index == kind })
	return i >= 0 && f.kinds[i].bounded
}

// writes returns the number of writes of a row that are still stored: cells with one timestamp are one write.
func (f *facts) writes(row int) int {
	from, to := f.Sample.Cells(row)
	ts := slices.Clone(f.Sample.Times(from, to))
	slices.Sort(ts)
	return len(slices.Compact(ts))
}

// hotTablets returns the first rows of the hottest tablets that the service reported, as evidence.
func (f *facts) hotTablets() []Evidence {
	var out []Evidence
	for _, t := range f.Sample.Table.Hot {
		if key := firstKey(f.Sample, t); key != nil && len(out) < 3 && t.NodeCPU > f.limits.NodeCPU {
			out = append(out, Evidence{Key: key, Note: fmt.Sprintf("in a tablet that used up to %.0f%% of a node's CPU",
				100*t.NodeCPU)})
		}
	}
	return out
}

// firstKey returns the key of the first row of the sample in a tablet, or nil.
func firstKey(s *sample.Sample, t sample.HotTablet) []byte {
	lo, hi := 0, s.Rows()
	for lo < hi {
		if mid := (lo + hi) / 2; bytes.Compare(s.Key(mid), t.Start) < 0 {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo == s.Rows() || len(t.End) > 0 && bytes.Compare(s.Key(lo), t.End) > 0 {
		return nil
	}
	return s.Key(lo)
}

// tabletHotRule is the rule tablet-hot.
func tabletHotRule() Rule {
	return Rule{
		ID: "tablet-hot", Guidelines: []string{"G08", "G67"}, Title: "Bigtable reports hot tablets",
		Why:   "One node serves a tablet: while it is busy, everything else on that node waits.",
		needs: tablets, check: tabletHot,
		about:  []Harm{Writes},
		limits: func(l *Limits) { l.NodeCPU = 0.5 },
	}
}

// tabletHot reports the tablets that the service itself found hot, by reads or writes.
func tabletHot(f *facts) []Finding {
	table := f.Sample.Table
	if len(table.Hot) == 0 {
		return nil
	}
	busiest := seen(table.Hot[0].NodeCPU)
	severity, ok := grade(busiest, f.limits.NodeCPU, no())
	if !ok {
		severity = Note // the service lists what stands out, but the node had capacity left
	}
	finding := Finding{Severity: severity, Subject: Subject{Kind: AboutTable}, Measures: []Measure{
		{Name: "share of a node's CPU used by the hottest tablet in the last day", Unit: Share, Figure: busiest,
			Limit: f.limits.NodeCPU}, {Name: "hot tablets in the last day", Unit: Count,
			Figure: seen(float64(len(table.Hot)))}},
		Fix: Fix{Text: "Check on the Heat screen whether writes explain it; if not, reads do: cache what is read " +
			"most, or put a high-cardinality value before it in the key."}}
	for _, h := range table.Hot {
		e := Evidence{Key: h.Start, Note: "start of a hot tablet"}
		if key := firstKey(f.Sample, h); key != nil {
			e = Evidence{Key: key, Note: "first row read of a hot tablet"}
		}
		if e.Key != nil {
			finding.Evidence = append(finding.Evidence, e)
		}
	}
	return []Finding{finding}
}
