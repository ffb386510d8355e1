package lesson

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"

	"tabletop/model/bounded"
)

// anyScreen stands in the students' edition where the lesson asks for a screen: which one is the answer.
const anyScreen = "any"

// ForStudents returns the students' edition of a lesson file: what is asked and what it is about, and nothing of how it
// is judged. It names the hash of the text, to which attempts at it belong. Errors are those of Parse, and those of a
// lesson that is one already or cannot be asked without its answer.
func ForStudents(name string, text []byte) ([]byte, error) {
	full, err := Parse(name, text)
	if err != nil {
		return nil, err
	}
	if full.ForStudents {
		return nil, &FileError{File: name, Reason: "this is a students' edition already: it holds no answers"}
	}
	var f lessonFile
	if err := bounded.YAML(text, &f, true); err != nil {
		return nil, err
	}
	out := lessonFile{Name: f.Name, Title: f.Title, About: f.About, Now: f.Now, StudentsOf: full.Hash}
	for _, t := range f.Tables {
		// a table whose layout is to be found is measured by that in force
		out.Tables = append(out.Tables, tableFile{Name: t.Name, Source: t.Source, Layout: cmp.Or(t.Start, t.Layout)})
	}
	for i := range f.Steps {
		out.Steps = append(out.Steps, f.Steps[i].asked())
	}
	if f.Exercise != nil {
		s := f.Exercise.asked()
		out.Exercise = &s
	}
	edition, err := out.encode("# The students' edition of " + f.Name + ": it holds no answers. To take it, run:\n" +
		"# tabletop lesson FILE --student ID --record FILE\n")
	if err != nil {
		return nil, err
	}
	if _, err := Parse(name, edition); err != nil {
		return nil, fmt.Errorf("the students' edition cannot be read: %w", err)
	}
	return edition, nil
}

// asked is what a step asks for. Fields that are not named here are left out, those of later kinds of steps too.
func (s *stepFile) asked() stepFile {
	out := stepFile{Table: s.Table, Text: s.Text, Task: s.Task, Points: s.Points}
	shown := s.Text + s.Task
	if s.Predict != nil {
		out.Predict = s.Predict.asked()
		out.Predict.Ask = s.Predict.Ask
		shown += s.Predict.Ask
	}
	switch {
	case s.Open != "":
		out.Open = anyScreen
	case s.Number != nil:
		out.Number = &numberFile{}
	case s.Choose != nil:
		out.Choose = s.Choose.asked()
	case s.Make != nil:
		out.Make = &makeFile{In: s.Make.In, Family: s.Make.Family}
	}
	for _, match := range placeholder.FindAllStringSubmatch(quoted.ReplaceAllString(shown, ""), -1) {
		if measure, ok := s.Figures[match[1]]; ok {
			if out.Figures == nil {
				out.Figures = map[string]string{}
			}
			out.Figures[match[1]] = measure
		}
	}
	return out
}

// asked is the choice without what is right and what is replied.
func (c *chooseFile) asked() *chooseFile {
	out := &chooseFile{}
	for _, option := range c.Options {
		out.Options = append(out.Options, optionFile{Text: option.Text})
	}
	return out
}

// Seed returns what a student's demo tables are made with in an exam, so that numbers differ between students. It is
// made of the teacher's file and the student's ID, and never 0.
func (l *Lesson) Seed(student string) uint64 {
	sum := sha256.Sum256([]byte(l.Hash + "\n" + student))
	return max(binary.BigEndian.Uint64(sum[:8]), 1)
}

// Shuffle has the options of choices drawn in an order of the student's own, so that neighbors do not see the same.
// Answers are numbered by the file all the same.
func (l *Lesson) Shuffle(student string) {
	random := rand.New(rand.NewPCG(l.Seed(student), 0))
	for at := range l.Steps {
		step := &l.Steps[at]
		if c, ok := step.Check.(Choice); ok {
			c.Order = random.Perm(len(c.Options))
			step.Check = c
		}
		if step.Predict != nil {
			c := &step.Predict.Choice
			c.Order = random.Perm(len(c.Options))
		}
	}
}

// Final is the part of work that is handed in: the answer, or what was made last.
func (s *Step) Final(w Work) Work {
	w = s.Relevant(w)
	w.Templates = last(w.Templates)
	w.Queries = last(w.Queries)
	return w
}

func last(texts []string) []string { return slices.Clone(texts[max(len(texts)-1, 0):]) }
