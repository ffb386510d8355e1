package retention

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tabletop/model/sample"
)

const day = 24 * time.Hour

func versions(n int) sample.GCRule { return sample.GCRule{Kind: sample.GCMaxVersions, Versions: n} }

func maxAge(d time.Duration) sample.GCRule { return sample.GCRule{Kind: sample.GCMaxAge, Age: d} }

func anyOf(c ...sample.GCRule) sample.GCRule {
	return sample.GCRule{Kind: sample.GCUnion, Children: c}
}

func allOf(c ...sample.GCRule) sample.GCRule {
	return sample.GCRule{Kind: sample.GCIntersection, Children: c}
}

func TestParse(t *testing.T) {
	for _, tt := range []struct {
		text string
		want sample.GCRule
	}{
		{"never", sample.GCRule{}},
		{"<never>", sample.GCRule{}},
		{"maxversions=2", versions(2)},
		{" maxage = 3h ", maxAge(3 * time.Hour)},
		{"MAXAGE=90m", maxAge(90 * time.Minute)},
		{"maxage=1ms", maxAge(time.Millisecond)},
		{"maxversions=2 || maxage=30d", anyOf(versions(2), maxAge(30*day))},
		{"maxversions=2||maxage=30d", anyOf(versions(2), maxAge(30*day))},
		{"maxversions=2 or maxage=30d", anyOf(versions(2), maxAge(30*day))},
		{"maxversions=2 AND maxage=1h", allOf(versions(2), maxAge(time.Hour))},
		{"(((maxversions=2 and (maxage=1h))))", allOf(versions(2), maxAge(time.Hour))},
		{"maxage=30d || (maxage=3d && maxversions=100)", anyOf(maxAge(30*day), allOf(maxAge(3*day), versions(100)))},
		{"maxage=1d || maxage=2d || maxversions=7", anyOf(maxAge(day), maxAge(2*day), versions(7))},
		// As in cbt, the operators bind alike and from the left.
		{"maxage=1h && maxage=2h || maxage=3h", anyOf(allOf(maxAge(time.Hour), maxAge(2*time.Hour)),
			maxAge(3*time.Hour))},
		{"maxage=1h || maxage=2h && maxage=3h", allOf(anyOf(maxAge(time.Hour), maxAge(2*time.Hour)),
			maxAge(3*time.Hour))},
		{"maxage=1d && (maxage=2d && maxversions=1)", allOf(maxAge(day), allOf(maxAge(2*day), versions(1)))},
		// What cbt ls prints.
		{"versions() > 1", versions(1)},
		{"(versions() > 1 || age() > 5d)", anyOf(versions(1), maxAge(5*day))},
		{"age() > 90000000", maxAge(90 * time.Second)},
		{"maxage=1500us", maxAge(1500 * time.Microsecond)},
	} {
		got, err := Parse(tt.text)
		if err != nil {
			t.Errorf("Parse(%q): %v", tt.text, err)
		} else if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("Parse(%q) (-want +got):\n%s", tt.text, diff)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for _, tt := range []struct {
		text   string
		offset int
		part   string // of the message
	}{
		{"", 0, "no policy here"},
		{"  ", 2, "no policy here"},
		{"maxage=1", 8, "unit is missing"},
		{"maxage=", 7, "value is missing"},
		{"maxversions", 11, "followed by ="},
		{"maxversions=1h", 12, "whole number"},
		{"maxversions=0", 12, "at least 1"},
		{"maxversions=99999999999", 12, "at most"},
		{"maxversions=99999999999999999999999", 12, "at most"},
		{"maxversions=-1", 12, "whole number"},
		{"maxage=2w", 8, "weeks"},
		{"maxage=1y", 8, "months and years"},
		{"maxage=5q", 8, "no unit"},
		{"maxage=999999999d", 7, "292 years"},
		{"maxage=999us", 7, "at least 1ms"},
		{"maxage=d", 7, "number and a unit"},
		{"maxversions=2 | maxage=1d", 14, "continues with"},
		{"maxversions=2 ||", 16, "missing at the end"},
		{"maxversions=2 maxage=1d", 14, "continues with"},
		{"(((maxage=1h))", 0, "never closed"},
		{"((maxage=1h)))", 13, "closes nothing"},
		{"(maxage=1h maxage=2h)", 11, "ends with )"},
		{"()", 0, "between these"},
		{"ttl=3d", 0, "begins with"},
		{"never=never", 5, "continues with"},
		{"age() = 3d", 6, "followed by >"},
		{"maxage=1d && \x1b[2J", 13, "begins with"},
		{strings.Repeat("(", 100000), 64, "deeper"},
	} {
		_, err := Parse(tt.text)
		var e *SyntaxError
		if !errors.As(err, &e) {
			t.Errorf("Parse(%.40q) gave %v, want a *SyntaxError", tt.text, err)
			continue
		}
		if e.Offset != tt.offset || !strings.Contains(e.Message, tt.part) {
			t.Errorf("Parse(%.40q): at %d %q, want at %d …%s…", tt.text, e.Offset, e.Message, tt.offset, tt.part)
		}
	}
}

func TestSyntaxErrorPointsAtThePlace(t *testing.T) {
	_, err := Parse("maxversions=2 || ttl=3d")
	want := `a policy begins with maxversions=, maxage=, never or (, not with "ttl"
  maxversions=2 || ttl=3d
                   ^`
	if err == nil || err.Error() != want {
		t.Errorf("got\n%v\nwant\n%s", err, want)
	}
	_, err = Parse("maxage=1d \x1b]0;x\a")
	if strings.ContainsAny(err.Error(), "\x1b\a") {
		t.Errorf("a control character of the rule reached the message: %q", err)
	}
}

// randomRule makes a rule tree of every form a description can hold, empty compositions among them.
func randomRule(r *rand.Rand, depth int) sample.GCRule {
	kind := r.IntN(10)
	if depth == 0 {
		kind = r.IntN(7)
	}
	switch {
	case kind < 3:
		return versions(1 + r.IntN(6))
	case kind < 6:
		return maxAge(time.Duration(1+r.IntN(40)) * time.Millisecond)
	case kind == 6:
		return sample.GCRule{}
	}
	children := make([]sample.GCRule, r.IntN(4))
	for i := range children {
		children[i] = randomRule(r, depth-1)
	}
	if kind == 7 {
		return anyOf(children...)
	}
	return allOf(children...)
}

// TestRulesReadBack verifies that what a rule is printed as is read as a rule that keeps the same.
func TestRulesReadBack(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 20000 {
		rule := randomRule(r, 3)
		back, err := Parse(rule.String())
		if err != nil {
			t.Fatalf("%v: %v", rule, err)
		}
		if again, err := Parse(back.String()); err != nil || !cmp.Equal(again, back) {
			t.Fatalf("%v was read back as %v, then as %v (%v)", rule, back, again, err)
		}
		now := time.UnixMicro(1e15)
		times := randomTimes(r, now)
		a, b := NewRule(rule, now), NewRule(back, now)
		if a.Keep(times) != b.Keep(times) {
			t.Fatalf("%v keeps %d of a column, read back as %v it keeps %d", rule, a.Keep(times), back, b.Keep(times))
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"never", "maxversions=2 || maxage=30d", "(maxage=1h and maxversions=3) or maxage=3d",
		"versions() > 1", "maxage=", "((", "\xff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		rule, err := Parse(s)
		if err != nil {
			var e *SyntaxError
			if !errors.As(err, &e) || e.Offset < 0 || e.Offset > len(s) ||
				strings.ContainsAny(e.Error(), "\x00\x1b\u009b") {
				t.Fatalf("Parse(%q) = %#v", s, err)
			}
			return
		}
		back, err := Parse(rule.String())
		if err != nil || back.String() != rule.String() {
			t.Fatalf("Parse(%q) = %q, which is read as %q (%v)", s, rule, back, err)
		}
	})
}
