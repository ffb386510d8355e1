package simulate

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"tabletop/model/access"
	"tabletop/model/sample"
	"tabletop/model/workload"
)

func costsOf(t *testing.T, s *sample.Sample, text, queries string) []access.Cost {
	t.Helper()
	b := prepare(t, s, eventLayout)
	w, err := workload.Parse([]byte(queries), access.SegmentNames(b.Layouts))
	if err != nil {
		t.Fatal(err)
	}
	f := access.NewIndex(b.Table)
	if err := f.Prepare(w); err != nil {
		t.Fatal(err)
	}
	costs, err := f.Costs(context.Background(), w, try(t, b, text).Tables[0].Layouts(f)...)
	if err != nil {
		t.Fatal(err)
	}
	return costs
}

// Queries of a table whose keys depend on cells cost what reading the table so written by hand costs.
func TestCostsWhereKeysHangOnCells(t *testing.T) {
	all := events(700)
	type newRow struct {
		bytes int64
		froms map[string]bool // user#event of the rows whose cells it has
	}
	day := func(micros int64) string { return fmt.Sprint(micros / 86_400_000_000 * 86_400_000) }
	for _, c := range []struct {
		text   string
		key    func(user, event string, at int64, c cell) string
		access access.Method // of the query by user and event
		front  func(user, event string) string
	}{
		{"{user}#{qualifier()}#{celltime(day)}", func(user, _ string, _ int64, c cell) string {
			return user + "#" + c.qualifier + "#" + day(c.micros)
		}, access.Filter,
			func(user, _ string) string { return user + "#" }},
		{"{event}#{user}#{celltime(day)}", func(user, event string, _ int64, c cell) string {
			return event + "#" + user + "#" + day(c.micros)
		}, access.ByPrefix,
			func(user, event string) string { return event + "#" + user + "#" }},
		{"{celltime(day)}#{user}", func(user, _ string, _ int64, c cell) string { return day(c.micros) + "#" + user },
			access.FullScan,
			func(string, string) string { return "" }},
	} {
		written := map[string]*newRow{}
		cells := map[string]map[string]int64{} // row -> cell -> bytes
		pairs := map[string]int{}              // user#event -> current rows
		for key, cs := range all {
			p := strings.Split(key, "#")
			pairs[p[0]+"#"+p[2]]++
			for _, one := range cs {
				k := c.key(p[0], p[2], 0, one)
				if written[k] == nil {
					written[k] = &newRow{froms: map[string]bool{}}
					cells[k] = map[string]int64{"": int64(len(k))}
				}
				written[k].froms[p[0]+"#"+p[2]] = true
				cells[k][fmt.Sprint(one.family, one.qualifier,
					one.micros)] = int64(len(one.family)+len(one.qualifier)+len(one.value)) + 8
			}
		}
		for k, row := range written {
			for _, n := range cells[k] {
				row.bytes += n
			}
		}
		var read, returned, bytesRead, n float64
		for pair := range pairs {
			user, event, _ := strings.Cut(pair, "#")
			n++
			for k, row := range written {
				if strings.HasPrefix(k, c.front(user, event)) {
					read++
					bytesRead += float64(row.bytes)
					if row.froms[pair] {
						returned++
					}
				}
			}
		}
		cost := costsOf(t, all.sample(), c.text, "queries: [{name: q, where: {user: equal, event: equal}}]")[0]
		got := cost.ByValue
		for _, f := range []struct {
			name      string
			got, want float64
		}{{"rows read", got.RowsRead.Value, read / n}, {"returned", got.RowsReturned.Value, returned / n},
			{"bytes", got.BytesRead.Value, bytesRead / n}} {
			if f.got < f.want*0.999999 || f.got > f.want*1.000001 {
				t.Errorf("%s: %s %v, by hand %v", c.text, f.name, f.got, f.want)
			}
		}
		if cost.Access != c.access {
			t.Errorf("%s: %s, want %s", c.text, cost.Access, c.access)
		}
	}
}

