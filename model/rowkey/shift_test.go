package rowkey

import "testing"

// TestShiftMovesTheTime verifies that ids with a time in them are moved by as many seconds as asked, in place, and are
// refused where the time no longer fits.
func TestShiftMovesTheTime(t *testing.T) {
	const years = 28 * 365 * 24 * 3600
	for _, tt := range []struct {
		codec, text string
		seconds     int64
		fits        bool
	}{
		{"snowflake", "1541815603606036480", 3600, true}, {"snowflake", "1541815603606036480", years, true},
		{"snowflake", "1541815603606036480", 60 * years, false}, {"snowflake", "1541815603606036480", -1, false},
		{"snowflake", "9", years, false}, // it would have more digits
		{"ulid", "01ARZ3NDEKTSV4RRFFQ69G5FAV", years, true}, {"ksuid", "0ujtsYcgvSTl8PAuAdqWYSMnLOv", years, true},
		{"xid", "9m4e2mr0ui3e8a215n4g", years, true}, {"objectid", "507f1f77bcf86cd799439011", years, true},
	} {
		codec, err := ParseCodec(tt.codec)
		if err != nil {
			t.Fatal(err)
		}
		stamped := codec.(Stamped)
		stamp := func(text []byte) int64 {
			v, err := codec.Decode(text)
			if err != nil {
				t.Fatal(err)
			}
			seconds, _, ok := stamped.Stamp(v)
			if !ok {
				t.Fatalf("%s has no time", text)
			}
			return seconds
		}
		text := []byte(tt.text)
		before := stamp(text)
		switch fits := stamped.Shift(text, tt.seconds); {
		case fits != tt.fits:
			t.Errorf("%s by %d s: it fits %v", tt.text, tt.seconds, fits)
		case fits && stamp(text) != before+tt.seconds:
			t.Errorf("%s by %d s is %s, %d s later", tt.text, tt.seconds, text, stamp(text)-before)
		case !fits && string(text) != tt.text:
			t.Errorf("%s is %s though it does not fit", tt.text, text)
		}
	}
}
