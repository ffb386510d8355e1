package codegen_test

import (
	"go/format"
	"strings"
	"testing"

	"tabletop/model/candidate"
	"tabletop/model/codegen"
	"tabletop/model/rowkey"
)

// newFunctions returns the functions of a candidate for keys of layouts, a template a line.
func newFunctions(t *testing.T, layouts, template string) (*codegen.Functions, error) {
	t.Helper()
	set, err := rowkey.ParseSet(layouts)
	if err != nil {
		t.Fatal(err)
	}
	c, err := candidate.Parse(template)
	if err != nil {
		t.Fatal(err)
	}
	all, err := codegen.New(c, set)
	if err != nil {
		return nil, err
	}
	return all[0], nil
}

// TestRefusals verifies that what cannot be written faithfully is refused, with the part and what to use instead.
func TestRefusals(t *testing.T) {
	for _, tt := range []struct{ from, to, part, instead string }{
		{"{a}#{at:ip}", "{a}", "{at}: ip", "use text"},
		{"{a}#{doc:json}", "{a}", "{doc}: json", "use text"},
		{"{a}#{x:float(8)}", "{a}", "{x}: float(8)", "use bytes(8)"},
		{"{a}#{n:varint}", "{a}", "{n}: varint", "new keys can have be(8)"},
		{"{a}#{n:memcomparable}", "{a}", "{n}: memcomparable", "text before a delimiter"},
		{"{a}#{n:ordered(tuple)}", "{a}", "{n}: ordered(tuple)", "new keys can have be(8)"},
		{"{a}#{at:date(2006-01-02T15:04:05-07:00)}", "{a}", "{at}: date(2006-01-02T15:04:05-07:00)", "text keeps"},
		{"{a}#{at:date(2 Jan 2006)}", "{a}", "{at}: date(2 Jan 2006)", "date(2006-01-02)"},
		{"{a}#{at:ms}", "{at:date(2006-W01)}", "{at:date(2006-W01)}", "date(2006-01-02)"},
		{"{a}[#{tag}]*", "{a}", "repeated groups", "{rest:bytes...}"},
		{"{a}#{b}", "{a} ++ {b}", "one table", "a layout of its own"},
		{"x = x/{a}\ny = y/{a}", "x = same | y = drop", "other keys", "any record kind"},
		{"x = x/{a}\ny = y/{b}", "x = {a}#{b}", "{b}", "leave it out"},
		{"{a}", "{c}", "{c}", `no segment "c"`},
		{"{a}", "{bucket(a, 1d)}", "bucket(a, 1d)", "{at:ms}"},
		{"{a:ulid}", "{bucket(a, 1d)}", "bucket(a, 1d)", "{at:ms}"},
		{"{a}", "{a:pad(8)}", "{a:pad(8)}", "{id:int}"},
		{"{a:int}", "{a:ms(be(8))}", "{a:ms(be(8))}", "{at:ms}"},
		{"{a:ms}", "{a:text}", "{a:text}", "date(20060102)"},
		{"{a}#{n:int}", "{n:be(4)}#{column(md:x):pad(8)}", "{column(md:x):pad(8)}", "{id:int}"},
		{"{a:ip(4)}", "{a:hash(hex(8))}", "{a:hash(hex(8))}", "leave it in the form"},
	} {
		_, err := newFunctions(t, tt.from, tt.to)
		if err == nil || !strings.Contains(err.Error(), tt.part) || !strings.Contains(err.Error(), tt.instead) {
			t.Errorf("%s to %s: %v; want %q and %q", tt.from, tt.to, err, tt.part, tt.instead)
		}
	}
}

// TestTypesOfParts verifies what holds the parts in Go: text, bytes, whole numbers, times in their unit, and pointers
// for what is not in every key.
func TestTypesOfParts(t *testing.T) {
	f, err := newFunctions(t, "{tenant}#{id:be(8)}{n:be(4)}{at:ms}#{tick:us}[#{note}[#{k:int}]]", "{at}{column(md:x)}")
	if err != nil {
		t.Fatal(err)
	}
	code := strings.Join(strings.Fields(f.Write(codegen.Go)), " ")
	for _, want := range []string{"Tenant string", "ID uint64", "N int64", "AtMs int64", "TickUs int64", "Note *string",
		"K *int64", "MdX []byte", "func Rekey(old []byte, mdX []byte) ([]byte, error)"} {
		if want = strings.Replace(want, "ID", "Id", 1); !strings.Contains(code, want) {
			t.Errorf("no %s in\n%s", want, code)
		}
	}
}

// TestGoIsFormatted verifies that gofmt has nothing to change in the functions and the test of any layout.
func TestGoIsFormatted(t *testing.T) {
	for _, l := range layouts() {
		for _, p := range prove(t, l, 40) {
			for _, file := range []string{p.functions.Write(codegen.Go), p.functions.WriteTest(codegen.Go, p.test)} {
				want, err := format.Source([]byte(file))
				if err != nil || file != string(want) {
					t.Errorf("%s: gofmt (%v) changes\n%s", l.name, err, file)
				}
			}
		}
	}
}

// TestKeysAlone verifies the functions of a layout that is not changed: they read and write its keys, and no other.
func TestKeysAlone(t *testing.T) {
	layout, err := rowkey.Parse("{user}#{at:ms}")
	if err != nil {
		t.Fatal(err)
	}
	f, err := codegen.Keys(layout)
	if err != nil {
		t.Fatal(err)
	}
	test := codegen.Test{Pairs: []codegen.Pair{{Old: []byte("ann#5")}}, Refused: [][]byte{[]byte("ann")}}
	for language, words := range map[codegen.Language][]string{
		codegen.Go:     {"func ParseKey(", "func (p Parts) Key()"},
		codegen.Java:   {" parseKey(byte[] key)", " key(Parts parts)"},
		codegen.Python: {"def parse_key(key)", "def key(parts)"},
		codegen.Node:   {"module.exports = { parseKey, key };"},
	} {
		code, text := f.Write(language), f.WriteTest(language, test)
		for _, want := range words {
			if !strings.Contains(code, want) {
				t.Errorf("%s: no %s in\n%s", language, want, code)
			}
		}
		if all := strings.ToLower(code + text); strings.Contains(all, "rekey") || strings.Contains(all, "oldkey") {
			t.Errorf("%s: speaks of old keys:\n%s", language, code+text)
		}
	}
	files := map[string]string{"go.mod": "module probe\n\ngo 1.26\n", "k.go": f.Write(codegen.Go),
		"k_test.go": f.WriteTest(codegen.Go, test)}
	have(t, "go")
	run(t, files, "go", "test", ".")
}

// TestNodeRefusesInexactNumbers verifies that a number that JavaScript has lost digits of is no part of a key.
func TestNodeRefusesInexactNumbers(t *testing.T) {
	have(t, "node")
	f, err := newFunctions(t, "{tick:ns}", "{reverse(tick)}")
	if err != nil {
		t.Fatal(err)
	}
	run(t, map[string]string{"rowKey.js": f.Write(codegen.Node), "main.js": `const assert = require('node:assert');
const { newKey } = require('./rowKey.js');
assert.throws(() => newKey({ tickNs: 1700000000000000001 }), RangeError);
for (const tickNs of [1700000000000000001n, '1700000000000000001']) {
  assert.strictEqual(newKey({ tickNs }).toString(), '7523372036854775806');
}
`}, "node", "main.js")
}
