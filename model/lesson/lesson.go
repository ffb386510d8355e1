// Package lesson holds the guided lessons and checks the user's work in them. A lesson is a file of text and checks;
// docs/lessons.md describes the format. Every figure that a lesson shows, and every right answer, is measured on the
// open table by the packages that the screens use.
package lesson

import (
	"embed"
	"fmt"
	"path"
	"slices"
	"strings"

	"tabletop/model/rowkey"
)

// Lesson is a lesson, divided into steps.
type Lesson struct {
	ID      string // of the worked example in docs/guidelines.md: "E11"; empty if it is of none
	Name    string // "hotspots"
	Title   string
	About   string   // what the user learns, in a sentence
	After   []string // the lessons to take before, by name
	Tables  []Table
	Steps   []Step   // the unaided exercise, if there is one, is the last
	Summary []string // what the user can now say
	Use     string   // where to use it
	Next    string   // the name of the lesson to take next
	Hash    string   // of the file; of the students' edition that of the teacher's
	Origins []Origin // of a review, where each of its steps is from
	Exam    bool     // work is handed in, and judged by grade alone
	// Now is as of when demo tables are made, as RFC 3339 writes a time or a day; empty is the current time.
	Now string
	// ForStudents means that this is the students' edition of an exam: its checks state what is asked, and judge
	// nothing.
	ForStudents bool
}

// Table is a table that a lesson uses.
type Table struct {
	Name   string
	Source string // as it is opened: "demo:battery/battery_by_time", or a sample file
	Layout string // template of its keys, which figures are measured by
	// Start is the template in force when the lesson begins, where the user is to find Layout; empty is Layout.
	Start string
}

// Step is one thing to do. Texts may hold {name}, which stands for the figure of that name, and {@screen}, which stands
// for the screen and its key.
type Step struct {
	Table   string // which is open; empty is that of the step before
	Text    string // what this is about
	Predict *Prediction
	Task    string   // what to do or to find out
	Hints   []string // how, from a nudge to the solution
	Why     string   // shown when it is done
	Unaided bool     // it is the exercise at the end: it has no hints
	Line    int      // in the file, from 1
	Points  int      // that the step is worth
	Writes  bool     // the check, or a figure of its own, is about when keys are written
	// Figures are the figures in Text and Why, besides those of the check.
	Figures Measures
	// Assumes is what Why assumes of the table.
	Assumes []Claim
	Check   Check
}

// Prediction is a question before the task, whose answer the task shows.
type Prediction struct {
	Ask    string
	Choice Choice
}

// Claim is a word that a measure is said to give.
type Claim struct {
	Of Measure
	Is string
}

//go:embed lessons/*.yaml
var files embed.FS

// Files returns the names of the lesson files of tabletop, without directory, sorted.
func Files() []string {
	entries, err := files.ReadDir("lessons")
	if err != nil {
		panic(err) // embedded
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.Name()
	}
	return names
}

// File returns the text of one of Files.
func File(name string) ([]byte, error) { return files.ReadFile(path.Join("lessons", name)) }

// FileOf returns the text of the lesson of tabletop with this name.
func FileOf(name string) ([]byte, error) {
	for _, file := range Files() {
		if strings.HasSuffix(file, "-"+name+".yaml") && ours(file).Name == name {
			return File(file)
		}
	}
	return nil, fmt.Errorf("tabletop has no lesson %q", name)
}

// All returns the lessons of tabletop in the recommended order, which is that of their files' names. The result is new
// at every call: keep it.
func All() []*Lesson {
	var out []*Lesson
	for _, name := range Files() {
		out = append(out, ours(name))
	}
	return out
}

// ours reads one of Files.
func ours(name string) *Lesson {
	text, err := File(name)
	if err != nil {
		panic(err) // embedded
	}
	l, err := Parse(name, text)
	if err != nil {
		panic(err) // TestLessons parses all of them
	}
	return l
}

// Find returns the lesson with this name, or this ID of its example, ignoring case; nil if it does not exist.
func Find(name string) *Lesson {
	for _, file := range Files() {
		if l := ours(file); strings.EqualFold(l.Name, name) || l.ID != "" && strings.EqualFold(l.ID, name) {
			return l
		}
	}
	return nil
}

// Table is the table that step i is about.
func (l *Lesson) Table(i int) Table {
	name := ""
	if i < len(l.Steps) {
		name = l.Steps[i].Table
	}
	return l.tableAt(name, i)
}

// tableAt is the table of this name, or that of the last step before i that names one, or the first.
func (l *Lesson) tableAt(name string, i int) Table {
	for ; ; i-- {
		for _, t := range l.Tables {
			if t.Name == name {
				return t
			}
		}
		if i <= 0 {
			break
		}
		if name = ""; i-1 < len(l.Steps) {
			name = l.Steps[i-1].Table
		}
	}
	if len(l.Tables) == 0 {
		return Table{}
	}
	return l.Tables[0]
}

// Sources are what the tables are opened from, each once.
func (l *Lesson) Sources() []string {
	var out []string
	for _, t := range l.Tables {
		if !slices.Contains(out, t.Source) {
			out = append(out, t.Source)
		}
	}
	return out
}

// Measured are the layouts that figures are measured by.
func (t Table) Measured() (rowkey.Set, error) { return rowkey.ParseSet(t.Layout) }

// Begin are the layouts in force when the lesson begins.
func (t Table) Begin() (rowkey.Set, error) {
	return rowkey.ParseSet(t.begin())
}

// Cites lists the guidelines that the lesson's texts name, each once, as they come.
func (l *Lesson) Cites() []string {
	var b strings.Builder
	for _, s := range l.Steps {
		b.WriteString(s.Text + " " + s.Why + " " + s.replies())
	}
	return Cited(b.String())
}

// replies are what a step says of wrong work.
func (s *Step) replies() string {
	var out strings.Builder
	add := func(c Choice) {
		for _, o := range c.Options {
			out.WriteString(o.Reply + " ")
		}
	}
	if s.Predict != nil {
		add(s.Predict.Choice)
	}
	switch c := s.Check.(type) {
	case Choice:
		add(c)
	case Make:
		for _, m := range c.Mistakes {
			out.WriteString(m.Say + " ")
		}
	}
	return out.String()
}
