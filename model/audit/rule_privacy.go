package audit

import (
	"math"
	"slices"
	"strings"

	"tabletop/model/census"
	"tabletop/model/personal"
	"tabletop/model/profile/estimate"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// How much is searched for numbers of people, which takes longer than to search for an at sign.
const (
	privateKeys    = 20_000
	privateColumns = 500
	privateValues  = 400 // of each column
)

// personalDataRule is the rule personal-data.
func personalDataRule() Rule {
	return Rule{
		ID: "personal-data", Guidelines: []string{"G47"}, Title: "Personal data in row keys or column names",
		Why:   "Logs, metrics, and encryption metadata show keys and names to more people than values.",
		needs: anyRow, check: personalData,
		limits: func(l *Limits) { l.PersonalData = 0.01 },
	}
}

func personalData(f *facts) []Finding {
	p := &private{facts: f, finder: personal.NewFinder()}
	return slices.Concat(p.keys(), p.addresses(), p.names(), p.values())
}

// private searches for data that identifies people.
type private struct {
	*facts
	finder *personal.Finder
}

// found is a kind of personal data at a spot.
type found struct {
	at   census.Spot
	kind personal.Kind
	name string
}

func (p *private) keys() []Finding {
	counts, counted := p.countedKeys()
	var met []int
	if !counted {
		counts, met = p.keysRead()
	}
	sure := map[found]bool{}
	for at, c := range counts {
		for _, v := range c.Verdicts() {
			sure[found{at, v.Kind, v.Name}] = v.Kind != personal.IP // addresses reports segments that are addresses
		}
	}
	if len(sure) == 0 {
		return nil
	}
	var shares map[personal.Kind]estimate.Figure
	if counted {
		shares = p.countedShares(counts)
	}
	return p.keyFindings(sure, p.hits(sure, met), shares)
}

// keysRead returns the matches in the keys of the sample, and the rows with a match. Numbers are searched for in some keys only.
func (p *private) keysRead() (counts map[census.Spot]*personal.Count, met []int) {
	counts = map[census.Spot]*personal.Count{}
	p.eachKey(nil, max(1, p.Sample.Rows()/privateKeys), func(row int, key []byte, at census.Spot, ms []personal.Match) {
		if n := len(met); n == 0 || met[n-1] != row {
			met = append(met, row)
		}
		if counts[at] == nil {
			counts[at] = &personal.Count{}
		}
		counts[at].Add(key, ms)
	})
	return counts, met
}

// eachKey visits the places of keys of rows, all if nil, in which there is anything; numbers are looked for in one of step.
func (p *private) eachKey(rows []int, step int, visit func(row int, key []byte, at census.Spot, ms []personal.Match)) {
	n := p.Sample.Rows()
	if rows != nil {
		n = len(rows)
	}
	for i := range n {
		if rows != nil {
			i = rows[i]
		}
		key := p.Sample.Key(i)
		found := p.finder.Words(key)
		numbered := 0
		if i%step == 0 {
			numbers := p.finder.Numbers(key)
			numbered = len(numbers)
			found = append(found, numbers...)
		}
		switch {
		case len(found) == 0:
		case numbered == 0:
			visit(i, key, census.Spot{Kind: p.Keys.Kind[i]}, found)
		default:
			for at, ms := range census.Spots(p.Keys.Kind[i], p.Spans(nil, i), found) {
				visit(i, key, at, ms)
			}
		}
	}
}

// hit is what was found of a kind in keys.
type hit struct {
	rows     []bool
	count    int
	evidence []Evidence
}

// hits searches the keys of the sample again for what is certain: all keys if met is nil or for numbers, which were searched for in some
// only, otherwise those of the rows with a match.
func (p *private) hits(sure map[found]bool, met []int) map[personal.Kind]*hit {
	hits := map[personal.Kind]*hit{}
	step := math.MaxInt
	for x, is := range sure {
		if is && (x.kind == personal.Card || x.kind == personal.National) {
			met, step = nil, 1
		}
	}
	p.eachKey(met, step, func(row int, key []byte, at census.Spot, ms []personal.Match) {
		for _, m := range ms {
			if !m.Valid || !sure[found{at, m.Kind, m.Name}] {
				continue
			}
			h := hits[m.Kind]
			if h == nil {
				h = &hit{rows: make([]bool, p.Sample.Rows())}
				hits[m.Kind] = h
			}
			if h.rows[row] {
				continue
			}
			h.rows[row] = true
			h.count++
			if len(h.evidence) < maxEvidence {
				h.evidence = append(h.evidence, Evidence{Key: key, Masked: personal.Mask(key, ms...)})
			}
		}
	})
	return hits
}

// keyFindings returns what is certain in keys: hits are of the sample, shares were counted over all rows of the table; nil if they were not.
func (p *private) keyFindings(sure map[found]bool, hits map[personal.Kind]*hit, shares map[personal.Kind]estimate.Figure) []Finding {
	var out []Finding
	for _, k := range personal.Kinds() {
		names, there := namesOf(sure, k)
		h := hits[k]
		if !there || h == nil && shares == nil {
			continue
		}
		if h == nil {
			h = &hit{} // none of these keys is in the sample
		}
		share := shares[k]
		if shares == nil {
			share = p.share(func(row int) bool { return h.rows[row] })
		}
		severity, ok := grade(share, p.limits.PersonalData, no())
		if !ok {
			severity = Note // few, but present
		}
		what := string(k)
		if len(names) > 0 {
			what += " (" + strings.Join(names, ", ") + ")"
		}
		out = append(out, Finding{Severity: severity, Title: upperFirst(what) + " in row keys", Subject: Subject{Kind: AboutKeys, Name: "with " + string(k)},
			Measures: []Measure{{Name: "keys with " + string(k), Unit: Share, Figure: share, Limit: p.limits.PersonalData}}, Evidence: h.evidence, More: h.count - len(h.evidence),
			Fix: Fix{Text: "Use a meaningless ID in the key, and store what it identifies in a value; use a keyed hash (HMAC) if the ID must be derived from it."}})
	}
	return out
}

// namesOf returns the names of national ids of a kind, sorted, and whether anything of the kind is certain.
func namesOf(sure map[found]bool, k personal.Kind) (names []string, there bool) {
	for x, is := range sure {
		if !is || x.kind != k {
			continue
		}
		there = true
		if x.name != "" && !slices.Contains(names, x.name) {
			names = append(names, x.name)
		}
	}
	slices.Sort(names)
	return names, there
}

// addresses finds segments that are IP addresses, which are personal data where they are of people.
func (p *private) addresses() []Finding {
	var out []Finding
	for _, k := range p.kinds {
		for _, s := range k.Segments {
			if s.Type != rowkey.IP {
				continue
			}
			out = append(out, Finding{Severity: Note, Title: "IP addresses in row keys", Subject: aboutSegment(k, s.Name), Evidence: p.examples(k),
				Measures: []Measure{{Name: "rows with an address", Unit: Share, Figure: k.Share, Limit: p.limits.PersonalData}},
				Fix:      Fix{Text: "If these are addresses of people and not of your own machines, use a meaningless ID."}})
		}
	}
	return out
}

// names evaluates the names of columns, by family.
func (p *private) names() []Finding {
	type place struct {
		family string
		folded bool
	}
	counts, evidence := map[place]*personal.Count{}, map[place]map[personal.Kind][]Evidence{}
	var order []place
	for i, c := range p.Sample.Columns() {
		name := []byte(c.Qualifier)
		ms := p.finder.Words(name)
		if i < privateKeys {
			ms = append(ms, p.finder.Numbers(name)...)
		}
		if len(ms) == 0 {
			continue
		}
		at := place{c.Family, p.folded[sample.ColumnID(i)]}
		if counts[at] == nil {
			counts[at], evidence[at] = &personal.Count{}, map[personal.Kind][]Evidence{}
			order = append(order, at)
		}
		counts[at].Add(name, ms)
		for _, m := range ms {
			if m.Valid && len(evidence[at][m.Kind]) < maxEvidence {
				evidence[at][m.Kind] = append(evidence[at][m.Kind], Evidence{Family: c.Family, Masked: personal.Mask(name, ms...)})
			}
		}
	}
	var out []Finding
	for _, at := range order {
		for _, v := range counts[at].Verdicts() {
			e := evidence[at][v.Kind]
			out = append(out, Finding{Severity: Warning, Title: upperFirst(string(v.Kind)) + " in column names", Subject: Subject{Kind: AboutFamily, Name: at.family},
				Evidence: e, More: v.Texts - len(e), Fix: Fix{Text: "Use a meaningless ID, and store what it identifies in a value."}})
		}
	}
	return out
}

// values evaluates what columns hold. Fewer people see values than keys and names, so findings are notes.
func (p *private) values() []Finding {
	columns := p.Sample.Columns()
	counts := make([]*personal.Count, len(columns))
	looked := make([]int, len(columns))
	evidence := make([]map[personal.Kind][]byte, len(columns))
	step := max(1, p.Sample.Rows()/privateKeys)
	for i := 0; i < p.Sample.Rows(); i += step {
		from, to := p.Sample.Cells(i)
		for j := from; j < to; j = p.Sample.Versions(j, to) {
			c := p.Sample.Cell(j)
			if int(c.Column) >= privateColumns || looked[c.Column] >= privateValues || len(c.Value) == 0 {
				continue
			}
			looked[c.Column]++
			ms := p.finder.Find(c.Value)
			if len(ms) == 0 {
				continue
			}
			if counts[c.Column] == nil {
				counts[c.Column], evidence[c.Column] = &personal.Count{}, map[personal.Kind][]byte{}
			}
			counts[c.Column].Add(c.Value, ms)
			for _, m := range ms {
				if m.Valid && evidence[c.Column][m.Kind] == nil {
					evidence[c.Column][m.Kind] = personal.Mask(c.Value, ms...)
				}
			}
		}
	}
	var out []Finding
	for id, count := range counts {
		all := p.countedColumn(columns[id])
		if count == nil && all == nil || p.folded[sample.ColumnID(id)] {
			continue
		}
		x := Finding{Severity: Note, Subject: Subject{Kind: AboutColumn, Column: columns[id]},
			Why: "Everyone with read access can see them, and data that identifies people must be found again when it has to be deleted or disclosed.",
			Fix: Fix{Text: "Store them in a family of their own, with a policy that drops them when they are no longer needed, or encrypt them."}}
		var what []string
		verdicts, measure := all.verdicts(), "share of cells with "
		if all == nil {
			verdicts, measure = count.Verdicts(), "share of the values checked with "
		}
		for _, v := range verdicts {
			name := string(v.Kind)
			if v.Name != "" {
				name += " (" + v.Name + ")"
			}
			what = append(what, name)
			if masked := evidence[id][v.Kind]; masked != nil {
				x.Evidence = append(x.Evidence, Evidence{Column: &columns[id], Masked: masked})
			}
			share, read := all.share(v), all == nil && p.sampled()
			if all == nil {
				share = seen(float64(v.Texts) / float64(looked[id]))
			}
			x.Measures = append(x.Measures, Measure{Name: measure + string(v.Kind), Unit: Share, Figure: share, Read: read})
		}
		if len(what) > 0 {
			x.Title = upperFirst(strings.Join(what, ", ")) + " in values"
			out = append(out, x)
		}
	}
	return out
}

// upperFirst returns s with its first letter in upper case.
func upperFirst(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
