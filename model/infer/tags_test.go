package infer

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"strings"
	"testing"
)

// TestTagsOfBinaryKinds verifies that the byte that tells binary kinds apart is a segment of its own, whatever looks
// like one number or address with it, and that the first letters of words are none.
func TestTagsOfBinaryKinds(t *testing.T) {
	w := newWorld(3)
	number := func(n uint64, width int) string { return string(binary.BigEndian.AppendUint64(nil, n)[8-width:]) }
	tests := []struct {
		name string
		make func(i int) string
		want []string // that each template of the result begins with, in any order
	}{
		{"newlines before digests and numbers", func(i int) string {
			if i%3 == 0 {
				return "\n" + w.bytes(20)
			}
			return "\v" + number(uint64(1000+i), 8)
		}, []string{"{number:be(1)}{id:hash(bytes(20))}", "{number:be(1)}{number2:be(8)}"}},
		{"codes behind a number of one width", func(i int) string {
			if i%2 == 0 {
				return "r" + number(uint64(w.IntN(90)), 4) + "\x01" + grouped(w.name()+w.name()) + "\x03" +
					number(1<<63|uint64(w.IntN(1<<20)), 8)
			}
			return "r" + number(uint64(w.IntN(90)), 4) + "\x04" + number(uint64(w.IntN(4000)), 8) + "\x03" +
				number(1<<63|uint64(w.IntN(1<<20)), 8)
		}, []string{"{name:memcomparable}\\x03{number2:be(8, flip)}",
			":be(1)}{number3:be(8)}{number4:be(1)}{number5:be(8, flip)}"}},
		{"a byte behind an id of eight", func(i int) string {
			id := number(uint64(1+w.IntN(60))*0x9e3779b97f4a7c15, 8)
			switch i % 3 {
			case 0:
				return id + "\x01" + number(uint64(w.IntN(1<<20)), 4)
			case 1:
				return id + "\x02" + w.name() + w.name()
			}
			return id + "\x03" + number(uint64(w.IntN(900)), 2) + number(uint64(w.IntN(1<<30)), 8)
		}, []string{":be(1)}{number2:be(4)}", ":be(1)}{name}", ":be(1)}{number2:be(2)}{number3:be(8)}"}},
		{"a byte behind fields of several lengths", func(i int) string {
			x := uint64(1+w.IntN(60)) * 0x9e3779b97f4a7c15
			id := number(x, 8) + number(x*x, 8)
			switch i % 3 {
			case 0:
				return id + "\x01"
			case 1:
				return id + number(uint64(w.IntN(900)), 2) + "\x02"
			}
			return id + number(uint64(w.IntN(1<<20)), 4) + number(uint64(w.IntN(600)), 2) + "\x03"
		}, []string{"{id:hash(bytes(16))}{number:be(1)}", "{id:hash(bytes(16))}{number:be(2)}{number2:be(1)}",
			"{id:hash(bytes(16))}{number:be(4)}{number2:be(2)}{number3:be(1)}"}},
		{"words before numbers", func(i int) string {
			return w.one("apple", "banana", "cherry") + "#" + number(uint64(w.IntN(1<<20)), 4)
		}, []string{"{kind"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			i := 0
			res := inferred(t, rows(400, func() row { i++; return row{tt.make(i), w.when()} }))
			got := fmt.Sprint(templates(res))
			for _, want := range tt.want {
				if !strings.Contains(got, want) {
					t.Errorf("%s, want %s", got, want)
				}
			}
			if len(res.Kinds) != len(tt.want) {
				t.Errorf("%d kinds: %s", len(res.Kinds), got)
			}
		})
	}
}

// TestShortKeyAmongAssignments verifies that a key shorter than the name that all others begin with does no harm.
func TestShortKeyAmongAssignments(t *testing.T) {
	w := newWorld(4)
	i := 0
	res := inferred(t, rows(300, func() row {
		if i++; i%60 == 0 {
			return row{w.one("a", "b", "c"), w.when()}
		}
		return row{"session=" + w.name(), w.when()}
	}))
	if got := fmt.Sprint(templates(res)); !strings.Contains(got, "session)}=") {
		t.Errorf("found %s", got)
	}
}

// TestProofInSpiteOfGarbage verifies that a few damaged keys do not hide what a segment is the hash of.
func TestProofInSpiteOfGarbage(t *testing.T) {
	w := newWorld(5)
	i := 0
	res := inferred(t, rows(600, func() row {
		name := w.name()
		salt := crc32.ChecksumIEEE([]byte(name)) % 16
		if i++; i%100 == 0 {
			name = name[:3] // cut off after it was salted
		}
		return row{fmt.Sprintf("%02d#%s", salt, name), w.when()}
	}))
	if got := fmt.Sprint(templates(res)); !strings.Contains(got, "crc32(") {
		t.Errorf("found %s", got)
	}
}

// TestDigitsBesideLettersAreTags verifies that a digit that one kind has where another has a letter or a word of two is
// a tag in both: d/3 beside d/d.
func TestDigitsBesideLettersAreTags(t *testing.T) {
	w := newWorld(3)
	got := templates(inferred(t, rows(600, func() row {
		place := "country/" + w.letters(3, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
		if w.IntN(2) == 0 {
			place = "geoId/" + fmt.Sprintf("%0*d", 2+w.IntN(6), w.IntN(100))
		}
		if w.IntN(3) == 0 {
			return row{"d/" + w.one("0", "4", "d") + "/" + place, w.when()}
		}
		return row{"d/" + w.one("3", "7") + "/" + place + "^" + w.one("Count_Person", "latitude", "Count_Household"),
			w.when()}
	})))
	for _, l := range got {
		if strings.Contains(l, "{number") {
			t.Errorf("the tag behind d/ is a number: %q", l)
		}
	}
}
