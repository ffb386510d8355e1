package advise

import (
	"fmt"
	"slices"
	"strings"

	"tabletop/model/access"
	"tabletop/model/candidate"
	"tabletop/model/rowkey"
	"tabletop/model/workload"
)

// piece is a segment, or a column that could be promoted into the key.
type piece struct {
	name     string
	column   *access.Column
	codec    rowkey.Codec // of a segment; nil for a column
	promoted bool
	outside  bool // stands in no key: what queries filter on in other ways, or a column whose value can name others
	moving   bool // rises with the time of writing: a time, or ids handed out one after the other
	// rising is the set of at most one other piece: in the rows of each of its values this one rises with the time of
	// writing, as numbers do that each tenant hands out for itself.
	rising uint32
	// bytes that the cells of a column take in a row, on average, without the key; 0 where they cannot go
	cell     float64
	width    float64
	glue     string      // text that belongs before the value, as in week12
	unit     rowkey.Unit // of times
	behind   string      // what is the same in every row and follows the piece
	copy     string      // the column that repeats it in every row; empty without one that matters
	computed bool        // it is a digest of another piece, and the key may do without it
	forms    []form
}

// form is a way to write a piece.
type form struct {
	text   string // of the field, in braces
	serves bool   // values that begin with the same bytes as the key has them now lie together
	labels bool   // names with the same last labels lie together
	ranges bool   // its bytes run along its values, up or down
	down   bool   // the newest comes first
	digits bool   // decimal numbers without padding: in order among those of one length
	width  int    // of its bytes, where that is not the piece's own; else 0
	turned bool   // does not rise with the time of writing, though its value does
}

// segments makes pieces of what differs from row to row. What is the same in every row stays where it is: in front of
// the key, or behind the piece before it. A salt is no piece: the search puts one where it helps.
func (s *space) segments(l *rowkey.Layout, w *workload.Workload) {
	parts := l.Parts()
	for index, part := range parts {
		if part.Group != nil {
			s.keep(part)
		}
		if part.Segment == nil {
			continue
		}
		seg := part.Segment
		col := s.facts.Column(seg.Name)
		switch {
		case s.same(col):
			if n := len(s.pieces); n > 0 {
				s.pieces[n-1].behind += s.delim + "{" + seg.Name + "}"
			} else {
				s.lead += "{" + seg.Name + "}" + s.delim
				s.leading = append(s.leading, seg.Name)
			}
			s.constant = append(s.constant, seg.Name)
			continue
		case seg.Codec.Type() == rowkey.Salt:
			continue // see saltedToday
		}
		piece := piece{name: seg.Name, column: col, codec: seg.Codec, width: meanWidth(col, s.in),
			unit: seg.Codec.Unit()}
		if index > 1 && parts[index-1].Literal != nil {
			lit := string(parts[index-1].Literal)
			piece.glue = lit[len(strings.TrimRightFunc(lit, isWord)):]
		}
		piece.moving = seg.Codec.Type() == rowkey.Timestamp || s.serial(col)
		s.dated = s.dated || piece.moving || s.times != nil && len(col.Values) < few && seg.Codec.Type().IsInteger() &&
			s.rises(col)
		s.segmentForms(&piece, seg, w)
		s.pieces = append(s.pieces, piece)
	}
	s.risingPieces()
	if n := len(s.pieces); n > 0 && len(parts) > 1 && parts[len(parts)-1].Literal != nil {
		s.pieces[n-1].behind += rowkey.QuoteLiteral(parts[len(parts)-1].Literal, `\{}[]`)
	}
	if len(s.constant) > 0 {
		s.notes = append(s.notes, "constant in the rows read, and not moved: "+strings.Join(s.constant, ", "))
	}
}

// same reports whether a column has one value in the rows that are searched.
func (s *space) same(c *access.Column) bool {
	code := access.None
	for row, in := range s.in {
		if of := c.Of[row]; in && of != access.None {
			if code != access.None && code != of {
				return false
			}
			code = of
		}
	}
	return true
}

// keep lets an optional or repeated part follow all else.
func (s *space) keep(p rowkey.Part) {
	first, text := "", ""
	for _, part := range p.Group.Parts {
		switch {
		case part.Literal != nil:
			text += rowkey.QuoteLiteral(part.Literal, `\{}[]`)
		case part.Segment != nil:
			if first == "" {
				first = part.Segment.Name
			}
			text += "{" + part.Segment.Name + "}"
		}
	}
	if p.Group.Repeat {
		text = s.delim + "{rest(" + first + ")}"
	}
	s.tail += "[" + text + "]"
	s.notes = append(s.notes, "the optional or repeated part of the key stays at its end")
}

// asks reports whether a query has such a condition on a segment.
func asks(w *workload.Workload, name string, op workload.Op) bool {
	return slices.ContainsFunc(w.Queries, func(q *workload.Query) bool {
		return slices.ContainsFunc(q.Where, func(c workload.Condition) bool { return c.Segment == name && c.Op == op })
	})
}

// isUnpadded reports whether c writes decimal digits without padding.
func isUnpadded(c rowkey.Codec) bool { return c.Spec() == "int" }

