package candidate

import (
	"cmp"
	"slices"
)

// Join returns one candidate of several, each of which is of other record kinds: what each puts into its n-th table
// goes into the n-th of all. Errors are *rowkey.SyntaxErrors, such as that two are for one record kind.
func Join(all ...*Candidate) (*Candidate, error) {
	joined := &Candidate{}
	for _, one := range all {
		joined.Templates = append(joined.Templates, one.Templates...)
	}
	slices.SortStableFunc(joined.Templates, func(a, b Template) int { return cmp.Compare(a.Into, b.Into) })
	return Parse(joined.String())
}

// OfKind returns the candidate with its templates for the record kind of that name, unless they name others.
func (c *Candidate) OfKind(name string) *Candidate {
	out := &Candidate{Source: c.Source, Templates: slices.Clone(c.Templates)}
	for i := range out.Templates {
		out.Templates[i].Kind = cmp.Or(out.Templates[i].Kind, name)
	}
	return out
}
