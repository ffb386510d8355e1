package simulate

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"time"

	"tabletop/model/candidate"
	"tabletop/model/heat"
	"tabletop/model/rekey"
	"tabletop/model/retention"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/spelling"
)

// Year is the usual horizon of a Projection.
const Year = 365 * 24 * time.Hour

// Projection returns how large the rows there are will be at a later time, if writes continue as they do.
//
// A row grows by its bytes a day of the last 30 days, or of its age where that is less, by cell timestamps; its
// family's rule on age ends the growth at that rate times the age (see retention.MeasureGrowth). It is taken to rest
// where nothing was written to it for as long as all its cells took, and where its key holds a time whose span is over.
// New rows that later writes make are not projected.
type Projection struct {
	NoFigureReason string // why nothing can be projected; the figures are 0 then
	Horizon        time.Duration
	Rows           int64 // looked at
	Growing        int64 // of them will grow
	Over100MB      int64 // at the horizon
	Over256MB      int64
	Largest        int64 // bytes at the horizon
	Key            []byte
	// Span is for how long a row is written to, because of a time in its key, and SpanOf the part of the key that holds
	// it; 0 and empty when there is no such time or the cells do not bear it out.
	Span   time.Duration
	SpanOf string
	// AtLeast means that rows that merge were read only in part, so that there may be more and larger ones.
	AtLeast bool
}

// Summary returns the projection in a sentence or two.
func (p *Projection) Summary() string {
	if p.NoFigureReason != "" {
		return "Row growth is unknown: " + p.NoFigureReason + "."
	}
	word := fmt.Sprintf("In %d days, at the current write rate: %s over 100 MB, %s of them over 256 MB; %s.",
		int(p.Horizon.Hours()/24), spelling.Count(p.Over100MB, "row"), spelling.Integer(p.Over256MB),
		map[bool]string{true: "no row grows", false: fmt.Sprintf("%s of %s grow", spelling.Integer(p.Growing),
			spelling.Count(p.Rows, "row"))}[p.Growing == 0])
	switch {
	case p.SpanOf == "":
	case p.Span < time.Minute:
		word += fmt.Sprintf(" With %s in the key, each row is written once.", p.SpanOf)
	default:
		word += fmt.Sprintf(" With %s in the key, each row is written to for %s only.", p.SpanOf,
			sample.AgeInText(p.Span))
	}
	if p.AtLeast {
		word += " Rows that merge were read in part, so there may be more and larger ones."
	}
	return word
}

// Project projects the sizes of the rows as of now plus horizon. The error is ctx's.
func (r *Result) Project(ctx context.Context, now time.Time, horizon time.Duration) (*Projection, error) {
	out := &Projection{Horizon: horizon}
	for _, table := range r.Tables {
		projection, err := table.project(ctx, now, horizon)
		if err != nil {
			return nil, err
		}
		out.NoFigureReason = cmp.Or(out.NoFigureReason, projection.NoFigureReason)
		out.Rows += projection.Rows
		out.Growing += projection.Growing
		out.Over100MB += projection.Over100MB
		out.Over256MB += projection.Over256MB
		if projection.Largest > out.Largest {
			out.Largest, out.Key = projection.Largest, projection.Key
		}
		if projection.SpanOf != "" {
			out.Span, out.SpanOf = projection.Span, projection.SpanOf
		}
		out.AtLeast = out.AtLeast || projection.AtLeast
	}
	if out.NoFigureReason != "" {
		return &Projection{Horizon: horizon, NoFigureReason: out.NoFigureReason}, nil
	}
	return out, nil
}

func (t *Table) project(ctx context.Context, now time.Time, horizon time.Duration) (*Projection, error) {
	projection := &Projection{Horizon: horizon, AtLeast: t.Merged > 0 && !t.base.Design.IsExact()}
	growing, stamps := t.growing(ctx, now)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if projection.NoFigureReason = stamps.Artificial(); projection.NoFigureReason != "" {
		return projection, nil
	}
	projection.Span, projection.SpanOf = t.span(growing)
	young := 0
	for i := range growing {
		one := &growing[i]
		if one.Window == 0 {
			young++
		}
		size := later(one.RowGrowth, projection.left(one, now)) + t.BytesAt(i) - one.Bytes
		projection.Rows++
		if size > t.BytesAt(i) {
			projection.Growing++
		}
		if size > retention.RowAdvised {
			projection.Over100MB++
		}
		if size > retention.RowLimit {
			projection.Over256MB++
		}
		if size > projection.Largest {
			projection.Largest, projection.Key = size, t.Key(i)
		}
	}
	if young > 0 && young == t.Len() {
		projection.NoFigureReason = "all cells are less than an hour old"
	}
	return projection, nil
}

// growing is how a row grows.
type growing struct {
	retention.RowGrowth
	oldest, newest int64 // timestamps of its cells; zeros if it has none
}

