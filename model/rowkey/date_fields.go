package rowkey

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// datePart is a field of a calendar time, or a literal byte where field is 0.
type datePart struct {
	field byte   // see dateFields; 'G' is the year of a week, 'f' a fraction of a second
	text  string // as the form writes it
	least int    // bytes that it takes
	most  int
	point string // of a fraction: what precedes its digits
	names []string
}

// dateField is a field as Go's reference time writes it.
type dateField struct {
	text  string
	field byte
	unit  Unit
	names []string // of a field in words
}

// dateFields lists the fields, longer texts before their beginnings.
func dateFields() []dateField {
	months, days := names(time.January, 12), names(time.Sunday, 7)
	return []dateField{
		{"2006", 'Y', Year, nil}, {"002", 'j', Day, nil}, {"01", 'm', Month, nil}, {"02", 'd', Day, nil},
		{"03", 'I', Hour, nil}, {"04", 'M', Minute, nil},
		{"05", 'S', Second, nil}, {"06", 'y', Year, nil}, {"15", 'H', Hour, nil}, {"1", 'm', Month, nil},
		{"2", 'd', Day, nil}, {"3", 'I', Hour, nil},
		{"January", 'b', Month, months}, {"JANUARY", 'b', Month, upper(months)}, {"Jan", 'b', Month, short(months)},
		{"JAN", 'b', Month, upper(short(months))},
		{"jan", 'b', Month, lowered(short(months))}, {"Monday", 'a', "", days}, {"Mon", 'a', "", short(days)},
		{"MON", 'a', "", upper(short(days))},
		{"PM", 'p', "", []string{"AM", "PM"}}, {"pm", 'p', "", []string{"am", "pm"}},
		{"Z07:00", 'z', "", nil}, {"Z0700", 'z', "", nil}, {"-07:00", 'z', "", nil}, {"-0700", 'z', "", nil},
		{"-07", 'z', "", nil},
	}
}

func names[T interface {
	~int
	String() string
}](first T, n int) []string {
	var out []string
	for i := range n {
		out = append(out, (first + T(i)).String())
	}
	return out
}

func mapped(words []string, f func(string) string) []string {
	var out []string
	for _, w := range words {
		out = append(out, f(w))
	}
	return out
}

func short(words []string) []string {
	return mapped(words, func(w string) string { return w[:3] })
}
func upper(words []string) []string   { return mapped(words, strings.ToUpper) }
func lowered(words []string) []string { return mapped(words, strings.ToLower) }

// fineness orders units, finest last.
func fineness(u Unit) int {
	return slices.Index([]Unit{Year, Month, Week, Day, Hour, Minute, Second, Millisecond, Microsecond, Nanosecond}, u)
}

// nextDatePart reads the part at the start of form, behind the parts before.
func nextDatePart(form string, before []datePart) (datePart, Unit) {
	last := datePart{}
	if len(before) > 0 {
		last = before[len(before)-1]
	}
	if p, unit := fraction(form, last); p.field != 0 {
		return p, unit
	}
	isWeek := last.field == 0 && (last.text == "W" || last.text == "w")
	if isWeek && strings.HasPrefix(form, "01") {
		return datePart{field: 'W', text: "01", least: 2, most: 2}, Week
	}
	week := slices.ContainsFunc(before, func(p datePart) bool { return p.field == 'W' })
	for _, dateField := range dateFields() {
		if !strings.HasPrefix(form, dateField.text) {
			continue
		}
		field := datePart{field: dateField.field, text: dateField.text, least: len(dateField.text),
			most: len(dateField.text), names: dateField.names}
		switch {
		case week && dateField.text == "1":
			field.field, dateField.unit = 'u', Day
		case len(dateField.text) == 1: // without padding
			if len(form) > 1 && form[1] >= '0' && form[1] <= '9' {
				continue
			}
			field.most = 2
		case dateField.names != nil:
			for _, w := range dateField.names {
				field.least, field.most = min(field.least, len(w)), max(field.most, len(w))
			}
		case dateField.text[0] == 'Z':
			field.least = 1
		}
		return field, dateField.unit
	}
	return datePart{text: form[:1], least: 1, most: 1}, ""
}

