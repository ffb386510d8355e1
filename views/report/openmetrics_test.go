package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/model/textparse"

	"tabletop/model/figures"
	"tabletop/model/sample"
	"tabletop/views/text"
)

// parseMetrics reads a document with Prometheus's parser of OpenMetrics and returns the value of each series by its
// text. It also checks what that parser does not: that the series of a metric stand together, that none comes twice,
// that a unit ends the name, and that there are no other labels than those promised.
func parseMetrics(document string) (map[string]float64, error) {
	parser := textparse.NewOpenMetricsParser([]byte(document), labels.NewSymbolTable())
	series, current := map[string]float64{}, ""
	described := map[string]bool{}
	for {
		entry, err := parser.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		switch entry {
		case textparse.EntryType:
			name, of := parser.Type()
			if current = string(name); described[current] || of != "gauge" {
				return nil, fmt.Errorf("%s comes twice, or is a %s", current, of)
			}
			described[current] = true
		case textparse.EntryUnit:
			if name, unit := parser.Unit(); !strings.HasSuffix(string(name), "_"+string(unit)) {
				return nil, fmt.Errorf("%s does not end with its unit %s", name, unit)
			}
		case textparse.EntrySeries:
			name, _, value := parser.Series()
			var of labels.Labels
			parser.Labels(&of)
			for _, label := range of.MatchLabels(false, "__name__", "table", "family", "kind", "scope", "severity",
				"rule").Map() {
				return nil, fmt.Errorf("%s has another label: %s", name, label)
			}
			if _, twice := series[string(name)]; twice || of.Get("__name__") != current || math.IsNaN(value) {
				return nil, fmt.Errorf("%s comes twice, or not behind its type", name)
			}
			series[string(name)] = value
		}
	}
	if !strings.HasSuffix(document, "\n# EOF\n") {
		return nil, errors.New("it does not end with # EOF")
	}
	return series, nil
}

// metricsOf returns the series that write writes, and fails the test unless they are accepted.
func metricsOf(t *testing.T, write func(io.Writer, Format) error) map[string]float64 {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b, OpenMetrics); err != nil {
		t.Fatal(err)
	}
	series, err := parseMetrics(b.String())
	if err != nil {
		t.Fatalf("%v\n%.3000s", err, b.String())
	}
	return series
}

