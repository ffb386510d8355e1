package recordkind

import (
	"testing"

	"tabletop/model/infer/internal/column"
	"tabletop/model/infer/internal/detect"
	"tabletop/model/infer/internal/search"
	"tabletop/model/rowkey"
)

// TestLoses verifies which types a join of two kinds loses: a constant day is not lost among other days, but a UUID
// among words is.
func TestLoses(t *testing.T) {
	piece := func(typ rowkey.Type, strong bool) *search.Piece {
		c := column.Column{}
		for i := range 20 {
			c.Row, c.Val = append(c.Row, int32(i)), append(c.Val, []byte{'a' + byte(i)})
		}
		return &search.Piece{Read: detect.Reading{Typ: typ, Strong: strong}, Col: c}
	}
	for _, tt := range []struct {
		name          string
		before, after *search.Piece
		want          bool
	}{
		{"a day among days", piece(rowkey.Enum, true), piece(rowkey.Timestamp, true), false},
		{"a day among words", piece(rowkey.Enum, true), piece(rowkey.Text, false), false},
		{"a UUID among words", piece(rowkey.UUID, true), piece(rowkey.Text, false), true},
		{"a word among dates", piece(rowkey.Text, false), piece(rowkey.Timestamp, true), false},
		{"numbers among words", piece(rowkey.IntDecimal, false), piece(rowkey.Text, false), true},
	} {
		if got := loses(tt.before, tt.after); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}
