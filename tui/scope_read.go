package tui

import (
	"context"
	"slices"

	"tabletop/model/analysis"
	"tabletop/model/sample"
)

// slotPart is the job that reads a part of the table alone.
const slotPart = "part"

// partRead is what was read of a scope alone. It holds for every scope that begins with its parts.
type partRead struct {
	scope []scopePart
	of    *analysis.Analysis
}

// parts are those of the scope that is set.
func (s *session) parts() []analysis.Part {
	scope := make([]analysis.Part, len(s.scope))
	for i, part := range s.scope {
		scope[i] = part.Part
	}
	return scope
}

// base is what the scope is a part of: the rows read of it alone, or all rows.
func (s *session) base() *analysis.Analysis {
	read := &s.alone
	same := func(a, b scopePart) bool { return scopeWords(a.Part) == scopeWords(b.Part) }
	if n := len(read.scope); n > 0 && n <= len(s.scope) && slices.EqualFunc(read.scope, s.scope[:n], same) {
		return read.of
	}
	return s.whole
}

// readPart reads the rows of the scope alone: as many as of a table, and twice as many where it was read before.
func (a *App) readPart() {
	session := a.table
	scope, whole, before := session.scope, session.whole, session.base()
	src, name, options, parts := session.source.(sample.Planner), session.name, a.opts.Sample, session.parts()
	again := before != whole && len(session.alone.scope) == len(scope)
	read := func(ctx context.Context, progress func(sample.Progress)) (*sample.Sample, error) {
		opts, _ := whole.Reading(parts, options(name))
		if !again {
			return src.Sample(ctx, opts, progress)
		}
		opts.Rows = 2 * int64(before.Sample.Rows())
		return src.Continue(ctx, before.Sample, opts, progress)
	}
	a.jobs.start(spec{slot: slotPart, label: "reading " + scopeWords(parts...),
		run: func(ctx context.Context, report func(any)) any {
			rows, err := limited(ctx, options(name).Time, func(ctx context.Context) (*sample.Sample, error) {
				return read(ctx, func(p sample.Progress) { report(p.Fraction) })
			})
			if rows == nil {
				return scopeResult{err: err}
			}
			part, analyzing := whole.Of(context.WithoutCancel(ctx), rows)
			if err == nil {
				err = analyzing
			}
			return scopeResult{part, err}
		},
		progress: func(v any) { a.jobs.get(slotPart).advance(v.(float64)) },
		done: func(v any) {
			result := v.(scopeResult)
			if result.err != nil {
				a.fail("the scope was not read to its end: " + oneLine(result.err))
			}
			if result.part != nil && result.part.Sample.Rows() > 0 {
				session.alone = partRead{scope, result.part}
				a.applyScope(session)
			}
		},
	})
}

// partDisabledReason states why the scope cannot be read alone; empty when it can.
func (a *App) partDisabledReason() string {
	session := a.table
	_, narrower := session.whole.Reading(session.parts(), sample.Options{})
	switch _, planned := session.source.(sample.Planner); {
	case session.whole.Sample.How.Complete:
		return "all rows have been read"
	case !planned:
		return "a saved sample has no more rows"
	case session.base() != session.whole && session.base().Sample.How.Complete &&
		len(session.alone.scope) == len(session.scope):
		return "all rows of the scope have been read"
	case a.jobs.get(slotPart) != nil:
		return "the scope is being read"
	case !narrower:
		return "its rows may stand anywhere between others; after esc, R reads more of the table"
	}
	return ""
}
