package embedded_test

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"tabletop/model/candidate"
	"tabletop/model/heat"
	"tabletop/model/sample"
	"tabletop/model/simulate"
)

// Of candidates of several tables, and of tables with several kinds of record, what is projected is what is there when
// all is written.
func TestTruthOfTables(t *testing.T) {
	ctx := context.Background()
	where := emulator(t, ctx)
	all := visits(300)
	owners := map[string]cell{} // by user
	for _, v := range all {
		owners[v.user] = cell{"d", "name", v.at * 1000, "Ann of " + v.user}
	}
	var source []put
	for _, v := range all {
		source = append(source, rekey(visit.key)(v)...)
	}
	for user, c := range owners {
		source = append(source, put{"owner/" + user, sent{c, false}})
	}
	slices.SortStableFunc(source, func(a, b put) int { return cmp.Compare(a.key, b.key) })
	base := prepare(t, where.load(t, ctx, "kinds", source), "visit = "+visitLayout, "owner = owner/{who}")
	byTime := rekey(func(v visit) string { return fmt.Sprintf("%d#%s", v.at, v.user) })
	byHost := rekey(func(v visit) string { return labels(v.host) })
	for i, c := range []migration{
		{"{ts}#{user} ++ {reverse(host)}", []func(visit) []put{byTime, byHost}, nil},
		{"{ts}#{user} ++ {reverse(host)} ++ by/{who}", []func(visit) []put{byTime, byHost, nil},
			func(user string, c cell) (int, put) { return 2, put{"by/" + user, sent{c, false}} }},
		{"{ts}#{user}", []func(visit) []put{byTime}, func(user string, c cell) (int, put) {
			return 0, put{"owner/" + user, sent{c, false}}
		}},
		{"visit = all", []func(visit) []put{rekey(func(visit) string { return "all" })},
			func(user string, c cell) (int, put) { return 0, put{"owner/" + user, sent{c, false}} }},
	} {
		want, hottest := c.truth(t, ctx, where, fmt.Sprintf("tables%d", i), all, owners)
		parsed, err := candidate.Parse(c.text)
		if err != nil {
			t.Fatal(err)
		}
		r, err := simulate.Run(ctx, base, parsed)
		if err != nil {
			t.Fatal(err)
		}
		got := figures{rows: r.Rows, cells: r.Cells, bytes: r.Bytes, keyBytes: r.KeyBytes,
			merged: r.Collisions.MergedRows,
			older:  r.Collisions.VersionCells, lost: r.Collisions.OverwrittenCells}
		for q := range got.quantiles {
			got.quantiles[q] = r.RowBytes.Quantile(float64(q) / 20)
		}
		if got != want {
			t.Errorf("%s:\n got %+v\nwant %+v", c.text, got, want)
		}
		m, err := r.Hotspot(ctx, heat.Options{Now: truthNow})
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(simulate.Concentration(m.Score)-hottest) > 1e-12 {
			t.Errorf("%s: foretold %v, was %v", c.text, simulate.Concentration(m.Score), hottest)
		}
	}
}

// migration is a candidate of several tables, with the programs that write them.
type migration struct {
	text   string
	visits []func(visit) []put                          // a table each; nil writes no visits
	owners func(user string, c cell) (table int, p put) // nil leaves owners out
}

// truth writes the tables and measures them together, and returns how concentrated the writes of the hottest are.
func (m migration) truth(t *testing.T, ctx context.Context, where service, name string, all []visit,
	owners map[string]cell) (want figures, hottest float64) {
	t.Helper()
	tables := make([][]put, len(m.visits))
	from := make([]map[string]map[int]bool, len(m.visits)) // key -> rows of the source
	for k := range from {
		from[k] = map[string]map[int]bool{}
	}
	add := func(table, row int, puts ...put) {
		for _, p := range puts {
			tables[table] = append(tables[table], p)
			if from[table][p.key] == nil {
				from[table][p.key] = map[int]bool{}
			}
			from[table][p.key][row] = true
		}
	}
	for k, write := range m.visits {
		for row, v := range all {
			if write != nil {
				add(k, row, write(v)...)
			}
		}
	}
	row := len(all)
	for user, cell := range owners {
		if m.owners != nil {
			k, p := m.owners(user, cell)
			add(k, row, p)
			row++
		}
	}
	var sizes []int64
	for k, puts := range tables {
		after := where.load(t, ctx, fmt.Sprintf("%s-%d", name, k), puts)
		f := truth(after, puts, from[k])
		want.rows, want.cells, want.bytes, want.keyBytes = want.rows+f.rows, want.cells+f.cells, want.bytes+f.bytes,
			want.keyBytes+f.keyBytes
		want.merged, want.older, want.lost = want.merged+f.merged, want.older+f.older, want.lost+f.lost
		for row := range after.Rows() {
			sizes = append(sizes, after.RowBytes(row))
		}
		hottest = max(hottest, concentration(t, after))
	}
	slices.Sort(sizes)
	for q := range want.quantiles {
		want.quantiles[q] = sizes[max(int(math.Ceil(float64(q)/20*float64(len(sizes)))), 1)-1]
	}
	return want, hottest
}

// truthNow is after all visits.
var truthNow = time.UnixMilli(1_770_000_000_000)

func concentration(t *testing.T, s *sample.Sample) float64 {
	t.Helper()
	m, err := heat.NewMap(context.Background(), s, heat.Options{Now: truthNow})
	if err != nil {
		t.Fatal(err)
	}
	return simulate.Concentration(m.Score)
}
