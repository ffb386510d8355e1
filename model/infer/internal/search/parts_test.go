package search

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tabletop/model/infer/internal/column"
	"tabletop/model/infer/internal/keyset"
)

// valuesOf returns a column of values.
func valuesOf(values ...string) column.Column {
	var c column.Column
	for i, v := range values {
		c.Row, c.Val = append(c.Row, int32(i)), append(c.Val, []byte(v))
	}
	return c
}

// engineOf returns an engine for keys without cells.
func engineOf(c column.Column) *Engine {
	none := slices.Repeat([]int64{keyset.NoTime}, len(c.Val))
	return NewEngine(context.Background(), &keyset.Keyset{Key: c.Val, Oldest: none, Newest: none,
		To: 2_082_758_400_000_000})
}

// TestAtoms verifies what in a key is one thing in spite of the delimiters in it, and what only looks like it.
func TestAtoms(t *testing.T) {
	lexers := map[string]func([]byte) (atom, bool){"json": jsonAtom, "url": urlAtom, "email": emailAtom,
		"uuid": uuidAtom, "ip": ipAtom, "ip6": around{}.ip6Atom, "mac": macAtom, "surt": engineOf(column.Column{}).surtAtom,
		"date": dateAtom(engineOf(column.Column{}).datesIn([]byte("2024-02-29"))[0])}
	for _, tt := range []struct{ lexer, text, want string }{
		{"json", `a#{"b":1}#c`, `{"b":1}`}, {"json", `[1,2]x`, `[1,2]`}, {"json", `{}`, ""}, {"json", `[12]`, ""},
		{"json", `{"a"`, ""}, {"json", "a", ""},
		{"url", "x|https://a.b/c#d", "https://a.b/c"}, {"url", "git+ssh://a b", "git+ssh://a"}, {"url", "s://a", ""},
		{"url", "://a", ""}, {"url", "http:/a", ""}, {"url", "ab://", "ab://"},
		{"email", "x_joe.b@site.com#1", "joe.b@site.com"}, {"email", "@site.com", ""}, {"email", "joe@", ""},
		{"email", "joe", ""}, {"email", "a+b-c@d-e.org", "a+b-c@d-e.org"},
		{"uuid", "u:0a1b2c3d-0000-4000-8000-00000000000F!", "0a1b2c3d-0000-4000-8000-00000000000F"},
		{"uuid", "0a1b2c3d-0000-4000-8000-00000000000", ""},
		{"uuid", "0a1b2c3d-0000-4000-8000-00000000000g", ""}, {"uuid", "0a1b2c3d-0000-4000-8000-00000000000f",
			"0a1b2c3d-0000-4000-8000-00000000000f"},
		{"ip", "h 10.0.0.255#x", "10.0.0.255"}, {"ip", "10.0.0", ""}, {"ip", "10.0.0.256", ""}, {"ip", "1.2.3.4.5", ""},
		{"ip", "5 10.0.0.1", "10.0.0.1"}, {"ip", "10.0.0.1", "10.0.0.1"},
		{"ip6", "2001:db8:1:2:3:4:5:6|x", "2001:db8:1:2:3:4:5:6"}, {"ip6", "1:2:3:4", ""},
		{"ip6", "g2001:db8:1:2:3:4:5:6", ""}, {"ip6", "2001:db8::1:2", "2001:db8::1:2"},
		{"ip6", "x#2001:db8:1:2:3:4:5:6", "2001:db8:1:2:3:4:5:6"},
		{"ip6", "2001:db8:1:2:3:4:5:6z", ""}, {"ip6", "::1", ""},
		{"mac", "m#00:1a:2B:33:44:55#", "00:1a:2B:33:44:55"}, {"mac", "00-1a-2B-33-44-55", "00-1a-2B-33-44-55"},
		{"mac", "00:1a:2B:33:44:5g", ""}, {"mac", "a00:1a:2B:33:44:55", ""}, {"mac", "00:1a:2B:33:44:551", ""},
		{"surt", "com,example,www)/path", "com,example,www"}, {"surt", "x com,a-b)/", "com,a-b"}, {"surt", "com)/", ""},
		{"surt", ",a)/", ""}, {"surt", "a,b", ""}, {"surt", "a,b)", ""},
		{"date", "x2024-02-29#", "2024-02-29"}, {"date", "2024-02-30", ""}, {"date", "12024-02-28", ""},
		{"date", "2024-02-28a", ""}, {"date", "2024-02-28", "2024-02-28"}, {"date", "1969-12-31", ""},
		{"date", "1970-01-01", "1970-01-01"},
	} {
		a, ok := lexers[tt.lexer]([]byte(tt.text))
		if got := ""; ok != (tt.want != "") || ok && tt.text[a.from:a.to] != tt.want {
			if ok {
				got = tt.text[a.from:a.to]
			}
			t.Errorf("%s of %q is %q, want %q", tt.lexer, tt.text, got, tt.want)
		}
	}
	for at, want := range map[int32]bool{2: false, 3: true, 4: true, 5: false} {
		if inside([]atom{{2, 5}}, at) != want || inside(nil, at) {
			t.Errorf("a cut at %d goes through an atom from 2 to 5: %t", at, !want)
		}
	}
}

