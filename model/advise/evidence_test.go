package advise_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
)

// TestFewMeetingsAreNoEvidence verifies that one place that was met twice among thousands does not make the search
// merge the rows of places, however large the table will be.
func TestFewMeetingsAreNoEvidence(t *testing.T) {
	all := events(4000, 10, 40, func(rng *rand.Rand, i int, ms int64) string {
		return fmt.Sprintf("%08x#%d", i*2654435761%(1<<32), ms)
	})
	all[1].key = all[0].key[:8] + all[1].key[8:]
	a := expecting(t, lines(t, "{cell:hex(8)}#{at:ms}", all),
		"queries: [{name: q, where: {cell: equal}, latest: 10 by at}]", 5e8)
	if strings.Contains(a.Options[0].Template, "bucket(") || strings.Contains(a.Options[0].Template, "=>") {
		t.Error(a.Verdict)
	}
}

// TestPairsKeepTheCurrentTable verifies that of two tables one is the current one where another would be better by no
// more than what counts, that what a view does by itself is asked of no writer, and that nothing is said twice.
func TestPairsKeepTheCurrentTable(t *testing.T) {
	table := func(rng *rand.Rand, i int, _ int64) string {
		return fmt.Sprintf("a%04d#t%04d#%08x", rng.IntN(500), rng.IntN(500), i*2654435761%(1<<32))
	}
	f := lines(t, "{author}#{topic}#{id:hex(8)}", events(20_000, 10, 300, table))
	a := expecting(t, f, "queries: [{name: by author, where: {author: equal}}, {name: by topic, where: {topic: "+
		"equal}}]", 1e8)
	first := a.Options[0]
	if !strings.HasPrefix(first.Template, "{author}#{topic}#{id} ++ {topic}#") ||
		!strings.Contains(strings.Join(first.Better, "\n"), "the current table stays") {
		t.Errorf("%s: %q", first.Template, first.Better)
	}
	if want := "Write to the first table only: the view follows by itself."; len(first.ForWriters) != 1 ||
		first.ForWriters[0] != want {
		t.Errorf("%q", first.ForWriters)
	}
	same := regexp.MustCompile(`clients handle (.*) instead of (.*?)[;.]`)
	for _, o := range a.Options {
		for _, list := range [][]string{o.Better, o.Worse, o.Caveats, o.ForWriters} {
			seen := map[string]bool{}
			for _, text := range list {
				if seen[text] {
					t.Errorf("%s: %q is said twice", o.Template, text)
				}
				seen[text] = true
			}
		}
	}
	if m := same.FindStringSubmatch(a.RunnerUp); m != nil && m[1] == m[2] {
		t.Error(a.RunnerUp)
	}
}
