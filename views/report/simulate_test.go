package report

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"tabletop/model/candidate"
	"tabletop/model/census"
	"tabletop/model/heat"
	"tabletop/model/sample"
	"tabletop/model/simulate"
	"tabletop/views/report/doc"
)

// trialsOf tries candidates on the table of in.
func trialsOf(t *testing.T, in Input, templates ...string) Trials {
	t.Helper()
	ctx := context.Background()
	base := simulate.NewBase(in.Segments)
	tries := []*candidate.Candidate{nil}
	for _, text := range templates {
		c, err := candidate.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		tries = append(tries, c)
	}
	var out Trials
	for _, c := range tries {
		r, err := simulate.Run(ctx, base, c)
		if err != nil {
			t.Fatal(err)
		}
		m, err := r.Hotspot(ctx, heat.Options{Now: now})
		if err != nil {
			t.Fatal(err)
		}
		future, err := r.Project(ctx, now, simulate.Year)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, Trial{Result: r, Heat: m, Future: future})
	}
	return out
}

// Reports of exact and sampled tables, of none, and of one that would do harm on a terminal.
func TestSimulate(t *testing.T) {
	empty := input(t, "empty", sample.Assemble(sample.Table{}, everything(), nil), layouts(t, "{a}"))
	for name, trial := range map[string]struct {
		in        Input
		templates []string
	}{
		"all": {meters(t, everything()), []string{"{reverse(at)}#{device}", "{device}",
			"{salt(4, device)}#{device}#{at}",
			"{device}#{bucket(at, 1d):date(20060102)} => m:kWh -> m:{at}; drop m:note"}},
		"sample":  {meters(t, quick()), []string{"{device}", "{bucket(at, 1h)}", "{column(m:note)}{device}"}},
		"empty":   {empty, []string{"{a}#{a}"}},
		"hostile": {hostile(t), []string{"{n}{a}", "{a:bytes}\\x1b{n}", "{qualifier()}"}},
	} {
		in, trials := trial.in, trialsOf(t, trial.in, trial.templates...)
		for _, f := range SimulateFormats() {
			var b bytes.Buffer
			if err := Simulate(&b, in, trials, f); err != nil {
				t.Fatal(err)
			}
			for _, r := range b.String() {
				if r < ' ' && r != '\n' || r >= 0x7f && r < 0xa0 || r == '\u202e' || r == '\u200b' {
					t.Errorf("%s as %s: %U got through", name, f, r)
				}
			}
			for line := range strings.Lines(b.String()) {
				if f == Text && ansi.StringWidth(strings.TrimRight(line, "\n")) > 80 {
					t.Errorf("%s: too wide: %s", name, line)
				}
			}
			compareFormat(t, "simulate_"+name, f, b.Bytes())
		}
	}
}

// Programs read the fields by these names.
func TestSimulateJSON(t *testing.T) {
	in := meters(t, everything())
	trials := trialsOf(t, in, "{device}")
	var b bytes.Buffer
	if err := Simulate(&b, in, trials, JSON); err != nil {
		t.Fatal(err)
	}
	type layout struct {
		Template   string
		Rows       int64
		Bytes      int64
		KeyBytes   int64            `json:"key_bytes"`
		RowBytes   map[string]int64 `json:"row_bytes"`
		Collisions struct {
			Merged int64 `json:"merged_rows"`
		}
		Hotspot struct {
			Score   *float64
			Pattern string
		}
	}
	var doc struct {
		Today   layout
		Layouts []layout
	}
	if err := json.Unmarshal(b.Bytes(), &doc); err != nil {
		t.Fatalf("%v in %s", err, b.String())
	}
	// Forty devices have 25 readings each and an owner; device 7 has a row that no layout explains, which stays.
	got := doc.Layouts[0]
	if len(doc.Layouts) != 1 || got.Template != "{device}" || got.Rows != 41 || got.Collisions.Merged != 40*26 ||
		got.KeyBytes != 40*6+8 || got.RowBytes["p50"] == 0 {
		t.Errorf("%+v", got)
	}
	if doc.Today.Rows != int64(in.Sample.Rows()) || doc.Today.Bytes != in.Sample.Bytes() ||
		doc.Today.RowBytes["max"] < doc.Today.RowBytes["p50"] || doc.Today.Hotspot.Score == nil {
		t.Errorf("today %+v", doc.Today)
	}
}

