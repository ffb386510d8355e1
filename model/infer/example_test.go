package infer_test

import (
	"context"
	"fmt"
	"time"

	"tabletop/model/infer"
	"tabletop/model/sample"
)

// The layout of a table's keys, from the keys and the times of the cells.
func ExampleSample() {
	rows := sample.NewBuilder(0)
	start := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	for meter := range 300 {
		for hour := range 4 {
			at := start.Add(time.Duration(hour) * time.Hour)
			rows.Row(fmt.Appendf(nil, "%d#%s", 10_000+meter*271, at.Format("20060102T15")))
			rows.Cell("m", []byte("kwh"), at.UnixMicro(), []byte("21.5"))
		}
	}
	table := sample.Assemble(sample.Table{}, sample.Provenance{Complete: true}, []*sample.Builder{rows})
	result, err := infer.Sample(context.Background(), table, infer.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, kind := range result.Kinds {
		fmt.Println(kind.Layout, kind.Keys)
	}
	fmt.Println(result.Unexplained, "keys left")
	// Output:
	// {number:int}#{hour:date(20060102T15)} 1200
	// 0 keys left
}
