package audit

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"
)

func tablesMany(f *facts) []Finding {
	n := seen(float64(len(f.tables)))
	// 1,000 is a hard limit of the service; nine tenths of it is worth a word.
	s, ok := grade(n, 0.9*f.limits.Tables, f.limits.Tables-1)
	if !ok {
		return nil
	}
	return []Finding{{Severity: s, Subject: Subject{Kind: AboutInstance}, Measures: []Measure{{"tables of the instance", Count, n, f.limits.Tables}},
		Fix: Fix{Text: "Join tables of one shape into one, told apart by the front of the key."}}}
}

// shape is a table's name with one part left out; groups of names of one shape are tables of one kind.
func (f *facts) groupNames(shape func(name string) string) map[string][]string {
	groups := map[string][]string{}
	for _, name := range f.tables {
		if s := shape(name); s != "" {
			groups[s] = append(groups[s], name)
		}
	}
	maps.DeleteFunc(groups, func(_ string, names []string) bool { return float64(len(names)) < f.limits.SimilarTables })
	return groups
}

// period is a name with its date left out: a year or a day, a month, an hour behind it.
func period(date *regexp.Regexp) func(name string) string {
	return func(name string) string {
		m := date.FindStringSubmatchIndex(name)
		if m == nil {
			return ""
		}
		return name[:m[2]] + "*" + name[m[3]:]
	}
}

func periodName() *regexp.Regexp {
	return regexp.MustCompile(`(?:^|[^0-9])((?:19|20)[0-9]{2}(?:[-_]?(?:0[1-9]|1[0-2])(?:[-_]?(?:0[1-9]|[12][0-9]|3[01]))?|[-_]?[qQ][1-4]|[-_]?[wW][0-9]{2})?)(?:$|[^0-9])`)
}

func tablePerPeriod(f *facts) []Finding {
	return f.similar(f.groupNames(period(periodName())), "Write the time into the key behind what is asked for, and let a rule by age drop what is old.")
}

// alikeFix is what to do about tables of one shape.
const alikeFix = "If they have one shape, put the part in which the names differ at the front of the key of one table."

func tablesAlike(f *facts) []Finding {
	date := periodName()
	best := map[string]string{} // name -> its shape, the one that most names have
	count := map[string]int{}
	for _, name := range f.tables {
		for _, s := range shapes(name) {
			count[s]++
		}
	}
	for _, name := range f.tables {
		if date.MatchString(name) {
			continue
		}
		all := shapes(name)
		slices.SortStableFunc(all, func(a, b string) int { return cmp.Compare(count[b], count[a]) })
		if len(all) > 0 {
			best[name] = all[0]
		}
	}
	return f.similar(f.groupNames(func(name string) string { return best[name] }), alikeFix)
}

// shapes are the name with each of its parts left out in turn; names of one part have none.
func shapes(name string) []string {
	cuts := regexp.MustCompile(`[^-_.]+`).FindAllStringIndex(name, -1)
	if len(cuts) < 2 {
		return nil
	}
	var out []string
	for _, c := range cuts {
		out = append(out, name[:c[0]]+"*"+name[c[1]:])
	}
	return out
}

func (f *facts) similar(groups map[string][]string, fix string) []Finding {
	var out []Finding
	for _, shape := range slices.Sorted(maps.Keys(groups)) {
		names := groups[shape]
		x := Finding{Severity: Warning, Subject: Subject{Kind: AboutInstance, Name: shape}, Fix: Fix{Text: fix},
			Measures: []Measure{{"tables with such a name", Count, seen(float64(len(names))), f.limits.SimilarTables}}}
		for _, n := range names {
			x.Evidence = append(x.Evidence, Evidence{Table: n})
		}
		if strings.Trim(shape, "*-_.") == "" {
			x.Severity = Note
		}
		out = append(out, x)
	}
	return out
}
