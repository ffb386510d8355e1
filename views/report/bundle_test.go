package report

import (
	"errors"
	"io"
	"strings"
	"testing"

	"tabletop/model/analysis"
)

// TestBundle verifies that a bundle holds every part under its heading, in JSON under its name, and that an error of a
// part is an error of the bundle.
func TestBundle(t *testing.T) {
	part := func(name string, err error) Part {
		return Part{Name: name, Title: strings.ToUpper(name),
			document: func() *document { return &document{blocks: []block{docCode{"text of " + name}}} },
			Write: func(w io.Writer, f Format) error {
				body := "text of " + name + "\n"
				if f == JSON {
					body = `{"of":"` + name + `"}`
				}
				_, wrong := io.WriteString(w, body)
				return errors.Join(err, wrong)
			}}
	}
	in := Input{Source: "a/b`c", Analysis: &analysis.Analysis{}}
	parts := []Part{part("one", nil), part("two", nil)}
	for f, want := range map[Format]string{
		Markdown: "# Report of a/b\\`c\n\n## ONE\n\n```text\ntext of one\n```\n\n## TWO\n\n```text\ntext of two\n```\n",
		JSON:     "{\n  \"one\": {\n    \"of\": \"one\"\n  },\n  \"two\": {\n    \"of\": \"two\"\n  }\n}\n",
		Text:     "text of one\n\ntext of two\n",
	} {
		var b strings.Builder
		if err := Bundle(&b, in, "Report", parts, f); err != nil || b.String() != want {
			t.Errorf("%s: %v\n%s", f, err, b.String())
		}
	}
	var b strings.Builder
	if err := Bundle(&b, in, "Report", parts, HTML); err != nil || !strings.Contains(b.String(), "text of two") {
		t.Errorf("html: %v", err)
	}
	broken := errors.New("no more")
	for _, f := range []Format{JSON, Text} {
		if err := Bundle(io.Discard, in, "Report", []Part{part("one", broken)}, f); !errors.Is(err, broken) {
			t.Errorf("%s: %v", f, err)
		}
	}
	if Bundle(io.Discard, in, "Report", parts, PNG) == nil {
		t.Error("a bundle can be no picture")
	}
}
