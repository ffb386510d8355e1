package column

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// of returns a column of values.
func of(values ...string) Column {
	var c Column
	for i, v := range values {
		c.Row, c.Val = append(c.Row, int32(i)), append(c.Val, []byte(v))
	}
	return c
}

// randomColumn returns up to 700 values of few or many kinds, some of them empty.
func randomColumn(rng *rand.Rand) Column {
	var c Column
	n, kinds := 1+rng.IntN(700), 1+rng.IntN(500)
	width := rng.IntN(12)
	for i := range n {
		k := rng.IntN(kinds)
		v := fmt.Appendf(nil, "%0*x", width, k*7919)
		if rng.IntN(10) == 0 {
			v = v[:rng.IntN(len(v)+1)]
		}
		c.Row, c.Val = append(c.Row, int32(i)), append(c.Val, v)
	}
	return c
}

// TestSummaryAgainstCounting verifies the figures of columns against counting the values one by one.
func TestSummaryAgainstCounting(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 150 {
		c := randomColumn(rng)
		s := Summarize(c)
		counts, lengths := map[string]int{}, []int{}
		var order []string
		runs, total := 0, 0
		withClass := map[Class]int{}
		for i, v := range c.Val {
			if i == 0 || !bytes.Equal(c.Val[i-1], v) {
				runs++
			}
			if counts[string(v)]++; counts[string(v)] == 1 {
				order = append(order, string(v))
			}
			if len(v) > 0 {
				lengths = append(lengths, len(v))
			}
			total += len(v)
			seen := Class(0)
			for _, b := range v {
				seen |= ByteClass(b)
			}
			if seen != TextClasses(v) {
				t.Fatalf("classes of %q", v)
			}
			for bit := Digit; bit != 0; bit <<= 1 {
				if seen&bit != 0 {
					withClass[bit]++
				}
			}
		}
		slices.Sort(lengths)
		n, without := len(lengths), Tolerance(len(lengths))
		if s.N != n || s.Runs != runs || s.Total != total || s.Distinct != len(order) {
			t.Fatalf("%d values, %d runs, %d bytes, %d distinct; want %d, %d, %d, %d", s.N, s.Runs, s.Total, s.Distinct,
				n, runs, total, len(order))
		}
		if n > 0 && (s.Min != lengths[without] || s.Max != lengths[n-1-without]) {
			t.Fatalf("lengths %d to %d, want %d to %d", s.Min, s.Max, lengths[without], lengths[n-1-without])
		}
		width := 0
		for _, l := range lengths {
			if same := countEqual(lengths, l); same >= Most(n) {
				width = l
			}
		}
		entropy := 0.0
		for i, v := range order {
			if string(s.Uniq[i].Val) != v || s.Uniq[i].N != counts[v] {
				t.Fatalf("value %d is %q, %d times; want %q, %d times", i, s.Uniq[i].Val, s.Uniq[i].N, v, counts[v])
			}
			p := float64(counts[v]) / float64(len(c.Val))
			entropy -= p * math.Log2(p)
		}
		if s.Width != width || math.Abs(s.Entropy-max(0, entropy)) > 1e-9 {
			t.Fatalf("width %d, entropy %g; want %d, %g", s.Width, s.Entropy, width, entropy)
		}
		for bit := Digit; bit != 0 && bit <= High; bit <<= 1 {
			if (s.All&bit != 0) != (withClass[bit] > without) {
				t.Fatalf("class %b is in %d of %d values: %t", bit, withClass[bit], n, s.All&bit != 0)
			}
		}
		if len(s.Uniq) != len(counts) || slices.ContainsFunc(s.Uniq, func(u unique) bool {
			return counts[string(u.Val)] != u.N
		}) {
			t.Fatalf("distinct values %v, want %v", s.Uniq, counts)
		}
		words := s.Words()
		if !slices.IsSortedFunc(words, func(a, b string) int { return counts[b] - counts[a] }) ||
			slices.Contains(words, "") {
			t.Fatalf("words are not by falling count: %q", words)
		}
	}
}

func countEqual(list []int, x int) (n int) {
	for _, v := range list {
		if v == x {
			n++
		}
	}
	return n
}

