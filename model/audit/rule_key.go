package audit

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/publicsuffix"

	"tabletop/model/profile"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

func keyUnexplained(f *facts) []Finding {
	u := f.Profile.Unexplained
	s, ok := grade(u.Share, f.limits.UnexplainedKeys, no())
	if !ok {
		return nil
	}
	x := Finding{Severity: s, Subject: Subject{Kind: AboutTable}, Measures: []Measure{{"keys that no layout explains", Share, u.Share, f.limits.UnexplainedKeys}},
		Fix: Fix{Text: "Look at these keys; if they were written by mistake, find the writer, else declare the layout they follow."}}
	for _, k := range u.First {
		x.Evidence = append(x.Evidence, Evidence{Key: k})
	}
	return []Finding{x}
}

// keyLimit is the longest key that the service takes, in bytes (G30).
const keyLimit = 4096

func keyLong(f *facts) []Finding {
	p := f.Profile
	longest := seen(float64(p.KeyLength.Max))
	s, ok := grade(longest, f.limits.KeyBytesWarning, keyLimit-1)
	if !ok {
		return nil
	}
	x := Finding{Severity: s, Subject: Subject{Kind: AboutTable}, Measures: []Measure{
		{"longest key", Bytes, longest, f.limits.KeyBytesWarning}, {"a key, on average", Bytes, p.KeyLength.Mean, 0}},
		Fix: Fix{Text: "Keep in the key what is asked for, shortened or as an id, and move the rest into columns."}}
	for i, key := range longestKeys(f.Sample, int(f.limits.KeyBytesWarning)) {
		if i < maxEvidence {
			x.Evidence = append(x.Evidence, Evidence{Key: key})
		} else {
			x.More++
		}
	}
	return []Finding{x}
}

// longestKeys are the keys over limit bytes, longest first.
func longestKeys(s *sample.Sample, limit int) [][]byte {
	var out [][]byte
	for i := range s.Rows() {
		if k := s.Key(i); len(k) > limit {
			out = append(out, k)
		}
	}
	slices.SortStableFunc(out, func(a, b []byte) int { return len(b) - len(a) })
	return out
}

func numberUnpadded(f *facts) []Finding {
	var out []Finding
	for _, k := range f.kinds {
		for i, seg := range k.Segments {
			c := k.segments[i].Codec
			plain := c.Type() == rowkey.IntDecimal || c.Type() == rowkey.Timestamp && c.Width() == 0 && k.segments[i].Codec.Unit() != ""
			if !plain || c.Reversed() || seg.MinWidth == seg.MaxWidth || seg.Distinct < 2 {
				continue
			}
			name := seg.Name
			longest := f.widest(k, name)
			share := f.shareOfKind(k, func(row int) bool { return f.width(k, name, row) < longest })
			s, ok := grade(share, 0.001, no())
			if !ok {
				continue
			}
			spec := fmt.Sprintf("pad(%d)", max(longest, 1))
			if c.Type() == rowkey.Timestamp {
				spec = fmt.Sprintf("%s(%s)", c.Unit(), spec)
			}
			out = append(out, Finding{Severity: s, Subject: aboutSegment(k, name), Measures: []Measure{
				{"keys with fewer digits than the longest", Share, share, 0.001}, {"digits of the longest", Count, seen(float64(longest)), 0}},
				Evidence: f.ends(k, name), Cure: cured(k.Layout, inOrder(len(k.segments)), map[string]string{name: fmt.Sprintf("{pad(%s, %d)}", name, longest)}),
				Fix: template("Pad the number with zeros to the width it can grow to.", recoded(k.Layout, name, spec))})
		}
	}
	return out
}

// width is the number of bytes that a segment takes in a row's key, 0 when it has none.
func (f *facts) width(k kindFacts, name string, row int) int {
	spans, err := k.Layout.Decode(nil, f.Sample.Key(row))
	if err != nil {
		return 0
	}
	for _, s := range spans {
		if s.Segment.Name == name {
			return s.End - s.Start
		}
	}
	return 0
}

