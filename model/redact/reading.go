package redact

import (
	"bytes"
	"slices"
	"strings"

	"golang.org/x/net/publicsuffix"

	"tabletop/model/rowkey"
)

// reading is what is known of a kind of text: which bytes of it are structure and how the others are replaced.
type reading struct {
	typ       rowkey.Type
	form      rowkey.Form
	structure rowkey.Structured // nil where the type determines all
	reversed  bool
	classes   *classes
	closed    bool            // see domain
	whole     bool            // all of it is structure
	stay      map[string]bool // words that are structure
	loose     bool            // the prefix is data too
}

// newReading a segment, of which these words stay; its prefix is data if it is loose.
func newReading(c rowkey.Codec, stay map[string]bool, loose bool, text, binary *classes) reading {
	reading := reading{typ: c.Type(), form: c.Form(), reversed: c.Reversed(), classes: text, stay: stay, loose: loose}
	reading.structure, _ = rowkey.AsStructured(c)
	if reading.form.Binary {
		reading.classes = binary
		reading.closed = reading.form.Alphabet != rowkey.ByteSet{} // packed digits
	}
	switch reading.typ {
	case rowkey.UUID, rowkey.IP, rowkey.Hash, rowkey.ULID, rowkey.Hex, rowkey.Geohash:
		reading.closed = true
	case rowkey.Salt, rowkey.Timestamp:
		reading.whole = true
	}
	if bytes.ContainsFunc(reading.form.Prefix, func(c rune) bool { return c < ' ' || c > '~' }) {
		reading.classes = text // which leaves a binary constant before text alone
	}
	return reading
}

// stays reports whether a text is structure as a whole.
func (r *reading) stays(text []byte) bool { return r.whole || r.stay[string(text)] }

// fix marks the bytes of a text that are structure.
func (r *reading) fix(text []byte, fixed []bool) {
	fixTo := func(n int) {
		for i := range fixed[:min(max(n, 0), len(fixed))] {
			fixed[i] = true
		}
	}
	if r.stays(text) {
		fixTo(len(text))
		return
	}
	prefix := min(len(r.form.Prefix), len(text))
	if r.loose {
		prefix = 0
	}
	fixTo(prefix)
	if r.structure != nil {
		r.structure.Structure(text[prefix:], fixed[prefix:])
		return
	}
	switch r.typ {
	case rowkey.OrderedCode:
		fixTo(1) // determines the length
	case rowkey.IP:
		fixOctets(text, fixed)
	case rowkey.Domain:
		fixSuffix(r, text, fixed)
	case rowkey.Email:
		if at := bytes.LastIndexByte(text, '@'); at >= 0 {
			forward := reading{typ: rowkey.Domain}
			fixSuffix(&forward, text[at+1:], fixed[at+1:])
		}
	case rowkey.URL:
		fixTo(bytes.Index(text, []byte("://")))
	case rowkey.JSON:
		fixJSON(text, fixed)
	case rowkey.IntDecimal, rowkey.IntPadded, rowkey.IntBE:
		if r.classes['-'].size() == 1 && len(text) >= 19 {
			fixTo(2) // the greatest numbers of 64 bits
		}
		for i, c := range text {
			fixed[i] = fixed[i] || r.closed && !r.form.Alphabet.Has(c) // the sign behind packed digits
		}
	}
}

// fixOctets keeps the digits that bound numbers up to 255; other addresses have none such.
func fixOctets(text []byte, fixed []bool) {
	if bytes.Count(text, []byte{'.'}) != 3 {
		return
	}
	from := 0
	for from < len(text) {
		to := from
		for to < len(text) && text[to] != '.' {
			to++
		}
		if octet := text[from:to]; len(octet) == 3 {
			fixed[from] = true
			if octet[0] == '2' {
				fixed[from+1] = true
				fixed[from+2] = fixed[from+2] || octet[1] == '5'
			}
		}
		from = to + 1
	}
}

// fixSuffix keeps the public suffix of a host name, such as com or co.uk, which distinguishes host names from other
// text.
func fixSuffix(r *reading, text []byte, fixed []bool) {
	sep := "."
	if r.form.Separator != 0 {
		sep = string(r.form.Separator)
	}
	labels := strings.Split(strings.ToLower(string(text)), sep)
	turned := r.reversed
	if turned {
		slices.Reverse(labels)
	}
	suffix, _ := publicsuffix.PublicSuffix(strings.Join(labels, "."))
	n := min(len(suffix), len(text))
	for i := range n {
		if turned {
			fixed[i] = true
		} else {
			fixed[len(text)-1-i] = true
		}
	}
}

// fixJSON keeps what makes a document one: all outside of strings but digits, and escapes.
func fixJSON(text []byte, fixed []bool) {
	inside := false
	for i := 0; i < len(text); i++ {
		switch char := text[i]; {
		case char == '"':
			inside = !inside
		case inside && char == '\\':
			skip := 1
			if i+1 < len(text) && text[i+1] == 'u' {
				skip = 5
			}
			for k := 1; k <= skip && i+k < len(text); k++ {
				fixed[i+k] = true
			}
			i += skip
		case !inside && (char < '0' || char > '9'):
			fixed[i] = true
		}
	}
}
