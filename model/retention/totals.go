package retention

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"tabletop/model/bounded"
	"tabletop/model/estimate"
	"tabletop/model/sample"
)

// MaxColumns is how many columns are counted one by one.
const MaxColumns = 1 << 16

// Totals holds the retention of all rows, counted while they were read, also of those that the sample does not keep.
// Totals of parts of a table that were counted as of the same time add up to those of the whole, in any division and
// order.
type Totals struct {
	Now         time.Time // as of which cells were evaluated
	Rows        int64
	Families    []FamilyTotals // by name
	Columns     []ColumnTotals // by family and qualifier; none if ColumnsCut
	ColumnsCut  bool           // there are more than MaxColumns columns, so they were not counted individually
	EmptiedRows EmptiedRows    // Share is not set
	// RowBytes and KeptRowBytes are the sizes of rows before and after garbage collection; see Sizes.
	RowBytes, KeptRowBytes estimate.Histogram
	LargeRows, KeptLarge   int64 // of them, rows over LargeRow
}

// FamilyTotals holds the totals of one family.
type FamilyTotals struct {
	Name             string
	Rows             int64 // with a cell of it
	Stored, Eligible Amount
	Recent, Overdue  Amount // of Eligible; see Family
	Longest          time.Duration
	Timestamps       TimestampStats
	Cells, Bytes     [][]int64 // rank bucket -> age bucket
}

// ColumnTotals holds the totals of one column. Names may hold any bytes.
type ColumnTotals struct {
	Family, Qualifier []byte
	Stored, Eligible  Amount
}

// Counter counts Totals. It is not safe for concurrent use: each reader has its own, and Merge joins them.
type Counter struct {
	rules    Rules
	totals   Totals
	families map[string]*FamilyTotals
	columns  map[sample.Column]*ColumnTotals // nil once there are too many
}

// NewCounter returns a counter that evaluates cells by the rules of t as of now.
func NewCounter(t *sample.Table, now time.Time) *Counter {
	return &Counter{rules: CurrentRules(t), totals: Totals{Now: now.UTC()}, families: map[string]*FamilyTotals{},
		columns: map[sample.Column]*ColumnTotals{}}
}

// Resume returns a counter that continues from totals, which were counted by the rules of t. It owns totals from then
// on.
func Resume(t *sample.Table, totals *Totals) *Counter {
	counter := NewCounter(t, totals.Now)
	counter.totals = *totals
	for i := range totals.Families {
		counter.families[totals.Families[i].Name] = &totals.Families[i]
	}
	for i := range totals.Columns {
		x := &totals.Columns[i]
		counter.columns[sample.Column{Family: string(x.Family), Qualifier: string(x.Qualifier)}] = x
	}
	if totals.ColumnsCut {
		counter.columns = nil
	}
	counter.totals.Families, counter.totals.Columns = nil, nil
	return counter
}

// Add counts the rows of s, which may be a part of a larger read. It calls eligible for each row with its cells that
// are eligible for garbage collection, and whether these are all that it has; eligible may be nil.
func (c *Counter) Add(s *sample.Sample, eligible func(row int, gone Amount, emptied bool)) {
	evaluator := newEvaluator(s, c.totals.Now, &estimate.Design{Scope: estimate.All}, nil)
	exploration, garbageSum := evaluator.exploration(), evaluator.newGarbageSum(c.rules)
	for i := range s.Rows() {
		garbageSum.row(i)
		exploration.row(i)
		c.size(int64(len(s.Key(i))), garbageSum)
		if eligible != nil {
			eligible(i, garbageSum.gone, garbageSum.gone.Cells > 0 && garbageSum.gone == garbageSum.stored)
		}
	}
	garbage := garbageSum.garbage()
	c.totals.Rows += garbage.Rows
	c.totals.EmptiedRows.Rows += garbage.EmptiedRows.Rows
	c.totals.EmptiedRows.KeyBytes += garbage.EmptiedRows.KeyBytes
	for i, f := range garbage.Families {
		if f.Stored.Cells > 0 {
			c.family(f.Name).add(&f, &exploration.families[i])
		}
	}
	for id, p := range garbage.Columns {
		if p.Stored.Cells > 0 {
			c.column(s.Column(sample.ColumnID(id)), p.Stored, p.Eligible)
		}
	}
}

