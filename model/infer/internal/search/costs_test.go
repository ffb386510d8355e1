package search

import (
	"math"
	"strings"
	"testing"

	"tabletop/model/infer/internal/column"
)

// fieldOf describes the places of a field: "00" a constant byte, "5" one that varies by so many bits, "e" one that is
// drawn evenly.
func fieldOf(text string) []place {
	var out []place
	for _, word := range strings.Fields(text) {
		switch {
		case word == "e":
			out = append(out, place{entropy: 7.5, even: true, class: column.Control | column.High})
		case len(word) == 2:
			var value byte
			for _, c := range []byte(word) {
				value = value<<4 | byte(strings.IndexByte("0123456789abcdef", c))
			}
			out = append(out, place{constant: true, value: value})
		default:
			out = append(out, place{entropy: float64(word[0] - '0'), class: column.Control | column.High})
		}
	}
	return out
}

// TestCostsOfNumbers verifies the evidence against a number, in bits: the width, bytes that vary less than those before
// them, constants inside and in front.
func TestCostsOfNumbers(t *testing.T) {
	for _, tt := range []struct {
		field string
		first bool
		want  float64
	}{
		{"3", false, 3}, {"e", false, 3 + evenByte}, {"e", true, 3},
		{"1 5", false, 1.5}, {"5 5", false, 1.5}, {"5 4", false, 1.5 + 0.5*fallBits}, {"7 3", false, 1.5 + mostFall},
		{"00 00 1 5", false, 0.5}, {"00 1 3 5", false, 0.5}, {"01 1 3 5", false, 0.5 + constantHead},
		{"80 1 3 5", false, 0.5}, {"7f 1 3 5", false, 0.5}, {"ff 1 3 5", false, 0.5}, {"01 e e e", false, 0.5 + constantHead + evenTail},
		{"1 5 00 5", false, 0.5 + tagInside + mostFall},
		{"1 3 5 1", false, 0.5 + mostFall + lowLast*(leastVaried-1)},
		{"5 5 5 5", false, 0.5 + evenFirst}, {"1 1 1 1", false, 0.5 + lowLast*(leastVaried-1)},
		{"4 4 4 5", false, 0.5}, {"5 5 5 6", false, 0.5}, {"6 6 6 7", false, 0.5 + evenFirst},
		{"00 00 00 00", false, 0.5 + nothingBits + lowLast*leastVaried}, {"00", false, 3 + nothingBits},
		{"07", false, 3 + tagAlone}, {"80", false, 3 + nothingBits}, {"7f", false, 3 + nothingBits},
		{"00 00 00 07", false, 0.5 + tagAlone + lowLast*leastVaried},
		{"00 00 00 1 2 3 4 5", false, 0.5}, {"00 00 1 2 3 4 5 5", false, 0.5 + 2}, {"00 1 2 3 4 5 5 5", false, 0.5 + 3},
		{"1 1 2 3 4 5 5 5", false, 0.5 + 3}, {"02 1 2 3 4 5 5 5", false, 0.5 + constantHead},
		{"02 1 5 5 5 5 5 5", false, 0.5 + evenTail}, {"02 4 5 5 5 5 5 5", false, 0.5 + constantHead},
		{"1 1 1 1 1 1 1 1 1", false, math.Inf(1)},
	} {
		if got := numberCost(fieldOf(tt.field), tt.first); math.Abs(got-tt.want) > 1e-9 && got != tt.want {
			t.Errorf("%s, first %t: %v bits, want %v", tt.field, tt.first, got, tt.want)
		}
	}
	for field, want := range map[string]float64{"03 01": 4.5 + tagAlone, "03 01 d6 b9": 3.5 + tagAlone + 2} {
		if got := numberCost(fieldOf(field), false); got != want {
			t.Errorf("%s, which never varies: %v bits, want %v", field, got, want)
		}
	}
	low := fieldOf("3 5")
	low[1].class = column.Control
	if got := numberCost(low, true); got != 1.5+tagInside {
		t.Errorf("a last byte that is never great behind one that varies: %v bits", got)
	}
	mark := []place{{constant: true, value: 0, mark: true}}
	if got := numberCost(mark, false); got != markBits {
		t.Errorf("a byte that ends a word: %v bits", got)
	}
	stepped := fieldOf("1 5 2")
	stepped[2].step = 3 // a multiple of eight varies less
	if got := numberCost(stepped, false); got != 2.2 {
		t.Errorf("a multiple of eight: %v bits", got)
	}
}

