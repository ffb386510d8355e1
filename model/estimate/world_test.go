package estimate

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sort"

	"tabletop/model/sample"
)

// world is a synthetic table of which everything is known. Row i has one cell of f:data with data[i] bytes, versions[i]
// cells of f:state with 20 bytes each, and where flag[i] a cell of f:flag.
type world struct {
	data     []uint32
	versions []uint8
	flag     []bool
	start    []int64 // bytes before row i; one more at the end
	sections []section
}

// section is a stretch of the table between two split keys.
type section struct {
	from, to int   // rows
	bytes    int64 // as the service counts them, that is roughly
}

const (
	stateBytes = 1 + 5 + 8 + 20 // a cell of f:state
	fixedBytes = 8 + 1 + 4 + 8  // the key and f:data without its value
	flagBytes  = 1 + 4 + 8
)

// makeWorld makes a table whose rows are as row says, cut into so many sections by bytes, whose sizes differ by half
// and are told with an error of 5%.
func makeWorld(rows, sections int, r *rand.Rand, row func(i int) (data float64, versions int, flag bool)) *world {
	w := &world{data: make([]uint32, rows), versions: make([]uint8, rows), flag: make([]bool, rows),
		start: make([]int64, rows+1)}
	for i := range rows {
		data, versions, flag := row(i)
		w.data[i], w.versions[i], w.flag[i] = uint32(data), uint8(min(versions, 255)), flag
		w.start[i+1] = w.start[i] + w.bytes(i)
	}
	shares := make([]float64, sections)
	var total, at float64
	for i := range shares {
		shares[i] = 0.5 + r.Float64()
		total += shares[i]
	}
	from := 0
	for i, share := range shares {
		at += share / total
		to := rows
		if i < sections-1 {
			want := int64(at * float64(w.start[rows]))
			to = max(from, sort.Search(rows, func(i int) bool { return w.start[i] >= want }))
		}
		true := float64(w.start[to] - w.start[from])
		w.sections = append(w.sections, section{from, to, int64(true * (1 + 0.05*r.NormFloat64()))})
		from = to
	}
	return w
}

func (w *world) bytes(i int) int64 {
	n := int64(fixedBytes) + int64(w.data[i]) + stateBytes*int64(w.versions[i])
	if w.flag[i] {
		n += flagBytes
	}
	return n
}

// waste is what a rule of one version would free.
func (w *world) waste(i int) int64 { return stateBytes * int64(max(1, w.versions[i])-1) }

func (w *world) cells(i int) int {
	n := 1 + int(w.versions[i])
	if w.flag[i] {
		n++
	}
	return n
}

// add hands row i to a builder.
func (w *world) add(b *sample.Builder, i int) {
	var key [8]byte
	binary.BigEndian.PutUint64(key[:], uint64(i))
	b.Row(key[:])
	b.CellPrefix("f", []byte("data"), 0, int(w.data[i]), nil)
	if w.flag[i] {
		b.CellPrefix("f", []byte("flag"), 0, 0, nil)
	}
	for v := range w.versions[i] {
		b.CellPrefix("f", []byte("state"), -int64(v), 20, nil)
	}
}

// total is what the service says the table has.
func (w *world) total() (n int64) {
	for _, s := range w.sections {
		n += s.bytes
	}
	return n
}

// points draws m points on the bytes of the table, one somewhere in each of m equal steps. It returns section -> hits.
func (w *world) points(m int, r *rand.Rand) map[int]int {
	hits := map[int]int{}
	total := float64(w.total())
	at, before := 0, int64(0)
	for j := range m {
		x := (float64(j) + r.Float64()) / float64(m) * total
		for at < len(w.sections)-1 && float64(before+w.sections[at].bytes) <= x {
			before += w.sections[at].bytes
			at++
		}
		hits[at]++
	}
	return hits
}

// quick reads k rows at the start of each section that one of m points fell on.
func (w *world) quick(m, k int, r *rand.Rand) *sample.Sample {
	return w.read(m, w.points(m, r), sample.Provenance{Strategy: sample.Quick, RowShare: 1, Filter: 1}, k, r)
}

