package report

import (
	"io"

	"tabletop/model/retention"
	"tabletop/model/sample"
	"tabletop/views/text"
)

// gcJSON writes all that gcText does, every column, and the curves in full.
func gcJSON(w io.Writer, in Input, r *retention.Review) error {
	g := gcWriter{newJSON(w), r}
	j := g.jsonWriter
	j.open("", '{')
	j.sample(in)
	j.time("now", r.Clock.Now)
	j.text("now_is", r.Clock.Source)
	j.strings("notes", r.Notes)
	j.integer("rows", r.Waste.Rows)
	g.part(r.Waste.Total)
	j.line("rows_emptied", '{')
	j.integer("rows", r.Waste.EmptiedRows.Rows)
	j.integer("key_bytes", r.Waste.EmptiedRows.KeyBytes)
	j.figure("rows_share", r.Waste.EmptiedRows.Share)
	j.close('}')
	g.sizes("row_bytes", r.Sizes)
	j.open("families", '[')
	for _, f := range r.Waste.Families {
		g.family(f)
	}
	j.close(']')
	j.open("columns", '[')
	for id := range r.Waste.Columns {
		g.column(sample.ColumnID(id))
	}
	j.close(']')
	j.open("segments", '[')
	for _, s := range r.Segments {
		g.segment(s)
	}
	j.close(']')
	j.open("splits", '[')
	for _, s := range r.Splits {
		g.split(s)
	}
	j.close(']')
	j.close('}')
	return j.end()
}

// gcWriter writes the parts of a review.
type gcWriter struct {
	*jsonWriter
	r *retention.Review
}

func (j *jsonWriter) strings(name string, all []string) {
	j.open(name, '[')
	for _, s := range all {
		j.text("", s)
	}
	j.close(']')
}

func (g gcWriter) part(p retention.Part) {
	g.integer("cells", p.Stored.Cells)
	g.integer("bytes", p.Stored.Bytes)
	g.integer("eligible_cells", p.Eligible.Cells)
	g.integer("eligible_bytes", p.Eligible.Bytes)
	g.figure("eligible_share", p.Share)
}

func (g gcWriter) amount(name string, a retention.Amount) {
	g.line(name, '{')
	g.integer("cells", a.Cells)
	g.integer("bytes", a.Bytes)
	g.close('}')
}

func (g gcWriter) sizes(name string, s retention.Sizes) {
	g.open(name, '{')
	for _, at := range []struct {
		name string
		s    retention.Spread
	}{{"before", s.Before}, {"after", s.After}} {
		g.line(at.name, '{')
		g.integer("rows", at.s.Rows)
		g.figure("mean", at.s.Mean)
		g.figure("p50", at.s.P50)
		g.figure("p95", at.s.P95)
		g.integer("max", at.s.Max)
		g.integer("rows_over_100mb", at.s.Large)
		g.close('}')
	}
	g.close('}')
}

func (g gcWriter) family(f retention.Family) {
	g.open("", '{')
	g.text("family", f.Name)
	g.text("rule", f.Rule.String())
	g.boolean("declared", f.Declared)
	g.optional("aggregate", f.Aggregate)
	g.part(f.Part)
	g.amount("eligible_under_7_days", f.Recent)
	g.amount("eligible_longer", f.Overdue)
	if f.Eligible.Cells > 0 {
		g.number("eligible_longest_seconds", f.Longest.Seconds())
	}
	g.optional("ages_mean_nothing", g.r.Explorer.TimestampStats(f.Name).Artificial())
	var notes []string
	for _, n := range text.FamilyNotes(g.r, f) {
		notes = append(notes, n.Text)
	}
	g.strings("notes", notes)
	g.growth(g.r.Explorer.Growth(f.Name))
	g.curves(f.Name)
	g.open("policies", '[')
	for i := range g.r.Trials {
		if t := &g.r.Trials[i]; t.Family == f.Name {
			g.trial(t)
		}
	}
	g.close(']')
	g.close('}')
}

// trial writes a proposed rule of a family and how to set it.
func (g gcWriter) trial(t *retention.Trial) {
	g.open("", '{')
	g.text("rule", t.Rule.String())
	g.keeps(t.Part())
	g.figure("kept_share", text.Kept(t.Part().Share))
	g.integer("rows_emptied", t.Waste.EmptiedRows.Rows)
	g.sizes("row_bytes", t.Sizes)
	g.strings("notes", t.Notes)
	for _, l := range retention.ToolCommands(retention.TargetOf(&g.r.Explorer.Sample().Table, t.Family), t.Rule) {
		g.open(map[string]string{"cbt": "cbt", "gcloud": "gcloud", "Terraform": "terraform"}[l.Tool], '{')
		if l.Text != "" {
			g.lines("text", l.Text)
		}
		g.optional("note", l.Note)
		g.close('}')
	}
	g.close('}')
}

