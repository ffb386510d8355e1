package report

import (
	"bytes"
	"strings"
	"testing"

	"tabletop/model/infer"
	"tabletop/model/rowkey"
)

// TestSchemaSettlesDoubt verifies that the report of a layout in doubt has, for each alternative, a key that distinguishes
// the two and the template to declare, in text and JSON, and that the report of a sure one has none of it.
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
		for f, words := range map[Format][]string{Text: {"alternative: ", "key that distinguishes them: ", "if it is right, declare it: --layout "}, JSON: {`"there": `}} {
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
		for key := range keysOf(in.Sample) {
			if _, err := l.Decode(nil, key); err == nil {
				read++
			}
		}
		if read*2 < in.Sample.Rows() {
			t.Errorf("%s reads %d of %d keys", l, read, in.Sample.Rows())
		}
	}
}
