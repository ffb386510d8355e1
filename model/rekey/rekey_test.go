package rekey

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tabletop/model/candidate"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/segments"
)

// sampleOf makes a sample of rows.
func sampleOf(rows []naiveRow) *sample.Sample {
	b := sample.NewBuilder(math.MaxInt32)
	for _, r := range rows {
		b.Row([]byte(r.key))
		for _, c := range r.cells {
			b.Cell(c.family, []byte(c.qualifier), c.micros, []byte(c.value))
		}
	}
	return sample.Assemble(sample.Table{}, sample.Provenance{Strategy: sample.Everything, Complete: true},
		[]*sample.Builder{b})
}

// baseOf makes a base of rows, which may name the columns of others.
func baseOf(t testing.TB, rows []naiveRow, columns ...sample.Column) *Base {
	t.Helper()
	var set rowkey.Set
	for _, text := range layouts() {
		layout, err := rowkey.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		set = append(set, layout)
	}
	decoded, err := segments.New(context.Background(), sampleOf(rows), set)
	if err != nil {
		t.Fatal(err)
	}
	return NewBase(decoded, columns...)
}

// choice is a rule of a random set, and the template that it means.
type choice struct {
	candidate.KindRule
	by *naiveTemplate
}

// randomSet returns rules for each kind: one, two that write its rows twice, or none.
func randomSet(t *testing.T, r *rand.Rand, tables int) []choice {
	t.Helper()
	var out []choice
	for kind := candidate.Foreign; kind < len(layouts()); kind++ {
		for range []int{1, 1, 1, 2, 0}[r.IntN(5)] {
			c := choice{KindRule: candidate.KindRule{Kind: kind, Action: candidate.Action(r.IntN(4)),
				Into: r.IntN(tables)}}
			if r.IntN(3) > 0 {
				c.Action = candidate.Rekey
			}
			if c.Action == candidate.Rekey {
				list := naiveTemplates(kind)
				c.by = &list[r.IntN(len(list))]
				parsed, err := candidate.Parse(c.by.text)
				if err != nil {
					t.Fatalf("%s: %v", c.by.text, err)
				}
				c.To = &parsed.Templates[0]
			}
			out = append(out, c)
		}
	}
	return out
}

func setOf(rules []choice, tables int) candidate.Set {
	set := candidate.Set{Tables: tables}
	for _, c := range rules {
		set.Rules = append(set.Rules, c.KindRule)
	}
	return set
}

func describe(rules []choice) string {
	var out []string
	for _, c := range rules {
		text := []string{"same", "rekey", "drop", "quarantine"}[c.Action]
		if c.by != nil {
			text = c.by.text
		}
		out = append(out, fmt.Sprintf("kind %d into %d: %s", c.Kind, c.Into, text))
	}
	return strings.Join(out, "; ")
}

// carryOut writes the rows that the rules write into a table.
func carryOut(rows []naiveRow, rules []choice, table int) *naiveTable {
	out := &naiveTable{given: map[string][]naiveCell{}, sources: map[string][]int{}, merged: map[int]bool{}}
	for i, r := range rows {
		wanted, kept, meant := false, false, false
		for _, c := range rules {
			if c.Kind != r.kind || c.Into != table || c.Action == candidate.Drop || c.Action == candidate.Quarantine {
				continue
			}
			wanted, meant = true, meant || c.by != nil
			kept = out.write(i, r, c.by) || kept
		}
		if !meant {
			out.notMeant++
		}
		if wanted && !kept && len(r.cells) > 0 {
			out.emptied++
		}
	}
	for _, from := range out.sources {
		for _, i := range from {
			if len(from) > 1 {
				out.merged[i] = true
			}
		}
	}
	return out
}

