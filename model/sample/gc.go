package sample

import (
	"strconv"
	"strings"
	"time"
)

// GCKind is the form of a garbage-collection rule.
type GCKind string

// The forms of a rule. GCNone keeps everything indefinitely.
const (
	GCNone         GCKind = ""
	GCMaxVersions  GCKind = "maxversions"
	GCMaxAge       GCKind = "maxage"
	GCUnion        GCKind = "union"
	GCIntersection GCKind = "intersection"
)

// GCRule is a garbage-collection policy as a tree. A union makes a cell eligible when any child does, an intersection
// when all children do. The zero value is "no rule".
type GCRule struct {
	Kind     GCKind        `json:"kind,omitempty"`
	Versions int           `json:"versions,omitempty"` // GCMaxVersions
	Age      time.Duration `json:"age_ns,omitempty"`   // GCMaxAge; not cut to seconds, as the Go client does
	Children []GCRule      `json:"children,omitempty"` // GCUnion and GCIntersection
}

// String returns the rule in cbt setgcpolicy syntax: "maxversions=2 || maxage=30d". A family without a rule is "never".
func (r GCRule) String() string { return r.text(false) }

func (r GCRule) text(nested bool) string {
	switch r.Kind {
	case GCMaxVersions:
		return "maxversions=" + strconv.Itoa(r.Versions)
	case GCMaxAge:
		return "maxage=" + Age(r.Age)
	case GCUnion, GCIntersection:
		if len(r.Children) == 0 {
			return "never"
		}
		op := " || "
		if r.Kind == GCIntersection {
			op = " && "
		}
		parts := make([]string, len(r.Children))
		for i, c := range r.Children {
			parts[i] = c.text(len(r.Children) > 1)
		}
		s := strings.Join(parts, op)
		if nested {
			return "(" + s + ")"
		}
		return s
	}
	return "never"
}

// Age formats a duration in the largest unit that divides it, as policies do: 30d, 12h, 90m, 10s, 1500ms.
func Age(d time.Duration) string {
	n, unit := inWhole(d)
	return strconv.FormatInt(n, 10) + unit
}

// AgeInText formats the same for sentences: 30 d, 12 h, 90 min, 10 s, 1500 ms.
func AgeInText(d time.Duration) string {
	n, unit := inWhole(d)
	switch unit {
	case "m":
		unit = "min"
	case "us":
		unit = "µs"
	}
	return strconv.FormatInt(n, 10) + " " + unit
}

// inWhole returns a duration in the largest unit that divides it, and the unit's name in policies.
func inWhole(d time.Duration) (int64, string) {
	for _, u := range []struct {
		unit time.Duration
		name string
	}{{24 * time.Hour, "d"}, {time.Hour, "h"}, {time.Minute, "m"}, {time.Second, "s"}, {time.Millisecond, "ms"},
		{time.Microsecond, "us"}} {
		if d != 0 && d%u.unit == 0 {
			return int64(d / u.unit), u.name
		}
	}
	return int64(d), "ns"
}
