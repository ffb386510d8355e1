package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"tabletop/model/access"
	"tabletop/model/estimate"
	"tabletop/model/figures"
	"tabletop/model/sample"
	"tabletop/views/report/doc"
	"tabletop/views/text"
)

// GCInput is what a report of garbage collection is about.
type GCInput struct {
	Review *figures.Review
	Ahead  []figures.Horizon
	Tier   *figures.Tier    // nil if no tier was asked for
	Others []*figures.Tier  // of other ages, beside Tier
	Reads  []access.Touched // of the queries of a workload, by the age of Tier
	Needed []access.Needed  // by the queries of a workload
	// Language is the one of retention.FilterTools, in lower case, whose read filters are shown; empty for none.
	Language string
}

func layGC(in Input, g GCInput) *page { return gcPage(gcDoc(in, g), in.Width) }

func gc(g GCInput) []writer {
	return withPage(func(in Input) *page { return layGC(in, g) },
		writer{JSON, func(w io.Writer, in Input) error { return doc.Write(w, gcDoc(in, g)) }},
		writer{OpenMetrics, func(w io.Writer, in Input) error { return gcMetrics(w, gcDoc(in, g)) }})
}

// GC writes the GC-eligible data still stored, and what other policies would keep. It uses only the parts of in.Profile
// that the sentences about the read need. Formats: text, json, openmetrics, markdown, html.
func GC(w io.Writer, in Input, g GCInput, f Format) error { return run(gc(g), w, in, f) }

// GCFormats returns the formats of GC, the default first.
func GCFormats() []Format { return formats(gc(GCInput{})) }

func gcPage(d doc.GC, width int) *page {
	page := &page{title: "Garbage of " + text.EscapeString(d.Source)}
	head(page, d.Read, width)
	if d.Rows > 0 {
		if d.Now != nil {
			page.line(fmt.Sprintf("Evaluated as of %s UTC (%s).", text.Time(d.Now.Truncate(time.Millisecond)), d.NowIs))
		}
		pricesLine(page, d.Prices, width)
		for _, n := range d.Notes {
			page.paragraph("▲ ", text.EscapeString(n), width)
		}
		gcFamilies(page, d, width)
		gcAfter(page, d, width)
		if d.Garbage != nil {
			gcAhead(page, d, width)
			gcFilters(page, d, width)
		}
		gcTier(page, d, width)
		gcColumns(page, d, width)
		gcSegments(page, d, width)
		gcCurves(page, d, width)
		gcTrials(page, d, width)
		gcNeeded(page, d, width)
		gcSplits(page, d, width)
	}
	return page
}

// gcFamilies lists the GC-eligible data of each family and what is unusual about it.
func gcFamilies(b *page, d doc.GC, width int) {
	b.heading("Garbage", "", "what garbage collection may take, still stored")
	sum := "Total: " + d.Total + ", row keys included."
	if d.Garbage == nil {
		sum = "Total: unknown, as all policies are."
	}
	b.paragraph("  ", sum+" Figures below are "+d.Unit+", row keys excluded.", width)
	heads := []string{"", "policy", "stored", "garbage", "share", "for < 7 d", "longer", "a month"}
	if d.Prices == nil {
		heads = heads[:len(heads)-1]
	}
	grid := newGrid("ll" + strings.Repeat("r", len(heads)-2))
	grid.head(heads...)
	for _, f := range d.Families {
		recent, overdue := text.NoFigure, text.NoFigure
		if f.Declared {
			recent, overdue = f.Recent.Words, f.Overdue.Words
		}
		grid.row([]string{text.EscapeString(f.Family), text.EscapeString(f.Rule), f.Words.Stored, f.Words.Eligible,
			f.Words.Share, recent, overdue, f.Words.Month}[:len(heads)]...)
	}
	total := []string{"all", "", d.Words.Stored, d.Words.Eligible, d.Words.Share, "", "", d.Words.Month}
	grid.row(total[:len(heads)]...)
	b.table(grid, "  ", width)
	for _, f := range d.Families {
		for _, n := range f.About {
			b.paragraph("  "+n.Mark+" "+text.EscapeString(f.Family)+": ", n.Text, width)
		}
	}
}

// gcAfter writes the sizes of rows after garbage collection.
func gcAfter(b *page, d doc.GC, width int) {
	if d.Garbage == nil || d.EligibleCells == 0 {
		none := "None of the cells read is garbage."
		if slices.ContainsFunc(d.Families, func(f doc.GCFamily) bool { return !f.Declared }) {
			none = "What is garbage is not known where the policy is not."
		}
		b.paragraph("  ", none, width)
		return
	}
	if d.RowsEmptied.Rows > 0 {
		b.paragraph("  ", d.RowsEmptied.Words+".", width)
	}
	b.paragraph("  ", "After garbage collection: "+d.RowBytes.Words, width)
}