// Of a sample, rows that become one are counted by how many become one where that can be told, and else only bounded.
func TestCostsOfMergedSamples(t *testing.T) {
	s := events(2000).sample()
	var parts []*sample.Builder
	how := sample.Provenance{Strategy: sample.Quick, Points: 40, TotalBytes: 40 * s.Bytes()}
	for i := 0; i+25 <= s.Rows(); i += 50 {
		b := s.Slice(i, i+25)
		b.SetSection(1, s.Bytes()/40, false)
		parts = append(parts, b)
	}
	drawn := sample.Assemble(sample.Table{}, how, parts)
	const queries = "queries: [{name: q, where: {user: equal}}]"
	apart := costsOf(t, drawn, "{user}#{event}#{ts}", queries)[0].ByData
	joined := costsOf(t, drawn, "{user}#{bucket(ts, 1d):date(20060102)}", queries)[0].ByData
	scatteredCost := costsOf(t, drawn, "{event}", queries)[0]
	scattered := scatteredCost.ByData
	if point := costsOf(t, drawn, "{event}#{user}",
		"queries: [{name: q, where: {user: equal, event: equal}}]")[0]; point.Access != access.Point ||
		point.ByData.RowsRead.High != 1 ||
		point.ByData.BytesRead.Value < 5*apart.BytesRead.Value/apart.RowsRead.Value {
		t.Errorf("a point is one row, a large one: %+v", point)
	}
	if !scatteredCost.Bounded {
		t.Error("how many scattered rows become one is not said to be bounded")
	}
	switch {
	case !(joined.RowsRead.Value < apart.RowsRead.Value):
		t.Errorf("a row a day reads %+v, a row an event %+v", joined.RowsRead, apart.RowsRead)
	case joined.RowsReturned.High > joined.RowsRead.High || joined.RowsRead.Low < 1:
		t.Errorf("%+v", joined)
	case scattered.RowsRead.Low != 1:
		t.Errorf("rows that are scattered have a lower bound: %+v", scattered.RowsRead)
	}
}

// A range that ends within a bucket reads it, also where the first row of the bucket comes after that end.
func TestCostsOfRangesOverBuckets(t *testing.T) {
	const hour = 1_700_002_800_000 // 23:00
	made := table{}
	for _, at := range []int64{hour + 10*60_000, hour + 80*60_000, hour + 200*60_000} { // 23:10, 00:20, 02:20
		made.put(fmt.Sprintf("ann#%d#view", at), cell{"d", "v", at * 1000, "1"})
	}
	for _, c := range []struct {
		text string
		read float64 // by the runs from 23:10, 00:20 and 02:20
	}{
		{"{user}#{bucket(ts, 1h)}", (2 + 1 + 1) / 3.0},
		{"{user}#{reverse(bucket(ts, 1h))}", (2 + 1 + 1) / 3.0},
		{"{user}#{ts:date(2006010215)}", (2 + 1 + 1) / 3.0},
		{"{user}#{bucket(ts, 1d)}", (2 + 1 + 1) / 3.0},
		{"{user}#{ts}", 1},
	} {
		cost := costsOf(t, made.sample(), c.text, "queries: [{name: q, where: {user: equal, ts: range 1h}}]")[0]
		if got := cost.ByValue.RowsRead.Value; math.Abs(got-c.read) > 1e-9 || cost.Access != access.ByRange {
			t.Errorf("%s: %v rows read by %s, want %v", c.text, got, cost.Access, c.read)
		}
	}
}

