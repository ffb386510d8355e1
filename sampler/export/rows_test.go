package export

import (
	"reflect"
	"testing"

	"github.com/twmb/avro"

	"tabletop/internal/exportfile"
)

// TestUsualRows verifies that rows of the template's schema are decoded as the library decodes them, that those which
// end early or state more than there is are refused, and that another order of fields is left to the library.
func TestUsualRows(t *testing.T) {
	schema, err := rowSchema([]byte(exportfile.Schema))
	if err != nil || !isUsual(schema) {
		t.Fatalf("%v: the template's schema is not known", err)
	}
	other, err := rowSchema([]byte(`{"type": "record", "name": "R", "fields": [{"name": "cells", "type": {"type": "array",
		"items": {"type": "record", "name": "C", "fields": [{"name": "family", "type": "string"}, {"name": "qualifier",
		"type": "bytes"}, {"name": "timestamp", "type": "long"}, {"name": "value", "type": "bytes"}]}}},
		{"name": "key", "type": "bytes"}]}`))
	if err != nil || isUsual(other) {
		t.Errorf("%v: another order of fields is taken for that of the template", err)
	}
	row := record{Key: []byte("k"), Cells: []cell{{"f", []byte("q"), -5, []byte("value")}, {"g", nil, 1 << 60, nil}}}
	whole, err := schema.AppendEncode(nil, &row)
	if err != nil {
		t.Fatal(err)
	}
	cells := whole[3 : len(whole)-1] // behind the key and their number
	sized := append([]byte{2, 'k', 3, byte(2 * len(cells))}, append(cells, 0)...)
	for _, records := range [][]byte{whole, sized, {2, 'k', 0}} {
		for end := range len(records) + 1 {
			by, want := newDecoder(10), record{}
			by.of = &container{schema: schema, usual: true}
			_, wrong := schema.Decode(records[:end], &want, avro.AliasInput())
			left, err := by.decode(records[:end])
			if (err != nil) != (wrong != nil) || err == nil && (len(left) > 0 || string(want.Key) != string(by.row.Key) ||
				len(want.Cells) != len(by.row.Cells)) {
				t.Errorf("%d of %d bytes: %v, %v; the library: %v, %v", end, len(records), by.row, err, want, wrong)
			}
		}
	}
	by := newDecoder(10)
	by.of = &container{schema: schema, usual: true}
	if _, err := by.decode(sized); err != nil || !reflect.DeepEqual(by.row.Cells[0], row.Cells[0]) {
		t.Errorf("%v: %v", err, by.row)
	}
	for _, bad := range [][]byte{{2, 'k', 0xfe, 0xff, 0xff, 0xff, 0x0f}, {1}, {0xff, 0xff, 0xff, 0xff, 0x0f}} {
		if _, err := by.decode(bad); err == nil {
			t.Errorf("%x is decoded: %v", bad, by.row)
		}
	}
}
