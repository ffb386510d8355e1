package embedded_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"sort"
	"strings"
	"testing"

	"cloud.google.com/go/bigtable"

	"tabletop/internal/btclient"
	"tabletop/internal/slowtest"
	"tabletop/model/candidate"
	"tabletop/model/heat"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/segments"
	"tabletop/model/simulate"
	"tabletop/sampler"
	live "tabletop/sampler/bigtable"
	"tabletop/sampler/embedded"
)

// A visit is a row of the table that the truth is told of, as an ordinary program sees it.
type visit struct {
	user  string
	id    int64
	host  string
	at    int64 // milliseconds
	event string
	cells []sent // in the order of the table
}

func (v visit) key() string {
	return fmt.Sprintf("%s#%d#%s#%d#%s", v.user, v.id, v.host, v.at, v.event)
}

// visitLayout is the layout of keys. Visits begin on Sunday, 28 December 2025, so that weeks and years part in them.
const visitLayout = "{user}#{id:int}#{host:domain}#{ts:ms}#{event}"

func visits(n int) []visit {
	r := rand.New(rand.NewPCG(3, 5))
	hosts := []string{"www.google.com", "drive.google.com", "debian.org", "packages.debian.org"}
	var all []visit
	for i := range n {
		u := r.IntN(30)
		v := visit{user: fmt.Sprintf("u%d", u), id: int64(u * 37 % 1200), host: hosts[r.IntN(len(hosts))],
			at: 1_766_880_000_000 + int64(i)*421_000, event: []string{"view", "buy", "leave"}[r.IntN(3)]}
		micros := v.at / 60_000 * 60_000_000 // whole minutes, so that some meet
		if r.IntN(5) > 0 {
			v.cells = append(v.cells, sent{cell{"d", "amount", micros, fmt.Sprint(r.IntN(9999))}, false})
		}
		v.cells = append(v.cells, sent{cell{"d", "page", micros, fmt.Sprintf("/p/%d?a=<b>&é", r.IntN(9))}, false})
		if r.IntN(4) == 0 {
			v.cells = append(v.cells, sent{cell{"d", "page", micros - 60_000_000, "/old"}, true})
		}
		if r.IntN(6) == 0 {
			v.cells = append(v.cells, sent{cell{"raw", "blob", micros, strings.Repeat("\xff\x00", r.IntN(200))}, false})
		}
		all = append(all, v)
	}
	sort.Slice(all, func(i, j int) bool { return all[i].key() < all[j].key() })
	return all
}

// Each candidate is written for real by a program that knows nothing of templates; what is read back is what was
// projected.
func TestTruth(t *testing.T) {
	ctx := context.Background()
	where := emulator(t, ctx)
	all := visits(1500)
	if !slowtest.On() {
		all = visits(300)
	}
	var source []put
	for _, v := range all {
		source = append(source, rekey(visit.key)(v)...)
	}
	before := where.load(t, ctx, "source", source)
	base := prepare(t, before, visitLayout)
	now := truthNow
	for i, p := range programs() {
		var puts []put
		merged := map[string]map[int]bool{}
		for row, v := range all {
			for _, w := range p.write(v) {
				puts = append(puts, w)
				if merged[w.key] == nil {
					merged[w.key] = map[int]bool{}
				}
				merged[w.key][row] = true
			}
		}
		after := where.load(t, ctx, fmt.Sprintf("t%d", i), puts)
		real, err := heat.NewMap(ctx, after, heat.Options{Now: now})
		if err != nil {
			t.Fatal(err)
		}
		c, err := candidate.Parse(p.text)
		if err != nil {
			t.Fatal(err)
		}
		r, err := simulate.Run(ctx, base, c)
		if err != nil {
			t.Fatal(err)
		}
		m, err := r.Hotspot(ctx, heat.Options{Now: now})
		if err != nil {
			t.Fatal(err)
		}
		want := truth(after, puts, merged)
		got := figures{rows: r.Rows, cells: r.Cells, bytes: r.Bytes, keyBytes: r.KeyBytes,
			merged: r.Collisions.MergedRows,
			older:  r.Collisions.VersionCells, lost: r.Collisions.OverwrittenCells}
		for q := range got.quantiles {
			got.quantiles[q] = r.RowBytes.Quantile(float64(q) / 20)
		}
		if got != want {
			t.Errorf("%s:\n got %+v\nwant %+v", p.text, got, want)
		}
		if m.Score.Pattern != real.Score.Pattern ||
			math.Abs(simulate.Concentration(m.Score)-simulate.Concentration(real.Score)) > 1e-12 {
			t.Errorf("%s: foretold %s %v, was %s %v", p.text, m.Score.Pattern, simulate.Concentration(m.Score),
				real.Score.Pattern, simulate.Concentration(real.Score))
		}
		for k := range after.Rows() {
			if string(after.Key(k)) != string(r.Tables[0].Key(k)) || after.RowBytes(k) != r.Tables[0].BytesAt(k) {
				t.Fatalf("%s: row %d is %q of %d bytes, foretold %q of %d", p.text, k, after.Key(k), after.RowBytes(k),
					r.Tables[0].Key(k), r.Tables[0].BytesAt(k))
			}
		}
	}
}