// Rows without a promoted column lie beside those where it is empty, and who asks for the empty value reads them too.
func TestCostsOfAbsentColumns(t *testing.T) {
	made := table{}
	for i, lang := range []string{"en", "en", "", "-", "-"} {
		key := fmt.Sprintf("u%d#%d#view", i, 1_700_000_000_000+i)
		made.put(key, cell{"d", "v", 1_700_000_000_000_000, "1"})
		if lang != "-" {
			made.put(key, cell{"d", "lang", 1_700_000_000_000_000, lang})
		}
	}
	for _, c := range []struct {
		text           string
		read, returned float64 // by the runs for "en" and for the empty value
	}{
		{"{column(d:lang)}#{user}", (2 + 3) / 2.0, (2 + 1) / 2.0},
		{"{column(d:lang)}#{event}", 1, 1},
	} {
		got := costsOf(t, made.sample(), c.text, `queries: [{name: q, where: {"d:lang": equal}}]`)[0].ByValue
		if got.RowsRead.Value != c.read || got.RowsReturned.Value != c.returned {
			t.Errorf("%s: %v rows read, %v returned, want %v and %v", c.text, got.RowsRead.Value,
				got.RowsReturned.Value, c.read, c.returned)
		}
	}
}

// TestQueriesGoToTheTableThatServesThemBest verifies that of several tables each query is costed by the best one.
func TestQueriesGoToTheTableThatServesThemBest(t *testing.T) {
	b := prepare(t, events(400).sample(), eventLayout)
	w, err := workload.Parse([]byte("queries: [{name: u, where: {user: equal}}, {name: e, where: {event: equal}}]"),
		access.SegmentNames(b.Layouts))
	if err != nil {
		t.Fatal(err)
	}
	index := access.NewIndex(b.Table)
	if err := index.Prepare(w); err != nil {
		t.Fatal(err)
	}
	costs := func(text string) []access.Cost {
		costs, err := try(t, b, text).Costs(t.Context(), index, w)
		if err != nil {
			t.Fatal(err)
		}
		return slices.Clone(costs)
	}
	byUser, byEvent := "{user}#{ts}#{event}", "{event}#{ts}#{user}"
	users, kinds := costs(byUser), costs(byEvent)
	if users[0].Millis() >= kinds[0].Millis() || users[1].Millis() <= kinds[1].Millis() {
		t.Fatalf("neither layout is better for each: %v, %v", users, kinds)
	}
	for _, text := range []string{byUser + " ++ " + byEvent, byEvent + " ++ " + byUser} {
		both := costs(text)
		if both[0].Millis() != users[0].Millis() || both[1].Millis() != kinds[1].Millis() {
			t.Errorf("%s: %v and %v ms, want %v and %v", text, both[0].Millis(), both[1].Millis(), users[0].Millis(),
				kinds[1].Millis())
		}
	}
}

// TestCostsOfTheWholeKey: a key that holds the current one is read as that is, from where it stands on; a time in
// another form that is not cut is no time of a unit.
func TestCostsOfTheWholeKey(t *testing.T) {
	s := events(500).sample()
	const queries = "queries: [{name: q, where: {user: equal, ts: range 1d}}, {name: r, where: {user: equal}}]"
	want := costsOf(t, s, "x{user}#{ts}#{event}", queries)
	for _, text := range []string{"x{key()}", "x{rest(user)}", "x{user}#{rest(ts)}",
		"x{user}#{ts:date(20060102150405.000)}#{event}"} {
		got := costsOf(t, s, text, queries)
		for i := range want {
			if got[i].Access != want[i].Access || got[i].Ranges != want[i].Ranges ||
				got[i].ByData.RowsRead.Value != want[i].ByData.RowsRead.Value {
				t.Errorf("%s: %s %g ranges, %g rows, want %s, %g, %g", text, got[i].Access, got[i].Ranges,
					got[i].ByData.RowsRead.Value, want[i].Access, want[i].Ranges, want[i].ByData.RowsRead.Value)
			}
		}
	}
	newest := "queries: [{name: q, where: {user: equal}, latest: 1 by ts}]"
	for text, backward := range map[string]bool{"x{user}#{ts}": true, "x{user}#{reverse(ts)}": false, "x{ts}": true} {
		if got := costsOf(t, s, text, newest)[0].Backward; got != backward {
			t.Errorf("%s is read backward: %v, want %v", text, got, backward)
		}
	}
}
