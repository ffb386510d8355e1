package audit

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tabletop/model/figures"
	"tabletop/model/heat"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// TestFindingsThatContradictAreDropped verifies which findings go because of others that are closer to the cause, and
// that they stay without these.
func TestFindingsThatContradictAreDropped(t *testing.T) {
	measured := func(v float64) []Measure { return []Measure{{Figure: seen(v)}} }
	of := func(name string) Subject { return Subject{Kind: AboutFamily, Name: name} }
	inLayout := func(name, layout string) Subject { return Subject{Kind: AboutSegment, Name: name, Layout: layout} }
	for name, tt := range map[string]struct {
		found map[string][]Finding
		want  string // the rules that keep a finding
	}{
		"a family that is divided": {map[string][]Finding{"retention-mixed": {{Subject: of("f")}},
			"families-apart": {{Evidence: []Evidence{{Family: "f"}, {Family: "g"}}}}}, "retention-mixed"},
		"another family is divided": {map[string][]Finding{"retention-mixed": {{Subject: of("h")}},
			"families-apart": {{Evidence: []Evidence{{Family: "f"}, {Family: "g"}}}}}, "families-apart retention-mixed"},
		"a family that is not used": {map[string][]Finding{"family-unused": {{Subject: of("f")}},
			"family-name-long": {{Subject: of("f")}}}, "family-unused"},
		"another is not used": {map[string][]Finding{"family-unused": {{Subject: of("g")}},
			"family-name-long": {{Subject: of("f")}}}, "family-name-long family-unused"},
		"more than half explained": {map[string][]Finding{"delimiter-in-value": {{Measures: measured(0.051)}},
			"key-unexplained": {{Measures: measured(0.1)}}}, "delimiter-in-value"},
		"half explained": {map[string][]Finding{"delimiter-in-value": {{Measures: measured(0.05)}},
			"key-unexplained": {{Measures: measured(0.1)}}}, "delimiter-in-value key-unexplained"},
		"keys of another kind": {map[string][]Finding{"delimiter-in-value": {{splits: []string{"l"}, Measures: measured(1)}},
			"granular-first": {{Subject: inLayout("a", "l")}}, "tenant-behind": {{Subject: inLayout("a", "l")}},
			"entity-split": {{Subject: inLayout("a", "l")}}, "number-unpadded": {{Subject: inLayout("a", "l")}},
			"salted": {{Subject: inLayout("a", "l")}}}, "delimiter-in-value salted"},
		"keys of the kind itself": {map[string][]Finding{"delimiter-in-value": {{splits: []string{"m"}, Measures: measured(1)}},
			"granular-first": {{Subject: inLayout("a", "l")}}}, "delimiter-in-value granular-first"},
		"large rows":        {map[string][]Finding{"row-large": {{Measures: measured(1)}}, "entity-split": {{}}}, "row-large"},
		"columns are many":  {map[string][]Finding{"columns-many": {{Severity: Error}}, "row-unbounded": {{Severity: Warning}}}, "columns-many"},
		"rows are unbound":  {map[string][]Finding{"columns-many": {{Severity: Note}}, "row-unbounded": {{Severity: Warning}}}, "row-unbounded"},
		"both as severe":    {map[string][]Finding{"columns-many": {{Severity: Warning}}, "row-unbounded": {{Severity: Warning}}}, "row-unbounded"},
		"a hotspot alone":   {map[string][]Finding{"write-hotspot": {{Severity: Warning}}}, "write-hotspot"},
		"a severe cause":    {map[string][]Finding{"write-hotspot": {{Severity: Warning}}, "time-first": {{Severity: Warning}}}, "time-first"},
		"a lesser cause":    {map[string][]Finding{"write-hotspot": {{Severity: Warning}}, "time-first": {{Severity: Note}}}, "time-first write-hotspot"},
		"no cause of it":    {map[string][]Finding{"write-hotspot": {{Severity: Warning}}, "write-rate": {{Severity: Error}}}, "write-hotspot write-rate"},
		"one behind a few":  {map[string][]Finding{"write-hotspot": {{Severity: Note}}, "time-behind-few": {{Severity: Note}}}, "time-behind-few"},
		"ids that go ahead": {map[string][]Finding{"write-hotspot": {{Severity: Note}}, "id-sequential": {{Severity: Note}}}, "id-sequential"},
	} {
		reconciled(tt.found)
		var left []string
		for _, rule := range Rules() {
			if len(tt.found[rule.ID]) > 0 {
				left = append(left, rule.ID)
			}
		}
		if got, want := fmt.Sprint(slices.Sorted(slices.Values(left))), fmt.Sprint(strings.Fields(tt.want)); got != want {
			t.Errorf("%s: left are %s, want %s", name, got, want)
		}
	}
}

