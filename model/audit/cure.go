package audit

import (
	"context"
	"strconv"
	"strings"

	"tabletop/model/candidate"
	"tabletop/model/heat"
	"tabletop/model/profile/estimate"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/simulate"
)

// maxCures bounds the candidates that an audit tries: each is a run over all rows.
const maxCures = 4

// Cure is a layout that would mend a finding, in the language of candidates (docs/templates.md), and what trying it on
// the rows read gave.
type Cure struct {
	Candidate string
	Measures  []Measure
}

// cure tries the candidates of the gravest findings. Those that cannot be tried stay without measures.
func (f *facts) cure(ctx context.Context, findings []Finding) error {
	tried := map[string]*Cure{}
	var base *simulate.Base
	for i := range findings {
		c := findings[i].Cure
		if c == nil {
			continue
		}
		if was, ok := tried[c.Candidate]; ok {
			findings[i].Cure = was
			continue
		}
		if len(tried) == maxCures {
			break
		}
		tried[c.Candidate] = c
		if base == nil {
			var err error
			if base, err = simulate.Prepare(ctx, f.Sample, f.Layouts); err != nil {
				return err
			}
		}
		if err := f.try(ctx, base, c); err != nil {
			return err
		}
	}
	return nil
}

// try measures one candidate. The error is ctx's.
func (f *facts) try(ctx context.Context, base *simulate.Base, c *Cure) error {
	parsed, err := candidate.Parse(c.Candidate)
	if err != nil {
		return ctx.Err()
	}
	r, err := simulate.Run(ctx, base, parsed, simulate.Options{})
	if err != nil {
		return ctx.Err() // the candidate does not fit the keys: it stays a suggestion
	}
	ofRows := func(name string, unit Unit, v float64) {
		c.Measures = append(c.Measures, Measure{Name: name, Unit: unit, Figure: estimate.Figure{Value: v, Low: v, High: v, Exact: f.draw.Exact()}})
	}
	if f.Heat != nil && f.Heat.Artificial == "" && f.Heat.Score.Pattern != heat.Unknown {
		m, err := r.Hotspot(ctx, heat.Options{Windows: f.Heat.Windows, Buckets: f.Heat.Buckets, Now: f.Profile.Now})
		if err != nil {
			return ctx.Err()
		}
		if m != nil && m.Score.Pattern != heat.Unknown {
			ofRows("writes of a window in the hottest twentieth of the keys with it", Share, m.Score.Hot)
			ofRows("today", Share, f.Heat.Score.Hot)
		}
	}
	ofRows("bytes of the rows read with it", Bytes, float64(r.Bytes))
	ofRows("today", Bytes, float64(f.Profile.Bytes))
	if n := r.Collisions.OverwrittenCells; n > 0 {
		ofRows("cells that would overwrite others", Count, float64(n))
	}
	return nil
}

// cured makes the candidate of a layout whose segments come in another order, or are written by other expressions.
// order[i] is the segment that comes to place i; expr replaces {name}. It is nil where the layout has optional parts.
func cured(l *rowkey.Layout, order []int, expr map[string]string) *Cure {
	segments := l.Segments()
	if len(order) != len(segments) {
		return nil
	}
	var b strings.Builder
	if l.Name() != "" {
		b.WriteString(l.Name() + " = ")
	}
	next := 0
	for _, p := range l.Parts() {
		switch {
		case p.Group != nil:
			return nil
		case p.Literal != nil:
			b.WriteString(rowkey.QuoteLiteral(p.Literal, `{}[]\=>+`))
		default:
			name := segments[order[next]].Name
			next++
			if e, ok := expr[name]; ok {
				b.WriteString(e)
			} else {
				b.WriteString("{" + name + "}")
			}
		}
	}
	return checked(b.String())
}

// checked is a cure, if its candidate can be read.
func checked(text string) *Cure {
	c, err := candidate.Parse(text)
	if err != nil {
		return nil
	}
	return &Cure{Candidate: c.String()}
}

// inOrder is the order of n segments as they are.
func inOrder(n int) []int { return moved(n, 0, 0) }

// promoted is a candidate that takes a column into the key before segment at: one that most rows have, with short values
// of which there are many, but not one a row. Names and ids come before numbers, which are mostly measurements. It is
// nil where there is no such column.
func (f *facts) promoted(k kindFacts, at int) (*Cure, sample.Column) {
	best, most, named := sample.ColumnID(0), 0, false
	for id, c := range f.Profile.Columns {
		if c.RowShare.Value < 0.99 || c.Values.Max > 64 || c.Values.Min == 0 {
			continue
		}
		values, numbers := map[string]bool{}, 0
		looked := f.some(sample.ColumnID(id), maxLooked)
		for _, cell := range looked {
			v := string(f.Sample.Cell(cell).Value)
			values[v] = true
			if _, err := strconv.ParseFloat(v, 64); err == nil {
				numbers++
			}
		}
		n, name := len(values), numbers*2 < len(looked)
		if n >= 20 && n*2 < len(looked) && (name && !named || name == named && n > most) {
			best, most, named = sample.ColumnID(id), n, name
		}
	}
	if most == 0 {
		return nil, sample.Column{}
	}
	c := f.Sample.Column(best)
	name := k.segments[at].Name
	return cured(k.Layout, inOrder(len(k.segments)), map[string]string{name: "{column(" + rowkey.QuoteLiteral([]byte(c.Family+":"+c.Qualifier), `{}()[],\=>+ `) + ")}#{" + name + "}"}), c
}
