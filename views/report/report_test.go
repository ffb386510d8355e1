package report

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"

	"tabletop/model/analysis"
	"tabletop/model/infer"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/views/report/doc"
)

var update = flag.Bool("update", false, "write the golden files anew")

var now = time.Date(2026, 8, 10, 12, 0, 0, 0, time.UTC)

func layouts(t testing.TB, templates ...string) rowkey.Set {
	t.Helper()
	var set rowkey.Set
	for _, s := range templates {
		l, err := rowkey.Parse(s)
		if err != nil {
			t.Fatal(err)
		}
		set = append(set, l)
	}
	return set
}

func input(t testing.TB, source string, s *sample.Sample, set rowkey.Set) Input {
	t.Helper()
	if set == nil {
		set = rowkey.Set{} // none, rather than inferred ones
	}
	a, err := analysis.New(context.Background(), s, analysis.Options{Layouts: set, Now: now})
	if err != nil {
		t.Fatal(err)
	}
	return Input{Source: source, Analysis: a}
}

// meters is a table with two record kinds, keys that fit neither, versions and a family that is not used.
func meters(t testing.TB, how sample.Provenance) Input {
	table := sample.Table{Name: "meters", Families: []sample.Family{
		{Name: "m", GC: sample.GCRule{Kind: sample.GCMaxVersions, Versions: 2}}, {Name: "old"},
	}}
	var parts []*sample.Builder
	for device := range 40 {
		b := sample.NewBuilder(0)
		for i := range 25 {
			b.Row(fmt.Appendf(nil, "dev%03d#%d", device, now.UnixMilli()-int64(1000*(25-i))))
			for v := range 1 + i%3 {
				b.Cell("m", []byte("kWh"), now.UnixMicro()-int64(1000*v), []byte{0, 0, 0, 0, 0, 0, byte(i), byte(v)})
			}
			if device%2 == 0 {
				b.Cell("m", []byte("note"), now.UnixMicro(), []byte(strings.Repeat("n", 10*device)))
			}
		}
		b.Row(fmt.Appendf(nil, "dev%03d@", device))
		b.Cell("m", []byte("owner"), 0, []byte(`{"name": "ann"}`))
		if device == 7 {
			b.Row([]byte("dev007\x00\xff"))
		}
		b.SetSection(1, 1<<20, false)
		parts = append(parts, b)
	}
	how.Started = now
	return input(t, "demo:meters", sample.Assemble(table, how, parts), layouts(t, "reading = {device}#{at:ms}",
		"owner = {device}@"))
}

// hostile is a table whose every name and key would do harm on a terminal.
func hostile(t testing.TB) Input {
	evil := "\x1b]0;owned\x07\u202e\u200b\r\n\x00\xff\x9b31m\""
	b := sample.NewBuilder(0)
	for i := range 3 {
		b.Row(fmt.Appendf(nil, "%s#%d", evil, i))
		b.Cell("f"+evil, []byte("q"+evil), int64(-i), []byte(evil))
	}
	b.Row([]byte("zz" + evil))
	how := sample.Provenance{Complete: true, Stopped: evil,
		Unreadable: []sample.Unreadable{{Key: []byte(evil), Reason: evil}}}
	s := sample.Assemble(sample.Table{}, how, []*sample.Builder{b})
	return input(t, "p/i/"+evil, s, layouts(t, "{a:bytes...}#{n:int}"))
}

func everything() sample.Provenance {
	return sample.Provenance{Strategy: sample.Everything, Complete: true}
}

func quick() sample.Provenance {
	return sample.Provenance{Strategy: sample.Quick, Points: 40, TotalBytes: 40 << 20, RowShare: 1, Filter: 1}
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s differs (-want +got); -update writes it anew:\n%s", file, diff)
	}
}

// compareFormat compares a report with its golden file. HTML, which has the blocks of Markdown, must be well-formed.
func compareFormat(t *testing.T, name string, f Format, got []byte) {
	t.Helper()
	if f != HTML {
		golden(t, name+"_"+string(f), got)
	} else if err := selfContained(string(got)); err != nil {
		t.Errorf("%s: %v", name, err)
	}
}

// reports are all there are.
var reports = []struct {
	name    string
	write   func(io.Writer, Input, Format) error
	formats []Format
}{
	{"stats", Stats, StatsFormats()}, {"schema", Schema, []Format{Text, JSON, Template}},
	{"decode", Decode, DecodeFormats()},
}