// TestAtomsOfAColumn verifies that atoms count where nearly all values have one, and that dates are found by their
// longest form.
func TestAtomsOfAColumn(t *testing.T) {
	make := func(bare int) column.Column {
		var values []string
		for i := range 100 {
			v := fmt.Sprintf("u%d#2024-02-%02dT%02d:00#10.0.0.%d", i, 1+i%28, i%24, i)
			if i%10 == 5 && i/10 < bare {
				v = "nothing"
			}
			values = append(values, v)
		}
		return valuesOf(values...)
	}
	for bare, want := range map[int]bool{0: true, 4: true, 5: false} {
		c := make(bare)
		got := engineOf(c).splitAtoms(c)
		if (got != nil) != want {
			t.Fatalf("%d of 100 values have no atom: %v", bare, got)
		}
		found := map[string]bool{}
		for _, a := range slices.Concat(got[:min(1, len(got))]...) {
			found[string(c.Val[0][a.from:a.to])] = true
		}
		if want && (len(found) != 2 || !found["2024-02-01T00:00"] || !found["10.0.0.0"] || bare > 0 &&
			len(got[5]) != 0) {
			t.Errorf("atoms of %q: %v", c.Val[0], found)
		}
	}
	few := valuesOf("a@b.com", "c@d.com", "e@f.com")
	if got := engineOf(few).splitAtoms(few); got != nil {
		t.Errorf("three values are too few: %v", got)
	}
}

// TestCheapestCutsAgainstAll verifies the cheapest cuts of up to ten places against trying all, with and without values
// that recur.
func TestCheapestCutsAgainstAll(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		n := 1 + rng.IntN(10)
		st, ends := make([]place, n), make([]bool, n+1)
		for p := range st {
			st[p] = place{entropy: 8 * rng.Float64()}
			if rng.IntN(3) == 0 {
				st[p] = place{constant: true, value: []byte{0, 0, 7, 0x80}[rng.IntN(4)]}
			}
			ends[p] = p > 0 && rng.IntN(5) == 0
		}
		run := profile{st: st, ends: ends, salted: true}
		best := math.Inf(1)
		for set := range 1 << (n - 1) {
			cost, from := 0.0, 0
			for b := 1; b <= n; b++ {
				if b == n || set>>(b-1)&1 == 1 {
					cost += run.fieldCost(from, b)
					from = b
				}
			}
			best = min(best, cost)
		}
		cuts, cost := run.likeliest()
		again := 0.0
		for i := 1; i < len(cuts); i++ {
			again += run.fieldCost(cuts[i-1], cuts[i])
		}
		if math.Abs(cost-best) > 1e-9 || math.Abs(again-cost) > 1e-9 || cuts[0] != 0 || cuts[len(cuts)-1] != n {
			t.Fatalf("cuts %v of %d places cost %g, said to cost %g; the cheapest cost %g", cuts, n, again, cost, best)
		}
	}
}

