package overview

import (
	"fmt"
	"strings"

	"tabletop/model/audit"
	"tabletop/model/estimate"
	"tabletop/model/heat"
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
	bad   string  // in the verdict line; empty when there is nothing to say
}

// gauges are the five things to know first.
func gauges(d *views.Data) []gauge {
	return []gauge{writesGauge(d), garbageGauge(d), rowsGauge(d), keysGauge(d), findingsGauge(d)}
}

// pendingGauge is a gauge that is not computed yet.
func pendingGauge(name string, id views.ID) gauge {
	return gauge{name: name, mark: widget.Dim, words: "not computed yet", bar: -1,
		line: line{id: "gauge/" + string(id), about: strings.ToLower(name), open: views.OpenScreen{Screen: id}}}
}

func writesGauge(d *views.Data) gauge {
	shown := pendingGauge("WRITES", views.HeatScreen)
	if d.Summary == nil {
		return shown
	}
	grid := d.Summary.Input.Heat
	shown.why = grid.Summary() + "\n\n" + spelling.Capitalize(heat.Limits) + "."
	shown.copy = grid.Summary()
	switch pattern := grid.Score.Pattern; {
	case pattern == heat.Unknown:
		shown.mark, shown.words = widget.Note, "no write pattern: "+artificial(grid)
	case pattern.IsHot():
		shown.mark, shown.bar = widget.Warning, grid.Score.Hot
		shown.words = fmt.Sprintf("%s: %.0f%% of a window's writes in 1/%d of the keys", pattern, 100*grid.Score.Hot,
			grid.Score.Parts)
		shown.bad = "writes (" + string(pattern) + ")"
	default:
		shown.mark, shown.bar = widget.Good, grid.Score.Hot
		shown.words = fmt.Sprintf("%s: %.0f%% of a window's writes in 1/%d of the keys (%.0f%% if uniform)", pattern,
			100*grid.Score.Hot, grid.Score.Parts, 100*grid.Score.UniformShare)
	}
	return shown
}

func artificial(m *heat.Map) string {
	if m.Artificial != "" {
		return m.Artificial
	}
	return "too few writes"
}

func garbageGauge(d *views.Data) gauge {
	shown := pendingGauge("GARBAGE", views.RetentionScreen)
	if d.Summary == nil {
		return shown
	}
	garbage := d.Summary.Input.Review.Garbage
	part := garbage.Total
	shown.mark, shown.bar = widget.Good, garbage.ShareOfAll()
	shown.words = text.TableGarbage(garbage) + " can go"
	shown.why = text.Share(part.Share) + " of the bytes of cells are GC-eligible: " + text.TableGarbage(garbage) +
		". Figures are " + text.TableUnit(garbage.Table) +
		". GC-eligible cells stay stored, billed, and readable until they are collected, which takes up to about a " +
		"week."
	shown.copy = shown.words
	if part.Eligible.Bytes == 0 {
		shown.words, shown.bar = "no cell read is GC-eligible", 0
	}
	if garbage.ShareOfAll() >= 0.05 {
		shown.mark, shown.bad = widget.Warning, "garbage ("+text.Percent(garbage.ShareOfAll())+")"
	}
	return shown
}

// rowLimit is the size under which rows should stay (G18).
const rowLimit = 100e6

func rowsGauge(d *views.Data) gauge {
	shown := pendingGauge("ROWS", views.LargestScreen)
	figures := d.Profile
	if figures == nil || figures.Rows == 0 {
		return shown
	}
	largest := float64(figures.RowBytes.Max)
	shown.bar = largest / rowLimit
	shown.copy = "largest row read: " + text.Bytes(largest)
	shown.why = "Rows should stay under 100 MB; above 256 MB they cannot be read (G18)."
	switch unreadable := figures.Whole.Unreadable; {
	case unreadable > 0:
		shown.mark, shown.bar, shown.bad = widget.Error, 1, text.Plural(unreadable, "a row that cannot be read",
			"rows that cannot be read")
		shown.words = text.Count(unreadable, "row") + " cannot be read; the largest of the others has " +
			text.Bytes(largest)
	case largest >= rowLimit:
		shown.mark, shown.words, shown.bad = widget.Error, "the largest row has "+text.Bytes(largest)+", over 100 MB",
			"a row over 100 MB"
	case figures.LargestOf == estimate.All:
		shown.mark, shown.words = widget.Good, "the largest row has "+text.Bytes(largest)+" of at most 100 MB"
	default:
		shown.mark, shown.words = widget.Note,
			"the largest row read has "+text.Bytes(largest)+" of at most 100 MB; not all rows were read"
	}
	if shown.bar >= 0.1 && shown.bar < 1 {
		shown.mark, shown.bad = widget.Warning, "a row of "+text.Bytes(largest)
	}
	if len(figures.LargestRows) > 0 {
		shown.open = views.OpenScreen{Screen: views.RowScreen, Key: figures.LargestRows[0].Key}
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
	for _, k := range d.Inferred.Kinds {
		if words, sure := text.LayoutConfidence(k); !sure {
			shown.mark, shown.bad = widget.Warning, "keys (layout uncertain)"
			shown.words += ", confidence " + text.Confidence(k.Confidence)
			shown.why = words + ". " + shown.why
			return shown
		}
	}
	if !d.Inferred.Explained() {
		shown.mark, shown.bad = widget.Warning, "keys (many fit no layout)"
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
	if len(parts) > 0 {
		shown.words = strings.Join(parts, ", ") + ": " + text.EscapeString(report.Findings[0].Title)
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
	p.lines = append(p.lines, line{text: p.verdict(all, d)})
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

// verdict says in one line whether anything is wrong.
func (p *page) verdict(all []gauge, d *views.Data) string {
	var bad []string
	open := 0
	for _, g := range all {
		if g.bad != "" {
			bad = append(bad, g.bad)
		}
		if g.mark == widget.Dim {
			open++
		}
	}
	switch {
	case len(bad) > 0:
		words := p.st.Warning("look at ") + p.st.Strong(strings.Join(bad, ", "))
		if d.Summary != nil && d.Summary.Of != d.Analysis {
			words += p.st.Dim("   of " + text.Count(d.Summary.Of.Sample.Rows(), "row") + ", looking again…")
		}
		return words
	case open > 0:
		return p.st.Dim("◌ looking at the rows that have come…")
	}
	return p.st.Good("nothing here needs a look")
}
