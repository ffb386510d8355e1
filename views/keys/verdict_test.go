package keys

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"tabletop/internal/viewtest"
	"tabletop/model/infer"
	"tabletop/views"
)

// TestVerdict verifies each sentence of the first line, and that it has a warning exactly where the layout is in doubt.
func TestVerdict(t *testing.T) {
	sure := func() *views.Data { return viewtest.Data(viewtest.Metrics().Sample, "{key:bytes}") }
	foreign, unseen := sure(), sure()
	foreign.Inferred.Unexplained = foreign.Inferred.Keys / 2
	unseen.Profile.Whole.Unseen = 0.5
	close, far := viewtest.Metrics(), viewtest.Metrics()
	close.Inferred.Kinds[0].Others[0].Confidence = 0.8
	far.Inferred.Kinds[0].Others[0].Confidence = 0.1
	alone := viewtest.Metrics()
	alone.Inferred.Kinds[0].Others = nil
	declared := sure()
	declared.Declared = true
	none := sure()
	none.Analysis.Layouts, none.Analysis.Inferred = nil, &infer.Result{Keys: 10, Unexplained: 10}
	for _, c := range []struct {
		data *views.Data
		want string
		sure bool
	}{
		{sure(), "100% of the keys fit one layout, confidence 0.98: key.", true},
		{declared, "100% of the keys fit one layout, declared by you: key.", true},
		{foreign, "100% of the keys fit one layout: a record kind may be missing; f lists the keys that fit none.", false},
		{unseen, "100% of the keys fit one layout, but much of the table was not seen: R reads more.", false},
		{none, "No structure was found in the keys: i declares a layout.", false},
		{alone, "Not sure how the keys are built: r#{device:hex(4)}#{metric:enum}#{ts:ms} has confidence 0.81.", false},
		{close, "has confidence 0.81, r#{device}#{metric}#{ts} is about as likely.", false},
		{viewtest.Metrics(), "has confidence 0.81, r#{device}#{metric}#{ts} is less likely.", false},
		{far, "has confidence 0.81, r#{device}#{metric}#{ts} is much less likely.", false},
	} {
		words, sure := verdict(c.data)
		if !strings.HasSuffix(words, c.want) || sure != c.sure {
			t.Errorf("%q, sure %t; want %q, %t", words, sure, c.want, c.sure)
		}
		s := New()
		viewtest.SetData(s, c.data)
		first, _, _ := strings.Cut(ansi.Strip(s.Draw(200, 40, viewtest.Mono())), "\n")
		if !strings.Contains(first, c.want) || strings.Contains(first, "▲") == c.sure {
			t.Errorf("first line %q, want %q", first, c.want)
		}
	}
}

// TestDraftKeepsTheSegment verifies that the pane of the segment shows its counts while a template is edited, and that
// keys that the draft does not decode stand whole.
func TestDraftKeepsTheSegment(t *testing.T) {
	s := New()
	viewtest.SetData(s, viewtest.Data(viewtest.Metrics().Sample, "{first}#{rest:bytes}"))
	viewtest.Press(t, s, "G", "i")
	for _, typed := range []string{"", "x"} {
		viewtest.Type(t, s, typed)
		frame := ansi.Strip(s.Draw(160, 50, viewtest.Mono()))
		if !strings.Contains(frame, "SEGMENT first") || !strings.Contains(frame, "distinct  1 value,") {
			t.Errorf("%q typed: the segment is gone:\n%s", typed, frame)
		}
		if key := string(s.current()); typed != "" && strings.Count(frame, key) < 2 {
			t.Errorf("%q is not whole in the list:\n%s", key, frame)
		}
	}
}

// TestTheSameKey verifies that the key under the cursor is shown as each layout reads it that could be in force.
func TestTheSameKey(t *testing.T) {
	s := New()
	viewtest.SetData(s, viewtest.Metrics())
	viewtest.Press(t, s, "G")
	frame := ansi.Strip(s.Draw(160, 50, viewtest.Mono()))
	for _, want := range []string{"the same key", "15a3 · mem · 2026-11-20 12:47:21", "15a3 · mem · 1795178841000"} {
		if !strings.Contains(frame, want) {
			t.Errorf("no %q in\n%s", want, frame)
		}
	}
}
