package lesson

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"tabletop/model/rowkey"
)

// reader makes a lesson of a file, and gathers the faults that it finds.
type reader struct {
	root     *yaml.Node            // of the file, which knows the lines of faults
	at       []any                 // the path of what is being read: field names and indexes
	tables   map[string]rowkey.Set // by name, the layouts of each
	names    []string              // the segments of the table of the step that is read; nil if they are not known
	students bool                  // it is the students' edition
	writes   bool                  // whether a measure of the step that is being read is about writes
	faults   []fault
}

type fault struct {
	line   int
	reason string
}

// hash identifies the text of a lesson.
func hash(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}

// in reads what is at a part of the path.
func (r *reader) in(part any, read func()) {
	r.at = append(r.at, part)
	read()
	r.at = r.at[:len(r.at)-1]
}

// fail notes a fault at the path.
func (r *reader) fail(format string, args ...any) {
	r.faults = append(r.faults, fault{r.line(), fmt.Sprintf(format, args...)})
}

// line is that of the deepest node of the path that the file has.
func (r *reader) line() int {
	node := r.root
	if node.Kind == yaml.DocumentNode && len(node.Content) > 0 {
		node = node.Content[0]
	}
	line := node.Line
	for _, part := range r.at {
		var next *yaml.Node
		switch part := part.(type) {
		case int:
			if node.Kind == yaml.SequenceNode && part < len(node.Content) {
				next = node.Content[part]
			}
		case string:
			for i := 0; node.Kind == yaml.MappingNode && i+1 < len(node.Content); i += 2 {
				if node.Content[i].Value == part {
					line, next = node.Content[i].Line, node.Content[i+1]
				}
			}
		}
		if next == nil {
			break
		}
		if node = next; node.Kind == yaml.AliasNode {
			node = node.Alias
		}
		line = max(line, min(node.Line, line+1))
		if node.Kind != yaml.ScalarNode {
			line = node.Line
		}
	}
	return line
}

// must notes a fault if a text is empty.
func (r *reader) must(field, text string) {
	if strings.TrimSpace(text) == "" {
		r.in(field, func() { r.fail("%s is missing", field) })
	}
}

// bound notes a fault if a text names a figure that there is none of when it is shown.
func (r *reader) bound(field, text string, names ...string) {
	for _, m := range placeholder.FindAllStringSubmatch(quoted.ReplaceAllString(text, ""), -1) {
		if !slices.Contains(names, m[1]) {
			r.in(field, func() {
				r.fail("%s names {%s}, which is not known there; known are %s", field, m[1], strings.Join(names, ", "))
			})
		}
	}
}

var lessonName = regexp.MustCompile(`^[a-z][a-z0-9-]*$`)

func (r *reader) lesson(f *lessonFile) *Lesson {
	lesson := &Lesson{ID: f.Example, Name: f.Name, Title: f.Title, About: f.About, After: f.After, Summary: f.Summary,
		Use: f.Use, Next: f.Next, Exam: f.Exam || f.StudentsOf != "", ForStudents: f.StudentsOf != "", Now: f.Now}
	if f.Now != "" && !isTime(f.Now) {
		r.in("now", func() { r.fail("now must be a time, for example 2026-11-20 or 2026-11-20T14:00:00Z") })
	}
	r.students = lesson.ForStudents
	r.must("title", f.Title)
	r.must("about", f.About)
	if !lessonName.MatchString(f.Name) {
		r.in("name", func() { r.fail("name must be lowercase letters, digits and -, beginning with a letter") })
	}
	if slices.Contains(f.After, f.Name) {
		r.in("after", func() { r.fail("%s cannot come after itself", f.Name) })
	}
	r.tables = map[string]rowkey.Set{}
	r.in("tables", func() {
		if len(f.Tables) == 0 {
			r.fail("tables is missing: a lesson is about at least one table")
		}
		for i, t := range f.Tables {
			r.in(i, func() { lesson.Tables = append(lesson.Tables, r.table(t)) })
		}
	})
	r.in("steps", func() {
		if len(f.Steps) == 0 {
			r.fail("steps is missing: a lesson has at least one step")
		}
		for i := range f.Steps {
			r.in(i, func() { lesson.Steps = append(lesson.Steps, r.step(lesson, len(lesson.Steps), &f.Steps[i])) })
		}
	})
	if f.Exercise != nil {
		r.in("exercise", func() {
			s := r.step(lesson, len(lesson.Steps), f.Exercise)
			s.Unaided = true
			lesson.Steps = append(lesson.Steps, s)
		})
	}
	return lesson
}

