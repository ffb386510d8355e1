package advise

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"tabletop/model/access"
	"tabletop/model/sample"
	"tabletop/model/workload"
)

// size is how many rows the table will have, and how it gets there: factor rows for each current row, over a period
// that is period times as long as that of the rows read. What is left of the factor is density: more rows in the same
// period.
type size struct{ factor, period float64 }

// density is how many rows there will be in a period for each current row.
func (z size) density() float64 { return z.factor / z.period }

// horizon is the period, in seconds, that a table is taken to hold where garbage collection does not bound it.
const horizon = 365 * 86400

// sizes relates numbers of rows to the rows read.
type sizes struct {
	now    float64 // rows of the table today
	span   float64 // seconds over which its rows were written; 0 where that is unknown
	keeps  float64 // seconds that garbage collection keeps, +Inf without a bound
	wanted float64 // rows the table will have
}

// at returns how the table gets to so many rows: by lasting longer at the present rate, up to what garbage collection
// keeps or a year, and from there on by more rows in that period.
func (z *sizes) at(rows float64) size {
	factor := max(1, rows/max(z.now, 1))
	if z.span <= 0 {
		return size{factor, 1}
	}
	longest := min(z.keeps, max(horizon, z.span)) / z.span
	return size{factor, max(1, min(factor, longest))}
}

// newSizes finds what the table will hold: rows if given, else what the present growth reaches in a year.
func (s *space) newSizes(rows, rowsIn float64) (*sizes, error) {
	sizes := &sizes{now: rowsIn, keeps: math.Inf(1)}
	if d := s.facts.Design; !d.IsExact() && d.Rows().Value > 0 {
		sizes.now = max(sizes.now, d.Rows().Value*rowsIn/float64(max(1, s.facts.Sample.Rows())))
	}
	sizes.span = s.writeSpan() / 1e6
	sizes.keeps = keptFor(s.facts.Sample.Table.Families)
	switch {
	case rows > 0 && rows < sizes.now*0.995:
		return nil, &SizeError{Expected: rows, Now: sizes.now}
	case rows > 0:
		sizes.wanted = rows
	case sizes.span <= 0:
		sizes.wanted = sizes.now
		s.notes = append(s.notes,
			"write times are unknown, so costs are for the present size of the table; give the rows it will have "+
				"with --expect")
	default:
		sizes.wanted = sizes.now * max(1, min(sizes.span+horizon, sizes.keeps)/sizes.span)
	}
	return sizes, nil
}

// SizeError is that fewer rows are expected than there are.
type SizeError struct{ Expected, Now float64 }

// Error states both numbers of rows.
func (e *SizeError) Error() string {
	return fmt.Sprintf("the table has %s rows now, more than the %s expected", Rows(e.Now), Rows(e.Expected))
}

// writeSpan is the time in microseconds over which the rows were written; 0 where it is unknown.
func (s *space) writeSpan() float64 {
	low, high := int64(math.MaxInt64), int64(math.MinInt64)
	for row, t := range s.times {
		if s.in[row] {
			low, high = min(low, t), max(high, t)
		}
	}
	return max(0, float64(high)-float64(low))
}

// keptFor is how many seconds garbage collection keeps cells at most; +Inf where some are kept without a bound.
func keptFor(families []sample.Family) float64 {
	kept := 0.0
	for i := range families {
		age := maxAge(&families[i].GC)
		if age == 0 {
			return math.Inf(1)
		}
		kept = max(kept, age.Seconds())
	}
	if kept == 0 {
		return math.Inf(1)
	}
	return kept
}

// maxAge is the age at which a policy removes cells whatever their number; 0 without one.
func maxAge(r *sample.GCRule) time.Duration {
	switch r.Kind {
	case sample.GCMaxAge:
		return r.Age
	case sample.GCUnion:
		var least time.Duration
		for i := range r.Children {
			if age := maxAge(&r.Children[i]); age > 0 && (least == 0 || age < least) {
				least = age
			}
		}
		return least
	}
	return 0
}

// permanent is the share of pairs far apart in time, of all pairs that share a value, above which values are taken to
// continue as long as the table grows; surely is by how many standard deviations (Poisson) fewer pairs must be met than
// that takes; and enoughPairs how many must be expected before it is judged.
const permanent, surely, enoughPairs = 0.9, 3, 10

// arriving is by how much more often two rows of the first third must share a value than two of the last, for the
// values to be ones of which ever more arrive, as customers: 5.3 times where each row is of any value so far, once
// where there are no new ones. Of those, at least the share stillNew of all values must be first met in the last third,
// which a third are then: regions of ever more customers are few.
const arriving, stillNew = 2.2, 0.2

