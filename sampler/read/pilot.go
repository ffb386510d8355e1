package read

import (
	"context"

	pb "cloud.google.com/go/bigtable/apiv2/bigtablepb"
	"golang.org/x/sync/errgroup"

	"tabletop/model/crash"
	"tabletop/model/sample"
	"tabletop/sampler/rows"
)

// A pilot reads this many rows in this many sections.
const (
	pilotRanges = 12
	pilotRows   = 5
	// pilotsAtOnce is how many of them are read at the same time.
	pilotsAtOnce = 4
)

// RowSize is about how large rows are, in bytes; 0 if there are none. It is precise enough for a plan only.
type RowSize struct {
	// PerRow is what the bytes of the table are divided by for its number of rows. Sections have about equal bytes, so
	// it is the harmonic mean over them: where rows are small, more of them are in a section.
	PerRow float64
	// AtPoints is the mean over the sections: the expected size of a row where points fall in proportion to bytes.
	AtPoints float64
}

// EstimateRowSize reads a few rows in sections at equal distances.
func (t *Table) EstimateRowSize(ctx context.Context, splits []sample.Split, opts sample.Options) (RowSize, error) {
	list := sections(splits, wanted(opts))
	ranges := min(pilotRanges, len(list))
	found := make([]*rows.Decoder, ranges)
	weights := make([]float64, ranges)
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(pilotsAtOnce)
	for i := range ranges {
		// The middle of the i-th part: the first rows of a table are often atypical.
		s := list[(2*i+1)*len(list)/(2*ranges)]
		weights[i] = float64(s.bytes)
		found[i] = rows.NewDecoder(sample.NewBuilder(1), 1, nil)
		group.Go(crash.Recovered(func() error { return t.pilot(ctx, s, found[i]) }))
	}
	if err := group.Wait(); err != nil {
		return RowSize{}, err
	}
	var all, rowsPerByte, bytesPerRow float64
	for i, d := range found {
		if d.Rows == 0 || d.Bytes == 0 {
			continue
		}
		w := max(weights[i], 1)
		all += w
		rowsPerByte += w * float64(d.Rows) / float64(d.Bytes)
		bytesPerRow += w * float64(d.Bytes) / float64(d.Rows)
	}
	if all == 0 {
		return RowSize{}, nil
	}
	return RowSize{PerRow: all / rowsPerByte, AtPoints: bytesPerRow / all}, nil
}

// pilot reads the first rows of a section into d. A row that is too large to be sent ends it.
func (t *Table) pilot(ctx context.Context, s section, d *rows.Decoder) error {
	err := t.retry().brief().Resume(ctx, func() (bool, error) {
		if d.Rows > 0 {
			return false, nil
		}
		req := &pb.ReadRowsRequest{Rows: &pb.RowSet{RowRanges: []*pb.RowRange{s.proto()}}, RowsLimit: pilotRows}
		return false, t.stream(ctx, req, d, nil)
	})
	if IsRowTooLarge(err) {
		return nil
	}
	return err
}
