package text

import (
	"encoding/hex"
	"net/netip"
	"strconv"
	"time"

	"tabletop/model/rowkey"
)

// Value writes the value of a segment for the user, escaped: times as calendar times of the unit's resolution, in
// UTC or with the offset at which they were written, binary ids as they are usually written.
func Value(c rowkey.Codec, v rowkey.Value) string { return string(AppendValue(nil, c, v)) }

// AppendValue appends Value(c, v) to dst.
func AppendValue(dst []byte, c rowkey.Codec, v rowkey.Value) []byte {
	switch v.Kind {
	case rowkey.KindTime:
		dst = appendTime(dst, c.Unit(), v.Local())
		if v.Offset != 0 {
			dst = v.Local().AppendFormat(dst, "-07:00")
		}
		return dst
	case rowkey.KindInt:
		return strconv.AppendInt(dst, v.Int, 10)
	case rowkey.KindUint:
		return strconv.AppendUint(dst, v.Uint, 10)
	case rowkey.KindText:
		return AppendEscape(dst, v.Bytes)
	}
	return appendBytes(dst, c.Type(), v.Bytes)
}

func appendTime(dst []byte, u rowkey.Unit, t time.Time) []byte {
	switch u {
	case rowkey.Year:
		return t.AppendFormat(dst, "2006")
	case rowkey.Month:
		return t.AppendFormat(dst, "2006-01")
	case rowkey.Week:
		y, w := t.ISOWeek()
		dst = append(strconv.AppendInt(dst, int64(y), 10), "-W"...)
		if w < 10 {
			dst = append(dst, '0')
		}
		return strconv.AppendInt(dst, int64(w), 10)
	case rowkey.Day:
		return t.AppendFormat(dst, "2006-01-02")
	case rowkey.Hour, rowkey.Minute:
		return t.AppendFormat(dst, "2006-01-02 15:04")
	case rowkey.Millisecond:
		return t.AppendFormat(dst, "2006-01-02 15:04:05.000")
	case rowkey.Microsecond:
		return t.AppendFormat(dst, "2006-01-02 15:04:05.000000")
	case rowkey.Nanosecond:
		return t.AppendFormat(dst, "2006-01-02 15:04:05.000000000")
	}
	return t.AppendFormat(dst, "2006-01-02 15:04:05")
}

func appendBytes(dst []byte, t rowkey.Type, b []byte) []byte {
	switch {
	case t == rowkey.UUID && len(b) == 16:
		for i, c := range b {
			if i == 4 || i == 6 || i == 8 || i == 10 {
				dst = append(dst, '-')
			}
			dst = hex.AppendEncode(dst, []byte{c})
		}
		return dst
	case t == rowkey.IP:
		if a, ok := netip.AddrFromSlice(b); ok {
			return a.AppendTo(dst)
		}
	}
	// If most bytes need an escape, plain hex is shorter and easier to read.
	before := len(dst)
	if dst = AppendEscape(dst, b); len(b) == 0 || len(dst)-before < 2*len(b) {
		return dst
	}
	return hex.AppendEncode(dst[:before], b)
}