func (f *facts) widest(k kindFacts, name string) int {
	for _, s := range k.Segments {
		if s.Name == name {
			return s.MaxWidth
		}
	}
	return 0
}

// ends are a row with the shortest and one with the longest value of a segment.
func (f *facts) ends(k kindFacts, name string) []Evidence {
	if len(k.rows) == 0 {
		return nil
	}
	short, long := k.rows[0], k.rows[0]
	for _, row := range k.rows {
		if w := f.width(k, name, row); w > 0 && w < f.width(k, name, short) {
			short = row
		} else if w > f.width(k, name, long) {
			long = row
		}
	}
	return []Evidence{{Key: f.Sample.Key(short), Note: "the shortest"}, {Key: f.Sample.Key(long), Note: "the longest"}}
}

func keyBinary(f *facts) []Finding {
	var out []Finding
	for _, k := range f.kinds {
		for i, seg := range k.Segments {
			limit := 0.05
			switch k.segments[i].Codec.Type() {
			case rowkey.Bytes:
			case rowkey.IntBE, rowkey.OrderedCode, rowkey.Timestamp, rowkey.UUID, rowkey.IP, rowkey.Hash:
				if !f.raw(k, seg) {
					continue
				}
				limit = no()
			default:
				continue
			}
			// Opaque bytes say nothing to anyone. A number in binary at least keeps the order, so that is worth a note only.
			s, ok := grade(k.Share, limit, no())
			if !ok {
				s = Note
			}
			out = append(out, Finding{Severity: s, Subject: aboutSegment(k, seg.Name),
				Measures: []Measure{{"rows with raw bytes in the key", Share, k.Share, 0}}, Evidence: f.examples(k),
				Fix: Fix{Text: "Write numbers in decimal with zeros in front, ids in hexadecimal and times as digits, unless the length of the key matters more than reading it."}})
		}
	}
	return out
}

// raw says that a value of the segment holds bytes that are no text.
func (f *facts) raw(k kindFacts, seg profile.Segment) bool {
	return slices.ContainsFunc(seg.Top, func(v profile.Value) bool {
		return bytes.ContainsFunc(v.Raw, func(r rune) bool { return r < ' ' || r == 0x7f || r == 0xfffd })
	})
}

func hashFirst(f *facts) []Finding {
	var out []Finding
	for _, k := range f.kinds {
		lead := hashLead(k)
		if lead >= len(k.segments) {
			continue
		}
		first := k.segments[lead]
		t := first.Codec.Type()
		if t != rowkey.Hash && t != rowkey.UUID || f.idTime(k, first) || k.Segments[lead].Distinct < 2 {
			continue
		}
		// Several rows to a random id are those of an entity, and are together all the same.
		if t == rowkey.UUID && len(k.segments) > 1 {
			continue
		}
		s, ok := grade(k.Share, 0.05, no())
		if !ok {
			continue
		}
		if t == rowkey.UUID {
			s = Note // ids made at random are hashes of nothing: there is no value to write in their place
		}
		fix := Fix{Text: "Lead with the value that was hashed, or with what rows are asked for; writes stay spread as long as it has many values."}
		var cure *Cure
		if n := len(k.segments); n > lead+1 && lead == 0 {
			order := moved(n, 0, n-1)
			fix, cure = template(fix.Text, reordered(k.Layout, order)), cured(k.Layout, order, nil)
		}
		out = append(out, Finding{Severity: s, Subject: aboutSegment(k, first.Name), Measures: []Measure{{"rows led by a hash", Share, k.Share, 0.05}},
			Evidence: f.examples(k), Fix: fix, Cure: cure})
	}
	return out
}

// hashLead is the segment that leads the key. A character or two that touch a hash are taken for a part of it.
func hashLead(k kindFacts) int {
	parts := k.Layout.Parts()
	for i := 0; i+1 < len(parts) && i+1 < len(k.segments); i++ {
		if parts[i].Segment == nil || parts[i+1].Segment == nil || k.Segments[i].MaxWidth > 2 {
			break
		}
		if k.segments[i+1].Codec.Type() == rowkey.Hash {
			return i + 1
		}
	}
	return 0
}

