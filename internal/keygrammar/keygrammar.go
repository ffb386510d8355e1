// Package keygrammar makes tables whose row-key layout is known, from a grammar of fields, encodings, separators,
// record kinds, distributions, garbage, row counts, and relations between key time and cell time. It is for tests only.
//
// The package holds the machinery; the productions are in a file for each part, which Load reads. Parts share no
// layout: tuning, second, third, fourth, exotic, glued, plain, rare, and odd, and packed, wire, and raw, which are all
// binary, are to develop inference with, calibration, everyday, and wide to fit confidence on, and heldout,
// heldeveryday, heldexotic, and heldbinary to measure, never to look at one table of.
package keygrammar

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// Segment is one true part of a key: key[Start:End].
type Segment struct {
	Start, End int
	Value          // Text is the part as it stands in the key
	Reach      int // literal bytes before Start that a number may be read with
	Word       int // literal letters before Start with which a number may be read as a word

	constant bool // one value in all keys of the kind
	fixed    bool // one width in all keys of the kind
	head     int  // first bytes of a number that are the same in all keys of the kind
	letters  int  // of a word before the number that it ends with, the same in all keys of the kind
}

// Row is a key with the truth about it.
type Row struct {
	Key []byte
	// index of the record kind, -1 for a foreign key and for one of a kind with too few keys to tell it
	Kind     int
	Segments []Segment // nil for a foreign key
	Optional []int     // boundaries that count neither for nor against
	Loose    []int     // true boundaries that need not be found
	Written  time.Time // timestamp of the row's cell; zero for a row without cells
}

// Table is a generated table: distinct keys in key order.
type Table struct {
	Name    string // production and seed
	Layouts []string
	Rows    []Row
	Binary  bool // some key holds a byte that is not printable ASCII
}

// Layout returns the layouts of all record kinds in one line, the same for two tables that differ in values only.
func (t *Table) Layout() string { return strings.Join(t.Layouts, " + ") }

// Sample returns the table as a complete sample with a cell per row.
func (t *Table) Sample() *sample.Sample {
	b := sample.NewBuilder(0)
	for _, r := range t.Rows {
		b.Row(r.Key)
		if !r.Written.IsZero() {
			b.Cell("f", []byte("q"), r.Written.UnixMilli()*1000, nil)
		}
	}
	return sample.Assemble(sample.Table{}, sample.Provenance{Complete: true}, []*sample.Builder{b})
}

// Thin returns the table with every step-th row only, a smaller sample of the same keys.
func (t *Table) Thin(step int) *Table {
	thin := *t
	thin.Rows = nil
	for i := 0; i < len(t.Rows); i += step {
		thin.Rows = append(thin.Rows, t.Rows[i])
	}
	return &thin
}

// Grammar draws tables from its productions.
type Grammar struct {
	Name        string
	Productions []Production
	Rows        []int     // table sizes
	Garbage     []float64 // shares of foreign keys
	Clocks      []Clock   // relations of key time and cell time
}

// Production makes the record kinds of one table.
type Production struct {
	Name string
	Make func(w *World) []Kind
}

// Kind is a record kind: keys that are built in the same way.
type Kind struct {
	Weight float64 // relative share of the rows; 0 is 1
	Parts  []Part
}

// fewest is the number of rows under which a table is drawn again: its fields have too few combinations.
const fewest = 40

// Table returns the table of a seed: the same for the same seed.
func (g *Grammar) Table(seed uint64) *Table {
	p := g.Productions[seed%uint64(len(g.Productions))]
	for again := seed; ; again += 1 << 32 {
		if t := g.NewTable(p, again, 0); len(t.Rows) >= fewest {
			return t
		}
	}
}

