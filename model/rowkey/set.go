package rowkey

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Set is the layouts of a table's record kinds, in the order in which they are tried.
type Set []*Layout

// KindName is the name of a record kind, or its letter if it has none.
func (s Set) KindName(kind int) string {
	if name := s[kind].Name(); name != "" {
		return name
	}
	return KindLetter(kind)
}

// KindNames are the names of all record kinds, or their letters.
func (s Set) KindNames() []string {
	names := make([]string, len(s))
	for kind := range s {
		names[kind] = s.KindName(kind)
	}
	return names
}

// KindLetter is what a record kind is called by its place: A, B, and after Z a number, 27.
func KindLetter(kind int) string {
	if kind < 26 {
		return string(rune('A' + kind))
	}
	return strconv.Itoa(kind + 1)
}

// KindNamed returns the record kind of a name, or of a letter that is no name; false if there is none.
func (s Set) KindNamed(name string) (kind int, ok bool) {
	if kind = slices.IndexFunc(s, func(l *Layout) bool { return l.Name() == name }); kind >= 0 && name != "" {
		return kind, true
	}
	for kind = range s {
		if KindLetter(kind) == name {
			return kind, true
		}
	}
	return 0, false
}

// Decode cuts key with the first layout that fits. kind indexes the set; it is -1, with no spans, when none fits.
func (s Set) Decode(dst []Span, key []byte) (spans []Span, kind int) {
	m := reader{key: key, spans: dst}
	for i, l := range s {
		if l.read(&m) {
			return m.spans, i
		}
	}
	return m.spans, -1 // as long as dst, though it may have grown
}

// Equal reports whether both sets read the same keys in the same way: their templates and their order are the same.
func (s Set) Equal(o Set) bool {
	return slices.EqualFunc(s, o, func(a, b *Layout) bool { return a == b || a.String() == b.String() })
}

// maxLayouts is how many layouts a set has at most.
const maxLayouts = 256

// ParseSet reads a template file: a template a line; empty lines and lines that begin with // are passed over. It is an
// error when there is no template or when two have the same name. Mistakes in a template are *SyntaxErrors, wrapped in
// the number of the line.
func ParseSet(text string) (Set, error) {
	var set Set
	names := map[string]int{}
	count := 0
	for line := range strings.Lines(text) {
		count++
		line = strings.TrimSpace(strings.TrimPrefix(line, "\ufeff"))
		if line == "" || strings.HasPrefix(line, "//") {
			continue
		}
		if len(set) == maxLayouts {
			return nil, fmt.Errorf("line %d: a table has at most %d layouts, one for each record kind", count,
				maxLayouts)
		}
		layout, err := Parse(line)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", count, err)
		}
		if first := names[layout.name]; first > 0 && layout.name != "" {
			return nil, fmt.Errorf("line %d: the kind %q is in line %d already: give each a name of its own", count,
				layout.name, first)
		}
		names[layout.name] = count
		set = append(set, layout)
	}
	if len(set) == 0 {
		return nil, fmt.Errorf("no template: write one a line, such as {user}#{day:date(20060102)}")
	}
	return set, nil
}

// String writes the set as a template file.
func (s Set) String() string {
	var out strings.Builder
	for _, l := range s {
		out.WriteString(l.String())
		out.WriteByte('\n')
	}
	return out.String()
}
