package lesson

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"

	"tabletop/model/retention"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// Attempt is one work that a student handed to a step. A record is a file of attempts, one JSON object per line.
type Attempt struct {
	Student    string    `json:"student"` // the ID given; nothing else identifies the student
	Lesson     string    `json:"lesson"`
	Hash       string    `json:"hash"` // of the lesson file
	Step       int       `json:"step"` // from 1
	Prediction bool      `json:"prediction,omitempty"`
	Time       time.Time `json:"time"`
	Now        time.Time `json:"now"`     // as of which demo tables were made
	Seconds    int       `json:"seconds"` // since the step was opened
	Hints      int       `json:"hints"`   // shown so far
	Work       Work      `json:"work"`
	Verdict    string    `json:"verdict"` // Right or Wrong, as the app showed it
	Mistake    string    `json:"mistake,omitempty"`
}

// The verdicts of attempts.
const (
	Right = "right"
	Wrong = "wrong"
)

// Judged sets the verdict of an attempt, and what the lesson replied.
func (a *Attempt) Judged(v Verdict) {
	if a.Verdict, a.Mistake = Wrong, v.Say; v.Done {
		a.Verdict, a.Mistake = Right, ""
	}
}

// Line returns the attempt as a line of a record.
func (a Attempt) Line() ([]byte, error) {
	line, err := json.Marshal(a)
	return append(line, '\n'), err
}

// ParseRecord parses a record. Lines that are no attempt are left out, and the error names them; the attempts of the other
// lines come with it.
func ParseRecord(text []byte) ([]Attempt, error) {
	var out []Attempt
	var faults []error
	for i, line := range bytes.Split(text, []byte("\n")) {
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		var a Attempt
		err := json.Unmarshal(line, &a)
		if err == nil {
			err = a.check()
		}
		if err != nil {
			faults = append(faults, fmt.Errorf("line %d: %w", i+1, err))
			continue
		}
		out = append(out, a)
	}
	if len(out) == 0 && len(faults) == 0 {
		faults = append(faults, errors.New("the record holds no attempt"))
	}
	return out, errors.Join(faults...)
}

func (a *Attempt) check() error {
	if a.Lesson == "" || a.Hash == "" || a.Step < 1 {
		return errors.New("an attempt has a lesson, a hash and a step from 1")
	}
	return CheckStudent(a.Student)
}

// maxStudent is the longest ID of a student in characters.
const maxStudent = 64

// CheckStudent reports what is wrong with the ID of a student.
func CheckStudent(id string) error {
	switch {
	case strings.TrimSpace(id) == "":
		return errors.New("the ID of the student is empty")
	case len([]rune(id)) > maxStudent || strings.ContainsFunc(id, func(r rune) bool { return !unicode.IsPrint(r) }):
		return fmt.Errorf("the ID of a student is at most %d printable characters", maxStudent)
	}
	return nil
}

// Relevant is the part of work that the check of the step looks at: a record holds no more.
func (s *Step) Relevant(w Work) Work {
	switch c := s.Check.(type) {
	case OpenScreen:
		return Work{Screen: w.Screen}
	case Make:
		switch c.Where {
		case InLab:
			return Work{Templates: w.Templates}
		case InQueries:
			return Work{Queries: w.Queries}
		case InRetention:
			return Work{Rules: w.Rules}
		case InKeys:
			return Work{Layouts: w.Layouts}
		}
	}
	return Work{Answer: w.Answer}
}

// Summary is the work in a line: the answer, or what was made last.
func (s *Step) Summary(w Work) string {
	switch c := s.Check.(type) {
	case OpenScreen:
		return w.Screen
	case Make:
		if made := c.texts(w); len(made) > 0 {
			return made[len(made)-1]
		}
		return ""
	case Choice:
		var n int
		if _, err := fmt.Sscan(w.Answer, &n); err == nil && n >= 1 && n <= len(c.Options) {
			return c.Options[n-1].Text
		}
	}
	return w.Answer
}

// workFile is Work as records write it: layouts and policies as text.
type workFile struct {
	Screen    string            `json:"screen,omitempty"`
	Layouts   string            `json:"layouts,omitempty"`
	Templates []string          `json:"templates,omitempty"`
	Queries   []string          `json:"queries,omitempty"`
	Rules     map[string]string `json:"policies,omitempty"`
	Answer    string            `json:"answer,omitempty"`
}

// MarshalJSON writes layouts as templates, and policies in cbt syntax.
func (w Work) MarshalJSON() ([]byte, error) {
	f := workFile{Screen: w.Screen, Layouts: w.Layouts.String(), Templates: w.Templates, Queries: w.Queries, Answer: w.Answer}
	for family, rule := range w.Rules {
		if f.Rules == nil {
			f.Rules = map[string]string{}
		}
		f.Rules[family] = rule.String()
	}
	return json.Marshal(f)
}

// UnmarshalJSON parses what MarshalJSON writes.
func (w *Work) UnmarshalJSON(text []byte) error {
	var f workFile
	if err := json.Unmarshal(text, &f); err != nil {
		return err
	}
	*w = Work{Screen: f.Screen, Templates: f.Templates, Queries: f.Queries, Answer: f.Answer}
	if f.Layouts != "" {
		var err error
		if w.Layouts, err = rowkey.ParseSet(f.Layouts); err != nil {
			return err
		}
	}
	for family, text := range f.Rules {
		rule, err := retention.Parse(text)
		if err != nil {
			return err
		}
		if w.Rules == nil {
			w.Rules = map[string]sample.GCRule{}
		}
		w.Rules[family] = rule
	}
	return nil
}