// accurate reads sections whole and keeps a share of the rows.
func (w *world) accurate(m int, share float64, r *rand.Rand) *sample.Sample {
	return w.read(m, w.points(m, r), sample.Provenance{Strategy: sample.Accurate, RowShare: share, Filter: share},
		math.MaxInt, r)
}

// small keeps a share of all rows.
func (w *world) small(share float64, r *rand.Rand) *sample.Sample {
	b := sample.NewBuilder(1)
	for i := range w.data {
		if r.Float64() < share {
			w.add(b, i)
		}
	}
	how := sample.Provenance{Strategy: sample.Small, RowShare: share, Filter: share, TotalBytes: w.total()}
	return sample.Assemble(sample.Table{}, how, []*sample.Builder{b})
}

func (w *world) read(m int, hits map[int]int, how sample.Provenance, k int, r *rand.Rand) *sample.Sample {
	how.Points, how.TotalBytes = m, w.total()
	var parts []*sample.Builder
	at := make([]int, 0, len(hits))
	for s := range hits {
		at = append(at, s)
	}
	slices.Sort(at)
	for _, s := range at {
		section := w.sections[s]
		b := sample.NewBuilder(1)
		to := section.to
		if section.to-section.from > k {
			to = section.from + k
		}
		b.SetSection(hits[s], section.bytes, to == section.to)
		for i := section.from; i < to; i++ {
			if how.RowShare == 1 || r.Float64() < how.RowShare {
				w.add(b, i)
			}
		}
		parts = append(parts, b)
	}
	return sample.Assemble(sample.Table{}, how, parts)
}

// truth is what is to be estimated.
type truth struct {
	rows, mean, p50, p95, cells, flag, waste float64
}

func (w *world) truth() truth {
	n := len(w.data)
	sizes := make([]int64, n)
	var cells, flags, waste, bytes float64
	for i := range n {
		sizes[i] = w.bytes(i)
		bytes += float64(sizes[i])
		cells += float64(w.cells(i))
		waste += float64(w.waste(i))
		if w.flag[i] {
			flags++
		}
	}
	slices.Sort(sizes)
	return truth{
		rows: float64(n), mean: bytes / float64(n), p50: float64(sizes[(n+1)/2-1]),
		p95:   float64(sizes[(n*95+99)/100-1]),
		cells: cells / float64(n), flag: flags / float64(n), waste: waste / bytes,
	}
}

// lognormal has median 1.
func lognormal(r *rand.Rand, sigma float64) float64 { return math.Exp(sigma * r.NormFloat64()) }

// hashed keys: neighbors have nothing in common.
func hashed(rows, sections int, seed uint64) *world {
	r := rand.New(rand.NewPCG(seed, 1))
	return makeWorld(rows, sections, r, func(int) (float64, int, bool) {
		return 300 * lognormal(r, 1), 1 + r.IntN(4), r.Float64() < 0.3
	})
}

// tenants: 400 of them, a few with most rows; each has rows, versions and columns of its own kind.
func tenants(rows, sections int, seed uint64) *world {
	r := rand.New(rand.NewPCG(seed, 2))
	const n = 400
	type tenant struct {
		size     float64
		versions int
		flag     float64
	}
	of := make([]tenant, n)
	share := make([]float64, n)
	var total float64
	for i := range of {
		of[i] = tenant{300 * lognormal(r, 0.8), 1 + r.IntN(7), r.Float64()}
		share[i] = math.Pow(float64(1+r.IntN(n)), -0.8)
		total += share[i]
	}
	at, end := 0, share[0]/total*float64(rows)
	return makeWorld(rows, sections, r, func(i int) (float64, int, bool) {
		for at < n-1 && float64(i) >= end {
			at++
			end += share[at] / total * float64(rows)
		}
		t := of[at]
		return t.size * lognormal(r, 0.5), 1 + r.IntN(t.versions), r.Float64() < t.flag
	})
}

// aged: keys begin with the time; old rows are larger and have more versions.
func aged(rows, sections int, seed uint64) *world {
	r := rand.New(rand.NewPCG(seed, 3))
	return makeWorld(rows, sections, r, func(i int) (float64, int, bool) {
		age := 1 - float64(i)/float64(rows)
		return 100 * math.Exp(2.5*age) * lognormal(r, 0.5), 1 + r.IntN(1+int(8*age)), r.Float64() < age
	})
}

