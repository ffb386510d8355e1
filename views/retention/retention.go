// Package retention is the screen of garbage collection: what is GC-eligible by each family's policy and the table
// still stores, and what another rule would keep, answered while it is being moved or typed. Nothing is ever applied.
package retention

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"tabletop/model/analysis"
	"tabletop/model/figures"
	gc "tabletop/model/retention"
	"tabletop/model/sample"
	"tabletop/views"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// Screen is Retention. The zero value waits for data.
type Screen struct {
	data   *views.Data
	review *figures.Review    // of data.Sample or of one a little older; nil before the first
	byKey  []*figures.Answer  // GC-eligible data by parts of the keys, of review
	of     *analysis.Analysis // of review
	failed error

	families widget.List
	lower    widget.Table // columns, or values of a key segment
	rules    widget.Table // policies and what they would free, where there is room
	onLower  bool
	by       string                       // the key segment that lower shows; empty for columns
	groups   map[string]*figures.Answer   // by segment, of review
	columns  map[string][]sample.ColumnID // of each family, largest first

	tries  map[string]sample.GCRule  // family -> rule tried in place of its own
	trials map[string]*figures.Trial // family -> exact answer, maybe of a rule tried before
	knob   sample.GCKind             // the slider that the arrows move
	now    moment                    // what the table of ranks and ages says of the rule tried
	flat   bool                      // the plane of versions and ages is shown in place of the curve
	looked *lookedAhead              // nil before the first
	tier   int                       // place of the slider in tierAges
	tool   int                       // whose line is shown

	typing  bool
	input   widget.Input
	mistake *gc.SyntaxError // in what is typed

	areas areas // at the last Draw, for the mouse
}

// New makes the screen.
func New() *Screen {
	return &Screen{tries: map[string]sample.GCRule{}, trials: map[string]*figures.Trial{},
		groups: map[string]*figures.Answer{}, knob: sample.GCMaxVersions, tier: usualTier}
}

// ID returns views.RetentionScreen.
func (s *Screen) ID() views.ID { return views.RetentionScreen }

// Title is "Retention".
func (s *Screen) Title() string { return "Retention" }

// Editing reports whether keys are text: a rule is being typed.
func (s *Screen) Editing() bool { return s.typing }

// SetData states what there is to show. Rules being tried stay, unless the table is another.
func (s *Screen) SetData(d *views.Data) {
	if s.data != nil && s.data.Source != d.Source {
		tool := s.tool
		*s = *New()
		s.tool = tool
	}
	s.data = d
}

// reviewed is the result of the Work that looks at a whole sample.
type reviewed struct {
	of      *analysis.Analysis
	review  *figures.Review
	byKey   []*figures.Answer
	columns map[string][]sample.ColumnID
	err     error
}

// groupsListed is how many groups are listed of each key segment in a wide window.
const groupsListed = 10

// trialResult is the result of the Work that judges every cell by one rule.
type trialResult struct {
	of    *figures.Review
	trial *figures.Trial
}

// grouped is the result of the Work that sums up the GC-eligible data by a key segment.
type grouped struct {
	of      *figures.Review
	segment string
	groups  *figures.Answer
}

// worst is the result of the Work that looks for the row with the most GC-eligible bytes of a column.
type worst struct{ key []byte }

// RequestWork asks for a review of a new sample.
func (s *Screen) RequestWork() views.Request {
	if s.data == nil || s.data.Sample == nil || s.of == s.data.Analysis {
		return nil
	}
	of := s.data.Analysis
	return views.Work{Name: "retention/review", Run: func(ctx context.Context) any {
		review, err := of.Review(ctx)
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return reviewed{of: of, err: err}
		}
		byKey, err := of.GarbageByKey(ctx, review, groupsListed)
		if err != nil {
			return nil // canceled
		}
		return reviewed{of: of, review: review, byKey: byKey, columns: bySize(review)}
	}}
}

// Receive takes what Work found out.
func (s *Screen) Receive(result any) views.Request {
	switch result := result.(type) {
	case reviewed:
		return s.take(result)
	case trialResult:
		if result.of == s.review {
			s.trials[result.trial.Family] = result.trial
		}
	case lookedAhead:
		if result.of == s.review {
			s.looked = &result
		}
	case grouped:
		if result.of == s.review {
			s.groups[result.segment] = result.groups
			s.lower.SetLen(s.lowerLen())
		}
	case worst:
		if result.key != nil {
			return views.OpenScreen{Screen: views.RowScreen, Key: result.key}
		}
	}
	return nil
}

// take shows a review, with the cursor on the family it was on, and asks again for what was asked of the one before.
func (s *Screen) take(r reviewed) views.Request {
	on := s.family()
	s.of, s.failed = r.of, r.err
	if r.err != nil {
		return nil
	}
	before := s.review
	s.review, s.byKey, s.columns = r.review, r.byKey, r.columns
	clear(s.trials)
	clear(s.groups)
	s.families.SetLen(len(r.review.Garbage.Families))
	s.families.SetCursor(start(r.review.Garbage.Families, on))
	if before == nil && s.startsByAge() {
		s.knob = sample.GCMaxAge
	}
	all := views.All{s.lookAhead()}
	if r := s.settle(); r != nil {
		all = append(all, r)
	}
	return all
}

