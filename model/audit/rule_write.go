package audit

import (
	"context"

	"tabletop/model/access"
	"tabletop/model/advise"
	"tabletop/model/estimate"
	"tabletop/model/qualifier"
	"tabletop/model/retention"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// measureVersions returns the mean number of versions of a column in a row of kind k, and the row with the most.
func (f *facts) measureVersions(k kindFacts, wanted func(sample.ColumnID) bool) (mean estimate.Figure, most, row int) {
	row = -1
	ratio := f.design.EstimateRatio(f.Sample, func(i int) (float64, float64) {
		if int(f.Keys.Kind[i]) != k.index {
			return 0, 0
		}
		cells, columns := 0, 0
		for from, to := f.Sample.Cells(i); from < to; {
			end := f.Sample.Versions(from, to)
			if wanted(f.Sample.CellColumn(from)) {
				cells, columns = cells+end-from, columns+1
				if n := end - from; n > most {
					most, row = n, i
				}
			}
			from = end
		}
		return float64(cells), float64(columns)
	})
	return ratio.Mean(f.design), most, row
}

// capped reports whether a rule limits the number of versions.
func capped(r sample.GCRule) bool {
	switch r.Kind {
	case sample.GCMaxVersions:
		return true
	case sample.GCUnion:
		for _, c := range r.Children {
			if capped(c) {
				return true
			}
		}
	case sample.GCIntersection:
		for _, c := range r.Children {
			if !capped(c) {
				return false
			}
		}
		return len(r.Children) > 0
	}
	return false
}

// versioned finds kinds whose rows accumulate versions over the whole period of the table, in the families wanted.
func (f *facts) versioned(wanted func(sample.Family) bool, fix string) []Finding {
	families := map[string]bool{}
	for _, c := range f.Profile.Families {
		if fam, ok := f.Sample.Table.Family(c.Name); !ok || fam.Aggregate == "" {
			families[c.Name] = wanted(fam)
		}
	}
	repeats := f.repeated()
	ok := func(id sample.ColumnID) bool {
		return families[f.Sample.Column(id).Family] && f.free(id) && !repeats[id]
	}
	var out []Finding
	for _, kind := range f.kinds {
		if kind.bounded {
			continue
		}
		mean, most, row := f.measureVersions(kind, ok)
		severity, past := grade(mean, f.limits.VersionsPerColumn, no())
		if !past {
			continue
		}
		cured := f.rowPerEvent(kind)
		if !cured {
			// The advisor keeps the layout. Then the columns are left to the rules about what is stored: a layout
			// that cannot be improved makes many versions no better.
			severity = Note
		}
		finding := Finding{Severity: severity, Subject: aboutKind(kind), Measures: []Measure{
			{Name: "mean versions of a column per row", Unit: Count, Figure: mean, Limit: f.limits.VersionsPerColumn},
			{Name: "most versions in one row", Unit: Count, Figure: seen(float64(most)), Read: f.sampled()}},
			Evidence: []Evidence{{Key: f.Sample.Key(row), Note: "the most versions"}},
			Fix:      template(fix, withTime(kind.Layout))}
		for id := range f.Sample.Columns() {
			if id := sample.ColumnID(id); cured && ok(id) && f.Profile.Columns[id].MaxVersions > 1 {
				finding.columns = append(finding.columns, id)
			}
		}
		if c := proposal(kind.Layout, inOrder(len(kind.segments)), nil); c != nil && cured {
			if cure := checked(c.Candidate + "#{celltime()}"); cure != nil {
				cure.size = true
				finding.cures = []*Proposal{cure}
			}
		}
		out = append(out, finding)
	}
	return out
}

// rowPerEvent reports whether the advisor recommends one row per version of the columns of a kind, for queries by the
// prefixes of its keys, so that an audit never proposes a layout that the advisor rejects.
func (f *facts) rowPerEvent(k kindFacts) bool {
	queries := advise.DefaultWorkload(f.Layouts, k.index)
	if len(queries.Queries) == 0 {
		return true
	}
	// short: two layouts are compared
	index := access.NewIndex(f.Table)
	index.Largest = f.Profile.LargestBeyond()
	better, err := advise.RowPerEvent(context.Background(), index, queries)
	return better || err != nil // without a recommendation of the advisor, the rule applies
}

// withTime returns the template of l followed by "#" and the time, or "" if that is not a valid layout.
func withTime(l *rowkey.Layout) string {
	text := l.String() + "#{at:ms}"
	if l.Segment("at") != nil {
		text = l.String() + "#{written_at:ms}"
	}
	parsed, err := rowkey.Parse(text)
	if err != nil {
		return ""
	}
	return parsed.String()
}

// rowOverwrittenRule is the rule row-overwritten.
func rowOverwrittenRule() Rule {
	return Rule{
		ID: "row-overwritten", Guidelines: []string{"G43", "G63"}, Title: "Rows are overwritten again and again",
		Why:   "Old versions accumulate until they are garbage-collected, and reads pass over them.",
		needs: keys, check: rowOverwritten,
		about: []Harm{Storage, Reads}, scope: allVersions,
		limits: func(l *Limits) { l.VersionsPerColumn = advise.ManyVersions },
	}
}

func rowOverwritten(f *facts) []Finding {
	out := f.versioned(func(fam sample.Family) bool { return fam.GC.Kind != sample.GCNone && !f.distinctVersions(fam) },
		"Add the timestamp to the key, so that each reading is a row, and keep one version.")
	for i := range out {
		if f.hot() {
			out[i].Why = "The tablet that holds the row runs hot, and old versions accumulate until they are " +
				"garbage-collected."
		}
	}
	return out
}

// repeated returns the columns whose versions mostly repeat one value: they hold no events, and need a policy of their
// own; see retentionMixed.
func (f *facts) repeated() map[sample.ColumnID]bool {
	out := map[sample.ColumnID]bool{}
	if f.Review == nil {
		return out
	}
	for _, split := range f.Review.Splits {
		if split.Kind == retention.SplitRepeats && split.Share > f.limits.RetentionGain {
			for _, id := range split.Columns {
				out[id] = true
			}
		}
	}
	return out
}

// eventsAsVersionsRule is the rule events-as-versions.
func eventsAsVersionsRule() Rule {
	return Rule{
		ID: "events-as-versions", Guidelines: []string{"G59", "G58"},
		Title: "Events are stored as versions of a column",
		Why: "Versions are for corrections; events stored as versions cannot be read by key, and the row grows " +
			"with each.",
		needs: keys, check: eventsAsVersions,
		about: []Harm{Storage, Reads}, scope: allVersions,
	}
}

func eventsAsVersions(f *facts) []Finding {
	return f.versioned(func(fam sample.Family) bool { return fam.GC.Kind == sample.GCNone || f.distinctVersions(fam) },
		"Write each event as a row with its timestamp in the key, and keep versions for corrections.")
}

// distinctVersions reports whether a family keeps many versions on purpose and their values differ: a history, not a
// result of overwriting.
func (f *facts) distinctVersions(fam sample.Family) bool {
	return capped(fam.GC) && f.Review != nil && f.history(fam.Name)
}

// history reports whether most versions of a family hold another value than the next and are at least an hour apart:
// they may be what the family is for.
func (f *facts) history(family string) bool {
	return f.differ(family) && f.slow(family, func(sample.ColumnID) bool { return true })
}

// differ reports whether most versions of a family hold another value than the next.
func (f *facts) differ(family string) bool {
	var columns []sample.ColumnID
	for id, c := range f.Sample.Columns() {
		if c.Family == family {
			columns = append(columns, sample.ColumnID(id))
		}
	}
	var pairs, again int64
	for _, id := range columns {
		u := f.Review.Explorer.ColumnUsage(id)
		pairs, again = pairs+u.Pairs, again+u.Again
	}
	return pairs > 0 && again*2 < pairs
}

// slow reports whether most versions of some columns of a family are at least an hour apart: individual readings that a
// query would select.
func (f *facts) slow(family string, wanted func(sample.ColumnID) bool) bool {
	var slow, all int
	f.gaps(func(id sample.ColumnID, gap int64) {
		if f.Sample.Column(id).Family == family && wanted(id) {
			all++
			if gap >= int64(3600e6) {
				slow++
			}
		}
	})
	return slow*2 > all
}

// gaps calls each with the distances in microseconds between adjacent versions, in up to maxLooked rows.
func (f *facts) gaps(each func(id sample.ColumnID, gap int64)) {
	step := max(1, f.Sample.Rows()/maxLooked)
	for i := 0; i < f.Sample.Rows(); i += step {
		for from, to := f.Sample.Cells(i); from < to; {
			end := f.Sample.Versions(from, to)
			ts := f.Sample.Times(from, end)
			for j := 1; j < len(ts); j++ {
				each(f.Sample.CellColumn(from), ts[j-1]-ts[j])
			}
			from = end
		}
	}
}

// rowUnboundedRule is the rule row-unbounded.
func rowUnboundedRule() Rule {
	return Rule{
		ID: "row-unbounded", Guidelines: []string{"G58", "G17"}, Title: "Rows grow without a bound",
		Why: "Each event or entity adds a column to the same row, which has no time bucket, so the row grows " +
			"toward the maximum row size.",
		needs: rows, check: rowUnbounded,
		about:  []Harm{Reads},
		limits: func(l *Limits) { l.ColumnsOfUnbounded = 10_000 },
	}
}

func rowUnbounded(f *facts) []Finding {
	var out []Finding
	for _, fold := range f.Folds {
		limit := f.limits.ColumnsOfUnbounded
		severity, ok := grade(seen(float64(fold.Most)), limit, no())
		if !ok {
			limit /= 10
			severity = Note // close to the limit
		}
		if f.allBounded() || float64(fold.Most) <= limit {
			continue
		}
		id := fold.Columns[0]
		column := f.Sample.Column(id)
		row := f.widestRow(fold)
		out = append(out, Finding{Severity: severity, Subject: Subject{Kind: AboutFamily, Name: fold.Family},
			Measures: []Measure{
				{Name: "columns of one pattern in the widest row", Unit: Count, Figure: seen(float64(fold.Most)),
					Read: f.sampled(), Limit: limit}},
			Evidence: []Evidence{{Column: &column}, {Key: f.Sample.Key(row), Note: "the widest row"}},
			Fix: Fix{Text: "Put a time bucket, or a part of the qualifier, into the key, so that the row is " +
				"bounded."}})
	}
	return out
}

func (f *facts) allBounded() bool {
	for _, k := range f.kinds {
		if !k.bounded {
			return false
		}
	}
	return len(f.kinds) > 0
}

// widestRow returns the row with the most columns of a fold.
func (f *facts) widestRow(fold qualifier.Fold) (row int) {
	in := map[sample.ColumnID]bool{}
	for _, id := range fold.Columns {
		in[id] = true
	}
	most := 0
	for i := range f.Sample.Rows() {
		from, to := f.Sample.Cells(i)
		if to-from <= most {
			continue
		}
		count := 0
		for ; from < to; from = f.Sample.Versions(from, to) {
			if in[f.Sample.CellColumn(from)] {
				count++
			}
		}
		if count > most {
			row, most = i, count
		}
	}
	return row
}

// writeRateRule is the rule write-rate.
func writeRateRule() Rule {
	return Rule{
		ID: "write-rate", Guidelines: []string{"G44", "G22"}, Title: "A value is written several times a second",
		Why:   "Every write is a cell that is stored, replicated, and garbage-collected.",
		needs: rows, check: writeRate,
		about: []Harm{Writes}, scope: allVersions,
		limits: func(l *Limits) { l.FastWrites = 0.25 },
	}
}

func writeRate(f *facts) []Finding {
	var out []Finding
	const second = int64(1e6)
	for id, column := range f.Sample.Columns() {
		if f.folded[sample.ColumnID(id)] || f.Profile.Columns[id].MaxVersions < 3 || !f.free(sample.ColumnID(id)) {
			continue
		}
		if f.Review != nil && f.Review.Explorer.TimestampStats(column.Family).Artificial() != "" {
			continue // they do not tell when something was written
		}
		share, pairs := f.fast(sample.ColumnID(id), second)
		if pairs < 20 {
			continue
		}
		severity, ok := grade(share, f.limits.FastWrites, no())
		if !ok {
			continue
		}
		out = append(out, Finding{Severity: severity, Subject: Subject{Kind: AboutColumn, Column: column},
			Evidence: []Evidence{{Column: &column}}, columns: []sample.ColumnID{sample.ColumnID(id)},
			Measures: []Measure{{Name: "versions written within one second of the previous one", Unit: Share,
				Figure: share, Limit: f.limits.FastWrites}, {Name: "pairs of versions compared", Unit: Count,
				Figure: seen(float64(pairs)), Read: f.sampled()}},
			Fix: Fix{Text: "Aggregate in the application and write the result every minute, or use an aggregate " +
				"family."}})
	}
	return out
}

// fast returns the share of adjacent versions of a column that are less than limit microseconds apart, and the number
// of pairs.
func (f *facts) fast(id sample.ColumnID, limit int64) (share estimate.Figure, pairs int) {
	ratio := f.design.EstimateRatio(f.Sample, func(i int) (y, z float64) {
		for from, to := f.Sample.Cells(i); from < to; {
			end := f.Sample.Versions(from, to)
			if f.Sample.CellColumn(from) == id {
				ts := f.Sample.Times(from, end)
				for j := 1; j < len(ts); j++ {
					z++
					pairs++
					if ts[j-1]-ts[j] < limit {
						y++
					}
				}
			}
			from = end
		}
		return y, z
	})
	return ratio.Share(f.design), pairs
}

// timestampsArtificialRule is the rule timestamps-artificial.
func timestampsArtificialRule() Rule {
	return Rule{
		ID: "timestamps-artificial", Guidelines: []string{"G05", "G22"},
		Title: "Age-based garbage collection of cells without real timestamps",
		Why:   "An age-based policy uses nothing but the timestamp: it collects such cells at once or never.",
		needs: anyRow, check: timestampsArtificial,
		about: []Harm{Correctness},
	}
}

func timestampsArtificial(f *facts) []Finding {
	if f.Review == nil {
		return nil
	}
	var out []Finding
	for _, fam := range f.Review.Garbage.Families {
		st := f.Review.Explorer.TimestampStats(fam.Name)
		unit := st.OtherUnit()
		if fam.Stored.Cells == 0 || st.Artificial() == "" || !byAge(fam.Rule) && unit == "" {
			continue
		}
		odd := float64(st.Zero+st.Negative+st.Small+st.Future) / float64(max(st.Cells, 1))
		finding := Finding{Severity: Warning, Subject: Subject{Kind: AboutFamily, Name: fam.Name},
			Evidence: []Evidence{{Family: fam.Name}},
			Measures: []Measure{{Name: "cells whose timestamp is not a write time", Unit: Share, Figure: seen(odd),
				Read: f.Review.Garbage.Scope != estimate.All}},
			columns: f.familyColumns(fam.Name)}
		if byAge(fam.Rule) {
			finding.Fix = Fix{Text: "Limit versions instead of age, or send real timestamps when writing."}
			finding.Policies = keepOne(fam.Name)
		} else {
			finding.Title = "Cell timestamps are in " + unit
			finding.Why = "Timestamps count microseconds: reads of a period, the order of versions written by " +
				"others, and any age-based policy take these for other times."
			finding.Fix = Fix{Text: "Write timestamps in microseconds, cut to milliseconds."}
		}
		if odd > 0 && fam.Eligible.Cells == fam.Stored.Cells {
			finding.Severity, finding.Title = Error, "The policy deletes all of this family"
			finding.Why = "An age-based policy uses nothing but the timestamp: " + st.Artificial() + "."
		}
		if odd == 0 {
			// a bulk load: all cells become eligible at once
			finding.Severity, finding.Title = Note, "All cells have one timestamp, and the policy is age-based"
		}
		out = append(out, finding)
	}
	return out
}

func byAge(r sample.GCRule) bool {
	if r.Kind == sample.GCMaxAge {
		return true
	}
	for _, c := range r.Children {
		if byAge(c) {
			return true
		}
	}
	return false
}
