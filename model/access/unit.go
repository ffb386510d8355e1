package access

import (
	"math"
	"time"

	"tabletop/model/rowkey"
	"tabletop/model/workload"
)

// TimeUnit is a unit of time, or N of them where that is more than 1.
type TimeUnit struct {
	Unit rowkey.Unit
	N    uint64
}

// In returns how many units [from, to) touches, in seconds since 1970 (UTC): at least one.
func (u TimeUnit) In(from, to float64) float64 {
	last := math.Nextafter(to, math.Inf(-1))
	return math.Max(1, u.number(last)-u.number(from)+1)
}

// number counts the units up to an instant.
func (u TimeUnit) number(at float64) float64 {
	switch t := time.Unix(int64(math.Floor(at)), 0).UTC(); u.Unit {
	case rowkey.Year:
		return float64(t.Year())
	case rowkey.Month:
		return float64(t.Year()*12 + int(t.Month()))
	case rowkey.Week: // weeks begin on Mondays, and 1970 on a Thursday
		return math.Floor((at/86400 + 3) / 7)
	}
	return math.Floor(at / (workload.UnitSeconds(u.Unit) * math.Max(1, float64(u.N))))
}

// Units returns how many units of time the range of the query touches, on average over the rows that ask; 1 without a
// range.
func (p *Probe) Units(u TimeUnit) float64 {
	span := p.b.span
	if span == nil {
		return 1
	}
	sum, asking := 0.0, 0.0
	p.asking(func(row int) {
		from := span.at[row]
		if span.fixed {
			from = span.from
		}
		sum += u.In(from, from+span.width)
		asking++
	})
	return sum / math.Max(1, asking)
}
