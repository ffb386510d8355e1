package lesson

import (
	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// Work is what the user has done on the open table.
type Work struct {
	Screen    string                   // that is up, by its id
	Layouts   rowkey.Set               // in force
	Templates []string                 // the candidates in the Lab, the one worked on last
	Queries   []string                 // put together in the Lab, as QueryText writes them
	Rules     map[string]sample.GCRule // evaluated in Retention, by family
	Answer    string                   // to the question of the step, as typed
}

// Equal reports whether nothing was done between the two.
func (w *Work) Equal(o *Work) bool {
	if w.Screen != o.Screen || w.Answer != o.Answer || len(w.Templates) != len(o.Templates) ||
		len(w.Queries) != len(o.Queries) ||
		len(w.Rules) != len(o.Rules) || !w.Layouts.Equal(o.Layouts) {
		return false
	}
	for i := range w.Templates {
		if w.Templates[i] != o.Templates[i] {
			return false
		}
	}
	for i := range w.Queries {
		if w.Queries[i] != o.Queries[i] {
			return false
		}
	}
	for family, rule := range w.Rules {
		if other, ok := o.Rules[family]; !ok || rule.String() != other.String() {
			return false
		}
	}
	return true
}
