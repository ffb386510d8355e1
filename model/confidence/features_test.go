package confidence

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"tabletop/model/rowkey"
)

// featureRows is the number of keys of which features are tested: fewer than lookedAt, so that all count.
const featureRows = 160

// inputOf returns keys of a layout, each with the cell timestamp that micros returns; nil is no timestamp.
func inputOf(t *testing.T, template string, key func(i int) string, micros func(i int) int64) Input {
	t.Helper()
	in := Input{Set: rowkey.Set{parsed(t, template)}, Kinds: []Claim{{Keys: featureRows, Stability: 1}},
		Total: featureRows}
	for i := range featureRows {
		at := int64(NoTime)
		if micros != nil {
			at = micros(i)
		}
		in.Keys, in.Times = append(in.Keys, []byte(key(i))), append(in.Times, at)
	}
	if _, k := in.Set.Decode(nil, in.Keys[featureRows-1]); k < 0 {
		t.Fatalf("%s does not read %q", template, in.Keys[featureRows-1])
	}
	return in
}

// TestSegmentFeatures verifies the features of what values look like, each on values of which it follows by counting.
func TestSegmentFeatures(t *testing.T) {
	f := func(format string, of ...func(i int) int) func(int) string {
		return func(i int) string {
			args := make([]any, len(of))
			for k, g := range of {
				args[k] = g(i)
			}
			return fmt.Sprintf(format, args...)
		}
	}
	row := func(i int) int { return i }
	mod := func(n int) func(int) int { return func(i int) int { return i % n } }
	or := func(a, b string) func(int) string { return func(i int) string { return []string{a, b}[i%2] } }
	letter := func(n int) func(int) int { return func(i int) int { return 'a' + i%n } }
	for _, tt := range []struct {
		feature, template string
		key               func(i int) string
		segment           int
		want              float64
	}{
		{"left bound", "{a}#{b}", f("x#%d", row), 1, 1},
		{"left bound", "{a:text(1)}{b}", f("x%d", row), 1, 0},
		{"right bound", "{a:text(1)}{b}", f("x%d", row), 0, 0},
		{"right bound", "{a:text(1)}{b}", f("x%d", row), 1, 1},
		{"left contrast", "{a}#{b}", f("x#%d", row), 1, 1},
		// a constant, and 3 bits of another class
		{"left contrast", "{a:text(1)}{b}", f("x%d", mod(8)), 1, 3.0/8 + 0.5},
		{"left contrast", "{a:text(1)}{b}", f("%d%d", mod(2), mod(8)), 1, 2.0 / 8},
		// the last byte counts, not the first
		{"left contrast", "{a:text(2)}{b}", f("%d%c%d", mod(8), letter(1), mod(8)), 1, 3.0/8 + 0.5},
		{"left contrast", "{a:bytes(1)}{b:bytes(1)}", func(i int) string { return string([]byte{1, byte(2 + i)}) }, 1,
			math.Log2(featureRows) / 8},
		{"right contrast", "{a:text(1)}{b}", f("%d%d", mod(2), mod(8)), 0, 2.0 / 8},
		{"right contrast", "{a:text(1)}{b}", f("%d%d", mod(2), mod(8)), 1, 1},
		{"distinct", "{a}#{b}", f("%d#x", mod(4)), 0, 4.0 / featureRows},
		{"constant", "{a}#{b}", f("y#%d", mod(2)), 0, 1},
		{"constant", "{a}#{b}", f("y#%d", mod(2)), 1, 0},
		{"one width", "{a}#{b}", f("%d#x", row), 0, 0},
		{"one width", "{a}#{b}", f("%03d#x", row), 0, 1},
		{"width", "{a}#{b}", f("%d#x", row), 0, 3.0 / 20},
		{"width", "{a}#{b}", f("%050d#x", row), 0, 2},
		{"even width", "{a}#{b}", f("%04d#x", row), 0, 1},
		{"even width", "{a}#{b}", f("%03d#x", row), 0, 0},
		{"punctuated", "{a}#{b}", f("a-%d#x", row), 0, 1},
		{"punctuated", "{a}#{b}", or("a-1#x", "a1#x"), 0, 0.5},
		{"punctuated", "{a}#{b}", or("a.b.c#x", "a.b#x"), 0, 0.5}, // as often as in the first value
		{"punctuated", "{a}#{b}", or("ab#x", "a-b#x"), 0, 0},
		{"formed", "{a}#{b}", f("ab%d#x", row), 0, 1},
		{"formed", "{a}#{b}", or("a1#x", "1a#x"), 0, 0.5},
		{"formed", "{a}#{b}", or("abc#x", "Z#x"), 0, 0}, // one run is no form
		{"mixed", "{a}#{b}", or("a1#x", "ab#x"), 0, 0.5},
		{"mixed", "{a}#{b}", or("Z9#x", "12#x"), 0, 0.5},
		{"mixed", "{a}#{b}", or("@[#x", "`{#x"), 0, 0},
		{"upper case", "{a}#{b}", or("aZ#x", "Az#x"), 0, 1},
		{"upper case", "{a}#{b}", or("aa#x", "A#x"), 0, 0.5},
		{"upper case", "{a}#{b}", or("@#x", "[#x"), 0, 0},
		{"entropy", "{a}#{b}", f("x%x#y", mod(16)), 0, (0 + 4) / 2.0 / 8},
		{"entropy", "{a}#{b}", f("%032x%x#y", func(int) int { return 0 }, mod(16)), 0, 0}, // of the first 32 bytes
		{"flat", "{a}#{b}", f("%x%c#y", mod(16), letter(4)), 0, 0.5},
		{"flat", "{a}#{b}", f("x%x#y", mod(16)), 0, 0},
		{"flat", "{a}#{b}", f("%x%x#y", mod(16), mod(16)), 0, 1},
		{"rising", "{a}#{b}", f("x%c%x#y", letter(2), mod(16)), 0, 1},
		{"rising", "{a}#{b}", f("%xxx#y", mod(16)), 0, 0.5},
		{"constant first", "{a}#{b}", f("x%d#y", row), 0, 1},
		{"constant first", "{a}#{b}", f("%dx#y", mod(2)), 0, 0},
		{"zero first", "{n:be(2)}", func(i int) string { return string([]byte{byte(i % 4), byte(i)}) }, 0, 0.25},
		{"zero last", "{n:be(2)}", func(i int) string { return string([]byte{byte(i), byte(i % 4)}) }, 0, 0.25},
		{"leading zero", "{a}#{b}", f("%03d#y", row), 0, 100.0 / featureRows},
		{"leading zero", "{a}#{b}", or("0#y", "01#y"), 0, 0.5}, // zero itself leads nothing
		{"dense", "{n:int}#{b}", f("%d#y", row), 0, 1},
		{"dense", "{n:int}#{b}", func(i int) string { return fmt.Sprintf("%d#y", 2*i) }, 0, featureRows / 319.0},
		{"time-like", "{n:int}#{b}", func(i int) string { return fmt.Sprintf("%d#y", 1_700_000_000+i) }, 0, 1},
		{"time-like", "{n:int}#{b}", func(i int) string { return fmt.Sprintf("%d#y", 1_700_000_000_000+i) }, 0, 1},
		{"time-like", "{n:int}#{b}", func(i int) string { return fmt.Sprintf("%d#y", 1_700_000_000_000_000+i) }, 0, 1},
		{"time-like", "{n:int}#{b}", func(i int) string { return fmt.Sprintf("%d#y", 1_700_000_000_000_000_000+i) }, 0,
			1},
		// before 2000, but nine digits
		{"time-like", "{n:int}#{b}", func(i int) string { return fmt.Sprintf("%d#y", 900_000_000+i) }, 0, 0.5},
		// after 2036
		{"time-like", "{n:int}#{b}", func(i int) string { return fmt.Sprintf("%d#y", 2_100_000_000+i) }, 0, 0.5},
		// of two widths
		{"time-like", "{n:int}#{b}", func(i int) string { return fmt.Sprintf("%d#y", 99_999_950+i) }, 0, 0},
		// eight digits
		{"time-like", "{n:int}#{b}", func(i int) string { return fmt.Sprintf("%d#y", 90_000_000+i) }, 0, 0},
		{"like reversed times", "{n:int}#{b}",
			func(i int) string { return fmt.Sprintf("%d#y", math.MaxInt32-1_600_000_000-i) }, 0, 1},
		{"like reversed times", "{n:int}#{b}",
			func(i int) string { return fmt.Sprintf("%d#y", math.MaxInt64-1_600_000_000_000_000-i) }, 0, 1},
		{"like reversed times", "{n:int}#{b}",
			func(i int) string { return fmt.Sprintf("%d#y", 9_999_999_999_999-1_600_000_000_000-i) }, 0, 1},
		// before 2000
		{"like reversed times", "{n:int}#{b}",
			func(i int) string { return fmt.Sprintf("%d#y", math.MaxInt32-900_000_000-i) }, 0, 0},
		// after 2036
		{"like reversed times", "{n:int}#{b}",
			func(i int) string { return fmt.Sprintf("%d#y", math.MaxInt32-2_100_000_000-i) }, 0, 0},
		{"like reversed times", "{n:int}#{b}", f("%d#y", row), 0, 0},
		// days
		{"like coarse times", "{n:int}#{b}", func(i int) string { return fmt.Sprintf("%d#y", 18_000+i) }, 0, 1},
		// hours
		{"like coarse times", "{n:int}#{b}", func(i int) string { return fmt.Sprintf("%d#y", 450_000+i) }, 0, 1},
		// minutes
		{"like coarse times", "{n:int}#{b}", func(i int) string { return fmt.Sprintf("%d#y", 27_000_000+i) }, 0, 1},
		// some days before 2000
		{"like coarse times", "{n:int}#{b}", func(i int) string { return fmt.Sprintf("%d#y", 10_800+i) }, 0, 0},
		// some after 2036
		{"like coarse times", "{n:int}#{b}", func(i int) string { return fmt.Sprintf("%d#y", 24_000+i) }, 0, 0},
		{"shared start", "{a}#{b}", f("ab%d#y", mod(4)), 0, 2.0 / 8},
		{"shared start", "{a}#{b}", or("abc#y", "ab#y"), 0, 2.0 / 8},
		{"shared start", "{a}#{b}", f("abcdefghijkl%d#y", mod(4)), 0, 1},
		{"shared start", "{a}#{b}", f("ab#%d", row), 0, 0}, // one value shares nothing
		{"shared end", "{a}#{b}", f("%d.log#y", mod(4)), 0, 4.0 / 8},
		{"shared end", "{a}#{b}", f("ab%d#y", mod(4)), 0, 0},
		{"figures", "{a}#{b}", or("a1#y", "22#y"), 0, 0.75},
		{"reversed", "{n:reverse(s)}", f("9223372035154%06d", row), 0, 1},
		{"reversed", "{n:s}", f("1700000%03d", row), 0, 0},
		{"calendar", "{n:date(20060102)}", f("202103%02d", func(i int) int { return 1 + i%31 }), 0, 1},
		{"calendar", "{n:s}", f("1700000%03d", row), 0, 0},
		{"binary", "{n:bytes(2)}", func(i int) string { return "\x00a" }, 0, 1},
		{"binary", "{n:bytes(2)}", func(i int) string { return " ~" }, 0, 0},
		{"binary", "{n:bytes(2)}", func(i int) string { return "a\x7f" }, 0, 1},
		{"text inside", "{n:bytes(6)}", or("\x00abcd1", "\x00abc1z"), 0, 0.5},
		{"text inside", "{n:bytes(6)}", or("\x00abcDz", "az\x00bcd"), 0, 0},
		{"text inside", "{n:bytes(6)}", f("abcdef"), 0, 0}, // text all over has none inside
		{"enum", "{n:enum}#{b}", f("k#%d", row), 0, 1},
		{"enum", "{n:enum}#{b}", f("k#%d", row), 1, 0},
		{"opaque", "{n:bytes(2)}", f("ab"), 0, 1},
		{"opaque", "{n:be(2)}", f("ab"), 0, 0},
		{"sometimes", "{a}[#{b}]", or("k", "k#1"), 1, 0.5},
		{"widths", "{a}#{b}", f("%d#x", row), 0, 3.0 / 8},
		{"drop", "{a}#{b}", f("%xx#x", mod(16)), 0, 0.5},
		{"word ends", "{a}#{b}", or("1a#x", "a-1#x"), 0, 0.5},
		{"word ends", "{a}#{b}", or("Aa#x", "az#x"), 0, 0},
		{"digits", "{a}#{b}", or("09#x", "0:#x"), 0, 0.5},
		{"digits", "{a}#{b}", or("/0#x", "9#x"), 0, 0.5},
		{"closed", "{a}#{b}", or("k#1", "k#2"), 0, 1},
		{"closed", "{a:text(1)}{b}", or("k1", "k2"), 0, 0},
		{"closed digits", "{a}#{b}", or("1#x", "2#x"), 0, 1},
		{"closed digits", "{a}#{b}", or("1#x", "a#x"), 0, 0},
		{"closed and distinct", "{a}#{b}", f("%d#x", mod(4)), 0, 4.0 / featureRows},
		{"hard and several widths", "{a}#{b}", or("k#1", "k#22"), 1, 1},
		{"hard and several widths", "{a}#{b}", or("k#1", "k#2"), 1, 0},
		{"hard and one width", "{a}#{b}", or("k#1", "k#2"), 1, 1},
		{"hard and one width", "{a}#{b}", or("k#1", "k#22"), 1, 0},
		{"hard binary", `{a}#{b:bytes(1)}`, or("k#\x01", "k#\x02"), 1, 1},
		{"noisy first byte", "{a}#{b:bytes}", or("k#\x01a", "k#ab"), 0, 0}, // bytes may be anything
		{"noisy first byte", "{a}#{b}", or("\u00e9ab#x", "abc#x"), 0, 0.25},
		{"splittable words", "{a}#{b}", or("a-1#x", "a1#x.y"), 0, 0.5},
		{"open boundaries", "{a:text(1)}{b:text(1)}{c}", f("k%d%d", mod(2), mod(2)), 0, 1},
		{"open boundaries", "{a}#{b}", or("k#1", "k#2"), 0, 0},
		{"soft delimiters", "{a}-{b}#{c}", or("k-1#x", "k-2#x"), 0, 0.5},
		{"segments", "{a}-{b}#{c}", or("k-1#x", "k-2#x"), 0, math.Log2(3) / 2},
		{"one", "{a}#{b}", or("k#1", "k#2"), 0, 1},
	} {
		e := Evaluate(inputOf(t, tt.template, tt.key, nil))[0].Segments[tt.segment]
		if got := e.Features[slices.Index(FeatureNames(), tt.feature)]; math.Abs(got-tt.want) > 1e-6 {
			t.Errorf("%s of segment %d of %s, such as %q: %.4f, want %.4f", tt.feature, tt.segment, tt.template,
				tt.key(1), got, tt.want)
		}
	}
}

