package audit_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	kg "tabletop/internal/keygrammar"
	"tabletop/internal/slowtest"
	"tabletop/model/audit"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// TestFindingsOnDoubtfulSegmentsAreNotes verifies that a finding that rests on a doubtful segment of an inferred layout
// is a note, says so, and has the confidence; that doubt about another segment does not matter; and that the same
// finding on a sure or declared segment keeps its severity and says nothing of the kind.
func TestFindingsOnDoubtfulSegmentsAreNotes(t *testing.T) {
	rows := readings(400, func(_, device int, at time.Time) string {
		return fmt.Sprintf("%d#%08x", at.UnixMilli(), uint32(device+1)*2654435761)
	})
	for _, tt := range []struct {
		name            string
		template        []string
		first, second   float64
		severity        audit.Severity
		says, confident bool
	}{
		{"sure", nil, 0.97, 0.99, audit.Error, false, false},
		{"doubtful", nil, 0.94, 0.99, audit.Note, true, true},
		{"another is doubtful", nil, 0.97, 0.3, audit.Error, false, false},
		{"declared", []string{"{at:ms}#{device}"}, 0, 0, audit.Error, false, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			in, r := judged(t, table(rows, one("m")), audit.Options{}, tt.template...)
			if in.Inferred != nil {
				k := &in.Inferred.Kinds[0]
				if len(k.Segments) != 2 || k.Layout.Segments()[0].Codec.Type() != rowkey.Timestamp {
					t.Fatalf("inferred %s", k.Layout)
				}
				k.Segments[0].Confidence, k.Segments[1].Confidence = tt.first, tt.second
				var err error
				if r, err = audit.Run(context.Background(), in, audit.Options{}); err != nil {
					t.Fatal(err)
				}
			}
			for _, f := range r.Findings {
				if f.Rule != "time-first" {
					continue
				}
				if says := strings.Contains(f.Why,
					"rests on a segment of the inferred layout that is uncertain"); says != tt.says ||
					f.Severity != tt.severity {
					t.Errorf("a %s: %s", f.Severity, f.Why)
				}
				last := f.Measures[len(f.Measures)-1]
				if confident := strings.HasPrefix(last.Name,
					"confidence in what is inferred"); confident != tt.confident ||
					confident && (last.Figure.Value != tt.first || f.Confidence != tt.first) {
					t.Errorf("confidence %g, %+v", f.Confidence, last)
				}
				return
			}
			t.Error("time-first found nothing")
		})
	}
}

// noise returns a table without structure with a cell per row, and one family that is kept as it should be.
func noise(seed uint64) *sample.Sample {
	made := kg.Noise(seed, 60+20*int(seed%4))
	var rows []row
	for _, r := range made.Rows {
		rows = append(rows, row{string(r.Key), []cell{{"m", "v", r.Written, "x"}}})
	}
	return table(rows, one("m"))
}

// TestNoiseHasNoErrors verifies that no table of random keys gets an error: 20 tables, 1,000 with TABLETOP_SLOW=1.
func TestNoiseHasNoErrors(t *testing.T) {
	found, n := 0, slowtest.Pick[uint64](20, 1000)
	for seed := range n {
		s := noise(seed)
		for _, f := range audited(t, s, audit.Options{}).Findings {
			if f.Severity == audit.Error {
				found++
				t.Errorf("seed %d, such as %q: %s: %+v", seed, s.Key(0), f.ID(), f.Measures)
			}
		}
	}
	t.Logf("%d errors in %d tables of noise", found, n)
}
