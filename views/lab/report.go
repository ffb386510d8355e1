package lab

import (
	"context"
	"fmt"
	"io"
	"slices"

	"tabletop/views"
	"tabletop/views/report"
)

// Report returns the report of the layouts that stand side by side; nil before all that is known of them is there.
func (s *Screen) Report() *views.Report {
	if s.bench == nil || s.data == nil {
		return nil
	}
	var trials report.Trials
	for _, l := range s.slots {
		a := l.answer
		if s.stale(l) || a.err != nil || !a.current() {
			return nil
		}
		trials = append(trials, report.Trial{Result: a.result, Heat: a.out.heat, Queries: a.costs, Future: a.out.future})
	}
	const width = 100 // of text in cells
	in := report.Input{Source: s.data.Source, Analysis: s.bench.of, Width: width}
	own := report.SimulateFormats()
	out := &views.Report{Name: "simulate", Formats: []string{string(report.Markdown), string(report.HTML)}}
	for _, f := range own {
		out.Formats = append(out.Formats, string(f))
	}
	out.Write = func(_ context.Context, w io.Writer, format string) error {
		write := func(w io.Writer, f report.Format) error { return report.Simulate(w, in, trials, f) }
		switch f := report.Format(format); {
		case slices.Contains(own, f):
			return write(w, f)
		case f != report.Markdown && f != report.HTML:
			return fmt.Errorf("invalid format %q for a comparison of layouts", format)
		default:
			return report.Bundle(w, in, "Layouts", []report.Part{{Name: "simulate", Title: "Layouts side by side", Write: write}}, f)
		}
	}
	return out
}
