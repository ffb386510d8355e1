package verify

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tabletop/model/candidate"
	"tabletop/model/rowkey"
)

// TestLayoutsAreOne verifies that several layouts are those of the record kinds that they are for, that rows of other
// kinds stay and foreign keys are set aside, unless a layout is for all keys; and that two for one kind are refused.
func TestLayoutsAreOne(t *testing.T) {
	current, err := rowkey.ParseSet("a = a#{x}#{y}\nb = b#{z}\nc = c#{u}")
	if err != nil {
		t.Fatal(err)
	}
	for texts, want := range map[string]string{
		"{y}#{x}":             "a rekeyed, b same, c same, foreign quarantine",
		"{y}#{x}; {z}!":       "a rekeyed, b rekeyed, c same, foreign quarantine",
		"{y}#{x}; b = drop":   "a rekeyed, b drop, c same, foreign quarantine",
		"x{key()}":            "a rekeyed, b rekeyed, c rekeyed, foreign rekeyed",
		"foreign = f{key()}":  "a same, b same, c same, foreign rekeyed",
		"a = same":            "a same, b same, c same, foreign quarantine",
		"{y}#{x}; {x}#{y}":    "two layouts are for the same rows",
		"view {x}":            "filled by the service",
		"same ++ view {x}":    "filled by the service",
		"{y}#{x} ++ {x}#{y}":  "it makes 2 tables",
		"a = {y} | a = {x}":   "the record kind",
		"{y}#{x}; a = {x}{y}": "two layouts are for the same rows",
	} {
		var o Options
		o.Current = current
		for text := range strings.SplitSeq(texts, "; ") {
			layout, err := candidate.Parse(text)
			if err != nil {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("%s: %v", texts, err)
				}
				continue
			}
			o.Layouts = append(o.Layouts, layout)
		}
		if o.Layouts == nil {
			continue
		}
		check, err := New(o)
		if err != nil {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v, want %s", texts, err, want)
			}
			continue
		}
		var got []string
		for _, rule := range check.set.Rules {
			name, word := candidate.ForeignName, rule.Action.String()
			if rule.Kind != candidate.Foreign {
				name = current.KindName(rule.Kind)
			}
			if rule.Action == candidate.Rekey {
				word = "rekeyed"
			}
			got = append(got, fmt.Sprint(name, " ", word))
		}
		slices.Sort(got)
		if strings.Join(got, ", ") != want || check.quarantines != strings.Contains(want, "quarantine") {
			t.Errorf("%s: %q, %t, want %s", texts, got, check.quarantines, want)
		}
	}
}
