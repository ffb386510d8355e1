package lesson

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"tabletop/model/candidate"
	"tabletop/model/estimate"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// TestWorksNearALayout verifies the layouts that an exercise is attacked with: each field left out, doubled, computed,
// and in another place, behind the literal in front and without it.
func TestWorksNearALayout(t *testing.T) {
	parts := func(text string) []candidate.Part {
		c, err := candidate.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		return c.Templates[0].Key
	}
	times := map[string]bool{"t": true}
	for text, want := range map[string][]string{
		"{a}": {"{a}#{a}", "{hash(a)}", "{truncate(a, 2)}", "{salt(4, a)}#{a}"},
		"{a}/{b}": {
			"{b}", "{a}#{a}#{b}", "{hash(a)}#{b}", "{truncate(a, 2)}#{b}", "{salt(4, a)}#{a}#{b}", "{b}#{a}",
			"{a}", "{a}#{b}#{b}", "{a}#{hash(b)}", "{a}#{truncate(b, 2)}", "{a}#{salt(4, b)}#{b}", "{b}#{a}"},
		"x-{a}": {"x-{a}#{a}", "x-{hash(a)}", "x-{truncate(a, 2)}", "x-{salt(4, a)}#{a}"},
		"{t}": {"{t}#{t}", "{hash(t)}", "{truncate(t, 2)}", "{salt(4, t)}#{t}", "{mirror(t)}", "{bucket(t, 1y)}",
			"{t:date(0102)}"},
	} {
		if got := keyMutants(parts(text), times); !slices.Equal(got, want) {
			t.Errorf("near %s are\n%q, want\n%q", text, got, want)
		}
	}
	// A literal in front is kept by those that exchange fields, and dropped by some that move one to the front.
	got := keyMutants(parts("x-{a}#{b}"), nil)
	for _, want := range []string{"x-{b}", "x-{b}#{a}", "{b}#{a}"} {
		if !slices.Contains(got, want) {
			t.Errorf("near x-{a}#{b} is no %s: %q", want, got)
		}
	}
	table := Table{Layout: "{a}#{b}"}
	near := layoutMutants("{b}#{a} => * -> *:{b}", table)
	for _, want := range []string{"{a}#{b}", "{key()}", "{hash(key())}", "{celltime()}#{key()}", "{b}#{a}",
		"{a} => * -> *:{b}", "x{b}#{a} => * -> *:{b}", "X#{b}#{a} => * -> *:{b}", "{b}#{a}#x => * -> *:{b}",
		"{celltime()}#{b}#{a} => * -> *:{b}",
		"x{a}#{b}", "{celltime()}#{a}#{b}", "{part_a=a}#{part_b=b}", "{key()} => drop *", "{a}#{b} ++ {a}#{b}",
		"{b}#{a} => drop *; * -> *:{b}", "{b}#{a} => time {celltime(year)}; * -> *:{b}",
		"{b}#{a} => * -> *:{b} ++ {b}#{a} => * -> *:{b}", "{a}#{b} => * -> *:x", "{a}#{b} => * -> empty *:{qualifier()}"} {
		if !slices.Contains(near, want) {
			t.Errorf("near {b}#{a} and {a}#{b} is no %s: %q", want, near)
		}
	}
	make := Make{Where: InLab, Right: "{b}#{a}"}
	works := make.Mutants(table)
	for i, text := range works {
		if text == make.Right || slices.Contains(works[:i], text) {
			t.Errorf("%s is right, or occurs twice, in %q", text, works)
		}
	}
	if got := (Table{Layout: "l", Start: "s"}).begin(); got != "s" {
		t.Errorf("the lesson begins with %q", got)
	}
	if got := (Table{Layout: "l"}).begin(); got != "l" {
		t.Errorf("the lesson begins with %q", got)
	}
}

