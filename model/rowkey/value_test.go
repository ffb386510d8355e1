package rowkey

import (
	"encoding/json"
	"math"
	"slices"
	"testing"
	"time"
)

func text(s string) Value                { return Value{Kind: KindText, Bytes: []byte(s)} }
func number64(i int64) Value             { return Value{Kind: KindInt, Int: i} }
func instant(s int64, nanos int32) Value { return Value{Kind: KindTime, Int: s, Nanos: nanos} }

func TestValueJSON(t *testing.T) {
	for _, c := range []struct {
		v    Value
		want string
	}{
		{text("a\x00\n\u202e"), `"a\u0000\n` + "\u202e" + `"`}, {Value{Bytes: []byte{0, 255}}, `"00ff"`},
		{Value{}, `""`}, {number64(math.MinInt64), "-9223372036854775808"},
		{Value{Kind: KindUint, Uint: math.MaxUint64}, "18446744073709551615"},
		{instant(-1, 5e8), `"1969-12-31T23:59:59.5Z"`}, {text("\xff"), `"\ufffd"`},
		{instant(lastSecond, 999999999), `"9999-12-31T23:59:59.999999999Z"`},
		{instant(math.MaxInt64, 0), `"292277026596-12-04T15:30:07Z"`},
	} {
		if got, err := json.Marshal(c.v.Any()); err != nil || string(got) != c.want {
			t.Errorf("%+v is %s in JSON (%v), want %s", c.v, got, err, c.want)
		}
	}
}

func TestCompare(t *testing.T) {
	want := []Value{number64(math.MinInt64), number64(-1), number64(0), {Kind: KindUint, Uint: 1}, number64(2),
		{Kind: KindUint, Uint: math.MaxUint64},
		instant(-1, 0), instant(-1, 1), instant(0, 0), text(""), text("a"), {Kind: KindBytes, Bytes: []byte("b")}}
	got := slices.Clone(want)
	slices.Reverse(got)
	slices.SortFunc(got, Value.Compare)
	for i := range want {
		if got[i].Compare(want[i]) != 0 || i > 0 && got[i-1].Compare(got[i]) >= 0 {
			t.Fatalf("at %d: %v, want %v", i, got[i], want[i])
		}
	}
}

func TestFloor(t *testing.T) {
	at, _ := time.Parse(time.RFC3339Nano, "1969-07-20T20:17:40.123456789Z") // a Sunday
	for unit, want := range map[Unit]string{Nanosecond: "1969-07-20T20:17:40.123456789Z",
		Microsecond: "1969-07-20T20:17:40.123456Z", Millisecond: "1969-07-20T20:17:40.123Z",
		Second: "1969-07-20T20:17:40Z", Minute: "1969-07-20T20:17:00Z", Hour: "1969-07-20T20:00:00Z",
		Day:  "1969-07-20T00:00:00Z",
		Week: "1969-07-14T00:00:00Z", Month: "1969-07-01T00:00:00Z", Year: "1969-01-01T00:00:00Z",
		"": "1969-07-20T20:17:40.123456789Z"} {
		if got := instant(at.Unix(), int32(at.Nanosecond())).Floor(unit).String(); got != want {
			t.Errorf("cut to %s: %s, want %s", unit, got, want)
		}
	}
	if v := number64(5).Floor(Day); v.Int != 5 {
		t.Errorf("an integer was cut to %v", v)
	}
}