// TestTimeFeatures verifies the features of times in keys beside the timestamps of their cells, in seconds since 1970.
func TestTimeFeatures(t *testing.T) {
	const start, year = 1_600_000_000, 365 * 86400
	minutes := func(i int) int { return start + 60*i }
	same := func(lag int) func(i int) int { return func(i int) int { return minutes(i) + lag } }
	for _, tt := range []struct {
		feature, template string
		key, cell         func(i int) int
		want              float64
	}{
		{"time rank", "{at:s}", minutes, same(3), 1},
		{"time rank", "{at:s}", minutes, func(i int) int { return start - i }, 1}, // the newest first
		{"time rank", "{at:s}", minutes, nil, 0},
		{"time rank", "{at:s}", minutes, func(i int) int { return max(0, start*(i-152)) }, 0}, // 7 cells are too few
		{"time rank", "{at:s}", minutes, func(i int) int { return max(0, start/200*(i-151)) }, 1},
		{"time rank", "{n:int}", minutes, same(3), 1},
		{"time near", "{at:s}", minutes, same(0), 1},
		{"time near", "{at:s}", minutes, same(999), 1 - 3.0/7},
		{"time near", "{at:s}", minutes, same(-999), 1 - 3.0/7},
		{"time near", "{at:s}", minutes, same(year), 0},
		{"time near", "{at:s}", minutes, nil, 0},
		{"time far", "{at:s}", minutes, same(4 * year), 0},
		{"time far", "{at:s}", minutes, same(6 * year), 1},
		{"in range", "{at:s}", minutes, nil, 1},
		{"in range", "{at:s}", func(i int) int { return []int{946_684_800, 946_684_801}[i%2] }, nil, 0.5},
		{"in range", "{at:s}", func(i int) int { return []int{2_082_758_400, 2_082_758_399}[i%2] }, nil, 0.5},
		{"spread", "{at:s}", minutes, nil, math.Log10(1+60*(featureRows-1)) / 8},
		{"spread", "{at:s}", func(int) int { return start }, nil, 0},
	} {
		var micros func(int) int64
		if tt.cell != nil {
			micros = func(i int) int64 {
				if at := tt.cell(i); at > 0 {
					return int64(at) * 1e6
				}
				return NoTime
			}
		}
		in := inputOf(t, tt.template, func(i int) string { return fmt.Sprint(tt.key(i)) }, micros)
		if got := Evaluate(in)[0].Segments[0].Features[slices.Index(FeatureNames(),
			tt.feature)]; math.Abs(got-tt.want) > 1e-6 {
			t.Errorf("%s of %s from %d: %.4f, want %.4f", tt.feature, tt.template, tt.key(0), got, tt.want)
		}
	}
}

