package audit

import (
	"math"
	"slices"
	"strings"

	"tabletop/model/estimate"
	"tabletop/model/personal"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/segments"
	"tabletop/model/spelling"
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
		about:  []Harm{People},
		limits: func(l *Limits) { l.PersonalData = 0.01 },
	}
}

func personalData(f *facts) []Finding {
	p := &private{facts: f, finder: personal.NewFinder()}
	return slices.Concat(p.keys(), p.people(), p.addresses(), p.names(), p.values())
}

// private searches for data that identifies people.
type private struct {
	*facts
	finder *personal.Finder
	words  []personal.Match // of the key at hand
}

// found is a kind of personal data at a spot.
type found struct {
	at   segments.Spot
	kind personal.Kind
	name string
}

func (p *private) keys() []Finding {
	var counts map[segments.Spot]*personal.Count
	var shares map[personal.Kind]estimate.Figure
	var read []*spot
	all := p.Figures.PersonalKeys()
	if all != nil {
		counts, shares = all.Found, all.Shares
	} else {
		read = p.keysRead(max(1, p.Sample.Rows()/privateKeys))
		counts = map[segments.Spot]*personal.Count{}
		for _, x := range read {
			counts[x.at] = &x.count
		}
	}
	sure, numbers := map[found]bool{}, false
	for at, c := range counts {
		for _, v := range c.Verdicts() {
			is := v.Kind != personal.IP // addresses reports segments that are addresses
			sure[found{at, v.Kind, v.Name}] = is
			numbers = numbers || is && v.Kind.Checked()
		}
	}
	if len(sure) == 0 {
		return nil
	}
	switch {
	case numbers: // which have been searched for in some keys only, or in none
		read = p.keysRead(1)
	case all != nil:
		read = p.keysRead(math.MaxInt)
	}
	return p.keyFindings(sure, p.hits(sure, read, numbers), shares)
}

// spot is what was found at a place of the keys of the sample.
type spot struct {
	at    segments.Spot
	count personal.Count
	valid []validRows
}

// validRows are the rows in which something of a kind passed its check, ascending.
type validRows struct {
	kind personal.Kind
	name string
	rows []int32
}

func (s *spot) add(row int, key []byte, ms []personal.Match) {
	s.count.Add(key, ms)
	for _, match := range ms {
		if !match.Valid {
			continue
		}
		i := slices.IndexFunc(s.valid, func(v validRows) bool { return v.kind == match.Kind && v.name == match.Name })
		if i < 0 {
			i, s.valid = len(s.valid), append(s.valid, validRows{kind: match.Kind, name: match.Name})
		}
		if v := &s.valid[i]; len(v.rows) == 0 || v.rows[len(v.rows)-1] != int32(row) {
			v.rows = append(v.rows, int32(row))
		}
	}
}

// keysRead returns the matches in the keys of the sample. Numbers are searched for in one of step keys only.
func (p *private) keysRead(step int) []*spot {
	var all []*spot
	var last *spot
	p.eachKey(step, func(row int, key []byte, at segments.Spot, ms []personal.Match) {
		if last == nil || last.at != at {
			i := slices.IndexFunc(all, func(x *spot) bool { return x.at == at })
			if i < 0 {
				i, all = len(all), append(all, &spot{at: at})
			}
			last = all[i]
		}
		last.add(row, key, ms)
	})
	return all
}

// eachKey visits the places of keys in which there is anything; numbers are looked for in one of step.
func (p *private) eachKey(step int, visit func(row int, key []byte, at segments.Spot, ms []personal.Match)) {
	for i := range p.Sample.Rows() {
		p.key(i, i%step == 0, visit)
	}
}

