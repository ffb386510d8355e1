package audit

import (
	"encoding/binary"
	"math"

	"tabletop/model/heat"
	"tabletop/model/keyspace"
	"tabletop/model/profile/estimate"
	"tabletop/model/retention"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// by groups by segment i of kind k; a time by the unit it is stored in.
func by(k kindFacts, i int) keyspace.By {
	b := keyspace.By{Segment: k.segments[i].Name}
	if k.segments[i].Codec.Type() == rowkey.Timestamp {
		b.Unit = k.segments[i].Codec.Unit()
	}
	return b
}

// moves are the measures that the map of writes adds to a finding on the order of writes.
func (f *facts) moves() []Measure {
	if f.Heat == nil || f.Heat.Artificial != "" || f.Heat.Score.Pattern == heat.Unknown {
		return nil
	}
	s := f.Heat.Score
	return []Measure{{"writes of a window in the hottest twentieth of the keys", Share, estimate.Figure{Value: s.Hot, Low: s.Hot, High: s.Hot}, f.limits.HotShare},
		{"in the hottest twentieth, if writes fell evenly", Share, estimate.Figure{Value: s.Chance, Low: s.Chance, High: s.Chance}, 0}}
}

// moving says that the map of writes shows one place that moves through the keys.
func (f *facts) moving() bool {
	return f.Heat != nil && f.Heat.Artificial == "" && f.Heat.Score.Pattern == heat.MovingFrontier
}

func timeFirst(f *facts) []Finding {
	var out []Finding
	for _, k := range f.kinds {
		if k.time < 0 || !f.constant(k, k.time) || k.Segments[k.time].Distinct < 2 {
			continue
		}
		s, ok := grade(k.Share, f.limits.TimeFirstWarning, f.limits.TimeFirstError)
		if !ok {
			continue
		}
		fix, cure := f.promotion(k, "Lead with a value of many values, such as the id of what was measured, and put the time behind it.")
		out = append(out, Finding{Severity: s, Subject: aboutSegment(k, k.Segments[k.time].Name), Evidence: f.examples(k), Fix: fix, Cure: cure,
			Measures: append([]Measure{{"rows whose key begins with a time", Share, k.Share, f.limits.TimeFirstError}}, f.moves()...)})
	}
	return out
}

func timeBehindFew(f *facts) []Finding {
	var out []Finding
	for _, k := range f.kinds {
		if k.time < 1 || f.constant(k, k.time) || hasSalt(k, k.time) {
			continue
		}
		code, largest, values := f.prefixes(k)
		share := f.shareOfKind(k, func(row int) bool { return code[row] == largest })
		limit := f.limits.PrefixShare
		if f.Heat != nil && f.Heat.Artificial == "" && f.Heat.Score.Hot > 0.8*f.limits.HotShare {
			limit /= 2 // writes do go to few places
		}
		s, ok := grade(share, limit, no())
		if !ok {
			continue
		}
		if !f.moving() && s == Warning {
			s = Note // few values are no harm while writes are rare: only a map of the writes shows it
		}
		fix, cure := f.promotion(k, "Promote a value with many values from a column into the key, before the time; salt only if there is none.")
		out = append(out, Finding{Severity: s, Subject: aboutSegment(k, k.Segments[k.time].Name), Evidence: f.examples(k), Cure: cure, Fix: fix,
			Measures: append([]Measure{{"rows behind the commonest value before the time", Share, share, limit},
				{"values before the time", Count, seen(float64(values)), 0}}, f.moves()...)})
	}
	return out
}

// promotion moves the time to the end where segments follow it. Else it takes a column into the key, if there is one that
// is fit for it.
func (f *facts) promotion(k kindFacts, text string) (Fix, *Cure) {
	if n := len(k.segments); k.time < n-1 {
		order := moved(n, k.time, n-1)
		return template(text, reordered(k.Layout, order)), cured(k.Layout, order, nil)
	}
	cure, column := f.promoted(k, k.time)
	if cure == nil {
		return Fix{Text: text}, nil
	}
	return Fix{Text: text + " Column " + column.Family + ":" + column.Qualifier + " is fit for it: most rows have it, and its values are many and come again."}, cure
}

// prefixes numbers the values that stand before the time in kind k, and tells the commonest and how many there are.
func (f *facts) prefixes(k kindFacts) (code []uint32, largest uint32, values int) {
	groups := make([]*keyspace.Groups, k.time)
	for i := range groups {
		if groups[i] = f.cut.Groups(by(k, i)); groups[i] == nil {
			return make([]uint32, f.Sample.Rows()), math.MaxUint32, 0
		}
	}
	ids := map[string]uint32{}
	var count []float64
	code = make([]uint32, f.Sample.Rows())
	var id []byte
	for row, kind := range f.cut.Kind {
		code[row] = math.MaxUint32
		if int(kind) != k.index {
			continue
		}
		id = id[:0]
		for _, g := range groups {
			id = binary.BigEndian.AppendUint32(id, g.Of[row])
		}
		n, ok := ids[string(id)]
		if !ok {
			n = uint32(len(ids))
			ids[string(id)] = n
			count = append(count, 0)
		}
		code[row] = n
		count[n] += f.draw.Weight(row)
		if count[n] > count[largest] {
			largest = n
		}
	}
	return code, largest, len(ids)
}

func hasSalt(k kindFacts, before int) bool {
	for _, s := range k.segments[:before] {
		if s.Codec.Type() == rowkey.Salt {
			return true
		}
	}
	return false
}

func idSequential(f *facts) []Finding {
	var out []Finding
	for _, k := range f.kinds {
		if len(k.segments) == 0 || k.time == 0 {
			continue
		}
		lead := 0
		for lead+1 < len(k.Segments) && k.Segments[lead].Distinct <= 1 {
			lead++
		}
		c := k.segments[lead].Codec
		switch c.Type() {
		case rowkey.IntDecimal, rowkey.IntPadded, rowkey.IntBE, rowkey.OrderedCode:
		default:
			continue
		}
		if k.time == lead || c.Reversed() || k.order < f.limits.Correlation {
			continue
		}
		s, ok := grade(k.Share, 0.05, no())
		if !ok {
			continue
		}
		fix := Fix{Text: "Turn the digits around, so that neighbours in time are far apart in the key."}
		if t := c.Type(); t == rowkey.IntPadded || t == rowkey.IntDecimal {
			fix = template(fix.Text, recoded(k.Layout, k.Segments[lead].Name, "mirror("+c.Spec()+")"))
		}
		name := k.Segments[lead].Name
		out = append(out, Finding{Severity: s, Subject: aboutSegment(k, name), Evidence: f.examples(k), Fix: fix,
			Cure: cured(k.Layout, inOrder(len(k.segments)), map[string]string{name: "{mirror(" + name + ")}"}),
			Measures: append([]Measure{{"rows led by such an id", Share, k.Share, 0.05},
				{"correlation of id and time of writing", Score, estimate.Figure{Value: k.order, Low: k.order, High: k.order}, f.limits.Correlation}}, f.moves()...)})
	}
	return out
}

func salted(f *facts) []Finding {
	var out []Finding
	for _, k := range f.kinds {
		for i, s := range k.segments {
			if s.Codec.Type() != rowkey.Salt {
				continue
			}
			m := []Measure{{"rows with a salt", Share, k.Share, 0}}
			if info, ok := rowkey.SaltOf(s.Codec); ok && info.Buckets > 0 {
				m = append(m, Measure{"scans to merge for a period", Count, seen(float64(info.Buckets)), 0})
			}
			out = append(out, Finding{Severity: Note, Subject: aboutSegment(k, k.Segments[i].Name), Measures: m, Evidence: f.examples(k),
				Fix: Fix{Text: "See whether a value with many values, taken out of a column, could lead instead (promotion); if not, keep the salt and write down its number of buckets."}})
		}
	}
	return out
}

func writeHotspot(f *facts) []Finding {
	s := f.Heat.Score
	x := Finding{Subject: Subject{Kind: AboutTable}, Measures: f.moves()}
	switch s.Pattern {
	case heat.MovingFrontier:
		x.Title = "Writes go to one place that moves through the keys"
		x.Fix = Fix{Text: "Put a value with many values before what grows with time, by promotion from a column if need be."}
	case heat.FixedRange:
		x.Title = "The same few keys take most writes all the time"
		x.Fix = Fix{Text: "Write a new row for each change, or put something of many values before the hot part."}
	default:
		return nil
	}
	sev, ok := grade(x.Measures[0].Figure, f.limits.HotShare, no())
	if !ok {
		sev = Note
	}
	x.Severity = sev
	x.Evidence = f.hottest()
	return []Finding{x}
}

// hottest is the first row of the bucket with the most writes.
func (f *facts) hottest() []Evidence {
	m := f.Heat
	sums, _ := m.Sums()
	best := 0
	for b := range sums {
		if sums[b] > sums[best] {
			best = b
		}
	}
	if len(sums) == 0 || m.Rows[best] >= f.Sample.Rows() {
		return nil
	}
	return []Evidence{{Key: f.Sample.Key(m.Rows[best]), Note: "the beginning of the stretch with the most writes"}}
}

// versionsOf is the mean number of versions a column has in a row of kind k, and the row with the most.
func (f *facts) versionsOf(k kindFacts, family func(string) bool) (mean estimate.Figure, most, row int) {
	row = -1
	r := f.draw.RatioOf(f.Sample, func(i int) (float64, float64) {
		if int(f.cut.Kind[i]) != k.index {
			return 0, 0
		}
		cells, columns := 0, 0
		for from, to := f.Sample.Cells(i); from < to; {
			end := f.Sample.Versions(from, to)
			if family(f.Sample.Column(f.Sample.ColumnOf(from)).Family) {
				cells, columns = cells+end-from, columns+1
				if n := end - from; n > most {
					most, row = n, i
				}
			}
			from = end
		}
		return float64(cells), float64(columns)
	})
	return r.Mean(f.draw), most, row
}

// capped says that a rule limits the versions of a family by number.
func capped(r sample.GCRule) bool {
	switch r.Kind {
	case sample.GCMaxVersions:
		return true
	case sample.GCUnion:
		for _, c := range r.Children {
			if capped(c) {
				return true
			}
		}
	case sample.GCIntersection:
		for _, c := range r.Children {
			if !capped(c) {
				return false
			}
		}
		return len(r.Children) > 0
	}
	return false
}

// versioned finds kinds whose rows pile up versions over all of the table's time, in the families wanted.
func (f *facts) versioned(wanted func(sample.Family) bool, fix string) []Finding {
	families := map[string]bool{}
	for _, c := range f.Profile.Families {
		if fam, ok := f.Sample.Table.Family(c.Name); !ok || fam.Aggregate == "" {
			families[c.Name] = wanted(fam)
		}
	}
	ok := func(name string) bool { return families[name] }
	var out []Finding
	for _, k := range f.kinds {
		if k.bounded {
			continue
		}
		mean, most, row := f.versionsOf(k, ok)
		s, past := grade(mean, f.limits.VersionsPerColumn, no())
		if !past {
			continue
		}
		x := Finding{Severity: s, Subject: aboutKind(k), Measures: []Measure{
			{"versions of a column in a row, on average", Count, mean, f.limits.VersionsPerColumn}, {"most versions seen", Count, seen(float64(most)), 0}},
			Evidence: []Evidence{{Key: f.Sample.Key(row), Note: "the most versions"}}, Fix: template(fix, withTime(k.Layout))}
		if c := cured(k.Layout, inOrder(len(k.segments)), nil); c != nil {
			x.Cure = checked(c.Candidate + "#{celltime()}")
		}
		out = append(out, x)
	}
	return out
}

// withTime is the template of l with the time behind it, where l has a delimiter to put it behind.
func withTime(l *rowkey.Layout) string {
	text := l.String() + "#{at:ms}"
	if l.Segment("at") != nil {
		text = l.String() + "#{written_at:ms}"
	}
	parsed, err := rowkey.Parse(text)
	if err != nil {
		return ""
	}
	return parsed.String()
}

func rowOverwritten(f *facts) []Finding {
	return f.versioned(func(fam sample.Family) bool { return fam.GC.Kind != sample.GCNone && !f.distinctVersions(fam) },
		"Add the time to the key, so that each reading is a row, and keep one version.")
}

func eventsAsVersions(f *facts) []Finding {
	return f.versioned(func(fam sample.Family) bool { return fam.GC.Kind == sample.GCNone || f.distinctVersions(fam) },
		"Write each event as a row with its time in the key, and keep versions for corrections.")
}

// distinctVersions says that a family keeps many versions on purpose and their values differ: a history, not the traces
// of overwriting.
func (f *facts) distinctVersions(fam sample.Family) bool {
	if !capped(fam.GC) || f.Review == nil {
		return false
	}
	var pairs, again int64
	for id, c := range f.Sample.Columns() {
		if c.Family == fam.Name {
			u := f.Review.Explorer.Use(sample.ColumnID(id))
			pairs, again = pairs+u.Pairs, again+u.Again
		}
	}
	return pairs > 0 && again*2 < pairs && f.slow(fam.Name)
}

// slow says that the versions of a family lie an hour or more apart, mostly: readings somebody wants, one by one.
func (f *facts) slow(family string) bool {
	var slow, all int
	f.gaps(func(c sample.Column, gap int64) {
		if c.Family == family {
			all++
			if gap >= int64(3600e6) {
				slow++
			}
		}
	})
	return slow*2 > all
}

// gaps goes over the distances in microseconds between neighbouring versions, in up to maxLooked rows.
func (f *facts) gaps(each func(c sample.Column, gap int64)) {
	step := max(1, f.Sample.Rows()/maxLooked)
	for i := 0; i < f.Sample.Rows(); i += step {
		for from, to := f.Sample.Cells(i); from < to; {
			end := f.Sample.Versions(from, to)
			ts := f.Sample.Times(from, end)
			for j := 1; j < len(ts); j++ {
				each(f.Sample.Column(f.Sample.ColumnOf(from)), ts[j-1]-ts[j])
			}
			from = end
		}
	}
}

func rowUnbounded(f *facts) []Finding {
	var out []Finding
	for _, fold := range f.folds {
		s, ok := grade(seen(float64(fold.Most)), f.limits.ColumnsOfUnbounded, no())
		if !ok || f.allBounded() {
			continue
		}
		id := fold.Columns[0]
		c := f.Sample.Column(id)
		row, _ := f.widestRow(fold.Family)
		out = append(out, Finding{Severity: s, Subject: Subject{Kind: AboutFamily, Name: fold.Family}, Measures: []Measure{
			{"columns of one pattern in the widest row", Count, seen(float64(fold.Most)), f.limits.ColumnsOfUnbounded}},
			Evidence: []Evidence{{Column: &c}, {Key: f.Sample.Key(row), Note: "the widest row"}},
			Fix:      Fix{Text: "Put a bucket of time, or a part of the qualifier, into the key, so that something bounds the row."}})
	}
	return out
}

func (f *facts) allBounded() bool {
	for _, k := range f.kinds {
		if !k.bounded {
			return false
		}
	}
	return len(f.kinds) > 0
}

// widestRow is the row with the most cells of a family.
func (f *facts) widestRow(family string) (row, cells int) {
	for i := range f.Sample.Rows() {
		n := 0
		from, to := f.Sample.Cells(i)
		if to-from <= cells {
			continue
		}
		for j := from; j < to; j++ {
			if f.Sample.Column(f.Sample.ColumnOf(j)).Family == family {
				n++
			}
		}
		if n > cells {
			row, cells = i, n
		}
	}
	return row, cells
}

func writeRate(f *facts) []Finding {
	var out []Finding
	const second = int64(1e6)
	for id, c := range f.Sample.Columns() {
		if f.folded[sample.ColumnID(id)] || f.Profile.Columns[id].MaxVersions < 3 {
			continue
		}
		share, pairs := f.fast(sample.ColumnID(id), second)
		if pairs < 20 {
			continue
		}
		s, ok := grade(share, f.limits.FastWrites, no())
		if !ok {
			continue
		}
		out = append(out, Finding{Severity: s, Subject: Subject{Kind: AboutColumn, Column: c}, Evidence: []Evidence{{Column: &c}},
			Measures: []Measure{{"versions within a second of the one before", Share, share, f.limits.FastWrites}, {"pairs of versions compared", Count, seen(float64(pairs)), 0}},
			Fix:      Fix{Text: "Count in the application and write the result every minute, or use an aggregate family."}})
	}
	return out
}

// fast is the share of neighbouring versions of a column that lie less than limit microseconds apart.
func (f *facts) fast(id sample.ColumnID, limit int64) (share estimate.Figure, pairs int) {
	r := f.draw.RatioOf(f.Sample, func(i int) (y, z float64) {
		for from, to := f.Sample.Cells(i); from < to; {
			end := f.Sample.Versions(from, to)
			if f.Sample.ColumnOf(from) == id {
				ts := f.Sample.Times(from, end)
				for j := 1; j < len(ts); j++ {
					z++
					pairs++
					if ts[j-1]-ts[j] < limit {
						y++
					}
				}
			}
			from = end
		}
		return y, z
	})
	return r.Share(f.draw), pairs
}

func timestampsArtificial(f *facts) []Finding {
	if f.Review == nil {
		return nil
	}
	var out []Finding
	for _, fam := range f.Review.Waste.Families {
		st := f.Review.Explorer.Stamps(fam.Name)
		if fam.Stored.Cells == 0 || st.Artificial() == "" || !byAge(fam.Rule) {
			continue
		}
		odd := float64(st.Zero+st.Negative+st.Small+st.Future) / float64(max(st.Cells, 1))
		out = append(out, Finding{Severity: Warning, Subject: Subject{Kind: AboutFamily, Name: fam.Name}, Evidence: []Evidence{{Family: fam.Name}},
			Measures: []Measure{{"cells read with a timestamp that is no time of writing", Share, seen(odd), 0}},
			Fix:      versionsFix(f, fam.Name)})
	}
	return out
}

func versionsFix(f *facts, family string) Fix {
	return gcFix(f, family, sample.GCRule{Kind: sample.GCMaxVersions, Versions: 1}, "Limit versions instead of ages, or have the writers send real times.")
}

// gcFix is the command that sets a rule. tabletop never runs it.
func gcFix(f *facts, family string, rule sample.GCRule, text string) Fix {
	fix := Fix{Text: text, What: "command"}
	for _, l := range retention.Lines(retention.TargetOf(&f.Sample.Table, family), rule) {
		if l.Tool == "cbt" {
			fix.Paste = l.Text
		}
	}
	return fix
}

func byAge(r sample.GCRule) bool {
	if r.Kind == sample.GCMaxAge {
		return true
	}
	for _, c := range r.Children {
		if byAge(c) {
			return true
		}
	}
	return false
}
