package candidate

import (
	"encoding/hex"
	"math"
	"strings"
	"testing"
)

// TestDigests verifies each hash function by a published digest.
func TestDigests(t *testing.T) {
	functions := hashes()
	for _, tt := range []struct{ name, text, want string }{
		{"crc32", "123456789", "cbf43926"},
		{"crc32c", "123456789", "e3069283"},
		{"adler32", "Wikipedia", "11e60398"},
		{"fnv1", "a", "050c5d7e"},
		{"fnv1a", "a", "e40c292c"},
		{"fnv1_64", "a", "af63bd4c8601b7be"},
		{"fnv1a64", "a", "af63dc4c8601ec8c"},
		{"java", "abc", "00017862"},
		{"murmur3", "hello", "248bfa47"},
		{"murmur3_128", "hello", "cbd8a7b341bd9b025b1e906a48ae1d19"},
		{"md5", "abc", "900150983cd24fb0d6963f7d28e17f72"},
		{"sha1", "abc", "a9993e364706816aba3e25717850c26c9cd0d89d"},
		{"sha256", "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
		{"sha512", "abc", "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3fee" +
			"bbd454d4423643ce80e2a9ac94fa54ca49f"},
	} {
		if got := hex.EncodeToString(functions[tt.name]([]byte(tt.text))); got != tt.want {
			t.Errorf("%s of %q is %s, want %s", tt.name, tt.text, got, tt.want)
		}
		delete(functions, tt.name)
	}
	for name := range functions {
		t.Errorf("no digest of %s", name)
	}
	for _, name := range HashNames() {
		if hashes()[name] == nil {
			t.Errorf("there is no hash %s", name)
		}
	}
}

// TestProtobufSize verifies the length of messages: of integers as varints, of other numbers as 8 bytes, and of texts
// with their length; numbers that are written otherwise, or cut, are texts.
func TestProtobufSize(t *testing.T) {
	for _, tt := range []struct {
		value string
		cut   int // bytes that are missing
		want  int // beside the tag
	}{
		{"0", 0, 1}, {"127", 0, 1}, {"128", 0, 2}, {"16383", 0, 2}, {"16384", 0, 3}, {"-1", 0, 10},
		{"007", 0, 8}, {"1.5", 0, 8}, {"1.", 0, 3}, {"-1.5", 0, 8}, {"1e3", 0, 8},
		{"NaN", 0, 4}, {"Inf", 0, 4}, {"infinity", 0, 9}, {"one", 0, 4}, {"", 0, 1},
		{"127", 1, 5}, {"1.5", 2, 6}, {strings.Repeat("x", 127), 0, 128}, {strings.Repeat("x", 128), 0, 130},
		{"9223372036854775807", 0, 9}, {"9223372036854775808", 0, 8},
	} {
		content := Content{Front: []byte(tt.value), Size: len(tt.value) + tt.cut}
		if got := ProtobufSize([]Content{content}); got != 1+tt.want {
			t.Errorf("%q, %d cut, takes %d bytes, want %d", tt.value, tt.cut, got, 1+tt.want)
		}
	}
	// The tags of the first 15 fields take a byte, those behind two.
	fields := make([]Content, 16)
	if got, want := ProtobufSize(fields[:15]), 30; got != want {
		t.Errorf("15 empty fields take %d bytes, want %d", got, want)
	}
	if got, want := ProtobufSize(fields), 33; got != want {
		t.Errorf("16 empty fields take %d bytes, want %d", got, want)
	}
	if got := varintSize(math.MaxUint64); got != 10 {
		t.Errorf("the largest number takes %d bytes", got)
	}
}

// TestMistakesInsideHashesAreFound verifies that what is wrong with a part to hash is reported where it is.
func TestMistakesInsideHashesAreFound(t *testing.T) {
	for _, text := range []string{"{hash()}", "{hash(a,)}", "{hash(a, b(}", "{hash(a, nothing(b))}", "{salt(4, a,)}",
		"{salt(4, nothing(a))}"} {
		if c, err := Parse(text); err == nil {
			t.Errorf("%s is read as %v", text, c)
		}
	}
}