// size counts the size of the row last counted by t; key is the length of its key.
func (c *Counter) size(key int64, t *garbageSum) {
	count(&c.totals.RowBytes, &c.totals.LargeRows, key+t.stored.Bytes)
	if t.gone.Cells < t.stored.Cells {
		count(&c.totals.KeptRowBytes, &c.totals.KeptLarge, key+t.stored.Bytes-t.gone.Bytes)
	}
}

func count(h *estimate.Histogram, large *int64, bytes int64) {
	h.Add(bytes)
	if bytes > LargeRow {
		*large++
	}
}

func (c *Counter) family(name string) *FamilyTotals {
	f, ok := c.families[name]
	if !ok {
		f = &FamilyTotals{Name: name}
		c.families[name] = f
	}
	return f
}

// add adds the counts of a part.
func (f *FamilyTotals) add(g *Family, t *familyTable) {
	f.merge(&FamilyTotals{Rows: t.rows, Stored: g.Stored, Eligible: g.Eligible, Recent: g.Recent, Overdue: g.Overdue,
		Longest:    g.Longest,
		Timestamps: t.stamps, Cells: t.cells, Bytes: t.bytes})
}

func (f *FamilyTotals) merge(o *FamilyTotals) {
	f.Rows += o.Rows
	f.Stored, f.Eligible = f.Stored.Plus(o.Stored), f.Eligible.Plus(o.Eligible)
	f.Recent, f.Overdue = f.Recent.Plus(o.Recent), f.Overdue.Plus(o.Overdue)
	f.Longest = max(f.Longest, o.Longest)
	f.Timestamps.merge(&o.Timestamps)
	f.Cells, f.Bytes = addTable(f.Cells, o.Cells), addTable(f.Bytes, o.Bytes)
}

// addTable adds b to a and returns it, grown to the size of b if needed.
func addTable(a, b [][]int64) [][]int64 {
	for r := range b {
		if r == len(a) {
			a = append(a, slices.Clone(b[r]))
			continue
		}
		for i, n := range b[r] {
			a[r][i] += n
		}
	}
	return a
}

// column adds the counts of a column. Whether there are too many columns depends on the whole only, not on its parts.
func (c *Counter) column(name sample.Column, stored, eligible Amount) {
	if c.columns == nil {
		return
	}
	columnTotals, ok := c.columns[name]
	if !ok {
		columnTotals = &ColumnTotals{Family: []byte(name.Family), Qualifier: []byte(name.Qualifier)}
		c.columns[name] = columnTotals
	}
	columnTotals.Stored, columnTotals.Eligible = columnTotals.Stored.Plus(stored), columnTotals.Eligible.Plus(eligible)
	if len(c.columns) > MaxColumns {
		c.columns = nil
	}
}

// Merge adds the counts of o, which must be as of the same time.
func (c *Counter) Merge(o *Counter) {
	totals, from := &c.totals, &o.totals
	totals.Rows += from.Rows
	totals.EmptiedRows.Rows += from.EmptiedRows.Rows
	totals.EmptiedRows.KeyBytes += from.EmptiedRows.KeyBytes
	totals.RowBytes.Merge(&from.RowBytes)
	totals.KeptRowBytes.Merge(&from.KeptRowBytes)
	totals.LargeRows += from.LargeRows
	totals.KeptLarge += from.KeptLarge
	for name, f := range o.families {
		c.family(name).merge(f)
	}
	if o.columns == nil {
		c.columns = nil
	}
	for name, x := range o.columns {
		c.column(name, x.Stored, x.Eligible)
	}
}

// Totals returns a copy of the counts so far.
func (c *Counter) Totals() *Totals {
	out := c.totals
	totals := &out
	for _, h := range []*estimate.Histogram{&totals.RowBytes, &totals.KeptRowBytes} {
		h.Counts = slices.Clone(h.Counts)
	}
	for _, f := range c.families {
		one := *f
		one.Cells, one.Bytes = addTable(nil, f.Cells), addTable(nil, f.Bytes)
		totals.Families = append(totals.Families, one)
	}
	slices.SortFunc(totals.Families, func(a, b FamilyTotals) int { return cmp.Compare(a.Name, b.Name) })
	totals.ColumnsCut = c.columns == nil
	for _, x := range c.columns {
		totals.Columns = append(totals.Columns, *x)
	}
	slices.SortFunc(totals.Columns, compareColumns)
	return totals
}

func compareColumns(a, b ColumnTotals) int {
	return cmp.Or(slices.Compare(a.Family, b.Family), slices.Compare(a.Qualifier, b.Qualifier))
}

