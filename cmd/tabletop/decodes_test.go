package main

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/sampler/snapshot"
)

// countingCodec counts what it decodes.
type countingCodec struct {
	rowkey.Codec
	n *atomic.Int64
}

func (c countingCodec) Decode(b []byte) (rowkey.Value, error) {
	c.n.Add(1)
	return c.Codec.Decode(b)
}

// TestEveryCommandDecodesEachKeyOnce verifies that each command that analyzes a table decodes each of its keys once,
// and one that analyzes two tables, each key of both.
func TestEveryCommandDecodesEachKeyOnce(t *testing.T) {
	const rows = 3000
	at := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	b := sample.NewBuilder(16)
	for i := range rows {
		when := at.Add(time.Duration(i%100-100) * time.Hour)
		b.Row(fmt.Appendf(nil, "dev%04d#%d", i/100, when.Unix()))
		b.Cell("f", []byte("temperature"), when.UnixMicro(), fmt.Appendf(nil, "%d.5", i%40))
	}
	table := sample.Table{Source: "p/i/t", Name: "t",
		Families: []sample.Family{{Name: "f", GC: sample.GCRule{Kind: sample.GCMaxAge, Age: 24 * time.Hour}}}}
	file := filepath.Join(t.TempDir(), "t.tabletop")
	s := sample.Assemble(table, sample.Provenance{Complete: true, Strategy: sample.Everything, Started: at},
		[]*sample.Builder{b})
	if err := snapshot.SaveFile(file, s); err != nil {
		t.Fatal(err)
	}
	const try = "{at}#{device}"
	for _, tc := range []struct {
		args   string
		tables int64
	}{
		{"stats FILE --format json", 1}, {"stats FILE", 1}, {"schema FILE", 1}, {"schema FILE --format json", 1},
		{"decode FILE", 1}, {"decode FILE --format jsonl", 1},
		{"gc FILE --format json", 1}, {"gc FILE --policy f=maxversions=1", 1}, {"heat FILE", 1},
		{"heat FILE --metric waste --format json", 1},
		{"heat FILE --try " + try, 1}, {"audit FILE --redact=false --format json", 1},
		{"audit FILE --redact=false --format html", 1},
		{"simulate FILE --try " + try, 1}, {"advise FILE", 1}, {"diff FILE FILE", 2},
	} {
		t.Run(tc.args, func(t *testing.T) {
			var n atomic.Int64
			words := append(rowkey.Words(), rowkey.Word{Word: "counted", Usage: "counted",
				Build: func([]string) (rowkey.Codec, error) {
					text, err := rowkey.ParseCodec("text")
					return countingCodec{text, &n}, err
				}})
			// Commands that try layouts name the current one otherwise.
			flag := "--layout"
			args := strings.Fields(strings.NewReplacer("FILE", file, "--try", "--layout").Replace(tc.args))
			if name := args[0]; name == "simulate" || name == "heat" {
				flag = "--current-layout"
			}
			args = append(args, flag, "{device:counted}#{at:s}")
			var out, errs bytes.Buffer
			p := &program{std: streams{in: strings.NewReader(""), out: &out, err: &errs},
				env: map[string]string{"HOME": t.TempDir()}, codecs: words}
			if code := p.run(context.Background(), args); code != exitOK {
				t.Fatalf("exit code %d: %s", code, errs.String())
			}
			if n.Load() != tc.tables*rows {
				t.Errorf("%d keys took %d decodings", tc.tables*rows, n.Load())
			}
		})
	}
}
