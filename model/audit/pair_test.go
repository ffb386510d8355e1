package audit

import (
	"math"
	"slices"
	"testing"
)

// TestPairNumbersInOrderOfAppearance verifies the numbers of pairs, and that what has no code keeps none.
func TestPairNumbersInOrderOfAppearance(t *testing.T) {
	const none = math.MaxUint32
	code := []uint32{4, 4, none, 2, 4, 2, 4}
	if n := pair(code, []uint32{none, none, 1, none, 7, none, none}); n != 3 ||
		!slices.Equal(code, []uint32{0, 0, none, 1, 2, 1, 0}) {
		t.Errorf("%d numbers: %v", n, code)
	}
}
