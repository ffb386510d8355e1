package rowkey

import (
	"strings"
	"time"
)

// dateCodec reads calendar times in UTC whose parts all have fixed widths. It is not time.Parse: that accepts spellings
// it does not write, has no weeks, and allocates.
type dateCodec struct {
	traits
	parts    []datePart
	digits   bool // nothing but digits, so that it can be reversed
	greatest uint64
}

// datePart is a field of a calendar time, or literal bytes where field is 0.
type datePart struct {
	field   byte // of dateFields; 'G' is the year of a week, 'f' a fraction of a second
	width   int
	literal string
}

// dateField is a field as Go's reference time writes it.
type dateField struct {
	text  string
	field byte
	unit  Unit
}

// dateFields lists the fields, longer texts before their beginnings. W01 and its weekday are ours.
func dateFields() []dateField {
	return []dateField{
		{"2006", 'Y', Year}, {"002", 'j', Day}, {"Jan", 'b', Month}, {"W01", 'W', Week},
		{"01", 'm', Month}, {"02", 'd', Day}, {"15", 'H', Hour}, {"04", 'M', Minute}, {"05", 'S', Second}, {"06", 'y', Year},
	}
}

// fineness orders units, finest last.
func fineness(u Unit) int {
	for i, x := range []Unit{Year, Month, Week, Day, Hour, Minute, Second, Millisecond, Microsecond, Nanosecond} {
		if u == x {
			return i
		}
	}
	return -1
}

func buildDate(c call) (Codec, error) {
	if c.raw.text == "" {
		return nil, c.raw.s.fail(c.at, "date wants a form of 2006-01-02 15:04:05, such as date(20060102)")
	}
	form, err := c.raw.bytes()
	if err != nil {
		return nil, err
	}
	d := &dateCodec{traits: traits{spec: "date(" + escapeArg(form) + ")", encoding: "UTC " + printable(form), typ: Timestamp}}
	if at, message := d.compile(string(form)); message != "" {
		return nil, c.raw.s.fail(c.raw.at+min(at, len(c.raw.text)), "%s", message)
	}
	return d, nil
}

// compile cuts a form into parts; message tells what is wrong at which byte.
func (d *dateCodec) compile(form string) (at int, message string) {
	seen := map[byte]bool{}
	d.digits = true
	for i := 0; i < len(form); {
		p, unit := nextDatePart(form[i:], seen['S'])
		if p.field == 0 {
			switch c := form[i]; {
			case c >= '1' && c <= '9':
				return i, "this digit is no part of 2006-01-02 15:04:05 (002 is the day of the year, W01 the week)"
			case strings.HasPrefix(form[i:], "Mon"), strings.HasPrefix(form[i:], "MST"), strings.HasPrefix(form[i:], "PM"):
				return i, "names of days and zones and 12-hour clocks cannot be written back; times are UTC"
			}
			d.digits = d.digits && form[i] == '0'
		} else if seen[p.field] {
			return i, "this field is there already"
		}
		d.digits = d.digits && p.field != 'b' && p.field != 'W' && (p.field != 'f' || p.literal == "")
		seen[p.field] = p.field != 0
		if p.field != 0 && fineness(unit) > fineness(d.unit) {
			d.unit = unit
		}
		d.width += p.width
		i += p.width
		d.parts = append(d.parts, p)
	}
	switch {
	case d.unit == "":
		return 0, "no field in it: write a form of 2006-01-02 15:04:05"
	case seen['Y'] && seen['y'], seen['m'] && seen['b'], seen['j'] && (seen['d'] || seen['m'] || seen['b']):
		return 0, "two fields for the same"
	case seen['W'] && (!seen['Y'] || seen['m'] || seen['b'] || seen['d'] || seen['j']):
		return 0, "a week goes with the year alone: 2006-W01"
	}
	for i := range d.parts {
		if seen['W'] && d.parts[i].field == 'Y' {
			d.parts[i].field = 'G'
		}
	}
	return 0, ""
}