// segmentForms lists the ways to write a segment that could serve a query or spread writes. The first is the current
// one.
func (s *space) segmentForms(x *piece, seg *rowkey.Segment, w *workload.Workload) {
	plain := form{text: x.glue + "{" + seg.Name + "}", serves: true}
	if seg.Codec.Type() == rowkey.Timestamp || seg.Codec.Type().IsInteger() {
		order := s.columnOrder(x.column)
		plain.ranges, plain.down = order != 0, order < 0
		plain.digits = order == 0 && isUnpadded(seg.Codec)
	} else {
		plain.ranges = s.columnOrder(x.column) > 0
		plain.labels = seg.Codec.Type() == rowkey.Domain && seg.Codec.Reversed()
	}
	x.forms = []form{plain}
	call := func(c string) string { return x.glue + "{" + c + "}" }
	switch {
	case seg.Codec.Type() == rowkey.Timestamp && !plain.ranges && seg.Codec.Form().Calendar &&
		!seg.Codec.Form().Yearless:
		spec := rowkey.SortedDate(seg.Codec.Unit()) // which begins with the year
		sorted := form{text: call(seg.Name + ":" + spec), ranges: true}
		if codec, err := rowkey.ParseCodec(spec); err == nil {
			sorted.width = codec.Width()
		}
		x.forms = append(x.forms, sorted)
	case seg.Codec.Type() == rowkey.Timestamp && !seg.Codec.Reversed():
		if latest(w, seg.Name) {
			f := form{text: call("reverse(" + seg.Name + ")"), ranges: true, down: true}
			if c, err := rowkey.Reverse(seg.Codec, 0); err == nil && len(x.column.Values) > 0 {
				// times of one age have one length; without one it stays as it is
				text, _ := c.Append(nil, x.column.Values[0].Of)
				f.width = len(text)
			}
			x.forms = append(x.forms, f)
		}
	case seg.Codec.Type() == rowkey.Domain && !seg.Codec.Reversed():
		if asks(w, seg.Name, workload.Labels) {
			x.forms = append(x.forms, form{text: call("reverse(" + seg.Name + ")"), labels: true})
		}
	case x.moving && (seg.Codec.Type() == rowkey.IntDecimal || seg.Codec.Type() == rowkey.IntPadded):
		x.forms = append(x.forms, form{text: call("mirror(" + seg.Name + ")"), turned: true})
	case seg.Codec.Type() == rowkey.IntDecimal && !plain.ranges && asks(w, seg.Name, workload.Range):
		x.forms = append(x.forms, form{text: call(fmt.Sprintf("pad(%s, %d)", seg.Name, longest(x.column))),
			ranges: true, width: longest(x.column)})
	}
}

func latest(w *workload.Workload, name string) bool {
	return slices.ContainsFunc(w.Queries, func(q *workload.Query) bool { return q.By == name })
}

func longest(c *access.Column) int {
	n := 1
	for _, v := range c.Values {
		n = max(n, len(v.Raw))
	}
	return n
}

// columns makes pieces of the columns that queries filter on.
func (s *space) columns(w *workload.Workload) {
	for _, query := range w.Queries {
		for _, name := range query.Segments() {
			if slices.ContainsFunc(s.pieces, func(p piece) bool { return p.name == name }) {
				continue
			}
			if name == workload.CellTime {
				s.cellTime = len(s.pieces)
				s.notes = append(s.notes, fmt.Sprintf("layouts that keep the time of the key as that of the cells are "+
					"left out: %q asks by when cells were written", query.Name))
				arrival := piece{name: name, column: s.facts.Column(name), promoted: true, outside: true, moving: true,
					unit: rowkey.Microsecond}
				if s.arriveWhole() { // so that a key may have the time, for rows that are asked for as they arrive
					arrival.outside, arrival.width = false, arrivalWidth
					arrival.forms = []form{{text: "{" + candidate.CellTimeName + "}", serves: true, ranges: true}}
					s.optional = append(s.optional, len(s.pieces))
				}
				s.pieces = append(s.pieces, arrival)
				continue
			}
			if !strings.Contains(name, ":") {
				continue
			}
			col := s.facts.Column(name)
			if col == nil {
				continue
			}
			s.optional = append(s.optional, len(s.pieces))
			order := s.columnOrder(col)
			x := piece{name: name, column: col, promoted: true, width: meanWidth(col, s.in), cell: s.sheddable(name),
				forms: []form{{text: "{" + columnCall(name) + "}", serves: true, ranges: order != 0, down: order < 0,
					digits: order == 0 && isDecimal(col)}}}
			if order == 0 && isDecimal(col) && latest(w, name) {
				x.forms = append(x.forms, form{text: fmt.Sprintf("{pad(%s, %d)}", columnCall(name), longest(col)),
					ranges: true, width: longest(col)})
			}
			s.pieces = append(s.pieces, x)
		}
	}
}

// arrivalWidth is the length of a time in milliseconds, in decimal.
const arrivalWidth = 13

// arriveWhole reports whether all cells of each row have one timestamp, as those of events do that are written once.
func (s *space) arriveWhole() bool {
	for row, in := range s.in {
		if !in {
			continue
		}
		from, to := s.facts.Sample.Cells(row)
		times := s.facts.Sample.Times(from, to)
		if slices.ContainsFunc(times, func(at int64) bool { return at != times[0] }) {
			return false
		}
	}
	return true
}

func meanWidth(c *access.Column, in []bool) float64 {
	sum, n := 0.0, 0.0
	for row, code := range c.Of {
		if in[row] && code != access.None {
			sum += float64(len(c.Values[code].Raw))
			n++
		}
	}
	return sum / max(n, 1)
}

// movable reports whether pieces can become qualifiers: segments, of which no query filters on a prefix.
func (s *space) movable(pieces []int) bool {
	for _, i := range pieces {
		if s.pieces[i].promoted || s.pieces[i].behind != "" {
			return false
		}
	}
	return true
}