// isTime reports whether a text is a day, or a time with its zone.
func isTime(text string) bool {
	_, day := time.Parse(time.DateOnly, text)
	_, at := time.Parse(time.RFC3339, text)
	return day == nil || at == nil
}

func (r *reader) table(t tableFile) Table {
	r.must("source", t.Source)
	if t.Source != "" && !strings.HasPrefix(t.Source, "demo:") && !strings.HasSuffix(t.Source, ".tabletop") {
		r.in("source", func() {
			r.fail("source must be demo:DEMO/TABLE or a saved sample, *.tabletop: a lesson reads no live table")
		})
	}
	if t.Name == "" {
		t.Name = t.Source[strings.LastIndex(t.Source, "/")+1:]
	}
	for _, layout := range []struct{ field, text string }{{"layout", t.Layout}, {"start", t.Start}} {
		if layout.text == "" && layout.field == "start" {
			continue
		}
		set, err := rowkey.ParseSet(layout.text)
		if err != nil {
			r.in(layout.field, func() { r.fail("%s: %v", layout.field, err) })
		}
		if layout.field == "layout" {
			r.tables[t.Name] = set
		}
	}
	return Table(t)
}

func (r *reader) step(l *Lesson, i int, f *stepFile) Step {
	step := Step{Table: f.Table, Text: f.Text, Task: f.Task, Hints: f.Hints, Why: f.Why, Line: r.line(), Points: 1,
		Figures: Measures{}}
	if f.Points != nil {
		step.Points = *f.Points
		if step.Points < 0 || step.Points > maxPoints {
			r.in("points", func() { r.fail("points must be 0 to %d", maxPoints) })
		}
	}
	r.writes = f.Open == heatScreen
	r.must("text", f.Text)
	r.must("task", f.Task)
	if !r.students {
		r.must("why", f.Why)
	}
	if _, known := r.tables[f.Table]; f.Table != "" && !known {
		r.in("table", func() {
			r.fail("there is no table %q; the lesson's tables are %s", f.Table,
				strings.Join(slices.Sorted(maps.Keys(r.tables)), ", "))
		})
	}
	table := l.tableAt(f.Table, i)
	r.names = segmentNames(r.tables[table.Name])
	r.in("figures", func() {
		for _, name := range slices.Sorted(maps.Keys(f.Figures)) {
			r.in(name, func() { step.Figures[name] = r.measure(f.Figures[name]) })
		}
	})
	r.in("assume", func() {
		for _, of := range slices.Sorted(maps.Keys(f.Assume)) {
			r.in(of, func() { step.Assumes = append(step.Assumes, Claim{r.measure(of), f.Assume[of]}) })
		}
	})
	if f.Predict != nil {
		r.in("predict", func() {
			r.must("ask", f.Predict.Ask)
			c := r.choice(f.Predict)
			step.Predict = &Prediction{Ask: f.Predict.Ask, Choice: c}
		})
	}
	step.Check = r.check(f, table)
	step.Writes = r.writes
	return step
}

// maxPoints is the most that a step can be worth.
const maxPoints = 1000

// segmentNames are the names of the segments of layouts, each once.
func segmentNames(set rowkey.Set) []string {
	var out []string
	for _, l := range set {
		for _, s := range l.Segments() {
			if !slices.Contains(out, s.Name) {
				out = append(out, s.Name)
			}
		}
	}
	return out
}

// known notes a fault if a text names a segment that the keys of the table do not have.
func (r *reader) known(names []string) {
	for _, name := range names {
		if r.names != nil && !slices.Contains(r.names, name) {
			r.fail("the keys of the table have no segment %q; they have %s", name, strings.Join(r.names, ", "))
			return
		}
	}
}

// named notes what a measure is about, and a fault if it names a segment that the keys of the table do not have.
func (r *reader) named(text string) {
	r.writes = r.writes || ofWrites(text)
	r.known(namedIn(text))
}

// check reads the one check that a step has.
func (r *reader) check(f *stepFile, t Table) (c Check) {
	count := 0
	if f.Open != "" {
		count, c = count+1, OpenScreen{f.Open}
		if !r.students && !slices.Contains(Screens(), f.Open) {
			r.in("open", func() {
				r.fail("there is no screen %q; the screens are %s", f.Open,
					strings.Join(Screens(), ", "))
			})
		}
	}
	if f.Number != nil {
		count++
		if c = Check(Number{}); !r.students {
			r.in("number", func() { c = r.number(f.Number) })
		}
	}
	if f.Choose != nil {
		count++
		r.in("choose", func() { c = r.choice(f.Choose) })
	}
	if f.Make != nil {
		count++
		r.in("make", func() { c = r.make(f.Make, t) })
	}
	if count != 1 {
		r.fail("a step has one of open, number, choose and make; this has %d of them", count)
	}
	return c
}

