package simulate_test

import (
	"context"
	"fmt"
	"time"

	"tabletop/model/candidate"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/segments"
	"tabletop/model/simulate"
)

// One row for each device and day, instead of one for each reading: readings of a day become versions of one column.
func ExampleRun() {
	ctx := context.Background()
	rows := sample.NewBuilder(0)
	start := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	for device := range 10 {
		for hour := range 48 {
			at := start.Add(time.Duration(hour) * time.Hour)
			rows.Row(fmt.Appendf(nil, "device%d#%s", device, at.Format("20060102T15")))
			rows.Cell("m", []byte("kwh"), at.UnixMicro(), []byte("21.5"))
		}
	}
	table := sample.Assemble(sample.Table{}, sample.Provenance{Complete: true}, []*sample.Builder{rows})
	layout, err := rowkey.Parse("{device}#{hour:date(20060102T15)}")
	if err != nil {
		fmt.Println(err)
		return
	}
	columns, err := segments.New(ctx, table, rowkey.Set{layout})
	if err != nil {
		fmt.Println(err)
		return
	}
	base := simulate.NewBase(columns)
	for _, text := range []string{"{device}#{bucket(hour, 1d)}", "{hour}#{device}"} {
		tried, err := candidate.Parse(text)
		if err != nil {
			fmt.Println(err)
			return
		}
		result, err := simulate.Run(ctx, base, tried)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s: %d rows, %d cells, %d bytes of keys, %d cells become older versions\n",
			text, result.Rows, result.Cells, result.KeyBytes, result.Collisions.VersionCells)
	}
	// Output:
	// {device}#{bucket(hour, 1d)}: 20 rows, 480 cells, 380 bytes of keys, 460 cells become older versions
	// {hour}#{device}: 480 rows, 480 cells, 9120 bytes of keys, 0 cells become older versions
}
