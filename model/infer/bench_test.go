package infer

import (
	"context"
	"fmt"
	"testing"

	"tabletop/model/sample"
)

func bench(b *testing.B, s *sample.Sample) {
	b.Helper()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Sample(context.Background(), s, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

// The goal is under 30 ms on one core for 200 to 800 keys.
func BenchmarkTables(b *testing.B) {
	for i, tt := range tables() {
		s := sampleOf(rows(800, tt.make(newWorld(uint64(i)))))
		b.Run(tt.name, func(b *testing.B) { bench(b, s) })
	}
}

// A large sample: 800 keys are looked at, then all are decoded once to be counted.
func BenchmarkRows20000(b *testing.B) {
	for i, tt := range tables()[:5] {
		s := sampleOf(rows(20_000, tt.make(newWorld(uint64(i)))))
		b.Run(tt.name, func(b *testing.B) { bench(b, s) })
	}
}

// The goal is under 250 ms whatever the keys are.
func BenchmarkWorst(b *testing.B) {
	w := newWorld(2)
	for _, c := range []struct {
		name string
		n    int
		make func() string
	}{
		{"4 KB random", 800, func() string { return w.bytes(4096) }},
		{"4 KB of letters", 800, func() string { return w.letters(4096, "abcdefghijklmnopqrstuvwxyz") }},
		{"4 KB of delimiters", 800, func() string { return w.letters(4096, "#|/:,ab") }},
		{"zeros and escapes", 800, func() string { return w.letters(30+w.IntN(40), "\x00\x01\xff\x7f") }},
		{"all different", 800, func() string {
			return w.one(w.bytes(w.IntN(20)), w.uuid(), w.name(), fmt.Sprint(w.IntN(1e6)), w.word()+"/"+w.name(),
				w.name()+"#"+w.hex(8), w.word()+":"+w.uuid(), w.bytes(8)+w.name())
		}},
		{"many tags", 800, func() string {
			return w.letters(1, "abcdefghijkl") + w.letters(2, "\x00\x01\x02") + w.bytes(4+4*w.IntN(4)) + w.name()
		}},
		{"deep paths", 800, func() string {
			p := ""
			for range 1 + w.IntN(12) {
				p += "/" + w.name()
			}
			return p
		}},
		{"soft parts", 800, func() string { return w.name() + "-" + w.name() + "_" + w.hex(9) + "." + w.word() }},
	} {
		s := sampleOf(rows(c.n, func() row { return row{c.make(), w.when()} }))
		b.Run(c.name, func(b *testing.B) { bench(b, s) })
	}
}
