package audit

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"tabletop/model/estimate"
	"tabletop/model/figures"
	"tabletop/model/retention"
	"tabletop/model/sample"
)

// What to do about families, of a table or of all tables of an instance.
const (
	manyFamiliesFix = "Merge families that are read together and have one policy, and use qualifiers to distinguish " +
		"their columns."
	longFamilyFix = "Create a family with a short name when the data is next moved; a family cannot be renamed."
)

// familiesManyRule is the rule families-many.
func familiesManyRule() Rule {
	return Rule{
		ID: "families-many", Guidelines: []string{"G12"}, Title: "Too many column families",
		Why:   "Reads and compactions pay for each family; about 100 is the maximum.",
		needs: description, check: familiesMany,
		about:    []Harm{Reads},
		limits:   func(l *Limits) { l.Families = 100 },
		instance: func(f *facts, in Instance) []Finding { return f.manyFamilies(in.Described) },
	}
}

func familiesMany(f *facts) []Finding {
	if alike := f.familiesOfOwners(); alike != nil {
		return alike
	}
	n := seen(float64(len(f.Sample.Table.Families)))
	s, ok := grade(n, f.limits.Families, no())
	if !ok {
		return nil
	}
	return []Finding{{Severity: s, Subject: Subject{Kind: AboutTable},
		Measures: []Measure{{Name: "families", Unit: Count, Figure: n, Limit: f.limits.Families}},
		Fix:      Fix{Text: manyFamiliesFix}}}
}

// fewestOwners is how many families must be alike for them to be one for each customer, and loneRows the share of the
// rows that must have cells of one of them alone. Both are our own choice.
const (
	fewestOwners = 10
	loneRows     = 0.98
)

// familiesOfOwners returns the finding that there is a family for each customer, or whatever else: many families with
// the same columns, of which a row has one.
func (f *facts) familiesOfOwners() []Finding {
	columns := map[string][]string{}
	for id, column := range f.Sample.Columns() {
		if f.folded[sample.ColumnID(id)] {
			return nil
		}
		columns[column.Family] = append(columns[column.Family], column.Qualifier)
	}
	if len(columns) < fewestOwners || f.Profile.Scope == estimate.Head || f.Profile.Rows < int64(f.limits.MinRows) {
		return nil
	}
	var names []string
	var first []string
	for family, of := range columns {
		slices.Sort(of)
		if first == nil {
			first = of
		}
		if !slices.Equal(of, first) || len(of) < 2 { // one column alone may be called as everywhere
			return nil
		}
		names = append(names, family)
	}
	alone := f.share(func(row int) bool {
		from, to := f.Sample.Cells(row)
		family := func(cell int) string { return f.Sample.Column(f.Sample.CellColumn(cell)).Family }
		return from < to && family(from) == family(to-1)
	})
	severity, ok := grade(alone, loneRows, no())
	if !ok {
		return nil
	}
	slices.Sort(names)
	finding := Finding{Severity: severity, Subject: Subject{Kind: AboutTable},
		Title: "A family for each customer, or the like",
		Why: "Each row has cells of one of these families alone, and all have the same columns: whose a row is " +
			"stands in its family, by which no range can be read, and each new one changes the schema.",
		Measures: []Measure{{Name: "rows with one of the families alone", Unit: Share, Figure: alone, Limit: loneRows},
			{Name: "families with the same columns", Unit: Count, Figure: seen(float64(len(names)))}},
		Fix: Fix{Text: "Use one family, and write whose a row is into its key, at the start (G37)."}}
	for _, name := range names {
		finding.Evidence = append(finding.Evidence, Evidence{Family: name})
	}
	return []Finding{finding}
}

// familyNameLongRule is the rule family-name-long.
func familyNameLongRule() Rule {
	return Rule{
		ID: "family-name-long", Guidelines: []string{"G13", "G64"}, Title: "Column family names are long",
		Why:   "Every request and every cell carries the name of its family.",
		needs: description, check: familyNameLong,
		about:    []Harm{Storage},
		instance: func(f *facts, in Instance) []Finding { return f.longFamilies(in.Described) },
	}
}

