package audit

import (
	"context"
	"time"

	"tabletop/model/heat"
	"tabletop/model/infer"
	"tabletop/model/profile"
	"tabletop/model/retention"
	"tabletop/model/segments"
)

// InputOf makes what an audit looks at besides the profile: the review of retention and the map of writes, both as of
// when the rows were read. now is used where that is not known. The error is ctx's.
func InputOf(ctx context.Context, t *segments.Table, inferred *infer.Result, p *profile.Profile, now time.Time) (Input, error) {
	s := t.Sample
	in := Input{Table: t, Inferred: inferred, Profile: p}
	opts := retention.Options{Segments: t}
	if s.How.Started.IsZero() {
		opts.Now = now
	}
	var err error
	if in.Review, err = retention.NewReview(ctx, s, opts); err != nil {
		return in, err
	}
	in.Heat, err = heat.NewMap(ctx, s, heat.Options{Windows: 48, Buckets: 64, Now: in.Review.Clock.Now, Draw: t.Design})
	return in, err
}