// growing returns how each row grows, and the timestamps of all cells. It stops when ctx ends.
func (t *Table) growing(ctx context.Context, now time.Time) ([]growing, *heat.Stamps) {
	out, stamps := make([]growing, t.Len()), heat.NewStamps(now)
	var cells []retention.RowCell
	rules, asTheyAre := t.rules(), t.asTheyAre()
	for row, list := range t.Contents() {
		if row%4096 == 0 && ctx.Err() != nil {
			break
		}
		cells = cells[:0]
		bytes := t.BytesAt(row)
		if asTheyAre { // what a rule lets grow was measured with the current key
			bytes = t.base.Bytes[t.Sources(row)[0]]
		}
		growing := &out[row]
		for i := range list {
			c := &list[i]
			if i == 0 {
				growing.oldest, growing.newest = c.Micros, c.Micros
			}
			growing.oldest, growing.newest = min(growing.oldest, c.Micros), max(growing.newest, c.Micros)
			stamps.Add(c.Micros)
			cells = append(cells, retention.RowCell(*c))
		}
		growing.RowGrowth = retention.GrowthOfCells(bytes, cells, rules, now)
	}
	return out, stamps
}

// later is the size of a row that grows for so long.
func later(g retention.RowGrowth, left time.Duration) int64 {
	size := float64(g.Bytes) + g.PerDay*left.Hours()/24
	return int64(math.Min(math.Min(size, math.Max(g.Level, float64(g.Bytes))), math.MaxInt64/2))
}

// left is for how long a row continues growing, the horizon at most.
func (p *Projection) left(row *growing, now time.Time) time.Duration {
	at := now.UnixMicro()
	if at-row.newest > row.newest-row.oldest {
		return 0
	}
	if p.SpanOf == "" {
		return p.Horizon
	}
	return max(0, min(p.Horizon, p.Span-time.Duration(at-row.oldest)*time.Microsecond))
}

// rules are those of the families of the new table. One that is new has the rule of the family that its cells come
// from.
func (t *Table) rules() retention.Rules {
	rules := retention.CurrentRules(&t.base.Sample.Table)
	for _, template := range t.of {
		for _, r := range template.Of.Rules {
			if _, known := rules[r.Family]; r.Family == "" || known {
				continue
			}
			for _, from := range r.From {
				if rule, ok := rules[from.Family]; ok {
					rules = rules.With(r.Family, rule)
					break
				}
			}
		}
	}
	return rules
}

// outlasting is the share of rows that may be written to for longer than the span of a time in the key.
const outlasting = 0.05

// span finds the part of the key whose time is over the soonest, and for how long a row of it is written to. What the
// key says counts only where the cells bear it out: a birthday in a key ends nothing.
func (t *Table) span(rows []growing) (time.Duration, string) {
	least, of := time.Duration(0), ""
	for _, part := range t.times() {
		if least == 0 || part.span < least {
			least, of = part.span, part.text
		}
	}
	if of == "" {
		return 0, ""
	}
	over := 0
	for i := range rows {
		if rows[i].newest-rows[i].oldest > least.Microseconds() {
			over++
		}
	}
	if float64(over) > outlasting*float64(len(rows)) {
		return 0, ""
	}
	return least, of
}

// timed is a part of a key that is a time, and what it is truncated to.
type timed struct {
	text string
	span time.Duration
}

// times lists the parts of the key that are times.
func (t *Table) times() []timed {
	var out []timed
	add := func(text string, codec rowkey.Codec, n int64, unit rowkey.Unit) {
		span := unit.Longest() * time.Duration(max(n, 1))
		if codec != nil && codec.Type() == rowkey.Timestamp {
			span = max(span, codec.Unit().Longest())
		}
		if span > 0 {
			out = append(out, timed{text, span})
		}
	}
	plan, number := t.Plan()
	for _, kind := range plan.Kinds(nil, number) {
		if kind == candidate.Foreign {
			continue
		}
		for _, seg := range t.base.Layouts[kind].Segments() {
			add(seg.Name, seg.Codec, 1, "")
		}
	}
	for _, template := range t.of {
		for _, field := range template.Fields {
			add(timeOf(field))
		}
	}
	return out
}

// timeOf returns a field as an expression, the codec that states its unit, and what the time in it is truncated to: so
// many units.
func timeOf(field *rekey.Field) (text string, codec rowkey.Codec, count int64, unit rowkey.Unit) {
	text = field.Expr.String()
	if field.Expr.Op == candidate.Salt || field.Expr.Op == candidate.Hash {
		return text, nil, 1, ""
	}
	count = 1
	field.Expr.Walk(func(e *candidate.Expr) {
		if e.Op == candidate.Bucket || e.Op == candidate.CellTime {
			count, unit = int64(e.N), e.Unit
		}
	})
	if unit == "" || field.Codec != nil { // the form of a bucket has a finer unit than the bucket
		codec = field.Form()
	}
	if field.Expr.Op == candidate.CellTime && unit == "" {
		unit = rowkey.Microsecond
	}
	return text, codec, count, unit
}
