package spec

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"tabletop/model/bounded"
	"tabletop/model/retention"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/spelling"
)

// Parse reads a specification as docs/spec.md describes it. Errors begin with the line and state what to write.
func Parse(text []byte) (*Spec, error) {
	docs, err := bounded.Documents(text)
	switch {
	case err != nil:
		return nil, err
	case len(docs) == 0:
		return nil, errors.New("the file is empty: write table:, duration:, rows:, families:, and kinds: first")
	case len(docs) > 1:
		return nil, bounded.OnLine(docs[1], "a specification is one document: leave out --- and what follows it")
	}
	out := &Spec{Seed: 1}
	root := docs[0].Content[0]
	err = readMapping(root, setters{
		{"table", func(n *yaml.Node) error { return readName(n, &out.Name) }},
		{"rows", func(n *yaml.Node) error { return readInt(n, 1, MaxRows, &out.Rows) }},
		{"seed", func(n *yaml.Node) (err error) {
			if out.Seed, err = strconv.ParseUint(n.Value, 10, 64); err != nil {
				err = bounded.OnLine(n, "seed: %q must be a whole number from 0 on", n.Value)
			}
			return err
		}},
		{"end", out.readEnd},
		{"duration", func(n *yaml.Node) error {
			ms := int64(0)
			err := readMillis(n, &ms)
			out.Duration = time.Duration(ms) * time.Millisecond
			return err
		}},
		{"families", out.readFamilies},
		{"kinds", out.readKinds},
	}, "table", "rows", "duration", "families", "kinds")
	if err != nil {
		return nil, err
	}
	return out, out.check()
}

// setters read the fields of a mapping, in this order.
type setters []setter

type setter struct {
	name string
	set  func(*yaml.Node) error
}

// readMapping reads a mapping with the fields of setters, of which some are required.
func readMapping(n *yaml.Node, all setters, required ...string) error {
	var names []string
	for _, one := range all {
		names = append(names, one.name)
	}
	fields, err := bounded.Fields(n, names...)
	if err != nil {
		return err
	}
	for _, name := range required {
		if fields[name] == nil {
			return bounded.OnLine(n, "%s: is missing", name)
		}
	}
	for _, one := range all {
		if value := fields[one.name]; value != nil {
			if err := one.set(value); err != nil {
				return err
			}
		}
	}
	return nil
}

// ofNames are the characters of the names of tables and families.
const ofNames = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-."

// readName reads the name of a table or a family.
func readName(n *yaml.Node, into *string) error {
	valid := n.Kind == yaml.ScalarNode && n.Value != "" && len(n.Value) <= 64 &&
		strings.Trim(n.Value, ofNames) == ""
	if *into = n.Value; !valid {
		return bounded.OnLine(n, "%q cannot be a name: write 1 to 64 letters, digits, and the signs _ - .", n.Value)
	}
	return nil
}

func readInt(n *yaml.Node, lo, hi int, into *int) error {
	var err error
	if *into, err = strconv.Atoi(n.Value); n.Kind != yaml.ScalarNode || err != nil || *into < lo || *into > hi {
		return bounded.OnLine(n, "%q must be a whole number from %s to %s", n.Value, spelling.Integer(lo),
			spelling.Integer(hi))
	}
	return nil
}

func readFloat(n *yaml.Node, lo, hi float64, into *float64) (err error) {
	*into, err = readNumber(n, lo, hi)
	return err
}

// readMillis reads a duration above 0.
func readMillis(n *yaml.Node, into *int64) error {
	of := durations(1)
	r, err := readRange(n, of)
	if err == nil && r.Lo < r.Hi {
		err = bounded.OnLine(n, "%q must be one duration, not a range", n.Value)
	}
	*into = r.Lo
	return err
}

func readBool(n *yaml.Node, into *bool) error {
	*into = n.Value == "true"
	if n.Kind != yaml.ScalarNode || !*into && n.Value != "false" {
		return bounded.OnLine(n, "%q must be true or false", n.Value)
	}
	return nil
}

