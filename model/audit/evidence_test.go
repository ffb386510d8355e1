package audit_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"tabletop/model/audit"
	"tabletop/model/heat"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// piece is one piece of evidence, alone with what the rule says of all.
type piece struct {
	in audit.Input
	f  audit.Finding
	audit.Evidence
}

// proofs is each rule's condition, of one piece of its evidence. They are written from the documentation of the rules,
// not from their code.
func proofs() map[string]func(piece) bool {
	return map[string]func(piece) bool{
		"key-unexplained": func(p piece) bool { _, kind := p.in.Layouts.Decode(nil, p.Key); return kind < 0 },
		"key-undelimited": piece.touches,
		"key-long":        func(p piece) bool { return float64(len(p.Key)) >= p.f.Measures[0].Limit },
		"number-unpadded": func(p piece) bool {
			if strings.HasPrefix(p.f.Title, "Signed") {
				return bytes.ContainsAny(p.segment(), "+-.0123456789")
			}
			if strings.HasPrefix(p.f.Title, "Version") {
				return bytes.Count(p.segment(), []byte(".")) == 2
			}
			return float64(len(p.segment())) < p.f.Measures[1].Figure.Value
		},
		"date-unsorted": func(p piece) bool { return p.is(rowkey.Timestamp) },
		"case-mixed": func(p piece) bool {
			if p.Column != nil { // a value has a capital
				return p.has(func(c sample.Cell) bool { return !bytes.Equal(c.Value, bytes.ToLower(c.Value)) })
			}
			return !bytes.Equal(bytes.ToLower(p.segment()), bytes.ToUpper(p.segment()))
		},
		"formats-mixed": func(p piece) bool { _, kind := p.in.Layouts.Decode(nil, p.Key); return kind >= 0 },
		"delimiter-in-value": func(p piece) bool { // one more than its layout has
			layout, err := rowkey.Parse(p.f.Subject.Layout)
			if err != nil || len(layout.Parts()) < 2 {
				return false
			}
			return bytes.Count(p.Key, layout.Parts()[1].Literal) > len(layout.Segments())-1
		},
		"state-in-key": func(p piece) bool { return p.is(rowkey.Text, rowkey.Enum) },
		"salt-uneven":  func(p piece) bool { return p.start() >= 0 && len(p.segment()) <= 12 },
		"soft-deletes": func(p piece) bool {
			marked := false
			p.cells(func(_, i int) {
				c := p.in.Sample.Cell(i)
				marked = marked || p.in.Sample.Column(c.Column) == p.f.Subject.Column &&
					slices.Contains([]string{"true", "1", "DELETED", "2026-10-01T00:00:00Z"}, string(c.Value))
			})
			return marked
		},
		"key-binary": func(p piece) bool { return !utf8.Valid(p.Key) || bytes.ContainsFunc(p.Key, control) },
		"hash-first": func(p piece) bool {
			return p.start() >= 0 && p.start() <= 2 && p.is(rowkey.Hash, rowkey.UUID)
		},
		"granular-first":  piece.shares,
		"tenant-behind":   func(p piece) bool { return p.start() > 0 },
		"entity-split":    piece.hasSibling,
		"domain-forward":  func(p piece) bool { return bytes.Contains(p.segment(), []byte(".")) },
		"domains-few":     func(p piece) bool { return bytes.Contains(p.segment(), []byte(".")) },
		"schema-misfit":   piece.misfits,
		"personal-data":   func(p piece) bool { return p.Masked != nil || p.is(rowkey.IP) },
		"time-first":      func(p piece) bool { return p.start() >= 0 && p.constantBefore() },
		"time-behind-few": func(p piece) bool { return p.start() > 0 && p.prefixShare() > 0.1 },
		"id-sequential":   func(p piece) bool { return p.start() >= 0 && p.constantBefore() },
		"salted":          func(p piece) bool { return p.start() >= 0 && len(p.segment()) <= 12 },
		"write-hotspot":   piece.isHot,
		"tablet-hot":      piece.inHotTablet,
		"versions-repeat": func(p piece) bool {
			return p.pairs(func(newer, older sample.Cell) bool {
				return bytes.Equal(newer.Value, older.Value) ||
					len(older.Value) > 60 && bytes.HasPrefix(newer.Value, older.Value[:60])
			}) > 0.7
		},
		"policy-idle":        func(p piece) bool { return p.pairs(func(_, _ sample.Cell) bool { return true }) > 0 },
		"row-overwritten":    func(p piece) bool { return float64(p.versions()) > p.f.Measures[0].Limit },
		"events-as-versions": func(p piece) bool { return float64(p.versions()) > p.f.Measures[0].Limit },
		"row-unbounded": func(p piece) bool {
			return p.Column != nil || float64(p.columns()) > p.f.Measures[0].Limit
		},
		"write-rate": func(p piece) bool {
			return p.pairs(func(newer, older sample.Cell) bool { return newer.Micros-older.Micros < 1e6 }) > 0.25
		},
		"timestamps-artificial": piece.noTimes,
		"columns-many":          func(p piece) bool { return float64(p.columns()) > p.f.Measures[0].Limit },
		"qualifier-long": func(p piece) bool {
			return float64(len(p.Column.Qualifier)) >= p.f.Measures[0].Limit
		},
		"names-long": func(p piece) bool { return float64(len(p.Column.Qualifier)) > audit.DefaultLimits().NameBytes },
		"placeholders": func(p piece) bool {
			if strings.HasSuffix(p.f.Title, "in the key") {
				return bytes.Contains(p.segment(), []byte("null"))
			}
			return p.has(func(c sample.Cell) bool {
				return len(strings.Trim(string(c.Value), "nulNULoOeEdfiI/aA{}[] 9-1230T:Z")) == 0
			})
		},
		"column-repeats-key": func(p piece) bool { return !p.has(func(c sample.Cell) bool { return !p.inKey(c) }) },
		"counter-plain": func(p piece) bool {
			return p.pairs(func(newer, older sample.Cell) bool { return !bytes.Equal(newer.Value, older.Value) }) > 0.98
		},
		"row-large": func(p piece) bool { return float64(p.in.Sample.RowBytes(p.row())) >= p.f.Measures[0].Limit },
		"row-unreadable": func(p piece) bool {
			return slices.ContainsFunc(p.in.Sample.How.Unreadable,
				func(u sample.Unreadable) bool { return bytes.Equal(u.Key, p.Key) })
		},
		"cell-large": func(p piece) bool {
			from, to := p.in.Sample.Cells(p.row())
			return slices.ContainsFunc(p.in.Sample.Sizes(from, to),
				func(n uint32) bool { return float64(n) >= p.f.Measures[0].Limit })
		},
		"families-many": func(p piece) bool {
			return p.Table != "" || p.has(func(sample.Cell) bool { return true })
		},
		"family-name-long": func(p piece) bool { return float64(len(p.Family)) > audit.DefaultLimits().NameBytes },
		"family-unused": func(p piece) bool {
			return p.Family != "" && !p.has(func(sample.Cell) bool { return true })
		},
		"families-apart": func(p piece) bool {
			return p.Family != "" && p.has(func(sample.Cell) bool { return true })
		},
		"retention-mixed": func(p piece) bool { return p.pairs(func(_, _ sample.Cell) bool { return true }) > 0 },
		"versions-unlimited": func(p piece) bool {
			if strings.HasPrefix(p.f.Title, "No policy ever") {
				return p.has(func(c sample.Cell) bool { return c.Micros < now.AddDate(0, 0, -14).UnixMicro() })
			}
			return p.pairs(func(_, _ sample.Cell) bool { return true }) > 0
		},
		"garbage-kept": func(p piece) bool {
			return p.has(func(c sample.Cell) bool { return c.Micros < now.AddDate(0, 0, -7).UnixMicro() })
		},
		"tables-many":      func(piece) bool { return false }, // shows none
		"table-per-period": func(p piece) bool { return strings.Contains(p.Table, "20") && p.Family == "" },
		"tables-alike":     func(p piece) bool { return p.Table != "" && p.Family == "" },
	}
}

