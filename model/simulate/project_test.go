package simulate

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"tabletop/model/sample"
)

// loggers is a table in which a few devices write a megabyte a day each, a cell every six hours, up to now; one of them
// stopped long ago.
func loggers(now time.Time) table {
	t := table{}
	for d := range 4 {
		for h := 0; h < 40*24; h += 6 {
			at := now.Add(-time.Duration(h) * time.Hour)
			if d == 3 && h < 30*24 {
				continue // silent for longer than it ever wrote
			}
			t.put(fmt.Sprintf("dev%d#%s", d, at.Format("2006010215")), cell{"log", "v", at.UnixMicro(), "x"})
		}
	}
	return t
}

// tableWith is a table with a rule on its family, in which each value is a quarter of a megabyte.
func tableWith(t table, rule sample.GCRule) *sample.Sample {
	s := t.sample()
	b := sample.NewBuilder(0)
	for i := range s.Rows() {
		b.Row(s.Key(i))
		for j, to := s.Cells(i); j < to; j++ {
			c := s.Cell(j)
			b.CellPrefix(s.Column(c.Column).Family, []byte(s.Column(c.Column).Qualifier), c.Micros, 250_000, nil)
		}
	}
	return sample.Assemble(sample.Table{Families: []sample.Family{{Name: "log", GC: rule}}},
		sample.Provenance{Strategy: sample.Everything, Complete: true}, []*sample.Builder{b})
}

func project(t *testing.T, b *Base, text string, now time.Time, horizon time.Duration) *Projection {
	t.Helper()
	r := try(t, b, text)
	p, err := r.Project(context.Background(), now, horizon)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestProjection(t *testing.T) {
	now := time.Date(2026, 6, 3, 0, 0, 0, 0, time.UTC)
	const layout = "{device}#{at:date(2006010215)}"
	days := func(n int) time.Duration { return time.Duration(n) * 24 * time.Hour }
	free := prepare(t, tableWith(loggers(now), sample.GCRule{}), layout)
	kept := prepare(t, tableWith(loggers(now), sample.GCRule{Kind: sample.GCMaxAge, Age: days(50)}), layout)
	for _, c := range []struct {
		base      *Base
		text      string
		horizon   time.Duration
		growing   int64
		over      [2]int64
		low, high int64 // of the largest row, MB
		spanOf    string
	}{
		// Three devices add 1 MB a day to the 40 MB they have, the fourth rests.
		{free, "{device}", days(30), 3, [2]int64{0, 0}, 69, 72, ""},
		{free, "{device}", days(100), 3, [2]int64{3, 0}, 138, 142, ""},
		{free, "{device}", Year, 3, [2]int64{3, 3}, 400, 410, ""},
		// A rule of 50 days lets 50 MB stand, and so does one that a renamed family takes along.
		{kept, "{device}", Year, 3, [2]int64{0, 0}, 49, 52, ""},
		{kept, "{device} => log -> l", Year, 3, [2]int64{0, 0}, 49, 52, ""},
		// A row a day, or a week, is over with its day or week, whatever its family keeps.
		{free, "{device}#{bucket(at, 1d):date(20060102)}", Year, 0, [2]int64{0, 0}, 0, 2, "bucket(at, 1d)"},
		{free, "{device}#{bucket(at, 1w):date(2006-W01)}", Year, 3, [2]int64{0, 0}, 6, 8, "bucket(at, 1w)"},
		{free, "{device}#{celltime(week)}", Year, 3, [2]int64{0, 0}, 6, 8, "celltime(week)"},
		{free, "{device}#{celltime()}", Year, 0, [2]int64{0, 0}, 0, 1, "celltime()"},
		// Rows as they are hold a cell each.
		{free, "{key()}", Year, 0, [2]int64{0, 0}, 0, 1, ""},
	} {
		p := project(t, c.base, c.text, now, c.horizon)
		if p.NoFigureReason != "" || p.Growing != c.growing || p.Over100MB != c.over[0] || p.Over256MB != c.over[1] ||
			p.Largest < c.low*1e6 || p.Largest > c.high*1e6 || p.SpanOf != c.spanOf || p.AtLeast {
			t.Errorf("%s in %v: %+v\n%s", c.text, c.horizon, p, p.Summary())
		}
	}
}

// A time in the key ends nothing where the cells show that rows are written to for longer.
func TestSpanIsBorneOut(t *testing.T) {
	now := time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC)
	rows := table{}
	for d := range 20 {
		for h := 0; h < 40*24; h += 12 {
			rows.put(fmt.Sprintf("199%d0101#p%d", d%10, d),
				cell{"log", "v", now.Add(-time.Duration(h) * time.Hour).UnixMicro(), "x"})
		}
	}
	b := prepare(t, tableWith(rows, sample.GCRule{}), "{born:date(20060102)}#{person}")
	if p := project(t, b, "{person}#{born}", now, Year); p.SpanOf != "" || p.Growing != 20 {
		t.Errorf("%+v", p)
	}
}

