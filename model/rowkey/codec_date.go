package rowkey

import (
	"strings"
	"time"
)

// dateCodec reads calendar times composed of fields with literals between them. It is not time.Parse: that accepts
// spellings it does not write, has no weeks, and allocates.
type dateCodec struct {
	traits
	parts    []datePart
	digits   bool // nothing but digits of one width, so that it can be reversed
	zoned    bool // it writes an offset from UTC
	order    Order
	yearless bool
	greatest uint64
}

func buildDate(c call) (Codec, error) {
	if c.raw.text == "" {
		return nil, c.raw.s.fail(c.at, "date wants a form of 2006-01-02 15:04:05, such as date(20060102)")
	}
	form, err := c.raw.bytes()
	if err != nil {
		return nil, err
	}
	dateCodec := &dateCodec{traits: traits{spec: "date(" + escapeArg(form) + ")", typ: Timestamp}}
	if at, message := dateCodec.compile(string(form)); message != "" {
		return nil, c.raw.s.fail(c.raw.at+min(at, len(c.raw.text)), "%s", message)
	}
	dateCodec.encoding = "UTC " + printable(form)
	if dateCodec.zoned {
		dateCodec.encoding = "local time with its offset " + printable(form)
	}
	return dateCodec, nil
}

func (d *dateCodec) Decode(b []byte) (Value, error) {
	if d.width > 0 && len(b) != d.width {
		return Value{}, reason("wrong length")
	}
	var turned [19]byte
	if d.reversed {
		whole, err := decimal{pad: d.width}.read(b)
		if err != nil {
			return Value{}, err
		}
		if whole.neg || whole.abs > d.greatest {
			return Value{}, reason("greater than the maximum of the reversal")
		}
		if b, err = (decimal{pad: d.width}).write(turned[:0], integer{abs: d.greatest - whole.abs}); err != nil {
			return Value{}, err
		}
	}
	civil := civil{month: 1, day: 1}
	for i := range d.parts {
		n, err := civil.read(&d.parts[i], b)
		if err != nil {
			return Value{}, err
		}
		b = b[n:]
	}
	if len(b) > 0 {
		return Value{}, reason("bytes after the date")
	}
	return civil.value()
}

func (d *dateCodec) Append(dst []byte, v Value) ([]byte, error) {
	if v.Kind != KindTime {
		return dst, reason("not a time")
	}
	if v.Int < firstSecond || v.Int > lastSecond {
		return dst, reason("not in the years 0 to 9999")
	}
	start := len(dst)
	dst = d.appendFields(dst, v)
	// What was written must read as v again: no field of v may be finer than the form, nor its century another.
	if d.reversed {
		n, err := decimal{pad: d.width}.read(dst[start:])
		if err != nil || n.abs > d.greatest {
			return dst[:start], reason("greater than the maximum of the reversal")
		}
		if dst, err = (decimal{pad: d.width}).write(dst[:start], integer{abs: d.greatest - n.abs}); err != nil {
			return dst[:start], err
		}
	}
	back, err := d.Decode(dst[start:])
	if err != nil || back.Int != v.Int || back.Nanos != v.Nanos {
		return dst[:start], reason("finer than the form of the date; cut it to the unit first")
	}
	return dst, nil
}

// appendFields appends what the form has of a time, in the zone of v where the form writes one.
func (d *dateCodec) appendFields(dst []byte, v Value) []byte {
	t := v.Time()
	if d.zoned {
		t = t.Add(time.Duration(v.Offset) * time.Minute)
	}
	for i := range d.parts {
		dst = d.parts[i].append(dst, t, int(v.Offset))
	}
	return dst
}

func (d *dateCodec) appendFloor(dst []byte, v Value) ([]byte, error) {
	if d.reversed {
		return d.Append(dst, v.Floor(d.unit))
	}
	return d.appendFields(dst, v), nil
}

// Form implements Codec.
func (d *dateCodec) Form() Form {
	form := Form{Calendar: true, Yearless: d.yearless, Order: d.order, Code: d.code()}
	if d.reversed {
		plain := *d
		plain.reversed, plain.spec = false, d.plainSpec()
		plain.encoding = "UTC " + d.plainForm()
		form.Unreversed, form.Alphabet = &plain, NewByteSet(numerals)
		return form
	}
	letters := ""
	for _, p := range d.parts {
		letters += p.letters()
	}
	form.Alphabet = NewByteSet(letters)
	return form
}

func (d *dateCodec) code() Code {
	code := Code{Kind: CodeDate, Unit: d.unit, Reverse: d.reversed, Maximum: d.greatest,
		Number: NumberCode{Form: DecimalForm, Width: d.width}}
	for i := range d.parts {
		text, ok := d.parts[i].code()
		if !ok || d.reversed && d.yearless {
			return Code{}
		}
		code.Date += text
	}
	return code
}

func (d *dateCodec) plainForm() string {
	var form strings.Builder
	for _, p := range d.parts {
		form.WriteString(p.text)
	}
	return form.String()
}

func (d *dateCodec) plainSpec() string { return "date(" + escapeArg([]byte(d.plainForm())) + ")" }

func (d *dateCodec) usual() (uint64, error) {
	if !d.digits || d.width > 19 {
		return 0, reason("only a date of at most 19 digits and nothing else can be reversed")
	}
	return pow10(d.width) - 1, nil
}

// reverse subtracts the digits of the date from greatest.
func (d *dateCodec) reverse(greatest uint64, given bool) Codec {
	r := *d
	r.reversed, r.greatest = true, greatest
	r.spec = reversedSpec(d.spec, greatest, given)
	r.encoding = maximumSpec(greatest) + " minus " + strings.TrimPrefix(d.encoding, "UTC ") + " as a number"
	return &r
}
