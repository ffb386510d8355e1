package lesson

import (
	"errors"
	"fmt"
	"time"
)

// Design is the layout that a student made last at a step.
type Design struct {
	Student, Template string
	Now               time.Time // as of when the student's table was made
}

// Designs returns what records have of a step of a lesson, in their order. Steps count from 0. The error names the
// record that has no layout of the step, as attempts at another version of the lesson are none.
func Designs(records []Record, l *Lesson, step int) ([]Design, error) {
	var out []Design
	for i := range records {
		design, ok := records[i].design(l, step)
		if !ok {
			return nil, fmt.Errorf("%s has no layout of %s#%d", records[i].File, l.Name, step+1)
		}
		out = append(out, design)
	}
	return out, nil
}

// CommonStep returns the step at which all records have a layout, the one that the first worked on last. find returns
// the lesson of a name, or nil.
func CommonStep(records []Record, find func(string) *Lesson) (l *Lesson, step int, err error) {
	tried := records[0].Attempts
	for i := len(tried) - 1; i >= 0; i-- {
		if l := find(tried[i].Lesson); l != nil {
			if _, err := Designs(records, l, tried[i].Step-1); err == nil {
				return l, tried[i].Step - 1, nil
			}
		}
	}
	return nil, 0, errors.New("there is no step at which all of the records have a layout")
}

// design is the layout that the student of the record made last at a step.
func (r *Record) design(l *Lesson, step int) (out Design, ok bool) {
	for _, a := range r.Attempts {
		made := a.Work.Templates
		if a.Lesson == l.Name && a.Hash == l.Hash && a.Step == step+1 && len(made) > 0 {
			out, ok = Design{Student: a.Student, Template: made[len(made)-1], Now: a.Now}, true
		}
	}
	return out, ok
}
