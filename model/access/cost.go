package access

import (
	"context"
	"fmt"
	"strings"

	"tabletop/model/estimate"
	"tabletop/model/workload"
)

// Method is how the rows of a query are reached.
type Method string

// The methods, the cheapest first.
const (
	Point    Method = "point"     // the whole key is known
	ByPrefix Method = "prefix"    // the key prefix is known
	ByRange  Method = "range"     // the prefix is known, followed by a range of values
	FanOut   Method = "fan-out"   // several ranges, whose answers the client merges: one for each value of a salt
	Filter   Method = "filter"    // a wider range is read, and what is not wanted is filtered out
	FullScan Method = "full scan" // nothing at the start of the key is known
	NoAccess Method = "none"      // the layout lacks what the query filters on
)

// Cost is what a query costs under a layout.
type Cost struct {
	Query  *workload.Query
	Access Method
	Ranges float64 // byte ranges that are read, on average over the values asked for
	// ByValue is the average over the values that occur, each asked for as often as any other; ByData that over the
	// rows, so that a value is asked for as often as it has rows.
	ByValue, ByData Average
	// AtMost means that ByValue is an upper bound: a sample does not contain all values.
	AtMost bool
	// Bounded means that the rows read and returned in ByData are upper bounds: how many records become one row is
	// unknown from the sample.
	Bounded bool
	Uses    []string // the segments that say where to read
	Filters []string // the segments that do not, so that their rows are picked out of what was read
	Asked   int      // combinations of values that occur
	// Backward means that the newest come last in the order of the keys: they are found by reading from the end of a
	// range backward.
	Backward bool
}

// Average is what one run of a query reads and returns, on average.
type Average struct {
	RowsRead, RowsReturned   estimate.Figure
	BytesRead, BytesReturned estimate.Figure // whole rows that hold a match
}

// Amplification is rows read for each row returned (G03), in proportion to data; 1 is as good as it gets.
func (c *Cost) Amplification() float64 {
	if c.ByData.RowsReturned.Value <= 0 {
		return 1
	}
	return c.ByData.RowsRead.Value / c.ByData.RowsReturned.Value
}

// Millis is the time that a run of the query takes, in milliseconds, at the documented peak rates of DefaultRates.
func (c *Cost) Millis() float64 {
	rates := workload.DefaultRates()
	return rates.Millis(workload.Use{Ranges: c.Ranges, Rows: c.ByData.RowsRead.Value, Returned: c.ByData.RowsReturned.Value,
		Bytes:         c.ByData.BytesRead.Value,
		ReturnedBytes: c.ByData.BytesReturned.Value})
}

// Summary returns the access in a few words.
func (c *Cost) Summary() string {
	switch c.Access {
	case FanOut:
		return fmt.Sprintf("%.0f-way fan-out", c.Ranges)
	case Filter:
		return "filter on " + strings.Join(c.Filters, ", ")
	case ByRange:
		if c.Ranges > 1.5 {
			return fmt.Sprintf("%.0f ranges", c.Ranges)
		}
	}
	return string(c.Access)
}

// Total is the node time of all queries by their frequency, in milliseconds a run on average.
func Total(costs []Cost) float64 {
	sum, value := 0.0, 0.0
	for i := range costs {
		sum += costs[i].Query.Frequency * costs[i].Millis()
		value += costs[i].Query.Frequency
	}
	if value == 0 {
		return 0
	}
	return sum / value
}

// Costs are those of all queries of w in a table whose keys one layout describes, or several that say which records are
// theirs. Prepare must have been called with w. The error is ctx's, or a fixed value that cannot be read.
func (index *Index) Costs(ctx context.Context, w *workload.Workload, layouts ...*Layout) ([]Cost, error) {
	costs := make([]Cost, 0, len(w.Queries))
	if layouts[0].Of != nil {
		index = index.over(layouts[0])
	}
	for _, query := range w.Queries {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		b, err := index.bind(query)
		if err != nil {
			return nil, err
		}
		costs = append(costs, b.costIn(layouts))
	}
	return costs, nil
}
