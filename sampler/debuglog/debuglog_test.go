package debuglog

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"time"
)

// TestKeysAreHashedByRun verifies that equal keys have equal hashes in one log and others in another, so that a hash
// cannot be looked up, that an end of the table has none, and that bytes of keys that are asked for stay legible.
func TestKeysAreHashedByRun(t *testing.T) {
	var out bytes.Buffer
	one, other := New(&out, false), New(&out, false)
	first, again := one.Key([]byte("a")), one.Key([]byte("a"))
	if first != again || first == one.Key([]byte("b")) || first == other.Key([]byte("a")) || one.Key(nil) != "" {
		t.Errorf("hashes %s %s %s %s", first, again, one.Key([]byte("b")), other.Key([]byte("a")))
	}
	if got := New(&out, true).Key([]byte("a\x00\xff\"")); got != `a\x00\xff\"` {
		t.Errorf("a key as it is: %s", got)
	}
}

// TestNoLogWritesNothing verifies that whoever has no log can write to it, and that a context carries one.
func TestNoLogWritesNothing(t *testing.T) {
	none := From(context.Background())
	none.Write("x")
	none.Ended("x", time.Now(), errors.New("y"))
	if none.DialOptions() != nil || none.Transport(nil) != nil {
		t.Error("no log is put on a connection")
	}
	var out bytes.Buffer
	log := New(&out, false)
	From(With(context.Background(), log)).Ended("request", time.Now(), errors.New("row secret"), "rows", 3)
	if got := out.String(); !strings.Contains(got, `"rows":3`) || !strings.Contains(got, `"code":"Unknown"`) ||
		strings.Contains(got, "secret") {
		t.Errorf("entry %s", got)
	}
}