// TestTolerance verifies how many values may break a rule: none of few, one of twelve, 4% of many.
func TestTolerance(t *testing.T) {
	for n, want := range map[int]int{0: 0, 1: 0, 11: 0, 12: 1, 25: 1, 49: 1, 50: 2, 100: 4, 800: 32} {
		if Tolerance(n) != want || Most(n) != n-want {
			t.Errorf("%d of %d values may break a rule, want %d", Tolerance(n), n, want)
		}
	}
}

// TestRules verifies that a rule holds with as many exceptions as are tolerated and not with one more.
func TestRules(t *testing.T) {
	for exceptions, want := range []bool{true, true, true, true, true, false} { // 4 of 100
		values := slices.Repeat([]string{"ab12"}, 100)
		for i := range exceptions {
			values[i*20] = "x-y-z"
		}
		s := Summarize(of(values...))
		starts := func(v []byte) bool { return v[0] == 'a' }
		_, constant := s.Constant()
		for rule, got := range map[string]bool{
			"only": s.Only(Alnum), "nearly": s.Nearly(starts), "constant": constant,
			"width":  s.Width == 4,
			"prefix": string(s.CommonPrefix()) == "ab12", "text": !IsBinary(of(append(slices.Repeat([]string{"a"},
				100-exceptions), slices.Repeat([]string{"\x00"}, exceptions)...)...)),
		} {
			if got != want {
				t.Errorf("%d exceptions, %s: %t", exceptions, rule, got)
			}
		}
		if s.OneWidth() != (exceptions == 0) {
			t.Errorf("%d exceptions: one width %t", exceptions, s.OneWidth())
		}
	}
	for _, tt := range []struct {
		values []string
		want   bool
	}{{[]string{"a-b", "c-d", ""}, true}, {[]string{"a-b", "c-d-e"}, false}, {[]string{"ab", "cd"}, false},
		{strings.Fields(strings.Repeat("a-b ", 9) + "ab"), true}, {strings.Fields(strings.Repeat("a-b ", 8) + "ab ab"),
			false}} {
		if got := Summarize(of(tt.values...)).SameCount('-'); got != tt.want {
			t.Errorf("%q: as many dashes: %t", tt.values, got)
		}
	}
	empty := Summarize(of("", ""))
	if _, ok := empty.Constant(); ok || empty.Only(Alnum) || empty.Nearly(func([]byte) bool { return true }) ||
		empty.OneWidth() || empty.N != 0 || len(empty.CommonPrefix()) > 0 {
		t.Errorf("rules hold of nothing: %+v", empty)
	}
	if got := Summarize(of("ab1", "ab2", "ab3")).CommonPrefix(); string(got) != "ab" {
		t.Errorf("common prefix %q", got)
	}
	if got := Summarize(of("01", "10", "0", "00")).LeadingZeros(); got != 2 {
		t.Errorf("%d values with leading zeros", got)
	}
}

// TestClasses verifies the class of every byte against its definition.
func TestClasses(t *testing.T) {
	for c := range 256 {
		b := byte(c)
		want := Punct
		switch {
		case c < ' ' || c == 0x7f:
			want = Control
		case c >= 0x80:
			want = High
		case strings.IndexByte("0123456789", b) >= 0:
			want = Digit
		case strings.IndexByte("abcdef", b) >= 0:
			want = HexLower
		case strings.IndexByte("ABCDEF", b) >= 0:
			want = HexUpper
		case b >= 'g' && b <= 'z':
			want = Lower
		case b >= 'G' && b <= 'Z':
			want = Upper
		default:
			if i := strings.IndexByte("-_./+= ", b); i >= 0 {
				want = []Class{Dash, Underscore, Dot, Slash, Plus, Equals, Space}[i]
			}
		}
		if ByteClass(b) != want {
			t.Errorf("%q has class %b, want %b", b, ByteClass(b), want)
		}
	}
	for text, want := range map[string]bool{"a\tb": true, "\u00e9": true, "a\x7f": false, "\xff": false,
		"\u0085": false, "\u00a0": true, "a\nb": false, "": true} {
		if IsText([]byte(text)) != want && text != "a\tb" || PrintableUTF8([]byte(text)) != want {
			t.Errorf("%q is text: %t", text, !want)
		}
	}
	if !HasByte("abc", 'c') || HasByte("abc", 'd') || HasByte("", 'a') {
		t.Error("HasByte")
	}
}

