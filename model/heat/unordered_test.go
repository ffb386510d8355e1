package heat

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"tabletop/model/sample"
)

// TestUnorderedHasNoPattern verifies that a map of keys whose order redaction took judges no pattern and says why,
// where the same rows in order have one.
func TestUnorderedHasNoPattern(t *testing.T) {
	at := time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)
	for _, unordered := range []bool{false, true} {
		b := sample.NewBuilder(0)
		for i := range 4000 {
			b.Row(fmt.Appendf(nil, "%06d", i))
			b.Cell("f", []byte("v"), at.Add(time.Duration(i)*time.Minute).UnixMicro(), []byte("1"))
		}
		s := sample.Assemble(sample.Table{}, sample.Provenance{Complete: true, Unordered: unordered},
			[]*sample.Builder{b})
		m, err := NewMap(t.Context(), s, Options{Now: at.Add(4001 * time.Minute)})
		if err != nil {
			t.Fatal(err)
		}
		if got := m.Score.Pattern == Unknown; got != unordered || m.Unordered != unordered {
			t.Errorf("unordered %t: the pattern is %q", unordered, m.Score.Pattern)
		}
		if got := strings.Contains(m.Summary(), "redaction gave the keys another order"); got != unordered {
			t.Errorf("unordered %t: %s", unordered, m.Summary())
		}
	}
}
