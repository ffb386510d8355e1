package lesson

import (
	"context"

	"tabletop/model/heat"
)

// Illustration is what a handout shows of a step beside its texts.
type Illustration struct {
	Map *heat.Map // the writes, as the Heat screen shows them; nil if the step is not about them
	// Current and Right are the figures of the current layout and of the right one, and Maps their writes where these
	// fall otherwise; nil if no layout is made.
	Current, Right []Row
	Maps           []*heat.Map
}

// Row is a figure with its name.
type Row struct {
	Name string
	Figure
}

// otherwise is how far the share of the busiest part must differ for maps to be worth their place.
const otherwise = 1.2

// Illustrate measures the illustration of a step. The error is that of a measurement.
func (s *Step) Illustrate(ctx context.Context, b *Workbench) (out Illustration, err error) {
	switch check := s.Check.(type) {
	case OpenScreen:
		if check.Screen == heatScreen {
			out.Map, err = b.Seen(ctx)
		}
	case Make:
		if check.Where != InLab {
			return out, nil
		}
		if out.Current, err = layoutRows(ctx, b, ""); err != nil {
			return out, err
		}
		if out.Right, err = layoutRows(ctx, b, check.Right); err != nil {
			return out, err
		}
		before, err := b.Heat(ctx, "")
		if err != nil {
			return out, err
		}
		after, err := b.Heat(ctx, check.Right)
		if err != nil {
			return out, err
		}
		if x, y := before.Score.Hot, after.Score.Hot; x > otherwise*y || y > otherwise*x ||
			before.Score.Pattern != after.Score.Pattern {
			out.Maps = []*heat.Map{before, after}
		}
	}
	return out, err
}

// Goal is the map of the writes that the step asks for, which the Lab draws beside those that the user has: that of the
// right layout. It is nil if the step asks for no layout, or for one whose writes may be anywhere.
func (s *Step) Goal(ctx context.Context, b *Workbench) (*heat.Map, error) {
	check, ok := s.Check.(Make)
	if !ok || check.Where != InLab || !check.Writes {
		return nil, nil
	}
	return b.Heat(ctx, check.Right)
}

// layoutRows are the figures that handouts show of a layout.
func layoutRows(ctx context.Context, b *Workbench, template string) ([]Row, error) {
	var out []Row
	for _, entry := range []struct {
		name string
		of   Of
	}{{"rows", Rows}, {"bytes", Size}, {"bytes of keys", KeyBytes}, {"largest row", Largest},
		{"older versions", OlderVersions}, {"writes", Pattern}, {"busiest 5% of the keys", Hot}} {
		f, err := entry.of(template)(ctx, b)
		if err != nil {
			return nil, err
		}
		out = append(out, Row{entry.name, f})
	}
	return out, nil
}
