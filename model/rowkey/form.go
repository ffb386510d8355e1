package rowkey

import "fmt"

// Form states what a codec can do beyond reading and writing: what menus, redaction, row-key schemas, simulation and
// generated code need to know of it. The zero value is text whose bytes need not sort as its values do.
type Form struct {
	Binary   bool // values may hold bytes that are not printable text
	Order    Order
	Calendar bool // a time in fields of a date, not a count
	Yearless bool // a calendar time without the year: a time of day, a month
	// Alphabet is the bytes that values are made of; the zero value allows any.
	Alphabet ByteSet
	Words    [][]byte // the only values allowed; nil for any
	Prefix   []byte   // constant bytes before the value
	Salt     SaltInfo // of a salt; the zero value otherwise
	// Separator stands between the labels of a domain name; 0 for other values.
	Separator byte
	// Unreversed is the codec of which a reversal is; nil when nothing is reversed.
	Unreversed Codec
	// AsNumber reads the same digits as a number; nil for codecs whose digits are no number, or are one already.
	AsNumber Codec
	Schema   SchemaType
	Code     Code
}

// Order is how the bytes of values sort.
type Order uint8

// The orders. Where it is OrderUnknown, values have to be compared to know.
const (
	OrderUnknown   Order = iota
	OrderByValue         // bytes sort as values do, or exactly the other way round where the codec is reversed
	OrderScattered       // values that are near each other are far apart on purpose
)

// SchemaType is the type of a field of a row-key schema that reads the values of a codec. Type is empty where the
// schema has none, and the field is a string, or bytes for a binary codec. Note is what the type does not say.
type SchemaType struct{ Type, Encoding, Note string }

// CodeKind is what a program has to do to read and write a value.
type CodeKind uint8

// The kinds of code.
const (
	CodeNone   CodeKind = iota // not written as code
	CodeText                   // UTF-8 that Pattern matches
	CodeBytes                  // bytes
	CodeNumber                 // an integer in a number form
	CodeCount                  // a time as a count of Unit since 1970 in a number form
	CodeDate                   // a time in the fields of Date
	CodeLabels                 // the labels of a domain name from last to first, joined by the separator of the form
)

// Code is how program code in any language reads and writes a value. What stands in the key is described by the other
// fields: of a reversal, a number in Number that is Maximum minus the value.
type Code struct {
	Kind    CodeKind
	Pattern string     // CodeText, CodeLabels: a regular expression for whole values; empty for any UTF-8
	Width   int        // CodeText, CodeBytes: the bytes of every value; 0 if that varies
	Fill    byte       // CodeText: what the value is filled up with at the end; 0 for nothing
	Number  NumberCode // CodeNumber, CodeCount, and reversed dates
	Unit    Unit       // CodeCount, CodeDate: the finest that is written
	Date    string     // CodeDate: %Y %m %d %j %H %M %S, %1 to %9 for digits of a fraction, %% for a percent sign
	Reverse bool       // of numbers and times
	Maximum uint64     // what a reversal subtracts from
	Buckets uint64     // CodeNumber: the numbers are below this; 0 for no limit
	Mirror  bool       // CodeNumber: the digits stand from last to first
}

// NumberForm is a way in which a number is written.
type NumberForm string

// The number forms.
const (
	DecimalForm NumberForm = "decimal"
	HexForm     NumberForm = "hex"
	BigEndian   NumberForm = "big-endian"
	// LittleForm is BigEndian with its bytes from last to first.
	LittleForm NumberForm = "little-endian"
	// PackedForm is decimal digits, two in a byte.
	PackedForm  NumberForm = "packed"
	OrderedForm NumberForm = "ordered"
	PointForm   NumberForm = "point"
)

// NumberCode is how a number is written. Width is that of its digits, 0 for no padding; of big-endian and little-endian
// numbers that of its bytes, and of numbers with a point that of the digits behind it.
type NumberCode struct {
	Form    NumberForm
	Width   int
	Upper   bool // HexForm
	Signed  bool // BigEndian, LittleForm: two's complement; PackedForm: a sign behind the digits
	Flipped bool // BigEndian: two's complement, its sign bit flipped
}

