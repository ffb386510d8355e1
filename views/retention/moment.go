package retention

import (
	"time"

	gc "tabletop/model/retention"
	"tabletop/model/sample"
)

// moment is what is known of a rule at once, from the table of ranks and ages.
type moment struct {
	answer gc.KeptEstimate
	curve  []float64 // share kept at each stop of the slider, the other numbers of the rule staying
	stops  slider
	chosen int    // the stop of the rule tried; len(curve) for no limit
	plane  *plane // nil where ages mean nothing
	ages   string // why ages mean nothing; empty when they do
}

// slider is the one that the arrows move, with the stops that matter for the family.
func (s *Screen) slider() slider {
	x, f := s.review.Explorer, s.family()
	k := slider{kind: s.knob}
	if k.kind == sample.GCMaxVersions {
		k.versions = x.VersionStops(f.Name)
		return k
	}
	k.ages = ageStops(x, f.Name)
	return k
}

// ageStops are the ages at which a rule by age would keep something but not all, and the one after them.
func ageStops(x *gc.Explorer, family string) []time.Duration {
	all := gc.AgeStops()
	stored := x.Kept(family, sample.GCRule{})
	first, last := 0, len(all)-1
	for i, age := range all {
		kept := x.Kept(family, sample.GCRule{Kind: sample.GCMaxAge, Age: age}).Low
		if kept.Cells == 0 {
			first = i
		}
		if kept == stored.Stored {
			last = i
			break
		}
	}
	return all[first : last+1]
}

// look asks the table of ranks and ages about a rule, and about the rules that the slider would make of it.
func (s *Screen) look(family string, rule sample.GCRule) moment {
	explorer := s.review.Explorer
	moment := moment{answer: explorer.Kept(family, rule), stops: s.slider(),
		ages: explorer.TimestampStats(family).Artificial()}
	moment.chosen, _ = moment.stops.at(rule)
	moment.curve = make([]float64, moment.stops.len())
	for i := range moment.curve {
		moment.curve[i] = explorer.Kept(family, set(rule, moment.stops.limit(i))).Share
	}
	if moment.ages == "" {
		moment.plane = newPlane(explorer, family, rule)
	}
	return moment
}