// startsByAge reports whether the slider starts with the age: it is the one limit of the rule, or no column has a
// second version that a limit of versions could free.
func (s *Screen) startsByAge() bool {
	f := s.family()
	if f == nil {
		return false
	}
	_, _, versions := leaf(s.rule(), sample.GCMaxVersions)
	_, _, age := leaf(s.rule(), sample.GCMaxAge)
	x := s.review.Explorer
	return age && !versions || len(x.VersionStops(f.Name)) <= 1 && x.TimestampStats(f.Name).Artificial() == ""
}

// start is where the cursor goes: to the family it was on, else to that with the most GC-eligible bytes, or with the
// most bytes.
func start(families []gc.Family, on *gc.Family) int {
	best := 0
	for i, f := range families {
		switch b := families[best]; {
		case on != nil && f.Name == on.Name:
			return i
		case f.Eligible.Bytes > b.Eligible.Bytes || f.Eligible == b.Eligible && f.Stored.Bytes > b.Stored.Bytes:
			best = i
		}
	}
	return best
}

// family is the family under the cursor, nil when there is none.
func (s *Screen) family() *gc.Family {
	i := s.families.Cursor()
	if s.review == nil || i < 0 {
		return nil
	}
	return &s.review.Garbage.Families[i]
}

// rule is the rule tried on the family under the cursor, its own when none is.
func (s *Screen) rule() sample.GCRule {
	f := s.family()
	if f == nil {
		return sample.GCRule{}
	}
	if r, ok := s.tries[f.Name]; ok {
		return r
	}
	return f.Rule
}

// trial is the exact answer to the rule tried; nil while it is worked out, and when no other rule is tried.
func (s *Screen) trial() *figures.Trial {
	family := s.family()
	if family == nil {
		return nil
	}
	t := s.trials[family.Name]
	if t == nil || t.Rule.String() != s.rule().String() {
		return nil
	}
	return t
}

// settle brings everything shown of a family in line with the cursor and the rule tried.
func (s *Screen) settle() views.Request {
	family := s.family()
	if family == nil {
		return nil
	}
	s.now = s.look(family.Name, s.rule())
	s.lower.SetLen(s.lowerLen())
	var all views.All
	if r := s.requestTrial(); r != nil {
		all = append(all, r)
	}
	if r := s.group(); r != nil {
		all = append(all, r)
	}
	if len(all) == 0 {
		return nil
	}
	return all
}

// requestTrial asks for the exact answer to the rule tried. Until it comes, the table of ranks and ages answers.
func (s *Screen) requestTrial() views.Request {
	family := s.family()
	if _, ok := s.tries[family.Name]; !ok || s.trial() != nil {
		return nil
	}
	review, p := s.review, gc.Proposal{Family: family.Name, Rule: s.rule()}
	return views.Work{Name: "retention/try", Run: func(ctx context.Context) any {
		t, err := review.Try(ctx, p)
		if err != nil {
			return nil // canceled: another rule is tried already
		}
		return trialResult{review, t}
	}}
}

// try puts a rule in place of the family's own, to look at.
func (s *Screen) try(rule sample.GCRule) views.Request {
	family := s.family()
	if family == nil {
		return nil
	}
	if rule.String() == family.Rule.String() {
		delete(s.tries, family.Name)
	} else {
		s.tries[family.Name] = rule
	}
	return s.settle()
}

// Press moves cursors and sliders, or types a rule.
func (s *Screen) Press(k tea.KeyPressMsg) views.Request {
	if s.typing {
		return s.typeRule(k)
	}
	switch k.String() {
	case "left", "h":
		return s.move(-1)
	case "right", "l":
		return s.move(1)
	}
	if s.onLower {
		s.lower.Press(k.String())
		return nil
	}
	if s.families.Press(k.String()) {
		return s.settle()
	}
	return nil
}

// move moves the slider.
func (s *Screen) move(d int) views.Request {
	if s.family() == nil {
		return nil
	}
	k := s.slider()
	return s.try(k.step(s.rule(), d))
}

// typeRule handles a key while a rule is typed. What can be read is tried at once.
func (s *Screen) typeRule(k tea.KeyPressMsg) views.Request {
	switch k.String() {
	case "enter":
		if s.mistake != nil {
			return views.Notify{Text: text.EscapeString(s.mistake.Message)}
		}
		s.typing = false
		return nil
	case "esc":
		s.typing, s.mistake = false, nil
		return nil
	}
	if !s.input.Press(k) {
		return nil
	}
	rule, err := gc.Parse(s.input.Text())
	s.mistake, _ = err.(*gc.SyntaxError)
	if err != nil {
		return nil
	}
	return s.try(rule)
}

// Click puts the cursor of a list where the mouse is.
func (s *Screen) Click(x, y int) views.Request {
	switch areas := s.areas; {
	case y < areas.families:
		if i := s.families.RowAt(y - 2); i >= 0 {
			s.onLower = false
			s.families.SetCursor(i)
			return s.settle()
		}
	case areas.lower > 0 && y >= areas.lowerAt && (areas.lowerWidth == 0 || x < areas.lowerWidth):
		if i := s.lower.RowAt(y - areas.lowerAt); i >= 0 {
			s.onLower = true
			s.lower.SetCursor(i)
		}
	}
	return nil
}

// Wheel moves the cursor of the list that has it.
func (s *Screen) Wheel(lines int) views.Request {
	if s.onLower {
		s.lower.Wheel(lines)
		return nil
	}
	s.families.Wheel(lines)
	return s.settle()
}
