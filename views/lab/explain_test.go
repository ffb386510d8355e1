package lab

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tabletop/internal/viewtest"
	"tabletop/model/advise"
	"tabletop/model/heat"
	"tabletop/model/workload"
	"tabletop/views"
	"tabletop/views/text"
)

// searched is the Lab after a search for a query by metric, which the current layout serves badly.
func searched(t *testing.T) *Screen {
	t.Helper()
	s := metrics(t)
	viewtest.Press(t, s, "W", "down", "right", "enter", "esc", "ctrl+r")
	if s.advice == nil || len(s.slots) < 2 {
		t.Fatal("the search found nothing")
	}
	return s
}

// TestExplanations verifies that the Lab explains each layout that a search found, in the words of the search alone:
// how each query reads it with the picture of the key, what writers and operators must know, and why the runner-up
// lost.
func TestExplanations(t *testing.T) {
	s := searched(t)
	for at := range s.slots {
		s.at = at
		asked := viewtest.Press(t, s, "E")
		if len(asked) != 1 {
			t.Fatalf("%s: a asks for %v", s.slotName(at), asked)
		}
		got := strings.Join(strings.Fields(asked[0].(views.Explain).Text), " ")
		o := s.explained(at)
		want := slices.Concat(o.ForWriters, o.ForReaders, o.ForOperators, []string{advise.MarksLegend})
		if o == s.advice.Options[0] {
			want = append(want, s.advice.RunnerUp)
		}
		for _, r := range o.Queries {
			key, marks := text.KeyPicture(r.Key, o.Delimiter)
			want = append(want, key, marks)
		}
		for _, words := range want {
			if !strings.Contains(got, strings.Join(strings.Fields(text.EscapeString(words)), " ")) {
				t.Errorf("%s: no %q in\n%s", s.slotName(at), words, got)
			}
		}
	}
}

// TestExplanationGolden verifies how explanations are drawn: below the figures where there is room.
func TestExplanationGolden(t *testing.T) {
	s := searched(t)
	viewtest.Press(t, s, "v")
	viewtest.Golden(t, s, "explained")
	if got := frame(s, 200, 60); !strings.Contains(got, s.advice.Options[0].ForWriters[0]) ||
		strings.Index(got, "VERDICT") > strings.Index(got, "IS READ AND WRITTEN") {
		t.Errorf("the verdict is not followed by what writers must know in\n%s", got)
	}
}

// TestOnlyFoundLayoutsAreExplained verifies that a layout of the user's own has no explanation of another, and that
// this is said.
func TestOnlyFoundLayoutsAreExplained(t *testing.T) {
	s := metrics(t)
	disabled := func() string {
		for _, b := range s.Bindings() {
			if b.Keys[0] == "E" {
				return b.DisabledReason
			}
		}
		return ""
	}
	if why := disabled(); !strings.Contains(why, "no search has compared layouts yet") {
		t.Errorf("before a search: %q", why)
	}
	s = searched(t)
	if why := disabled(); why != "" {
		t.Errorf("of a layout that was found: %q", why)
	}
	viewtest.Press(t, s, "i")
	viewtest.Type(t, s, "x")
	viewtest.Press(t, s, "enter")
	if why := disabled(); s.explained(s.at) != nil || !strings.Contains(why, "did not find this layout") {
		t.Errorf("of a layout of one's own: %q", why)
	}
}

// TestExplanationsAreEscaped verifies that names with control characters and wide ones stay escaped, and marks below
// their parts.
func TestExplanationsAreEscaped(t *testing.T) {
	s := searched(t)
	o := *s.advice.Options[0]
	o.Template, o.ForWriters = "evil\x1b[31m", []string{"Write \x1b]0;x\a."}
	o.Queries = []advise.QueryCost{{Query: &workload.Query{Name: "q"}, How: "q\x1b: read",
		Key: []advise.KeyPart{{Text: "{a\x1bb}", Role: advise.Bound}, {Text: "{c}", Role: advise.Filtered}}}}
	for _, w := range []int{9, 20, 60} {
		for _, l := range s.explanation(&o, w) {
			if strings.ContainsAny(l.words+l.label, "\x1b\a") {
				t.Errorf("%q at width %d", l.words, w)
			}
		}
	}
	lines := s.explanation(&o, 60)
	i := slices.IndexFunc(lines, func(l explained) bool { return strings.Contains(l.words, "{c}") })
	if key, marks := lines[i].words, lines[i+1].words; strings.Index(key, "{c}") != strings.Index(marks, "?") {
		t.Errorf("%s\n%s", key, marks)
	}
}

