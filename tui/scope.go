package tui

import (
	"context"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"tabletop/model/analysis"
	"tabletop/views"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// slotScope is the job that analyzes the part of the table that all screens show.
const slotScope = "scope"

// scopePart is a part of the scope and the screen that it was set on, where esc takes it off.
type scopePart struct {
	analysis.Part
	on views.ID
}

// scopeResult is the analysis of a scope.
type scopeResult struct {
	part *analysis.Analysis
	err  error
}

// narrow adds parts to what all screens are narrowed to, but for those that are there already.
func (a *App) narrow(parts []analysis.Part) {
	if off := a.scopeDisabledReason(); off != "" {
		a.say(a.styles.Note("scope: " + off))
		return
	}
	scope := slices.Clip(a.table.scope)
	for _, part := range parts {
		words := scopeWords(part)
		if !slices.ContainsFunc(scope, func(p scopePart) bool { return scopeWords(p.Part) == words }) {
			scope = append(scope, scopePart{part, a.current.ID()})
		}
	}
	a.setScope(scope)
}

// narrowHere narrows to what is under the cursor.
func (a *App) narrowHere() {
	missing := "nothing under the cursor is a part of the table"
	var parts []analysis.Part
	if is[views.Narrower](a.current) {
		parts, _ = ask(a.current, "asking for the part on", func(s views.Narrower) (parts []analysis.Part) {
			parts, missing = s.Parts()
			return parts
		})
	} else if part, ok := views.TargetPart(a.location()); ok {
		parts = []analysis.Part{part}
	}
	if len(parts) == 0 {
		a.say(a.styles.Note("scope: " + missing))
		return
	}
	a.narrow(parts)
}

// widen takes the last part off.
func (a *App) widen() {
	if scope := a.table.scope; len(scope) > 0 {
		a.setScope(scope[:len(scope)-1])
	}
}

// widensHere reports whether esc takes a part off: on the screen that it was set on, and on the first.
func (a *App) widensHere() bool {
	if a.table == nil || len(a.table.scope) == 0 {
		return false
	}
	on := a.table.scope[len(a.table.scope)-1].on
	return a.current.ID() == on || a.current == a.first()
}

// setScope has the rows of another scope analyzed. Screens show the one before until that is done.
func (a *App) setScope(scope []scopePart) {
	a.table.scope = scope
	a.applyScope(a.table)
}

// applyScope shows the analysis of the whole in the scope that is set.
func (a *App) applyScope(s *session) {
	a.jobs.drop(slotScope)
	whole, set := s.whole, s.scope
	if whole == nil {
		return
	}
	scope, base := s.parts(), s.base()
	if len(scope) == 0 {
		a.shownScope(s, nil, whole)
		return
	}
	a.jobs.start(spec{slot: slotScope, label: "taking a part",
		run: func(ctx context.Context, _ func(any)) any {
			part, err := base.In(ctx, scope)
			return scopeResult{part, err}
		},
		done: func(v any) {
			result := v.(scopeResult)
			switch {
			case s.whole != whole:
				return // a newer analysis is on its way
			case result.err != nil:
				a.fail("the whole table is shown: " + oneLine(result.err))
				s.scope = nil
				a.applyScope(s)
			case result.part.Sample.Rows() == 0:
				a.say(a.styles.Note("no row that was read is in the scope: " + scopeWords(scope...)))
				s.scope = set[:len(set)-1]
				a.applyScope(s)
			default:
				a.shownScope(s, scope, result.part)
			}
		},
	})
}

// shownScope puts the analysis of a scope on the screens.
func (a *App) shownScope(s *session, scope []analysis.Part, part *analysis.Analysis) {
	s.change(a, func(d *views.Data) {
		if d.Whole == nil {
			d.WholeSummary = d.Summary
		}
		d.Analysis, d.Scope, d.Whole = part, scope, s.whole
		if len(scope) == 0 {
			d.Whole, d.WholeSummary = nil, nil
		}
	})
	a.summarize(s)
}

// scopeWords names the parts of a scope.
func scopeWords(scope ...analysis.Part) string {
	var words []string
	for i := range scope {
		if name := scope[i].Name; name != "" {
			words = append(words, name)
			continue
		}
		words = append(words, text.ReadFilters(scope[i].Read)...)
	}
	return strings.Join(words, ", ")
}

// scopeChip states in the top line which part of the table the screens show; empty for the whole.
func (a *App) scopeChip(w int) string {
	data := a.data()
	if data == nil || len(data.Scope) == 0 {
		return ""
	}
	words := widget.TruncateLeft(scopeWords(data.Scope...), max(w/3, 12))
	figures := ""
	switch rows := text.Integer(int64(data.Sample.Rows())); {
	case w < roomForScopeRows:
	case a.table.base() != a.table.whole:
		figures = " " + rows + " rows read of it"
	default:
		figures = " " + rows + " of " + text.Count(int64(data.Whole.Sample.Rows()), "row")
		if w >= roomForScopeBytes {
			figures += views.OfTable(data, float64(data.Profile.Bytes), float64(data.Whole.Profile.Bytes), "bytes")
		}
	}
	return a.styles.Text(widget.Key, "["+words+" ×]") + a.styles.Dim(figures)
}

// The widths from which the chip of the scope counts its rows, and says what share of the bytes they have.
const roomForScopeRows, roomForScopeBytes = 110, 140

// clickCrumbs takes the last part off where the chip of the scope stands at x of the top line, else lists the tables.
func (a *App) clickCrumbs(x int) {
	line, chip := ansi.Strip(a.drawCrumbs(a.width)), ansi.Strip(a.scopeChip(a.width))
	if before, _, ok := strings.Cut(line, chip); chip != "" && ok {
		if from := widget.Width(before); x >= from && x < from+widget.Width(chip) {
			a.widen()
			return
		}
	}
	a.jump(a.screens[0])
}

// scopeDisabledReason states why the scope cannot be set now; empty when it can.
func (a *App) scopeDisabledReason() string {
	switch {
	case a.table == nil:
		return "no table is open"
	case a.lessonShown():
		return "a lesson is about the whole table"
	case a.table.whole == nil:
		return "the keys are not explained yet"
	}
	return ""
}

// wholeDisabledReason states why the scope cannot be taken off; empty when it can.
func (a *App) wholeDisabledReason() string {
	if a.table == nil || len(a.table.scope) == 0 {
		return "the whole table is shown"
	}
	return ""
}
