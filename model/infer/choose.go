package infer

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"tabletop/model/confidence"
	"tabletop/model/infer/internal/keyset"
	"tabletop/model/infer/internal/recordkind"
	"tabletop/model/infer/internal/search"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// The description length cannot tell readings apart that cost nearly the same: which of them wins is decided by the
// draw of the keys. What confidence looks at distinguishes most of them.
const (
	// leastGain is by how much the confidence in other layouts must be higher for them to be taken instead of the
	// cheapest.
	leastGain = 0.1
	// leastChosen is the least confidence in them: what is more likely wrong than right is no better than the cheapest.
	leastChosen = 0.5
	// mostLost is the share of the keys that other layouts may explain fewer.
	mostLost = 0.01
	// mostShown is how many others of a kind are kept.
	mostShown = 3
	// mostRead is how many record kinds are judged, those of all readings together, before no more are tried. Counted,
	// not timed: the same keys give the same layouts on any machine.
	mostRead = 16
	// drawWork is the work, as search.WorkLimit counts it, after which no keys are drawn again.
	drawWork = search.WorkLimit
)

// draws are how many keys are drawn for each search that follows one that found nothing sure: fewer keys are described
// in other ways.
func draws() []int { return []int{400, 300, 300} }

// chooser explains the keys of a sample, in several ways where none is sure.
type chooser struct {
	ctx    context.Context
	sample *sample.Sample
	seed   uint64
	keys   *keyset.Keyset
	tried  []*reading
	read   int // record kinds of the readings that were tried
	work   int // of all engines, as search.WorkLimit counts it
}

// reading is a way to explain the keys: forms, and what they come to, judged on the keys that are looked at.
type reading struct {
	Result
	forms  []*recordkind.Form
	kindOf []int // of the keys, -1 for none
}

// explain returns the kinds of the keys, without their counts.
func (c *chooser) explain() []Kind {
	engine := recordkind.NewEngine(c.ctx, c.keys)
	declared := engine.Declared(&c.sample.Table)
	best := c.judge(engine, engine.Explain(declared))
	if c.ctx.Err() != nil {
		return nil
	}
	if declared == nil && !best.sure() {
		if other := c.cutOtherwise(engine, best); other != best {
			best = c.merge(engine, other)
		}
		c.work = engine.Work
		best = c.drawAgain(best)
		c.attachOthers(best)
	}
	cheapest, kinds := c.tried[0].Set(), slices.Clone(best.Kinds)
	for i := range kinds {
		kind := &kinds[i]
		kind.Keys, kind.Evidence.Chosen = 0, best != c.tried[0] && !slices.ContainsFunc(cheapest, kind.is)
	}
	return kinds
}

// is reports whether a kind has a layout, whatever its name.
func (k *Kind) is(l *rowkey.Layout) bool {
	return strings.TrimPrefix(l.String(), l.Name()+" = ") ==
		strings.TrimPrefix(k.Layout.String(), k.Layout.Name()+" = ")
}

// judge makes a reading of forms.
func (c *chooser) judge(e *recordkind.Engine, forms []*recordkind.Form) *reading {
	out := &reading{Result: Result{Keys: len(c.keys.Key)}, forms: forms, kindOf: make([]int, len(c.keys.Key))}
	out.Kinds = results(c.sample, e, recordkind.Clone(forms), c.seed, newEarlierNames(c.sample.How.Names))
	set := out.Set()
	var spans []rowkey.Span
	for i, key := range c.keys.Key {
		if spans, out.kindOf[i] = set.Decode(spans[:0], key); out.kindOf[i] < 0 {
			out.Unexplained++
		} else {
			out.Kinds[out.kindOf[i]].Keys++
		}
	}
	out.judge(c.keys)
	c.tried, c.read = append(c.tried, out), c.read+len(forms)
	return out
}

// sure reports whether a reading is shown without doubt.
func (r *reading) sure() bool {
	least, ok := r.LeastSure()
	return ok && least.Confidence >= confidence.Sure && r.Explained()
}

// expected returns the share of the keys whose layout is expected to be right.
func (r *reading) expected() float64 {
	sum := 0.0
	for _, k := range r.Kinds {
		sum += float64(k.Keys) * k.Confidence
	}
	return sum / float64(max(r.Keys, 1))
}

// covers reports whether a reading explains nearly as many keys as another.
func (r *reading) covers(other *reading) bool {
	return float64(r.Unexplained-other.Unexplained) <= mostLost*float64(r.Keys)
}

