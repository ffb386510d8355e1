package tui

import (
	"context"

	"tabletop/views/tables"
	"tabletop/views/text"
)

// fleetStep is how far the audit of several tables has come: what was found since the step before.
type fleetStep struct {
	found    []tables.Audited
	words    string
	fraction float64
}

// auditTables audits tables for the picker. A table can be opened meanwhile.
func (a *App) auditTables(sources []string, picker *screen) {
	run := a.opts.Audit
	if run == nil {
		a.say("tables cannot be audited here")
		return
	}
	ended := func(err error) {
		a.receive(picker, tables.AuditEnd{Err: err})
		if err != nil {
			a.fail("the audit of the tables ended: " + oneLine(err))
		}
	}
	a.jobs.start(spec{slot: slotFleet, label: "auditing tables",
		run: func(ctx context.Context, report func(any)) any {
			return run(ctx, sources, func(found tables.Audited) {
				report(fleetStep{found: []tables.Audited{found}, fraction: -1})
			}, func(words string, fraction float64) { report(fleetStep{words: words, fraction: fraction}) })
		},
		merge: func(older, newer any) any {
			before, after := older.(fleetStep), newer.(fleetStep)
			if after.words == "" {
				after.words, after.fraction = before.words, before.fraction
			}
			after.found = append(before.found, after.found...)
			return after
		},
		progress: func(v any) {
			step := v.(fleetStep)
			for _, found := range step.found {
				a.receive(picker, found)
			}
			if j := a.jobs.get(slotFleet); j != nil && step.words != "" {
				j.label = text.EscapeString(step.words)
				j.advance(step.fraction)
			}
		},
		done: func(v any) {
			err, _ := v.(error)
			ended(err)
		},
		failed: func(f *fault) any { return f },
	})
}