// TestRunAgainstMaps verifies that sets of kinds come to what maps of strings say, on 500 random tables: keys and
// their order, sources, sizes, cells, what merges, what is lost, what becomes a version.
func TestRunAgainstMaps(t *testing.T) {
	r := rand.New(rand.NewPCG(30, 2))
	var merged, lost, versions, emptied int64
	for range 500 {
		rows, tables := randomRows(r), 1+r.IntN(2)
		base := baseOf(t, rows, sample.Column{Family: "d", Qualifier: "q"}, sample.Column{Family: "e", Qualifier: "r"},
			sample.Column{Family: "e", Qualifier: "q"})
		rules := randomSet(t, r, tables)
		result, err := Run(context.Background(), base, setOf(rules, tables))
		if err != nil {
			t.Fatalf("%s: %v", describe(rules), err)
		}
		gone := map[candidate.Action]int64{}
		for _, row := range rows {
			first := slices.IndexFunc(rules, func(c choice) bool { return c.Kind == row.kind })
			if first < 0 {
				gone[candidate.Drop]++
			} else {
				gone[rules[first].Action]++
			}
		}
		if result.Dropped != gone[candidate.Drop] || result.Quarantined != gone[candidate.Quarantine] {
			t.Errorf("%s: %d dropped, %d quarantined, want %v", describe(rules), result.Dropped, result.Quarantined,
				gone)
		}
		for i, table := range result.Tables {
			equalsMaps(t, describe(rules), table, carryOut(rows, rules, i))
			merged, lost, versions, emptied = merged+table.Merged, lost+table.Overwritten, versions+table.Versions,
				emptied+table.Emptied
		}
	}
	if merged == 0 || lost == 0 || versions == 0 || emptied == 0 {
		t.Errorf("%d rows merged, %d cells lost, %d versions, %d rows emptied: the test does not see all of it", merged,
			lost, versions, emptied)
	}
}

// equalsMaps compares a table with what maps say.
func equalsMaps(t *testing.T, rules string, got *Table, want *naiveTable) {
	t.Helper()
	keys := slices.Sorted(maps.Keys(want.sources))
	if got.Len() != len(keys) {
		t.Fatalf("%s: %d rows, want %d", rules, got.Len(), len(keys))
	}
	counts := Counts{Rows: int64(len(keys)), NotMeant: want.notMeant, Emptied: want.emptied,
		Merged: int64(len(want.merged))}
	for i, key := range keys {
		size, n := int64(len(key)), int64(0)
		for _, c := range want.stay(key) {
			size, n = size+c.bytes(), n+1
		}
		sources := slices.Compact(slices.Clone(got.Sources(i)))
		if string(got.Key(i)) != key || got.BytesAt(i) != size || got.CellsAt(i) != n ||
			fmt.Sprint(sources) != fmt.Sprint(want.sources[key]) {
			t.Fatalf("%s: row %d is %q of %d bytes and %d cells from %v, want %q of %d and %d from %v", rules, i,
				got.Key(i), got.BytesAt(i), got.CellsAt(i),
				sources, key, size, n, want.sources[key])
		}
		counts.Bytes, counts.Cells, counts.KeyBytes = counts.Bytes+size, counts.Cells+n, counts.KeyBytes+int64(len(key))
		if len(want.sources[key]) > 1 && len(counts.Examples) < 3 {
			counts.Examples = append(counts.Examples, []byte(key))
		}
	}
	counts.Versions, counts.Overwritten = want.versions, want.overwritten
	if fmt.Sprintf("%+v", got.Counts) != fmt.Sprintf("%+v", counts) || got.PackedKeyBytes != packed(keys) ||
		got.RowBytes.N != counts.Rows || got.RowCells.N != counts.Rows {
		t.Fatalf("%s:\n got %+v, %d packed\nwant %+v, %d packed", rules, got.Counts, got.PackedKeyBytes, counts,
			packed(keys))
	}
	contentsEqual(t, rules, got, want, keys)
}