// persistence is how likely rows far apart in time share the values of some pieces, compared with any two rows: 1 for
// devices that report all the time, 0 for sessions and ids that end, and for values whose number grows with the table,
// so that each gets no more rows. From the first and the last third of the rows by write time.
func (c *cube) persistence(set uint32) float64 {
	set &^= c.timeSet
	if set == 0 || c.eras == nil {
		return 1
	}
	stays := c.countEras(set).persistence()
	for i := range c.space.pieces { // a combination ends with the first of its parts that ends
		if set>>i&1 == 1 {
			stays = min(stays, c.countEras(1<<i).persistence())
		}
	}
	return stays
}

// arrives reports whether ever more values of some pieces arrive as the table grows.
func (c *cube) arrives(set uint32) bool {
	set &^= c.timeSet
	return set != 0 && c.eras != nil && c.countEras(set).arrives()
}

// eraCounts is how many pairs of rows share a value, and how many there are; and which share of the values the last
// third has first.
type eraCounts struct {
	all, first, last, far meeting
	news                  float64
}

// meeting is pairs of rows that share a value, of so many.
type meeting struct{ met, pairs float64 }

func (m meeting) rate() float64 { return m.met / max(1, m.pairs) }

// countEras counts pairs of all rows, of the first third, of the last, and of one of each.
func (c *cube) countEras(set uint32) *eraCounts {
	if e, ok := c.persist[set]; ok {
		return e
	}
	codes, count := c.watchedCodes(set).of, c.watchedCodes(set).n
	all, first, last := make([]float64, count), make([]float64, count), make([]float64, count)
	var firsts, lasts float64
	for index, code := range codes {
		all[code]++
		switch c.eras[index] {
		case 1:
			first[code]++
			firsts++
		case 2:
			last[code]++
			lasts++
		}
	}
	rows := float64(len(codes))
	eraCounts := &eraCounts{all: meeting{0, rows * (rows - 1)}, first: meeting{0, firsts * (firsts - 1)},
		last: meeting{0, lasts * (lasts - 1)}, far: meeting{0, firsts * lasts}}
	for i := range all {
		eraCounts.all.met += all[i] * (all[i] - 1)
		eraCounts.first.met += first[i] * (first[i] - 1)
		eraCounts.last.met += last[i] * (last[i] - 1)
		eraCounts.far.met += first[i] * last[i]
		if last[i] == all[i] {
			eraCounts.news += 1 / float64(count)
		}
	}
	c.persist[set] = eraCounts
	return eraCounts
}

func (e *eraCounts) arrives() bool {
	// pairs of rows, either of which is counted above
	first, last := e.first.met/2, e.last.met/2*e.first.pairs/max(1, e.last.pairs)
	return e.news >= stillNew && first >= enoughPairs && first > arriving*last &&
		first-last > surely*math.Sqrt(first+last)
}

func (e *eraCounts) persistence() float64 {
	if e.arrives() {
		return 0
	}
	expected := e.all.rate() * e.far.pairs
	if expected < enoughPairs || e.far.met > permanent*expected || expected-e.far.met < surely*math.Sqrt(expected) {
		return 1
	}
	return e.far.met / expected
}

// watchEras sorts the rows that persistence looks at into thirds by write time.
func (c *cube) watchEras() {
	c.persist = map[uint32]*eraCounts{}
	for i := range c.space.pieces {
		if c.space.pieces[i].isTime() {
			c.timeSet |= 1 << i
		}
	}
	if c.space.times == nil {
		return
	}
	sorted := make([]int64, len(c.watchedRows))
	for k, row := range c.watchedRows {
		sorted[k] = c.space.times[row]
	}
	slices.Sort(sorted)
	low, high := sorted[len(sorted)/3], sorted[len(sorted)*2/3]
	if low >= high {
		return
	}
	c.eras = make([]uint8, len(c.watchedRows))
	for k, row := range c.watchedRows {
		switch t := c.space.times[row]; {
		case t < low:
			c.eras[k] = 1
		case t > high:
			c.eras[k] = 2
		}
	}
}

// isTime reports whether a piece is a time.
func (p *piece) isTime() bool { return p.unit != "" }

// prefixSpan is what the values of a piece span, in seconds or as numbers.
func (c *cube) prefixSpan(i int) float64 {
	if span, ok := c.spans[i]; ok {
		return span
	}
	low, high := math.Inf(1), math.Inf(-1)
	for _, v := range c.space.pieces[i].column.Values {
		if at := access.Coordinate(v.Of); !math.IsNaN(at) {
			low, high = min(low, at), max(high, at)
		}
	}
	span := max(0, high-low)
	c.spans[i] = span
	return span
}

