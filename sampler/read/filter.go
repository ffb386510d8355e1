package read

import (
	"regexp"
	"slices"
	"strings"
	"time"

	pb "cloud.google.com/go/bigtable/apiv2/bigtablepb"

	"tabletop/model/sample"
)

// rowFilter returns the filter for the options, with a Bernoulli row sample if share is under 1; nil reads all versions
// of all cells.
func rowFilter(o sample.Options, share float64) *pb.RowFilter {
	var chain []*pb.RowFilter
	if o.KeyRegex != "" {
		chain = append(chain,
			&pb.RowFilter{Filter: &pb.RowFilter_RowKeyRegexFilter{RowKeyRegexFilter: []byte(o.KeyRegex)}})
	}
	if share < 1 {
		chain = append(chain, &pb.RowFilter{Filter: &pb.RowFilter_RowSampleFilter{RowSampleFilter: share}})
	}
	if len(o.Families) > 0 {
		names := make([]string, len(o.Families))
		for i, f := range o.Families {
			names[i] = regexp.QuoteMeta(f)
		}
		chain = append(chain,
			&pb.RowFilter{Filter: &pb.RowFilter_FamilyNameRegexFilter{FamilyNameRegexFilter: strings.Join(names, "|")}})
	}
	if !o.Since.IsZero() || !o.Until.IsZero() {
		chain = append(chain,
			&pb.RowFilter{Filter: &pb.RowFilter_TimestampRangeFilter{TimestampRangeFilter: &pb.TimestampRange{
				StartTimestampMicros: millisUp(o.Since), EndTimestampMicros: millisUp(o.Until),
			}}})
	}
	return chained(chain...)
}

// chained returns a filter that applies the filters one after the other, nil if there are none. Filters that are nil
// are left out.
func chained(filters ...*pb.RowFilter) *pb.RowFilter {
	filters = slices.DeleteFunc(filters, func(f *pb.RowFilter) bool { return f == nil })
	switch len(filters) {
	case 0:
		return nil
	case 1:
		return filters[0]
	}
	return &pb.RowFilter{Filter: &pb.RowFilter_Chain_{Chain: &pb.RowFilter_Chain{Filters: filters}}}
}

// millisUp returns t in microseconds, rounded up to a millisecond: the service accepts no finer bounds, and a table of
// whole milliseconds has the same cells on either side. 0, which is no bound, for the zero time.
func millisUp(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return (t.UnixMicro() + 999) / 1000 * 1000
}

// keysOnly requests one cell per row without its value, so that even the key of a row that is too large is sent.
func keysOnly() *pb.RowFilter {
	return chained(
		&pb.RowFilter{Filter: &pb.RowFilter_CellsPerRowLimitFilter{CellsPerRowLimitFilter: 1}},
		&pb.RowFilter{Filter: &pb.RowFilter_StripValueTransformer{StripValueTransformer: true}},
	)
}