// contentsEqual compares the cells of the rows, read one by one and as a sample.
func contentsEqual(t *testing.T, rules string, got *Table, want *naiveTable, keys []string) {
	t.Helper()
	made, err := got.Sample(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for i, cells := range got.Contents() {
		var list, listed, read []string
		for _, c := range want.stay(keys[i]) {
			list = append(list, fmt.Sprint(c.family, c.micros, c.bytes()))
		}
		for _, c := range cells {
			listed = append(listed, fmt.Sprint(c.Family, c.Micros, c.Bytes))
		}
		from, to := made.Cells(i)
		for j := from; j < to; j++ {
			read = append(read, fmt.Sprint(made.Column(made.CellColumn(j)).Family, made.Cell(j).Micros,
				made.CellBytes(j)))
		}
		slices.Sort(list)
		slices.Sort(listed)
		slices.Sort(read)
		if !slices.Equal(list, listed) || !slices.Equal(list, read) || string(made.Key(i)) != keys[i] {
			t.Fatalf("%s: row %q has %v, as a sample %v, want %v", rules, keys[i], listed, read, list)
		}
	}
	if made.Rows() != len(keys) {
		t.Fatalf("%s: a sample of %d rows, want %d", rules, made.Rows(), len(keys))
	}
	if err := made.Validate(); err != nil {
		t.Fatalf("%s: %v", rules, err)
	}
}

// TestPartsComeToTheWhole verifies that a table whose rows are moved in parts, and joined by key in any order, comes
// to what it does in one.
func TestPartsComeToTheWhole(t *testing.T) {
	r := rand.New(rand.NewPCG(30, 3))
	ctx := context.Background()
	joined := 0
	for range 200 {
		rows := randomRows(r)
		all := baseOf(t, rows)
		columns := append(slices.Clone(all.Sample.Columns()), sample.Column{Family: "d", Qualifier: "q"},
			sample.Column{Family: "e", Qualifier: "r"},
			sample.Column{Family: "e", Qualifier: "q"})
		all = baseOf(t, rows, columns...)
		rules := randomSet(t, r, 1)
		// rows are joined by source, which has one rule
		rules = slices.CompactFunc(rules, func(a, b choice) bool { return a.Kind == b.Kind })
		whole, err := Run(ctx, all, setOf(rules, 1))
		if err != nil {
			t.Fatal(err)
		}
		var counts Counts
		given, alone := map[string][]Given{}, map[string]Count{}
		for from := 0; from < len(rows); {
			to := min(len(rows), from+1+r.IntN(9))
			plan, err := baseOf(t, rows[from:to], columns...).NewPlan(setOf(rules, 1))
			if err != nil {
				t.Fatal(err)
			}
			moved, err := plan.Move(ctx, 0)
			if err != nil {
				t.Fatal(err)
			}
			for p := range moved.Pieces() {
				given[string(p.Key)] = append(given[string(p.Key)], p.Given())
				alone[string(p.Key)] = p.Count
			}
			counts.Merge(&Counts{NotMeant: moved.NotMeant, Emptied: moved.Emptied, Cut: moved.Cut})
			from = to
		}
		shares := map[string]bool{}
		for key, list := range given {
			count := Join([]byte(key), list)
			if len(list) == 1 && count != alone[key] {
				t.Fatalf("%s: %q alone comes to %+v, joined to %+v", describe(rules), key, alone[key], count)
			}
			counts.AddRow(int64(len(key)), count)
			for _, g := range list {
				if len(list) > 1 {
					counts.Example([]byte(key))
					shares[string(g.Source)] = true
					joined++
				}
			}
		}
		counts.Merged = int64(len(shares))
		if got, want := fmt.Sprintf("%+v", counts), fmt.Sprintf("%+v", whole.Tables[0].Counts); got != want {
			t.Fatalf("%s:\nparts come to %s\nthe whole to  %s", describe(rules), got, want)
		}
	}
	if joined == 0 {
		t.Error("no rows meet: the test sees nothing")
	}
}

// TestOrder verifies that pieces are sorted as bytes.Compare does, pieces of one key in the order of the source.
func TestOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for name, key := range map[string]func() []byte{
		"zeros at the end":   func() []byte { return bytes.Repeat([]byte{0}, r.IntN(20)) },
		"few bytes":          func() []byte { return bytes.Repeat([]byte{byte(r.IntN(3))}, r.IntN(12)) },
		"long common fronts": func() []byte { return fmt.Appendf(nil, "tenant %025d#%d", r.IntN(10), r.IntN(500)) },
		"random, some long": func() []byte {
			return fmt.Append(nil, r.Uint64()>>r.IntN(64), strings.Repeat("x", r.IntN(30)))
		},
		"all the same":       func() []byte { return []byte("same") },
		"high and low bytes": func() []byte { return []byte{byte(r.IntN(256)), byte(r.IntN(256))} },
		"nine bytes or eight": func() []byte {
			return append([]byte("12345678"), bytes.Repeat([]byte{byte(r.IntN(2))}, r.IntN(3))...)
		},
	} {
		for _, n := range []int{0, 1, 2, few, few + 1, 3*minChunk + 5} {
			m := &Moved{}
			for range n {
				m.keys = append(m.keys, key()...)
				m.ends = append(m.ends, len(m.keys))
			}
			want := make([]uint32, n)
			for i := range want {
				want[i] = uint32(i)
			}
			slices.SortStableFunc(want, func(a, b uint32) int { return bytes.Compare(m.Key(int(a)), m.Key(int(b))) })
			if got := m.order(); !slices.Equal(got, want) {
				at := slices.IndexFunc(got, func(uint32) bool { return true })
				for i := range got {
					if got[i] != want[i] {
						at = i
						break
					}
				}
				t.Errorf("%s: of %d pieces number %d is %q, want %q", name, n, at, m.Key(int(got[at])),
					m.Key(int(want[at])))
			}
		}
	}
}

