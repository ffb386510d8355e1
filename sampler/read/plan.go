package read

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"tabletop/model/estimate"
	"tabletop/model/sample"
	"tabletop/model/spelling"
)

// The sizes of a plan. Runs of 50 rows at 400 points had the smallest error for 20,000 rows on simulated tables of
// independent and of clustered rows; fewer than 20 rows per run bias the mean, and more than 50 cost points.
const (
	defaultRows  = 20_000 // kept if Options.Rows is 0
	runRows      = 50
	shortRunRows = 20
	// key ranges that a whole table is divided into, so that readers share it and a stopped read can resume
	pieces = 128

	fewSections   = 50 // with fewer, section starts are not representative of the table
	accurateSpots = 60 // minimum sections that Accurate reads
	wholeSections = 90 // with fewer, so many sections at random would be most of the table and still miss a tenant

	sectionsPerPoint = 2.5            // up to which Accurate covers better than Quick (measured on skewed tables)
	scanAllowance    = 10_000_000_000 // maximum bytes that Auto scans for Accurate: under a minute for one node

	smallTable    = 2_000_000_000 // bytes under which scanning everything is cheap for a service
	tinyTable     = 64_000_000    // bytes under which receiving everything is cheap as well
	byteAllowance = 1_000_000_000 // maximum received if Options.Bytes is 0 and the strategy is not Everything
	emulatorShare = 100           // an emulator returns about one row in so many as a section
	seekTime      = 25 * time.Millisecond
	scanPerSecond = 220_000_000 // bytes; the documented scan rate of one SSD node
	readsAtOnce   = 16          // short reads in flight
	streamsAtOnce = 4           // long reads in flight
)

// PlanInput holds what a plan is made from.
type PlanInput struct {
	Splits   []sample.Split
	Emulator bool
	Rows     int64   // rows of the whole table, from its statistics; 0 when unknown
	Starts   []Start // of all sections that the options ask for; nil when not read, see WantsStarts
	RowBytes float64 // what the bytes of the table are divided by for its rows; 0 if unknown
	// RowBytesAtPoints is the mean size of rows where points fall in proportion to bytes; 0 stands for RowBytes.
	RowBytesAtPoints float64
}

// planner holds what the strategies share.
type planner struct {
	PlanInput
	opts     sample.Options
	list     []section
	bytes    int64 // of list
	rows     int64 // expected in list; 0 when unknown
	keep     int64 // rows wanted
	rowBytes float64
	atPoints float64
	large    int64 // bytes over which a section stands out
}

// Plan chooses what to read. The same input and options give the same plan.
func Plan(f PlanInput, opts sample.Options) sample.Plan {
	planner := planner{PlanInput: f, opts: opts, list: sections(f.Splits, wanted(opts)), rowBytes: f.RowBytes,
		atPoints: cmp.Or(f.RowBytesAtPoints, f.RowBytes), large: math.MaxInt64}
	if !f.Emulator {
		planner.large = estimate.LargeSectionLimit(f.Splits)
	}
	planner.bytes = sum(planner.list)
	planner.rows = planner.expectedRows()
	planner.keep = planner.wantedRows()
	plan := planner.choose()
	if note := planner.largeNote(plan.Strategy); note != "" {
		plan = noting(plan, note)
	}
	plan.TotalBytes = planner.bytes
	plan.Time = planner.expectedTime(plan)
	return plan
}

// largeNote states what may be read in addition of sections that stand out by their size; see wholePlan.
func (p *planner) largeNote(strategy sample.Strategy) string {
	var count int
	var size int64
	for _, section := range p.list {
		if section.bytes > p.large {
			count, size = count+1, size+section.bytes
		}
	}
	if count == 0 || strategy == sample.Everything || strategy == sample.Head {
		return ""
	}
	return fmt.Sprintf("%s of the %s sections are over four times as large as usual: those of which few rows have "+
		"most of the bytes are read whole, up to %.0f MB more.", spelling.Integer(count), spelling.Integer(len(p.list)),
		float64(min(size, wholeBytes))/1e6)
}

// wantedRows returns the number of rows to keep; 0 means all.
func (p *planner) wantedRows() int64 {
	if p.opts.Rows == 0 && p.opts.Strategy != sample.Everything {
		return defaultRows
	}
	return p.opts.Rows
}

