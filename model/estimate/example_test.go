package estimate_test

import (
	"fmt"

	"tabletop/model/estimate"
	"tabletop/model/sample"
)

// A share of all rows is counted: it has no interval, and says that it is exact.
func ExampleDesign_EstimateRatio() {
	rows := sample.NewBuilder(0)
	for row := range 100 {
		rows.Row(fmt.Appendf(nil, "%03d", row))
		if row%4 == 0 {
			rows.Cell("f", []byte("q"), 0, []byte("v"))
		}
	}
	table := sample.Assemble(sample.Table{}, sample.Provenance{Complete: true}, []*sample.Builder{rows})
	design := estimate.NewDesign(table)
	share := design.EstimateRatio(table, func(row int) (part, whole float64) {
		first, end := table.Cells(row)
		return float64(end - first), 1
	}).Share(design)
	fmt.Println(share.Value, share.Low, share.High, design.IsExact())
	// Output:
	// 0.25 0.25 0.25 true
}
