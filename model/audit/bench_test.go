package audit_test

import (
	"context"
	"testing"

	"tabletop/model/analysis"
	"tabletop/model/audit"
	"tabletop/model/rowkey"
)

// BenchmarkOf audits 200,000 rows of two cells, whose profile, review and map are there already.
func BenchmarkOf(b *testing.B) {
	s := table(readings(200_000, good), one("m"))
	set, err := rowkey.ParseSet(goodTemplate)
	if err != nil {
		b.Fatal(err)
	}
	ctx := context.Background()
	a, err := analysis.New(ctx, s, analysis.Options{Layouts: set, Now: now})
	if err != nil {
		b.Fatal(err)
	}
	in, err := a.AuditInput(ctx)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := audit.Run(ctx, in, audit.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
