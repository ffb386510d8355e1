package lesson

import (
	"context"
	"math"

	"tabletop/model/estimate"
)

// Unit describes how a figure is written.
type Unit uint8

// The units.
const (
	Count Unit = iota // things: rows, cells, places
	Bytes
	Share // of 1
	Word  // no number: Figure.Word
)

// Figure is something that was measured.
type Figure struct {
	estimate.Figure
	Unit Unit
	Word string
}

// Figures are figures by the names that texts use.
type Figures map[string]Figure

// Measure measures a figure on a table.
type Measure func(context.Context, *Workbench) (Figure, error)

// Measures are measures by the names of their figures.
type Measures map[string]Measure

// Of measures something of what the user wrote: a layout, a rule, a query. The empty text stands for what is in force.
type Of func(text string) Measure

// number is a figure without an interval.
func number(v float64, unit Unit, exact bool) Figure {
	return Figure{Figure: estimate.CountedIf(v, exact), Unit: unit}
}

func word(s string) Figure { return Figure{Unit: Word, Word: s} }

// Take measures all.
func (m Measures) Take(ctx context.Context, b *Workbench) (Figures, error) {
	out := make(Figures, len(m))
	for name, measure := range m {
		f, err := measure(ctx, b)
		if err != nil {
			return nil, err
		}
		out[name] = f
	}
	return out, nil
}

// within is of where limited is below a limit, and beyond all measure where it is not.
func within(limited Of, limit float64, of Of) Of {
	return func(text string) Measure {
		return func(ctx context.Context, b *Workbench) (Figure, error) {
			f, err := limited(text)(ctx, b)
			if err != nil {
				return Figure{}, err
			}
			if f.Value >= limit {
				return number(math.Inf(1), f.Unit, f.IsExact()), nil
			}
			return of(text)(ctx, b)
		}
	}
}