func (r *reader) measure(text string) Measure {
	m, err := ParseMeasure(text)
	if err != nil {
		r.fail("%v", err)
	}
	r.named(text)
	return m
}

func (r *reader) number(f *numberFile) Number {
	number := Number{}
	r.in("of", func() { number.Of = r.measure(f.Of) })
	if f.Within != "" {
		r.in("within", func() {
			v, err := strconv.ParseFloat(strings.TrimSuffix(f.Within, "%"), 64)
			if err != nil || !strings.HasSuffix(f.Within, "%") || v <= 0 || v > 50 {
				r.fail("within must be a percentage above 0%% and at most 50%%, such as 1%%")
			}
			number.Within = v / 100
		})
	}
	for i, m := range f.Mistakes {
		r.in("mistakes", func() {
			r.in(i, func() {
				r.must("say", m.Say)
				r.bound("say", m.Say, "given", "answer")
				number.Mistakes = append(number.Mistakes, WrongNumber{r.measure(m.Of), m.Say})
			})
		})
	}
	return number
}

// choice reads the options, and how it is known which is right.
func (r *reader) choice(f *chooseFile) Choice {
	choice := Choice{Answer: -1}
	if len(f.Options) < 2 || len(f.Options) > 6 {
		r.in("options", func() { r.fail("a choice has 2 to 6 options") })
	}
	for i, option := range f.Options {
		if option.Right {
			if choice.Answer >= 0 {
				r.in("options", func() { r.in(i, func() { r.fail("only one option is right") }) })
			}
			choice.Answer = i
		}
		r.in("options", func() {
			r.in(i, func() {
				r.must("text", option.Text)
				if !option.Right && !r.students {
					r.must("reply", option.Reply)
				}
				r.bound("reply", option.Reply)
			})
		})
		choice.Options = append(choice.Options, Option{option.Text, option.Reply})
	}
	if r.students {
		return choice
	}
	if choice.Answer < 0 {
		r.in("options", func() { r.fail("no option has right: true") })
	}
	choice.Right = r.right(f, choice.Answer)
	return choice
}

func (r *reader) right(f *chooseFile, answer int) func(context.Context, *Workbench) (int, error) {
	by := map[string]string{"least": f.Least, "most": f.Most, "is": f.Is}
	for _, how := range []string{"least", "most", "is"} {
		if by[how] == "" {
			continue
		}
		if how == "is" {
			return r.word(f)
		}
		var of []Measure
		r.in(how, func() { of = r.each(f, by[how]) })
		if how == "least" {
			return Least(of...)
		}
		return Most(of...)
	}
	return Fact(answer)
}

// word is the measure whose word decides: an option stands for the word that it is of, or for its text.
func (r *reader) word(f *chooseFile) func(context.Context, *Workbench) (int, error) {
	words := make([]string, len(f.Options))
	for i, o := range f.Options {
		if words[i] = o.Text; o.Of != nil {
			words[i] = *o.Of
		}
	}
	var of Measure
	r.in("is", func() { of = r.measure(f.Is) })
	return Named(of, words...)
}

// each is the measure of each option.
func (r *reader) each(f *chooseFile, text string) []Measure {
	var out []Measure
	r.writes = r.writes || ofWrites(text)
	// the measure of each option
	if g, ok := gauge(text); ok && g.Subject == OfTable && len(f.Options) > 0 && f.Options[0].Of != nil {
		for _, o := range f.Options {
			if o.Of != nil {
				out = append(out, r.measure(text+" ["+*o.Of+"]"))
			}
		}
		return out
	}
	gauge, of, rest, err := parseGauge(text)
	if err != nil {
		r.fail("%v", err)
		return make([]Measure, max(len(f.Options), 1))
	}
	for _, option := range f.Options {
		on := rest
		if option.Of != nil {
			on = *option.Of
		}
		if err := checkSubject(gauge.Subject, on); err != nil {
			r.fail("%v", err)
		}
		r.known(namedBy(gauge.Subject, on))
		measure := of(on)
		if f.Under != nil {
			limit, err := ParseQuantity(f.Under.Of, gauge.Subject)
			if err != nil {
				r.fail("%v", err)
				continue
			}
			measure = within(limit, f.Under.Limit, of)(on)
		}
		out = append(out, measure)
	}
	return out
}
