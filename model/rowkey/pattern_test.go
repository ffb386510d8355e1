package rowkey

import (
	"regexp"
	"slices"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// TestPatternsAreWhatCodecsAccept verifies that the pattern of a codec, by which generated code checks values, matches
// what the codec decodes and nothing else.
func TestPatternsAreWhatCodecsAccept(t *testing.T) {
	for _, spec := range append(examples(), "surt", "enum(a.b, é|, 10)", "ulid(lower)", "hash(b64)", "uuid(any)", "hex(any)") {
		codec := mustCodec(t, spec)
		form := codec.Form()
		if form.Code.Pattern == "" || len(form.Prefix) > 0 {
			continue
		}
		pattern := regexp.MustCompile("^(?s:" + form.Code.Pattern + ")$")
		t.Run(spec, rapid.MakeCheck(func(t *rapid.T) {
			b := near(t, codec)
			if rapid.Bool().Draw(t, "word") && form.Words != nil {
				b = rapid.SampledFrom(form.Words).Draw(t, "b")
			}
			_, err := codec.Decode(b)
			if matches := utf8.Valid(b) && pattern.Match(b); matches != (err == nil) {
				t.Fatalf("%s: %q matches %s: %t, and decodes: %v", spec, b, form.Code.Pattern, matches, err)
			}
		}))
	}
}

// TestWays verifies in what steps keys are read: from the left, then what ends the key from the right, then the part
// between them; optional groups as ways of their own, and repeated ones in none.
func TestWays(t *testing.T) {
	for template, want := range map[string][][]StepKind{
		"{a}#{b:be(4)}":          {{ReadFixedBehind, ReadLiteralBehind, ReadRest}},
		"{a...}/{b:be(4)}":       {{ReadFixedBehind, ReadLiteralBehind, ReadRest}},
		"{a...}/{b}":             {{ReadBehind, ReadRest}},
		"x{a len(2)}{b:ordered}": {{ReadLiteral, ReadPrefixed, ReadSized}},
		"{a}[#{b}]":              {{ReadUntil, ReadLiteral, ReadRest}, {ReadRest}},
		"{a}#{b}#{c:ordered}":    {{ReadUntil, ReadLiteral, ReadUntil, ReadLiteral, ReadSized}},
		"{a}[#{b}]*":             nil,
	} {
		layout, err := Parse(template)
		if err != nil {
			t.Fatal(err)
		}
		ways, ok := layout.Ways()
		if ok != (want != nil) || len(ways) != len(want) {
			t.Errorf("%s: %d ways, %t; want %d", template, len(ways), ok, len(want))
			continue
		}
		for i, way := range ways {
			var got []StepKind
			for _, s := range way.Steps {
				got = append(got, s.Kind)
			}
			if !slices.Equal(got, want[i]) {
				t.Errorf("%s: way %d has the steps %v, want %v", template, i, got, want[i])
			}
		}
	}
}
