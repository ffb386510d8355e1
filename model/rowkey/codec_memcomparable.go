package rowkey

import (
	"bytes"
	"unicode/utf8"
)

// memcomparable reads text in groups of eight bytes, each behind which a marker stands: FF, and another group follows,
// or FF less the zero bytes that fill the last group up. TiDB and MyRocks write text so
// (https://pkg.go.dev/github.com/pingcap/tidb/pkg/util/codec#EncodeBytes).
type memcomparable struct{ traits }

const groupSize, fullGroup = 8, 0xFF

func buildMemcomparable(c call) (Codec, error) {
	return &memcomparable{traits{spec: "memcomparable", encoding: "UTF-8 in groups of 8 bytes and a marker",
		typ: Text}}, c.arity(0, 0, "nothing in parentheses")
}

// size is the number of bytes up to the marker of the last group; 0 where b ends before it.
func (*memcomparable) size(b []byte) int {
	for at := groupSize; at < len(b); at += groupSize + 1 {
		if b[at] != fullGroup {
			return at + 1
		}
	}
	return 0
}

func (c *memcomparable) Decode(b []byte) (Value, error) {
	if c.size(b) != len(b) || len(b) == 0 {
		return Value{}, reason("not the length that its markers tell")
	}
	var text []byte
	for ; len(b) > 0; b = b[groupSize+1:] {
		filled := fullGroup - int(b[groupSize])
		if filled > groupSize || len(bytes.Trim(b[groupSize-filled:groupSize], "\x00")) > 0 {
			return Value{}, reason("not filled up as its marker tells")
		}
		text = append(text, b[:groupSize-filled]...)
	}
	if !utf8.Valid(text) {
		return Value{}, reason("not UTF-8")
	}
	return Value{Kind: KindText, Bytes: text}, nil
}

func (c *memcomparable) Append(dst []byte, v Value) ([]byte, error) {
	text := []byte(v.String())
	if !utf8.Valid(text) {
		return dst, reason("not UTF-8")
	}
	for ; len(text) >= groupSize; text = text[groupSize:] {
		dst = append(append(dst, text[:groupSize]...), fullGroup)
	}
	filled := groupSize - len(text)
	dst = append(append(dst, text...), make([]byte, filled)...)
	return append(dst, byte(fullGroup-filled)), nil
}

// Form implements Codec.
func (*memcomparable) Form() Form { return Form{Binary: true, Order: OrderByValue} }

// Structure implements Structured: markers stay, and what fills the last group up.
func (*memcomparable) Structure(text []byte, fixed []bool) {
	for at := groupSize; at < len(text); at += groupSize + 1 {
		for i := max(at-(fullGroup-int(text[at])), 0); i <= at; i++ {
			fixed[i] = true
		}
	}
}
