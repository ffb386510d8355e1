package rowkey

import (
	"bytes"
	"cmp"
	"encoding/hex"
	"strconv"
	"time"
)

// Kind states which field of a Value holds it.
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
	Kind   Kind
	Offset int16 // KindTime: minutes east of UTC at which it was written; the instant does not depend on it
	Nanos  int32 // KindTime: 0..999,999,999
	Int    int64
	Uint   uint64
	Bytes  []byte // a part of the key where the bytes stand for themselves, else freshly made
}

// Time returns the instant of a KindTime value, in UTC.
func (v Value) Time() time.Time { return time.Unix(v.Int, int64(v.Nanos)).UTC() }

// Local returns the instant of a KindTime value at the offset at which it was written.
func (v Value) Local() time.Time {
	if v.Offset == 0 {
		return v.Time()
	}
	return v.Time().In(time.FixedZone("", 60*int(v.Offset)))
}

// String is the value for the user: text as it is, which may hold control characters that a view has to escape; bytes
// in hexadecimal; times in RFC 3339.
func (v Value) String() string {
	switch v.Kind {
	case KindText:
		return string(v.Bytes)
	case KindInt:
		return strconv.FormatInt(v.Int, 10)
	case KindUint:
		return strconv.FormatUint(v.Uint, 10)
	case KindTime:
		return v.Local().Format(time.RFC3339Nano)
	}
	return hex.EncodeToString(v.Bytes)
}

// Any is the value for encoding/json: a string, an int64, a uint64 or a time.Time; bytes as a hexadecimal string.
func (v Value) Any() any {
	switch v.Kind {
	case KindInt:
		return v.Int
	case KindUint:
		return v.Uint
	case KindTime:
		if v.Int >= firstSecond && v.Int <= lastSecond {
			return v.Local()
		}
	}
	return v.String()
}

// Compare orders values: numbers as numbers, times as times, text and bytes by their bytes; values of different kinds
// by the kind, numbers before text.
func (v Value) Compare(w Value) int {
	if c := cmp.Compare(v.rank(), w.rank()); c != 0 {
		return c
	}
	switch v.Kind {
	case KindInt, KindUint:
		if v.Kind != w.Kind { // a KindUint may hold a small number too
			a, _ := v.integer()
			b, _ := w.integer()
			if a.neg != b.neg {
				return cmp.Compare(w.sign(), v.sign())
			}
			return cmp.Compare(a.abs, b.abs)
		}
		return cmp.Or(cmp.Compare(v.Int, w.Int), cmp.Compare(v.Uint, w.Uint))
	case KindTime:
		return cmp.Or(cmp.Compare(v.Int, w.Int), cmp.Compare(v.Nanos, w.Nanos), cmp.Compare(v.Offset, w.Offset))
	}
	return bytes.Compare(v.Bytes, w.Bytes)
}

func (v Value) rank() int {
	switch v.Kind {
	case KindInt, KindUint:
		return 0
	case KindTime:
		return 1
	}
	return 2
}

// sign is 1 for a negative number.
func (v Value) sign() int {
	if v.Kind == KindInt && v.Int < 0 {
		return 1
	}
	return 0
}

// Floor cuts a time to a unit, in UTC, weeks to their Monday. Other values come back as they are.
func (v Value) Floor(u Unit) Value {
	if v.Kind != KindTime {
		return v
	}
	moment := v.Time()
	switch u {
	case Year:
		moment = time.Date(moment.Year(), 1, 1, 0, 0, 0, 0, time.UTC)
	case Month:
		moment = time.Date(moment.Year(), moment.Month(), 1, 0, 0, 0, 0, time.UTC)
	case Week:
		moment = time.Date(moment.Year(), moment.Month(), moment.Day()-(int(moment.Weekday())+6)%7, 0, 0, 0, 0,
			time.UTC)
	case Day:
		moment = time.Date(moment.Year(), moment.Month(), moment.Day(), 0, 0, 0, 0, time.UTC)
	case Hour:
		return v.floorSeconds(3600)
	case Minute:
		return v.floorSeconds(60)
	case Second:
		return v.floorSeconds(1)
	case Millisecond:
		v.Nanos -= v.Nanos % 1e6
		return v
	case Microsecond:
		v.Nanos -= v.Nanos % 1e3
		return v
	default:
		return v
	}
	return Value{Kind: KindTime, Int: moment.Unix()}
}

// floorSeconds truncates a time to a multiple of step seconds since 1970.
func (v Value) floorSeconds(step int64) Value {
	return Value{Kind: KindTime, Int: v.Int - (v.Int%step+step)%step}
}
