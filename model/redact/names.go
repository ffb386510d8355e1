package redact

import (
	"bytes"
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"tabletop/model/personal"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// NameKind is what a name is of.
type NameKind string

// The kinds, in the order in which they are listed.
const (
	TableName    NameKind = "table"
	FamilyName   NameKind = "family"
	ColumnName   NameKind = "column"
	KindName     NameKind = "record kind"
	SegmentName  NameKind = "segment"
	ConstantWord NameKind = "word in keys"
)

// NameKinds returns the kinds in the order in which they are listed.
func NameKinds() []NameKind {
	return []NameKind{TableName, FamilyName, ColumnName, KindName, SegmentName, ConstantWord}
}

// Name is a name in a table; that of a column is "family:qualifier".
type Name struct {
	Kind NameKind
	Name string
}

// A name is frequent if so many rows of its record kind have it, and at least this share of them: it is then no name
// that identifies one of them.
const (
	frequentRows  = 50
	frequentShare = 0.01
)

func isFrequent(rows, of int) bool {
	return rows >= frequentRows && float64(rows) >= frequentShare*float64(of)
}

// judge decides which names stay: those that are not taken for a person's, and are frequent or words of schemas. What
// the user keeps stays in any case.
type judge struct {
	names *personal.Names
	keep  []*regexp.Regexp // each of a whole name
}

func (j *judge) stays(name string, frequent bool) bool {
	return !strings.ContainsFunc(name, isLetterOrDigit) || j.keeps(name) ||
		!j.names.IsPersonal(name) && (frequent || j.names.IsSchema(name))
}

func (j *judge) keeps(names ...string) bool {
	for _, k := range j.keep {
		if slices.ContainsFunc(names, func(name string) bool {
			loc := k.FindStringIndex(name)
			return loc != nil && loc[0] == 0 && loc[1] == len(name)
		}) {
			return true
		}
	}
	return false
}

func isLetterOrDigit(r rune) bool {
	return r >= utf8.RuneSelf || !separates(byte(r))
}

// names are the names of a table, judged.
type names struct {
	judge
	table    bool // its name stays
	columns  []bool
	families map[string]bool
	kinds    map[string]bool // also the segments, by the layout's name and their own
	segments map[string]bool
	spelled  spelled
}

// spelled are the constant bytes of layouts.
type spelled struct {
	stay     map[*rowkey.Segment]map[string]bool // words of a segment that stay
	prefixes map[*rowkey.Segment]bool            // that do not stay
	literals map[*rowkey.Layout][][]byte         // that do not stay, the longest first
}

func newSpelled() spelled {
	return spelled{map[*rowkey.Segment]map[string]bool{}, map[*rowkey.Segment]bool{}, map[*rowkey.Layout][][]byte{}}
}

// usage counts the rows that have a name, by record kind; what no layout explains is the last kind.
type usage struct {
	rows     []int
	columns  [][]int32 // kind, column
	families []map[string]int
	words    map[*rowkey.Segment]map[string]int
}

func countUsage(s *sample.Sample, layouts rowkey.Set) *usage {
	usage := &usage{words: map[*rowkey.Segment]map[string]int{}}
	for range len(layouts) + 1 {
		usage.rows, usage.columns, usage.families = append(usage.rows, 0),
			append(usage.columns, make([]int32, len(s.Columns()))), append(usage.families, map[string]int{})
	}
	for _, l := range layouts {
		for _, seg := range l.Segments() {
			if seg.Codec.Form().Words != nil {
				usage.words[seg] = map[string]int{}
			}
		}
	}
	var spans []rowkey.Span
	for index := range s.Rows() {
		var k int
		if spans, k = layouts.Decode(spans[:0], s.Key(index)); k < 0 {
			k = len(layouts)
		}
		usage.rows[k]++
		for _, span := range spans {
			if words := usage.words[span.Segment]; words != nil {
				words[string(s.Key(index)[span.Start:span.End])]++
			}
		}
		from, to := s.Cells(index)
		family := ""
		for c := from; c < to; c = s.Versions(c, to) {
			id := s.CellColumn(c)
			usage.columns[k][id]++
			if f := s.Column(id).Family; f != family || c == from {
				family = f
				usage.families[k][f]++
			}
		}
	}
	return usage
}

// judged judges the names of a table by all rows of a sample.
func judged(s *sample.Sample, opts Options) *names {
	names := &names{judge: judge{personal.NewNames(), opts.Keep}, families: map[string]bool{}, kinds: map[string]bool{},
		segments: map[string]bool{}, spelled: newSpelled()}
	usage := countUsage(s, opts.Layouts)
	names.table = names.stays(s.Table.Name, isFrequent(s.Rows(), s.Rows()))
	anyKind := func(rows func(kind int) int) bool {
		for k, of := range usage.rows {
			if isFrequent(rows(k), of) {
				return true
			}
		}
		return false
	}
	for _, f := range familyNames(s) {
		names.families[f] = names.stays(f, anyKind(func(k int) int { return usage.families[k][f] }))
	}
	for id, c := range s.Columns() {
		names.columns = append(names.columns, names.keeps(c.Family+":"+c.Qualifier) ||
			names.stays(c.Qualifier, anyKind(func(k int) int { return int(usage.columns[k][id]) })))
	}
	for index, layout := range opts.Layouts {
		// A name that two kinds have stays only if it does in both.
		keep := func(in map[string]bool, name string, frequent bool) {
			stays, known := in[name]
			in[name] = (stays || !known) && names.stays(name, frequent)
		}
		keep(names.kinds, layout.Name(), isFrequent(usage.rows[index], s.Rows()))
		for _, seg := range layout.Segments() {
			keep(names.segments, seg.Name, isFrequent(usage.rows[index], usage.rows[index]))
		}
		names.spell(&names.spelled, layout, usage.rows[index], s.Rows(), func(seg *rowkey.Segment, word string) int {
			if opts.Words {
				return -1
			}
			return usage.words[seg][word]
		})
	}
	return names
}

// spell judges the constants of a layout that so many of all rows have; wordRows returns how many have a word, -1
// if no word stays.
func (n *names) spell(into *spelled, l *rowkey.Layout, rows, all int, wordRows func(*rowkey.Segment, string) int) {
	for _, seg := range l.Segments() {
		form := seg.Codec.Form()
		if len(form.Prefix) > 0 && !n.stays(string(form.Prefix), isFrequent(rows, all)) {
			into.prefixes[seg] = true
		}
		for _, word := range form.Words {
			has := wordRows(seg, string(word))
			if has < 0 || into.prefixes[seg] || !n.stays(string(word), isFrequent(has, rows)) {
				continue
			}
			if into.stay[seg] == nil {
				into.stay[seg] = map[string]bool{}
			}
			into.stay[seg][string(word)] = true
		}
	}
	var literals func(parts []rowkey.Part)
	literals = func(parts []rowkey.Part) {
		for _, p := range parts {
			switch {
			case p.Group != nil:
				literals(p.Group.Parts)
			case p.Literal != nil && !n.stays(printable(p.Literal), isFrequent(rows, all)):
				into.literals[l] = append(into.literals[l], p.Literal)
			}
		}
	}
	literals(l.Parts())
	slices.SortFunc(into.literals[l], func(a, b []byte) int { return cmp.Or(len(b)-len(a), bytes.Compare(a, b)) })
}

// printable is what can be read of constant bytes.
func printable(b []byte) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == utf8.RuneError {
			return ' '
		}
		return r
	}, string(b))
}