// TestCostsOfCombinedNumbers verifies that a number of eight bytes combines others where low bits of a byte in its
// middle never vary, and not without one, with one of them, or in another width.
func TestCostsOfCombinedNumbers(t *testing.T) {
	for _, tt := range []struct {
		field string
		fixed int
		want  float64
	}{
		{"10 1 4 7 7 2 00 3", 6, 2}, {"10 1 4 7 7 2 00 3", 2, math.Inf(1)}, {"10 1 4 7 7 6 ff 3", 2, 2},
		{"10 1 4 7 7 2 00 3", 1, math.Inf(1)}, {"1 4 7 7 2 00 3", 6, math.Inf(1)},
		{"10 00 00 00 00 2 00 3", 6, math.Inf(1)}, {"10 1 7 4 7 2 00 3", 6, 2 + fallBits*2.5},
	} {
		st := fieldOf(tt.field)
		st[5].fixed = tt.fixed
		if got := combinedCost(st); got != tt.want {
			t.Errorf("%s with %d bits that never vary: %v bits, want %v", tt.field, tt.fixed, got, tt.want)
		}
	}
}

// TestBytesDetermineEachOther verifies that those of few codes of several bytes do, and not those of a code and a
// number, of two codes, or of as many values as there are rows.
func TestBytesDetermineEachOther(t *testing.T) {
	for name, tt := range map[string]struct {
		value func(i int) []byte
		want  bool
	}{
		"a code of two bytes": {func(i int) []byte { return []byte{byte(i % 7), byte(i % 7 * 37)} }, true},
		"two codes":           {func(i int) []byte { return []byte{byte(i % 7), byte(i % 6)} }, false},
		"a code and an id":    {func(i int) []byte { return []byte{byte(i % 7), byte(i * 37)} }, false},
		"many values":         {func(i int) []byte { return []byte{byte(i), byte(i * 37)} }, false},
		"two values":          {func(i int) []byte { return []byte{byte(i % 2), byte(i % 2 * 37)} }, false},
	} {
		col := column.Column{}
		for i := range 200 {
			col.Row, col.Val = append(col.Row, int32(i)), append(col.Val, tt.value(i))
		}
		if st := places(col, 2); st[1].bound != tt.want || st[0].bound {
			t.Errorf("%s: %t, want %t", name, st[1].bound, tt.want)
		}
	}
}

// TestCostsOfIDs verifies the evidence against an id, in bits: by its width, and by bytes that vary less than others.
func TestCostsOfIDs(t *testing.T) {
	for width, want := range map[int]float64{3: math.Inf(1), 4: 3, 5: 4.5, 6: 2.5, 8: 1.2, 10: 2.5, 12: 1.8, 14: 4, 15: 4,
		16: 0.5, 20: 1, 24: 2, 28: 4, 32: 1, 48: 4, 64: 2, 13: 4.5} {
		if got := idCost(fieldOf(strings.Repeat("7 ", width))); got != want {
			t.Errorf("of %d bytes: %v bits, want %v", width, got, want)
		}
	}
	for field, want := range map[string]float64{
		"1 1 1 1": math.Inf(1), "2 2 2 2": 3, "8 8 8 4": 3 + unevenBits*(alikeEnough-0.5)/alikeEnough, "8 8 8 7": 3,
		"00 8 8 8": 3 + unevenBits, "05 e e e": 3 + evenTail + unevenBits,
	} {
		if got := idCost(fieldOf(field)); math.Abs(got-want) > 1e-9 && got != want {
			t.Errorf("%s: %v bits, want %v", field, got, want)
		}
	}
}