func (p *planner) expectedRows() int64 {
	whole := int64(0)
	if n := len(p.Splits); n > 0 {
		whole = p.Splits[n-1].Offset
	}
	switch {
	case p.Emulator:
		return int64(len(p.list)) * emulatorShare
	case p.Rows > 0 && whole > 0:
		return int64(float64(p.Rows) * float64(p.bytes) / float64(whole))
	case p.rowBytes > 0:
		return int64(float64(p.bytes) / p.rowBytes)
	}
	return 0
}

func (p *planner) choose() sample.Plan {
	few := len(p.list) < fewSections
	switch p.opts.Strategy {
	case sample.Everything:
		return p.everything()
	case sample.Head:
		return p.head()
	case sample.Small:
		return p.small()
	case sample.Accurate:
		if len(p.list) < wholeSections || p.bytes == 0 {
			return noting(p.small(),
				fmt.Sprintf("The table has only %s sections, too few for a sample of sections: all are read.",
					spelling.Integer(len(p.list))))
		}
		return p.accurate()
	case sample.Quick:
		if few || p.bytes == 0 {
			return noting(p.small(),
				fmt.Sprintf("The table has only %s sections, too few for short runs at their starts to be "+
					"representative of it.", spelling.Integer(len(p.list))))
		}
		return p.quick()
	}
	switch {
	case p.bytes == 0 && !p.Emulator:
		return noting(p.everything(), "The service counts no bytes for the table, so it is small: all rows are read.")
	case p.rows > 0 && p.rows <= p.keep && p.bytes < p.allowance():
		return noting(p.everything(),
			fmt.Sprintf("About %s rows are expected, at most the %s requested: all rows are read.",
				spelling.Integer(p.rows), spelling.Integer(p.keep)))
	case few:
		return noting(p.small(),
			fmt.Sprintf("The table has only %s sections, too few for a sample of sections: a Bernoulli sample of all "+
				"rows is read.", spelling.Integer(len(p.list))))
	case p.bytes < smallTable:
		return noting(p.small(), "Scanning under 2 GB is fast: a Bernoulli sample of all rows is read.")
	}
	return p.drawn()
}

// drawn chooses between the strategies that select sections at random. If points fall close together, the same few
// section starts are read repeatedly, and whole sections are more informative, provided that scanning them does not
// take long.
func (p *planner) drawn() sample.Plan {
	quick := p.quick()
	perPoint := float64(len(p.list)) / float64(quick.Points)
	if len(p.list) < wholeSections || perPoint > sectionsPerPoint {
		return noting(quick, fmt.Sprintf("%s sections are enough for short runs at their starts to be representative "+
			"of the table.", spelling.Integer(len(p.list))))
	}
	accurate := p.accurate()
	if took := p.expectedTime(accurate); accurate.Scan > scanAllowance || p.opts.Time > 0 && took >= p.opts.Time {
		return noting(quick, fmt.Sprintf("The table has few sections for its size, %s. Strategy accurate would be "+
			"more precise, with a scan of %.1f GB.", spelling.Integer(len(p.list)), float64(accurate.Scan)/1e9))
	}
	return noting(accurate, fmt.Sprintf("With %s sections, short runs at their starts would be less precise than "+
		"rows from whole sections.", spelling.Integer(len(p.list))))
}

func noting(plan sample.Plan, note string) sample.Plan {
	plan.Notes = append(plan.Notes, note)
	return plan
}

// allowance returns the maximum number of bytes to receive.
func (p *planner) allowance() int64 {
	if p.opts.Bytes > 0 {
		return p.opts.Bytes
	}
	return byteAllowance
}

// everything reads all rows and keeps a uniform sample of as many as are wanted.
func (p *planner) everything() sample.Plan {
	return sample.Plan{
		Strategy: sample.Everything, Filter: 1, KeepRows: p.keep,
		Places: p.inTurn(readRanges(group(p.list, pieces, math.MaxInt64))),
		Rows:   p.rows, Bytes: p.bytes, Scan: p.bytes,
	}
}

// WholePlan returns the plan of a read of all rows which opts ask for, made from the description of the table alone.
func WholePlan(t *sample.Table, opts sample.Options) sample.Plan {
	opts.Strategy, opts.Rows = sample.Everything, 0
	return Plan(PlanInput{Splits: t.Splits, Emulator: t.Emulator}, opts)
}