// TestSimulateJSONOfWholeTable verifies that what was counted over all rows of the table is in the JSON of the layout,
// with keys.
func TestSimulateJSONOfWholeTable(t *testing.T) {
	in := meters(t, everything())
	trials := trialsOf(t, in, "{device}")
	trials[1].Result.Whole = &simulate.Counted{SourceRows: 1_204_331_887, Rows: 77, Over256MB: 2, Changed: 3,
		Collisions: simulate.Collisions{OverwrittenCells: 5},
		Large:      []census.LargeRow{{Key: []byte("dev\xff"), Bytes: 300e6, Cells: 9}},
		Hot:        []simulate.HotRange{{Start: []byte("a"), Writes: 6, Share: 0.5, Step: time.Minute}}}
	var b bytes.Buffer
	if err := Simulate(&b, in, trials, JSON); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"source_rows":1204331887`, `"exact":false`, `"changed_rows":3`,
		`"overwritten_cells":5`, `"rows_over_256mb":2`, `"key":"dev\\xff"`, `"window_seconds":60`, `"writes":6`} {
		if !strings.Contains(strings.ReplaceAll(b.String(), `": `, `":`), want) {
			t.Errorf("no %s in %s", want, b.String())
		}
	}
	if strings.Count(b.String(), `"counted"`) != 1 {
		t.Error("a layout that was not counted has counts")
	}
}

// TestMarks verifies that the best of a line and what is worse than the current layout are marked without color.
func TestMarks(t *testing.T) {
	trial := func(bytes int64) doc.Trial { return doc.Trial{Bytes: bytes, Rows: 1} }
	m := measures(trial(0))[0]
	got := marked(m, []doc.Trial{trial(2000), trial(1000), trial(3000), trial(2000)})
	for i, want := range []string{"bytes", " ", "*", "-", " "} {
		if !strings.HasSuffix(got[i], want) {
			t.Errorf("cell %d is %q, want the mark %q", i, got[i], want)
		}
	}
	if got := marked(m, []doc.Trial{trial(5), trial(5)}); strings.ContainsAny(got[1]+got[2], "*-") {
		t.Errorf("of equals none is best: %q", got)
	}
}

// Layouts that are alike are told, however they were typed.
func TestAlike(t *testing.T) {
	in := meters(t, everything())
	trials := trialsOf(t, in, "{device}", "{key()}", "{device}", "{ device }", "{device}#")
	var b bytes.Buffer
	if err := Simulate(&b, in, trials, JSON); err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Today   struct{ Template string }
		Layouts []struct {
			Same string `json:"same_as"`
		}
	}
	if err := json.Unmarshal(b.Bytes(), &doc); err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"", doc.Today.Template, "{device}", "{device}", ""} {
		if doc.Layouts[i].Same != want {
			t.Errorf("layout %d is like %q, want %q", i, doc.Layouts[i].Same, want)
		}
	}
	b.Reset()
	if err := Simulate(&b, in, trials, Text); err != nil || strings.Count(b.String(), "Same layout as A.") != 2 ||
		strings.Count(b.String(), "Same layout as current.") != 1 {
		t.Errorf("%v: %s", err, b.String())
	}
}

// To have lost most rows makes nothing better.
func TestNoMerit(t *testing.T) {
	in := meters(t, everything())
	d := simulateDoc(in, trialsOf(t, in, "{device}#{at} => drop *", "{device}"))
	got := marked(measures(d.Today)[0], append([]doc.Trial{d.Today}, d.Layouts...))
	if strings.ContainsAny(got[2], "*-") || !strings.HasSuffix(got[3], "*") {
		t.Errorf("%q", got)
	}
}
