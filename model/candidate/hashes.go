package candidate

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/binary"
	"hash/adler32"
	"hash/crc32"
	"hash/fnv"
	"math/bits"

	"github.com/twmb/murmur3"
)

// hashes are the functions that salts and hashes can be made with, and the digest of each, most significant byte first.
func hashes() map[string]func(b []byte) []byte {
	be32 := func(u uint32) []byte { return binary.BigEndian.AppendUint32(nil, u) }
	be64 := func(u uint64) []byte { return binary.BigEndian.AppendUint64(nil, u) }
	return map[string]func(b []byte) []byte{
		"crc32":   func(b []byte) []byte { return be32(crc32.ChecksumIEEE(b)) },
		"crc32c":  func(b []byte) []byte { return be32(crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli))) },
		"adler32": func(b []byte) []byte { return be32(adler32.Checksum(b)) },
		"fnv1":    func(b []byte) []byte { h := fnv.New32(); h.Write(b); return h.Sum(nil) },
		"fnv1a":   func(b []byte) []byte { h := fnv.New32a(); h.Write(b); return h.Sum(nil) },
		"fnv1_64": func(b []byte) []byte { h := fnv.New64(); h.Write(b); return h.Sum(nil) },
		"fnv1a64": func(b []byte) []byte { h := fnv.New64a(); h.Write(b); return h.Sum(nil) },
		"java":    func(b []byte) []byte { return be32(java(b)) },
		"murmur3": func(b []byte) []byte { return be32(murmur3.Sum32(b)) },
		"murmur3_128": func(b []byte) []byte {
			high, low := murmur3.Sum128(b)
			return append(be64(high), be64(low)...)
		},
		"md5":    func(b []byte) []byte { h := md5.Sum(b); return h[:] },
		"sha1":   func(b []byte) []byte { h := sha1.Sum(b); return h[:] },
		"sha256": func(b []byte) []byte { h := sha256.Sum256(b); return h[:] },
		"sha512": func(b []byte) []byte { h := sha512.Sum512(b); return h[:] },
	}
}

// HashNames lists the hash functions by name, the usual ones first.
func HashNames() []string {
	return []string{"crc32", "md5", "sha1", "sha256", "sha512", "murmur3", "murmur3_128", "fnv1a", "fnv1", "fnv1a64",
		"fnv1_64", "crc32c", "adler32", "java"}
}

// java is String.hashCode of ASCII text.
func java(b []byte) uint32 {
	h := uint32(0)
	for _, c := range b {
		h = 31*h + uint32(c)
	}
	return h
}

// sum is the digest of b by the function of a name in HashNames.
func sum(name string, b []byte) []byte { return hashes()[name](b) }

// Digest makes the function of a name in HashNames: the digest of bytes, most significant byte first.
func Digest(name string) func(b []byte) []byte { return hashes()[name] }

// Modulo is a digest, taken as one unsigned number, most significant byte first, modulo n.
func Modulo(digest []byte, n uint64) uint64 {
	rest := uint64(0)
	for _, c := range digest {
		high, low := bits.Mul64(rest, 256)
		low, carry := bits.Add64(low, uint64(c), 0)
		_, rest = bits.Div64(high+carry, low, n)
	}
	return rest
}
