package tui

import (
	"context"

	"tabletop/model/audit"
	"tabletop/views"
)

const slotSummary = "summary"

// summarize has the newest analysis looked at for what the badges and the Overview say. While rows come in, that is
// done again each time they have doubled.
func (a *App) summarize(s *session) {
	data, was := s.data, s.data.Summary
	switch {
	case a.jobs.get(slotSummary) != nil || data.Sample == nil || data.Sample.Rows() == 0:
		return
	case was != nil && was.Of == data.Analysis:
		return
	case was != nil && data.Reading && data.Sample.Rows() < 2*was.Of.Sample.Rows():
		return
	}
	a.jobs.start(spec{slot: slotSummary,
		run: func(ctx context.Context, _ func(any)) any {
			out := &views.Summary{Of: data.Analysis}
			var err error
			if out.Input, err = data.AuditInput(ctx); err != nil {
				return nil
			}
			if out.Audit, err = data.Audit(ctx, audit.Limits{}); err != nil {
				return nil
			}
			return out
		},
		done: func(v any) {
			if v == nil {
				return // the screens that need it say why
			}
			s.change(a, func(d *views.Data) { d.Summary = v.(*views.Summary) })
			a.summarize(s)
		},
	})
}