func (s *Spec) readEnd(n *yaml.Node) (err error) {
	if n.Value == "now" {
		return nil
	}
	if s.End, err = time.Parse(time.RFC3339, n.Value); err != nil || s.End.Year() < 1990 || s.End.Year() > 2200 {
		return bounded.OnLine(n, "end: %q must be now, or a time as in 2026-11-20T12:00:00Z", n.Value)
	}
	return nil
}

// readFamilies reads families with their policies, in the syntax of cbt, and what aggregates are.
func (s *Spec) readFamilies(n *yaml.Node) error {
	if n.Kind != yaml.MappingNode || len(n.Content) == 0 {
		return bounded.OnLine(n, "families: name each family with its policy, as in {stats: maxversions=1}")
	}
	for at := 0; at+1 < len(n.Content); at += 2 {
		key, value := n.Content[at], n.Content[at+1]
		family := sample.Family{}
		if err := readName(key, &family.Name); err != nil {
			return err
		}
		if s.family(family.Name) >= 0 {
			return bounded.OnLine(key, "%s: appears twice", family.Name)
		}
		policy, sums := strings.CutPrefix(value.Value, "sum ")
		if sums {
			family.Aggregate = "sum"
		}
		var err error
		if family.GC, err = retention.Parse(policy); err != nil || value.Kind != yaml.ScalarNode {
			return bounded.OnLine(value, "%s: %q must be a policy as in maxversions=2 || maxage=30d, or never; with "+
				"sum in front for a family of sums", family.Name, value.Value)
		}
		s.Families = append(s.Families, family)
	}
	return nil
}

// family returns the index of a family, -1 if there is none of that name.
func (s *Spec) family(name string) int {
	return slices.IndexFunc(s.Families, func(f sample.Family) bool { return f.Name == name })
}

func (s *Spec) readKinds(n *yaml.Node) error {
	if n.Kind != yaml.SequenceNode || len(n.Content) == 0 {
		return bounded.OnLine(n, "kinds: write a list with a row-key template each, as in - key: '{user}#{at:ms}'")
	}
	for _, item := range n.Content {
		kind := Kind{Share: 1, line: item.Line}
		var fields *yaml.Node
		err := readMapping(item, setters{
			{"key", func(n *yaml.Node) (err error) {
				if kind.Layout, err = rowkey.Parse(n.Value); err != nil {
					return bounded.OnLine(n, "key: %v", err)
				}
				return nil
			}},
			{"share", func(n *yaml.Node) error {
				return readFloat(n, math.SmallestNonzeroFloat64, 1e12, &kind.Share)
			}},
			{"writes", func(n *yaml.Node) error { return readWrites(n, s.Duration, &kind.Writes) }},
			{"pace", func(n *yaml.Node) (err error) {
				kind.Pace, err = readDistribution(n, durations(1))
				return err
			}},
			{"hours", func(n *yaml.Node) error { return readHours(n, &kind.Hours) }},
			{"fields", func(n *yaml.Node) error { fields = n; return nil }},
			{"columns", func(n *yaml.Node) error { return s.readColumns(n, &kind) }},
		}, "key", "columns")
		if err == nil {
			kind.Fields, err = readFieldsOf(kind.Layout, fields, item)
		}
		if err != nil {
			return err
		}
		s.Kinds = append(s.Kinds, kind)
	}
	return nil
}

// maxParts is the maximum number of parts that the writes of a duration are given for.
const maxParts = 1000

