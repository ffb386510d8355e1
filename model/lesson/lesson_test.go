package lesson_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"
	"time"

	"tabletop/internal/demotest"
	"tabletop/internal/slowtest"
	"tabletop/model/lesson"
	"tabletop/model/sample"
)

var now = time.Date(2026, 11, 20, 14, 18, 0, 0, time.UTC)

// demos keeps the demo tables that tests open, each made once.
var demos sync.Map

// open makes the bench of a table of a lesson, without an emulator.
func open(at time.Time) func(context.Context, lesson.Table) (*lesson.Workbench, error) {
	return func(_ context.Context, table lesson.Table) (*lesson.Workbench, error) {
		made, _ := demos.LoadOrStore(fmt.Sprint(table.Source, at),
			sync.OnceValues(func() (*sample.Sample, error) { return demotest.Sample(table.Source, at) }))
		s, err := made.(func() (*sample.Sample, error))()
		if err != nil {
			return nil, err
		}
		set, err := table.Measured()
		return lesson.NewWorkbench(s, set), err
	}
}

// TestWalk walks all lessons: each step refuses wrong work, takes right work, states what can be measured, and accepts
// nothing near the right work that the lesson does not name. The demo tables move with the calendar, so with
// TABLETOP_SLOW it is done on two days, the second after the turn of a year; otherwise every third lesson is walked, on
// one day.
func TestWalk(t *testing.T) {
	t.Parallel()
	slow := slowtest.On()
	days := []time.Time{now, now.AddDate(0, 1, 12)}
	if !slow {
		days = days[:1]
	}
	for _, at := range days {
		for i, l := range lesson.All() {
			if !slow && i != 3 {
				continue
			}
			t.Run(l.Name+at.Format(" 2006-01-02"), func(t *testing.T) { walk(t, l, at) })
		}
	}
}

func walk(t *testing.T, l *lesson.Lesson, at time.Time) {
	walked, err := l.Walk(context.Background(), true, open(at))
	if err != nil {
		t.Fatal(err)
	}
	if len(walked) != len(l.Steps) {
		t.Errorf("%d of %d steps were walked", len(walked), len(l.Steps))
	}
	for i, w := range walked {
		for _, fault := range w.Faults {
			t.Errorf("step %d: %s", w.Step+1, fault)
		}
		if w.Wrong == 0 {
			t.Errorf("step %d: nothing wrong was tried", w.Step+1)
		}
		if m, ok := l.Steps[i].Check.(lesson.Make); ok && w.Mutants == 0 {
			t.Errorf("step %d: nothing near %q was tried", w.Step+1, m.Right)
		}
	}
}

