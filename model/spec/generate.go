package spec

import (
	"fmt"
	"math"
	"slices"
	"time"

	"tabletop/model/demo"
	"tabletop/model/rowkey"
	"tabletop/model/spelling"
)

// The numbers that throw the dice for different things.
const (
	diceTimes = iota + 1
	diceTree
	diceCells
	diceMakers
	diceNames
	diceClock
)

// kindRows makes the rows of a kind.
type kindRows struct {
	kind    *Kind
	number  int
	seed    int
	plan    *plan
	makers  []*maker
	columns [][]*maker    // of the columns whose names have fields
	running [][][]float64 // of their fields
}

// Table returns the table, whose rows are made when it is asked for them. The error is about a specification by which
// rows would share their keys, or whose values cannot be made; it begins with a line.
func (s *Spec) Table() (demo.Table, error) {
	kinds, err := s.plans()
	if err != nil {
		return demo.Table{}, err
	}
	about := demo.Table{Name: s.Name, Families: s.Families, Rows: s.Rows}
	if len(s.Kinds) == 1 {
		about.Key = s.Kinds[0].Layout.String()
	}
	return demo.New(about, func(now time.Time) demo.Generator {
		end := s.EndAt(now)
		return demo.Generator{Rows: s.Rows, Row: func(i int) demo.Row {
			for _, rows := range kinds {
				if i < rows.plan.rows {
					row, _ := rows.row(i, end)
					return row
				}
				i -= rows.plan.rows
			}
			panic("spec: no such row")
		}}
	}), nil
}

// EndAt returns the end of the writes of a table that is made at now.
func (s *Spec) EndAt(now time.Time) time.Time {
	if s.End.IsZero() {
		return now.UTC()
	}
	return s.End.UTC()
}

// Layouts returns the layouts of the keys.
func (s *Spec) Layouts() rowkey.Set {
	var out rowkey.Set
	for i := range s.Kinds {
		out = append(out, s.Kinds[i].Layout)
	}
	return out
}

// plans divides the rows among the kinds and theirs among the values.
func (s *Spec) plans() ([]*kindRows, error) {
	var out []*kindRows
	var shares []float64
	for i := range s.Kinds {
		shares = append(shares, s.Kinds[i].Share)
	}
	if len(shares) > s.Rows {
		return nil, fmt.Errorf("line %d: more kinds than rows: raise rows: above %d", s.Kinds[0].line, s.Rows)
	}
	for number, rows := range share(s.Rows, shares) {
		kind := &s.Kinds[number]
		of := &kindRows{kind: kind, number: number, seed: int(s.Seed)}
		of.plan = newPlan(kind.Fields, runningOf(kind.Fields), rows, of.seed, diceTree, number)
		if err := of.plan.time(kind, s.Duration, int(s.Seed)+diceTimes<<8+number); err != nil {
			return nil, err
		}
		of.makers = of.makersOf(kind.Layout, kind.Fields, of.plan, 0)
		for j := range kind.Columns {
			column := &kind.Columns[j]
			var makers []*maker
			if column.Layout != nil {
				makers = of.makersOf(column.Layout, column.Fields, nil, j+1)
			}
			of.columns, of.running = append(of.columns, makers), append(of.running, runningOf(column.Fields))
		}
		if err := of.checkNames(); err != nil {
			return nil, err
		}
		out = append(out, of)
	}
	return out, s.unique(out)
}

// makersOf returns a maker for each field. The values of fields of one name in several kinds are the same ones.
func (k *kindRows) makersOf(layout *rowkey.Layout, fields []Field, plan *plan, column int) []*maker {
	var out []*maker
	for index := range fields {
		most := max(fields[index].Values, k.plan.rows)
		if plan != nil {
			for _, level := range plan.levels {
				if level.field == index {
					most = len(level.first)
				}
			}
		}
		seed := k.seed
		for _, c := range []byte(fields[index].Segment.Name) {
			seed = seed*31 + int(c)
		}
		out = append(out, newMaker(layout, &fields[index], most, seed+diceMakers<<20+column))
	}
	return out
}

// checkNames reports columns whose names cannot be made.
func (k *kindRows) checkNames() error {
	for number := range k.kind.Columns {
		column := &k.kind.Columns[number]
		if column.Layout == nil {
			continue
		}
		for code := range 10 {
			at := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
			codes := make([]int, len(column.Fields))
			for f := range codes {
				codes[f] = code % max(1, column.Fields[f].Values)
			}
			if _, err := k.name(column, k.columns[number], codes, moment{at: at, over: at}); err != nil {
				return err
			}
		}
	}
	return nil
}