// known is what a query knows of the rows that it reads, as far as their number depends on it.
type known struct {
	set  uint32  // pieces whose value is known
	unit float64 // of a time among them, as a share of the time that the rows span; +Inf without one
	part bool    // a value prefix that it knows follows
	// along is the piece that a range follows, -1 for none; width is that of the range as a share of the time, or of
	// the numbers, that the rows span.
	along int
	width float64
}

// times is by what the rows that share what is known are multiplied when the table has the size z, the row that asks
// aside. Values that persist get their share of all new rows; those that do not stay as they are. A time that is known,
// or a range of time, gets rows only as the table gets denser, or as far as it goes beyond the time that the rows span.
func (c *cube) times(k known, z size) float64 {
	stays := c.persistence(k.set)
	if k.set == 0 && !k.part {
		stays = 1
	}
	near, far := 1.0, z.factor // of values that end, of those that persist
	if !math.IsInf(k.unit, 1) {
		near = z.density()
		far = z.factor * filled(k.unit/z.period) / filled(k.unit)
	}
	if k.along >= 0 && c.space.pieces[k.along].moving {
		far *= covered(k.width/z.period) / covered(k.width)
	}
	return near*(1-stays) + far*stays
}

// filled is the share of the rows that a unit of time has on average, where it is such a share of the time that they
// span: the units at both ends are not whole.
func filled(unit float64) float64 { return unit / (1 + unit) }

// covered is the share of an axis of length 1 that ranges of a width cover which begin anywhere on it.
func covered(width float64) float64 {
	switch {
	case width <= 0:
		return 1e-12
	case width >= 1:
		return 0.5
	}
	return width * (1 - width/2)
}

// grown is so many rows, the one that asks among them, when those beside it are multiplied.
func grown(rows, times float64) float64 {
	if rows <= 1 {
		return rows
	}
	return 1 + (rows-1)*times
}

// prefixShare is a width as a share of what the values of a piece span.
func (c *cube) prefixShare(i int, width float64) float64 {
	if span := c.prefixSpan(i); span > 0 {
		return width / span
	}
	return math.Inf(1)
}

// knownBy is what a query knows of the rows that it reads under a plan whose keys it knows as far as f.
func (c *cube) knownBy(q *query, p *plan, f front) known {
	known := c.knownParts(f.known)
	known.part = f.part
	cut := 0.0
	if p.bucket.events != unbucketed && !f.exact {
		cut = workload.UnitSeconds(p.bucket.unit)
	}
	if f.cut {
		known.unit = min(known.unit, c.prefixShare(p.bucket.piece, cut))
	}
	if f.along && q.width > 0 {
		known.along, known.width = q.along, c.prefixShare(q.along, q.width+cut)
	}
	return known
}

// knownParts is that the values of some pieces are known, and nothing else.
func (c *cube) knownParts(set uint32) known {
	k := known{set: set, unit: math.Inf(1), along: -1}
	for i := range c.space.pieces {
		if x := &c.space.pieces[i]; set>>i&1 == 1 && x.isTime() {
			k.unit = min(k.unit, c.prefixShare(i, workload.UnitSeconds(x.unit)))
		}
	}
	return k
}

// grow sets what a reading reads when the table has the size z, from what it reads today.
func (c *cube) grow(r *QueryCost, q *query, p *plan, f front, z size) {
	load := r.load
	known := c.knownBy(q, p, f)
	events := grown(load.Events, c.times(known, z))
	if q.latest > 0 && f.along && load.Found > 0 {
		known.along = -1
		events = r.newest(q, c.times(known, z), c.times(c.knownParts(q.equal), z))
	}
	m := c.readMerge(p, f)
	if m == nil || load.Events == 0 {
		r.Rows, r.Bytes = events, events*load.Bytes/max(load.Rows, 1e-9)
		return
	}
	now, then := c.perRow(p, size{1, 1}), c.perRow(p, z)
	r.Rows = max(min(1, load.Rows), events/(load.Events/max(load.Rows, 1e-9)*then/now))
	r.Bytes = events*(load.Bytes-load.Rows*m.key)/load.Events + r.Rows*m.key
}

// newest is how many current rows a query reads until it has the newest that it wants, in each bucket of a salt by
// itself, when the rows of a group are multiplied, and those that it finds among them.
func (r *QueryCost) newest(q *query, groups, founds float64) float64 {
	load := r.load
	until := func(group, found float64) float64 { return min(group, q.latest*max(1, group/found)) }
	if load.Newest == nil { // of a sample
		group, found := grown(load.Group, groups), grown(load.Found, founds)
		return max(1, load.Events*until(group, found)*r.inBuckets(q, group, found)/
			max(until(load.Group, load.Found), 1e-9))
	}
	var now, then float64
	for _, run := range load.Newest {
		group := run.Group + (groups-1)*run.GroupAdded
		found := min(group, run.Found+(founds-1)*run.FoundAdded)
		now += run.Asking * until(run.Group, run.Found)
		then += run.Asking * until(group, found) * r.inBuckets(q, group, found)
	}
	return max(1, load.Events*then/now)
}

