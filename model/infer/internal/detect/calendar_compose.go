package detect

import (
	"slices"
	"strings"
	"time"
)

// Calendars are composed of fields: a date, perhaps a time of day, a fraction of a second and an offset, each with or
// without separators.

// dateOrders lists the orders in which the fields of a date stand.
func dateOrders() [][]string {
	return [][]string{
		{"2006", "01", "02"}, {"01", "02", "2006"}, {"02", "01", "2006"}, {"02", "Jan", "2006"}, {"2006", "Jan", "02"},
		{"Jan", "02", "2006"},
		{"2006", "W01", "1"}, {"2006", "W01"}, {"2006", "002"}, {"2006", "01"}, {"01", "2006"}, {"Jan", "2006"},
		{"2006", "Jan"},
		{"06", "01", "02"}, {"02", "01", "06"}, {"01", "02", "06"}, {"02", "Jan", "06"}, {"06", "Jan", "02"},
		{"06", "002"},
		{"2006", "1", "2"}, {"2", "1", "2006"}, {"1", "2", "2006"},
	}
}

// timeOrders lists the fields of a time of day, the most first.
func timeOrders() [][]string {
	return [][]string{{"03", "04", "05", "PM"}, {"03", "04", "PM"}, {"03", "PM"}, {"15", "04", "05"}, {"15", "04"},
		{"15"}, nil}
}

const (
	dateSeparators  = "-/_. ~:,|+=*" // between the fields of a date
	shortSeparators = "-/_. ~,"      // of a date whose year has two digits, which a time of day is not to be taken for
	clockSeparators = ":-_./"
	joints          = "T -_/.:@,~+t" // between a date and a time of day
)

// Each visits the calendars with something else than digits that stand at the start of v, and how many bytes each
// takes.
func (f forms) Each(v []byte, visit func(c Calendar, size int)) {
	eachComposed(v, func(form string, size int) {
		if c, ok := f.calendar(form); ok {
			if _, ok = c.Parse(v[:size]); ok {
				visit(c, size)
			}
		}
	})
}

// Prefixes lists how many bytes at the start of v the calendars take that no letter or digit follows, the most first.
func (f forms) Prefixes(v []byte) []int {
	var out []int
	f.Each(v, func(_ Calendar, size int) {
		if size == len(v) || !isAlnum(v[size]) {
			out = append(out, size)
		}
	})
	slices.SortFunc(out, func(a, b int) int { return b - a })
	return slices.Compact(out)
}

