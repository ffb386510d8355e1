package job

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/sdf"

	"tabletop/beam/keyrange"
	"tabletop/model/sample"
	"tabletop/sampler"
)

// ranges are the methods that every splittable DoFn over key ranges has.
type ranges struct {
	// Pieces is the number of ranges that an element is divided into before it is read.
	Pieces int
	// Least is how many bytes a split of a range that is being read must leave to either side.
	Least int64
}

// CreateInitialRestriction returns the range itself.
func (ranges) CreateInitialRestriction(r keyrange.Range) keyrange.Range { return r }

// SplitRestriction divides the range at section borders.
func (rs ranges) SplitRestriction(_, r keyrange.Range) []keyrange.Range {
	return r.Split(max(1, rs.Pieces))
}

// RestrictionSize returns the bytes of the range as the service counts them.
func (ranges) RestrictionSize(_, r keyrange.Range) float64 { return r.Size() }

// CreateTracker returns the tracker of a range.
func (rs ranges) CreateTracker(r keyrange.Range) *sdf.LockRTracker {
	t := keyrange.NewTracker(r)
	t.Least = rs.Least
	return sdf.NewLockRTracker(t)
}

// counters are what the runner shows while a job runs. Results never depend on them: work that is executed twice counts
// twice.
type counters struct{ rows, bytes, retries, misfits, failed beam.Counter }

func newCounters() counters {
	c := func(name string) beam.Counter { return beam.NewCounter("tabletop", name) }
	return counters{c("rows"), c("bytes"), c("retries"), c("misfits"), c("failed_ranges")}
}

// errRefused ends a scan whose rest has become another worker's.
var errRefused = errors.New("the rest of the range was given away")

// scanned is what came of a restriction.
type scanned struct {
	start, end  []byte // what was read; an empty end is the end of the table
	rows, bytes int64
	unreadable  []sample.Unreadable
	// failed states why the rest of the restriction, from end to failedEnd, could not be read; nil if it was.
	failed    error
	failedEnd []byte
}

// scan claims and reads the rows of a restriction, and passes them to add in runs of consecutive rows. A range that
// cannot be read after all retries is no error, but part of what is returned: a job must not end because of it. The
// error is that of the tracker, of add, or of ctx.
func (r *reader) scan(ctx context.Context, rt *sdf.LockRTracker, n counters, add func(*sample.Sample) error) (scanned,
	error) {
	of := rt.GetRestriction().(keyrange.Range)
	out := scanned{start: of.Start}
	var last []byte
	var own error // of add
	take := func(rows *sample.Sample) error {
		claimed := 0
		for ; claimed < rows.Rows(); claimed++ {
			if !rt.TryClaim(rows.Key(claimed)) {
				break
			}
		}
		if part := rows; claimed > 0 {
			if claimed < rows.Rows() {
				part = sample.Assemble(rows.Table, rows.How, []*sample.Builder{rows.Slice(0, claimed)})
			}
			last = bytes.Clone(part.Key(claimed - 1))
			out.rows += int64(claimed)
			size := part.Bytes()
			out.bytes += size
			n.rows.Inc(ctx, int64(claimed))
			n.bytes.Inc(ctx, size)
			if own = add(part); own != nil {
				return own
			}
		}
		if claimed < rows.Rows() {
			return errRefused
		}
		return nil
	}
	got, err := r.table.Scan(ctx, sampler.Scan{Start: of.Start, End: of.End, Opts: r.source.Options, Rate: r.limit,
		Consume: take})
	n.retries.Inc(ctx, got.Retries)
	switch {
	case own != nil:
		return out, own
	case ctx.Err() != nil:
		return out, context.Cause(ctx)
	case rt.GetError() != nil:
		return out, rt.GetError()
	}
	if !errors.Is(err, errRefused) {
		rt.TryClaim(keyrange.End{}) // nobody else reads on from here, whether the scan came to the end or failed
	}
	out.end = rt.GetRestriction().(keyrange.Range).End
	for _, u := range got.Unreadable {
		if (keyrange.Range{Start: of.Start, End: out.end}).Contains(u.Key) {
			out.unreadable = append(out.unreadable, u)
		}
	}
	if err != nil && !errors.Is(err, errRefused) {
		n.failed.Inc(ctx, 1)
		out.failed, out.failedEnd = err, out.end
		out.end = of.Start
		if last != nil {
			out.end = keyrange.Next(last)
		}
	}
	return out, nil
}

// describe names a key range in words, with keys quoted.
func describe(start, end []byte) string {
	from, to := "the first row", "the end of the table"
	if len(start) > 0 {
		from = fmt.Sprintf("%q", start)
	}
	if len(end) > 0 {
		to = fmt.Sprintf("%q", end)
	}
	return "from " + from + " to " + to
}
