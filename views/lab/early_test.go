package lab

import (
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"tabletop/internal/viewtest"
	"tabletop/model/advise"
	"tabletop/model/audit"
	"tabletop/views"
)

// adviceOf is an advice with some layouts beside the current one; early, or with the layout that an audit proposes.
func adviceOf(early bool, cure string, layouts ...string) *advised {
	options := []*advise.Candidate{{Current: true}}
	for _, layout := range layouts {
		options = append(options, &advise.Candidate{Template: layout})
	}
	report := &audit.Report{}
	if cure != "" {
		report.Findings = []audit.Finding{{Rule: "time-first", Severity: audit.Warning,
			Proposal: &audit.Proposal{Candidate: cure}}}
	}
	return &advised{list: audit.NewCandidates(&advise.Advice{Options: options}, report), early: early}
}

// texts lists the candidates of a screen.
func texts(s *Screen) (out []string) {
	for _, l := range s.slots[1:] {
		out = append(out, l.text)
	}
	return out
}

// TestAdviceBeforeTheAudit verifies that layouts are there as soon as the advice is, that the screen says what is still
// done, and that the layout of the audit then stands beside them, unless the user has changed something meanwhile.
func TestAdviceBeforeTheAudit(t *testing.T) {
	const cure, still = "{region}#{metric}", "layouts against findings are still tried"
	for name, c := range map[string]struct {
		found, want []string
		keys        []string
	}{
		"with room":        {[]string{"{metric}"}, []string{"{metric}", cure}, nil},
		"without room":     {[]string{"{a}", "{b}", "{c}", "{d}"}, []string{"{a}", "{b}", "{c}", cure}, nil},
		"one was dropped":  {[]string{"{metric}", "{region}"}, []string{"{region}"}, []string{"d"}},
		"one was added":    {[]string{"{metric}"}, []string{"{metric}", "{metric}"}, []string{"c"}},
		"the cure is one":  {[]string{cure}, []string{cure}, nil},
		"there is no cure": {[]string{"{metric}"}, []string{"{metric}"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			s := New()
			viewtest.SetData(s, viewtest.Metrics())
			s.search = &search{}
			s.Receive(adviceOf(true, "", c.found...))
			shown := ansi.Strip(strings.Join(s.drawAdvice(200, viewtest.Mono()), "\n"))
			if !slices.Equal(texts(s), c.found) || !strings.Contains(shown, still) || strings.Contains(shown, "compared") {
				t.Fatalf("early, the layouts are %q and the screen says\n%s", texts(s), shown)
			}
			for _, key := range c.keys {
				viewtest.Press(t, s, key)
			}
			proposed := cure
			if name == "there is no cure" {
				proposed = ""
			}
			s.Receive(adviceOf(false, proposed, c.found...))
			shown = ansi.Strip(strings.Join(s.drawAdvice(200, viewtest.Mono()), "\n"))
			if !slices.Equal(texts(s), c.want) || strings.Contains(shown, still) {
				t.Errorf("at the end, the layouts are %q, want %q; the screen says\n%s", texts(s), c.want, shown)
			}
		})
	}
}

// TestEarlyAdviceIsOfTheList verifies that the layouts which are there first are those of the whole list, with its
// letters, and that there are none first where the layouts of several record kinds become one.
func TestEarlyAdviceIsOfTheList(t *testing.T) {
	several := viewtest.Metrics()
	for name, data := range map[string]*views.Data{"several": several,
		"one": viewtest.Data(several.Sample, "{kind}#{device}[#{at:ms}]")} {
		s := New()
		viewtest.SetData(s, data)
		var early *advised
		whole := s.advise().(views.Work).Reports(t.Context(), func(step any) {
			if list, ok := step.(*advised); ok {
				early = list
			}
		}).(*advised)
		if early == nil || whole.err != nil {
			if name == "one" || whole.err != nil {
				t.Errorf("%s: no early list, or %v", name, whole.err)
			}
			continue
		}
		if early.list.Advice != whole.list.Advice || !early.early || whole.early || name != "one" {
			t.Errorf("%s: the early advice is another one", name)
		}
		for _, o := range early.list.Advice.Options {
			if a, b := early.list.Letter(o.Template), whole.list.Letter(o.Template); a != b {
				t.Errorf("%s is %s early, and %s at the end", o.Template, a, b)
			}
		}
	}
}

// TestSearchEndsWhenTheLabIsLeft verifies that a search which the Lab began by itself is given up when another screen
// comes up, and begins again when the Lab does; one that the user asked for, or whose advice has come, goes on.
func TestSearchEndsWhenTheLabIsLeft(t *testing.T) {
	s := New()
	viewtest.SetData(s, viewtest.Metrics())
	if s.Leave() != nil {
		t.Error("there is no search to give up")
	}
	begun := func(r views.Request) bool { w, ok := r.(views.Work); return ok && w.Name == adviceWork }
	if !begun(s.Propose()) || !slices.Equal(s.Leave(), []string{adviceWork}) || s.search != nil {
		t.Error("the search was not given up")
	}
	if !begun(s.Propose()) {
		t.Fatal("the search did not begin again")
	}
	s.Receive(adviceOf(true, "", "{metric}"))
	if s.Leave() != nil {
		t.Error("a search was given up whose advice has come")
	}
	if s.Receive(adviceOf(false, "", "{metric}")); !begun(s.advise()) || s.Leave() != nil {
		t.Error("a search was given up that the user asked for")
	}
}

// TestSearchWaitsForTheEndOfTheRead verifies that the Lab begins its search when the read ends, though it was ready for
// the rows before.
func TestSearchWaitsForTheEndOfTheRead(t *testing.T) {
	reading := *viewtest.Metrics()
	reading.Reading = true
	s := New()
	viewtest.SetData(s, &reading)
	if s.Propose() != nil || s.bench == nil {
		t.Fatal("a search began while rows are read, or there is no bench")
	}
	read := reading
	read.Reading = false
	s.SetData(&read)
	if w, ok := s.RequestWork().(views.Work); !ok || w.Name != adviceWork {
		t.Error("no search began at the end of the read")
	}
	if s.RequestWork() != nil {
		t.Error("the search began twice")
	}
}

// TestProposalAskedForBeforeTheTable verifies that a Lab that came up before its table was described searches when there
// are rows.
func TestProposalAskedForBeforeTheTable(t *testing.T) {
	s := New()
	if s.Propose() != nil {
		t.Error("something is searched for without a table")
	}
	viewtest.SetData(s, viewtest.Metrics())
	if len(s.slots) < 2 || s.letters == nil {
		t.Errorf("%d layouts, no search was made", len(s.slots))
	}
}
