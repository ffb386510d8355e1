// Package codegen writes the functions that a program needs to move rows to other keys, in the languages that Bigtable
// clients are written in: old keys to their parts, parts to old keys and to new ones, and old keys to new ones. What
// cannot be written faithfully is an error, not an approximation.
package codegen

import (
	"errors"
	"fmt"
	"strings"

	"tabletop/model/candidate"
	"tabletop/model/rekey"
	"tabletop/model/rowkey"
)

// Language is one to write functions in.
type Language string

// The languages.
const (
	Go     Language = "Go"
	Java   Language = "Java"
	Python Language = "Python"
	Node   Language = "Node"
)

// Languages lists them.
func Languages() []Language { return []Language{Go, Java, Python, Node} }

// Part is a part of the old key, or what a new key needs of the row beside it.
type Part struct {
	Source   string // the segment, or what stands in the template: column(md:symbol), celltime()
	Name     string // as the languages spell it, in lower camel case
	Kind     PartKind
	Optional bool // some rows do not have it
	OfRow    bool // it is not in the old key

	column *candidate.ColumnName // that it is the newest cell of; nil of other parts
	ofCell candidate.Op          // what of a cell it is
}

// Column returns the column of which the part is the newest cell; the zero value for other parts.
func (p *Part) Column() (name candidate.ColumnName) {
	if p.column != nil {
		name = *p.column
	}
	return name
}

// PartKind is what holds a part.
type PartKind uint8

// The kinds. The times are whole numbers since 1970.
const (
	TextPart     PartKind = iota // text as it stands in the key
	BytesPart                    // bytes as they stand in the key
	IntPart                      // a whole number of 64 bits
	UnsignedPart                 // a whole number of 64 bits without a sign
	MillisPart
	MicrosPart
	NanosPart
)

// Functions are those for one record kind of a table. They are immutable.
type Functions struct {
	Kind  int    // the record kind, as an index of the current layouts
	Old   string // the template of the old keys
	New   string // of the new keys; empty if only the old keys are written and read
	Parts []*Part

	template *candidate.Template // of the new keys

	readings []reading
	builders []builder // in the order in which they call each other: oldKey first, newKey last
}

// OfRow lists the parts that are not in the old key.
func (f *Functions) OfRow() []*Part {
	var list []*Part
	for _, p := range f.Parts {
		if p.OfRow {
			list = append(list, p)
		}
	}
	return list
}

// Keys makes the functions that read and write the keys of a layout.
func Keys(l *rowkey.Layout) (*Functions, error) {
	f, err := newFunctions(rowkey.Set{l}, 0)
	if err == nil {
		f.builders[0].name = "key"
	}
	return f, err
}

// New makes the functions that move rows to the keys of a candidate's table: one for each record kind whose rows get
// other keys. current holds the current layouts. Errors name what cannot be written as code, and what to use instead.
func New(c *candidate.Candidate, current rowkey.Set) ([]*Functions, error) {
	switch {
	case c.View() != nil:
		return nil, errors.New("a view needs no code: the service fills it, by the query that tabletop simulate prints")
	case c.Tables() > 1:
		return nil, fmt.Errorf("code is written for one table: the layout has %d; give each a layout of its own",
			c.Tables())
	case len(current) == 0:
		return nil, errors.New("code is written for keys that a layout describes: there is none")
	}
	set, err := rekey.ResolveSet(c, current)
	if err != nil {
		return nil, err
	}
	var all []*Functions
	for _, rule := range set.Rules {
		if rule.Action != candidate.Rekey || rule.Kind == candidate.Foreign {
			continue
		}
		functions, err := newMove(rule.To, current, rule.Kind)
		if err != nil {
			return nil, err
		}
		all = append(all, functions)
	}
	if len(all) == 0 {
		return nil, errors.New("code is written for rows that get other keys, and the layout has none for those of " +
			"any record kind")
	}
	return all, nil
}

// newMove makes the functions that move the rows of one record kind to the keys of a template.
func newMove(to *candidate.Template, current rowkey.Set, kind int) (*Functions, error) {
	functions, err := newFunctions(current, kind)
	if err != nil {
		return nil, err
	}
	functions.New = candidate.PartsString(to.Key)
	functions.Kind, functions.template = kind, to
	b := binder{f: functions, layout: current[kind], current: current, key: to.Key}
	body, err := b.parts(to.Key, nil)
	if err != nil {
		return nil, err
	}
	functions.builders = append(functions.builders, builder{"newKey", body})
	return functions, nil
}

// newFunctions makes the functions for the keys of one of the current layouts.
func newFunctions(current rowkey.Set, kind int) (*Functions, error) {
	layout := current[kind]
	functions := &Functions{Old: layout.String()}
	for _, s := range layout.Segments() {
		code, err := formOf(s.Codec)
		if err != nil {
			return nil, fmt.Errorf("{%s}: %w", s.Name, err)
		}
		functions.part(s.Name, s.Name, kindOf(code)).Optional = !always(layout.Parts(), s)
	}
	for index, other := range current[:kind+1] {
		theirs := ""
		if index < kind {
			theirs = other.String()
		}
		readings, err := functions.read(other, theirs)
		if err != nil {
			return nil, err
		}
		functions.readings = append(functions.readings, readings...)
	}
	b := oldBuilder{functions}
	body, err := b.parts(layout.Parts(), nil)
	if err != nil {
		return nil, err
	}
	functions.builders = append(functions.builders, builder{"oldKey", body})
	return functions, nil
}