// TestMetricsHaveTheValuesOfJSON verifies that the metrics of a table are the members of its JSON report, and that half
// of the width of an interval stands there where there is one.
func TestMetricsHaveTheValuesOfJSON(t *testing.T) {
	for name, in := range map[string]Input{"all": meters(t, everything()), "sample": meters(t, quick())} {
		review, err := in.Review(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		kept := GCInput{Review: review}
		stats := func(w io.Writer, f Format) error { return Stats(w, in, f) }
		gc := func(w io.Writer, f Format) error { return GC(w, in, kept, f) }
		var of struct {
			Rows     float64
			Low      *float64 `json:"eligible_share_low"`
			High     float64  `json:"eligible_share_high"`
			RowBytes struct {
				Max, Mean float64
				Low       *float64 `json:"mean_low"`
				High      float64  `json:"mean_high"`
			} `json:"row_bytes"`
			Families []struct {
				Family string
				Bytes  float64 `json:"table_bytes"`
				Share  float64 `json:"eligible_share"`
			}
			Share float64 `json:"eligible_share"`
		}
		compare := func(series map[string]float64, metric, labels string, want float64, low *float64, high float64) {
			t.Helper()
			key := func(metric string) string { return metric + `{table="` + in.Source + `"` + labels + `}` }
			if got, ok := series[key(metric)]; !ok || math.Abs(got-want) > 1e-5*math.Abs(want) {
				t.Errorf("%s: %s is %v, in JSON %v", name, key(metric), got, want)
			}
			half, has := series[key(metric+"_half_width")]
			if low != nil && (!has || math.Abs(half-(high-*low)/2) > 1e-3*want) || name == "all" && half != 0 {
				t.Errorf("%s: the half-width of %s is %v", name, key(metric), half)
			}
		}
		read := func(write func(io.Writer, Format) error) {
			var b bytes.Buffer
			if err := write(&b, JSON); err != nil {
				t.Fatal(err)
			}
			of.Low = nil
			if err := json.Unmarshal(b.Bytes(), &of); err != nil {
				t.Fatal(err)
			}
		}
		series := metricsOf(t, stats)
		read(stats)
		compare(series, "tabletop_read_rows", "", of.Rows, nil, 0)
		compare(series, "tabletop_largest_row_bytes", "", of.RowBytes.Max, nil, 0)
		compare(series, "tabletop_mean_row_bytes", "", of.RowBytes.Mean, of.RowBytes.Low, of.RowBytes.High)
		compare(series, "tabletop_family_bytes", `,family="`+of.Families[0].Family+`"`, of.Families[0].Bytes, nil, 0)
		compare(series, "tabletop_scope", `,scope="`+name+`"`, 1, nil, 0)
		series = metricsOf(t, gc)
		read(gc)
		compare(series, "tabletop_garbage_ratio", "", of.Share, of.Low, of.High)
		compare(series, "tabletop_family_garbage_ratio", `,family="`+of.Families[0].Family+`"`, of.Families[0].Share, nil, 0)
		if half := of.Low != nil; half != (name == "sample") {
			t.Errorf("%s: JSON has an interval: %v", name, half)
		}
	}
}

// TestMetricsOfAnAudit verifies that findings are counted by severity and by rule, and that a rule that was not
// evaluated is not one that found nothing.
func TestMetricsOfAnAudit(t *testing.T) {
	in := meters(t, everything())
	a := audited(t, in)
	series := metricsOf(t, func(w io.Writer, f Format) error { return Audit(w, in, a, f) })
	label := func(name, kind, value string) string {
		return name + `{table="` + in.Source + `",` + kind + `="` + value + `"}`
	}
	rules := map[string]float64{}
	for _, f := range a.Findings {
		rules[f.Rule]++
	}
	for rule, n := range rules {
		if got := series[label("tabletop_rule_findings", "rule", rule)]; got != n {
			t.Errorf("%s: %v findings, want %v", rule, got, n)
		}
	}
	for _, skipped := range a.Skipped {
		if _, is := series[label("tabletop_rule_findings", "rule", skipped.Rule)]; is {
			t.Errorf("%s was not evaluated and has a series", skipped.Rule)
		}
	}
	sum := 0.0
	for _, severity := range []string{"error", "warning", "note"} {
		n, ok := series[label("tabletop_findings", "severity", severity)]
		if sum += n; !ok {
			t.Errorf("no series of severity %s", severity)
		}
	}
	if len(rules) == 0 || sum != float64(len(a.Findings)) {
		t.Errorf("%v findings by severity, want %d", sum, len(a.Findings))
	}
	if series[`tabletop_garbage_bytes{table="`+in.Source+`"}`] == 0 {
		t.Error("an audit has no garbage")
	}
}

// TestMetricsAreBounded verifies that neither columns nor families make the number of series grow without bound: a
// column has none, and of families those of most bytes have.
func TestMetricsAreBounded(t *testing.T) {
	b := sample.NewBuilder(0)
	b.Row([]byte("a#1"))
	for i := range 100_000 {
		b.Cell("f", fmt.Appendf(nil, "secret%06d", i), 1, []byte("v"))
	}
	for i := range 500 {
		b.Cell(fmt.Sprintf("g%03d", i), []byte("c"), 1, bytes.Repeat([]byte("v"), i))
	}
	s := sample.Assemble(sample.Table{}, everything(), []*sample.Builder{b})
	in := input(t, "p/i/wide", s, layouts(t, "{secret}#{n:int}"))
	series := metricsOf(t, func(w io.Writer, f Format) error { return Stats(w, in, f) })
	if len(series) > 1000 || series[`tabletop_columns{table="p/i/wide"}`] != 100_500 ||
		series[`tabletop_families{table="p/i/wide"}`] != 501 {
		t.Errorf("%d series", len(series))
	}
	for key := range series {
		if strings.Contains(key, "secret") || strings.Contains(key, "a#") {
			t.Errorf("a label is of data: %s", key)
		}
	}
	if _, small := series[`tabletop_family_bytes{table="p/i/wide",family="g000"}`]; small {
		t.Error("a small family has a series and large ones have none")
	}
}

// TestMetricsEscapeNames verifies that hostile names of tables and families are read back as the text that every report
// has of them.
func TestMetricsEscapeNames(t *testing.T) {
	for _, name := range []string{`a"b`, `a\b`, "a\nb", "a\x00\xff", `x"} 1` + "\n# EOF\n", "\u202ee", `\`, "é", "{},="} {
		b := sample.NewBuilder(0)
		b.Row([]byte("k"))
		b.Cell(name, []byte("c"), 1, []byte("v"))
		in := input(t, "p/i/"+name, sample.Assemble(sample.Table{}, everything(), []*sample.Builder{b}),
			layouts(t, "{a}"))
		var out bytes.Buffer
		if err := Stats(&out, in, OpenMetrics); err != nil {
			t.Fatal(err)
		}
		if _, err := parseMetrics(out.String()); err != nil {
			t.Errorf("%q: %v\n%s", name, err, out.String())
			continue
		}
		parser := textparse.NewOpenMetricsParser(out.Bytes(), labels.NewSymbolTable())
		var families []string
		for {
			entry, err := parser.Next()
			if err != nil {
				break
			}
			if entry != textparse.EntrySeries {
				continue
			}
			var of labels.Labels
			parser.Labels(&of)
			if got := of.Get("table"); got != text.EscapeString(in.Source) {
				t.Errorf("%q: the table is %q", name, got)
			}
			families = append(families, of.Get("family"))
		}
		if !slices.Contains(families, text.EscapeString(name)) {
			t.Errorf("%q: the families are %q", name, families)
		}
	}
}

// TestMetricsOfLittle verifies that what has no rows, and a figure of which nothing is known, are left out and not 0.
func TestMetricsOfLittle(t *testing.T) {
	in := input(t, "p/i/t", sample.Assemble(sample.Table{}, sample.Provenance{}, nil), nil)
	series := metricsOf(t, func(w io.Writer, f Format) error { return Stats(w, in, f) })
	for _, absent := range []string{"tabletop_rows", "tabletop_bytes", "tabletop_largest_row_bytes"} {
		if v, is := series[absent+`{table="p/i/t"}`]; is {
			t.Errorf("%s of nothing is %v", absent, v)
		}
	}
	series = metricsOf(t, func(w io.Writer, f Format) error {
		return Count(w, "p/i/t", &sample.Provenance{RowsSeen: 7, Stopped: "limit"}, 80, f)
	})
	if _, is := series[`tabletop_rows{table="p/i/t"}`]; is || series[`tabletop_read_rows{table="p/i/t"}`] != 7 {
		t.Errorf("a count that ended early is %v", series)
	}
	var m metricSet
	m.figure("x", "Of an open interval.", metricLabels{table: "t"}, figures.Figure{Value: 5, High: math.Inf(1)})
	if len(m.families) != 1 {
		t.Error("an interval without an end has a half-width")
	}
}

// TestMetricsAreDocumented verifies that docs/commands.md lists every metric that there is, and no other.
func TestMetricsAreDocumented(t *testing.T) {
	page, err := os.ReadFile("../../docs/commands.md")
	if err != nil {
		t.Fatal(err)
	}
	documented := map[string]bool{}
	for _, match := range regexp.MustCompile("`(tabletop_[a-z_]+)`").FindAllStringSubmatch(string(page), -1) {
		documented[match[1]] = true
	}
	source, err := os.ReadFile("openmetrics.go")
	if err != nil {
		t.Fatal(err)
	}
	written := map[string]bool{"tabletop_family_garbage_bytes": true, "tabletop_family_garbage_ratio": true,
		"tabletop_garbage_bytes": true, "tabletop_garbage_ratio": true} // made of a prefix
	for _, match := range regexp.MustCompile(`"(tabletop_[a-z_]*[a-z])"`).FindAllStringSubmatch(string(source), -1) {
		written[match[1]] = true
	}
	if len(written) < 20 || !maps.Equal(documented, written) {
		t.Errorf("documented are %q\nwritten are %q", slices.Sorted(maps.Keys(documented)),
			slices.Sorted(maps.Keys(written)))
	}
}
