package lesson

import (
	"context"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tabletop/model/rowkey"
)

// Check decides whether the user has done the task of a step. The kinds are OpenScreen, Number, Choice and Make.
type Check interface {
	// Judge compares the work with what is measured. Errors are those of the measurement; work that is wrong or cannot
	// be parsed is a Verdict.
	Judge(ctx context.Context, b *Workbench, w Work) (Verdict, error)
	// Examples are work that passes and works that must not, made from what is measured.
	Examples(ctx context.Context, b *Workbench) (right Work, wrong []Work, err error)
}

// Verdict is the result of a check.
type Verdict struct {
	Done    bool
	Say     string  // what is missing; may hold {name} of Figures; empty while nothing was tried
	Mistake int     // the mistake of the lesson that was recognized, from 1; 0 for none
	Figures Figures // of the work, and of what it was compared with
	// Idle means that the work is what there was before: a copy of the current layout is no attempt.
	Idle bool
}

// The screens that checks know, by the names that package views gives them.
const (
	heatScreen    = "heat"
	lessonsScreen = "lessons"
)

// Screens returns the screens that a lesson can name, by the IDs that package views gives them.
func Screens() []string {
	return []string{"overview", "keys", "columns", "row", "space", heatScreen, "retention", "lab", "findings", "large",
		"diff", "tables", lessonsScreen}
}

// OpenScreen is done when a screen is open.
type OpenScreen struct{ Screen string }

// Judge compares the screen.
func (o OpenScreen) Judge(_ context.Context, _ *Workbench, w Work) (Verdict, error) {
	return Verdict{Done: w.Screen == o.Screen}, nil
}

// Examples are the screen and none.
func (o OpenScreen) Examples(context.Context, *Workbench) (Work, []Work, error) {
	return Work{Screen: o.Screen}, []Work{{}, {Screen: lessonsScreen}}, nil
}

// Number asks for a figure that the screens show.
type Number struct {
	Of Measure
	// Within is the tolerance of the answer, as a share of the figure; 0 means the rounding to three digits. The
	// interval of an estimate is always accepted.
	Within   float64
	Mistakes []WrongNumber
}

// WrongNumber is a figure that is easily taken for the right one.
type WrongNumber struct {
	Of  Measure
	Say string // why it is another; may hold {given}
}

// rounding is the tolerance for three significant digits, rounded by the user to two.
const rounding = 0.05

// Judge compares the number typed with the figure measured.
func (n Number) Judge(ctx context.Context, b *Workbench, w Work) (Verdict, error) {
	figure, err := n.Of(ctx, b)
	if err != nil || strings.TrimSpace(w.Answer) == "" {
		return Verdict{}, err
	}
	given, err := ParseNumber(w.Answer, figure.Unit)
	if err != nil {
		return Verdict{Say: err.Error()}, nil
	}
	verdict := Verdict{Figures: Figures{"given": number(given, figure.Unit, true), "answer": figure}}
	over := n.over(given, figure)
	if verdict.Done = over == 0; verdict.Done {
		return verdict, nil
	}
	for _, mistake := range n.Mistakes {
		other, err := mistake.Of(ctx, b)
		if err != nil {
			return verdict, err
		}
		if n.over(given, other) == 0 {
			verdict.Say = mistake.Say
			return verdict, nil
		}
	}
	if verdict.Say = "{given} is too small."; over > 0 {
		verdict.Say = "{given} is too large."
	}
	return verdict, nil
}

// over is -1, 0 or 1: the number given is below, at or above the figure.
func (n Number) over(given float64, f Figure) int {
	within := n.Within
	if within == 0 {
		within = rounding
	}
	slack := within * math.Abs(f.Value)
	switch {
	case given < min(f.Low, f.Value)-slack:
		return -1
	case given > max(f.High, f.Value)+slack:
		return 1
	}
	return 0
}

// Examples are the figure, and numbers beside it.
func (n Number) Examples(ctx context.Context, b *Workbench) (Work, []Work, error) {
	figure, err := n.Of(ctx, b)
	write := func(v float64) Work {
		s := strconv.FormatFloat(v, 'g', 4, 64)
		if figure.Unit == Share {
			s = strconv.FormatFloat(100*v, 'g', 4, 64) + "%"
		}
		return Work{Answer: s}
	}
	return write(figure.Value), []Work{write(1.6*figure.Value + 1), write(figure.Value/2 - 1), {Answer: "many"}, {}},
		err
}

