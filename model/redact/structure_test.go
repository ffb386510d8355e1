package redact

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/value"
)

// marked writes the bytes that stay as they are and a dot for each other, so that a table of cases reads like the
// texts.
func marked(text []byte, fixed []bool) string {
	out := bytes.Clone(text)
	for i := range out {
		if !fixed[i] {
			out[i] = '_'
		}
	}
	return string(out)
}

// TestStructureStays verifies which bytes of a text are structure, by the codec of its segment. Punctuation needs no
// mark: no class replaces it.
func TestStructureStays(t *testing.T) {
	for _, tt := range []struct {
		spec, text, want string
		words            bool
	}{
		{"ip", "192.168.255.7", "1___1___255__", false},
		{"ip", "249.99.10.250", "24________25_", false},
		{"ip", "10.0.0", "______", false},
		{"ip", "2001:db8::1", "___________", false},
		{"domain", "www.example.co.uk", "____________co.uk", false},
		{"reverse(domain)", "uk.co.example.www", "uk.co____________", false},
		{"email", "joe@site.com", "_________com", false},
		{"email", "joe", "___", false},
		{"url", "https://a.b/c", "https________", false},
		{"url", "a.b/c", "_____", false},
		{"json", `{"a":"b\u00e9c\n","n":12}`, `{___:__\u00e9_\n_,___:__}`, false},
		{"json", `["\\",true,"\"x"]`, `[_\\_,true,_\"__]`, false},
		{"int", "9223372036854775807", "92_________________", false},
		{"int", "922337203685477580", "__________________", false},
		{"be(8)", "12345678", "________", false},
		{"prefix(AB, int)", "AB12", "AB__", false},
		{"enum(cat, dog)", "dog", "dog", false},
		{"enum(cat, dog)", "dog", "___", true},
		{"enum", "dog", "___", false},
		{"salt(16, hex(1))", "f", "f", false},
		{"s", "1700000000", "1700000000", false},
		{"text", "abc", "___", false},
	} {
		c, err := rowkey.ParseCodec(tt.spec)
		if err != nil {
			t.Fatal(err)
		}
		stay := map[string]bool{}
		for _, w := range c.Form().Words {
			stay[string(w)] = !tt.words
		}
		r, fixed := newReading(c, stay, false, textClasses(), binaryClasses()), make([]bool, len(tt.text))
		r.fix([]byte(tt.text), fixed)
		got := marked([]byte(tt.text), fixed)
		for i, b := range []byte(got) { // what stays anyway
			if tt.want[i] == '_' && b != '_' && textClasses()[b].size() == 1 {
				got = got[:i] + "_" + got[i+1:]
			}
		}
		want := []byte(tt.want)
		for i, b := range want {
			if b != '_' && got[i] == '_' && textClasses()[b].size() == 1 {
				want[i] = '_'
			}
		}
		if got != string(want) {
			t.Errorf("%s, words %t: %q keeps %q, want %q", tt.spec, tt.words, tt.text, got, want)
		}
	}
}

// TestProtobufStays verifies that tags and lengths stay, in messages within messages too, and nothing of what is no
// message.
func TestProtobufStays(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		structure  []int
	}{
		{"a number", "\x08\xac\x02", []int{0}},
		{"a tag of two bytes", "\x80\x01\x05", []int{0, 1}},
		{"eight bytes, then four, then a number", "\x09abcdefgh\x15abcd\x18\x07", []int{0, 9, 14}},
		{"a text", "\x0a\x03abc\x10\x01", []int{0, 1, 5}},
		{"a message within one", "\x0a\x05\x08\x01\x10\xac\x02\x18\x01", []int{0, 1, 2, 4, 7}},
		{"one byte within is no message", "\x0a\x01\x08", []int{0, 1}},
		{"a text that is cut", "\x0a\x09abc", []int{0, 1}},
		{"a number that is cut", "\x08\xac", []int{0}},
		{"a length that is cut", "\x0a\x80", []int{0, 1}},
		{"a group", "\x08\x01\x0b\x01", nil},
		{"a tag of no field", "\x08\x01\x00\x01", nil},
		{"a tag without an end", "\x08\x01\xff", nil},
		{"nothing", "", nil},
	} {
		fixed := make([]bool, len(tt.text))
		fixProtobuf([]byte(tt.text), fixed)
		for i := range fixed {
			if want := slices.Contains(tt.structure, i); fixed[i] != want {
				t.Errorf("%s: byte %d stays: %t, want %t", tt.name, i, fixed[i], want)
			}
		}
	}
	for codec, want := range map[value.Codec]int{value.Gzip: 3, value.Zstd: 5, value.Avro: 5, value.Zlib: 2,
		value.Float64: 2, value.JSON: 0} {
		for _, size := range []int{1, 8} {
			fixed := make([]bool, size)
			fixBinary(codec, bytes.Repeat([]byte{9}, size), fixed)
			kept := 0
			for kept < size && fixed[kept] {
				kept++
			}
			if kept != min(want, size) || slices.Contains(fixed[kept:], true) {
				t.Errorf("%s of %d bytes: %v stay, want the first %d", codec, size, fixed, want)
			}
		}
	}
}