// What is unknown is said to be so, and rows read in part are lower bounds.
func TestProjectionRefuses(t *testing.T) {
	now := time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC)
	young, counted := table{}, table{}
	for i := range 50 {
		young.put(fmt.Sprintf("k%02d", i), cell{"log", "v", now.Add(-time.Duration(i) * time.Minute).UnixMicro(), "x"})
		counted.put(fmt.Sprintf("k%02d", i), cell{"log", "v", int64(i + 1), "x"})
	}
	for name, rows := range map[string]table{"less than an hour": young, "sequence numbers": counted} {
		b := prepare(t, tableWith(rows, sample.GCRule{}), "k{n}")
		p := project(t, b, "{n}", now, Year)
		if !strings.Contains(p.NoFigureReason, name) || !strings.Contains(p.Summary(), "unknown") || p.Rows != 0 {
			t.Errorf("%s: %+v", name, p)
		}
	}
	s := tableWith(loggers(now), sample.GCRule{})
	part := sample.Assemble(s.Table, sample.Provenance{Strategy: sample.Quick},
		[]*sample.Builder{s.Slice(0, s.Rows()/2)})
	if p := project(t, prepare(t, part, "{device}#{at:date(2006010215)}"), "{device}", now, Year); !p.AtLeast ||
		!strings.Contains(p.Summary(), "may be more") {
		t.Errorf("a part: %+v", p)
	}
}

// Whether the new table was made or only its keys, what is projected is the same.
func TestProjectionOfKeysOnly(t *testing.T) {
	now := time.Date(2026, 6, 3, 0, 0, 0, 0, time.UTC)
	for name, b := range map[string]*Base{
		"loggers": prepare(t, tableWith(loggers(now), sample.GCRule{Kind: sample.GCMaxAge, Age: 50 * 24 * time.Hour}),
			"{device}#{at:date(2006010215)}"),
		"events": prepare(t, events(300).sample(), "{device}#{at:ms}#{event}"),
	} {
		for _, text := range []string{"{at}#{device}", "x/{key()}", "{device}-{at:date(2006)}-{key()}"} {
			made := project(t, b, text+" => * -> *:{qualifier()}", now, Year)
			keys := project(t, b, text, now, Year)
			if string(made.Key) != string(keys.Key) || made.Largest != keys.Largest || made.Growing != keys.Growing ||
				made.Rows != keys.Rows || made.SpanOf != keys.SpanOf || made.NoFigureReason != keys.NoFigureReason {
				t.Errorf("%s, %s: made %+v, keys only %+v", name, text, made, keys)
			}
		}
	}
}

// TestSpanLimit verifies that a time in the key ends the growth of rows if at most 5% of the rows outlast it.
func TestSpanLimit(t *testing.T) {
	now := time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC)
	for longer, want := range map[int]string{5: "day", 6: ""} {
		rows := table{}
		for i := range 100 {
			start := now.Add(-100 * 24 * time.Hour)
			key := fmt.Sprintf("%s#%03d", start.Format("20060102"), i)
			rows.put(key, cell{"log", "v", start.UnixMicro(), "x"})
			if i < longer {
				rows.put(key, cell{"log", "v", start.Add(25 * time.Hour).UnixMicro(), "x"})
			}
		}
		b := prepare(t, tableWith(rows, sample.GCRule{}), "{day:date(20060102)}#{n}")
		if p := project(t, b, "{n}#{day}", now, Year); p.SpanOf != want {
			t.Errorf("%d of 100 rows outlast their day: the span is of %q, want %q", longer, p.SpanOf, want)
		}
	}
}
