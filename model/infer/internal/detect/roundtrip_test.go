package detect

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"tabletop/model/infer/internal/column"
	"tabletop/model/infer/internal/keyset"
	"tabletop/model/rowkey"
)

// moments returns n times of two years, in random order, and the keyset of rows that were written a moment after them.
func moments(n int) ([]time.Time, *keyset.Keyset) {
	rng := rand.New(rand.NewPCG(11, 12))
	first := time.Date(2024, 3, 1, 0, 0, 0, 0, time.UTC)
	ks := &keyset.Keyset{Timed: true, To: first.AddDate(5, 0, 0).UnixMicro()}
	var at []time.Time
	for range n {
		t := first.Add(time.Duration(rng.Int64N(int64(2 * 365 * 24 * time.Hour))))
		written := t.Add(time.Duration(rng.IntN(1e9))).UnixMicro()
		at = append(at, t)
		ks.Oldest, ks.Newest = append(ks.Oldest, written), append(ks.Newest, written)
	}
	return at, ks
}

// encoded returns the column that a codec makes of times; values that are dirt take the place of some.
func encoded(t *testing.T, spec string, at []time.Time, dirt int) (*column.Summary, rowkey.Codec) {
	t.Helper()
	c, err := rowkey.ParseCodec(spec)
	if err != nil {
		t.Fatal(err)
	}
	return columnOf(len(at), func(i int) []byte {
		if dirt > 0 && i%(len(at)/dirt) == 1 {
			return []byte("#garbage")
		}
		b, err := rowkey.AppendCut(nil, c, rowkey.Value{Kind: rowkey.KindTime, Int: at[i].Unix(),
			Nanos: int32(at[i].Nanosecond())})
		if err != nil {
			t.Fatalf("%s of %v: %v", spec, at[i], err)
		}
		return b
	}), c
}

// read reads a column as text or as bytes, whichever it is.
func (e *Reader) read(s *column.Summary) Reading {
	if column.IsBinary(s.Column) {
		return e.ReadBinary(s)
	}
	return e.ReadText(s)
}

// timeSpecs lists codecs of times that inference knows.
func timeSpecs() (counts, dates []string) {
	counts = []string{"s", "ms", "us", "ns", "s(be(4))", "s(be(8))", "ms(be(8))", "us(be(8))", "ms(be(6))",
		"reverse(s)", "reverse(ms)", "reverse(us)", "reverse(ms(be(8)))", "reverse(us(be(8)))",
		"reverse(s, 2^31-1)", "reverse(s, 10^10-1)", "reverse(ms, 10^13-1)", "s(pad(12))", "ms(pad(15))", "ms(hex(16))",
		"s(hex(8))", "s(point(3))"}
	dates = slices.DeleteFunc(digitForms(), func(form string) bool { return form == "2006" })
	return counts, append(dates,
		"2006-01", "2006/01", "2006_01", "2006.01", "2006-01-02", "2006/01/02", "2006_01_02", "2006.01.02",
		"2006:01:02", "01-02-2006", "02-01-2006", "01/02/2006", "02/01/2006", "06-01-02", "2006-002", "2006-W01",
		"2006W01", "2006-01-02-15", "2006-01-02T15", "2006-01-02T15Z", "2006-01-02/15", "2006/01/02/15",
		"2006-01-02 15", "2006-01-02_15", "20060102T15", "20060102T15Z", "20060102-15", "20060102_15", "20060102/15",
		"2006_01_02_15", "2006-01-02:15", "2006.01.02.15", "2006-01-02-1504", "2006-01-02T15:04",
		"2006-01-02T15:04Z", "2006-01-02 15:04", "2006-01-02-15-04", "20060102-1504", "20060102T1504",
		"20060102T1504Z", "2006/01/02/15/04", "20060102_1504", "2006-01-02T1504", "2006-01-02T1504Z",
		"2006-01-02_15:04", "2006-01-02T15-04", "2006-01-02T15:04:05Z", "2006-01-02T15:04:05", "20060102T150405Z",
		"20060102T150405", "20060102-150405", "20060102_150405", "2006-01-02 15:04:05", "2006-01-02-15-04-05",
		"2006-01-02-150405", "2006-01-02T15-04-05Z", "2006-01-02T15-04-05", "2006-01-02_15:04:05",
		"2006-01-02-15:04:05", "2006-01-02T150405", "2006-01-02T150405Z", "2006-01-02T15:04:05+00:00",
		"2006-01-02T15:04:05+0000", "2006/01/02/15/04/05", "2006/01/02 15:04:05", "2006-01-02_15-04-05",
		"2006_01_02_15_04_05", "2006/01/02T15:04:05", "2006-01-02T15:04:05.000Z", "2006-01-02T15:04:05.000",
		"2006-01-02 15:04:05.000", "2006-01-02 15:04:05,000", "20060102T150405.000Z", "20060102T150405.000",
		"20060102150405.000", "20060102-150405.000", "2006-01-02T15:04:05.000+00:00", "20060102T150405000Z",
		"20060102T150405000", "2006-01-02T15:04:05.000000Z", "2006-01-02T15:04:05.000000",
		"2006-01-02 15:04:05.000000", "20060102T150405.000000Z", "2006-01-02T15:04:05.000000+00:00",
		"2006-01-02T15:04:05.000000000Z", "2006-01-02T15:04:05.000000000")
}

