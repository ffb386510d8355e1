package report

import (
	"fmt"
	"io"
	"slices"
	"time"

	"tabletop/model/profile"
	"tabletop/model/retention"
	"tabletop/model/sample"
	"tabletop/views/text"
)

func gc(r *retention.Review) []writer {
	return withPage(func(in Input) *page { return gcPage(in, r) }, writer{JSON, func(w io.Writer, in Input) error { return gcJSON(w, in, r) }})
}

// GC writes the GC-eligible data still stored, and what other policies would keep. It uses only the parts of in.Profile
// that head needs. Formats: text, json, markdown, html.
func GC(w io.Writer, in Input, r *retention.Review, f Format) error { return run(gc(r), w, in, f) }

// GCFormats returns the formats of GC, the default first.
func GCFormats() []Format { return formats(gc(nil)) }

func gcPage(in Input, r *retention.Review) *page {
	b := &page{title: "Garbage of " + text.EscapeString(in.Source)}
	head(b, readOf(in), in.Width)
	if r.Garbage.Rows > 0 {
		b.line(fmt.Sprintf("Evaluated as of %s UTC (%s).", text.Time(r.Clock.Now.Truncate(time.Millisecond)), r.Clock.Source))
		for _, n := range r.Notes {
			b.paragraph("▲ ", text.EscapeString(n), in.Width)
		}
		gcFamilies(b, r, in.Width)
		gcAfter(b, r, in.Width)
		gcColumns(b, in.Profile, r, in.Width)
		gcSegments(b, r, in.Width)
		gcCurves(b, r, in.Width)
		gcTrials(b, r, in.Width)
		gcSplits(b, r, in.Width)
	}
	return b
}

// gcFamilies lists the GC-eligible data of each family and what is unusual about it.
func gcFamilies(b *page, r *retention.Review, width int) {
	w := r.Garbage
	b.heading("Garbage", "", "eligible for garbage collection, but still stored")
	b.paragraph("  ", "Total: "+text.TableGarbage(w)+", row keys included. Figures below are "+text.TableUnit(w.Table)+", row keys excluded.", width)
	g := newGrid("llrrrrr")
	g.head("", "policy", "stored", "eligible", "share", "for < 7 d", "longer")
	for _, f := range w.Families {
		g.row(text.EscapeString(f.Name), text.EscapeString(f.Rule.String()), text.TableAmount(f.Stored, f.TableStored, w.Table), text.TableAmount(f.Eligible, f.TableEligible, w.Table),
			text.GarbageShare(f.Part), amountOrNone(f.Recent, f.TableRecent, w.Table), amountOrNone(f.Overdue, f.TableOverdue, w.Table))
	}
	t := w.Total
	g.row("all", "", text.TableAmount(t.Stored, t.TableStored, w.Table), text.TableAmount(t.Eligible, t.TableEligible, w.Table), text.GarbageShare(t), "", "")
	b.table(g, "  ", width)
	for _, f := range r.Garbage.Families {
		for _, n := range text.FamilyNotes(r, f) {
			b.paragraph("  "+n.Mark+" "+text.EscapeString(f.Name)+": ", text.EscapeString(n.Text), width)
		}
	}
}

// amountOrNone formats an amount of which no cells may have been seen.
func amountOrNone(a retention.Amount, f, table profile.Figure) string {
	if a.Cells == 0 {
		return text.NoFigure
	}
	return text.TableAmount(a, f, table)
}

// gcAfter writes the sizes of rows after garbage collection.
func gcAfter(b *page, r *retention.Review, width int) {
	e, s := r.Garbage.EmptiedRows, r.Sizes
	if r.Garbage.Total.Eligible.Cells == 0 {
		b.paragraph("  ", "None of the cells read is eligible for garbage collection.", width)
		return
	}
	if e.Rows > 0 {
		b.paragraph("  ", text.EmptiedRows(e)+".", width)
	}
	b.paragraph("  ", "After garbage collection: "+text.RowSizes(s), width)
}

// gcColumns lists the columns with the most GC-eligible bytes.
func gcColumns(b *page, p *profile.Profile, r *retention.Review, width int) {
	s := r.Explorer.Sample()
	var order []sample.ColumnID
	for id, p := range r.Garbage.Columns {
		if p.Eligible.Cells > 0 {
			order = append(order, sample.ColumnID(id))
		}
	}
	if len(order) == 0 {
		return
	}
	slices.SortStableFunc(order, func(x, y sample.ColumnID) int {
		return int(min(max(r.Garbage.Columns[y].Eligible.Bytes-r.Garbage.Columns[x].Eligible.Bytes, -1), 1))
	})
	b.heading("Columns", "", fmt.Sprintf("(%s with garbage, sorted by GC-eligible bytes)", text.Integer(int64(len(order)))))
	g := newGrid("lrrrr")
	g.head("", "share", "eligible", "most versions", "oldest")
	read := false // some figures are of the rows read
	for _, id := range order[:min(maxListed, len(order))] {
		c, part, u := s.Column(id), r.Garbage.Columns[id], r.Explorer.ColumnUsage(id)
		most, first := int64(u.MaxVersions), u.Oldest
		if all := p.CountedColumn(c.Family, c.Qualifier); all != nil {
			most, first = all.Versions, all.Oldest
		} else {
			read = true
		}
		oldest := text.NoFigure
		if r.Explorer.TimestampStats(c.Family).Artificial() == "" {
			oldest = text.Age(r.Clock.Now, first)
		}
		g.row(text.ColumnName(c), text.GarbageShare(part), text.TableAmount(part.Eligible, part.TableEligible, r.Garbage.Table), text.Integer(most), oldest)
	}
	b.table(g, "  ", width)
	scope := "of all rows"
	if read {
		scope = text.UsageScope(r)
	}
	b.paragraph("  ", "Most versions and oldest are "+scope+".", width)
}

