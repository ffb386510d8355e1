package read

import (
	"context"

	pb "cloud.google.com/go/bigtable/apiv2/bigtablepb"

	"tabletop/model/sample"
	"tabletop/sampler/rows"
)

// A pilot reads this many rows in this many key ranges.
const (
	pilotPlaces = 4
	pilotRows   = 5
)

// EstimateRowSize reads a few rows and returns the approximate size of a row; 0 if there are none. It is precise enough for
// a plan only.
func (t *Table) EstimateRowSize(ctx context.Context, splits []sample.Split, opts sample.Options) (float64, error) {
	list := sections(splits, wanted(opts))
	var n, size int64
	for i := range min(pilotPlaces, len(list)) {
		// The middle of the i-th quarter: the first rows of a table are often atypical.
		s := list[(2*i+1)*len(list)/(2*min(pilotPlaces, len(list)))]
		d := rows.NewDecoder(sample.NewBuilder(1), 1, nil)
		req := &pb.ReadRowsRequest{Rows: &pb.RowSet{RowRanges: []*pb.RowRange{s.proto()}}, RowsLimit: pilotRows}
		err := t.retry().brief().do(ctx, func() (bool, error) {
			if d.Rows > 0 {
				return false, nil
			}
			return false, t.stream(ctx, req, d, nil)
		})
		if err != nil && !IsRowTooLarge(err) {
			return 0, err
		}
		n, size = n+d.Rows, size+d.Bytes
	}
	if n == 0 {
		return 0, nil
	}
	return float64(size) / float64(n), nil
}
