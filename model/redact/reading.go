package redact

import (
	"bytes"
	"strings"

	"golang.org/x/net/publicsuffix"

	"tabletop/model/rowkey"
)

// reading is what is known of a kind of text: which bytes of it are structure and how the others are replaced.
type reading struct {
	typ     rowkey.Type
	spec    string // of the codec, without a constant prefix
	prefix  int    // constant bytes before what the codec reads
	classes *classes
	closed  bool // see domain
	whole   bool // all of it is structure
}

// readingOf a segment. Words that the template itself spells are structure unless words says otherwise.
func readingOf(c rowkey.Codec, words bool, text, binary *classes) reading {
	r := reading{typ: c.Type(), spec: c.Spec(), classes: text}
	if rest, ok := strings.CutPrefix(r.spec, "prefix("); ok {
		constant, inner, _ := strings.Cut(rest, ",")
		r.prefix, r.spec = len(constant), strings.TrimSpace(inner)
		r.whole = strings.ContainsRune(constant, '\\')
	}
	switch r.typ {
	case rowkey.IntBE, rowkey.OrderedCode, rowkey.Bytes:
		r.classes = binary
	case rowkey.UUID, rowkey.IP, rowkey.Hash, rowkey.ULID:
		r.closed = true
		if strings.Contains(r.spec, "bytes") || r.spec == "ip(4)" || r.spec == "ip(16)" {
			r.classes = binary
		}
	case rowkey.Hex, rowkey.Geohash:
		r.closed = true
	case rowkey.Enum:
		r.whole = r.whole || !words && strings.HasPrefix(r.spec, "enum(")
	case rowkey.Salt, rowkey.Timestamp:
		r.whole = true
	}
	if r.spec == "snowflake" || strings.HasPrefix(r.spec, "snowflake(") {
		r.whole = true // a time, and which machine and how many before: see shiftID
	}
	return r
}

// fix marks the bytes of a text that are structure.
func (r *reading) fix(text []byte, fixed []bool) {
	fixTo := func(n int) {
		for i := range fixed[:min(max(n, 0), len(fixed))] {
			fixed[i] = true
		}
	}
	if r.whole {
		fixTo(len(text))
		return
	}
	fixTo(r.prefix)
	switch r.typ {
	case rowkey.UUID:
		fixUUID(len(text), fixed)
		if isStamped(r.spec, text) {
			fixTo(len(text) * 12 / 32)
		}
	case rowkey.ULID:
		fixTo(10)
	case rowkey.Hash:
		switch r.spec {
		case "ksuid":
			fixTo(6)
		case "objectid":
			fixTo(8)
		case "objectid(bytes)":
			fixTo(4)
		}
	case rowkey.OrderedCode:
		fixTo(1) // tells the length
	case rowkey.Geohash:
		fixH3(r.spec, text, fixed)
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
	}
}

// fixUUID keeps version and variant.
func fixUUID(size int, fixed []bool) {
	at := map[int][2]int{36: {14, 19}, 32: {12, 16}, 16: {6, 8}}[size]
	if at[0] > 0 {
		fixed[at[0]], fixed[at[1]] = true, true
	}
}

// fixH3 keeps the mode and the resolution of an H3 cell, and the digits that it does not use.
func fixH3(spec string, text []byte, fixed []bool) {
	if spec != "geohash(h3)" {
		return
	}
	for i, c := range text {
		fixed[i] = fixed[i] || i < 3 || c == 'f'
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

// fixSuffix keeps the public suffix of a host name, such as com or co.uk, which tells host names from other text.
func fixSuffix(r *reading, text []byte, fixed []bool) {
	sep := "."
	if r.spec == "surt" {
		sep = ","
	}
	labels := strings.Split(strings.ToLower(string(text)), sep)
	turned := r.spec == "surt" || strings.HasPrefix(r.spec, "reverse(")
	if turned {
		for i, j := 0, len(labels)-1; i < j; i, j = i+1, j-1 {
			labels[i], labels[j] = labels[j], labels[i]
		}
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
		switch c := text[i]; {
		case c == '"':
			inside = !inside
		case inside && c == '\\':
			skip := 1
			if i+1 < len(text) && text[i+1] == 'u' {
				skip = 5
			}
			for k := 1; k <= skip && i+k < len(text); k++ {
				fixed[i+k] = true
			}
			i += skip
		case !inside && (c < '0' || c > '9'):
			fixed[i] = true
		}
	}
}
