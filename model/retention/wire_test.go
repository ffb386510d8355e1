package retention

import (
	"testing"
	"time"

	"tabletop/model/sample"
)

// TestWireBytes verifies the size of rules as the messages that the service bounds: 08 01 for a version, 12 02 08 01 for
// a second, 22 0a 0a 02 08 01 0a 04 12 02 08 01 for either.
func TestWireBytes(t *testing.T) {
	for want, rule := range map[int]sample.GCRule{
		2:  versions(127),
		3:  versions(128),
		4:  maxAge(time.Second),
		5:  maxAge(200 * time.Second),
		10: maxAge(time.Second + 500*time.Millisecond),
		12: anyOf(versions(1), maxAge(time.Second)),
		16: allOf(anyOf(versions(1), maxAge(time.Second))),
	} {
		if got := wireBytes(rule); got != want {
			t.Errorf("%v takes %d bytes, want %d", rule, got, want)
		}
	}
}