func control(r rune) bool { return r < ' ' || r == 0x7f }

func (p piece) spans() []rowkey.Span {
	spans, _ := p.in.Layouts.Decode(nil, p.Key)
	return spans
}

// span is that of the segment that the finding is about.
func (p piece) span() (rowkey.Span, bool) {
	for _, s := range p.spans() {
		if s.Segment.Name == p.f.Subject.Name {
			return s, true
		}
	}
	return rowkey.Span{}, false
}

func (p piece) start() int {
	if s, ok := p.span(); ok {
		return s.Start
	}
	return -1
}

func (p piece) segment() []byte {
	s, _ := p.span()
	return p.Key[s.Start:s.End]
}

func (p piece) is(types ...rowkey.Type) bool {
	s, ok := p.span()
	return ok && slices.Contains(types, s.Segment.Codec.Type())
}

func (p piece) touches() bool {
	spans := p.spans()
	for i := 1; i < len(spans); i++ {
		if spans[i].Segment.Name == p.f.Subject.Name {
			return spans[i-1].End == spans[i].Start
		}
	}
	return false
}

// constantBefore reports whether what precedes the segment is the same in all keys of the layout.
func (p piece) constantBefore() bool {
	head := p.Key[:p.start()]
	for row := range p.in.Sample.Rows() {
		other := piece{p.in, p.f, audit.Evidence{Key: p.in.Sample.Key(row)}}
		if at := other.start(); at >= 0 && other.f.Subject.Layout == layoutOf(p.in, other.Key) &&
			layoutOf(p.in, p.Key) == layoutOf(p.in, other.Key) && !bytes.Equal(other.Key[:at], head) {
			return false
		}
	}
	return true
}

