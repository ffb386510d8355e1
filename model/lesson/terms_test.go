package lesson_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"tabletop/model/lesson"
)

// TestTermsAreIntroducedFirst walks the course in its order: each term is used for the first time in the step that
// explains it.
func TestTermsAreIntroducedFirst(t *testing.T) {
	for term, introduced := range map[string]string{
		`tablets?`:           "sorted-keys#2",
		`full table scan`:    "sorted-keys#5",
		`by data`:            "sorted-keys#7",
		`by value`:           "prefixes#3",
		`packed`:             "places#5",
		`(?:are|is) garbage`: "key-order#2",
		`moving hotspots?`:   "hotspots#1",
		`field promotion`:    "hotspots#4",
		`buckets?`:           "tall-or-wide#2",
		`celltime\(\)`:       "overwriting#4",
		`materialized view`:  "meters#7",
		`serialized`:         "aggregates#4",
		`object store`:       "large-rows#4",
		`row-key schemas?`:   "views#4",
		`qualifier\(\)`:      "meters#6",
		`mirror`:             "sequential-ids#3",
	} {
		word := regexp.MustCompile(`(?i)(^|[^\w{])` + term + `([^\w}]|$)`)
		if first := firstUse(word); first != introduced {
			t.Errorf("%q is used first in %s, and introduced in %s", term, first, introduced)
		}
	}
}

// firstUse names the first step of the course whose texts hold a term.
func firstUse(term *regexp.Regexp) string {
	for _, l := range lesson.All() {
		for i, s := range l.Steps {
			texts := append([]string{s.Text, s.Task, s.Why}, s.Hints...)
			if s.Predict != nil {
				texts = append(texts, s.Predict.Ask)
			}
			if term.MatchString(strings.Join(texts, "\n")) {
				return fmt.Sprintf("%s#%d", l.Name, i+1)
			}
		}
	}
	return "no step"
}
