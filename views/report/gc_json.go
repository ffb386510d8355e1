package report

import (
	"context"
	"slices"
	"strings"

	"tabletop/model/estimate"
	"tabletop/model/figures"
	"tabletop/model/price"
	"tabletop/model/retention"
	"tabletop/model/sample"
	"tabletop/views/report/doc"
	"tabletop/views/text"
)

// gcDoc returns the report: all columns, and the curves in full.
func gcDoc(in Input, given GCInput) doc.GC {
	review, garbage := given.Review, given.Review.Garbage
	gcReport := gcReport{review, in.Profile, in.Prices}
	out := doc.GC{
		Total: text.TableGarbage(garbage), Unit: text.TableUnit(garbage.Table, in.Sample.How.Options),
		UsageScope: text.UsageScope(review),
		Read:       readDoc(in), Now: timeDoc(review.Clock.Now), NowIs: review.Clock.Source, Notes: review.Notes,
		Prices: pricesDoc(in.Prices), Rows: garbage.Rows, RowBytes: rowSizesDoc(review.Sizes),
		Eligible: gcReport.eligible(garbage.Total, garbage.PolicyKnown()),
	}
	if garbage.PolicyKnown() {
		out.RowsEmptied = &doc.RowsEmptied{Rows: garbage.EmptiedRows.Rows, KeyBytes: garbage.EmptiedRows.KeyBytes,
			RowsShare: garbage.EmptiedRows.Share, Words: text.EmptiedRows(garbage.EmptiedRows)}
		for i := range given.Ahead {
			out.Ahead = append(out.Ahead, gcReport.ahead(&given.Ahead[i]))
		}
	} else {
		out.RowBytes.After, out.RowBytes.Words = nil, ""
	}
	for _, f := range garbage.Families {
		out.Families = append(out.Families, gcReport.family(f))
	}
	for id := range garbage.Columns {
		out.Columns = append(out.Columns, gcReport.column(sample.ColumnID(id)))
	}
	if garbage.Rows > 0 {
		out.Segments = gcReport.byKey(in)
	}
	for _, s := range review.Splits {
		out.Splits = append(out.Splits, gcReport.split(s))
	}
	out.Beyond, out.Language = text.Beyond(garbage), given.Language
	out.ReadFilters = filtersDoc(retention.ReadFilters(gcReport.target(""), familyRules(garbage.Families...)))
	if given.Tier != nil {
		out.Tier = gcReport.tier(given)
	}
	out.Needed = gcReport.needed(given.Needed)
	return out
}

// target returns the target of commands on a family.
func (g gcReport) target(family string) retention.Target {
	return retention.NewTarget(&g.r.Explorer.Sample().Table, family)
}

// valuesListed is how many values of a key segment are listed.
const valuesListed = 10

// gcReport converts the parts of a review to those of the report.
type gcReport struct {
	r *figures.Review
	p *figures.Profile
	// prices are those that bytes cost; nil for none
	prices *price.Prices
}

// eligible converts a part. Without a known policy it was evaluated as if it had none, which is no figure.
func (g gcReport) eligible(p retention.Part, known bool) doc.Eligible {
	out := doc.Eligible{Cells: p.Stored.Cells, Bytes: p.Stored.Bytes, Words: doc.EligibleWords{
		Stored:   text.TableAmount(p.Stored, p.TableStored, g.r.Garbage.Table),
		Eligible: text.NoFigure, Share: text.NoFigure, Month: text.NoFigure}}
	if known {
		cost := month(g.prices, g.ofTable(p.TableEligible))
		out.Garbage = &doc.Garbage{EligibleCells: p.Eligible.Cells, EligibleBytes: p.Eligible.Bytes,
			EligibleShare: p.Share, TableEligible: g.ofTable(p.TableEligible), EligibleMonth: cost}
		out.Words.Eligible = text.TableAmount(p.Eligible, p.TableEligible, g.r.Garbage.Table)
		out.Words.Share, out.Words.Month = text.GarbageShare(p), monthWords(g.prices, cost)
	}
	return out
}

// ofTable returns nil if the size of the table is unknown.
func (g gcReport) ofTable(f figures.Figure) *doc.Figure {
	if g.r.Garbage.Table.Value <= 0 {
		return nil
	}
	return &f
}

// amount converts an amount, of which no cells may have been seen; table is that of the table.
func (g gcReport) amount(a retention.Amount, table figures.Figure) doc.Amount {
	out := doc.Amount{Cells: a.Cells, Bytes: a.Bytes, Words: text.NoFigure}
	if a.Cells > 0 {
		out.Words = text.TableAmount(a, table, g.r.Garbage.Table)
	}
	return out
}

