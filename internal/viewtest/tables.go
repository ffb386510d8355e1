package viewtest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"tabletop/model/analysis"
	"tabletop/model/infer"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/views"
)

// Now is when tests take place.
var Now = time.Date(2026, 11, 20, 14, 18, 0, 0, time.UTC)

// Row is one row of a made-up table.
type Row struct {
	Key   string
	Cells []Cell
}

// Cell is one cell of a Row.
type Cell struct {
	Family, Qualifier string
	At                time.Time
	Value             string
}

// Build makes a sample of rows in any order.
func Build(t sample.Table, how sample.Provenance, rows []Row) *sample.Sample {
	slices.SortFunc(rows, func(a, b Row) int { return strings.Compare(a.Key, b.Key) })
	builder := sample.NewBuilder(how.Options.Keep)
	last := ""
	for i, row := range rows {
		if i > 0 && row.Key == last {
			continue
		}
		last = row.Key
		builder.Row([]byte(row.Key))
		for _, c := range row.Cells {
			builder.Cell(c.Family, []byte(c.Qualifier), c.At.UnixMicro(), []byte(c.Value))
		}
	}
	return sample.Assemble(t, how, []*sample.Builder{builder})
}

// Data brings a sample together with its analysis under the given templates, as if they had been inferred.
func Data(s *sample.Sample, templates ...string) *views.Data {
	set := rowkey.Set{}
	for _, t := range templates {
		l, err := rowkey.Parse(t)
		if err != nil {
			panic(err) // a fault of the test
		}
		set = append(set, l)
	}
	data := &views.Data{Source: s.Table.Source, Table: &s.Table, Analysis: Analyze(s, set), Now: Now}
	result := data.Inferred
	for i, k := range data.Segments.Kind {
		if k < 0 {
			result.Unexplained++
			continue
		}
		if result.Kinds[k].Keys == 0 {
			result.Kinds[k].First = s.Key(i)
		}
		result.Kinds[k].Keys++
	}
	return data
}

// Analyze analyzes a sample under layouts, as if they had been inferred.
func Analyze(s *sample.Sample, set rowkey.Set) *analysis.Analysis {
	result := infer.Result{Keys: s.Rows(), Kinds: make([]infer.Kind, len(set))}
	for i, l := range set {
		result.Kinds[i] = infer.Kind{Layout: l, Stability: 0.97, Confidence: 0.983,
			Segments: make([]infer.SegmentEvidence, len(l.Segments()))}
		for j := range result.Kinds[i].Segments {
			result.Kinds[i].Segments[j].Confidence = 0.99
		}
	}
	a, err := analysis.New(context.Background(), s, analysis.Options{Inferred: &result, Now: Now})
	if err != nil {
		panic(err)
	}
	return a
}

// Metrics is a small table of two record kinds and a few broken keys: readings of devices, several versions, JSON.
func Metrics() *views.Data {
	table := sample.Table{Source: "demo:metrics", Name: "metrics", Families: []sample.Family{
		{Name: "d", GC: sample.GCRule{Kind: sample.GCMaxVersions, Versions: 2}},
		{Name: "info", GC: sample.GCRule{}},
	}}
	how := sample.Provenance{Strategy: sample.Everything, Complete: true, Took: 840 * time.Millisecond}
	rng := rand.New(rand.NewPCG(1, 2))
	var rows []Row
	for dev := range 40 {
		id := fmt.Sprintf("%04x", 0x1000+dev*37)
		rows = append(rows, Row{Key: "device#" + id,
			Cells: []Cell{{"info", "model", Now.AddDate(0, -3, 0), `{"maker":"Acme","name":"T-` + id + `"}`}}})
		for i := range 10 {
			at := Now.Add(-time.Duration(i*600+dev) * time.Second)
			metric := []string{"cpu", "disk", "mem"}[rng.IntN(3)]
			r := Row{Key: fmt.Sprintf("r#%s#%s#%d", id, metric, at.UnixMilli())}
			for v := range 1 + rng.IntN(4) {
				r.Cells = append(r.Cells, Cell{"d", "value", at.Add(-time.Duration(v) * 90 * time.Second),
					fmt.Sprintf("%.3f", rng.Float64()*100)})
			}
			r.Cells = append(r.Cells, Cell{"info", "n", at, string([]byte{0, 0, 0, 0, 0, 0, 4, byte(i)})})
			rows = append(rows, r)
		}
	}
	rows = append(rows, Row{Key: "\x00\x13tmp-7f", Cells: []Cell{{"info", "", time.UnixMicro(0), ""}}})
	data := Data(Build(table, how, rows), "reading = r#{device:hex(4)}#{metric:enum}#{ts:ms}",
		"device = device#{device:hex(4)}")
	other, err := rowkey.Parse("reading = r#{device}#{metric}#{ts}")
	if err != nil {
		panic(err)
	}
	reading := &data.Inferred.Kinds[0]
	reading.Confidence, reading.Segments[2].Confidence = 0.812, 0.874 // in doubt
	reading.Others = []infer.Other{{Layout: other, Confidence: 0.431}}
	return data
}

