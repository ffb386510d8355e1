package workload

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const file = `
queries:
  - name: one meter's day
    frequency: 100
    where:
      meter: equal
      day: equal
  - name: a district's week
    where: {meter: prefix 3, day: range 7d}
  - name: newest
    where: {meter: = 0000987654}
    latest: 10 by day
  - name: May
    where: {day: range = 20260501 .. 20260531, m:city: = Oslo}
  - name: a company
    where: {host: labels 2}
  - name: the next 600
    where: {meter: range 600}
  - name: all
`

func TestParse(t *testing.T) {
	names := []string{"meter", "day", "host"}
	w, err := Parse([]byte(file), names)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"meter equal, day equal", "meter prefix 3, day range 1w", "meter = 0000987654, latest 10 by day",
		"day range = 20260501 .. 20260531, m:city = Oslo", "host labels 2", "meter range 600", "all rows"}
	var got []string
	for _, q := range w.Queries {
		got = append(got, q.String())
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if w.Queries[0].Frequency != 100 || w.Queries[1].Frequency != 1 || w.Queries[1].Line != 8 {
		t.Errorf("frequencies %g and %g, line %d", w.Queries[0].Frequency, w.Queries[1].Frequency, w.Queries[1].Line)
	}
	again, err := Parse([]byte(w.Text()), names)
	if err != nil || again.Text() != w.Text() {
		t.Errorf("the text does not read back: %v\n%s", err, w.Text())
	}
}

func TestParseErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "the workload is empty"},
		{"# nothing\n", "the workload is empty"},
		{"just words", "line 1: begin with queries:"},
		{"- name: a\n", "line 1: begin with queries:"},
		{"queries: [", "not a workload: line 1"},
		{"queries:\n\t- name: a\n",
			"not a workload: line 2: found character that cannot start any token (indent with spaces, not tabs"},
		{"queries:\n  - name: a\n   where: {}\n", "not a workload: line"},
		{"queries:\n  - name: a\n---\nqueries:\n  - name: b\n", "line 3: there are two workloads"},
		{"queries:\n  - name: a\n    frequency: 0\n", "line 3: frequency: 0: a query that never runs"},
		{"queries:\n  - name: a\n    frequency: -2\n", "line 3: frequency: -2: a query that never runs"},
		{"queries:\n  - name: a\n    frequency: .nan\n", `line 3: frequency: ".nan" is not a number`},
		{"queries:\n  - name: a\n    where: {day: equal, device: equal, day: range 2d}\n", "line 3: day appears twice"},
		{"queries:\n  - name: a\n    where: {day: range 7d, device: range 3}\n",
			"line 3: device: the query already has a range"},
		{"queries:\n  - name: a\n    where: {day: equal}\n    latest: 3 by day\n",
			"line 4: latest: day is equal already"},
		{"queries:\n  - name: a\n    where: {day: range 1d}\n    latest: 3 by day\n",
			"line 4: latest: the query has a range of day"},
		{"queries:\n", "line 1: queries:"},
		{"query:\n  - name: a\n", `line 1: unknown field "query": the fields are queries`},
		{"queries:\n  - name: a\n    where:\n      devise: equal\n",
			`line 4: no segment "devise"; there are device, day`},
		{"queries:\n  - name: a\n    where:\n      day: range soon\n", "line 4: day: range wants a width"},
		{"queries:\n  - name: a\n    where:\n      day: near\n", `line 4: day: "near" is not a condition`},
		{"queries:\n  - name: a\n    where:\n      day: prefix\n", "line 4: day: prefix wants how many"},
		{"queries:\n  - name: a\n    where:\n      day: range = 5\n", "line 4: day: a range with fixed ends"},
		{"queries:\n  - name: a\n    frequency: often\n", `line 3: frequency: "often" is not a number`},
		{"queries:\n  - name: a\n    columns: []\n", "line 3: columns: wants a list of columns"},
		{"queries:\n  - name: a\n    columns: m:x\n", "line 3: columns: wants a list of columns"},
		{"queries:\n  - name: a\n    latest: 5\n", "line 3: latest: wants a number and a time"},
		{"queries:\n  - name: a\n    top: 5\n", "line 3: top: wants a number and a time or number"},
		{"queries:\n  - name: a\n    latest: 5 by day\n    top: 5 by m:x\n", "line 4: top: the query has latest already"},
		{"queries:\n  - name: a\n    latest: 5 by dye\n", `line 3: no segment "dye"`},
		{"queries:\n  - name: a\n  - name: a\n", `line 3: the query "a" is in line 2 already`},
		{"queries:\n  - frequency: 1\n", "line 2: a query needs a name"},
		{"queries: 5\n", "line 1: queries: with at least one"},
		{"queries:\n  - x\n", "line 2: name"},
		{"queries:\n  - name: a\n    where: [day]\n", "line 3: where:"},
		{"queries:\n  - name: a\n    where: {day: [1]}\n", "line 3: day: wants"},
	} {
		_, err := Parse([]byte(c.text), []string{"device", "day"})
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q: %v, not %s", c.text, err, c.want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(file))
	f.Add([]byte("queries: [{name: a, where: {d: range 1e300y}}]"))
	f.Fuzz(func(t *testing.T, text []byte) {
		w, err := Parse(text, []string{"meter", "day", "host", "d"})
		if err != nil {
			return
		}
		again, err := Parse([]byte(w.Text()), []string{"meter", "day", "host", "d"})
		if err != nil || again.Text() != w.Text() {
			t.Errorf("%q reads as\n%swhich does not read back: %v", text, w.Text(), err)
		}
	})
}