func (g gcWriter) keeps(p retention.Part) {
	g.integer("kept_cells", p.Kept().Cells)
	g.integer("kept_bytes", p.Kept().Bytes)
}

func (g gcWriter) column(id sample.ColumnID) {
	c, p, u := g.r.Explorer.Sample().Column(id), g.r.Waste.Columns[id], g.r.Explorer.ColumnUsage(id)
	g.open("", '{')
	g.text("family", c.Family)
	g.bytes("qualifier", []byte(c.Qualifier))
	g.text("rule", g.r.Rules[c.Family].String())
	g.part(p)
	g.integer("rows_present", u.Rows)
	g.integer("max_versions", int64(u.MaxVersions))
	g.integer("oldest_micros", u.Oldest)
	g.integer("newest_micros", u.Newest)
	if u.Pairs > 0 {
		g.number("versions_repeating_share", float64(u.Again)/float64(u.Pairs))
	}
	g.open("policies", '[')
	for _, t := range g.r.Trials {
		if t.Family != c.Family {
			continue
		}
		g.line("", '{')
		g.text("rule", t.Rule.String())
		g.keeps(t.Waste.Columns[id])
		g.close('}')
	}
	g.close(']')
	g.close('}')
}

func (g gcWriter) growth(w retention.Growth) {
	if w.Not != "" {
		return
	}
	g.open("growth", '{')
	g.integer("cells_per_day", w.PerDay.Cells)
	g.integer("bytes_per_day", w.PerDay.Bytes)
	g.number("share_per_day", w.Share)
	g.number("window_seconds", w.Window.Seconds())
	g.open("older", '[')
	for _, o := range w.Older {
		g.line("", '{')
		g.text("than", sample.Age(o.Age))
		g.figure("bytes_share", o.Share)
		g.close('}')
	}
	g.close(']')
	g.close('}')
}

// curves writes what rules of one number would keep, as far as the numbers matter.
func (g gcWriter) curves(family string) {
	x := g.r.Explorer
	g.open("kept_by_versions", '[')
	for _, n := range x.VersionStops(family) {
		a := x.Kept(family, sample.GCRule{Kind: sample.GCMaxVersions, Versions: n})
		g.line("", '{')
		g.integer("versions", int64(n))
		g.point(a)
		g.close('}')
	}
	g.close(']')
	if x.TimestampStats(family).Artificial() != "" {
		return
	}
	g.open("kept_by_age", '[')
	for _, age := range retention.AgeStops() {
		a := x.Kept(family, sample.GCRule{Kind: sample.GCMaxAge, Age: age})
		g.line("", '{')
		g.text("age", sample.Age(age))
		g.number("seconds", age.Seconds())
		g.point(a)
		g.close('}')
		if a.Low == a.Stored {
			break
		}
	}
	g.close(']')
}

func (g gcWriter) point(a retention.KeptEstimate) {
	g.integer("kept_cells", a.Low.Cells)
	g.integer("kept_bytes", a.Low.Bytes)
	g.number("kept_share", a.Share)
}

func (g gcWriter) segment(s retention.SegmentGarbage) {
	g.open("", '{')
	g.text("segment", s.Segment)
	g.integer("values", int64(s.Count))
	g.integer("rows_without", s.None)
	g.open("top", '[')
	for _, v := range s.Top {
		g.line("", '{')
		g.bytes("value", v.Name)
		g.integer("rows", v.Rows)
		g.integer("rows_emptied", v.Emptied)
		g.part(v.Part)
		g.close('}')
	}
	g.close(']')
	g.line("others", '{')
	g.integer("rows", s.Others.Rows)
	g.part(s.Others.Part)
	g.close('}')
	g.close('}')
}

func (g gcWriter) split(s retention.Split) {
	g.open("", '{')
	g.text("family", s.Family)
	g.text("differ_in", string(s.Kind))
	g.open("columns", '[')
	for _, id := range s.Columns {
		g.line("", '{')
		g.bytes("qualifier", []byte(g.r.Explorer.Sample().Column(id).Qualifier))
		g.close('}')
	}
	g.close(']')
	g.text("because", s.Text)
	g.text("rule", s.Rule.String())
	g.integer("saves_cells", s.Saves.Cells)
	g.integer("saves_bytes", s.Saves.Bytes)
	g.number("saves_share", s.Share)
	g.close('}')
}
