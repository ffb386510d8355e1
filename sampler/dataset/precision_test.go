package dataset

import (
	"context"
	"testing"
	"time"

	"tabletop/internal/slowtest"
	"tabletop/model/sample"
	"tabletop/sampler/precision"
)

// TestPrecisionOfAnEmulator verifies that a target is reached on the embedded emulator.
func TestPrecisionOfAnEmulator(t *testing.T) {
	slowtest.Skip(t)
	src, err := Open(context.Background(), "", time.Now(), 0)
	if err != nil {
		t.Fatal(err)
	}
	defer src.Close()
	for _, target := range []string{"5%", "rows=5%", "garbage=20%"} {
		goal, err := precision.Parse(target)
		if err != nil {
			t.Fatal(err)
		}
		s, err := goal.Reach(context.Background(), src, sample.Options{Seed: 1}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if p := s.How.Precision; !p.Reached || p.Half > goal.Share {
			t.Errorf("%s: %+v with %d rows by %s", target, p, s.Rows(), s.How.Strategy)
		}
	}
}
