package retention

import (
	"time"

	"tabletop/model/sample"
)

// Ahead returns the rules that take now what r will take in d of the cells stored now, if nothing is written: a rule of
// age takes cells that are younger by d, a rule of versions the same cells. Ages may become negative.
func (r Rules) Ahead(d time.Duration) Rules {
	ahead := make(Rules, len(r))
	for family, rule := range r {
		ahead[family] = younger(rule, d)
	}
	return ahead
}

func younger(rule sample.GCRule, by time.Duration) sample.GCRule {
	if rule.Kind == sample.GCMaxAge {
		rule.Age -= by
		return rule
	}
	children := make([]sample.GCRule, len(rule.Children))
	for i, child := range rule.Children {
		children[i] = younger(child, by)
	}
	rule.Children = children
	return rule
}
