package text

import (
	"fmt"
	"strings"
	"time"

	"tabletop/model/estimate"
	"tabletop/model/figures"
	"tabletop/model/retention"
	"tabletop/model/sample"
)

// Kept returns the share that garbage collection keeps, given the share that is eligible.
func Kept(eligible figures.Figure) figures.Figure {
	return eligible.Rest()
}

// GarbageShare formats the GC-eligible share of a part; a part without cells has none.
func GarbageShare(p retention.Part) string {
	if p.Stored.Cells == 0 {
		return NoFigure
	}
	return Share(p.Share)
}

// UsageScope names the rows that versions and ages of columns are of.
func UsageScope(r *figures.Review) string {
	switch rows := Count(r.Explorer.Sample().Rows(), "row"); {
	case r.Explorer.Scope() == estimate.All:
		return "of all rows"
	case r.Garbage.Scope == estimate.All:
		return "of the " + rows + " kept"
	default:
		return "of the " + rows + " read"
	}
}

// GroupCount states how many groups there are, and in which rows: "12 values in all rows".
func GroupCount(answer *figures.Answer, noun string) string {
	n := answer.Distinct
	if n.Certainty == estimate.AtLeast {
		return Count(int64(n.Value), noun) + " in the sample"
	}
	number := strings.TrimSpace(Number(n.Value) + " " + PlusMinus(n.Value, n.Low, n.High, Number))
	return number + " " + Plural(int64(n.Value), noun, noun+"s") + " in all rows"
}

// GroupRows is the title of the number of rows of each group.
func GroupRows(answer *figures.Answer) string {
	if answer.Read.Certainty == estimate.AtLeast {
		return "sample rows"
	}
	return "rows"
}

// GroupGarbage formats the GC-eligible bytes of a group: of the table, or of the rows read if those of the table are
// unknown.
func GroupGarbage(g *figures.Group) string {
	if sum := g.Sums[0]; sum.Certainty != estimate.Unknown {
		short, _ := TableBytesParts(sum, estimate.Counted(1))
		return short
	}
	return Bytes(g.Found(figures.Garbage).Value)
}

// GroupGarbageShare formats the GC-eligible share of a group; a group without cells has none.
func GroupGarbageShare(g *figures.Group) string {
	if g.Found(figures.Cells).Value == 0 {
		return NoFigure
	}
	return Share(g.Ratios[0])
}

// KeptCells states what of a family's cells is kept: counted, or their share of those in the table.
func KeptCells(p retention.Part) string {
	if p.CellShare.IsExact() {
		return Integer(p.Kept().Cells) + " of " + Count(p.Stored.Cells, "cell")
	}
	return Share(Kept(p.CellShare)) + " of its cells"
}

// Share formats a share of a whole. For an estimate of 0 or 1 it writes only the bound, and "≈" before one that has no
// interval.
func Share(f figures.Figure) string {
	switch {
	case IsVagueShare(f) && (f.Value == 0 || f.Value == 1):
		return "unknown"
	case f.Interval() && f.Value == 0:
		return AtMost(Percent(f.High))
	case f.Interval() && f.Value == 1:
		return AtLeast(Percent(f.Low))
	}
	s := Percent(f.Value)
	switch {
	case f.Interval():
		s = estimated(s, PlusMinus(f.Value, f.Low, f.High, Percent))
	case !f.IsExact() && f.Value != 0:
		s = About(s)
	}
	return s
}

// IsVagueShare reports whether nothing is known of a share: its interval is from 0 to 1.
func IsVagueShare(f figures.Figure) bool { return f.Interval() && f.Low <= 0 && f.High >= 1 }

// Note is a sentence and its severity: "▲" for a warning, "·" for information.
type Note struct{ Mark, Text string }

// UndeclaredFamily states why a family of which cells were read has no policy: the description of the table, which
// lists some families or none, does not list it.
func UndeclaredFamily(listed bool) string {
	if listed {
		return "the description of the table lacks the family: it was created or deleted meanwhile, or is one that " +
			"the --gc or --table-info of an export leave out"
	}
	return "the sample has no list of families; for an export, --gc and --table-info state policies"
}

// FamilyNotes returns what is unusual about a family.
func FamilyNotes(r *figures.Review, f retention.Family) []Note {
	var n []Note
	if !f.Declared {
		n = append(n, Note{"▲", "its policy is not known: " + UndeclaredFamily(r.Garbage.PolicyKnown()) +
			"; it is evaluated as without one"})
	}
	for _, w := range retention.Warnings(f.Rule) {
		n = append(n, Note{"▲", "policy: " + w})
	}
	if f.Stored.Cells == 0 {
		return append(n, Note{"·", "no cells were read from it"})
	}
	stamps := r.Explorer.TimestampStats(f.Name)
	odd := stamps.Artificial()
	if odd != "" {
		n = append(n, Note{"▲", "ages have no meaning here: " + odd})
	}
	for _, s := range stamps.Notes() {
		n = append(n, Note{"·", s})
	}
	if f.Overdue.Cells > 0 && odd == "" {
		n = append(n, Note{"▲",
			fmt.Sprintf("some cells have been garbage for %s; garbage collection usually takes at most a week; "+
				"was the policy changed recently?", upToOrMore(Duration(f.Longest), f.Share.IsExact()))})
	}
	if f.Rule.Kind == sample.GCNone {
		n = append(n, Note{"·", Growth(r.Explorer.Growth(f.Name))})
	}
	if f.Aggregate != "" {
		n = append(n, Note{"·",
			"an aggregate family (" + f.Aggregate + "): a cell holds the state of its column, not an event"})
	}
	return n
}

