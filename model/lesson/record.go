package lesson

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"

	"tabletop/model/bounded"
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
	// Revealed means that the answer of the step had been shown before, Presented that the lesson was presented.
	Revealed  bool `json:"revealed,omitempty"`
	Presented bool `json:"presented,omitempty"`
	// Exam means that the work was handed in and not judged, on the tables that are the student's; Started is when the
	// student began.
	Exam    bool      `json:"exam,omitempty"`
	Started time.Time `json:"started,omitzero"`

	Work    Work   `json:"work"`
	Verdict string `json:"verdict,omitempty"` // Right or Wrong, as the app showed it; empty in an exam
	Mistake string `json:"mistake,omitempty"`
	Note    string `json:"note"` // NoAuthorship

	LineNo int `json:"-"` // of the record, from 1; 0 if it is of none
}

// The verdicts of attempts.
const (
	Right = "right"
	Wrong = "wrong"
)

// NoAuthorship is what each line of a record, and each report of grades, says of itself.
const NoAuthorship = "a record proves no authorship: whoever has the file can write one"

// Judged sets the verdict of an attempt, and what the lesson replied.
func (a *Attempt) Judged(v Verdict) {
	if a.Verdict, a.Mistake = Wrong, v.Say; v.Done {
		a.Verdict, a.Mistake = Right, ""
	}
}

// Line returns the attempt as a line of a record.
func (a Attempt) Line() ([]byte, error) {
	a.Note = NoAuthorship
	line, err := json.Marshal(a)
	return append(line, '\n'), err
}

// Record is a file of attempts.
type Record struct {
	File     string
	Attempts []Attempt
	Faults   []Fault
}

// Fault is what is wrong with lines of a record, of one student and of one kind.
type Fault struct {
	File    string
	Student string // that the lines name; empty if they name none
	Line    int    // the first of them, from 1; 0 for the whole file
	Lines   int    // how many there are
	Reason  string // what is wrong with the first
	kind    faultKind
}

type faultKind uint8

const (
	badLine      faultKind = iota // no attempt, or one that contradicts itself
	manyStudents                  // attempts of several students in one file
	manyRecords                   // attempts of a student at an exam in several files
	manyTimes                     // tables as of more times than are made
	manyAttempts                  // more attempts at a step than are judged
	noTable                       // the table cannot be made
	unlikely                      // hints or seconds that the step does not have
)

// Limits of a record, which bound the work of grading it.
const (
	MaxTimes    = 10       // times that tables are made as of, each of which takes about a second
	MaxAttempts = 100      // attempts at a step that are judged
	maxLine     = 64 << 10 // bytes
	maxParts    = 64       // templates, queries or policies of an attempt
	maxReason   = 200      // bytes of what is wrong with a line
	maxWorks    = 500      // pairs of a student and a lesson
	maxSeconds  = 24 * 60 * 60
	firstYear   = 2015 // tables of an earlier time, or of a later one than lastYear, are of none
	lastYear    = 2200
)

// ParseRecord parses the record in a file. Lines that are no attempt are faults of it, and the others attempts.
func ParseRecord(file string, text []byte) Record {
	record := Record{File: file}
	number, works := 0, map[[2]string]bool{} // of the line; students with lessons
	for line := range bytes.SplitSeq(text, []byte("\n")) {
		if number++; len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		attempt, err := parseAttempt(line)
		if attempt.LineNo = number; err != nil {
			record.fault(badLine, &attempt, err.Error())
			continue
		}
		if works[[2]string{attempt.Student, attempt.Lesson}] = true; len(works) > maxWorks {
			delete(works, [2]string{attempt.Student, attempt.Lesson})
			record.fault(badLine, &Attempt{LineNo: number},
				fmt.Sprintf("students and lessons beyond the first %d of the file are not read", maxWorks))
			continue
		}
		record.Attempts = append(record.Attempts, attempt)
	}
	if len(record.Attempts) == 0 && len(record.Faults) == 0 {
		record.Faults = []Fault{{File: file, Lines: 1, Reason: "the record holds no attempt"}}
	}
	record.students()
	return record
}

// parseAttempt parses a line. The student of a line with a fault is returned as far as it names one.
func parseAttempt(line []byte) (Attempt, error) {
	if len(line) > maxLine {
		return Attempt{}, fmt.Errorf("it is longer than %d KiB", maxLine>>10)
	}
	var a Attempt
	err := bounded.JSON(line, &a)
	if err == nil {
		err = a.check()
	}
	if err == nil {
		return a, nil
	}
	// A line that is cut off still begins with the student.
	named := regexp.MustCompile(`"student":\s*"([^"\\]+)"`).FindSubmatch(line)
	if named == nil || CheckStudent(string(named[1])) != nil {
		return Attempt{}, err
	}
	return Attempt{Student: string(named[1])}, err
}

