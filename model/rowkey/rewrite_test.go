package rowkey

import (
	"bytes"
	"strings"
	"testing"
)

// TestRewrite verifies that a layout gets other names and constants, and that what refers to a name follows it.
func TestRewrite(t *testing.T) {
	upper := func(b []byte) []byte { return bytes.ToUpper(b) }
	for _, tt := range [][2]string{
		{"orders = order#{user}[/{n:int}]*", "ORDERS = ORDER#{USER}[/{N:int}]*"},
		{"{kind:enum(cpu, disk)}#{n:int}", "{KIND:enum(CPU, DISK)}#{N:int}"},
		{"{kind:prefix(k-, enum(cpu, disk))}#{n}", "{KIND:prefix(K-, enum(CPU, DISK))}#{N}"},
		{"{n:prefix(id, int)}", "{N:prefix(ID, int)}"},
		{"{s:salt(8, int, crc32(id))}#{id}", "{S:salt(8, int, crc32(ID))}#{ID}"},
		{"{at:reverse(ms)}#{kind:enum}", "{AT:reverse(ms)}#{KIND:enum}"},
		{`{a:enum(x\, y, z)}`, `{A:enum(X\, Y, Z)}`},
	} {
		l, err := Parse(tt[0])
		if err != nil {
			t.Fatal(err)
		}
		got, err := l.Rewrite(Rewriting{Kind: strings.ToUpper(l.Name()), Segment: strings.ToUpper, Literal: upper,
			Constant: func(_ *Segment, b []byte) []byte { return upper(b) }})
		if err != nil || got.String() != tt[1] {
			t.Errorf("%s became %v, %v; want %s", tt[0], got, err, tt[1])
		}
	}
}
