package lesson

import (
	"context"
	"fmt"
	"strings"

	"tabletop/model/access"
	"tabletop/model/candidate"
	"tabletop/model/estimate"
	"tabletop/model/figures"
	"tabletop/model/heat"
	"tabletop/model/retention"
	"tabletop/model/simulate"
)

// Of the writes, under a layout.

// Hot is the share of a window's writes in the hottest 5% of the key space.
func Hot(template string) Measure {
	return score(template, func(s heat.Score) Figure { return Figure{Unit: Share}.with(s.Hot) })
}

// WrittenTablets is how many tablets are written at once, as the Lab shows it.
func WrittenTablets(template string) Measure {
	return replayed(template, func(r *heat.Replay) Figure { return Figure{}.with(r.Written) })
}

// Busiest is the share of a window's writes that the busiest tablet takes, as the Lab shows it.
func Busiest(template string) Measure {
	return replayed(template, func(r *heat.Replay) Figure { return Figure{Unit: Share}.with(r.Busiest) })
}

func replayed(template string, of func(*heat.Replay) Figure) Measure {
	return func(ctx context.Context, b *Workbench) (Figure, error) {
		m, err := b.Heat(ctx, template)
		if err != nil {
			return Figure{}, err
		}
		f := of(&m.Replay)
		f.Figure = estimate.CountedIf(f.Value, b.exact())
		return f, nil
	}
}

// Hotspots is how many moving hotspots move through the keys in step.
func Hotspots(template string) Measure {
	return score(template, func(s heat.Score) Figure { return Figure{}.with(float64(s.Hotspots)) })
}

// Pattern names how writes move.
func Pattern(template string) Measure {
	return score(template, func(s heat.Score) Figure { return word(string(s.Pattern)) })
}

// HotSeen is Hot as the Heat screen has it, whose windows are narrower.
func HotSeen() Measure {
	return seen(func(s heat.Score) Figure { return Figure{Unit: Share}.with(s.Hot) })
}

// PeakSeen is the share that it takes in the worst window.
func PeakSeen() Measure {
	return seen(func(s heat.Score) Figure { return Figure{Unit: Share}.with(s.Peak) })
}

// ChanceSeen is what HotSeen would be if as many writes were uniform.
func ChanceSeen() Measure {
	return seen(func(s heat.Score) Figure { return Figure{Unit: Share}.with(s.UniformShare) })
}

// PatternSeen is Pattern as the Heat screen has it.
func PatternSeen() Measure {
	return seen(func(s heat.Score) Figure { return word(string(s.Pattern)) })
}

func seen(of func(heat.Score) Figure) Measure {
	return func(ctx context.Context, b *Workbench) (Figure, error) {
		m, err := b.Seen(ctx)
		if err != nil {
			return Figure{}, err
		}
		f := of(m.Score)
		f.Figure = estimate.CountedIf(f.Value, b.exact())
		return f, nil
	}
}

func (f Figure) with(v float64) Figure {
	f.Figure = estimate.Point(v)
	return f
}

func score(template string, of func(heat.Score) Figure) Measure {
	return func(ctx context.Context, b *Workbench) (Figure, error) {
		m, err := b.Heat(ctx, template)
		if err != nil {
			return Figure{}, err
		}
		f := of(m.Score)
		f.Figure = estimate.CountedIf(f.Value, b.exact())
		return f, nil
	}
}

// Of the rows, under a layout.

// Rows is how many rows there are.
func Rows(template string) Measure {
	return result(template, Count, func(r *simulate.Result) float64 { return float64(r.Rows) })
}

// Documents is how many cells are made of others, in a form.
func Documents(form string) Of {
	return func(template string) Measure {
		return result(template, Count, func(r *simulate.Result) float64 {
			return float64(r.Documents(candidate.Form(form)))
		})
	}
}

// Tells names whether each table tells the values of a segment: yes or no.
func Tells(segment string) Of {
	return func(template string) Measure {
		return func(ctx context.Context, b *Workbench) (Figure, error) {
			all, err := b.Losses(ctx, template)
			for _, loss := range all {
				if loss.Kind == simulate.LostSegment && loss.Of == segment {
					return word("no"), err
				}
			}
			return word("yes"), err
		}
	}
}

// Tables is how many tables there are, views included.
func Tables(template string) Measure {
	return result(template, Count, func(r *simulate.Result) float64 { return float64(len(r.Tables)) })
}

// CurrentTables is how many tables have the keys and cells that there are now.
func CurrentTables(template string) Measure {
	return result(template, Count, func(r *simulate.Result) float64 { return float64(r.Unchanged()) })
}