// TestTextAndNone verifies what counts as text, also where its end was cut off, and which values state that there is
// none.
func TestTextAndNone(t *testing.T) {
	for _, tt := range []struct {
		text string
		more int // bytes that were cut off
		want bool
	}{
		{"", 0, true}, {"a b\n\t\r~", 0, true}, {"\u00e9", 0, true}, {"a\xc3", 0, false}, {"a\xc3", 1, true},
		{"a\xff", 1, false}, {"\x00", 0, false}, {"\x1f", 0, false},
		{"\x7f", 0, false}, {"a\x0b", 0, false}, {"\xc3a", 1, false}, {"\ufffd", 0, true},
	} {
		if got := isText([]byte(tt.text), len(tt.text)+tt.more); got != tt.want {
			t.Errorf("%q and %d bytes more: text %t", tt.text, tt.more, got)
		}
	}
	for text, want := range map[string]bool{"NULL": true, "n/a": true, "undefined": true, "False": true, "": false,
		"undefined1": false, "nobody": false} {
		if isAbsent([]byte(text)) != want {
			t.Errorf("%q is absent: %t", text, !want)
		}
	}
	for b := range 256 {
		word := b >= 0x80 || strings.IndexByte("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
			byte(b)) >= 0
		if separates(byte(b)) == word {
			t.Errorf("%q separates words: %t", byte(b), word)
		}
	}
}

// TestColumnsAreRecognized verifies that 19 of 20 values state what a column holds and 18 do not, and that a number is
// a time only within a year of that of its cell.
func TestColumnsAreRecognized(t *testing.T) {
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	v := newValues(newSecret([]byte("k"), 0))
	look := func(good, bad int, text, other string) column {
		var cells []sample.Cell
		for i := range good + bad {
			s := text
			if i >= good {
				s = other
			}
			cells = append(cells, sample.Cell{Micros: at.UnixMicro(), Size: len(s), Value: []byte(s)})
		}
		// Empty values and such as are cut say nothing.
		return v.look(append(cells, sample.Cell{}, sample.Cell{Size: 30, Value: []byte("x")}))
	}
	be := func(n uint64, width int) string { return string(binary.BigEndian.AppendUint64(nil, n)[8-width:]) }
	year := 366 * 24 * time.Hour
	for _, tt := range []struct {
		text, spec string // of times; empty when none
	}{
		{"2026-03-01T12:00:00Z", "date(2006-01-02T15:04:05Z)"}, {"2026-03-01", "date(2006-01-02)"},
		{"20260301", "date(20060102)"},
		{"1999-03-01", "date(2006-01-02)"}, {"1989-03-01", ""}, {"2071-01-02", ""},
		{fmt.Sprint(at.Unix()), "s"}, {fmt.Sprint(at.UnixMilli()), "ms"}, {fmt.Sprint(at.UnixMicro()), "us"},
		{fmt.Sprint(at.UnixNano()), "ns"},
		{be(uint64(at.Unix()), 4), "s(be(4))"}, {be(uint64(at.UnixMilli()), 8), "ms(be(8))"},
		{fmt.Sprint(at.Add(year - time.Second).Unix()), "s"}, {fmt.Sprint(at.Add(year).Unix()), ""},
		{fmt.Sprint(at.Add(time.Second - year).Unix()), "s"}, {fmt.Sprint(at.Add(-year).Unix()), ""},
		{"hello", ""},
	} {
		got := ""
		if c := look(19, 1, tt.text, "x"); c.time != nil {
			got = c.time.Codec.Spec()
		}
		if got != tt.spec {
			t.Errorf("%q: a time of form %q, want %q", tt.text, got, tt.spec)
		}
		if c := look(18, 2, tt.text, "x"); c.time != nil || c.address {
			t.Errorf("18 of 20 values are %q, and the column holds times", tt.text)
		}
	}
	for text, want := range map[string]bool{"10.1.2.3": true, "::1": true, "10.1.2": false} {
		if c := look(19, 1, text, "x"); c.address != want {
			t.Errorf("%s: addresses %t", text, c.address)
		}
		if c := look(18, 2, text, "x"); c.address {
			t.Errorf("%s: 18 of 20 values are enough", text)
		}
	}
	if c := look(0, 0, "", ""); c.time != nil || c.address {
		t.Error("no values, and they are times or addresses")
	}
	for _, tt := range []struct {
		found map[string]int
		cells int
		want  string
	}{{map[string]int{"a": 9}, 10, "a"}, {map[string]int{"a": 8}, 10, ""}, {map[string]int{"b": 10, "a": 9}, 10, "a"},
		{map[string]int{"a": 0}, 0, ""}} {
		if got := repeats(tt.found, tt.cells); got != tt.want {
			t.Errorf("%v of %d cells: %q, want %q", tt.found, tt.cells, got, tt.want)
		}
	}
}

