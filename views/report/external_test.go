package report

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/model/analysis"
	"tabletop/model/sample"
)

// externalInput is a table with a column of each kind, and dynamic qualifiers.
func externalInput(t *testing.T, table sample.Table) Input {
	t.Helper()
	b := sample.NewBuilder(16)
	for i := range 60 {
		b.Row(fmt.Appendf(nil, "user%04d", i))
		b.Cell("data", fmt.Appendf(nil, "2026-11-%02d-%04d", 1+i%28, i*7919%10000), 1000, fmt.Appendf(nil, "%d", i))
		b.Cell("f", []byte("9 lives"), 1000, []byte("x"))
		b.Cell("f", []byte("count"), 2000, binary.BigEndian.AppendUint64(nil, uint64(i)))
		b.Cell("f", []byte("count"), 1000, binary.BigEndian.AppendUint64(nil, uint64(i)))
		b.Cell("f", []byte("long"), 1000, []byte(`{"a": "`+strings.Repeat("b", 40)+`"}`))
		mixed := []byte("text")
		if i%3 == 0 {
			mixed = []byte{0xff, byte(i)}
		}
		b.Cell("f", []byte("mixed"), 1000, mixed)
		b.Cell("f", []byte("\xff"), 1000, []byte("2.5"))
	}
	s := sample.Assemble(table, sample.Provenance{Strategy: sample.Quick, RowShare: 1, Filter: 1}, []*sample.Builder{b})
	a, err := analysis.New(context.Background(), s, analysis.Options{Now: time.Unix(1_790_000_000, 0)})
	if err != nil {
		t.Fatal(err)
	}
	return Input{Source: "t", Analysis: a}
}

// TestExternal verifies the definitions for BigQuery and Spark, member by member, and what is said of them: counts of a
// mixed column, cut values, dynamic qualifiers, and a qualifier that cannot be written.
func TestExternal(t *testing.T) {
	in := externalInput(t, sample.Table{Name: "t", Project: "p", Instance: "i",
		Families: []sample.Family{{Name: "data"}, {Name: "empty"}, {Name: "f"}}})
	for format, want := range map[Format]string{
		BigQuery: `{"sourceFormat":"BIGTABLE","sourceUris":["https://googleapis.com/bigtable/projects/p/instances/i/tables/t"],
"bigtableOptions":{"readRowkeyAsString":true,"columnFamilies":[
{"familyId":"data","type":"INTEGER","encoding":"TEXT","onlyReadLatest":false},
{"familyId":"empty","type":"BYTES","encoding":"BINARY","onlyReadLatest":false},
{"familyId":"f","type":"BYTES","encoding":"BINARY","onlyReadLatest":false,"columns":[
{"qualifierString":"9 lives","fieldName":"c_9_lives","type":"STRING","encoding":"TEXT","onlyReadLatest":true},
{"qualifierString":"count","type":"INTEGER","encoding":"BINARY","onlyReadLatest":false},
{"qualifierString":"long","type":"STRING","encoding":"TEXT","onlyReadLatest":true},
{"qualifierString":"mixed","type":"BYTES","encoding":"BINARY","onlyReadLatest":true},
{"qualifierEncoded":"/w==","fieldName":"c__","type":"FLOAT","encoding":"TEXT","onlyReadLatest":true}]}]}}`,
		Spark: `{"table":{"name":"t"},"rowkey":"row_key","columns":{
"f_9_lives":{"cf":"f","col":"9 lives","type":"string"},"f_count":{"cf":"f","col":"count","type":"long"},
"f_long":{"cf":"f","col":"long","type":"string"},"f_mixed":{"cf":"f","col":"mixed","type":"binary"},
"row_key":{"cf":"rowkey","col":"row_key","type":"string"}},
"regexColumns":{"data":{"cf":"data","pattern":"\\C*","type":"string"}}}`,
	} {
		var out bytes.Buffer
		if err := Schema(&out, in, format); err != nil {
			t.Fatal(err)
		}
		if got, want := compact(t, out.String()), compact(t, want); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", format, got, want)
		}
		notes, err := ExternalNotes(&in, format)
		said := []string{"the types are those of the values in the 60 rows read; other rows may hold others",
			"data: 60 qualifiers are data, not names, and stay a map",
			"f:mixed is declared as bytes: of 60 values, 40 text, 20 binary"}
		if format == Spark {
			said = append(said, `f:\xff is left out: its qualifier is no UTF-8`)
		}
		said = append(said, "only the first bytes of 60 values were read: what follows them was not checked")
		if err != nil || !slices.Equal(notes, said) {
			t.Errorf("%s says %v\n%s", format, err, strings.Join(notes, "\n"))
		}
	}
	in = externalInput(t, sample.Table{Name: "t"})
	notes, err := ExternalNotes(&in, BigQuery)
	if last := notes[len(notes)-1]; err != nil || last !=
		"replace PROJECT and INSTANCE: the source does not name them" {
		t.Errorf("of a table of no project: %q, %v", last, err)
	}
}

// TestFieldNames verifies that columns get names that differ in any case.
func TestFieldNames(t *testing.T) {
	family := externalFamily{columns: []externalColumn{{qualifier: "a-b"}, {qualifier: "A.B"}, {qualifier: "a_b"},
		{qualifier: ""}, {qualifier: strings.Repeat("é", 200)}, {qualifier: "ok"}}}
	family.nameFields()
	var names []string
	for _, column := range family.columns {
		names = append(names, column.field)
	}
	if want := []string{"a_b_2", "A_B_3", "a_b", "c_", "c__", "ok"}; !slices.Equal(names, want) {
		t.Errorf("names are %q, want %q", names, want)
	}
}

// compact is JSON without white space.
func compact(t *testing.T, text string) string {
	t.Helper()
	var out bytes.Buffer
	if err := json.Compact(&out, []byte(text)); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestExternalEscapes verifies that names that could control a terminal are escaped, and stay what they are.
func TestExternalEscapes(t *testing.T) {
	const name = "\u009b31m \u202e \U000e0001 é 日"
	var out bytes.Buffer
	if err := indented(&out, name); err != nil {
		t.Fatal(err)
	}
	var back string
	if err := json.Unmarshal(out.Bytes(), &back); err != nil || back != name ||
		out.String() != `"\u009b31m \u202e \udb40\udc01 é 日"`+"\n" {
		t.Errorf("%s is read back as %q, %v", out.String(), back, err)
	}
}