// head reads the first rows. An emulator collects all of a range before it sends the first row, so the ranges start at
// one section and grow.
func (p *planner) head() sample.Plan {
	var list []section
	for from, n := 0, 1; from < len(p.list); from, n = from+n, 2*n {
		to := min(from+n, len(p.list))
		list = append(list, section{span{p.list[from].start, p.list[to-1].end}, sum(p.list[from:to])})
	}
	plan := sample.Plan{Strategy: sample.Head, Filter: 1, Places: readRanges(list), Rows: p.keep,
		Bytes: int64(float64(p.keep) * p.rowBytes)}
	for i := range plan.Places {
		plan.Places[i].Order = i
		plan.Places[i].Limit = p.keep // any one of them may hold them all
	}
	if p.rows > 0 {
		plan.Rows = min(plan.Rows, p.rows)
	}
	plan.Scan = plan.Bytes
	return noting(plan, "These are the first rows only: no figure is representative of the table.")
}

// small lets the service send a share of all rows. If receiving all is cheap, all are received and thinned here: their
// number is then exact.
func (p *planner) small() sample.Plan {
	plan := sample.Plan{
		Strategy: sample.Small, Filter: 1, KeepRows: p.keep,
		Places: p.inTurn(readRanges(group(p.list, pieces, p.large))),
		Rows:   p.rows, Bytes: p.bytes, Scan: p.bytes,
	}
	if p.bytes > min(tinyTable, p.allowance()) {
		p.filter(&plan, p.rows, p.bytes)
	}
	return plan
}

// filter sets the share of rows that is sent: a little more than wanted, because the number of rows is only
// expected; the surplus is thinned uniformly.
func (p *planner) filter(plan *sample.Plan, rows, size int64) {
	share := math.Min(1, float64(p.allowance())/float64(size))
	if rows > 0 {
		share = math.Min(share, 1.3*float64(p.keep)/float64(rows))
	}
	if share > 0.8 {
		return
	}
	plan.Filter = share
	plan.Rows = int64(float64(rows) * share)
	plan.Bytes = int64(float64(size) * share)
}

// quick reads short runs at the starts of sections that are selected with probability proportional to their bytes
// (PPS). The sections of an emulator are as short as a run, and are read whole: then their known bytes give exact
// weights, while a run that ends inside a section is assumed to be similar to the rest of it, which it need not be.
func (p *planner) quick() sample.Plan {
	if len(p.Starts) == len(p.list) && len(p.list) > 0 {
		return p.phased()
	}
	kind := int64(runRows)
	switch {
	case p.Emulator:
		kind = emulatorShare
	case p.keep < 100*runRows:
		kind = min(max(shortRunRows, p.keep/100), max(1, p.keep))
	}
	points := int(max(1, p.keep/kind))
	if p.atPoints > 0 {
		if most := int(float64(p.allowance()) / p.atPoints / float64(kind)); most < points {
			points = max(1, most)
		}
	}
	plan := sample.Plan{Strategy: sample.Quick, Filter: 1, Points: points}
	apart := math.Max(float64(p.large), float64(p.bytes)/float64(points))
	plan.Places = p.drawBeside(points, apart)
	for i := range plan.Places {
		if !p.Emulator {
			plan.Places[i].Limit = kind
		}
	}
	p.readInside(&plan, apart, kind)
	if p.Emulator {
		plan.KeepRows = p.keep
	}
	p.inTurn(plan.Places)
	plan.Rows = kind * int64(len(plan.Places))
	plan.Bytes = int64(float64(plan.Rows) * p.atPoints)
	plan.Scan = plan.Bytes
	return plan
}

// readInside has a share of all rows sent of sections of at least so many bytes, which the start says little of: each
// stands for itself, and the others for what is left of the table.
func (p *planner) readInside(plan *sample.Plan, apart float64, rows int64) {
	left, points := float64(p.bytes), plan.Points
	for _, place := range plan.Places {
		if float64(place.Bytes) >= apart {
			left, points = left-float64(place.Bytes), points-place.Hits
		}
	}
	if points == plan.Points {
		return
	}
	for i := range plan.Places {
		place := &plan.Places[i]
		if place.Stands = float64(place.Hits) * left / math.Max(1, float64(points)); float64(place.Bytes) >= apart {
			place.Stands, place.Limit = float64(place.Bytes), 0
			place.Filter = math.Min(1, float64(rows*int64(place.Hits))*math.Max(1, p.rowBytes)/place.Stands)
		}
	}
}

