package advise

import (
	"fmt"
	"slices"
	"strings"

	"tabletop/model/rowkey"
	"tabletop/model/workload"
)

// piece is a segment, or a column that could be promoted into the key.
type piece struct {
	name     string
	column   *workload.Column
	promoted bool
	moving   bool // rises with the time of writing: a time, or ids handed out one after the other
	width    float64
	glue     string // text that belongs before the value, as in week12
	forms    []form
}

// form is a way to write a piece.
type form struct {
	text   string // of the field, in braces
	serves bool   // what a prefix or labels condition asks for lies together
	ranges bool   // its bytes run along its values, up or down
	down   bool   // the newest comes first
	turned bool   // does not rise with the time of writing, though its value does
}

// space is what can be tried.
type space struct {
	facts    *workload.Facts
	kind     string
	pieces   []piece
	optional []int // columns that could be promoted
	lead     string
	delim    string
	today    plan
	notes    []string
	in       []bool // row -> it is of the kind that is searched
}

// newSpace finds what there is to move: the segments of the kind that has most of what the queries ask by.
func newSpace(f *workload.Facts, w *workload.Workload) (*space, error) {
	if len(f.Set) == 0 {
		return nil, fmt.Errorf("the keys have no layout, so there is nothing to put in another order: declare one with --layout")
	}
	kind := mainKind(f, w)
	layout := f.Set[kind]
	s := &space{facts: f, kind: layout.Name(), in: make([]bool, len(f.Kind))}
	rows := 0
	for i, k := range f.Kind {
		if s.in[i] = int(k) == kind; s.in[i] {
			rows++
		}
	}
	if rows == 0 {
		return nil, fmt.Errorf("no row read has the layout %s", layout)
	}
	if rows < len(f.Kind) {
		s.notes = append(s.notes, fmt.Sprintf("%d of %d rows read are of other record kinds: they stay as they are", len(f.Kind)-rows, len(f.Kind)))
	}
	s.literals(layout)
	s.segments(layout, w)
	s.columns(w)
	if len(s.pieces) == 0 {
		return nil, fmt.Errorf("the keys have no segment that differs from row to row")
	}
	if len(s.pieces) > maxPieces {
		return nil, fmt.Errorf("%d segments and columns are too many to try every order: at most %d can be searched", len(s.pieces), maxPieces)
	}
	s.today.forms = make([]int, len(s.pieces))
	for i, p := range s.pieces {
		if !p.promoted {
			s.today.order = append(s.today.order, i)
		}
	}
	return s, nil
}

// mainKind is the kind with the most rows of those that have the most of what the queries ask by.
func mainKind(f *workload.Facts, w *workload.Workload) int {
	best, bestScore := 0, -1
	rows := make([]int, len(f.Set))
	for _, k := range f.Kind {
		if k >= 0 {
			rows[k]++
		}
	}
	for i, l := range f.Set {
		has := 0
		for _, q := range w.Queries {
			for _, name := range q.Segments() {
				if l.Segment(name) != nil {
					has++
				}
			}
		}
		if rows[i] == 0 {
			continue
		}
		if score := has*(len(f.Kind)+1) + rows[i]; score > bestScore {
			best, bestScore = i, score
		}
	}
	return best
}

// literals finds what stands in front of all keys, and what is between segments.
func (s *space) literals(l *rowkey.Layout) {
	fixed := true
	for i, p := range l.Parts() {
		switch {
		case p.Literal != nil && i == 0:
			s.lead = rowkey.QuoteLiteral(p.Literal, `\{}[]`)
		case p.Literal != nil && s.delim == "":
			lit := strings.TrimRightFunc(string(p.Literal), isWord)
			s.delim = rowkey.QuoteLiteral([]byte(lit), `\{}[]`)
		case p.Segment != nil && p.Segment.Codec.Width() == 0:
			fixed = false
		}
	}
	if s.delim == "" && (!fixed || len(l.Segments()) == 1) {
		s.delim = "#"
	}
}

