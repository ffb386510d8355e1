package redact

import (
	"bytes"
	"fmt"
	"slices"
	"testing"
	"time"

	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// planted puts texts into a domain of a forest, and returns the node that each leads to.
func planted(f *forest, domain string, of *classes, closed bool, texts ...string) []int32 {
	var ends []int32
	for _, text := range texts {
		at := f.domains[f.domain(domain, of, closed)].root
		for _, b := range []byte(text) {
			at = f.step(at, b, false)
		}
		f.nodes[at].end = true
		ends = append(ends, at)
	}
	return ends
}

// image returns what replaces a text.
func image(t *testing.T, f *forest, domain, text string) string {
	t.Helper()
	out, ok := f.image(domain, []byte(text))
	if !ok {
		t.Fatalf("domain %s has no %q", domain, text)
	}
	return string(out)
}

// TestTextsKeepTheirOrder verifies that texts are replaced by others of the same length, in the same order, with the same
// common beginnings and classes of bytes, and by the same ones wherever they stand.
func TestTextsKeepTheirOrder(t *testing.T) {
	texts := []string{"", "A1-b", "A1-c", "A1-c9", "A1-ca", "A2", "B", "b0", "b05", "b1", "zoe", "zoo"}
	for attempt := range 20 {
		f := newForest(newSecret([]byte("key"), attempt))
		planted(f, "d", textClasses(), false, texts...)
		f.settle()
		var before string
		changed := 0
		for i, text := range texts {
			now := image(t, f, "d", text)
			if i > 0 && (now <= before || common([]byte(now), []byte(before)) != common([]byte(text), []byte(texts[i-1]))) {
				t.Errorf("%q and %q become %q and %q", texts[i-1], text, before, now)
			}
			for k := range []byte(text) {
				if c := textClasses()[text[k]]; now[k] < c.lo || now[k] > c.hi {
					t.Errorf("%q becomes %q: byte %d is of another class", text, now, k)
				}
			}
			if now != text {
				changed++
			}
			before = now
		}
		if changed < 8 {
			t.Errorf("only %d texts are replaced", changed)
		}
		if _, ok := f.image("d", []byte("A3")); ok {
			t.Error("a text that is not there is replaced")
		}
		if _, ok := f.image("e", nil); ok {
			t.Error("a domain that is not there has texts")
		}
	}
}

// TestNodesInOneGroup verifies that nodes which were joined, in any order, replace what follows them in the same way,
// and keep the bytes that must stay behind any of them.
func TestNodesInOneGroup(t *testing.T) {
	for attempt := range 40 {
		f := newForest(newSecret([]byte("key"), attempt))
		ends := planted(f, "d", textClasses(), false, "aq", "cq", "eq")
		parents := []int32{f.nodes[ends[0]].parent, f.nodes[ends[1]].parent, f.nodes[ends[2]].parent}
		planted(f, "d", textClasses(), false, "ar", "cs", "et", "ex")
		var stay byteSet
		stay.add('s')
		f.pin(parents[1], stay)
		f.join(parents[1], parents[2])
		f.join(parents[0], parents[1])
		f.join(parents[2], parents[0]) // they are in one group
		for _, p := range parents {
			if f.leader(p) != f.leader(parents[0]) {
				t.Fatal("joined nodes are in several groups")
			}
		}
		f.settle()
		for _, p := range parents {
			if !f.joined[p] {
				t.Error("a node of a group is not known as joined")
			}
		}
		if f.joined[f.nodes[parents[0]].parent] {
			t.Error("a node of no group is taken for joined")
		}
		last := func(text string) byte { return image(t, f, "d", text)[1] }
		if q := last("aq"); last("cq") != q || last("eq") != q {
			t.Errorf("q becomes %q, %q and %q behind nodes of one group", q, last("cq"), last("eq"))
		}
		if order := []byte{last("aq"), last("ar"), last("cs"), last("et"), last("ex")}; !slices.IsSorted(order) ||
			len(slices.Compact(slices.Clone(order))) != 5 || last("cs") != 's' {
			t.Errorf("q, r, s, t and x become %q; s must stay", order)
		}
	}
}

// TestBytesThatStay verifies that fixed bytes stay, that a closed domain uses no byte that none of its texts has, and
// that a class of one byte is left alone.
func TestBytesThatStay(t *testing.T) {
	for attempt := range 40 {
		f := newForest(newSecret([]byte("key"), attempt))
		root := f.domains[f.domain("fixed", textClasses(), false)].root
		for _, b := range []byte("hkmp") {
			f.step(root, b, b == 'm')
		}
		planted(f, "closed", textClasses(), true, "ha", "kb", "mc", "-d")
		planted(f, "whole", textClasses(), true, "1-0 2")
		f.settle()
		if m, k, p := image(t, f, "fixed", "m"), image(t, f, "fixed", "k"), image(t, f, "fixed", "p"); m != "m" || k >= m ||
			p <= m {
			t.Errorf("k, m and p become %s, %s and %s; m must stay", k, m, p)
		}
		for _, text := range []string{"ha", "kb", "mc", "-d"} {
			if now := image(t, f, "closed", text); !bytes.ContainsAny([]byte("hkmabcd-"), now[:1]) ||
				!bytes.ContainsAny([]byte("hkmabcd-"), now[1:]) || text[0] == '-' && now[0] != '-' {
				t.Errorf("%s becomes %s in a closed domain", text, now)
			}
		}
		if now := image(t, f, "whole", "1-0 2"); now[1:4] != "-0 " {
			t.Errorf("1-0 2 becomes %s", now)
		}
	}
}

// TestRoomBetweenPlaces verifies where an item may go between those that have places.
func TestRoomBetweenPlaces(t *testing.T) {
	for _, tt := range []struct {
		at      []int
		i       int
		allowed int
		lo, hi  int
	}{
		{[]int{-1}, 0, 5, 0, 4},
		{[]int{-1, -1, -1}, 1, 5, 1, 3},
		{[]int{2, -1, -1}, 1, 9, 3, 7},
		{[]int{2, -1, -1}, 2, 9, 4, 8},
		{[]int{-1, -1, 6}, 0, 9, 0, 4},
		{[]int{-1, -1, 6}, 1, 9, 1, 5},
		{[]int{1, -1, 5}, 1, 9, 2, 4},
		{[]int{1, -1, 3}, 1, 9, 2, 2},
	} {
		if lo, hi := room(tt.at, tt.i, tt.allowed); lo != tt.lo || hi != tt.hi {
			t.Errorf("item %d of %v among %d goes from %d to %d, want %d to %d", tt.i, tt.at, tt.allowed, lo, hi, tt.lo, tt.hi)
		}
	}
}

// TestKeysThatAreNoRows verifies what replaces keys between the rows: what replaces the row before, and as many zero
// bytes as it is the bound after that row, of which no key at all is one; of a row what replaces it.
func TestKeysThatAreNoRows(t *testing.T) {
	from, to := [][]byte{[]byte("b"), []byte("dd")}, [][]byte{[]byte("q"), []byte("ww")}
	table := sample.Table{Splits: []sample.Split{{Key: []byte("a")}, {Key: []byte("b")}, {Key: []byte("c")}},
		Hot: []sample.HotTablet{{Start: []byte("c"), End: []byte("cc")}}}
	how := sample.Provenance{Options: sample.Options{Start: []byte("dd"), End: []byte("e")},
		Unreadable: []sample.Unreadable{{Key: []byte("ee")}}, Places: []sample.ReadRange{{Start: nil, End: []byte("ccc"),
			After: []byte("aa")}}}
	b := newBounds(from, to, &table, &how)
	for key, want := range map[string]string{"": "", "a": "\x00\x00", "aa": "\x00\x00\x00", "b": "q", "c": "q\x00",
		"cc": "q\x00\x00", "ccc": "q\x00\x00\x00", "dd": "ww", "e": "ww\x00", "ee": "ww\x00\x00"} {
		if got := string(b.key([]byte(key))); got != want {
			t.Errorf("%q becomes %q, want %q", key, got, want)
		}
	}
	if b.key([]byte("")) != nil || b.key([]byte("x")) != nil {
		t.Error("no key, or one that is no bound, becomes a key")
	}
	for prefix, want := range map[string]string{"b": "q", "d": "w", "dd": "ww", "": "", "c": "", "e": "", "ddd": ""} {
		if got := string(b.prefix([]byte(prefix))); got != want {
			t.Errorf("prefix %q becomes %q, want %q", prefix, got, want)
		}
	}
}

// TestNamesOfKinds verifies that names of inferred layouts are kept unless words are replaced as well.
func TestNamesOfKinds(t *testing.T) {
	set, err := rowkey.ParseSet("user = {a}#{b:uuid}")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		opts Options
		want string
	}{
		{Options{Inferred: true}, "[{user [a b] [text uuid]}]"}, {Options{}, "[]"},
		{Options{Inferred: true, Words: true}, "[]"},
	} {
		if got := fmt.Sprint((&work{opts: tt.opts}).kindNames(set)); got != tt.want {
			t.Errorf("%+v: %s, want %s", tt.opts, got, tt.want)
		}
	}
	at := time.Date(2024, 2, 29, 12, 0, 0, 0, time.UTC)
	if got := (&work{move: true}).moved(at); !got.Equal(time.Date(2052, 2, 29, 12, 0, 0, 0, time.UTC)) ||
		got.Weekday() != at.Weekday() {
		t.Errorf("%s is moved to %s", at, got)
	}
	if got := (&work{}).moved(at); !got.Equal(at) {
		t.Errorf("%s is moved to %s", at, got)
	}
	if got := (&work{move: true}).moved(time.Time{}); !got.IsZero() {
		t.Errorf("no time is moved to %s", got)
	}
}

