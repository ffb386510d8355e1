package bounded

import (
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"tabletop/model/spelling"
)

// Fields reads a mapping of known fields, by their names. Errors begin with the line: no mapping, an unknown field with
// the one that was probably meant, or a field that appears twice.
func Fields(n *yaml.Node, known ...string) (map[string]*yaml.Node, error) {
	switch n.Kind {
	case yaml.MappingNode:
	case yaml.AliasNode:
		return nil, OnLine(n, "aliases are not used here: write it out")
	default:
		return nil, OnLine(n, "%s belong here", strings.Join(known, ": , ")+":")
	}
	out := map[string]*yaml.Node{}
	for at := 0; at+1 < len(n.Content); at += 2 {
		key := n.Content[at]
		if !slices.Contains(known, key.Value) {
			meant := ""
			if like := spelling.Closest(key.Value, known); like != "" {
				meant = fmt.Sprintf(" (%s?)", like)
			}
			return nil, OnLine(key, "unknown field %q%s: the fields are %s", key.Value, meant,
				strings.Join(known, ", "))
		}
		if out[key.Value] != nil {
			return nil, OnLine(key, "%s: appears twice", key.Value)
		}
		out[key.Value] = n.Content[at+1]
	}
	return out, nil
}

// OnLine returns an error that begins with the line of a node.
func OnLine(n *yaml.Node, format string, args ...any) error {
	return fmt.Errorf("line %d: %s", n.Line, fmt.Sprintf(format, args...))
}
