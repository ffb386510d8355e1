package rowkey

import "math"

// coded is a form of integers of varying width that sort as the numbers do: a code tells how many bytes follow, which
// hold the number, the greatest byte first, without leading zeros. Databases differ in their codes.
type coded struct {
	database string
	about    string
	zero     int    // the code of 0
	alone    int    // the numbers up to this one are the codes behind zero, without further bytes
	more     int    // the code of a number in n bytes is more+n
	least    int    // the fewest bytes behind a code
	negative bool   // the code of a negative number in n bytes is zero-n
	below    uint64 // what is subtracted from 256^n beside a negative number
	stepped  bool   // SQLite's forms of two and three bytes stand between
}

// codedForms are those of public sources: FoundationDB (design/tuple.md), CockroachDB (pkg/util/encoding), SQLite (src/
// sqlite4 varint: https://sqlite.org/src4/doc/trunk/www/varint.wiki), and the unsigned integers of OrderedCode
// (https://github.com/google/orderedcode), which come after the number of their bytes.
func codedForms() []coded {
	return []coded{
		{database: "tuple", about: "FoundationDB tuple integer", zero: 0x14, more: 0x14, least: 1, negative: true,
			below: 1},
		{database: "cockroach", about: "CockroachDB integer", zero: 0x88, alone: 109, more: 0xF5, least: 1,
			negative: true},
		{database: "sqlite", about: "SQLite4 varint", alone: 240, more: 0xF7, least: 3, stepped: true},
		{database: "unsigned", about: "OrderedCode unsigned integer", least: 1},
	}
}

func (c coded) spec() string  { return "ordered(" + c.database + ")" }
func (c coded) words() string { return c.about }
func (c coded) typ() Type     { return OrderedCode }
func (c coded) width() int    { return 0 }
func (c coded) form() Form    { return Form{Binary: true, Order: OrderByValue} }
func (c coded) max() uint64   { return math.MaxInt64 }

// SQLite's numbers of two and three bytes: 241 to 248 and a byte are those from 240 on, 249 and two bytes those behind.
const (
	sqliteTwo, sqliteThree   = 241, 249
	sqliteSecond, sqliteLast = 240, 2288
)

// size is the number of bytes that the integer at the start of b takes; 0 where none begins so.
func (c coded) size(b []byte) int {
	if len(b) == 0 {
		return 0
	}
	switch code := int(b[0]); {
	case c.stepped && code >= sqliteTwo && code < sqliteThree:
		return 2
	case c.stepped && code == sqliteThree:
		return 3
	case code >= c.zero && code <= c.zero+c.alone:
		return 1
	case code >= c.more+c.least && code <= c.more+8:
		return 1 + code - c.more
	case c.negative && code < c.zero && code >= c.zero-8:
		return 1 + c.zero - code
	}
	return 0
}

func (c coded) read(b []byte) (integer, error) {
	if size := c.size(b); size == 0 || size != len(b) {
		return integer{}, reason("not the length that its code tells")
	}
	code, rest := int(b[0]), beUint(b[1:])
	switch {
	case c.stepped && code >= sqliteTwo && code < sqliteThree:
		rest += sqliteSecond + 256*uint64(code-sqliteTwo)
	case c.stepped && code == sqliteThree:
		rest += sqliteLast
	case len(b) == 1:
		rest = uint64(code - c.zero)
	case c.negative && code < c.zero:
		// 256^n is 0 in eight bytes, and the difference is right all the same.
		n := integer{neg: true, abs: 1<<(8*(len(b)-1)) - c.below - rest}
		if c.length(n) != len(b) {
			return n, reason("longer than its number needs")
		}
		return n, nil
	}
	n := integer{abs: rest}
	if c.length(n) != len(b) {
		return n, reason("longer than its number needs")
	}
	return n, nil
}

// length is the number of bytes that n takes, its code among them.
func (c coded) length(n integer) int {
	switch {
	case c.stepped && n.abs > sqliteSecond && n.abs < sqliteLast:
		return 2
	case c.stepped && n.abs >= sqliteLast && n.abs < sqliteLast+1<<16:
		return 3
	case !n.neg && n.abs <= uint64(c.alone):
		return 1
	}
	size := c.least
	for size < 8 && n.abs>>(8*size) > 0 {
		size++
	}
	return 1 + size
}

func (c coded) write(dst []byte, n integer) ([]byte, error) {
	if n.neg && (!c.negative || n.abs == 0) {
		return dst, reason("negative")
	}
	size, number := c.length(n)-1, n.abs
	switch {
	case c.stepped && size == 1:
		number -= sqliteSecond
		return append(dst, byte(sqliteTwo+number>>8), byte(number)), nil
	case c.stepped && size == 2:
		number -= sqliteLast
		return append(dst, sqliteThree, byte(number>>8), byte(number)), nil
	case size == 0:
		return append(dst, byte(c.zero+int(number))), nil
	case n.neg:
		dst, number = append(dst, byte(c.zero-size)), 1<<(8*size)-c.below-number
	default:
		dst = append(dst, byte(c.more+size))
	}
	for shift := 8 * (size - 1); shift >= 0; shift -= 8 {
		dst = append(dst, byte(number>>shift))
	}
	return dst, nil
}