// TestCostsOfOtherFields verifies the evidence against little-endian numbers, against multiples of powers of two, and
// against numbers given out by partition.
func TestCostsOfOtherFields(t *testing.T) {
	stepped := func(text string, at, step int) []place {
		st := fieldOf(text)
		st[at].step = step
		return st
	}
	signed := func(text string, signs ...int) []place {
		st := fieldOf(text)
		for _, at := range signs {
			st[at].signs, st[at].repeats = true, at > signs[0]
		}
		return st
	}
	small := fieldOf("5 4 1 00")
	small[0].class = column.Control
	no := math.Inf(1)
	for name, tt := range map[string]struct{ got, want float64 }{
		"little":                        {littleCost(fieldOf("5 4 1 00")), 0.5},
		"little, growing":               {littleCost(fieldOf("4 6 1 00")), 0.5 + 1.5*fallBits},
		"little, of three":              {littleCost(fieldOf("5 1 00")), no},
		"little, of eight":              {littleCost(fieldOf("5 4 1 00 00 00 00 00")), 0.5},
		"little, without a zero":        {littleCost(fieldOf("5 4 1 07")), 0.5 + constantHead},
		"little, of small bytes":        {littleCost(small), 0.5 + tagInside},
		"little, of few":                {littleCost(fieldOf("1 1 1 00")), 0.5 + lowLast*(leastVaried-1)},
		"little, in steps":              {littleCost(stepped("5 4 1 00", 2, 3)), no},
		"little, in small steps":        {littleCost(stepped("5 4 1 00", 2, 2)), 0.5},
		"little, of two":                {littleCost(fieldOf("5 4")), 1.5},
		"signed":                        {littleSignedCost(signed("5 4 1 1", 2, 3)), 0.5},
		"signed, growing":               {littleSignedCost(signed("3 6 1 1", 2, 3)), 0.5 + min(mostFall, 2.5*fallBits)},
		"signed, one byte of it":        {littleSignedCost(signed("5 4 1 1", 3)), no},
		"signed, of three":              {littleSignedCost(signed("5 1 1", 1, 2)), no},
		"signed, of eight":              {littleSignedCost(signed("5 4 1 1 1 1 1 1", 4, 5, 6, 7)), 0.5},
		"signed, of eight, two of them": {littleSignedCost(signed("5 4 1 1 1 1 1 1", 6, 7)), no},
		"aligned":                       {alignedCost(stepped("3 4 5 6 5 00 00 00", 4, 3)), 2 + 1.5},
		"aligned, falling":              {alignedCost(stepped("3 6 4 6 5 00 00 00", 4, 3)), 3.5 + 1.5*fallBits},
		"aligned, zeros inside":         {alignedCost(stepped("3 00 4 6 5 00 00 00", 4, 3)), 2 + 2 + mostFall + min(mostFall, 2.5*fallBits)},
		"aligned, in no steps":          {alignedCost(stepped("3 4 5 6 5 00 00 00", 4, 2)), no},
		"aligned, no zeros":             {alignedCost(stepped("3 4 5 6 5 5 5 5", 7, 3)), no},
		"aligned, of seven":             {alignedCost(stepped("3 4 5 6 5 00 00", 4, 3)), no},
		"partitioned":                   {partitionedCost(fieldOf("3 00 00 00 4 5 6 6")), 3.5},
		"partitioned, falling":          {partitionedCost(fieldOf("3 00 00 00 4 6 4 6")), 3.5 + 1.5*fallBits},
		"partitioned, two zeros":        {partitionedCost(fieldOf("3 00 00 4 5 5 6 6")), no},
		"partitioned, all zeros":        {partitionedCost(fieldOf("3 00 00 00 00 00 00 00")), no},
		"partitioned, a constant first": {partitionedCost(fieldOf("03 00 00 00 4 5 6 6")), no},
		"partitioned, of seven":         {partitionedCost(fieldOf("3 00 00 00 4 5 6")), no},
		"partitioned, an id before it":  {partitionedCost(fieldOf("6 00 00 00 4 5 6 6")), no},
	} {
		if math.Abs(tt.got-tt.want) > 1e-9 && tt.got != tt.want {
			t.Errorf("%s: %v bits, want %v", name, tt.got, tt.want)
		}
	}
}

