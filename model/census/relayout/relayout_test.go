package relayout

import (
	"bytes"
	"context"
	"encoding/gob"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/internal/slowtest"
	"tabletop/model/candidate"
	"tabletop/model/estimate"
	"tabletop/model/rekey"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/segments"
	"tabletop/model/simulate"
)

const layouts = "visit = {user}#{id:int}#{host:domain}#{ts:ms}#{event}\nowner = owner/{who}"

// table is a table of n visits and some owners, in which many rows meet under shorter keys, and some cells are the
// same.
func table(n int) *sample.Sample {
	r := rand.New(rand.NewPCG(3, 5))
	hosts := []string{"www.google.com", "drive.google.com", "debian.org", "packages.debian.org"}
	rows := map[string]func(*sample.Builder){}
	for i := range n {
		u := r.IntN(30)
		at := 1_766_880_000_000 + int64(i)*421_000
		micros := at / 3_600_000 * 3_600_000_000 // whole hours, so that some meet
		key := fmt.Sprintf("u%d#%d#%s#%d#%s", u, u*37%1200, hosts[r.IntN(4)], at,
			[]string{"view", "buy", "leave"}[r.IntN(3)])
		amount, page, old, blob := r.IntN(9999), r.IntN(9), r.IntN(4) == 0, r.IntN(6) == 0
		rows[key] = func(b *sample.Builder) {
			if amount%5 > 0 {
				b.Cell("d", []byte("amount"), micros, fmt.Append(nil, amount))
			}
			b.Cell("d", []byte("page"), micros, fmt.Appendf(nil, "/p/%d?a=<b>&é", page))
			if old {
				b.Cell("d", []byte("page"), micros-60_000_000, []byte("/old"))
			}
			if blob {
				b.Cell("raw", []byte("blob"), micros, bytes.Repeat([]byte("\xff\x00"), amount%200))
			}
		}
	}
	for u := range 30 {
		rows[fmt.Sprintf("owner/u%d", u)] = func(b *sample.Builder) {
			b.Cell("d", []byte("name"), 1_766_880_000_000_000, fmt.Appendf(nil, "Ann of %d", u))
		}
	}
	keys := make([]string, 0, len(rows))
	for k := range rows {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	b := sample.NewBuilder(1 << 20)
	for _, k := range keys {
		b.Row([]byte(k))
		rows[k](b)
	}
	return sample.Assemble(sample.Table{}, sample.Provenance{Complete: true, Filter: 1, RowShare: 1,
		Strategy: sample.Everything}, []*sample.Builder{b})
}

// templates are candidates in which rows merge, part, lose cells, become versions, and are serialized: those that
// package simulate is compared with real tables by, and a few more.
func templates() []string {
	return []string{
		`all`,
		`{salt(16, key())}#{key()}`,
		`{user}#{qualifier()}`,
		`{user}#{bucket(ts, 7d):ms} => drop raw`,
		`{ts}#{user} ++ {reverse(host)} ++ by/{who}`,
		`visit = {user}`,
		`visit = {user}#{bucket(ts, 1d):ms} | B = {user}#{who} => drop raw`,
		`visit = {event}#{user} | B = drop ++ B = {who} | visit = same`,
		`{bucket(ts, 1w):date(2006-W01)}#{bucket(ts, 1y):date(2006)}#{event}`,
		`{column(d:amount)}#{user}#{ts}`,
		`{column(d:page)}#{user}`,
		`{column(d:page, move)}#{user}`,
		`{event}`,
		`{family()}/{qualifier()}/{user}#{celltime(hour)}`,
		`{hash(host, sha256)}#{hash(user, 4)}`,
		`{hash(user, md5, 6)}#{reverse(ts, 10^13-1)}#{user}`,
		`{host}#{w=bucket(ts, 1w):date(2006-W01)}`,
		`{key()} => d, raw -> json d:doc`,
		`{mirror(id)}#{pad(id, 6)}#{truncate(event, 2)}#{ts}`,
		`{mirror(ts)}#{mirror(host)}#{id:hex(4)}`,
		`{reverse(host)}#{bucket(ts, 6h):date(2006010215)}#{pad(user, 5, _)}`,
		`{reverse(host)}#{user}#{ts}`,
		`{salt(100, id)}#{id:pad(8)}#{ts}`,
		`{salt(1000, user, ts, sha256)}#{user}`,
		`{salt(12, user, event)}#{ts}#{user}`,
		`{salt(16, host, fnv1a64)}-{host}`,
		`{salt(7, user, murmur3)}#{user}#{ts}`,
		`{salt(8, user)}#{user}#{ts}`,
		`{truncate(column(raw:blob), 3)}|{user}|{ts}`,
		`{ts}#{user}`,
		`{user}#{bucket(ts, 15m)}`,
		`{user}#{bucket(ts, 1d):date(20060102)} => * -> json d:{ts:date(150405)}`,
		`{user}#{bucket(ts, 1d):date(20060102)} => time {ts}`,
		`{user}#{bucket(ts, 1mo):date(200601)}`,
		`{user}#{bucket(ts, 1w)}`,
		`{user}#{celltime(minute):date(2006-01-02T15:04)}`,
		`{user}#{day=bucket(ts, 1d):date(20060102)} => d -> *:{ts:date(1504)}#{qualifier()}; drop raw`,
		`{user}#{event} => time {ts}; d:amount -> d:a`,
		`{user}#{qualifier()}#{bucket(ts, 1w):date(2006-W01)} => * -> empty *:{value()}; time {ts}`,
		`{user}#{rest(ts)}`,
		`{user}#{reverse(ts)}#{event}`,
		`{user}#{ts}#{event} => d -> json d:all; raw -> cold`,
		`{user}[/{column(d:amount)}]`,
	}
}

func base(t testing.TB, s *sample.Sample) *simulate.Base {
	t.Helper()
	set, err := rowkey.ParseSet(layouts)
	if err != nil {
		t.Fatal(err)
	}
	seg, err := segments.New(context.Background(), s, set)
	if err != nil {
		t.Fatal(err)
	}
	return simulate.NewBase(seg)
}

// engine runs both passes as a batch engine does, without one: pieces of the table in any order, hashes in buckets,
// everything coded in between.
func engine(t testing.TB, m *Mover, s *sample.Sample, pieces, buckets int) (*Tally, int) {
	t.Helper()
	ctx := context.Background()
	var parts []*sample.Sample
	for i := range pieces {
		from, to := i*s.Rows()/pieces, (i+1)*s.Rows()/pieces
		if from < to {
			parts = append(parts, sample.Assemble(sample.Table{}, sample.Provenance{},
				[]*sample.Builder{s.Slice(from, to)}))
		}
	}
	rand.New(rand.NewPCG(1, 2)).Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
	grouped := make([][]byte, buckets)
	all, filter, meeting := m.NewTally(), m.NewFilter(), 0
	for _, p := range parts {
		part := m.NewTally()
		if err := m.Move(ctx, p, part,
			func(x Moved) {
				grouped[x.Hash.Bucket(buckets)] = AppendMoved(grouped[x.Hash.Bucket(buckets)], &x)
			}); err != nil {
			t.Fatal(err)
		}
		all.Merge(travelled(t, part))
	}
	for _, data := range grouped {
		list, err := DecodeMoved(nil, data)
		if err != nil {
			t.Fatal(err)
		}
		part, found := m.NewTally(), m.NewFilter()
		m.Resolve(list, part, func(h Hash) { found.Add(h); meeting++ })
		all.Merge(travelled(t, part))
		filter.Merge(found)
	}
	given := make([][]Given, buckets)
	for _, p := range parts {
		if err := m.Meet(ctx, p, filter,
			func(g Given) { given[g.Hash.Bucket(buckets)] = append(given[g.Hash.Bucket(buckets)], g) }); err != nil {
			t.Fatal(err)
		}
	}
	var sources []Source
	for _, list := range given {
		var buf bytes.Buffer
		var coded []Given
		if err := gob.NewEncoder(&buf).Encode(list); err != nil {
			t.Fatal(err)
		}
		if err := gob.NewDecoder(&buf).Decode(&coded); err != nil {
			t.Fatal(err)
		}
		part := m.NewTally()
		m.Join(coded, part, func(s Source) { sources = append(sources, s) })
		all.Merge(travelled(t, part))
	}
	part := m.NewTally()
	m.CountSources(sources, part)
	all.Merge(part)
	return all, meeting
}

func travelled(t testing.TB, x *Tally) *Tally {
	t.Helper()
	data, err := x.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	out := new(Tally)
	if err := out.UnmarshalBinary(data); err != nil {
		t.Fatal(err)
	}
	return out
}

// figures are what a simulation in memory and one by range both count.
type figures struct {
	rows, cells, bytes, keyBytes, over100, over256, emptied, merged, versions, overwritten int64
	rowBytes, rowCells                                                                     estimate.Histogram
}

func inMemory(t testing.TB, b *simulate.Base, text string) figures {
	t.Helper()
	c, err := candidate.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	r, err := simulate.Run(context.Background(), b, c)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	f := figures{rows: r.Rows, cells: r.Cells, bytes: r.Bytes, keyBytes: r.KeyBytes, over100: r.Over100MB,
		over256: r.Over256MB, emptied: r.Emptied,
		merged: r.Collisions.MergedRows, versions: r.Collisions.VersionCells,
		overwritten: r.Collisions.OverwrittenCells}
	add := func(h *estimate.Histogram) func(v int64, w float64) bool {
		return func(v int64, w float64) bool {
			for range int(w) {
				h.Add(v)
			}
			return true
		}
	}
	r.RowBytes.Each(add(&f.rowBytes))
	r.RowCells.Each(add(&f.rowCells))
	return f
}

func byRange(x *simulate.Counted) figures {
	c := &x.Collisions
	return figures{rows: x.Rows, cells: x.Cells, bytes: x.Bytes, keyBytes: x.KeyBytes, over100: x.Over100MB,
		over256: x.Over256MB, emptied: x.Emptied,
		merged: c.MergedRows, versions: c.VersionCells, overwritten: c.OverwrittenCells, rowBytes: x.RowBytes,
		rowCells: x.RowCells}
}

// TestMoveEqualsSimulate verifies that moving a table range by range comes to what simulate counts in memory, for any
// number of ranges and groups, where rows merge, part, lose cells, and become versions. TABLETOP_SLOW=1 does so on
// 200,000 rows.
func TestMoveEqualsSimulate(t *testing.T) {
	n, shapes := 600, [][2]int{{1, 1}, {7, 3}}
	if slowtest.On() {
		n, shapes = 200_000, [][2]int{{64, 16}}
	}
	s := table(n)
	b := base(t, s)
	for batch := range slices.Chunk(templates(), 6) {
		t.Run(batch[0], func(t *testing.T) {
			m, err := NewMover(Plan{Layouts: layouts, Candidates: batch, Columns: s.Columns(),
				FilterBits: FilterBitsFor(int64(n))})
			if err != nil {
				t.Fatal(err)
			}
			for _, shape := range shapes {
				equalsMemory(t, m, b, batch, shape)
			}
		})
	}
}

// equalsMemory compares layouts moved in so many ranges and groups with what simulate counts in memory.
func equalsMemory(t *testing.T, m *Mover, b *simulate.Base, layouts []string, shape [2]int) {
	t.Helper()
	s := b.Sample
	counts, meeting := engine(t, m, s, shape[0], shape[1])
	if meeting == 0 {
		t.Fatal("no rows meet: the test does not see the second pass")
	}
	for i, x := range m.Counted(counts, time.Time{}) {
		if got, want := byRange(&x), inMemory(t, b, layouts[i]); !reflect.DeepEqual(got, want) {
			t.Errorf("%s in %d ranges and %d groups:\n got %+v\nwant %+v", layouts[i], shape[0], shape[1], got, want)
		}
		if !x.Exact() || x.SourceRows != int64(s.Rows()) || x.SourceBytes != s.Bytes() {
			t.Errorf("%s: changed %d, of %d rows", x.Template, x.Changed, x.SourceRows)
		}
	}
}

// TestSerializedCellsJoin verifies that cells which become one document with those of other rows have the size that
// they have in memory.
func TestSerializedCellsJoin(t *testing.T) {
	s := table(2000)
	b := base(t, s)
	for _, text := range []string{"{user} => d -> json d:doc", "{user}#{host} => * -> protobuf d:doc"} {
		if _, err := candidate.Parse(text); err != nil {
			t.Fatal(err)
		}
		m, err := NewMover(Plan{Layouts: layouts, Candidates: []string{text}, Columns: s.Columns(),
			FilterBits: minFilterBits})
		if err != nil {
			t.Fatal(err)
		}
		counts, _ := engine(t, m, s, 40, 4)
		if got, want := byRange(&m.Counted(counts, time.Time{})[0]), inMemory(t, b, text); !reflect.DeepEqual(got,
			want) {
			t.Errorf("%s:\n got %+v\nwant %+v", text, got, want)
		}
	}
}

// TestNoHashNoGroup verifies that nothing is grouped where rows cannot meet by construction, and that a layout which
// only seems so is.
func TestNoHashNoGroup(t *testing.T) {
	s := table(300)
	for text, distinct := range map[string]bool{
		"{salt(16, key())}#{key()}": true, "x/{key()}": true, "{salt(8, user)}#{key()}": false, "{key()}{user}": false,
		"{user}#{ts}":     false,
		"visit = {key()}": false, "{hash(key(), 8)}": false,
	} {
		m, err := NewMover(Plan{Layouts: layouts, Candidates: []string{text}, Columns: s.Columns(),
			FilterBits: minFilterBits})
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		grouped := 0
		counts := m.NewTally()
		if err := m.Move(context.Background(), s, counts, func(Moved) { grouped++ }); err != nil {
			t.Fatal(err)
		}
		if m.Distinct() != distinct || distinct != (grouped == 0) ||
			distinct && counts.Targets[0].Rows != int64(s.Rows()) {
			t.Errorf("%s: distinct %v, %d rows grouped", text, m.Distinct(), grouped)
		}
	}
}

// TestTableChangesBetweenPasses verifies that figures are not called exact if rows that meet came or went between the
// two reads.
func TestTableChangesBetweenPasses(t *testing.T) {
	s := table(500)
	m, err := NewMover(Plan{Layouts: layouts, Candidates: []string{"{user}"}, Columns: s.Columns(),
		FilterBits: minFilterBits})
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	counts, filter := m.NewTally(), m.NewFilter()
	var list []Moved
	if err := m.Move(ctx, s, counts, func(x Moved) { list = append(list, x) }); err != nil {
		t.Fatal(err)
	}
	m.Resolve(list, counts, filter.Add)
	var given []Given
	fewer := sample.Assemble(sample.Table{}, sample.Provenance{}, []*sample.Builder{s.Slice(0, s.Rows()-7)})
	if err := m.Meet(ctx, fewer, filter, func(g Given) { given = append(given, g) }); err != nil {
		t.Fatal(err)
	}
	m.Join(given, counts, func(Source) {})
	if x := m.Counted(counts, time.Time{})[0]; x.Changed != 7 || x.Exact() {
		t.Errorf("changed %d, exact %v", x.Changed, x.Exact())
	}
}

// TestFilterIsAllowedToErr verifies that a filter which lets every key through changes nothing but the work.
func TestFilterIsAllowedToErr(t *testing.T) {
	s := table(1000)
	m, err := NewMover(Plan{Layouts: layouts, Candidates: []string{"all", "{user}#{ts}", "{host}"},
		Columns: s.Columns(), FilterBits: minFilterBits})
	if err != nil {
		t.Fatal(err)
	}
	want, _ := engine(t, m, s, 5, 3)
	full := func() *Filter {
		f := m.NewFilter()
		for i := range f.Bits {
			f.Bits[i] = ^uint64(0)
		}
		return f
	}()
	got := m.NewTally()
	var list []Moved
	var given []Given
	ctx := context.Background()
	if err := m.Move(ctx, s, got, func(x Moved) { list = append(list, x) }); err != nil {
		t.Fatal(err)
	}
	m.Resolve(list, got, func(Hash) {})
	if err := m.Meet(ctx, s, full, func(g Given) { given = append(given, g) }); err != nil {
		t.Fatal(err)
	}
	m.Join(given, got, func(Source) {})
	if !reflect.DeepEqual(travelled(t, got), travelled(t, want)) {
		t.Error("another filter, another result")
	}
}

// TestHotRanges verifies that the hottest key range of each window is the one that takes the most of its writes.
func TestHotRanges(t *testing.T) {
	b := sample.NewBuilder(0)
	at := func(hour int) int64 { return time.Date(2026, 1, 1, hour, 0, 0, 0, time.UTC).UnixMicro() }
	for i := range 10 {
		b.Row(fmt.Appendf(nil, "k%d", i))
		b.Cell("f", []byte("q"), at(i/5), nil)
	}
	s := sample.Assemble(sample.Table{}, sample.Provenance{}, []*sample.Builder{b})
	m, err := NewMover(Plan{Layouts: "k{n:int}", Candidates: []string{"x{n}"}, Columns: s.Columns(),
		FilterBits: minFilterBits,
		Borders:    [][][]byte{{[]byte("x3"), []byte("x8")}}, From: time.UnixMicro(at(0)), Step: time.Hour, Windows: 2})
	if err != nil {
		t.Fatal(err)
	}
	counts, _ := engine(t, m, s, 3, 2)
	hot := m.Counted(counts, time.Time{})[0].Hot
	if len(hot) != 2 || hot[0].Share != 0.6 || string(hot[0].Start) != "" || string(hot[0].End) != "x3" ||
		hot[0].Writes != 3 ||
		hot[1].Share != 0.6 || string(hot[1].Start) != "x3" || string(hot[1].End) != "x8" ||
		!hot[1].Window.Equal(time.UnixMicro(at(1))) {
		t.Errorf("%+v", hot)
	}
}

// TestLargeRowsHaveKeys verifies that rows over 100 MB are listed by key, also where they only become so large by
// merging.
func TestLargeRowsHaveKeys(t *testing.T) {
	b := sample.NewBuilder(0)
	for i, size := range []int{60_000_000, 70_000_000, 150_000_000, 10} {
		b.Row(fmt.Appendf(nil, "%c#%d", "aabc"[i], i))
		b.CellPrefix("f", []byte("q"), int64(i), size, nil)
	}
	s := sample.Assemble(sample.Table{}, sample.Provenance{}, []*sample.Builder{b})
	m, err := NewMover(Plan{Layouts: "{k}#{n:int}", Candidates: []string{"{k}"}, Columns: s.Columns(),
		FilterBits: minFilterBits})
	if err != nil {
		t.Fatal(err)
	}
	counts, _ := engine(t, m, s, 4, 2)
	x := m.Counted(counts, time.Time{})[0]
	var got []string
	for _, r := range x.Large {
		got = append(got, string(r.Key))
	}
	if strings.Join(got, " ") != "b a" || x.Over100MB != 2 || x.Over256MB != 0 {
		t.Errorf("large rows %q of %d", got, x.Over100MB)
	}
}

// TestDamagedGroupsAreRefused verifies that no cut of what was grouped decodes without an error, unless it falls
// between two of them.
func TestDamagedGroupsAreRefused(t *testing.T) {
	x := Moved{Target: 3, Rows: 1, KeyBytes: 9, Count: rekey.Count{Bytes: 300, Cells: 2, Versions: 1, Overwritten: 4,
		Estimated: 5}, Key: []byte("key")}
	data := AppendMoved(nil, &x)
	list, err := DecodeMoved(nil, AppendMoved(data, &x))
	if err != nil || len(list) != 2 || !reflect.DeepEqual(list[1], x) {
		t.Fatalf("%+v, %v", list, err)
	}
	for n := 1; n < len(data); n++ {
		if _, err := DecodeMoved(nil, data[:n]); err == nil {
			t.Errorf("%d of %d bytes are taken for the whole", n, len(data))
		}
	}
}

// TestPlansThatCannotBe verifies that each part of a plan that cannot be carried out is refused.
func TestPlansThatCannotBe(t *testing.T) {
	good := Plan{Layouts: "{user}#{n}", Candidates: []string{"{n}#{user}"}, FilterBits: minFilterBits}
	if _, err := NewMover(good); err != nil {
		t.Fatal(err)
	}
	borders := func(n int) [][]byte {
		var out [][]byte
		for i := range n {
			out = append(out, []byte{byte(i >> 8), byte(i)})
		}
		return out
	}
	most := good
	most.Borders, most.Windows, most.Step = [][][]byte{borders(MaxBorders)}, MaxWindows, time.Microsecond
	if _, err := NewMover(most); err != nil {
		t.Errorf("the most of everything: %v", err)
	}
	for name, change := range map[string]func(p *Plan){
		"steps of nanoseconds":  func(p *Plan) { p.Windows, p.Step = 1, time.Microsecond-1 },
		"a large filter":        func(p *Plan) { p.FilterBits = 2 * maxFilterBits },
		"windows below 0":       func(p *Plan) { p.Windows = -1 },
		"windows without steps": func(p *Plan) { p.Windows = 1 },
		"too many windows":      func(p *Plan) { p.Windows, p.Step = MaxWindows+1, time.Hour },
		"a small filter":        func(p *Plan) { p.FilterBits = minFilterBits / 2 },
		"an odd filter":         func(p *Plan) { p.FilterBits++ },
		"no candidate":          func(p *Plan) { p.Candidates = nil },
		"too many borders":      func(p *Plan) { p.Borders = [][][]byte{borders(MaxBorders + 1)} },
		"borders out of order":  func(p *Plan) { p.Borders = [][][]byte{{{2}, {1}}} },
	} {
		p := good
		change(&p)
		if _, err := NewMover(p); err == nil {
			t.Errorf("%s: taken", name)
		}
	}
}
