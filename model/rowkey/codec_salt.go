package rowkey

import (
	"fmt"
	"strings"
)

// SaltInfo describes a salt: a small number that is a hash of other segments modulo Buckets. What it is the hash of is
// a description, which decoding does not check.
type SaltInfo struct {
	Buckets  uint64   // 0 when not known
	Hash     string   // name of the hash function, such as crc32; empty when not known
	Segments []string // names of the segments hashed, in order
}

// AsSalt states what a codec of a salt says of it.
func AsSalt(c Codec) (SaltInfo, bool) {
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
	f.Code.Buckets = c.info.Buckets
	return Form{Binary: f.Binary, Alphabet: f.Alphabet, Order: OrderScattered, Salt: c.info, Code: f.Code}
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
	saltCodec := &saltCodec{traits: traits{typ: Salt}}
	var args []string
	written := false // a number form is among the arguments
	if text := c.args[0].text; text != "" && text[0] >= '0' && text[0] <= '9' {
		n, err := c.args[0].count(1, 1<<31-1)
		if err != nil {
			return nil, err
		}
		saltCodec.info.Buckets, args = uint64(n), append(args, text)
		saltCodec.number = decimal{pad: len(fmt.Sprint(n - 1))}
		c.args = c.args[1:]
	}
	for _, arg := range c.args {
		inner, err := arg.call()
		if err != nil {
			return nil, err
		}
		if isNumberWord(inner.word) {
			number, err := inner.number()
			if err != nil {
				return nil, err
			}
			if written {
				return nil, arg.fail("two number forms")
			}
			saltCodec.number, args, written = number, append(args, number.spec()), true
			continue
		}
		if inner.word[0] >= '0' && inner.word[0] <= '9' {
			return nil, arg.fail("the number of buckets is the first argument, and only that")
		}
		if saltCodec.info.Hash != "" {
			return nil, arg.fail("two hash functions")
		}
		saltCodec.info.Hash = inner.word
		for _, name := range inner.args {
			if !validName(name.text) {
				return nil, name.fail("want the name of a segment")
			}
			saltCodec.info.Segments = append(saltCodec.info.Segments, name.text)
		}
		args = append(args, withArgs(inner.word, saltCodec.info.Segments))
	}
	if saltCodec.number == nil {
		return nil, c.raw.fail("want a number of buckets or a number form: salt(16), salt(be(1))")
	}
	saltCodec.spec, saltCodec.width, saltCodec.encoding = withArgs("salt", args), saltCodec.number.width(),
		saltCodec.words()
	return withSize(saltCodec, saltCodec.number), nil
}

func isNumberWord(word string) bool {
	switch word {
	case "int", "pad", "be", "le", "hex", "ordered", "varint", "bcd", "point":
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
