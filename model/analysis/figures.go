package analysis

import (
	"context"

	"tabletop/model/figures"
	"tabletop/model/retention"
)

// Figures returns what answers questions about the table, by the policies in force.
func (a *Analysis) Figures() *figures.Table {
	table, _ := a.figures.get(context.Background(), func(context.Context) (*figures.Table, error) { // without an error
		policy := figures.Policy{Rules: retention.CurrentRules(&a.Sample.Table), Now: a.Clock().Now}
		return figures.NewTable(a.Segments, a.census, policy), nil
	})
	return table
}

// GarbageByKey returns the GC-eligible data by the parts of the keys that group rows, of each the top groups with the
// most of it, by the policies and as of the moment of a review. The error is ctx's.
func (a *Analysis) GarbageByKey(ctx context.Context, r *figures.Review, top int) ([]*figures.Answer, error) {
	table := a.Figures().Under(figures.Policy{Rules: r.Rules, Now: r.Clock.Now})
	groupings := table.Groupings()
	for i, by := range groupings {
		groupings[i] = by.Garbage(top)
	}
	return table.Ask(ctx, groupings...)
}

// GarbageBySegment returns the GC-eligible data by the values of a segment, as GarbageByKey does.
func (a *Analysis) GarbageBySegment(ctx context.Context, r *figures.Review, segment string, top int) (*figures.Answer,
	error) {
	table := a.Figures().Under(figures.Policy{Rules: r.Rules, Now: r.Clock.Now})
	answers, err := table.Ask(ctx, figures.Question{Segment: segment}.Garbage(top))
	if err != nil {
		return nil, err
	}
	return answers[0], nil
}
