package derive

import (
	"bytes"
	"fmt"
	"testing"
)

// segmented returns keys of segments divided by #.
func segmented(keys ...string) []CutKey {
	var out []CutKey
	for _, key := range keys {
		c := CutKey{Key: []byte(key)}
		at := 0
		for i, part := range bytes.Split(c.Key, []byte("#")) {
			c.From, c.To, c.Group = append(c.From, at), append(c.To, at+len(part)), append(c.Group, i)
			at += len(part) + 1
		}
		out = append(out, c)
	}
	return out
}

// TestProofInBits verifies how many different inputs are proof of a function, by what one agreement says, by the keys in
// which it gives another value, and by whether it is a digest of one segment alone.
func TestProofInBits(t *testing.T) {
	words, numbers := "abcxyz", "123456"
	for _, tt := range []struct {
		name           string
		surprise       float64
		raw            string
		rule           rule
		data           string
		inputs, missed int
		segs           int
		want           bool
	}{
		{"48 bits", 4, "aa", rule{name: "a_b"}, numbers, 12, 0, 1, true},
		{"47 bits", 47. / 12, "aa", rule{name: "a_b"}, numbers, 12, 0, 1, false},
		{"27 bits of a plain digest", 3, "aa", rule{name: "md5", mixes: true}, numbers, 9, 0, 1, true},
		{"24 bits of a plain digest", 3, "aa", rule{name: "md5", mixes: true}, numbers, 8, 0, 1, false},
		{"27 bits of two segments", 3, "aa", rule{name: "md5", mixes: true}, numbers, 9, 0, 2, false},
		{"27 bits of what is done to a digest", 3, "aa", rule{name: "md5_x", mixes: true}, numbers, 9, 0, 1, false},
		{"27 bits of no digest", 3, "aa", rule{name: "sum"}, numbers, 9, 0, 1, false},
		{"digits of words", 0.5, "aa", rule{name: "md5", mixes: true}, words, 5, 0, 1, true}, // 6 bits each
		{"too few digits of words", 0.5, "aa", rule{name: "md5", mixes: true}, words, 4, 0, 1, false},
		{"buckets of words", 0.5, "aa", rule{name: "md5", mixes: true, buckets: 8}, words, 9, 0, 1, true},
		{"too few buckets of words", 0.5, "aa", rule{name: "md5", mixes: true, buckets: 8}, words, 8, 0, 1, false},
		{"words, but no digest", 0.5, "aa", rule{name: "sum"}, words, 50, 0, 1, false},
		{"one other value", 4, "aa", rule{name: "a_b"}, numbers, 18, 1, 1, true}, // log2(e*50) is 7.1 bits, and 4
		{"one other value, too few", 4, "aa", rule{name: "a_b"}, numbers, 14, 1, 1, false},
		{"two other values", 4, "aa", rule{name: "a_b"}, numbers, 18, 2, 1, true}, // 2 log2(e*25) is 12.2 bits, and 8
		{"two other values, too few", 4, "aa", rule{name: "a_b"}, numbers, 17, 2, 1, false},
	} {
		var data [][]byte
		target := &target{surprise: tt.surprise}
		for i := range 50 {
			data = append(data, []byte(tt.data))
			target.raw = append(target.raw, []byte(tt.raw))
			if i < tt.missed {
				target.raw[i] = []byte("zz")
			}
		}
		tt.rule.gives = func(_, value []byte) bool { return string(value) == tt.raw }
		if got := target.enough(tt.rule, tt.inputs, data, tt.segs); got != tt.want {
			t.Errorf("%s: enough %t, want %t", tt.name, got, tt.want)
		}
	}
	for text, want := range map[string]bool{"xyz uvw 123": true, "xyz 123 456": false, "abc": false, "xyz": true} {
		if got := hasWords(bytes.Fields([]byte(text))); got != want {
			t.Errorf("%s has words: %t, want %t", text, got, want)
		}
	}
}

// TestHeadsAreCut verifies that bytes of a width are cut off the first segment where it is longer and begins the key.
func TestHeadsAreCut(t *testing.T) {
	keys := segmented("abc#x", "ab#x", "a#x", "abcd#y")
	late := segmented("abc#x")[0]
	late.From[0] = 1
	got := WithHead(append(keys, late, CutKey{Key: []byte("abcd")}), 2)
	if len(got) != 2 {
		t.Fatalf("%d keys are cut, want 2: %+v", len(got), got)
	}
	if c := got[0]; string(c.Key) != "abc#x" || fmt.Sprint(c.From, c.To, c.Group) != "[0 2 4] [2 3 5] [0 1 2]" {
		t.Errorf("%+v", c)
	}
	if c := got[1]; string(c.Key) != "abcd#y" || fmt.Sprint(c.From, c.To, c.Group) != "[0 2 5] [2 4 6] [0 1 2]" {
		t.Errorf("%+v", c)
	}
	if got := string(keys[0].join(nil, []byte("-"), 1, 0)); got != "x-abc" {
		t.Errorf("segments 1 and 0 are joined to %q", got)
	}
}

// TestWhatDeterminesATarget verifies the least number of values of one segment that determines the target; none that is
// the target itself, or has two values of it.
func TestWhatDeterminesATarget(t *testing.T) {
	keys := segmented("bank1#acct1#a", "bank1#acct2#a", "bank2#acct3#b", "bank2#acct4#b")
	for want, raw := range map[int][]string{2: {"p", "p", "q", "q"}, 4: {"p", "q", "p", "q"}} {
		target := &target{}
		for _, r := range raw {
			target.raw = append(target.raw, []byte(r))
		}
		if got := target.determinedBy(keys, 3); got != want {
			t.Errorf("%v are determined by %d values, want %d", raw, got, want)
		}
	}
	own := &target{raw: [][]byte{[]byte("a"), []byte("a"), []byte("b"), []byte("b")}}
	if got := own.determinedBy(segmented("x1#a", "x2#a", "x3#b", "x4#b"), 2); got != 4 {
		t.Errorf("what repeats the target determines it with %d values", got)
	}
	together := func(values ...string) []CutKey {
		var out []CutKey
		for _, v := range values {
			out = append(out, CutKey{Key: []byte(v), From: []int{0, 2}, To: []int{2, len(v)}, Group: []int{0, 1}})
		}
		return out
	}
	for _, tt := range []struct {
		keys []CutKey
		want bool
	}{{together("1000", "1010", "1040"), true}, {together("1000", "1011"), true}, {together("1000", "1011", "1012"), false},
		{nil, false}, {together("00f0", "0100"), true}} {
		if got := inSteps(tt.keys, 1); got != tt.want {
			t.Errorf("%d keys, one number in steps: %t, want %t", len(tt.keys), got, tt.want)
		}
	}
}