func (p *private) key(i int, numbers bool, visit func(row int, key []byte, at segments.Spot, ms []personal.Match)) {
	key := p.Sample.Key(i)
	words := p.finder.Words(p.words[:0], key)
	p.words = words
	if numbers {
		if more := p.finder.Numbers(key); len(more) > 0 {
			for at, ms := range segments.Spots(p.Keys.Kind[i], p.Spans(nil, i), slices.Concat(words, more)) {
				visit(i, key, at, ms)
			}
			return
		}
	}
	if len(words) > 0 {
		visit(i, key, segments.Spot{Kind: p.Keys.Kind[i]}, words)
	}
}

// hit is what was found of a kind in keys.
type hit struct {
	rows     []bool
	count    int
	evidence []Evidence
}

// hits gathers by kind the rows in which something certain was found. numbers states whether numbers are among it.
func (p *private) hits(sure map[found]bool, read []*spot, numbers bool) map[personal.Kind]*hit {
	hits := map[personal.Kind]*hit{}
	for _, spot := range read {
		for _, validRows := range spot.valid {
			if !sure[found{spot.at, validRows.kind, validRows.name}] {
				continue
			}
			h := hits[validRows.kind]
			if h == nil {
				h = &hit{rows: make([]bool, p.Sample.Rows())}
				hits[validRows.kind] = h
			}
			for _, row := range validRows.rows {
				h.rows[row] = true
			}
		}
	}
	for kind, hit := range hits {
		for row, is := range hit.rows {
			if !is {
				continue
			}
			if hit.count++; len(hit.evidence) < maxEvidence {
				p.evidence(hit, row, kind, sure, numbers)
			}
		}
	}
	return hits
}

// evidence adds the key of a row, with all that identifies people masked: what was found at the place of something
// certain of a kind, and what passes its check anywhere else in the key, whether or not it is certain there.
func (p *private) evidence(h *hit, row int, kind personal.Kind, sure map[found]bool, numbers bool) {
	var there []personal.Match
	p.key(row, numbers, func(_ int, _ []byte, at segments.Spot, ms []personal.Match) {
		is := func(m personal.Match) bool { return m.Valid && m.Kind == kind && sure[found{at, m.Kind, m.Name}] }
		if there == nil && slices.ContainsFunc(ms, is) {
			there = slices.Clone(ms)
		}
	})
	if there == nil {
		return
	}
	key := p.Sample.Key(row)
	for _, m := range p.finder.Find(key) {
		if m.Valid {
			there = append(there, m)
		}
	}
	h.evidence = append(h.evidence, Evidence{Key: key, Masked: personal.Mask(key, there...)})
}

// keyFindings returns what is certain in keys: hits are of the sample, shares were counted over all rows of the table;
// nil if they were not.
func (p *private) keyFindings(sure map[found]bool, hits map[personal.Kind]*hit,
	shares map[personal.Kind]estimate.Figure) []Finding {
	var out []Finding
	for _, kind := range personal.Kinds() {
		names, there := findNames(sure, kind)
		h := hits[kind]
		if !there || h == nil && shares == nil {
			continue
		}
		if h == nil {
			h = &hit{} // none of these keys is in the sample
		}
		share := shares[kind]
		if shares == nil {
			share = p.share(func(row int) bool { return h.rows[row] })
		}
		severity, ok := grade(share, p.limits.PersonalData, no())
		if !ok {
			severity = Note // few, but present
		}
		what := string(kind)
		if len(names) > 0 {
			what += " (" + strings.Join(names, ", ") + ")"
		}
		out = append(out, Finding{Severity: severity, Title: spelling.Capitalize(what) + " in row keys",
			Subject: Subject{Kind: AboutKeys, Name: "with " + string(kind)},
			Measures: []Measure{{Name: "keys with " + string(kind), Unit: Share, Figure: share,
				Limit: p.limits.PersonalData}}, Evidence: h.evidence, More: h.count - len(h.evidence),
			Fix: Fix{Text: "Use a meaningless ID in the key, and store what it identifies in a value; use a keyed " +
				"hash (HMAC) if the ID must be derived from it."}})
	}
	return out
}