// fraction reads zeros after the seconds, with or without a point: the digits of a fraction of a second.
func fraction(form string, last datePart) (datePart, Unit) {
	if last.field != 'S' {
		return datePart{}, ""
	}
	rest := strings.TrimLeft(form, ".,")
	point := form[:len(form)-len(rest)]
	zeros := len(rest) - len(strings.TrimLeft(rest, "0"))
	switch {
	case len(point) > 1 || zeros == 0 || zeros > 9:
		return datePart{}, ""
	case zeros < len(rest) && rest[zeros] >= '0' && rest[zeros] <= '9': // 0 of a field that follows
		return datePart{}, ""
	}
	unit := []Unit{Millisecond, Microsecond, Nanosecond}[(zeros-1)/3]
	n := len(point) + zeros
	return datePart{field: 'f', text: form[:n], least: n, most: n, point: point}, unit
}

// letters are the bytes that a value has for the part.
func (p *datePart) letters() string {
	switch {
	case p.field == 0:
		return p.text
	case p.names != nil:
		return strings.Join(p.names, "")
	case p.field == 'z':
		return numerals + "+-:Z"
	}
	return numerals + p.point
}

// code writes the part as Code.Date has it. It reports whether every language that code is generated in can read and
// write the part: an ASCII character, or digits of one width.
func (p *datePart) code() (text string, ok bool) {
	switch {
	case p.field == 0 && p.text == "%":
		return "%%", true
	case p.field == 0:
		return p.text, p.text[0] < 0x7F && p.text[0] >= ' '
	case p.field == 'f':
		return fmt.Sprintf("%s%%%d", p.point, p.most-len(p.point)), true
	}
	digits := strings.IndexByte("YmdjHMS", p.field) >= 0 && p.names == nil && p.least == p.most
	return "%" + string(rune(p.field)), digits
}

// compile cuts a form into parts; message states what is wrong at which byte.
func (d *dateCodec) compile(form string) (at int, message string) {
	seen := map[byte]bool{}
	d.digits = true
	fixed := true
	for i := 0; i < len(form); {
		field, unit := nextDatePart(form[i:], d.parts)
		switch c := form[i]; {
		case field.field == 0 && c >= '1' && c <= '9':
			return i, "this digit is no part of 2006-01-02 15:04:05 (002 is the day of the year, W01 the week)"
		case field.field == 0 && strings.HasPrefix(form[i:], "MST"):
			return i, "names of zones cannot be written back; write the offset, -07:00, or Z"
		case seen[field.field]:
			return i, "this field is there already"
		}
		d.digits = d.digits && field.names == nil && field.field != 'z' && field.field != 'W' && field.point == "" &&
			field.least == field.most && (field.field != 0 || field.text == "0")
		seen[field.field] = field.field != 0
		if field.field != 0 && fineness(unit) > fineness(d.unit) {
			d.unit = unit
		}
		d.width += field.most
		fixed = fixed && field.least == field.most
		i += len(field.text)
		d.parts = append(d.parts, field)
	}
	if !fixed {
		d.width = 0
	}
	if d.unit == "" {
		return 0, "no field in it: write a form of 2006-01-02 15:04:05"
	}
	d.zoned, d.yearless = seen['z'], !seen['Y'] && !seen['y']
	for i := range d.parts {
		if seen['W'] && d.parts[i].field == 'Y' {
			d.parts[i].field = 'G'
		}
	}
	d.order = d.sorting()
	return 0, conflict(seen)
}

