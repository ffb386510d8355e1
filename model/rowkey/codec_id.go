package rowkey

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"strings"
)

// withArgs writes a codec with its arguments.
func withArgs(word string, args []string) string {
	if len(args) == 0 {
		return word
	}
	return word + "(" + strings.Join(args, ", ") + ")"
}

// hexSpec writes hex, hex(8), hex(8, upper).
func hexSpec(digits int, letters string) string {
	var args []string
	if digits > 0 {
		args = append(args, fmt.Sprint(digits))
	}
	if letters != "" {
		args = append(args, letters)
	}
	return withArgs("hex", args)
}

// buildHex reads digits that are an id or an integer; the value is the digits, since leading zeros and width matter. An
// integer that is to be calculated with is int(hex).
func buildHex(c call) (Codec, error) {
	codec := &hexCodec{newLetters(traits{typ: Hex}, hexLow)}
	upper, c := c.has("upper")
	either, c := c.has("any")
	letters, encoding := "", "hexadecimal, lower case"
	switch {
	case upper && either:
		return nil, c.raw.fail("either upper or any")
	case upper:
		letters, encoding = "upper", "hexadecimal, upper case"
		codec.spell(hexUp)
	case either:
		letters, encoding = "any", "hexadecimal"
		codec.spell(hexLow + hexUp)
	}
	if len(c.args) > 0 {
		var err error
		if codec.width, err = c.oneCount(1, 1024, "a number of digits, then upper or any: hex(8, upper)"); err != nil {
			return nil, err
		}
		encoding += fmt.Sprintf(", %d digits", codec.width)
	}
	codec.spec, codec.encoding = hexSpec(codec.width, letters), encoding
	return codec, nil
}

// hexCodec reads hexadecimal digits.
type hexCodec struct{ wordCodec }

// Form implements Codec.
func (c *hexCodec) Form() Form {
	form := c.wordCodec.Form()
	if !c.letters.Has('a') || !c.letters.Has('A') { // of one case
		upper := c.letters.Has('A')
		if c.width <= 32 {
			n := hexadecimal{digits: c.width, upper: upper}
			form.AsNumber = newInt(n, "int("+n.spec()+")")
		}
	}
	return form
}

// uuidCodec reads UUIDs. form is "" for 36 characters, "hex" for 32 digits, "bytes" for 16 bytes.
type uuidCodec struct {
	traits
	form  string
	upper bool
	any   bool // both cases
}

func (c *uuidCodec) Decode(b []byte) (Value, error) {
	if len(b) != c.width {
		return Value{}, reason("wrong length")
	}
	if c.form == "bytes" {
		return Value{Kind: KindText, Bytes: appendDashed(make([]byte, 0, 36), b)}, nil
	}
	for i, x := range b {
		if dash := c.form == "" && (i == 8 || i == 13 || i == 18 || i == 23); dash {
			if x != '-' {
				return Value{}, reason("no dash at its place")
			}
		} else if hexDigit(x, c.upper) < 0 && !(c.any && hexDigit(x, true) >= 0) {
			return Value{}, reason("not a hexadecimal digit")
		}
	}
	return Value{Kind: KindText, Bytes: b}, nil
}

func appendDashed(dst, raw []byte) []byte {
	for i, n := range []int{4, 2, 2, 2, 6} {
		if i > 0 {
			dst = append(dst, '-')
		}
		dst = hex.AppendEncode(dst, raw[:n])
		raw = raw[n:]
	}
	return dst
}

// uuidBytes reads any form of a UUID.
func uuidBytes(v Value) (raw [16]byte, ok bool) {
	data := v.Bytes
	switch {
	case v.Kind == KindBytes && len(data) == 16:
		return [16]byte(data), true
	case v.Kind != KindText:
		return raw, false
	}
	var digits [32]byte
	switch len(data) {
	case 32:
		copy(digits[:], data)
	case 36:
		if data[8] != '-' || data[13] != '-' || data[18] != '-' || data[23] != '-' {
			return raw, false
		}
		out := digits[:0]
		for _, cut := range [][2]int{{0, 8}, {9, 13}, {14, 18}, {19, 23}, {24, 36}} {
			out = append(out, data[cut[0]:cut[1]]...)
		}
	default:
		return raw, false
	}
	_, err := hex.Decode(raw[:], digits[:])
	return raw, err == nil
}

func (c *uuidCodec) Append(dst []byte, v Value) ([]byte, error) {
	if _, err := c.Decode(v.Bytes); err == nil && v.Kind == KindText && c.form != "bytes" {
		return append(dst, v.Bytes...), nil
	}
	raw, ok := uuidBytes(v)
	if !ok {
		return dst, reason("not a UUID")
	}
	start := len(dst)
	switch c.form {
	case "bytes":
		return append(dst, raw[:]...), nil
	case "hex":
		dst = hex.AppendEncode(dst, raw[:])
	default:
		dst = appendDashed(dst, raw[:])
	}
	if c.upper {
		copy(dst[start:], bytes.ToUpper(dst[start:]))
	}
	return dst, nil
}

// Form implements Codec.
func (c *uuidCodec) Form() Form {
	if c.form == "bytes" {
		return Form{Binary: true, Code: Code{Kind: CodeBytes, Width: c.width}}
	}
	digit, pattern := "[0-9a-f]", "#{8}-#{4}-#{4}-#{4}-#{12}"
	if c.form == "hex" {
		pattern = "#{32}"
	}
	switch {
	case c.upper:
		digit = "[0-9A-F]"
	case c.any:
		digit = "[0-9A-Fa-f]"
	}
	return Form{Alphabet: NewByteSet(hexLow + hexUp + "-"),
		Code: Code{Kind: CodeText, Width: c.width, Pattern: strings.ReplaceAll(pattern, "#", digit)}}
}