// FamilyNames returns the names of the families that a row has.
func (t *Totals) FamilyNames() []string {
	names := make([]string, len(t.Families))
	for i := range t.Families {
		names[i] = t.Families[i].Name
	}
	return names
}

// Family returns the totals of a family; they are empty if no row has the family.
func (t *Totals) Family(name string) *FamilyTotals {
	for i := range t.Families {
		if t.Families[i].Name == name {
			return &t.Families[i]
		}
	}
	return &FamilyTotals{Name: name}
}

// Column returns the totals of a column; they are empty if no row has the column, or columns were cut.
func (t *Totals) Column(c sample.Column) ColumnTotals {
	want := ColumnTotals{Family: []byte(c.Family), Qualifier: []byte(c.Qualifier)}
	if at, found := slices.BinarySearchFunc(t.Columns, want, compareColumns); found {
		return t.Columns[at]
	}
	return want
}

// Section returns the totals as a section of a sample.
func (t *Totals) Section() (sample.Section, error) {
	data, err := json.Marshal(t)
	return sample.Section{ID: sample.RetentionSection, Name: "retention", Data: data}, err
}

// FromSample returns the totals that a sample carries, or nil. The error is about a damaged section.
func FromSample(s *sample.Sample) (*Totals, error) {
	data, ok := s.Section(sample.RetentionSection)
	if !ok {
		return nil, nil
	}
	return DecodeTotals(data)
}

// DecodeTotals decodes what Section wrote. It returns an error for totals that are inconsistent.
func DecodeTotals(data []byte) (*Totals, error) {
	t := &Totals{}
	if err := bounded.JSON(data, t); err != nil {
		return nil, fmt.Errorf("retention: %w", err)
	}
	if err := t.validate(); err != nil {
		return nil, fmt.Errorf("retention: %w", err)
	}
	return t, nil
}

func (t *Totals) validate() error {
	emptiedRows := &t.EmptiedRows
	switch {
	case t.RowBytes.Validate() != nil || t.KeptRowBytes.Validate() != nil || t.RowBytes.N != t.Rows ||
		t.KeptRowBytes.N > t.Rows:
		return errors.New("sizes are not of all rows")
	case emptiedRows.Rows < 0 || emptiedRows.Rows > t.Rows || emptiedRows.KeyBytes < 0 || t.LargeRows < 0 ||
		t.LargeRows > t.Rows || t.KeptLarge < 0 || t.KeptLarge > t.LargeRows:
		return errors.New("there are more rows of a kind than rows")
	case !slices.IsSortedFunc(t.Columns, compareColumns) || len(t.Columns) > MaxColumns:
		return errors.New("columns are not in order")
	case !slices.IsSortedFunc(t.Families, func(a, b FamilyTotals) int { return cmp.Compare(a.Name, b.Name) }):
		return errors.New("families are not in order")
	}
	for i := range t.Families {
		f := &t.Families[i]
		if f.Rows < 0 || f.Rows > t.Rows || !f.Stored.holds(f.Eligible) || !f.Eligible.holds(f.Recent) ||
			!f.Eligible.holds(f.Overdue) || !f.tableFits() {
			return fmt.Errorf("the counts of family %q contradict each other", f.Name)
		}
	}
	for _, c := range t.Columns {
		if !c.Stored.holds(c.Eligible) {
			return fmt.Errorf("the counts of column %q:%q contradict each other", c.Family, c.Qualifier)
		}
	}
	return nil
}

// holds reports whether b can be a part of a.
func (a Amount) holds(b Amount) bool {
	return b.Cells >= 0 && b.Bytes >= 0 && b.Cells <= a.Cells && b.Bytes <= a.Bytes
}

// tableFits reports whether the table by rank and age adds up to what is stored.
func (f *FamilyTotals) tableFits() bool {
	ages := newAgeScale().buckets()
	if len(f.Cells) != len(f.Bytes) || len(f.Cells) > rankBucket(math.MaxInt64)+1 {
		return false
	}
	left := f.Stored
	for index := range f.Cells {
		if len(f.Cells[index]) != ages || len(f.Bytes[index]) != ages {
			return false
		}
		for i := range ages {
			one := Amount{f.Cells[index][i], f.Bytes[index][i]}
			if !left.holds(one) {
				return false
			}
			left = left.Minus(one)
		}
	}
	return left == Amount{}
}
