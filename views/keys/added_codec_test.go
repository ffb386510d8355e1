package keys

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"testing"

	"tabletop/model/candidate"
	"tabletop/model/infer"
	"tabletop/model/redact"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/segments"
	"tabletop/model/simulate"
)

// tick is a codec of ids that no other file knows: T, the day since 1970 in five digits, and three letters.
type tick struct{}

func (tick) Spec() string      { return "tick" }
func (tick) Encoding() string  { return "T, a day, three letters" }
func (tick) Type() rowkey.Type { return rowkey.Hash }
func (tick) Unit() rowkey.Unit { return "" }
func (tick) Reversed() bool    { return false }
func (tick) Width() int        { return 9 }

func (tick) Form() rowkey.Form {
	return rowkey.Form{Schema: rowkey.SchemaType{Type: "string", Encoding: "utf8", Note: "ids with a day"},
		Alphabet: rowkey.NewByteSet("T0123456789abcdefghijklmnopqrstuvwxyz")}
}

func (tick) Decode(b []byte) (rowkey.Value, error) {
	if len(b) != 9 || b[0] != 'T' || len(bytes.Trim(b[1:6], "0123456789")) > 0 ||
		len(bytes.Trim(b[6:], "abcdefghijklmnopqrstuvwxyz")) > 0 {
		return rowkey.Value{}, errors.New("no tick")
	}
	return rowkey.Value{Kind: rowkey.KindText, Bytes: b}, nil
}

func (tick) Append(dst []byte, v rowkey.Value) ([]byte, error) { return append(dst, v.Bytes...), nil }

func (tick) Stamp(v rowkey.Value) (int64, int32, bool) {
	day, err := strconv.Atoi(string(v.Bytes[1:6]))
	return int64(day) * 86400, 0, err == nil
}

func (tick) Shift(text []byte, seconds int64) bool {
	day, err := strconv.Atoi(string(text[1:6]))
	return err == nil && copy(text[1:], fmt.Sprintf("%05d", int64(day)+seconds/86400)) == 5
}

func (tick) Structure(_ []byte, fixed []bool) {
	for i := range 6 {
		fixed[i] = true
	}
}

// TestACodecAddedInOnePlaceIsFoundEverywhere adds a word to the vocabulary and verifies that templates, the menu,
// redaction, row-key schemas and simulation know what it can do.
func TestACodecAddedInOnePlaceIsFoundEverywhere(t *testing.T) {
	words := append(rowkey.Words(), rowkey.Word{Word: "tick", Usage: "tick", Menu: "tick", Text: "ids",
		Build: func(args []string) (rowkey.Codec, error) { return tick{}, nil }})
	l, err := words.Parse("{id:tick}#{n:int}")
	if err != nil || l.String() != "{id:tick}#{n:int}" {
		t.Fatalf("%v, %v", l, err)
	}
	plain, err := rowkey.Parse("{id}#{n:int}")
	if err != nil {
		t.Fatal(err)
	}
	s := ticks()
	menu, err := infer.Choices(context.Background(), s, plain, s.Key(0), 0, 9, words)
	if err != nil || !slices.ContainsFunc(menu, func(c infer.Choice) bool { return c.Codec.Spec() == "tick" }) {
		t.Errorf("the menu lacks it: %v, %v", menu, err)
	}
	schema, notes, err := l.Schema()
	if err != nil || schema.Fields[0] != (rowkey.SchemaField{Name: "id", Type: "string", Encoding: "utf8"}) ||
		notes[0].Text != "as string: ids with a day" {
		t.Errorf("as a schema: %+v, %v, %v", schema, notes, err)
	}
	r, err := redact.Apply(context.Background(), s, redact.Options{Key: []byte("k"), Layouts: rowkey.Set{l}})
	if err != nil {
		t.Fatal(err)
	}
	for i := range r.Sample.Rows() {
		from, to := s.Key(i), r.Sample.Key(i)
		if r.From != nil {
			from = s.Key(r.From[i])
		}
		was, _ := l.Decode(nil, from)
		is, err := l.Decode(nil, to)
		if err != nil {
			t.Fatalf("%s became %s, which is none: %v", from, to, err)
		}
		old, _ := rowkey.IDTime(tick{}, was[0].Value)
		if now, ok := rowkey.IDTime(tick{}, is[0].Value); !ok || r.Moved && now.Year() != old.Year()+28 ||
			!r.Moved && !now.Equal(old) {
			t.Fatalf("%s became %s; times moved: %v", from, to, r.Moved)
		}
		if bytes.Equal(from[6:9], to[6:9]) && bytes.Equal(from, to) {
			t.Fatalf("%s was not replaced", from)
		}
	}
	decoded, err := segments.New(context.Background(), s, rowkey.Set{l})
	if err != nil {
		t.Fatal(err)
	}
	base := simulate.NewBase(decoded)
	c, err := candidate.Parse("{n}#{month=bucket(id, 1mo)}")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := simulate.Run(context.Background(), base, c); err != nil {
		t.Errorf("simulation does not see the time in it: %v", err)
	}
}

// ticks is a table of ids.
func ticks() *sample.Sample {
	b := sample.NewBuilder(64)
	for i := range 300 {
		b.Row(fmt.Appendf(nil, "T%05d%c%c%c#%d", 19700+i/10, 'a'+i*7%26, 'a'+i*11%26, 'a'+i*5%26, 1000+i*37%500))
		b.Cell("f", []byte("q"), int64(19700+i/10)*86400e6, []byte("1"))
	}
	return sample.Assemble(sample.Table{}, sample.Provenance{Complete: true}, []*sample.Builder{b})
}
