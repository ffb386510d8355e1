package audit_test

import (
	"context"
	"testing"

	"tabletop/model/audit"
	"tabletop/model/profile"
	"tabletop/model/retention"
	"tabletop/model/rowkey"
	"tabletop/model/segments"
)

// BenchmarkOf audits 200,000 rows of two cells, whose profile, review and map are there already.
func BenchmarkOf(b *testing.B) {
	s := table(readings(200_000, good), one("m"))
	set, err := rowkey.ParseSet(goodTemplate)
	if err != nil {
		b.Fatal(err)
	}
	ctx := context.Background()
	decoded, err := segments.New(ctx, s, set)
	if err != nil {
		b.Fatal(err)
	}
	p, err := profile.New(ctx, decoded, profile.Options{Now: now})
	if err != nil {
		b.Fatal(err)
	}
	review, err := retention.NewReview(ctx, s, retention.Options{Segments: decoded, Now: now})
	if err != nil {
		b.Fatal(err)
	}
	in, err := audit.InputOf(ctx, decoded, nil, p, review)
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
