package infer

import (
	"bytes"
	"encoding/json"
)

// An atom is a stretch of a key that is one thing in spite of the delimiters in it: a JSON document, a URL, an e-mail
// address, a UUID, an IP address. No cut is made inside of one.
type atom struct{ from, to int32 }

// atomsOf finds the atoms of nearly all values of a view; nil when most have none. Each lexer is tried only if the bytes it
// needs are there.
func (e *engine) atomsOf(c column) [][]atom {
	var out [][]atom
	for _, lex := range []func([]byte) (atom, bool){jsonAtom, urlAtom, emailAtom, uuidAtom, ipAtom, ip6Atom, macAtom, surtAtom, e.dateLexer(c)} {
		found := make([]atom, len(c.val))
		missed := 0
		for i, v := range c.val {
			a, ok := lex(v)
			if !ok {
				a = atom{-1, -1}
				if missed++; missed > tolerance(len(c.val)) {
					break
				}
			}
			found[i] = a
		}
		if missed > tolerance(len(c.val)) || len(c.val) < 4 {
			continue
		}
		if out == nil {
			out = make([][]atom, len(c.val))
		}
		for i, a := range found {
			if a.from >= 0 {
				out[i] = append(out[i], a)
			}
		}
	}
	return out
}

// inside says that a cut at offset at would go through an atom.
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
	if dec.Decode(&doc) != nil || len(doc) < 5 {
		return atom{}, false
	}
	return atom{int32(at), int32(at + len(doc))}, true
}

func urlAtom(v []byte) (atom, bool) {
	at := bytes.Index(v, []byte("://"))
	from := at
	for from > 0 && classOf(v[from-1])&(hexLower|lower|plus) != 0 {
		from--
	}
	if at < 0 || at-from < 2 {
		return atom{}, false
	}
	to := at + 3
	for to < len(v) && v[to] != '#' && bytes.IndexByte([]byte(notInURLs), v[to]) < 0 && v[to] > ' ' {
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
	for from > 0 && classOf(v[from-1])&(alnum|dot|dash|plus) != 0 { // an underscore may stand before it
		from--
	}
	for to < len(v) && classOf(v[to])&(alnum|dot|dash) != 0 {
		to++
	}
	if !isEmail(v[from:to]) {
		return atom{}, false
	}
	return atom{int32(from), int32(to)}, true
}

func uuidAtom(v []byte) (atom, bool) {
	for at := 8; at+28 <= len(v); at++ {
		if v[at] == '-' && isUUID(v[at-8:at+28]) {
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
		if dots == 3 && isIP(v[i:to]) {
			return atom{int32(i), int32(to)}, true
		}
		i = to
	}
	return atom{}, false
}

// ip6Atom finds an IPv6 address of five groups or more, or one with the double colon.
func ip6Atom(v []byte) (atom, bool) {
	const set = digit | hexLower | hexUpper
	for from := 0; from < len(v); {
		to, colons := from, 0
		for to < len(v) && (classOf(v[to])&set != 0 || v[to] == ':') {
			if v[to] == ':' {
				colons++
			}
			to++
		}
		whole := (from == 0 || classOf(v[from-1])&alnum == 0) && (to == len(v) || classOf(v[to])&alnum == 0)
		if whole && colons >= 4 && isIP(v[from:to]) {
			return atom{int32(from), int32(to)}, true
		}
		from = to + 1
	}
	return atom{}, false
}

func macAtom(v []byte) (atom, bool) {
	for at := 2; at+15 <= len(v); at++ {
		if (v[at] == ':' || v[at] == '-') && isMAC(v[at-2:at+15]) && (at == 2 || classOf(v[at-3])&alnum == 0) && (at+15 == len(v) || classOf(v[at+15])&alnum == 0) {
			return atom{int32(at - 2), int32(at + 15)}, true
		}
	}
	return atom{}, false
}

// dateLexer makes a lexer of dates with punctuation in them, of the longest form that nearly all values have.
func (e *engine) dateLexer(c column) func([]byte) (atom, bool) {
	tried := map[string]bool{}
	var best func([]byte) (atom, bool)
	longest := 0
	for k := range min(3, len(c.val)) {
		for _, f := range e.datesIn(c.val[k*len(c.val)/3]) {
			if tried[f.layout] || len(f.layout) <= longest {
				continue
			}
			tried[f.layout] = true
			lex := dateAtom(f.layout)
			missed := 0
			for _, v := range c.val {
				if _, ok := lex(v); !ok {
					if missed++; missed > tolerance(len(c.val)) {
						break
					}
				}
			}
			if missed <= tolerance(len(c.val)) {
				best, longest = lex, len(f.layout)
			}
		}
	}
	if best == nil {
		return func([]byte) (atom, bool) { return atom{}, false }
	}
	return best
}

// datesIn lists the forms of dates with punctuation that v has in it.
func (e *engine) datesIn(v []byte) []calendar {
	var out []calendar
	var buf [40]byte
	for at := range v {
		if classOf(v[at])&digit == 0 || at > 0 && classOf(v[at-1])&digit != 0 {
			continue
		}
		for _, w := range e.forms.widths {
			if at+w <= len(v) && w <= len(buf) && w >= 7 && classesOf(v[at:at+w])&^alnum != 0 {
				out = append(out, e.forms.byShape[string(shape(buf[:0], v[at:at+w]))]...)
			}
		}
	}
	return out
}

// dateAtom makes a lexer of dates of one form: 2024-01-31, 2024/01/31/15, 2024-01-31T15:04:05Z.
func dateAtom(layout string) func([]byte) (atom, bool) {
	form := calendarShape(layout)
	return func(v []byte) (atom, bool) {
		var buf [40]byte
		for at := 0; at+len(form) <= len(v); at++ {
			to := at + len(form)
			if classOf(v[at])&digit == 0 || at > 0 && classOf(v[at-1])&digit != 0 || to < len(v) && classOf(v[to])&alnum != 0 {
				continue
			}
			if string(shape(buf[:0], v[at:to])) != form {
				continue
			}
			if t, ok := parseCalendar(layout, v[at:to]); ok && t.Year() >= 1970 {
				return atom{int32(at), int32(to)}, true
			}
		}
		return atom{}, false
	}
}

// surtAtom finds a host as crawlers sort it, before a closing parenthesis: com,example,www)/path.
func surtAtom(v []byte) (atom, bool) {
	to := bytes.IndexByte(v, ')')
	from := to
	for from > 0 && (classOf(v[from-1])&(alnum|dash) != 0 || v[from-1] == ',') {
		from--
	}
	if to < 3 || bytes.IndexByte(v[from:to], ',') < 1 {
		return atom{}, false
	}
	return atom{int32(from), int32(to)}, true
}