// TestLargeTables verifies that what is divided among the cores comes to what it does in one part: twice the rows,
// under other tenants, are twice the figures.
func TestLargeTables(t *testing.T) {
	tenants := func(n int) *Table {
		var rows []naiveRow
		for tenant := range n {
			for i := range 3 * minChunk {
				rows = append(rows, naiveRow{key: fmt.Sprintf("t%d#%d#17000000%05d", tenant, i%900, i),
					cells: []naiveCell{{family: "d", qualifier: "q", micros: int64(i % 7), value: "v"}}})
			}
		}
		slices.SortFunc(rows, func(a, b naiveRow) int { return cmp.Compare(a.key, b.key) })
		c, err := candidate.Parse("{w}/{n:pad(9)} => * -> *:{at}")
		if err != nil {
			t.Fatal(err)
		}
		base := baseOf(t, rows)
		set, err := ResolveSet(c, base.Layouts)
		if err != nil {
			t.Fatal(err)
		}
		result, err := Run(context.Background(), base, set)
		if err != nil {
			t.Fatal(err)
		}
		return result.Tables[0]
	}
	one, two := tenants(1), tenants(2)
	twice := one.Counts
	twice.Merge(&one.Counts)
	twice.Examples = two.Examples
	if fmt.Sprint(two.Counts) != fmt.Sprint(twice) || one.Rows != 900 || one.Merged != 3*minChunk {
		t.Errorf("two tenants come to %+v, one to %+v", two.Counts, one.Counts)
	}
}

// TestBoundsOfRows verifies which rows are over what is recommended, and over what can be read.
func TestBoundsOfRows(t *testing.T) {
	for bytes, want := range map[int64][2]int64{100_000_000: {0, 0}, 100_000_001: {1, 0}, 256 << 20: {1, 0},
		256<<20 + 1: {1, 1}} {
		var c Counts
		c.AddRow(3, Count{Bytes: bytes})
		if c.Over100MB != want[0] || c.Over256MB != want[1] || c.KeyBytes != 3 || c.Bytes != bytes {
			t.Errorf("a row of %d bytes counts as %+v", bytes, c)
		}
	}
}