// readWrites reads when rows are written: a list of relative numbers of rows in equal parts of the duration, or a
// distribution of the time before the end.
func readWrites(n *yaml.Node, duration time.Duration, into *Distribution) (err error) {
	if n.Kind != yaml.SequenceNode {
		*into, err = readDistribution(n, durations(0))
		return err
	}
	if len(n.Content) > maxParts {
		return bounded.OnLine(n, "writes: more than %d parts of the duration", maxParts)
	}
	parts := int64(len(n.Content))
	for at, one := range n.Content {
		weight, err := readNumber(one, 0, 1e12)
		if err != nil {
			return err
		}
		if back := parts - int64(at); weight > 0 {
			ms := duration.Milliseconds()
			*into = append(*into, Range{Lo: ms / parts * (back - 1), Hi: ms / parts * back, Weight: weight})
		}
	}
	if len(*into) == 0 {
		return bounded.OnLine(n, "writes: one of the numbers must be above 0: they are relative numbers of rows in "+
			"equal parts of the duration, the oldest first, as in [1, 1, 2, 5]")
	}
	slices.Reverse(*into)
	return nil
}

// readHours reads the relative numbers of rows in the hours of a day.
func readHours(n *yaml.Node, into *[]float64) error {
	sum := 0.0
	for _, one := range n.Content {
		weight, err := readNumber(one, 0, 1e12)
		if err != nil {
			return err
		}
		*into, sum = append(*into, weight), sum+weight
	}
	if n.Kind != yaml.SequenceNode || len(*into) != hoursOfDay || sum == 0 {
		return bounded.OnLine(n, "hours: write a list of %d relative numbers of rows, one of them above 0: those of "+
			"the hours of a day, the last of which ends with the writes", hoursOfDay)
	}
	return nil
}

