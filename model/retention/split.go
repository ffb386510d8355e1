package retention

import (
	"context"
	"fmt"
	"slices"
	"time"

	"tabletop/model/sample"
)

// Split proposes a family of its own for columns of a family that could have a tighter rule than the others: garbage
// collection is set by family, so columns that need different retention belong in different families (guideline G14).
// Only the user knows what a column needs; a Split states what the cells show and what would be saved.
type Split struct {
	Family  string
	Kind    SplitKind
	Columns []sample.ColumnID // columns that could have the tighter rule, the largest savings first
	Rest    int               // other columns of the family
	Rule    sample.GCRule     // the tighter rule
	Saves   Amount            // kept by the family's rule, collected by Rule
	Share   float64           // Saves of the bytes that the family's rule keeps of the whole family, by bytes read
	Text    string            // what the cells show, in a sentence
}

// SplitKind is what columns differ in.
type SplitKind string

// The kinds. Columns differ in how many versions they accumulate, in how far back their cells reach, or in that their
// versions mostly repeat one value, so that older ones are redundant.
const (
	SplitVersions SplitKind = "versions"
	SplitAges     SplitKind = "ages"
	SplitRepeats  SplitKind = "repeats"
)

// The thresholds of a proposal.
const (
	splitShare   = 0.05 // minimum share of the family's kept bytes that a split saves
	splitGap     = 3    // minimum ratio of versions, or of ages, to those of the other columns
	repeats      = 0.9  // minimum share of versions that repeat the value before
	fewPairs     = 20   // minimum versions compared
	manyColumns  = 50   // of a family with more columns, only the common ones are examined
	commonColumn = 0.05 // minimum share of the family's rows with a common column
)

// Splits returns proposals for columns that differ from the others of their family, under rules. The error is ctx's.
func (x *Explorer) Splits(ctx context.Context, rules Rules) ([]Split, error) {
	base, err := x.Garbage(ctx, rules)
	if err != nil {
		return nil, err
	}
	columns := make([][]sample.ColumnID, len(x.names))
	for id, f := range x.familyOf {
		columns[f] = append(columns[f], sample.ColumnID(id))
	}
	var out []Split
	for index, ids := range columns {
		if ids = x.common(index, ids); len(ids) < 2 {
			continue
		}
		for _, propose := range []func(f int, ids []sample.ColumnID) (Split, bool){x.byRepeats, x.byVersions,
			x.byAges} {
			split, ok := propose(index, ids)
			if !ok {
				continue
			}
			split.Family, split.Rest = x.names[index], len(ids)-len(split.Columns)
			if err := x.price(ctx, rules, base, &split); err != nil {
				return nil, err
			}
			if split.Share >= splitShare {
				out = append(out, split)
			}
		}
	}
	return out, nil
}

// common leaves out the rare columns of a family with very many columns: its qualifiers are data, and a rule for one
// column is meaningless.
func (x *Explorer) common(f int, ids []sample.ColumnID) []sample.ColumnID {
	if len(ids) <= manyColumns {
		return ids
	}
	return slices.DeleteFunc(slices.Clone(ids), func(id sample.ColumnID) bool {
		return float64(x.uses[id].Rows) < commonColumn*float64(x.families[f].rows)
	})
}

// price computes what the split saves, and sorts its columns by that.
func (x *Explorer) price(ctx context.Context, rules Rules, base *Garbage, s *Split) error {
	tight := sample.GCRule{Kind: sample.GCUnion, Children: []sample.GCRule{rules[s.Family], s.Rule}}
	garbage, err := x.Garbage(ctx, rules.With(s.Family, tight))
	if err != nil {
		return err
	}
	saved := func(id sample.ColumnID) Amount { return base.Columns[id].Kept().Minus(garbage.Columns[id].Kept()) }
	var kept Amount
	for _, f := range base.Families {
		if f.Name == s.Family {
			kept = f.Kept()
		}
	}
	for _, id := range s.Columns {
		s.Saves = s.Saves.Plus(saved(id))
	}
	slices.SortStableFunc(s.Columns, func(a, b sample.ColumnID) int { return int(saved(b).Bytes - saved(a).Bytes) })
	if kept.Bytes > 0 {
		s.Share = float64(s.Saves.Bytes) / float64(kept.Bytes)
	}
	return nil
}