// TestPathsOfTables verifies that each part of a path is replaced as a name, with its delimiters and the number that
// the service adds to a project.
func TestPathsOfTables(t *testing.T) {
	s := NewStrings(Options{Key: []byte("key")})
	for _, part := range []string{"annabel", "boris", "carla"} {
		s.note(TableName, part, "to-"+part)
	}
	for path, want := range map[string]string{
		"":                      "",
		"annabel":               "to-annabel",
		"annabel/boris/carla":   "to-annabel/to-boris/to-carla",
		"annabel-123456/boris":  "to-annabel-123456/to-boris",
		"demo:annabel":          s.Name(TableName, "demo") + ":to-annabel",
		`C:\annabel\boris`:      s.Name(TableName, "C") + `:\to-annabel\to-boris`,
		"/annabel/":             "/to-annabel/",
		"annabel-7":             "to-annabel-7",
		"-7/annabel":            s.Name(TableName, "-7") + "/to-annabel",
		"annabel-1234567/boris": s.Name(TableName, "annabel-1234567") + "/to-boris",
		"annabel-x1/boris":      s.Name(TableName, "annabel-x1") + "/to-boris",
	} {
		if got := s.Place(path); got != want {
			t.Errorf("%s becomes %s, want %s", path, got, want)
		}
	}
	if got := string(s.Constant([]byte("#annabel#"))); got != "#annabel#" {
		t.Errorf("a word that was not judged becomes %s", got)
	}
	s.note(ConstantWord, "annabel", "xyz")
	if got := string(s.Constant([]byte("#annabel#"))); got != "xyz" {
		t.Errorf("a word becomes %s", got)
	}
	s.Shows(3, 0)
	if got := s.Summary(); len(got.Replaced) != 3 || got.Replaced[0] != (Count{"key", 3}) ||
		got.Replaced[2] != (Count{string(ConstantWord), 1}) || got.Fingerprint == "" || got.Unordered {
		t.Errorf("%+v", got)
	}
}

