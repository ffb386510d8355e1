package figures

import (
	"context"
	"fmt"
	"time"

	"tabletop/model/retention"
	"tabletop/model/sample"
)

// Review holds the analysis of the retention of a table that screens and reports show.
type Review struct {
	Clock    retention.Clock
	Explorer *retention.Explorer
	Rules    retention.Rules // in force
	Garbage  *retention.Garbage
	Sizes    retention.Sizes
	Splits   []retention.Split
	Trials   []Trial  // of ReviewOptions.Try, in its order
	Notes    []string // sentences about what is unusual about the table as a whole

	counts bool // they are of all rows of the table, of which the sample has some
}

// ReviewOptions select what a Review holds.
type ReviewOptions struct {
	Now time.Time            // as of when cells are evaluated; the zero time leaves it to retention.NewClock
	Try []retention.Proposal // rules to evaluate
}

// Trial is the result of a proposed rule. Other families keep their rules.
type Trial struct {
	retention.Proposal
	Garbage *retention.Garbage // by the proposed rule
	Sizes   retention.Sizes    // After is by the proposed rule
	// Saves is the number of bytes of the table that the proposed rule frees beyond the policy in force, both evaluated
	// on the same rows; negative if it keeps more. It is undefined if Garbage.Table is unknown.
	Saves Figure
	Loss  *retention.Loss // of the cells of the family in the rows of the sample
	Notes []string
}

// Part returns the part of the trial's family; its Kept is what would be left.
func (t *Trial) Part() retention.Part {
	for _, f := range t.Garbage.Families {
		if f.Name == t.Family {
			return f.Part
		}
	}
	return retention.Part{}
}

// Review returns the retention of the table: of all rows where cells were counted as of the moment of the review,
// otherwise of the rows of the sample. The error is ctx's.
func (t *Table) Review(ctx context.Context, opts ReviewOptions) (*Review, error) {
	rows := t.rows.Sample
	review := &Review{Clock: retention.NewClock(rows, opts.Now), Rules: retention.CurrentRules(&rows.Table)}
	review.Notes = reviewNotes(rows, review.Clock)
	totals := t.countedCells()
	if totals != nil && !totals.Now.Equal(review.Clock.Now) {
		review.Notes = append(review.Notes,
			fmt.Sprintf("all rows were counted as of %s; as of another time only the rows kept can be evaluated",
				totals.Now.Format(time.RFC3339)))
		totals = nil
	}
	var more []string
	if totals != nil {
		more = totals.FamilyNames()
	}
	if err := review.evaluate(ctx, retention.NewEvaluator(rows, review.Clock.Now, more...)); err != nil {
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

// evaluate sets what the rows of the sample show. The error is ctx's.
func (r *Review) evaluate(ctx context.Context, evaluator *retention.Evaluator) (err error) {
	if r.Explorer, err = evaluator.Explore(ctx); err != nil {
		return err
	}
	if r.Garbage, err = evaluator.Garbage(ctx, r.Rules); err != nil {
		return err
	}
	if r.Sizes, err = evaluator.Sizes(ctx, r.Rules); err != nil {
		return err
	}
	r.Splits, err = r.Explorer.Splits(ctx, r.Rules)
	return err
}

// Try evaluates every cell by a proposed rule. The error is ctx's.
func (r *Review) Try(ctx context.Context, p retention.Proposal) (*Trial, error) {
	trial := &Trial{Proposal: p, Notes: retention.Warnings(p.Rule)}
	rules := r.Rules.With(p.Family, p.Rule)
	var err error
	if trial.Garbage, err = r.under(ctx, rules); err != nil {
		return nil, err
	}
	if trial.Sizes, err = r.Explorer.Sizes(ctx, rules); err != nil {
		return nil, err
	}
	if trial.Saves, err = r.saves(ctx, rules); err != nil {
		return nil, err
	}
	trial.Loss, err = r.Explorer.Losses(ctx, r.Rules, rules, func(id sample.ColumnID) bool {
		return r.Explorer.Sample().Column(id).Family == p.Family
	})
	if err != nil {
		return nil, err
	}
	if odd := r.Explorer.TimestampStats(p.Family).Artificial(); odd != "" && retention.UsesAge(p.Rule) {
		trial.Notes = append(trial.Notes, "this policy is age-based, but "+odd)
	}
	return trial, nil
}

// reviewNotes returns sentences about what limits a review.
func reviewNotes(s *sample.Sample, c retention.Clock) []string {
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
