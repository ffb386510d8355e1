package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"

	"tabletop/model/analysis"
	"tabletop/model/estimate"
	"tabletop/model/figures"
	"tabletop/model/retention"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

var gcNow = time.Date(2026, 11, 20, 14, 0, 0, 0, time.UTC)

// gcReview is a table with all there is to say: a rule whose work is overdue, a family without a rule, sequence
// numbers, an aggregate, a family that the description lacks, and names that would draw on the terminal.
func gcReview(t *testing.T, complete bool, try ...retention.Proposal) (Input, *figures.Review) {
	t.Helper()
	const day = 24 * time.Hour
	table := sample.Table{Project: "prod", Instance: "eu", Name: "metrics", Families: []sample.Family{
		{Name: "m", GC: sample.GCRule{Kind: sample.GCUnion,
			Children: []sample.GCRule{{Kind: sample.GCMaxVersions, Versions: 3},
				{Kind: sample.GCMaxAge, Age: 30 * day}}}},
		{Name: "meta"}, {Name: "seq", GC: sample.GCRule{Kind: sample.GCMaxVersions, Versions: 1}},
		{Name: "sum", Aggregate: "sum"}}}
	var builders []*sample.Builder
	for device := range 20 {
		b := sample.NewBuilder(0)
		b.SetSection(1, 1000, false)
		for n := range 10 {
			b.Row(fmt.Appendf(nil, "dev%02d#%03d", device, n))
			at := gcNow.Add(-time.Duration(device*n) * 12 * time.Hour)
			for v := range 1 + (device+n)%6 {
				b.Cell("m", []byte("load"), at.Add(-time.Duration(v)*time.Hour).UnixMicro(),
					[]byte(fmt.Sprint(device+v)))
			}
			b.Cell("m", []byte("state\x1b[2J"), at.UnixMicro(), []byte("ok"))
			b.Cell("meta", []byte("owner"), at.Add(-40*day).UnixMicro(), []byte("someone"))
			b.Cell("seq", []byte("log"), int64(2000+n), []byte("second"))
			b.Cell("seq", []byte("log"), int64(1000+n), []byte("first"))
			b.Cell("sum", []byte("hits"), at.UnixMicro(), []byte("12345678"))
			if device == 3 {
				b.Cell("gone", []byte("q"), at.UnixMicro(), []byte("left"))
			}
		}
		builders = append(builders, b)
	}
	how := sample.Provenance{Complete: complete, Strategy: sample.Everything, Started: gcNow}
	if !complete {
		how = sample.Provenance{Strategy: sample.Quick, Started: gcNow, Points: 20, TotalBytes: 20000}
	}
	s := sample.Assemble(table, how, builders)
	layout, err := rowkey.Parse("{device}#{n}")
	if err != nil {
		t.Fatal(err)
	}
	in := input(t, "prod/eu/metrics", s, rowkey.Set{layout})
	r, err := in.ReviewWith(t.Context(), figures.ReviewOptions{Now: gcNow, Try: try})
	if err != nil {
		t.Fatal(err)
	}
	return in, r
}

func tried(t *testing.T, family, rule string) retention.Proposal {
	t.Helper()
	parsed, err := retention.Parse(rule)
	if err != nil {
		t.Fatal(err)
	}
	return retention.Proposal{Family: family, Rule: parsed}
}

func TestGCText(t *testing.T) {
	for _, tt := range []struct {
		name     string
		complete bool
		try      []retention.Proposal
		width    int
	}{
		{"gc_exact", true, []retention.Proposal{tried(t, "m", "maxversions=1 || maxage=14d"),
			tried(t, "meta", "maxage=30d"), tried(t, "seq", "maxage=1d")}, 100},
		{"gc_sample", false, nil, 80},
	} {
		in, r := gcReview(t, tt.complete, tt.try...)
		in.Width = tt.width
		var out bytes.Buffer
		if err := GC(&out, in, GCInput{Review: r}, Text); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(out.String()) {
			// A command is to be copied whole, so it is never broken.
			if ansi.StringWidth(line) > tt.width && !strings.HasPrefix(strings.TrimSpace(line), "cbt ") {
				t.Errorf("%s: wider than %d: %s", tt.name, tt.width, line)
			}
		}
		if bytes.ContainsAny(out.Bytes(), "\x1b\x00") {
			t.Errorf("%s: a name of the table reached the terminal as it is", tt.name)
		}
		golden(t, tt.name, out.Bytes())
	}
}

