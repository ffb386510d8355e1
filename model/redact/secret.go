package redact

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/sha256"
	"encoding/binary"
)

// secret returns pseudorandom numbers that cannot be predicted without the key, always the same for the same input.
type secret struct{ block cipher.Block }

func newSecret(key []byte, attempt int) *secret {
	sum := sha256.Sum256(append([]byte{byte(attempt)}, key...))
	block, err := aes.NewCipher(sum[:])
	if err != nil {
		panic(err) // 32 bytes are a key of AES-256
	}
	return &secret{block}
}

// chain is the state after some bytes: CBC-MAC over them, a block a byte.
type chain [aes.BlockSize]byte

// begin is the state before the first byte of a text of a domain.
func (s *secret) begin(domain string) chain {
	sum := sha256.Sum256([]byte(domain))
	var c chain
	s.block.Encrypt(c[:], sum[:aes.BlockSize])
	return c
}

func (s *secret) next(c *chain, b byte) {
	c[0] ^= b
	s.block.Encrypt(c[:], c[:])
}

func (c *chain) number() uint64 { return binary.BigEndian.Uint64(c[8:]) }

// mix returns a number for a pair of numbers.
func (s *secret) mix(a, b uint64) uint64 {
	var c chain
	binary.BigEndian.PutUint64(c[:], a)
	binary.BigEndian.PutUint64(c[8:], b)
	s.block.Encrypt(c[:], c[:])
	return c.number()
}