// TestWorksNearAQuery verifies the queries that an exercise is attacked with: each condition left out, and each segment
// asked for alone and besides.
func TestWorksNearAQuery(t *testing.T) {
	table := Table{Layout: "{a}#{b}"}
	for right, want := range map[string]string{
		"a equal":          "a equal|b equal|a equal, b equal",
		"a equal, b equal": "b equal|a equal|a equal|b equal",
		"a prefix":         "a equal|a prefix, a equal|b equal|a prefix, b equal",
	} {
		if got := strings.Join(queryMutants(right, table), "|"); got != want {
			t.Errorf("near %s: %s, want %s", right, got, want)
		}
	}
	if got := queryMutants("a equal", Table{Layout: "{"}); len(got) != 0 {
		t.Errorf("of a table without a layout: %q", got)
	}
}

// TestMeasuresOfFiles verifies what is said of a measure that a lesson cannot use, and the segments that measures name.
func TestMeasuresOfFiles(t *testing.T) {
	for text, want := range map[string]string{
		"hot": "", "hot of {a}": "", " rows ": "", "kept [f] of maxversions=1": "", "query rows read of a equal": "",
		"rows read [a equal] of {a}": "",
		"Hot!":                       `"Hot!" is not a measure: write NAME, NAME [ARGUMENT], or NAME [ARGUMENT] of LAYOUT`,
		"heat":                       `there is no measure "heat"; the measures are access, busiest, bytes read, `,
		"hot [a]":                    "hot takes nothing in brackets",
		"kept":                       "kept needs a family in brackets",
		"distinct [a] of {a}":        `distinct is of the open table: leave out "of"`,
		"query access":               `query access needs "of" and a query`,
		"rows read [a]":              `query "a": "" is not a condition`,
		"hot of {a":                  "",
	} {
		measure, err := ParseMeasure(text)
		bad := want != "" || text == "hot of {a"
		if (err != nil) != bad || (measure == nil) != bad || bad && !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	for _, tt := range []struct {
		text    string
		subject Subject
		ok      bool
	}{{"hot", OfLayout, true}, {"hot", OfQuery, false}, {"columns", OfQuery, true}, {"hot of {a}", OfQuery, true},
		{"query access", OfQuery, true}, {"query access", OfLayout, false}, {"no such", OfLayout, false}} {
		if of, err := ParseQuantity(tt.text, tt.subject); (err == nil) != tt.ok || (of != nil) != tt.ok {
			t.Errorf("%q of subject %d: %v, want %t", tt.text, tt.subject, err, tt.ok)
		}
	}
	for text, want := range map[string]string{
		"hot": "", "hot of {a}#{hash(b)}": "a b", "rows read [a equal, f:q equal] of {b}": "a b", "distinct [c]": "c",
		"kept [f]": "", "query rows read of a equal, b equal": "a b", "Hot!": "", "hot of {a": "", "key length": "",
	} {
		if got := strings.Join(namedIn(text), " "); got != want {
			t.Errorf("%q names %q, want %q", text, got, want)
		}
	}
}

// value is a measure of a number, an exact one.
func value(v float64) Measure {
	return func(context.Context, *Workbench) (Figure, error) { return number(v, Count, true), nil }
}

// TestConditions verifies conditions on figures from both sides of their limits, and that errors of measures are theirs.
func TestConditions(t *testing.T) {
	failed := errors.New("not measured")
	broken := func(string) Measure {
		return func(context.Context, *Workbench) (Figure, error) { return Figure{}, failed }
	}
	of := func(v float64) Of { return func(string) Measure { return value(v) } }
	kind := func(string) Measure {
		return func(context.Context, *Workbench) (Figure, error) { return word("prefix"), nil }
	}
	for name, tt := range map[string]struct {
		cond Cond
		want bool
		err  error
	}{
		"less than half":          {Below("n", of(4.9), 0.5, value(10), "say"), true, nil},
		"half, not less":          {Below("n", of(5), 0.5, value(10), "say"), false, nil},
		"more than double":        {Above("n", of(21), 2, value(10), "say"), true, nil},
		"double, not more":        {Above("n", of(20), 2, value(10), "say"), false, nil},
		"the same":                {SameAs("n", of(3), value(3), "say"), true, nil},
		"not the same":            {SameAs("n", of(3), value(4), "say"), false, nil},
		"none":                    {Zero("n", of(0), "say"), true, nil},
		"one is not none":         {Zero("n", of(1), "say"), false, nil},
		"one of the words":        {Is("n", kind, "say", "point", "prefix"), true, nil},
		"none of the words":       {Is("n", kind, "say", "point"), false, nil},
		"shown":                   {Shows(map[string]Of{"n": of(1)}), true, nil},
		"below what fails":        {Below("n", broken, 1, value(1), "say"), false, failed},
		"below, failed":           {Below("n", of(1), 1, broken(""), "say"), false, failed},
		"in other order":          {AsksBy("b equal, a equal"), true, nil},
		"within, below the limit": {Below("n", within(of(1), 2, of(5)), 1, value(6), "say"), true, nil},
		"within, at the limit":    {Below("n", within(of(2), 2, of(5)), 1, value(6), "say"), false, nil},
		"within, what fails":      {Below("n", within(broken, 2, of(5)), 1, value(6), "say"), false, failed},
	} {
		got, err := tt.cond.Met(t.Context(), nil, "a equal, b equal")
		if !errors.Is(err, tt.err) || tt.err == nil && err != nil || got != tt.want && tt.err == nil {
			t.Errorf("%s: %t, %v, want %t", name, got, err, tt.want)
		}
	}
	if cond := Below("mine", of(1), 1, value(7), "say"); cond.Say != "say" || cond.Figures["mine"] == nil {
		t.Errorf("%+v", cond)
	} else if than, err := cond.Figures["than"]("")(t.Context(), nil); err != nil || than.Value != 7 {
		t.Errorf("than is %v, %v", than, err)
	}
	if ok, err := AsksBy("a equal").Met(t.Context(), nil, "a equal, b equal"); ok || err != nil {
		t.Errorf("a query that asks for more: %t, %v", ok, err)
	}
	for expr, want := range map[string]bool{"reverse(a)": true, " reverse( a )": true, "hash(a)": false} {
		if ok, err := Has(expr, "").Met(t.Context(), nil, "{b}#{hash(reverse(a))}"); err != nil || ok != want {
			t.Errorf("has %s: %t, %v, want %t", expr, ok, err, want)
		}
	}
}

// TestAnswersThatAreNumbers verifies which numbers are taken for a figure: those within its interval and the tolerance,
// which is a twentieth unless the lesson has another; and what is said of others.
func TestAnswersThatAreNumbers(t *testing.T) {
	figure := number(100, Count, true)
	wide := Figure{Figure: estimate.Within(100, 80, 130)}
	for _, tt := range []struct {
		of     Figure
		within float64
		given  float64
		want   int
	}{
		{figure, 0, 95, 0}, {figure, 0, 94.9, -1}, {figure, 0, 105, 0}, {figure, 0, 105.1, 1},
		{figure, 0.01, 99, 0}, {figure, 0.01, 98.9, -1}, {figure, 0.01, 101, 0}, {figure, 0.01, 101.1, 1},
		{wide, 0.01, 79, 0}, {wide, 0.01, 78.9, -1}, {wide, 0.01, 131, 0}, {wide, 0.01, 131.1, 1},
		{number(-100, Count, true), 0, -105, 0}, {number(-100, Count, true), 0, -106, -1},
		{number(0, Count, true), 0, 0, 0}, {number(0, Count, true), 0, 1, 1},
	} {
		if got := (Number{Within: tt.within}).over(tt.given, tt.of); got != tt.want {
			t.Errorf("%v for %v within %v: %d, want %d", tt.given, tt.of.Value, tt.within, got, tt.want)
		}
	}
	n := Number{Of: value(100), Mistakes: []WrongNumber{{value(7), "these are the days"}}}
	for answer, want := range map[string]string{"100": "done", "": "", " ": "", "94": "{given} is too small.",
		"106": "{given} is too large.", "7": "these are the days",
		"x": `"x" is not a number: write, for example, 1,234 or 12.5%`} {
		verdict, err := n.Judge(t.Context(), nil, Work{Answer: answer})
		if verdict.Done {
			verdict.Say = "done"
		}
		if err != nil || verdict.Say != want {
			t.Errorf("%q: %q, %v, want %q", answer, verdict.Say, err, want)
		}
	}
	right, wrong, err := n.Examples(t.Context(), nil)
	if err != nil || right.Answer != "100" || wrong[0].Answer != "161" || wrong[1].Answer != "49" {
		t.Errorf("an answer is %+v, others are %+v: %v", right, wrong, err)
	}
	for unit, want := range map[Unit]float64{Count: 12, Share: 0.12, Bytes: 12} {
		if got, err := ParseNumber("12", unit); err != nil || got != want {
			t.Errorf("12 of unit %d is %v, %v, want %v", unit, got, err, want)
		}
	}
	for text, want := range map[string]float64{"2b": 2, "2x": 2, "2k": 2e3, "2kb": 2e3, "2M": 2e6, "2mb": 2e6, "2g": 2e9,
		"2 GB": 2e9, "2%": 0.02} {
		if got, err := ParseNumber(text, Bytes); err != nil || got != want {
			t.Errorf("%s is %v, %v, want %v", text, got, err, want)
		}
	}
}

// TestAnswersThatAreOptions verifies which option is right by measures, the first of several that are as good, and what
// is said of the others.
func TestAnswersThatAreOptions(t *testing.T) {
	failed := errors.New("not measured")
	broken := func(context.Context, *Workbench) (Figure, error) { return Figure{}, failed }
	named := func(w string) Measure {
		return func(context.Context, *Workbench) (Figure, error) { return word(w), nil }
	}
	for name, tt := range map[string]struct {
		right func(context.Context, *Workbench) (int, error)
		want  int
		ok    bool
	}{
		"least":           {Least(value(3), value(1), value(2), value(1)), 1, true},
		"least, negative": {Least(value(-1), value(-2)), 1, true},
		"most":            {Most(value(2), value(3), value(3)), 1, true},
		"most, negative":  {Most(value(-2), value(-1), value(-3)), 1, true},
		"what fails":      {Most(value(2), broken), 0, false},
		"word":            {Named(named("b"), "a", "b"), 1, true},
		"no word":         {Named(named("c"), "a", "b"), 0, false},
		"word that fails": {Named(broken, "a"), 0, false},
		"fact":            {Fact(2), 2, true},
	} {
		got, err := tt.right(t.Context(), nil)
		if (err == nil) != tt.ok || got != tt.want {
			t.Errorf("%s: option %d, %v, want %d", name, got, err, tt.want)
		}
	}
	c := Choice{Options: []Option{{"a", "not a"}, {"b", "not b"}}, Right: Fact(1)}
	for answer, want := range map[string]string{"1": "not a", "2": "done", "0": "Choose one of 1 to 2.",
		"3": "Choose one of 1 to 2.", "x": "Choose one of 1 to 2.", "": "", " 2 ": "done"} {
		verdict, err := c.Judge(t.Context(), nil, Work{Answer: answer})
		if verdict.Done {
			verdict.Say = "done"
		}
		if err != nil || verdict.Say != want {
			t.Errorf("%q: %q, %v, want %q", answer, verdict.Say, err, want)
		}
	}
}

// TestFaultsOfYAML verifies the line and the words for errors of the parser.
func TestFaultsOfYAML(t *testing.T) {
	for text, want := range map[string]string{
		"yaml: line 7: did not find expected key":                                         "7 did not find expected key",
		"yaml: control characters are not allowed":                                        "0 control characters are not allowed",
		"line 3: field titel not found in type lesson.lessonFile":                         `3 unknown field "titel"; docs/lessons.md lists the fields`,
		"line 1: cannot unmarshal !!seq into lesson.lessonFile":                           "1 this is a list where fields, each with its name is expected",
		"line 2: cannot unmarshal !!map into string":                                      "2 this is a group of fields where a text is expected",
		"line 2: cannot unmarshal !!str `x` into float64":                                 "2 this is a text where a number is expected",
		"line 2: cannot unmarshal !!int `7` into bool":                                    "2 this is a int where true or false is expected",
		"line 2: cannot unmarshal !!str `a` into []string":                                "2 this is a text where a list is expected",
		"yaml: unmarshal errors:\n  line 4: cannot unmarshal !!str `x y` into []lesson.x": "4 this is a text where a list is expected",
	} {
		line, reason := yamlFault(errors.New(text))
		if got := fmt.Sprintf("%d %s", line, reason); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
	if got := (&FileError{"f", 0, "why"}).Error() + ", " + (&FileError{"f", 3, "why"}).Error(); got != "f: why, f:3: why" {
		t.Error(got)
	}
}

// TestNothingWasDone verifies that two works are the same only if all of their parts are.
func TestNothingWasDone(t *testing.T) {
	set := func(text string) rowkey.Set {
		s, err := rowkey.ParseSet(text)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	rules := func(family string, n int) map[string]sample.GCRule {
		return map[string]sample.GCRule{family: {Kind: sample.GCMaxVersions, Versions: n}}
	}
	base := func() Work {
		return Work{Screen: "lab", Answer: "7", Templates: []string{"a", "b"}, Queries: []string{"q", "r"},
			Rules: rules("f", 1), Layouts: set("{a}#{b}")}
	}
	w, o := base(), base()
	if !w.Equal(&o) {
		t.Error("a work is not equal to itself")
	}
	for name, change := range map[string]func(w *Work){
		"screen":        func(w *Work) { w.Screen = "heat" },
		"answer":        func(w *Work) { w.Answer = "8" },
		"a template":    func(w *Work) { w.Templates = []string{"a", "c"} },
		"one template":  func(w *Work) { w.Templates = []string{"a"} },
		"a query":       func(w *Work) { w.Queries = []string{"s", "r"} },
		"more queries":  func(w *Work) { w.Queries = []string{"q", "r", "s"} },
		"a rule":        func(w *Work) { w.Rules = rules("f", 2) },
		"of a family":   func(w *Work) { w.Rules = rules("g", 1) },
		"without rules": func(w *Work) { w.Rules = nil },
		"layouts":       func(w *Work) { w.Layouts = set("{b}#{a}") },
	} {
		other := base()
		change(&other)
		if w.Equal(&other) || other.Equal(&w) {
			t.Errorf("%s: another work is equal", name)
		}
	}
}

// TestTablesOfSteps verifies the table that each step is about: the one it names, else the last one named, else the
// first.
func TestTablesOfSteps(t *testing.T) {
	l := &Lesson{Tables: []Table{{Name: "a", Source: "x"}, {Name: "b", Source: "y"}, {Name: "c", Source: "x"}},
		Steps: []Step{{}, {Table: "b"}, {}, {Table: "a"}, {}}}
	for i, want := range []string{"a", "b", "b", "a", "a", "a"} {
		if got := l.Table(i).Name; got != want {
			t.Errorf("step %d is about %s, want %s", i, got, want)
		}
	}
	if got := l.Sources(); !slices.Equal(got, []string{"x", "y"}) {
		t.Errorf("sources are %v", got)
	}
	if got := (&Lesson{}).Table(0); got != (Table{}) {
		t.Errorf("of no tables: %+v", got)
	}
	l = &Lesson{Steps: []Step{{Text: "(G03)", Why: "(G07, G03)", Check: Choice{Options: []Option{{Reply: "(G11)"}}}},
		{Predict: &Prediction{Choice: Choice{Options: []Option{{Reply: "(G12)"}}}},
			Check: Make{Mistakes: []Mistake{{Say: "(G13)"}}}}}}
	if got := strings.Join(l.Cites(), " "); got != "G03 G07 G11 G12 G13" {
		t.Errorf("cited are %s", got)
	}
}
