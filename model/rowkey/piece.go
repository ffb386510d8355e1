package rowkey

// The pieces of the template language, for languages that build on it. Offsets are bytes of the template; errors are of
// type *SyntaxError.

// CodecAt reads the codec that begins at byte at, and states where it ends.
func CodecAt(template string, at int) (c Codec, end int, err error) {
	s := &scanner{src: template, pos: at}
	c, err = s.codec()
	return c, s.pos, err
}

// AppendCharacter reads one character of literal bytes at byte at, escaped or not, and appends what it stands for.
func AppendCharacter(dst []byte, template string, at int) (out []byte, end int, err error) {
	s := &scanner{src: template, pos: at}
	dst, err = s.literalByte(dst)
	return dst, s.pos, err
}

// NameAt reads the name of a segment at byte at; it is empty where none begins.
func NameAt(template string, at int) (name string, end int) {
	s := &scanner{src: template, pos: at}
	name = s.name()
	return name, s.pos
}

// QuoteLiteral writes bytes as a template has them, with a backslash before each character of special.
func QuoteLiteral(b []byte, special string) string { return escapeLiteral(b, special) }

// AppendCut is c.Append for a v that may be finer than c: a time is cut to what c writes of it, so that date(1504)
// writes the hour and minute of any day.
func AppendCut(dst []byte, c Codec, v Value) ([]byte, error) {
	if v.Kind != KindTime || v.Int < firstSecond || v.Int > lastSecond {
		return c.Append(dst, v)
	}
	if f, ok := c.(floorer); ok {
		return f.appendFloor(dst, v)
	}
	return c.Append(dst, v.Floor(c.Unit()))
}

// AppendEscaped appends a field as EscapeOrdered writes it.
func AppendEscaped(dst, field []byte) []byte { return appendEscaped(dst, field) }

// Unescape undoes AppendEscaped.
func Unescape(field []byte) ([]byte, error) { return unescape(field) }