// TestTellingBytes verifies which bytes in front tell a sign, a tag, a float, or nanoseconds, from both sides of each
// limit.
func TestTellingBytes(t *testing.T) {
	for b := range 256 {
		p := place{constant: true, value: byte(b)}
		v := byte(b) &^ 0x80
		if got, want := isNanosHead(p), v >= 0x0f && v <= 0x1e || v >= 0x7f-0x1e && v <= 0x7f-0x0f; got != want {
			t.Errorf("%02x begins nanoseconds: %t, want %t", b, got, want)
		}
		if got, want := isTag(p), b != 0 && b != 0x80 && b != 0x7f; got != want {
			t.Errorf("%02x is a tag: %t, want %t", b, got, want)
		}
		if got, want := floatHead(byte(b), 8), v >= 0x3e && v <= 0x41; got != want || got != floatHead(byte(b), 4) ||
			floatHead(byte(b), 5) {
			t.Errorf("%02x begins a float: %t, want %t", b, got, want)
		}
	}
	if isNanosHead(place{value: 0x17}) || isTag(place{value: 7}) {
		t.Error("a byte that varies tells something")
	}
	for field, want := range map[string]bool{"80 00 1": true, "80 00": true, "80": false, "80 01 1": false, "81 00": false,
		"80 1 1": false, "1 00": false} {
		if got := startsSigned(fieldOf(field)); got != want {
			t.Errorf("%s starts a signed number: %t, want %t", field, got, want)
		}
	}
	for field, want := range map[string]bool{"05 e e": true, "05 06 e": true, "00 e e": false, "05 5 e": false, "05 06": false,
		"e e": false, "3f e e e": false, "3f e e": true} {
		if got := tagBeforeEven(fieldOf(field)); got != want {
			t.Errorf("%s is a tag before an id: %t, want %t", field, got, want)
		}
	}
	for field, want := range map[string]bool{"7 7 7": true, "7 6 7": true, "7 5 7": false, "1 1 1": false, "2 2": true} {
		if got := evenPlaces(fieldOf(field)); got != want {
			t.Errorf("%s vary alike: %t, want %t", field, got, want)
		}
	}
}

// TestPositionsAreDescribed verifies what is told of the bytes at one distance: constants, classes and bytes that no text
// has, each with as much garbage as is tolerated, and with more.
func TestPositionsAreDescribed(t *testing.T) {
	of := func(bytes map[byte]int) position {
		var counts [256]int32
		n := 0
		for b, k := range bytes {
			counts[b] = int32(k)
			n += k
		}
		return describe(&counts, n)
	}
	if p := of(map[byte]int{'a': 96, 'Z': 4}); !p.constant || p.value != 'a' || p.class != column.Lower || !p.pure() {
		t.Errorf("%+v", p)
	}
	if p := of(map[byte]int{'a': 95, 'Z': 5}); p.constant || p.class != column.Lower|column.Upper || !p.pure() {
		t.Errorf("%+v", p)
	}
	if p := of(map[byte]int{'a': 50, '1': 50}); p.entropy != 1 || p.pure() || p.binary != 0 {
		t.Errorf("%+v", p)
	}
	if p := of(map[byte]int{'1': 100}); !p.pure() || p.entropy != 0 {
		t.Errorf("%+v", p)
	}
	if p := of(map[byte]int{1: 30, 2: 30, 'a': 40}); math.Abs(p.binary-0.6) > 1e-9 {
		t.Errorf("%+v", p)
	}
	if p := of(map[byte]int{1: 60, 'a': 40}); p.binary != 0 { // ends of text of varying length
		t.Errorf("%+v", p)
	}
	if p := of(map[byte]int{1: 96, 'a': 4}); math.Abs(p.binary-0.96) > 1e-9 {
		t.Errorf("%+v", p)
	}
	low := func(bytes map[byte]int) (zero, same int) {
		var counts [256]int32
		n := 0
		for b, k := range bytes {
			counts[b] = int32(k)
			n += k
		}
		return lowBits(&counts, n)
	}
	for _, tt := range []struct {
		bytes map[byte]int
		want  int
		same  int
	}{{map[byte]int{0x08: 50, 0x10: 50}, 3, 3}, {map[byte]int{0x80: 50, 0x00: 50}, 7, 7},
		{map[byte]int{1: 50, 2: 50}, 0, 0}, {map[byte]int{0x08: 96, 1: 4}, 3, 7}, {map[byte]int{0x08: 95, 1: 5}, 0, 0},
		{map[byte]int{0x04: 50, 0x02: 50}, 1, 1}, {map[byte]int{0x28: 50, 0xa8: 50}, 3, 7},
		{map[byte]int{0x2e: 50, 0x6e: 50}, 1, 6}} {
		if zero, same := low(tt.bytes); zero != tt.want || same != tt.same {
			t.Errorf("%v: %d low bits are zero and %d the same, want %d and %d", tt.bytes, zero, same, tt.want, tt.same)
		}
	}
}