func rowSizesDoc(s retention.Sizes) doc.RowSizes {
	one := func(s retention.Spread) doc.RowSize {
		return doc.RowSize{Rows: s.Rows, Mean: s.Mean, P50: s.P50, P95: s.P95, Max: s.Max, Large: s.Large}
	}
	after := one(s.After)
	return doc.RowSizes{Before: one(s.Before), After: &after, Words: text.RowSizes(s)}
}

// unknownRule is the policy of a family that the table does not declare.
const unknownRule = "unknown"

func (g gcReport) family(f retention.Family) doc.GCFamily {
	explorer := g.r.Explorer
	rule := f.Rule.String()
	if !f.Declared {
		rule = unknownRule
	}
	out := doc.GCFamily{
		Family: f.Name, Rule: rule, Declared: f.Declared, Aggregate: f.Aggregate,
		Eligible:    g.eligible(f.Part, f.Declared),
		ReadFilters: filtersDoc(retention.ReadFilters(g.target(f.Name), familyRules(f))),
		Artificial:  explorer.TimestampStats(f.Name).Artificial(), Growth: gcGrowthDoc(explorer.Growth(f.Name)),
	}
	if f.Declared {
		recent, overdue := g.amount(f.Recent, f.TableRecent), g.amount(f.Overdue, f.TableOverdue)
		out.Recent, out.Overdue = &recent, &overdue
	}
	if f.Eligible.Cells > 0 {
		longest := f.Longest.Seconds()
		out.Longest = &longest
	}
	for _, n := range text.FamilyNotes(g.r, f) {
		out.Notes = append(out.Notes, n.Text)
		out.About = append(out.About, doc.Note{Mark: n.Mark, Text: text.EscapeString(n.Text)})
	}
	for _, n := range explorer.VersionStops(f.Name) {
		kept := explorer.Kept(f.Name, sample.GCRule{Kind: sample.GCMaxVersions, Versions: n})
		out.KeptByVersions = append(out.KeptByVersions, doc.KeptByVersions{Versions: n, Kept: keptDoc(kept)})
	}
	if out.Artificial == "" {
		out.KeptByAge = g.keptByAge(f.Name)
	}
	for i := range g.r.Trials {
		if t := &g.r.Trials[i]; t.Family == f.Name {
			out.Policies = append(out.Policies, g.policy(t, i))
		}
	}
	return out
}

// keptByAge returns the curve of maxage, up to the age that keeps everything.
func (g gcReport) keptByAge(family string) []doc.KeptByAge {
	var out []doc.KeptByAge
	for _, age := range retention.AgeStops() {
		kept := g.r.Explorer.Kept(family, sample.GCRule{Kind: sample.GCMaxAge, Age: age})
		out = append(out, doc.KeptByAge{Age: sample.Age(age), Seconds: age.Seconds(), Kept: keptDoc(kept)})
		if kept.Low == kept.Stored {
			break
		}
	}
	return out
}

func keptDoc(a retention.KeptEstimate) doc.Kept {
	return doc.Kept{Cells: a.Low.Cells, Bytes: a.Low.Bytes, Share: a.Share}
}

// policy converts a policy that was evaluated, with the commands that set it.
func (g gcReport) policy(t *figures.Trial, tried int) doc.GCPolicy {
	kept := t.Part().Kept()
	out := doc.GCPolicy{Rule: t.Rule.String(), KeptCells: kept.Cells, KeptBytes: kept.Bytes,
		KeptShare: text.Kept(t.Part().Share), Saves: g.ofTable(t.Saves),
		RowsEmptied: t.Garbage.EmptiedRows.Rows, RowBytes: rowSizesDoc(t.Sizes), Notes: t.Notes,
		Family: t.Family, Tried: tried, Compared: text.CompareToPolicy(g.r, t), Keeps: text.KeptCells(t.Part())}
	out.Loses = g.loses(t)
	out.SavesMonth = month(g.prices, out.Saves)
	out.Month = monthWords(g.prices, out.SavesMonth)
	for _, toolCommand := range retention.ToolCommands(g.target(t.Family), t.Rule) {
		command := commandDoc(toolCommand)
		switch toolCommand.Tool {
		case "cbt":
			out.CBT = command
		case "gcloud":
			out.GCloud = command
		case "Terraform":
			out.Terraform = command
		}
	}
	return out
}

