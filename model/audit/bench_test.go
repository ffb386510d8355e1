package audit_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"tabletop/model/analysis"
	"tabletop/model/audit"
	"tabletop/model/sample"
)

// BenchmarkOf audits 200,000 rows of two cells, whose profile, review and map are there already: of a good design, and
// of one for which layouts are tried.
func BenchmarkOf(b *testing.B) {
	for name, key := range map[string]func(i, device int, at time.Time) string{
		"good": good,
		"cure": func(_, device int, at time.Time) string { return fmt.Sprintf("%d#%08x", at.UnixMilli(), device) },
	} {
		b.Run(name, func(b *testing.B) { auditsAgain(b, table(readings(200_000, key), one("m"))) })
	}
}

func auditsAgain(b *testing.B, s *sample.Sample) {
	ctx := context.Background()
	a, err := analysis.New(ctx, s, analysis.Options{Now: now})
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