// TestCanceled verifies that an evaluation ends with its context.
func TestCanceled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	base := baseOf(t, randomRows(rand.New(rand.NewPCG(1, 1))))
	if _, err := Run(ctx, base, CurrentSet(base.Layouts)); err != context.Canceled {
		t.Errorf("a canceled evaluation ends with %v", err)
	}
	table, err := tableOf(t, base, "{key()}")
	if err != nil {
		t.Fatal(err)
	}
	if made, err := table.Sample(ctx); err != context.Canceled || made != nil {
		t.Errorf("a canceled sample ends with %v, %v", made, err)
	}
}

// TestCutValues verifies that each cell is counted whose new place needed more of a value than was read.
func TestCutValues(t *testing.T) {
	b := sample.NewBuilder(4) // bytes that are kept of a value
	for _, key := range []string{"a#1#1700000000000", "b#2#1700000000000"} {
		b.Row([]byte(key))
		b.Cell("d", []byte("q"), 1000, []byte("longer than four"))
		b.Cell("d", []byte("r"), 1000, []byte("also longer"))
		b.Cell("d", []byte("s"), 1000, []byte("four"))
	}
	cut := sample.Assemble(sample.Table{}, sample.Provenance{Strategy: sample.Everything, Complete: true},
		[]*sample.Builder{b})
	decoded, err := segments.New(context.Background(), cut, baseOf(t, nil).Layouts)
	if err != nil {
		t.Fatal(err)
	}
	base := NewBase(decoded)
	for text, want := range map[string]int64{
		"{w}#{value()}":                   4,
		"{w} => * -> empty d:{value()}":   4,
		"{w} => d:s -> d:{value()}":       0,
		"{hash(column(d:q), celltime())}": 6, // of each cell of both rows
		"{hash(column(d:s), celltime())}": 0,
	} {
		parsed, err := candidate.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		set, err := ResolveSet(parsed, base.Layouts)
		if err != nil {
			t.Fatal(err)
		}
		result, err := Run(context.Background(), base, set)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if got := result.Tables[0].Cut; got != want {
			t.Errorf("%s: %d cells are cut, want %d", text, got, want)
		}
	}
}

// TestLongQualifiers verifies that qualifiers over the limit of the service are counted, and not those of its length.
func TestLongQualifiers(t *testing.T) {
	b := sample.NewBuilder(2 * maxQualifier)
	for i, size := range []int{maxQualifier, maxQualifier + 1, maxQualifier + 2, 1} {
		b.Row(fmt.Appendf(nil, "a#%d#1700000000000", i))
		b.Cell("d", []byte("q"), 1000, bytes.Repeat([]byte("x"), size))
	}
	s := sample.Assemble(sample.Table{}, sample.Provenance{Strategy: sample.Everything, Complete: true},
		[]*sample.Builder{b})
	decoded, err := segments.New(context.Background(), s, baseOf(t, nil).Layouts)
	if err != nil {
		t.Fatal(err)
	}
	base := NewBase(decoded)
	parsed, err := candidate.Parse("{key()} => * -> empty d:{value()}")
	if err != nil {
		t.Fatal(err)
	}
	set, err := ResolveSet(parsed, base.Layouts)
	if err != nil {
		t.Fatal(err)
	}
	result, err := Run(context.Background(), base, set)
	if err != nil {
		t.Fatal(err)
	}
	if got := result.Tables[0].LongQualifiers; got != 2 {
		t.Errorf("%d qualifiers are too long, want 2", got)
	}
}

// inD is a cell of family d.
func inD(qualifier, value string) naiveCell {
	return naiveCell{family: "d", qualifier: qualifier, micros: 1000, value: value}
}

