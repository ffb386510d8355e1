package report

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"tabletop/model/infer"
	"tabletop/model/rowkey"
)

// TestSchemaSettlesDoubt verifies that the report of a layout in doubt has, for each alternative, a key that
// distinguishes the two and the template to declare, in text and JSON, and that the report of a sure one has none of
// it.
func TestSchemaSettlesDoubt(t *testing.T) {
	in := meters(t, everything())
	segments := in.Layouts[0].Segments()
	for _, tt := range []struct {
		confidence float64
		settles    bool
	}{{0.6, true}, {0.949, true}, {0.95, false}} {
		kind := infer.Kind{Layout: in.Layouts[0], Keys: in.Sample.Rows(), Confidence: tt.confidence}
		for range segments {
			kind.Segments = append(kind.Segments, infer.SegmentEvidence{Confidence: tt.confidence})
		}
		in.Inferred = &infer.Result{Keys: in.Sample.Rows(), Kinds: []infer.Kind{kind}}
		for f, words := range map[Format][]string{Text: {"alternative: ", "key that distinguishes them: ",
			"if it is right, declare it: --layout "}, JSON: {`"there": `}} {
			var b bytes.Buffer
			if err := Schema(&b, in, f); err != nil {
				t.Fatal(err)
			}
			for _, w := range words {
				if has := strings.Contains(b.String(), w); has != tt.settles {
					t.Errorf("confidence %g as %s: %q %t", tt.confidence, f, w, has)
				}
			}
			if f == Text && tt.settles {
				checkDeclarable(t, in, b.String())
			}
		}
	}
}

// checkDeclarable verifies that each template to declare reads back and reads most keys.
func checkDeclarable(t *testing.T, in Input, report string) {
	t.Helper()
	for line := range strings.Lines(report) {
		_, word, ok := strings.Cut(strings.TrimSpace(line), "declare it: --layout ")
		if !ok {
			continue
		}
		l, err := rowkey.Parse(strings.Trim(word, "'"))
		if err != nil {
			t.Fatalf("%s: %v", word, err)
		}
		read := 0
		for key := range sampleKeys(in.Sample) {
			if _, err := l.Decode(nil, key); err == nil {
				read++
			}
		}
		if read*2 < in.Sample.Rows() {
			t.Errorf("%s reads %d of %d keys", l, read, in.Sample.Rows())
		}
	}
}

// TestReportsStateConfidence verifies that every report that shows a layout or rests on one states the confidence of an
// inferred one, in text, Markdown, and JSON; that it says "not sure" of one in doubt only; and that it says nothing of
// declared ones.
func TestReportsStateConfidence(t *testing.T) {
	in := meters(t, everything())
	advice, trials := advised(t, in, ""), trialsOf(t, in, "{at:date(20060102)}#{device}")
	reports := map[string]func(io.Writer, Input, Format) error{
		"schema": Schema, "stats": Stats, "decode": Decode,
		"audit":    func(w io.Writer, in Input, f Format) error { return Audit(w, in, audited(t, in), f) },
		"advise":   func(w io.Writer, in Input, f Format) error { return Advice(w, in, advice, f) },
		"simulate": func(w io.Writer, in Input, f Format) error { return Simulate(w, in, trials, f) },
	}
	inferred := func(p float64) *infer.Result {
		kind := infer.Kind{Layout: in.Layouts[0], Keys: in.Sample.Rows(), Confidence: p}
		for range in.Layouts[0].Segments() {
			kind.Segments = append(kind.Segments, infer.SegmentEvidence{Confidence: p})
		}
		return &infer.Result{Keys: in.Sample.Rows(), Kinds: []infer.Kind{kind}}
	}
	for _, tt := range []struct {
		name         string
		inferred     *infer.Result
		words, value string
		doubt        bool
	}{
		{"doubtful", inferred(0.6212), "confidence 0.62", "0.6212", true},
		{"sure", inferred(0.9612), "confidence 0.96", "0.9612", false},
		{"declared", nil, "", "", false},
	} {
		in.Inferred = tt.inferred
		for name, write := range reports {
			for _, f := range []Format{Text, Markdown, JSON} {
				if name == "decode" && f != Text || name == "audit" && f == JSON {
					continue // lines of keys; findings, which have the confidence that they rest on
				}
				var b bytes.Buffer
				if err := write(&b, in, f); err != nil {
					t.Fatal(name, f, err)
				}
				text := strings.Join(strings.Fields(b.String()), " ")
				want := tt.words
				if f == JSON {
					want = tt.value
				}
				if tt.inferred == nil {
					if strings.Contains(text, "inferred") || strings.Contains(text, "uncertain") {
						t.Errorf("%s as %s of a declared layout: %s", name, f, text)
					}
					continue
				}
				if !strings.Contains(text, want) {
					t.Errorf("%s as %s of a %s layout: no %q", name, f, tt.name, want)
				}
				if says := strings.Contains(text, "not sure") ||
					strings.Contains(text, "uncertain"); says != tt.doubt && f != JSON {
					t.Errorf("%s as %s of a %s layout: doubt is %t", name, f, tt.name, says)
				}
			}
		}
	}
}