// upToOrMore is the maximum of a thing: all that was counted has at most that; where a part was read, others may have
// more.
func upToOrMore(most string, exact bool) string {
	if exact {
		return "up to " + most
	}
	return most + " or more"
}

// EmptiedRows states how many rows garbage collection would leave without cells: counted, or their share of those of
// the table.
func EmptiedRows(e retention.EmptiedRows) string {
	if e.Share.IsExact() {
		return fmt.Sprintf("%s (%s) would be left without cells and disappear, freeing another %s of row keys",
			Count(e.Rows, "row"), Percent(e.Share.Value), Bytes(float64(e.KeyBytes)))
	}
	return fmt.Sprintf("%s of the rows would be left without cells and disappear, and free their row keys too",
		Share(e.Share))
}

// Growth describes how a family without a garbage-collection policy grows.
func Growth(g retention.Growth) string {
	switch g.Not {
	case "":
	case retention.PeriodOnly:
		return "nothing is garbage-collected; its growth is unknown, since " + g.Not
	default: // reports state it once, of the timestamps
		return "nothing is garbage-collected; its growth is unknown"
	}
	word := "nothing is garbage-collected; by its timestamps it grows by " + Percent(g.Share) + " of its size per day"
	switch {
	case g.Window < 24*time.Hour:
		word = "nothing is garbage-collected; by its timestamps all of it was written in the last " + Duration(g.Window)
	case g.PerDay.Cells == 0:
		word = "nothing is garbage-collected; no cell is younger than " + sample.AgeInText(g.Window)
	}
	for _, o := range g.Older {
		if o.Share.Value > 0 {
			word += fmt.Sprintf(", %s is older than %s", Share(o.Share), sample.AgeInText(o.Age))
		}
	}
	return word
}

// RowSizes returns the sizes of rows before and after garbage collection: quantiles of the table, and the largest of
// the rows read or counted.
func RowSizes(s retention.Sizes) string {
	quantile := func(before, after figures.Figure) string {
		if before.IsExact() || before.Value == 0 {
			return Bytes(before.Value) + " → " + Bytes(after.Value)
		}
		return About(Bytes(before.Value)) + " → " + About(Bytes(after.Value))
	}
	largest := "largest"
	if !s.Before.Mean.IsExact() {
		largest = "largest read"
	}
	words := fmt.Sprintf("row p50 %s, p95 %s, %s %s → %s", quantile(s.Before.P50, s.After.P50),
		quantile(s.Before.P95, s.After.P95),
		largest, Bytes(float64(s.Before.Max)), Bytes(float64(s.After.Max)))
	if s.Before.Large > 0 {
		words += fmt.Sprintf(", rows over 100 MB %s → %s", Integer(s.Before.Large), Integer(s.After.Large))
	}
	return words
}

// ColumnName returns a column as family:qualifier, escaped.
func ColumnName(c sample.Column) string {
	return EscapeString(c.Family) + ":" + EscapeString(c.Qualifier)
}

// CompareToPolicy compares a trial with the current policy, in bytes of the table, or of the rows read if those of the
// table are unknown. The result is escaped.
func CompareToPolicy(r *figures.Review, t *figures.Trial) string {
	if r.Garbage.Table.Value > 0 {
		words := Savings(t.Saves, r.Garbage.Table) + ", compared with " + EscapeString(r.Rules[t.Family].String())
		if t.Saves.Value < 0 {
			words += "; cells already garbage-collected are not restored"
		}
		return words
	}
	current := int64(0)
	for _, f := range r.Garbage.Families {
		if f.Name == t.Family {
			current = f.Kept().Bytes
		}
	}
	trial := t.Part().Kept().Bytes
	rule := "than " + EscapeString(r.Rules[t.Family].String()) + " does"
	switch {
	case trial < current:
		return fmt.Sprintf("keeps %s less %s", Bytes(float64(current-trial)), rule)
	case trial > current:
		return fmt.Sprintf("keeps %s more %s; cells already garbage-collected are not restored",
			Bytes(float64(trial-current)), rule)
	}
	return "keeps neither more nor less " + rule
}

// Split describes a proposed split of a family in a sentence or two, escaped.
func Split(r *figures.Review, s retention.Split) string {
	const named = 3
	var names []string
	for _, id := range s.Columns[:min(named, len(s.Columns))] {
		names = append(names, ColumnName(r.Explorer.Sample().Column(id)))
	}
	if more := len(s.Columns) - len(names); more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	all := r.Explorer.Sample().How.Complete
	share := Percent(s.Share)
	if !all {
		share = About(share)
	}
	saves := Bytes(float64(s.Saves.Bytes)) + " of the rows read"
	for _, f := range r.Garbage.Families {
		if f.Name == s.Family && r.Garbage.Table.Value > 0 {
			kept := f.TableStored.Value - f.TableEligible.Value
			saves = TableAmount(s.Saves,
				estimate.CountedIf(s.Share*kept, all && f.TableStored.IsExact() && f.TableEligible.IsExact()),
				r.Garbage.Table)
		}
	}
	return fmt.Sprintf("%s: %s. If %s is enough for them, a family of their own saves %s (%s of what %s keeps).",
		strings.Join(names, ", "), s.Text, s.Rule, saves, share, EscapeString(s.Family))
}
