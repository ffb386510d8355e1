package text

import (
	"testing"
	"time"

	"tabletop/model/sample"
)

func TestRule(t *testing.T) {
	versions := func(n int) sample.GCRule { return sample.GCRule{Kind: sample.GCMaxVersions, Versions: n} }
	age := func(days int) sample.GCRule {
		return sample.GCRule{Kind: sample.GCMaxAge, Age: time.Duration(days) * 24 * time.Hour}
	}
	of := func(k sample.GCKind, c ...sample.GCRule) sample.GCRule { return sample.GCRule{Kind: k, Children: c} }
	for _, c := range []struct {
		rule sample.GCRule
		want string
	}{
		{sample.GCRule{}, "collects nothing: every version is kept indefinitely"},
		{of(sample.GCUnion), "collects nothing: every version is kept indefinitely"},
		{versions(1), "collects all but the newest version of a column"},
		{versions(3), "collects all but the 3 newest versions of a column"},
		{age(30), "collects cells older than 30 d"},
		{of(sample.GCUnion, versions(2), age(7)),
			"collects all but the 2 newest versions of a column, and cells older than 7 d"},
		{of(sample.GCIntersection, versions(2), age(7)),
			"collects only cells both beyond the 2 newest versions of a column and older than 7 d"},
		{of(sample.GCUnion, age(365), of(sample.GCIntersection, versions(1), age(7))),
			"collects cells older than 365 d, and (only cells both beyond the newest version of a column and older " +
				"than 7 d)"},
	} {
		if got := Rule(c.rule); got != c.want {
			t.Errorf("%s: got %q, want %q", c.rule, got, c.want)
		}
	}
}
