package lesson

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"

	"tabletop/model/bounded"
)

// lessonFile is a lesson as it is written; docs/lessons.md describes it.
type lessonFile struct {
	// StudentsOf is the hash of the file that this is the students' edition of.
	StudentsOf string      `yaml:"students_of,omitempty"`
	Name       string      `yaml:"name,omitempty"`
	Example    string      `yaml:"example,omitempty"`
	Title      string      `yaml:"title,omitempty"`
	About      string      `yaml:"about,omitempty"`
	After      []string    `yaml:"after,omitempty"`
	Tables     []tableFile `yaml:"tables,omitempty"`
	Steps      []stepFile  `yaml:"steps,omitempty"`
	Summary    []string    `yaml:"summary,omitempty"`
	Use        string      `yaml:"use,omitempty"`
	Exercise   *stepFile   `yaml:"exercise,omitempty"`
	Next       string      `yaml:"next,omitempty"`
	Exam       bool        `yaml:"exam,omitempty"`
	Now        string      `yaml:"now,omitempty"`
}

type tableFile struct {
	Name   string `yaml:"name,omitempty"`
	Source string `yaml:"source,omitempty"`
	Layout string `yaml:"layout,omitempty"`
	Start  string `yaml:"start,omitempty"`
}

type stepFile struct {
	Table   string            `yaml:"table,omitempty"`
	Text    string            `yaml:"text,omitempty"`
	Predict *chooseFile       `yaml:"predict,omitempty"`
	Task    string            `yaml:"task,omitempty"`
	Points  *int              `yaml:"points,omitempty"`
	Hints   []string          `yaml:"hints,omitempty"`
	Why     string            `yaml:"why,omitempty"`
	Figures map[string]string `yaml:"figures,omitempty"`
	Assume  map[string]string `yaml:"assume,omitempty"`
	Open    string            `yaml:"open,omitempty"`
	Number  *numberFile       `yaml:"number,omitempty"`
	Choose  *chooseFile       `yaml:"choose,omitempty"`
	Make    *makeFile         `yaml:"make,omitempty"`
}

type numberFile struct {
	Of       string            `yaml:"of,omitempty"`
	Within   string            `yaml:"within,omitempty"`
	Mistakes []numberReplyFile `yaml:"mistakes,omitempty"`
}

type numberReplyFile struct {
	Of  string `yaml:"of,omitempty"`
	Say string `yaml:"say,omitempty"`
}

type chooseFile struct {
	Ask     string       `yaml:"ask,omitempty"` // of a prediction
	Options []optionFile `yaml:"options,omitempty"`
	Least   string       `yaml:"least,omitempty"` // a measure: the option with the least is right
	Most    string       `yaml:"most,omitempty"`
	Is      string       `yaml:"is,omitempty"` // a measure: the option whose text is its word is right
	Under   *limitFile   `yaml:"under,omitempty"`
}

type limitFile struct {
	Of    string  `yaml:"of,omitempty"`
	Limit float64 `yaml:"limit,omitempty"`
}

type optionFile struct {
	Text  string  `yaml:"text,omitempty"`
	Of    *string `yaml:"of,omitempty"` // what the measure is of, for this option
	Right bool    `yaml:"right,omitempty"`
	Reply string  `yaml:"reply,omitempty"`
}

type makeFile struct {
	In       string            `yaml:"in,omitempty"`
	Family   string            `yaml:"family,omitempty"`
	Right    string            `yaml:"right,omitempty"`
	Asks     string            `yaml:"asks,omitempty"`
	Design   *designFile       `yaml:"design,omitempty"`
	Allow    map[string]string `yaml:"allow,omitempty"`
	Require  []requireFile     `yaml:"require,omitempty"`
	Show     map[string]string `yaml:"show,omitempty"`
	Mistakes []mistakeFile     `yaml:"mistakes,omitempty"`
	Accept   []acceptFile      `yaml:"accept,omitempty"`
	Refuse   []string          `yaml:"refuse,omitempty"`
}

type designFile struct {
	Within  float64     `yaml:"within,omitempty"`
	Queries []askedFile `yaml:"queries,omitempty"`
}

type askedFile struct {
	Ask    string  `yaml:"ask,omitempty"`
	Weight float64 `yaml:"weight,omitempty"`
}

