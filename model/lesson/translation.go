package lesson

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"tabletop/model/bounded"
)

// Differences returns what a translation of a lesson file has otherwise than the original, but for words: fields, steps
// and checks must be the same, and texts must name the same figures, screens and guidelines, and show the same between
// backquotes. Each has the line of the translation. Errors are those of Parse.
func Differences(name string, translation, original []byte) ([]*FileError, error) {
	if _, err := Parse(name, translation); err != nil {
		return nil, err
	}
	mine, err := bounded.Documents(translation)
	if err != nil {
		return nil, err
	}
	theirs, err := bounded.Documents(original)
	if err != nil {
		return nil, err
	}
	c := comparison{file: name}
	c.node(mine[0], theirs[0])
	return c.found, nil
}

// comparison gathers the differences of a translation.
type comparison struct {
	file     string
	path     []string // of what is compared: field names, and places in lists from 1
	words    bool     // it holds words
	measured bool     // it is a choice whose options are what is measured, but for those that say of what they are
	found    []*FileError
}

func (c *comparison) differs(line int, format string, args ...any) {
	at := strings.Join(c.path, " ")
	if at != "" {
		at += ": "
	}
	c.found = append(c.found, &FileError{File: c.file, Line: line, Reason: at + fmt.Sprintf(format, args...)})
}

// node compares what stands at the path.
func (c *comparison) node(mine, theirs *yaml.Node) {
	mine, theirs = resolved(mine), resolved(theirs)
	switch {
	case mine.Kind != theirs.Kind:
		c.differs(mine.Line, "a text, a list or fields, and something else of these in the original")
	case mine.Kind == yaml.MappingNode:
		c.fields(mine, theirs)
	case mine.Kind == yaml.SequenceNode && len(mine.Content) != len(theirs.Content):
		c.differs(mine.Line, "%d entries, and %d in the original", len(mine.Content), len(theirs.Content))
	case mine.Kind == yaml.SequenceNode:
		for i := range mine.Content {
			c.in(fmt.Sprint(i+1), c.words, mine.Content[i], theirs.Content[i])
		}
	case c.words:
		c.text(mine, theirs.Value)
	case mine.Value != theirs.Value:
		c.differs(mine.Line, "%q, and %q in the original", mine.Value, theirs.Value)
	}
}

// in compares a part of what stands at the path.
func (c *comparison) in(part string, words bool, mine, theirs *yaml.Node) {
	before := c.words
	c.path, c.words = append(c.path, part), words
	c.node(mine, theirs)
	c.path, c.words = c.path[:len(c.path)-1], before
}

// fields compares those of a mapping.
func (c *comparison) fields(mine, theirs *yaml.Node) {
	own, other := fieldsOf(mine), fieldsOf(theirs)
	before := c.measured
	c.measured = before || other["options"] != nil && other["is"] != nil
	for _, name := range slices.Sorted(maps.Keys(other)) {
		if own[name] == nil {
			c.differs(mine.Line, "%s is missing", name)
			continue
		}
		c.in(name, c.wordy(name, other["of"] != nil), own[name], other[name])
	}
	c.measured = before
	for _, name := range slices.Sorted(maps.Keys(own)) {
		if other[name] == nil {
			c.differs(own[name].Line, "%s is not in the original", name)
		}
	}
}

// wordy reports whether a field of the mapping at the path holds words. That may say of what it is.
func (c *comparison) wordy(field string, of bool) bool {
	in := ""
	for _, part := range c.path { // the last that is no place
		if strings.Trim(part, "0123456789") != "" {
			in = part
		}
	}
	switch {
	case in == "allow":
		return true
	case slices.Contains([]string{"figures", "assume", "show", "types", "accept"}, in), in == "options" && c.measured:
		return field == "because" && in == "accept" || field == "reply" || field == "text" && in == "options" && of
	}
	return slices.Contains([]string{"title", "about", "text", "task", "ask", "hints", "why", "reply", "say", "summary",
		"use"}, field)
}

// text compares what a text names.
func (c *comparison) text(mine *yaml.Node, original string) {
	own, other := named(mine.Value), named(original)
	for _, name := range other {
		if !slices.Contains(own, name) {
			c.differs(mine.Line, "lacks %s, which the original has", name)
		}
	}
	for _, name := range own {
		if !slices.Contains(other, name) {
			c.differs(mine.Line, "has %s, which the original lacks", name)
		}
	}
}

// inBraces is a figure or a screen.
var inBraces = regexp.MustCompile(`\{[^}]*\}`)

// named is what a text names, each once: what stands between backquotes, figures, screens and guidelines.
func named(text string) []string {
	rest := quoted.ReplaceAllString(text, "")
	out := slices.Concat(quoted.FindAllString(text, -1), inBraces.FindAllString(rest, -1), Cited(rest))
	slices.Sort(out)
	return slices.Compact(out)
}

// fieldsOf are the values of a mapping by the names of its fields.
func fieldsOf(n *yaml.Node) map[string]*yaml.Node {
	out := map[string]*yaml.Node{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		out[n.Content[i].Value] = n.Content[i+1]
	}
	return out
}

// resolved is what a node stands for.
func resolved(n *yaml.Node) *yaml.Node {
	switch {
	case n.Kind == yaml.AliasNode:
		return n.Alias
	case n.Kind == yaml.DocumentNode:
		return n.Content[0]
	}
	return n
}
