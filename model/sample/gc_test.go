package sample

import (
	"testing"
	"time"
)

func TestGCRuleString(t *testing.T) {
	versions := func(n int) GCRule { return GCRule{Kind: GCMaxVersions, Versions: n} }
	age := func(d time.Duration) GCRule { return GCRule{Kind: GCMaxAge, Age: d} }
	union := func(c ...GCRule) GCRule { return GCRule{Kind: GCUnion, Children: c} }
	both := func(c ...GCRule) GCRule { return GCRule{Kind: GCIntersection, Children: c} }
	const day = 24 * time.Hour
	for want, rule := range map[string]GCRule{
		"never":                       {},
		"maxversions=2":               versions(2),
		"maxage=30d":                  age(30 * day),
		"maxage=36h":                  age(36 * time.Hour),
		"maxage=90m":                  age(90 * time.Minute),
		"maxage=10s":                  age(10 * time.Second),
		"maxage=1500ms":               age(1500 * time.Millisecond),
		"maxage=1us":                  age(time.Microsecond),
		"maxage=0ns":                  age(0),
		"maxversions=2 || maxage=30d": union(versions(2), age(30*day)),
		"maxversions=2 && maxage=30d": both(versions(2), age(30*day)),
		"maxage=1d || (maxversions=2 && maxage=1h)":     union(age(day), both(versions(2), age(time.Hour))),
		"(maxage=1d || maxversions=3) && maxversions=1": both(union(age(day), versions(3)), versions(1)),
		"maxage=2d || (maxversions=3 || maxversions=1)": union(age(2*day), union(versions(3), versions(1))),
		"maxversions=7": union(versions(7)),
		"maxage=5d || (maxversions=1 && maxversions=2)": union(age(5*day), both(versions(1), versions(2))),
	} {
		if got := rule.String(); got != want {
			t.Errorf("%+v is written %q, want %q", rule, got, want)
		}
	}
	if got := union().String(); got != "never" {
		t.Errorf("a union of nothing is %q", got)
	}
}

// TestAgeInText verifies that policies and sentences write an age with the same number, each in its own form.
func TestAgeInText(t *testing.T) {
	for age, want := range map[time.Duration][2]string{
		30 * 24 * time.Hour:     {"30d", "30 d"},
		36 * time.Hour:          {"36h", "36 h"},
		90 * time.Minute:        {"90m", "90 min"},
		1500 * time.Millisecond: {"1500ms", "1500 ms"},
		time.Microsecond:        {"1us", "1 µs"},
		0:                       {"0ns", "0 ns"},
	} {
		if got := [2]string{Age(age), AgeInText(age)}; got != want {
			t.Errorf("%v is %q, want %q", age, got, want)
		}
	}
}
