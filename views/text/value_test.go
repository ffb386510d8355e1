package text

import (
	"testing"

	"tabletop/model/rowkey"
)

// TestATimeIsShownAtTheOffsetItWasWrittenWith verifies that a time with an offset is not shown as UTC.
func TestATimeIsShownAtTheOffsetItWasWrittenWith(t *testing.T) {
	for _, c := range []struct{ spec, key, want string }{
		{"date(2006-01-02T15:04:05-07:00)", "2024-03-05T13:11:18-05:00", "2024-03-05 13:11:18-05:00"},
		{"date(2006-01-02T15:04:05-07:00)", "2024-03-05T13:11:18+00:00", "2024-03-05 13:11:18"},
		{"date(2006-01-02T15:04:05.000Z0700)", "2024-03-05T23:59:18.045+0530", "2024-03-05 23:59:18.045+05:30"},
		{"date(2006-01-02T15:04:05Z)", "2024-03-05T13:11:18Z", "2024-03-05 13:11:18"},
	} {
		codec, err := rowkey.ParseCodec(c.spec)
		if err != nil {
			t.Fatal(err)
		}
		v, err := codec.Decode([]byte(c.key))
		if got := Value(codec, v); err != nil || got != c.want {
			t.Errorf("%s: %q, %v; want %q", c.key, got, err, c.want)
		}
	}
}
