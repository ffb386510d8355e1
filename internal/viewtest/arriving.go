package viewtest

import (
	"fmt"
	"slices"
	"time"

	"tabletop/model/sample"
	"tabletop/views"
)

// ArrivingRanges is how many key ranges the read of Arriving has.
const ArrivingRanges = 42

// Arriving is a table of which so many of its 42 key ranges were read, in the order of their turns; with all of them it
// is read. Each range is a device with 24 rows, one in each hour of a day.
func Arriving(done int) *views.Data {
	table := sample.Table{Source: "demo:arriving", Name: "arriving", Families: []sample.Family{{Name: "d"}}}
	how := sample.Provenance{Strategy: sample.Everything, Filter: 1, RowShare: 1, Complete: done == ArrivingRanges}
	var rows []Row
	for device := range ArrivingRanges {
		turn := device * 17 % ArrivingRanges
		part := sample.ReadRange{Start: fmt.Appendf(nil, "%04x#", 0x1000+device), Order: turn, Done: turn < done}
		if device == 0 {
			part.Start = nil
		}
		how.Places = append(how.Places, part)
		for hour := range 24 {
			if !part.Done {
				break
			}
			how.Places[device].Rows++
			at := Now.Truncate(24 * time.Hour).Add(time.Duration(hour) * time.Hour)
			value := string(slices.Repeat([]byte("v"), 10+(turn*7)%30))
			rows = append(rows, Row{Key: fmt.Sprintf("%04x#%d", 0x1000+device, at.Unix()),
				Cells: []Cell{{"d", "value", at, value}}})
		}
	}
	for i := range how.Places[1:] {
		how.Places[i].End = how.Places[i+1].Start
	}
	data := Data(Build(table, how, rows), "{device:hex(4)}#{time:s}")
	data.Reading = done < ArrivingRanges
	return data
}
