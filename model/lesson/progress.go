package lesson

import (
	"encoding/json"
	"fmt"
)

// State is what became of a step.
type State uint8

// The states. They are kept in files: their order stays.
const (
	Open State = iota
	Done
	Skipped
)

// Progress is the user's progress in each lesson, by name. The zero value is no progress.
type Progress struct {
	Lessons map[string]*LessonProgress `json:"lessons"`
}

// LessonProgress is the user's progress in one lesson.
type LessonProgress struct {
	At    int     `json:"at"`    // the step to resume from
	Steps []State `json:"steps"` // 0 open, 1 done, 2 skipped
}

// version is that of the file.
const version = 1

// file is a Progress with what tells that it is one.
type file struct {
	Version int `json:"version"`
	Progress
}

// ParseProgress reads what Text writes.
func ParseProgress(text []byte) (Progress, error) {
	var f file
	if err := json.Unmarshal(text, &f); err != nil {
		return Progress{}, err
	}
	if f.Version != version {
		return Progress{}, fmt.Errorf("unsupported version %d: this tabletop supports version %d", f.Version, version)
	}
	return f.Progress, nil
}

// Text writes the progress as a file.
func (p Progress) Text() ([]byte, error) {
	text, err := json.MarshalIndent(file{version, p}, "", "  ")
	return append(text, '\n'), err
}

// Course is that of a lesson, as far as it fits the lesson: a file may be older than the lesson's steps.
func (p Progress) Course(l *Lesson) LessonProgress {
	c := LessonProgress{Steps: make([]State, len(l.Steps))}
	if kept := p.Lessons[l.Name]; kept != nil {
		for i := range min(len(kept.Steps), len(c.Steps)) {
			if kept.Steps[i] <= Skipped {
				c.Steps[i] = kept.Steps[i]
			}
		}
		c.At = max(0, min(kept.At, len(l.Steps)-1))
	}
	return c
}

// With is the progress with that of one lesson replaced. p is not changed.
func (p Progress) With(l *Lesson, c LessonProgress) Progress {
	out := Progress{Lessons: make(map[string]*LessonProgress, len(p.Lessons)+1)}
	for name, kept := range p.Lessons {
		out.Lessons[name] = kept
	}
	c.Steps = append([]State(nil), c.Steps...)
	out.Lessons[l.Name] = &c
	return out
}

// Count is how many steps are in a state.
func (c LessonProgress) Count(s State) int {
	n := 0
	for _, step := range c.Steps {
		if step == s {
			n++
		}
	}
	return n
}

// Without is the progress without that of a lesson. p is not changed.
func (p Progress) Without(name string) Progress {
	out := Progress{Lessons: make(map[string]*LessonProgress, len(p.Lessons))}
	for other, kept := range p.Lessons {
		if other != name {
			out.Lessons[other] = kept
		}
	}
	return out
}
