package codegen

import (
	"fmt"
	"strings"
	"time"

	"tabletop/model/rowkey"
)

// nanoseconds is the length of a unit.
func nanoseconds(u rowkey.Unit) uint64 { return uint64(u.Length() / time.Nanosecond) }

// formOf is how a codec is written as code. The error names it, and what to use instead.
func formOf(c rowkey.Codec) (rowkey.Code, error) {
	code := c.Form().Code
	if code.Kind != rowkey.CodeNone {
		return code, nil
	}
	if c.Type() == rowkey.Timestamp {
		return code, fmt.Errorf("%s is not written as code: a date is, whose fields are digits of one width without "+
			"an offset, such as date(2006-01-02); text keeps any other as it is", c.Spec())
	}
	instead := "text"
	switch {
	case rowkey.EndsItself(c) && c.Type() == rowkey.Text:
		return code, fmt.Errorf("%s is not written as code, which would have to find its end: new keys can have text "+
			"before a delimiter", c.Spec())
	case rowkey.EndsItself(c):
		return code, fmt.Errorf("%s is not written as code, which would have to find its end: new keys can have be(8) "+
			"or ordered, which sort", c.Spec())
	case c.Form().Binary && c.Width() > 0:
		instead = fmt.Sprintf("bytes(%d)", c.Width())
	}
	return code, fmt.Errorf("%s is not written as code: use %s, which keeps it as it is", c.Spec(), instead)
}

// kindOf is what holds the values of a form.
func kindOf(code rowkey.Code) PartKind {
	switch code.Kind {
	case rowkey.CodeBytes:
		return BytesPart
	case rowkey.CodeNumber:
		n := code.Number
		large := (n.Form == rowkey.BigEndian || n.Form == rowkey.LittleForm) && n.Width == 8 && !n.Signed && !n.Flipped ||
			n.Form == rowkey.HexForm && (n.Width == 0 || n.Width >= 16)
		if large && (!code.Reverse || code.Maximum>>63 > 0) {
			return UnsignedPart
		}
		return IntPart
	case rowkey.CodeCount, rowkey.CodeDate:
		switch code.Unit {
		case rowkey.Microsecond:
			return MicrosPart
		case rowkey.Nanosecond:
			return NanosPart
		}
		return MillisPart
	}
	return TextPart
}

// valueOf is the value that a part stands for: of text filled up, the text without that; of a domain, its labels in the
// usual order; of a time, nanoseconds since 1970.
func valueOf(code rowkey.Code, form rowkey.Form, part node) node {
	if code.Kind == rowkey.CodeLabels {
		return call("labels", part, string(form.Separator), ".")
	}
	return part
}

// encode writes a value, as valueOf has it.
func encode(c rowkey.Codec, value node) (node, error) {
	code, err := formOf(c)
	if err != nil {
		return node{}, err
	}
	form := c.Form()
	out := value
	switch code.Kind {
	case rowkey.CodeText:
		out = encodeText(code, value)
	case rowkey.CodeLabels:
		out = checked(code, call("labels", value, ".", string(form.Separator)))
	case rowkey.CodeBytes:
		if code.Width > 0 {
			out = call("exactly", value, code.Width)
		}
	case rowkey.CodeNumber:
		out = encodeNumber(code, value)
	case rowkey.CodeCount:
		out = encodeNumber(code, call("count", value, nanoseconds(code.Unit)))
	case rowkey.CodeDate:
		if out = call("date", value, code.Date); code.Reverse {
			out = encodeNumber(code, decodeNumber(rowkey.Code{Number: code.Number}, out))
		}
	}
	if len(form.Prefix) > 0 {
		out = concat([]node{literal(form.Prefix), out})
	}
	return out, nil
}

func encodeText(code rowkey.Code, value node) node {
	if code.Fill != 0 {
		return call("padRight", value, code.Width, int(code.Fill))
	}
	return checked(code, value)
}

// checked makes sure that text is of a form.
func checked(code rowkey.Code, text node) node {
	if code.Pattern != "" {
		return call("match", pattern(code.Pattern), text)
	}
	return call("valid", text)
}

