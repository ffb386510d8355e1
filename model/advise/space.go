package advise

import (
	"fmt"
	"slices"
	"strings"

	"tabletop/model/access"
	"tabletop/model/candidate"
	"tabletop/model/rowkey"
	"tabletop/model/spelling"
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

// space is what can be tried.
type space struct {
	facts          *access.Index
	layout         *rowkey.Layout // of the kind that is searched
	prefix         string         // of templates, that names the kind; empty when there is one kind
	pieces         []piece
	optional       []int // columns that could be promoted
	last           []int // pieces that stay at the end, in this order
	lead           string
	constant       []string // segments that are the same in every row
	leading        []string // those of them that begin the key
	tail           string   // optional and repeated parts, which follow all else
	delim          string   // between pieces, as a template has it
	between        []byte   // and as keys have it
	today          plan
	dated          bool           // a piece states when rows were written, be it roughly: as the number of a week
	salt           *access.Column // of the current keys; nil without one
	notes          []string
	times          []int64 // row -> when it was written, in microseconds; nil when that is not known
	in             []bool  // row -> it is of the kind that is searched
	surrogates     uint32  // pieces that only tell rows apart
	naming         []int   // pieces that are columns whose values can name the other columns of their row
	cellTime       int     // the piece that is the time of the cells; -1 where no query asks for it
	overhead       float64 // bytes of a key that are of no piece and no delimiter between pieces, on average
	qualifierBytes float64 // of a cell's qualifier, on average
}

// newSpace finds what there is to move: the segments of the kind that has most of what the queries filter on.
func newSpace(f *access.Index, w *workload.Workload) (*space, error) {
	if len(f.Layouts) == 0 {
		return nil, fmt.Errorf("the keys have no layout, so there are no segments to reorder: declare one with " +
			"--layout")
	}
	kind := mainKind(f, w)
	layout := f.Layouts[kind]
	space := &space{facts: f, layout: layout, in: make([]bool, len(f.Kind)), cellTime: -1}
	rows := 0
	for i, k := range f.Kind {
		if space.in[i] = int(k) == kind; space.in[i] {
			rows++
		}
	}
	if rows == 0 {
		return nil, fmt.Errorf("no row read has the layout %s", layout)
	}
	if rows < len(f.Kind) {
		space.notes = append(space.notes,
			fmt.Sprintf("%s of %s rows read are of other record kinds, which do not change",
				spelling.Integer(len(f.Kind)-rows), spelling.Integer(len(f.Kind))))
	}
	space.literals(layout)
	if len(f.Layouts) > 1 && layout.Name() != "" {
		space.prefix = layout.Name() + " = "
	}
	space.clock(layout)
	space.segments(layout, w)
	if len(space.pieces) == 0 {
		return nil, fmt.Errorf("the keys have no segment that differs from row to row")
	}
	space.columns(w)
	if err := space.settle(w); err != nil {
		return nil, err
	}
	space.saltedToday(layout)
	space.today.forms = make([]int, len(space.pieces))
	if err := space.currentOrder(); err != nil {
		return nil, err
	}
	space.mayBeSalt()
	for _, d := range f.Digests {
		space.notes = append(space.notes,
			fmt.Sprintf("%s begins the %s digest of %s in every row read: queries that know %s are costed as knowing "+
				"it", d.Name, d.Func, d.Of, d.Of))
	}
	space.names(w)
	space.demotable(w)
	space.measure()
	return space, nil
}

// otherKinds notes that a query finds rows of record kinds that are not searched, and how one range could hold them
// all.
func (s *space) otherKinds(q *workload.Query, p *access.Probe) {
	var kinds, known []string
	for row, k := range s.facts.Kind {
		if s.in[row] || k < 0 || !p.Finds(row) {
			continue
		}
		if name := s.facts.Layouts[k].Name(); name != "" && !slices.Contains(kinds, name) {
			kinds = append(kinds, name)
		}
	}
	if len(kinds) == 0 || s.layout.Name() == "" {
		return
	}
	note := fmt.Sprintf("%q also finds rows of %s, whose keys do not change: reading them is not counted", q.Name,
		strings.Join(kinds, ", "))
	for _, cond := range q.Where {
		if cond.Op == workload.Equal && !strings.Contains(cond.Segment, ":") {
			known = append(known, "{"+cond.Segment+"}")
		}
	}
	if len(known) > 0 {
		note += fmt.Sprintf("; to read them in one range with those of %s, begin the keys of all these kinds with %s "+
			"and put the kind behind it (G20)", s.layout.Name(), strings.Join(known, ", "))
	}
	s.notes = append(s.notes, note)
}

// settle leaves pieces that no query filters on at the end of the key, where there are too many to try every order.
func (s *space) settle(w *workload.Workload) error {
	if len(s.pieces) > mostPieces {
		return fmt.Errorf("%d segments and columns are too many to search: the maximum is %d", len(s.pieces),
			mostPieces)
	}
	asked := func(i int) bool {
		return slices.ContainsFunc(w.Queries,
			func(q *workload.Query) bool { return slices.Contains(q.Segments(), s.pieces[i].name) })
	}
	var names []string
	outside := 0
	for i := range s.pieces {
		if s.pieces[i].outside {
			outside++
		}
	}
	for i := len(s.pieces) - 1; i >= 0 && len(s.pieces)-outside-len(s.last) > maxPieces; i-- {
		if !asked(i) && !s.pieces[i].outside {
			s.last = slices.Insert(s.last, 0, i)
			names = append(names, s.pieces[i].name)
		}
	}
	if n := len(s.pieces) - outside - len(s.last); n > maxPieces {
		return fmt.Errorf("the queries filter on %d segments and columns, too many to try every order: the maximum "+
			"is %d", n, maxPieces)
	}
	if len(names) > 0 {
		s.notes = append(s.notes,
			"no query filters on "+strings.Join(names, ", ")+": kept at the end of every candidate")
	}
	return nil
}

// measure finds what of keys and cells is not in the pieces.
func (s *space) measure() {
	keys, rows, names, cells := 0.0, 0.0, 0.0, 0.0
	columns := s.facts.Sample.Columns()
	for i, in := range s.in {
		if !in {
			continue
		}
		rows++
		keys += float64(len(s.facts.Sample.Key(i)))
		from, to := s.facts.Sample.Cells(i)
		for j := from; j < to; j++ {
			names += float64(len(columns[s.facts.Sample.Cell(j).Column].Qualifier))
			cells++
		}
	}
	s.qualifierBytes = names / max(cells, 1)
	s.overhead = keys/rows - s.keyBytes(&s.today)
}

// mainKind is the kind with the most rows of those that have the most of what the queries filter on.
func mainKind(f *access.Index, w *workload.Workload) int {
	best, bestScore := 0, -1
	rows := make([]int, len(f.Layouts))
	for _, k := range f.Kind {
		if k >= 0 {
			rows[k]++
		}
	}
	for i, layout := range f.Layouts {
		has := 0
		for _, query := range w.Queries {
			switch kind, named := f.Layouts.KindNamed(query.Kind); {
			case named && kind != i:
				continue
			case named:
				has++ // whatever it asks of the kind
			}
			for _, name := range query.Segments() {
				if layout.Segment(name) != nil {
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
	for i, part := range l.Parts() {
		switch {
		case part.Literal != nil && i == 0:
			s.lead = rowkey.QuoteLiteral(part.Literal, `\{}[]`)
		case part.Literal != nil && s.delim == "":
			lit := strings.TrimRightFunc(string(part.Literal), isWord)
			s.delim, s.between = rowkey.QuoteLiteral([]byte(lit), `\{}[]`), []byte(lit)
		case part.Segment != nil && part.Segment.Codec.Width() == 0:
			fixed = false
		}
	}
	if s.delim == "" && (!fixed || len(l.Segments()) == 1) {
		s.delim, s.between = "#", []byte("#")
	}
}

func isWord(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' }

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

// currentOrder finds the order of the pieces that the keys have now. The others are columns.
func (s *space) currentOrder() error {
	for i, p := range s.pieces {
		if !p.promoted {
			s.today.order = append(s.today.order, i)
		}
	}
	if len(s.today.order) == 0 {
		return fmt.Errorf("the keys have no segment that differs from row to row")
	}
	return nil
}

// mayBeSalt notes a first segment of low cardinality that is a function of another: a hash of it, whose buckets a
// client can compute, which nobody has said.
func (s *space) mayBeSalt() {
	if s.salt != nil || len(s.today.order) < 2 {
		return
	}
	first := s.pieces[s.today.order[0]]
	if n := len(first.column.Values); n < 2 || n > 256 {
		return
	}
	for _, index := range s.today.order[1:] {
		piece := s.pieces[index]
		if len(piece.column.Values) >= 4*len(first.column.Values) && len(piece.column.Values) < len(piece.column.Of) &&
			determines(piece.column, first.column) && first.codec.Type().IsInteger() {
			s.notes = append(s.notes,
				fmt.Sprintf("%s is a function of %s in every row read: if it is a salt, declare it with --layout, as "+
					"{%s:salt(N, crc32(%s))}, so that queries that know %s are costed as knowing it",
					first.name, piece.name, first.name, piece.name, piece.name))
			return
		}
	}
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

// saltedToday finds what the salt of the current keys is a hash of: what its codec says, else the piece of the fewest
// values that returns it.
func (s *space) saltedToday(l *rowkey.Layout) {
	at := 0
	for _, seg := range l.Segments() {
		if slices.ContainsFunc(s.pieces, func(p piece) bool { return p.name == seg.Name }) {
			at++
		}
		if seg.Codec.Type() != rowkey.Salt {
			continue
		}
		salt := s.facts.Column(seg.Name)
		info, _ := rowkey.AsSalt(seg.Codec)
		s.salt, s.today.salt, s.today.saltAt, s.today.salted = salt, int(info.Buckets), at, -1
		if s.today.salt == 0 {
			s.today.salt = len(salt.Values)
		}
		for i, p := range s.pieces {
			better := s.today.salted < 0 || len(p.column.Values) < len(s.pieces[s.today.salted].column.Values)
			if len(info.Segments) == 1 && p.name == info.Segments[0] ||
				len(info.Segments) == 0 && !p.promoted && better && determines(p.column, salt) {
				s.today.salted = i
			}
		}
		return
	}
}

// determines reports whether one column is a function of another, in all rows.
func determines(by, of *access.Column) bool {
	seen := make([]uint32, len(by.Values))
	for i := range seen {
		seen[i] = access.None
	}
	for row, code := range by.Of {
		if code == access.None {
			continue
		}
		if seen[code] != access.None && seen[code] != of.Of[row] {
			return false
		}
		seen[code] = of.Of[row]
	}
	return true
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
