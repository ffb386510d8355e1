package text

import (
	"strconv"
	"strings"

	"tabletop/model/sample"
)

// Rule describes what a garbage-collection policy collects: "collects all but the 2 newest versions of a column, and
// cells older than 30 d".
func Rule(r sample.GCRule) string {
	switch r.Kind {
	case sample.GCMaxVersions, sample.GCMaxAge:
		return "collects " + eligible(r)
	case sample.GCUnion, sample.GCIntersection:
		if len(r.Children) > 0 {
			return "collects " + eligible(r)
		}
	}
	return "collects nothing: every version is kept indefinitely"
}

// eligible names the cells that a policy makes eligible for garbage collection.
func eligible(r sample.GCRule) string {
	switch r.Kind {
	case sample.GCMaxVersions:
		if r.Versions == 1 {
			return "all but the newest version of a column"
		}
		return "all but the " + strconv.Itoa(r.Versions) + " newest versions of a column"
	case sample.GCMaxAge:
		return "cells older than " + sample.AgeInText(r.Age)
	case sample.GCUnion:
		return children(r, ", and ")
	case sample.GCIntersection:
		return "only cells both " + children(r, " and ")
	}
	return "nothing"
}

func children(r sample.GCRule, join string) string {
	parts := make([]string, len(r.Children))
	for i, child := range r.Children {
		parts[i] = eligible(child)
		if r.Kind == sample.GCIntersection {
			parts[i] = strings.Replace(parts[i], "cells older", "older", 1)
			parts[i] = strings.Replace(parts[i], "all but", "beyond", 1)
		}
		if len(child.Children) > 1 {
			parts[i] = "(" + parts[i] + ")"
		}
	}
	return strings.Join(parts, join)
}
