package report

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"tabletop/model/access"
	"tabletop/model/figures"
	"tabletop/model/retention"
	"tabletop/model/sample"
	"tabletop/views/report/doc"
	"tabletop/views/text"
)

// lostShown is how many cells are listed that a policy would take.
const lostShown = 3

func commandDoc(c retention.ToolCommand) *doc.Command {
	return &doc.Command{Text: doc.Lines(c.Text), Note: c.Note}
}

// filtersDoc converts filters in the order of retention.FilterTools.
func filtersDoc(filters []retention.ToolCommand) doc.GCFilters {
	return doc.GCFilters{CBT: commandDoc(filters[0]), Go: commandDoc(filters[1]), Java: commandDoc(filters[2]),
		Python: commandDoc(filters[3])}
}

func familyRules(families ...retention.Family) []retention.FamilyRule {
	var rules []retention.FamilyRule
	for _, f := range families {
		rules = append(rules, retention.FamilyRule{Family: f.Name, Rule: f.Rule})
	}
	return rules
}

func (g gcReport) ahead(h *figures.Horizon) doc.GCAhead {
	total, table := h.Garbage.Total, g.r.Garbage.Table
	more := func(f figures.Figure) string { return text.TableBytes(f, table) }
	out := doc.GCAhead{Days: int(h.In / (24 * time.Hour)), More: g.ofTable(h.More),
		Then: g.amount(total.Eligible, total.TableEligible), EligibleShare: total.Share,
		RowsEmptied: h.Garbage.EmptiedRows.Rows,
		Words: doc.GCAheadWords{More: more(h.More), Then: text.TableAmount(total.Eligible, total.TableEligible, table),
			Share: text.GarbageShare(total), Rows: text.RowsEmptied(h.Garbage.EmptiedRows)}}
	for i, f := range h.Garbage.Families {
		out.Families = append(out.Families, doc.GCAheadFamily{Family: f.Name, More: g.ofTable(h.Families[i]),
			Words: more(h.Families[i])})
	}
	return out
}

func (g gcReport) tier(given GCInput) *doc.GCTier {
	tier := given.Tier
	out := &doc.GCTier{Than: sample.Age(tier.Age)}
	if tier.Artificial != "" {
		out.Unknown = text.TierUnknown(tier)
		return out
	}
	total := tier.Older.Total
	out.Moves, out.MovesShare, out.Words = g.ofTable(total.TableEligible), &total.Share, text.Tier(tier)
	if g.prices != nil && out.Moves != nil {
		if each, known := g.prices.TierSaves(1); known {
			saves := out.Moves.Times(each)
			out.SavesMonth = &saves
			out.Words += " That saves " + text.Money(g.prices, saves) + " a month."
		}
	}
	for _, f := range tier.Older.Families {
		if f.Stored.Cells > 0 {
			out.Families = append(out.Families, doc.GCTierFamily{Family: f.Name, Moves: g.ofTable(f.TableEligible),
				MovesShare: f.Share, Words: doc.EligibleWords{Share: text.GarbageShare(f.Part),
					Stored: text.TableAmount(f.Eligible, f.TableEligible, g.r.Garbage.Table)}})
		}
	}
	for _, other := range given.Others {
		out.Others = append(out.Others, doc.OlderShare{Than: sample.Age(other.Age),
			BytesShare: other.Older.Total.Share})
	}
	for _, query := range given.Reads {
		out.Queries = append(out.Queries, doc.GCTierQuery{Query: query.Query.Name, Rows: query.Rows,
			Bytes: query.Bytes})
	}
	filters := filtersDoc(retention.SinceFilters(tier.Age))
	out.Filters = &filters
	return out
}

// loses converts what a policy takes that the one in force keeps.
func (g gcReport) loses(t *figures.Trial) doc.GCLoss {
	loss, sampled := t.Loss, g.r.Explorer.Sample()
	out := doc.GCLoss{Cells: loss.Lost, Changed: loss.LostChanged, Newest: loss.LostNewest}
	for _, row := range loss.Rows {
		if row.Lost < 0 {
			continue
		}
		if out.Rows++; out.Rows > lostShown {
			continue
		}
		cell, from := sampled.Cell(row.Lost), row.Lost
		for first, _ := sampled.Cells(row.Row); from > first && sampled.CellColumn(from-1) == cell.Column; from-- {
		}
		column := sampled.Column(cell.Column)
		lost := doc.GCLostCell{Key: doc.Bytes(sampled.Key(row.Row)), Family: column.Family,
			Qualifier: doc.Bytes(column.Qualifier), Micros: cell.Micros, Version: row.Lost - from + 1}
		lost.Words = fmt.Sprintf("%s, %s, the %s version, of %s", text.Escape(lost.Key), text.ColumnName(column),
			retention.Ordinal(lost.Version), text.Time(time.UnixMicro(cell.Micros).UTC()))
		out.Examples = append(out.Examples, lost)
	}
	out.Words = text.Loses(loss, out.Rows)
	return out
}

// needed converts what queries need of the families, those that save most first.
func (g gcReport) needed(all []access.Needed) []doc.GCNeeded {
	var out []doc.GCNeeded
	saves := map[string]float64{}
	for _, of := range all {
		needed := doc.GCNeeded{Family: of.Family, Because: cmp.Or(of.Withheld, text.Needed(of))}
		for i := range g.r.Trials {
			if t := &g.r.Trials[i]; of.Withheld == "" && t.Family == of.Family && t.Rule.String() == of.Rule.String() {
				policy := g.policy(t, i)
				needed.Rule, needed.Compared, needed.Saves = policy.Rule, policy.Compared, policy.Saves
				needed.CBT, needed.Terraform = policy.CBT, policy.Terraform
				saves[of.Family] = t.Saves.Value
			}
		}
		out = append(out, needed)
	}
	slices.SortStableFunc(out, func(a, b doc.GCNeeded) int { return cmp.Compare(saves[b.Family], saves[a.Family]) })
	return out
}