// Hostile is a table that tries to break the screen with keys, qualifiers and values.
func Hostile() *views.Data {
	table := sample.Table{Source: "demo:\x1b[31mred", Families: []sample.Family{{Name: "f"}, {Name: "ünï"}}}
	how := sample.Provenance{Strategy: sample.Quick, Stopped: "the \x1b]52;c;limit\a was reached",
		Unreadable: []sample.Unreadable{{Key: []byte("huge\x00\x1b[2J"), Reason: "row \x1b[1m too large"}}}
	nasty := []string{"\x1b[31mred\x1b[0m", "a\x00b", "\u202eevil", "tab\tcr\rlf\n", "\x9b31m", "東京都庁",
		"e\u0301\u0301\u0301\u0301", "\xff\xfe\xfd", strings.Repeat("k", 4096),
		strings.Repeat("\x00\xff", 2048), "👩‍👩‍👧‍👦 family", "a\u200bb", "{\"a\":\"\x1b[31m\"}", " ", "{}[]\\"}
	var rows []Row
	for i, n := range nasty {
		r := Row{Key: n}
		for j, q := range nasty {
			r.Cells = append(r.Cells, Cell{"f", q, time.UnixMicro(int64(i*j) - 5), nasty[(i+j)%len(nasty)]})
		}
		slices.SortFunc(r.Cells, func(a, b Cell) int { return strings.Compare(a.Qualifier, b.Qualifier) })
		r.Cells = append(r.Cells, Cell{"ünï", "far", time.UnixMicro(1 << 62), "x"})
		rows = append(rows, r)
	}
	return Data(Build(table, how, rows), "{a}\\x00{b}", "k{rest:bytes}")
}

// Empty is a table that was read to its end and has no row.
func Empty() *views.Data {
	return Data(Build(sample.Table{Source: "p/i/empty",
		Families: []sample.Family{{Name: "cf", GC: sample.GCRule{Kind: sample.GCMaxAge, Age: 30 * 24 * time.Hour}}}},
		sample.Provenance{Strategy: sample.Everything, Complete: true}, nil))
}

// Connecting is what is known before the table answers; Described, before the first rows come.
func Connecting() *views.Data {
	return &views.Data{Source: "p/i/metrics", Analysis: &analysis.Analysis{}, Now: Now}
}

// Described is what is known before the first rows come.
func Described() *views.Data {
	d := Metrics()
	return &views.Data{Source: d.Source, Table: d.Table, Analysis: &analysis.Analysis{}, Now: Now}
}

// Unexplained is a table in whose keys no structure was found.
func Unexplained() *views.Data {
	rng := rand.New(rand.NewPCG(3, 4))
	var rows []Row
	for range 50 {
		key := make([]byte, 16)
		for i := range key {
			key[i] = byte(rng.Uint32())
		}
		rows = append(rows, Row{Key: string(key), Cells: []Cell{{"f", "q", Now, "v"}}})
	}
	return Data(Build(sample.Table{Source: "p/i/random", Families: []sample.Family{{Name: "f"}}},
		sample.Provenance{Strategy: sample.Head}, rows))
}

// All are the tables above, by name, for tests that go through all of them.
func All() map[string]*views.Data {
	return map[string]*views.Data{"metrics": Metrics(), "hostile": Hostile(), "empty": Empty(),
		"connecting": Connecting(), "described": Described(), "unexplained": Unexplained()}
}

// Quick returns a table of which all rows are given as strategy quick reads one: the first rows of 20 sections, which
// are all there are.
func Quick(all *views.Data) *views.Data {
	const sections, rows = 20, 12
	taken := all.Sample
	var parts []*sample.Builder
	var total int64
	for i := range sections {
		from, to := i*taken.Rows()/sections, (i+1)*taken.Rows()/sections
		var bytes int64
		for row := from; row < to; row++ {
			bytes += taken.RowBytes(row)
		}
		b := taken.Slice(from, min(to, from+rows))
		b.SetSection(1, bytes, to-from <= rows)
		total += bytes
		parts = append(parts, b)
	}
	how := sample.Provenance{Strategy: sample.Quick, Points: sections, TotalBytes: total, RowShare: 1, Filter: 1}
	return Data(sample.Assemble(taken.Table, how, parts), strings.Split(strings.TrimSpace(all.Layouts.String()),
		"\n")...)
}