// TestWalkFindsFaults: what a lesson must not be is found when it is walked.
func TestWalkFindsFaults(t *testing.T) {
	t.Parallel()
	const head = `name: faulty
title: Faulty
about: A lesson with a fault.
tables:
  - {source: "demo:stocks/closing_versions", layout: "{ticker:text}"}
steps:
  - text: Text.
    task: Task.
`
	for name, c := range map[string]struct{ step, fault string }{
		"takes anything": {"    why: w\n    make: {in: retention, family: STOCK, right: maxversions=1, " +
			"require: [{figure: \"kept [STOCK]\", below: 2, say: s}]}", "does not name"},
		"refuses its right": {"    why: w\n    make: {in: lab, right: \"{reverse(ticker)}\", require: " +
			"[{figure: rows, zero: true, say: s}]}", "does not take"},
		"takes what it must refuse": {"    why: w\n    make: {in: retention, family: STOCK, right: maxversions=1, " +
			"refuse: [maxversions=2], require: [{figure: \"kept [STOCK]\", below: 2, say: s}]}", "for right"},
		"accepts in vain": {"    why: w\n    make: {in: retention, family: STOCK, right: maxversions=1, accept: " +
			"[{text: maxversions=200, because: b}], require: [{figure: \"kept [STOCK]\", below: 0.01, say: s}]}",
			"which is refused"},
		"names nothing":    {"    why: \"{nobody} measured this\"\n    open: keys", "{nobody}"},
		"hints at nothing": {"    why: w\n    hints: [\"{nobody}\"]\n    open: keys", "{nobody}"},
		"assumes wrongly": {"    why: w\n    assume: {heat pattern: moving hotspot}\n    open: keys",
			"takes for granted"},
		"tells another option": {"    why: w\n    choose: {least: rows, options: [{text: a, reply: r, of: \"\"}, " +
			"{text: b, right: true, of: \"{ticker}#{celltime()}\"}]}", "option 2"},
		"names no screen": {"    why: w\n    hints: [\"see {@heet}\"]\n    open: keys", "the screen \"heet\""},
		"cites nothing":   {"    why: as in G99\n    open: keys", "G99"},
		"predicts wrongly": {"    why: w\n    predict: {ask: q, least: rows, options: [{text: a, reply: r, of: " +
			"\"\"}, {text: b, right: true, of: \"{ticker}#{celltime()}\"}]}\n    open: keys", "option 2"},
	} {
		l, err := lesson.Parse(name, []byte(head+c.step+"\n"))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		walked, err := l.Walk(context.Background(), true, open(now))
		if err != nil || len(walked) != 1 {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if faults := strings.Join(walked[0].Faults, "; "); !strings.Contains(faults, c.fault) {
			t.Errorf("%s: the faults found are %q", name, faults)
		}
	}
	l, err := lesson.Parse("x", []byte(head+"    why: w\n    figures: {n: \"kept [nothing]\"}\n    open: keys\n"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.Walk(context.Background(), true, open(now)); err == nil {
		t.Error("a figure that cannot be measured is no error")
	}
	l.Tables[0].Source = "demo:nowhere"
	if _, err := l.Walk(context.Background(), true, open(now)); err == nil {
		t.Error("a table that is not there is no error")
	}
}

// TestLabStepsAreStrict verifies what every layout made in the Lab must meet, whatever the lesson requires: it differs
// from the current one, is one table, keeps each segment once and every cell, adds no constant, no salt and no digest,
// reads no more, does not begin with the time, and makes no hotspot.
func TestLabStepsAreStrict(t *testing.T) {
	l, err := lesson.Parse("f", []byte(`name: strict
title: Strict
about: A step that requires nothing.
tables:
  - {source: "demo:machines/memusage", layout: "{device:hex(8)}#{metric:enum}#{at:ms}"}
steps:
  - text: t
    task: t
    why: w
    make: {in: lab, right: "{metric}#{device}#{at}", require: [{figure: "rows read [device equal, metric equal, at range 1h]", above: 0, say: s}]}
`))
	if err != nil {
		t.Fatal(err)
	}
	b, err := open(now)(context.Background(), l.Tables[0])
	if err != nil {
		t.Fatal(err)
	}
	for template, says := range map[string]string{
		"{metric}#{device}#{at}":                           "",
		"{metric}#{device}#{reverse(at)}":                  "",
		"{metric}#{mirror(device)}#{at}":                   "",
		"{metric}/{device}/{at:s(pad(12))}":                "cells of rows that differ",
		"{device}#{metric}#{at}":                           "that there are now",
		"{ device }#{metric}#{at}":                         "that there are now",
		"{key()}":                                          "that there are now",
		"{a=device}#{b=metric}#{c=at}":                     "that there are now",
		"{device}#{at}":                                    "can no longer be told",
		"{metric}#{device}#{at:date(1504)}":                "can no longer be told",
		"{metric}#{device}#{at} => drop *":                 "are in no row",
		"{metric}#{device}#{at} => v -> empty v:x":         "lose their values",
		"{metric}#{device}#{at} => time {celltime(day)}":   "lose their timestamps",
		"{metric}#{device}#{at} => * -> *:x":               "told from another column",
		"{metric}#{device}#{at} ++ {device}#{metric}#{at}": "makes {tables} tables",
		"{metric}{device}#{at}":                            "taken apart",
		"{metric}#{at}#{device}":                           "rows are enough",
		"{metric}#{device}#{device}#{at}":                  "holds a segment twice",
		"x{metric}#{device}#{at}":                          "adds constant text",
		"{metric}#{hash(device)}#{at}":                     "can no longer be told",
		"{salt(4, device)}#{metric}#{device}#{at}":         "has a salt, a digest",
		"{mirror(metric)}#{device}#{at}":                   "has a salt, a digest",
		"{metric}#{device}#{mirror(at)}":                   "has a salt, a digest",
		"{at}#{metric}#{device}":                           "begins with the time",
		"{reverse(at)}#{metric}#{device}":                  "begins with the time",
	} {
		v, err := l.Steps[0].Check.Judge(context.Background(), b, lesson.Work{Templates: []string{template}})
		if err != nil || v.Done != (says == "") || !strings.Contains(v.Say, says) {
			t.Errorf("%s: done %v, %q, %v", template, v.Done, v.Say, err)
		}
	}
}

// TestAntiPatternsAreRefused verifies that layouts that a former version praised are refused, with a reply: textbook
// hotspots, the current layout, lost segments, constants in the place of a salt or a hash. In short tests only some
// tables are read.
func TestAntiPatternsAreRefused(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		lesson string
		step   int
		made   []string
		large  bool
	}{
		{"overwriting", 4, []string{"{celltime()}#{device}", "{celltime()}#memusage#{device}"}, false},
		{"tall-or-wide", 2, []string{"{garden}"}, false},
		{"domains", 5, []string{"xx{host}", "xx{hash(host)}"}, false},
		{"hotspots", 3, []string{"BATTERY#{at}"}, true},
		{"buckets", 2, []string{"{location}#{balloon}"}, true},
		{"tenants", 5, []string{"{type}#{device}#{day}", "{type}"}, true},
		{"market", 4, []string{"X#{exchange}#{symbol}#{at}", "X{exchange}#{symbol}#{at}"}, true},
		{"market", 5, []string{"{at}"}, true},
		{"key-order", 6, []string{"{game}"}, true},
	} {
		if c.large && !slowtest.On() {
			continue
		}
		l := lesson.Find(c.lesson)
		b, err := open(now)(context.Background(), l.Table(c.step-1))
		if err != nil {
			t.Fatal(err)
		}
		for _, made := range c.made {
			v, err := l.Steps[c.step-1].Check.Judge(context.Background(), b, lesson.Work{Templates: []string{made}})
			if err != nil || v.Done || v.Say == "" {
				t.Errorf("%s, step %d: %s: done %v, %q, %v", c.lesson, c.step, made, v.Done, v.Say, err)
			}
		}
	}
}

// TestJudgeHostile: whatever the user types is a verdict that states what is wrong, never an error or a panic.
func TestJudgeHostile(t *testing.T) {
	l := lesson.Find("versions")
	b, err := open(now)(context.Background(), l.Tables[0])
	if err != nil {
		t.Fatal(err)
	}
	nasty := []string{"", " ", "{", "}", "{}", "{ticker", "{nosuch}", "\x1b[31m", "\xff\x00", "{salt(0, ticker)}",
		"{bucket(ticker, 1d)}", "{ticker} => ", "maxversions", "a equal", "ticker range 1d",
		"latest x by y", ", ,", strings.Repeat("{ticker}#", 200), "{answer}", "1e400", "-", "∞"}
	checks := []lesson.Check{
		lesson.Number{Of: lesson.Rows("")},
		lesson.Choice{Options: []lesson.Option{{Text: "a"}, {Text: "b"}}, Right: lesson.Least(lesson.Rows(""),
			lesson.Size(""))},
		lesson.Make{Where: lesson.InLab, Conds: []lesson.Cond{lesson.Above("mine", lesson.Rows, 1000, lesson.Rows(""),
			"no")}},
		lesson.Make{Where: lesson.InQueries,
			Conds: []lesson.Cond{lesson.Is("access", lesson.MeasureAccess, "no", "nothing")}},
	}
	for _, text := range nasty {
		for _, c := range checks {
			v, err := c.Judge(context.Background(), b, lesson.Work{Answer: text, Templates: []string{text},
				Queries: []string{text}})
			if err != nil || v.Done {
				t.Errorf("%T of %q: %+v, %v", c, text, v, err)
			}
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := checks[2].Judge(ctx, lesson.NewWorkbench(b.Sample, b.Layouts),
		lesson.Work{Templates: []string{"{ticker}#{celltime()}"}}); !errors.Is(err, context.Canceled) {
		t.Errorf("a canceled judgement says %v", err)
	}
}

// TestLessons verifies what lessons are made of: files that are read, names that are found, prerequisites that come
// before, a reply for every wrong option, three hints, a summary, and guidelines cited.
func TestLessons(t *testing.T) {
	for _, name := range lesson.Files() {
		text, err := lesson.File(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := lesson.Parse(name, text); err != nil {
			t.Fatal(err)
		}
	}
	ids, names := map[string]bool{}, map[string]bool{}
	for _, l := range lesson.All() {
		if lesson.Find(strings.ToUpper(l.Name)) == nil || l.ID != "" && lesson.Find(strings.ToLower(l.ID)) == nil ||
			l.ID != "" && ids[l.ID] {
			t.Errorf("%s is not found by its name and id", l.Name)
		}
		for _, before := range l.After {
			if !names[before] {
				t.Errorf("%s comes after %s, which does not come before it", l.Name, before)
			}
		}
		if l.Next != "" && lesson.Find(l.Next) == nil {
			t.Errorf("%s: there is no next lesson %s", l.Name, l.Next)
		}
		ids[l.ID], names[l.Name] = true, true
		if n := len(l.Steps); n < 4 || n > 10 {
			t.Errorf("%s has %d steps", l.Name, n)
		}
		if len(l.Cites()) < 3 || len(l.Summary) == 0 || l.Use == "" || !l.Steps[len(l.Steps)-1].Unaided {
			t.Errorf("%s cites only %v, or has no summary or exercise", l.Name, l.Cites())
		}
		for _, table := range l.Tables {
			_, begin := table.Begin()
			_, measured := table.Measured()
			if err := errors.Join(begin, measured); err != nil {
				t.Errorf("%s, table %s: %v", l.Name, table.Name, err)
			}
		}
		for i, s := range l.Steps {
			if len(s.Hints) != 3 && !s.Unaided {
				t.Errorf("%s, step %d has %d hints, not three", l.Name, i+1, len(s.Hints))
			}
		}
	}
	delete(ids, "")
	if len(ids) != 14 {
		t.Errorf("%d of the 14 worked examples are lessons", len(ids))
	}
}

// TestGuidelinesAreTaught verifies that a lesson cites each of the guidelines.
func TestGuidelinesAreTaught(t *testing.T) {
	cited := map[string]bool{}
	for _, l := range lesson.All() {
		for _, g := range l.Cites() {
			cited[g] = true
		}
	}
	all := guidelines(t)
	for _, g := range all {
		if !cited[g] {
			t.Errorf("no lesson cites %s", g)
		}
	}
	if len(all) != 59 {
		t.Errorf("docs/guidelines.md has %d guidelines", len(all))
	}
}

// TestBadFiles: a fault of a lesson file is reported with its line and what was expected, and nothing panics.
func TestBadFiles(t *testing.T) {
	good, err := lesson.File("01-prefixes.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := lesson.Parse("template", []byte(lesson.Template)); err != nil {
		t.Error(err)
	}
	replace := func(old, new string) string {
		if !strings.Contains(string(good), old) {
			t.Fatalf("the lesson has no %q", old)
		}
		return strings.Replace(string(good), old, new, 1)
	}
	for name, c := range map[string]struct {
		text, says string
		line       int
	}{
		"empty":         {"", "empty", 0},
		"no YAML":       {"a: [", "", 1},
		"binary":        {"\x00\x01\xff", "", 0},
		"a list":        {"- a\n- b\n", "expected", 1},
		"unknown field": {replace("title: ", "titel: "), "titel", 3},
		"no title":      {replace("title: Keys and prefixes", "title: \"\""), "title is missing", 3},
		"bad name":      {replace("name: prefixes", "name: Pre fixes"), "lowercase", 1},
		"two documents": {string(good) + "---\nname: x\n", "more than one document", 0},
		"unknown table": {replace("  - table: devices", "  - table: nowhere"), "there is no table", 12},
		"a live table":  {replace("source: demo:devices/devices", "source: p/i/devices"), "no live table", 8},
		"after itself":  {replace("after: [sorted-keys]", "after: [prefixes]"), "cannot come after itself", 5},
		"bad layout":    {replace(`layout: "{type:enum}`, `layout: "{type:nosuch}`), "layout", 9},
		"unknown measure": {replace(`{type: "rows read [type equal]", value:`,
			`{type: "rows red [type equal]", value:`), "there is no measure", 0},
		"bad place": {replace("in: keys", "in: key"), "in must be", 0},
		"nothing required": {replace("{in: queries, asks: type equal, ", "{in: queries, right: type equal, "),
			"accept anything", 0},
		"no right option": {replace("by one range of keys, right: true", "by one range of keys, reply: r"),
			"right: true", 0},
		"no reply":      {replace(`reply: "All keys that begin with phone# are adjacent: one range has them all (G03)."`, `reply: ""`), "reply is missing", 0},
		"bad tolerance": {replace("    number:\n", "    number:\n      within: 90%\n"), "within", 0},
		"bad allow": {replace("allow: {hotspot: the step shows one}",
			"allow: {hot spot: the step shows one}"), "allow has no", 0},
		"no such screen": {replace("    number:\n", "    open: overvew\n    number:\n"),
			"there is no screen \"overvew\"", 0},
		"segment of a measure": {replace(`{type: "rows read [type equal]", value:`,
			`{type: "rows read [kind equal]", value:`), "no segment \"kind\"; they have type, device, day", 0},
		"segment of a layout": {replace(`right: "{day}#{type}#{device}"`, `right: "{date}#{type}#{device}"`),
			"no segment \"date\"", 0},
		"segment of a refusal": {replace(`"{day}", "{day}#{type}"]`, `"{day}", "{day}#{kind}"]`), "no segment \"kind\"",
			0},
		"segment of an option": {replace(`of: "{type}#{day}#{device}", reply`, `of: "{kind}#{day}#{device}", reply`),
			"no segment \"kind\"", 0},
		"segment of a query": {replace("{in: queries, asks: type equal, ", "{in: queries, asks: kind equal, "),
			"no segment \"kind\"", 0},
		"huge": {strings.Repeat("#", 2<<20), "longer than 1 MiB", 0},
	} {
		_, err := lesson.Parse("f.yaml", []byte(c.text))
		var fault *lesson.FileError
		if !errors.As(err, &fault) || !strings.Contains(err.Error(), c.says) || c.line > 0 && fault.Line != c.line {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// FuzzParse: no file makes Parse panic.
func FuzzParse(f *testing.F) {
	f.Add([]byte(lesson.Template))
	for _, name := range lesson.Files() {
		text, _ := lesson.File(name)
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if l, err := lesson.Parse("f", text); (l == nil) == (err == nil) {
			t.Errorf("%v, %v", l, err)
		}
	})
}

func TestParseNumber(t *testing.T) {
	for _, c := range []struct {
		in   string
		unit lesson.Unit
		want float64
	}{
		{"1,234", lesson.Count, 1234}, {" 1.2 k", lesson.Count, 1200}, {"93 rows", lesson.Count, 93},
		{"×7.5", lesson.Count, 7.5}, {"38%", lesson.Share, 0.38}, {"38", lesson.Share, 0.38},
		{"12.5 kB", lesson.Bytes, 12500}, {"1.3MB", lesson.Bytes, 1.3e6}, {"-3", lesson.Count, -3},
		{"1e3", lesson.Count, 1000},
	} {
		got, err := lesson.ParseNumber(c.in, c.unit)
		if err != nil || math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%q is %v, %v; want %v", c.in, got, err, c.want)
		}
	}
	for _, in := range []string{"", "many", "%", "NaN", "Inf", "1e999", "12 parsecs", "1.2.3"} {
		if v, err := lesson.ParseNumber(in, lesson.Bytes); err == nil {
			t.Errorf("%q is taken for %v", in, v)
		}
	}
}

func TestProgress(t *testing.T) {
	l := lesson.Find("hotspots")
	var p lesson.Progress
	c := p.Course(l)
	if c.At != 0 || len(c.Steps) != len(l.Steps) {
		t.Fatalf("nothing kept is %+v", c)
	}
	c.At, c.Steps[0].State, c.Steps[1].State = 2, lesson.Done, lesson.Skipped
	p = p.With(l, c)
	c.Steps[3].State = lesson.Done // p must not change with it
	text, err := p.Text()
	if err != nil {
		t.Fatal(err)
	}
	back, err := lesson.ParseProgress(text)
	if err != nil {
		t.Fatal(err)
	}
	if got := back.Course(l); got.At != 2 || got.Count(lesson.Done) != 1 || got.Count(lesson.Skipped) != 1 {
		t.Errorf("kept and read back: %+v", got)
	}
	for _, broken := range []string{"", "{", "[]", "null", `{"version":3}`, `{"version":1,"lessons":7}`,
		`{"version":2,"lessons":{"a":{"steps":[{"state":"gone"}]}}}`, "\x00\xff"} {
		if _, err := lesson.ParseProgress([]byte(broken)); err == nil {
			t.Errorf("%q is taken for progress", broken)
		}
	}
	// Of a lesson that has other steps by now, what still fits is used.
	odd, err := lesson.ParseProgress([]byte(`{"version":1,"lessons":{"hotspots":{"at":99,"steps":[1,2,7,1,1,1,1,1,1,1,1,1]},"gone":null}}`))
	if err != nil {
		t.Fatal(err)
	}
	if got := odd.Course(l); got.At != len(l.Steps)-1 || len(got.Steps) != len(l.Steps) ||
		got.Steps[2].State != lesson.Open {
		t.Errorf("of other steps: %+v", got)
	}
}
