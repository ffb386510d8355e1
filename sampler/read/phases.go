package read

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	pb "cloud.google.com/go/bigtable/apiv2/bigtablepb"
	"golang.org/x/sync/errgroup"

	"tabletop/model/crash"
	"tabletop/model/sample"
	"tabletop/model/spelling"
	"tabletop/sampler/rows"
)

// Start describes the first rows of a section, and a few inside of it.
type Start struct {
	summary
	inside []summary // of rows at keys spread over the section; none where its end is not known
}

// summary describes a few consecutive rows.
type summary struct {
	Rows     int     // that were read; 0 where none could be
	RowBytes float64 // mean size
	log      float64 // mean of the logarithms of the sizes
	spread   float64 // their variance
}

const (
	startRows   = 10   // rows read at a place in a section: as many as a test of their sizes needs
	insideReads = 3    // places inside of a section, beside its start
	mostStarts  = 1000 // sections of which all starts are read first; of more, those selected by bytes say enough
	mixedFactor = 2    // by so much the rows at both ends of a section differ if it holds rows of more than one kind
	mixedSure   = 4    // standard errors by which they differ at least
	mixedShare  = 2    // one in so many of the rows to keep is for sections of several kinds
)

// WantsStarts reports whether a plan needs the starts of all sections: for short runs of few sections.
func WantsStarts(f PlanInput, opts sample.Options) bool {
	if f.Emulator || opts.KeyRegex != "" || len(opts.Families) > 0 || !opts.Since.IsZero() || !opts.Until.IsZero() {
		return false
	}
	if n := len(sections(f.Splits, wanted(opts))); n > mostStarts {
		return false
	}
	return Plan(f, opts).Strategy == sample.Quick
}

// Starts reads a few rows at the start of each section, and at a few keys inside of it: rows of another kind that begin
// and end within a section are at no start.
func (t *Table) Starts(ctx context.Context, splits []sample.Split, opts sample.Options) ([]Start, error) {
	list := sections(splits, wanted(opts))
	out := make([]Start, len(list))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(readsAtOnce)
	for i, s := range list {
		group.Go(crash.Recovered(func() (err error) {
			out[i], err = t.start(ctx, s)
			return err
		}))
	}
	return out, group.Wait()
}

func (t *Table) start(ctx context.Context, s section) (Start, error) {
	first, err := t.few(ctx, s.span)
	start := Start{summary: summarized(first)}
	if err != nil || start.Rows == 0 || len(s.end) == 0 {
		return start, err
	}
	for i := range insideReads {
		at := keyWithin(first.Key(first.Rows()-1), s.end, float64(i+1)/(insideReads+1))
		rows, err := t.few(ctx, span{start: at, end: s.end})
		if err != nil {
			return Start{}, err
		}
		if rows.Rows() > 0 {
			start.inside = append(start.inside, summarized(rows))
		}
	}
	return start, nil
}

// few reads the first rows of a range of keys; none where the first is too large to be sent.
func (t *Table) few(ctx context.Context, of span) (*sample.Sample, error) {
	builder := sample.NewBuilder(1)
	decoder := rows.NewDecoder(builder, 1, nil)
	req := &pb.ReadRowsRequest{Rows: &pb.RowSet{RowRanges: []*pb.RowRange{of.proto()}}, RowsLimit: startRows}
	err := t.retry().brief().Resume(ctx, func() (bool, error) {
		if decoder.Rows > 0 {
			return false, nil
		}
		return false, t.stream(ctx, req, decoder, nil)
	})
	if IsRowTooLarge(err) {
		err = nil
	}
	return sample.Assemble(sample.Table{}, sample.Provenance{}, []*sample.Builder{builder}), err
}