func encodeNumber(code rowkey.Code, n node) node {
	if code.Buckets > 0 || code.Mirror {
		n = call("below", n, code.Buckets)
	}
	if code.Reverse {
		n = call("minus", code.Maximum, n)
	}
	form := code.Number
	switch form.Form {
	case rowkey.HexForm:
		n = call("hexadecimal", n, form.Width, letters(form))
	case rowkey.BigEndian:
		n = call("bigEndian", n, form.Width, sign(form))
	case rowkey.LittleForm:
		n = call("backwards", call("bigEndian", n, form.Width, sign(form)))
	case rowkey.PackedForm:
		n = call("packed", n, form.Width, sign(form))
	case rowkey.OrderedForm:
		n = call("ordered", n)
	case rowkey.PointForm:
		n = call("point", n, form.Width)
	default:
		n = call("decimal", n, form.Width)
	}
	if code.Mirror {
		n = call("mirror", n)
	}
	return n
}

func letters(n rowkey.NumberCode) string {
	if n.Upper {
		return "upper"
	}
	return "lower"
}

func sign(n rowkey.NumberCode) string {
	switch {
	case n.Signed:
		return "signed"
	case n.Flipped:
		return "flip"
	}
	return "unsigned"
}

// decode reads what encode writes, as a part holds it: text and bytes as they stand in the key.
func decode(c rowkey.Codec, raw node) (node, error) {
	code, err := formOf(c)
	if err != nil {
		return node{}, err
	}
	if prefix := c.Form().Prefix; len(prefix) > 0 {
		raw = call("after", raw, literal(prefix))
	}
	switch code.Kind {
	case rowkey.CodeText, rowkey.CodeLabels:
		if code.Fill != 0 {
			return call("trimRight", raw, code.Width, int(code.Fill)), nil
		}
		return checked(code, raw), nil
	case rowkey.CodeNumber:
		return decodeNumber(code, raw), nil
	case rowkey.CodeCount:
		return call("instant", decodeNumber(code, raw), nanoseconds(code.Unit)), nil
	case rowkey.CodeDate:
		if code.Reverse {
			raw = encodeNumber(rowkey.Code{Number: code.Number}, decodeNumber(code, raw))
		}
		return call("parseDate", raw, code.Date), nil
	}
	if code.Width > 0 {
		raw = call("exactly", raw, code.Width)
	}
	return raw, nil
}

func decodeNumber(code rowkey.Code, raw node) node {
	if code.Mirror {
		raw = call("mirror", raw)
	}
	form := code.Number
	var n node
	switch form.Form {
	case rowkey.HexForm:
		n = call("parseHexadecimal", raw, form.Width, letters(form))
	case rowkey.BigEndian:
		n = call("parseBigEndian", raw, form.Width, sign(form))
	case rowkey.LittleForm:
		n = call("parseBigEndian", call("backwards", raw), form.Width, sign(form))
	case rowkey.PackedForm:
		n = call("parsePacked", raw, form.Width, sign(form))
	case rowkey.OrderedForm:
		n = call("parseOrdered", raw)
	case rowkey.PointForm:
		n = call("parsePoint", raw, form.Width)
	default:
		n = call("parseDecimal", raw, form.Width)
	}
	if code.Reverse {
		n = call("minus", code.Maximum, n)
	}
	if code.Buckets > 0 || code.Mirror {
		n = call("below", n, code.Buckets)
	}
	return n
}

// convertUUID writes text or bytes of one form of UUID in another.
func convertUUID(from, to rowkey.Codec, value node) (node, error) {
	source, target := from.Form().Code, to.Form().Code
	anyCase := strings.Contains(to.Spec(), "any")
	if anyCase && source.Width == target.Width {
		return encode(to, value)
	}
	raw := value
	if source.Kind == rowkey.CodeText {
		raw = call("uuidBytes", value)
	}
	var out node
	switch target.Width {
	case 16:
		return raw, nil
	case 32:
		out = call("hexDigits", raw, 32)
	default:
		out = call("uuidText", raw)
	}
	if strings.Contains(to.Spec(), "upper") {
		out = call("upper", out)
	}
	return out, nil
}
