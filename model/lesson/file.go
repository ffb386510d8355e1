package lesson

import (
	"fmt"
	"regexp"
	"strings"

	"tabletop/model/bounded"
)

// lessonFile is a lesson as it is written; docs/lessons.md describes it.
type lessonFile struct {
	Name     string      `yaml:"name"`
	Example  string      `yaml:"example"`
	Title    string      `yaml:"title"`
	About    string      `yaml:"about"`
	After    []string    `yaml:"after"`
	Tables   []tableFile `yaml:"tables"`
	Steps    []stepFile  `yaml:"steps"`
	Summary  []string    `yaml:"summary"`
	Use      string      `yaml:"use"`
	Exercise *stepFile   `yaml:"exercise"`
	Next     string      `yaml:"next"`
}

type tableFile struct {
	Name   string `yaml:"name"`
	Source string `yaml:"source"`
	Layout string `yaml:"layout"`
	Start  string `yaml:"start"`
}

type stepFile struct {
	Table   string            `yaml:"table"`
	Text    string            `yaml:"text"`
	Predict *chooseFile       `yaml:"predict"`
	Task    string            `yaml:"task"`
	Hints   []string          `yaml:"hints"`
	Why     string            `yaml:"why"`
	Figures map[string]string `yaml:"figures"`
	Assume  map[string]string `yaml:"assume"`
	Open    string            `yaml:"open"`
	Number  *numberFile       `yaml:"number"`
	Choose  *chooseFile       `yaml:"choose"`
	Make    *makeFile         `yaml:"make"`
}

type numberFile struct {
	Of       string            `yaml:"of"`
	Within   string            `yaml:"within"`
	Mistakes []numberReplyFile `yaml:"mistakes"`
}

type numberReplyFile struct {
	Of  string `yaml:"of"`
	Say string `yaml:"say"`
}

type chooseFile struct {
	Ask     string       `yaml:"ask"` // of a prediction
	Options []optionFile `yaml:"options"`
	Least   string       `yaml:"least"` // a measure: the option with the least is right
	Most    string       `yaml:"most"`
	Is      string       `yaml:"is"` // a measure: the option whose text is its word is right
	Under   *limitFile   `yaml:"under"`
}

type limitFile struct {
	Of    string  `yaml:"of"`
	Limit float64 `yaml:"limit"`
}

type optionFile struct {
	Text  string  `yaml:"text"`
	Of    *string `yaml:"of"` // what the measure is of, for this option
	Right bool    `yaml:"right"`
	Reply string  `yaml:"reply"`
}

type makeFile struct {
	In       string            `yaml:"in"`
	Family   string            `yaml:"family"`
	Right    string            `yaml:"right"`
	Asks     string            `yaml:"asks"`
	Design   *designFile       `yaml:"design"`
	Allow    map[string]string `yaml:"allow"`
	Require  []requireFile     `yaml:"require"`
	Show     map[string]string `yaml:"show"`
	Mistakes []mistakeFile     `yaml:"mistakes"`
	Accept   []acceptFile      `yaml:"accept"`
	Refuse   []string          `yaml:"refuse"`
}

type designFile struct {
	Within  float64     `yaml:"within"`
	Queries []askedFile `yaml:"queries"`
}

type askedFile struct {
	Ask    string  `yaml:"ask"`
	Weight float64 `yaml:"weight"`
}

type requireFile struct {
	Figure string            `yaml:"figure"`
	As     string            `yaml:"as"`
	Below  *float64          `yaml:"below"`
	Above  *float64          `yaml:"above"`
	Than   string            `yaml:"than"`
	Same   string            `yaml:"same"`
	Zero   bool              `yaml:"zero"`
	Is     []string          `yaml:"is"`
	Types  map[string]string `yaml:"types"`
	Has    string            `yaml:"has"`
	Say    string            `yaml:"say"`
}

type mistakeFile struct {
	Like string `yaml:"like"`
	Say  string `yaml:"say"`
}

type acceptFile struct {
	Text    string `yaml:"text"`
	Because string `yaml:"because"`
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
	docs, err := bounded.Documents(text)
	if err == nil && len(docs) > 0 {
		err = bounded.YAML(text, &f, true)
	}
	switch {
	case len(docs) > 1 && err == nil:
		return fail(0, "the file holds more than one document: write one lesson per file")
	case len(docs) == 0 && err == nil:
		return fail(0, "the file is empty: docs/lessons.md describes a lesson")
	case err != nil:
		line, reason := yamlFault(err)
		return fail(line, reason)
	}
	r := &reader{root: docs[0]}
	l := r.lesson(&f)
	if len(r.faults) > 0 {
		e := r.faults[0]
		return fail(e.line, e.reason)
	}
	l.Hash = hash(text)
	return l, nil
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
