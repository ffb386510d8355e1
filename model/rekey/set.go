package rekey

import (
	"tabletop/model/candidate"
	"tabletop/model/rowkey"
)

// ResolveSet returns the set that a candidate stands for. A table is for the record kind that it names; otherwise for
// those with one of the segments of its key, or for all rows if the key has none. Rows of other kinds stay as they
// are if there is no other table, and are in none otherwise. Errors are *rowkey.SyntaxErrors.
func ResolveSet(c *candidate.Candidate, current rowkey.Set) (candidate.Set, error) {
	set := candidate.Set{Source: c.Source, Tables: len(c.Tables)}
	for table := range c.Tables {
		meant, err := matchedKinds(c, &c.Tables[table], current)
		if err != nil {
			return set, err
		}
		for kind, is := range meant {
			rule := candidate.KindRule{Kind: kind - 1, Into: table}
			switch {
			case is:
				rule.Action, rule.To = candidate.Rekey, &c.Tables[table]
			case len(c.Tables) > 1:
				continue
			}
			set.Rules = append(set.Rules, rule)
		}
	}
	return set, nil
}

// CurrentSet returns the set that changes nothing.
func CurrentSet(current rowkey.Set) candidate.Set {
	set := candidate.Set{Tables: 1}
	for k := candidate.Foreign; k < len(current); k++ {
		set.Rules = append(set.Rules, candidate.KindRule{Kind: k})
	}
	return set
}

// matchedKinds returns for each kind, the foreign one first, whether a table is for its rows.
func matchedKinds(c *candidate.Candidate, t *candidate.Table, current rowkey.Set) ([]bool, error) {
	means := make([]bool, len(current)+1)
	if t.Kind != "" {
		var names []string
		found := false
		for k, layout := range current {
			if layout.Name() == t.Kind {
				means[k+1], found = true, true
			}
			if layout.Name() != "" {
				names = append(names, layout.Name())
			}
		}
		if found {
			return means, nil
		}
		if len(names) > 0 {
			x := &binder{source: c.Source}
			return nil, x.fail(0, "no record kind %q: there %s", t.Kind, list(names))
		}
	}
	named := map[string]bool{}
	t.Exprs(func(e *candidate.Expr) {
		if e.Op == candidate.Segment || e.Op == candidate.Rest {
			named[e.Name] = true
		}
	})
	any := false
	for k, layout := range current {
		for _, seg := range layout.Segments() {
			means[k+1] = means[k+1] || named[seg.Name]
		}
		any = any || means[k+1]
	}
	if !any {
		for k := range means {
			means[k] = true
		}
	}
	return means, nil
}
