package search

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tabletop/model/infer/internal/column"
	"tabletop/model/infer/internal/detect"
	"tabletop/model/rowkey"
)

// TestConstantEnds verifies the bits charged for integers whose first or last byte is constant: a constant first byte
// is a tag, mostly at the start of the key, and a constant last byte is charged most. Zeros and signs are free.
func TestConstantEnds(t *testing.T) {
	for _, c := range []struct {
		name     string
		value    func(i int) []byte
		atStart  bool
		wantBits float64
	}{
		{"both vary", func(i int) []byte { return []byte{byte(i), 0, byte(3 * i)} }, true, 0},
		{"one byte", func(int) []byte { return []byte{7} }, true, 0},
		{"a tag at the start of the key", func(i int) []byte { return []byte{7, byte(i / 4), byte(i)} }, true, 0.4},
		{"a tag inside the key", func(i int) []byte { return []byte{7, byte(i / 4), byte(i)} }, false, 0.1},
		{"a tag before even bytes", func(i int) []byte { return []byte{7, byte(i), byte(i)} }, false, 1.1},
		{"the exponent of floats", func(i int) []byte { return []byte{0xc0, byte(i), byte(i), byte(i)} }, false, 0.1},
		{"leading zeros", func(i int) []byte { return []byte{0, byte(i), byte(i)} }, true, 0},
		{"the sign of ordered integers", func(i int) []byte { return []byte{0x80, byte(i), byte(i)} }, true, 0},
		{"a constant last byte", func(i int) []byte { return []byte{byte(i), byte(i), 9} }, true, 0.8},
		{"trailing zeros", func(i int) []byte { return []byte{byte(i), byte(i), 0} }, true, 0},
		{"both ends", func(i int) []byte { return []byte{7, byte(i / 4), 9} }, true, 1.2},
		{"nearly all values", func(i int) []byte { return []byte{byte(7 + i/197), byte(i / 4), byte(i)} }, true, 0.4},
		{"most values", func(i int) []byte { return []byte{byte(7 + i/160), byte(i), byte(i)} }, true, 0},
	} {
		var col column.Column
		for i := range 200 {
			col.Row, col.Val = append(col.Row, int32(i)), append(col.Val, c.value(i))
		}
		if got := constantEnds(column.Summarize(col), c.atStart); math.Abs(got-c.wantBits) > 1e-9 {
			t.Errorf("%s: %v bits, want %v", c.name, got, c.wantBits)
		}
	}
}

// TestNumbersThatBeginWithWords verifies that numbers are charged for three bytes and more in front of them of which
// each is a letter of one case or a digit in nearly all values, and not for fewer, other, or all bytes.
func TestNumbersThatBeginWithWords(t *testing.T) {
	for _, tt := range []struct {
		heads string // with a space between
		want  bool
	}{{"BE01 MU01 KO03", true}, {"BE0 BE1", true}, {"BE MU KO", false}, {"BE01 be01", false},
		{"B\x01E0 M\x02U0", false}, {"", false}} {
		heads, col := strings.Split(tt.heads, " "), column.Column{}
		for i := range 100 {
			col.Row = append(col.Row, int32(i))
			col.Val = append(col.Val, append([]byte(heads[i%len(heads)]), 0x81, byte(i), byte(2*i)))
		}
		number := detect.Reading{Typ: rowkey.IntBE}
		if got := beginsWithWord(column.Summarize(col), number); (got > 0) != tt.want {
			t.Errorf("numbers behind %q: charged %v bits", tt.heads, got)
		}
		if got := beginsWithWord(column.Summarize(col), detect.Reading{Typ: rowkey.Text}); got != 0 {
			t.Errorf("text that begins with %q: charged %v bits", tt.heads, got)
		}
	}
}

// TestRepeatEnds verifies that random fields that recur show their width, and that numbers in order show none.
func TestRepeatEnds(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	random := func(n int) []byte {
		b := make([]byte, n)
		for i := range b {
			b[i] = byte(rng.Uint32())
		}
		return b
	}
	var ids, both, numbers [][]byte
	for range 60 {
		ids = append(ids, random(9))
	}
	for i := range 400 {
		both = append(both, append(slices.Clone(ids[rng.IntN(len(ids))]), random(7)...))
		numbers = append(numbers, binary.BigEndian.AppendUint64(nil, uint64(i*90)))
	}
	places := func(ends []bool) (out []int) {
		for w, end := range ends {
			if end {
				out = append(out, w)
			}
		}
		return out
	}
	if got := places(repeatEnds(both, 16)); !slices.Equal(got, []int{9}) {
		t.Errorf("ids of 9 bytes end at %v", got)
	}
	if got := places(repeatEnds(numbers, 8)); slices.Contains(got, 7) {
		t.Errorf("numbers end at %v", got)
	}
	var logs [][]byte // of ids that count on, from anywhere
	for i := range 400 {
		logs = append(logs, binary.BigEndian.AppendUint32(slices.Clone(ids[i%60]), uint32(1000*(i%60)+i/60)))
	}
	if got := places(repeatEnds(logs, 13)); slices.Contains(got, 12) {
		t.Errorf("ids in front of numbers that count on end at %v", got)
	}
}
