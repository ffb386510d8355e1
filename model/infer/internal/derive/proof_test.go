package derive

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tabletop/model/candidate"
)

// hashNamed returns a function by its name.
func hashNamed(t *testing.T, name string) hashFunc {
	t.Helper()
	for _, f := range hashFuncs() {
		if f.name == name {
			return f
		}
	}
	t.Fatalf("no function %s", name)
	return hashFunc{}
}

// TestHashFunctions verifies functions against published digests, and those that candidates compute too against those.
func TestHashFunctions(t *testing.T) {
	signed := func(n int32) string { return fmt.Sprintf("%08x", uint32(n)) }
	for _, tt := range []struct{ name, input, want string }{
		{"xxhash", "", "ef46db3751d8e999"}, {"xxhash", "a", "d24ec4f1a98c6e5b"}, {"xxhash", "abc", "44bc2cf5ad770999"},
		{"xxhash", "Nobody inspects the spammish repetition", "fbcea83c8a378bf1"}, // more than 32 bytes
		// The partitioner's own test in Kafka, UtilsTest.testMurmur2.
		{"murmur2", "21", signed(-973932308)}, {"murmur2", "foobar", signed(-790332482)},
		{"murmur2", "a-little-bit-long-string", signed(-985981536)},
		{"murmur2", "a-little-bit-longer-string", signed(-1486304829)}, {"murmur2", "abc", signed(479470107)},
		{"murmur2", "lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8", signed(-58897971)},
		{"java", "hello", signed(99162322)}, {"javabytes", "\x01\x02\x03", signed(30817)},
		{"javabytes", "\xff", signed(30)}, {"djb2", "hello", signed(261238937)},
	} {
		if got := hex.EncodeToString(hashNamed(t, tt.name).sum([]byte(tt.input))); got != tt.want {
			t.Errorf("%s of %q is %s, want %s", tt.name, tt.input, got, tt.want)
		}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	both := 0
	for _, f := range hashFuncs() {
		if !slices.Contains(candidate.HashNames(), f.name) {
			continue
		}
		both++
		for n := range 40 {
			b := make([]byte, n)
			for i := range b {
				b[i] = byte(rng.UintN(128))
			}
			if got, want := f.sum(b), candidate.Digest(f.name)(b); !bytes.Equal(got, want) {
				t.Fatalf("%s of %q is %x, candidates compute %x", f.name, b, got, want)
			}
		}
	}
	if both < 10 {
		t.Errorf("only %d functions are compared", both)
	}
}

// salted returns keys of three segments, the first of which salt makes of the other two: a name and a number, with #
// between all.
func salted(n int, salt func(name, number string) string) []CutKey {
	rng := rand.New(rand.NewPCG(3, 4))
	var out []CutKey
	for range n {
		name, number := "", fmt.Sprintf("%06d", rng.IntN(1e6))
		for range 5 + rng.IntN(4) {
			name += string("abcdefghijklmnopqrstuvwxyz"[rng.IntN(26)])
		}
		out = append(out, cutOf(salt(name, number), name, number))
	}
	return out
}

// cutOf returns the key of segments with # between them.
func cutOf(values ...string) CutKey {
	var c CutKey
	for i, v := range values {
		if i > 0 {
			c.Key = append(c.Key, '#')
		}
		c.From = append(c.From, len(c.Key))
		c.Key = append(c.Key, v...)
		c.To, c.Group = append(c.To, len(c.Key)), append(c.Group, i)
	}
	return c
}

// replayed looks for the function behind the first segment of salted keys.
func replayed(salt func(name, number string) string) (Proof, bool) {
	keys := salted(2*ReplayKeys, salt)
	return Replay(keys[:ReplayKeys], func() []CutKey { return keys[ReplayKeys:] }, 0, make([]bool, 3),
		[][]byte{nil, []byte("#")})
}

// TestReplayFindsEveryFunction verifies for each function, and each way to take its digest, that salts made so are
// explained by a rule that gives them, of the segment that they were made of.
func TestReplayFindsEveryFunction(t *testing.T) {
	for _, f := range hashFuncs() {
		size := len(f.sum(nil))
		forms := map[string]func(sum []byte) string{
			"hexadecimal":       func(sum []byte) string { return hex.EncodeToString(sum)[:4] },
			"hexadecimal upper": func(sum []byte) string { return strings.ToUpper(hex.EncodeToString(sum)[:5]) },
			"whole":             func(sum []byte) string { return hex.EncodeToString(sum) },
			"bytes":             func(sum []byte) string { return string(sum[:3]) },
			"last bytes":        func(sum []byte) string { return string(sum[size-3:]) },
			"base 64":           func(sum []byte) string { return base64.StdEncoding.EncodeToString(sum)[:4] },
		}
		if size <= 8 {
			forms["decimal"] = func(sum []byte) string {
				n := uint64(0)
				for _, c := range sum {
					n = n<<8 | uint64(c)
				}
				return fmt.Sprintf("%020d", n)
			}
		}
		for form, write := range forms {
			p, ok := replayed(func(name, _ string) string { return write(f.sum([]byte(name))) })
			if !ok || p.Hash != f.name || p.Buckets != 0 || !slices.Equal(p.Inputs, []int{1}) {
				t.Errorf("%s, %s: %+v, %t", f.name, form, p, ok)
			}
		}
		for _, w := range hashWays(size) {
			for _, n := range []uint64{20, 64} {
				p, ok := replayed(func(name, _ string) string {
					return fmt.Sprintf("%02d",
						w.of(f.sum([]byte(name)), n))
				})
				// With a power of two some ways are the same, and so are those of a sum that has no sign.
				same := n == 64 || f.name == "adler32"
				if !ok || p.Buckets != n || !slices.Equal(p.Inputs, []int{1}) || !same && p.Hash != f.name+w.name {
					t.Errorf("%s%s modulo %d: %+v, %t", f.name, w.name, n, p, ok)
				}
			}
		}
	}
}

// TestWaysAgainstWholeNumbers verifies what each way takes of a digest, on one whose parts are known.
func TestWaysAgainstWholeNumbers(t *testing.T) {
	for _, tt := range []struct {
		sum, way string
		n, want  uint64
	}{
		{"fffffffe", "", 1000, 294}, {"fffffffe", "_positive", 1000, 2147483646 % 1000}, {"fffffffe", "_abs", 1000, 2},
		{"fffffffe", "_floor", 1000, 998},
		{"00000007", "_abs", 5, 2}, {"00000007", "_floor", 5, 2},
		{"fffffffffffffffe", "_abs", 1000, 2}, {"fffffffffffffffe", "_floor", 1000, 998},
		{"fffffffffffffffe", "_positive", 1000, 9223372036854775806 % 1000},
		{"0000000100000002", "", 1000, (1<<32 + 2) % 1000}, {"0000000100000002", "_first4", 10, 1},
		{"0000000100000002", "_last4", 10, 2}, {"0900000000000002", "_first1", 10, 9},
		// 2^64 is ...551616
		{"000000000000000300000000000000ff", "_first8", 10, 3}, {"00000000000000030000000000000005", "", 1000,
			(3*551616 + 5) % 1000},
		{"010000000000000000", "", 1000, 616}, // nine bytes
	} {
		sum, err := hex.DecodeString(tt.sum)
		if err != nil {
			t.Fatal(err)
		}
		ways := hashWays(len(sum))
		i := slices.IndexFunc(ways, func(w way) bool { return w.name == tt.way })
		if i < 0 {
			t.Fatalf("digests of %d bytes have no way %q", len(sum), tt.way)
		}
		if got := ways[i].of(sum, tt.n); got != tt.want {
			t.Errorf("%s%s modulo %d: %d, want %d", tt.sum, tt.way, tt.n, got, tt.want)
		}
	}
	for size, want := range map[int]int{4: 4, 8: 7, 16: 8} {
		if ways := hashWays(size); len(ways) != want || ways[0].name != "" {
			t.Errorf("digests of %d bytes have %d ways, want %d", size, len(ways), want)
		}
	}
}

// TestReplayOfOtherRules verifies rules that are no plain salt: of several segments, with what stands between them, of
// upper bits, of a number itself; and that garbage in a few keys does not hide one.
func TestReplayOfOtherRules(t *testing.T) {
	md5 := hashNamed(t, "md5")
	of := func(s string) string { return hex.EncodeToString(md5.sum([]byte(s)))[:8] }
	k := 0
	for _, tt := range []struct {
		what   string
		salt   func(name, number string) string
		hash   string
		inputs []int
		n      uint64
	}{
		{"of a number", func(_, number string) string { return of(number) }, "md5", []int{2}, 0},
		{"of both", func(name, number string) string { return of(name + number) }, "md5", []int{1, 2}, 0},
		{"of both, the last first", func(name, number string) string { return of(number + "#" + name) }, "md5_joined",
			[]int{2, 1}, 0},
		{"of the rest", func(name, number string) string { return of(name + "#" + number) }, "md5_joined", []int{1, 2},
			0},
		{"upper bits", func(name, _ string) string { return fmt.Sprint(md5.sum([]byte(name))[0] >> 5) }, "md5_shift61",
			[]int{1}, 8},
		{"a number modulo 7", func(_, number string) string {
			n := 0
			fmt.Sscan(strings.TrimLeft(number, "0"), &n)
			return fmt.Sprint(n % 7)
		}, "mod", []int{2}, 7},
		{"garbage in every thirtieth", func(name, _ string) string {
			if k++; k%30 == 0 && k < ReplayKeys {
				return "00000000"
			}
			return of(name)
		}, "md5", []int{1}, 0},
	} {
		p, ok := replayed(tt.salt)
		if !ok || p.Hash != tt.hash || p.Buckets != tt.n || !slices.Equal(p.Inputs, tt.inputs) {
			t.Errorf("%s: %+v, %t", tt.what, p, ok)
		}
	}
}

// TestReplayBelievesNoAccident verifies that nothing is proven where the segment is drawn, where it hardly varies,
// where a tenth of the keys disagree, and where the keys that had no part in finding a function disagree.
func TestReplayBelievesNoAccident(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	md5 := hashNamed(t, "md5")
	salt := func(name string, n int) string { return fmt.Sprintf("%02d", int(md5.sum([]byte(name))[0])%n) }
	row := 0
	for what, f := range map[string]func(name, _ string) string{
		"drawn":            func(string, string) string { return fmt.Sprintf("%02d", rng.IntN(16)) },
		"always the same":  func(string, string) string { return "07" },
		"a tenth is drawn": func(name, _ string) string { return salt(name[:len(name)-rng.IntN(10)/9], 64) },
		"later keys are drawn": func(name, _ string) string {
			if row++; row > ReplayKeys {
				name = name[1:]
			}
			return hex.EncodeToString(md5.sum([]byte(name)))
		},
		"empty": func(string, string) string { return "" },
	} {
		if p, ok := replayed(f); ok {
			t.Errorf("%s: %+v", what, p)
		}
	}
	keys := salted(ReplayKeys, func(name, _ string) string { return salt(name, 16) })
	if _, ok := Replay(keys, func() []CutKey { return nil }, 0, make([]bool, 3), nil); ok {
		t.Error("proven without a key that had no part in finding the function")
	}
}

// TestPlaces verifies what is taken out of a key for hashing, where segments repeat and stand side by side.
func TestPlaces(t *testing.T) {
	// ab#cd!ef#ghij: segments 0, 1, 2, 1 and 3, the last two side by side.
	c := CutKey{Key: []byte("ab#cd!ef#ghij"), From: []int{0, 3, 6, 9, 11}, To: []int{2, 5, 8, 11, 13},
		Group: []int{0, 1, 2, 1, 3}}
	for what, got := range map[string][2]string{
		"join of one that repeats": {string(c.join(nil, nil, 1)), "cdgh"},
		"join":                     {string(c.join([]byte(">"), []byte("/"), 2, 0, 3)), ">ef/ab/ij"},
		"in order":                 {string(c.inOrder(nil, []int{1, 2})), "cdefgh"},
		"without the first":        {string(c.without(nil, 0)), "#cd!ef#ghij"},
		"without one that repeats": {string(c.without(nil, 1)), "ab#!ef#ij"},
		"stretch":                  {string(c.stretch(nil, 0, 2)), "ab#cd!ef"},
		"stretch to the last":      {string(c.stretch(nil, 2, 1)), "ef#gh"},
		"stretch that is none":     {string(c.stretch([]byte("x"), 3, 2)), "x"},
		"value":                    {string(c.value(1)), "cd"},
		"no value":                 {string(c.value(7)), ""},
		"together":                 {string(c.together(1, 3)), "ghij"},
		"not together":             {string(c.together(0, 1)), ""},
	} {
		if got[0] != got[1] {
			t.Errorf("%s: %q, want %q", what, got[0], got[1])
		}
	}
	keys := []CutKey{cutOf("abc", "x"), cutOf("ab", "y"), cutOf("a", "z")}
	cut := WithHead(keys, 2)
	if len(cut) != 1 || string(cut[0].value(0)) != "ab" || string(cut[0].value(1)) != "c" ||
		string(cut[0].value(2)) != "x" {
		t.Errorf("two bytes cut off: %+v", cut)
	}
}

// TestInputs verifies which combinations of segments are tried for a segment, each once at least.
func TestInputs(t *testing.T) {
	c := cutOf("S", "aa", "bb", "cc")
	got := map[string][]int{}
	for _, in := range inputsFor(0, []bool{false, false, true, false}, [][]byte{nil, []byte("#")}) {
		if slices.Contains(in.segs, 0) {
			t.Errorf("the segment itself is an input: %v", in.segs)
		}
		got[string(in.take(nil, &c))] = in.segs
	}
	for _, want := range []string{"aa", "bb", "cc", "aa#bb#cc", "#aa#bb#cc", "aacc", "aabb", "bbaa", "bbcc", "ccbb",
		"ccaa", "cc#aa", "aa#bb", "bb#cc", "aabbcc"} {
		if _, ok := got[want]; !ok {
			t.Errorf("%q is not tried", want)
		}
	}
	for text, in := range map[string]input{"": {segs: []int{1, 2}, take: func(dst []byte,
		c *CutKey) []byte {
		return c.join(dst, nil, 1, 2)
	}},
		"_joined": {segs: []int{1, 2}, take: func(dst []byte, c *CutKey) []byte { return c.stretch(dst, 1, 2) }}} {
		if got := in.spelled([]CutKey{c}); got != text {
			t.Errorf("spelled %q, want %q", got, text)
		}
	}
}

// TestBases verifies which numbers of buckets are tried for salts up to a greatest one: those right behind it, and
// round numbers and powers of two below three times as many.
func TestBases(t *testing.T) {
	for top, want := range map[int][2][]uint64{ // tried, and not
		1:     {{2, 3, 4, 5, 6}, {1, 7, 8, 10}},
		3:     {{4, 5, 6, 7, 8}, {3, 10, 16}},
		40:    {{41, 45, 50, 60, 64, 100}, {40, 46, 120, 128, 200}},
		255:   {{256, 271, 500, 512}, {255, 272, 768, 1000}},
		511:   {{512, 528, 1000, 1024}, {529, 2000}},
		65535: {{65536, 65552}, {65535, 65553, 1 << 17}},
	} {
		var keys []CutKey
		for i := range 40 {
			keys = append(keys, cutOf(fmt.Sprintf("%05d", []int{0, top}[i%2]), "x"))
		}
		got := newTarget(keys, 0)
		if got == nil {
			t.Fatalf("no target of 0 and %d", top)
		}
		for i, list := range want {
			for _, n := range list {
				if slices.Contains(got.bases, n) != (i == 0) {
					t.Errorf("up to %d: %d is tried: %t", top, n, i == 1)
				}
			}
		}
		if all := slices.Sorted(slices.Values(got.bases)); len(slices.Compact(all)) != len(got.bases) {
			t.Errorf("up to %d: a number is tried twice: %v", top, got.bases)
		}
	}
}

// TestSteps verifies that digits of numbers which differ by multiples of a step are recognized: each digit follows from
// the others.
func TestSteps(t *testing.T) {
	numbers := func(step int) (out []CutKey) {
		for i := range 50 {
			c := cutOf(fmt.Sprintf("%06d", 100_000+i*i*step), "x")
			out = append(out, CutKey{Key: c.Key, From: []int{0, 3, 7}, To: []int{3, 6, 8}, Group: []int{0, 1, 2}})
		}
		return out
	}
	for step, want := range map[int]bool{1: false, 7: true, 60: true} {
		for seg := range 3 {
			if got := inSteps(numbers(step), seg); got != (want && seg < 2) {
				t.Errorf("steps of %d, segment %d: %t", step, seg, got)
			}
		}
	}
	if inSteps(nil, 0) {
		t.Error("no keys have a step")
	}
	for _, n := range []struct{ keys, misses int }{{1, 0}, {5, 0}, {6, 1}, {7, 0}, {24, 0}, {25, 1}, {160, 6}} {
		if got := misses(n.keys); got != n.misses {
			t.Errorf("%d of %d keys may be garbage, want %d", got, n.keys, n.misses)
		}
	}
}