// TestFixesOfOneCause verifies which fix findings of one cause share: that of a large cell if it is more than half of the
// row, that of ascending ids if it is as severe, that of what tells why writes go there.
func TestFixesOfOneCause(t *testing.T) {
	measured := func(v float64) []Measure { return []Measure{{Figure: seen(v)}} }
	fix := func(text string) Fix { return Fix{Text: text} }
	for cell, want := range map[float64]string{51: "cell", 50: "row"} {
		found := map[string][]Finding{"row-large": {{Measures: measured(100), Fix: fix("row")}},
			"cell-large": {{Measures: measured(cell), Fix: fix("cell")}}}
		if reconciled(found); found["row-large"][0].Fix.Text != want {
			t.Errorf("a cell of %v of a row of 100: fix %q, want %q", cell, found["row-large"][0].Fix.Text, want)
		}
	}
	id := Subject{Kind: AboutSegment, Name: "id", Layout: "l"}
	for _, tt := range []struct {
		subject  Subject
		severity Severity
		want     string
	}{{id, Warning, "mirror"}, {id, Error, "mirror"}, {id, Note, "pad"}, {Subject{Kind: AboutSegment, Name: "n", Layout: "l"}, Warning, "pad"}} {
		found := map[string][]Finding{"number-unpadded": {{Subject: id, Severity: Warning, Fix: fix("pad")}},
			"id-sequential": {{Subject: tt.subject, Severity: tt.severity, Fix: fix("mirror")}}}
		if reconciled(found); found["number-unpadded"][0].Fix.Text != tt.want {
			t.Errorf("%+v, %s: fix %q, want %q", tt.subject, tt.severity, found["number-unpadded"][0].Fix.Text, tt.want)
		}
	}
	found := map[string][]Finding{"write-hotspot": {{Severity: Error, Fix: fix("own")}}, "counter-plain": {{Severity: Note,
		Fix: fix("counter")}}, "write-rate": {{Severity: Error, Fix: fix("rate")}}}
	if reconciled(found); found["write-hotspot"][0].Fix.Text != "counter" {
		t.Errorf("a hotspot has the fix %q", found["write-hotspot"][0].Fix.Text)
	}
	// Two findings that start the key with different segments: the more severe one decides.
	of := func(severity Severity, lead string) Finding {
		return Finding{Severity: severity, lead: lead, Subject: id, Fix: fix(lead), cures: []*Proposal{{}}}
	}
	leads := map[string][]Finding{"granular-first": {of(Note, "a")}, "tenant-behind": {of(Warning, "b")}, "hash-first": {of(Note, "b")}}
	oneLead(leads)
	if f := leads["granular-first"][0]; !strings.HasPrefix(f.Fix.Text, "Choose one first segment for both: ") || f.cures != nil {
		t.Errorf("%+v", f)
	}
	for _, rule := range []string{"tenant-behind", "hash-first"} {
		if f := leads[rule][0]; f.Fix.Text != "b" || f.cures == nil {
			t.Errorf("%s: %+v", rule, f)
		}
	}
	if k := (kindFacts{segments: []*rowkey.Segment{{Name: "a"}, {Name: "b"}}}); leading(k, []int{1, 0}) != "b" || leading(k, []int{1}) != "" ||
		leading(k, nil) != "" {
		t.Error("another segment leads")
	}
}