// byRepeats finds columns that are repeatedly written with an unchanged value, among others that are not.
func (x *Explorer) byRepeats(_ int, ids []sample.ColumnID) (Split, bool) {
	split := Split{Kind: SplitRepeats, Rule: sample.GCRule{Kind: sample.GCMaxVersions, Versions: 1}}
	var pairs, again int64
	whole := true
	others := 0 // with versions that differ
	for _, id := range ids {
		u := &x.uses[id]
		switch {
		case u.Pairs >= fewPairs && float64(u.Again) >= repeats*float64(u.Pairs):
			split.Columns = append(split.Columns, id)
			pairs, again, whole = pairs+u.Pairs, again+u.Again, whole && u.Whole
		case u.Pairs > 0:
			others++
		}
	}
	split.Text = fmt.Sprintf("%.0f%% of their versions repeat the value before",
		100*float64(again)/float64(max(pairs, 1)))
	if !whole {
		split.Text += ", as far as values were kept"
	}
	return split, len(split.Columns) > 0 && others > 0
}

// byVersions finds columns that accumulate versions, among others that do not.
func (x *Explorer) byVersions(_ int, ids []sample.ColumnID) (Split, bool) {
	few, many, ok := cut(ids, func(id sample.ColumnID) int64 { return int64(x.uses[id].MaxVersions) })
	if !ok {
		return Split{}, false
	}
	count := 1
	for _, id := range few {
		count = max(count, x.uses[id].MaxVersions)
	}
	least := x.uses[many[0]].VersionsAt(0.5)
	for _, id := range many {
		least = min(least, x.uses[id].VersionsAt(0.5))
	}
	return Split{Kind: SplitVersions, Columns: many, Rule: sample.GCRule{Kind: sample.GCMaxVersions, Versions: count},
		Text: fmt.Sprintf("half of the rows hold %d or more versions of each; the others have at most %d", least,
			count)}, true
}

// byAges finds columns whose cells reach much further back than those of the others.
func (x *Explorer) byAges(f int, ids []sample.ColumnID) (Split, bool) {
	if x.families[f].stamps.Artificial() != "" {
		return Split{}, false
	}
	at := x.now.UnixMicro()
	age := func(id sample.ColumnID) int64 { return max(between(x.uses[id].Oldest, at).Microseconds(), 1) }
	young, old, ok := cut(ids, age)
	if !ok {
		return Split{}, false
	}
	limit := 24 * time.Hour // ages below a day are not worth a family
	for _, id := range young {
		limit = max(limit, duration(age(id)))
	}
	stops := AgeStops()
	index, _ := slices.BinarySearch(stops, limit)
	limit = stops[min(index, len(stops)-1)]
	reach := age(old[0])
	for _, id := range old {
		reach = min(reach, age(id))
	}
	if duration(reach) < splitGap*limit {
		return Split{}, false
	}
	return Split{Kind: SplitAges, Columns: old, Rule: sample.GCRule{Kind: sample.GCMaxAge, Age: limit},
		Text: fmt.Sprintf("their cells reach back %s or more; those of the others are younger than %s",
			Span(duration(reach)), sample.AgeInText(limit))}, true
}

// cut sorts columns by a measure and splits them in two at the widest gap. ok reports whether the gap is wide enough.
func cut(ids []sample.ColumnID, measure func(sample.ColumnID) int64) (low, high []sample.ColumnID, ok bool) {
	ids = slices.Clone(ids)
	slices.SortStableFunc(ids, func(a, b sample.ColumnID) int { return int(min(max(measure(a)-measure(b), -1), 1)) })
	at, widest := 0, 0.0
	for i := 1; i < len(ids); i++ {
		if gap := float64(measure(ids[i])) / float64(measure(ids[i-1])); gap > widest {
			at, widest = i, gap
		}
	}
	return ids[:at], ids[at:], widest >= splitGap
}
