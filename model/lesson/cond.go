package lesson

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"tabletop/model/candidate"
	"tabletop/model/retention"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/workload"
)

// work makes the work of having made text.
func (m Make) work(text string) (Work, error) {
	switch m.Where {
	case InQueries:
		q, err := parseQuery(text)
		if err != nil {
			return Work{}, err
		}
		return Work{Queries: []string{QueryText(q)}}, nil
	case InRetention:
		rule, err := retention.Parse(text)
		return Work{Rules: map[string]sample.GCRule{m.Family: rule}}, err
	case InKeys:
		set, err := rowkey.ParseSet(text)
		return Work{Layouts: set}, err
	}
	return Work{Templates: []string{text}}, nil
}

// Below requires that a figure of what was made is less than factor times than, and shows it under name; than is shown
// as {than}.
func Below(name string, of Of, factor float64, than Measure, say string) Cond {
	return compare(name, of, than, say, func(mine, other float64) bool { return mine < factor*other })
}

// Above requires that a figure of what was made is more than factor times than.
func Above(name string, of Of, factor float64, than Measure, say string) Cond {
	return compare(name, of, than, say, func(mine, other float64) bool { return mine > factor*other })
}

func compare(name string, of Of, than Measure, say string, ok func(mine, other float64) bool) Cond {
	return Cond{Say: say, Figures: map[string]Of{name: of, "than": func(string) Measure { return than }},
		Met: func(ctx context.Context, b *Workbench, text string) (bool, error) {
			mine, err := of(text)(ctx, b)
			if err != nil {
				return false, err
			}
			other, err := than(ctx, b)
			return ok(mine.Value, other.Value), err
		}}
}

// Zero requires that a figure of what was made is 0, and shows it under name.
func Zero(name string, of Of, say string) Cond {
	return Cond{Say: say, Figures: map[string]Of{name: of}, Met: func(ctx context.Context, b *Workbench,
		text string) (bool, error) {
		f, err := of(text)(ctx, b)
		return f.Value == 0, err
	}}
}

// Is requires that a word measured of what was made is one of some, and shows it under name.
func Is(name string, of Of, say string, words ...string) Cond {
	return Cond{Say: say, Figures: map[string]Of{name: of}, Met: func(ctx context.Context, b *Workbench,
		text string) (bool, error) {
		f, err := of(text)(ctx, b)
		return slices.Contains(words, f.Word), err
	}}
}

// Has requires that a key or a qualifier of the layout made holds an expression, such as reverse(at).
func Has(expr, say string) Cond {
	return parsed(say, func(c *candidate.Candidate) bool {
		found := false
		for i := range c.Templates {
			c.Templates[i].Exprs(func(e *candidate.Expr) { found = found || plain(e.String()) == plain(expr) })
		}
		return found
	})
}

// Shows measures figures of the user's work for the text that is shown when it is right. The condition is always met.
func Shows(figures map[string]Of) Cond {
	return Cond{Figures: figures, Met: func(context.Context, *Workbench, string) (bool, error) { return true, nil }}
}

// CutAs asks that layouts cut each key where want does, and give to names that it has the places that these have there;
// times are those that it reads. Other names are the user's choice.
func CutAs(want rowkey.Set) Cond {
	return Cond{
		Say: "{made} reads keys otherwise: a part lies between delimiters, with its name, and a time is the one " +
			"written there.",
		Met: func(_ context.Context, b *Workbench, text string) (bool, error) {
			set, err := rowkey.ParseSet(text)
			if err != nil {
				return false, err
			}
			known := segmentNames(want)
			var mine, right []rowkey.Span
			for row := range b.Sample.Rows() {
				var kind, made int
				right, kind = want.Decode(right[:0], b.Sample.Key(row))
				mine, made = set.Decode(mine[:0], b.Sample.Key(row))
				if kind < 0 {
					continue
				}
				if made < 0 || len(mine) != len(right) {
					return false, nil
				}
				for i, span := range mine {
					other := right[i]
					named := span.Segment.Name == other.Segment.Name || !slices.Contains(known, span.Segment.Name)
					if span.Start != other.Start || span.End != other.End || !named ||
						span.Value.Kind == rowkey.KindTime && span.Value.Compare(other.Value) != 0 {
						return false, nil
					}
				}
			}
			return true, nil
		}}
}

