package rowkey

import (
	"bytes"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// drawForm composes a form of a date from fields and separators; many are refused.
func drawForm(t *rapid.T) string {
	fields := []string{"2006", "06", "01", "Jan", "JAN", "January", "1", "02", "2", "002", "W01", "15", "03", "04",
		"05", "PM", "Mon", "-07:00", "Z07:00", "-0700", "000", ".000", ",000000", "0"}
	order := []string{"2006", "01", "02", "15", "04", "05"}
	form := ""
	separator := rapid.SampledFrom([]string{"", "-", "/", ":", ".", "_", " ", "T"})
	if rapid.Bool().Draw(t, "usual") {
		for _, f := range order[:rapid.IntRange(1, 6).Draw(t, "fields")] {
			form += f + separator.Draw(t, "separator")
		}
		return form + rapid.SampledFrom([]string{"", "Z", "-07:00", "Z07:00", ".000", ".000-0700", "000000",
			" Mon"}).Draw(t, "tail")
	}
	for range rapid.IntRange(1, 7).Draw(t, "fields") {
		form += rapid.SampledFrom(fields).Draw(t, "field") + separator.Draw(t, "separator")
	}
	return form
}

// TestComposedDatesComeBack verifies for forms composed of any fields that what is written reads as the same instant at
// the same offset, that what is read is written back byte for byte, and that what claims to sort as the times do does.
func TestComposedDatesComeBack(t *testing.T) {
	used := 0
	rapid.Check(t, func(t *rapid.T) {
		c, err := ParseCodec("date(" + escapeArg([]byte(drawForm(t))) + ")")
		if err != nil {
			t.Skip(err)
		}
		used++
		d := c.(*dateCodec)
		draw := func() ([]byte, Value) {
			v := Value{Kind: KindTime, Int: rapid.Int64Range(0, 4e9).Draw(t, "s"),
				Nanos: rapid.Int32Range(0, 999_999_999).Draw(t, "ns")}
			if d.zoned {
				v.Offset = int16(rapid.IntRange(-12, 14).Draw(t, "offset")) * 60
			}
			b, err := AppendCut(nil, c, v)
			if err != nil {
				t.Fatal(err)
			}
			v, err = c.Decode(b)
			if err != nil {
				t.Fatalf("%s writes %q and does not read it: %v", c.Spec(), b, err)
			}
			if again, err := c.Append(nil, v); err != nil || !bytes.Equal(again, b) {
				t.Fatalf("%s reads %q as %s and writes it %q, %v", c.Spec(), b, v, again, err)
			}
			return b, v
		}
		a, v := draw()
		b, w := draw()
		checkCodec(t, c, near(t, c))
		if d.order == OrderByValue && bytes.Compare(a, b) != v.Compare(w) {
			t.Fatalf("%s is said to sort: %q is %s, %q is %s", c.Spec(), a, v, b, w)
		}
		if back, err := ParseCodec(c.Spec()); err != nil || back.Spec() != c.Spec() {
			t.Fatalf("%s comes back as %v, %v", c.Spec(), back, err)
		}
	})
	if used < 20 {
		t.Errorf("only %d forms were taken", used)
	}
}

// TestTimesAtOneInstantDifferByOffset verifies that the offset at which a time was written is a part of its value: the
// same instant at another offset is another value, and other codecs write the instant.
func TestTimesAtOneInstantDifferByOffset(t *testing.T) {
	zoned := mustCodec(t, "date(2006-01-02T15:04:05-07:00)")
	a, err := zoned.Decode([]byte("2024-03-05T13:11:18-05:00"))
	if err != nil {
		t.Fatal(err)
	}
	b, err := zoned.Decode([]byte("2024-03-05T18:11:18+00:00"))
	if err != nil {
		t.Fatal(err)
	}
	if !a.Time().Equal(b.Time()) || a.Compare(b) == 0 {
		t.Errorf("%s and %s: instants %s and %s, compared %d", a, b, a.Time(), b.Time(), a.Compare(b))
	}
	for spec, want := range map[string]string{"s": "1709662278", "date(2006-01-02T15:04:05Z)": "2024-03-05T18:11:18Z",
		"date(2006-01-02T15:04:05Z07:00)": "2024-03-05T13:11:18-05:00"} {
		if got, err := mustCodec(t, spec).Append(nil, a); err != nil || string(got) != want {
			t.Errorf("%s writes %q, %v; want %s", spec, got, err, want)
		}
	}
	if text, _ := a.Any().(interface{ MarshalText() ([]byte, error) }).MarshalText(); string(text) !=
		"2024-03-05T13:11:18-05:00" {
		t.Errorf("as JSON: %s", text)
	}
}

// TestFormsOfCodecs verifies what codecs state of themselves: a binary one has values that are no text, words are those
// it decodes, one that sorts sorts, and a reversal names the codec it reverses.
func TestFormsOfCodecs(t *testing.T) {
	for _, spec := range append(examples(), "reverse(ms(be(8)))", "reverse(ordered)", "reverse(date(20060102))",
		"prefix(d, day)", "us(be(8))") {
		c := mustCodec(t, spec)
		f := c.Form()
		for _, w := range f.Words {
			if _, err := c.Decode(w); err != nil {
				t.Errorf("%s does not read its word %q", spec, w)
			}
		}
		if f.Unreversed != nil {
			if back, err := Reverse(f.Unreversed, 0); err != nil || back.Type() != c.Type() ||
				c.Reversed() == f.Unreversed.Reversed() {
				t.Errorf("%s is said to reverse %s, which reversed is %v, %v", spec, f.Unreversed.Spec(), back, err)
			}
		}
		t.Run(spec, rapid.MakeCheck(func(t *rapid.T) {
			a, errA := c.Append(nil, drawValue(t))
			b, errB := c.Append(nil, drawValue(t))
			if errA != nil || errB != nil {
				return
			}
			if !f.Binary && slices.ContainsFunc(a, func(x byte) bool { return x < ' ' }) && c.Type() != Text &&
				c.Type() != Enum && c.Type() != JSON {
				t.Fatalf("%s is said to be text and writes %q", spec, a)
			}
			if f.Alphabet != (ByteSet{}) && len(a) > 0 && !f.MayHold(a) {
				t.Fatalf("%s writes %q with bytes outside of its alphabet", spec, a)
			}
			v, errA := c.Decode(a)
			w, errB := c.Decode(b)
			if errA != nil || errB != nil || f.Order != OrderByValue || v.Kind != w.Kind ||
				v.Kind == KindInt && (v.Int < 0 || w.Int < 0) {
				return
			}
			want := v.Compare(w)
			if c.Reversed() {
				want = -want
			}
			if bytes.Compare(a, b) != want {
				t.Fatalf("%s is said to sort: %q is %s, %q is %s", spec, a, v, b, w)
			}
		}))
	}
}

// TestEncodingNamesTheOffset verifies that a date with an offset is not called one of UTC, and that others are.
func TestEncodingNamesTheOffset(t *testing.T) {
	for form, want := range map[string]string{
		"date(20060102)":                  "UTC 20060102",
		"date(2006-01-02T15:04:05Z07:00)": "local time with its offset 2006-01-02T15:04:05Z07:00",
	} {
		l, err := Parse("{at:" + form + "}")
		if err != nil {
			t.Fatal(err)
		}
		if got := l.Segment("at").Codec.Encoding(); got != want {
			t.Errorf("%s: %q, want %q", form, got, want)
		}
	}
}