// TestKindsThatMayNameTheSameThings verifies which kinds are compared, and how what their keys name is spelled.
func TestKindsThatMayNameTheSameThings(t *testing.T) {
	kind := func(segments, time int) kindFacts {
		return kindFacts{Kind: &figures.Kind{}, segments: make([]*rowkey.Segment, segments), time: time}
	}
	for _, tt := range []struct {
		a, b kindFacts
		want bool
	}{{kind(2, 1), kind(2, 1), true}, {kind(2, -1), kind(2, -1), true}, {kind(2, 1), kind(3, 1), false}, {kind(2, 1), kind(2, -1), false},
		{kind(2, 0), kind(2, 0), false}, {kind(0, -1), kind(0, -1), false}, {kind(3, 1), kind(3, 2), false}} {
		if got := alike(tt.a, tt.b); got != tt.want {
			t.Errorf("kinds of %d and %d segments, times at %d and %d, are alike: %t, want %t", len(tt.a.segments),
				len(tt.b.segments), tt.a.time, tt.b.time, got, tt.want)
		}
	}
	for text, want := range map[string]string{"Ab-C_1": "abc1", "007": "7", "000": "0", "0": "0", "": "", "é#Z": "éz", "a0": "a0", "0x1f": "x1f"} {
		if got := wordOf(text); got != want {
			t.Errorf("%q is the word %q, want %q", text, got, want)
		}
	}
	var rows []written
	for i := range 40 {
		rows = append(rows, written{fmt.Sprintf("user/%04d#%d", i, 1_700_000_000+i), []int{i}},
			written{fmt.Sprintf("User:%d:%d", i, 1_700_000_000+i), []int{i}})
	}
	f := keyFacts(t, []string{"user/{a:pad(4)}#{t:s}", "User:{b:int}:{u:s}"}, rows...)
	if got := formatsMixed(f); len(got) != 1 || got[0].Measures[0].Figure.Value != 1 || len(got[0].Evidence) != 2 {
		t.Errorf("%+v", got)
	}
	few := keyFacts(t, []string{"user/{a:pad(4)}#{t:s}", "User:{b:int}:{u:s}"}, rows[:38]...) // of 19 things
	if got := formatsMixed(few); len(got) != 0 {
		t.Errorf("of 19 things: %+v", got)
	}
}

// TestWhatTheMapOfWritesTells verifies what is even, hot and moving by the pattern of writes, and that no map tells
// nothing.
func TestWhatTheMapOfWritesTells(t *testing.T) {
	for _, tt := range []struct {
		pattern           heat.Pattern
		artificial        string
		even, hot, moving bool
	}{{heat.Even, "", true, false, false}, {heat.MovingHotspot, "", false, true, true}, {heat.FixedRange, "", false, true, false},
		{heat.Unknown, "", false, false, false}, {heat.Even, "zero", false, false, false}, {heat.MovingHotspot, "zero", false, false, false}} {
		f := &facts{Input: Input{Heat: &heat.Map{Artificial: tt.artificial, Score: heat.Score{Pattern: tt.pattern}}}}
		if f.even() != tt.even || f.hot() != tt.hot || f.moving() != tt.moving {
			t.Errorf("%q, %q: even %t, hot %t, moving %t", tt.pattern, tt.artificial, f.even(), f.hot(), f.moving())
		}
		if got := len(f.moves()); (got == 2) != (tt.even || tt.hot) || got != 0 && got != 2 {
			t.Errorf("%q, %q: %d measures", tt.pattern, tt.artificial, got)
		}
		if got := f.cooled(Finding{Severity: Error}); (got.Severity == Note) != tt.even || (got.Why != "") != tt.even {
			t.Errorf("%q: %+v", tt.pattern, got)
		}
	}
	both := func(children ...sample.GCRule) sample.GCRule {
		return sample.GCRule{Kind: sample.GCIntersection, Children: children}
	}
	age, versions := sample.GCRule{Kind: sample.GCMaxAge}, sample.GCRule{Kind: sample.GCMaxVersions}
	union := sample.GCRule{Kind: sample.GCUnion, Children: []sample.GCRule{age, versions}}
	for i, tt := range []struct {
		rule          sample.GCRule
		capped, byAge bool
	}{{age, false, true}, {versions, true, false}, {union, true, true}, {both(age, versions), false, true}, {both(versions, versions), true, false},
		{both(), false, false}, {sample.GCRule{}, false, false}, {sample.GCRule{Kind: sample.GCUnion, Children: []sample.GCRule{age}}, false, true}} {
		if capped(tt.rule) != tt.capped || byAge(tt.rule) != tt.byAge {
			t.Errorf("rule %d: limits versions: %t, by age: %t", i, capped(tt.rule), byAge(tt.rule))
		}
	}
}
