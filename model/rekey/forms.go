package rekey

import (
	"tabletop/model/candidate"
	"tabletop/model/rowkey"
)

// NumberForm is the codec for a number in the form of form that is to be written by c: hexadecimal digits are those of
// its value, not of its decimal digits.
func NumberForm(c, form rowkey.Codec) rowkey.Codec {
	digits := c.Form().AsNumber
	if form == nil || digits == nil || !form.Type().IsInteger() {
		return c
	}
	return digits
}

// Turns reports whether a reversal turns the characters of text of codec c, nil for plain bytes. A time, a domain, and
// a number in bytes keep their value and have another form.
func Turns(c rowkey.Codec, maximum uint64) bool {
	typ := codecType(c)
	return maximum == 0 && typ != rowkey.Timestamp && typ != rowkey.Domain && typ != rowkey.IntBE &&
		typ != rowkey.OrderedCode
}

// ReversedForm is the codec that writes the values of c, which Turns is false for, reversed. The maximum is 0 for the
// usual one.
func ReversedForm(c rowkey.Codec, maximum uint64) (rowkey.Codec, error) {
	if inner := c.Form().Unreversed; inner != nil {
		return inner, nil
	}
	turned, err := rowkey.Reverse(c, maximum)
	if err != nil && c.Type() == rowkey.Timestamp {
		unit := c.Unit()
		if unit != rowkey.Microsecond && unit != rowkey.Nanosecond {
			unit = rowkey.Millisecond
		}
		turned, err = rowkey.ParseCodec("reverse(" + string(unit) + ")")
	}
	return turned, err
}

// TurnedForm is the codec that writes the argument of a reversal or mirroring, in form inner, so that it is turned in
// the form of c. It is nil, nil where the characters of the text are turned instead.
func TurnedForm(e *candidate.Expr, c, inner rowkey.Codec) (rowkey.Codec, error) {
	mirrors := e.Op == candidate.Mirror || codecType(inner) != rowkey.Timestamp && c.Type() != rowkey.Timestamp &&
		c.Type() != rowkey.Domain && e.N == 0
	if plain := c.Form().Unreversed; plain != nil && !mirrors { // reversed twice
		return plain, nil
	}
	if mirrors {
		turned, _ := rowkey.Mirror(c)
		return turned, nil
	}
	return rowkey.Reverse(c, e.N)
}

func codecType(c rowkey.Codec) rowkey.Type {
	if c == nil {
		return rowkey.Text
	}
	return c.Type()
}
