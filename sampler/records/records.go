// Package records reads records that are in no table yet, from a CSV file or from JSON Lines, as the rows of a table
// whose keys are their numbers.
package records

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"tabletop/model/rekey"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/spelling"
	"tabletop/sampler/files"
)

// Layout is the layout of the keys: the number of a record in its file, from 1.
const Layout = "{record:pad(12)}"

// Options are what a file of records does not state.
type Options struct {
	Fields []string // their names where the file has no line of them; nil reads the first line of a CSV file
	Family string   // of the cells
	Keep   int      // bytes that are kept of each value
	// Needed are fields, by name or Word, that a record must have, since keys are made of them. Their values are kept
	// whole.
	Needed []string
	Rows   int64 // records read at most; 0 is no limit
	Memory int64 // bytes of keys and values kept at most; 0 is no limit
}

// Records are the records of a file.
type Records struct {
	Sample *sample.Sample // rows in the order of the file, each field a column
	Format string         // in words
	Fields []Field        // in the order of the file
	Bad    int64          // records that cannot be read
	Why    []string       // of the first of them, with their lines
	Ended  string         // why reading ended before the file did; empty if it did not
}

// Field is one field of the records.
type Field struct {
	Name    string
	Filled  int64  // records with a value
	Example string // the first value

	times      int64 // values that are times
	resolution rowkey.Unit
}

// Word is the name of a field in a template: other characters than letters, digits, and _ are written as _.
func (f *Field) Word() string { return word(f.Name) }

func word(name string) string {
	return strings.Map(func(c rune) rune {
		if c == '_' || c < utf8.RuneSelf && (unicode.IsLetter(c) || unicode.IsDigit(c)) {
			return c
		}
		return '_'
	}, name)
}

// Times reports whether all values are times.
func (f *Field) Times() bool { return f.Filled > 0 && f.times == f.Filled }

// Resolution is the unit that all times are whole ones of: a second or less.
func (f *Field) Resolution() rowkey.Unit { return f.resolution }

// Field returns the field of a name, or of a Word; nil if there is none.
func (r *Records) Field(name string) *Field {
	for i := range r.Fields {
		if f := &r.Fields[i]; f.Name == name || f.Word() == name {
			return f
		}
	}
	return nil
}

// maxBad is the number of records that cannot be read of which the reasons are kept, and maxFields how many fields the
// records may have in all.
const (
	maxBad    = 5
	maxFields = 10_000
)

// reader takes the records of a file.
type reader struct {
	Options
	out     *sample.Builder
	found   Records
	fields  map[string]int // name -> index in found.Fields
	records int64
	bytes   int64
}

// errFull ends reading at a limit.
var errFull = errors.New("a limit was reached")

// Read reads a file of records: JSON Lines if its first line is a JSON object, else CSV. Errors name the file.
func Read(ctx context.Context, path string, options Options) (*Records, error) {
	file, err := files.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	from := bufio.NewReaderSize(interruptible{ctx, file}, 1<<20)
	head, err := from.Peek(1 << 16)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("cannot read %s: %w", path, err)
	}
	if len(head) == 0 {
		return nil, fmt.Errorf("cannot read %s: it is empty", path)
	}
	into := &reader{Options: options, out: sample.NewBuilder(int(max(64, options.Keep))), fields: map[string]int{}}
	if strings.HasPrefix(strings.TrimLeft(string(head), "\ufeff \t\r\n"), "{") {
		err = into.jsonLines(from)
	} else {
		err = into.csv(from, string(head))
	}
	if err != nil && !errors.Is(err, errFull) {
		return nil, fmt.Errorf("cannot read %s: %w", path, err)
	}
	if into.records == 0 {
		return nil, fmt.Errorf("cannot read %s: it has no record%s", path, firstOf(into.found.Why))
	}
	into.assemble(path)
	return &into.found, nil
}

// firstOf adds the first reason why a record cannot be read.
func firstOf(why []string) string {
	if len(why) == 0 {
		return ""
	}
	return " that can be read: " + why[0]
}

// interruptible is a stream that ends with the error of a context.
type interruptible struct {
	ctx  context.Context
	from io.Reader
}