// Size is the bytes of keys and cells.
func Size(template string) Measure {
	return result(template, Bytes, func(r *simulate.Result) float64 { return float64(r.Bytes) })
}

// KeyBytes is the bytes of the keys.
func KeyBytes(template string) Measure {
	return result(template, Bytes, func(r *simulate.Result) float64 { return float64(r.KeyBytes) })
}

// PackedKeys is the bytes of the keys when each is stored as far as it differs from the one before.
func PackedKeys(template string) Measure {
	return result(template, Bytes, func(r *simulate.Result) float64 { return float64(r.PackedKeyBytes) })
}

// Largest is the bytes of the largest row.
func Largest(template string) Measure {
	return result(template, Bytes, func(r *simulate.Result) float64 { return float64(r.RowBytes.Quantile(1)) })
}

// Lost is how many cells would be overwritten.
func Lost(template string) Measure {
	return result(template, Count, func(r *simulate.Result) float64 { return float64(r.Collisions.OverwrittenCells) })
}

// OlderVersions is how many cells would become older versions of a column.
func OlderVersions(template string) Measure {
	return result(template, Count, func(r *simulate.Result) float64 { return float64(r.Collisions.VersionCells) })
}

func result(template string, unit Unit, of func(*simulate.Result) float64) Measure {
	return func(ctx context.Context, b *Workbench) (Figure, error) {
		r, err := b.Trial(ctx, template)
		if err != nil {
			return Figure{}, err
		}
		return number(of(r), unit, b.exact()), nil
	}
}

// Of a query, under a layout. Queries are written as in "user equal, at range 1d".

// Read is how many rows a run of the query reads, on average over the rows that ask.
func Read(query string) Of {
	return cost(query, func(c *access.Cost) Figure { return Figure{Figure: c.ByData.RowsRead} })
}

// ReadBytes is how many bytes of rows a run reads.
func ReadBytes(query string) Of {
	return cost(query, func(c *access.Cost) Figure { return Figure{Figure: c.ByData.BytesRead, Unit: Bytes} })
}

// Returned is how many of them are wanted.
func Returned(query string) Of {
	return cost(query, func(c *access.Cost) Figure { return Figure{Figure: c.ByData.RowsReturned} })
}

// Ranges is how many ranges of keys a run of the query reads.
func Ranges(query string) Of {
	return cost(query, func(c *access.Cost) Figure { return number(c.Ranges, Count, c.ByData.RowsRead.IsExact()) })
}

// Access names how the rows of the query are reached.
func Access(query string) Of {
	return cost(query, func(c *access.Cost) Figure { return word(string(c.Access)) })
}

// Direction names how the newest rows are read.
func Direction(query string) Of {
	return cost(query, func(c *access.Cost) Figure {
		if c.Backward {
			return word("backward")
		}
		return word("forward")
	})
}

// MeasureAccess is Access of what the user asks, under the layout in force.
func MeasureAccess(query string) Measure { return Access(query)("") }

// MeasureRead is Read of what the user asks, under the layout in force.
func MeasureRead(query string) Measure { return Read(query)("") }

func cost(query string, of func(*access.Cost) Figure) Of {
	return func(template string) Measure {
		return func(ctx context.Context, b *Workbench) (Figure, error) {
			c, err := b.Cost(ctx, template, query)
			if err != nil {
				return Figure{}, err
			}
			return of(&c), nil
		}
	}
}

// Of retention, under a rule of a family.

// Kept is the share of the family's stored bytes that a rule keeps.
func Kept(family string) Of {
	return part(family, func(p retention.Part) Figure {
		return Figure{Figure: p.Share.Rest(), Unit: Share}
	})
}

// GarbageShare is the share of the family's stored bytes that is GC-eligible under a policy.
func GarbageShare(family string) Of {
	return part(family, func(p retention.Part) Figure { return Figure{Figure: p.Share, Unit: Share} })
}

// KeptCells is how many of the cells read a rule keeps.
func KeptCells(family string) Of {
	return part(family, func(p retention.Part) Figure {
		return number(float64(p.Kept().Cells), Count, p.Share.IsExact())
	})
}

