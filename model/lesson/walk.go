package lesson

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// StepResult is the result of one step that was run non-interactively.
type StepResult struct {
	Step    int
	Table   string
	Right   Work     // was accepted
	Wrong   int      // works that were refused
	Mutants int      // works near the right one that were tried
	Unnamed []string // of these, what is accepted and not named by the lesson: each is a fault
	Figures Figures  // what its texts show
	Faults  []string // why the step is not as it should be; nothing mostly

	guidelines []Guideline // that texts may cite
}

// Walk runs a lesson non-interactively: each step must reject wrong work and accept right work, and its texts must name
// only figures that can be measured. open returns the workbench of a table. An error ends the walk: a table that cannot
// be opened, a figure that cannot be measured, or ctx. With mutate, variants of the right work are checked too: the
// lesson must name each one that it accepts.
func (l *Lesson) Walk(ctx context.Context, mutate bool, open func(context.Context, Table) (*Workbench,
	error)) ([]StepResult, error) {
	var out []StepResult
	var bench *Workbench
	for i := range l.Steps {
		table := l.Table(i)
		if i == 0 || table != l.Table(i-1) {
			var err error
			if bench, err = open(ctx, table); err != nil {
				return out, err
			}
		}
		fail := func(err error) ([]StepResult, error) {
			return out, fmt.Errorf("step %d of %s, line %d: %w", i+1, l.Name, l.Steps[i].Line, err)
		}
		stepResult, err := l.Steps[i].walk(ctx, bench)
		if err != nil {
			return fail(err)
		}
		if m, ok := l.Steps[i].Check.(Make); ok && mutate {
			if err := stepResult.attack(ctx, bench, m, table); err != nil {
				return fail(err)
			}
		}
		stepResult.Step, stepResult.Table = i, table.Name
		out = append(out, stepResult)
	}
	return out, nil
}

func (s *Step) walk(ctx context.Context, b *Workbench) (StepResult, error) {
	right, wrong, err := s.Check.Examples(ctx, b)
	if err != nil {
		return StepResult{}, err
	}
	stepResult := StepResult{Right: right, guidelines: Guidelines()}
	for _, work := range wrong {
		verdict, err := s.Check.Judge(ctx, b, work)
		if err != nil {
			return stepResult, err
		}
		if verdict.Done {
			stepResult.fault("takes %q for right", s.Summary(work))
		}
		stepResult.unknown(verdict.Say, verdict.Figures)
		stepResult.Wrong++
	}
	if err := stepResult.claims(ctx, b, s); err != nil {
		return stepResult, err
	}
	verdict, err := s.Check.Judge(ctx, b, right)
	if err != nil {
		return stepResult, err
	}
	if !verdict.Done {
		stepResult.fault("does not take %q: %s", s.Summary(right), plainFill(verdict.Say, verdict.Figures))
	}
	if stepResult.Figures, err = s.Figures.Take(ctx, b); err != nil {
		return stepResult, err
	}
	stepResult.unknown(s.Text+s.Task+strings.Join(s.Hints, " "), stepResult.Figures)
	for name, f := range verdict.Figures {
		stepResult.Figures[name] = f
	}
	stepResult.unknown(s.Why, stepResult.Figures)
	return stepResult, nil
}

// claims compares what the text states with what is measured.
func (r *StepResult) claims(ctx context.Context, b *Workbench, s *Step) error {
	for _, c := range s.Assumes {
		f, err := c.Of(ctx, b)
		if err != nil {
			return err
		}
		if f.Word != c.Is {
			r.fault("the text takes for granted %q, and %q was measured", c.Is, f.Word)
		}
	}
	why, err := s.Untimed(ctx, b)
	if err != nil {
		return err
	}
	if why != "" {
		r.fault("the step %s", why)
	}
	var choices []Choice
	if c, ok := s.Check.(Choice); ok {
		choices = append(choices, c)
	}
	if s.Predict != nil {
		choices = append(choices, s.Predict.Choice)
	}
	for _, c := range choices {
		right, err := c.Right(ctx, b)
		if err != nil {
			return err
		}
		if right != c.Answer {
			r.fault("the text describes option %d, and %d was measured", c.Answer+1, right+1)
		}
	}
	return nil
}