// gcDocument is what programs read of the JSON.
type gcDocument struct {
	Scope         string
	Rows          int64
	EligibleBytes int64    `json:"eligible_bytes"`
	Share         *float64 `json:"eligible_share"`
	Families      []gcPart
	Columns       []gcPart
}

type gcPart struct {
	Family        string
	Qualifier     string
	Rule          string
	Cells         int64
	Bytes         int64
	EligibleCells int64    `json:"eligible_cells"`
	EligibleBytes int64    `json:"eligible_bytes"`
	Low           *float64 `json:"eligible_share_low"`
	Share         *float64 `json:"eligible_share"`
	High          *float64 `json:"eligible_share_high"`
	Policies      []struct {
		Rule      string
		KeptCells int64 `json:"kept_cells"`
		KeptBytes int64 `json:"kept_bytes"`
	}
}

func TestGCJSON(t *testing.T) {
	in, r := gcReview(t, true, tried(t, "m", "maxversions=1"), tried(t, "m", "never"))
	var out bytes.Buffer
	if err := GC(&out, in, GCInput{Review: r}, JSON); err != nil {
		t.Fatal(err)
	}
	var doc gcDocument
	if err := json.Unmarshal(out.Bytes(), &doc); err != nil {
		t.Fatalf("%v in\n%s", err, out.String())
	}
	if doc.Rows != 200 || doc.Scope != "all" || len(doc.Families) != 5 || len(doc.Columns) != 6 {
		t.Errorf("%+v", doc)
	}
	m := doc.Families[1]
	if m.Family != "m" || m.Rule != "maxversions=3 || maxage=30d" || len(m.Policies) != 2 || m.Low != nil {
		t.Fatalf("family m: %+v", m)
	}
	// 200 rows, of load the newest and of state the only version.
	if p := m.Policies[0]; p.Rule != "maxversions=1" || p.KeptCells != 400 {
		t.Errorf("maxversions=1 keeps %+v", p)
	}
	if p := m.Policies[1]; p.Rule != "never" || p.KeptCells != m.Cells || p.KeptBytes != m.Bytes {
		t.Errorf("never keeps %+v of %+v", p, m)
	}
	// Columns add up to families, families to the table.
	sums := map[string]gcPart{}
	for _, c := range doc.Columns {
		s := sums[c.Family]
		s.Cells, s.Bytes, s.EligibleCells, s.EligibleBytes = s.Cells+c.Cells, s.Bytes+c.Bytes,
			s.EligibleCells+c.EligibleCells, s.EligibleBytes+c.EligibleBytes
		for i, p := range c.Policies {
			if len(s.Policies) <= i {
				s.Policies = append(s.Policies, p)
				continue
			}
			s.Policies[i].KeptCells += p.KeptCells
			s.Policies[i].KeptBytes += p.KeptBytes
		}
		sums[c.Family] = s
	}
	var eligible int64
	for _, f := range doc.Families {
		s := sums[f.Family]
		s.Family, s.Rule, s.Share = f.Family, f.Rule, f.Share
		if len(f.Policies) == 0 {
			f.Policies = nil
		}
		if diff := cmp.Diff(f, s); diff != "" {
			t.Errorf("family %s and its columns (-family +columns):\n%s", f.Family, diff)
		}
		eligible += f.EligibleBytes
	}
	if eligible != doc.EligibleBytes {
		t.Errorf("families have %d eligible bytes, the table %d", eligible, doc.EligibleBytes)
	}
}

