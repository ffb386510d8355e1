package detect

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"tabletop/model/infer/internal/column"
	"tabletop/model/infer/internal/keyset"
	"tabletop/model/rowkey"
)

// near reports whether two numbers are the same but for rounding.
func near(a, b float64) bool { return a == b || math.Abs(a-b) <= 1e-6*math.Max(1, math.Abs(b)) }

// TestEvidenceAgainstNoise verifies the formulas by which evidence against noise is measured.
func TestEvidenceAgainstNoise(t *testing.T) {
	if text, binary := needed(false), needed(true); !near(text, 17.3) || !near(binary, 25.3) {
		t.Errorf("a claim needs %v bits in text and %v in binary keys", text, binary)
	}
	for _, tt := range []struct {
		n    int
		q, p float64
		want float64
	}{{10, 1, 0.5, 10}, {10, 0.5, 0.5, 0}, {10, 0.4, 0.5, 0}, {8, 1, 0.25, 16},
		{100, 0.75, 0.5, 100 * (0.75*math.Log2(1.5) + 0.25*math.Log2(0.5))}} {
		if got := divergenceBits(tt.n, tt.q, tt.p); !near(got, tt.want) {
			t.Errorf("a share of %v of %d draws where %v is expected: %v bits, want %v", tt.q, tt.n, tt.p, got, tt.want)
		}
	}
	for _, tt := range []struct {
		k, n int
		want float64
	}{{10, 10, 0}, {9, 10, math.Log2(math.E * 10)}, {8, 10, 2 * math.Log2(math.E*5)}} {
		if got := chosenBits(tt.k, tt.n); !near(got, tt.want) {
			t.Errorf("to choose %d of %d: %v bits, want %v", tt.k, tt.n, got, tt.want)
		}
	}
	for _, tt := range []struct {
		v     uint64
		ticks float64
		want  float64
	}{{1 << 20, 1 << 9, 10}, {1 << 20, 0.5, 19}, {1 << 20, 1, 19}, {4, 100, 0}} {
		if got := nearBits(tt.v, tt.ticks); !near(got, tt.want) {
			t.Errorf("%d within %v ticks: %v bits, want %v", tt.v, tt.ticks, got, tt.want)
		}
	}
	series := func(n int, at func(i int) float64) []float64 {
		var out []float64
		for i := range n {
			out = append(out, at(i))
		}
		return out
	}
	up, down := func(i int) float64 { return float64(i * i) }, func(i int) float64 { return -float64(i) }
	for _, tt := range []struct {
		n    int
		a, b func(i int) float64
		want float64
	}{{9, up, up, 4 * math.Log2E}, {8, up, up, 3.5 * math.Log2E}, {7, up, up, 0}, {9, up, down, 0}, {9, down, down, 4 * math.Log2E}} {
		if got := agreementBits(series(tt.n, tt.a), series(tt.n, tt.b)); !near(got, tt.want) {
			t.Errorf("%d pairs agree with %v bits, want %v", tt.n, got, tt.want)
		}
	}
	values := func(n int, at func(i int) uint64) []uint64 {
		var out []uint64
		for i := range n {
			out = append(out, at(i))
		}
		return out
	}
	for name, tt := range map[string]struct {
		vals []uint64
		base uint64
		want float64
	}{
		"no digits":             {values(50, func(i int) uint64 { return uint64(i) }), 0, 0},
		"none":                  {nil, 10, 0},
		"three of ten digits":   {[]uint64{71, 72, 73}, 10, 3 * math.Log2(10./3)},
		"ten of ten digits":     {values(10, func(i int) uint64 { return uint64(70 + i) }), 10, 0},
		"as many times as seen": {[]uint64{71, 71, 72, 73, 73}, 10, 3 * math.Log2(10./3)},
		// 400 to 599: of the digits behind the first, which is 4 or 5, two in ten are 4 or 5 too.
		"first digits in a narrow range": {values(200, func(i int) uint64 { return uint64(400 + i) }), 10,
			divergenceBits(200, 1-2*4./200, (1+80.)/(1+400))},
	} {
		if got := shapeBits(tt.vals, tt.base); !near(got, tt.want) {
			t.Errorf("%s: %v bits, want %v", name, got, tt.want)
		}
	}
}

