package advise

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
)

// Judgment is what is said of a layout: a verdict, how sure it is, and its reasons. Screens and reports show it as it
// is, without words of their own. Its texts hold names of the table unescaped.
type Judgment struct {
	Stance   Stance
	Headline string // the verdict with its main reason: "worse: all writes go to one tablet"
	// "first in 97.5% of 200 random conditions"; empty where no search compared the layout with others
	Confidence string
	// Gain and Cost are the most important change for the better and for the worse in a phrase; empty where there is
	// none, and of a search.
	Gain, Cost string
	Gains      []string // what gets better, the most important first, with guidelines
	Costs      []string // what gets worse
	Cautions   []string // what to make sure of before the layout is used
	Doubts     []string // what the verdict depends on
}

// Stance is a verdict in a word.
type Stance string

// The stances. Keep and Close are those of a search only.
const (
	Better Stance = "better"
	Worse  Stance = "worse"
	Mixed  Stance = "mixed" // some figures get better and some worse
	Same   Stance = "same"
	Lossy  Stance = "lossy" // rows or cells are lost, so that nothing is better
	Take   Stance = "take"
	Keep   Stance = "keep"
	Close  Stance = "close"
)

// Judgment returns the answer of the search as a value to show.
func (a *Advice) Judgment() *Judgment {
	judgment := &Judgment{Stance: Take, Headline: a.Verdict, Doubts: append([]string{a.Confidence.Text()}, a.Notes...)}
	switch {
	case a.KeepCurrent:
		judgment.Stance = Keep
	case a.TooClose:
		judgment.Stance = Close
	}
	judgment.Confidence = a.Confidence.Short()
	if len(a.Options) > 0 {
		o := a.Options[0]
		judgment.Gains, judgment.Costs, judgment.Cautions = o.Better, o.Worse, o.Caveats
	}
	return judgment
}

// Short returns the confidence in a few words.
func (c *Confidence) Short() string {
	return "first in " + ofConditions(c.Share)
}

// Aspect is what a figure is about.
type Aspect string

// The aspects.
const (
	OfWrites Aspect = "writes" // how far writes concentrate
	// the share of a window's writes that the busiest tablet takes; Count is how many take writes at once
	OfTablets Aspect = "tablets"
	OfQuery   Aspect = "query" // the cost of a query; Count is the rows that it reads
	OfReads   Aspect = "reads" // the cost of all queries
	OfLoss    Aspect = "loss"  // cells that are lost or become versions
	OfSize    Aspect = "size"  // bytes of rows, keys, or the table
)

// Change is a figure of a layout beside the same one of the current layout. Less of it is better.
type Change struct {
	Aspect            Aspect
	Name              string  // "largest row", or that of a query
	Now, Then         float64 // what is compared
	NowText, ThenText string  // as they are written
	NowCount          float64 // see Aspect
	ThenCount         float64
	Scan              bool    // the query reads the whole table under the layout
	Guideline         string  // "G03"; empty without one
	Slack             float64 // a difference that is none
}

// Tie is the ratio of two figures up to which they are called the same.
const Tie = 1.02

// Side returns -1 if the figure is better under the layout, 1 if it is worse, and 0 if it is the same.
func (c *Change) Side() int {
	switch {
	case exceeds(c.Now, c.Then, c.Slack):
		return -1
	case exceeds(c.Then, c.Now, c.Slack):
		return 1
	}
	return 0
}

func exceeds(a, b, slack float64) bool { return a > b*Tie+1e-9 && a > b+slack }

// maxMagnitude is the ratio of figures from which on a change is no larger.
const maxMagnitude = 1000

// Magnitude is how large the change is: 0 for none, 1 for a thousand times as much or as little and beyond.
func (c *Change) Magnitude() float64 {
	if c.Side() == 0 {
		return 0
	}
	low, high := min(c.Now, c.Then), max(c.Now, c.Then)
	return min(math.Log(max(high/max(low, 1e-12), 1))/math.Log(maxMagnitude), 1)
}

// importance orders changes: what is lost, then writes, reads, and sizes, each by its magnitude.
func (c *Change) importance() float64 {
	weight := map[Aspect]float64{OfLoss: 100, OfTablets: 6, OfWrites: 2, OfQuery: 2, OfReads: 1, OfSize: 0.5}[c.Aspect]
	return weight * (0.1 + c.Magnitude())
}