// unique reports values that cannot be made, and rows that share a key.
func (s *Spec) unique(kinds []*kindRows) error {
	end := s.EndAt(time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC))
	var all []uint64
	for _, rows := range kinds {
		hashes, err := rows.hashes(end)
		if err != nil {
			return err
		}
		if alike := shared(hashes); alike > 0 {
			return fmt.Errorf("line %d: %s would have the key of another row: raise length: or the numbers of values, "+
				"or lower the number of rows", rows.kind.line, spelling.Count(alike, "row"))
		}
		all = append(all, hashes...)
	}
	if alike := shared(all); alike > 0 {
		return fmt.Errorf("line %d: %s would have the key of a row of another kind: begin the keys of each kind with "+
			"another literal", s.Kinds[0].line, spelling.Count(alike, "row"))
	}
	return nil
}

// shared counts the numbers that are the same as another one. It sorts them.
func shared(hashes []uint64) int {
	slices.Sort(hashes)
	return len(hashes) - len(slices.Compact(slices.Clone(hashes)))
}

// hashes returns a hash of the key of each row. The error is about values that cannot be made, or a key that its
// template would not read.
func (k *kindRows) hashes(end time.Time) ([]uint64, error) {
	out := make([]uint64, k.plan.rows)
	var spans []rowkey.Span
	for row := range out {
		key, _, err := k.key(row, end)
		if err == nil && row%max(1, len(out)/100) == 0 {
			if spans, err = k.kind.Layout.Decode(spans[:0], key); err != nil {
				err = fmt.Errorf("line %d: the key %q would not be read as %s: %w", k.kind.line, key,
					k.kind.Layout, err)
			}
		}
		if err != nil {
			return nil, err
		}
		out[row] = hash(key)
	}
	return out, nil
}

// hash is FNV-1a of 64 bits, mixed.
func hash(key []byte) uint64 {
	sum := uint64(14695981039346656037)
	for _, c := range key {
		sum = (sum ^ uint64(c)) * 1099511628211
	}
	random := demo.Roll(int(sum))
	return random.Next()
}

// codes returns the number of the value of each drawn field of a row, how many rows its last value has, and the row's
// place among these.
func (p *plan) codes(row int, into []int) (place, rows int) {
	leaves := p.leaves()
	node := leaves.node(row)
	place = row - int(leaves.first[node])
	rows = leaves.end(node, p.rows) - int(leaves.first[node])
	for i := len(p.levels) - 1; i >= 0; i-- {
		level := &p.levels[i]
		into[level.field] = int(level.code[node])
		node = int(level.parent[node])
	}
	return place, rows
}

// key makes the key of a row, and returns the time of its write.
func (k *kindRows) key(row int, end time.Time) ([]byte, time.Time, error) {
	codes := make([]int, len(k.makers))
	place, rows := k.plan.codes(row, codes)
	when := moment{at: end.Add(-time.Duration(k.plan.before[row]) * time.Millisecond), part: k.part(row, place, rows)}
	if k.plan.over != nil {
		when.over = end.Add(-time.Duration(k.plan.over[row]) * time.Millisecond)
	}
	at := when.at
	spans, err := k.spans(k.makers, codes, when)
	if err != nil {
		return nil, at, err
	}
	finest := rowkey.Unit("")
	for i, maker := range k.makers {
		unit := maker.codec.Unit()
		if maker.field.isTime() && maker.field.Over == 0 && (finest == "" || finest.CoarserThan(unit)) {
			finest, at = unit, spans[i].Value.Time()
		}
	}
	key, err := k.kind.Layout.Encode(nil, spans)
	return key, at, err
}

// part is the place of a row among those of its values as a part, 0 to 1, in which numbers rise; those of different
// values differ.
func (k *kindRows) part(row, place, rows int) float64 {
	if rows == k.plan.rows {
		return (float64(place) + 0.5) / float64(rows)
	}
	random := demo.Roll(k.seed, k.number, row)
	return (float64(place) + random.Unit()) / float64(rows)
}

// spans makes the values of a key.
func (k *kindRows) spans(makers []*maker, codes []int, when moment) ([]rowkey.Span, error) {
	out := make([]rowkey.Span, len(makers))
	for _, computed := range []bool{false, true} {
		for at, maker := range makers {
			if computed != (len(maker.field.From) > 0) {
				continue
			}
			if computed {
				codes[at] = maker.computed(makers, out)
			}
			value, err := maker.value(codes[at], when)
			if err != nil {
				return nil, fmt.Errorf("line %d: no values of %s can be made as %s: %w", maker.field.line,
					maker.field.Segment.Name, maker.codec.Spec(), err)
			}
			out[at] = rowkey.Span{Segment: maker.field.Segment, Value: value}
		}
	}
	return out, nil
}