// inBuckets is by what the rows that a query reads of a group are multiplied until it has the newest in each bucket of
// a salt. Of a bucket with n rows, found of which are wanted, the k-th of these is met after k (n + 1) / (found + 1)
// rows on average (an order statistic).
func (r *QueryCost) inBuckets(q *query, group, found float64) float64 {
	if r.buckets <= 1 {
		return 1
	}
	met := func(buckets float64) float64 {
		return min(group, buckets*q.latest*(group+buckets)/(found+buckets))
	}
	return met(r.buckets) / met(1)
}

// perRow is how many current rows a row of a plan holds on average when the table has the size z. The number of those
// that a row shares its key with grows like any other; how many rows there are then follows as if values occurred
// independently (Poisson).
func (c *cube) perRow(p *plan, z size) float64 {
	numbered := c.number(p)
	mean := c.rows / float64(numbered.rows)
	if z == (size{1, 1}) || p.bucket.events == asRows {
		return mean
	}
	events := func(others float64) float64 {
		if others < 1e-9 {
			return 1
		}
		return others / -math.Expm1(-others)
	}
	return max(1, mean*events(numbered.others*c.times(c.rowKnown(p), z))/events(numbered.others))
}

// rowKnown is what the key of a merged row shows.
func (c *cube) rowKnown(p *plan) known {
	set := bitSet(p.order)
	if p.bucket.events == unbucketed {
		return c.knownParts(set)
	}
	k := c.knownParts(set &^ (1 << p.bucket.piece))
	k.unit = min(k.unit, c.prefixShare(p.bucket.piece, workload.UnitSeconds(p.bucket.unit)))
	return k
}

// stored is the bytes of the table when it has the size z, for each byte that the rows read have today under the plan.
func (c *cube) stored(p *plan, g group, z size) float64 {
	if p.current { // as many rows as there are values, not events
		stays := c.persistence(bitSet(p.order))
		return g.bytes * (stays + (1-stays)*z.factor)
	}
	m := c.measureMerge(p)
	if m == nil || !p.merges() {
		return g.bytes * z.factor
	}
	key := c.space.keyBytes(p)
	return z.factor * (g.bytes - g.rows*key + c.rows/c.perRow(p, z)*key)
}

// worst is the largest row there may be when the table has the size z, as far as the rows read show. The most events of
// one row grow like any other number of events; where so many may be by chance, as in rows that all fill alike, their
// average does. Where the largest row of the table is known, there is one as large under the plan too.
func (c *cube) worst(p *plan, g group, z size) float64 {
	known := c.largestKnown * g.largest / max(c.largest, 1)
	merge := c.measureMerge(p)
	if merge == nil || !p.merges() {
		return max(g.largest, known)
	}
	n := c.number(p)
	times := c.times(c.rowKnown(p), z)
	then := grown(merge.versions, times)
	if merge.versions <= byChance(n.others, c.rows) {
		then = max(merge.versions, grown(1+n.others, times))
	}
	return max(g.largest*merge.scale*max(1, then/merge.versions), c.largestKnown)
}

// byChance is the most events that one of several equally likely rows may have, of so many events, when an event shares
// its row with others on average: fewer than one row in two samples has more (Poisson).
func byChance(others, events float64) float64 {
	rows := events / max(others, 1/events)
	exp := math.Exp(-others)
	tail := 1 - exp
	k := 0.0
	for rows*tail > 0.5 && k < 1e4 {
		k++
		exp *= others / k
		tail -= exp
	}
	return k + 1
}

// ParseRows reads a number of rows: 2000000000, 2,000,000,000, 2e9, or with a unit, k, M, B, or T, 2B.
func ParseRows(text string) (float64, error) {
	number, unit := strings.ReplaceAll(strings.TrimSpace(text), ",", ""), 1.0
	if n := len(number); n > 0 {
		if size, ok := map[byte]float64{'k': 1e3, 'K': 1e3, 'M': 1e6, 'B': 1e9, 'T': 1e12}[number[n-1]]; ok {
			number, unit = strings.TrimSpace(number[:n-1]), size
		}
	}
	value, err := strconv.ParseFloat(number, 64)
	switch {
	case err != nil || math.IsNaN(value) || math.IsInf(value, 0):
		return 0, fmt.Errorf("must be a number of rows, with k, M, B, or T for thousands to trillions, for example 2B")
	case value*unit < 1:
		return 0, fmt.Errorf("must be at least 1 row")
	case value*unit > 1e18:
		return 0, fmt.Errorf("must be at most 1e18 rows")
	}
	return value * unit, nil
}