// keyWithin is the key that is the share of the way from a key to a larger one, if their bytes are digits.
func keyWithin(from, to []byte, share float64) []byte {
	const digits = 6 // of a number that a float holds
	same := 0
	for same < min(len(from), len(to)) && from[same] == to[same] {
		same++
	}
	number := func(key []byte) (n float64) {
		for i := range digits {
			n *= 256
			if same+i < len(key) {
				n += float64(key[same+i])
			}
		}
		return n
	}
	at := uint64(number(from) + share*(number(to)-number(from)))
	out := slices.Clone(from[:same])
	for i := digits - 1; i >= 0; i-- {
		out = append(out, byte(at>>(8*i)))
	}
	return bytes.TrimRight(out, "\x00") // or it may be larger than a key that ends in fewer zeros
}

func summarized(s *sample.Sample) summary {
	start := summary{Rows: s.Rows()}
	if start.Rows == 0 {
		return start
	}
	value := float64(start.Rows)
	var squares float64
	for i := range start.Rows {
		size := float64(max(1, s.RowBytes(i)))
		start.RowBytes += size / value
		start.log += math.Log(size) / value
		squares += math.Log(size) * math.Log(size)
	}
	if start.Rows > 1 {
		start.spread = math.Max(0, (squares-value*start.log*start.log)/(value-1))
	}
	return start
}

// unlike reports whether rows of two key ranges are of different kinds, by their sizes (Welch's test).
func (s summary) unlike(y summary) bool {
	if s.Rows < 2 || y.Rows < 2 {
		return s.Rows > 0 && y.Rows > 0 && math.Abs(s.log-y.log) > math.Log(10)
	}
	apart := math.Abs(s.log - y.log)
	return apart > math.Log(mixedFactor) &&
		apart > mixedSure*math.Sqrt(s.spread/float64(s.Rows)+y.spread/float64(y.Rows))
}

// phased plans short runs where the starts of all sections are known. A run stands for half of each of the sections
// that meet at its start, so that a trend within sections does not bias what it says. A section in which rows
// are unlike those at its start holds rows of several kinds in unknown parts: rows are selected from all of it.
func (p *planner) phased() sample.Plan {
	plan := sample.Plan{Strategy: sample.Quick, Filter: 1}
	mixed, count := p.mixedSections()
	cells := p.cells(mixed)
	runs, each := p.keep, int64(0)
	if count > 0 {
		each = max(1, p.keep/mixedShare/int64(count))
		runs -= each * int64(count)
	}
	hits, stands, limit := p.drawCells(cells, runs)
	for i, section := range p.list {
		readRange := sample.ReadRange{Start: section.start, End: section.end, Hits: hits[i], Bytes: section.bytes,
			Stands: stands[i], Limit: limit}
		switch size := p.Starts[i].RowBytes; {
		case mixed[i]:
			readRange.Hits, readRange.Stands, readRange.Limit = 1, float64(section.bytes), 0
			for _, other := range p.elsewhere(i) {
				size = math.Min(size, other.RowBytes)
			}
			if size == 0 { // a row that cannot be read
				size = p.rowBytes
			}
			readRange.Filter = math.Min(1, float64(each)*math.Max(1, size)/float64(section.bytes))
			plan.Rows += each
			plan.Bytes += int64(float64(section.bytes) * readRange.Filter)
			plan.Scan += section.bytes
		case hits[i] == 0:
			continue
		case size > 0:
			n := math.Min(float64(limit), float64(section.bytes)/size)
			plan.Rows += int64(math.Ceil(n))
			plan.Bytes += int64(n * size)
			plan.Scan += int64(n * size)
		}
		plan.Points += readRange.Hits
		plan.Places = append(plan.Places, readRange)
	}
	p.inTurn(plan.Places)
	if count > 0 {
		return noting(plan, fmt.Sprintf("%s of the %s sections hold rows of several sizes: a share of all rows of "+
			"these is read.", spelling.Integer(count), spelling.Integer(len(p.list))))
	}
	return plan
}

// elsewhere returns the rows that are known of section i beside its start: those inside, and those behind its end.
func (p *planner) elsewhere(i int) []summary {
	rows := p.Starts[i].inside
	if i+1 < len(p.Starts) {
		rows = append(rows[:len(rows):len(rows)], p.Starts[i+1].summary)
	}
	return rows
}

