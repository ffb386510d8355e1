package lesson

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"tabletop/model/bounded"
)

// State is what became of a step.
type State uint8

// The states. Files name them.
const (
	Open State = iota
	Done
	Skipped
	HandedIn // in an exam, which keeps it in the record and not in the progress
)

var stateNames = []string{"open", "done", "skipped"}

// MarshalText returns the name of the state.
func (s State) MarshalText() ([]byte, error) {
	if int(s) >= len(stateNames) {
		return nil, fmt.Errorf("there is no state %d", s)
	}
	return []byte(stateNames[s]), nil
}

// UnmarshalText parses what MarshalText returns.
func (s *State) UnmarshalText(text []byte) error {
	i := slices.Index(stateNames, string(text))
	if i < 0 {
		return fmt.Errorf("the state of a step is open, done or skipped, not %q", text)
	}
	*s = State(i)
	return nil
}

// Progress is the user's progress in each lesson, by name. The zero value is no progress.
type Progress struct {
	Lessons map[string]*LessonProgress `json:"lessons"`
}

// LessonProgress is the user's progress in one lesson.
type LessonProgress struct {
	At    int            `json:"at"` // the step to resume from, from 0
	Steps []StepProgress `json:"steps"`
}

// StepProgress is what the user did in one step.
type StepProgress struct {
	State    State     `json:"state"`
	Attempts int       `json:"attempts"`
	Hints    int       `json:"hints"`              // the most that were shown
	Revealed bool      `json:"revealed,omitempty"` // the answer was shown
	Seconds  int       `json:"seconds"`            // from opening the step to its last attempt, over all openings
	Answer   string    `json:"answer,omitempty"`   // the last one given, or what was made last
	Last     time.Time `json:"last,omitzero"`      // when the last attempt was judged
}

// version is that of the file.
const version = 2

// file is a Progress with what reports that it is one.
type file struct {
	Version int `json:"version"`
	Progress
}

// firstFile is the first version of the file, which held no more than the states, as numbers.
type firstFile struct {
	Lessons map[string]*struct {
		At    int     `json:"at"`
		Steps []uint8 `json:"steps"`
	} `json:"lessons"`
}

// ParseProgress reads what Text writes, and files of the first version.
func ParseProgress(text []byte) (Progress, error) {
	var head struct {
		Version int `json:"version"`
	}
	if err := bounded.JSON(text, &head); err != nil {
		return Progress{}, err
	}
	switch head.Version {
	case version:
		var f file
		err := bounded.JSON(text, &f)
		return f.Progress, err
	case 1:
		return parseFirst(text)
	}
	return Progress{}, fmt.Errorf("unsupported version %d: this tabletop supports versions 1 to %d", head.Version,
		version)
}

func parseFirst(text []byte) (Progress, error) {
	var f firstFile
	if err := bounded.JSON(text, &f); err != nil {
		return Progress{}, err
	}
	progress := Progress{Lessons: map[string]*LessonProgress{}}
	for name, kept := range f.Lessons {
		if kept == nil {
			continue
		}
		c := &LessonProgress{At: kept.At, Steps: make([]StepProgress, len(kept.Steps))}
		for i, s := range kept.Steps {
			if State(s) <= Skipped {
				c.Steps[i].State = State(s)
			}
		}
		progress.Lessons[name] = c
	}
	return progress, nil
}

// Text writes the progress as a file.
func (p Progress) Text() ([]byte, error) {
	text, err := json.MarshalIndent(file{version, p}, "", "  ")
	return append(text, '\n'), err
}

// Course is that of a lesson, as far as it fits the lesson: a file may be older than the lesson's steps.
func (p Progress) Course(l *Lesson) LessonProgress {
	c := LessonProgress{Steps: make([]StepProgress, len(l.Steps))}
	if kept := p.Lessons[l.Name]; kept != nil {
		copy(c.Steps, kept.Steps)
		c.At = max(0, min(kept.At, len(l.Steps)-1))
	}
	return c
}

// With is the progress with that of one lesson replaced. p is not changed.
func (p Progress) With(l *Lesson, c LessonProgress) Progress {
	out := p.Without(l.Name)
	c.Steps = slices.Clone(c.Steps)
	out.Lessons[l.Name] = &c
	return out
}

// Count is how many steps are in a state.
func (l LessonProgress) Count(s State) int {
	n := 0
	for _, step := range l.Steps {
		if step.State == s {
			n++
		}
	}
	return n
}

// Without is the progress without that of a lesson. p is not changed.
func (p Progress) Without(name string) Progress {
	out := Progress{Lessons: make(map[string]*LessonProgress, len(p.Lessons)+1)}
	for other, kept := range p.Lessons {
		if other != name {
			out.Lessons[other] = kept
		}
	}
	return out
}