// figures are what is compared.
type figures struct {
	rows, cells, bytes, keyBytes, merged, older, lost int64
	quantiles                                         [21]int64
}

// truth measures the table that was written.
func truth(s *sample.Sample, puts []put, merged map[string]map[int]bool) figures {
	f := figures{rows: int64(s.Rows()), cells: int64(s.NumCells()), bytes: s.Bytes(),
		lost: int64(len(puts) - s.NumCells())}
	sizes := make([]int64, s.Rows())
	for i := range sizes {
		sizes[i] = s.RowBytes(i)
		f.keyBytes += int64(len(s.Key(i)))
	}
	slices.Sort(sizes)
	for q := range f.quantiles {
		rank := int(math.Ceil(float64(q) / 20 * float64(len(sizes))))
		f.quantiles[q] = sizes[max(rank, 1)-1]
	}
	rows := map[int]bool{}
	for _, from := range merged {
		if len(from) > 1 {
			for r := range from {
				rows[r] = true
			}
		}
	}
	f.merged = int64(len(rows))
	f.older = older(puts)
	return f
}

// older counts the cells that are no longer the newest of their column, and were where they came from.
func older(puts []put) int64 {
	columns := map[[3]string]map[int64]put{}
	for _, p := range puts {
		k := [3]string{p.key, p.family, p.qualifier}
		if columns[k] == nil {
			columns[k] = map[int64]put{}
		}
		columns[k][p.micros] = p // the last of one instant stays
	}
	n := int64(0)
	for _, versions := range columns {
		newest := int64(math.MinInt64)
		for micros := range versions {
			newest = max(newest, micros)
		}
		for micros, p := range versions {
			if micros < newest && !p.old {
				n++
			}
		}
	}
	return n
}

// service is an emulator, and the tables in it.
type service struct {
	admin    *bigtable.AdminClient
	client   *bigtable.Client
	instance sampler.Instance
	prefix   string
}

// emulator is one of ours, or the one that listens at TABLETOP_EMULATOR (host:port), such as Google's.
func emulator(t *testing.T, ctx context.Context) service {
	t.Helper()
	check := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	var s service
	host := os.Getenv("TABLETOP_EMULATOR")
	if host == "" {
		server, err := embedded.Start(ctx)
		check(err)
		t.Cleanup(func() { server.Close() })
		s.admin, s.client = btclient.New(t, server.Conn(), embedded.Project, embedded.Instance)
		s.instance, err = server.Instance(ctx)
		check(err)
	} else {
		s.prefix = fmt.Sprintf("truth%d-", os.Getpid())
		var err error
		s.admin, s.client = btclient.Dial(t, host, "p", "i")
		s.instance, err = live.Connect(ctx, live.Config{Project: "p", Instance: "i", EmulatorHost: host})
		check(err)
	}
	t.Cleanup(func() { s.instance.Close() })
	return s
}

// load writes cells into a table of the emulator, in order, and reads all of it.
func (s service) load(t *testing.T, ctx context.Context, name string, puts []put) *sample.Sample {
	t.Helper()
	name = s.prefix + name
	families := map[string]bigtable.Family{}
	for _, p := range puts {
		families[p.family] = bigtable.Family{}
	}
	if err := s.admin.CreateTableFromConf(ctx, &bigtable.TableConf{TableID: name, ColumnFamilies: families}); err !=
		nil {
		t.Fatal(err)
	}
	var keys []string
	var muts []*bigtable.Mutation
	for _, p := range puts {
		if n := len(keys); n == 0 || keys[n-1] != p.key {
			keys, muts = append(keys, p.key), append(muts, bigtable.NewMutation())
		}
		muts[len(muts)-1].Set(p.family, p.qualifier, bigtable.Timestamp(p.micros), []byte(p.value))
	}
	failed, err := s.client.Open(name).ApplyBulk(ctx, keys, muts)
	if err != nil || len(failed) > 0 {
		t.Fatal(err, failed)
	}
	table, err := s.instance.Open(ctx, name)
	if err != nil {
		t.Fatal(err)
	}
	defer table.Close()
	read, err := table.Sample(ctx, sample.Options{Strategy: sample.Everything, Keep: 1 << 20}, func(sample.Progress) {})
	if err != nil {
		t.Fatal(err)
	}
	return read
}

// prepare decodes the keys of a sample by templates.
func prepare(t *testing.T, s *sample.Sample, templates ...string) *simulate.Base {
	t.Helper()
	set, err := rowkey.ParseSet(strings.Join(templates, "\n"))
	if err != nil {
		t.Fatal(err)
	}
	decoded, err := segments.New(context.Background(), s, set)
	if err != nil {
		t.Fatal(err)
	}
	return simulate.NewBase(decoded)
}

// cell is a cell of a table made for a test.
type cell struct {
	family, qualifier string
	micros            int64
	value             string
}
