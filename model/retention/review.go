package retention

import (
	"context"
	"fmt"
	"slices"
	"time"

	"tabletop/model/estimate"
	"tabletop/model/sample"
)

// Review holds the analysis of the retention of one sample that screens and reports show.
type Review struct {
	Clock    Clock
	Explorer *Explorer
	Rules    Rules // in force
	Garbage  *Garbage
	Sizes    Sizes
	Splits   []Split
	Trials   []Trial  // of Options.Try, in its order
	Notes    []string // sentences about what is unusual about the table as a whole
}

// Options select what a Review holds.
type Options struct {
	Now time.Time  // as of when cells are evaluated; the zero time leaves it to NewClock
	Try []Proposal // rules to evaluate
	// Totals are those of all rows of the table of which the sample holds some; nil if there are none.
	Totals *Totals
}

// Proposal is a rule to evaluate on a family in place of its own.
type Proposal struct {
	Family string
	Rule   sample.GCRule
}

// Trial is the result of a proposed rule. Other families keep their rules.
type Trial struct {
	Proposal
	Garbage *Garbage // by the proposed rule
	Sizes   Sizes    // After is by the proposed rule
	// Saves is the number of bytes of the table that the proposed rule frees beyond the policy in force, both evaluated
	// on the same rows; negative if it keeps more. It is undefined if Garbage.Table is unknown.
	Saves estimate.Figure
	Notes []string
}

// Part returns the part of the trial's family; its Kept is what would be left.
func (t *Trial) Part() Part {
	for _, f := range t.Garbage.Families {
		if f.Name == t.Family {
			return f.Part
		}
	}
	return Part{}
}

// NewReview returns the review of s. The error is ctx's.
func NewReview(ctx context.Context, s *sample.Sample, opts Options) (*Review, error) {
	review := &Review{Clock: NewClock(s, opts.Now), Rules: CurrentRules(&s.Table)}
	review.Notes = notes(s, review.Clock)
	design := estimate.NewDesign(s)
	var totals *Totals
	var more []FamilyTotals
	if !design.IsExact() {
		totals = review.fit(opts.Totals)
	}
	if totals != nil {
		more = totals.Families
	}
	evaluator := newEvaluator(s, review.Clock.Now, design, more)
	var err error
	if review.Explorer, err = evaluator.Explore(ctx); err != nil {
		return nil, err
	}
	if review.Garbage, err = evaluator.Garbage(ctx, review.Rules); err != nil {
		return nil, err
	}
	if review.Sizes, err = evaluator.Sizes(ctx, review.Rules); err != nil {
		return nil, err
	}
	if review.Splits, err = review.Explorer.Splits(ctx, review.Rules); err != nil {
		return nil, err
	}
	if totals != nil {
		review.count(totals)
	}
	for _, p := range opts.Try {
		t, err := review.Try(ctx, p)
		if err != nil {
			return nil, err
		}
		review.Trials = append(review.Trials, *t)
	}
	return review, nil
}

// fit returns totals if they are as of the time of the review; otherwise nil.
func (r *Review) fit(t *Totals) *Totals {
	if t == nil || t.Now.Equal(r.Clock.Now) {
		return t
	}
	r.Notes = append(r.Notes,
		fmt.Sprintf("all rows were counted as of %s; as of another time only the rows kept can be evaluated",
			t.Now.Format(time.RFC3339)))
	return nil
}

// Try evaluates every cell by a proposed rule. The error is ctx's.
func (r *Review) Try(ctx context.Context, p Proposal) (*Trial, error) {
	trial := &Trial{Proposal: p, Notes: Warnings(p.Rule)}
	rules := r.Rules.With(p.Family, p.Rule)
	var err error
	if trial.Garbage, err = r.Explorer.Garbage(ctx, rules); err != nil {
		return nil, err
	}
	if trial.Sizes, err = r.Explorer.Sizes(ctx, rules); err != nil {
		return nil, err
	}
	if r.Garbage.Scope != r.Explorer.Scope() { // all rows were counted, of which some are here
		trial.count(r)
	} else if trial.Saves, err = r.Explorer.savings(ctx, r.Rules, rules); err != nil {
		return nil, err
	}
	if odd := r.Explorer.TimestampStats(p.Family).Artificial(); odd != "" && hasAge(p.Rule) {
		trial.Notes = append(trial.Notes, "this policy is age-based, but "+odd)
	}
	return trial, nil
}

func hasAge(rule sample.GCRule) bool {
	return slices.ContainsFunc(leaves(rule), func(r sample.GCRule) bool { return r.Kind == sample.GCMaxAge })
}

// notes returns sentences about what limits the review.
func notes(s *sample.Sample, c Clock) []string {
	var n []string
	if w := c.Warning(); w != "" {
		n = append(n, w)
	}
	if o := s.How.Options; !o.Since.IsZero() || !o.Until.IsZero() {
		n = append(n, "only cells of a range of time were read: versions are counted among these, so version rules "+
			"seem to collect less than they do")
	}
	if len(s.How.Unreadable) > 0 {
		n = append(n, "rows that could not be read are not in these figures; they are the largest there are")
	}
	return n
}