// Phrase returns the change in a few words.
func (c *Change) Phrase() string {
	switch {
	case c.Aspect == OfTablets && c.ThenCount > 0 && c.NowCount > 0:
		return c.tabletPhrase()
	case c.Aspect == OfQuery && c.Scan && c.Side() > 0:
		return fmt.Sprintf("%q reads the whole table", c.Name)
	case c.Aspect == OfQuery && c.ThenCount > 0 && c.NowCount > c.ThenCount*Tie:
		return fmt.Sprintf("%q reads %s times fewer rows", c.Name, count(c.NowCount/c.ThenCount))
	case c.Aspect == OfQuery && c.NowCount > 0 && c.ThenCount > c.NowCount*Tie:
		return fmt.Sprintf("%q reads %s times as many rows", c.Name, count(c.ThenCount/c.NowCount))
	}
	if c.Aspect == OfReads && c.Now > 0 && c.Then > 0 {
		return c.readsPhrase()
	}
	return fmt.Sprintf("%s %s instead of %s", c.Name, c.ThenText, c.NowText)
}

func (c *Change) readsPhrase() string {
	if c.Then > c.Now {
		return fmt.Sprintf("%s cost %s times as much", c.Name, count(c.Then/c.Now))
	}
	return fmt.Sprintf("%s cost %s times less", c.Name, count(c.Now/c.Then))
}

// allWrites is the share of the writes from which on it is called all of them.
const allWrites = 0.995

func (c *Change) tabletPhrase() string {
	tablets := func(n float64) string {
		if math.Round(n) <= 1 {
			return "one tablet"
		}
		return fmt.Sprintf("%.0f tablets at once", n)
	}
	switch now, then := tablets(c.NowCount), tablets(c.ThenCount); {
	case c.Then >= allWrites:
		return "all writes go to one tablet"
	case now == then:
		return fmt.Sprintf("the busiest tablet takes %.0f%% of the writes instead of %.0f%%", 100*c.Then, 100*c.Now)
	case c.Side() > 0:
		return fmt.Sprintf("writes go to only %s instead of %s", then, now)
	default:
		return fmt.Sprintf("writes go to %s instead of %s", then, now)
	}
}

// sentence is the change with its figures and its guideline.
func (c *Change) sentence() string {
	text := fmt.Sprintf("%s: %s instead of %s", c.Name, c.ThenText, c.NowText)
	if c.Aspect == OfReads && c.Now > 0 && c.Then > 0 {
		text = c.readsPhrase()
	}
	if c.Guideline != "" {
		text += " (" + c.Guideline + ")"
	}
	return text
}

// Weigh judges a layout by its figures beside those of the current one. Losses are findings that rule it out, cautions
// others that must be known; sameAs names another layout that makes the same keys, if there is one.
func Weigh(changes []Change, losses, cautions []string, dropsRows bool, sameAs string) *Judgment {
	judgment := &Judgment{Cautions: append(slices.Clone(losses), cautions...)}
	if sameAs != "" {
		judgment.Stance, judgment.Headline = Same, "the same layout as "+sameAs
		return judgment
	}
	if dropsRows {
		judgment.Stance, judgment.Headline = Lossy, "worse: most rows are gone"
		if len(losses) > 0 {
			judgment.Headline = "worse: " + losses[0]
		}
		return judgment
	}
	var gains, costs []*Change
	for i := range changes {
		switch c := &changes[i]; c.Side() {
		case -1:
			gains = append(gains, c)
		case 1:
			costs = append(costs, c)
		}
	}
	for _, list := range [][]*Change{gains, costs} {
		slices.SortStableFunc(list, func(a, b *Change) int { return cmp.Compare(b.importance(), a.importance()) })
	}
	judgment.Gains, judgment.Costs = sentences(gains), sentences(costs)
	if len(gains) > 0 {
		judgment.Gain = gains[0].Phrase()
	}
	if len(costs) > 0 {
		judgment.Cost = costs[0].Phrase()
	}
	judgment.Stance, judgment.Headline = headline(gains, costs, losses)
	return judgment
}

func sentences(list []*Change) []string {
	out := make([]string, len(list))
	for i, c := range list {
		out[i] = c.sentence()
	}
	return out
}

// headline is the verdict with the most important reason on each side, the larger one first.
func headline(gains, costs []*Change, losses []string) (Stance, string) {
	switch {
	case len(losses) > 0:
		return Lossy, "worse: " + losses[0]
	case len(gains) == 0 && len(costs) == 0:
		return Same, fmt.Sprintf("as the current layout: no figure differs by more than %.0f%%", 100*(Tie-1))
	case len(costs) == 0:
		return Better, "better: " + gains[0].Phrase()
	case len(gains) == 0:
		return Worse, "worse: " + costs[0].Phrase()
	}
	parts := []string{"better: " + gains[0].Phrase(), "worse: " + costs[0].Phrase()}
	if costs[0].importance() > gains[0].importance() {
		slices.Reverse(parts)
	}
	return Mixed, strings.Join(parts, "; ")
}
