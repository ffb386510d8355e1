package audit

import (
	"fmt"
	"slices"
)

// Line is one point of docs/guidelines.md: the rules that check a table against it, or why there are none.
type Line struct {
	ID       string
	Rules    []string
	Patterns []string // names of patterns that are recognized but not graded
	Why      string   // why no rule is possible; empty when there are rules or patterns
}

// without returns, by guideline, why no rule is possible.
func without() map[string]string {
	return map[string]string{
		"G01": "how every table works: no table can be otherwise",
		"G03": "it takes the queries, which the data does not show; the workload tools hold layouts against queries",
		"G04": "how every table works: no table can be otherwise",
		"G07": "whether two rows change together is not in the data",
		"G33": "queries are not in the data; advise and simulate compare layouts for a workload",
		"G60": "which queries need another order is not in the data; the workload tools hold layouts against queries",
		"G65": "materialized views are not part of the description of a table",
	}
}

// Lines returns the rules and patterns of each guideline from G01 to G68; some numbers are unused.
func Lines() []Line {
	var out []Line
	why := without()
	rules := Rules()
	for number := 1; number <= 68; number++ {
		line := Line{ID: fmt.Sprintf("G%02d", number)}
		for _, r := range rules {
			if slices.Contains(r.Guidelines, line.ID) {
				line.Rules = append(line.Rules, r.ID)
			}
		}
		for _, p := range patternKinds() {
			if slices.Contains(p.Guidelines, line.ID) {
				line.Patterns = append(line.Patterns, p.Name)
			}
		}
		line.Why = why[line.ID]
		if len(line.Rules) > 0 || len(line.Patterns) > 0 || line.Why != "" {
			out = append(out, line)
		}
	}
	return out
}
