package personal

import "testing"

// TestDifferentMatches verifies that the fifty matches with the smallest hashes are counted as different, each once,
// whatever their order.
func TestDifferentMatches(t *testing.T) {
	for _, step := range []int{1, 7, 59} { // of 60 hashes
		var tally tally
		for range 2 {
			for i := range 60 {
				tally.differ(uint64(i*step%60 + 1))
			}
		}
		if n := len(tally.different); n != 50 || tally.different[0] != 1 || tally.different[49] != 50 {
			t.Errorf("step %d: %d different ones, %v", step, n, tally.different)
		}
	}
}
