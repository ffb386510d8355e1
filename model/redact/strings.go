package redact

import (
	"bytes"
	"crypto/rand"
	"slices"
	"strings"

	"tabletop/model/personal"
	"tabletop/model/qualifier"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// Strings redacts single strings for a report that is not made of a redacted sample: the same string becomes the same
// one everywhere in it. Their order is lost.
type Strings struct {
	values  *values
	judge   judge
	renamed map[NameKind]map[string]string
	sieve   *sieve // of renamed; nil until it is asked for
	kept    []Name
	summary Summary
	keys    int // that are shown as others
	texts   int // values likewise
}

// NewStrings makes it with the key of the options; without one, with a random key.
func NewStrings(opts Options) *Strings {
	return &Strings{values: newValues(newSecret(opts.key(), 0)), judge: judge{personal.NewNames(), opts.Keep},
		renamed: map[NameKind]map[string]string{}, summary: opts.summary()}
}

// key is the key, a random one where there is none.
func (o *Options) key() []byte {
	if len(o.Key) > 0 {
		return o.Key
	}
	if len(o.drawn) > 0 {
		return o.drawn
	}
	key := make([]byte, 32)
	rand.Read(key) // never fails
	return key
}

// Text is what replaces a string.
func (s *Strings) Text(b []byte) []byte {
	out := bytes.Clone(b)
	s.values.replace(column{}, sample.Cell{Size: len(b), Value: b}, out, false)
	return out
}

// summary states what is known of a redaction before it is made.
func (o *Options) summary() Summary {
	out := Summary{Unordered: o.Unordered}
	if len(o.Key) > 0 {
		out.Fingerprint = Fingerprint(o.Key)
	}
	return out
}

// Take replaces names as a redaction does.
func (s *Strings) Take(r *Result) {
	s.kept, s.keys, s.texts = r.Kept, r.Sample.Rows(), r.values
	for kind, names := range r.renamed {
		for from, to := range names {
			s.note(kind, from, to)
		}
	}
}

func (s *Strings) note(kind NameKind, from, to string) {
	if s.renamed[kind] == nil {
		s.renamed[kind] = map[string]string{}
	}
	s.renamed[kind][from], s.sieve = to, nil
}

// Name is what replaces a name of a kind: of one that is not known to be replaced, what replaces a string if it is
// taken for a person's.
func (s *Strings) Name(kind NameKind, name string) string {
	if to, ok := s.renamed[kind][name]; ok {
		return to
	}
	if name == "" || s.judge.stays(name, true) {
		return name
	}
	to := string(s.Text([]byte(name)))
	s.note(kind, name, to)
	return to
}

// Schema decides which names of tables and families are replaced, of which no rows are known: those of people.
func (s *Strings) Schema(names []string, described []sample.Table) {
	judge := func(kind NameKind, name string) {
		if s.Name(kind, name) == name && name != "" {
			s.kept = append(s.kept, Name{kind, name})
		}
	}
	for _, name := range names {
		judge(TableName, name)
	}
	for _, t := range described {
		for _, f := range t.Families {
			judge(FamilyName, f.Name)
		}
	}
	slices.SortFunc(s.kept, compareNames)
	s.kept = slices.Compact(s.kept)
}

// Counted is what replaces a column, or a family without a qualifier, that so many of all rows have.
func (s *Strings) Counted(c sample.Column, rows, of int64) sample.Column {
	often := isFrequent(int(rows), int(of))
	name := func(kind NameKind, name string) string {
		if _, known := s.renamed[kind][name]; known || name == "" || s.judge.stays(name, often) {
			return s.Name(kind, name)
		}
		s.note(kind, name, string(s.Text([]byte(name))))
		return s.renamed[kind][name]
	}
	return sample.Column{Family: name(FamilyName, c.Family), Qualifier: name(ColumnName, c.Qualifier)}
}

// Place is what replaces the path of a table or a file: each part is a name. Numbers at the end of a project, which
// the service adds, stay.
func (s *Strings) Place(path string) string {
	var out strings.Builder
	for len(path) > 0 {
		index := strings.IndexAny(path, "/:\\")
		if index < 0 {
			index = len(path)
		}
		part, digits := path[:index], ""
		if at := strings.LastIndexByte(part, '-'); at > 0 && len(part)-at <= 7 &&
			strings.Trim(part[at+1:], "0123456789") == "" {
			part, digits = part[:at], part[at:]
		}
		out.WriteString(s.Name(TableName, part) + digits + path[index:min(index+1, len(path))])
		path = path[min(index+1, len(path)):]
	}
	return out.String()
}

// Judge decides which names of a sample are replaced, by the rows that have them; folds are its qualifiers that are
// data.
func (s *Strings) Judge(of *sample.Sample, layouts rowkey.Set, folds []qualifier.Fold) {
	names := judged(of, Options{Layouts: layouts, Keep: s.judge.keep})
	data := make([]bool, len(of.Columns()))
	for id := range data {
		data[id] = !names.columns[id]
	}
	drop := func(kind NameKind, name string, stays bool) {
		if _, known := s.renamed[kind][name]; !stays && !known && name != "" {
			s.note(kind, name, string(s.Text([]byte(name))))
		}
	}
	drop(TableName, of.Table.Name, names.table)
	for f, stays := range names.families {
		drop(FamilyName, f, stays)
	}
	for id, c := range of.Columns() {
		drop(ColumnName, c.Qualifier, names.columns[id])
	}
	for k, stays := range names.kinds {
		drop(KindName, k, stays)
	}
	for name, stays := range names.segments {
		drop(SegmentName, name, stays)
	}
	constants := newSpelled()
	for _, fold := range folds {
		for _, id := range fold.Columns {
			c := of.Column(id)
			stays := names.keeps(c.Qualifier, c.Family+":"+c.Qualifier)
			drop(ColumnName, c.Qualifier, stays)
			data[id] = !stays
		}
		if fold.Layout != nil {
			names.spell(&constants, fold.Layout, int(fold.Rows), of.Rows(), func(*rowkey.Segment, string) int {
				return -1
			})
			s.dropConstants(fold.Layout, &constants)
		}
	}
	for _, l := range layouts {
		s.dropConstants(l, &names.spelled)
	}
	s.kept = append(s.kept, names.kept(of, data, s.Name)...)
	slices.SortFunc(s.kept, compareNames)
	s.kept = slices.Compact(s.kept)
}

// dropConstants replaces the constants of a layout that do not stay.
func (s *Strings) dropConstants(l *rowkey.Layout, of *spelled) {
	drop := func(text []byte) {
		if name := strings.TrimFunc(string(text), isSeparator); name != "" {
			s.note(ConstantWord, name, string(s.Text([]byte(name))))
		}
	}
	for _, literal := range of.literals[l] {
		drop(literal)
	}
	for _, seg := range l.Segments() {
		if of.prefixes[seg] {
			drop(seg.Codec.Form().Prefix)
		}
		for _, w := range seg.Codec.Form().Words {
			if !of.stay[seg][string(w)] {
				drop(w)
			}
		}
	}
}

// Constant is what replaces a word that a layout spells, which stays if it was not judged.
func (s *Strings) Constant(word []byte) []byte {
	if to, ok := s.renamed[ConstantWord][strings.TrimFunc(string(word), isSeparator)]; ok {
		return []byte(to)
	}
	return word
}

// Sentence replaces the names in a text that are known to be replaced.
func (s *Strings) Sentence(text string) string {
	if s.sieve == nil {
		s.sieve = newSieve(s.renamed,
			func(name string) bool { return s.judge.names.IsSchema(name) && !s.judge.names.IsPersonal(name) })
	}
	return s.sieve.text(text)
}