// conflict states which of the fields do not go together; empty when all do.
func conflict(seen map[byte]bool) string {
	year, month := seen['Y'] || seen['y'], seen['m'] || seen['b']
	day := seen['j'] || month && seen['d'] || seen['u']
	switch {
	case seen['Y'] && seen['y'], seen['m'] && seen['b'], seen['j'] && (seen['d'] || month), seen['H'] && seen['I']:
		return "two fields for the same"
	case seen['W'] && (!seen['Y'] || month || seen['d'] || seen['j']):
		return "a week goes with the year alone: 2006-W01"
	case seen['I'] != seen['p']:
		return "an hour of twelve, 03, goes with PM"
	case seen['a'] && !(year && day):
		return "the name of a day goes with a whole date"
	case seen['z'] && !(year && day && (seen['H'] || seen['I'])):
		return "an offset goes with a date and a time of day"
	}
	return ""
}

// sorting is how the bytes of the dates sort: as the times do when a year of four digits leads and each field is finer
// than the one before.
func (d *dateCodec) sorting() Order {
	const finer = "YGjmWdujHMSf"
	last := -1
	for _, part := range d.parts {
		if part.field == 0 {
			continue
		}
		at := strings.IndexByte(finer, part.field)
		if at < 0 || last < 0 && at > 1 || at <= last || part.least != part.most {
			return OrderUnknown
		}
		last = at
	}
	return OrderByValue
}

// civil is a calendar time taken apart.
type civil struct {
	year, month, day, yearDay, week, hour, minute, second int
	nanos                                                 int
	weekday                                               int // of a week, 1 for Monday; 0 when not given
	dayName                                               int // 1 for Sunday; 0 when not given
	half                                                  int // 12 after noon, of a clock of twelve hours
	offset                                                int // minutes east of UTC
}

const reasonForm = reason("not in the form of the date")

// read takes one field from the start of b, and returns how many bytes it took.
func (c *civil) read(p *datePart, b []byte) (int, error) {
	if len(b) < p.least {
		return 0, reason("wrong length")
	}
	switch {
	case p.field == 0:
		if b[0] != p.text[0] {
			return 0, reasonForm
		}
		return 1, nil
	case p.names != nil:
		return c.readName(p, b)
	case p.field == 'z':
		return c.readOffset(p.text, b)
	}
	at, end := 0, p.most
	if p.point != "" {
		if b[0] != p.point[0] {
			return 0, reason("no point before the fraction")
		}
		at = 1
	}
	if p.least < p.most { // as many digits as there are
		for end = 0; end < min(p.most, len(b)) && b[end] >= '0' && b[end] <= '9'; end++ {
		}
		if end > 1 && b[0] == '0' || end == 0 {
			return 0, reason("leading zeros in an unpadded field of a date")
		}
	}
	n := 0
	for _, x := range b[at:end] {
		if x < '0' || x > '9' {
			return 0, reasonForm
		}
		n = n*10 + int(x-'0')
	}
	return end, c.set(p.field, n, end-at)
}

func (c *civil) readName(p *datePart, b []byte) (int, error) {
	best := -1
	for i, name := range p.names {
		if len(b) >= len(name) && string(b[:len(name)]) == name && (best < 0 || len(name) > len(p.names[best])) {
			best = i
		}
	}
	if best < 0 {
		return 0, reason("no name of a month or day")
	}
	switch p.field {
	case 'b':
		c.month = best + 1
	case 'a':
		c.dayName = best + 1
	case 'p':
		c.half = 12 * best
	}
	return len(p.names[best]), nil
}

