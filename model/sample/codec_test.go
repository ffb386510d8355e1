package sample

import (
	"bytes"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"tabletop/model/rowkey"
)

// anySample draws samples of every shape: no rows, rows without cells, weights, timestamps from end to end of int64,
// several builders to a run.
func anySample(t *rapid.T) *Sample {
	keys := rapid.SliceOfNDistinct(rapid.SliceOfN(rapid.Byte(), 0, 12), 0, 30, func(k []byte) string {
		return string(k)
	}).Draw(t, "keys")
	slices.SortFunc(keys, slices.Compare)
	micros := rapid.OneOf(rapid.Int64(), rapid.Map(rapid.Int64Range(-1e12, 1e12),
		func(ms int64) int64 { return ms * 1000 }))
	name := rapid.SampledFrom([]string{"", "q", "temp", "\xff\x00", "a long qualifier"})
	keep := rapid.IntRange(1, 20).Draw(t, "keep")
	var parts []*Builder
	for i, key := range keys {
		if i == 0 || rapid.Bool().Draw(t, "new part") {
			parts = append(parts, NewBuilder(keep))
			parts[len(parts)-1].SetSection(rapid.IntRange(0, 3).Draw(t, "hits"), int64(i), i%2 == 0)
			if rapid.Bool().Draw(t, "follows") {
				parts[len(parts)-1].ContinueRun()
			}
		}
		b := parts[len(parts)-1]
		b.Row(key)
		for range rapid.IntRange(0, 5).Draw(t, "cells") {
			value := rapid.SliceOfN(rapid.Byte(), 0, 30).Draw(t, "value")
			more := rapid.SampledFrom([]int{0, 0, 1, 1 << 28}).Draw(t, "more")
			b.CellPrefix(rapid.SampledFrom([]string{"f", "g"}).Draw(t, "family"), []byte(name.Draw(t, "qualifier")),
				micros.Draw(t, "micros"), len(value)+more, value)
		}
	}
	s := Assemble(anyTable(t), anyHow(t), parts)
	if rapid.Bool().Draw(t, "weighted") && s.Rows() > 0 {
		s.weights = rapid.SliceOfN(rapid.Float32Range(0, 1e9), s.Rows(), s.Rows()).Draw(t, "weights")
	}
	return s
}

func anyTable(t *rapid.T) Table {
	gc := GCRule{Kind: GCUnion, Children: []GCRule{{Kind: GCMaxVersions, Versions: 3},
		{Kind: GCMaxAge, Age: 90 * time.Second}}}
	table := Table{Source: "p/i/t", Project: "p", Instance: "i", Name: rapid.String().Draw(t, "name"),
		Families: []Family{{Name: "f", GC: gc}, {Name: "g", Aggregate: "sum", ValueType: "int64"}},
		Splits:   []Split{{Key: []byte("\xff\x00"), Offset: 9}, {Offset: 12}},
		SplitsAt: time.Unix(rapid.Int64Range(0, 4e9).Draw(t, "split at"), 5).UTC(), Micros: true, Protected: true,
		Emulator: true}
	if rapid.Bool().Draw(t, "described") {
		table.Stats = &Stats{Rows: 5, LogicalBytes: 6, ColumnsPerRow: 1.5, CellsPerColumn: 2.25}
		table.KeySchema = &rowkey.Schema{Encoding: rowkey.DelimitedBytes, Delimiter: []byte{0, 1},
			Fields: []rowkey.SchemaField{{Name: "a", Type: "int64", Encoding: "big_endian"}}}
	}
	return table
}

func anyHow(t *rapid.T) Provenance {
	return Provenance{
		Strategy: Accurate, Started: time.Unix(rapid.Int64Range(0, 4e9).Draw(t, "started"), 0).UTC(), Took: time.Second,
		Options: Options{Rows: 9, Time: time.Minute, Seed: rapid.Uint64().Draw(t, "seed"), Prefix: []byte("\xfe"),
			Families: []string{"f"}, Until: time.Unix(7, 0).UTC(), RowsPerSecond: 1.5},
		Stopped: "the limit of rows", Ending: EndLimit,
		Unreadable: []Unreadable{{Key: []byte{0xff}, Reason: "too large"}},
		Points:     7, TotalBytes: 1 << 50, RowShare: 0.1, RowsSeen: 8, BytesSeen: 9,
		Places: []ReadRange{{Start: []byte("a"), End: []byte("b"), Limit: 5, Order: 3, After: []byte("aa")}},
	}
}