// giants: tenants, and 20 rows that hold a third of the bytes.
func giants(rows, sections int, seed uint64) *world {
	base := tenants(rows, sections, seed)
	r := rand.New(rand.NewPCG(seed, 4))
	big := map[int]bool{}
	for len(big) < 20 {
		big[r.IntN(rows)] = true
	}
	each := float64(base.start[rows]) / 2 / 20
	return makeWorld(rows, sections, r, func(i int) (float64, int, bool) {
		if big[i] {
			return each, 1, false
		}
		return float64(base.data[i]), int(base.versions[i]), base.flag[i]
	})
}

// figures are those that truth has, estimated.
func figures(s *sample.Sample) map[string]Figure {
	d := NewDesign(s)
	sizes := d.NewSeries(s.Rows())
	cells, flags := make([]float64, s.Rows()), make([]float64, s.Rows())
	waste, bytes := make([]float64, s.Rows()), make([]float64, s.Rows())
	for i := range s.Rows() {
		sizes.Add(i, s.RowBytes(i))
		bytes[i] = float64(s.RowBytes(i))
		from, to := s.Cells(i)
		cells[i] = float64(to - from)
		states := 0.0
		for c := from; c < to; c++ {
			switch s.Column(s.Cell(c).Column).Qualifier {
			case "flag":
				flags[i] = 1
			case "state":
				states++
			}
		}
		waste[i] = stateBytes * max(0, states-1)
	}
	one := func(int) float64 { return 1 }
	ratio := func(y []float64, z func(int) float64) Ratio {
		return d.EstimateRatio(s, func(i int) (float64, float64) { return y[i], z(i) })
	}
	q := sizes.Quantiles(0.5, 0.95)
	return map[string]Figure{
		"rows": d.Rows(), "mean": d.MeanRow(), "p50": q[0], "p95": q[1],
		"cells": ratio(cells, one).Mean(d), "flag": ratio(flags, one).Share(d),
		"waste": ratio(waste, func(i int) float64 { return bytes[i] }).Share(d),
	}
}

func (t truth) all() map[string]float64 {
	return map[string]float64{"rows": t.rows, "mean": t.mean, "p50": t.p50, "p95": t.p95, "cells": t.cells,
		"flag": t.flag, "waste": t.waste}
}

// score is how an estimate did over many draws.
type score struct {
	n, covered int
	ratio      float64 // sum of estimate/truth
	width      float64 // sum of interval width/truth
	errors     []float64
}

func (s score) bias() float64     { return s.ratio/float64(s.n) - 1 }
func (s score) coverage() float64 { return float64(s.covered) / float64(s.n) }

// worst is the 95% quantile of the size of the error.
func (s score) worst() float64 {
	slices.Sort(s.errors)
	return s.errors[int(0.95*float64(s.n-1))]
}

// excess is how many times wider than the errors the intervals are.
func (s score) excess() float64 { return s.width / 2 / float64(s.n) / s.worst() }

func (s score) String() string {
	return fmt.Sprintf("bias %+5.1f%% covered %5.1f%% q95 %5.1f%% half %5.1f%% excess %.2f", 100*s.bias(),
		100*s.coverage(), 100*s.worst(), 50*s.width/float64(s.n), s.excess())
}

// try draws again and again.
func try(w *world, draws int, draw func(r *rand.Rand) *sample.Sample) map[string]*score {
	want := w.truth().all()
	scores := map[string]*score{}
	for seed := range draws {
		for name, f := range figures(draw(rand.New(rand.NewPCG(uint64(seed), 99)))) {
			if scores[name] == nil {
				scores[name] = &score{}
			}
			s := scores[name]
			s.n++
			if f.Low <= want[name] && want[name] <= f.High {
				s.covered++
			}
			s.ratio += f.Value / want[name]
			s.errors = append(s.errors, math.Abs(f.Value/want[name]-1))
			s.width += (f.High - f.Low) / want[name]
		}
	}
	return scores
}

// splits are the sections as a table has them.
func (w *world) splits() []sample.Split {
	var out []sample.Split
	var at int64
	for _, s := range w.sections {
		at += s.bytes
		out = append(out, sample.Split{Offset: at})
	}
	return out
}
