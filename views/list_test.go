package views

import (
	"bytes"
	"encoding/csv"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"tabletop/views/text"
)

// TestListRoundTrips verifies that keys of any bytes can be read back from the CSV of a list, and that no field begins a
// formula.
func TestListRoundTrips(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var keys [][]byte
	for range 2000 {
		key := make([]byte, random.IntN(12))
		for i := range key {
			key[i] = byte(random.IntN(256))
		}
		keys = append(keys, key)
	}
	for _, key := range []string{"=1+1", "+x", "-x", "@x", "\t=1", `a,"b"`, "two\nlines", `back\slash`, "é", "\x00", ""} {
		keys = append(keys, []byte(key))
	}
	list := &List{Head: []string{"key"}, Lines: len(keys), Line: func(line int) []any { return []any{keys[line]} }}
	var out bytes.Buffer
	if err := list.WriteCSV(&out); err != nil {
		t.Fatal(err)
	}
	reader := csv.NewReader(&out)
	lines, at := [][]string(nil), 0
	lines, err := reader.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range lines[1:] {
		for len(keys[at]) == 0 && line[0] != "" { // a line of one empty field is no record
			at++
		}
		if strings.ContainsAny(line[0][:min(1, len(line[0]))], "=+-@\t\r") {
			t.Errorf("%q begins a formula", line[0])
		}
		if back, _, err := text.Unescape(line[0]); err != nil || back != string(keys[at]) {
			t.Fatalf("%q is read back from %q as %q: %v", keys[at], line[0], back, err)
		}
		at++
	}
}

// TestListCells verifies how each kind of cell is written: whole figures, times in UTC, nothing for what is not known.
func TestListCells(t *testing.T) {
	list := &List{Head: []string{"a", "b", "c", "d", "e", "f", "g"}, Lines: 1, Line: func(int) []any {
		return []any{-3, int64(1_234_567), 0.1, nil, time.Date(2026, 11, 20, 15, 0, 0, 0, time.FixedZone("", 3600)), "-x",
			[]byte("\x00Z")}
	}}
	var out bytes.Buffer
	if err := list.WriteCSV(&out); err != nil {
		t.Fatal(err)
	}
	const want = "a,b,c,d,e,f,g\n-3,1234567,0.1,,2026-11-20T14:00:00Z,\\x2dx,\\x00Z\n"
	if out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
}