func familyNameLong(f *facts) []Finding {
	var out []Finding
	for _, fam := range f.Profile.Families {
		figure := seen(float64(len(fam.Name)))
		severity, ok := grade(figure, f.limits.NameBytes, no())
		if !ok {
			continue
		}
		finding := Finding{Severity: severity, Subject: Subject{Kind: AboutFamily, Name: fam.Name},
			Evidence: []Evidence{{Family: fam.Name}},
			Measures: []Measure{{Name: "length of the name", Unit: Bytes, Figure: figure, Limit: f.limits.NameBytes}},
			Fix:      Fix{Text: longFamilyFix}}
		if f.Profile.Scope != estimate.Head && f.Profile.Rows >= int64(f.limits.MinRows) {
			finding.Measures = append(finding.Measures, Measure{Name: "share of the bytes that are this name",
				Unit:   Share,
				Figure: f.nameShare(fam.Name)})
		}
		out = append(out, finding)
	}
	return out
}

// nameShare returns the share of the bytes of the table that are the name of a family.
func (f *facts) nameShare(family string) (share figures.Figure) {
	for i := range f.Profile.Families {
		if of := &f.Profile.Families[i]; of.Name == family && of.FoundCells.IsExact() {
			return estimate.CountedShare(int64(of.FoundCells.Value)*int64(len(family)),
				int64(f.Profile.FoundBytes.Value))
		}
	}
	return f.shareOfCells(func(_ int, c *figures.Column) int64 {
		if c.Family != family {
			return 0
		}
		return int64(len(family))
	})
}

// familyUnusedRule is the rule family-unused.
func familyUnusedRule() Rule {
	return Rule{
		ID: "family-unused", Guidelines: []string{"G02"}, Title: "Declared column family without cells",
		Why:   "A family that nothing is written to is left over, or a sign that a writer uses another name.",
		needs: rows, check: familyUnused,
		about: []Harm{Correctness}, scope: allCells,
	}
}

func familyUnused(f *facts) []Finding {
	var out []Finding
	for _, fam := range f.Profile.Families {
		if !fam.Declared || fam.Cells > 0 {
			continue
		}
		severity := Warning
		if !fam.RowShare.IsExact() {
			severity = Note // a sample may have missed the rows with the family
		}
		out = append(out, Finding{Severity: severity, Subject: Subject{Kind: AboutFamily, Name: fam.Name},
			Evidence: []Evidence{{Family: fam.Name}},
			Measures: []Measure{{Name: "rows with the family", Unit: Share, Figure: fam.RowShare}},
			Fix: Fix{Text: "Check that it is not needed, then delete it.", What: "command",
				Paste: retention.DeleteFamilyLine(retention.NewTarget(&f.Sample.Table, fam.Name)).Text}})
	}
	return out
}

// familiesApartRule is the rule families-apart.
func familiesApartRule() Rule {
	return Rule{
		ID: "families-apart", Guidelines: []string{"G11", "G62"}, Title: "Families written together under one policy",
		Why:   "Data that is read together belongs in one family; each additional family makes a read more expensive.",
		needs: rows, check: familiesApart,
		about: []Harm{Reads},
	}
}

// familiesApart finds families of one rule whose cells are in the same rows at the same times.
func familiesApart(f *facts) []Finding {
	var out []Finding
	families := f.Profile.Families
	if len(families) > 100 {
		families = families[:100]
	}
	joined := map[string]bool{}
	for i, family := range families {
		for _, b := range families[i+1:] {
			if joined[b.Name] || family.Cells == 0 || b.Cells == 0 || family.Type != b.Type ||
				family.GC.String() != b.GC.String() || family.Rows != b.Rows {
				continue
			}
			apart, rows := f.apart(family.Name, b.Name)
			if apart > 0 || rows < f.limits.MinRows {
				continue
			}
			joined[b.Name] = true
			both := f.share(func(row int) bool { return f.has(row, family.Name) == f.has(row, b.Name) })
			out = append(out, Finding{Severity: Note, Subject: Subject{Kind: AboutFamily, Name: b.Name},
				Evidence: []Evidence{{Family: family.Name}, {Family: b.Name}},
				Measures: []Measure{{Name: "rows that have both or neither", Unit: Share, Figure: both}},
				Fix: Fix{Text: "If they are read together, write the columns of both to one family when the " +
					"data is next moved."}})
		}
	}
	return out
}

func (f *facts) has(row int, family string) bool {
	for from, to := f.Sample.Cells(row); from < to; from++ {
		if f.Sample.Column(f.Sample.CellColumn(from)).Family == family {
			return true
		}
	}
	return false
}

