package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"tabletop/model/access"
	"tabletop/model/estimate"
	"tabletop/model/heat"
	"tabletop/model/simulate"
	"tabletop/model/spelling"
	"tabletop/views/report/doc"
	"tabletop/views/text"
)

// Trial is a simulated layout, with the key ranges that its writes would go to.
type Trial struct {
	Result  *simulate.Result
	Heat    *heat.Map
	Queries []access.Cost        // in the order of the workload; nil without a workload
	Future  *simulate.Projection // nil if not requested
}

// Trials holds the current layout, then the candidates.
type Trials []Trial

// SimulateFormats returns the formats of Simulate, the default first.
func SimulateFormats() []Format { return formats(simulations(nil)) }

// Simulate writes the effects of other layouts on a table. Formats: text, json, markdown, html.
func Simulate(w io.Writer, in Input, t Trials, f Format) error { return run(simulations(t), w, in, f) }

func simulations(t Trials) []writer {
	return withPage(func(in Input) *page { return simulatePage(simulateDoc(in, t), in.Width) },
		writer{JSON, func(w io.Writer, in Input) error { return doc.Write(w, simulateDoc(in, t)) }})
}

// trialName returns a short name of a layout: current, A, B, C.
func trialName(i int) string {
	if i == 0 {
		return "current"
	}
	if i > 26 {
		return fmt.Sprint(i)
	}
	return string(rune('A' + i - 1))
}

func simulatePage(d doc.Simulate, width int) *page {
	page := &page{title: "Layouts for " + text.EscapeString(d.Source)}
	head(page, d.Read, width)
	page.heading("Layouts", "", "")
	trials := append([]doc.Trial{d.Today}, d.Layouts...)
	for i, t := range trials {
		page.paragraph(fmt.Sprintf("  %-8s", trialName(i)), string(t.Template), width)
	}
	currentLayout(page, d.CurrentLayout, width)
	pricesLine(page, d.Prices, width)
	compare(page, d, trials, width)
	for i, t := range trials {
		trialNotes(page, i, t, width)
		if t.SameAs != "" {
			same := slices.IndexFunc(trials, func(other doc.Trial) bool { return other.Template == t.SameAs })
			page.paragraph("  ", fmt.Sprintf("Same layout as %s.", trialName(same)), width)
		}
	}
	page.gap()
	page.paragraph("", "Hotspots are "+heat.Limits+".", width)
	return page
}

// trialNotes writes the details of a layout.
func trialNotes(b *page, i int, t doc.Trial, width int) {
	b.gap()
	b.paragraph(strings.ToUpper(trialName(i))+"  ", string(t.Template), width)
	if t.FirstKey != nil {
		b.paragraph("  ", "First key: "+text.EscapeString(rowKey(t.FirstKey))+".", width)
	}
	if i > 0 && t.Collisions.Impossible != "" {
		b.paragraph("  ", "Keys cannot collide: "+t.Collisions.Impossible+".", width)
	}
	for _, line := range t.Table.Sentences {
		b.paragraph("  ", line, width)
	}
	for _, view := range t.Views {
		for _, words := range view.Words {
			b.paragraph("  ", text.EscapeString(words), width)
		}
	}
	for _, finding := range t.Findings {
		mark := "  "
		if finding.Grave {
			mark = "  ▲ "
		}
		s := finding.Text
		if finding.Rule != "" {
			s += " (" + finding.Rule + ")"
		}
		if finding.Example != nil {
			s += ", for example " + rowKey(finding.Example)
		}
		b.paragraph(mark, text.EscapeString(s)+".", width)
	}
	b.paragraph("  ", text.EscapeString(t.Hotspot.Words), width)
	if t.Replay != nil {
		b.paragraph("  ", t.Replay.Words, width)
	}
	if p := t.Projection; p != nil && (i == 0 || p.NoFigureReason == "") {
		words := p.Words
		if p.ProjectedRows != nil && p.Growing > 0 {
			words += " The largest of them will be " + text.Bytes(float64(p.Largest)) + "."
		}
		b.paragraph("  ", text.EscapeString(words), width)
	}
	if t.Queries == nil {
		return
	}
	for _, query := range *t.Queries {
		words := fmt.Sprintf("%s %s read for %s", estimated(query.ByData.RowsRead, text.Number),
			rowWord(query.ByData.RowsRead.Value), estimated(query.ByData.RowsReturned, text.Number))
		if query.RowsBounded {
			words = fmt.Sprintf("at most %s %s read for at most %s", text.Number(query.ByData.RowsRead.High),
				rowWord(query.ByData.RowsRead.High), text.Number(query.ByData.RowsReturned.High))
		}
		b.paragraph("  ", text.EscapeString(fmt.Sprintf("%s: %s, %s, %s", query.Name, query.Words, words,
			estimated(query.ByData.BytesRead, text.Bytes))), width)
	}
}

