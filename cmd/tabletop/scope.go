package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"tabletop/model/analysis"
	"tabletop/sampler"
	"tabletop/views"
)

// scopeFlags narrow a report to a part of the rows read, as ^ narrows the screens of the app.
type scopeFlags struct {
	where []string
	kind  string
}

func (s *scopeFlags) scope(fs *pflag.FlagSet) {
	fs.StringArrayVar(&s.where, "where", nil, "Report only the rows read with this `SEGMENT=VALUE` in their keys, for "+
		"example tenant=acme or day=2026-11; can be repeated, all hold")
	fs.StringVar(&s.kind, "kind", "", "Report only the rows read of this record kind, by its `NAME` or letter")
}

// narrow returns the analysis of the rows that the flags ask for; without them, of all.
func (s *scopeFlags) narrow(ctx context.Context, a *analysis.Analysis) (*analysis.Analysis, error) {
	var scope []analysis.Part
	if s.kind != "" {
		part, err := s.kindPart(a)
		if err != nil {
			return nil, err
		}
		scope = append(scope, part)
	}
	for _, where := range s.where {
		segment, value, ok := strings.Cut(where, "=")
		if !ok {
			return nil, usageError{fmt.Errorf("invalid value %q for --where: must be SEGMENT=VALUE, for example "+
				"tenant=acme", where)}
		}
		part, err := views.FindPart(ctx, a, segment, value)
		if err != nil {
			return nil, usageError{&sampler.Error{What: "cannot narrow to --where " + where + ": " + err.Error(),
				Next: "tabletop schema names the segments, tabletop decode shows their values"}}
		}
		scope = append(scope, part)
	}
	part, err := a.In(ctx, scope)
	if err == nil && part.Sample.Rows() == 0 && a.Sample.Rows() > 0 {
		err = usageError{errors.New("no row that was read is of this kind with these values\nname fewer, or read " +
			"more rows")}
	}
	return part, err
}

// kindPart is the part of the record kind that --kind names.
func (s *scopeFlags) kindPart(a *analysis.Analysis) (analysis.Part, error) {
	kind, ok := a.Layouts.KindNamed(s.kind)
	if !ok {
		return analysis.Part{}, usageError{fmt.Errorf("invalid value %q for --kind: the record kinds are %s", s.kind,
			listed(a.Layouts.KindNames(), "and"))}
	}
	for row, of := range a.Segments.Kind {
		if int(of) == kind {
			return views.KindPart(a.Layouts, kind, a.Sample.Key(row)), nil
		}
	}
	return analysis.Part{}, usageError{fmt.Errorf("no row that was read is of the record kind %s", s.kind)}
}
