package rowkey

import (
	"bytes"
	"errors"
	"strings"
	"testing"
)

// TestReadingIsBounded verifies that a key on which loops would be tried again from every byte is given up after a
// number of steps that grows with its length, and that keys which fit, however long, are not.
func TestReadingIsBounded(t *testing.T) {
	hostile := mustParse(t, `[{a:be(1)}[{x:be(1)}[{b:be(1)}]*!]]*`)
	key := bytes.Repeat([]byte("x"), 2000)
	_, err := hostile.Decode(nil, key)
	var de *DecodeError
	if !errors.As(err, &de) || !strings.Contains(de.Reason, string(reasonSteps)) {
		t.Errorf("2,000 bytes, each of which starts the rest again: %v", err)
	}
	for _, c := range []struct{ template, key string }{
		{`[{a:be(1)}[{x:be(1)}[{b:be(1)}]*!]]*`, "xxxx"},
		{`[{a:be(1)}]*`, strings.Repeat("x", 4000)},
		{`[{k:be(3)}{v:be(3)}]*`, strings.Repeat("abcdef", 600)},
		{`{a}[/{b}]*[#{c}]*`, "a" + strings.Repeat("/b", 1000) + strings.Repeat("#c", 900)},
	} {
		if _, err := mustParse(t, c.template).Decode(nil, []byte(c.key)); err != nil {
			t.Errorf("%s on %d bytes: %v", c.template, len(c.key), err)
		}
	}
}
