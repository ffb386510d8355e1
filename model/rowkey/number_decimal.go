package rowkey

import "fmt"

// packedDecimal is a number in decimal digits, two in a byte, as COBOL's COMP-3 and DB2 have it. With sign, the last
// four bits are C for a number that is not negative and D for a negative one.
type packedDecimal struct {
	bytes int
	sign  bool
}

const packedPlus, packedMinus = 0xC, 0xD

func (p packedDecimal) spec() string {
	if p.sign {
		return fmt.Sprintf("bcd(%d, sign)", p.bytes)
	}
	return fmt.Sprintf("bcd(%d)", p.bytes)
}

func (p packedDecimal) words() string {
	if p.sign {
		return fmt.Sprintf("%d digits and a sign, two in a byte", p.digits())
	}
	return fmt.Sprintf("%d digits, two in a byte", p.digits())
}

func (p packedDecimal) digits() int {
	if p.sign {
		return 2*p.bytes - 1
	}
	return 2 * p.bytes
}

func (p packedDecimal) typ() Type   { return IntBE }
func (p packedDecimal) width() int  { return p.bytes }
func (p packedDecimal) max() uint64 { return pow10(p.digits()) - 1 }

func (p packedDecimal) form() Form {
	form := Form{Binary: true, Alphabet: packedDigits(), Order: OrderByValue,
		Code: numberCode(NumberCode{Form: PackedForm, Width: p.digits(), Signed: p.sign})}
	if p.sign {
		form.Order = OrderUnknown // of negative numbers the greatest come first
	}
	return form
}

// packedDigits is the bytes of two digits.
func packedDigits() ByteSet {
	var all []byte
	for n := range 100 {
		all = append(all, byte(n/10<<4|n%10))
	}
	return NewByteSet(string(all))
}

func (p packedDecimal) read(b []byte) (integer, error) {
	if len(b) != p.bytes {
		return integer{}, reason("wrong number of bytes")
	}
	var n integer
	for i := range p.digits() {
		digit := b[i/2] >> (4 * (1 - i%2)) & 15
		if digit > 9 {
			return n, reason("not a decimal digit")
		}
		n.abs = n.abs*10 + uint64(digit)
	}
	if p.sign {
		sign := b[p.bytes-1] & 15
		if n.neg = sign == packedMinus; sign != packedPlus && sign != packedMinus {
			return n, reason("no sign behind the digits")
		}
		if n.neg && n.abs == 0 {
			return n, reason("minus zero")
		}
	}
	return n, nil
}

func (p packedDecimal) write(dst []byte, n integer) ([]byte, error) {
	if n.neg && !p.sign {
		return dst, reason("negative")
	}
	if n.abs > p.max() {
		return dst, reason("more digits than the width")
	}
	number := n.abs
	start := len(dst)
	dst = append(dst, make([]byte, p.bytes)...)
	for i := p.digits() - 1; i >= 0; i-- {
		dst[start+i/2] |= byte(number%10) << (4 * (1 - i%2))
		number /= 10
	}
	switch {
	case n.neg:
		dst[start+p.bytes-1] |= packedMinus
	case p.sign:
		dst[start+p.bytes-1] |= packedPlus
	}
	return dst, nil
}
