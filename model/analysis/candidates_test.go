package analysis

import (
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/internal/demotest"
	"tabletop/model/advise"
	"tabletop/model/demo"
	"tabletop/model/infer"
	"tabletop/model/redact"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/workload"
)

// TestCandidatesAreOneList verifies that the list of layouts begins with those for the likely queries, whatever else is
// asked, which is kept, and that there is none without layouts.
func TestCandidatesAreOneList(t *testing.T) {
	_, table, err := demo.Find("meters")
	if err != nil {
		t.Fatal(err)
	}
	a, err := New(t.Context(), demotest.Table(table, time.Unix(1_790_000_000, 0), 1500), Options{})
	if err != nil {
		t.Fatal(err)
	}
	likely, err := a.Candidates(t.Context(), nil, advise.Options{})
	if err != nil || likely.Advice == nil || likely.Audited == nil {
		t.Fatalf("%+v, %v", likely, err)
	}
	again, err := a.Candidates(t.Context(), nil, advise.Options{})
	if err != nil || again.Advice != likely.Advice || again.Audited != likely.Audited {
		t.Errorf("the advice is made twice: %v", err)
	}
	index, err := a.Queries(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	names := a.Layouts[0].Segments()
	queries, err := workload.Parse([]byte("queries: [{name: q, where: {"+names[len(names)-1].Name+": equal}}]"), index.Names)
	if err != nil {
		t.Fatal(err)
	}
	other, err := a.Candidates(t.Context(), queries, advise.Options{})
	if err != nil || other.Advice == likely.Advice || other.Audited != likely.Audited {
		t.Fatalf("%+v, %v", other, err)
	}
	for i, option := range likely.Advice.Options {
		if letter := likely.Letter(option.Template); letter != other.Letter(option.Template) || (letter == "") != option.Current {
			t.Errorf("layout %d, %s, is %q, for other queries %q", i, option.Template, letter, other.Letter(option.Template))
		}
	}
	for _, option := range other.Advice.Options {
		if (other.Letter(option.Template) == "") != option.Current {
			t.Errorf("%s has the letter %q", option.Template, other.Letter(option.Template))
		}
	}
	if more, err := a.Candidates(t.Context(), nil, advise.Options{Rows: 1e9}); err != nil || more.Advice == likely.Advice ||
		more.Advice == nil {
		t.Errorf("for more rows: %v", err)
	}
	none, err := New(t.Context(), demotest.Table(table, time.Unix(1_790_000_000, 0), 30), Options{Layouts: rowkey.Set{}})
	if err != nil {
		t.Fatal(err)
	}
	if list, err := none.Candidates(t.Context(), nil, advise.Options{}); list != nil || err == nil {
		t.Errorf("without layouts: %+v, %v", list, err)
	}
}

// TestInferenceInForce verifies that audits are told of an inference only if its layouts are those in force.
func TestInferenceInForce(t *testing.T) {
	set, err := rowkey.ParseSet("{a}#{b}")
	if err != nil {
		t.Fatal(err)
	}
	at := time.Unix(1_700_000_000, 0)
	for name, tt := range map[string]struct {
		opts           Options
		inferred, told bool
	}{"inferred": {Options{}, true, true}, "declared": {Options{Layouts: set}, false, false},
		"both": {Options{Layouts: set, Infer: true}, true, false}} {
		a, err := New(t.Context(), keyed(at, "ann#1", "bob#2", "carl#3"), tt.opts)
		if err != nil {
			t.Fatal(err)
		}
		in, err := a.AuditInput(t.Context())
		if err != nil || (a.Inferred != nil) != tt.inferred || (in.Inferred != nil) != tt.told {
			t.Errorf("%s: inferred %t, told %t, %v", name, a.Inferred != nil, in.Inferred != nil, err)
		}
		if in.Table != a.Segments || in.Profile != a.Profile || in.Review == nil || in.Heat == nil || in.Keys == nil ||
			in.Base == nil {
			t.Errorf("%s: %+v", name, in)
		}
	}
}

// TestInferenceIsRedacted verifies that the kinds of an inference have redacted examples and layouts, that others which
// hold names are left out, and that nothing changes in the analysis that is redacted.
func TestInferenceIsRedacted(t *testing.T) {
	var keys []string
	for _, who := range strings.Fields("annabel boris carla dolores emil fanny gustav hanna igor jana karl lena") {
		for _, what := range []string{"1", "2", "3"} {
			keys = append(keys, "acct#"+who+"-miller#"+what)
		}
	}
	a, err := New(t.Context(), keyed(time.Unix(1_700_000_000, 0), keys...), Options{})
	if err != nil || len(a.Inferred.Kinds) == 0 {
		t.Fatalf("%+v, %v", a.Inferred, err)
	}
	first := slices.Clone(a.Inferred.Kinds[0].First)
	a.Inferred.Kinds[0].Others = []infer.Other{{Layout: a.Layouts[0], Confidence: 0.1}}
	opts := redact.Options{Key: []byte("key")}
	r, done, err := a.Redacted(t.Context(), opts, redact.NewStrings(opts))
	if err != nil || r.Inferred == a.Inferred || len(r.Inferred.Kinds) != len(a.Inferred.Kinds) {
		t.Fatalf("%+v, %v", r, err)
	}
	for i, k := range r.Inferred.Kinds {
		row := r.Sample.Find(k.First)
		if row == r.Sample.Rows() || string(r.Sample.Key(row)) != string(k.First) || strings.Contains(string(k.First), "annabel") {
			t.Errorf("kind %d has the example %q, which is no row", i, k.First)
		}
		if k.Layout != done.Layouts[i] || k.Confidence != a.Inferred.Kinds[i].Confidence {
			t.Errorf("kind %d has the layout %s", i, k.Layout)
		}
	}
	if string(a.Inferred.Kinds[0].First) != string(first) || len(a.Inferred.Kinds[0].Others) != 1 ||
		a.Sample.How.Redacted != "" {
		t.Errorf("what is redacted has changed: %+v", a.Inferred.Kinds[0])
	}
}

// TestTimeThatIsGiven verifies that a time stands in for that of the read only where the sample does not state it.
func TestTimeThatIsGiven(t *testing.T) {
	now := time.Unix(1_800_000_000, 0)
	s := keyed(time.Unix(1_700_000_000, 0), "a")
	for started, want := range map[time.Time]time.Time{{}: now, time.Unix(1_750_000_000, 0): time.Unix(1_750_000_000, 0)} {
		how := s.How
		how.Started = started
		a, err := New(t.Context(), s.Described(sample.Table{}, how), Options{Now: now})
		if err != nil {
			t.Fatal(err)
		}
		if got := a.Clock().Now; !got.Equal(want) {
			t.Errorf("read at %v: ages are as of %v, want %v", started, got, want)
		}
	}
}