func granularFirst(f *facts) []Finding {
	var out []Finding
	for _, k := range f.kinds {
		for i := 0; i+1 < len(k.Segments); i++ {
			a, b := k.Segments[i], k.Segments[i+1]
			if !f.follows(k, i) || b.Distinct < 2 || a.Distinct < 2*b.Distinct {
				continue
			}
			s, _ := grade(k.Share, 0.05, no())
			if s == "" {
				continue
			}
			out = append(out, Finding{Severity: s, Subject: aboutSegment(k, a.Name), Evidence: f.examples(k), Measures: []Measure{
				{"rows with keys of this layout", Share, k.Share, 0.05}, {"values of the first", Count, seen(float64(a.Distinct)), 0},
				{"values of the second, which follows from it", Count, seen(float64(b.Distinct)), 0}},
				Cure: cured(k.Layout, moved(len(k.Segments), i+1, i), nil),
				Fix:  template("Put the value that many rows share first.", reordered(k.Layout, moved(len(k.Segments), i+1, i)))})
		}
	}
	return out
}

// follows says that the value of segment i+1 follows from that of segment i, with enough repetition to tell.
func (f *facts) follows(k kindFacts, i int) bool {
	for _, s := range k.segments[i : i+2] {
		switch s.Codec.Type() {
		case rowkey.Text, rowkey.Enum, rowkey.IntPadded, rowkey.IntDecimal, rowkey.Hex:
		default:
			return false
		}
	}
	a, b := f.cut.Groups(by(k, i)), f.cut.Groups(by(k, i+1))
	if a == nil || b == nil {
		return false
	}
	of := map[uint32]uint32{}
	per := map[uint32]int{} // values of the first for each of the second
	for row, kind := range f.cut.Kind {
		if int(kind) != k.index {
			continue
		}
		p, q := a.Of[row], b.Of[row]
		if was, ok := of[p]; ok && was != q {
			return false
		} else if !ok {
			of[p] = q
			per[q]++
		}
	}
	shared := 0 // second values under which several first ones are
	for _, n := range per {
		if n > 1 {
			shared++
		}
	}
	// Where each of the first has hardly more than a row, that each has one of the second says nothing, unless the second
	// ones are few.
	return shared*2 >= len(per) && (len(of)*2 <= int(k.Keys) || len(per)*10 <= len(of) && len(k.segments) == 2 || len(per)*4 <= len(of) && k.Segments[i+1].Type == rowkey.Enum)
}

func tenantBehind(f *facts) []Finding {
	word := regexp.MustCompile(`(?i)^(tenant|customer|account|org|organi[sz]ation|client|company)(_?id)?$`)
	var out []Finding
	for _, k := range f.kinds {
		for i, s := range k.Segments {
			if i == 0 || !word.MatchString(s.Name) || s.Distinct < 2 || f.constant(k, i) {
				continue
			}
			sev, ok := grade(k.Share, 0.05, no())
			if !ok {
				continue
			}
			out = append(out, Finding{Severity: sev, Subject: aboutSegment(k, s.Name), Evidence: f.examples(k), Measures: []Measure{{"rows with keys of this layout", Share, k.Share, 0.05}},
				Cure: cured(k.Layout, moved(len(k.Segments), i, 0), nil),
				Fix:  template("Lead with the tenant.", reordered(k.Layout, moved(len(k.Segments), i, 0)))})
		}
	}
	return out
}

// constant says that all segments before segment i have one value each.
func (f *facts) constant(k kindFacts, i int) bool {
	for _, s := range k.Segments[:i] {
		if s.Distinct > 1 {
			return false
		}
	}
	return true
}