// together is the maximum distance in microseconds of the cells of one write: clients set their timestamps one after
// the other.
const together = int64(1e6)

// apart counts, among some rows, those in which the newest cells of two families are not of one write, and the rows
// that have both families.
func (f *facts) apart(a, b string) (apart, rows int) {
	for i := 0; i < f.Sample.Rows(); i += max(1, f.Sample.Rows()/maxLooked) {
		var newest [2]int64
		var has [2]bool
		for from, to := f.Sample.Cells(i); from < to; from++ {
			c := f.Sample.Cell(from)
			at := slices.Index([]string{a, b}, f.Sample.Column(c.Column).Family)
			if at >= 0 {
				newest[at], has[at] = max(newest[at], c.Micros), true
			}
		}
		switch d := newest[0] - newest[1]; {
		case has[0] != has[1] || d > together || d < -together:
			apart++
		case has[0]:
			rows++
		}
	}
	return apart, rows
}

// retentionMixedRule is the rule retention-mixed.
func retentionMixedRule() Rule {
	return Rule{
		ID: "retention-mixed", Guidelines: []string{"G14"}, Title: "Columns of one family need different retention",
		Why:   "The policy is per family, so data that needs little retention is kept as long as data that needs much.",
		needs: anyRow, check: retentionMixed,
		about: []Harm{Storage}, scope: allVersions,
		limits: func(l *Limits) { l.RetentionGain = 0.2 },
	}
}

func retentionMixed(f *facts) []Finding {
	if f.Review == nil {
		return nil
	}
	var out []Finding
	best := map[string]retention.Split{} // a family can have several proposals, even for the same columns
	var families []string
	for _, split := range f.Review.Splits {
		if !f.piles(split.Columns) ||
			slices.ContainsFunc(split.Columns, func(id sample.ColumnID) bool { return !f.free(id) }) {
			continue
		}
		was, ok := best[split.Family]
		if !ok {
			families = append(families, split.Family)
		}
		if !ok || f.better(split, was) {
			best[split.Family] = split
		}
	}
	for _, name := range families {
		split := best[name]
		severity, ok := grade(seen(split.Share), f.limits.RetentionGain, no())
		if !ok {
			continue
		}
		ofTable := float64(split.Saves.Bytes) / float64(max(f.Profile.Bytes, 1))
		// Only repeated values are certainly redundant: a history can be the purpose of the family.
		if split.Kind != retention.SplitRepeats || f.Profile.Scope == estimate.Head ||
			ofTable < f.limits.RetentionGain/2 {
			severity = Note
		}
		finding := Finding{Severity: severity, Subject: Subject{Kind: AboutFamily, Name: split.Family},
			Measures: []Measure{
				{Name: "share of the family's bytes read that a separate family would save", Unit: Share,
					Figure: seen(split.Share), Read: f.sampled(), Limit: f.limits.RetentionGain},
				{Name: "share of all bytes read", Unit: Share, Figure: seen(ofTable), Read: f.sampled(),
					Limit: f.limits.RetentionGain / 2},
				{Name: "bytes of the rows read", Unit: Bytes, Figure: seen(float64(split.Saves.Bytes)),
					Read: f.sampled()}}}
		finding.columns = split.Columns
		for _, id := range split.Columns {
			c := f.Sample.Column(id)
			finding.Evidence = append(finding.Evidence, Evidence{Column: &c})
		}
		finding.Fix = Fix{Text: "Move these columns to a family with a policy of its own."}
		finding.Policies = []*Policy{{Family: f.freeFamily(split.Family, 2), Rule: split.Rule, columns: split.Columns,
			instead: "If only the newest versions of these columns are read, move them to a family with a policy of " +
				"its own."}}
		out = append(out, finding)
	}
	return out
}

// freeFamily returns name, with a number from first on if the table has that family; 1 is not written.
func (f *facts) freeFamily(name string, first int) string {
	for n := first; ; n++ {
		own := name
		if n > 1 {
			own = fmt.Sprintf("%s%d", name, n)
		}
		if _, taken := f.Sample.Table.Family(own); !taken {
			return own
		}
	}
}

