package advise

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"tabletop/model/access"
	"tabletop/model/rowkey"
	"tabletop/model/spelling"
	"tabletop/model/workload"
)

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
		return nil, noSegment()
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

// noSegment is the error of keys in which nothing can be put in another order.
func noSegment() error {
	return errors.New("the keys have no segment that differs from row to row, so there is no other order: read more " +
		"rows, or try a layout of your own")
}

// currentOrder finds the order of the pieces that the keys have now. The others are columns.
func (s *space) currentOrder() error {
	for i, p := range s.pieces {
		if !p.promoted {
			s.today.order = append(s.today.order, i)
		}
	}
	if len(s.today.order) == 0 {
		return noSegment()
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