// TestReplacedValues verifies that values keep their form: length, class of each byte, structure; that a word is
// replaced alike wherever it stands; and that no data stays.
func TestReplacedValues(t *testing.T) {
	v := newValues(newSecret([]byte("k"), 0))
	replaced := func(c column, text string) string {
		out := []byte(text)
		v.replace(c, sample.Cell{Size: len(text), Value: []byte(text)}, out, true)
		return string(out)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		text := make([]byte, 1+rng.IntN(40))
		for i := range text {
			text[i] = byte(rng.UintN(256))
			if rng.IntN(3) > 0 {
				text[i] = "abcxyzABZ019-_ "[rng.IntN(15)]
			}
		}
		classes := textClasses()
		if !isText(text, len(text)) {
			classes = binaryClasses()
		}
		got := replaced(column{}, string(text))
		for i, b := range text {
			c := classes[b]
			if moved := got[i] != b; moved != (c.size() > 1) && !isAbsent(text) || got[i] < c.lo || got[i] > c.hi {
				t.Fatalf("%q became %q: byte %d, class %q to %q", text, got, i, c.lo, c.hi)
			}
		}
	}
	a, b := replaced(column{}, "bob eve"), replaced(column{}, "eve-bob")
	if a[:3] != b[4:] || a[4:] != b[:3] {
		t.Errorf("words became others in another place: %q, %q", a, b)
	}
	if got := replaced(column{}, "none"); got != "none" {
		t.Errorf("none became %q", got)
	}
	day, _ := rowkey.ParseCodec("date(2006-01-02)")
	c := column{time: &rowkey.Segment{Name: "time", Codec: day}}
	if got := replaced(c, "2024-02-29"); got != "2052-02-29" {
		t.Errorf("the leap day became %s", got)
	}
	if got := replaced(c, "2024-02-30"); got == "2024-02-30" || got[4] != '-' {
		t.Errorf("what is no date became %s", got)
	}
}