// TestFieldsAreCutByTheirProfile verifies that fields of fixed widths side by side are cut where they end, by how much
// their bytes vary.
func TestFieldsAreCutByTheirProfile(t *testing.T) {
	fields := map[string]func(rng *rand.Rand, i int) []byte{
		"be4": func(rng *rand.Rand, _ int) []byte { return binary.BigEndian.AppendUint32(nil, rng.Uint32N(90_000)) },
		"be8": func(rng *rand.Rand, _ int) []byte {
			return binary.BigEndian.AppendUint64(nil,
				rng.Uint64N(5_000_000))
		},
		"be2": func(rng *rand.Rand, _ int) []byte {
			return binary.BigEndian.AppendUint16(nil,
				uint16(rng.UintN(700)))
		},
		"id16": func(rng *rand.Rand, _ int) []byte { return drawn(rng, 16) },
		"id20": func(rng *rand.Rand, _ int) []byte { return drawn(rng, 20) },
		"id8":  func(rng *rand.Rand, _ int) []byte { return drawn(rng, 8) },
		"flip8": func(rng *rand.Rand, _ int) []byte {
			return binary.BigEndian.AppendUint64(nil, 1<<63+rng.Uint64N(5_000_000))
		},
		"le4": func(rng *rand.Rand, _ int) []byte { return binary.LittleEndian.AppendUint32(nil, rng.Uint32N(1<<20)) },
	}
	cut := func(names ...string) (cuts, want []int) {
		rng := rand.New(rand.NewPCG(3, 4))
		var c column.Column
		for i := range 400 {
			var v []byte
			want = []int{0}
			for _, name := range names {
				v = append(v, fields[name](rng, i)...)
				want = append(want, len(v))
			}
			c.Row, c.Val = append(c.Row, int32(i)), append(c.Val, v)
		}
		run := profile{st: places(c, len(c.Val[0])), ends: make([]bool, len(c.Val[0])+1), salted: true}
		cuts, _ = run.likeliest()
		return cuts, want
	}
	for name := range fields {
		if got, want := cut(name); !slices.Equal(got, want) {
			t.Errorf("%s alone is cut at %v", name, got)
		}
	}
	for _, names := range []string{"be4 be4", "be4 be8", "be8 be4", "be8 be8", "id16 be8", "id16 be4", "be4 id16",
		"be8 id16", "id20 be8", "be8 id20", "id16 flip8", "be4 be4 be8", "be8 id16 be4", "be4 flip8", "be2 be4",
		"be2 be8", "id8 be8", "le4 be8"} {
		if got, want := cut(strings.Fields(names)...); !slices.Equal(got, want) {
			t.Errorf("%s is cut at %v, want %v", names, got, want)
		}
	}
}

// drawn returns n bytes drawn evenly.
func drawn(rng *rand.Rand, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(rng.Uint32())
	}
	return b
}

// TestPlacesAgainstCounting verifies what is told of the positions of values.
func TestPlacesAgainstCounting(t *testing.T) {
	var values []string
	for i := range 64 {
		values = append(values, string([]byte{'k', "0123456789abcdef"[i%16], byte(i * 8), byte(i % 4), "Ab"[i%2]}))
	}
	st := places(valuesOf(values...), 5)
	for p, want := range []place{
		{constant: true, value: 'k', class: column.Lower},
		{entropy: 4, class: column.Digit | column.Lower, digits: 10. / 16},
		{entropy: 5, step: 3},
		{entropy: 2},
		{entropy: 1, class: column.Lower | column.Upper},
	} {
		got := st[p]
		if math.Abs(got.entropy-want.entropy) > 1e-9 || got.constant != want.constant || got.value != want.value ||
			want.class != 0 && got.class != want.class || p == 2 && got.step != want.step {
			t.Errorf("place %d: %+v, want %+v", p, got, want)
		}
		if p < 2 && math.Abs(got.digits-want.digits) > 1e-9 {
			t.Errorf("place %d: %g are digits, want %g", p, got.digits, want.digits)
		}
	}
	for _, tt := range []struct {
		bytes map[byte]int32
		want  int
	}{{map[byte]int32{8: 50, 24: 50}, 3}, {map[byte]int32{8: 96, 1: 4}, 3}, {map[byte]int32{8: 95, 1: 5}, 0},
		{map[byte]int32{128: 50, 0: 50}, 7}, {map[byte]int32{2: 50, 4: 50}, 1}} {
		var counts [256]int32
		for b, n := range tt.bytes {
			counts[b] = n
		}
		if got, _ := lowBits(&counts, 100); got != tt.want {
			t.Errorf("%v have %d low bits zero, want %d", tt.bytes, got, tt.want)
		}
	}
}