// TestStepsOfNumbers verifies in what steps numbers count: powers of two of nine in ten of them, and the greatest number
// that nearly all differences are multiples of.
func TestStepsOfNumbers(t *testing.T) {
	numbers := func(n int, step uint64, odd int) []uint64 {
		var out []uint64
		for i := range n {
			v := 1000 + uint64(i*i)*step
			if i >= n-odd {
				v++
			}
			out = append(out, v)
		}
		slices.Sort(out)
		return out
	}
	for _, tt := range []struct {
		step        uint64
		odd         int
		bits        int
		granularity uint64
	}{{1, 0, 0, 1}, {8, 0, 3, 8}, {3600, 0, 4, 3600}, {8, 10, 3, 1}, {8, 11, 0, 1}, {3600, 4, 4, 3600}, {3600, 5, 4, 1}} {
		vals := numbers(100, tt.step, tt.odd)
		if got := stepBits(vals); got != tt.bits {
			t.Errorf("steps of %d, but for %d of 100: %d bits are the same, want %d", tt.step, tt.odd, got, tt.bits)
		}
		if got := granularity(vals); got != tt.granularity {
			t.Errorf("steps of %d, but for %d of 100: they are multiples of %d, want %d", tt.step, tt.odd, got, tt.granularity)
		}
	}
	if stepBits([]uint64{5, 5, 5}) != 48 || granularity([]uint64{5, 5, 5}) != 1 {
		t.Error("equal numbers count in steps")
	}
	if got := median([]uint64{9, 1, 5, 3}); got != 5 {
		t.Errorf("the median of 1, 3, 5, 9 is %d", got)
	}
	if got := deviation([]float64{1, 2, 3, 4, 1000}); got != 1 {
		t.Errorf("the deviation of numbers with one odd one is %v", got)
	}
	if deviation(nil) != 0 {
		t.Error("nothing deviates")
	}
}

// TestUnitsInMicroseconds verifies how long each unit of time is.
func TestUnitsInMicroseconds(t *testing.T) {
	for unit, want := range map[rowkey.Unit]float64{rowkey.Second: 1e6, rowkey.Millisecond: 1e3, rowkey.Microsecond: 1,
		rowkey.Nanosecond: 1e-3, rowkey.Minute: 6e7, rowkey.Hour: 3.6e9, rowkey.Day: 8.64e10, rowkey.Week: 6.048e11,
		rowkey.Month: 2.592e12, rowkey.Year: 3.1536e13} {
		if got := unitMicros(unit); got != want {
			t.Errorf("a unit of %q is %v microseconds, want %v", unit, got, want)
		}
	}
	for _, tt := range []struct {
		most   uint64
		digits int
		want   bool
	}{{9_999_999_999, 10, true}, {9_999_999_999, 11, false}, {999_999_999, 9, false}, {9_999_999_999_999, 13, true},
		{10_000_000_000, 10, false}, {math.MaxInt64, 19, false}} {
		if got := allNines(tt.most, tt.digits); got != tt.want {
			t.Errorf("%d is all of %d digits: %t, want %t", tt.most, tt.digits, got, tt.want)
		}
	}
}

// TestTimesBesideCells verifies which values are held against the cells, and how far each is from the nearer of the
// oldest and the newest.
func TestTimesBesideCells(t *testing.T) {
	const at = 1_700_000_000_000_000
	ks := &keyset.Keyset{Timed: true, To: at + 1e12, Oldest: []int64{at, at, at, keyset.NoTime, at},
		Newest: []int64{at + 100, at + 100, at + 100, keyset.NoTime, at + 100}}
	got := timing{unit: rowkey.Microsecond}.timesBesideCells(ks, []int32{0, 1, 2, 3, 4},
		[]uint64{at - 10, at + 40, at + 90, at, at + 2e12}, 64)
	if !slices.Equal(got.away, []float64{-10, 40, -10}) || len(got.when) != 4 || len(got.within) != 4 ||
		!slices.Equal(got.beside, []float64{at - 10, at + 40, at + 90}) || !slices.Equal(got.cell, []float64{at, at, at}) {
		t.Errorf("%+v", got)
	}
	drift := func(n int, away func(i int) float64) ([]float64, []float64) {
		var a, b []float64
		for i := range n {
			a, b = append(a, away(i)), append(b, float64(i)*1e6)
		}
		return a, b
	}
	for name, tt := range map[string]struct {
		away func(i int) float64
		want bool
	}{
		"growing":           {func(i int) float64 { return float64(i) * 1e6 }, true},
		"shrinking":         {func(i int) float64 { return -float64(i) * 1e6 }, true},
		"growing by little": {func(i int) float64 { return float64(i) * 1e4 }, false},
		"here and there":    {func(i int) float64 { return float64(i*7%40) * 1e6 }, false},
	} {
		away, beside := drift(40, tt.away)
		if got := driftsAway(away, beside, 1e6); got != tt.want {
			t.Errorf("%s: drifts away: %t, want %t", name, got, tt.want)
		}
	}
}

