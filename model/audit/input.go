package audit

import (
	"context"

	"tabletop/model/heat"
	"tabletop/model/infer"
	"tabletop/model/profile"
	"tabletop/model/retention"
	"tabletop/model/segments"
)

// InputOf returns what an audit looks at: the profile, the review of retention, and the map of writes as of the same
// moment as the review. inferred is nil if the layouts were declared. The error is ctx's.
func InputOf(ctx context.Context, t *segments.Table, inferred *infer.Result, p *profile.Profile, r *retention.Review) (Input, error) {
	in := Input{Table: t, Inferred: inferred, Profile: p, Review: r}
	var err error
	in.Heat, err = heat.NewMap(ctx, t.Sample, heat.Options{Windows: 48, Buckets: 64, Now: r.Clock.Now, Draw: t.Design})
	return in, err
}