// TestClaimFeatures verifies the features of what the search found out.
func TestClaimFeatures(t *testing.T) {
	base := Claim{Keys: 100, Stability: 1}
	for _, tt := range []struct {
		feature string
		change  func(in *Input, c *Claim, s *SegmentClaim)
		want    float64
	}{
		{"claim", func(_ *Input, _ *Claim, s *SegmentClaim) { s.Claim = 50 }, 0.5},
		{"claim", func(_ *Input, _ *Claim, s *SegmentClaim) { s.Claim = 1000 }, 2},
		{"weak claim", func(_ *Input, _ *Claim, s *SegmentClaim) { s.Claim = 19.9 }, 1},
		{"weak claim", func(_ *Input, _ *Claim, s *SegmentClaim) { s.Claim = 20 }, 0},
		{"bits of raw", func(_ *Input, _ *Claim, s *SegmentClaim) { s.Bits, s.Raw = 3, 12 }, 0.25},
		{"bits of raw", func(_ *Input, _ *Claim, s *SegmentClaim) { s.Bits, s.Raw = 90, 12 }, 2},
		{"bits of raw", func(_ *Input, _ *Claim, s *SegmentClaim) { s.Bits, s.Raw = 0.5, 0 }, 0.5},
		{"start by width", func(_ *Input, _ *Claim, s *SegmentClaim) { s.StartByWidth = true }, 1},
		{"end by width", func(_ *Input, _ *Claim, s *SegmentClaim) { s.EndByWidth = true }, 1},
		{"certain", func(_ *Input, _ *Claim, s *SegmentClaim) { s.Certain = true }, 1},
		{"even", func(_ *Input, _ *Claim, s *SegmentClaim) { s.Even = true }, 1},
		{"known", func(_ *Input, _ *Claim, s *SegmentClaim) { s.Known = true }, 1},
		{"keys", func(_ *Input, c *Claim, _ *SegmentClaim) { c.Keys = 32 }, 0.5},
		{"keys", func(_ *Input, c *Claim, _ *SegmentClaim) { c.Keys = 0 }, 0},
		{"few keys", func(_ *Input, c *Claim, _ *SegmentClaim) { c.Keys = 29 }, 1},
		{"few keys", func(_ *Input, c *Claim, _ *SegmentClaim) { c.Keys = 30 }, 0},
		{"share of table", func(in *Input, _ *Claim, _ *SegmentClaim) { in.Total = 400 }, 0.25},
		{"unexplained", func(in *Input, _ *Claim, _ *SegmentClaim) { in.Total, in.Rest = 400, 100 }, 0.25},
		{"kinds", func(in *Input, _ *Claim, _ *SegmentClaim) {
			in.Set, in.Kinds = slices.Repeat(in.Set, 4), slices.Repeat(in.Kinds, 4)
		}, 1},
		{"stability", func(_ *Input, c *Claim, _ *SegmentClaim) { c.Stability = 0.7 }, 0.7},
		{"runner-up near", func(_ *Input, c *Claim, _ *SegmentClaim) { c.RunnerUp, c.Margin = true, 0.5 },
			math.Exp(-1)},
		{"runner-up near", func(_ *Input, c *Claim, _ *SegmentClaim) { c.Margin = 0.5 }, 0},
		{"runner-up", func(_ *Input, c *Claim, _ *SegmentClaim) { c.RunnerUp = true }, 1},
		{"fit", func(_ *Input, c *Claim, _ *SegmentClaim) { c.Fit = 0.9 }, 0.9},
		{"saved", func(_ *Input, c *Claim, _ *SegmentClaim) { c.Saved = 25 }, 0.5},
		{"saved", func(_ *Input, c *Claim, _ *SegmentClaim) { c.Saved = -25 }, 0},
		{"saved", func(_ *Input, c *Claim, _ *SegmentClaim) { c.Saved = 1000 }, 2},
	} {
		in := inputOf(t, "{a}#{b}", func(i int) string { return fmt.Sprintf("%d#x", i) }, nil)
		c, s := base, SegmentClaim{}
		in.Total = c.Keys
		tt.change(&in, &c, &s)
		c.Segments = []SegmentClaim{s, {}}
		in.Kinds[0] = c
		if got := Evaluate(in)[0].Segments[0].Features[slices.Index(FeatureNames(),
			tt.feature)]; math.Abs(got-tt.want) > 1e-9 {
			t.Errorf("%s: %.4f, want %.4f", tt.feature, got, tt.want)
		}
	}
}