// TestFormsOfText verifies which texts are taken for addresses, amounts, versions, UUIDs and URLs.
func TestFormsOfText(t *testing.T) {
	for name, tt := range map[string]struct {
		is      func([]byte) bool
		yes, no string
	}{
		"dotted": {IsDotted, "1.2.3 1.2.3.4 10.0.12 0.1.2 9999.1.1 1.25 0.05 123456789.00 1.00",
			"1 1.2 1.234 1.2.3.4.5 01.2.3 1..2 .1.2 1.2. 12345.1.1 1234567890.00 1.02.3"},
		"address": {IsIP, "1.2.3.4 255.255.255.255 ::1 2001:db8::1", "1 1.2.3 256.1.1.1 :: 1.2.3.4.5 x"},
		"uuid": {IsUUID, "01234567-89ab-cdef-0123-456789ABCDEF",
			"0123456789abcdef0123456789abcdef 01234567-89ab-cdef-0123-456789abcdeg 01234567-89ab-cdef-0123-456789abcde " +
				"012345678-9ab-cdef-0123-456789abcdef 01234567-89abc-def-0123-456789abcdef " +
				"01234567-89ab-cdef0-123-456789abcdef 01234567-89ab-cdef-01234-56789abcdef"},
		"url": {isURL, "http://a https://a.b/c?d git+ssh://x ab://x abcdefghijkl://x s3://b",
			"a://b ://x http:// http:/x Http://x a-b://x abcdefghijklm://x http://a|b http://<x>"},
		"query": {hasQuery, "a?b=c /x?y_1=z&q= a?b=", "?a=b a?=b a?b a?b-c=d a=b x"},
	} {
		for _, text := range strings.Fields(tt.yes) {
			if !tt.is([]byte(text)) {
				t.Errorf("%s: %q is none", name, text)
			}
		}
		for _, text := range strings.Fields(tt.no) {
			if tt.is([]byte(text)) {
				t.Errorf("%s: %q is one", name, text)
			}
		}
	}
}

// TestFewValues verifies when values are a short list, and when no further one is to be expected.
func TestFewValues(t *testing.T) {
	counts := func(n ...int) *column.Summary { // so often each
		var of []string
		for i, k := range n {
			of = append(of, slices.Repeat([]string{fmt.Sprintf("v%02d", i)}, k)...)
		}
		return columnOf(len(of), func(i int) []byte { return []byte(of[i]) })
	}
	for _, tt := range []struct {
		of          *column.Summary
		few, closed bool
	}{
		{counts(9), true, true}, {counts(8, 1), false, false}, {counts(9, 1), true, false}, {counts(8, 2), true, false},
		{counts(10, 10), true, true}, {counts(10, 9), true, false},
		{counts(slices.Repeat([]int{4}, 26)...), true, false}, {counts(slices.Repeat([]int{4}, 27)...), false, false},
		{counts(slices.Repeat([]int{3}, 10)...), false, false}, {counts(slices.Repeat([]int{4}, 10)...), true, false},
		{counts(slices.Repeat([]int{9}, 8)...), true, true}, {counts(slices.Repeat([]int{9}, 9)...), true, false},
		{counts(28, 1, 1, 1), true, false}, {counts(25, 1, 1, 1), false, false},
	} {
		if few, closed := few(tt.of), Closed(tt.of); few != tt.few || closed != tt.closed {
			t.Errorf("%d values, of %d: few %t, closed %t, want %t, %t", tt.of.N, tt.of.Distinct, few, closed, tt.few, tt.closed)
		}
	}
}

