package rowkey

import (
	"fmt"
	"strings"
)

// SaltInfo describes a salt: a small number that is a hash of other segments modulo Buckets. What it is the hash of is a
// description, which decoding does not check.
type SaltInfo struct {
	Buckets  uint64   // 0 when not known
	Hash     string   // name of the hash function, such as crc32; empty when not known
	Segments []string // names of the segments hashed, in order
}

// SaltOf states what a codec of a salt says of it.
func SaltOf(c Codec) (SaltInfo, bool) {
	return c.Form().Salt, c.Type() == Salt
}

// saltCodec reads salts.
type saltCodec struct {
	traits
	number number
	info   SaltInfo
}

// Form implements Codec.
func (c *saltCodec) Form() Form {
	f := c.number.form()
	return Form{Binary: f.Binary, Alphabet: f.Alphabet, Order: OrderScattered, Salt: c.info}
}

func (c *saltCodec) Decode(b []byte) (Value, error) {
	n, err := c.number.read(b)
	if err != nil {
		return Value{}, err
	}
	if n.neg || c.info.Buckets > 0 && n.abs >= c.info.Buckets {
		return Value{}, reason("no bucket of the salt")
	}
	return n.value()
}

func (c *saltCodec) Append(dst []byte, v Value) ([]byte, error) {
	n, err := v.integer()
	if err != nil {
		return dst, err
	}
	if n.neg || c.info.Buckets > 0 && n.abs >= c.info.Buckets {
		return dst, reason("no bucket of the salt")
	}
	return c.number.write(dst, n)
}

// buildSalt reads salt(16), salt(8, be(1)), salt(16, pad(2), crc32(user, event)). Without a number form the salt is
// decimal, padded to the width of the greatest bucket.
func buildSalt(c call) (Codec, error) {
	if err := c.arity(1, 3, "a number of buckets, a number form and a hash: salt(16, be(1), crc32(user))"); err != nil {
		return nil, err
	}
	s := &saltCodec{traits: traits{typ: Salt}}
	var args []string
	written := false // a number form is among the arguments
	if text := c.args[0].text; text != "" && text[0] >= '0' && text[0] <= '9' {
		n, err := c.args[0].count(1, 1<<31-1)
		if err != nil {
			return nil, err
		}
		s.info.Buckets, args = uint64(n), append(args, text)
		s.number = decimal{pad: len(fmt.Sprint(n - 1))}
		c.args = c.args[1:]
	}
	for _, a := range c.args {
		inner, err := a.call()
		if err != nil {
			return nil, err
		}
		if isNumberWord(inner.word) {
			n, err := inner.number()
			if err != nil {
				return nil, err
			}
			if written {
				return nil, a.fail("two number forms")
			}
			s.number, args, written = n, append(args, n.spec()), true
			continue
		}
		if inner.word[0] >= '0' && inner.word[0] <= '9' {
			return nil, a.fail("the number of buckets is the first argument, and only that")
		}
		if s.info.Hash != "" {
			return nil, a.fail("two hash functions")
		}
		s.info.Hash = inner.word
		for _, name := range inner.args {
			if !validName(name.text) {
				return nil, name.fail("want the name of a segment")
			}
			s.info.Segments = append(s.info.Segments, name.text)
		}
		args = append(args, withArgs(inner.word, s.info.Segments))
	}
	if s.number == nil {
		return nil, c.raw.fail("want a number of buckets or a number form: salt(16), salt(be(1))")
	}
	s.spec, s.width, s.encoding = withArgs("salt", args), s.number.width(), s.words()
	return withSize(s, s.number), nil
}

func isNumberWord(word string) bool {
	switch word {
	case "int", "pad", "be", "hex", "ordered", "point":
		return true
	}
	return false
}

func (c *saltCodec) words() string {
	text := c.number.words()
	if c.info.Buckets > 0 {
		text += fmt.Sprintf(", %d buckets", c.info.Buckets)
	}
	if c.info.Hash != "" {
		text += ", " + c.info.Hash
		if len(c.info.Segments) > 0 {
			text += " of " + strings.Join(c.info.Segments, ", ")
		}
	}
	return text
}