// NewTable returns a table of one production with n rows; 0 draws the number of rows too.
func (g *Grammar) NewTable(p Production, seed uint64, n int) *Table {
	world := newWorld(g.Name, seed)
	rows, garbage := pick(world, g.Rows), pick(world, g.Garbage)
	if n > 0 {
		rows = n
	}
	clock := pick(world, g.Clocks)(world)
	kinds := p.Make(world)
	table := &Table{Name: fmt.Sprintf("%s/%s/%d", g.Name, p.Name, seed)}
	for _, k := range kinds {
		table.Layouts = append(table.Layouts, signature(k.Parts))
	}
	makers := make([]func(*Moment) Row, len(kinds))
	for i, k := range kinds {
		makers[i] = writer(world, i, k.Parts)
	}
	draw := byWeight(world, kinds)
	seen := map[string]bool{}
	// whether the next row is foreign: keys that are drawn again do not change the share
	alien := world.Float64() < garbage
	for tries := 0; len(table.Rows) < rows && tries < 20*rows; tries++ {
		moment := world.moment()
		row := makers[draw()](moment)
		if alien {
			row = Row{Key: world.foreign(row.Key), Kind: -1}
		}
		if len(row.Key) == 0 || len(row.Key) > 4096 || seen[string(row.Key)] {
			continue
		}
		seen[string(row.Key)] = true
		if row.Written = clock(moment.Time); row.Written.IsZero() || row.Written.Sub(moment.Time).Abs() > nearby {
			row.acceptDoubtful()
		}
		table.Rows = append(table.Rows, row)
		alien = world.Float64() < garbage
	}
	slices.SortFunc(table.Rows, func(a, b Row) int { return bytes.Compare(a.Key, b.Key) })
	table.excuseFew()
	table.acceptAlternatives()
	table.Binary = slices.ContainsFunc(table.Rows, func(r Row) bool {
		return r.Kind >= 0 && slices.ContainsFunc(r.Key, func(c byte) bool { return !printable(c) })
	})
	return table
}

// nearby is how far from the time in a key a cell may be written to tell of it: Late cells are.
const nearby = 48 * time.Hour

// acceptDoubtful accepts the types of a row's values that are right too where no cell tells their time.
func (r *Row) acceptDoubtful() {
	for i := range r.Segments {
		s := &r.Segments[i]
		s.accept(s.Doubtful...)
	}
}

// byWeight returns a function that draws a kind's index.
func byWeight(w *World, kinds []Kind) func() int {
	total := 0.0
	for _, k := range kinds {
		total += max(k.Weight, 0)
		if k.Weight == 0 {
			total++
		}
	}
	return func() int {
		at := w.Float64() * total
		for i, k := range kinds {
			if k.Weight == 0 {
				at--
			}
			if at -= k.Weight; at < 0 {
				return i
			}
		}
		return len(kinds) - 1
	}
}

// Value is one value of a field, as it stands in a key, with the truth about it.
type Value struct {
	Text     string
	Name     string
	Type     rowkey.Type
	Unit     rowkey.Unit // timestamps only
	Reversed bool
	Accept   []rowkey.Type // other types that are fully right
	Doubtful []rowkey.Type // types that are right too where no cell was written near the time of the row
	Cuts     []int         // places inside the value at which another part may start: two random ids side by side
	Soft     string        // bytes inside the value that may be read as separators
	Seams    bool          // a digit behind a letter may be read as the start of another part: host03
	// the value starts with a word that may be read as a literal with what is before it: #sensor-00042
	Headed bool
	Tailed bool // the value ends in bytes that may be read as a literal with what is after it
}

// accept adds types that are fully right. Values of one field share their list, which stays as it is.
func (v *Value) accept(types ...rowkey.Type) { v.Accept = append(slices.Clip(v.Accept), types...) }

// Field is a column of values. Column draws the parameters of one table, and returns the function that makes its
// values.
type Field struct {
	Name     string
	Encoding string // in words, without parameters that are drawn
	Fixed    bool   // all values have the same width
	Holds    string // punctuation and other bytes that values may hold, which cannot separate them
	Column   func(w *World) func(m *Moment) Value
}

// Moment is what the values of one row have in common.
type Moment struct {
	Time   time.Time
	Entity int               // index of who or what the row is about; some come often
	Order  int               // number of the row in the order of writing
	Made   map[string]string // values of the row so far, by field name
}

// Part is a piece of a layout: a literal or a field.
type Part struct {
	Literal string
	Field   *Field
	Length  int // big-endian bytes before the value that hold its length
	Escaped bool
	Late    bool // made after the other fields, since it is a function of them
}

// signature writes a layout without values: literals quoted, fields by encoding.
func signature(parts []Part) string {
	var out strings.Builder
	for _, part := range parts {
		switch {
		case part.Field == nil:
			fmt.Fprintf(&out, "%q", part.Literal)
		default:
			fmt.Fprintf(&out, "{%s", part.Field.Encoding)
			if part.Length > 0 {
				fmt.Fprintf(&out, " len(%d)", part.Length)
			}
			if part.Escaped {
				out.WriteString(" escaped")
			}
			out.WriteString("}")
		}
	}
	return out.String()
}

