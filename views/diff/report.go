package diff

import (
	"context"
	"io"

	"tabletop/views"
	"tabletop/views/report"
)

// Report returns the report of the comparison; nil before there is one.
func (s *Screen) Report() *views.Report {
	if s.done == nil || s.done.diff == nil {
		return nil
	}
	diff := s.done.diff
	out := &views.Report{Name: "diff", Write: func(_ context.Context, w io.Writer, format string) error {
		const width = 100 // of text in cells
		return report.Diff(w, diff, width, report.Format(format))
	}}
	for _, f := range report.DiffFormats() {
		out.Formats = append(out.Formats, string(f))
	}
	return out
}
