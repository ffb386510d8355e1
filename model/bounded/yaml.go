package bounded

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"go.yaml.in/yaml/v3"
)

const (
	// MaxText is the length of a text that a person writes, in bytes. The YAML library takes up to 150 times the
	// memory.
	MaxText = 1 << 20
	// maxCopies is how many values the aliases of a text may stand for.
	maxCopies = 100_000
	// maxFaults is how many faults of a text an error lists.
	maxFaults = 5
)

// Documents parses the documents of YAML, of which it reads at most two, so that a caller can refuse a second. An
// empty text has none. Text that is longer than MaxText, nested deeper than MaxDepth, or made larger by aliases is
// refused.
func Documents(text []byte) ([]*yaml.Node, error) {
	if len(text) > MaxText {
		return nil, fmt.Errorf("it is longer than %d MiB", MaxText>>20)
	}
	var out []*yaml.Node
	dec := yaml.NewDecoder(bytes.NewReader(text))
	for len(out) < 2 {
		doc := &yaml.Node{}
		err := dec.Decode(doc)
		switch {
		case errors.Is(err, io.EOF):
			return out, nil
		case err != nil && strings.Contains(err.Error(), "exceeded max depth"):
			return nil, tooDeep(0)
		case err != nil:
			return nil, err
		}
		c := copies{anchors: map[*yaml.Node]extent{}}
		if c.measure(doc, 0); c.err != nil {
			return nil, c.err
		}
		out = append(out, doc)
	}
	return out, nil
}

func tooDeep(line int) error {
	where := ""
	if line > 0 {
		where = fmt.Sprintf("line %d: ", line)
	}
	return fmt.Errorf("%slists and mappings are nested deeper than %d levels", where, MaxDepth)
}

// extent is the number of values at a node and below it, with those that aliases repeat, and how deeply they are
// nested.
type extent struct{ values, depth int }

// copies measures nodes with what aliases repeat.
type copies struct {
	anchors map[*yaml.Node]extent
	copied  int
	err     error
}

// measure returns the extent of a node inside of so many lists and mappings.
func (c *copies) measure(n *yaml.Node, outer int) extent {
	own := extent{values: 1}
	switch n.Kind {
	case yaml.AliasNode:
		own = c.anchors[n.Alias] // empty inside of what has the anchor
		if c.copied += own.values; own.values == 0 || c.copied > maxCopies {
			c.fail(fmt.Errorf("line %d: the alias %s stands for too many values: write them out",
				n.Line, quote(n.Value)))
		}
	case yaml.SequenceNode, yaml.MappingNode:
		own.depth, outer = 1, outer+1
	}
	if n.Kind == yaml.AliasNode && outer+own.depth > MaxDepth || outer > MaxDepth {
		c.fail(tooDeep(n.Line))
	}
	for _, child := range n.Content {
		if c.err != nil {
			return own
		}
		inner := c.measure(child, outer)
		own = extent{own.values + inner.values, max(own.depth, inner.depth+1)}
	}
	if n.Anchor != "" {
		c.anchors[n] = own
	}
	return own
}

func (c *copies) fail(err error) {
	if c.err == nil {
		c.err = err
	}
}

// YAML decodes the first document of a text into v; io.EOF is the error of an empty text. known refuses fields that v
// does not have. The limits are those of Documents; an error lists a few of the faults that it is about.
func YAML(text []byte, v any, known bool) error {
	docs, err := Decode(text, v, known)
	if err == nil && len(docs) == 0 {
		return io.EOF
	}
	return err
}

// Decode is YAML, and returns what Documents does: of an empty text none.
func Decode(text []byte, v any, known bool) ([]*yaml.Node, error) {
	docs, err := Documents(text)
	if err != nil || len(docs) == 0 {
		return nil, err
	}
	dec := yaml.NewDecoder(bytes.NewReader(text))
	dec.KnownFields(known)
	err = dec.Decode(v)
	var wrong *yaml.TypeError
	if errors.As(err, &wrong) && len(wrong.Errors) > maxFaults {
		more := fmt.Sprintf("and %d more", len(wrong.Errors)-maxFaults)
		err = &yaml.TypeError{Errors: append(wrong.Errors[:maxFaults:maxFaults], more)}
	}
	return docs, err
}