// better reports whether proposal a is preferred to b: repeated values, which are certainly redundant, come first if
// they save enough.
func (f *facts) better(a, b retention.Split) bool {
	sure := func(s retention.Split) bool {
		return s.Kind == retention.SplitRepeats && s.Share > f.limits.RetentionGain
	}
	if sure(a) != sure(b) {
		return sure(a)
	}
	return a.Share > b.Share
}

// piled is the minimum median number of versions of a column for which another policy is worth proposing.
const piled = 5

// piles reports whether each of the columns accumulates versions. A value that is merely old, or was changed a few
// times, is normal.
func (f *facts) piles(columns []sample.ColumnID) bool {
	return !slices.ContainsFunc(columns,
		func(id sample.ColumnID) bool { return f.Review.Explorer.ColumnUsage(id).VersionsAt(0.5) < piled })
}

// versionsUnlimitedRule is the rule versions-unlimited.
func versionsUnlimitedRule() Rule {
	return Rule{
		ID: "versions-unlimited", Guidelines: []string{"G22"}, Title: "No policy limits the versions of a family",
		Why:   "Without a policy every version is kept indefinitely, and rows grow with every write.",
		needs: anyRow, check: versionsUnlimited,
		about: []Harm{Storage}, scope: allVersions,
		limits: func(l *Limits) { l.Growth = 0.005 },
	}
}

// growthDays is the shortest time that cells must span for their growth to be one of weeks, not of a load.
const growthDays = 14

// growing returns the finding that a family without a policy only grows: its rows are those of a time that ends, and no
// rule ever takes them.
func (f *facts) growing(fam retention.Family) []Finding {
	if !f.allBounded() || f.Review.Garbage.Scope == estimate.Head || f.loaded() {
		return nil
	}
	growth := f.Review.Explorer.Growth(fam.Name)
	if growth.Not != "" || growth.Oldest < growthDays*24*time.Hour {
		return nil
	}
	severity, ok := grade(seen(growth.Share), f.limits.Growth, no())
	if !ok {
		return nil
	}
	if growth.Scope != estimate.All && severity == Warning {
		severity = Note // what a sample shows of it has no interval
	}
	return []Finding{{Severity: severity, Subject: Subject{Kind: AboutFamily, Name: fam.Name},
		Title: "No policy ever collects a family that grows",
		Why: "Rows are added for each period and none is ever deleted: storage and full scans grow without a bound, " +
			"which is right only if all of it is needed for good.",
		Evidence: []Evidence{{Family: fam.Name}},
		Measures: []Measure{{Name: "growth a day, of the family's bytes", Unit: Share, Figure: seen(growth.Share),
			Read: f.sampled(), Limit: f.limits.Growth}, {Name: "age of the oldest cell", Unit: Seconds,
			Figure: seen(growth.Oldest.Seconds()), Read: f.sampled()}},
		Fix: Fix{Text: "Decide how long the data is needed, and set a policy by age; if it is needed for good, state " +
			"that in the configuration of the audit."}}}
}

func versionsUnlimited(f *facts) []Finding {
	if f.Review == nil {
		return nil
	}
	var out []Finding
	for _, fam := range f.Review.Garbage.Families {
		if !fam.Declared || fam.Aggregate != "" || !keepsAll(fam.Rule) || fam.Stored.Cells == 0 {
			continue
		}
		kept := f.Review.Explorer.Kept(fam.Name, sample.GCRule{Kind: sample.GCMaxVersions, Versions: 1})
		old := 1 - kept.Share
		share := f.oldVersions(fam.Name)
		severity, ok := grade(share, f.limits.Garbage, no())
		if !ok {
			out = append(out, f.growing(fam)...)
			continue
		}
		out = append(out, Finding{Severity: severity, Subject: Subject{Kind: AboutFamily, Name: fam.Name},
			Evidence: []Evidence{{Family: fam.Name}}, Measures: []Measure{
				{Name: "cells that are not the newest in their column", Unit: Share, Figure: share,
					Limit: f.limits.Garbage}, {Name: "share of the family's bytes saved by keeping one version",
					Unit:   Share,
					Figure: estimate.CountedIf(old, f.Review.Garbage.Scope == estimate.All && kept.Exact())}},
			Fix:      Fix{Text: "Set a policy: keep one version, or as many as are read."},
			Policies: keepOne(fam.Name), columns: f.familyColumns(fam.Name)})
	}
	return out
}