// computed is the number of a value that others determine.
func (m *maker) computed(makers []*maker, spans []rowkey.Span) int {
	var text []byte
	for i, other := range makers {
		if slices.Contains(m.field.From, other.field.Segment.Name) {
			text = append(text, spans[i].Value.String()...)
		}
	}
	return int(hash(text) % uint64(m.field.Values))
}

// row makes a row.
func (k *kindRows) row(index int, end time.Time) (demo.Row, error) {
	key, at, err := k.key(index, end)
	if err != nil {
		return demo.Row{}, err
	}
	out := demo.Row{Key: key}
	clock := demo.Roll(k.seed, diceClock, k.number, index)
	for number := range k.kind.Columns {
		column := &k.kind.Columns[number]
		random := demo.Roll(k.seed, diceCells, k.number, index, number)
		if random.Unit() >= column.Share {
			continue
		}
		if column.Layout == nil {
			out.Cells = column.cells(out.Cells, column.Name, at, end, clock, &random)
			continue
		}
		for i, name := range k.qualifiers(number, index, at, &random) {
			own := demo.Roll(k.seed, diceClock, k.number, index, number, i)
			out.Cells = column.cells(out.Cells, name, at, end, own, &random)
		}
	}
	if len(out.Cells) == 0 { // a row without cells does not exist
		random := demo.Roll(k.seed, diceCells, k.number, index)
		number := mostCommon(k.kind.Columns)
		column := &k.kind.Columns[number]
		name := column.Name
		if column.Layout != nil {
			name = k.qualifiers(number, index, at, &random)[0]
		}
		out.Cells = column.cells(nil, name, at, end, clock, &random)
	}
	return out, nil
}

// mostCommon is the column that most rows have.
func mostCommon(columns []Column) int {
	best := 0
	for i := range columns {
		if columns[i].Share > columns[best].Share {
			best = i
		}
	}
	return best
}

// qualifiers makes the names of the columns of a row, each once.
func (k *kindRows) qualifiers(number, row int, at time.Time, random *demo.Random) []string {
	column, makers := &k.kind.Columns[number], k.columns[number]
	count := int(or(column.Count, 1).at(random.Unit()))
	names := newPlan(column.Fields, k.running[number], count, k.seed, diceNames, k.number, row, number)
	var out []string
	seen := map[string]bool{}
	for index := range count {
		codes := make([]int, len(makers))
		names.codes(index, codes)
		when := moment{at: at, part: (float64(index) + random.Unit()) / float64(count)}
		for f := range makers {
			when.over = at.Add(time.Duration(when.part*float64(makers[f].field.Over)) * time.Millisecond)
			if makers[f].field.isDrawn() && !makers[f].field.shared() {
				codes[f] = random.Below(math.MaxInt32) // not the first ones in every row
			}
		}
		name, err := k.name(column, makers, codes, when)
		if err == nil && !seen[name] {
			seen[name] = true
			out = append(out, name)
		}
	}
	return out
}

// name makes a qualifier.
func (k *kindRows) name(column *Column, makers []*maker, codes []int, when moment) (string, error) {
	spans, err := k.spans(makers, codes, when)
	if err != nil {
		return "", err
	}
	name, err := column.Layout.Encode(nil, spans)
	return string(name), err
}

// cells adds the versions of a column of a row that was written at a time. The clock throws the dice for their times:
// columns of the same times have the same ones in a row, since one write holds them.
func (c *Column) cells(into []demo.Cell, name string, at, end time.Time, clock demo.Random,
	random *demo.Random) []demo.Cell {
	written, last := at.UnixMilli(), end.UnixMilli()
	part := clock.Unit()
	switch {
	case len(c.Ago) > 0:
		written = last - c.Ago.at(part)
	case len(c.After) > 0:
		written += c.After.at(part)
		if written > last && at.UnixMilli() < last {
			// What is still to come is not there; as many cells lie in the time that has passed.
			written = at.UnixMilli() + int64(part*float64(last-at.UnixMilli()))
		}
	}
	for range int(or(c.Versions, 1).at(random.Unit())) {
		into = append(into, demo.Cell{Family: c.Family, Qualifier: name, Micros: max(0, written) * 1000,
			Value: c.value(random)})
		written -= max(1, or(c.Gap, 3600*second).at(clock.Unit()))
	}
	return into
}