// tableOf runs a candidate on rows.
func tableOf(t *testing.T, base *Base, text string) (*Table, error) {
	t.Helper()
	parsed, err := candidate.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	set, err := ResolveSet(parsed, base.Layouts)
	if err != nil {
		return nil, err
	}
	result, err := Run(t.Context(), base, set)
	if err != nil {
		return nil, err
	}
	return result.Tables[0], nil
}

// TestLongKeys verifies that keys over the limit of the service are counted, and not those of its length.
func TestLongKeys(t *testing.T) {
	for size, want := range map[int]int64{maxKey: 0, maxKey + 1: 1} {
		rows := []naiveRow{{key: "a#1#1700000000000", cells: []naiveCell{inD("q", "short")}},
			{key: "b#2#1700000000000", cells: []naiveCell{inD("q", strings.Repeat("v", size))}}}
		table, err := tableOf(t, baseOf(t, rows), "{column(d:q)}")
		if err != nil {
			t.Fatal(err)
		}
		if table.LongKeys != want {
			t.Errorf("%d keys of %d bytes are too long, want %d", table.LongKeys, size, want)
		}
	}
}

// TestTemplateIsForTheKindsWithItsSegments verifies that a template is for the record kinds that have one of its
// segments, and for all, keys of no layout too, if it names none.
func TestTemplateIsForTheKindsWithItsSegments(t *testing.T) {
	current := baseOf(t, nil).Layouts
	for text, want := range map[string][]bool{ // of no layout, {w}#{n}#{at}, other/{p}
		"{w}#{n}":               {false, true, false},
		"{p}":                   {false, false, true},
		"{p}#{salt(4, p)}":      {false, false, true},
		"{key()}":               {true, true, true},
		"x{salt(4, key())}":     {true, true, true},
		"{rest(n)}":             {false, true, false},
		"path = {key()}":        {false, false, true},
		"{key()} => * -> *:{p}": {false, false, true},
	} {
		parsed, err := candidate.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := matchedKinds(parsed, &parsed.Templates[0], current); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s is for %v, want %v: %v", text, got, want, err)
		}
	}
	parsed, err := candidate.Parse("nobody = {key()}")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := matchedKinds(parsed, &parsed.Templates[0], current); err == nil ||
		!strings.Contains(err.Error(), `no record kind "nobody"`) {
		t.Errorf("a kind that there is not: %v", err)
	}
}

// TestSetsOfKinds verifies what becomes of the rows of each record kind, of those that are not named too.
func TestSetsOfKinds(t *testing.T) {
	current := baseOf(t, nil).Layouts // A is {w}#{n}#{at}; path is other/{p}
	words := map[candidate.Action]string{candidate.Same: "same", candidate.Rekey: "rekey", candidate.Drop: "drop",
		candidate.Quarantine: "quarantine"}
	for text, want := range map[string]string{
		"{w}#{n}":                          "0:A rekey, foreign same, path same",
		"{w}#{n} ++ {p}":                   "0:A rekey, 1:path rekey",
		"A = {w}#{n} | path = same":        "0:A rekey, 0:path same, foreign quarantine",
		"A = {n}#{w} | foreign = same":     "0:A rekey, 0:foreign same, path same",
		"path = drop | foreign = drop":     "path drop, foreign drop, A same",
		"A = {n} ++ path = same":           "0:A rekey, 1:path same, foreign quarantine",
		"A = {n} ++ A = same":              "0:A rekey, 1:A same, foreign quarantine, path same",
		"{w} | foreign = drop":             "0:A rekey, foreign drop, path same",
		"{key()} | path = quarantine":      "0:foreign rekey, 0:A rekey, path quarantine",
		"{key()} | A = drop | path = same": "0:foreign rekey, A drop, 0:path same",
	} {
		parsed, err := candidate.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		set, err := ResolveSet(parsed, current)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, rule := range set.Rules {
			name := candidate.ForeignName
			if rule.Kind >= 0 {
				name = current.KindName(rule.Kind)
			}
			if rule.Action == candidate.Rekey || strings.Contains(want, fmt.Sprint(rule.Into, ":", name, " same")) {
				name = fmt.Sprint(rule.Into, ":", name)
			}
			got = append(got, name+" "+words[rule.Action])
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%s: got %v, want %s", text, got, want)
		}
	}
}