func TestGolden(t *testing.T) {
	inferred := meters(t, everything())
	inferred.Inferred = &infer.Result{Kinds: []infer.Kind{
		{Layout: inferred.Layouts[0], Stability: 1,
			Others:     []infer.Other{{Layout: layouts(t, "{device}#{n:int}")[0], Confidence: 0.4242}},
			Confidence: 0.7412,
			Segments:   []infer.SegmentEvidence{{Confidence: 0.98}, {Confidence: 0.7512}}},
		{Layout: inferred.Layouts[1], Confidence: 0.97},
	}}
	head := sample.Provenance{Strategy: sample.Head, Stopped: "the limit of 1,041 rows was reached"}
	for name, c := range map[string]struct {
		in    Input
		wants func(report string, f Format) bool
	}{
		"all": {inferred, every}, "sample": {meters(t, quick()), every}, "hostile": {hostile(t), every},
		"head":  {meters(t, head), statsAsText},
		"plain": {input(t, "demo:plain", inferred.Sample, nil), statsAsText},
		"empty": {input(t, "demo:empty", sample.Assemble(sample.Table{}, everything(), nil), nil), every},
	} {
		for _, r := range reports {
			for _, f := range r.formats {
				if !c.wants(r.name, f) {
					continue
				}
				var b bytes.Buffer
				if err := r.write(&b, c.in, f); err != nil {
					t.Fatal(err)
				}
				compareFormat(t, r.name+"_"+name, f, start(b.Bytes(), r.name))
			}
		}
	}
}

func every(string, Format) bool { return true }

func statsAsText(report string, f Format) bool { return report == "stats" && f == Text }

// start leaves out most lines of a report that has one for each key.
func start(out []byte, report string) []byte {
	lines := bytes.SplitAfter(out, []byte("\n"))
	if report != "decode" || len(lines) < 40 {
		return out
	}
	return bytes.Join(slices.Concat(lines[:30], lines[len(lines)-3:]), nil)
}

// TestNothingUnsafe verifies that no report writes a character that a terminal would act upon, and that text keeps to
// its width.
func TestNothingUnsafe(t *testing.T) {
	for _, in := range []Input{hostile(t), meters(t, quick())} {
		for _, r := range reports {
			for _, f := range r.formats {
				var b bytes.Buffer
				if err := r.write(&b, in, f); err != nil {
					t.Fatal(err)
				}
				for line := range strings.Lines(b.String()) {
					line = strings.TrimSuffix(line, "\n")
					for _, c := range line {
						if !unicode.IsPrint(c) {
							t.Errorf("%s %s lets %U through: %q", r.name, f, c, line)
						}
					}
					if w := ansi.StringWidth(line); f == Text && r.name == "stats" && in.Source == "demo:meters" &&
						w > 80 {
						t.Errorf("%s is %d cells wide: %s", r.name, w, line)
					}
				}
			}
		}
	}
}

// TestJSONIsJSON reads back what was written: JSON is valid, bytes come back as they were, and figures are there.
func TestJSONIsJSON(t *testing.T) {
	for _, in := range []Input{hostile(t), meters(t, everything()), meters(t, quick()),
		input(t, "", sample.Assemble(sample.Table{}, everything(), nil), nil)} {
		for _, write := range []func(io.Writer, Input, Format) error{Stats, Schema} {
			var b bytes.Buffer
			if err := write(&b, in, JSON); err != nil {
				t.Fatal(err)
			}
			var got struct {
				Rows    int64 `json:"rows"`
				Columns []struct {
					Qualifier    string `json:"qualifier"`
					QualifierB64 []byte `json:"qualifier_b64"`
					Present      int64  `json:"rows_present"`
				} `json:"columns"`
				Kinds []struct {
					Segments []struct {
						Name     string `json:"name"`
						Distinct int64  `json:"distinct_values"`
					} `json:"segments"`
				} `json:"kinds"`
			}
			if err := json.Unmarshal(b.Bytes(), &got); err != nil {
				t.Fatalf("%v in %s", err, b.Bytes())
			}
			if got.Rows != in.Profile.Rows || len(got.Kinds) != len(in.Layouts) {
				t.Errorf("%d rows, %d kinds; want %d, %d", got.Rows, len(got.Kinds), in.Profile.Rows, len(in.Layouts))
			}
			for i, c := range got.Columns {
				want := in.Profile.Columns[i]
				if c.QualifierB64 == nil {
					c.QualifierB64 = []byte(c.Qualifier)
				}
				if string(c.QualifierB64) != want.Qualifier || c.Present != want.Rows {
					t.Errorf("column %d reads %+v, want %+v", i, c, want)
				}
			}
			for i, k := range got.Kinds {
				for at, s := range k.Segments {
					if want := in.Profile.Kinds[i].Segments[at]; s.Name != want.Name || s.Distinct != want.Distinct {
						t.Errorf("segment reads %+v, want %+v", s, want)
					}
				}
			}
		}
	}
}

