package bigtable_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"cloud.google.com/go/bigtable"

	"tabletop/internal/btclient"
	"tabletop/internal/slowtest"
	"tabletop/model/sample"
	reader "tabletop/sampler/bigtable"
)

// TestSameAsClient writes rows of every kind of bytes and sizes and reads them as the Go client does, cell by cell.
func TestSameAsClient(t *testing.T) {
	ctx := context.Background()
	onEmulators(t, func(t *testing.T, address string) {
		table := hostile(t, address)
		in, err := reader.Connect(ctx, reader.Config{Project: "p", Instance: "i", EmulatorHost: address})
		if err != nil {
			t.Fatal(err)
		}
		defer in.Close()
		src, err := in.Open(ctx, "hostile")
		if err != nil {
			t.Fatal(err)
		}
		for _, prefix := range slowtest.Pick([]string{"", "\xff\xff\xff"},
			[]string{"", "\x00", "a", "\xff", "\xff\xff\xff", "none such"}) {
			want := clientRows(t, table, prefix)
			got, err := src.Sample(ctx, sample.Options{Strategy: sample.Everything, Prefix: []byte(prefix),
				Keep: 6 << 20}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if g := ourRows(got); !slices.Equal(g, want) || !got.How.Complete {
				t.Errorf("prefix %q: %d rows, the client has %d; complete %v", prefix, len(g), len(want),
					got.How.Complete)
			}
			if prefix == "" && len(want) < 1000 {
				t.Errorf("only %d rows were written", len(want))
			}
		}
	})
}

// hostile is a table with keys, qualifiers and values of any bytes, no bytes, and many bytes.
func hostile(t *testing.T, address string) *bigtable.Table {
	t.Helper()
	ctx := context.Background()
	admin, client := btclient.Dial(t, address, "p", "i")
	conf := &bigtable.TableConf{TableID: "hostile", ColumnFamilies: map[string]bigtable.Family{}}
	for _, f := range []string{"a", "b", "z-Z_.9"} {
		conf.ColumnFamilies[f] = bigtable.Family{GCPolicy: bigtable.NoGcPolicy()}
	}
	if err := admin.CreateTableFromConf(ctx, conf); err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 1))
	random := func(most int) string {
		b := make([]byte, r.IntN(most+1))
		for i := range b {
			b[i] = []byte{0, 1, '#', 'a', 0x7f, 0x80, 0xfe, 0xff, byte(r.Uint32())}[r.IntN(9)]
		}
		return string(b)
	}
	keys := map[string]bool{"\x00": true, "\xff": true, "\xff\xff\xff\xff": true, strings.Repeat("k", 4096): true}
	for b := range 256 {
		keys[string([]byte{byte(b)})] = true
	}
	for len(keys) < 1500 {
		if k := random(12); k != "" {
			keys[k] = true
		}
	}
	var list []string
	var muts []*bigtable.Mutation
	for k := range keys {
		m := bigtable.NewMutation()
		for range 1 + r.IntN(6) {
			family := []string{"a", "b", "z-Z_.9"}[r.IntN(3)]
			m.Set(family, random(3), bigtable.Timestamp(1000*r.Int64N(5)), []byte(random(20)))
		}
		list, muts = append(list, k), append(muts, m)
	}
	if errs, err := client.Open("hostile").ApplyBulk(ctx, list, muts); err != nil || errs != nil {
		t.Fatal(errs, err)
	}
	large := bigtable.NewMutation()
	large.Set("a", "large", 1000, bytes.Repeat([]byte{0xff}, 5<<20))
	if err := client.Open("hostile").Apply(ctx, "a", large); err != nil {
		t.Fatal(err)
	}
	return client.Open("hostile")
}

// clientRows are the rows by the Go client, each as a line of text.
func clientRows(t *testing.T, table *bigtable.Table, prefix string) []string {
	t.Helper()
	var out []string
	err := table.ReadRows(context.Background(), bigtable.PrefixRange(prefix), func(r bigtable.Row) bool {
		var cells []string
		for family, items := range r {
			for _, i := range items {
				cells = append(cells, fmt.Sprintf("%q %q %d %q", family, strings.TrimPrefix(i.Column, family+":"),
					i.Timestamp, i.Value))
			}
		}
		slices.Sort(cells)
		out = append(out, fmt.Sprintf("%q %v", r.Key(), cells))
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func ourRows(s *sample.Sample) []string {
	var out []string
	for i := range s.Rows() {
		var cells []string
		from, to := s.Cells(i)
		for j := from; j < to; j++ {
			c := s.Cell(j)
			cells = append(cells, fmt.Sprintf("%q %q %d %q", s.Column(c.Column).Family, s.Column(c.Column).Qualifier,
				c.Micros, c.Value))
		}
		slices.Sort(cells)
		out = append(out, fmt.Sprintf("%q %v", s.Key(i), cells))
	}
	return out
}
