package report

import (
	"bytes"
	"strings"
	"testing"

	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

func devices(t *testing.T, how sample.Provenance, set rowkey.Set, keys ...string) Input {
	t.Helper()
	b := sample.NewBuilder(0)
	for _, k := range keys {
		b.Row([]byte(k))
		b.Cell("f", []byte("q"), 1, nil)
	}
	return input(t, "p/i/devices", sample.Assemble(sample.Table{}, how, []*sample.Builder{b}), set)
}

func TestConform(t *testing.T) {
	set := layouts(t, "{type}#{id:hex(4)}")
	for name, tt := range map[string]struct {
		how  sample.Provenance
		keys []string
		says []string
	}{
		"all fit, all read": {sample.Provenance{Complete: true}, []string{"a#00ff", "b#1234"},
			[]string{"2 of 2 keys match (100%)"}},
		"all fit, of a sample": {sample.Provenance{}, []string{"a#00ff", "b#1234"},
			[]string{"at most 95", "95% confidence"}},
		"one does not": {sample.Provenance{Complete: true}, []string{"a#00ff", "b#\x1bxyz"},
			[]string{"1 of 2 keys match", `b#\x1bxyz`, "at byte 2", "segment id"}},
		"no key": {sample.Provenance{Complete: true}, nil, []string{"0 of 0 keys match"}},
	} {
		var b bytes.Buffer
		if err := Schema(&b, devices(t, tt.how, set, tt.keys...), Text); err != nil {
			t.Fatal(err)
		}
		for _, want := range tt.says {
			if !strings.Contains(b.String(), want) {
				t.Errorf("%s: %q is not said:\n%s", name, want, b.String())
			}
		}
	}
}

// What is written as a row-key schema reads the same keys.
func TestKeySchemaReadsTheSameKeys(t *testing.T) {
	set := layouts(t, "{type}#{id}#{n:be(8, signed)}")
	in := devices(t, sample.Provenance{Complete: true}, set, "a#00ff#\x00\x00\x00\x00\x00\x00\x00\x07",
		"b##\x00\x00\x00\x00\x00\x00\x01\x07")
	for _, f := range []Format{RowKeySchema, RowKeySchemaJSON} {
		var b bytes.Buffer
		if err := Schema(&b, in, f); err != nil {
			t.Fatal(err)
		}
		schema, err := rowkey.ParseSchema(b.Bytes())
		if err != nil {
			t.Fatalf("%s: %v in\n%s", f, err, b.String())
		}
		layout, err := schema.Layout("")
		if err != nil {
			t.Fatal(err)
		}
		if r := rowkey.Check(rowkey.Set{layout}, sampleKeys(in.Sample)); r.Fit != 2 {
			t.Errorf("%s: %d of 2 keys match the schema that was written", f, r.Fit)
		}
	}
}

func TestKeySchemaSaysWhyNot(t *testing.T) {
	for name, tt := range map[string]struct {
		set  rowkey.Set
		says string
	}{
		"no layout":        {nil, "--layout"},
		"two kinds":        {layouts(t, "a#{x}", "b#{y}"), "2 record kinds"},
		"bytes in a group": {layouts(t, "{a}[#{b}]*"), "b"},
	} {
		err := Schema(&bytes.Buffer{}, devices(t, sample.Provenance{}, tt.set, "a#1"), RowKeySchema)
		if err == nil || !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
