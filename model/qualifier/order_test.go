package qualifier

import (
	"context"
	"fmt"
	"testing"

	"tabletop/model/sample"
)

// TestFoldsAreInOrder verifies that folds come by family, whatever their sizes, and that those of one family come with
// the largest first.
func TestFoldsAreInOrder(t *testing.T) {
	b := sample.NewBuilder(0)
	for i := range 600 {
		b.Row(fmt.Appendf(nil, "row%06d", i))
		b.Cell("a", fmt.Appendf(nil, "%013d", 1700000000000+int64(i)*977), 1, []byte("v"))
		b.Cell("b", fmt.Appendf(nil, "%08x-%04x-4a11-8123-%012x", i*7919, i*31&0xffff, i*104729), 1, make([]byte, 90))
	}
	folds, err := Folds(context.Background(), sample.Assemble(sample.Table{}, sample.Provenance{Complete: true},
		[]*sample.Builder{b}))
	if err != nil {
		t.Fatal(err)
	}
	if len(folds) < 2 || folds[0].Family != "a" || folds[len(folds)-1].Family != "b" {
		t.Fatalf("folds are %+v", folds)
	}
	for i, f := range folds[1:] {
		if p := folds[i]; p.Family > f.Family || p.Family == f.Family && p.Bytes < f.Bytes {
			t.Errorf("fold %d of %s with %d bytes comes before one of %s with %d", i, p.Family, p.Bytes, f.Family,
				f.Bytes)
		}
		if f.Layout == nil {
			t.Errorf("fold of %s has no layout", f.Family)
		}
	}
}