// TestPlaceAgainstAllPlaces verifies for small classes that bytes are placed exactly where an order-preserving choice
// exists, that fixed ones stay, and that no original is met by a byte that has a free place next to no other.
func TestPlaceAgainstAllPlaces(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	f := newForest(newSecret([]byte("k"), 0))
	subset := func(share float64) []byte {
		var out []byte
		for b := byte('a'); b <= 'h'; b++ {
			if rng.Float64() < share {
				out = append(out, b)
			}
		}
		return out
	}
	placed := 0
	for round := range 3000 {
		chars, allowed := subset(0.4), subset(0.7)
		var fixed, taken byteSet
		for _, c := range chars {
			if rng.IntN(4) == 0 {
				fixed.add(c)
				if !slices.Contains(allowed, c) {
					allowed = append(allowed, c)
				}
			}
		}
		slices.Sort(allowed)
		for _, b := range subset(0.3) {
			taken.add(b)
		}
		var images [256]byte
		ok := f.place(class{'a', 'h'}, chars, allowed, uint64(round), &fixed, &taken, &images)
		if want := possible(chars, allowed, &fixed); ok != want {
			t.Fatalf("%q into %q: placed %t, possible %t", chars, allowed, ok, want)
		}
		if !ok {
			continue
		}
		placed++
		for i, c := range chars {
			x := images[c]
			if !slices.Contains(allowed, x) || fixed.has(c) && x != c || i > 0 && images[chars[i-1]] >= x {
				t.Fatalf("%q into %q: %q", chars, allowed, images['a':'i'])
			}
		}
		if len(chars) == 1 && !fixed.has(chars[0]) && taken.has(images[chars[0]]) {
			if slices.ContainsFunc(allowed, func(b byte) bool { return !taken.has(b) }) {
				t.Fatalf("%q into %q became the original %q", chars, allowed, images[chars[0]])
			}
		}
	}
	if placed < 1000 {
		t.Errorf("only %d rounds were placed", placed)
	}
}

// possible reports whether each of chars can have one of allowed, in order, with fixed ones where they are.
func possible(chars, allowed []byte, fixed *byteSet) bool {
	if len(chars) == 0 {
		return true
	}
	for i, x := range allowed {
		if (!fixed.has(chars[0]) || x == chars[0]) && possible(chars[1:], allowed[i+1:], fixed) {
			return true
		}
	}
	return false
}

// TestWishesAreSpread verifies that bytes of a class wish for different places, and that over many ways each place is
// wished for.
func TestWishesAreSpread(t *testing.T) {
	f := newForest(newSecret([]byte("k"), 0))
	c := class{'a', 'f'}
	times := make([]int, c.size())
	for way := range uint64(600) {
		seen := map[int]bool{}
		for b := c.lo; b <= c.hi; b++ {
			at := f.wish(way, b, c, c.size())
			seen[at] = true
			if b == c.lo {
				times[at]++
			}
		}
		if len(seen) != c.size() {
			t.Fatalf("way %d: %d places for %d bytes", way, len(seen), c.size())
		}
	}
	for at, n := range times {
		if math.Abs(float64(n)-100) > 50 {
			t.Errorf("place %d is wished for %d times of 600", at, n)
		}
	}
}

// TestByteSet verifies sets of bytes against maps.
func TestByteSet(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range 50 {
		var s, o byteSet
		has := map[int]bool{}
		for range rng.IntN(6) {
			a, b := byte(rng.UintN(256)), byte(rng.UintN(256))
			s.add(a)
			o.add(b)
			has[int(a)], has[int(b)] = true, true
		}
		s.join(o)
		for from := range 257 {
			want := from
			for want < 256 && !has[want] {
				want++
			}
			if got := s.next(from); got != want || from < 256 && s.has(byte(from)) != has[from] {
				t.Fatalf("next from %d: %d, want %d", from, got, want)
			}
		}
	}
}

// TestMoved verifies which times are moved, and that the move keeps the day of the week and the leap day.
func TestMoved(t *testing.T) {
	for _, tt := range []struct {
		at    time.Time
		moved bool
	}{
		{time.Date(1990, 1, 1, 0, 0, 0, 0, time.UTC), true}, {time.Date(1989, 12, 31, 23, 59, 59, 0, time.UTC), false},
		{time.Date(2070, 12, 31, 23, 59, 59, 0, time.UTC), true}, {time.Date(2071, 1, 1, 0, 0, 0, 0, time.UTC), false},
		{time.Date(2024, 2, 29, 5, 6, 7, 8000, time.UTC), true}, {time.Unix(0, 0).UTC(), false},
	} {
		want := tt.at
		if tt.moved {
			want = tt.at.AddDate(28, 0, 0)
		}
		if got := time.UnixMicro(movedMicros(tt.at.UnixMicro())).UTC(); !got.Equal(want) ||
			got.Weekday() != tt.at.Weekday() {
			t.Errorf("%v became %v, want %v", tt.at, got, want)
		}
	}
}
