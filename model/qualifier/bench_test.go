package qualifier

import (
	"context"
	"fmt"
	"testing"

	"tabletop/model/sample"
)

// BenchmarkFolds looks at 100,000 qualifiers in 10 families.
func BenchmarkFolds(b *testing.B) {
	build := sample.NewBuilder(8)
	for row := range 1000 {
		build.Row(fmt.Appendf(nil, "row%04d", row))
		for f := range 10 {
			for i := range 10 {
				build.Cell(fmt.Sprintf("f%d", f), fmt.Appendf(nil, "friend-%06d", row*10+i), 1, nil)
			}
		}
	}
	s := sample.Assemble(sample.Table{}, sample.Provenance{Complete: true}, []*sample.Builder{build})
	for b.Loop() {
		if folds, err := Folds(context.Background(), s); err != nil || len(folds) != 10 {
			b.Fatal(len(folds), err)
		}
	}
}