// Untimed returns why a table does not suit a step that is about writes, behind "the step"; empty if it does, or the
// step is not.
func (s *Step) Untimed(ctx context.Context, b *Workbench) (string, error) {
	if !s.Writes {
		return "", nil
	}
	why, err := b.Untimed(ctx)
	if err != nil || why == "" {
		return "", err
	}
	return "is about writes, and the timestamps of the table are not their times: " + why, nil
}

// attack tries what is near the right work, and what the lesson accepts.
func (r *StepResult) attack(ctx context.Context, b *Workbench, m Make, t Table) error {
	judge := func(text string) (Verdict, error) {
		work, err := m.work(text)
		if err != nil {
			return Verdict{}, err
		}
		return m.Judge(ctx, b, work)
	}
	for _, text := range m.Mutants(t) {
		verdict, err := judge(text)
		if err != nil {
			return err
		}
		same, err := m.keepsTheSame(ctx, b, text)
		if err != nil {
			return err
		}
		r.Mutants++
		if verdict.Done && !m.accepts(text) && !same {
			r.Unnamed = append(r.Unnamed, text)
			r.fault("accepts %q, which the lesson does not name", text)
		}
	}
	for _, a := range m.Accept {
		v, err := judge(a.Text)
		if err != nil {
			return err
		}
		if !v.Done {
			r.fault("accept names %q, which is refused: %s", a.Text, plainFill(v.Say, v.Figures))
		}
	}
	return nil
}

// keepsTheSame reports whether a policy keeps as many cells as the right one: on some days the prices of a day are the
// newest versions.
func (m Make) keepsTheSame(ctx context.Context, b *Workbench, text string) (bool, error) {
	if m.Where != InRetention {
		return false, nil
	}
	mine, err := KeptCells(m.Family)(text)(ctx, b)
	if err != nil {
		return false, err
	}
	right, err := KeptCells(m.Family)(m.Right)(ctx, b)
	return mine.Value == right.Value, err
}

func (r *StepResult) fault(format string, args ...any) {
	r.Faults = append(r.Faults, fmt.Sprintf(format, args...))
}

// placeholder is {name}; {@screen} is none.
var placeholder = regexp.MustCompile(`\{([a-z_]+)\}`)

// plainFill writes a text with its figures, without units.
func plainFill(text string, figures Figures) string {
	return Fill(text, func(name string) (string, bool) {
		f, ok := figures[name]
		if f.Unit == Word {
			return f.Word, ok
		}
		return strconv.FormatFloat(f.Value, 'g', 4, 64), ok
	}, func(string) (string, bool) { return "", false })
}

// screenName is {@screen}.
var screenName = regexp.MustCompile(`\{@([^}]*)\}`)

// unknown finds figures that a text names but no measure has, screens and guidelines that do not exist. Layouts in a
// text are written between backquotes.
func (r *StepResult) unknown(text string, figures Figures) {
	for _, m := range screenName.FindAllStringSubmatch(text, -1) {
		if !slices.Contains(Screens(), m[1]) {
			r.fault("the text names the screen %q, which does not exist", m[1])
		}
	}
	for _, id := range Cited(text) {
		if !slices.ContainsFunc(r.guidelines, func(g Guideline) bool { return g.ID == id }) {
			r.fault("the text cites %s, which docs/guidelines.md does not have", id)
		}
	}
	for _, m := range placeholder.FindAllStringSubmatch(quoted.ReplaceAllString(text, ""), -1) {
		if _, ok := figures[m[1]]; !ok {
			r.fault("the text names {%s}, which is not measured", m[1])
		}
	}
}

// quoted is text that is shown as it is.
var quoted = regexp.MustCompile("`[^`]*`")