// writer returns the function that writes the key of a row.
func writer(w *World, kind int, parts []Part) func(*Moment) Row {
	columns := make([]func(*Moment) Value, len(parts))
	for i, p := range parts {
		if p.Field != nil {
			columns[i] = p.Field.Column(w)
		}
	}
	values := make([]Value, len(parts))
	return func(m *Moment) Row {
		for _, late := range []bool{false, true} {
			for i, p := range parts {
				if p.Field != nil && p.Late == late {
					values[i] = columns[i](m)
					values[i].Name = p.Field.Name
					m.Made[p.Field.Name] = values[i].Text
				}
			}
		}
		row := Row{Kind: kind, Segments: []Segment{}}
		for i, p := range parts {
			if p.Field == nil {
				row.literal(p.Literal)
				continue
			}
			row.append(p, values[i])
		}
		return row
	}
}

// literal writes bytes that stand in every key. Whether they are a constant word and a separator, or one of the two,
// cannot be told: boundaries inside them, and between them and literal bytes before, count neither for nor against.
func (r *Row) literal(s string) {
	first := 1
	if n := len(r.Segments); len(r.Key) > 0 && (n == 0 || r.Segments[n-1].End < len(r.Key)) {
		first = 0
	}
	for i := first; i < len(s); i++ {
		r.Optional = append(r.Optional, len(r.Key)+i)
	}
	r.Key = append(r.Key, s...)
}

// append writes a value to the key. An empty value is at no place of the key.
func (r *Row) append(p Part, v Value) {
	if p.Escaped {
		v.Text = strings.ReplaceAll(v.Text, "\x00", "\x00\xff")
	}
	if p.Length > 0 {
		r.literal(BE(uint64(len(v.Text)), p.Length))
	}
	if v.Text == "" {
		return
	}
	segment := Segment{Start: len(r.Key), End: len(r.Key) + len(v.Text), Value: v}
	if v.Headed {
		r.Loose = append(r.Loose, segment.Start)
	}
	if v.Tailed {
		r.Loose = append(r.Loose, segment.End)
	}
	for _, at := range v.Cuts {
		r.Optional = append(r.Optional, segment.Start+at)
	}
	// what may be a separator at an end of the value may be one with the literal beside it
	if strings.IndexByte(v.Soft, v.Text[0]) >= 0 {
		r.Loose = append(r.Loose, segment.Start)
	}
	if strings.IndexByte(v.Soft, v.Text[len(v.Text)-1]) >= 0 {
		r.Loose = append(r.Loose, segment.End)
	}
	for i := range len(v.Text) {
		if strings.IndexByte(v.Soft, v.Text[i]) >= 0 {
			r.Optional = append(r.Optional, segment.Start+i, segment.Start+i+1)
		}
		if v.Seams && i > 0 && digit(v.Text[i]) && alphanumeric(v.Text[i-1]) && !digit(v.Text[i-1]) {
			r.Optional = append(r.Optional, segment.Start+i)
		}
	}
	r.Key = append(r.Key, v.Text...)
	r.Segments = append(r.Segments, segment)
}

// World draws the values of one table; the same seed makes the same ones.
type World struct {
	*rand.Rand
	from     time.Time
	span     time.Duration
	entities int
	skew     float64
	order    int
}

func newWorld(name string, seed uint64) *World {
	height := uint64(14695981039346656037)
	for _, c := range []byte(name) {
		height = (height ^ uint64(c)) * 1099511628211
	}
	w := &World{Rand: rand.New(rand.NewPCG(seed, height))}
	w.span = pick(w, []time.Duration{20 * time.Hour, 9 * 24 * time.Hour, 70 * 24 * time.Hour, 500 * 24 * time.Hour})
	w.from = time.Date(2015+w.IntN(11), time.Month(1+w.IntN(12)), 1+w.IntN(28), w.IntN(24), w.IntN(60), 0, 0, time.UTC)
	w.entities = pick(w, []int{12, 60, 400, 5000})
	w.skew = pick(w, []float64{1, 1, 2, 3.5})
	return w
}

// moment draws what the values of the next row have in common.
func (w *World) moment() *Moment {
	w.order++
	m := &Moment{Order: w.order, Made: map[string]string{}}
	m.Time = w.from.Add(time.Duration(w.Int64N(int64(w.span))))
	u := w.Float64()
	for s := w.skew; s > 1; s-- {
		u *= max(w.Float64(), 1e-9)
	}
	m.Entity = int(u * float64(w.entities))
	return m
}

func pick[T any](w *World, from []T) T { return from[w.IntN(len(from))] }