// readFieldsOf reads the fields of a layout; those that n, which may be nil, says nothing of are as usual. Errors
// without a place are on the line of where.
func readFieldsOf(layout *rowkey.Layout, n, where *yaml.Node) ([]Field, error) {
	var names []string
	for _, part := range layout.Parts() {
		if part.Group != nil {
			return nil, bounded.OnLine(where, "rows are not generated of templates with groups in [ ]: write a kind "+
				"for each form of the keys")
		}
		if part.Segment != nil {
			names = append(names, part.Segment.Name)
		}
	}
	stated := map[string]*yaml.Node{}
	if n != nil {
		var err error
		if stated, err = bounded.Fields(n, names...); err != nil {
			return nil, err
		}
	}
	out := make([]Field, len(names))
	for i, name := range names {
		out[i] = Field{Segment: layout.Segment(name), line: where.Line}
		if about := stated[name]; about != nil {
			out[i].line = about.Line
			if err := out[i].read(about, names); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// read reads what is stated of a field, one of those with such names.
func (f *Field) read(n *yaml.Node, names []string) error {
	count := numbers(1, MaxRows)
	of := func(into *Distribution, of unit) func(*yaml.Node) error {
		return func(n *yaml.Node) (err error) {
			*into, err = readDistribution(n, of)
			return err
		}
	}
	return readMapping(n, setters{
		{"values", func(n *yaml.Node) error { return readInt(n, 1, MaxRows, &f.Values) }},
		{"skew", func(n *yaml.Node) error { return readFloat(n, 0, 10, &f.Skew) }},
		{"weights", func(n *yaml.Node) (err error) {
			if f.Weights, err = readDistribution(n, numbers(1, 1e9)); err == nil && f.Weights.weight() > MaxRows {
				err = bounded.OnLine(n, "weights: more than %s values", spelling.Integer(MaxRows))
			}
			return err
		}},
		{"fanout", of(&f.Fanout, count)},
		{"rows", of(&f.PerValue, count)},
		{"from", func(n *yaml.Node) error { return readFrom(n, names, f) }},
		{"rising", func(n *yaml.Node) error { return readBool(n, &f.Rising) }},
		{"length", of(&f.Length, numbers(1, maxKey))},
		{"letters", func(n *yaml.Node) (err error) {
			if f.Letters = n.Value; len(letters(n.Value)) == 0 {
				err = bounded.OnLine(n, "letters: %q must be characters of ASCII and ranges of them, as in a-z0-9_",
					n.Value)
			}
			return err
		}},
		{"every", func(n *yaml.Node) error { return readMillis(n, &f.Every) }},
		{"over", func(n *yaml.Node) error { return readMillis(n, &f.Over) }},
	})
}

// readFrom reads the names of the fields that a value is computed from.
func readFrom(n *yaml.Node, names []string, into *Field) error {
	list := n.Content
	if n.Kind == yaml.ScalarNode {
		list = []*yaml.Node{n}
	}
	for _, one := range list {
		if one.Kind != yaml.ScalarNode || !slices.Contains(names, one.Value) || one.Value == into.Segment.Name {
			return bounded.OnLine(one, "from: %q must be another segment of the template: %s", one.Value,
				strings.Join(names, ", "))
		}
		into.From = append(into.From, one.Value)
	}
	if len(list) == 0 {
		return bounded.OnLine(n, "from: name a segment of the template")
	}
	return nil
}

func (s *Spec) readColumns(n *yaml.Node, kind *Kind) error {
	if n.Kind != yaml.SequenceNode || len(n.Content) == 0 {
		return bounded.OnLine(n, "columns: write a list of columns, as in - {name: stats:count, type: int64}")
	}
	for _, item := range n.Content {
		column := Column{Share: 1, Type: Text, line: item.Line}
		var fields *yaml.Node
		of := func(into *Distribution, of unit) func(*yaml.Node) error {
			return func(n *yaml.Node) (err error) {
				*into, err = readDistribution(n, of)
				return err
			}
		}
		err := readMapping(item, setters{
			{"name", func(n *yaml.Node) error { return s.readColumnName(n, &column) }},
			{"fields", func(n *yaml.Node) error { fields = n; return nil }},
			{"count", of(&column.Count, numbers(1, maxCells))},
			{"share", func(n *yaml.Node) error { return readFloat(n, 0, 1, &column.Share) }},
			{"type", func(n *yaml.Node) error { return readType(n, &column.Type) }},
			{"bytes", of(&column.Bytes, numbers(0, maxValue))},
			{"versions", of(&column.Versions, numbers(1, maxCells))},
			{"gap", of(&column.Gap, durations(1))},
			{"after", of(&column.After, durations(-longest))},
			{"ago", of(&column.Ago, durations(0))},
		}, "name")
		switch {
		case err != nil:
			return err
		case column.After != nil && column.Ago != nil:
			return bounded.OnLine(item, "after: and ago: both state the time of the newest cell: keep one")
		case column.Layout != nil:
			if column.Fields, err = readFieldsOf(column.Layout, fields, item); err != nil {
				return err
			}
		case fields != nil || column.Count != nil:
			return bounded.OnLine(item, "fields: and count: are of columns whose name has fields, as in "+
				"stats:{minute:pad(2)}")
		}
		kind.Columns = append(kind.Columns, column)
	}
	return nil
}

func readType(n *yaml.Node, into *Type) error {
	if *into = Type(n.Value); !slices.Contains(Types(), *into) {
		var names []string
		for _, t := range Types() {
			names = append(names, string(t))
		}
		return bounded.OnLine(n, "type: %q must be one of %s", n.Value, strings.Join(names, ", "))
	}
	return nil
}

// readColumnName reads family:qualifier. The qualifier is a template, or its literal bytes as templates write them.
func (s *Spec) readColumnName(n *yaml.Node, into *Column) error {
	var text string
	var ok bool
	if into.Family, text, ok = strings.Cut(n.Value, ":"); !ok || s.family(into.Family) < 0 {
		return bounded.OnLine(n, "name: %q must be a family of the table, a colon and a qualifier", n.Value)
	}
	var name []byte
	for at := 0; at < len(text); {
		if text[at] == '{' {
			var err error
			if into.Layout, err = rowkey.Parse(text); err != nil {
				return bounded.OnLine(n, "name: %v", err)
			}
			return nil
		}
		var err error
		if name, at, err = rowkey.AppendCharacter(name, text, at); err != nil {
			return bounded.OnLine(n, "name: %v", err)
		}
	}
	into.Name = string(name)
	return nil
}