// TestEvenWritesSayOnHowManyTablets verifies that writes are not called even beside a tablet that takes far more than
// its share, and that even ones are explained with the number of tablets.
func TestEvenWritesSayOnHowManyTablets(t *testing.T) {
	for _, c := range []struct {
		written, busiest float64
		want             string
	}{{3, 0.336, "even on 3 tablets"}, {19, 0.336, "on 19 tablets"}, {20, 0.06, "even on 20 tablets"},
		{1, 1, "on one tablet"}} {
		m := &heat.Map{Score: heat.Score{Pattern: heat.Even}, Replay: heat.Replay{Windows: 10, Written: c.written,
			Busiest: c.busiest}}
		if got := m.Spread(); got != c.want {
			t.Errorf("%g tablets, the busiest %g: %q, not %q", c.written, c.busiest, got, c.want)
		}
	}
	s := metrics(t)
	viewtest.RunWork(s, s.RequestWork())
	for _, l := range s.slots {
		if l.answer == nil || l.answer.out == nil {
			continue
		}
		rows := s.writeRows()
		words, tablets := rows[0].write(l.answer), rows[1].write(l.answer)
		if words == "even" && tablets != text.NoFigure {
			t.Errorf("%q beside %q", words, tablets)
		}
	}
}

// TestOneSpreadOfWrites verifies that where the map shows too few writes to judge, the figures, the list, and the
// explanation of a layout that the search found give one value: that of the search.
func TestOneSpreadOfWrites(t *testing.T) {
	s := searched(t)
	for i, l := range s.slots {
		o := s.explained(i)
		if o == nil || o.WritersText() == "" || l.answer == nil || l.answer.out == nil ||
			l.answer.out.heat.Score.Pattern != heat.Unknown {
			t.Fatalf("%s: %+v", s.slotName(i), o)
		}
		want := o.WritersText()
		if !strings.Contains(strings.Join(o.ForOperators, " "), want) {
			t.Errorf("%s: %q is not in %q", s.slotName(i), want, o.ForOperators)
		}
		want = strings.Replace(want, "more than", ">", 1)
		if got := s.writeRows()[0].write(l.answer); got != want {
			t.Errorf("%s: %q beside %q", s.slotName(i), got, want)
		}
		if got := frame(s, 200, 60); strings.Contains(got, "not known") || !strings.Contains(got, want) {
			t.Errorf("no %q, or none known beside it:\n%s", want, got)
		}
	}
	for _, c := range []struct {
		now, then  float64
		gain, loss string
	}{{1, 16, "writes: 16 key ranges instead of 1 key range", ""},
		{16, 1, "", "writes: 1 key range instead of 16 key ranges"}, {16, 16, "", ""}} {
		s.explained(0).Writers, s.explained(1).Writers = c.now, c.then
		j := s.judgment(1)
		gains, costs := strings.Join(j.Gains, "; "), strings.Join(j.Costs, "; ")
		if !strings.Contains(gains, c.gain) || !strings.Contains(costs, c.loss) ||
			c.now == c.then && strings.Contains(gains+costs, "writes:") {
			t.Errorf("writes in %v and then %v key ranges: better %q, worse %q", c.now, c.then, gains, costs)
		}
	}
}

// TestTiesHaveNoStars verifies that of figures that are alike, or are written alike, none has a star or a sign.
func TestTiesHaveNoStars(t *testing.T) {
	s := metrics(t)
	viewtest.Press(t, s, "c", "c") // copies of the current layout
	for _, r := range s.rows() {
		for i, g := range s.grades(r) {
			if g != plainCell {
				t.Errorf("%s of %s is graded %d in a tie", r.name, s.slotName(i), g)
			}
		}
	}
	got := frame(s, 200, 60)
	if strings.Contains(got, "★") || strings.Contains(got, fmt.Sprintf("▲ %s", "×1")) {
		t.Errorf("a star in a tie:\n%s", got)
	}
}