// accurate lets the service send a share of the rows of whole sections, which are selected as for quick.
func (p *planner) accurate() sample.Plan {
	plan := sample.Plan{Strategy: sample.Accurate, Filter: 1, KeepRows: p.keep, Points: accurateSpots,
		Places: p.drawBeside(accurateSpots, float64(p.bytes)/accurateSpots)}
	for _, keyRange := range plan.Places {
		plan.Scan += keyRange.Bytes
	}
	p.inTurn(plan.Places)
	plan.Bytes = plan.Scan
	plan.Rows = int64(float64(p.rows) * float64(plan.Scan) / float64(p.bytes))
	p.filter(&plan, plan.Rows, plan.Scan)
	return plan
}

// draw selects sections with probability proportional to their bytes: a random point in each of equal steps through the
// bytes of the table. With one random start and equal distances from there, the quality of the selection would depend
// on a single number, and a table with a period could be in phase with it.
func (p *planner) draw(points int) []sample.ReadRange {
	hits := make([]int, len(p.list))
	p.drawPoints(hits, points, float64(p.bytes))
	return p.hit(hits)
}

// drawBeside selects sections as draw does, but those of at least so many bytes, which is a step or more, for certain:
// if they are read whole, the estimate takes all of these that were read for all there are. Were they drawn, one of one
// to two steps would be hit with 75 to 100% only, and by a number of points that is chance. What is left of the points
// goes to the other sections.
func (p *planner) drawBeside(points int, apart float64) []sample.ReadRange {
	hits := make([]int, len(p.list))
	step, left := float64(p.bytes)/float64(points), float64(p.bytes)
	for i, section := range p.list {
		if size := float64(section.bytes); size > 0 && size >= apart {
			hits[i] = int(size / step)
			points -= hits[i]
			left -= size
		}
	}
	p.drawPoints(hits, points, left)
	return p.hit(hits)
}

// hit returns the sections that points fell on.
func (p *planner) hit(hits []int) (out []sample.ReadRange) {
	for i, section := range p.list {
		if hits[i] > 0 {
			out = append(out, sample.ReadRange{Start: section.start, End: section.end, Hits: hits[i],
				Bytes: section.bytes})
		}
	}
	return out
}

// drawPoints lets so many points fall on the sections that have no hits, which have so many bytes in all.
func (p *planner) drawPoints(hits []int, points int, size float64) {
	random := p.random(1)
	value, before, point := random.Float64(), 0.0, 0
	for at, section := range p.list {
		if hits[at] > 0 {
			continue
		}
		before += float64(section.bytes)
		for ; point < points && (float64(point)+value)/float64(points)*size < before; point++ {
			hits[at]++
			value = random.Float64()
		}
	}
}

// random returns the stream of random numbers for one purpose.
func (p *planner) random(purpose uint64) *rand.Rand {
	return rand.New(rand.NewPCG(p.opts.Seed, purpose))
}

// inTurn puts the key ranges in random order.
func (p *planner) inTurn(list []sample.ReadRange) []sample.ReadRange {
	for i, turn := range p.random(2).Perm(len(list)) {
		list[i].Order = turn
	}
	return list
}

func readRanges(list []section) []sample.ReadRange {
	out := make([]sample.ReadRange, len(list))
	for i, s := range list {
		out[i] = sample.ReadRange{Start: bytes.Clone(s.start), End: bytes.Clone(s.end), Bytes: s.bytes}
	}
	return out
}

// expectedTime is a rough guess: one node of a service, or an emulator on this machine, and the limits asked for.
func (p *planner) expectedTime(plan sample.Plan) time.Duration {
	seeks := time.Duration(len(plan.Places)) * seekTime / readsAtOnce
	seconds := math.Max(float64(plan.Scan)/scanPerSecond, perSecond(float64(plan.Bytes), p.opts.BytesPerSecond))
	seconds = math.Max(seconds, perSecond(float64(plan.Rows), p.opts.RowsPerSecond))
	t := seeks + time.Duration(seconds*float64(time.Second))
	if p.opts.Time > 0 {
		t = min(t, p.opts.Time)
	}
	return t
}

func perSecond(n, rate float64) float64 {
	if rate <= 0 {
		return 0
	}
	return n / rate
}