func keepsAll(r sample.GCRule) bool {
	return retention.Simplify(r).Kind == sample.GCNone
}

// oldVersions returns the share of a family's cells that have a newer one in their column, of columns that no rule has
// claimed.
func (f *facts) oldVersions(family string) figures.Figure {
	claimed := false
	for id, c := range f.Sample.Columns() {
		claimed = claimed || c.Family == family && !f.free(sample.ColumnID(id))
	}
	if f.Review.Garbage.Scope == estimate.All && !claimed {
		kept := f.Review.Explorer.Kept(family, sample.GCRule{Kind: sample.GCMaxVersions, Versions: 1})
		if kept.Exact() {
			return estimate.CountedShare(kept.Stored.Cells-kept.Low.Cells, kept.Stored.Cells)
		}
	}
	return f.design.EstimateRatio(f.Sample, func(i int) (y, z float64) {
		for from, to := f.Sample.Cells(i); from < to; {
			end := f.Sample.Versions(from, to)
			if id := f.Sample.CellColumn(from); f.Sample.Column(id).Family == family {
				z += float64(end - from)
				if f.free(id) {
					y += float64(end - from - 1)
				}
			}
			from = end
		}
		return y, z
	}).Share(f.design)
}

// garbageKeptRule is the rule garbage-kept.
func garbageKeptRule() Rule {
	return Rule{
		ID: "garbage-kept", Guidelines: []string{"G22"}, Title: "Garbage stored for more than a week",
		Why: "Garbage is stored, billed, and returned by reads until it is collected, which should " +
			"take at most a week.",
		needs: rows, check: garbageKept,
		about: []Harm{Storage}, scope: allVersions,
		limits: func(l *Limits) { l.Garbage = 0.1 },
	}
}

// deletedFamily is the finding that nothing of a family outlives the policy in force, overdue or not.
func (f *facts) deletedFamily(fam retention.Family) Finding {
	return Finding{Severity: Error, Title: "The policy deletes all of this family",
		Subject: Subject{Kind: AboutFamily, Name: fam.Name}, Evidence: []Evidence{{Family: fam.Name}},
		Measures: []Measure{{Name: "family bytes that are garbage", Unit: Share, Figure: fam.Share},
			{Name: "longest time a cell has been garbage", Unit: Seconds, Figure: seen(fam.Longest.Seconds()),
				Read: f.sampled()}},
		Why: "Garbage collection may remove every cell that was read of this family at any time: what still needs " +
			"these cells loses them.",
		Fix: Fix{Text: "Relax the policy if the cells are still needed; if they are not, delete the family."}}
}

func garbageKept(f *facts) []Finding {
	if f.Review == nil {
		return nil
	}
	var out []Finding
	for _, fam := range f.Review.Garbage.Families {
		if strings.TrimSpace(f.Review.Explorer.TimestampStats(fam.Name).Artificial()) != "" {
			continue
		}
		if fam.Stored.Cells > 0 && fam.Eligible.Cells == fam.Stored.Cells {
			out = append(out, f.deletedFamily(fam))
			continue
		}
		if fam.Overdue.Bytes == 0 {
			continue
		}
		// An emulator has no schedule of garbage collection. The interval is that of all eligible bytes, scaled to the
		// part that is overdue.
		part := float64(fam.Overdue.Bytes) / float64(max(fam.Eligible.Bytes, 1))
		share := fam.Share
		share.Value, share.Low, share.High = share.Value*part, share.Low*part, share.High*part
		severity, ok := grade(share, f.limits.Garbage, no())
		if !ok {
			continue
		}
		if f.Sample.Table.Emulator {
			severity = Note
		}
		out = append(out, Finding{Severity: severity, Subject: Subject{Kind: AboutFamily, Name: fam.Name},
			Evidence: []Evidence{{Family: fam.Name}}, Measures: []Measure{
				{Name: "family bytes that have been garbage for more than a week", Unit: Share, Figure: share,
					Limit: f.limits.Garbage}, {Name: "longest time a cell has been garbage", Unit: Seconds,
					Figure: seen(fam.Longest.Seconds()), Read: !share.IsExact(), Limit: retention.Week.Seconds()}},
			Fix: Fix{Text: "Garbage collection is automatic; if the backlog persists, contact support. Until then, " +
				"filter reads by version or age, because reads still return these cells."}})
	}
	return out
}