func (i interruptible) Read(b []byte) (int, error) {
	if err := context.Cause(i.ctx); err != nil {
		return 0, err
	}
	return i.from.Read(b)
}

// assemble makes the sample.
func (r *reader) assemble(path string) {
	table := sample.Table{Source: path, Name: filepath.Base(path), Families: []sample.Family{{Name: r.Family}},
		Micros: true}
	how := sample.Provenance{Strategy: sample.Everything, Complete: r.found.Ended == "", RowsSeen: r.records}
	if r.found.Ended != "" {
		how.Strategy, how.Ending, how.Stopped = sample.Head, sample.EndLimit, r.found.Ended
	}
	r.found.Sample = sample.Assemble(table, how, []*sample.Builder{r.out})
}

// bad counts a record that cannot be read.
func (r *reader) bad(line int, why error) {
	if r.found.Bad++; len(r.found.Why) < maxBad {
		r.found.Why = append(r.found.Why, fmt.Sprintf("line %d: %v", line, why))
	}
}

// begin starts a record. The error is errFull at a limit.
func (r *reader) begin() error {
	switch {
	case r.Rows > 0 && r.records >= r.Rows:
		r.found.Ended = fmt.Sprintf("the limit of %s was reached", spelling.Count(r.Rows, "record"))
	case r.Memory > 0 && r.bytes >= r.Memory:
		r.found.Ended = fmt.Sprintf("the records kept have %s, the limit of memory", spelling.Count(r.bytes, "byte"))
	default:
		r.records++
		r.out.Row(fmt.Appendf(nil, "%012d", r.records))
		return nil
	}
	return errFull
}

// needs reports whether a record must have a field.
func (r *reader) needs(name string) bool {
	return slices.Contains(r.Needed, name) || slices.Contains(r.Needed, word(name))
}

// lacks is why a record without a value of a field is left out.
func lacks(name string) error { return fmt.Errorf("no value of %s", name) }

// field returns the number of a field.
func (r *reader) field(name string) (int, error) {
	if at, ok := r.fields[name]; ok {
		return at, nil
	}
	switch {
	case len(r.fields) >= maxFields:
		return 0, fmt.Errorf("more than %s", spelling.Count(maxFields, "field"))
	case name == "" || strings.ContainsAny(name, "\x00\n\r"):
		return 0, fmt.Errorf("%q cannot name a field", name)
	}
	r.fields[name] = len(r.found.Fields)
	r.found.Fields = append(r.found.Fields, Field{Name: name})
	return r.fields[name], nil
}

// value adds a value to the record that was begun. An empty one is none.
func (r *reader) value(at int, value string) {
	if value == "" {
		return
	}
	field := &r.found.Fields[at]
	if field.Filled++; field.Filled == 1 {
		field.Example = value[:min(len(value), 64)]
	}
	kept := value[:min(len(value), r.Keep)]
	if r.needs(field.Name) {
		kept = value
	}
	if at, ok := rekey.Time(value); ok && field.times == field.Filled-1 {
		field.times++
		field.resolution = finer(field.resolution, at)
	}
	r.bytes += int64(len(kept))
	r.out.CellPrefix(r.Family, []byte(field.Name), 0, len(value), []byte(kept))
}

// finer returns the unit that a time is whole ones of, or the one that is known if that is finer.
func finer(known rowkey.Unit, at time.Time) rowkey.Unit {
	units := []rowkey.Unit{rowkey.Second, rowkey.Millisecond, rowkey.Microsecond, rowkey.Nanosecond}
	lengths := []time.Duration{time.Second, time.Millisecond, time.Microsecond, time.Nanosecond}
	first := max(0, slices.Index(units, known))
	for i := first; i < len(units); i++ {
		if at.Truncate(lengths[i]).Equal(at) {
			return units[i]
		}
	}
	return rowkey.Nanosecond
}

// Set is the layout of the keys as a set.
func Set() rowkey.Set {
	set, err := rowkey.ParseSet(Layout)
	if err != nil {
		panic(err) // it is a constant
	}
	return set
}