// Structure implements Structured: the version and the variant stay, and the time of a version 7.
func (c *uuidCodec) Structure(text []byte, fixed []bool) {
	at := map[int][2]int{36: {14, 19}, 32: {12, 16}, 16: {6, 8}}[len(text)]
	if at[0] > 0 {
		fixed[at[0]], fixed[at[1]] = true, true
	}
	if isVersion7(text) {
		for i := range len(text) * 12 / 32 {
			fixed[i] = true
		}
	}
}

func isVersion7(text []byte) bool {
	switch len(text) {
	case 36:
		return text[14] == '7'
	case 32:
		return text[12] == '7'
	case 16:
		return text[6]>>4 == 7
	}
	return false
}

// Shift implements Stamped, for version 7.
func (c *uuidCodec) Shift(text []byte, seconds int64) bool {
	if !isVersion7(text) {
		return true
	}
	if len(text) == 16 {
		return shiftBytes(text[:6], seconds*1000)
	}
	letters := hexLow
	if bytes.ContainsAny(text, "ABCDEF") {
		letters = hexUp
	}
	if len(text) == 32 {
		return shiftDigits(text[:12], letters, seconds*1000)
	}
	digits := append(append(make([]byte, 0, 12), text[:8]...), text[9:13]...)
	if !shiftDigits(digits, letters, seconds*1000) {
		return false
	}
	copy(text, digits[:8])
	copy(text[9:], digits[8:])
	return true
}

// Stamp implements Stamped, for versions 1, 6 and 7 (RFC 9562).
func (c *uuidCodec) Stamp(v Value) (seconds int64, nanos int32, ok bool) {
	raw, ok := uuidBytes(v)
	if !ok || raw[8]>>6 != 2 {
		return 0, 0, false
	}
	var ticks uint64 // of 100 ns since 1582-10-15
	switch raw[6] >> 4 {
	case 1:
		ticks = beUint(raw[6:8])&0xFFF<<48 | beUint(raw[4:6])<<32 | beUint(raw[:4])
	case 6:
		ticks = beUint(raw[:6])<<12 | beUint(raw[6:8])&0xFFF
	case 7:
		ms := int64(beUint(raw[:6]))
		return ms / 1000, int32(ms % 1000 * 1e6), true
	default:
		return 0, 0, false
	}
	const toUnix = 12219292800 // seconds from 1582-10-15 to 1970
	return int64(ticks/1e7) - toUnix, int32(ticks % 1e7 * 100), true
}

func beUint(b []byte) (u uint64) {
	for _, c := range b {
		u = u<<8 | uint64(c)
	}
	return u
}

func buildUUID(c call) (Codec, error) {
	uuidCodec := &uuidCodec{traits: traits{typ: UUID, width: 36}}
	var args []string
	for _, word := range []string{"hex", "bytes", "upper", "any"} {
		is, rest := c.has(word)
		if !is {
			continue
		}
		c, args = rest, append(args, word)
		switch word {
		case "hex":
			uuidCodec.form, uuidCodec.width = word, 32
		case "bytes":
			if uuidCodec.form != "" {
				return nil, c.raw.fail("either hex or bytes")
			}
			uuidCodec.form, uuidCodec.width = word, 16
		case "upper":
			uuidCodec.upper = true
		case "any":
			uuidCodec.any = true
		}
	}
	if uuidCodec.upper && uuidCodec.any || uuidCodec.form == "bytes" && (uuidCodec.upper || uuidCodec.any) {
		return nil, c.raw.fail("either upper or any, and neither with bytes")
	}
	uuidCodec.spec = withArgs("uuid", args)
	uuidCodec.encoding = map[string]string{"": "36 characters", "hex": "32 hexadecimal digits",
		"bytes": "16 bytes"}[uuidCodec.form]
	return uuidCodec, c.arity(0, 0, "hex or bytes, upper or any: uuid(hex, upper)")
}

// buildHash reads digests and random ids; the alphabet is all that can be checked.
func buildHash(c call) (Codec, error) {
	if err := c.arity(0, 1, "at most an encoding: hash(hex(32)), hash(b64), hash(bytes(16))"); err != nil {
		return nil, err
	}
	codec := &wordCodec{traits: traits{spec: "hash", encoding: "digits and letters", typ: Hash}, kind: KindText,
		valid: NewByteSet(base64s).check, letters: NewByteSet(base64s)}
	if len(c.args) == 0 {
		return codec, nil
	}
	inner, err := c.args[0].call()
	if err != nil {
		return nil, err
	}
	letters, ok := map[string]string{"hex": hexLow, "upper": hexUp, "b32": base32s, "b58": base58, "b62": base62,
		"b64": base62 + "+/-_=", "dec": numerals}[inner.word]
	switch {
	case ok:
		codec.spell(letters)
	case inner.word == "bytes":
		codec.kind, codec.valid, codec.letters = KindBytes, anything, ByteSet{}
	default:
		return nil, c.args[0].fail("want hex, upper, b32, b58, b62, b64, dec or bytes")
	}
	spec := inner.word
	if len(inner.args) > 0 {
		if codec.width, err = inner.oneCount(1, 1024, "a width: hex(32)"); err != nil {
			return nil, err
		}
		spec += fmt.Sprintf("(%d)", codec.width)
	}
	codec.spec, codec.encoding = "hash("+spec+")", "digest in "+spec
	return codec, nil
}

func anything([]byte) error { return nil }
