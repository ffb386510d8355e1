package report

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"image/png"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"tabletop/model/audit"
	"tabletop/model/heat"
	"tabletop/model/sample"
)

// heatInputs are samples with no row, with one, and with keys that try to break what they are written into.
func heatInputs(t *testing.T) map[string]Input {
	t.Helper()
	keys := map[string][]string{"none": nil, "one": {"k"}, "hostile": {"\x00", "\x1b[2Jred", "a\"b\\c", "\u202eabc",
		"東京都庁東京都庁東京都庁東京都庁", "\xff\xfe"}}
	inputs := map[string]Input{}
	for name, all := range keys {
		b := sample.NewBuilder(0)
		for i, k := range all {
			b.Row([]byte(k))
			b.Cell("f", []byte("q"), int64(1e15)+int64(i)*1e9, []byte("v"))
		}
		s := sample.Assemble(sample.Table{}, sample.Provenance{Complete: true}, []*sample.Builder{b})
		inputs[name] = input(t, name, s, nil)
	}
	return inputs
}

func heatMapOf(t *testing.T, in Input) *heat.Map {
	t.Helper()
	m, err := heat.NewMap(context.Background(), in.Sample, heat.Options{Windows: 40, Buckets: 64})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// The grid in the JSON is the map, and says as many writes as there are.
func TestHeatJSON(t *testing.T) {
	for name, in := range heatInputs(t) {
		m := heatMapOf(t, in)
		var b bytes.Buffer
		if err := Heat(&b, in, HeatInput{Map: m, KeyAt: in.Sample.Key}, JSON); err != nil {
			t.Fatal(err)
		}
		var got struct {
			Grid          [][]float64
			Keys          []struct{ Rows int }
			Before, After float64
			Windows       int
			WindowStarts  []string `json:"window_starts"`
			Pattern       string
		}
		if err := json.Unmarshal(b.Bytes(), &got); err != nil {
			t.Fatalf("%s: %v in %s", name, err, b.String())
		}
		sum, rows := got.Before+got.After, 0
		for _, line := range got.Grid {
			if len(line) != got.Windows || len(got.WindowStarts) != got.Windows {
				t.Fatalf("%s: a line of %d for %d windows, %d labels", name, len(line), got.Windows,
					len(got.WindowStarts))
			}
			for _, v := range line {
				sum += v
			}
		}
		for _, k := range got.Keys {
			rows += k.Rows
		}
		byRow, _ := m.Sums()
		want := m.Before + m.After
		for _, v := range byRow {
			want += v
		}
		if sum != want || rows != in.Sample.Rows() || got.Pattern == "" {
			t.Errorf("%s: %v writes of %v, %d rows of %d, pattern %q", name, sum, want, rows, in.Sample.Rows(),
				got.Pattern)
		}
	}
}

func TestHeatPNG(t *testing.T) {
	in := heatInputs(t)["hostile"]
	m := heatMapOf(t, in)
	var b bytes.Buffer
	if err := Heat(&b, in, HeatInput{Map: m, KeyAt: in.Sample.Key}, PNG); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(&b)
	if err != nil {
		t.Fatal(err)
	}
	if size := img.Bounds().Size(); size.X != 4*m.Windows || size.Y != m.Buckets {
		t.Errorf("an image of %v for %d windows and %d buckets", size, m.Windows, m.Buckets)
	}
}

func TestHeatText(t *testing.T) {
	for name, in := range heatInputs(t) {
		m := heatMapOf(t, in)
		in.Width = 80
		var b bytes.Buffer
		if err := Heat(&b, in, HeatInput{Map: m, KeyAt: in.Sample.Key}, Text); err != nil {
			t.Fatal(err)
		}
		if strings.ContainsAny(b.String(), "\x1b\x07\x00\r") || !strings.Contains(b.String(), heat.Limits) {
			t.Errorf("%s: %q", name, b.String())
		}
		for line := range strings.Lines(b.String()) {
			if label, _, ok := strings.Cut(line, "│"); ok && ansi.StringWidth(label) != 24 {
				t.Errorf("%s: the label %q is %d cells wide, not 24 as the others", name, label,
					ansi.StringWidth(label))
			}
		}
	}
}

// TestHeatNamesWhatTheAuditFound verifies that findings about writes stand below the map with their severity and where
// more is known of them, and that without any nothing is said of an audit.
func TestHeatNamesWhatTheAuditFound(t *testing.T) {
	in := heatInputs(t)["one"]
	m := heatMapOf(t, in)
	finding := &audit.Finding{Rule: "time-first", Severity: audit.Error, Title: "Row key starts with a timestamp"}
	for _, found := range [][]*audit.Finding{nil, {finding}} {
		of := HeatInput{Map: m, KeyAt: in.Sample.Key, Findings: found}
		var words, document bytes.Buffer
		if err := errors.Join(Heat(&words, in, of, Text), Heat(&document, in, of, JSON)); err != nil {
			t.Fatal(err)
		}
		want := len(found) > 0
		if strings.Contains(words.String(), "! error: Row key starts with a timestamp (time-first)") != want ||
			strings.Contains(words.String(), "tabletop audit") != want {
			t.Errorf("%d findings: %s", len(found), &words)
		}
		if strings.Contains(document.String(), `"rule": "time-first"`) != want {
			t.Errorf("%d findings: %s", len(found), &document)
		}
	}
}
