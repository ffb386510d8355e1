package workload

import (
	"math"
	"slices"
)

// Probe answers, for one query, how much is read when such and such is known at the front of the keys. It is what a
// search through many layouts needs: one pass over the rows a question, no layout. It is not safe for concurrent use.
type Probe struct {
	b      *bound
	order  []uint32  // rows along the range
	prefix []float64 // of bytes in that order, scratch
}

// Load is what one run reads, on average over the rows that ask.
type Load struct{ Rows, Bytes float64 }

// Probe makes a query ready. The error is a fixed value that cannot be read.
func (f *Facts) Probe(q *Query) (*Probe, error) {
	b, err := f.bind(q)
	if err != nil {
		return nil, err
	}
	return &Probe{b: b}, nil
}

// Answers says that some row can be an answer.
func (p *Probe) Answers() bool { return p.b.askeds > 0 && slices.Contains(p.b.match, true) }

// Returned is what a run returns; rows are those of today.
func (p *Probe) Returned() Load {
	b := p.b
	codes := make([]uint32, len(b.asked))
	copy(codes, b.asked)
	return p.load(codes, b.askeds, b.span != nil || b.latest != nil)
}

// Front is what a run reads when the segments named, all of which it asks by, are at the front of the keys. With part,
// the front of a value that it asks by follows; with stretch, what the range runs along, or the newest is looked up by.
func (p *Probe) Front(names []string, part, stretch bool) Load {
	var columns [][]uint32
	for _, n := range names {
		columns = append(columns, p.b.Column(n).Of)
	}
	if part {
		for i := range p.b.parts {
			columns = append(columns, p.b.parts[i].of)
		}
	}
	codes, n := combine(len(p.b.match), columns...)
	return p.load(codes, n, stretch)
}

func (p *Probe) load(codes []uint32, n int, stretch bool) Load {
	b := p.b
	rows, bytes := make([]float64, n), make([]float64, n)
	for row, g := range codes {
		if g != None {
			rows[g]++
			bytes[g] += float64(b.bytes[row])
		}
	}
	var l, whole Load
	asked := 0.0
	for row, ok := range b.match {
		if g := codes[row]; ok && g != None {
			asked++
			whole.Rows += rows[g]
			whole.Bytes += bytes[g]
			if b.latest != nil && stretch {
				part := math.Min(1, float64(b.query.Latest)/rows[g])
				l.Rows += rows[g] * part
				l.Bytes += bytes[g] * part
			}
		}
	}
	if asked == 0 {
		return Load{}
	}
	switch {
	case !stretch || b.latest == nil && b.span == nil:
		l = whole
	case b.span != nil:
		l = p.along(codes, n)
	}
	if !b.Draw.Exact() && b.Draw.Intervals() && b.Draw.Rows().Value > 0 && whole.Rows > 0 {
		asking := slices.Clone(codes)
		for row, ok := range b.match {
			if !ok {
				asking[row] = None
			}
		}
		group := math.Max(1, b.pairs(asking, codes, n, -1)*b.Draw.Rows().Value)
		mean := whole.Bytes / whole.Rows
		share := l.Rows / whole.Rows
		if b.latest != nil && stretch {
			return Load{math.Min(group, float64(b.query.Latest)), math.Min(group, float64(b.query.Latest)) * mean}
		}
		return Load{math.Max(1, group*share), math.Max(1, group*share) * mean}
	}
	return Load{l.Rows / asked, l.Bytes / asked}
}

// along sums what the runs read of [x, x+width) within their group.
func (p *Probe) along(codes []uint32, n int) Load {
	b := p.b
	if p.order == nil {
		p.order = make([]uint32, len(b.match))
		for i := range p.order {
			p.order[i] = uint32(i)
		}
		at := b.span.at
		slices.SortFunc(p.order, func(x, y uint32) int {
			switch {
			case at[x] < at[y]:
				return -1
			case at[x] > at[y]:
				return 1
			}
			return 0
		})
		p.prefix = make([]float64, len(p.order)+1)
	}
	first := make([]int, n+1)
	for _, g := range codes {
		if g != None {
			first[g+1]++
		}
	}
	for g := range n {
		first[g+1] += first[g]
	}
	rows, next := make([]uint32, first[n]), slices.Clone(first)
	for _, row := range p.order {
		if g := codes[row]; g != None {
			rows[next[g]] = row
			next[g]++
		}
	}
	for i, row := range rows {
		p.prefix[i+1] = p.prefix[i] + float64(b.bytes[row])
	}
	var l Load
	for g := range n {
		p.slide(&l, rows, first[g], first[g+1])
	}
	return l
}

// slide sums over the rows of one group, which are in order.
func (p *Probe) slide(l *Load, rows []uint32, from, to int) {
	s := p.b.span
	start, end := from, from
	for i := from; i < to; i++ {
		low := s.at[rows[i]]
		if s.fixed {
			low = s.from
		}
		for start < to && s.at[rows[start]] < low {
			start++
		}
		for end < to && s.at[rows[end]] < low+s.width {
			end++
		}
		if p.b.match[rows[i]] {
			l.Rows += float64(end - start)
			l.Bytes += p.prefix[end] - p.prefix[start]
		}
	}
}

// Served says that a component of one segment, written as raw is, brings together what a prefix or labels condition on it
// asks for.
func (p *Probe) Served(c *Component) bool {
	for i := range p.b.parts {
		if p.b.parts[i].serves(c) {
			return true
		}
	}
	return false
}

// Query is the query that is probed.
func (p *Probe) Query() *Query { return p.b.query }
