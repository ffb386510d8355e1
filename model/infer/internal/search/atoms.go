package search

import (
	"bytes"
	"encoding/json"
	"strings"

	"tabletop/model/infer/internal/column"
	"tabletop/model/infer/internal/detect"
)

// An atom is a part of a key that is one thing in spite of the delimiters in it: a JSON document, a URL, an e-mail
// address, a UUID, an IP address. No cut is made inside of one.
type atom struct{ from, to int32 }

// splitAtoms finds the atoms of nearly all values of a view; nil when most have none. Each lexer is tried only if the
// bytes it needs are there.
func (e *Engine) splitAtoms(c column.Column) [][]atom {
	var out [][]atom
	fields := e.around
	if fields == (around{}) {
		fields, _ = findAround(c.Val)
	}
	for _, lex := range []func([]byte) (atom, bool){jsonAtom, urlAtom, emailAtom, uuidAtom, ipAtom, fields.ip6Atom,
		macLexer(c), e.surtAtom, dottedAtom, e.dateLexer(c)} {
		found := make([]atom, len(c.Val))
		missed := 0
		for i, value := range c.Val {
			a, ok := lex(value)
			if !ok {
				a = atom{-1, -1}
				if missed++; missed > column.Tolerance(len(c.Val)) {
					break
				}
			}
			found[i] = a
		}
		if missed > column.Tolerance(len(c.Val)) || len(c.Val) < 4 {
			continue
		}
		if out == nil {
			out = make([][]atom, len(c.Val))
		}
		for i, a := range found {
			if a.from >= 0 {
				out[i] = append(out[i], a)
			}
		}
	}
	return out
}

// inside reports whether a cut at offset at would go through an atom.
func inside(as []atom, at int32) bool {
	for _, a := range as {
		if at > a.from && at < a.to {
			return true
		}
	}
	return false
}

func jsonAtom(v []byte) (atom, bool) {
	at := bytes.IndexAny(v, "{[")
	if at < 0 {
		return atom{}, false
	}
	dec := json.NewDecoder(bytes.NewReader(v[at:]))
	var doc json.RawMessage
	if dec.Decode(&doc) != nil || len(doc) < 5 || !detect.IsDocument(doc) {
		return atom{}, false
	}
	return atom{int32(at), int32(at + len(doc))}, true
}

func urlAtom(v []byte) (atom, bool) {
	at := bytes.Index(v, []byte("://"))
	from := at
	for from > 0 && column.ByteClass(v[from-1])&(column.HexLower|column.Lower|column.Plus) != 0 {
		from--
	}
	if at < 0 || at-from < 2 {
		return atom{}, false
	}
	to := at + 3
	for to < len(v) && v[to] != '#' && bytes.IndexByte([]byte(detect.NotInURLs), v[to]) < 0 && v[to] > ' ' {
		to++
	}
	return atom{int32(from), int32(to)}, true
}

func emailAtom(v []byte) (atom, bool) {
	at := bytes.IndexByte(v, '@')
	if at < 1 {
		return atom{}, false
	}
	from, to := at, at+1
	// an underscore may stand before it
	for from > 0 && column.ByteClass(v[from-1])&(column.Alnum|column.Dot|column.Dash|column.Plus) != 0 {
		from--
	}
	for to < len(v) && column.ByteClass(v[to])&(column.Alnum|column.Dot|column.Dash) != 0 {
		to++
	}
	if !detect.IsEmail(v[from:to]) {
		return atom{}, false
	}
	return atom{int32(from), int32(to)}, true
}

func uuidAtom(v []byte) (atom, bool) {
	for at := 8; at+28 <= len(v); at++ {
		if v[at] == '-' && detect.IsUUID(v[at-8:at+28]) {
			return atom{int32(at - 8), int32(at + 28)}, true
		}
	}
	return atom{}, false
}