// always reports whether a segment is outside of optional groups.
func always(parts []rowkey.Part, s *rowkey.Segment) bool {
	for _, p := range parts {
		if p.Segment == s {
			return true
		}
	}
	return false
}

// part finds or makes the part of a source.
func (f *Functions) part(source, name string, kind PartKind) *Part {
	if p := f.find(source); p != nil {
		return p
	}
	name = camel(name)
	switch kind {
	case MillisPart:
		name += "Ms"
	case MicrosPart:
		name += "Us"
	case NanosPart:
		name += "Ns"
	}
	for _, p := range f.Parts {
		if strings.EqualFold(p.Name, name) {
			name += fmt.Sprint(len(f.Parts) + 1)
		}
	}
	made := &Part{Source: source, Name: name, Kind: kind}
	f.Parts = append(f.Parts, made)
	return made
}

func (f *Functions) find(source string) *Part {
	for _, p := range f.Parts {
		if p.Source == source {
			return p
		}
	}
	return nil
}

// read makes the functions that read the keys of a layout, one for each way in which its optional groups can be there.
func (f *Functions) read(l *rowkey.Layout, theirs string) ([]reading, error) {
	ways, ok := l.Ways()
	if !ok {
		return nil, fmt.Errorf("repeated groups are not written as code: read what repeats as one segment, such as " +
			"{rest:bytes...}")
	}
	var all []reading
	for _, way := range ways {
		reading := reading{theirs: theirs}
		for _, from := range way.Steps {
			made, err := readStep(from)
			if err != nil {
				return nil, fmt.Errorf("{%s}: %w", from.Segment.Name, err)
			}
			if from.Segment != nil && theirs == "" {
				made.part = f.find(from.Segment.Name)
			}
			reading.steps = append(reading.steps, made)
		}
		all = append(all, reading)
	}
	return all, nil
}

// readStep is a step of reading, with what it reads decoded.
func readStep(s rowkey.Step) (step, error) {
	var raw node
	switch s.Kind {
	case rowkey.ReadLiteral:
		return step{node: call("r.literal", s.Literal)}, nil
	case rowkey.ReadLiteralBehind:
		return step{node: call("r.literalBehind", s.Literal)}, nil
	case rowkey.ReadFixed:
		raw = call("r.take", s.Width)
	case rowkey.ReadFixedBehind:
		raw = call("r.takeBehind", s.Width)
	case rowkey.ReadPrefixed:
		raw = call("r.takePrefixed", s.Segment.LengthPrefix)
	case rowkey.ReadBehind:
		raw = call("r.behind", s.Literal, s.Without)
	case rowkey.ReadRest:
		raw = call("r.rest", s.Without)
	case rowkey.ReadSized:
		raw = call("r.takeOrdered")
		if words := s.Segment.Codec.Form().Words; words != nil {
			raw = call("r.oneOf", words)
		}
	default:
		until := "r.until"
		if s.Segment.Escape == rowkey.EscapeOrdered {
			until = "r.untilEscaped"
		}
		raw = call(until, s.Ends, s.Gap, s.Last, s.Tail, s.Without)
	}
	if s.Segment.Escape == rowkey.EscapeOrdered {
		raw = call("unescape", raw)
	}
	value, err := decode(s.Segment.Codec, raw)
	return step{node: value}, err
}

// oldBuilder builds keys of the current layout.
type oldBuilder struct{ f *Functions }

// parts builds a run of parts. known are the parts that are there.
func (b oldBuilder) parts(list []rowkey.Part, known []*Part) ([]statement, error) {
	var body []statement
	for _, part := range list {
		switch {
		case part.Segment != nil:
			text, err := b.segment(part.Segment)
			if err != nil {
				return nil, err
			}
			body = append(body, statement{do: add, node: text})
		case part.Group != nil:
			var of []*Part
			for _, inner := range part.Group.Parts {
				if inner.Segment != nil {
					of = append(of, b.f.find(inner.Segment.Name))
				}
			}
			inner, err := b.parts(part.Group.Parts, append(known, of...))
			if err != nil {
				return nil, err
			}
			if len(of) > 1 {
				body = append(body, statement{do: together, of: of})
			}
			body = append(body, statement{do: when, of: of, body: inner})
		default:
			body = append(body, statement{do: add, node: literal(part.Literal)})
		}
	}
	return body, nil
}

// segment is a segment as it stands in the key.
func (b oldBuilder) segment(s *rowkey.Segment) (node, error) {
	text, err := b.text(s)
	return frame(text, s.Escape, s.LengthPrefix), err
}

// text is a segment without escapes and length.
func (b oldBuilder) text(s *rowkey.Segment) (node, error) {
	return encodeOwn(s.Codec, own(b.f.find(s.Name)))
}

// encodeOwn writes a part in the form in which it stands in the key.
func encodeOwn(c rowkey.Codec, part node) (node, error) {
	code, err := formOf(c)
	if err != nil {
		return node{}, err
	}
	return encode(c, valueOf(code, c.Form(), part))
}
