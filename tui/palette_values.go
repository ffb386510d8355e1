package tui

import (
	"context"
	"slices"
	"strings"

	"tabletop/model/analysis"
	"tabletop/model/keyspace"
	"tabletop/views"
	"tabletop/views/text"
)

// scopeKind is the kind of the items that narrow all screens.
const scopeKind = "scope"

// valueItems offers the most common values of segments: each narrows all screens to its rows. Others are found as they
// are typed behind the name of the segment.
func (a *App) valueItems(p *palette) {
	if a.scopeDisabledReason() != "" || a.table.data.Profile == nil {
		return
	}
	data, offered := a.table.data, map[string]bool{}
	for _, kind := range data.Profile.Kinds {
		for _, segment := range kind.Segments {
			if !slices.Contains(p.segments, segment.Name) {
				p.segments = append(p.segments, segment.Name)
			}
			column := data.Segments.Column(segment.Name)
			if column == nil || column.IsTime() {
				continue // a time is found by what is typed, cut to a unit
			}
			for _, value := range segment.Top {
				part := views.SegmentPart(column.Segment, keyspace.Value{Raw: value.Raw, Of: value.Value})
				if offered[part.Name] {
					continue
				}
				offered[part.Name] = true
				p.items = append(p.items, paletteItem{kind: scopeKind, name: part.Name,
					help: "only these rows, " + text.Share(value.Share) + " of their kind", keys: []string{"^"},
					synonyms: []string{"only"},
					run:      func() views.Request { return views.Narrow{Parts: []analysis.Part{part}} }})
			}
		}
	}
	p.findValue = func(segment, written string) views.Request {
		return action(func() { a.narrowToValue(segment, written) })
	}
}

// typedValue cuts what is typed into the name of a segment and a value: "tenant acme", "tenant = acme".
func (p *palette) typedValue(typed string) (segment, written string, ok bool) {
	for _, name := range p.segments {
		rest, found := strings.CutPrefix(strings.ToLower(typed), strings.ToLower(name))
		if !found || rest == "" || !strings.ContainsAny(rest[:1], " =") {
			continue
		}
		written = strings.TrimLeft(typed[len(typed)-len(rest):], " =")
		return name, written, written != ""
	}
	return "", "", false
}

// narrowToValue looks for a value of a segment among all rows read, and narrows to it.
func (a *App) narrowToValue(segment, written string) {
	of := a.table.whole
	a.jobs.start(spec{slot: slotScope, label: "looking for " + text.EscapeString(segment),
		run: func(ctx context.Context, _ func(any)) any {
			part, err := views.FindPart(ctx, of, segment, written)
			return foundPart{part, err}
		},
		done: func(v any) {
			found := v.(foundPart)
			if found.err != nil {
				a.say(a.styles.Note("scope: " + found.err.Error()))
				return
			}
			a.narrow([]analysis.Part{found.part})
		},
	})
}

type foundPart struct {
	part analysis.Part
	err  error
}
