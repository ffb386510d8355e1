package advise_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/model/access"
	"tabletop/model/advise"
	"tabletop/model/candidate"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/workload"
)

// cells makes n rows of columns; row returns the key and the columns of a row by name, in order, and all cells are a
// minute younger than those of the row before.
func cells(t testing.TB, template string, n int, row func(rng *rand.Rand, i int) (string,
	[][2]string)) *access.Index {
	t.Helper()
	type made struct {
		key     string
		columns [][2]string
		micros  int64
	}
	rng := rand.New(rand.NewPCG(uint64(n), 5))
	all := make([]made, n)
	for i := range all {
		key, columns := row(rng, i)
		all[i] = made{key, columns, now.UnixMicro() - int64(n-i)*60_000_000}
	}
	slices.SortFunc(all, func(a, b made) int { return strings.Compare(a.key, b.key) })
	b := sample.NewBuilder(64)
	for _, r := range all {
		b.Row([]byte(r.key))
		for _, c := range r.columns {
			b.Cell("f", []byte(c[0]), r.micros, []byte(c[1]))
		}
	}
	l, err := rowkey.Parse(template)
	if err != nil {
		t.Fatal(err)
	}
	s := sample.Assemble(sample.Table{}, sample.Provenance{Strategy: sample.Everything, Complete: true},
		[]*sample.Builder{b})
	f, err := indexOf(s, rowkey.Set{l})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// place is the rank of a layout among the options, from 1; 0 when it is not among them.
func place(a *advise.Advice, template string) int {
	return 1 + slices.IndexFunc(a.Options,
		func(o *advise.Candidate) bool { return o.Template == template || plain(o.Template) == template })
}

// measurements are rows of six columns.
func measurements(t testing.TB) *access.Index { return measured(t, 600, 12) }

// measured are n such rows of so many devices.
func measured(t testing.TB, n, devices int) *access.Index {
	return cells(t, "{device}#{at:ms}", n, func(rng *rand.Rand, i int) (string, [][2]string) {
		var columns [][2]string
		for _, name := range []string{"altitude", "humidity", "pressure", "temperature", "voltage", "wind"} {
			columns = append(columns, [2]string{name, fmt.Sprint(rng.IntN(500))})
		}
		return fmt.Sprintf("d%02d#%d", rng.IntN(devices), now.UnixMilli()-int64(n-i)*60_000), columns
	})
}

// friendships are rows of two columns under a running number.
func friendships(t testing.TB) *access.Index {
	return cells(t, "{person}#{n:int}", 900, func(rng *rand.Rand, i int) (string, [][2]string) {
		return fmt.Sprintf("person%02d#%d", i%60, i/60),
			[][2]string{{"circle", []string{"work", "school", "family"}[rng.IntN(3)]},
				{"friend", fmt.Sprintf("person%02d", (i%60+1+i/60)%60)}}
	})
}

// TestColumnsAsCandidates verifies that each way to use the columns of a table is among the first two answers where it
// serves the queries, and that what is said of each layout is what carrying it out gives.
func TestColumnsAsCandidates(t *testing.T) {
	for _, c := range []struct {
		name, queries, want string
		table               func(testing.TB) *access.Index
	}{
		{"a value as the qualifier", "{name: of a person, where: {person: equal}}",
			"{person} => drop f:friend; * -> *:{column(f:friend)}", friendships},
		{"serialized rows", "{name: a reading, where: {device: equal, at: equal}}",
			"{device}#{at} => f -> protobuf f:data", measurements},
		{"serialized events of a bucket", "{name: a stretch, where: {device: equal, at: range 1d}}",
			"{device}#{hour=bucket(at, 1h):date(2006010215)} => f -> protobuf f:{at:date(0405000)}",
			func(t testing.TB) *access.Index { return measured(t, 2400, 4) }},
		{"a column that moves into the key", "{name: of a user, where: {'f:user': equal}}",
			"{column(f:user, move)}#{id}", func(t testing.TB) *access.Index {
				return cells(t, "{id:hex(8)}", 600, func(rng *rand.Rand, i int) (string, [][2]string) {
					return fmt.Sprintf("%08x", rng.Uint32()),
						[][2]string{{"body", "a text"}, {"user", fmt.Sprintf("user-%03d-of-a-long-name", rng.IntN(80))}}
				})
			}},
		{"a segment that a column repeats", "{name: a stretch, where: {device: equal, at: range 1h}}", "{device}#{at}",
			func(t testing.TB) *access.Index {
				return cells(t, "{device}#{site}#{at:ms}", 600, func(rng *rand.Rand, i int) (string, [][2]string) {
					d := rng.IntN(40)
					site := fmt.Sprintf("a-building-with-a-long-name-%d", d%7)
					return fmt.Sprintf("d%02d#%s#%d", d, site, now.UnixMilli()-int64(600-i)*60_000),
						[][2]string{{"site", site}, {"v", "1"}}
				})
			}},
		{"two kinds of rows intermixed", "{name: trades, where: {symbol: equal, type: equal, at: range 1h}}",
			"{type}#{symbol}#{at}#{n}", func(t testing.TB) *access.Index {
				return cells(t, "{symbol}#{at:ms}#{type}#{n:pad(4)}", 900, func(rng *rand.Rand, i int) (string,
					[][2]string) {
					return fmt.Sprintf("s%02d#%d#%s#%04d", rng.IntN(20), now.UnixMilli()-int64(900-i)*60_000,
						[]string{"quote", "trade"}[rng.IntN(2)], i), [][2]string{{"v", "1"}}
				})
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := c.table(t)
			a := asked(t, f, c.queries, advise.Options{})
			if n := place(a, c.want); n < 1 || n > 2 {
				t.Errorf("%s is number %d: %s", c.want, n, told(a))
			}
			w, err := workload.Parse([]byte("queries: ["+c.queries+"]"), f.Names)
			if err != nil {
				t.Fatal(err)
			}
			agrees(t, f, w)
		})
	}
}

// TestWhatForbidsOneCell verifies that columns are not serialized where a query filters on one or reads only some, or
// where columns are written by themselves.
func TestWhatForbidsOneCell(t *testing.T) {
	const reading = "queries: [{name: q, where: {device: equal, at: equal}%s}%s]\n%s"
	for _, c := range []struct {
		more, other, writes string
		want                bool
	}{
		{want: true}, {more: ", columns: ['f:wind']"}, {other: ", {name: p, where: {device: equal, 'f:wind': equal}}"},
		{writes: "writes: {increments: 5}"},
		{writes: "writes: {overwrites: 5}"}, {writes: "writes: {new rows: 5}", want: true},
		{writes: "writes: {overwrites: 0}", want: true},
	} {
		f := measurements(t)
		w, err := workload.Parse(fmt.Appendf(nil, reading, c.more, c.other, c.writes), f.Names)
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Prepare(w); err != nil {
			t.Fatal(err)
		}
		a, err := advise.Search(context.Background(), f, w, advise.Options{})
		if err != nil {
			t.Fatal(err)
		}
		got := slices.ContainsFunc(a.Options,
			func(o *advise.Candidate) bool { return strings.Contains(o.Template, "protobuf") })
		if got != c.want {
			t.Errorf("%+v: serialized is %v", c, got)
		}
	}
}

// TestWhatNamesNothing verifies that a value is not made a qualifier where names would collide or where the number in
// the key is asked.
func TestWhatNamesNothing(t *testing.T) {
	twice := cells(t, "{person}#{n:int}", 900, func(rng *rand.Rand, i int) (string, [][2]string) {
		return fmt.Sprintf("person%02d#%d", i%60, i/60),
			[][2]string{{"circle", "work"}, {"friend", fmt.Sprintf("person%02d", i/60%4)}}
	})
	for _, a := range []*advise.Advice{asked(t, twice, "{name: q, where: {person: equal}}", advise.Options{}),
		asked(t, friendships(t), "{name: q, where: {person: equal, n: equal}}", advise.Options{})} {
		for _, o := range a.Options {
			if strings.Contains(o.Template, "column(f:friend)") {
				t.Error(o.Template)
			}
		}
	}
}

// TestLatestOfEach verifies that a table of the newest row of each is proposed beside the history (E13), and what the
// queries cost there.
func TestLatestOfEach(t *testing.T) {
	f := lines(t, "{host}#{at:ms}",
		events(6000, 10, 200, func(rng *rand.Rand, _ int, ms int64) string {
			return fmt.Sprintf("h%03d#%d", rng.IntN(200), ms)
		}))
	a := asked(t, f, "{name: history, where: {host: equal, at: range 1h}}, {name: latest of all, latest: 1 per host "+
		"by at}", advise.Options{Rows: 1e9})
	n := place(a, "{host}#{at} ++ {host} => time {at}")
	if n == 0 { // the current layout is written with its codecs
		n = place(a, "{host}#{at:ms} ++ {host} => time {at}")
	}
	if n < 1 || n > 2 {
		t.Fatal(told(a))
	}
	q := a.Options[n-1].Queries[1]
	if q.Table != 1 || q.Access != access.FullScan || q.Rows != 200 || q.Returned != 200 {
		t.Errorf("the latest of all: %+v", q)
	}
	for _, o := range a.Options {
		if o.Current && (o.Queries[1].Rows < 200 || o.Queries[1].Ranges < 200 && o.Queries[1].Rows < 1e6) {
			t.Errorf("the latest of all today: %+v", o.Queries[1])
		}
	}
}

// TestViewsLag verifies that a query that must read its own writes is not served by a view: the second table then costs
// clients a write.
func TestViewsLag(t *testing.T) {
	f := lines(t, "{author}#{topic}#{id:hex(8)}", events(3000, 10, 300, func(rng *rand.Rand, i int, _ int64) string {
		return fmt.Sprintf("a%04d#t%04d#%08x", rng.IntN(300), rng.IntN(300), i*2654435761%(1<<32))
	}))
	const queries = "{name: by author, where: {author: equal}%[1]s}, {name: by topic, where: {topic: equal}%[1]s}"
	pair := func(more string) *advise.Candidate {
		a := asked(t, f, fmt.Sprintf(queries, more), advise.Options{Rows: 1e9})
		i := slices.IndexFunc(a.Options, func(o *advise.Candidate) bool { return o.Tables == 2 })
		if i < 0 {
			t.Fatal(told(a))
		}
		return a.Options[i]
	}
	lags, sees := pair(""), pair(", read your writes: true")
	if diff := sees.Score - lags.Score; diff < 0.2 || diff > 0.3 {
		t.Errorf("the score of a pair is %g, and %g where queries read their own writes", lags.Score, sees.Score)
	}
	words := func(o *advise.Candidate) string {
		return strings.Join(slices.Concat(o.Better, o.Worse, o.Caveats), "\n")
	}
	if !strings.Contains(words(lags), "continuous materialized view") ||
		strings.Contains(words(lags), "written twice") {
		t.Error(words(lags))
	}
	if strings.Contains(words(sees), "can fill the second table") || !strings.Contains(words(sees), "written twice") {
		t.Error(words(sees))
	}
}

// TestRangesOfCellTime verifies that a range of cell time is a filter today and a range where the time of the cell is
// in the key.
func TestRangesOfCellTime(t *testing.T) {
	b := sample.NewBuilder(64)
	for i := range 30 {
		b.Row(fmt.Appendf(nil, "m%02d", i))
		for v := range 400 {
			b.Cell("f", []byte("v"), now.UnixMicro()-int64(v)*60_000_000, []byte("12.5"))
		}
	}
	l, err := rowkey.Parse("{id}")
	if err != nil {
		t.Fatal(err)
	}
	f, err := indexOf(sample.Assemble(sample.Table{}, sample.Provenance{Strategy: sample.Everything, Complete: true},
		[]*sample.Builder{b}), rowkey.Set{l})
	if err != nil {
		t.Fatal(err)
	}
	a := asked(t, f, "{name: an hour, where: {id: equal, 'celltime()': range 1h}}", advise.Options{Rows: 30})
	n := place(a, "{id}#{celltime()}")
	if n < 1 || n > 2 {
		t.Fatal(told(a))
	}
	q := a.Options[n-1].Queries[0]
	want := 0.0
	for v := range 400 {
		want += float64(min(60, v+1)) / 400
	}
	if q.Access != access.ByRange || q.Rows < 0.99*want || q.Rows > 1.01*want {
		t.Errorf("%s, %g rows, not %g", q.Access, q.Rows, want)
	}
	for _, o := range a.Options {
		if o.Current && o.Queries[0].Access != access.Filter {
			t.Errorf("today it is a %s", o.Queries[0].Access)
		}
	}
}

// TestCellTimesAreKept verifies that no layout is listed that has other times in the place of those of the cells where a
// query asks by these, and that it is otherwise.
func TestCellTimesAreKept(t *testing.T) {
	f := cells(t, "{device}#{at:ms}", 6000, func(rng *rand.Rand, i int) (string, [][2]string) {
		return fmt.Sprintf("sensor-%02d#%d", i%10, 1_760_000_000_000+int64(i)*1000), [][2]string{{"v", "1"}}
	})
	const day = "{name: a day, where: {device: equal, at: range 1d}, frequency: 20}"
	overwrites := func(a *advise.Advice) bool {
		return slices.ContainsFunc(a.Options,
			func(o *advise.Candidate) bool { return strings.Contains(o.Template, "=> time {at") })
	}
	if a := asked(t, f, day, advise.Options{}); !overwrites(a) {
		t.Errorf("without such a query it is not listed: %s", told(a))
	}
	a := asked(t, f, day+", {name: late, where: {device: equal, 'celltime()': range 1h}}", advise.Options{})
	if overwrites(a) || !slices.ContainsFunc(a.Notes, func(n string) bool {
		return strings.Contains(n, `"late" asks by when cells were written`)
	}) {
		t.Errorf("%s\n%q", told(a), a.Notes)
	}
}

// TestRowsByArrival verifies that a query for what arrived lately, where events come up to three days late, gets a second
// table with the time of writing in its key; that the layout can be tried; and that rows whose cells were written at
// several times get none, since such a row would be divided.
func TestRowsByArrival(t *testing.T) {
	late := func(second time.Duration) *access.Index {
		rng := rand.New(rand.NewPCG(1, 2))
		b := sample.NewBuilder(64)
		for sensor := range 40 {
			for i := range 150 {
				at := now.Add(-time.Duration(150-i)*time.Hour + time.Duration(sensor)*time.Millisecond)
				written := at.Add(time.Duration(rng.Int64N(int64(72 * time.Hour))))
				b.Row(fmt.Appendf(nil, "s%02d#%d", sensor, at.UnixMilli()))
				b.Cell("f", []byte("a"), written.UnixMicro(), []byte("12.5"))
				b.Cell("f", []byte("b"), written.Add(second).UnixMicro(), []byte("x"))
			}
		}
		layout, err := rowkey.Parse("{sensor}#{at:ms}")
		if err != nil {
			t.Fatal(err)
		}
		provenance := sample.Provenance{Strategy: sample.Everything, Complete: true}
		f, err := indexOf(sample.Assemble(sample.Table{}, provenance, []*sample.Builder{b}), rowkey.Set{layout})
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	const queries = "{name: day, where: {sensor: equal, at: range 1d}, frequency: 5}, " +
		"{name: arrived, where: {sensor: equal, 'celltime()': range 1h}, frequency: 5}"
	advice := asked(t, late(0), queries, advise.Options{})
	const want = "{sensor}#{at} ++ {sensor}#{celltime()}#{at}"
	if place(advice, want) != 1 {
		t.Fatal(told(advice))
	}
	if _, err := candidate.Parse(advice.Options[0].Template); err != nil {
		t.Error(err)
	}
	if arrived := advice.Options[0].Queries[1]; arrived.Access != access.ByRange || arrived.Rows > 3 {
		t.Errorf("%+v", arrived)
	}
	if several := asked(t, late(time.Minute), queries, advise.Options{}); place(several, want) > 0 {
		t.Errorf("rows would be divided: %s", told(several))
	}
}

// TestDatesThatDoNotSort verifies that a date with the day first is written from the year on where a period is asked for,
// and stays as it is where days are.
func TestDatesThatDoNotSort(t *testing.T) {
	index := cells(t, "{shop:pad(3)}#{day:date(02-01-2006)}#{sale:hex(6)}", 4000,
		func(rng *rand.Rand, i int) (string, [][2]string) {
			day := now.AddDate(0, 0, -rng.IntN(200)).Format("02-01-2006")
			return fmt.Sprintf("%03d#%s#%06x", i%20, day, rng.IntN(1<<24)), [][2]string{{"v", "1"}}
		})
	for query, want := range map[string]bool{"range 30d": true, "equal": false} {
		a := asked(t, index, "{name: period, where: {shop: equal, day: "+query+"}}", advise.Options{})
		if got := place(a, "{shop}#{day:date(20060102)}#{sale}") == 1; got != want {
			t.Errorf("%s: written from the year on: %v, want %v: %s", query, got, want, told(a))
		}
	}
}

// TestTopByAColumn verifies that a query for the rows with the greatest numbers of a column is served by a key that has
// the column padded before what tells rows apart, that the layout which is printed is one that can be tried, and that
// readers are told where to stop.
func TestTopByAColumn(t *testing.T) {
	index := cells(t, "{game}#{player:hex(6)}", 2000, func(rng *rand.Rand, i int) (string, [][2]string) {
		return fmt.Sprintf("g%02d#%06x", i%8, rng.IntN(1<<24)), [][2]string{{"level", "x"},
			{"score", fmt.Sprint(rng.IntN(20_000))}}
	})
	advice := asked(t, index, "{name: best, frequency: 9, where: {game: equal}, top: 10 by f:score}", advise.Options{})
	const want = "{game}#{pad(column(f:score, move), 5)}#{player}"
	if got := place(advice, want); got != 1 {
		t.Fatalf("%s is at place %d of %+v", want, got, advice.Options[0].Template)
	}
	if _, err := candidate.Parse(advice.Options[0].Template); err != nil {
		t.Error(err)
	}
	first := advice.Options[0]
	if first.Queries[0].Rows > 11 || !strings.Contains(strings.Join(first.ForReaders, "\n"),
		"stop after the 10 with the greatest f:score") {
		t.Errorf("%+v, %q", first.Queries[0], first.ForReaders)
	}
	current := advice.Options[slices.IndexFunc(advice.Options, func(o *advise.Candidate) bool { return o.Current })]
	if how := current.Queries[0].How; !strings.HasSuffix(how, "; keep the 10 with the greatest f:score") {
		t.Errorf("a key without the column has no end to stop at: %s", how)
	}
}

// TestViewsComeWithTheirQuery verifies that the query of a view is given in the SQL that the documentation shows: the
// parts of the new key in order, the key of the table last, ascending; by the names of a row-key schema where there is
// one, else cut by the delimiter, which is then called unconfirmed; and that where neither can take a part out of the
// key, that is said in its place.
func TestViewsComeWithTheirQuery(t *testing.T) {
	const byTopic = "{name: by author, where: {author: equal}}, {name: by topic, where: {topic: equal}}"
	for name, c := range map[string]struct {
		template, key string
		schema        *rowkey.Schema
		want          []string
		lacks         string
	}{
		"delimiters": {"{author}#{topic}#{id:hex(8)}", "a%04d#t%04d#%08x", nil, []string{
			"SELECT SPLIT(_key, '#')[SAFE_OFFSET(1)] AS part1, SPLIT(_key, '#')[SAFE_OFFSET(0)] AS part2, ",
			"_key AS source_key, `f` FROM `books` ORDER BY 1, 2, ", "Not confirmed by the documentation: that SPLIT",
			"leaves out rows in which a part of its key is NULL", "same ++ view {topic}#{author}#{id}",
			"with an intermediate copy about as large as the table"}, "Of the rows read these"},
		"a row-key schema": {"{author}#{topic}#{id:hex(8)}", "a%04d#t%04d#%08x",
			&rowkey.Schema{Fields: []rowkey.SchemaField{{Name: "author"}, {Name: "topic"}, {Name: "id"}}},
			[]string{"SELECT `topic` AS part1, `author` AS part2, "}, "Not confirmed"},
		"no delimiter": {"a{author:pad(4)}t{topic:pad(4)}#{id:hex(8)}", "a%04dt%04d#%08x", nil,
			[]string{"Its query is not given: ", "declare a row-key schema, or take a second table"}, "SELECT"},
	} {
		f := lines(t, c.template, events(3000, 10, 300, func(rng *rand.Rand, i int, _ int64) string {
			return fmt.Sprintf(c.key, rng.IntN(300), rng.IntN(300), i*2654435761%(1<<32))
		}))
		f.Sample.Table.Name, f.Sample.Table.Families = "books", []sample.Family{{Name: "f"}}
		f.Sample.Table.KeySchema = c.schema
		a := asked(t, f, byTopic, advise.Options{Rows: 1e9})
		i := slices.IndexFunc(a.Options, func(o *advise.Candidate) bool { return o.Tables == 2 })
		if i < 0 {
			t.Fatal(told(a))
		}
		said := strings.Join(a.Options[i].ForOperators, "\n")
		for _, want := range c.want {
			if !strings.Contains(said, want) {
				t.Errorf("%s: %q is not in\n%s", name, want, said)
			}
		}
		if strings.Contains(said, "WHERE") {
			t.Errorf("%s: there is one record kind: %s", name, said)
		}
		if strings.Contains(said, c.lacks) {
			t.Errorf("%s: %q is in\n%s", name, c.lacks, said)
		}
	}
}

// TestViewsTakeTheKeyOfTheirKindApart verifies that the query of a view cuts the key where the layouts of its own record
// kind have a segment, whatever another kind calls by that name, and has the rows of no other kind: where SQL cannot
// tell them apart, there is no query.
func TestViewsTakeTheKeyOfTheirKindApart(t *testing.T) {
	for _, tt := range []viewOfKind{
		{"%s", "other = {topic}|{author}\nmain = {author}#{topic}#{id:hex(8)}", false, "cannot tell the rows of main"},
		{"m#%s", "other = {topic}|{author}\nmain = m#{author}#{topic}#{id:hex(8)}", false,
			"cannot tell the rows of main"},
		{"m#%s", "other = o#{topic}|{author}\nmain = m#{author}#{topic}#{id:hex(8)}", true,
			"SPLIT(_key, '#')[SAFE_OFFSET(2)] AS part1, SPLIT(_key, '#')[SAFE_OFFSET(1)] AS part2"},
	} {
		tt.test(t)
	}
}

// viewOfKind is a table of two record kinds, and what is wanted of the view of one of them.
type viewOfKind struct {
	key, other string
	said       bool // there is a query
	want       string
}

func (tt *viewOfKind) test(t *testing.T) {
	t.Helper()
	b := sample.NewBuilder(64)
	rng := rand.New(rand.NewPCG(2, 7))
	var keys []string
	for i := range 3000 {
		keys = append(keys, fmt.Sprintf(tt.key, fmt.Sprintf("a%04d#t%04d#%08x", rng.IntN(300), rng.IntN(300),
			uint32(i)*2654435761)))
		if i%10 == 0 {
			lead, _, _ := strings.Cut(strings.TrimPrefix(tt.other, "other = "), "{")
			keys = append(keys, lead+fmt.Sprintf("t%04d|a%04d", rng.IntN(300), i))
		}
	}
	slices.Sort(keys)
	for _, key := range slices.Compact(keys) {
		b.Row([]byte(key))
		b.Cell("f", []byte("v"), now.UnixMicro()-rng.Int64N(3000)*60_000_000, make([]byte, 300))
	}
	set, err := rowkey.ParseSet(tt.other)
	if err != nil {
		t.Fatal(err)
	}
	f, err := indexOf(sample.Assemble(sample.Table{Name: "books", Families: []sample.Family{{Name: "f"}}},
		sample.Provenance{Strategy: sample.Everything, Complete: true}, []*sample.Builder{b}), set)
	if err != nil {
		t.Fatal(err)
	}
	a := asked(t, f, "{name: by author, where: {author: equal}}, {name: by topic, where: {topic: equal}}",
		advise.Options{Rows: 1e9})
	i := slices.IndexFunc(a.Options, func(o *advise.Candidate) bool { return o.View != nil })
	if i < 0 {
		t.Fatal(told(a))
	}
	view := a.Options[i].View
	if (view.Refused == "") != tt.said || !strings.Contains(view.Refused+view.Query, tt.want) {
		t.Errorf("%s: %+v", tt.other, view)
	}
}
