package reading

import (
	"slices"
	"strings"
	"time"

	"tabletop/model/rowkey"
)

// Calendars beyond those listed are composed of fields: a date, perhaps a time of day, a fraction of a second and an
// offset, each with or without separators.

// dateOrders lists the orders in which the fields of a date stand.
func dateOrders() [][]string {
	return [][]string{
		{"2006", "01", "02"}, {"02", "01", "2006"}, {"01", "02", "2006"}, {"02", "Jan", "2006"}, {"2006", "Jan", "02"}, {"Jan", "02", "2006"},
		{"2006", "W01", "1"}, {"2006", "W01"}, {"2006", "002"}, {"2006", "01"},
	}
}

// timeOrders lists the fields of a time of day, the most first.
func timeOrders() [][]string {
	return [][]string{{"15", "04", "05"}, {"15", "04"}, {"15"}, nil}
}

// Of lists the calendars that a value may be written in: those listed for its shape, then those composed.
func (f *forms) Of(v []byte) []Calendar {
	var buf [40]byte
	if len(v) > len(buf) {
		return nil
	}
	listed := f.ByShape[string(Shape(buf[:0], v))]
	return append(listed[:len(listed):len(listed)], f.composed(v, listed)...)
}

// composed lists the composed calendars that read all of v and are not among listed.
func (f *forms) composed(v []byte, listed []Calendar) []Calendar {
	var out []Calendar
	eachComposed(v, func(form string, n int) {
		if n == len(v) {
			out = f.add(out, form, v, listed)
		}
	})
	return out
}

// ComposedPrefix returns how many bytes at the start of v the longest composed calendar takes that no letter or digit
// follows, 0 when there is none.
func (f *forms) ComposedPrefix(v []byte) int {
	longest := 0
	eachComposed(v, func(form string, n int) {
		if n > longest && (n == len(v) || !isAlnum(v[n])) && len(f.add(nil, form, v[:n], nil)) > 0 {
			longest = n
		}
	})
	return longest
}

func isAlnum(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// eachComposed visits the forms that stand at the start of v, and how many bytes each takes. Digits alone have none: any
// number may look like them.
func eachComposed(v []byte, visit func(form string, n int)) {
	digits := 0
	for digits < len(v) && v[digits] >= '0' && v[digits] <= '9' {
		digits++
	}
	if len(v) < 7 || digits == len(v) || digits > 8 || digits == 0 && monthForm(v[:3]) == "" {
		return
	}
	for _, date := range dateOrders() {
		form, n := takeFields(v, date, "-/_. ")
		if n == 0 {
			continue
		}
		for _, clock := range timeOrders() {
			if len(date) < 3 && date[len(date)-1] != "002" && clock != nil {
				continue // a month or a week has no time of day
			}
			if whole, size := takeClock(v, form, n, clock); size > 0 && strings.ContainsFunc(whole, func(r rune) bool { return r < '0' || r > '9' }) {
				visit(whole, size)
			}
		}
	}
}

// add appends the calendar of a form when it reads v as a time of our days.
func (f *forms) add(out []Calendar, form string, v []byte, listed []Calendar) []Calendar {
	same := func(c Calendar) bool { return c.Layout == form }
	if slices.ContainsFunc(out, same) || slices.ContainsFunc(listed, same) {
		return out
	}
	codec, err := rowkey.ParseCodec("date(" + form + ")")
	if err != nil {
		return out
	}
	c := Calendar{Layout: form, unit: codec.Unit(), codec: codec}
	if _, ok := c.Parse(v); ok {
		out = append(out, c)
	}
	return out
}

// takeFields reads fields joined by one separator or none from the start of v. It returns their form and their length, 0
// when they do not stand there.
func takeFields(v []byte, fields []string, separators string) (form string, n int) {
	separator := ""
	for i, field := range fields {
		if i == 1 && n < len(v) && strings.IndexByte(separators, v[n]) >= 0 {
			separator = string(v[n])
		}
		if i > 0 && separator != "" {
			if n == len(v) || v[n] != separator[0] {
				return "", 0
			}
			form, n = form+separator, n+1
		}
		if len(v) < n+len(field) {
			return "", 0
		}
		piece := v[n : n+len(field)]
		switch {
		case field == "Jan":
			field = monthForm(piece)
		case field == "W01" && piece[0] == 'w':
			field = "w01"
		}
		if field == "" || !fieldStands(field, piece) {
			return "", 0
		}
		form, n = form+field, n+len(field)
	}
	return form, n
}

// monthForm is the form of a month's name in the letters' case, empty when they are none.
func monthForm(piece []byte) string {
	text := string(piece)
	for m := time.January; m <= time.December; m++ {
		switch short := m.String()[:3]; text {
		case short:
			return "Jan"
		case strings.ToUpper(short):
			return "JAN"
		case strings.ToLower(short):
			return "jan"
		}
	}
	return ""
}

// fieldStands reports whether piece has digits where a field has them.
func fieldStands(field string, piece []byte) bool {
	if strings.EqualFold(field, "jan") {
		return true
	}
	for i, c := range piece {
		isDigit := field[i] >= '0' && field[i] <= '9'
		if isDigit != (c >= '0' && c <= '9') || !isDigit && field[i] != c {
			return false
		}
	}
	return true
}

// takeClock reads a time of day behind the n bytes of the date, with what follows of a fraction and an offset. It returns
// the whole form and its length, 0 when no such time stands there.
func takeClock(v []byte, form string, n int, clock []string) (string, int) {
	if len(clock) == 0 {
		return form, n
	}
	if n < len(v) && strings.IndexByte("T -_/.:", v[n]) >= 0 {
		form, n = form+string(v[n]), n+1
	}
	part, size := takeFields(v[n:], clock, ":-_./")
	if size == 0 {
		return "", 0
	}
	form, n = form+part, n+size
	if len(clock) == 3 {
		point := 0
		if n+1 < len(v) && v[n] == '.' {
			point = 1
		}
		digits := 0
		for n+point+digits < len(v) && v[n+point+digits] >= '0' && v[n+point+digits] <= '9' {
			digits++
		}
		if digits > 0 && digits <= 9 {
			form, n = form+string(v[n:n+point])+strings.Repeat("0", digits), n+point+digits
		}
	}
	switch rest := v[n:]; {
	case len(rest) == 0:
	case rest[0] == 'Z':
		return form + "Z", n + 1
	case rest[0] != '+' && rest[0] != '-':
	case len(rest) >= 6 && fieldStands("07:00", rest[1:6]) && (len(rest) == 6 || !isAlnum(rest[6])):
		return form + "-07:00", n + 6
	case len(rest) >= 5 && fieldStands("0700", rest[1:5]) && (len(rest) == 5 || !isAlnum(rest[5])):
		return form + "-0700", n + 5
	}
	return form, n
}

// Parse reads v, which must have the form of the calendar.
func (c Calendar) Parse(v []byte) (time.Time, bool) {
	if c.codec == nil {
		return ParseCalendar(c.Layout, v)
	}
	value, err := c.codec.Decode(v)
	if err != nil {
		return time.Time{}, false
	}
	t := value.Time()
	return t, t.Year() >= calendarFrom && t.Year() < calendarTo
}