// readOffset reads +hh:mm and the like; Z is zero where the form begins with Z, and then zero has no other spelling.
func (c *civil) readOffset(text string, b []byte) (int, error) {
	if text[0] == 'Z' && b[0] == 'Z' {
		return 1, nil
	}
	form := text[1:]
	count := 1 + len(form)
	if len(b) < count || b[0] != '+' && b[0] != '-' {
		return 0, reason("no offset from UTC")
	}
	value := 0
	for i, char := range b[1:count] {
		if form[i] == ':' {
			if char != ':' {
				return 0, reason("no offset from UTC")
			}
			continue
		}
		if char < '0' || char > '9' {
			return 0, reason("no offset from UTC")
		}
		value = value*10 + int(char-'0')
	}
	if len(form) > 2 {
		if value%100 > 59 {
			return 0, reason("no such offset")
		}
		value = value/100*60 + value%100
	} else {
		value *= 60
	}
	if b[0] == '-' {
		value = -value
	}
	if value < -12*60 || value > 14*60 || value == 0 && (b[0] == '-' || text[0] == 'Z') {
		return 0, reason("no such offset")
	}
	c.offset = value
	return count, nil
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
	case 'u':
		c.weekday, least, most = n, 1, 7
	case 'H':
		c.hour, most = n, 23
	case 'I':
		c.hour, least, most = n%12, 1, 12
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
	case 'd', 'u':
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
		days += max(c.weekday-1, 0)
	case c.yearDay > 0:
		days = c.yearDay - 1
	}
	moment := time.Date(c.year, time.Month(c.month), c.day+days, c.hour+c.half, c.minute, c.second, 0, time.UTC)
	if c.yearDay > 0 && moment.Year() != c.year || c.yearDay+c.week == 0 && moment.Day() != c.day {
		return Value{}, reason("no such day in that month")
	}
	if c.dayName > 0 && int(moment.Weekday()) != c.dayName-1 {
		return Value{}, reason("not the day of the week of that date")
	}
	v := Value{Kind: KindTime, Int: moment.Unix() - int64(c.offset)*60, Nanos: int32(c.nanos), Offset: int16(c.offset)}
	if v.Int < firstSecond || v.Int > lastSecond {
		return v, reason("not in the years 0 to 9999")
	}
	return v, nil
}

// append writes the part of t, which is a local time with an offset in minutes.
func (p *datePart) append(dst []byte, t time.Time, offset int) []byte {
	isoYear, week := t.ISOWeek()
	count := 0
	switch p.field {
	case 0:
		return append(dst, p.text...)
	case 'b':
		return append(dst, p.names[t.Month()-1]...)
	case 'a':
		return append(dst, p.names[t.Weekday()]...)
	case 'p':
		return append(dst, p.names[t.Hour()/12]...)
	case 'z':
		return p.appendOffset(dst, offset)
	case 'Y':
		count = t.Year()
	case 'G':
		count = isoYear
	case 'y':
		count = t.Year() % 100
	case 'm':
		count = int(t.Month())
	case 'd':
		count = t.Day()
	case 'j':
		count = t.YearDay()
	case 'W':
		count = week
	case 'u':
		count = (int(t.Weekday())+6)%7 + 1
	case 'H':
		count = t.Hour()
	case 'I':
		count = (t.Hour()+11)%12 + 1
	case 'M':
		count = t.Minute()
	case 'S':
		count = t.Second()
	case 'f':
		dst = append(dst, p.point...)
		count = t.Nanosecond()
		for range 9 - (p.most - len(p.point)) {
			count /= 10
		}
	}
	width := p.most - len(p.point)
	if p.least < p.most {
		width = 0
	}
	dst, _ = decimal{pad: width}.write(dst, fromInt64(int64(max(count, 0)))) // Append finds what does not fit
	return dst
}

func (p *datePart) appendOffset(dst []byte, offset int) []byte {
	if offset == 0 && p.text[0] == 'Z' {
		return append(dst, 'Z')
	}
	sign := byte('+')
	if offset < 0 {
		sign, offset = '-', -offset
	}
	dst = append(dst, sign)
	dst, _ = decimal{pad: 2}.write(dst, integer{abs: uint64(offset / 60)})
	if len(p.text) > 3 {
		if strings.HasSuffix(p.text, ":00") {
			dst = append(dst, ':')
		}
		dst, _ = decimal{pad: 2}.write(dst, integer{abs: uint64(offset % 60)})
	}
	return dst
}
