package main

import (
	"context"
	"errors"

	"github.com/spf13/pflag"

	"tabletop/model/gaps"
	"tabletop/sampler"
	"tabletop/views/report"
)

// missing is what --gaps and --by ask for.
type missing struct{ segment, by string }

func (m *missing) flags(fs *pflag.FlagSet) {
	fs.StringVar(&m.segment, "gaps", "",
		"List where values of `SEGMENT`, a time or a number, are missing at its usual step")
	fs.StringVar(&m.by, "by", "", "With --gaps: look in the rows of each value of `SEGMENT` alone")
}

// find finds the gaps that are asked for.
func (m *missing) find(ctx context.Context, t *table, in *report.Input) error {
	if m.segment == "" {
		if m.by != "" {
			return usageError{errors.New("--by is given without --gaps")}
		}
		return nil
	}
	keys, err := t.Keys(ctx)
	if err != nil {
		return err
	}
	if in.Gaps, err = gaps.Find(ctx, keys.Table, m.segment, m.by); err != nil && ctx.Err() == nil {
		return usageError{&sampler.Error{What: "cannot look for gaps: " + err.Error(),
			Next: "tabletop schema names the segments; --layout declares others"}}
	}
	return err
}
