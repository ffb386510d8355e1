package findings

import (
	"strings"
	"testing"

	"tabletop/internal/viewtest"
	"tabletop/model/sample"
	"tabletop/views"
)

// Narrowed to a place, only what is about it is listed, whether the audit is there already or comes later; esc lists
// all.
func TestNarrow(t *testing.T) {
	d := faulty()
	key := d.Sample.Key(0)
	layout := d.Layouts[0].String()
	for name, tt := range map[string]struct {
		place views.Target
		want  []string // rules found, in any order
	}{
		"nothing known": {views.Target{}, []string{"time-first", "family-name-long", "family-unused"}},
		"column": {views.Target{Column: &sample.Column{Family: "measurements_of_it", Qualifier: "state"}},
			[]string{"family-name-long"}},
		"family":           {views.Target{Family: "old"}, []string{"family-unused"}},
		"segment":          {views.Target{Segment: "at"}, []string{"time-first"}},
		"segment of kind":  {views.Target{Segment: "at", Layout: layout}, []string{"time-first"}},
		"segment of other": {views.Target{Segment: "at", Layout: "{x}"}, nil},
		"row":              {views.Target{Key: key}, []string{"time-first"}},
		"kind":             {views.Target{Layout: layout}, []string{"time-first"}},
		"no such family":   {views.Target{Family: "absent"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			s := New()
			s.FilterTo(tt.place) // before the audit
			viewtest.SetData(s, d)
			var got []string
			for _, i := range s.lines {
				got = append(got, s.found.report.Findings[i.finding].Rule)
			}
			for _, rule := range tt.want {
				if !strings.Contains(strings.Join(got, " "), rule) {
					t.Errorf("%s is not among %v", rule, got)
				}
			}
			if len(tt.want) == 0 && len(got) > 0 {
				t.Errorf("listed %v", got)
			}
			all := len(s.found.report.Findings)
			if name != "nothing known" && len(got) >= all {
				t.Errorf("all %d are listed", all)
			}
			if shown := frame(s, 120, 40); (name != "nothing known") != strings.Contains(shown, "esc lists") {
				t.Error(shown)
			}
			viewtest.CheckSizes(t, s)
			if name != "nothing known" {
				viewtest.Press(t, s, "esc")
			}
			if len(s.lines) != all {
				t.Errorf("%d of %d are listed after esc", len(s.lines), all)
			}
		})
	}
}

// A suppressed finding can be taken to the file of the command.
func TestCopySuppression(t *testing.T) {
	s := New()
	viewtest.SetData(s, faulty())
	viewtest.Press(t, s, "d")
	viewtest.Type(t, s, "agreed")
	viewtest.Press(t, s, "enter")
	c, ok := viewtest.Press(t, s, "Y")[0].(views.Copy)
	if !ok || !strings.Contains(c.Text, "rule: "+s.finding().Rule) || !strings.Contains(c.Text, "reason: agreed") {
		t.Errorf("copied %+v", c)
	}
}
