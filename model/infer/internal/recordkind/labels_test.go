package recordkind

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tabletop/model/infer/internal/column"
	"tabletop/model/infer/internal/detect"
	"tabletop/model/infer/internal/keyset"
	"tabletop/model/infer/internal/search"
	"tabletop/model/rowkey"
)

// engineOf returns an engine of keys.
func engineOf(t *testing.T, keys ...string) *Engine {
	ks := &keyset.Keyset{}
	for _, key := range keys {
		ks.Key = append(ks.Key, []byte(key))
		ks.Oldest, ks.Newest = append(ks.Oldest, keyset.NoTime), append(ks.Newest, keyset.NoTime)
	}
	return NewEngine(t.Context(), ks)
}

// all returns the rows of an engine.
func (e *Engine) all() []int32 {
	var rows []int32
	for i := range e.Keys.Key {
		rows = append(rows, int32(i))
	}
	return rows
}

// TestTokensOfKeys verifies how keys are divided at delimiters.
func TestTokensOfKeys(t *testing.T) {
	d := delims("#/")
	key := []byte("ab#c//d")
	for n, want := range []string{"ab", "c", "", "d", "-"} {
		token, ok := d.token(key, n)
		if got := string(token); ok != (want != "-") || ok && got != want {
			t.Errorf("token %d is %q, %t, want %q", n, got, ok, want)
		}
	}
	for n, want := range []string{"ab#c//d", "c//d", "/d", "d", "-"} {
		rest, ok := d.from(key, n)
		if got := string(rest); ok != (want != "-") || ok && got != want {
			t.Errorf("from token %d it is %q, %t, want %q", n, got, ok, want)
		}
	}
	for _, tt := range []struct {
		v     []byte
		whole bool
		want  int
	}{{key[0:2], true, 0}, {key[3:4], true, 1}, {key[6:7], true, 3}, {key[0:1], true, -1}, {key[0:1], false, 0},
		{key[1:2], false, -1}, {[]byte("ab"), false, -1}, {key[0:0], false, -1}, {key[3:7], false, 1}} {
		if got := d.index(key, tt.v, tt.whole); got != tt.want {
			t.Errorf("%q, whole %t, is token %d, want %d", tt.v, tt.whole, got, tt.want)
		}
	}
	for text, want := range map[string]string{"ab#c": "ab#", "abc": "", "a\x00b#c": "a\x00", "#a": "#",
		strings.Repeat("a", 40) + "#x": strings.Repeat("a", 40) + "#", strings.Repeat("a", 41) + "#x": "-", "": ""} {
		got, ok := d.firstToken([]byte(text))
		if ok != (want != "-") || ok && got != want {
			t.Errorf("the first token of %q is %q, %t, want %q", text, got, ok, want)
		}
	}
	for _, tt := range []struct {
		n    int
		key  string
		want string
		ok   bool
	}{{9, "a#b/c", "#/", true}, {1, "a#b/c", "#", true}, {0, "a#b", "", true}, {99, strings.Repeat("#", 24), strings.Repeat("#", 24), true},
		{99, strings.Repeat("#", 25), "", false}, {3, strings.Repeat("#", 25), "###", true}} {
		if got, ok := d.skeleton(tt.n)([]byte(tt.key)); got != tt.want || ok != tt.ok {
			t.Errorf("the first %d delimiters of %q are %q, %t, want %q", tt.n, tt.key, got, ok, tt.want)
		}
	}
}