// nextDatePart reads the part at the start of form. Zeros after the seconds are a fraction, with or without a point.
func nextDatePart(form string, afterSeconds bool) (datePart, Unit) {
	if afterSeconds {
		rest := strings.TrimLeft(form, ".,")
		point := form[:len(form)-len(rest)]
		zeros := len(rest) - len(strings.TrimLeft(rest, "0"))
		if len(point) <= 1 && (zeros == 3 || zeros == 6 || zeros == 9) {
			unit := map[int]Unit{3: Millisecond, 6: Microsecond, 9: Nanosecond}[zeros]
			return datePart{field: 'f', width: len(point) + zeros, literal: point}, unit
		}
	}
	for _, f := range dateFields() {
		if strings.HasPrefix(form, f.text) {
			return datePart{field: f.field, width: len(f.text)}, f.unit
		}
	}
	return datePart{width: 1, literal: form[:1]}, ""
}

// civil is a calendar time taken apart.
type civil struct {
	year, month, day, yearDay, week, hour, minute, second int
	nanos                                                 int
}

func (d *dateCodec) Decode(b []byte) (Value, error) {
	if len(b) != d.width {
		return Value{}, reason("wrong length")
	}
	var turned [19]byte
	if d.reversed {
		n, err := decimal{pad: d.width}.read(b)
		if err != nil || n.neg || n.abs > d.greatest {
			return Value{}, reason("not a reversed date")
		}
		if b, err = (decimal{pad: d.width}).write(turned[:0], integer{abs: d.greatest - n.abs}); err != nil {
			return Value{}, err
		}
	}
	c := civil{month: 1, day: 1}
	for _, p := range d.parts {
		if err := c.read(p, b[:p.width]); err != nil {
			return Value{}, err
		}
		b = b[p.width:]
	}
	return c.value()
}

// read takes one field from b.
func (c *civil) read(p datePart, b []byte) error {
	switch p.field {
	case 0:
		if string(b) != p.literal {
			return reason("not in the form of the date")
		}
		return nil
	case 'b':
		for m := time.January; m <= time.December; m++ {
			if string(b) == m.String()[:3] {
				c.month = int(m)
				return nil
			}
		}
		return reason("no name of a month")
	case 'f':
		if string(b[:len(p.literal)]) != p.literal {
			return reason("no point before the fraction")
		}
		b = b[len(p.literal):]
	case 'W':
		if b[0] != 'W' {
			return reason("no W before the week")
		}
		b = b[1:]
	}
	n := 0
	for _, x := range b {
		if x < '0' || x > '9' {
			return reason("not in the form of the date")
		}
		n = n*10 + int(x-'0')
	}
	return c.set(p.field, n, len(b))
}

func (c *civil) set(field byte, n, digits int) error {
	least, most := 0, 59
	switch field {
	case 'Y', 'G':
		c.year, most = n, 9999
	case 'y':
		c.year, most = 1900+n, 99
		if n < 69 { // as package time has it
			c.year += 100
		}
	case 'm':
		c.month, least, most = n, 1, 12
	case 'd':
		c.day, least, most = n, 1, 31
	case 'j':
		c.yearDay, least, most = n, 1, 366
	case 'W':
		c.week, least, most = n, 1, 53
	case 'H':
		c.hour, most = n, 23
	case 'M':
		c.minute = n
	case 'S':
		c.second = n
	case 'f':
		for ; digits < 9; digits++ {
			n *= 10
		}
		c.nanos, most = n, 999_999_999
	}
	if n < least || n > most {
		return noSuch(field)
	}
	return nil
}

func noSuch(field byte) error {
	switch field {
	case 'm':
		return reason("no such month")
	case 'd':
		return reason("no such day")
	case 'j':
		return reason("no such day of the year")
	case 'W':
		return reason("no such week")
	}
	return reason("no such time of day")
}