func ipAtom(v []byte) (atom, bool) {
	for i := 0; i < len(v); i++ {
		if v[i] < '0' || v[i] > '9' {
			continue
		}
		to, dots := i, 0
		for to < len(v) && (v[to] >= '0' && v[to] <= '9' || v[to] == '.') {
			if v[to] == '.' {
				dots++
			}
			to++
		}
		if dots == 3 && detect.IsIP(v[i:to]) {
			return atom{int32(i), int32(to)}, true
		}
		i = to
	}
	return atom{}, false
}

// around is how many fields stand before and behind an IPv6 address that colons part from it too.
type around struct{ before, behind int }

// findAround returns the fewest fields around IPv6 addresses that nearly all values have. Without such fields an
// address is of five groups or more, or has the double colon; with them it also begins as one of a public or of a
// private network does: numbers between colons pass for the others.
func findAround(values [][]byte) (found around, ok bool) {
	if len(values) == 0 || bytes.Count(values[0], []byte(":")) < leastColons {
		return around{}, false
	}
	for _, fields := range []around{{0, 0}, {0, 1}, {1, 0}, {1, 1}, {0, 2}, {2, 0}, {2, 1}, {1, 2}} {
		if column.NearlyAll(values, func(v []byte) bool { _, is := fields.ip6Atom(v); return is }) {
			return fields, true
		}
	}
	return around{}, false
}

// leastColons is how many colons an IPv6 address has at least, and with as many of the fields around it less.
const leastColons = 4

// ip6Atom finds an IPv6 address among letters, digits, and colons, between the fields around it.
func (a around) ip6Atom(v []byte) (atom, bool) {
	for from := 0; from < len(v); {
		to := from
		for to < len(v) && (v[to] == ':' || column.ByteClass(v[to])&column.Alnum != 0) {
			to++
		}
		start, end := from, to
		for range a.before {
			start += bytes.IndexByte(v[start:end], ':') + 1
		}
		for range a.behind {
			end = start + max(0, bytes.LastIndexByte(v[start:end], ':'))
		}
		address := v[start:end]
		if bytes.Count(address, []byte(":")) >= leastColons-a.before-a.behind && detect.IsIP(address) &&
			(a == around{} || inNetwork(address)) {
			return atom{int32(start), int32(end)}, true
		}
		from = to + 1
	}
	return atom{}, false
}

// inNetwork reports whether an IPv6 address is of the Internet (2000::/3), or of a private or a local network.
func inNetwork(address []byte) bool {
	return address[0] == '2' || address[0] == '3' || len(address) > 4 && address[4] == ':' &&
		bytes.IndexByte([]byte("fF"), address[0]) >= 0 && bytes.IndexByte([]byte("cdeCDE"), address[1]) >= 0
}

// macLexer makes a lexer of addresses of network cards. Where another pair of digits stands before or behind them, it
// is the one that varies less: the last byte of an address is a number of many.
func macLexer(c column.Column) func([]byte) (atom, bool) {
	const more = 3 // bytes of a pair and the sign beside it
	first, last := map[string]bool{}, map[string]bool{}
	for _, v := range c.Val {
		a, ok := macAtom(v)
		if _, next := macAtom(v[min(len(v), int(a.from)+more):]); ok && next {
			first[string(v[a.from:a.from+more])] = true
			last[string(v[a.to:min(len(v), int(a.to)+more)])] = true
		}
	}
	if len(first) >= len(last) {
		return macAtom
	}
	return func(v []byte) (atom, bool) {
		a, ok := macAtom(v)
		if !ok {
			return a, false
		}
		b, ok := macAtom(v[a.from+more:])
		return atom{b.from + a.from + more, b.to + a.from + more}, ok
	}
}

func macAtom(v []byte) (atom, bool) {
	for at := 2; at+15 <= len(v); at++ {
		if (v[at] == ':' || v[at] == '-') && detect.IsMAC(v[at-2:at+15]) && (at == 2 ||
			column.ByteClass(v[at-3])&column.Alnum == 0) && (at+15 == len(v) ||
			column.ByteClass(v[at+15])&column.Alnum == 0) {
			return atom{int32(at - 2), int32(at + 15)}, true
		}
	}
	return atom{}, false
}