func layoutOf(in audit.Input, key []byte) string {
	if _, kind := in.Layouts.Decode(nil, key); kind >= 0 {
		return in.Layouts[kind].String()
	}
	return ""
}

func (p piece) prefixShare() float64 {
	n := 0
	for row := range p.in.Sample.Rows() {
		if bytes.HasPrefix(p.in.Sample.Key(row), p.Key[:p.start()]) {
			n++
		}
	}
	return float64(n) / float64(p.in.Sample.Rows())
}

// shares reports whether another value of the segment stands before the same value of the next one.
func (p piece) shares() bool {
	next := func(key []byte) (own, after string) {
		q := piece{p.in, p.f, audit.Evidence{Key: key}}
		spans := q.spans()
		for i := 0; i+1 < len(spans); i++ {
			if spans[i].Segment.Name == p.f.Subject.Name {
				return string(key[spans[i].Start:spans[i].End]), string(key[spans[i+1].Start:spans[i+1].End])
			}
		}
		return "", ""
	}
	own, after := next(p.Key)
	for row := range p.in.Sample.Rows() {
		if o, a := next(p.in.Sample.Key(row)); a == after && o != own && after != "" {
			return true
		}
	}
	return false
}

func (p piece) hasSibling() bool {
	head := p.Key[:p.start()]
	n := 0
	for row := range p.in.Sample.Rows() {
		if bytes.HasPrefix(p.in.Sample.Key(row), head) {
			n++
		}
	}
	return p.start() > 0 && n > 1
}

func (p piece) misfits() bool {
	l, err := p.in.Sample.Table.KeySchema.Layout("")
	if err == nil {
		_, err = l.Decode(nil, p.Key)
	}
	return err != nil
}

func (p piece) row() int { return p.in.Sample.Find(p.Key) }

// cells visits the cells of what the piece names: a row, a column or a family.
func (p piece) cells(visit func(row, i int)) {
	s := p.in.Sample
	for row := range s.Rows() {
		if p.Key != nil && row != p.row() {
			continue
		}
		for from, to := s.Cells(row); from < to; from++ {
			c := s.Column(s.CellColumn(from))
			if p.Column != nil && c != *p.Column || p.Family != "" && c.Family != p.Family {
				continue
			}
			visit(row, from)
		}
	}
}

func (p piece) has(yes func(sample.Cell) bool) bool {
	found := false
	p.cells(func(_, i int) { found = found || yes(p.in.Sample.Cell(i)) })
	return found
}

// pairs is the share of neighboring versions that yes says it of; 0 where there are none.
func (p piece) pairs(yes func(newer, older sample.Cell) bool) float64 {
	n, all := 0, 0
	lastRow, last := -1, -1
	p.cells(func(row, i int) {
		if row == lastRow && i == last+1 && p.in.Sample.CellColumn(i) == p.in.Sample.CellColumn(last) {
			if all++; yes(p.in.Sample.Cell(last), p.in.Sample.Cell(i)) {
				n++
			}
		}
		lastRow, last = row, i
	})
	return float64(n) / float64(max(all, 1))
}

// versions is the greatest number of versions of a column in the row, columns the number of its columns.
func (p piece) versions() int {
	most := 0
	for from, to := p.in.Sample.Cells(p.row()); from < to; {
		end := p.in.Sample.Versions(from, to)
		most, from = max(most, end-from), end
	}
	return most
}

func (p piece) columns() int {
	n := 0
	for from, to := p.in.Sample.Cells(p.row()); from < to; from = p.in.Sample.Versions(from, to) {
		n++
	}
	return n
}

func (p piece) inKey(c sample.Cell) bool {
	for row := range p.in.Sample.Rows() {
		for from, to := p.in.Sample.Cells(row); from < to; from++ {
			if d := p.in.Sample.Cell(from); d.Column == c.Column && !bytes.Contains(p.in.Sample.Key(row), d.Value) {
				return false
			}
		}
	}
	return true
}