// TestSignaturesOfTokens verifies what tokens are taken for, roughly, and what whole keys are made of.
func TestSignaturesOfTokens(t *testing.T) {
	size := func(what string, n int) string { return what + string(rune('0'+n)) }
	for text, want := range map[string]string{
		"": "", "7": "digits", "1234567": "digits", "12345678": size("digits", 8), "\x00\x01": "binary", "é": "words",
		"01234567-89ab-cdef-0123-456789abcdef": "uuid",
		"0123abcd":                             size("hex", 8), "0123ABCD": size("hex", 8), "0123aBcd": "words", "012abc": "words", "abcdefab": "words",
		"abcdefghijABCDEFGHI1": size("id", 20), "abcdefghijABCDEFGH1": "words", "abcdefghij-_+/=ABCDE": size("id", 20),
		"ABCDEFGHIJKLMNOPQRS1": size("capitals", 20), "ABCDEFGHIJKLMNOPQR1": "words", "ABCDEFGHIJKLMNOPQRST": "words",
		"ann@example.com": "email", "10.1.2.3": "ip", "2024-01": size("date", 7), "24-01": "words", "2024-01-02": size("date", 10),
		"hello": "words", "v1": "words",
	} {
		if got := signature([]byte(text)); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{"123": "digits", "12ab": "hex", "12AB": "hex", "12aB": "alnum", "12xy": "alnum",
		"01234567-89ab-cdef-0123-456789abcdef": "uuid", "a@example.com": "email", "\x00": "binary", "a b": "text", "é": "text"} {
		if got, ok := contents([]byte(text)); got != want || !ok {
			t.Errorf("%q is made of %q, want %q", text, got, want)
		}
	}
	if _, ok := byteAt(0)(nil); ok {
		t.Error("no bytes have a first")
	}
	if got, ok := byteAt(1)([]byte("ab")); got != "b" || !ok {
		t.Errorf("the second byte of ab is %q, %t", got, ok)
	}
	if _, ok := byteAt(2)([]byte("ab")); ok {
		t.Error("ab has a third byte")
	}
	if a, _ := byLen([]byte("ab")); a != "\x02" {
		t.Errorf("two bytes are labeled %q", a)
	}
}

// TestKeysAreSplitByLabels verifies the groups of keys by a label, the largest first, and when the rest is too large.
func TestKeysAreSplitByLabels(t *testing.T) {
	var keys []string
	for i := range 60 {
		keys = append(keys, fmt.Sprintf("a#%02d", i))
	}
	for i := range 100 {
		keys = append(keys, fmt.Sprintf("b#%02d", i))
	}
	keys = append(keys, "c#0", "")
	e := engineOf(t, keys...)
	groups, rest := e.split(e.all(), byteAt(0))
	if len(groups) != 2 || len(groups[0]) != 100 || groups[0][0] != 60 || len(groups[1]) != 60 || !slices.Equal(rest, []int32{160, 161}) {
		t.Errorf("%d groups, the rest is %v", len(groups), rest)
	}
	// Two in five may be left over, and no more.
	for none, want := range map[int]int{40: 1, 41: 0} {
		e := engineOf(t, keys[60:160]...)
		groups, _ := e.split(e.all(), func(key []byte) (string, bool) {
			return "b", string(key) >= fmt.Sprintf("b#%02d", none)
		})
		if len(groups) != want {
			t.Errorf("%d of 100 keys have no label: %d groups, want %d", none, len(groups), want)
		}
	}
	many := engineOf(t, keys...)
	if groups, rest := many.split(many.all(), func(key []byte) (string, bool) { return string(key), true }); groups != nil || rest != nil {
		t.Error("each key is a group")
	}
}

// TestFirstBytesTellKinds verifies which first bytes distinguish groups of keys: one in nearly all keys of each group,
// another in each, and none that a word or a number goes on with.
func TestFirstBytesTellKinds(t *testing.T) {
	of := func(texts ...string) column.Column {
		var c column.Column
		for i, text := range texts {
			c.Row, c.Val = append(c.Row, int32(i)), append(c.Val, []byte(text))
		}
		return c
	}
	for text, want := range map[string]byte{"ab ac ad": 'a', "ab ac bd": 0, "": 0} {
		if got := commonFirstByte(of(strings.Fields(text)...)); got != want {
			t.Errorf("nearly all of %s begin with %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]bool{"ab": true, "aB": true, "a1": false, "1a": true, "1F": true, "1g": false, "12": true,
		"a#": false, "#a": false, "1#": false} {
		if got := goesOn(text[0], text[1]); got != want {
			t.Errorf("%s goes on: %t, want %t", text, got, want)
		}
	}
	keys := []string{"\x01\x05a", "\x01\x06b", "\x01\x07c", "\x02\x05a", "\x02\x06b", "\x02\x07c", "wax", "wet", "why"}
	e := engineOf(t, keys...)
	for _, tt := range []struct {
		groups [][]int32
		want   string
	}{{[][]int32{{0, 1, 2}, {3, 4, 5}}, "\x01\x02"}, {[][]int32{{0, 1, 3}, {4, 5}}, ""}, {[][]int32{{0, 1}, {2}}, ""},
		{[][]int32{{0, 1, 2}, {6, 7, 8}}, ""}} {
		if got := string(e.findTags(tt.groups)); got != tt.want {
			t.Errorf("groups %v have tags %q, want %q", tt.groups, got, tt.want)
		}
	}
	e.tagged[1], e.tagged[2] = true, true
	if !e.allTagged(of("\x01a", "\x02b")) || e.allTagged(of("\x01a", "\x03b")) || e.allTagged(of()) {
		t.Error("it is told wrongly which keys begin with a tag")
	}
	size, same := engineOf(t, "\x01\x02", "\x01\x03", "\x01\x02\x03", "text", "\x01\x02\x04").commonLength(
		[]int32{0, 1, 2, 3, 4}, false)
	if size != 3 || !slices.Equal(same, []int32{2, 4}) {
		t.Errorf("of two common lengths it is %d, in rows %v; want the greater", size, same)
	}
	if !isTag(of("\x01", "\x01", "\x01")) || isTag(of("\x01", "\x02", "\x01")) || isTag(of("ab", "ab", "ab")) {
		t.Error("it is told wrongly what a tag is")
	}
	if !sameHead(of("ab1", "ab2"), of("abx", "ab")) || sameHead(of("ab1", "ab2"), of("ax", "ay")) {
		t.Error("it is told wrongly what begins alike")
	}
	few, many := of(), of()
	for i := range 25 {
		many.Val = append(many.Val, []byte{byte(i)})
	}
	few.Val = many.Val[:24]
	if !worthLabel(few) || worthLabel(many) || worthLabel(of("a", "a")) {
		t.Error("it is told wrongly which values are worth a label")
	}
	for text, want := range map[string]string{"ab": "[1]", "abcdefgh": "[1]", "abcdefghi": "[]", "a": "[]"} {
		var keys []string
		for i := range 200 {
			keys = append(keys, "x"+string(text[i%len(text)])+string(rune(' '+i%90)))
		}
		e := engineOf(t, keys...)
		if got := fmt.Sprint(e.tagPlaces(e.all())); got != want {
			t.Errorf("kinds are told at %s, want %s", got, want)
		}
	}
}

// TestWhatMayJoinSegments verifies with what a program may have joined segments: with nothing, or with each delimiter of
// one or two bytes, once.
func TestWhatMayJoinSegments(t *testing.T) {
	pieces := []search.Piece{{}, {Lit: []byte("#")}, {Lit: []byte("::")}, {}, {Lit: []byte("#")}, {Lit: []byte("abc")}}
	if got := fmt.Sprintf("%q", separators(pieces)); got != `["" "#" "::"]` {
		t.Errorf("separators are %s", got)
	}
	of := func(n int, value func(i int) string) column.Column {
		var c column.Column
		for i := range n {
			c.Row, c.Val = append(c.Row, int32(i)), append(c.Val, []byte(value(i)))
		}
		return c
	}
	small := func(i int) string { return fmt.Sprint(i % 16) }
	for _, tt := range []struct {
		name string
		read detect.Reading
		of   column.Column
		at   int
		want bool
	}{
		{"a digest", detect.Reading{Typ: rowkey.Hash, Spec: "hash(hex(8))"}, of(20, small), 2, true},
		{"one of no form", detect.Reading{Typ: rowkey.Hash}, of(20, small), 2, false},
		{"a small number in front", detect.Reading{Typ: rowkey.IntDecimal}, of(20, small), 0, true},
		{"behind the first", detect.Reading{Typ: rowkey.IntDecimal}, of(20, small), 1, true},
		{"in the middle", detect.Reading{Typ: rowkey.IntDecimal}, of(20, small), 2, false},
		{"at the end", detect.Reading{Typ: rowkey.IntDecimal}, of(20, small), 4, true},
		{"a constant", detect.Reading{Typ: rowkey.IntDecimal}, of(20, func(int) string { return "7" }), 0, false},
		{"four digits", detect.Reading{Typ: rowkey.IntPadded}, of(20, func(i int) string { return fmt.Sprintf("%04d", i) }), 0, true},
		{"five digits", detect.Reading{Typ: rowkey.IntPadded}, of(20, func(i int) string { return fmt.Sprintf("%05d", i) }), 0, false},
		{"hexadecimal words", detect.Reading{Typ: rowkey.Enum}, of(20, func(i int) string { return fmt.Sprintf("%x", i%16) }), 0, true},
		{"capital ones", detect.Reading{Typ: rowkey.Text}, of(20, func(i int) string { return fmt.Sprintf("%X", i%16) }), 0, true},
		{"other words", detect.Reading{Typ: rowkey.Enum}, of(20, func(i int) string { return string(rune('s' + i%4)) }), 0, false},
		{"a time", detect.Reading{Typ: rowkey.Timestamp}, of(20, small), 0, false},
	} {
		if got := saltLike(&search.Piece{Read: tt.read, Col: tt.of}, tt.at, 5); got != tt.want {
			t.Errorf("%s may be a hash of others: %t, want %t", tt.name, got, tt.want)
		}
	}
}

// TestFormsAreOrderedByShare verifies that forms are in the order of their templates unless their shares differ by more
// than those of samples do.
func TestFormsAreOrderedByShare(t *testing.T) {
	form := func(template string, rows int) *Form {
		l, err := rowkey.Parse(template)
		if err != nil {
			t.Fatal(err)
		}
		return &Form{layout: l, rows: make([]int32, rows)}
	}
	for _, tt := range []struct {
		a, b int
		want string
	}{{100, 100, "a b"}, {100, 150, "a b"}, {100, 164, "a b"}, {100, 167, "b a"}, {1000, 1500, "a b"}, {1000, 1501, "b a"}, {10, 29, "a b"},
		{10, 40, "b a"}} {
		forms := []*Form{form("b{x}", tt.b), form("a{x}", tt.a)}
		byShare(forms)
		if got := forms[0].layout.String()[:1] + " " + forms[1].layout.String()[:1]; got != tt.want {
			t.Errorf("%d keys of a and %d of b: %s, want %s", tt.a, tt.b, got, tt.want)
		}
	}
}

// TestRowsAreDrawn verifies how many rows are drawn for a resample, each once and in order.
func TestRowsAreDrawn(t *testing.T) {
	e := engineOf(t)
	for n, want := range map[int]int{3: 3, 6: 4, 9: 6, 30: 20, 48: 32, 49: 32, 300: 32} {
		rows := make([]int32, n)
		for i := range rows {
			rows[i] = int32(2 * i)
		}
		got := e.draw(rows, rand.New(rand.NewPCG(1, 2)))
		if len(got) != want || !slices.IsSorted(got) || len(slices.Compact(slices.Clone(got))) != want {
			t.Errorf("of %d rows %v are drawn, want %d", n, got, want)
		}
	}
	keys := []string{"a#1", "bb#22", "x"}
	layout, err := rowkey.Parse("{a}#{b}")
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(engineOf(t, keys...).boundaries(layout, []int32{0, 1, 2})); got != "[[0 1 2 3] [0 2 3 5] []]" {
		t.Errorf("boundaries are %s", got)
	}
}