// Stamped is implemented by codecs of ids that hold the time at which they were made.
type Stamped interface {
	// Stamp returns that time, in seconds since 1970; false when the value holds none, as a random UUID does not.
	Stamp(v Value) (seconds int64, nanos int32, ok bool)
	// Shift adds seconds to the time that text, which the codec decodes, holds. It reports whether the result still
	// fits; a text that cannot be moved stays as it is, and fits.
	Shift(text []byte, seconds int64) bool
}

// Structured is implemented by codecs whose values have bytes that a replacement has to keep, lest it be of another
// form: the version of a UUID, the time in an id.
type Structured interface {
	// Structure sets fixed, which is as long as text, for those bytes.
	Structure(text []byte, fixed []bool)
}

// resizer is implemented by codecs that have the same form at another width.
type resizer interface {
	resize(width int) (Codec, error)
}

// Resize returns the codec of the same form whose values have width bytes. It is an error where there is none.
func Resize(c Codec, width int) (Codec, error) {
	r, ok := c.(resizer)
	if !ok {
		return nil, fmt.Errorf("%s has no form of %d bytes", c.Spec(), width)
	}
	return r.resize(width)
}

// reverser is implemented by codecs that can be subtracted from a maximum.
type reverser interface {
	// usual is the maximum where none is given; it is an error where this form cannot be reversed.
	usual() (uint64, error)
	reverse(greatest uint64, given bool) Codec
}

// Reverse returns the codec of the same values whose bytes are those of maximum minus the value, or whose labels go
// from last to first. A maximum of 0 stands for the usual one.
func Reverse(c Codec, maximum uint64) (Codec, error) {
	if o, ok := c.(sizedCodec); ok {
		c = o.Codec
	}
	if c.Reversed() {
		return nil, fmt.Errorf("%s is reversed already", c.Spec())
	}
	if w, ok := c.(*wordCodec); ok && w.typ == Domain && maximum == 0 {
		return reversedDomain(), nil
	}
	reverser, ok := c.(reverser)
	if !ok {
		return nil, fmt.Errorf("%s cannot be reversed: only times, integers and domain can", c.Spec())
	}
	usual, err := reverser.usual()
	if err != nil {
		return nil, err
	}
	if maximum == 0 {
		maximum = usual
	}
	return reverser.reverse(maximum, maximum != usual), nil
}

// Mirror returns the codec of the same numbers with their digits from last to first. Only decimal digits can be
// mirrored.
func Mirror(c Codec) (Codec, error) {
	if i, ok := c.(*intCodec); ok && !i.reversed {
		if d, ok := i.counter.number.(decimal); ok {
			return newMirror(d), nil
		}
	}
	return nil, fmt.Errorf("only decimal digits can be mirrored: int or pad(8)")
}

// floorer is implemented by codecs that write only a part of a time.
type floorer interface {
	// appendFloor appends what the codec writes of the time v.
	appendFloor(dst []byte, v Value) ([]byte, error)
}

// ByteSet is a set of bytes.
type ByteSet [4]uint64

// NewByteSet returns the set of the bytes of letters.
func NewByteSet(letters string) ByteSet {
	var a ByteSet
	for i := range len(letters) {
		a[letters[i]>>6] |= 1 << (letters[i] & 63)
	}
	return a
}

// Has reports whether c is in the set.
func (s ByteSet) Has(c byte) bool { return s[c>>6]>>(c&63)&1 != 0 }

// MayHold reports whether a value of the form may have all bytes of b in it, which it must for b to be a part of it.
func (f Form) MayHold(b []byte) bool {
	if f.Words != nil {
		return mayHoldWord(f.Words, b)
	}
	if f.Binary || f.Alphabet == (ByteSet{}) {
		return true
	}
	for _, c := range b {
		if !f.Alphabet.Has(c) {
			return false
		}
	}
	return true
}
