package detect

import (
	"math"

	"tabletop/model/infer/internal/column"
	"tabletop/model/rowkey"
)

// Sized is a form of numbers, or of text, whose bytes tell their length.
type Sized struct {
	Spec   string // of the codec
	Behind bool   // looked for among values behind codes alone, or by rules of its own
	codec  rowkey.Codec
}

// newSized returns the forms that are looked for: those that hold less in a byte, and so prove more, first.
func newSized() []Sized {
	var out []Sized
	for i, spec := range []string{"memcomparable", "ordered(tuple)", "ordered(cockroach)", "ordered(sqlite)", "varint",
		"ordered(unsigned)", "ordered"} {
		if codec, err := rowkey.ParseCodec(spec); err == nil {
			out = append(out, Sized{Spec: spec, Behind: i > 4, codec: codec})
		}
	}
	return out
}

// Size is the number of bytes of the value at the start of b; 0 where there is none.
func (s Sized) Size(b []byte) int {
	size := rowkey.SizeOf(s.codec, b)
	if size > len(b) {
		return 0
	}
	return size
}

// Holds reports whether b is a value of the form, written in no more bytes than it needs.
func (s Sized) Holds(b []byte) bool {
	_, err := s.codec.Decode(b)
	return err == nil
}

// FindSized returns the form with a spec.
func (e *Reader) FindSized(spec string) (Sized, bool) {
	for _, f := range e.Sized {
		if f.Spec == spec {
			return f, true
		}
	}
	return Sized{}, false
}

// ReadSized reads a column of values of a form: of numbers a time if it agrees with the cells.
func (e *Reader) ReadSized(form Sized, s *column.Summary) (Reading, bool) {
	if form.codec.Type() == rowkey.Text {
		return e.ReadText(form.texts(s)).As(form.Spec), true
	}
	negative, odd := 0, 0
	numbers := s.Numbers(func(v []byte) (uint64, bool) {
		value, err := form.codec.Decode(v)
		if err != nil {
			return 0, false
		}
		number := value.Uint
		if value.Kind == rowkey.KindInt {
			number = uint64(value.Int)
			if value.Int < 0 {
				number = -number
				negative++
			}
		}
		odd += int(number & 1)
		return number, true
	})
	if s.N == 0 || len(numbers.Val) < column.Most(s.N) {
		return Reading{}, false
	}
	bits := column.SizedBits(numbers.Val)
	if negative > 0 {
		bits += float64(s.N)
	}
	reading := Reading{Typ: form.codec.Type(), Spec: form.Spec, Bits: shared(s, bits, false), Solid: true}
	if form.Spec == "varint" && odd <= column.Tolerance(s.N) && s.Distinct >= leastEven {
		reading.Spec = "varint(zigzag)" // which doubles numbers that are not negative
	}
	if negative > column.Tolerance(s.N) || reading.Spec != form.Spec {
		return reading, true
	}
	if t, ok := FindTime(e.Keys, numbers.Row, numbers.Val, field{}); ok && t.Known {
		return t.reading(s, epochSpec(t, form.Spec, math.MaxInt64)), true
	}
	return reading, true
}

// texts returns the texts that the values hold.
func (s Sized) texts(c *column.Summary) *column.Summary {
	return column.Summarize(c.Each(func(b []byte) ([]byte, bool) {
		v, err := s.codec.Decode(b)
		return v.Bytes, err == nil
	}))
}
