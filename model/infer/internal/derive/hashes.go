package derive

import (
	"encoding/binary"
	"math/bits"

	"github.com/twmb/murmur3"

	"tabletop/model/candidate"
)

// hashFunc is a function that tables are salted with. A digest of 4 or 8 bytes is also taken for a number.
type hashFunc struct {
	name string
	sum  func(b []byte) []byte // big-endian; where it is left out, that of package candidate
	sums bool                  // it adds up its input, so that inputs alike give values alike
}

func hashFuncs() []hashFunc {
	out := []hashFunc{
		{name: "crc32"}, {name: "md5"},
		{name: "java", sums: true}, // String.hashCode of ASCII
		// Arrays.hashCode, as Phoenix, HBase and OpenTSDB
		{"javabytes", func(b []byte) []byte { return be32(javaSigned(b)) }, true},
		{name: "murmur3"}, {name: "fnv1a"}, {name: "fnv1"}, {name: "fnv1a64"}, {name: "fnv1_64"}, {name: "sha1"},
		{name: "sha256"}, {name: "murmur3_128"},
		{"murmur3_128le", func(b []byte) []byte { // as Guava writes the digest
			h1, h2 := murmur3.Sum128(b)
			return binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(nil, h1), h2)
		}, false},
		{name: "crc32c"}, {name: "adler32", sums: true},
		{"murmur2", func(b []byte) []byte { return be32(murmur2(b, 0x9747b28c)) }, false}, // Kafka's partitioner
		{"murmurhash", func(b []byte) []byte { return be32(murmur2(b, 0)) }, false},
		{"scala", func(b []byte) []byte { return be32(scalaString(b)) }, false}, // MurmurHash3.stringHash, as GeoMesa
		{"xxhash", func(b []byte) []byte { return binary.BigEndian.AppendUint64(nil, xxhash64(b)) }, false},
		{"djb2", func(b []byte) []byte { return be32(djb2(b)) }, true},
	}
	for i := range out {
		if out[i].sum == nil {
			out[i].sum = candidate.Digest(out[i].name)
		}
	}
	return out
}

func be32(u uint32) []byte { return binary.BigEndian.AppendUint32(nil, u) }

// javaSigned is java.util.Arrays.hashCode(byte[]), in which bytes are signed.
func javaSigned(b []byte) uint32 {
	h := int32(1)
	for _, c := range b {
		h = 31*h + int32(int8(c))
	}
	return uint32(h)
}

func djb2(b []byte) uint32 {
	h := uint32(5381)
	for _, c := range b {
		h = h*33 + uint32(c)
	}
	return h
}

// murmur2 is Austin Appleby's MurmurHash2 for 32 bits.
func murmur2(b []byte, seed uint32) uint32 {
	const m = 0x5bd1e995
	hash := seed ^ uint32(len(b))
	for ; len(b) >= 4; b = b[4:] {
		k := binary.LittleEndian.Uint32(b) * m
		k = (k ^ k>>24) * m
		hash = hash*m ^ k
	}
	switch len(b) {
	case 3:
		hash ^= uint32(b[2]) << 16
		fallthrough
	case 2:
		hash ^= uint32(b[1]) << 8
		fallthrough
	case 1:
		hash = (hash ^ uint32(b[0])) * m
	}
	hash = (hash ^ hash>>13) * m
	return hash ^ hash>>15
}

// scalaString is scala.util.hashing.MurmurHash3.stringHash for ASCII: it mixes two characters at a time.
func scalaString(b []byte) uint32 {
	hash := uint32(0xf7ca7fd2)
	mix := func(k uint32) uint32 { return bits.RotateLeft32(k*0xcc9e2d51, 15) * 0x1b873593 }
	index := 0
	for ; index+1 < len(b); index += 2 {
		hash = bits.RotateLeft32(hash^mix(uint32(b[index])<<16+uint32(b[index+1])), 13)*5 + 0xe6546b64
	}
	if index < len(b) {
		hash ^= mix(uint32(b[index]))
	}
	hash ^= uint32(len(b))
	hash = (hash ^ hash>>16) * 0x85ebca6b
	hash = (hash ^ hash>>13) * 0xc2b2ae35
	return hash ^ hash>>16
}

// xxhash64 is Yann Collet's XXH64 with seed 0.
func xxhash64(b []byte) uint64 {
	const (
		p1 = 11400714785074694791
		p2 = 14029467366897019727
		p3 = 1609587929392839161
		p4 = 9650029242287828579
		p5 = 2870177450012600261
	)
	round := func(acc, in uint64) uint64 { return bits.RotateLeft64(acc+in*p2, 31) * p1 }
	count := uint64(len(b))
	hash := uint64(p5)
	if len(b) >= 32 {
		number := uint64(p1)
		array := [4]uint64{number + p2, p2, 0, -number}
		for ; len(b) >= 32; b = b[32:] {
			for i := range array {
				array[i] = round(array[i], binary.LittleEndian.Uint64(b[8*i:]))
			}
		}
		hash = bits.RotateLeft64(array[0], 1) + bits.RotateLeft64(array[1], 7) + bits.RotateLeft64(array[2], 12) +
			bits.RotateLeft64(array[3], 18)
		for i := range array {
			hash = (hash^round(0, array[i]))*p1 + p4
		}
	}
	hash += count
	for ; len(b) >= 8; b = b[8:] {
		hash = bits.RotateLeft64(hash^round(0, binary.LittleEndian.Uint64(b)), 27)*p1 + p4
	}
	if len(b) >= 4 {
		hash = bits.RotateLeft64(hash^uint64(binary.LittleEndian.Uint32(b))*p1, 23)*p2 + p3
		b = b[4:]
	}
	for _, c := range b {
		hash = bits.RotateLeft64(hash^uint64(c)*p5, 11) * p1
	}
	hash = (hash ^ hash>>33) * p2
	hash = (hash ^ hash>>29) * p3
	return hash ^ hash>>32
}