// TestTimesAreReadAsWritten verifies that values which a codec of times makes are read as that codec, also with as much
// garbage as is tolerated, that cells which agree make the time a known one, and that with more garbage they are read
// as no time.
func TestTimesAreReadAsWritten(t *testing.T) {
	at, ks := moments(200)
	counts, _ := timeSpecs()
	e := NewReader(ks)
	for _, spec := range counts {
		for dirt, want := range map[int]bool{0: true, 8: true, 20: false} {
			s, _ := encoded(t, spec, at, dirt)
			r := e.read(s)
			if (r.Typ == rowkey.Timestamp) != want ||
				want && (r.Spec != spec && r.Fixed != spec || !r.Known || !r.Strong) {
				t.Errorf("%s with %d of 200 garbage is read as %s or %s, known %t", spec, dirt, r.Spec, r.Fixed,
					r.Known)
			}
			if want && (r.Bits <= 0 || r.Bits > 64*200) {
				t.Errorf("%s takes %g bits", spec, r.Bits)
			}
		}
	}
}

// TestDatesAreReadAsWritten verifies that each form of a date is read as that form, or as one of the same shape that
// fits as well.
func TestDatesAreReadAsWritten(t *testing.T) {
	at, ks := moments(200)
	_, dates := timeSpecs()
	for name, e := range map[string]*Reader{"with cells": NewReader(ks), "without": NewReader(untimed(200))} {
		for _, layout := range dates {
			s := columnOf(len(at), func(i int) []byte { return []byte(formatted(layout, at[i])) })
			r := e.read(s)
			if days := []string{"06002", "200600215", "20060021504", "2006002150405"}; name == "without" &&
				slices.Contains(days, layout) {
				if r.Spec == "date("+layout+")" {
					t.Errorf("%s, such as %s: digits with the day of the year are no proof without cells", layout,
						s.Val[0])
				}
				continue
			}
			same := r.Typ == rowkey.Timestamp && r.Spec != "" && len(r.Spec) == len("date()")+len(layout)
			if r.Spec != "date("+layout+")" && !(same && fits(t, r.Spec, s)) {
				t.Errorf("%s: %s, such as %s, is read as %s %s", name, layout, s.Val[0], r.Typ, r.Spec)
			}
			if r.Known != (r.Typ == rowkey.Timestamp) && name == "with cells" {
				t.Errorf("%s: %s is known: %t", name, layout, r.Known)
			}
		}
	}
}

// formatted writes a time in a layout of Go, or one with weeks.
func formatted(layout string, at time.Time) string {
	year, week := at.ISOWeek()
	switch layout {
	case "2006-W01":
		return fmt.Sprintf("%d-W%02d", year, week)
	case "2006W01":
		return fmt.Sprintf("%dW%02d", year, week)
	}
	return at.Format(layout)
}

// fits reports whether a codec reads all values.
func fits(t *testing.T, spec string, s *column.Summary) bool {
	t.Helper()
	c, err := rowkey.ParseCodec(spec)
	if err != nil {
		t.Errorf("%s: %v", spec, err)
		return false
	}
	return !slices.ContainsFunc(s.Val, func(v []byte) bool { _, err := c.Decode(v); return err != nil })
}