func isWord(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' }

// segments makes pieces of what differs from row to row. A salt is left out: the search puts one where it helps.
func (s *space) segments(l *rowkey.Layout, w *workload.Workload) {
	parts := l.Parts()
	for i, p := range parts {
		if p.Segment == nil {
			if p.Group != nil {
				s.notes = append(s.notes, "optional and repeated parts of the key are left out of the search")
			}
			continue
		}
		seg := p.Segment
		col := s.facts.Column(seg.Name)
		if len(col.Values) <= 1 && !asked(w, seg.Name) {
			s.notes = append(s.notes, seg.Name+" is the same in every row and is left out")
			continue
		}
		if seg.Codec.Type() == rowkey.Salt {
			s.notes = append(s.notes, seg.Name+" is a salt: the search puts one where it helps")
			continue
		}
		x := piece{name: seg.Name, column: col, width: meanWidth(col, s.in)}
		if i > 0 && parts[i-1].Literal != nil && i > 1 {
			lit := string(parts[i-1].Literal)
			x.glue = lit[len(strings.TrimRightFunc(lit, isWord)):]
		}
		x.moving = seg.Codec.Type() == rowkey.Timestamp || s.serial(col)
		s.segmentForms(&x, seg, w)
		s.pieces = append(s.pieces, x)
	}
}

// asked says that a query asks by a segment.
func asked(w *workload.Workload, name string) bool {
	return slices.ContainsFunc(w.Queries, func(q *workload.Query) bool { return slices.Contains(q.Segments(), name) })
}

// asks says that a query has such a condition on a segment.
func asks(w *workload.Workload, name string, op workload.Op) bool {
	return slices.ContainsFunc(w.Queries, func(q *workload.Query) bool {
		return slices.ContainsFunc(q.Where, func(c workload.Condition) bool { return c.Segment == name && c.Op == op })
	})
}

// segmentForms lists the ways to write a segment that could serve a query or spread writes. The first is today's.
func (s *space) segmentForms(x *piece, seg *rowkey.Segment, w *workload.Workload) {
	plain := form{text: x.glue + "{" + seg.Name + "}"}
	if seg.Codec.Type() == rowkey.Timestamp || isNumber(seg.Codec) {
		order := s.orderOf(x.column)
		plain.ranges, plain.down = order != 0, order < 0
	} else {
		plain.serves = seg.Codec.Type() != rowkey.Domain || seg.Codec.Reversed()
	}
	x.forms = []form{plain}
	call := func(c string) string { return x.glue + "{" + c + "}" }
	switch {
	case seg.Codec.Type() == rowkey.Timestamp && !seg.Codec.Reversed():
		if latest(w, seg.Name) {
			x.forms = append(x.forms, form{text: call("reverse(" + seg.Name + ")"), ranges: true, down: true})
		}
	case seg.Codec.Type() == rowkey.Domain && !seg.Codec.Reversed():
		if asks(w, seg.Name, workload.Labels) {
			x.forms = append(x.forms, form{text: call("reverse(" + seg.Name + ")"), serves: true})
		}
	case x.moving && (seg.Codec.Type() == rowkey.IntDecimal || seg.Codec.Type() == rowkey.IntPadded):
		x.forms = append(x.forms, form{text: call("mirror(" + seg.Name + ")"), turned: true})
	case seg.Codec.Type() == rowkey.IntDecimal && !plain.ranges && asks(w, seg.Name, workload.Range):
		x.forms = append(x.forms, form{text: call(fmt.Sprintf("pad(%s, %d)", seg.Name, longest(x.column))), ranges: true})
	}
}

func latest(w *workload.Workload, name string) bool {
	return slices.ContainsFunc(w.Queries, func(q *workload.Query) bool { return q.By == name })
}

func isNumber(c rowkey.Codec) bool {
	switch c.Type() {
	case rowkey.IntDecimal, rowkey.IntPadded, rowkey.IntBE, rowkey.OrderedCode:
		return true
	}
	return false
}

func longest(c *workload.Column) int {
	n := 1
	for _, v := range c.Values {
		n = max(n, len(v.Raw))
	}
	return n
}

// columns makes pieces of the columns that queries ask by.
func (s *space) columns(w *workload.Workload) {
	for _, q := range w.Queries {
		for _, name := range q.Segments() {
			if slices.ContainsFunc(s.pieces, func(p piece) bool { return p.name == name }) || !strings.Contains(name, ":") {
				continue
			}
			col := s.facts.Column(name)
			if col == nil {
				continue
			}
			s.optional = append(s.optional, len(s.pieces))
			s.pieces = append(s.pieces, piece{name: name, column: col, promoted: true, width: meanWidth(col, s.in),
				forms: []form{{text: "{column(" + name + ")}", serves: true}}})
		}
	}
}

func meanWidth(c *workload.Column, in []bool) float64 {
	sum, n := 0.0, 0.0
	for row, code := range c.Of {
		if in[row] && code != workload.None {
			sum += float64(len(c.Values[code].Raw))
			n++
		}
	}
	return sum / max(n, 1)
}

// movable says that pieces can become qualifiers: segments, of which no query wants a front.
func (s *space) movable(pieces []int) bool {
	for _, i := range pieces {
		if s.pieces[i].promoted {
			return false
		}
	}
	return true
}

// distance counts what a plan changes: pieces that are not where they were, forms, a salt, moves.
func (s *space) distance(p *plan) int {
	n := 0
	at := 0
	for _, i := range p.order { // what stays in order need not move
		switch k := slices.Index(s.today.order[at:], i); {
		case k < 0:
			n++
		default:
			at += k + 1
		}
		if p.forms[i] != s.today.forms[i] {
			n++
		}
	}
	if p.salt > 0 {
		n += 2
	}
	return n + 2*len(p.moved)
}

// untidy counts what goes against the rules of thumb where figures tell no difference: the common value before the
// granular one (G35).
func (s *space) untidy(p *plan) float64 {
	n := 0.0
	for k := 1; k < len(p.order); k++ {
		a, b := s.pieces[p.order[k-1]].column, s.pieces[p.order[k]].column
		if len(a.Values) > len(b.Values) {
			n++
		}
	}
	return n
}

// template writes a plan as a candidate.
func (s *space) template(p *plan) string {
	var fields []string
	if p.salt > 0 {
		fields = append(fields, fmt.Sprintf("{salt(%d, %s)}", p.salt, s.saltArg(p.salted)))
	}
	for _, i := range p.order {
		fields = append(fields, s.pieces[i].forms[p.forms[i]].text)
	}
	text := s.lead + strings.Join(fields, s.delim)
	if len(p.moved) == 0 {
		return text
	}
	var names []string
	for _, i := range p.moved {
		names = append(names, "{"+s.pieces[i].name+"}")
	}
	qualifier := strings.Join(names, "#")
	if len(s.facts.Sample.Columns()) > 1 {
		qualifier = "{qualifier()}#" + qualifier
	}
	return text + " => * -> *:" + qualifier
}

func (s *space) saltArg(i int) string {
	if p := s.pieces[i]; p.promoted {
		return "column(" + p.name + ")"
	}
	return s.pieces[i].name
}
