package rowkey

import (
	"bytes"
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"unicode/utf8"
)

// wordCodec reads text of a known shape. Its value is the bytes of the key themselves, so that any spelling it accepts
// can be written back.
type wordCodec struct {
	traits
	kind    Kind
	valid   func(b []byte) error
	letters ByteSet // the bytes that values are made of; the zero value allows any that are valid
	pattern string  // of values; empty where letters and width say it
}

// newLetters is a word made of some characters.
func newLetters(t traits, letters string) wordCodec {
	set := NewByteSet(letters)
	return wordCodec{traits: t, kind: KindText, valid: set.check, letters: set}
}

// spell lets w be made of some characters.
func (w *wordCodec) spell(letters string) {
	w.letters = NewByteSet(letters)
	w.valid = w.letters.check
}

// Form implements Codec.
func (w *wordCodec) Form() Form {
	form := Form{Binary: w.kind == KindBytes, Alphabet: w.letters, Code: Code{Width: w.width}}
	if form.Binary {
		form.Code.Kind = CodeBytes
		return form
	}
	if form.Code.Pattern = w.pattern; w.pattern == "" && w.letters != (ByteSet{}) {
		form.Code.Pattern = pattern(w.letters, w.width)
	}
	if form.Code.Pattern != "" {
		form.Code.Kind = CodeText
	}
	if w.typ == Domain {
		form.Separator = '.'
	}
	return form
}

func (c *wordCodec) Decode(b []byte) (Value, error) {
	if err := c.check(b); err != nil {
		return Value{}, err
	}
	return Value{Kind: c.kind, Bytes: b}, nil
}

func (c *wordCodec) check(b []byte) error {
	if c.width > 0 && len(b) != c.width {
		return reason("wrong length")
	}
	return c.valid(b)
}

func (c *wordCodec) Append(dst []byte, v Value) ([]byte, error) {
	if v.Kind != KindText && v.Kind != KindBytes {
		return dst, reason("neither text nor bytes")
	}
	if err := c.check(v.Bytes); err != nil {
		return dst, err
	}
	return append(dst, v.Bytes...), nil
}

// check makes sure that b has something in it and nothing outside the alphabet.
func (s ByteSet) check(b []byte) error {
	if len(b) == 0 {
		return reason("empty")
	}
	for _, c := range b {
		if s[c>>6]>>(c&63)&1 == 0 {
			return reason("a character outside the alphabet")
		}
	}
	return nil
}

const (
	numerals = "0123456789"
	lowers   = "abcdefghijklmnopqrstuvwxyz"
	uppers   = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	hexLow   = numerals + "abcdef"
	hexUp    = numerals + "ABCDEF"
	base62   = numerals + lowers + uppers
	base64s  = base62 + "+/-_="
	base58   = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
	base32s  = "234567" + lowers + uppers + "0189="
	crock    = numerals + "ABCDEFGHJKMNPQRSTVWXYZ"
	geo32    = numerals + "bcdefghjkmnpqrstuvwxyz"
)

// buildWord builds the codecs that have no arguments and look at their bytes only.
func buildWord(c call) (Codec, error) {
	if err := c.arity(0, 0, "nothing in parentheses"); err != nil {
		return nil, err
	}
	word := &wordCodec{traits: traits{spec: c.word}, kind: KindText}
	switch c.word {
	case "email":
		word.encoding, word.typ, word.valid = "address", Email, validEmail
		word.pattern = shown + "+@" + strings.TrimSuffix(shown, "]") + "@]+"
	case "json":
		word.encoding, word.typ, word.valid = "JSON text", JSON, validJSON
	}
	return word, nil
}

// pathCodec reads the path of a URL. It begins with a slash, which ends the segment before.
type pathCodec struct{ wordCodec }

func (c *pathCodec) begins() []byte { return []byte("/") }

func buildURL(c call) (Codec, error) {
	path, c := c.has("path")
	wordCodec := wordCodec{traits: traits{spec: "url", encoding: "URL", typ: URL}, kind: KindText, valid: visible,
		pattern: shown + "+"}
	if err := c.arity(0, 0, "nothing or path: url(path)"); err != nil || !path {
		return &wordCodec, err
	}
	wordCodec.spec, wordCodec.encoding = "url(path)", "path from the first slash on"
	wordCodec.pattern = "/" + shown + "*"
	wordCodec.valid = func(b []byte) error {
		if !bytes.HasPrefix(b, []byte("/")) {
			return reason("no slash at the beginning")
		}
		return visible(b)
	}
	return &pathCodec{wordCodec}, nil
}