// gcSegments lists the values of key segments with the most GC-eligible data.
func gcSegments(b *page, r *retention.Review, width int) {
	if r.Garbage.Total.Eligible.Cells == 0 {
		return
	}
	for _, s := range r.Segments {
		b.heading("By", text.EscapeString(s.Segment), fmt.Sprintf("(%s, sorted by GC-eligible bytes)", text.GroupCount(r, s.Groups, "value")))
		g := newGrid("lrrr")
		g.head("", text.GroupRows(r, s.Groups), "share", "eligible")
		for _, v := range s.Top {
			if v.Eligible.Cells > 0 {
				g.row(text.Escape(v.Name), text.Number(float64(v.Rows)), text.GarbageShare(v.Part), text.TableAmount(v.Eligible, v.TableEligible, r.Garbage.Table))
			}
		}
		if s.Others.Rows > 0 {
			g.row(text.Count(max(1, s.Count-len(s.Top)), "other"), text.Number(float64(s.Others.Rows)), text.GarbageShare(s.Others.Part), text.TableAmount(s.Others.Eligible, s.Others.TableEligible, r.Garbage.Table))
		}
		b.table(g, "  ", width)
	}
}

// curveVersions and curveAges return the points of the curves in the text report.
func curveVersions() []int { return []int{1, 2, 5, 10} }

func curveAges() []time.Duration {
	const day = 24 * time.Hour
	return []time.Duration{7 * day, 30 * day, 90 * day, 365 * day}
}

// gcCurves writes the share of each family that simple policies would keep.
func gcCurves(b *page, r *retention.Review, width int) {
	b.heading("Kept by other policies", "", "(share of the bytes now stored, "+keptScope(r)+")")
	g := newGrid("lrrrrrrrr")
	row := []string{""}
	for _, n := range curveVersions() {
		row = append(row, fmt.Sprintf("v=%d", n))
	}
	for _, a := range curveAges() {
		row = append(row, sample.Age(a))
	}
	g.head(row...)
	for _, f := range r.Garbage.Families {
		if f.Stored.Cells == 0 {
			continue
		}
		row = []string{text.EscapeString(f.Name)}
		for _, n := range curveVersions() {
			row = append(row, brief(r.Explorer.Kept(f.Name, sample.GCRule{Kind: sample.GCMaxVersions, Versions: n}).Share))
		}
		odd := r.Explorer.TimestampStats(f.Name).Artificial() != ""
		for _, a := range curveAges() {
			if odd {
				row = append(row, text.NoFigure)
				continue
			}
			row = append(row, brief(r.Explorer.Kept(f.Name, sample.GCRule{Kind: sample.GCMaxAge, Age: a}).Share))
		}
		g.row(row...)
	}
	b.table(g, "  ", width)
}

// keptScope names what the shares that other policies keep are of.
func keptScope(r *retention.Review) string {
	switch {
	case r.Garbage.Scope == profile.All:
		return "counted"
	case r.Garbage.Scope == profile.Head:
		return "of the first rows"
	}
	return "estimated"
}

// brief formats a share as an integer percentage, for narrow columns.
func brief(share float64) string { return fmt.Sprintf("%.0f%%", 100*share) }

// gcTrials writes what each proposed policy would keep, and the commands that set it.
func gcTrials(b *page, r *retention.Review, width int) {
	if len(r.Trials) == 0 {
		return
	}
	b.heading("Tried", "", "what remains after garbage collection; the table is not changed")
	for i := range r.Trials {
		t := &r.Trials[i]
		p := t.Part()
		b.paragraph("  ", text.EscapeString(t.Family)+"  "+text.EscapeString(t.Rule.String())+"  "+text.CompareToPolicy(r, t), width)
		b.paragraph("    ", fmt.Sprintf("keeps %s of the family's bytes, and %s", text.Share(text.Kept(p.Share)), text.KeptCells(p)), width)
		b.paragraph("    ", text.RowSizes(t.Sizes), width)
		for _, n := range t.Notes {
			b.paragraph("    ▲ ", text.EscapeString(n), width)
		}
		for _, l := range retention.ToolCommands(retention.TargetOf(&r.Explorer.Sample().Table, t.Family), t.Rule) {
			switch {
			case l.Tool != "cbt":
			case l.Text == "":
				b.paragraph("    ", "no command: "+text.EscapeString(l.Note), width)
			default:
				fmt.Fprintf(b, "    %s\n", text.Lines(l.Text)) // not wrapped: it is to be pasted
				if l.Note != "" {
					b.paragraph("    ", text.EscapeString(l.Note), width)
				}
			}
		}
	}
}

// gcSplits writes the columns that need a family of their own.
func gcSplits(b *page, r *retention.Review, width int) {
	if len(r.Splits) == 0 {
		return
	}
	b.heading("Other needs", "", "columns that need a family, and so a policy, of their own (G14)")
	for _, s := range r.Splits {
		b.paragraph("  ", text.Split(r, s), width)
	}
}
