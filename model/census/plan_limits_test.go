package census

import (
	"encoding/binary"
	"testing"
	"time"
)

// TestPlanLimits verifies the largest plans that are valid, and that more is refused.
func TestPlanLimits(t *testing.T) {
	keys := func(n int) (out [][]byte) {
		for i := range n {
			out = append(out, binary.BigEndian.AppendUint32(nil, uint32(i)))
		}
		return out
	}
	for name, tt := range map[string]struct {
		plan Plan
		ok   bool
	}{
		"grid":            {Plan{Borders: keys(1023), Windows: 256, Step: time.Second}, true},
		"larger grid":     {Plan{Borders: keys(1024), Windows: 256, Step: time.Second}, false},
		"windows":         {Plan{Windows: MaxWindows, Step: time.Microsecond}, true},
		"more windows":    {Plan{Windows: MaxWindows + 1, Step: time.Microsecond}, false},
		"shorter windows": {Plan{Windows: 1, Step: time.Microsecond - 1}, false},
		"prefixes":        {Plan{Prefixes: keys(MaxPrefixes)}, true},
		"more prefixes":   {Plan{Prefixes: keys(MaxPrefixes + 1)}, false},
		"borders":         {Plan{Borders: keys(MaxBorders)}, true},
		"more borders":    {Plan{Borders: keys(MaxBorders + 1)}, false},
		"twice a prefix":  {Plan{Prefixes: [][]byte{{1}, {1}}}, false},
		"values":          {Plan{Values: []NamedValues{{Values: keys(MaxValues)}}}, true},
		"more values":     {Plan{Values: []NamedValues{{Values: keys(MaxValues)}, {Values: keys(1)}}}, false},
	} {
		if err := tt.plan.Validate(); (err == nil) != tt.ok {
			t.Errorf("%s: %v", name, err)
		}
	}
}
