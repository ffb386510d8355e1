package rowkey

import (
	"bytes"
	"fmt"
	"iter"
	"slices"
	"strings"
	"unicode/utf8"
)

// SchemaError is a schema or layout that cannot be converted: Problems names the parts and why.
type SchemaError struct {
	Problems []SchemaNote
}

// SchemaNote is a note about a segment or field; Segment is empty when it is about the whole.
type SchemaNote struct {
	Segment string
	Text    string
}

// String returns the note with the segment that it is about.
func (n SchemaNote) String() string {
	if n.Segment == "" {
		return n.Text
	}
	return n.Segment + ": " + n.Text
}

// Error lists the problems.
func (e *SchemaError) Error() string {
	var lines []string
	for _, p := range e.Problems {
		lines = append(lines, p.String())
	}
	return "cannot be a row-key schema: " + strings.Join(lines, "; ")
}

// separator joins the fields of Bigtable's ordered_code_bytes structs.
var separator = []byte{0, 1}

// Layout is the layout of the keys that s declares, called name. Field names that are no names of segments are changed
// to be some. Types that this package does not know are an error, a *SchemaError.
func (s Schema) Layout(name string) (*Layout, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	var segments []*Segment
	for i, field := range s.Fields {
		codec, err := field.codec()
		if err != nil {
			return nil, &SchemaError{[]SchemaNote{{field.Name, err.Error()}}}
		}
		seg := &Segment{Name: segmentName(field.Name, i, segments), Codec: codec}
		if s.Encoding == OrderedStruct {
			seg.Escape = EscapeOrdered
		}
		segments = append(segments, seg)
	}
	if s.Encoding == OrderedStruct {
		return New(name, orderedParts(segments, s.mandatory())...)
	}
	var parts []Part
	for i, seg := range segments {
		if i > 0 {
			parts = append(parts, Part{Literal: s.Delimiter})
		}
		parts = append(parts, Part{Segment: seg})
	}
	return New(name, parts...)
}

// check finds what the admin API would not take.
func (s Schema) check() error {
	bad := func(field, format string, args ...any) error {
		return &SchemaError{[]SchemaNote{{field, fmt.Sprintf(format, args...)}}}
	}
	seen := map[string]bool{}
	for _, field := range s.Fields {
		switch {
		case field.Name == "":
			return bad("", "a field without a name")
		case field.Name == "_key" || field.Name == "_timestamp":
			return bad(field.Name, "Bigtable keeps this name for itself")
		case seen[field.Name]:
			return bad(field.Name, "two fields have this name")
		}
		seen[field.Name] = true
	}
	switch {
	case len(s.Fields) == 0:
		return bad("", "no fields")
	case s.Encoding == Singleton && len(s.Fields) > 1:
		return bad("", "singleton has one field, here are %d", len(s.Fields))
	case s.Encoding == DelimitedBytes && (len(s.Delimiter) == 0 || len(s.Delimiter) > 50):
		return bad("", "the delimiter has 1 to 50 bytes, here are %d", len(s.Delimiter))
	case s.Encoding != Singleton && s.Encoding != DelimitedBytes && s.Encoding != OrderedStruct:
		return bad("", "no known encoding: %q", s.Encoding)
	}
	return nil
}

// codec is how a field is written.
func (f SchemaField) codec() (Codec, error) {
	specs := map[string]string{
		"string utf8": "text", "bytes raw": "bytes", "int64 big_endian": "be(8, signed)",
		"int64 ordered_code":               "ordered",
		"timestamp unix_micros_big_endian": "us(be(8, signed))", "timestamp unix_micros_ordered_code": "us(ordered)",
	}
	spec := specs[f.Type+" "+f.Encoding]
	if spec == "" {
		return nil, fmt.Errorf("the type %s with the encoding %q is not one of row keys", f.Type, f.Encoding)
	}
	return ParseCodec(spec)
}

// segmentName is a field's name, changed where it is no name of a segment.
func segmentName(field string, i int, taken []*Segment) string {
	name := strings.Map(func(r rune) rune {
		if validName("a" + string(r)) {
			return r
		}
		return '_'
	}, field)
	if !validName(name) {
		name = "_" + name
	}
	if slices.ContainsFunc(taken, func(s *Segment) bool { return s.Name == name }) {
		name += fmt.Sprintf("_%d", i+1)
	}
	return name
}

// mandatory is how many fields a key always has in an ordered struct: empty ones at the end are dropped, and only
// strings and bytes can be empty. The first is always there.
func (s Schema) mandatory() int {
	n := len(s.Fields)
	for n > 1 && (s.Fields[n-1].Type == "string" || s.Fields[n-1].Type == "bytes") {
		n--
	}
	return n
}

// orderedParts joins segments, those after the first least as groups within groups.
func orderedParts(segments []*Segment, least int) []Part {
	var parts []Part
	for i, seg := range segments {
		if i >= least {
			rest := append([]Part{{Literal: separator}}, orderedParts(segments[i:], 1)...)
			return append(parts, Part{Group: &Group{Parts: rest}})
		}
		if i > 0 {
			parts = append(parts, Part{Literal: separator})
		}
		parts = append(parts, Part{Segment: seg})
	}
	return parts
}