// TestSegmentsThatValuesRepeat verifies that a column repeats a segment if nine in ten of its values do, the first by name
// of several.
func TestSegmentsThatValuesRepeat(t *testing.T) {
	for _, tt := range []struct {
		found map[string]int
		cells int
		want  string
	}{
		{map[string]int{"a": 9}, 10, "a"}, {map[string]int{"a": 8}, 10, ""}, {nil, 10, ""}, {map[string]int{"a": 0}, 0, ""},
		{map[string]int{"b": 10, "a": 9, "c": 10}, 10, "a"},
	} {
		if got := repeats(tt.found, tt.cells); got != tt.want {
			t.Errorf("%v of %d values: %q, want %q", tt.found, tt.cells, got, tt.want)
		}
	}
}

// TestPiecesOfTexts verifies the pieces in which texts are replaced, and which bytes of a text as a whole stay: all
// between its segments, and those of a segment that are structure.
func TestPiecesOfTexts(t *testing.T) {
	set, err := rowkey.ParseSet("user{a}:{b:ip}")
	if err != nil {
		t.Fatal(err)
	}
	cut := func(text []byte) ([]rowkey.Span, *rowkey.Layout, bool) {
		spans, kind := set.Decode(nil, text)
		if kind < 0 {
			return nil, nil, false
		}
		return spans, set[kind], true
	}
	constants := newSpelled()
	from := [][]byte{[]byte("?lost"), []byte("userann:192.168.0.1")}
	texts, ok := newTexts(nil, "keys ", from, cut, &constants, false)
	if !ok {
		t.Fatal("texts cannot be made")
	}
	shown := func(whole bool) string {
		out := ""
		texts.eachPiece(whole, func(i int, p piece) {
			text := from[i][p.start:p.end]
			if p.fixed == nil {
				p.fixed = make([]bool, len(text))
			}
			out += marked(text, p.fixed) + " "
		})
		return out
	}
	if got := shown(false); got != "_____ ___ 1___1______ " {
		t.Errorf("pieces are %q", got)
	}
	if got := shown(true); got != "_____ user___:1___1______ " {
		t.Errorf("whole texts are %q", got)
	}
}
