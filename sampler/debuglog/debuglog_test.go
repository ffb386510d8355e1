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

// TestShare verifies that a shared log has the command and the last entries, and of each only the attributes that the
// log writes; and that one with keys, by its first entry or by a range, and what is no log, are refused.
func TestShare(t *testing.T) {
	const command = `{"time":"t","msg":"command","command":"tabletop stats ARGUMENT"}` + "\n"
	request := func(ranges string) string {
		return `{"time":"t","msg":"request","of":"projects/acme/instances/i/tables/t","app_profile":"ours","error":"of \"k\"",` +
			`"ranges":` + ranges + `,"rows":0}` + "\n"
	}
	shared, err := Share([]byte(command + strings.Repeat(request(`[["","#0123456789abcdef"],["#0123456789abcdef",""]]`),
		maxShared+7)))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(shared)), "\n")
	const want = `{"time":"t","msg":"request","of":"projects/…/instances/…/tables/…",` +
		`"ranges":[["","#0123456789abcdef"],["#0123456789abcdef",""]],"rows":0}`
	if len(lines) != 1+maxShared || lines[0]+"\n" != command || lines[1] != want || lines[maxShared] != want {
		t.Errorf("%d lines: %s\n%s", len(lines), lines[0], lines[1])
	}
	for log, want := range map[string]string{
		strings.Replace(command, "}", `,"keys":true}`, 1): "--debug-keys",
		command + request(`[["a\"","b"]]`):                "--debug-keys",
		command + request(`["alice"]`):                    "--debug-keys",
		request("null"):                                   "line 1 is not one",
		command + "alice":                                 "line 2 is not one",
		"":                                                "line 1 is not one",
	} {
		if shared, err := Share([]byte(log)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %s, %v", log, shared, err)
		}
	}
}
