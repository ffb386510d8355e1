package rekey

import (
	"tabletop/model/candidate"
	"tabletop/model/rowkey"
)

// ResolveSet returns the set that a candidate stands for. A template is for the record kind that it names; otherwise
// for those with one of the segments of its key that no other template of the table names, or for all rows if the key
// has none. Rows of other kinds stay as they are if there is no other table, and are in none otherwise. A candidate of
// several kinds loses no rows that it does not name: they stay as they are, in its first table, and those whose keys
// no layout decodes are set aside. Errors are *rowkey.SyntaxErrors.
func ResolveSet(c *candidate.Candidate, current rowkey.Set) (candidate.Set, error) {
	set := candidate.Set{Source: c.Source, Tables: c.Tables()}
	all := make([][]bool, len(c.Templates)) // template, kind+1 -> whether it is for these rows
	for i := range c.Templates {
		var err error
		if all[i], err = matchedKinds(c, &c.Templates[i], current); err != nil {
			return set, err
		}
	}
	ruled := make([]bool, len(current)+1) // kind+1
	for index := range c.Templates {
		template := &c.Templates[index]
		for kind, is := range all[index] {
			if !is || template.Kind == "" && isNamed(c, all, template.Into, kind) {
				continue
			}
			ruled[kind] = true
			rule := candidate.KindRule{Kind: kind - 1, Action: template.Action, Into: template.Into}
			if template.Action == candidate.Rekey {
				rule.To = template
			}
			set.Rules = append(set.Rules, rule)
		}
	}
	for kind, is := range ruled {
		switch {
		case is:
		case c.IsSet() && kind-1 == candidate.Foreign:
			set.Rules = append(set.Rules, candidate.KindRule{Kind: candidate.Foreign, Action: candidate.Quarantine})
		case c.IsSet() || c.Tables() == 1:
			set.Rules = append(set.Rules, candidate.KindRule{Kind: kind - 1})
		}
	}
	return set, nil
}

// Named returns a candidate whose templates name the record kinds that its set, which ResolveSet returned, has them
// for: one for each kind. It can be joined with those of other kinds.
func Named(c *candidate.Candidate, set candidate.Set, current rowkey.Set) *candidate.Candidate {
	out := &candidate.Candidate{Source: c.Source}
	for at := range c.Templates {
		template := &c.Templates[at]
		if template.Kind != "" {
			out.Templates = append(out.Templates, *template)
			continue
		}
		for _, rule := range set.Rules {
			if rule.To != template {
				continue
			}
			named := *template
			if named.Kind = candidate.ForeignName; rule.Kind != candidate.Foreign {
				named.Kind = current.KindName(rule.Kind)
			}
			out.Templates = append(out.Templates, named)
		}
	}
	return out
}

// isNamed reports whether a template of a table names a record kind, which is one more than the kind.
func isNamed(c *candidate.Candidate, all [][]bool, table, kind int) bool {
	for i := range c.Templates {
		if t := &c.Templates[i]; t.Into == table && t.Kind != "" && all[i][kind] {
			return true
		}
	}
	return false
}

// CurrentSet returns the set that changes nothing.
func CurrentSet(current rowkey.Set) candidate.Set {
	set := candidate.Set{Tables: 1}
	for k := candidate.Foreign; k < len(current); k++ {
		set.Rules = append(set.Rules, candidate.KindRule{Kind: k})
	}
	return set
}

// matchedKinds returns for each kind, the foreign one first, whether a template is for its rows.
func matchedKinds(c *candidate.Candidate, t *candidate.Template, current rowkey.Set) ([]bool, error) {
	means := make([]bool, len(current)+1)
	if t.Kind != "" {
		kind, ok := current.KindNamed(t.Kind)
		switch {
		case ok:
			means[kind+1] = true
			return means, nil
		case t.Kind == candidate.ForeignName:
			means[0] = true
			return means, nil
		case len(current) > 1 || c.IsSet() || len(current) == 1 && current[0].Name() != "":
			var names []string
			for k := range current {
				names = append(names, current.KindName(k))
			}
			binder := &binder{source: c.Source}
			return nil, binder.fail(t.At, "no record kind %q: there %s", t.Kind, list(names))
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