// visible holds for UTF-8 without spaces and control characters.
func visible(b []byte) error {
	blank := len(b) == 0
	for _, c := range b { // bytes of a longer rune are all above these
		blank = blank || c <= ' ' || c == 0x7F
	}
	if blank || !utf8.Valid(b) {
		return reason("empty, not UTF-8, or with spaces")
	}
	return nil
}

func validEmail(b []byte) error {
	at := bytes.LastIndexByte(b, '@')
	if at < 1 || at == len(b)-1 {
		return reason("no @ between two parts")
	}
	return visible(b)
}

// validDomain holds for labels of letters, digits, '-' and '_', joined by points; letters beyond ASCII are allowed.
func validDomain(b []byte) error {
	if len(b) == 0 || b[len(b)-1] == '.' || !utf8.Valid(b) {
		return reason("not a DNS name")
	}
	label := 0
	for _, char := range b {
		switch {
		case char == '.' && label == 0:
			return reason("an empty label")
		case char == '.':
			label = 0
		case char == '-', isWord(char), char >= utf8.RuneSelf:
			label++
		default:
			return reason("not a DNS name")
		}
	}
	return nil
}

func buildDomain(c call) (Codec, error) {
	return plainDomain(), c.arity(0, 0, "nothing in parentheses; reverse(domain) is org.debian.www")
}

func plainDomain() *wordCodec {
	return &wordCodec{traits: traits{spec: "domain", encoding: "DNS name", typ: Domain}, kind: KindText,
		valid: validDomain, pattern: labels(".")}
}

// Form implements Codec.
func (c *domainCodec) Form() Form {
	return Form{Separator: '.', Unreversed: plainDomain(), Code: Code{Kind: CodeLabels, Pattern: labels(".")}}
}

// domainCodec reads a DNS name whose labels are written from last to first; its value is the name in the usual order.
type domainCodec struct{ traits }

func reversedDomain() Codec {
	return &domainCodec{traits{spec: "reverse(domain)", encoding: "DNS name, labels from last to first", typ: Domain,
		reversed: true}}
}

func (c *domainCodec) Decode(b []byte) (Value, error) {
	if err := validDomain(b); err != nil {
		return Value{}, err
	}
	return Value{Kind: KindText, Bytes: appendLabels(make([]byte, 0, len(b)), b)}, nil
}

func (c *domainCodec) Append(dst []byte, v Value) ([]byte, error) {
	if v.Kind != KindText && v.Kind != KindBytes {
		return dst, reason("not text")
	}
	if err := validDomain(v.Bytes); err != nil {
		return dst, err
	}
	return appendLabels(dst, v.Bytes), nil
}

// appendLabels appends the labels of name from last to first.
func appendLabels(dst, name []byte) []byte {
	for end := len(name); ; {
		at := bytes.LastIndexByte(name[:end], '.')
		dst = append(dst, name[at+1:end]...)
		if at < 0 {
			return dst
		}
		dst = append(dst, '.')
		end = at
	}
}

// surtCodec reads a DNS name as crawlers sort it: labels from last to first, joined by commas.
type surtCodec struct{ domainCodec }

func buildSurt(c call) (Codec, error) {
	return &surtCodec{domainCodec{traits{spec: "surt",
			encoding: "DNS name, labels from last to first, joined by commas", typ: Domain, reversed: true}}},
		c.arity(0, 0, "nothing in parentheses")
}

// Form implements Codec.
func (c *surtCodec) Form() Form {
	return Form{Separator: ',', Code: Code{Kind: CodeLabels, Pattern: labels(",")}}
}

func (c *surtCodec) Decode(b []byte) (Value, error) {
	if bytes.IndexByte(b, '.') >= 0 {
		return Value{}, reason("a point in a name joined by commas")
	}
	return c.domainCodec.Decode(bytes.ReplaceAll(b, []byte(","), []byte(".")))
}

func (c *surtCodec) Append(dst []byte, v Value) ([]byte, error) {
	start := len(dst)
	dst, err := c.domainCodec.Append(dst, v)
	if err != nil {
		return dst, err
	}
	for i := start; i < len(dst); i++ {
		if dst[i] == '.' {
			dst[i] = ','
		}
	}
	return dst, nil
}