// same compares samples field by field, with nil and empty arrays alike.
func same(a, b *Sample) string {
	return cmp.Diff(a, b, cmp.AllowUnexported(Sample{}), cmpopts.EquateEmpty())
}

// fataler is a test of any kind.
type fataler interface{ Fatal(args ...any) }

// encoded returns what Encode writes.
func encoded(t fataler, s *Sample) []byte {
	var b bytes.Buffer
	if err := s.Encode(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anySample(t)
		back, err := Decode(encoded(t, s), math.MaxInt64)
		if err != nil {
			t.Fatal(err)
		}
		if diff := same(s, back); diff != "" {
			t.Fatal(diff)
		}
	})
}

func TestRoundTripOfExtremes(t *testing.T) {
	b := NewBuilder(0)
	b.Row([]byte("a"))
	for _, micros := range []int64{math.MinInt64, math.MaxInt64, 0, math.MinInt64 + 1, -1000, 1000} {
		b.CellPrefix("f", nil, micros, math.MaxUint32, nil)
	}
	s := Assemble(Table{}, Provenance{}, []*Builder{b})
	back, err := Decode(encoded(t, s), math.MaxInt64)
	if err != nil {
		t.Fatal(err)
	}
	if diff := same(s, back); diff != "" {
		t.Error(diff)
	}
}

// Every way to cut a sample short is an error, and so is anything after its end.
func TestDecodeTruncated(t *testing.T) {
	raw := encoded(t, Assemble(Table{Name: "t"}, Provenance{},
		[]*Builder{build(0, "a: f:q@1=1 f:r@2=22", "b: f:q@3=333")}))
	if _, err := Decode(raw, math.MaxInt64); err != nil {
		t.Fatal(err)
	}
	for n := range raw {
		if _, err := Decode(raw[:n], math.MaxInt64); err == nil {
			t.Errorf("%d bytes of %d were taken for the whole", n, len(raw))
		}
	}
	if _, err := Decode(append(slices.Clone(raw), 0), math.MaxInt64); err == nil {
		t.Error("a byte after the end was taken")
	}
}

// Counts that a short input cannot hold must be refused before memory is made for them.
func TestDecodeHostileCounts(t *testing.T) {
	head := []byte("\x02{}")
	huge := []byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f}
	for i := range 5 {
		raw := slices.Clone(head)
		for f := range 7 {
			switch f {
			case i:
				raw = append(raw, huge...)
			case 6:
				raw = append(raw, 1)
			default:
				raw = append(raw, 0)
			}
		}
		var err error
		if n := testing.AllocsPerRun(1, func() { _, err = Decode(raw, math.MaxInt64) }); n > 100 {
			t.Errorf("count %d: %v allocations", i, n)
		}
		if err == nil {
			t.Errorf("count %d of 2^63 was believed", i)
		}
	}
}

func FuzzDecode(f *testing.F) {
	for _, rows := range [][]string{nil, {"a: "}, {"a: f:q@1=1 f:r@2=22", "b: f:q@3000=333"}} {
		f.Add(encoded(f, Assemble(Table{Name: "t"}, Provenance{}, []*Builder{build(2, rows...)})))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		s, err := Decode(raw, math.MaxInt64)
		if err != nil {
			return
		}
		if err := s.Validate(); err != nil {
			t.Fatalf("Decode gave a sample that is not sound: %v", err)
		}
		again := encoded(t, s)
		back, err := Decode(again, math.MaxInt64)
		if err != nil {
			t.Fatal(err)
		}
		if once := encoded(t, back); string(once) != string(again) {
			t.Fatal("a sample changes when it is written and read")
		}
	})
}
