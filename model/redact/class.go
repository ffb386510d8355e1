package redact

import "math/bits"

// class is a range of bytes that replace each other. Ranges follow one another in byte order and no replacement leaves
// its range, so that a digit stays a digit, a hexadecimal one hexadecimal, and that two bytes of different ranges keep
// their order.
type class struct{ lo, hi byte }

func (c class) size() int { return int(c.hi-c.lo) + 1 }

// classes says of each byte which range it is in.
type classes [256]class

// textClasses leaves punctuation, spaces, control characters and the first bytes of longer UTF-8 sequences alone. A
// zero stays a zero: leading ones pad numbers, and a number has none that it would do without.
func textClasses() *classes {
	return newClasses('1', '9', 'A', 'F', 'G', 'Z', 'a', 'f', 'g', 'z', 0x80, 0xbf)
}

// binaryClasses keeps only 0x00 and 0xff unchanged, which pad numbers and escape other bytes. Text stays text, because
// it distinguishes a column of text from one of bytes.
func binaryClasses() *classes {
	return newClasses(0x01, 0x1f, ' ', '/', '1', '9', ':', '@', 'A', 'F', 'G', 'Z', '[', '`', 'a', 'f', 'g', 'z', '{',
		'~', 0x80, 0xbf, 0xc0, 0xfe)
}

// wideTextClasses and wideBinaryClasses are those of replacements that need not stay in order. Hexadecimal letters are
// letters like others, because a form of two classes of letters would distinguish names; a domain that is closed keeps
// its alphabet anyway.
func wideTextClasses() *classes { return newClasses('1', '9', 'A', 'Z', 'a', 'z', 0x80, 0xbf) }

func wideBinaryClasses() *classes {
	return newClasses(0x01, 0x1f, ' ', '/', '1', '9', ':', '@', 'A', 'Z', '[', '`', 'a', 'z', '{', '~', 0x80, 0xbf,
		0xc0, 0xfe)
}

func newClasses(bounds ...byte) *classes {
	var of classes
	for b := range of {
		of[b] = class{byte(b), byte(b)}
	}
	for i := 0; i < len(bounds); i += 2 {
		for b := int(bounds[i]); b <= int(bounds[i+1]); b++ {
			of[b] = class{bounds[i], bounds[i+1]}
		}
	}
	return &of
}

// byteSet is a set of bytes.
type byteSet [4]uint64

func (s *byteSet) add(b byte)      { s[b>>6] |= 1 << (b & 63) }
func (s *byteSet) has(b byte) bool { return s[b>>6]>>(b&63)&1 == 1 }

// next returns the least byte of the set that is at least from, 256 where there is none.
func (s *byteSet) next(from int) int {
	for w := from >> 6; w < len(s); w++ {
		left := s[w]
		if w == from>>6 {
			left &= ^uint64(0) << (from & 63)
		}
		if left != 0 {
			return w<<6 + bits.TrailingZeros64(left)
		}
	}
	return 256
}

func (s *byteSet) join(o byteSet) {
	for i := range s {
		s[i] |= o[i]
	}
}