// Schema is the layout as Bigtable's row-key schema, with notes on what the schema cannot say although it reads the
// same keys. Where the schema would not read the same keys, the error is a *SchemaError that names the segments and
// why.
func (l *Layout) Schema() (Schema, []SchemaNote, error) {
	exporter := exporter{}
	if len(l.segments) > 0 && !slices.ContainsFunc(l.segments, func(s *Segment) bool {
		return s.Escape != EscapeOrdered
	}) {
		exporter.schema.Encoding = OrderedStruct
		exporter.ordered(l.parts, true)
	} else {
		exporter.delimited(l)
	}
	if len(exporter.problems) == 0 {
		if err := exporter.schema.check(); err != nil {
			exporter.problems = err.(*SchemaError).Problems
		}
	}
	if len(exporter.problems) > 0 {
		return Schema{}, nil, &SchemaError{exporter.problems}
	}
	return exporter.schema, exporter.notes, nil
}

// exporter makes a schema of a layout.
type exporter struct {
	schema   Schema
	notes    []SchemaNote
	problems []SchemaNote
}

func (e *exporter) note(segment, format string, args ...any) {
	e.notes = append(e.notes, SchemaNote{segment, fmt.Sprintf(format, args...)})
}

func (e *exporter) problem(segment, format string, args ...any) {
	e.problems = append(e.problems, SchemaNote{segment, fmt.Sprintf(format, args...)})
}

// ordered takes segments joined by 00 01, of which the last ones may be in groups within groups.
func (e *exporter) ordered(parts []Part, first bool) {
	for i, part := range parts {
		wantLiteral := first == (i%2 == 1)
		switch {
		case part.Literal != nil && wantLiteral && bytes.Equal(part.Literal, separator):
		case part.Literal != nil:
			e.problem("", `the constant "%s": ordered_code_bytes joins fields by 00 01 and has nothing else`,
				printable(part.Literal))
		case part.Segment != nil && !wantLiteral:
			e.field(part.Segment)
		case part.Segment != nil:
			e.problem(part.Segment.Name, "no 00 01 before it")
		case part.Group.Repeat || i < len(parts)-1 || !wantLiteral:
			e.problem(nameOfParts(part.Group.Parts),
				"in a group: a row-key schema has the same fields in every key, though empty ones at the end may be "+
					"missing")
			return
		default:
			e.ordered(part.Group.Parts, false)
		}
	}
}

func nameOfParts(parts []Part) string {
	for _, p := range parts {
		if p.Segment != nil {
			return p.Segment.Name
		}
	}
	return ""
}

// delimited takes segments joined by one delimiter; constants between delimiters become fields of their own.
func (e *exporter) delimited(l *Layout) {
	commonDelimiter := commonDelimiter(l.parts)
	e.schema.Encoding, e.schema.Delimiter = DelimitedBytes, commonDelimiter
	if len(l.parts) == 1 {
		e.schema.Encoding, e.schema.Delimiter = Singleton, nil
	}
	last := len(l.parts) - 1
	for i, part := range l.parts {
		switch {
		case part.Group != nil:
			e.problem(nameOfParts(part.Group.Parts), "in a group: a row-key schema has the same fields in every key")
		case part.Segment != nil:
			if i > 0 && l.parts[i-1].Segment != nil {
				e.problem(part.Segment.Name, "no delimiter before it: a row-key schema joins fields by a delimiter")
			}
			e.delimitedField(part.Segment, i == last, commonDelimiter)
		default:
			e.constants(part.Literal, commonDelimiter, i == 0, i == last)
		}
	}
}

// commonDelimiter finds a delimiter that all literals are made of, with constants between: the shortest literal between
// segments, or the punctuation at the end of it or of the first literal, or at the beginning of the last.
func commonDelimiter(parts []Part) []byte {
	var candidates [][]byte
	var shortest []byte
	for i, p := range parts {
		if p.Literal != nil && i > 0 && i < len(parts)-1 && (shortest == nil || len(p.Literal) < len(shortest)) {
			shortest = p.Literal
		}
	}
	if shortest != nil {
		candidates = append(candidates, shortest, delimiter(shortest))
	}
	if first := parts[0].Literal; first != nil {
		candidates = append(candidates, delimiter(first))
	}
	if last := parts[len(parts)-1].Literal; last != nil {
		plain := bytes.IndexFunc(last, func(r rune) bool { return r < utf8.RuneSelf && r != '_' && isWord(byte(r)) })
		candidates = append(candidates, last[:max(plain, 0)])
	}
	for _, d := range candidates {
		if len(d) > 0 && joinsAll(parts, d) {
			return d
		}
	}
	if len(candidates) > 0 {
		return candidates[0]
	}
	return nil
}

func joinsAll(parts []Part, d []byte) bool {
	for i, p := range parts {
		if p.Literal != nil {
			if _, ok := constants(p.Literal, d, i == 0, i == len(parts)-1); !ok {
				return false
			}
		}
	}
	return true
}

