package rowkey

import "time"

// Kind tells which field of a Value holds it.
type Kind uint8

// The kinds of value.
const (
	KindBytes Kind = iota // Bytes, not necessarily UTF-8
	KindText              // Bytes, valid UTF-8
	KindInt               // Int
	KindUint              // Uint, for what does not fit an int64
	KindTime              // Int seconds since 1970 UTC and Nanos
)

// Value is what a segment holds. It is a plain struct, not an interface, so that decoding a key allocates nothing.
type Value struct {
	Kind  Kind
	Nanos int32 // KindTime: 0..999,999,999
	Int   int64
	Uint  uint64
	Bytes []byte // a part of the key where the bytes stand for themselves, else freshly made
}

// Time is the instant of a KindTime value.
func (v Value) Time() time.Time { return time.Unix(v.Int, int64(v.Nanos)).UTC() }
