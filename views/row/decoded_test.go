package row

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"tabletop/internal/viewtest"
	"tabletop/model/sample"
	"tabletop/views"
)

// decodable is the metrics table with a decoder for one of its columns.
func decodable(decode func(context.Context, []byte) (string, error)) *views.Data {
	d := *viewtest.Metrics()
	d.Decode = func(c sample.Column) (views.Decoder, bool) {
		return views.Decoder{Name: "shout\x1b", Decode: decode}, c.Family == "d"
	}
	return &d
}

// open shows a row with cells of the family d.
func open(t *testing.T, d *views.Data) *Screen {
	s := New()
	viewtest.SetData(s, d)
	for i := range d.Sample.Rows() {
		if key := d.Sample.Key(i); bytes.HasPrefix(key, []byte("r#")) {
			viewtest.RunWork(s, s.OpenAt(key))
			viewtest.RunWork(s, s.decode())
			return s
		}
	}
	t.Fatal("no such row")
	return nil
}

func TestDecoded(t *testing.T) {
	s := open(t, decodable(func(_ context.Context, v []byte) (string, error) {
		return "LOUD " + string(v) + "\nsecond\x1b[31m line", nil
	}))
	frame := s.Draw(120, 40, viewtest.Mono())
	viewtest.CheckFrame(t, frame, 120, 40)
	if !strings.Contains(frame, "LOUD ") || !strings.Contains(frame, `second\x1b[31m line`) ||
		!strings.Contains(frame, `decoded by shout\x1b`) {
		t.Errorf("the value is not shown decoded:\n%s", frame)
	}
	if c, ok := viewtest.Press(t, s, "y")[0].(views.Copy); !ok || !strings.HasPrefix(c.Text, "LOUD ") {
		t.Errorf("y copies %+v", c)
	}
	// The next form is the best one without the decoder; the last one leads back to it.
	viewtest.Press(t, s, "v")
	if frame = s.Draw(120, 40, viewtest.Mono()); strings.Contains(frame, "LOUD") ||
		!strings.Contains(frame, "as text") {
		t.Errorf("v shows\n%s", frame)
	}
	for range s.forms(s.items[s.list.Cursor()])[1:] {
		viewtest.Press(t, s, "v")
		s.Draw(120, 40, viewtest.Mono())
	}
	if frame = s.Draw(120, 40, viewtest.Mono()); !strings.Contains(frame, "LOUD") {
		t.Errorf("after all forms v shows\n%s", frame)
	}
	viewtest.CheckSizes(t, s)
}

func TestNotDecoded(t *testing.T) {
	s := open(t, decodable(func(context.Context, []byte) (string, error) {
		return "", errors.New("no \x1b good\nat all")
	}))
	frame := s.Draw(160, 40, viewtest.Mono())
	if !strings.Contains(frame, `not decoded by shout\x1b: no \x1b good`) {
		t.Errorf("the fault is not told:\n%s", frame)
	}
	viewtest.CheckSizes(t, s)
	// A value of which only the front was kept goes to no decoder.
	d := decodable(func(context.Context, []byte) (string, error) { t.Error("a cut value was decoded"); return "", nil })
	b := sample.NewBuilder(4)
	b.Row([]byte("r#"))
	b.Cell("d", []byte("value"), 1, []byte("longer than four"))
	d.Analysis = viewtest.Analyze(sample.Assemble(*d.Table, sample.Provenance{}, []*sample.Builder{b}), d.Layouts)
	if frame = open(t, d).Draw(160, 40, viewtest.Mono()); !strings.Contains(frame, "only the first 4 B") {
		t.Errorf("that the value is cut is not told:\n%s", frame)
	}
}