// fault adds a line to the faults of its student and kind.
func (r *Record) fault(kind faultKind, a *Attempt, reason string) {
	for i := range r.Faults {
		if f := &r.Faults[i]; f.kind == kind && f.Student == a.Student {
			f.Lines++
			return
		}
	}
	if len(r.Faults) == maxFaults {
		r.Faults = append(r.Faults, Fault{
			File: r.File, Line: a.LineNo, Lines: 1, kind: kind,
			Reason: "there are faults of more kinds and students than are listed",
		})
		return
	} else if len(r.Faults) > maxFaults {
		r.Faults[maxFaults].Lines++
		return
	}
	if len(reason) > maxReason {
		reason = strings.ToValidUTF8(reason[:maxReason], "") + "…"
	}
	reason = strings.ReplaceAll(reason, "\n", "; ")
	r.Faults = append(r.Faults,
		Fault{File: r.File, Student: a.Student, Line: a.LineNo, Lines: 1, Reason: reason, kind: kind})
}

// maxFaults is how many faults of a record are listed, by student and kind.
const maxFaults = 10

// students notes a record that has attempts of several students: whoever wrote the file may have written them all.
func (r *Record) students() {
	count := map[string]int{}
	for _, a := range r.Attempts {
		count[a.Student]++
	}
	if len(count) < 2 {
		return
	}
	names := slices.SortedFunc(maps.Keys(count), func(a, b string) int {
		return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(a, b))
	})
	var list []string
	for _, name := range names[:min(3, len(names))] {
		list = append(list, fmt.Sprintf("%s (%d)", name, count[name]))
	}
	if more := len(names) - len(list); more > 0 {
		list = append(list, fmt.Sprintf("%d more", more))
	}
	fault := Fault{File: r.File, Lines: len(r.Attempts) - count[names[0]], kind: manyStudents,
		Reason: fmt.Sprintf("the file has attempts of %d students, and one hand may have written them all: %s",
			len(names), strings.Join(list, ", "))}
	for _, a := range r.Attempts {
		if a.Student != names[0] {
			fault.Line = a.LineNo
			break
		}
	}
	r.Faults = append(r.Faults, fault)
}

// Owner is the student of the first attempt; empty if there is none. Attempts of others at an exam are not judged.
func (r *Record) Owner() string {
	if len(r.Attempts) == 0 {
		return ""
	}
	return r.Attempts[0].Student
}

// Resumed returns how far the student of a record has come in an exam, and the first attempt at it, whose tables and
// start are those of all; the zero value if there is none.
func (r *Record) Resumed(l *Lesson) (LessonProgress, Attempt) {
	course := LessonProgress{Steps: make([]StepProgress, len(l.Steps))}
	var first Attempt
	for _, tried := range r.Attempts {
		if !tried.Exam || tried.Hash != l.Hash || tried.Step > len(l.Steps) {
			continue
		}
		if first.Lesson == "" {
			first = tried
		}
		if tried.Prediction {
			continue
		}
		step := &course.Steps[tried.Step-1]
		step.State, step.Answer = HandedIn, l.Steps[tried.Step-1].Summary(tried.Work)
		course.At = tried.Step - 1
	}
	return course, first
}

// check returns what is wrong with an attempt by itself.
func (a *Attempt) check() error {
	work := &a.Work
	switch year := a.Now.UTC().Year(); {
	case a.Lesson == "" || a.Hash == "" || a.Step < 1:
		return errors.New("an attempt has a lesson, a hash and a step from 1")
	case !a.Now.IsZero() && (year < firstYear || year > lastYear):
		return fmt.Errorf("no table was made as of %s", a.Now.UTC().Format(time.DateOnly))
	case a.Hints < 0 || a.Seconds < 0 || a.Seconds > maxSeconds:
		return fmt.Errorf("%d hints in %d seconds are none", a.Hints, a.Seconds)
	case len(work.Templates) > maxParts || len(work.Queries) > maxParts || len(work.Rules) > maxParts:
		return fmt.Errorf("the work has more than %d templates, queries or policies", maxParts)
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
	switch check := s.Check.(type) {
	case OpenScreen:
		return Work{Screen: w.Screen}
	case Make:
		switch check.Where {
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
	switch check := s.Check.(type) {
	case OpenScreen:
		return w.Screen
	case Make:
		if made := check.texts(w); len(made) > 0 {
			return made[len(made)-1]
		}
		return ""
	case Choice:
		var n int
		if _, err := fmt.Sscan(w.Answer, &n); err == nil && n >= 1 && n <= len(check.Options) {
			return check.Options[n-1].Text
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
	workFile := workFile{Screen: w.Screen, Layouts: w.Layouts.String(), Templates: w.Templates, Queries: w.Queries,
		Answer: w.Answer}
	for family, rule := range w.Rules {
		if workFile.Rules == nil {
			workFile.Rules = map[string]string{}
		}
		workFile.Rules[family] = rule.String()
	}
	return json.Marshal(workFile)
}

// JSONForm returns what UnmarshalJSON decodes; see bounded.Formed.
func (Work) JSONForm() any { return workFile{} }

// UnmarshalJSON parses what MarshalJSON writes.
func (w *Work) UnmarshalJSON(text []byte) error {
	var f workFile
	if err := bounded.JSON(text, &f); err != nil {
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