// TestCostsOfColumns verifies what it costs to describe columns: by their characters, by the bytes of each position, by
// misfits, and each value once.
func TestCostsOfColumns(t *testing.T) {
	column1 := func(values ...string) *column.Summary {
		return columnOf(len(values), func(i int) []byte { return []byte(values[i]) })
	}
	bit := func(n float64) float64 { return column.DistinctBit * math.Log2(n+1) }
	for name, tt := range map[string]struct{ got, want float64 }{
		"no characters":     {order0(column1("", "")), 0},
		"one character":     {order0(column1("aa", "aa")), bit(4) + 2},
		"two characters":    {order0(column1("ab", "ba")), 4 + 2*(bit(4)+2)},
		"one position":      {positions(column1("a", "b", "a", "b")), 4 + 2*(bit(4)+1)},
		"various widths":    {positions(column1("a", "bb")), math.Inf(1)},
		"a constant":        {positions(column1("ab", "ab", "ab")), 2 * (bit(3) + 1)},
		"empty ones":        {positions(columnOf(20, func(i int) []byte { return []byte("a")[:min(i, 1)] })), bit(19) + 1 + 1},
		"misfits":           {misfits(column1("a", "a", "bcd"), "a"), 32},
		"no misfits":        {misfits(column1("a", "a"), "a"), 0},
		"misfit prefixes":   {misfitPrefix(column1("ab", "ac", "xyz"), []byte("a")), 32},
		"cheap values":      {shared(column1("a", "b", "c", "d"), 0, true), 0},
		"different letters": {BehindWord(column1("xa", "yb")), math.Inf(1)},
		"one letter":        {BehindWord(column1("xa", "xb")), math.Inf(1)},
	} {
		if !near(tt.got, tt.want) {
			t.Errorf("%s: %v bits, want %v", name, tt.got, tt.want)
		}
	}
	// Two values in two runs: each once, one bit to tell them apart, and where the runs are.
	s := column1(append(slices.Repeat([]string{"a"}, 50), slices.Repeat([]string{"b"}, 50)...)...)
	once := 1000 * 2. / 100
	if got, want := shared(s, 1000, true), once+2+2*math.Log2(51)+math.Log2(101); !near(got, want) {
		t.Errorf("in two runs: %v bits, want %v", got, want)
	}
	if got, want := shared(s, 1000, false), once+2+100+2*bit(100); !near(got, want) {
		t.Errorf("without runs: %v bits, want %v", got, want)
	}
}

// TestAlphabets verifies which letters ids are made of, by what occurs in them, and that words are none.
func TestAlphabets(t *testing.T) {
	text := func(from string, n, width int) *column.Summary {
		state := uint32(7)
		return columnOf(n, func(int) []byte {
			var b []byte
			for range width {
				state = state*1664525 + 1013904223
				b = append(b, from[int(state>>16)%len(from)])
			}
			return b
		})
	}
	const digits, lower, upper = "0123456789", "abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	for _, tt := range []struct {
		of   *column.Summary
		want string
		size int
	}{
		{text(digits+lower+upper, 100, 20), "b62", 60},
		{text("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz", 100, 20), "b58", 56},
		{text(digits+lower+upper+"-_", 100, 20), "b64", 62},
		{text(digits+lower, 100, 20), "b62", 34},
		{text("0123456789abcdefghjkmnpqrstvwxyz", 100, 20), "b32", 31},
		{text("0123456789abcdefghjkmnpqrstvwxyz", 20, 20), "b62", 34}, // too few characters to miss some
		{text(digits+lower+"-_", 100, 20), "", 0},
		{text(lower, 100, 20), "", 0},
		{text(lower+upper, 100, 20), "b62", 60},
	} {
		name, size := alphabet(tt.of)
		if name != tt.want || size != tt.size {
			t.Errorf("ids such as %s are of %q, %d, want %q, %d", tt.of.Val[0], name, size, tt.want, tt.size)
		}
	}
}