// value is the instant, checked against the calendar.
func (c *civil) value() (Value, error) {
	days := 0
	switch {
	case c.week > 0:
		fourth := time.Date(c.year, 1, 4, 0, 0, 0, 0, time.UTC) // always in week 1
		days = (c.week-1)*7 - (int(fourth.Weekday())+6)%7 + 3
		if y, w := time.Date(c.year, 1, 1+days, 0, 0, 0, 0, time.UTC).ISOWeek(); y != c.year || w != c.week {
			return Value{}, reason("no such week in that year")
		}
		c.month, c.day = 1, 1
	case c.yearDay > 0:
		days = c.yearDay - 1
	}
	t := time.Date(c.year, time.Month(c.month), c.day+days, c.hour, c.minute, c.second, 0, time.UTC)
	if c.yearDay > 0 && t.Year() != c.year || c.yearDay+c.week == 0 && t.Day() != c.day {
		return Value{}, reason("no such day in that month")
	}
	v := Value{Kind: KindTime, Int: t.Unix(), Nanos: int32(c.nanos)}
	if v.Int < firstSecond || v.Int > lastSecond {
		return v, reason("not in the years 0 to 9999")
	}
	return v, nil
}

func (d *dateCodec) Append(dst []byte, v Value) ([]byte, error) {
	if v.Kind != KindTime {
		return dst, reason("not a time")
	}
	if v.Int < firstSecond || v.Int > lastSecond {
		return dst, reason("not in the years 0 to 9999")
	}
	start, t := len(dst), v.Time()
	for _, p := range d.parts {
		dst = p.append(dst, t)
	}
	// What was written must read as v again: no field of v may be finer than the form, nor its century another.
	if d.reversed {
		n, err := decimal{pad: d.width}.read(dst[start:])
		if err != nil || n.abs > d.greatest {
			return dst[:start], reason("greater than the maximum of the reversal")
		}
		if dst, err = (decimal{pad: d.width}).write(dst[:start], integer{abs: d.greatest - n.abs}); err != nil {
			return dst[:start], err
		}
	}
	back, err := d.Decode(dst[start:])
	if err != nil || back.Int != v.Int || back.Nanos != v.Nanos {
		return dst[:start], reason("finer than the form of the date; cut it to the unit first")
	}
	return dst, nil
}

func (p datePart) append(dst []byte, t time.Time) []byte {
	digits := func(n, width int) []byte {
		dst, _ = decimal{pad: width}.write(dst, fromInt64(int64(n))) // t is in years 0 to 9999
		return dst
	}
	isoYear, week := t.ISOWeek()
	switch p.field {
	case 'Y':
		return digits(t.Year(), 4)
	case 'G':
		return digits(isoYear, 4)
	case 'y':
		return digits(t.Year()%100, 2)
	case 'm':
		return digits(int(t.Month()), 2)
	case 'b':
		return append(dst, t.Month().String()[:3]...)
	case 'd':
		return digits(t.Day(), 2)
	case 'j':
		return digits(t.YearDay(), 3)
	case 'W':
		dst = append(dst, 'W')
		return digits(week, 2)
	case 'H':
		return digits(t.Hour(), 2)
	case 'M':
		return digits(t.Minute(), 2)
	case 'S':
		return digits(t.Second(), 2)
	case 'f':
		dst = append(dst, p.literal...)
		n, width := t.Nanosecond(), p.width-len(p.literal)
		for range 9 - width {
			n /= 10
		}
		return digits(n, width)
	}
	return append(dst, p.literal...)
}

// reverse subtracts the digits of the date from greatest.
func (d *dateCodec) reverse(greatest uint64, given bool) Codec {
	r := *d
	r.reversed, r.greatest = true, greatest
	r.spec = reversedSpec(d.spec, greatest, given)
	r.encoding = maximumSpec(greatest) + " minus " + strings.TrimPrefix(d.encoding, "UTC ") + " as a number"
	return &r
}