func domainForward(f *facts) []Finding {
	var out []Finding
	for _, k := range f.kinds {
		for i, s := range k.Segments {
			if s.Type != rowkey.Domain || s.Reversed || !f.constant(k, i) || s.Distinct < 2 {
				continue
			}
			hosts, owners := f.owners(k, s.Name, false)
			// Turning names around helps where companies have several hosts each, and there are many companies.
			if len(owners)*3 > hosts*2 || len(owners) <= few {
				continue
			}
			sev, ok := grade(k.Share, 0.05, no())
			if !ok {
				continue
			}
			if len(owners) < many {
				sev = Note // turning around is for very many companies
			}
			out = append(out, Finding{Severity: sev, Subject: aboutSegment(k, s.Name), Evidence: f.examples(k), Measures: []Measure{
				{"rows led by a host name", Share, k.Share, 0.05}, {"hosts looked at", Count, seen(float64(hosts)), 0}, {"registered domains of these", Count, seen(float64(len(owners))), 0}},
				Cure: cured(k.Layout, inOrder(len(k.segments)), map[string]string{s.Name: "{reverse(" + s.Name + ")}"}),
				Fix:  template("Write the labels from last to first: com.company.product.", recoded(k.Layout, s.Name, "reverse(domain)"))})
		}
	}
	return out
}

// few is how many registered domains are a handful, many how many are no longer a few dozen.
const few, many = 10, 100

func domainsFew(f *facts) []Finding {
	var out []Finding
	for _, k := range f.kinds {
		for i, s := range k.Segments {
			if s.Type != rowkey.Domain || !s.Reversed || !f.constant(k, i) {
				continue
			}
			hosts, owners := f.owners(k, s.Name, true)
			if hosts < 10 || len(owners) > few {
				continue
			}
			sev, _ := grade(k.Share, 0.05, no())
			if sev == "" {
				continue
			}
			out = append(out, Finding{Severity: sev, Subject: aboutSegment(k, s.Name), Evidence: f.examples(k), Measures: []Measure{
				{"rows led by a domain", Share, k.Share, 0.05}, {"registered domains", Count, seen(float64(len(owners))), few}},
				Fix: Fix{Text: "Lead with something of many values, such as the path or the user, and keep the domain behind it."}})
		}
	}
	return out
}

// owners counts the hosts among the rows looked at, and the registered domains they belong to.
func (f *facts) owners(k kindFacts, segment string, reversed bool) (int, map[string]int) {
	hosts, owners := map[string]bool{}, map[string]int{}
	for _, row := range k.rows {
		spans, err := k.Layout.Decode(nil, f.Sample.Key(row))
		if err != nil {
			continue
		}
		for _, s := range spans {
			if s.Segment.Name != segment {
				continue
			}
			host := string(f.Sample.Key(row)[s.Start:s.End])
			if reversed {
				labels := strings.Split(host, ".")
				slices.Reverse(labels)
				host = strings.Join(labels, ".")
			}
			if hosts[host] {
				continue
			}
			hosts[host] = true
			owner, err := publicsuffix.EffectiveTLDPlusOne(strings.ToLower(host))
			if err != nil {
				owner = host
			}
			owners[owner]++
		}
	}
	return len(hosts), owners
}

func schemaMisfit(f *facts) []Finding {
	schema := f.Sample.Table.KeySchema
	if schema == nil {
		return nil
	}
	layout, err := schema.Layout("")
	if err != nil {
		return []Finding{{Severity: Note, Subject: Subject{Kind: AboutTable}, Title: "The declared row-key schema is of a form that cannot be checked",
			Fix: Fix{Text: "Check it with the service: " + err.Error()}}}
	}
	misfit := func(row int) bool { _, err := layout.Decode(nil, f.Sample.Key(row)); return err != nil }
	share := f.share(misfit)
	s, ok := grade(share, f.limits.SchemaMisfits, 0.5)
	if !ok {
		return nil
	}
	x := Finding{Severity: s, Subject: Subject{Kind: AboutTable}, Measures: []Measure{{"keys that the schema does not read", Share, share, f.limits.SchemaMisfits}},
		Fix: Fix{Text: "Find the writer of these keys, or declare a schema that reads them."}}
	for row := range f.Sample.Rows() {
		if misfit(row) {
			x.Evidence = append(x.Evidence, Evidence{Key: f.Sample.Key(row)})
		}
		if len(x.Evidence) == maxEvidence {
			break
		}
	}
	return []Finding{x}
}
