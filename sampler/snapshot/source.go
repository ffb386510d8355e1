package snapshot

import (
	"context"
	"fmt"
	"slices"

	"tabletop/model/sample"
	"tabletop/sampler"
)

// Source is a saved sample that can be looked at like a table. It knows no more rows than the sample has.
type Source struct {
	path string
	s    *sample.Sample
}

var _ sample.Source = (*Source)(nil)

// New returns the sample as a Source of that name.
func New(name string, s *sample.Sample) *Source { return &Source{path: name, s: s} }

// Name is the path of the file, or what New was given.
func (s *Source) Name() string { return s.path }

// Describe returns the saved description; Source in it is where the rows came from, not the file.
func (s *Source) Describe(context.Context) (sample.Table, error) { return s.s.Table, nil }

// Sample returns the saved sample at once, or the part of it that opts narrow it to; see sample.Narrow. How states how
// the rows were once read.
func (s *Source) Sample(_ context.Context, opts sample.Options, progress func(sample.Progress)) (*sample.Sample,
	error) {
	got, err := s.s.Filter(opts)
	if err != nil {
		return nil, &sampler.Error{What: fmt.Sprintf("cannot filter the keys of %s", s.path), Err: err,
			Next: "use the RE2 syntax: https://github.com/google/re2/wiki/Syntax"}
	}
	if progress != nil {
		progress(sample.Progress{Stage: "reading", Rows: int64(got.Rows()), Bytes: got.Bytes(), Fraction: 1,
			Sample: got})
	}
	return got, nil
}

// Row returns the saved row with key; its values are as long as they were saved, whatever keep says.
func (s *Source) Row(_ context.Context, key []byte, _ int) (*sample.Sample, error) {
	return s.s.Filter(sample.Options{Start: key, End: append(slices.Clone(key), 0)})
}

// Close does nothing: the file is not kept open.
func (s *Source) Close() error { return nil }