func isAlnum(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// eachComposed visits the forms that stand at the start of v, and how many bytes each takes. Digits alone have none:
// any number may look like them.
func eachComposed(v []byte, visit func(form string, n int)) {
	digits := 0
	for digits < len(v) && v[digits] >= '0' && v[digits] <= '9' {
		digits++
	}
	if len(v) < 6 || digits == len(v) || digits > 20 || digits == 0 && monthForm(v[:3]) == "" {
		return
	}
	for _, date := range dateOrders() {
		separators, short := dateSeparators, slices.Contains(date, "06")
		if short {
			separators = shortSeparators
		}
		form, fields := takeFields(v, date, separators)
		if fields == 0 || short && strings.Trim(form, "0123456789") == "" && fields == len(v) {
			continue
		}
		for _, clock := range timeOrders() {
			if len(date) < 3 && date[len(date)-1] != "002" && clock != nil {
				continue // a month or a week has no time of day
			}
			if whole, size := takeClock(v, form, fields, clock); size > 0 &&
				strings.ContainsFunc(whole, func(r rune) bool { return r < '0' || r > '9' }) {
				visit(whole, size)
			}
		}
	}
}

// takeFields reads fields joined by one separator or none from the start of v. It returns their form and their length,
// 0 when they do not stand there.
func takeFields(v []byte, fields []string, separators string) (form string, n int) {
	separator := ""
	for index, field := range fields {
		if index == 1 && n < len(v) && strings.IndexByte(separators, v[n]) >= 0 {
			separator = string(v[n])
		}
		if index > 0 && separator != "" {
			comma := separator == " " && index == 2 && n+1 < len(v) && v[n] == ',' && v[n+1] == ' ' // Jan 02, 2006
			if n == len(v) || v[n] != separator[0] && !comma {
				return "", 0
			}
			if comma {
				form, n = form+",", n+1
			}
			form, n = form+separator, n+1
		}
		size := len(field)
		unpadded := size == 1 && fields[1] != "W01"
		if unpadded {
			if index > 0 && separator == "" {
				return "", 0 // nothing determines where it ends
			}
			if n+1 < len(v) && v[n+1] >= '0' && v[n+1] <= '9' {
				size = 2
			}
		}
		if len(v) < n+size {
			return "", 0
		}
		piece := v[n : n+size]
		switch {
		case field == "Jan":
			field = monthForm(piece)
		case field == "W01" && piece[0] == 'w':
			field = "w01"
		}
		if field == "" || !fieldStands(strings.Repeat(field, size/max(1, len(field))), piece) {
			return "", 0
		}
		form, n = form+field, n+size
	}
	return form, n
}

// monthForm is the form of a month's name in the letters' case, empty when they are none.
func monthForm(piece []byte) string {
	text := string(piece)
	for month := time.January; month <= time.December; month++ {
		switch short := month.String()[:3]; text {
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

// takeClock reads a time of day behind the n bytes of the date, with what follows of a fraction and an offset. It
// returns the whole form and its length, 0 when no such time stands there.
func takeClock(v []byte, form string, n int, clock []string) (string, int) {
	if len(clock) == 0 {
		return form, n
	}
	if n < len(v) && strings.IndexByte(joints, v[n]) >= 0 {
		form, n = form+string(v[n]), n+1
	}
	half := clock[len(clock)-1] == "PM"
	if half {
		clock = clock[:len(clock)-1]
	}
	part, size := takeFields(v[n:], clock, clockSeparators)
	if size == 0 {
		return "", 0
	}
	form, n = form+part, n+size
	if len(clock) == 3 {
		part, size = takeFraction(v[n:])
		form, n = form+part, n+size
	}
	if half {
		if part, size = takeHalf(v[n:]); size == 0 {
			return "", 0
		}
		form, n = form+part, n+size
	}
	part, size = takeOffset(v[n:])
	return form + part, n + size
}

// takeFraction reads the digits of a fraction of a second, with a point or comma before them or without.
func takeFraction(v []byte) (form string, n int) {
	point := 0
	if len(v) > 1 && (v[0] == '.' || v[0] == ',') {
		point = 1
	}
	digits := 0
	for point+digits < len(v) && v[point+digits] >= '0' && v[point+digits] <= '9' {
		digits++
	}
	if digits == 0 || digits > 9 {
		return "", 0
	}
	return string(v[:point]) + strings.Repeat("0", digits), point + digits
}

// takeHalf reads the half of a day, AM or pm, with a space before it or without.
func takeHalf(v []byte) (form string, n int) {
	for _, half := range []struct{ text, form string }{{"AM", "PM"}, {"PM", "PM"}, {"am", "pm"}, {"pm", "pm"}} {
		for _, space := range []string{"", " "} {
			if text := space + half.text; strings.HasPrefix(string(v), text) {
				return space + half.form, len(text)
			}
		}
	}
	return "", 0
}

// takeOffset reads an offset from UTC, with a space before it or without, or the name of UTC.
func takeOffset(v []byte) (form string, n int) {
	space := ""
	if len(v) > 1 && v[0] == ' ' {
		space, v = " ", v[1:]
	}
	ends := func(n int) bool { return len(v) == n || !isAlnum(v[n]) }
	switch {
	case len(v) == 0:
	case v[0] == 'Z' && space == "":
		return "Z", 1
	case len(v) >= 3 && (string(v[:3]) == "UTC" || string(v[:3]) == "GMT") && ends(3):
		return space + string(v[:3]), len(space) + 3
	case v[0] != '+' && v[0] != '-':
	case len(v) >= 6 && fieldStands("07:00", v[1:6]) && ends(6):
		return space + "-07:00", len(space) + 6
	case len(v) >= 5 && fieldStands("0700", v[1:5]) && ends(5):
		return space + "-0700", len(space) + 5
	}
	return "", 0
}
