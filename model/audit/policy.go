package audit

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"tabletop/model/retention"
	"tabletop/model/sample"
	"tabletop/model/spelling"
)

// Policy is a garbage-collection policy that was tried against a finding, and what it does to the cells read.
type Policy struct {
	Family string // that it is for; a new one if columns are to move there
	Rule   sample.GCRule
	retention.Loss
	// Withheld is why it is not proposed, without names of the table; empty if it is.
	Withheld string

	columns []sample.ColumnID // that move to Family; nil if it is set on a family that exists
	instead string            // what to do if it is withheld
}

// keepOne returns the policy that limits a family to one version of each column, to be tried.
func keepOne(family string) []*Policy {
	return []*Policy{{Family: family, Rule: onlyNewest(), instead: "Set a policy that keeps as many versions as are " +
		"read, or write each as a row of its own."}}
}

// proposed returns the policy that a finding proposes, nil if there is none.
func (f *Finding) proposed() *Policy {
	for _, p := range f.Policies {
		if p.Withheld == "" {
			return p
		}
	}
	return nil
}

// retain tries the policies of a finding on all cells read, as the service would apply them. The first that is not
// withheld becomes the fix, with its command and with the rows that lose most. The error is ctx's.
func (t *trials) retain(ctx context.Context, x *Finding) error {
	for _, p := range x.Policies {
		if err := t.apply(ctx, p); err != nil {
			return err
		}
		p.Withheld = t.facts.withheld(p)
	}
	switch best := x.proposed(); {
	case len(x.Policies) == 0:
	case best != nil:
		x.Fix.What, x.Fix.Paste = "command", t.command(best)
		for _, loss := range best.Rows[:min(2, len(best.Rows))] {
			x.Evidence = append(x.Evidence, Evidence{Key: t.facts.Sample.Key(loss.Row),
				Note: "would lose " + spelling.Count(loss.Takes, "cell")})
		}
	default:
		tried := x.Policies[0]
		x.Fix = Fix{Text: fmt.Sprintf("%s No command is proposed for %s: %s.", cmp.Or(tried.instead, x.Fix.Text),
			tried.Rule, tried.Withheld)}
	}
	return nil
}

// command returns the command that sets a policy, or that makes the new family under it.
func (t *trials) command(p *Policy) string {
	target := retention.NewTarget(&t.facts.Sample.Table, p.Family)
	if p.columns != nil {
		return retention.CreateFamilyLine(target, p.Rule, "").Text
	}
	for _, line := range retention.ToolCommands(target, p.Rule) {
		if line.Tool == "cbt" {
			return line.Text
		}
	}
	return ""
}

// apply evaluates every cell by a policy. The error is ctx's.
func (t *trials) apply(ctx context.Context, p *Policy) error {
	sampled, review := t.facts.Sample, t.facts.Review
	family, wanted := p.tried(sampled)
	loss, err := review.Explorer.Losses(ctx, review.Rules, review.Rules.With(family, p.Rule),
		func(id sample.ColumnID) bool { return sampled.Column(id).Family == family && wanted(id) })
	if err == nil {
		p.Loss = *loss
	}
	return err
}

// tried returns the family whose cells the policy is tried on, the one that columns would leave, and which of its
// columns are meant.
func (p *Policy) tried(s *sample.Sample) (family string, wanted func(sample.ColumnID) bool) {
	if p.columns == nil {
		return p.Family, func(sample.ColumnID) bool { return true }
	}
	return s.Column(p.columns[0]).Family, func(id sample.ColumnID) bool { return slices.Contains(p.columns, id) }
}

// withheld returns why a policy is not proposed; empty if it is.
func (f *facts) withheld(p *Policy) string {
	family, wanted := p.tried(f.Sample)
	told := f.Review.Explorer.TimestampStats(family).Artificial() == ""
	switch {
	case p.Takes == p.Old && p.Keeps == 0:
		return "it takes nothing that the policy in force keeps"
	case p.Newest > 0:
		return fmt.Sprintf("it takes the newest version of a column %s times", spelling.Integer(p.Newest))
	case 2*p.Changed > p.Takes && (!told || f.slow(family, wanted)):
		return "most of what it takes holds another value than the next version and may be data"
	}
	return ""
}