// TestCodesInText verifies where codes end in text: behind a capital, where punctuation stands, and where values meet.
func TestCodesInText(t *testing.T) {
	letters := func(entropy float64) position { return position{class: column.Upper, entropy: entropy} }
	lower := func(entropy float64) position { return position{class: column.Lower, entropy: entropy} }
	for _, tt := range []struct {
		st   []position
		w    int
		want bool
	}{{[]position{letters(1), lower(1)}, 1, true}, {[]position{letters(1), letters(1), lower(1)}, 2, false},
		{[]position{lower(1), letters(1), lower(1)}, 2, true}, {[]position{lower(1), lower(1)}, 1, false},
		{[]position{letters(1), letters(1)}, 1, false}} {
		if got := capital(tt.st, tt.w); got != tt.want {
			t.Errorf("%v at %d: behind a capital %t", tt.st, tt.w, got)
		}
	}
	for _, tt := range []struct {
		values []string
		at     int
		mark   byte
	}{
		{[]string{"3f9a0c-north", "aaaaaa-south"}, 6, '-'}, {[]string{"3f9a0c-north", "aaaaaa_south"}, 0, 0},
		{[]string{"3f9a0c-north", "aaaaa-south"}, 0, 0}, {[]string{"3f9a0c-", "aaaaaa-"}, 0, 0},
		{[]string{"ab#c", "cd#e"}, 0, 0}, {[]string{"ab", "cd"}, 0, 0}, {[]string{"a.b-c", "d.e-f"}, 1, '.'},
	} {
		if at, mark := punctuationAt(valuesOf(tt.values...)); at != tt.at || mark != tt.mark {
			t.Errorf("%q: punctuation %q at %d, want %q at %d", tt.values, mark, at, tt.mark, tt.at)
		}
	}
	for text, want := range map[string]int{"": 0, "abC1": 3, "1a": 0, "ab-c": 2} {
		if got := letterRun([]byte(text)); got != want {
			t.Errorf("%q begins with %d letters, want %d", text, got, want)
		}
	}
	for _, tt := range []struct {
		a, b string
		want bool
	}{{"1", "2", true}, {"a", "Z", true}, {"g", "1", false}, {"f", "1", true}, {"1", "f", true}, {"1", "F", false},
		{"-", "1", false}, {"1", "", false}, {"", "1", false}} {
		if got := meets(valuesOf(tt.a), valuesOf(tt.b)); got != tt.want {
			t.Errorf("%q meets %q: %t", tt.a, tt.b, got)
		}
	}
}

// TestPairsOfCodes verifies that letters are cut in the middle where both halves are of one short list, and elsewhere
// not.
func TestPairsOfCodes(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	list := func(n, width int) []string {
		var out []string
		for range n {
			b := make([]byte, width)
			for i := range b {
				b[i] = byte('A' + rng.IntN(26))
			}
			out = append(out, string(b))
		}
		return out
	}
	pairs := func(a, b []string) column.Column {
		var values []string
		for range 300 {
			values = append(values, a[rng.IntN(len(a))]+b[rng.IntN(len(b))])
		}
		return valuesOf(values...)
	}
	ports, others, few, four := list(12, 3), list(12, 3), list(3, 3), list(10, 5)
	many := list(250, 3)
	for name, tt := range map[string]struct {
		c    column.Column
		how  how
		want bool
	}{
		"two of one list":             {pairs(ports, ports), ByLiteral, true},
		"two of one list by width":    {pairs(ports, ports), ByWidth, true},
		"before a tail":               {pairs(ports, ports), ByTail, false},
		"of two lists":                {pairs(ports, others), ByLiteral, false},
		"of three values":             {pairs(few, few), ByLiteral, false},
		"of nearly as many as values": {pairs(many, many), ByLiteral, false},
		"of five letters each":        {pairs(four, four), ByLiteral, false},
		"one word twice": {valuesOf(slices.Repeat([]string{"ABCABC", "DEFDEF", "GHIGHI", "JKLJKL",
			"MNOMNO"}, 60)...), ByLiteral, false},
	} {
		ps, ok := engineOf(tt.c).pairOfCodes(Piece{How: tt.how, Width: len(tt.c.Val[0]), Col: tt.c})
		if ok != tt.want {
			t.Errorf("%s: cut %t", name, ok)
			continue
		}
		if ok && (len(ps) != 2 || ps[0].How != ByWidth || ps[0].Width != 3 || ps[1].How != tt.how ||
			tt.how == ByWidth && ps[1].Width != 3 || !bytes.Equal(slices.Concat(ps[0].Col.Val[7], ps[1].Col.Val[7]),
			tt.c.Val[7])) {
			t.Errorf("%s: %+v", name, ps)
		}
	}
}
