package text

import (
	"strconv"
	"strings"

	"tabletop/model/sample"
)

// Rule tells in words what a garbage-collection rule collects: "collects all but the 2 newest versions of a column, and
// what is older than 30d".
func Rule(r sample.GCRule) string {
	switch r.Kind {
	case sample.GCMaxVersions, sample.GCMaxAge:
		return "collects " + condemned(r)
	case sample.GCUnion, sample.GCIntersection:
		if len(r.Children) > 0 {
			return "collects " + condemned(r)
		}
	}
	return "collects nothing: every version is kept for ever"
}

// condemned names the cells that a rule lets go.
func condemned(r sample.GCRule) string {
	switch r.Kind {
	case sample.GCMaxVersions:
		if r.Versions == 1 {
			return "all but the newest version of a column"
		}
		return "all but the " + strconv.Itoa(r.Versions) + " newest versions of a column"
	case sample.GCMaxAge:
		return "what is older than " + sample.Age(r.Age)
	case sample.GCUnion:
		return children(r, ", and ")
	case sample.GCIntersection:
		return "only what is both " + children(r, " and ")
	}
	return "nothing"
}

func children(r sample.GCRule, join string) string {
	parts := make([]string, len(r.Children))
	for i, c := range r.Children {
		parts[i] = condemned(c)
		if r.Kind == sample.GCIntersection {
			parts[i] = strings.Replace(parts[i], "what is older", "older", 1)
			parts[i] = strings.Replace(parts[i], "all but", "beyond", 1)
		}
		if len(c.Children) > 1 {
			parts[i] = "(" + parts[i] + ")"
		}
	}
	return strings.Join(parts, join)
}
