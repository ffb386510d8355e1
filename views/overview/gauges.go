package overview

import (
	"fmt"
	"slices"
	"strings"

	"tabletop/model/audit"
	"tabletop/model/estimate"
	"tabletop/model/heat"
	"tabletop/model/retention"
	"tabletop/model/spelling"
	"tabletop/views"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// gauge is a line of the verdict: one thing that may be wrong, how it stands, and the screen that says more.
type gauge struct {
	line
	name  string
	mark  widget.Token // Good, Note, Warning, Error; Dim while it is not known
	words string
	bar   float64 // share of the limit; negative has no bar
	bad   string  // in the verdict line: warnings and errors only
}

// gauges are the five things to know first.
func gauges(d *views.Data) []gauge {
	return []gauge{writesGauge(d), storageGauge(d), readsGauge(d), keysGauge(d), findingsGauge(d)}
}

// pendingGauge is a gauge that is not computed yet.
func pendingGauge(name string, id views.ID) gauge {
	return gauge{name: name, mark: widget.Dim, words: "not computed yet", bar: -1,
		line: line{id: "gauge/" + string(id), about: strings.ToLower(name), open: views.OpenScreen{Screen: id}}}
}

// judge gives a gauge the mark of the findings about a harm: ✓ only if all rules about it were judged and found
// nothing. A warning or an error comes with its title, and with what the verdict line says of it.
func (g *gauge) judge(of *views.Data, harm audit.Harm) {
	judged := of.Judgment(harm)
	g.mark = judged.Mark
	switch {
	case judged.Warns():
		g.bad = string(harm)
		g.words = text.EscapeString(judged.Worst.Title) + "; " + g.words
	case judged.Worst == nil && len(judged.Open) > 0:
		g.why += "\n\n" + spelling.Capitalize(text.Count(len(judged.Open), "rule")) + " about " + string(harm) +
			" could not be evaluated: " + text.Template(judged.Open[0].Reason) + "."
	}
}

func writesGauge(d *views.Data) gauge {
	shown := pendingGauge("WRITES", views.HeatScreen)
	if d.Summary == nil {
		return shown
	}
	grid := d.Summary.Input.Heat
	shown.why = grid.Summary() + "\n\n" + spelling.Capitalize(heat.Limits) + "."
	shown.copy = grid.Summary()
	if pattern := grid.Score.Pattern; pattern == heat.Unknown {
		shown.words = "no write pattern: " + artificial(grid)
	} else {
		shown.bar = grid.Score.Hot
		shown.words = fmt.Sprintf("%s: %.0f%% of a window's writes in %.0f%% of the keys", pattern, 100*grid.Score.Hot,
			100/float64(grid.Score.Parts))
		if !pattern.IsHot() {
			shown.words += fmt.Sprintf(" (%.0f%% if uniform)", 100*grid.Score.UniformShare)
		}
	}
	shown.judge(d, audit.Writes)
	return shown
}

func artificial(m *heat.Map) string {
	if m.Artificial != "" {
		return m.Artificial
	}
	return "too few writes"
}

func storageGauge(d *views.Data) gauge {
	shown := pendingGauge("STORAGE", views.RetentionScreen)
	if d.Summary == nil {
		return shown
	}
	garbage := d.Summary.Input.Review.Garbage
	part := garbage.Total
	shown.bar = garbage.ShareOfAll()
	shown.words = text.TableGarbage(garbage) + " is garbage" + views.GarbageOfTable(d, garbage)
	shown.why = text.Share(part.Share) + " of the bytes of cells are garbage: " + text.TableGarbage(garbage) +
		". Figures are " + text.TableUnit(garbage.Table, d.Asked()) +
		". Garbage stays stored, billed, and readable until it is collected, which takes up to about a " +
		"week."
	shown.copy = shown.words
	if part.Eligible.Bytes == 0 {
		shown.words, shown.bar = "no cell read is garbage", 0
		if slices.ContainsFunc(garbage.Families, func(f retention.Family) bool { return !f.Declared }) {
			shown.words = "not known: a policy is unknown"
		}
	}
	shown.judge(d, audit.Storage)
	if shown.mark == widget.Good && part.Eligible.Cells > 0 {
		shown.mark = widget.Note // as on Retention: ✓ and garbage do not agree
	}
	return shown
}

func readsGauge(d *views.Data) gauge {
	shown := pendingGauge("READS", views.LargestScreen)
	figures := d.Profile
	if figures == nil || figures.Rows == 0 {
		return shown
	}
	largest := float64(figures.RowBytes.Max)
	shown.bar = largest / audit.DefaultLimits().RowBytesWarning
	shown.copy = "largest row read: " + text.Bytes(largest)
	shown.why = "Rows should stay under 100 MB; above 256 MB they cannot be read (G18)."
	shown.words = "the largest row has " + text.Bytes(largest) + " of at most 100 MB"
	if figures.LargestOf != estimate.All {
		shown.words = "the largest row read has " + text.Bytes(largest) + " of at most 100 MB; not all rows were read"
	}
	if n := figures.Whole.Unreadable; n > 0 {
		shown.words = text.Count(n, "row") + " cannot be read; the largest of the others has " + text.Bytes(largest)
	}
	if len(figures.LargestRows) > 0 {
		shown.open = views.OpenScreen{Screen: views.RowScreen, Key: figures.LargestRows[0].Key}
	}
	if d.Summary != nil {
		shown.judge(d, audit.Reads)
	}
	return shown
}

func keysGauge(d *views.Data) gauge {
	shown := pendingGauge("KEYS", views.KeysScreen)
	if d.Sample == nil || d.Inferred == nil && !d.Declared || d.Profile == nil || d.Profile.Rows == 0 {
		return shown
	}
	fit := 1 - d.Profile.UnexplainedShare()
	shown.bar, shown.mark = fit, widget.Good
	shown.words = text.Percent(fit) + " of the keys fit " + text.Count(len(d.Layouts), "layout")
	shown.why = text.AboutConfidence
	if d.Profile.Scope != estimate.All && d.Profile.Unexplained.Share.IsExact() {
		shown.why = "Keys are counted over " + text.Count(int64(d.Profile.FoundRows.Value), "row") + ". " + shown.why
	}
	if d.Declared {
		shown.words += ", declared"
		return shown
	}
	if len(d.Layouts) == 0 {
		shown.mark, shown.bar, shown.words = widget.Note, -1, "no structure was found in the keys"
		return shown
	}
	doubt, least := text.DoubtOfLayout(d.Inferred, d.Profile.Whole.Unseen)
	if doubt != text.NoDoubt {
		shown.mark = widget.Warning
	}
	switch doubt {
	case text.DoubtOfKind:
		words, _ := text.LayoutConfidence(least)
		shown.bad = "keys (layout uncertain)"
		shown.words += ", confidence " + text.Confidence(least.Confidence)
		shown.why = words + ". " + shown.why
		return shown
	case text.DoubtOfRest:
		shown.bad = "keys (many fit no layout)"
		return shown
	case text.DoubtUnseen:
		shown.bad = "keys (much of the table was not seen)"
		shown.words += ", much not seen"
		return shown
	}
	shown.words += ", inferred and sure"
	return shown
}

func findingsGauge(d *views.Data) gauge {
	shown := pendingGauge("FINDINGS", views.FindingsScreen)
	if d.Summary == nil {
		return shown
	}
	report := d.Summary.Audit
	shown.mark, shown.bar = widget.Good, -1
	shown.words = "no rule found anything"
	if len(report.Open()) > 0 {
		shown.mark = widget.Note
		shown.words += "; " + notEvaluated(report)
	}
	var parts []string
	for _, of := range []struct {
		severity audit.Severity
		mark     widget.Token
		name     string
	}{{audit.Note, widget.Note, "note"}, {audit.Warning, widget.Warning, "warning"},
		{audit.Error, widget.Error, "error"}} {
		if n := report.Count(of.severity); n > 0 {
			shown.mark = of.mark
			parts = append([]string{text.Count(n, of.name)}, parts...)
		}
	}
	if len(parts) > 0 && shown.mark != widget.Note {
		shown.bad = strings.Join(parts[:len(parts)-min(report.Count(audit.Note), 1)], ", ")
	}
	if len(parts) > 0 {
		shown.words = strings.Join(parts, ", ") + "; " + text.Count(len(report.Passed), "rule") + " passed"
		if len(report.Skipped) > 0 {
			shown.words += ", " + text.Integer(int64(len(report.Skipped))) + " not evaluated"
		}
	}
	shown.why = fmt.Sprintf("%d rules passed; %d were not evaluated.", len(report.Passed), len(report.Skipped))
	return shown
}

// marks of the tokens of gauges.
var gaugeMarks = map[widget.Token]string{widget.Good: "✓", widget.Note: "·", widget.Warning: "▲", widget.Error: "✖",
	widget.Dim: "◌"}

// gauges adds the verdict in one line, and a line for each gauge, those with problems first.
func (p *page) gauges(d *views.Data) {
	all := gauges(d)
	verdict, figures := p.verdict(all, d), p.st.Dim(keyFigures(d))
	if room := p.w - 2; widget.Width(verdict)+3+widget.Width(figures) <= room {
		verdict = widget.SplitLine(verdict, figures, room)
	}
	p.lines = append(p.lines, line{text: verdict})
	barWidth := min(max(p.w/8, 10), 24)
	for _, worst := range [...]widget.Token{widget.Error, widget.Warning, widget.Note, widget.Good, widget.Dim} {
		for _, gauge := range all {
			if gauge.mark != worst {
				continue
			}
			const name = 11 // with its mark
			l := gauge.line
			l.text = p.st.Text(gauge.mark, gaugeMarks[gauge.mark]+" ") + widget.Pad(p.st.Strong(gauge.name), name-2)
			if room := p.w - name - barWidth - 4; gauge.bar >= 0 && widget.Width(gauge.words) <= room {
				l.text += widget.Pad(gauge.words, room) + "  " + widget.ListBar(p.st, gauge.bar, barWidth, true)
			} else { // whole words say more than the bar
				l.text += widget.Pad(gauge.words, max(p.w-name-2, 8))
			}
			p.lines = append(p.lines, l)
		}
	}
}

// keyFigures are the rows and bytes of the table, or of what was read of it where the table's are not known.
func keyFigures(d *views.Data) string {
	pr := d.Profile
	if pr == nil || pr.Rows == 0 {
		return ""
	}
	if whole := pr.Whole; pr.Scope != estimate.All && whole.Rows.Value > 0 && !whole.Rows.Vague() {
		rows, _ := text.TableCountParts(whole.Rows)
		bytes, _ := text.TableBytesParts(whole.Table, whole.Table)
		return rows + " rows, " + bytes
	}
	words := text.Count(pr.Rows, "row") + ", " + text.Bytes(float64(pr.Bytes))
	if pr.Scope != estimate.All {
		words += " read"
	}
	return words
}

// verdict says in one line whether anything is wrong.
func (p *page) verdict(all []gauge, d *views.Data) string {
	var bad []string
	count, open := "", 0
	for _, gauge := range all {
		switch {
		case gauge.bad != "" && gauge.id == "gauge/"+string(views.FindingsScreen):
			count = gauge.bad // of all harms
		case gauge.bad != "":
			bad = append(bad, gauge.bad)
		}
		if gauge.mark == widget.Dim {
			open++
		}
	}
	switch {
	case len(bad) > 0 || count != "":
		style := p.st.Warning
		if slices.ContainsFunc(all, func(shown gauge) bool { return shown.mark == widget.Error }) {
			style = p.st.Error
		}
		words := style(count)
		if len(bad) > 0 {
			words = style(strings.TrimPrefix(count+": look at ", ": ")) + p.st.Strong(strings.Join(bad, ", "))
		}
		if d.Summary != nil && d.Summary.Of != d.Analysis {
			words += p.st.Dim("   of " + text.Count(d.Summary.Of.Sample.Rows(), "row") + ", looking again…")
		}
		return words
	case open > 0:
		return p.st.Dim("◌ looking at the rows that have come…")
	}
	if d.Summary == nil {
		return p.st.Good("nothing here needs a look")
	}
	report := d.Summary.Audit
	if notes := report.Count(audit.Note); notes > 0 {
		return p.st.Note("no warning; "+text.Count(notes, "note")+": ") + p.st.Strong(firstTitle(report)) +
			firstFigure(report)
	}
	if len(report.Open()) > 0 {
		return p.st.Dim("no warning; " + notEvaluated(report))
	}
	return p.st.Good("nothing here needs a look")
}

// notEvaluated states how many rules were not evaluated, as Findings does.
func notEvaluated(report *audit.Report) string {
	return text.Plural(len(report.Skipped), "1 rule was", text.Integer(int64(len(report.Skipped)))+" rules were") +
		" not evaluated"
}

// firstFigure is what was measured of the most severe finding, as Findings lists it.
func firstFigure(report *audit.Report) string {
	if len(report.Findings) == 0 || len(report.Findings[0].Measures) == 0 {
		return ""
	}
	return ", " + text.MeasureFigure(report.Findings[0].Measures[0])
}

// firstTitle is the title of the most severe finding.
func firstTitle(report *audit.Report) string {
	if len(report.Findings) == 0 {
		return ""
	}
	return text.EscapeString(report.Findings[0].Title)
}