// cutOtherwise cuts one kind after the other in the other ways that its search found, those first in which most keys
// may be read wrongly, and returns the best reading.
func (c *chooser) cutOtherwise(e *recordkind.Engine, best *reading) *reading {
	first := best
	if len(first.Kinds) != len(first.forms) {
		return first // a form makes no layout
	}
	for _, doubtful := range first.doubtful() {
		least := max(first.Kinds[doubtful].Confidence+leastGain, leastChosen)
		for _, other := range e.Others(first.forms[doubtful]) {
			if c.read+len(first.forms) > mostRead {
				return best
			}
			forms := slices.Clone(best.forms)
			forms[doubtful] = other
			if e.ShareTags(forms); c.knows(forms) {
				continue
			}
			next := c.judge(e, forms)
			if len(next.Kinds) == len(forms) && next.Kinds[doubtful].Confidence > least && next.covers(first) &&
				next.expected() > best.expected() {
				best, least = next, next.Kinds[doubtful].Confidence
			}
		}
	}
	return best
}

// merge joins the kinds that are cut alike since they are cut otherwise, and makes their tags agree.
func (c *chooser) merge(e *recordkind.Engine, best *reading) *reading {
	forms := e.Merge(slices.Clone(best.forms))
	if c.knows(forms) {
		return best
	}
	if next := c.judge(e, forms); next.covers(best) && next.expected() > best.expected()-leastGain {
		return next
	}
	return best
}

// doubtful lists the kinds that are not sure, those first in which most keys are expected to be read wrongly.
func (r *reading) doubtful() []int {
	var out []int
	for i, k := range r.Kinds {
		if k.Confidence < confidence.Sure {
			out = append(out, i)
		}
	}
	wrong := func(i int) float64 { return float64(r.Kinds[i].Keys) * (1 - r.Kinds[i].Confidence) }
	slices.SortStableFunc(out, func(a, b int) int { return cmp.Compare(wrong(b), wrong(a)) })
	return out
}

// drawAgain explains the keys by what searches of some of them find, until a reading is sure, and returns the best.
func (c *chooser) drawAgain(best *reading) *reading {
	first := c.tried[0]
	least := max(first.expected()+leastGain, leastChosen)
	if best != first {
		least = max(best.expected(), leastChosen)
	}
	for number, keys := range draws() {
		if best.sure() || c.work > drawWork || c.read >= mostRead || c.ctx.Err() != nil {
			break
		}
		drawn := recordkind.NewEngine(c.ctx, c.keys.Draw(number+1, keys))
		found := drawn.Explain(nil)
		engine := recordkind.NewEngine(c.ctx, c.keys)
		forms := engine.Adopt(found)
		c.work += drawn.Work + engine.Work
		if c.knows(forms) {
			continue
		}
		if next := c.judge(engine, forms); next.covers(first) && next.expected() > least {
			best, least = next, next.expected()
		}
	}
	return best
}

// knows reports whether forms have been read.
func (c *chooser) knows(forms []*recordkind.Form) bool {
	templates := recordkind.Templates(forms)
	return slices.ContainsFunc(c.tried, func(r *reading) bool { return recordkind.Templates(r.forms) == templates })
}

// attachOthers gives the kinds of the reading that is chosen those of other readings that hold for most of the same
// keys.
func (c *chooser) attachOthers(best *reading) {
	for index := range best.Kinds {
		kind := &best.Kinds[index]
		seen := map[string]bool{kind.Layout.String(): true}
		for _, tried := range c.tried {
			at := tried.most(best.kindOf, index)
			if at < 0 || tried == best || !tried.covers(best) {
				continue
			}
			other := &tried.Kinds[at]
			layout, err := rowkey.New(kind.Layout.Name(), other.Layout.Parts()...)
			if err != nil || seen[layout.String()] {
				continue
			}
			seen[layout.String()] = true
			kind.Others = append(kind.Others, Other{layout, other.Confidence})
		}
		slices.SortStableFunc(kind.Others, func(a, b Other) int { return cmp.Compare(b.Confidence, a.Confidence) })
		kind.Others = kind.Others[:min(mostShown, len(kind.Others))]
	}
}

// most returns the kind that explains more than half of the keys of the i-th kind of another reading; -1 where none
// does.
func (r *reading) most(kindOf []int, i int) int {
	counts, all := make([]int, len(r.Kinds)), 0
	for at, k := range kindOf {
		if k != i {
			continue
		}
		all++
		if j := r.kindOf[at]; j >= 0 {
			counts[j]++
		}
	}
	return slices.IndexFunc(counts, func(n int) bool { return 2*n > all })
}
