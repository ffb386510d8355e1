package naming

import (
	"strings"
	"testing"

	"tabletop/model/infer/internal/detect"
	"tabletop/model/infer/internal/search"
	"tabletop/model/rowkey"
)

// TestConstantWord verifies which constants make names: words of 2 to 16 characters that begin with a letter.
func TestConstantWord(t *testing.T) {
	for word, want := range map[string]string{"user": "user", "User": "user", "ab": "ab", "a": "", "u1": "u1", "1u": "",
		"_x": "_x", "a-b": "", strings.Repeat("a", 16): strings.Repeat("a", 16), strings.Repeat("a", 17): ""} {
		piece := &search.Piece{Read: detect.Reading{Typ: rowkey.Enum, Spec: "enum(" + word + ")"}}
		if got := constantWord(piece); got != want {
			t.Errorf("constantWord(%q) = %q, want %q", word, got, want)
		}
	}
	for _, piece := range []*search.Piece{{Read: detect.Reading{Typ: rowkey.Enum, Spec: "enum(a, b)"}},
		{Read: detect.Reading{Typ: rowkey.Enum, Spec: "enum"}}, {Read: detect.Reading{Typ: rowkey.Text, Spec: "enum(ab)"}}} {
		if got := constantWord(piece); got != "" {
			t.Errorf("%+v has the constant word %q", piece.Read, got)
		}
	}
}

// TestContentName verifies that a kind is named by its first two segments that vary, and numbered from the second of
// a name on.
func TestContentName(t *testing.T) {
	piece := func(word string, values ...string) search.Piece {
		p := search.Piece{Read: detect.Reading{Typ: rowkey.Text, Word: word}}
		for _, v := range values {
			p.Col.Val = append(p.Col.Val, []byte(v))
		}
		return p
	}
	host, path, day := piece("host", "a", "b"), piece("path2", "x", "y"), piece("day", "1", "2")
	for _, tt := range []struct {
		pieces []search.Piece
		n      int
		want   string
	}{
		{[]search.Piece{host, path, day}, 1, "host_path"},
		{[]search.Piece{host, path, day}, 2, "host_path2"},
		{[]search.Piece{host, host, day}, 1, "host_day"},
		{[]search.Piece{piece("zone", "eu", "eu"), day}, 1, "day"},
		{nil, 1, "key"},
		{nil, 3, "key3"},
	} {
		if got := contentName(tt.pieces, tt.n); got != tt.want {
			t.Errorf("%d pieces, the %d. of the name: %q, want %q", len(tt.pieces), tt.n, got, tt.want)
		}
	}
}

// TestCountries verifies that codes of countries are told from other words of two and three letters: nearly all must be
// codes, and a short list must have some that many tables have.
func TestCountries(t *testing.T) {
	repeat := func(word string, n int) []string { return strings.Fields(strings.Repeat(word+" ", n)) }
	for _, tt := range []struct {
		name   string
		values []string
		want   bool
	}{
		{"common ones", []string{"de", "fr", "us"}, true},
		{"too few", []string{"de", "fr"}, false},
		{"three letters", []string{"deu", "fra", "usa"}, true},
		{"of mixed length", []string{"de", "fra", "us"}, false},
		{"of mixed case", []string{"De", "fr", "us"}, false},
		{"rare ones", []string{"aw", "bt", "ck", "dm", "er"}, false},
		{"97 of 100", append(repeat("de", 97), repeat("qq", 3)...), true},
		{"96 of 100", append(repeat("de", 96), repeat("qq", 4)...), false},
		{"rare ones, 24 of them", repeat("aw", 24), false},
		{"rare ones, 25 of them", repeat("aw", 25), true},
	} {
		if got := areCountries(tt.values); got != tt.want {
			t.Errorf("%s: countries is %t, want %t", tt.name, got, tt.want)
		}
	}
}
