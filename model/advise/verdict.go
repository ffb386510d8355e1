package advise

import "fmt"

// verdict returns what to do: keep the current layout, unless in nearly all conditions one of the others is better.
func (e *search) verdict(a *Advice, all []*found) {
	scores := e.bootstrap(all)
	today := 0
	for i, o := range a.Options {
		if o.Current {
			today = i
		}
	}
	first := a.Options[0]
	enough := sure
	if e.today.leading {
		enough = likely
	}
	beaten := shareBeaten(scores, today)
	if today > 0 && beaten >= enough-nearly && beaten < enough { // the rows read must not decide between keep and take
		moveUp(all, today, 1)
		moveUp(a.Options, today, 1)
		for _, draw := range scores {
			moveUp(draw, today, 1)
		}
	}
	switch {
	case today == 0, beaten < enough-nearly:
		a.KeepCurrent = true
		a.shares(scores, today)
		a.Confidence = e.confidence(all, today, scores)
		a.Verdict = "Keep the current layout: no alternative is significantly better for these queries."
		if today > 0 {
			a.Verdict += fmt.Sprintf(" The nearest is %s: it %s.", first.Template, why(scores, 0, today))
		}
		if today == 0 && len(all) > 1 {
			a.RunnerUp = e.runnerUp(all[0], all[1])
		} else if today > 0 {
			a.RunnerUp = e.runnerUp(all[today], all[0])
		}
		moveUp(a.Options, today, 0) // it costs no migration, so it comes first
		return
	case beaten < enough, len(all) > 1 && shareBetter(scores, 0, 1) < sure:
		a.TooClose = true
		a.Verdict = fmt.Sprintf("%s and %s are too close to call: the first %s. Measure both, or choose the simpler "+
			"one.",
			first.Template, a.Options[1].Template, why(scores, 0, 1))
	default:
		a.Verdict = fmt.Sprintf("%s is best for these queries.", first.Template)
	}
	if len(all) > 1 {
		a.RunnerUp = e.runnerUp(all[0], all[1])
	}
	a.shares(scores, 0)
	a.Confidence = e.confidence(all, 0, scores)
}

// nearly is by how much the share of the conditions in which the current layout is beaten may be below that at which it
// is given up, for the verdict to be that it and the best are too close to call.
const nearly = 0.15

// moveUp moves an element of a list up to another place; those between move down by one.
func moveUp[T any](list []T, from, to int) {
	x := list[from]
	copy(list[to+1:from+1], list[to:from])
	list[to] = x
}

// shares sets in which share of the random conditions each layout came first; where several are as good, it is the one
// put first.
func (a *Advice) shares(scores [][]float64, first int) {
	for _, draw := range scores {
		a.Options[leader(draw, first)].BestShare += 1. / draws
	}
}

// why returns why layout a is not significantly better than b, as what is to be said of a.
func why(scores [][]float64, a, b int) string {
	if as := share(scores, func(draw []float64) bool { return draw[a] <= draw[b]+tie }); as < sure {
		return "is no worse in only " + ofConditions(as)
	}
	return "is better by more than the precision of the weights in only " + ofConditions(shareBetter(scores, a, b))
}
