package audit

import (
	"fmt"
	"slices"

	"tabletop/model/confidence"
	"tabletop/model/sample"
)

// Harm is what a problem does harm to.
type Harm string

// The harms.
const (
	Writes      Harm = "writes"      // they concentrate, or are more than are needed
	Reads       Harm = "reads"       // they take more than they ask for, or fail
	Storage     Harm = "storage"     // bytes that say nothing are kept
	Correctness Harm = "correctness" // what is read is not what was meant
	People      Harm = "people"      // they can be identified
)

// Harms returns what the problem of a rule does harm to, the most important first.
func (r Rule) Harms() []Harm { return slices.Clone(r.about) }

// About reports whether a rule is about a harm.
func (r Rule) About(h Harm) bool {
	return slices.Contains(r.about, h)
}

// ofRows reports whether a rule looks at the rows of the table: another asks the service, or is about the instance,
// and says nothing about the rows when these cannot be asked.
func (r Rule) ofRows() bool {
	return r.needs != tablets && r.needs != neighbors && r.needs != instance
}

// About returns the findings about a harm, the most severe first.
func (r *Report) About(h Harm) []*Finding { return r.about(h, AllRules()) }

func (r *Report) about(h Harm, rules []Rule) []*Finding {
	var out []*Finding
	for i := range r.Findings {
		if findIn(rules, r.Findings[i].Rule).About(h) {
			out = append(out, &r.Findings[i])
		}
	}
	return out
}

// AboutLayout returns the findings about the row key: about writes, or about a segment or a record kind, the most
// severe first.
func (r *Report) AboutLayout() []*Finding {
	var out []*Finding
	rules := AllRules()
	for i := range r.Findings {
		finding := &r.Findings[i]
		if kind := finding.Subject.Kind; kind == AboutSegment || kind == AboutKeys ||
			findIn(rules, finding.Rule).About(Writes) {
			out = append(out, finding)
		}
	}
	return out
}

// Gauge returns the most severe finding about a harm, nil if there is none, and the rules about it that were not
// judged although they look at the rows: a harm is excluded only if there are no such rules.
func (r *Report) Gauge(h Harm) (worst *Finding, open []Skipped) {
	rules := AllRules()
	if all := r.about(h, rules); len(all) > 0 {
		worst = all[0]
	}
	open = slices.DeleteFunc(r.open(rules), func(s Skipped) bool { return !findIn(rules, s.Rule).About(h) })
	return worst, open
}

// Open returns the rules that were not judged although they look at the rows of the table.
func (r *Report) Open() []Skipped { return r.open(AllRules()) }

func (r *Report) open(rules []Rule) []Skipped {
	return slices.DeleteFunc(slices.Clone(r.Skipped), func(s Skipped) bool { return !findIn(rules, s.Rule).ofRows() })
}

// scope is what a rule needs of the table that a restricted read lacks: what it makes constant, absent, or short is no
// property of the table.
type scope uint8

const (
	wholeTable  scope = 1 << iota // rows with all keys: some keys have more in common than all
	allCells                      // of each row, and rows without any of those asked for
	allVersions                   // of each column: the oldest or the newest would be missing
)

// lacks returns why what was read of the table is too little for s, or "".
func (s scope) lacks(o *sample.Options) string {
	families, times := len(o.Families) > 0, !o.Since.IsZero() || !o.Until.IsZero()
	const common = ": what they have in common is no property of the table"
	switch {
	case s != 0 && o.View != "":
		return "only what an authorized view shows was read"
	case s&wholeTable != 0 && len(o.Prefix) > 0:
		return "only rows with one key prefix were read" + common
	case s&wholeTable != 0 && (len(o.Start) > 0 || len(o.End) > 0):
		return "only rows in a range of keys were read" + common
	case s&wholeTable != 0 && o.KeyRegex != "":
		return "only rows whose key matches an expression were read" + common
	case s&wholeTable != 0 && o.Where != "":
		return "only a part of the rows is looked at" + common
	case s&allCells != 0 && families:
		return "only cells of some families were read"
	case s&(allCells|allVersions) != 0 && times:
		return "only cells of a period were read"
	}
	return ""
}

// unjudged returns why a rule cannot be evaluated, or "".
func (f *facts) unjudged(rule Rule) string {
	if reason := rule.needs.missing(f); reason != "" {
		return reason
	}
	return rule.scope.lacks(&f.Sample.How.Options)
}

// foreignKeys is the share of keys that match no layout above which a layout says little about the table.
const foreignKeys = 0.2

// unsure returns why a rule that found nothing has not passed, or "": the layout that it was evaluated with may be
// another.
func (f *facts) unsure(rule Rule) string {
	if rule.needs != keys && rule.needs != ordered {
		return ""
	}
	if share := f.Profile.Unexplained.Share; share.Value >= foreignKeys {
		return fmt.Sprintf("%.0f%% of the keys match no layout", 100*share.Value)
	}
	if f.Inferred == nil {
		return ""
	}
	for index, kind := range f.Inferred.Kinds {
		if kind.Confidence < confidence.Sure && !(rule.leads && f.sureLead(index)) {
			return "the inferred layout is uncertain: declare it"
		}
	}
	return ""
}

// sureLead reports whether the segments of an inferred record kind are sure up to the first that varies.
func (f *facts) sureLead(kind int) bool {
	for _, of := range f.kinds {
		if of.index != kind {
			continue
		}
		for index := range of.lead() + 1 {
			if index >= len(f.Inferred.Kinds[kind].Segments) ||
				f.Inferred.Kinds[kind].Segments[index].Confidence < confidence.Sure {
				return false
			}
		}
		return len(of.Segments) > 0
	}
	return true // no key is of it
}
