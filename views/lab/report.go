package lab

import (
	"context"
	"io"

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
		trials = append(trials, report.Trial{Result: a.result, Heat: a.out.heat, Queries: a.costs,
			Future: a.out.future})
	}
	const width = 100 // of text in cells
	in := report.Input{Source: s.data.Source, Analysis: s.bench.of, Width: width}
	out := &views.Report{Name: "simulate"}
	for _, f := range report.SimulateFormats() {
		out.Formats = append(out.Formats, string(f))
	}
	out.Write = func(_ context.Context, w io.Writer, format string) error {
		return report.Simulate(w, in, trials, report.Format(format))
	}
	return out
}