// TestWholeFeatures verifies the features of a layout alone.
func TestWholeFeatures(t *testing.T) {
	half := func(a, b string) func(int) string { return func(i int) string { return []string{a, b}[i%2] } }
	for _, tt := range []struct {
		feature, template string
		key               func(i int) string
		want              float64
	}{
		{"text", "{a}#{b}", half("k#1", "k#2"), 1},
		{"text", "{a}#{b:be(1)}", half("k#\x01", "k#\x02"), 0},
		{"all closed", "{a}#{b}", half("k#1", "l#2"), 1},
		{"all closed", "{a:text(1)}{b}", half("k1", "l2"), 0},
		{"all closed", "{a}#{b}", half("k#1", "k#2"), 1},
		{"all hard", "{a}#{b}", half("k#1", "l#2"), 1},
		{"all hard", "{a}-{b}", half("k-1", "l-2"), 0},
		{"open bytes", "{a:be(1)}{b:be(1)}#{c}", half("\x01\x02#1", "\x02\x03#2"), 0.5},
		{"open bytes", "{a:be(1)}#{c}", half("\x01#1", "\x02#2"), 0},
		{"plain types", "{a}#{n:int}#{at:s}#{id:hex(4)}", half("k#1#1700000000#abcd", "k#2#1700000001#1234"), 0.5},
		{"certain types", "{a}#{n:int}#{at:s}#{ip:ip}", half("k#1#1700000000#1.2.3.4", "k#2#1700000001#1.2.3.5"), 0.5},
	} {
		got := Evaluate(inputOf(t, tt.template, tt.key, nil))[0].Whole[slices.Index(wholeNames(), tt.feature)]
		if math.Abs(got-tt.want) > 1e-9 {
			t.Errorf("%s of %s, such as %q: %.4f, want %.4f", tt.feature, tt.template, tt.key(0), got, tt.want)
		}
	}
}