// ParseNumber parses a number that the user typed: 1,234, 1.2 k, 38%, 12.5 kB, 40 MB. The percent sign of a share is
// optional.
func ParseNumber(s string, unit Unit) (float64, error) {
	text := strings.ReplaceAll(strings.TrimSpace(s), ",", "")
	digits := strings.TrimRight(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ%×* ")
	suffix := strings.ToLower(strings.TrimSpace(text[len(digits):]))
	value, err := strconv.ParseFloat(strings.TrimLeft(strings.TrimSpace(digits), "×x "), 64)
	if err != nil || math.IsInf(value, 0) || math.IsNaN(value) {
		return 0, fmt.Errorf("%q is not a number: write, for example, 1,234 or 12.5%%", s)
	}
	scale, ok := map[string]float64{"": 1, "b": 1, "x": 1, "×": 1, "k": 1e3, "kb": 1e3, "m": 1e6, "mb": 1e6, "g": 1e9,
		"gb": 1e9, "%": 0.01}[suffix]
	switch {
	case !ok && unit == Count:
		scale = 1 // "93 rows"
	case !ok:
		return 0, fmt.Errorf("%q: unknown unit %q", s, suffix)
	case suffix == "" && unit == Share:
		scale = 0.01
	}
	return value * scale, nil
}

// Choice asks the user to select one of several options; the right one is measured, unless it is a fact.
type Choice struct {
	Options []Option
	Right   func(context.Context, *Workbench) (int, error)
	Answer  int // the option that the step's Why calls right
	// Order has the option that is drawn at each place; nil is that of the file, by which answers are numbered.
	Order []int
}

// At is the option that is drawn at a place, both from 0.
func (c *Choice) At(place int) int {
	if c.Order == nil {
		return place
	}
	return c.Order[place]
}

// Option is one of the options of a choice.
type Option struct {
	Text  string
	Reply string // the reply when it is chosen and wrong
}

// Judge compares the number of the option chosen, the first being 1.
func (c Choice) Judge(ctx context.Context, b *Workbench, w Work) (Verdict, error) {
	right, err := c.Right(ctx, b)
	answer := strings.TrimSpace(w.Answer)
	if err != nil || answer == "" {
		return Verdict{}, err
	}
	n, err := strconv.Atoi(answer)
	switch {
	case err != nil || n < 1 || n > len(c.Options):
		return Verdict{Say: fmt.Sprintf("Choose one of 1 to %d.", len(c.Options))}, nil
	case n-1 != right:
		return Verdict{Say: c.Options[n-1].Reply}, nil
	}
	return Verdict{Done: true}, nil
}

// Examples are the right option and all others.
func (c Choice) Examples(ctx context.Context, b *Workbench) (right Work, wrong []Work, err error) {
	count, err := c.Right(ctx, b)
	for i := range c.Options {
		w := Work{Answer: strconv.Itoa(i + 1)}
		if i == count {
			right = w
		} else {
			wrong = append(wrong, w)
		}
	}
	return right, append(wrong, Work{}, Work{Answer: "0"}, Work{Answer: "z"}), err
}

// Fact is an option that is right whatever is measured.
func Fact(option int) func(context.Context, *Workbench) (int, error) {
	return func(context.Context, *Workbench) (int, error) { return option, nil }
}

// Least is the option whose figure is the least.
func Least(of ...Measure) func(context.Context, *Workbench) (int, error) {
	return extreme(of, func(a, b float64) bool { return a < b })
}

// Most is the option whose figure is the greatest.
func Most(of ...Measure) func(context.Context, *Workbench) (int, error) {
	return extreme(of, func(a, b float64) bool { return a > b })
}

func extreme(of []Measure, better func(a, b float64) bool) func(context.Context, *Workbench) (int, error) {
	return func(ctx context.Context, b *Workbench) (int, error) {
		best, at := 0.0, -1
		for i, m := range of {
			f, err := m(ctx, b)
			if err != nil {
				return 0, err
			}
			if at < 0 || better(f.Value, best) {
				best, at = f.Value, i
			}
		}
		return at, nil
	}
}

// Named is the option whose word is what is measured.
func Named(of Measure, words ...string) func(context.Context, *Workbench) (int, error) {
	return func(ctx context.Context, b *Workbench) (int, error) {
		figure, err := of(ctx, b)
		if err != nil {
			return 0, err
		}
		for i, w := range words {
			if w == figure.Word {
				return i, nil
			}
		}
		return 0, fmt.Errorf("%q was measured, which is none of the options", figure.Word)
	}
}

// Place is the place where the user creates something.
type Place uint8

// The places.
const (
	InLab       Place = iota // a candidate
	InQueries                // a query, put together in the Lab
	InRetention              // a policy for Make.Family
	InKeys                   // the layouts in force
)

// subject is what measures of what is made there are of.
func (p Place) subject() Subject {
	return map[Place]Subject{InLab: OfLayout, InQueries: OfQuery, InRetention: OfPolicy, InKeys: OfLayout}[p]
}

// Make asks the user to create something on a screen that meets conditions.
type Make struct {
	Where    Place
	Family   string // of a policy
	Mistakes []Mistake
	Strict   []Cond // what every layout must meet, but for what the step allows
	Conds    []Cond
	Writes   bool       // a condition that the step states is about when keys are written
	Right    string     // one that meets them
	Accept   []Accepted // others that do
	Refuse   []string   // some that do not
}

// Mistake is a wrong result that the lesson knows.
type Mistake struct {
	Like *regexp.Regexp // of the text made, without spaces
	Say  string
}

// Accepted is a result other than Right that is also accepted.
type Accepted struct{ Text, Because string }

// Cond is a condition on what was made.
type Cond struct {
	Met func(ctx context.Context, b *Workbench, text string) (bool, error)
	Say string // what is missing when it is not met; may hold {name} of Figures
	// Idle means that work which does not meet it changes nothing.
	Idle bool
	// Figures are measured on the user's work, for Say and for the text that is shown when it is right.
	Figures map[string]Of
}

// texts are what was made so far, that worked on last at the end.
func (m Make) texts(w Work) []string {
	switch m.Where {
	case InLab:
		return w.Templates
	case InQueries:
		return w.Queries
	case InRetention:
		if rule, ok := w.Rules[m.Family]; ok {
			return []string{rule.String()}
		}
	case InKeys:
		if len(w.Layouts) > 0 {
			return []string{strings.TrimSpace(w.Layouts.String())}
		}
	}
	return nil
}

// Judge looks for a created item that meets all conditions; of several failures it returns the last.
func (m Make) Judge(ctx context.Context, b *Workbench, w Work) (Verdict, error) {
	var v Verdict
	for _, text := range m.texts(w) {
		var err error
		if v, err = m.judge(ctx, b, text); err != nil || v.Done {
			return v, err
		}
	}
	return v, nil
}

func (m Make) judge(ctx context.Context, b *Workbench, text string) (Verdict, error) {
	verdict := Verdict{Figures: Figures{"made": word(text)}}
	for _, cond := range slices.Concat(m.Strict, m.Conds) {
		ok, err := cond.Met(ctx, b, text)
		if err == nil {
			err = verdict.measure(ctx, b, cond.Figures, text)
		}
		if err != nil {
			return unreadable(ctx, err)
		}
		if !ok {
			verdict.Say, verdict.Idle = cond.Say, cond.Idle
			for i, k := range m.Mistakes {
				if k.Like.MatchString(plain(text)) {
					verdict.Say, verdict.Mistake = k.Say, i+1
					break
				}
			}
			return verdict, nil
		}
	}
	verdict.Done = true
	return verdict, nil
}

// accepts reports whether the lesson names the text as accepted.
func (m Make) accepts(text string) bool {
	same := func(other string) bool {
		if m.Where == InQueries {
			a, errA := sorted(text)
			b, errB := sorted(other)
			return errA == nil && errB == nil && a == b
		}
		return plain(text) == plain(other)
	}
	return same(m.Right) || slices.ContainsFunc(m.Accept, func(a Accepted) bool { return same(a.Text) })
}

// plain is a text without spaces.
func plain(text string) string { return strings.ReplaceAll(text, " ", "") }

// unreadable returns the message for a text that cannot be measured. A canceled ctx stays an error.
func unreadable(ctx context.Context, err error) (Verdict, error) {
	if ctx.Err() != nil {
		return Verdict{}, ctx.Err()
	}
	var syntax *rowkey.SyntaxError
	if errors.As(err, &syntax) {
		return Verdict{Say: syntax.Message + "."}, nil
	}
	return Verdict{Say: err.Error() + "."}, nil
}

func (v *Verdict) measure(ctx context.Context, b *Workbench, of map[string]Of, text string) error {
	for name, o := range of {
		f, err := o(text)(ctx, b)
		if err != nil {
			return err
		}
		v.Figures[name] = f
	}
	return nil
}

// Examples are the right text, the wrong ones and nothing.
func (m Make) Examples(context.Context, *Workbench) (right Work, wrong []Work, err error) {
	right, err = m.work(m.Right)
	wrong = []Work{{}}
	for _, text := range m.Refuse {
		w, e := m.work(text)
		wrong, err = append(wrong, w), errors.Join(err, e)
	}
	return right, wrong, err
}