// findNames returns the names of national ids of a kind, sorted, and whether anything of the kind is certain.
func findNames(sure map[found]bool, k personal.Kind) (names []string, there bool) {
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

// namesOfPeople is the share of the values of a segment that must be names of people: some products and places are
// called like people.
const namesOfPeople = 0.4

// people finds segments that hold names of people, in one segment or in two neighbors. The names of a list are some of
// all, so a share of them will do.
func (p *private) people() []Finding {
	var out []Finding
	names := personal.NewNames()
	for _, kind := range p.kinds {
		for index := range kind.segments {
			finding, ok := p.peopleIn(kind, index, 1, names)
			if !ok {
				finding, ok = p.peopleIn(kind, index, 2, names)
			}
			if ok {
				out = append(out, finding)
			}
		}
	}
	return out
}

// peopleIn returns the finding that some segments of a kind, n from first on, hold names of people.
func (p *private) peopleIn(k kindFacts, first, n int, names *personal.Names) (Finding, bool) {
	if first+n > len(k.segments) {
		return Finding{}, false
	}
	for _, segment := range k.segments[first : first+n] {
		if !freeText(segment) {
			return Finding{}, false
		}
	}
	is := map[string]bool{}
	people := 0
	var evidence []Evidence
	for _, row := range k.rows {
		spans := p.Spans(nil, row)
		if first+n > len(spans) {
			continue
		}
		key, at := p.Sample.Key(row), personal.Match{From: spans[first].Start, To: spans[first+n-1].End}
		text := string(key[at.From:at.To])
		if _, known := is[text]; known {
			continue
		}
		is[text] = names.IsPerson(text)
		if !is[text] {
			continue
		}
		if people++; len(evidence) < maxEvidence {
			evidence = append(evidence, Evidence{Key: key, Masked: personal.Mask(key, at)})
		}
	}
	if people < leastNumbers || float64(people) < namesOfPeople*float64(len(is)) {
		return Finding{}, false
	}
	severity, ok := grade(k.Share, p.limits.PersonalData, no())
	if !ok {
		severity = Note
	}
	return Finding{Severity: severity, Title: "Names of people in row keys",
		Subject: aboutSegment(k, k.Segments[first].Name), Evidence: evidence,
		Measures: []Measure{
			{Name: "rows with such a segment", Unit: Share, Figure: k.Share, Limit: p.limits.PersonalData},
			{Name: "names of people among its values", Unit: Count, Figure: seen(float64(people)),
				Read: p.sampled()}},
		Fix: Fix{Text: "Use a meaningless ID in the key, and store the name in a value."}}, true
}

// addresses finds segments that are IP addresses, which are personal data where they are of people.
func (p *private) addresses() []Finding {
	var out []Finding
	for _, kind := range p.kinds {
		for _, segment := range kind.Segments {
			if segment.Type != rowkey.IP {
				continue
			}
			out = append(out, Finding{Severity: Note, Title: "IP addresses in row keys",
				Subject: aboutSegment(kind, segment.Name), Evidence: p.examples(kind),
				Measures: []Measure{{Name: "rows with an address", Unit: Share, Figure: kind.Share,
					Limit: p.limits.PersonalData}},
				Fix: Fix{Text: "If these are addresses of people and not of your own machines, use a meaningless ID."}})
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
	for index, column := range p.Sample.Columns() {
		name := []byte(column.Qualifier)
		ms := p.finder.Words(nil, name)
		if index < privateKeys {
			ms = append(ms, p.finder.Numbers(name)...)
		}
		if len(ms) == 0 {
			continue
		}
		at := place{column.Family, p.folded[sample.ColumnID(index)]}
		if counts[at] == nil {
			counts[at], evidence[at] = &personal.Count{}, map[personal.Kind][]Evidence{}
			order = append(order, at)
		}
		counts[at].Add(name, ms)
		for _, m := range ms {
			if m.Valid && len(evidence[at][m.Kind]) < maxEvidence {
				evidence[at][m.Kind] = append(evidence[at][m.Kind],
					Evidence{Family: column.Family, Masked: personal.Mask(name, ms...)})
			}
		}
	}
	var out []Finding
	for _, at := range order {
		for _, v := range counts[at].Verdicts() {
			e := evidence[at][v.Kind]
			out = append(out,
				Finding{Severity: Warning, Title: spelling.Capitalize(string(v.Kind)) + " in column names",
					Subject:  Subject{Kind: AboutFamily, Name: at.family},
					Evidence: e, More: v.Texts - len(e),
					Fix: Fix{Text: "Use a meaningless ID, and store what it identifies in a value."}})
		}
	}
	return out
}

// values evaluates what columns hold. Fewer people see values than keys and names, so findings are notes; but that
// numbers of cards stand there as they are is not allowed even where few see them (PCI DSS 3.5.1).
func (p *private) values() []Finding {
	columns := p.Sample.Columns()
	counts := make([]*personal.Count, len(columns))
	looked := make([]int, len(columns))
	evidence := make([]map[personal.Kind][]byte, len(columns))
	step := max(1, p.Sample.Rows()/privateKeys)
	for i := 0; i < p.Sample.Rows(); i += step {
		from, to := p.Sample.Cells(i)
		for j := from; j < to; j = p.Sample.Versions(j, to) {
			cell := p.Sample.Cell(j)
			if int(cell.Column) >= privateColumns || looked[cell.Column] >= privateValues || len(cell.Value) == 0 {
				continue
			}
			looked[cell.Column]++
			ms := p.finder.Find(cell.Value)
			if len(ms) == 0 {
				continue
			}
			if counts[cell.Column] == nil {
				counts[cell.Column], evidence[cell.Column] = &personal.Count{}, map[personal.Kind][]byte{}
			}
			counts[cell.Column].Add(cell.Value, ms)
			for _, m := range ms {
				if m.Valid && evidence[cell.Column][m.Kind] == nil {
					evidence[cell.Column][m.Kind] = personal.Mask(cell.Value, ms...)
				}
			}
		}
	}
	var out []Finding
	for id, count := range counts {
		verdicts, shares, sure := p.Figures.PersonalValues(columns[id].Family, columns[id].Qualifier)
		if count == nil && !sure || p.folded[sample.ColumnID(id)] {
			continue
		}
		finding := Finding{Severity: Note, Subject: Subject{Kind: AboutColumn, Column: columns[id]},
			Why: "Everyone with read access can see them, and data that identifies people must be found again when " +
				"it has to be deleted or disclosed.",
			Fix: Fix{Text: "Store them in a family of their own, with a policy that drops them when they are no " +
				"longer needed, or encrypt them."}}
		var what []string
		measure := "share of cells with "
		if !sure {
			verdicts, measure = count.Verdicts(), "share of the values checked with "
			for _, verdict := range verdicts {
				shares = append(shares, seen(float64(verdict.Texts)/float64(looked[id])))
			}
		}
		for at, verdict := range verdicts {
			name := string(verdict.Kind)
			if verdict.Name != "" {
				name += " (" + verdict.Name + ")"
			}
			what = append(what, name)
			if verdict.Kind == personal.Card {
				finding.ofCards()
			}
			if masked := evidence[id][verdict.Kind]; masked != nil {
				finding.Evidence = append(finding.Evidence, Evidence{Column: &columns[id], Masked: masked})
			}
			finding.Measures = append(finding.Measures, Measure{Name: measure + string(verdict.Kind), Unit: Share,
				Figure: shares[at], Read: !sure && p.sampled()})
		}
		if len(what) > 0 {
			finding.Title = spelling.Capitalize(strings.Join(what, ", ")) + " in values"
			out = append(out, finding)
		}
	}
	return out
}

// ofCards makes a finding on values one on numbers of cards.
func (f *Finding) ofCards() {
	f.Severity = Warning
	f.Why = "Whoever can read the table can pay with these cards; the rules of card issuers forbid to store their " +
		"numbers as they are."
	f.Fix = Fix{Text: "Store a token in place of the number, or encrypt it, and delete what is there."}
}
