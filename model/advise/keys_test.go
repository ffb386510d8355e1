package advise_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"tabletop/model/advise"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/value"
)

// recordsOf makes a sample of records, and its fields, all of which are said to be times that could be.
func recordsOf(names []string, rows int, record func(i int) []string) (*sample.Sample, []advise.RecordField) {
	b := sample.NewBuilder(64)
	for i := range rows {
		b.Row(fmt.Appendf(nil, "%012d", i+1))
		values := record(i)
		for at, name := range names {
			if values[at] != "" {
				b.Cell("f", []byte(name), 0, []byte(values[at]))
			}
		}
	}
	var fields []advise.RecordField
	for _, name := range names {
		fields = append(fields, advise.RecordField{Name: name, Times: name == "at" || name == "size",
			Column: sample.Column{Family: "f", Qualifier: name}})
	}
	return sample.Assemble(sample.Table{Name: "records", Families: []sample.Family{{Name: "f"}}},
		sample.Provenance{Strategy: sample.Everything, Complete: true}, []*sample.Builder{b}), fields
}

// TestProposeKeys verifies by which fields keys are proposed, with which others behind them, and what is said of keys
// that several records share.
func TestProposeKeys(t *testing.T) {
	set, err := rowkey.ParseSet("{record:pad(12)}")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name   string
		fields string
		record func(i int) []string
		want   []string
	}{
		{"events of customers", "order customer at size", func(i int) []string {
			return []string{fmt.Sprintf("o%04d", i), fmt.Sprintf("c%02d", i*7919%50), fmt.Sprint(1_790_000_000 + i*60),
				fmt.Sprint(i % 90)}
		}, []string{"customer over at: customer at, 600 rows", "order: order, 600 rows"}},
		{"two parts make a record", "from to", func(i int) []string {
			return []string{fmt.Sprintf("a%02d", i/20), fmt.Sprintf("b%02d", i%20)}
		}, []string{"from: from to, 600 rows", "to: to from, 600 rows"}},
		{"few values, no time", "kind size", func(i int) []string {
			return []string{fmt.Sprintf("k%d", i%3), fmt.Sprint(i % 9)}
		}, []string{"kind: kind size, 9 rows"}},
		{"prose, and a field that is often empty", "text note", func(i int) []string {
			return []string{strings.Repeat(fmt.Sprintf("words %d ", i%20), 8), []string{"", fmt.Sprint("n", i%20)}[i%2]}
		}, nil},
		{"one value", "all", func(int) []string { return []string{"x"} }, nil},
	} {
		records, fields := recordsOf(strings.Fields(tt.fields), 600, tt.record)
		keys, err := advise.ProposeKeys(context.Background(), records, set, fields)
		if err != nil {
			t.Fatalf("%s: %v", tt.name, err)
		}
		var got []string
		for _, key := range keys {
			by := key.By
			if key.Over != "" {
				by += " over " + key.Over
			}
			got = append(got, fmt.Sprintf("%s: %s, %d rows", by, strings.Join(key.Fields, " "), key.Rows))
			if searched := key.Layouts > 0; searched != (key.By != "order") {
				t.Errorf("%s: %d layouts were compared", key.By, key.Layouts)
			}
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
		if tt.name == "events of customers" {
			keys, err := advise.ProposeKeys(context.Background(), records, set, slices.Clone(fields), "size", "at")
			if err != nil || len(keys) != 1 || keys[0].By != "size" {
				t.Errorf("looked up by size and at: %+v, %v", keys, err)
			}
			keys, err = advise.ProposeKeys(context.Background(), records, set, slices.Clone(fields), "customer", "at")
			if err != nil || len(keys) != 1 || keys[0].Template(fields) != "{column(f:customer)}#{column(f:at)}" {
				t.Errorf("looked up by customer and at: %+v, %v", keys, err)
			}
		}
		if tt.name == "events of customers" && (fields[3].Times || !fields[2].Times || fields[3].Distinct != 90 ||
			fields[1].Type != value.TypeString || fields[0].Filled != 600) {
			t.Errorf("fields are %+v", fields)
		}
	}
}