// TestFamilies verifies which types have trees in common.
func TestFamilies(t *testing.T) {
	for typ, want := range map[rowkey.Type][2]Family{ // in bytes, and in text
		rowkey.Text: {Words, Words}, rowkey.Enum: {Words, Words}, rowkey.IntDecimal: {Numbers, Numbers},
		rowkey.IntPadded: {Numbers, Numbers},
		rowkey.Timestamp: {Times, Times}, rowkey.Salt: {Salts, Salts}, rowkey.IntBE: {Packed, Packed},
		rowkey.Bytes:       {Packed, Packed},
		rowkey.OrderedCode: {Packed, Packed}, rowkey.Hex: {Packed, Digests}, rowkey.Hash: {Packed, Digests},
		rowkey.UUID: {Shaped, Shaped},
		rowkey.URL:  {Shaped, Shaped},
	} {
		if got := [2]Family{TypeFamily(typ, false), TypeFamily(typ, true)}; got != want {
			t.Errorf("%s: %v, want %v", typ, got, want)
		}
	}
}

// TestJudgeAddsOdds verifies that confidence is the logistic function of what the trees of the family add up to,
// bounded for doubtful times, and that of a layout the logistic function of its weighted features, bounded by its
// segments.
func TestJudgeAddsOdds(t *testing.T) {
	in := inputOf(t, "{a}-{n:int}#{at:s}", func(i int) string { return fmt.Sprintf("u%d-%d#1700000000", i%7, i) }, nil)
	e := Evaluate(in)[0]
	var tree Tree
	for i := range tree.Leaf {
		tree.Leaf[i] = 2
	}
	m := &Model{Layout: make([]float64, len(LayoutNames()))}
	m.Base[Words], m.Trees[Words] = 1, []Tree{tree, tree}
	m.Base[Numbers] = -1
	m.Base[Times], m.Trees[Times] = 3, []Tree{tree}
	m.Layout[0] = 0.5 // of the least sure segment
	j := m.Judge(e)
	logistic := func(odds float64) float64 { return 1 / (1 + math.Exp(-odds)) }
	for i, want := range []float64{logistic(5), logistic(-1), 0.9} { // the last is one time in all keys
		if math.Abs(j.Segments[i]-want) > 1e-12 {
			t.Errorf("segment %d: %g, want %g", i, j.Segments[i], want)
		}
	}
	if math.Abs(j.Layout-logistic(-1)) > 1e-12 {
		t.Errorf("layout: %g, want that of its least sure segment", j.Layout)
	}
	m.Layout[0] = 2
	if j := m.Judge(e); math.Abs(j.Layout-logistic(-2)) > 1e-12 {
		t.Errorf("layout: %g, want %g", j.Layout, logistic(-2))
	}
}