// TestRangedIsTheRangeOfAKey verifies which of several ranges a key is to serve, in whatever order they stand.
func TestRangedIsTheRangeOfAKey(t *testing.T) {
	for _, c := range []struct {
		where []string
		want  string
	}{
		{[]string{"user", "equal"}, ""},
		{[]string{"md:status", "range = 500 .. 599"}, "md:status"},
		{[]string{"md:status", "range = 500 .. 599", "day", "range = 20260501 .. 20260507"}, "day"},
		{[]string{"day", "range = 20260501 .. 20260507", "hour", "range = 1 .. 2"}, "day"},
		{[]string{CellTime, "range = 2026-05-01 .. 2026-05-07", "n", "range = 1 .. 2"}, "n"},
		{[]string{"n", "range = 1 .. 2", "md:size", "range 10"}, "md:size"},
	} {
		q, got := &Query{}, ""
		for i := 0; i < len(c.where); i += 2 {
			condition, err := ParseCondition(c.where[i], c.where[i+1])
			if err != nil {
				t.Fatal(err)
			}
			q.Where = append(q.Where, condition)
		}
		if r := q.Ranged(); r != nil {
			got = r.Segment
		}
		if got != c.want {
			t.Errorf("%v: the range of %q, not of %q", c.where, got, c.want)
		}
	}
}

// TestWidths verifies how long ranges of time are, and that they are written in the largest unit that fits.
func TestWidths(t *testing.T) {
	for text, want := range map[string]struct {
		days    float64
		written string
	}{
		"500ms": {0.5 / 86400, "0.5"}, "90s": {90. / 86400, "90s"}, "120s": {120. / 86400, "2min"},
		"36h": {1.5, "36h"}, "7d": {7, "1w"}, "10d": {10, "10d"}, "30d": {30, "1mo"}, "1mo": {30, "1mo"},
		"2mo": {60, "2mo"}, "365d": {365, "1y"}, "1y": {365, "1y"}, "0.5y": {182.5, "4380h"},
	} {
		width, bare, err := parseWidth(text)
		if err != nil || bare || math.Abs(width/86400-want.days) > 1e-12 {
			t.Errorf("%s is %v days, %v, want %v", text, width/86400, err, want.days)
		}
		if got := widthText(width); got != want.written {
			t.Errorf("%s is written as %s, want %s", text, got, want.written)
		}
	}
	if width, bare, err := parseWidth("12"); err != nil || !bare || width != 12 {
		t.Errorf("12 is %v, bare %v, %v", width, bare, err)
	}
	for _, text := range []string{"", "0d", "-1d", "mo", "1e999y", "inf"} {
		if width, _, err := parseWidth(text); err == nil {
			t.Errorf("%q is read as %v", text, width)
		}
	}
}

// TestFixedRangesHaveBothEnds verifies that a range with fixed ends lacks neither.
func TestFixedRangesHaveBothEnds(t *testing.T) {
	for text, ok := range map[string]bool{"range = a .. b": true, "range = a..b": true, "range = a ..": false,
		"range = .. b": false, "range = a": false, "range =": false, "range = ..": false} {
		_, err := Parse([]byte("queries: [{name: q, where: {s: "+strconv.Quote(text)+"}}]"), []string{"s"})
		if (err == nil) != ok {
			t.Errorf("%s: %v", text, err)
		}
	}
}