type requireFile struct {
	Figure string            `yaml:"figure,omitempty"`
	As     string            `yaml:"as,omitempty"`
	Below  *float64          `yaml:"below,omitempty"`
	Above  *float64          `yaml:"above,omitempty"`
	Than   string            `yaml:"than,omitempty"`
	Same   string            `yaml:"same,omitempty"`
	Zero   bool              `yaml:"zero,omitempty"`
	Is     []string          `yaml:"is,omitempty"`
	Types  map[string]string `yaml:"types,omitempty"`
	Has    string            `yaml:"has,omitempty"`
	Say    string            `yaml:"say,omitempty"`
}

type mistakeFile struct {
	Like string `yaml:"like,omitempty"`
	Say  string `yaml:"say,omitempty"`
}

type acceptFile struct {
	Text    string `yaml:"text,omitempty"`
	Because string `yaml:"because,omitempty"`
}

// encode writes the file behind a comment.
func (f *lessonFile) encode(comment string) ([]byte, error) {
	out := bytes.NewBufferString(comment)
	encoder := yaml.NewEncoder(out)
	encoder.SetIndent(2)
	err := encoder.Encode(f)
	return out.Bytes(), err
}

// FileError is a fault of a lesson file.
type FileError struct {
	File   string
	Line   int // from 1; 0 if it is of the whole file
	Reason string
}

// Error begins with the file and the line, as compilers write them.
func (e *FileError) Error() string {
	if e.Line == 0 {
		return e.File + ": " + e.Reason
	}
	return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Reason)
}

// Parse parses a lesson file. Errors contain name and are of type *FileError: they state the line and what was
// expected.
func Parse(name string, text []byte) (*Lesson, error) {
	fail := func(line int, reason string) (*Lesson, error) {
		return nil, &FileError{File: name, Line: line, Reason: reason}
	}
	var f lessonFile
	docs, err := bounded.Decode(text, &f, true)
	switch {
	case len(docs) > 1 && err == nil:
		return fail(0, "the file holds more than one document: write one lesson per file")
	case len(docs) == 0 && err == nil:
		return fail(0, "the file is empty: docs/lessons.md describes a lesson")
	case err != nil:
		line, reason := yamlFault(err)
		return fail(line, reason)
	}
	reading := &reader{root: docs[0]}
	parsed := reading.lesson(&f)
	if len(reading.faults) > 0 {
		e := reading.faults[0]
		return fail(e.line, e.reason)
	}
	if parsed.Hash = f.StudentsOf; !parsed.ForStudents {
		parsed.Hash = hash(text)
	}
	return parsed, nil
}

var (
	yamlLine    = regexp.MustCompile(`line (\d+): (.*)`)
	yamlUnknown = regexp.MustCompile(`field (\S+) not found in type \S+`)
	yamlKind    = regexp.MustCompile("cannot unmarshal !!(\\S+) (`.*` )?into (\\S+)")
)

// yamlFault returns the line and the words of an error of YAML.
func yamlFault(err error) (line int, reason string) {
	reason = strings.TrimPrefix(err.Error(), "yaml: ")
	if m := yamlLine.FindStringSubmatch(reason); m != nil {
		_, _ = fmt.Sscan(m[1], &line)
		reason = m[2]
	}
	switch match, lines := yamlUnknown.FindStringSubmatch(reason), yamlKind.FindStringSubmatch(reason); {
	case match != nil:
		reason = fmt.Sprintf("unknown field %q; docs/lessons.md lists the fields", match[1])
	case lines != nil:
		want := map[string]string{"string": "a text", "float64": "a number", "bool": "true or false"}[lines[3]]
		if want == "" {
			want = "a list"
			if !strings.HasPrefix(lines[3], "[]") {
				want = "fields, each with its name"
			}
		}
		reason = fmt.Sprintf("this is %s where %s is expected",
			map[string]string{"seq": "a list", "map": "a group of fields"}[lines[1]]+scalar(lines[1]), want)
	}
	return line, reason
}

func scalar(tag string) string {
	switch tag {
	case "seq", "map":
		return ""
	case "str":
		return "a text"
	}
	return "a " + tag
}