func (p piece) noTimes() bool {
	var first, odd, n int64
	p.cells(func(_, i int) {
		c := p.in.Sample.Cell(i)
		if n++; n == 1 {
			first = c.Micros
		}
		if c.Micros < 946684800e6 || c.Micros > now.UnixMicro() || c.Micros == first {
			odd++
		}
	})
	return n > 0 && 2*odd > n
}

func (p piece) inHotTablet() bool {
	return slices.ContainsFunc(p.in.Sample.Table.Hot, func(t sample.HotTablet) bool {
		return bytes.Compare(p.Key, t.Start) >= 0 && (len(t.End) == 0 || bytes.Compare(p.Key, t.End) <= 0)
	})
}

// isHot reports whether the rows around the key, a tenth of all, take most writes: of a window where the writes move,
// of all time where they stay; or the row alone takes many times the mean.
func (p piece) isHot() bool {
	m, row := p.in.Heat, p.row()
	if strings.Contains(p.Note, "tablet") {
		return p.inHotTablet()
	}
	if strings.Contains(p.Note, "stored writes") {
		from, to := p.in.Sample.Cells(row)
		return (to-from)*p.in.Sample.Rows() > 2*len(p.in.Profile.Columns)
	}
	var near, all float64
	for b := range m.Buckets {
		for w := range m.Windows {
			if m.Score.Pattern != heat.FixedRange && w != m.Score.Hottest {
				continue
			}
			all += m.At(b, w)
			if d := m.Rows[b] - row; d > -p.in.Sample.Rows()/20 && d < p.in.Sample.Rows()/20 {
				near += m.At(b, w)
			}
		}
	}
	return 2*near > all
}

// checkEvidence verifies that each piece of evidence, looked at alone, satisfies the condition of its rule.
func checkEvidence(t *testing.T, in audit.Input, r *audit.Report) {
	t.Helper()
	conditions := proofs()
	for _, f := range r.Findings {
		for i, e := range f.Evidence {
			if i < 4 && !conditions[f.Rule](piece{in, f, e}) {
				t.Errorf("%s: evidence %d, %.80q %v %q (%s), does not prove it", f.ID(), i, e.Key, e.Column,
					e.Family+e.Table, e.Note)
			}
		}
	}
}

// TestEveryRuleHasAProof verifies that the evidence of every rule is checked, that of new ones too.
func TestEveryRuleHasAProof(t *testing.T) {
	conditions := proofs()
	for _, rule := range audit.Rules() {
		if conditions[rule.ID] == nil {
			t.Errorf("nothing says what the evidence of rule %s has to show", rule.ID)
		}
	}
	if len(conditions) != len(audit.Rules()) {
		t.Errorf("%d conditions for %d rules", len(conditions), len(audit.Rules()))
	}
}