func (g gcReport) column(id sample.ColumnID) doc.GCColumn {
	column, columnUsage := g.r.Explorer.Sample().Column(id), g.r.Explorer.ColumnUsage(id)
	out := doc.GCColumn{
		Family: column.Family, Qualifier: doc.Bytes(column.Qualifier), Rule: g.r.Rules[column.Family].String(),
		Eligible:    g.eligible(g.r.Garbage.Columns[id], g.declares(column.Family)),
		RowsPresent: columnUsage.Rows, MaxVersions: int(columnUsage.MaxVersions),
		TimeRange: doc.TimeRange{Oldest: columnUsage.Oldest, Newest: columnUsage.Newest},
	}
	if out.Garbage == nil {
		out.Rule = unknownRule
	}
	out.MostVersions, out.First = int64(columnUsage.MaxVersions), columnUsage.Oldest
	if of := g.p.AnyColumn(column.Family, column.Qualifier); of != nil {
		out.Counted, out.MostVersions, out.First = of.FoundRows.IsExact(), int64(of.MaxVersions), of.Oldest
	}
	if columnUsage.Pairs > 0 {
		repeating := float64(columnUsage.Again) / float64(columnUsage.Pairs)
		out.Repeating = &repeating
	}
	for _, t := range g.r.Trials {
		if t.Family == column.Family {
			kept := t.Garbage.Columns[id].Kept()
			out.Policies = append(out.Policies, doc.GCColumnPolicy{Rule: t.Rule.String(), KeptCells: kept.Cells,
				KeptBytes: kept.Bytes})
		}
	}
	return out
}

// declares reports whether the policy of a family is known.
func (g gcReport) declares(family string) bool {
	families := g.r.Garbage.Families // sorted by name
	at, found := slices.BinarySearchFunc(families, family,
		func(f retention.Family, name string) int { return strings.Compare(f.Name, name) })
	return found && families[at].Declared
}

// gcGrowthDoc returns nil if the timestamps show no growth.
func gcGrowthDoc(w retention.Growth) *doc.GCGrowth {
	if w.Not != "" {
		return nil
	}
	out := &doc.GCGrowth{CellsPerDay: w.PerDay.Cells, BytesPerDay: w.PerDay.Bytes, SharePerDay: w.Share,
		Window: w.Window.Seconds()}
	for _, o := range w.Older {
		out.Older = append(out.Older, doc.OlderShare{Than: sample.Age(o.Age), BytesShare: o.Share})
	}
	return out
}

// byKey converts the GC-eligible data by parts of the keys.
func (g gcReport) byKey(in Input) []doc.GCSegment {
	answers, err := in.GarbageByKey(context.Background(), g.r, valuesListed)
	if err != nil {
		return nil // only a canceled context is an error
	}
	var out []doc.GCSegment
	for _, answer := range answers {
		values := answer.Distinct
		segment := doc.GCSegment{Segment: answer.Name(), Values: int(values.Value),
			AtLeast: values.Certainty <= estimate.AtLeast, RowsWithout: int(answer.None.Value),
			ValuesWords: text.GroupCount(answer, "value"), RowsWords: text.GroupRows(answer)}
		rest := int64(answer.Rest.Found(figures.Rows).Value)
		segment.Others = doc.GCSegmentOthers{Rows: rest, Eligible: g.group(&answer.Rest)}
		if values.Certainty > estimate.AtLeast && g.p.Scope != estimate.All {
			segment.ValuesOfAll = &values
		}
		for number := range answer.Groups {
			group := &answer.Groups[number]
			value := doc.GCSegmentValue{Value: group.Name, Rows: int64(group.Found(figures.Rows).Value),
				Eligible: g.group(group)}
			if g.r.Garbage.PolicyKnown() {
				emptied := int64(group.Found(figures.Emptied).Value)
				value.RowsEmptied = &emptied
			}
			segment.Top = append(segment.Top, value)
		}
		out = append(out, segment)
	}
	return out
}

// group converts the GC-eligible data of a group.
func (g gcReport) group(group *figures.Group) doc.Eligible {
	found := func(m figures.Measure) int64 { return int64(group.Found(m).Value) }
	out := doc.Eligible{Cells: found(figures.Cells), Bytes: found(figures.CellBytes),
		Words: doc.EligibleWords{Eligible: text.GroupGarbage(group), Share: text.GroupGarbageShare(group)}}
	if g.r.Garbage.PolicyKnown() {
		out.Garbage = &doc.Garbage{EligibleCells: found(figures.GarbageCells),
			EligibleBytes: found(figures.Garbage), EligibleShare: group.Ratios[0],
			TableEligible: g.ofTable(group.Sums[0])}
	}
	return out
}

func (g gcReport) split(s retention.Split) doc.GCSplit {
	out := doc.GCSplit{Family: s.Family, DifferIn: string(s.Kind), Because: s.Text, Rule: s.Rule.String(),
		SavesCells: s.Saves.Cells, SavesBytes: s.Saves.Bytes, SavesShare: s.Share, Words: text.Split(g.r, s)}
	for _, id := range s.Columns {
		out.Columns = append(out.Columns,
			doc.QualifierMember{Qualifier: doc.Bytes(g.r.Explorer.Sample().Column(id).Qualifier)})
	}
	return out
}
