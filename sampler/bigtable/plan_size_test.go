package bigtable

import (
	"fmt"
	"testing"

	"tabletop/internal/fakebt"
	"tabletop/model/sample"
)

// TestPlansSayWhatIsReceived verifies of rows of 1.3 kB that as many come as were asked for, and as many bytes as the
// plan says, where sections are small, large, and where some are much larger than the others.
func TestPlansSayWhatIsReceived(t *testing.T) {
	const rows, rowBytes, wanted = 60_000, 1330, 5000
	value := make([]byte, 1300)
	for _, section := range []int64{1 << 20, 40 << 20} {
		for _, unsplit := range [][2]float64{{}, {0.2, 0.4}, {0.1, 0.95}, {0.5, 0.53}} {
			table := &fakebt.Table{Name: fakebt.Name("t"), Count: rows, SectionBytes: section,
				Unsplit: [2]int64{int64(unsplit[0] * rows * rowBytes), int64(unsplit[1] * rows * rowBytes)},
				Make: func(i int) fakebt.Row {
					return fakebt.Row{Key: fmt.Sprintf("row%07d", i),
						Cells: []fakebt.Cell{{Family: "f", Qualifier: "q", Micros: 1000, Value: value}}}
				}}
			server := fakebt.New(t, table)
			server.Batch = 50
			src, err := dialFake(t, server, true).Open(t.Context(), "t")
			if err != nil {
				t.Fatal(err)
			}
			for _, strategy := range []sample.Strategy{sample.Auto, sample.Quick, sample.Small, sample.Accurate} {
				opts := sample.Options{Strategy: strategy, Rows: wanted, BytesPerSecond: -1}
				plan, err := src.Plan(t.Context(), opts)
				if err != nil {
					t.Fatal(err)
				}
				s, err := src.Sample(t.Context(), opts, nil)
				if err != nil {
					t.Fatal(err)
				}
				if s.Rows() < wanted*9/10 || s.How.BytesSeen > plan.Bytes*3/2 || s.How.BytesSeen < plan.Bytes*2/3 {
					t.Errorf("sections of %d MB, unsplit %v, %s: %d rows, %d bytes of %d planned", section>>20, unsplit,
						strategy, s.Rows(), s.How.BytesSeen, plan.Bytes)
				}
			}
		}
	}
}