// checkContradictions verifies that no two findings of an audit recommend what excludes each other.
func checkContradictions(t *testing.T, in audit.Input, r *audit.Report) {
	t.Helper()
	byColumn := map[sample.Column]string{}
	versions := []string{"counter-plain", "write-rate", "column-repeats-key", "retention-mixed", "placeholders"}
	rules := map[string][]audit.Finding{}
	leads := map[string]string{}
	for _, f := range r.Findings {
		rules[f.Rule] = append(rules[f.Rule], f)
		if slices.Contains(versions, f.Rule) {
			for _, e := range f.Evidence {
				if e.Column == nil {
					continue
				}
				if was := byColumn[*e.Column]; was != "" && was != f.Rule {
					t.Errorf("column %v has two causes: %s and %s", *e.Column, was, f.Rule)
				}
				byColumn[*e.Column] = f.Rule
			}
		}
		if f.Fix.What == "template" && slices.Contains([]string{"hash-first", "tenant-behind", "granular-first"},
			f.Rule) {
			if l, err := rowkey.Parse(f.Fix.Paste); err == nil {
				lead := l.Segments()[0].Name
				if was := leads[f.Subject.Layout]; was != "" && was != lead {
					t.Errorf("%s: the key of %s is to begin with %s, and with %s", f.Rule, f.Subject.Layout, was, lead)
				}
				leads[f.Subject.Layout] = lead
			}
		}
		if in.Heat != nil && in.Heat.Score.Pattern == heat.Even &&
			(f.Rule == "write-hotspot" ||
				f.Severity != audit.Note && slices.Contains([]string{"time-first", "id-sequential", "time-behind-few"},
					f.Rule) || strings.Contains(f.Why, " hot")) && f.Rule != "tablet-hot" && f.Rule != "key-binary" {
			t.Errorf("the map of the writes is even, but %s %s: %s", f.Severity, f.ID(), f.Why)
		}
	}
	// All columns of a row have versions here, or the column is not one of the few.
	for _, events := range slices.Concat(rules["events-as-versions"], rules["row-overwritten"]) {
		for _, counter := range slices.Concat(rules["counter-plain"], rules["write-rate"]) {
			if len(in.Sample.Columns()) == 1 {
				t.Errorf("%s and %s of the only column", events.ID(), counter.ID())
			}
		}
	}
	families := func(rule string) []string {
		var out []string
		for _, f := range rules[rule] {
			out = append(out, f.Subject.Name)
			for _, e := range f.Evidence {
				out = append(out, e.Family)
			}
		}
		return out
	}
	for _, pair := range [][2]string{{"families-apart", "retention-mixed"}, {"family-unused", "family-name-long"},
		{"versions-unlimited", "retention-mixed"}} {
		for _, name := range families(pair[0]) {
			if name != "" && slices.Contains(families(pair[1]), name) {
				t.Errorf("family %s has both %s and %s", name, pair[0], pair[1])
			}
		}
	}
	for _, pair := range [][2]string{{"row-large", "entity-split"}, {"row-overwritten", "versions-unlimited"},
		{"row-unbounded", "columns-many"}} {
		if len(rules[pair[0]]) > 0 && len(rules[pair[1]]) > 0 && len(in.Sample.Table.Families) == 1 {
			t.Errorf("both %s and %s", pair[0], pair[1])
		}
	}
}

// TestNoContradictions verifies tables whose faults have one cause that several rules see.
func TestNoContradictions(t *testing.T) {
	counter := func(step int) func(int) []cell {
		return func(d int) []cell {
			return often(60, nowStep(step), func(i int) string { return string(be64(int64(9000 - i))) })
		}
	}
	for name, tt := range map[string]struct {
		s     *sample.Sample
		want  string
		never []string
	}{
		"a counter by the hour": {table(byDevice(60, counter(3600)), versions("m", 100)), "counter-plain",
			[]string{"events-as-versions", "row-overwritten", "retention-mixed"}},
		"a counter without a rule": {table(byDevice(60, counter(60)), sample.Family{Name: "m"}), "counter-plain",
			[]string{"events-as-versions", "versions-unlimited"}},
		"events without a rule": {table(byDevice(60,
			func(d int) []cell { return often(60, nowStep(86400), func(i int) string { return hash(i * d) }) }),
			sample.Family{Name: "m"}), "events-as-versions", []string{"versions-unlimited", "retention-mixed"}},
		"a value every nine hours": {table(byDevice(60,
			func(d int) []cell { return often(60, nowStep(9*3600), func(i int) string { return hash(i * d) }) }),
			versions("m", 100)), "", nil},
		"a long name for nothing": {table(readings(100, good), one("m"), one("customer_attributes")),
			"family-unused", []string{"family-name-long"}},
		"one large cell makes a row": {big(300e6), "row-large", nil},
		"columns that nothing bounds": {table(byDevice(20, func(int) []cell { return wideCells(12_000) }), one("m")),
			"row-unbounded", []string{"columns-many"}},
	} {
		in, r := judged(t, tt.s, audit.Options{})
		checkContradictions(t, in, r)
		checkEvidence(t, in, r)
		found := map[string]audit.Finding{}
		for _, f := range r.Findings {
			found[f.Rule] = f
		}
		if _, ok := found[tt.want]; tt.want != "" && !ok {
			t.Errorf("%s: %s is not found", name, tt.want)
		}
		for _, rule := range tt.never {
			if f, ok := found[rule]; ok {
				t.Errorf("%s: also %s: %s", name, rule, f.Fix.Text)
			}
		}
		if l, c := found["row-large"], found["cell-large"]; l.Rule != "" && c.Rule != "" && l.Fix != c.Fix {
			t.Errorf("%s: a row that is one cell: %q and %q", name, l.Fix.Text, c.Fix.Text)
		}
	}
}

func nowStep(seconds int) time.Duration { return time.Duration(seconds) * time.Second }

// wideCells are cells of n columns whose qualifiers are data.
func wideCells(n int) []cell {
	var out []cell
	for i := range n {
		out = append(out, cell{"m", hash(i), now.Add(-time.Duration(i) * time.Hour), "1"})
	}
	return out
}