// gcColumns lists the columns with the most GC-eligible bytes.
func gcColumns(b *page, d doc.GC, width int) {
	var order []*doc.GCColumn
	for i := range d.Columns {
		if d.Columns[i].Garbage != nil && d.Columns[i].EligibleCells > 0 {
			order = append(order, &d.Columns[i])
		}
	}
	if len(order) == 0 {
		return
	}
	slices.SortStableFunc(order, func(x, y *doc.GCColumn) int { return cmp.Compare(y.EligibleBytes, x.EligibleBytes) })
	odd := map[string]bool{}
	for _, f := range d.Families {
		odd[f.Family] = f.Artificial != ""
	}
	b.heading("Columns", "", fmt.Sprintf("(%s with garbage, sorted by bytes of garbage)",
		text.Integer(int64(len(order)))))
	grid := newGrid("lrrrr")
	grid.head("", "share", "garbage", "most versions", "oldest")
	scope := "of all rows"
	for _, gcColumn := range order[:min(maxListed, len(order))] {
		if !gcColumn.Counted {
			scope = d.UsageScope
		}
		oldest := text.NoFigure
		if !odd[gcColumn.Family] && d.Now != nil {
			oldest = text.Age(*d.Now, gcColumn.First)
		}
		grid.row(text.ColumnName(sample.Column{Family: gcColumn.Family, Qualifier: string(gcColumn.Qualifier)}),
			gcColumn.Words.Share, gcColumn.Words.Eligible, text.Integer(gcColumn.MostVersions), oldest)
	}
	b.table(grid, "  ", width)
	b.paragraph("  ", "Most versions and oldest are "+scope+".", width)
}

// gcSegments lists the values of key segments with the most GC-eligible data.
func gcSegments(b *page, d doc.GC, width int) {
	if d.Garbage == nil || d.EligibleCells == 0 {
		return
	}
	for _, segment := range d.Segments {
		b.heading("By", text.EscapeString(segment.Segment), fmt.Sprintf("(%s, sorted by bytes of garbage)",
			segment.ValuesWords))
		grid := newGrid("lrrr")
		grid.head("", segment.RowsWords, "share", "garbage")
		for _, v := range segment.Top {
			if v.EligibleCells > 0 {
				grid.row(text.Escape(v.Value), text.Number(float64(v.Rows)), v.Words.Share, v.Words.Eligible)
			}
		}
		if o := segment.Others; o.Rows > 0 {
			grid.row(text.Count(max(1, segment.Values-len(segment.Top)), "other"), text.Number(float64(o.Rows)),
				o.Words.Share, o.Words.Eligible)
		}
		b.table(grid, "  ", width)
	}
}

// gcCurves writes the share of each family that simple policies would keep.
func gcCurves(b *page, d doc.GC, width int) {
	const day = 24 * time.Hour
	versions, ages := []int{1, 2, 5, 10}, []time.Duration{7 * day, 30 * day, 90 * day, 365 * day}
	b.heading("Kept by other policies", "", "(share of the bytes now stored, "+keptScope(d.Scope)+")")
	grid := newGrid("lrrrrrrrr")
	row := []string{""}
	for _, n := range versions {
		row = append(row, fmt.Sprintf("v=%d", n))
	}
	for _, a := range ages {
		row = append(row, sample.Age(a))
	}
	grid.head(row...)
	for _, gCFamily := range d.Families {
		if gCFamily.Cells == 0 {
			continue
		}
		row = []string{text.EscapeString(gCFamily.Family)}
		for _, n := range versions {
			i := slices.IndexFunc(gCFamily.KeptByVersions, func(k doc.KeptByVersions) bool { return k.Versions >= n })
			if i < 0 { // beyond the last, which keeps everything
				row = append(row, brief(1))
				continue
			}
			row = append(row, brief(gCFamily.KeptByVersions[i].Share))
		}
		for _, age := range ages {
			index := slices.IndexFunc(gCFamily.KeptByAge, func(k doc.KeptByAge) bool {
				return k.Seconds >= age.Seconds()
			})
			switch {
			case gCFamily.Artificial != "":
				row = append(row, text.NoFigure)
			case index < 0:
				row = append(row, brief(1))
			default:
				row = append(row, brief(gCFamily.KeptByAge[index].Share))
			}
		}
		grid.row(row...)
	}
	b.table(grid, "  ", width)
}

// keptScope names what the shares that other policies keep are of.
func keptScope(scope string) string {
	switch estimate.Scope(scope) {
	case estimate.All:
		return "counted"
	case estimate.Head:
		return "of the first rows"
	}
	return "estimated"
}

// brief formats a share as an integer percentage, for narrow columns.
func brief(share float64) string { return fmt.Sprintf("%.0f%%", 100*share) }

// gcTrials writes what each proposed policy would keep, and the commands that set it.
func gcTrials(b *page, d doc.GC, width int) {
	var all []doc.GCPolicy
	for _, f := range d.Families {
		all = append(all, f.Policies...)
	}
	if len(all) == 0 {
		return
	}
	slices.SortFunc(all, func(x, y doc.GCPolicy) int { return cmp.Compare(x.Tried, y.Tried) })
	b.heading("Tried", "", "what remains after garbage collection; the table is not changed")
	for _, gcPolicy := range all {
		b.paragraph("  ", text.EscapeString(gcPolicy.Family)+"  "+text.EscapeString(gcPolicy.Rule)+"  "+
			gcPolicy.Compared, width)
		b.paragraph("    ", fmt.Sprintf("keeps %s of the family's bytes, and %s", text.Share(gcPolicy.KeptShare),
			gcPolicy.Keeps), width)
		if gcPolicy.Month != "" {
			b.paragraph("    ", "saves "+gcPolicy.Month+" a month", width)
		}
		b.paragraph("    ", gcPolicy.RowBytes.Words, width)
		gcLoss(b, gcPolicy.Loses, width)
		for _, n := range gcPolicy.Notes {
			b.paragraph("    ▲ ", text.EscapeString(n), width)
		}
		gcCommand(b, gcPolicy.CBT, width)
	}
}

// gcSplits writes the columns that need a family of their own.
func gcSplits(b *page, d doc.GC, width int) {
	if len(d.Splits) == 0 {
		return
	}
	b.heading("Other needs", "", "columns that need a family, and so a policy, of their own (G14)")
	for _, s := range d.Splits {
		b.paragraph("  ", s.Words, width)
	}
}
