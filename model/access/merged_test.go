package access

import (
	"fmt"
	"testing"

	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/workload"
)

// twoKinds is a table of five orders of each of ten users, one a day, and of six profiles of each tenant, which have a
// day of their own or none. Each user is a tenant.
func twoKinds(t *testing.T, profile string) *Index {
	t.Helper()
	b := sample.NewBuilder(64)
	add := func(key string, tenant int) {
		b.Row([]byte(key))
		b.Cell("o", []byte("tenant"), 1000, fmt.Appendf(nil, "t%d", tenant))
	}
	for user := range 10 {
		for day := range 5 {
			add(fmt.Sprintf("order#u%d#202605%02d", user, 10+day), user)
		}
	}
	for user := range 10 {
		for i := range 6 {
			add(fmt.Sprintf("profile#u%d#%s", user, fmt.Sprintf(profile, 1+i)), user)
		}
	}
	s := sample.Assemble(sample.Table{}, sample.Provenance{Complete: true, Strategy: sample.Everything},
		[]*sample.Builder{b})
	codec := "{day:date(20060102)}"
	if profile == "x%d" {
		codec = "{name}"
	}
	f, err := indexOf(s, rowkey.Set{mustParse(t, "order = order#{user}#{day:date(20060102)}"),
		mustParse(t, "profile = profile#{user}#"+codec)})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestNewestBesideAnotherKind verifies how many rows of the orders are read for the newest of a tenant, merged into one
// row for each user and day, or two days, where a query also finds profiles: these may be older, newer, or without a
// day.
func TestNewestBesideAnotherKind(t *testing.T) {
	for _, c := range []struct {
		profile string // the last part of its key, of six
		latest  int
		step    int     // days in a new row
		want    float64 // events of the orders that a run reads
	}{
		{"x%d", 2, 1, 2},       // profiles without a day are older than all
		{"x%d", 5, 1, 5},       // all orders of the tenant
		{"x%d", 6, 1, 5},       // a profile is the sixth
		{"2026060%d", 8, 1, 2}, // six profiles are newer than all, then come two orders
		{"2026060%d", 3, 1, 1}, // only profiles, but the row of day 14 may hold what is as new as these
		{"2026040%d", 7, 1, 5}, // all orders, then profiles
		{"2026051%d", 4, 1, 1}, // the profiles are of days 11 to 16: the fourth of all is of day 14
		{"2026040%d", 1, 2, 2}, // the new rows are of days 10, 11 and 12, 13 and 14
		{"2026060%d", 7, 2, 2}, // the seventh is of day 14
		{"2026051%d", 3, 2, 2}, // the third is of day 14
		{"2026051%d", 7, 2, 4}, // the seventh is of day 12, within a new row
		{"2026051%d", 10, 2, 4},
		{"2026051%d", 11, 2, 5}, // the eleventh is of day 10
		{"2026051%d", 4, 0, 1},  // the new rows have the whole time
		{"2026060%d", 8, 0, 2},
		{"2026060%d", 3, 0, 0},
		{"x%d", 6, 0, 5},
	} {
		f := twoKinds(t, c.profile)
		w, err := workload.Parse(fmt.Appendf(nil, `queries: [{name: q, where: {"o:tenant": equal}, latest: %d by day}]`,
			c.latest), f.Names)
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Prepare(w); err != nil {
			t.Fatal(err)
		}
		p, err := f.Probe(w.Queries[0])
		if err != nil {
			t.Fatal(err)
		}
		load := p.Merged([]string{"o:tenant"}, false, false, true, f.ordersByDays(c.step))
		if load.Events != c.want {
			t.Errorf("profiles %s, latest %d, rows of %d days: %g orders are read, want %g", c.profile, c.latest,
				c.step, load.Events, c.want)
		}
		for _, run := range load.Newest {
			if run.Group != 5 {
				t.Errorf("profiles %s, latest %d: a run whose group has %g orders, want 5", c.profile, c.latest,
					run.Group)
			}
		}
	}
}

// ordersByDays merges the orders of a user whose days lie in the same so many.
func (index *Index) ordersByDays(days int) *Merged {
	day := index.Column("day")
	m := &Merged{Row: make([]uint32, len(index.Kind)), Of: make([]uint32, len(index.Kind)), Time: "day"}
	rows, starts := map[string]uint32{}, map[float64]uint32{}
	for row, kind := range index.Kind {
		m.Row[row], m.Of[row] = None, None
		if kind != 0 {
			continue
		}
		width := float64(max(days, 1)) * 86_400
		at := Coordinate(day.Values[day.Of[row]].Of)
		start := at - float64(int64(at)%int64(width))
		if _, ok := starts[start]; !ok {
			starts[start] = uint32(len(m.Starts))
			m.Starts = append(m.Starts, start)
		}
		m.Of[row] = starts[start]
		key := fmt.Sprint(string(index.Sample.Key(row)[:8]), start)
		if _, ok := rows[key]; !ok {
			rows[key] = uint32(len(m.Bytes))
			m.Bytes = append(m.Bytes, 0)
		}
		m.Row[row] = rows[key]
		m.Bytes[rows[key]] += float64(index.Bytes[row])
	}
	if days == 0 {
		m.Of = nil
	}
	m.Init()
	return m
}
