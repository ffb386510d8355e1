package lesson

import (
	"fmt"
	"slices"
	"strings"
)

// CheckOrder reports a lesson that is named as to be taken before or next and is not there, or that must be taken
// before itself. Besides all, the lessons of tabletop are known.
func CheckOrder(all []*Lesson) error {
	byName := map[string]*Lesson{}
	for _, l := range append(All(), all...) {
		byName[l.Name] = l
	}
	var path []string // from a lesson to those before it
	done := map[string]bool{}
	var visit func(l *Lesson) error
	visit = func(l *Lesson) error {
		if i := slices.Index(path, l.Name); i >= 0 {
			return fmt.Errorf("%s must be taken before itself: %s", l.Name, strings.Join(append(path[i:], l.Name),
				" after "))
		}
		if done[l.Name] {
			return nil
		}
		path = append(path, l.Name)
		for _, name := range l.After {
			before := byName[name]
			if before == nil {
				return fmt.Errorf("%s comes after %q, and there is no such lesson: give its file too", l.Name, name)
			}
			if err := visit(before); err != nil {
				return err
			}
		}
		path, done[l.Name] = path[:len(path)-1], true
		return nil
	}
	for _, l := range all {
		if l.Next != "" && byName[l.Next] == nil {
			return fmt.Errorf("the lesson next to %s is %q, and there is no such lesson: give its file too", l.Name,
				l.Next)
		}
		if err := visit(l); err != nil {
			return err
		}
	}
	return nil
}