func TestGCJSONOfASample(t *testing.T) {
	in, r := gcReview(t, false)
	var out bytes.Buffer
	if err := GC(&out, in, GCInput{Review: r}, JSON); err != nil {
		t.Fatal(err)
	}
	var doc gcDocument
	if err := json.Unmarshal(out.Bytes(), &doc); err != nil {
		t.Fatal(err)
	}
	m := doc.Families[1]
	if doc.Scope != "sample" || m.Low == nil || m.High == nil || *m.Low >= *m.Share || *m.High <= *m.Share {
		t.Errorf("a sample's share has no interval: %+v", m)
	}
}

func TestGCOfNothing(t *testing.T) {
	s := sample.Assemble(sample.Table{}, sample.Provenance{Complete: true}, nil)
	of, err := analysis.New(t.Context(), s, analysis.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := of.ReviewWith(t.Context(), figures.ReviewOptions{Now: gcNow})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range GCFormats() {
		var out bytes.Buffer
		if err := GC(&out, Input{Source: "x", Analysis: &analysis.Analysis{Sample: s,
			Profile: &figures.Profile{Scope: estimate.All}}}, GCInput{Review: r}, f); err != nil || out.Len() == 0 {
			t.Errorf("%s of an empty table: %q, %v", f, out.String(), err)
		}
		if f == JSON && !json.Valid(out.Bytes()) {
			t.Errorf("not JSON: %s", out.String())
		}
	}
	if err := GC(&bytes.Buffer{}, Input{}, GCInput{Review: r}, "xml"); err == nil {
		t.Error("a format that is not there was written")
	}
}

// TestGCOfUnknownPolicies verifies that nothing is stated of garbage where no policy is known, in no format, and that a
// family whose policy is unknown has no figure of it beside one whose policy is known.
func TestGCOfUnknownPolicies(t *testing.T) {
	at := func(families ...sample.Family) map[Format]string {
		b := sample.NewBuilder(0)
		b.Row([]byte("a#1"))
		b.Cell("f", []byte("q"), gcNow.UnixMicro(), []byte("v"))
		b.Cell("g", []byte("q"), gcNow.UnixMicro(), []byte("v"))
		in := input(t, "p/i/t", sample.Assemble(sample.Table{Families: families}, everything(),
			[]*sample.Builder{b}), layouts(t, "{a}#{n}"))
		r, err := in.ReviewWith(t.Context(), figures.ReviewOptions{Now: gcNow})
		if err != nil {
			t.Fatal(err)
		}
		ahead, err := r.Ahead(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		out := map[Format]string{}
		for _, format := range GCFormats() {
			var b bytes.Buffer
			if err := GC(&b, in, GCInput{Review: r, Ahead: ahead}, format); err != nil {
				t.Fatal(err)
			}
			out[format] = b.String()
		}
		return out
	}
	unknown := at()
	for format, absent := range map[Format][]string{JSON: {"eligible", "emptied", `"after"`}, OpenMetrics: {"garbage",
		"emptied"}, Text: {"None of the cells"}} {
		for _, word := range absent {
			if strings.Contains(unknown[format], word) {
				t.Errorf("%s has %q of unknown policies:\n%s", format, word, unknown[format])
			}
		}
	}
	var mixed gcDocument
	text := at(sample.Family{Name: "f"})[JSON]
	if err := json.Unmarshal([]byte(text), &mixed); err != nil {
		t.Fatal(err)
	}
	for _, parts := range [][]gcPart{mixed.Families, mixed.Columns} {
		for _, part := range parts {
			if known := part.Family == "f"; known != (part.Share != nil) || known == (part.Rule == "unknown") {
				t.Errorf("%+v", part)
			}
		}
	}
	if mixed.Share == nil || strings.Count(text, `"eligible_under_7_days"`) != 1 {
		t.Errorf("of a known policy nothing is stated:\n%s", text)
	}
}