// TestColumnsThatThereAreNotAreRefused verifies that rules are refused on columns and families that no row has, unless
// the table has them elsewhere or nothing was read of it.
func TestColumnsThatThereAreNotAreRefused(t *testing.T) {
	rows := []naiveRow{{key: "a#1#1700000000000", cells: []naiveCell{inD("q", "v")}}}
	elsewhere := sample.Column{Family: "e", Qualifier: "r"}
	for _, tt := range []struct {
		name, text string
		base       *Base
		want       string
	}{
		{"a column", "{w} => d:q -> d:x", baseOf(t, rows), ""},
		{"no column", "{w} => d:r -> d:x", baseOf(t, rows), `no column "d:r"`},
		{"no family", "{w} => e -> d", baseOf(t, rows), `no family "e"`},
		{"a column elsewhere", "{w} => e:r -> d:x", baseOf(t, rows, elsewhere), ""},
		{"a family elsewhere", "{w} => e -> d", baseOf(t, rows, elsewhere), ""},
		{"a column of nothing", "{w} => d:r -> d:x", baseOf(t, nil), ""},
	} {
		_, err := tableOf(t, tt.base, tt.text)
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: %s: %v, want %q", tt.name, tt.text, err, tt.want)
		}
	}
}

// TestPiecesYieldTheirOwnCells verifies that the cells of each piece are those of its row, when others are counted too.
func TestPiecesYieldTheirOwnCells(t *testing.T) {
	var rows []naiveRow
	for i := range 4 {
		rows = append(rows, naiveRow{key: fmt.Sprintf("a#%d#1700000000000", i), cells: []naiveCell{
			inD("q", fmt.Sprint("v", i)), inD("r", fmt.Sprint("w", i))}})
	}
	base := baseOf(t, rows)
	parsed, err := candidate.Parse("{n}#{w} => d -> e")
	if err != nil {
		t.Fatal(err)
	}
	set, err := ResolveSet(parsed, base.Layouts)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := base.NewPlan(set)
	if err != nil {
		t.Fatal(err)
	}
	moved, err := plan.Move(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	got := make([]string, len(rows))
	for p := range moved.Pieces() {
		p.Cells(func(c PieceCell) { got[p.Row] += fmt.Sprintf(" %s:%s=%s", c.Family, c.Qualifier, c.Value) })
	}
	for i, cells := range got {
		if want := fmt.Sprintf(" e:q=v%d e:r=w%d", i, i); cells != want {
			t.Errorf("row %d has%s, want%s", i, cells, want)
		}
	}
}

// TestSizesThatAreEstimates verifies that cells serialized as protobuf count as estimates, and those as JSON do where
// their values were cut.
func TestSizesThatAreEstimates(t *testing.T) {
	for _, tt := range []struct {
		text string
		keep int // bytes of each value
		want int64
	}{
		{"{key()} => d:* -> json d:all", 10, 0},
		{"{key()} => d:* -> json d:all", 2, 1},
		{"{key()} => d:* -> protobuf d:all", 10, 1},
	} {
		b := sample.NewBuilder(tt.keep)
		b.Row([]byte("a#1#1700000000000"))
		b.Cell("d", []byte("q"), 1000, []byte("value"))
		b.Cell("d", []byte("r"), 1000, []byte("other"))
		decoded, err := segments.New(t.Context(), sample.Assemble(sample.Table{}, sample.Provenance{
			Strategy: sample.Everything, Complete: true}, []*sample.Builder{b}), baseOf(t, nil).Layouts)
		if err != nil {
			t.Fatal(err)
		}
		table, err := tableOf(t, NewBase(decoded), tt.text)
		if err != nil {
			t.Fatal(err)
		}
		if table.Estimated != tt.want {
			t.Errorf("%s, %d bytes kept: %d estimates, want %d", tt.text, tt.keep, table.Estimated, tt.want)
		}
	}
}

// TestReversedTimesKeepTheirUnit verifies the form in which a time is written reversed: in its unit if that is of
// milliseconds or finer, else in milliseconds.
func TestReversedTimesKeepTheirUnit(t *testing.T) {
	for text, want := range map[string]string{"us": "us", "ns": "ns", "ms": "ms",
		"date(2006-01-02 15)": "ms"} {
		codec, err := rowkey.ParseCodec(text)
		if err != nil {
			t.Fatal(err)
		}
		got, err := ReversedForm(codec, 0)
		if err != nil || string(got.Unit()) != want || !got.Reversed() {
			t.Errorf("%s reversed is %v, %v, want it in %s", text, got, err, want)
		}
	}
}

// TestExpressions verifies what the expressions of a template make of a key, at the limits of their arguments.
func TestExpressions(t *testing.T) {
	for _, tt := range []struct{ key, text, want string }{
		{"a#7#1700000000000", "{pad(n, 3)}", "007"},
		{"a#777#1700000000000", "{pad(n, 3)}", "777"},
		{"a#7777#1700000000000", "{pad(n, 3)}", "7777"},
		{"a#-7#1700000000000", "{pad(n, 4)}", "-007"},
		{"a#-777#1700000000000", "{pad(n, 4)}", "-777"},
		{"a#-7777#1700000000000", "{pad(n, 4)}", "-7777"},
		{"ab#7#1700000000000", "{pad(w, 4)}", "00ab"},
		{"abc#7#1700000000000", "{mirror(w)}", "cba"},
		{"äbc#7#1700000000000", "{mirror(w)}", "cbä"},
		{"abc#7#1700000000000", "{w}-{n}", "abc-7"},
		{"abc#7#1700000000000", "{rest(n)}", "7#1700000000000"},
		{"abc#7#1700000000000", "x{key()}", "xabc#7#1700000000000"},
	} {
		rows := []naiveRow{{key: tt.key, cells: []naiveCell{inD("q", "v")}}}
		table, err := tableOf(t, baseOf(t, rows), tt.text)
		if err != nil {
			t.Errorf("%s: %v", tt.text, err)
			continue
		}
		if got := string(table.Key(0)); got != tt.want {
			t.Errorf("%s of %s is %q, want %q", tt.text, tt.key, got, tt.want)
		}
	}
}

// TestSourcesOfFields verifies what of the source each field is made of.
func TestSourcesOfFields(t *testing.T) {
	base := baseOf(t, []naiveRow{{key: "a#1#1700000000000", cells: []naiveCell{inD("q", "v")}}})
	for text, want := range map[string][]string{
		"{w}":                           {"w"},
		"{hash(n, w, n)}":               {"n", "w"},
		"{column(d:q)}":                 {"d:q"},
		"{celltime(hour)}":              {candidate.CellTimeName},
		"{hash(w, celltime(hour))}":     {"w", candidate.CellTimeName},
		"{rest(n)}":                     base.Names[slices.Index(base.Names, "n"):],
		"{key()}":                       base.Names,
		"{salt(4, column(d:q))}":        {"d:q"},
		"{bucket(at, 1d):ms}":           {"at"},
		"{hash(bucket(at, 1d), n, at)}": {"at", "n"},
	} {
		table, err := tableOf(t, base, text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		plan, number := table.Plan()
		if got := base.Sources(plan.Templates(number)[0].Fields[0]); !slices.Equal(got, want) {
			t.Errorf("%s is made of %q, want %q", text, got, want)
		}
	}
}