// Reads asks that all keys read fit the layouts made, and that the segment of each name has that type.
func Reads(types map[string]rowkey.Type, say string) Cond {
	return Cond{Say: say, Figures: map[string]Of{"fit": Fit}, Met: func(ctx context.Context, b *Workbench,
		text string) (bool, error) {
		fit, err := Fit(text)(ctx, b)
		if err != nil || fit.Value < 1 {
			return false, err
		}
		set, err := rowkey.ParseSet(text)
		for name, want := range types {
			found := false
			for _, l := range set {
				if s := l.Segment(name); s != nil && s.Codec.Type() == want {
					found = true
				}
			}
			if !found {
				return false, err
			}
		}
		return true, err
	}}
}

// Fit is the share of the keys read that layouts explain.
func Fit(templates string) Measure {
	return func(ctx context.Context, b *Workbench) (Figure, error) {
		set, err := rowkey.ParseSet(templates)
		if err != nil {
			return Figure{}, err
		}
		fit := 0
		var spans []rowkey.Span
		for i := range b.Sample.Rows() {
			if i%8192 == 0 && ctx.Err() != nil {
				return Figure{}, ctx.Err()
			}
			var kind int
			if spans, kind = set.Decode(spans[:0], b.Sample.Key(i)); kind >= 0 {
				fit++
			}
		}
		if b.Sample.Rows() == 0 {
			return Figure{}, fmt.Errorf("no row was read")
		}
		return number(float64(fit)/float64(b.Sample.Rows()), Share, b.exact()), nil
	}
}

// AsksBy asks for a query by just these conditions, in any order, and shows what was made under {made}. A value that
// occurs may be given for one that is equal.
func AsksBy(want string) Cond {
	return Cond{Say: "Your query filters on: {made}. The expected one filters on: " + want + ".",
		Met: func(ctx context.Context, b *Workbench, text string) (bool, error) {
			mine, err := sorted(text)
			if err != nil {
				return false, err
			}
			if other, err := sorted(want); err != nil || mine != other {
				return false, err
			}
			if !strings.Contains(text, "= ") { // any value that occurs
				return true, nil
			}
			found, err := Returned(text)("")(ctx, b)
			return found.Value > 0, err
		}}
}

// NoLimit refuses queries that ask for some of the rows only, which the task does not say.
func NoLimit() Cond {
	return Cond{Say: "{made} takes only some of the rows that it finds: all are asked for.",
		Met: func(_ context.Context, _ *Workbench, text string) (bool, error) {
			q, err := parseQuery(text)
			return err == nil && q.Latest == 0 && q.Limit == 0, err
		}}
}

// sorted is a query with its conditions in one order and each written in one way, without the values that are given.
func sorted(query string) (string, error) {
	asked, err := parseQuery(query)
	if err != nil {
		return "", err
	}
	for i := range asked.Where {
		if c := &asked.Where[i]; c.Op == workload.Equal {
			*c = workload.Condition{Segment: c.Segment, Op: workload.Equal}
		}
	}
	parts := strings.Split(QueryText(asked), ", ")
	slices.Sort(parts)
	return strings.Join(parts, ", "), nil
}

// constant is a figure to hold others against.
func constant(v float64) Measure {
	return func(_ context.Context, b *Workbench) (Figure, error) { return number(v, Count, b.exact()), nil }
}

// SameAs asks that a figure of what was made is that of than, and shows it as Below does.
func SameAs(name string, of Of, than Measure, say string) Cond {
	return compare(name, of, than, say, func(mine, other float64) bool { return mine == other })
}
