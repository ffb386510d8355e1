package lesson

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"tabletop/model/bounded"
)

// A review comes after so many lessons, and asks at most so many of their steps.
const (
	lessonsOfReview = 4
	stepsOfReview   = 6
)

// Origin is the step of a lesson that a step of a review asks again.
type Origin struct {
	Lesson *Lesson
	Step   int // from 0
}

// WithReviews returns lessons with a review behind each four. What a review asks depends on what the user got wrong.
func WithReviews(all []*Lesson, p Progress) []*Lesson {
	var out []*Lesson
	for first := 0; first < len(all); first += lessonsOfReview {
		end := min(first+lessonsOfReview, len(all))
		if out = append(out, all[first:end]...); end < first+lessonsOfReview {
			break
		}
		asked := review(end/lessonsOfReview, all[first:end], p)
		if end < len(all) {
			asked.Next = all[end].Name
		}
		out = append(out, asked)
	}
	return out
}

// FindReview returns the review of tabletop's lessons with this name; nil if there is none.
func FindReview(name string, p Progress) *Lesson {
	for _, l := range WithReviews(All(), p) {
		if l.IsReview() && l.Name == name {
			return l
		}
	}
	return nil
}

// review asks the steps of lessons again that went wrong, the worst first; if none did, their exercises, which are the
// hardest since they have no hints.
func review(n int, of []*Lesson, p Progress) *Lesson {
	var asked []Origin
	trouble := map[Origin]int{}
	titles := make([]string, len(of))
	out := &Lesson{Name: fmt.Sprintf("review-%d", n), Title: fmt.Sprintf("Review %d", n)}
	for i, taught := range of {
		titles[i] = taught.Title
		out.After = append(out.After, taught.Name)
		for step, did := range p.Course(taught).Steps {
			if at := (Origin{taught, step}); did.trouble() > 0 {
				asked, trouble[at] = append(asked, at), did.trouble()
			}
		}
	}
	names := strings.Join(titles, ", ")
	out.About = "What went wrong in " + names + ", asked again."
	slices.SortStableFunc(asked, func(a, b Origin) int { return cmp.Compare(trouble[b], trouble[a]) })
	if len(asked) == 0 {
		out.About = "Nothing went wrong in " + names + ": their exercises, asked again."
		for _, l := range of {
			asked = append(asked, Origin{l, len(l.Steps) - 1})
		}
	}
	for _, at := range asked[:min(len(asked), stepsOfReview)] {
		out.ask(at)
	}
	return out
}

// trouble is how much went wrong in a step: each wrong attempt counts as two hints; skipping it, or seeing its answer,
// as three.
func (s *StepProgress) trouble() int {
	out := 2*s.Attempts + s.Hints
	switch s.State {
	case Done:
		out -= 2
	case Skipped:
		out += 3
	}
	if s.Revealed {
		out += 3
	}
	return max(out, 0)
}

// ask adds a step of another lesson, with its table.
func (l *Lesson) ask(at Origin) {
	table := at.Lesson.Table(at.Step)
	table.Name = at.Lesson.Name + " " + table.Name
	if !slices.Contains(l.Tables, table) {
		l.Tables = append(l.Tables, table)
	}
	step := at.Lesson.Steps[at.Step]
	step.Table = table.Name
	l.Steps = append(l.Steps, step)
	l.Origins = append(l.Origins, at)
}

// ReviewText returns a review as a file of its own, which asks the same whatever the user does later.
func (l *Lesson) ReviewText() ([]byte, error) {
	out := lessonFile{Name: l.Name, Title: l.Title, About: l.About, After: l.After, Next: l.Next}
	for _, t := range l.Tables {
		out.Tables = append(out.Tables, tableFile(t))
	}
	for index, at := range l.Origins {
		text, err := FileOf(at.Lesson.Name)
		if err != nil {
			return nil, err
		}
		var f lessonFile
		if err := bounded.YAML(text, &f, true); err != nil {
			return nil, err
		}
		if f.Exercise != nil {
			f.Steps = append(f.Steps, *f.Exercise)
		}
		step := f.Steps[at.Step]
		step.Table = l.Steps[index].Table
		out.Steps = append(out.Steps, step)
	}
	return out.encode("# A review of tabletop, as a lesson of its own. docs/lessons.md describes the fields.\n")
}

// Origin is where step i is from: the lesson itself, or that which a review asks again.
func (l *Lesson) Origin(i int) Origin {
	if l.IsReview() {
		return l.Origins[i]
	}
	return Origin{l, i}
}

// IsReview reports whether the lesson asks steps of others again.
func (l *Lesson) IsReview() bool { return len(l.Origins) > 0 }
