package infer

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"tabletop/model/infer/internal/column"
	"tabletop/model/infer/internal/derive"
	"tabletop/model/infer/internal/detect"
	"tabletop/model/infer/internal/keyset"
	"tabletop/model/infer/internal/recordkind"
	"tabletop/model/infer/internal/search"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/segments"
)

// TestEndsOfSegments verifies how each end of a segment is known: by the end of the key or a delimiter beside it,
// whatever is known of the value itself, else by what ends the value.
func TestEndsOfSegments(t *testing.T) {
	piece := func(how byte) search.Piece {
		p := search.Piece{}
		switch how {
		case '#':
			p.How = search.AsLiteral
		case 'w':
			p.How = search.ByWidth
		case 'l':
			p.How = search.ByLength
		case 'e':
			p.How = search.ByEscape
		case 'i':
			p.How = search.ByItself
		case 'd':
			p.How = search.ByLiteral
		}
		return p
	}
	pieces := func(text string) []search.Piece {
		var out []search.Piece
		for _, how := range []byte(text) {
			out = append(out, piece(how))
		}
		return out
	}
	shown := func(all []SegmentEvidence) string {
		var out []string
		for _, s := range all {
			out = append(out, string(s.Start)+"-"+string(s.End))
		}
		return strings.Join(out, " ")
	}
	for text, want := range map[string]string{
		"d":    "key-key",
		"d#d":  "key-delimiter delimiter-key",
		"#d#":  "delimiter-delimiter",
		"ww":   "key-width width-key",
		"wlw":  "key-width width-length length-key",
		"ew":   "key-escape escape-key",
		"iw":   "key-itself itself-key",
		"l#w":  "key-delimiter delimiter-key",
		"w#ld": "key-delimiter delimiter-length length-key",
	} {
		if got := shown(segmentEvidence(pieces(text), AtKeyEnd, AtKeyEnd)); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	for _, how := range []search.Piece{{How: search.AsRepeat}, {How: search.AsOptional}} {
		how.Inner = pieces("ww")
		group := []search.Piece{piece('d'), piece('#'), how}
		if got := shown(segmentEvidence(group, AtKeyEnd, AtKeyEnd)); got != "key-delimiter delimiter-width width-key" {
			t.Errorf("in a group at the end of the key: %s", got)
		}
		group = []search.Piece{how, piece('w')}
		if got := shown(segmentEvidence(group, AtKeyEnd, AtKeyEnd)); got != "key-width width-width width-key" {
			t.Errorf("in a group before a segment: %s", got)
		}
	}
	got := ofPiece(&search.Piece{Col: column.Column{Val: [][]byte{[]byte("ab"), []byte("ab"), []byte("c"), nil}},
		Read: detect.Reading{Bits: 12, Evidence: 40, Strong: true, Known: true}}, AtWidth, AtKeyEnd)
	want := SegmentEvidence{Values: 4, Distinct: 3, Bits: 3, Raw: 10, Claim: 40, Start: AtWidth, End: AtKeyEnd,
		Certain: true, Known: true}
	if got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got := ofPiece(&search.Piece{Read: detect.Reading{Bits: 12, Random: true}}, AtWidth, AtWidth); got.Bits != 0 ||
		got.Raw != 0 || !got.Even || got.Known {
		t.Errorf("of no values: %+v", got)
	}
}

// TestNamesBeforeRedaction verifies that segments get the names that a kind with the same types had, each kind once, and
// that names which no layout can have are left out.
func TestNamesBeforeRedaction(t *testing.T) {
	names := func(kind string, segments, types string) sample.KindNames {
		return sample.KindNames{Kind: kind, Segments: strings.Fields(segments), Types: strings.Fields(types)}
	}
	for _, tt := range []struct {
		of   sample.KindNames
		want bool
	}{
		{names("", "a b", "text uuid"), true}, {names("user", "a", "text"), true}, {names("", "", ""), false},
		{names("", "a b", "text"), false}, {names("", "a a", "text text"), false}, {names("", "a{", "text"), false},
		{names("1 2", "a", "text"), false},
	} {
		if got := isUsable(tt.of); got != tt.want {
			t.Errorf("%+v can be used: %t, want %t", tt.of, got, tt.want)
		}
	}
	text, id := search.Piece{Read: detect.Reading{Typ: rowkey.Text}}, search.Piece{Read: detect.Reading{Typ: rowkey.UUID}}
	proven := search.Piece{Read: detect.Reading{Typ: rowkey.Hex}, Proof: &derive.Proof{}}
	left := newEarlierNames([]sample.KindNames{names("k", "a b", "text uuid"), names("l", "c d", "text uuid"),
		names("bad", "x x", "text uuid"), names("m", "e", "salt")})
	for _, tt := range []struct {
		of   []search.Piece
		want string
	}{
		{[]search.Piece{text, id}, "k a b"}, {[]search.Piece{id, text}, "  "}, {[]search.Piece{text, id}, "l c d"},
		{[]search.Piece{text, id}, "  "}, {[]search.Piece{text}, " "}, {[]search.Piece{proven}, "m e"},
	} {
		var pieces []*search.Piece
		for _, p := range tt.of {
			pieces = append(pieces, &p)
		}
		got := left.take(pieces).Kind
		for _, p := range pieces {
			got += " " + p.Name
		}
		if got != tt.want {
			t.Errorf("named %q, want %q", got, tt.want)
		}
	}
}

// kindsOf returns kinds of some keys each, with some confidence in each.
func kindsOf(keys []int, confidences ...float64) Result {
	var r Result
	for i, n := range keys {
		r.Keys += n
		r.Kinds = append(r.Kinds, Kind{Keys: n, Confidence: confidences[i]})
	}
	return r
}

// TestReadingsAreCompared verifies what readings of keys come to: whether one is sure, the share of the keys whose layout
// is expected to be right, whether it explains as many keys as another, and which kinds are in doubt.
func TestReadingsAreCompared(t *testing.T) {
	for _, tt := range []struct {
		of       Result
		left     int
		sure     bool
		expected float64
		doubtful []int
	}{
		{kindsOf([]int{60, 40}, 0.95, 1), 0, true, 0.97, nil},
		{kindsOf([]int{60, 40}, 0.94, 1), 0, false, 0.964, []int{0}},
		{kindsOf([]int{60, 40}, 1, 1), 14, true, 1, nil},
		{kindsOf([]int{60, 40}, 1, 1), 15, false, 1, nil},
		{kindsOf([]int{50, 30, 20}, 0.9, 0.5, 0.1), 0, false, 0.62, []int{2, 1, 0}},
		{kindsOf([]int{200, 30, 10}, 0.9, 0.5, 0.2), 0, false, 197. / 240, []int{0, 1, 2}},
		{kindsOf(nil), 0, false, 0, nil},
	} {
		r := reading{Result: tt.of}
		r.Unexplained = tt.left
		r.Keys += tt.left
		expected := tt.expected * float64(tt.of.Keys) / float64(max(r.Keys, 1))
		if r.sure() != tt.sure || math.Abs(r.expected()-expected) > 1e-9 || !slices.Equal(r.doubtful(), tt.doubtful) {
			t.Errorf("%v of %d keys: sure %t, expected %v, doubtful %v; want %t, %v, %v", tt.of.Kinds, r.Keys, r.sure(),
				r.expected(), r.doubtful(), tt.sure, expected, tt.doubtful)
		}
	}
	for left, want := range map[int]bool{0: true, 59: true, 60: true, 61: false} {
		r, other := reading{Result: Result{Keys: 1000, Unexplained: left}}, reading{Result: Result{Keys: 1000, Unexplained: 50}}
		if got := r.covers(&other); got != want {
			t.Errorf("%d of 1,000 keys left covers 50 of 1,000: %t, want %t", left, got, want)
		}
	}
	r := reading{Result: Result{Kinds: make([]Kind, 2)}, kindOf: []int{0, 0, 1, -1, 1, 1, -1}}
	for i, want := range []int{-1, 0, 1, -1} { // two of four, two of three, three of four, none
		of := [][]int{{0, 0, 0, 0, 9, 9, 9}, {1, 1, 9, 1, 9, 9, 9}, {9, 9, 2, 2, 2, 2, 9}, {9, 9, 9, 9, 9, 9, 3}}[i]
		if got := r.most(of, i); got != want {
			t.Errorf("kind %d is mostly %d, want %d", i, got, want)
		}
	}
	layout := func(text string) *rowkey.Layout {
		l, err := rowkey.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	k := Kind{Layout: layout("user = {a}#{b}")}
	if !k.is(layout("other = {a}#{b}")) || !k.is(layout("{a}#{b}")) || k.is(layout("user = {b}#{a}")) {
		t.Error("a layout is another by its name, or the same by it")
	}
}

// TestConfidenceRestsOnEvidence verifies that all that was found of the kinds is what their confidence rests on.
func TestConfidenceRestsOnEvidence(t *testing.T) {
	w := newWorld(5)
	s := sampleOf(rows(50, func() row { return row{w.name() + "#" + w.hex(8), w.when()} }))
	layout, err := rowkey.Parse("{a:hex(4)}{b}")
	if err != nil {
		t.Fatal(err)
	}
	in := ConfidenceInput(s, Result{Keys: 50, Unexplained: 3, Kinds: []Kind{{Layout: layout, Keys: 47, Stability: 0.5,
		Evidence: Evidence{Rival: true, Margin: 2, Chosen: true, Fit: 0.75, Saved: 9},
		Segments: []SegmentEvidence{{Bits: 1, Raw: 2, Claim: 3, Start: AtKeyEnd, End: AtWidth, Certain: true},
			{Bits: 4, Raw: 5, Claim: 6, Start: AtWidth, End: AtKeyEnd, Even: true, Known: true}}}}})
	if len(in.Keys) != 50 || in.Total != 50 || in.Rest != 3 || len(in.Set) != 1 {
		t.Errorf("%+v", in)
	}
	want := "{Keys:47 Margin:2 RunnerUp:true Stability:0.5 Fit:0.75 Saved:9 Chosen:true Segments:[" +
		"{Bits:1 Raw:2 Claim:3 StartByWidth:false EndByWidth:true Certain:true Even:false Known:false} " +
		"{Bits:4 Raw:5 Claim:6 StartByWidth:true EndByWidth:false Certain:false Even:true Known:true}]}"
	got := fmt.Sprintf("%+v", in.Kinds[0])
	for _, part := range strings.Fields(strings.Trim(want, "{}")) {
		if !strings.Contains(got, strings.Trim(part, "{}[]")) {
			t.Errorf("%s is not in %s", part, got)
		}
	}
}

// TestEvidenceOfWholeTables verifies the figures about a layout as a whole, on a table of one kind with a stray key in
// twenty, on one key, and on none.
func TestEvidenceOfWholeTables(t *testing.T) {
	w := newWorld(6)
	n := 0
	s := sampleOf(rows(400, func() row {
		if n++; n%20 == 0 {
			return row{w.bytes(3 + w.IntN(9)), w.when()}
		}
		return row{w.one("ant", "bee", "cow") + "#" + w.hex(16), w.when()}
	}))
	res, err := Sample(t.Context(), s, Options{})
	if err != nil || len(res.Kinds) != 1 {
		t.Fatalf("%+v, %v", res, err)
	}
	e := res.Kinds[0].Evidence
	if e.Searched < 100 || e.Searched > 400 || e.Group != 380 || e.Fit != 1 || e.Saved < 64 || e.Saved > 8*20 ||
		e.Readings == 0 || res.Kinds[0].Stability < 0.5 {
		t.Errorf("%+v", e)
	}
	if res.Kinds[0].Layout.Name() != "" || res.Kinds[0].Keys+res.Unexplained != s.Rows() ||
		string(res.Kinds[0].First[:3]) != "ant" {
		t.Errorf("%+v", res.Kinds[0])
	}
	engine := recordkind.NewEngine(t.Context(), keyset.Pick(s, 100))
	form := &recordkind.Form{}
	form.Search.Group, form.Search.Fit, form.Search.Keys, form.Search.Saved = 8, 6, 9, 3.5
	if got, _ := gatherEvidence(engine, form); got.Fit != 0.75 || got.Group != 8 || got.Searched != 9 || got.Saved != 3.5 {
		t.Errorf("%+v", got)
	}
	form.Search.Group = 0
	if got, _ := gatherEvidence(engine, form); got.Fit != 0 {
		t.Errorf("of no keys: %+v", got)
	}
	for _, n := range []int{0, 1} {
		s := sampleOf(rows(n, func() row { return row{"ant#7", w.when()} }))
		res, err := Sample(t.Context(), s, Options{})
		if err != nil || res.Keys != n || len(res.Kinds) != n {
			t.Errorf("of %d keys: %+v, %v", n, res, err)
		}
	}
}

// TestResultsAreMadeAgain verifies a result on other rows, without rows, and as JSON with numbers that JSON cannot hold.
func TestResultsAreMadeAgain(t *testing.T) {
	w := newWorld(7)
	s := sampleOf([]row{{"b#1", w.when()}, {"c#2", w.when()}, {"x", w.when()}})
	set, err := rowkey.ParseSet("{a}#{b}")
	if err != nil {
		t.Fatal(err)
	}
	table, err := segments.New(t.Context(), s, set)
	if err != nil {
		t.Fatal(err)
	}
	first := Result{Keys: 7, Unexplained: 5, Kinds: []Kind{{Layout: set[0], Keys: 9, First: []byte("old"), Confidence: 0.5}}}
	other := rowkey.Set{set[0]}
	on := first.On(table, other)
	if k := on.Kinds[0]; on.Keys != 3 || on.Unexplained != 1 || k.Keys != 2 || string(k.First) != "b#1" ||
		k.Confidence != 0.5 || len(on.Otherwise) != 1 {
		t.Errorf("%+v", on)
	}
	bare := on.WithoutRows()
	if k := bare.Kinds[0]; bare.Keys != 0 || bare.Unexplained != 0 || k.Keys != 0 || k.First != nil ||
		k.Confidence != 0.5 || bare.Otherwise != nil || on.Kinds[0].Keys != 2 || first.Kinds[0].Keys != 9 {
		t.Errorf("%+v", bare)
	}
	k := on.Kinds[0]
	k.Evidence.Margin, k.Evidence.Saved = math.Inf(1), math.Inf(-1)
	data, err := json.Marshal(k)
	var again Kind
	if err == nil {
		err = json.Unmarshal(data, &again)
	}
	if err != nil || again.Evidence.Margin != math.MaxFloat64 || again.Evidence.Saved != -math.MaxFloat64 {
		t.Errorf("%+v, %v", again.Evidence, err)
	}
	for text, want := range map[string]string{
		`{"Layout": "{"}`: "infer: a layout: ", `{"Layout": "{a}", "Others": [{"Layout": "{"}]}`: "infer: another layout: ",
		`{"Layout": 7}`: "",
	} {
		if err := json.Unmarshal([]byte(text), &again); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}