// ipCodec reads IP addresses. Its value is their usual text.
type ipCodec struct{ traits }

func (c *ipCodec) Decode(b []byte) (Value, error) {
	if c.width == 0 {
		if err := canonicalIP(b); err != nil {
			return Value{}, err
		}
		return Value{Kind: KindText, Bytes: b}, nil
	}
	addr, ok := netip.AddrFromSlice(b)
	if !ok || len(b) != c.width {
		return Value{}, reason("wrong number of bytes")
	}
	return Value{Kind: KindText, Bytes: addr.AppendTo(make([]byte, 0, 39))}, nil
}

// canonicalIP holds for addresses spelled in the one usual way.
func canonicalIP(b []byte) error {
	if len(b) > 45 {
		return reason("not an IP address")
	}
	addr, err := netip.ParseAddr(string(b))
	if err != nil || addr.Zone() != "" {
		return reason("not an IP address")
	}
	var buf [48]byte
	if !bytes.Equal(addr.AppendTo(buf[:0]), b) {
		return reason("an unusual spelling of an IP address")
	}
	return nil
}

func (c *ipCodec) Append(dst []byte, v Value) ([]byte, error) {
	if v.Kind != KindText && v.Kind != KindBytes {
		return dst, reason("not an IP address")
	}
	if err := canonicalIP(v.Bytes); err != nil {
		return dst, err
	}
	if c.width == 0 {
		return append(dst, v.Bytes...), nil
	}
	addr, err := netip.ParseAddr(string(v.Bytes))
	if err != nil || addr.BitLen() != 8*c.width {
		return dst, reason("an IP address of the other family")
	}
	return append(dst, addr.AsSlice()...), nil
}

// Form implements Codec.
func (c *ipCodec) Form() Form {
	if c.width > 0 {
		return Form{Binary: true, Code: Code{Kind: CodeBytes, Width: c.width}}
	}
	return Form{Alphabet: NewByteSet(hexLow + ".:")}
}

func buildIP(c call) (Codec, error) {
	if len(c.args) == 0 {
		return &ipCodec{traits{spec: "ip", encoding: "text", typ: IP}}, nil
	}
	n, err := c.oneCount(4, 16, "nothing, 4 or 16 bytes: ip(4)")
	if err != nil || n != 4 && n != 16 {
		return nil, c.args[0].fail("an IP address has 4 or 16 bytes")
	}
	return &ipCodec{traits{spec: fmt.Sprintf("ip(%d)", n), encoding: fmt.Sprintf("%d bytes", n), typ: IP, width: n}},
		nil
}

func buildGeohash(c call) (Codec, error) {
	codec := newLetters(traits{spec: "geohash", encoding: "geohash", typ: Geohash}, geo32)
	var forms []string
	for _, form := range []string{"quadkey", "h3"} {
		var is bool
		if is, c = c.has(form); is {
			forms = append(forms, form)
		}
	}
	if len(forms) > 1 {
		return nil, c.raw.fail("either quadkey or h3")
	}
	switch {
	case slices.Contains(forms, "quadkey"):
		codec.encoding = "quadkey"
		codec.spell("0123")
	case slices.Contains(forms, "h3"):
		codec.encoding = "H3 index in hexadecimal"
		codec.spell(hexLow)
	}
	if err := c.arity(0, 1, "quadkey or h3 and a width: geohash(6)"); err != nil {
		return nil, err
	}
	var inside []string
	inside = append(inside, forms...)
	if len(c.args) == 1 {
		var err error
		if codec.width, err = c.args[0].count(1, 64); err != nil {
			return nil, err
		}
		inside = append(inside, fmt.Sprint(codec.width))
		codec.encoding += fmt.Sprintf(", %d characters", codec.width)
	}
	codec.spec = withArgs("geohash", inside)
	if slices.Contains(forms, "h3") {
		return &h3Codec{codec}, nil
	}
	return &codec, nil
}

// h3Codec reads H3 indexes.
type h3Codec struct{ wordCodec }

// Structure implements Structured: mode and resolution stay, and the digits that the cell does not use.
func (c *h3Codec) Structure(text []byte, fixed []bool) {
	for i, x := range text {
		fixed[i] = fixed[i] || i < 3 || x == 'f'
	}
}

func (c *wordCodec) resize(width int) (Codec, error) {
	if c.width == 0 {
		return nil, reason("its width varies")
	}
	return respelled(c.spec, c.width, width)
}