// whole returns what a layout saves of the table, its figures for the table with 95% confidence intervals, and what
// cannot be estimated.
func whole(i int, r *simulate.Result) []string {
	scale, lines := r.Scale(), []string(nil)
	// to lose cells saves nothing
	if words := text.LayoutSavings(scale); words != "" && i > 0 && r.Met().OverwrittenCells == 0 {
		if change := text.Change(scale.BytesChange); change != "" && !scale.BytesChange.IsExact() {
			words += ": " + change
		}
		lines = append(lines, spelling.Capitalize(words)+".")
	}
	if i == 0 && r.Counts() != nil {
		return nil // the comparison has them
	}
	if r.Whole != nil {
		counts := r.Whole.Sentences()
		counts[0] = "Whole table: " + counts[0]
		return append(lines, counts...)
	}
	if scale.Rows.IsExact() && scale.Bytes.IsExact() {
		return lines
	}
	var known []string
	if short, interval := text.TableCountParts(scale.Rows); scale.NoFigureReason == "" && short != text.NoFigure {
		known = append(known, joined(short, "rows", interval))
	}
	if short, interval := text.TableCountParts(scale.Cells); short != text.NoFigure {
		known = append(known, joined(short, "cells", interval))
	}
	if scale.Bytes.Value > 0 {
		known = append(known, text.TableBytes(scale.Bytes, scale.Table))
	}
	for k, p := range simulate.SizeQuantiles() {
		if scale.Sizes != nil {
			known = append(known, fmt.Sprintf("row p%.0f ≈ %s", 100*p, estimated(scale.Sizes[k], text.Bytes)))
		}
	}
	if known != nil {
		lines = append(lines, "Whole table: "+strings.Join(known, ", ")+".")
	}
	if i == 0 {
		return lines
	}
	if scale.NoFigureReason == "" && scale.Rows.Vague() {
		lines = append(lines,
			fmt.Sprintf("The row count of the whole table cannot be estimated from so few key ranges. It is at least "+
				"%s.", text.Integer(r.Rows)))
	}
	if scale.NoFigureReason != "" {
		lines = append(lines,
			fmt.Sprintf("The row count of the whole table cannot be estimated: %s. It is at least %s.",
				scale.NoFigureReason, text.Integer(r.Rows)))
	}
	if scale.NoBytesReason != "" && scale.NoBytesReason != scale.NoFigureReason {
		lines = append(lines, "Cells and bytes are known only for the rows read: "+scale.NoBytesReason+".")
	}
	if scale.NoSizesReason != "" && scale.NoSizesReason != scale.NoFigureReason {
		lines = append(lines, "Row sizes are known only for the rows read: "+scale.NoSizesReason+".")
	}
	return lines
}

// joined writes an amount of things with its interval, which may be empty.
func joined(amount, things, interval string) string {
	return strings.TrimSpace(amount + " " + things + " " + interval)
}

// estimated formats a figure with its interval, if the interval is visible in the digits shown.
func estimated(f estimate.Figure, write func(float64) string) string {
	s := write(f.Value)
	if f.Interval() && write(f.Low) != write(f.High) {
		s += " (" + text.PlusMinus(f.Value, f.Low, f.High, write) + ")"
	}
	return s
}

// rowKey returns a key, truncated to 60 bytes.
func rowKey(key []byte) string {
	const most = 60
	if len(key) > most {
		return string(key[:most]) + "…"
	}
	return string(key)
}

// rowWord returns the noun for n rows, where n may be a fraction.
func rowWord(n float64) string {
	if n == 1 {
		return "row"
	}
	return "rows"
}