// familyNames lists the families of a sample, in order.
func familyNames(s *sample.Sample) []string {
	all := slices.Clone(s.How.Options.Families)
	for _, f := range s.Table.Families {
		all = append(all, f.Name)
	}
	for _, c := range s.Columns() {
		all = append(all, c.Family)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// kept lists the names that stayed: not those of columns that are data, and columns under what replaces their
// family.
func (n *names) kept(s *sample.Sample, data []bool, family func(NameKind, string) string) []Name {
	var out []Name
	add := func(kind NameKind, name string, stays bool) {
		if stays && name != "" && strings.ContainsFunc(name, isLetterOrDigit) {
			out = append(out, Name{kind, name})
		}
	}
	add(TableName, s.Table.Name, n.table)
	for f, stays := range n.families {
		add(FamilyName, f, stays)
	}
	for id, c := range s.Columns() {
		if c.Qualifier != "" && !data[id] {
			add(ColumnName, family(FamilyName, c.Family)+":"+c.Qualifier, true)
		}
	}
	for k, stays := range n.kinds {
		add(KindName, k, stays)
	}
	for x, stays := range n.segments {
		add(SegmentName, x, stays)
	}
	for _, words := range n.spelled.stay {
		for w := range words {
			add(ConstantWord, w, true)
		}
	}
	slices.SortFunc(out, compareNames)
	return slices.Compact(out)
}

func compareNames(a, b Name) int {
	return cmp.Or(slices.Index(NameKinds(), a.Kind)-slices.Index(NameKinds(), b.Kind), strings.Compare(a.Name, b.Name))
}