// TestLayoutFeatures verifies what a layout inherits from its segments, in logarithms of odds, and that they stay
// finite.
func TestLayoutFeatures(t *testing.T) {
	common, whole := make([]float64, len(commonNames())), make([]float64, len(wholeNames()))
	odds := func(p float64) float64 { return math.Log(p / (1 - p)) }
	for _, tt := range []struct {
		text                       float64
		segments                   []float64
		least, product, mean, size float64
	}{
		{1, []float64{0.9, 0.5}, odds(0.5), odds(0.45), (odds(0.9) + odds(0.5)) / 2, math.Log(2)},
		{0, []float64{0.8}, odds(0.8), odds(0.8), odds(0.8), 0},
		{1, []float64{1, 0}, odds(0.002), odds(0.002), 0, math.Log(2)},
		{1, nil, odds(0.998), odds(0.998), 0, 0},
	} {
		whole[0] = tt.text
		got := Evidence{Common: common, Whole: whole}.LayoutFeatures(tt.segments)
		if len(got) != len(LayoutNames()) {
			t.Fatalf("%d features, %d names", len(got), len(LayoutNames()))
		}
		for name, want := range map[string]float64{"least sure segment": tt.least, "all segments": tt.product,
			"mean segment": tt.mean, "segments": tt.size,
			"least sure segment of text": tt.text * tt.least, "all segments of text": tt.text * tt.product} {
			if x := got[slices.Index(LayoutNames(), name)]; math.Abs(x-want) > 1e-9 {
				t.Errorf("%s of %v: %g, want %g", name, tt.segments, x, want)
			}
		}
	}
}

