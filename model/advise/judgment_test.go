package advise

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestVerdictFirst verifies that a judgment leads with the verdict and its main reason, in words that follow the
// figures.
func TestVerdictFirst(t *testing.T) {
	tablets := func(now, then, nowShare, thenShare float64) Change {
		return Change{Aspect: OfTablets, Name: "tablets", Now: nowShare, Then: thenShare, NowCount: now,
			ThenCount: then, NowText: "a", ThenText: "b", Slack: 0.05, Guideline: "G08"}
	}
	query := func(now, then float64, scan bool) Change {
		return Change{Aspect: OfQuery, Name: "by day", Now: now, Then: then, NowCount: now, ThenCount: then,
			NowText: "range", ThenText: "full scan", Scan: scan, Guideline: "G03"}
	}
	size := Change{Aspect: OfSize, Name: "key bytes", Now: 20, Then: 30, NowText: "20", ThenText: "30",
		Guideline: "G30"}
	for _, c := range []struct {
		name     string
		changes  []Change
		losses   []string
		drops    bool
		same     string
		stance   Stance
		headline string
	}{
		{"one tablet", []Change{tablets(46, 1, 0.04, 1)}, nil, false, "", Worse, "worse: all writes go to one tablet"},
		{"spread", []Change{tablets(1, 46, 1, 0.04), size}, nil, false, "", Mixed,
			"better: writes go to 46 tablets at once instead of one tablet; worse: key bytes 30 instead of 20"},
		{"nearly one", []Change{tablets(46, 1.3, 0.04, 0.9)}, nil, false, "", Worse,
			"worse: writes go to only one tablet instead of 46 tablets at once"},
		{"same number", []Change{tablets(5, 5.2, 0.2, 0.4)}, nil, false, "", Worse,
			"worse: the busiest tablet takes 40% of the writes instead of 20%"},
		{"scan", []Change{query(420, 40_000, true), size}, nil, false, "", Worse,
			`worse: "by day" reads the whole table`},
		{"fewer rows", []Change{query(40_000, 400, false)}, nil, false, "", Better,
			`better: "by day" reads 100 times fewer rows`},
		{"worse is larger", []Change{query(400, 380, false), tablets(46, 1, 0.04, 1)}, nil, false, "", Mixed,
			`worse: all writes go to one tablet; better: "by day" reads 1.05 times fewer rows`},
		{"tie", []Change{query(400, 401, false), tablets(5, 5, 0.2, 0.22)}, nil, false, "", Same,
			"as the current layout: no figure differs by more than 2%"},
		{"loss", []Change{tablets(1, 46, 1, 0.04)}, []string{"40 cells are lost"}, false, "", Lossy,
			"worse: 40 cells are lost"},
		{"rows gone", []Change{tablets(1, 46, 1, 0.04)}, nil, true, "", Lossy, "worse: most rows are gone"},
		{"same as A", []Change{size}, nil, false, "A", Same, "the same layout as A"},
	} {
		j := Weigh(c.changes, c.losses, []string{"a caution"}, c.drops, c.same)
		if j.Stance != c.stance || j.Headline != c.headline {
			t.Errorf("%s: %s, %q, not %s, %q", c.name, j.Stance, j.Headline, c.stance, c.headline)
		}
		if len(j.Cautions) != len(c.losses)+1 || c.stance == Lossy && len(j.Gains) > 0 && c.drops {
			t.Errorf("%s: %+v", c.name, j)
		}
	}
}

// TestWeighNeverContradicts verifies that a headline says better only if a figure is better, worse only if one is
// worse, and that a tie is neither.
func TestWeighNeverContradicts(t *testing.T) {
	aspects := []Aspect{OfWrites, OfTablets, OfQuery, OfReads, OfLoss, OfSize}
	rapid.Check(t, func(t *rapid.T) {
		var changes []Change
		better, worse := false, false
		for range rapid.IntRange(0, 8).Draw(t, "changes") {
			c := Change{Aspect: rapid.SampledFrom(aspects).Draw(t, "aspect"), Name: "x",
				Now: rapid.Float64Range(0, 1e6).Draw(t, "now"), Then: rapid.Float64Range(0, 1e6).Draw(t, "then"),
				Slack: rapid.Float64Range(0, 10).Draw(t, "slack"), NowCount: rapid.Float64Range(0, 100).Draw(t, "m"),
				ThenCount: rapid.Float64Range(0, 100).Draw(t, "n")}
			better, worse = better || c.Side() < 0, worse || c.Side() > 0
			if m := c.Magnitude(); m < 0 || m > 1 || (m > 0) != (c.Side() != 0) && c.Now > 0 && c.Then > 0 {
				t.Fatalf("%+v: magnitude %g, side %d", c, m, c.Side())
			}
			changes = append(changes, c)
		}
		j := Weigh(changes, nil, nil, false, "")
		if strings.Contains(j.Headline, "better: ") != better || strings.Contains(j.Headline, "worse: ") != worse ||
			len(j.Gains) > 0 != better || len(j.Costs) > 0 != worse {
			t.Fatalf("%q of %+v", j.Headline, changes)
		}
	})
}