// constants cuts a literal into what stands between delimiters; false when it is not made of them.
func constants(lit, d []byte, first, last bool) (fields [][]byte, ok bool) {
	if bytes.Equal(lit, d) && !first && !last {
		return nil, true
	}
	fields = bytes.Split(lit, d)
	if !first {
		if len(fields[0]) > 0 || len(fields) < 2 {
			return nil, false
		}
		fields = fields[1:]
	}
	if !last {
		if len(fields[len(fields)-1]) > 0 || len(fields) < 2 {
			return nil, false
		}
		fields = fields[:len(fields)-1]
	}
	return fields, true
}

// constants makes fields of the constants in a literal.
func (e *exporter) constants(lit, d []byte, first, last bool) {
	if len(d) == 0 {
		e.problem("", `no delimiter at the constant "%s"`, printable(lit))
		return
	}
	fields, ok := constants(lit, d, first, last)
	if !ok {
		e.problem("", `"%s" stands where the delimiter "%s" should: a row-key schema has one delimiter`, printable(lit),
			printable(d))
	}
	for _, constant := range fields {
		name := fmt.Sprintf("constant%d", len(e.schema.Fields)+1)
		e.schema.Fields = append(e.schema.Fields, SchemaField{name, "string", "utf8"})
		e.note(name, `always "%s", which a row-key schema cannot say`, printable(constant))
	}
}

func (e *exporter) delimitedField(seg *Segment, last bool, d []byte) {
	switch {
	case seg.LengthPrefix > 0:
		e.problem(seg.Name, "its length stands before it: a row-key schema has no lengths")
	case seg.Escape != EscapeNone:
		e.problem(seg.Name, "escaped while other segments are not: in ordered_code_bytes all fields are")
	case seg.Last && e.schema.Encoding == DelimitedBytes:
		e.problem(seg.Name, `it may hold the delimiter "%s", where Bigtable would cut it`, printable(d))
	case seg.Codec.Form().Binary && !last && len(d) > 0: // without a delimiter the next segment reports what is wrong
		e.problem(seg.Name, `binary (%s) and not the last field: it may hold the delimiter "%s", where Bigtable would cut it`, seg.Codec.Spec(), printable(d))
	case shape(seg) != opUntil && !last && len(d) > 0 && seg.Codec.Form().MayHold(d):
		e.problem(seg.Name, `%s may hold the delimiter "%s", where Bigtable would cut it`, seg.Codec.Spec(),
			printable(d))
	default:
		e.field(seg)
	}
}

// field adds a field for seg, with a note when its codec says more than the field's type can.
func (e *exporter) field(seg *Segment) {
	form := seg.Codec.Form()
	schemaField := SchemaField{Name: seg.Name, Type: form.Schema.Type, Encoding: form.Schema.Encoding}
	switch {
	case schemaField.Type != "" && form.Schema.Note != "":
		e.note(seg.Name, "as %s: %s", schemaField.Type, form.Schema.Note)
	case schemaField.Type != "":
	case form.Binary:
		schemaField.Type, schemaField.Encoding = "bytes", "raw"
		e.note(seg.Name, "as bytes: a row-key schema has no %s", seg.Codec.Spec())
	default:
		schemaField.Type, schemaField.Encoding = "string", "utf8"
		e.note(seg.Name, "as string: a row-key schema has no %s", seg.Codec.Spec())
	}
	e.schema.Fields = append(e.schema.Fields, schemaField)
}

// Check decodes keys as Bigtable would with s. Beyond what the layout of s asks for, no byte of a field may be at or
// below the first of the delimiter, which keeps keys in the order of their fields; only a last field of fixed width is
// free of that, as in the API's own example of an integer there.
func (s Schema) Check(keys iter.Seq[[]byte]) (Report, error) {
	layout, err := s.Layout("")
	if err != nil {
		return Report{}, err
	}
	report := Report{Kinds: make([]int, 1)}
	var spans []Span
	for key := range keys {
		spans, err = layout.Decode(spans[:0], key)
		if err == nil && s.Encoding == DelimitedBytes {
			err = s.sorted(spans, key)
		}
		if err == nil {
			report.Fit++
			report.Kinds[0]++
		} else if de, ok := err.(*DecodeError); ok && len(report.Misfits) < maxMisfits {
			report.Misfits = append(report.Misfits, Misfit{Index: report.Keys, Key: slices.Clone(key), Err: de})
		}
		report.Keys++
	}
	return report, nil
}

// sorted finds a byte that is not above the delimiter. The result is nil or a *DecodeError.
func (s Schema) sorted(spans []Span, key []byte) error {
	for i, span := range spans {
		if i == len(spans)-1 && span.Segment.Codec.Width() > 0 {
			break
		}
		for at := span.Start; at < span.End; at++ {
			if key[at] <= s.Delimiter[0] {
				return &DecodeError{Offset: at, Segment: span.Segment, Reason: fmt.Sprintf(
					`the byte %#02x is not above %#02x, with which the delimiter begins`, key[at], s.Delimiter[0])}
			}
		}
	}
	return nil
}
