package rowkey

import (
	"testing"
	"time"
)

// TestXIDsMoveInTime verifies that an xid keeps all but its time when it is moved, that it is moved by so many seconds,
// and that what does not fit is refused.
func TestXIDsMoveInTime(t *testing.T) {
	codec := mustCodec(t, "xid")
	const id = "9m4e2mr0ui3e8a215n4g"
	stamped, _ := AsStamped(codec)
	made := func(text string) time.Time {
		v, err := codec.Decode([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		at, ok := IDTime(codec, v)
		if !ok {
			t.Fatalf("%q has no time", text)
		}
		return at
	}
	for _, by := range []int64{0, 1, -1, 86400 * 365} {
		text := []byte(id)
		if !stamped.Shift(text, by) {
			t.Fatalf("%d seconds do not fit", by)
		}
		if got := made(string(text)).Unix() - made(id).Unix(); got != by || string(text[7:]) != id[7:] {
			t.Errorf("moved by %d s: %s, %d s later", by, text, got)
		}
	}
	if stamped.Shift([]byte(id), 1<<32) {
		t.Error("a time beyond 32 bits fits")
	}
	fixed := make([]bool, len(id))
	structured, _ := AsStructured(codec)
	structured.Structure([]byte(id), fixed)
	if !fixed[6] || fixed[7] {
		t.Errorf("kept are %v", fixed)
	}
	for _, wrong := range []string{"9m4e2mr0ui3e8a215n4", "9M4E2MR0UI3E8A215N4G", "9m4e2mr0ui3e8a215n4w"} {
		if _, err := codec.Decode([]byte(wrong)); err == nil {
			t.Errorf("%q is an xid", wrong)
		}
	}
}