// Missed is how many cells a need keeps that a policy does not. The need is a policy itself, behind its family:
// "v: maxversions=3".
func Missed(need string) Of {
	family, needed, _ := strings.Cut(need, ": ")
	return func(rule string) Measure {
		return func(ctx context.Context, b *Workbench) (Figure, error) {
			wanted, err := KeptCells(family)(needed)(ctx, b)
			if err != nil {
				return Figure{}, err
			}
			if current, ok := b.Sample.Table.Family(family); ok && rule == "" {
				rule = current.GC.String()
			}
			// what neither collects is needed and kept
			both, err := KeptCells(family)("("+needed+") || ("+rule+")")(ctx, b)
			return number(wanted.Value-both.Value, Count, b.exact()), err
		}
	}
}

func part(family string, of func(retention.Part) Figure) Of {
	return func(rule string) Measure {
		return func(ctx context.Context, b *Workbench) (Figure, error) {
			p, err := b.Rule(ctx, family, rule)
			if err != nil {
				return Figure{}, err
			}
			return of(p), nil
		}
	}
}

// Of what is in the table.

// Finding names the rule of the most severe finding of an audit.
func Finding() Measure {
	return func(ctx context.Context, b *Workbench) (Figure, error) {
		rule, err := b.Finding(ctx)
		return word(rule), err
	}
}

// FindingsOf is how many findings of a rule an audit has.
func FindingsOf(rule string) Measure {
	return func(ctx context.Context, b *Workbench) (Figure, error) {
		report, err := b.Audit(ctx)
		if err != nil {
			return Figure{}, err
		}
		count := 0
		for i := range report.Findings {
			if report.Findings[i].Rule == rule {
				count++
			}
		}
		return number(float64(count), Count, true), nil
	}
}

// Distinct is how many values a segment of the keys has in the rows read.
func Distinct(segment string) Measure {
	return described(func(p *figures.Profile, exact bool) (Figure, error) {
		for _, k := range p.Kinds {
			for _, s := range k.Segments {
				if s.Name == segment {
					return number(float64(s.Distinct), Count, exact), nil
				}
			}
		}
		return Figure{}, fmt.Errorf("the keys have no segment %q", segment)
	})
}

// Columns is how many columns occur.
func Columns() Measure {
	return described(func(p *figures.Profile, exact bool) (Figure, error) {
		return number(float64(len(p.Columns)), Count, exact), nil
	})
}

// MostVersions is the most versions that a row has of a column.
func MostVersions(family, qualifier string) Measure {
	return described(func(p *figures.Profile, exact bool) (Figure, error) {
		for _, c := range p.Columns {
			if c.Family == family && c.Qualifier == qualifier {
				return number(float64(c.MaxVersions), Count, exact), nil
			}
		}
		return Figure{}, fmt.Errorf("no row has the column %s:%s", family, qualifier)
	})
}

// MeanColumns is how many columns a row has on average.
func MeanColumns() Measure {
	return described(func(p *figures.Profile, _ bool) (Figure, error) {
		return Figure{Figure: p.ColumnsPerRow.Mean}, nil
	})
}

// MeanKey is the bytes of a key on average.
func MeanKey() Measure {
	return described(func(p *figures.Profile, _ bool) (Figure, error) {
		return Figure{Figure: p.KeyLength.Mean, Unit: Bytes}, nil
	})
}

// RowsBelow is the number of rows with this key prefix.
func RowsBelow(prefix string) Measure {
	return below(prefix, func(b *Workbench, rows, _, _ float64) Figure { return number(rows, Count, b.exact()) })
}

// ShareBelow is the share of all bytes in rows with this key prefix.
func ShareBelow(prefix string) Measure {
	return below(prefix, func(b *Workbench, _, bytes, all float64) Figure {
		return number(bytes/max(all, 1), Share, b.exact())
	})
}

func below(prefix string, of func(b *Workbench, rows, bytes, all float64) Figure) Measure {
	return func(_ context.Context, b *Workbench) (Figure, error) {
		var rows, bytes float64
		s := b.Sample
		for i := s.Find([]byte(prefix)); i < s.Rows() && strings.HasPrefix(string(s.Key(i)), prefix); i++ {
			rows++
			bytes += float64(s.RowBytes(i))
		}
		return of(b, rows, bytes, float64(s.Bytes())), nil
	}
}

// MeanRow is the bytes of a row on average.
func MeanRow() Measure {
	return described(func(p *figures.Profile, _ bool) (Figure, error) {
		return Figure{Figure: p.RowBytes.Mean, Unit: Bytes}, nil
	})
}

func described(of func(p *figures.Profile, exact bool) (Figure, error)) Measure {
	return func(ctx context.Context, b *Workbench) (Figure, error) {
		p, err := b.Profile(ctx)
		if err != nil {
			return Figure{}, err
		}
		return of(p, b.exact())
	}
}