// TestCarries verifies that dates are doubted of which one field stops short of where it would carry, and others are
// not.
func TestCarries(t *testing.T) {
	at := func(month, day, hour, minute, second int) float64 {
		return float64(time.Date(2021, time.Month(month), day, hour, minute, second, 0, time.UTC).Unix())
	}
	for _, tt := range []struct {
		name string
		at   func(i int) float64
		n    int
		want bool
	}{
		{"the day reaches 16", func(i int) float64 { return at(1+i%3, 1+i%16, 0, 0, 0) }, 48, true},
		{"the day ends at 15", func(i int) float64 { return at(1+i%3, 1+i%15, 0, 0, 0) }, 48, false},
		{"the hour reaches 12", func(i int) float64 { return at(1, 1+i%2, i%13, 0, 0) }, 26, true},
		{"the hour ends at 11", func(i int) float64 { return at(1, 1+i%2, i%12, 0, 0) }, 26, false},
		{"the hour ends at 11 of one day", func(i int) float64 { return at(1, 1, i%12, 0, 0) }, 26, true},
		{"hours of two values", func(i int) float64 { return at(1, 1+i%20, i%2, 0, 0) }, 40, true},
		{"hours of three values", func(i int) float64 { return at(1, 1+i%20, i%3, 0, 0) }, 40, false},
		{"the minute reaches 30", func(i int) float64 { return at(1, 1, i%2, i%31, 0) }, 62, true},
		{"the minute ends at 29", func(i int) float64 { return at(1, 1, i%2, i%30, 0) }, 60, false},
		{"the second reaches 30", func(i int) float64 { return at(1, 1, 0, i%2, i%31) }, 62, true},
		{"the second ends at 29", func(i int) float64 { return at(1, 1, 0, i%2, i%30) }, 60, false},
		{"19 dates", func(i int) float64 { return at(1, 1, 0, i%2, i%30) }, 19, true},
		{"20 dates", func(i int) float64 { return at(1, 1, 0, i%2, i%30) }, 20, false},
	} {
		var seconds []float64
		for i := range tt.n {
			seconds = append(seconds, tt.at(i))
		}
		if got := carries(seconds); got != tt.want {
			t.Errorf("%s: carries %t", tt.name, got)
		}
	}
}
