package workload

import (
	"fmt"
	"math"
	"strings"

	"tabletop/model/bounded"
)

// Rates are the constants of the cost model: what a node does in a second, and what else a read costs. docs/cost.md
// gives the source of each and the range it may lie in. Layouts are compared by them; clusters are not sized.
type Rates struct {
	Seeks       float64 // ranges that a node can begin to read in a second
	Scan        float64 // bytes that a node scans in a second
	Row         float64 // microseconds for each row read, whatever its size
	Filtered    float64 // microseconds for each row that is read and not returned
	Network     float64 // bytes that a client receives in a second
	FanOut      float64 // microseconds for each range after the first, in the client that merges them
	ReverseScan float64 // factor on the time of a scan in reverse
	Writes      float64 // rows that a node writes in a second
}

// DefaultRates are those of a node with SSD storage.
func DefaultRates() Rates {
	return Rates{Seeks: 17_000, Scan: 220e6, Row: 0.5, Filtered: 0.1, Network: 1.25e9, FanOut: 5, ReverseScan: 1.25,
		Writes: 14_000}
}

// rate is a constant with its name in a file of costs, and the lowest and highest value to be reckoned with.
type rate struct {
	name      string
	at        *float64
	low, high float64
}

// all lists the constants of r with the ranges of docs/cost.md.
func (r *Rates) all() []rate {
	return []rate{
		{"seeks_per_second", &r.Seeks, 10_000, 17_000}, {"scan_bytes_per_second", &r.Scan, 110e6, 220e6},
		{"row_microseconds", &r.Row, 0, 2},
		{"filtered_row_microseconds", &r.Filtered, 0, 1}, {"network_bytes_per_second", &r.Network, 125e6, 4e9},
		{"fan_out_microseconds", &r.FanOut, 0, 50},
		{"reverse_scan_factor", &r.ReverseScan, 1, 1.5}, {"writes_per_second", &r.Writes, 10_000, 14_000},
	}
}

// Vary returns rates at other places of their ranges: at gives for each constant a place from 0, the low end, to 1, the
// high end; at 0.5 it stays as it is. A constant that was set outside of its range stays too.
func (r Rates) Vary(at func(name string) float64) Rates {
	for _, c := range r.all() {
		c.move(at(c.name))
	}
	return r
}

// move sets a constant to a place of its range.
func (r *rate) move(place float64) {
	switch v := *r.at; {
	case v < r.low || v > r.high:
	case place < 0.5:
		*r.at = r.low + (v-r.low)*2*place
	default:
		*r.at = v + (r.high-v)*(2*place-1)
	}
}

// VaryOne returns rates with one constant at another place of its range.
func (r Rates) VaryOne(name string, place float64) Rates {
	for _, c := range r.all() {
		if c.name == name {
			c.move(place)
		}
	}
	return r
}

// RateNames lists the constants by their names in a file of costs.
func RateNames() []string {
	var names []string
	for _, c := range new(Rates).all() {
		names = append(names, c.name)
	}
	return names
}

// ParseRates reads a file of costs: constants that differ from the defaults, as NAME: NUMBER lines. Errors begin with
// the line.
func ParseRates(text []byte) (Rates, error) {
	rates := DefaultRates()
	docs, err := bounded.Documents(text)
	switch {
	case err != nil:
		return rates, fmt.Errorf("not a file of costs: %s", strings.TrimPrefix(err.Error(), "yaml: "))
	case len(docs) == 0:
		return rates, fmt.Errorf("the file is empty: the constants are %s", strings.Join(RateNames(), ", "))
	}
	fields, err := bounded.Fields(docs[0].Content[0], RateNames()...)
	if err != nil {
		return rates, err
	}
	for _, rate := range rates.all() {
		node := fields[rate.name]
		if node == nil {
			continue
		}
		var v float64
		if err := node.Decode(&v); err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
			return rates, at(node, "%s: %q is not a number", rate.name, node.Value)
		}
		if v < 0 || v == 0 && rate.low > 0 {
			return rates, at(node, "%s: %s must be above 0", rate.name, node.Value)
		}
		*rate.at = v
	}
	return rates, nil
}

// Use is what a run of a query makes a node and a client do.
type Use struct {
	Ranges               float64 // at least one is reckoned
	Rows, Returned       float64 // read, and of them wanted
	Bytes, ReturnedBytes float64
	Reversed             bool
}

// Millis is the time of a run, in milliseconds: of the node, and of the client that receives and merges.
func (r *Rates) Millis(u Use) float64 {
	ranges := max(u.Ranges, 1)
	node := ranges/r.Seeks + u.Bytes/r.Scan + (u.Rows*r.Row+max(0, u.Rows-u.Returned)*r.Filtered)/1e6
	if u.Reversed {
		node *= r.ReverseScan
	}
	return 1000 * (node + u.ReturnedBytes/r.Network + (ranges-1)*r.FanOut/1e6)
}

// WriteMillis is the time of a node that writes one row, in milliseconds.
func (r *Rates) WriteMillis() float64 { return 1000 / r.Writes }