// TestNumbers verifies parsing against strconv, and the costs of integers against their definitions.
func TestNumbers(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	alphabet := "0123456789abcdefABCDEFg-"
	for range 3000 {
		v := make([]byte, rng.IntN(22))
		for i := range v {
			v[i] = alphabet[rng.IntN(10+rng.IntN(2)*(len(alphabet)-10))]
		}
		for _, base := range []int{10, 16} {
			want, err := strconv.ParseUint(string(v), base, 64)
			if got, ok := ParseUint(v, base); ok != (err == nil) || ok && got != want {
				t.Fatalf("%q in base %d is %d, %t; want %d, %v", v, base, got, ok, want, err)
			}
		}
	}
	for _, v := range []string{"18446744073709551615", "18446744073709551616", "0"} {
		want, err := strconv.ParseUint(v, 10, 64)
		if got, ok := ParseUint([]byte(v), 10); ok != (err == nil) || ok && got != want {
			t.Errorf("%s is %d, %t", v, got, ok)
		}
	}
	n := Summarize(of("10", "x", "ff")).ParseNumbers(16)
	if !slices.Equal(n.Val, []uint64{16, 255}) || !slices.Equal(n.Row, []int32{0, 2}) {
		t.Errorf("%+v", n)
	}
	if got, want := RangeBits([]uint64{10, 25, 12}), 3*math.Log2(16)+math.Log2(27); math.Abs(got-want) > 1e-12 ||
		RangeBits(nil) != 0 {
		t.Errorf("range: %g bits, want %g", got, want)
	}
	// Two sizes, half of the values each: a bit to say which, and the bits below the highest one.
	if got, want := SizedBits([]uint64{1, 1, 8,
		15}), 0+0+3+3+4*1.0+2*DistinctBit*math.Log2(5); math.Abs(got-want) > 1e-12 {
		t.Errorf("sized: %g bits, want %g", got, want)
	}
	if Tens(0) != 1 || Tens(5) != 100_000 || BigEndian([]byte{1, 2}) != 258 ||
		BigEndian([]byte{9, 0, 0, 0, 0, 0, 0, 1, 2}) != 258 || BigEndian(nil) != 0 {
		t.Error("powers of ten, or big-endian numbers")
	}
	if HashSpec("hex", 8) != "hash(hex(8))" || HashSpec("hex", 0) != "hash(hex)" || Gcd(12, 18) != 6 ||
		Gcd[uint64](7, 0) != 7 || Gcd(0, 5) != 5 {
		t.Error("specifications, or greatest common divisors")
	}
	for _, k := range []int{0, 1, 2, 1023, 1024, 5000} {
		if want := float64(k) * math.Log2(math.Max(1, float64(k))); math.Abs(Xlog2(k)-want) > 1e-9 {
			t.Errorf("%d log %d is %g", k, k, Xlog2(k))
		}
	}
	if got := Entropy([]int{1, 1, 2, 0}, 4); math.Abs(got-1.5) > 1e-12 || Entropy([]int{}, 0) != 0 {
		t.Errorf("entropy %g, want 1.5", got)
	}
}

// TestCuts verifies that values are cut with their rows.
func TestCuts(t *testing.T) {
	head, rest := of("abXcd", "ab", "abX", "efYg").CutAt(2, 1)
	if fmt.Sprintf("%s %v %s %v", head.Val, head.Row, rest.Val, rest.Row) != "[ab ab ef] [0 2 3] [cd  g] [0 2 3]" {
		t.Errorf("%s %v, %s %v", head.Val, head.Row, rest.Val, rest.Row)
	}
}

// TestTallyBits verifies the bits of counts whose entropy is known.
func TestTallyBits(t *testing.T) {
	for want, numbers := range map[float64][]int{
		0:                  {7, 7, 7},
		4:                  {1, 2, 2, 1},
		8:                  {4, 1, 3, 2},
		8 - 3*math.Log2(3): {5, 5, 5, 9},
	} {
		var all Tally
		for _, n := range numbers {
			all.Add(n)
		}
		if got := all.Bits(); math.Abs(got-want) > 1e-9 {
			t.Errorf("%v: %g bits, want %g", numbers, got, want)
		}
	}
	if got := (Tally{}).Bits(); got != 0 {
		t.Errorf("no numbers: %g bits", got)
	}
}