// mixedSections returns the sections that stand out by their size, of which the start says little, and those in which
// rows differ from those at the start, those that differ most first if scanning all takes too long.
func (p *planner) mixedSections() (mixed []bool, count int) {
	mixed = make([]bool, len(p.list))
	var at []int
	for i, section := range p.list {
		if section.bytes > p.large || section.bytes > 0 && slices.ContainsFunc(p.elsewhere(i), p.Starts[i].unlike) {
			at = append(at, i)
		}
	}
	apart := func(i int) (most float64) {
		if p.list[i].bytes > p.large {
			return math.Inf(1)
		}
		for _, other := range p.elsewhere(i) {
			most = math.Max(most, math.Abs(p.Starts[i].log-other.log))
		}
		return most
	}
	slices.SortStableFunc(at, func(a, b int) int { return cmp.Compare(apart(b), apart(a)) })
	left := int64(scanAllowance)
	for _, i := range at {
		if left -= p.list[i].bytes; left < 0 || int64(count+1)*mixedShare > p.keep {
			break
		}
		mixed[i] = true
		count++
	}
	return mixed, count
}

// cells returns the bytes of the table that the run at the start of each section stands for.
func (p *planner) cells(mixed []bool) []float64 {
	out := make([]float64, len(p.list))
	for i, section := range p.list {
		switch {
		case mixed[i]:
		case i == len(p.list)-1:
			out[i] += float64(section.bytes)
		default:
			out[i] += float64(section.bytes) / 2
			out[i+1] += float64(section.bytes) / 2
		}
	}
	// The start of a section that is read whole says nothing that the section does not; what is left of the one before
	// it goes to the start of that.
	for i := len(out) - 1; i > 0; i-- {
		if mixed[i] {
			if out[i] > 0 {
				out[i-1] += out[i]
				out[i] = 0
			}
		}
	}
	return out
}

// drawCells selects runs of so many rows in all: every cell if there are few, else cells with probability proportional
// to their size, the mean of their shares of the bytes and of the rows of the table. A cell then stands for its bytes
// divided by its expected number of points (Hansen and Hurwitz).
func (p *planner) drawCells(cells []float64, rows int64) (hits []int, stands []float64, limit int64) {
	hits, stands = make([]int, len(cells)), make([]float64, len(cells))
	var count int64
	var size, mass float64
	var all []float64 // rows expected in each cell
	for i, bytes := range cells {
		n := bytes / math.Max(1, p.Starts[i].RowBytes)
		all = append(all, n)
		size, mass = size+bytes, mass+n
		if bytes > 0 {
			count++
		}
	}
	limit = runRows
	if points := max(1, rows/runRows); count > points {
		limit = max(shortRunRows, min(runRows, rows/count))
	}
	limit = min(limit, max(1, rows))
	points := max(1, rows/limit)
	if count <= points {
		limit = p.runLength(rows/max(1, count), cells)
		for i, bytes := range cells {
			if bytes > 0 {
				hits[i], stands[i] = 1, bytes
			}
		}
		return hits, stands, limit
	}
	limit = p.runLength(limit, cells)
	random := p.random(1)
	value, before, index := random.Float64(), 0.0, int64(0)
	for i, bytes := range cells {
		q := (bytes/size + all[i]/mass) / 2
		for before += q; index < points && (float64(index)+value)/float64(points) < before; index++ {
			hits[i]++
			value = random.Float64()
		}
		if hits[i] > 0 {
			stands[i] = float64(hits[i]) * bytes / q / float64(points)
		}
	}
	return hits, stands, limit
}

// runLength limits the rows of a run so that all of them may be received.
func (p *planner) runLength(rows int64, cells []float64) int64 {
	size := 1.0 // of one row from each cell
	for i, bytes := range cells {
		if bytes > 0 {
			size += p.Starts[i].RowBytes
		}
	}
	return max(1, min(rows, int64(float64(p.allowance())/size)))
}