// TestDecodeJSONL reads the lines back and cuts each key at the offsets they give.
func TestDecodeJSONL(t *testing.T) {
	for _, in := range []Input{hostile(t), meters(t, everything())} {
		in.SetName = "mine"
		var b bytes.Buffer
		if err := Decode(&b, in, JSONL); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(&b)
		lines.Buffer(nil, 1<<20)
		row := 0
		for ; lines.Scan(); row++ {
			var got struct {
				Key      []byte `json:"key_b64"`
				Layout   string `json:"layout"`
				Kind     string `json:"kind"`
				Segments []struct {
					Name, Type, Encoding, Unit string
					Start, End                 int
					Reversed                   bool
					Value                      any
				} `json:"segments"`
			}
			if err := json.Unmarshal(lines.Bytes(), &got); err != nil {
				t.Fatalf("%v in %s", err, lines.Bytes())
			}
			key := in.Sample.Key(row)
			spans, kind := in.Layouts.Decode(nil, key)
			if !bytes.Equal(got.Key, key) || got.Layout != "mine" || got.Segments == nil ||
				len(got.Segments) != len(spans) || (kind < 0) != (got.Kind == "") {
				t.Fatalf("%q reads %s", key, lines.Bytes())
			}
			for i, s := range got.Segments {
				c := spans[i].Segment.Codec
				if s.Start != spans[i].Start || s.End != spans[i].End || s.Name != spans[i].Segment.Name ||
					s.Type != string(c.Type()) ||
					s.Unit != string(c.Unit()) || s.Encoding != c.Encoding() || s.Reversed != c.Reversed() ||
					s.Value == nil {
					t.Fatalf("%q: segment reads %+v, want %+v", key, s, spans[i])
				}
			}
		}
		if row != in.Sample.Rows() {
			t.Errorf("%d lines for %d keys", row, in.Sample.Rows())
		}
	}
}

// A template in the JSON can be given back as it is.
func TestTemplateIsParsedAgain(t *testing.T) {
	s := hostile(t).Sample
	for _, template := range []string{`{a}\x00{b}`, `name = {a}\\{b}`, `{a}"{b}`, `{a}\{{b}`} {
		l, err := rowkey.Parse(template)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := Schema(&b, input(t, "x", s, rowkey.Set{l}), JSON); err != nil {
			t.Fatal(err)
		}
		var got struct{ Kinds []struct{ Template string } }
		if err := json.Unmarshal(b.Bytes(), &got); err != nil {
			t.Fatal(err)
		}
		back, err := rowkey.Parse(got.Kinds[0].Template)
		if err != nil || back.String() != l.String() {
			t.Errorf("%s comes back as %s: %v", l, got.Kinds[0].Template, err)
		}
	}
}

func TestQuote(t *testing.T) {
	for _, s := range []string{"", `"`, `\`, `""a""`, "plain", "\x00\"\\"} {
		var got string
		if err := json.Unmarshal(doc.AppendQuoted(nil, []byte(s)), &got); err != nil {
			t.Errorf("%q: %v", s, err)
		}
		if want := string(doc.AppendBase64(nil, []byte(s))); want !=
			`"`+base64.StdEncoding.EncodeToString([]byte(s))+`"` {
			t.Errorf("base64 of %q is %s", s, want)
		}
	}
}

func TestUnknownFormat(t *testing.T) {
	err := Stats(io.Discard, Input{}, "xml")
	if err == nil || !strings.Contains(err.Error(), `invalid format "xml": must be one of text, json`) {
		t.Errorf("error is %v", err)
	}
}

type full struct{}

var errFull = errors.New("no space left")

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestWriteErrors(t *testing.T) {
	in := meters(t, everything())
	for _, r := range reports {
		for _, f := range r.formats {
			if err := r.write(full{}, in, f); !errors.Is(err, errFull) {
				t.Errorf("%s %s: error is %v", r.name, f, err)
			}
		}
	}
}

func BenchmarkDecode(b *testing.B) {
	builder := sample.NewBuilder(0)
	for i := range 100_000 {
		builder.Row(fmt.Appendf(nil, "dev%06d#m%d#%d", i/100, i%100/10, 1_700_000_000_000+i))
	}
	s := sample.Assemble(sample.Table{}, everything(), []*sample.Builder{builder})
	in := input(b, "", s, layouts(b, "{device}#{metric}#{at:ms}"))
	in.Width = 80
	for _, f := range DecodeFormats() {
		b.Run(string(f)+" of 100,000 keys", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := Decode(io.Discard, in, f); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkStatsJSON(b *testing.B) {
	builder := sample.NewBuilder(0)
	for i := range 1000 {
		builder.Row(fmt.Appendf(nil, "%06d", i))
		for c := range 100 {
			builder.Cell(fmt.Sprintf("f%02d", i%100), fmt.Appendf(nil, "%06d", i*100+c), 0, nil)
		}
	}
	in := input(b, "t", sample.Assemble(sample.Table{}, everything(), []*sample.Builder{builder}), nil)
	b.Run("100,000 columns", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if err := Stats(io.Discard, in, JSON); err != nil {
				b.Fatal(err)
			}
		}
	})
}
