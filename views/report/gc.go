package report

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"

	"tabletop/model/profile"
	"tabletop/model/retention"
	"tabletop/model/sample"
	"tabletop/views/text"
)

func gc(r *retention.Review) []writer {
	return []writer{
		{Text, func(w io.Writer, in Input) error { return gcText(w, in, r) }},
		{JSON, func(w io.Writer, in Input) error { return gcJSON(w, in, r) }},
	}
}

// GC writes what garbage collection leaves behind, and what other rules would keep. Of in.Profile only what head needs
// is used. Formats: text, json.
func GC(w io.Writer, in Input, r *retention.Review, f Format) error { return run(gc(r), w, in, f) }

// GCFormats is StatsFormats for GC.
func GCFormats() []Format { return formats(gc(nil)) }

func gcText(w io.Writer, in Input, r *retention.Review) error {
	var b strings.Builder
	head(&b, in)
	if r.Waste.Rows > 0 {
		fmt.Fprintf(&b, "Judged as of %s UTC (%s).\n", text.Time(r.Clock.Now.Truncate(time.Millisecond)), r.Clock.Source)
		for _, n := range r.Notes {
			paragraph(&b, "▲ ", text.EscapeString(n), in.Width)
		}
		gcFamilies(&b, r, in.Width)
		gcAfter(&b, r, in.Width)
		gcColumns(&b, r, in.Width)
		gcSegments(&b, r, in.Width)
		gcCurves(&b, r, in.Width)
		gcTrials(&b, r, in.Width)
		gcSplits(&b, r, in.Width)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// kept is the share that collection leaves.
func kept(eligible profile.Figure) profile.Figure {
	return profile.Figure{Value: 1 - eligible.Value, Low: 1 - eligible.High, High: 1 - eligible.Low, Exact: eligible.Exact}
}

// gcFamilies lists the waste of each family and what is odd about it.
func gcFamilies(b *strings.Builder, r *retention.Review, width int) {
	title(b, "WASTE  eligible for collection, but still stored")
	g := newGrid("llrrrr")
	g.row("", "rule", "bytes", "eligible", "for < 7 d", "longer")
	for _, f := range r.Waste.Families {
		g.row(text.EscapeString(f.Name), text.EscapeString(f.Rule.String()), text.Bytes(float64(f.Stored.Bytes)), wasteShare(f.Part), bytesOrNone(f.Recent), bytesOrNone(f.Overdue))
	}
	t := r.Waste.Total
	g.row("all", "", text.Bytes(float64(t.Stored.Bytes)), wasteShare(t), "", "")
	g.write(b, "  ", width)
	for _, f := range r.Waste.Families {
		for _, n := range familyNotes(r, f) {
			paragraph(b, "  "+n.mark+" "+text.EscapeString(f.Name)+": ", text.EscapeString(n.text), width)
		}
	}
}

func wasteShare(p retention.Part) string {
	if p.Stored.Cells == 0 {
		return text.NoFigure
	}
	return share(p.Share)
}

// share writes a share of a whole; of nothing seen, and of all seen, the bound says all there is to say.
func share(f profile.Figure) string {
	switch {
	case f.Interval() && f.Value == 0:
		return "≤ " + text.Percent(f.High)
	case f.Interval() && f.Value == 1:
		return "≥ " + text.Percent(f.Low)
	}
	return figure(f, text.Percent)
}

func bytesOrNone(a retention.Amount) string {
	if a.Cells == 0 {
		return text.NoFigure
	}
	return text.Bytes(float64(a.Bytes))
}

// note is a sentence and how grave it is: "▲" for a warning, "·" for what is worth knowing.
type note struct{ mark, text string }

// familyNotes tells what is odd about a family.
func familyNotes(r *retention.Review, f retention.Family) []note {
	var n []note
	if !f.Declared {
		n = append(n, note{"▲", "it is in the cells but not in the table's description, so it was made or dropped meanwhile; it is judged as having no rule"})
	}
	for _, w := range retention.Warnings(f.Rule) {
		n = append(n, note{"▲", "the rule: " + w})
	}
	if f.Stored.Cells == 0 {
		return append(n, note{"·", "no cells were read of it"})
	}
	stamps := r.Explorer.Stamps(f.Name)
	odd := stamps.Artificial()
	if odd != "" {
		n = append(n, note{"▲", "ages mean nothing here: " + odd})
	}
	for _, s := range stamps.Notes() {
		n = append(n, note{"·", s})
	}
	if f.Overdue.Cells > 0 && odd == "" {
		n = append(n, note{"▲", fmt.Sprintf("some cells have been eligible for up to %s; collection is usually done within a week, so was the rule changed of late?", text.Duration(f.Longest))})
	}
	if f.Rule.Kind == sample.GCNone {
		n = append(n, note{"·", growth(r.Explorer.Growth(f.Name))})
	}
	if f.Aggregate != "" {
		n = append(n, note{"·", "an aggregate family (" + f.Aggregate + "): a cell holds the state of its column, not an event"})
	}
	return n
}

// growth tells how a family without a rule grows.
func growth(g retention.Growth) string {
	if g.Not != "" {
		return "nothing is ever collected, and how it grows cannot be told"
	}
	s := "nothing is ever collected; by its timestamps it grows by " + text.Percent(g.Share) + " of its size a day"
	if g.PerDay.Cells == 0 {
		s = "nothing is ever collected; no cell is younger than " + sample.Age(g.Window)
	}
	for _, o := range g.Older {
		if o.Share.Value > 0 {
			s += fmt.Sprintf(", %s is older than %s", share(o.Share), sample.Age(o.Age))
		}
	}
	return s
}

// gcAfter tells what rows would be like once collection is done.
func gcAfter(b *strings.Builder, r *retention.Review, width int) {
	e, s := r.Waste.Emptied, r.Sizes
	if r.Waste.Total.Eligible.Cells == 0 {
		paragraph(b, "  ", "No cell that was read is eligible.", width)
		return
	}
	if e.Rows > 0 {
		paragraph(b, "  ", fmt.Sprintf("%s (%s of all) would go with the last cell, and %s of keys with them.", plural(e.Rows, "row"),
			share(e.Share), text.Bytes(float64(e.KeyBytes))), width)
	}
	paragraph(b, "  ", "Once collected: "+sizesWords(s), width)
}

func sizesWords(s retention.Sizes) string {
	words := fmt.Sprintf("row p50 %s → %s, p95 %s → %s, largest %s → %s", text.Bytes(s.Before.P50.Value), text.Bytes(s.After.P50.Value),
		text.Bytes(s.Before.P95.Value), text.Bytes(s.After.P95.Value), text.Bytes(float64(s.Before.Max)), text.Bytes(float64(s.After.Max)))
	if s.Before.Large > 0 {
		words += fmt.Sprintf(", rows over 100 MB %s → %s", text.Whole(s.Before.Large), text.Whole(s.After.Large))
	}
	return words
}

// gcColumns lists the columns with the most eligible bytes.
func gcColumns(b *strings.Builder, r *retention.Review, width int) {
	s := r.Explorer.Sample()
	var order []sample.ColumnID
	for id, p := range r.Waste.Columns {
		if p.Eligible.Cells > 0 {
			order = append(order, sample.ColumnID(id))
		}
	}
	if len(order) == 0 {
		return
	}
	slices.SortStableFunc(order, func(x, y sample.ColumnID) int {
		return int(min(max(r.Waste.Columns[y].Eligible.Bytes-r.Waste.Columns[x].Eligible.Bytes, -1), 1))
	})
	title(b, fmt.Sprintf("COLUMNS  (%s with waste, by eligible bytes)", text.Whole(int64(len(order)))))
	g := newGrid("lrrrrr")
	g.row("", "cells", "eligible", "bytes", "most versions", "oldest")
	for _, id := range order[:min(maxListed, len(order))] {
		c, p, u := s.Column(id), r.Waste.Columns[id], r.Explorer.Use(id)
		oldest := text.NoFigure
		if r.Explorer.Stamps(c.Family).Artificial() == "" {
			oldest = text.Age(r.Clock.Now, u.Oldest)
		}
		g.row(columnName(c), text.Count(float64(p.Stored.Cells)), wasteShare(p), text.Bytes(float64(p.Eligible.Bytes)), text.Whole(int64(u.MaxVersions)), oldest)
	}
	g.write(b, "  ", width)
}

func columnName(c sample.Column) string {
	return text.EscapeString(c.Family) + ":" + text.EscapeString(c.Qualifier)
}

// gcSegments lists the values of key segments under which the most waste lies.
func gcSegments(b *strings.Builder, r *retention.Review, width int) {
	if r.Waste.Total.Eligible.Cells == 0 {
		return
	}
	for _, s := range r.Segments {
		title(b, fmt.Sprintf("BY %s  (%s values in the rows read, by eligible bytes)", text.EscapeString(s.Segment), text.Whole(int64(s.Count))))
		g := newGrid("lrrr")
		g.row("", "rows", "eligible", "bytes")
		for _, v := range s.Top {
			if v.Eligible.Cells > 0 {
				g.row(text.Escape(v.Name), text.Count(float64(v.Rows)), wasteShare(v.Part), text.Bytes(float64(v.Eligible.Bytes)))
			}
		}
		if s.Others.Rows > 0 {
			g.row(fmt.Sprintf("%d others", s.Count-len(s.Top)), text.Count(float64(s.Others.Rows)), wasteShare(s.Others.Part), text.Bytes(float64(s.Others.Eligible.Bytes)))
		}
		g.write(b, "  ", width)
	}
}

// curveVersions and curveAges are where the text shows the curves.
func curveVersions() []int { return []int{1, 2, 5, 10} }

func curveAges() []time.Duration {
	const day = 24 * time.Hour
	return []time.Duration{7 * day, 30 * day, 90 * day, 365 * day}
}

// gcCurves tells which share of each family simple rules would keep.
func gcCurves(b *strings.Builder, r *retention.Review, width int) {
	title(b, "KEPT BY OTHER RULES  (share of the bytes stored now)")
	g := newGrid("lrrrrrrrr")
	row := []string{""}
	for _, n := range curveVersions() {
		row = append(row, fmt.Sprintf("v=%d", n))
	}
	for _, a := range curveAges() {
		row = append(row, sample.Age(a))
	}
	g.row(row...)
	for _, f := range r.Waste.Families {
		if f.Stored.Cells == 0 {
			continue
		}
		row = []string{text.EscapeString(f.Name)}
		for _, n := range curveVersions() {
			row = append(row, brief(r.Explorer.Kept(f.Name, sample.GCRule{Kind: sample.GCMaxVersions, Versions: n}).Share))
		}
		odd := r.Explorer.Stamps(f.Name).Artificial() != ""
		for _, a := range curveAges() {
			if odd {
				row = append(row, text.NoFigure)
				continue
			}
			row = append(row, brief(r.Explorer.Kept(f.Name, sample.GCRule{Kind: sample.GCMaxAge, Age: a}).Share))
		}
		g.row(row...)
	}
	g.write(b, "  ", width)
}

// brief writes a share in whole percents, for narrow columns.
func brief(share float64) string { return fmt.Sprintf("%.0f %%", 100*share) }

// gcTrials tells what each proposed rule would keep, and how to set it.
func gcTrials(b *strings.Builder, r *retention.Review, width int) {
	if len(r.Trials) == 0 {
		return
	}
	title(b, "TRIED  what would be left once collection is done; nothing was changed")
	for i := range r.Trials {
		t := &r.Trials[i]
		p := t.Part()
		paragraph(b, "  ", fmt.Sprintf("%s  %s  keeps %s: %s of %s cells, %s of %s", text.EscapeString(t.Family), text.EscapeString(t.Rule.String()),
			share(kept(p.Share)), text.Whole(p.Kept().Cells), text.Whole(p.Stored.Cells), text.Bytes(float64(p.Kept().Bytes)), text.Bytes(float64(p.Stored.Bytes))), width)
		paragraph(b, "    ", against(r, t), width)
		paragraph(b, "    ", sizesWords(t.Sizes), width)
		for _, n := range t.Notes {
			paragraph(b, "    ▲ ", text.EscapeString(n), width)
		}
		for _, l := range retention.Lines(retention.TargetOf(&r.Explorer.Sample().Table, t.Family), t.Rule) {
			if l.Tool == "cbt" && l.Text != "" {
				fmt.Fprintf(b, "    %s\n", text.EscapeString(l.Text))
			}
		}
	}
}

// against compares a trial with the rule in force.
func against(r *retention.Review, t *retention.Trial) string {
	now := int64(0)
	for _, f := range r.Waste.Families {
		if f.Name == t.Family {
			now = f.Kept().Bytes
		}
	}
	then := t.Part().Kept().Bytes
	rule := "than " + text.EscapeString(r.Rules[t.Family].String()) + " does"
	switch {
	case then < now:
		return fmt.Sprintf("keeps %s less %s", text.Bytes(float64(now-then)), rule)
	case then > now:
		return fmt.Sprintf("keeps %s more %s; cells already collected do not come back", text.Bytes(float64(then-now)), rule)
	}
	return "keeps no more and no less " + rule
}

// gcSplits tells which columns would do better in a family of their own.
func gcSplits(b *strings.Builder, r *retention.Review, width int) {
	if len(r.Splits) == 0 {
		return
	}
	title(b, "OTHER NEEDS  columns that want a family, and so a rule, of their own (G14)")
	for _, s := range r.Splits {
		paragraph(b, "  ", splitWords(r, s), width)
	}
}

// splitWords tells of a split in a sentence or two, escaped.
func splitWords(r *retention.Review, s retention.Split) string {
	const named = 3
	var names []string
	for _, id := range s.Columns[:min(named, len(s.Columns))] {
		names = append(names, columnName(r.Explorer.Sample().Column(id)))
	}
	if more := len(s.Columns) - len(names); more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	return fmt.Sprintf("%s: %s. If they need no more than %s, a family of their own saves %s (%s of what %s keeps).",
		strings.Join(names, ", "), s.Text, s.Rule, text.Bytes(float64(s.Saves.Bytes)), text.Percent(s.Share), text.EscapeString(s.Family))
}

// paragraph writes s after prefix, broken into lines of width cells; the lines after the first are indented as far.
func paragraph(b *strings.Builder, prefix, s string, width int) {
	n := ansi.StringWidth(prefix)
	for i, line := range strings.Split(ansi.Wrap(s, max(width-n, 20), " "), "\n") {
		if i > 0 {
			prefix = strings.Repeat(" ", n)
		}
		b.WriteString(strings.TrimRight(prefix+line, " "))
		b.WriteByte('\n')
	}
}