// TestTypesAreReadAsWritten verifies the reading of values that are no times, drawn as programs make them, with a few
// that are garbage and with too many.
func TestTypesAreReadAsWritten(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	letters := func(n int, from string) string {
		b := make([]byte, n)
		for i := range b {
			b[i] = from[rng.IntN(len(from))]
		}
		return string(b)
	}
	bytesOf := func(n int) string {
		b := make([]byte, n)
		for i := range b {
			b[i] = byte(rng.UintN(256))
		}
		return string(b)
	}
	const hex, upper = "0123456789abcdef", "0123456789ABCDEF"
	uuid := func(digits string) string {
		return letters(8, digits) + "-" + letters(4, digits) + "-4" + letters(3, digits) + "-" +
			letters(1, digits[8:12]) + letters(3, digits) + "-" + letters(12, digits)
	}
	name := func() string {
		return letters(1, "bcdfgklmnprst") + letters(1, "aeiou") + letters(1, "lmnrst") + letters(1, "aeiou")
	}
	for _, tt := range []struct {
		want  string
		value func(i int) string
	}{
		{"uuid", func(int) string { return uuid(hex) }},
		{"uuid(upper)", func(int) string { return uuid(upper) }},
		{"uuid(hex)", func(int) string { return letters(12, hex) + "4" + letters(3, hex) + "a" + letters(15, hex) }},
		{"hash(hex(32))", func(int) string { return letters(32, hex) }},
		{"hash(hex(40))", func(int) string { return letters(40, hex) }},
		{"hash(hex(16))", func(int) string { return letters(16, hex) }},
		{"hash(bytes(16))", func(int) string { return bytesOf(16) }},
		{"hash(bytes(32))", func(int) string { return bytesOf(32) }},
		{"hash(b62(22))", func(int) string {
			return letters(22, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
		}},
		{"hash(b58(22))", func(int) string {
			return letters(22, "123456789abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ")
		}},
		{"hash(b64(22))", func(int) string {
			return letters(22, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_")
		}},
		{"int", func(int) string { return fmt.Sprint(rng.IntN(100_000)) }},
		{"pad(8)", func(int) string { return fmt.Sprintf("%08d", rng.IntN(1_000_000)) }},
		{"be(4)", func(i int) string { return string([]byte{0, 0, byte(rng.IntN(80)), byte(rng.UintN(256))}) }},
		{"be(8)", func(i int) string {
			return string([]byte{0, 0, 0, 0, 0, byte(rng.IntN(80)), byte(rng.UintN(256)), byte(rng.UintN(256))})
		}},
		{"ip", func(int) string {
			return fmt.Sprintf("10.%d.%d.%d", rng.IntN(256), rng.IntN(256), rng.IntN(256))
		}},
		{"email", func(int) string { return name() + "." + name() + "@" + name() + ".com" }},
		{"domain", func(int) string { return name() + "." + name() + "." + []string{"com", "org"}[rng.IntN(2)] }},
		{"reverse(domain)", func(int) string {
			return []string{"com", "org"}[rng.IntN(2)] + "." + name() + "." + name()
		}},
		{"url", func(int) string { return "https://" + name() + ".com/" + name() + "?q=" + name() }},
		{"json", func(i int) string { return fmt.Sprintf(`{"id":%d,"name":%q}`, rng.IntN(9999), name()) }},
		{"text", func(int) string { return name() + " " + name() }},
	} {
		for dirt, want := range map[int]bool{0: true, 8: true, 60: false} {
			rng = rand.New(rand.NewPCG(uint64(len(tt.want)), uint64(dirt)))
			r := NewReader(untimed(400)).read(columnOf(400, func(i int) []byte {
				if dirt > 0 && i%(400/dirt) == 1 {
					return []byte("\u00e9 #;" + letters(1+i%9, "!$%&"))
				}
				return []byte(tt.value(i))
			}))
			if want && r.Spec != tt.want || !want && r.Spec == tt.want && tt.want != "text" {
				t.Errorf("%s with %d of 400 garbage is read as %s (%s)", tt.want, dirt, r.Spec, r.Typ)
			}
		}
	}
}

// TestReversalsAreTold verifies the limits from which times are told to have been subtracted, and that the cells decide
// the direction.
func TestReversalsAreTold(t *testing.T) {
	at, ks := moments(200)
	for _, most := range []int64{math.MaxInt32, 9_999_999_999, math.MaxInt64} {
		s := columnOf(200, func(i int) []byte { return fmt.Appendf(nil, "%d", most-at[i].Unix()) })
		r := NewReader(ks).read(s)
		if r.Typ != rowkey.Timestamp || !r.Reversed || r.Unit != rowkey.Second || !r.Known {
			t.Errorf("%d less seconds is read as %+v", most, r.Spec)
		}
		up := columnOf(200, func(i int) []byte { return fmt.Appendf(nil, "%d", at[i].Unix()) })
		if r := NewReader(ks).read(up); r.Reversed || r.Spec != "s" {
			t.Errorf("seconds are read as %s", r.Spec)
		}
	}
}
