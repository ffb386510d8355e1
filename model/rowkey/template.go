package rowkey

import "errors"

// Layout says how the keys of one record kind are built. It is a value: immutable, made by New or Parse.
type Layout struct {
	name  string
	parts []Part
}

var errUnfinished = errors.New("rowkey: not there yet")

// New makes a layout of parts. It is an error when the parts cannot be told apart in a key: two segments of varying
// width side by side, or two segments of one name.
func New(name string, parts ...Part) (*Layout, error) {
	return &Layout{name: name, parts: parts}, nil
}

// Parse reads a template, with an optional leading "name = ". Errors are of type *SyntaxError.
func Parse(template string) (*Layout, error) { return nil, errUnfinished }

// SyntaxError is a mistake in a template.
type SyntaxError struct {
	Template string
	Offset   int    // of the mistake, in bytes of Template
	Message  string // what is wrong and what would be right
}

// Error tells the mistake, and on the next two lines the template with a caret under the place.
func (e *SyntaxError) Error() string { return e.Message }

// Name is the record kind's name, empty when the table has one kind.
func (l *Layout) Name() string { return l.name }

// Parts are the parts in order; they must not be changed.
func (l *Layout) Parts() []Part { return l.parts }

// Segments lists the segments in order, those inside groups among them.
func (l *Layout) Segments() []*Segment { return nil }

// String writes the layout as a template that Parse reads back.
func (l *Layout) String() string { return "" }

// Decode cuts key into spans, appended to dst. It allocates nothing beyond dst's growth and values that must be made.
// The error is a *DecodeError. On error the returned slice is dst unchanged.
func (l *Layout) Decode(dst []Span, key []byte) ([]Span, error) { return dst, errUnfinished }

// Encode appends the key of the spans' values to dst. For spans that Decode gave, the result is the key byte for byte.
func (l *Layout) Encode(dst []byte, spans []Span) ([]byte, error) { return dst, errUnfinished }

// DecodeError tells why a key does not fit a layout.
type DecodeError struct {
	Offset  int      // byte of the key at which it stopped fitting
	Segment *Segment // the segment that failed; nil for a literal
	Reason  string
}

func (e *DecodeError) Error() string { return e.Reason }

// Set is the layouts of a table's record kinds, in the order in which they are tried.
type Set []*Layout

// Decode cuts key with the first layout that fits. kind indexes the set; it is -1, with no spans, when none fits.
func (s Set) Decode(dst []Span, key []byte) (spans []Span, kind int) { return dst, -1 }