// dateLexer makes a lexer of dates with punctuation in them, of the longest form that nearly all values have, and that
// is one of a time: digits behind a day pass for a time of day.
func (e *Engine) dateLexer(c column.Column) func([]byte) (atom, bool) {
	tried := map[string]bool{}
	var best func([]byte) (atom, bool)
	longest := 0
	for index := range min(3, len(c.Val)) {
		for _, calendar := range e.datesIn(c.Val[index*len(c.Val)/3]) {
			if tried[calendar.Layout] || len(calendar.Layout) <= longest {
				continue
			}
			tried[calendar.Layout] = true
			lex := dateAtom(calendar)
			dates := c.Each(func(v []byte) ([]byte, bool) { a, ok := lex(v); return v[a.from:a.to], ok })
			if len(dates.Val) < column.Most(len(c.Val)) {
				continue
			}
			if _, ok := e.FindCalendar(column.Summarize(dates)); ok {
				best, longest = lex, len(calendar.Layout)
			}
		}
	}
	if best == nil {
		return func([]byte) (atom, bool) { return atom{}, false }
	}
	return best
}

// datesIn lists the forms of dates with punctuation and a year of four digits that v has in it: many numbers beside
// others pass for shorter ones.
func (e *Engine) datesIn(v []byte) []detect.Calendar {
	var out []detect.Calendar
	for at := range v {
		if startsDigits(v, at) {
			e.Forms.Each(v[at:], func(c detect.Calendar, size int) {
				if size == len(c.Layout) && strings.Contains(c.Layout, "2006") &&
					column.TextClasses(v[at:at+size])&^column.Alnum != 0 {
					out = append(out, c)
				}
			})
		}
	}
	return out
}

func startsDigits(v []byte, at int) bool {
	return column.ByteClass(v[at]) == column.Digit && (at == 0 || column.ByteClass(v[at-1]) != column.Digit)
}

// dateAtom makes a lexer of dates of one form: 2024-01-31, 2024/01/31/15, 2024-01-31T15:04:05Z.
func dateAtom(calendar detect.Calendar) func([]byte) (atom, bool) {
	return func(v []byte) (atom, bool) {
		for at, to := 0, len(calendar.Layout); to <= len(v); at, to = at+1, to+1 {
			if !startsDigits(v, at) || to < len(v) && column.ByteClass(v[to])&column.Alnum != 0 {
				continue
			}
			if t, ok := calendar.Parse(v[at:to]); ok && t.Year() >= 1970 {
				return atom{int32(at), int32(to)}, true
			}
		}
		return atom{}, false
	}
}

// surtAtom finds a host as crawlers sort it, before a closing parenthesis: com,example,www)/path.
func (e *Engine) surtAtom(v []byte) (atom, bool) {
	to := bytes.IndexByte(v, ')')
	from := to
	for from > 0 && (column.ByteClass(v[from-1])&(column.Alnum|column.Dash) != 0 || v[from-1] == ',') {
		from--
	}
	if to < 3 || !e.IsSURT(v[from:to]) {
		return atom{}, false
	}
	return atom{int32(from), int32(to)}, true
}

// dottedAtom finds the numbers of a version or an amount with points between them, where no point stands elsewhere:
// 1.24.3#stable, 1846.30.
func dottedAtom(v []byte) (atom, bool) {
	at := bytes.IndexByte(v, '.')
	from, to := at, at
	for from > 0 && column.ByteClass(v[from-1]) == column.Digit {
		from--
	}
	for to >= 0 && to < len(v) && column.ByteClass(v[to])&(column.Digit|column.Dot) != 0 {
		to++
	}
	if at < 1 || from > 0 && column.ByteClass(v[from-1])&column.Alnum != 0 || to < len(v) &&
		column.ByteClass(v[to])&column.Alnum != 0 || bytes.IndexByte(v[to:], '.') >= 0 {
		return atom{}, false
	}
	if !detect.IsDotted(v[from:to]) {
		return atom{}, false
	}
	return atom{int32(from), int32(to)}, true
}
