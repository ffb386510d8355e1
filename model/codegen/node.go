package codegen

import "tabletop/model/rowkey"

// node is a call of a function of the runtime, which every language has under the same name. Its arguments are nodes,
// literals (int, uint64, int64, string, bool, []byte), lists of byte strings, regular expressions, and parts.
//
// A node's value is a string of bytes or a whole number of any size. A time is a number of nanoseconds since 1970.
type node struct {
	fn   string
	args []any
}

// pattern is a regular expression as an argument.
type pattern string

func call(fn string, args ...any) node { return node{fn, args} }

// literal is a string of bytes.
func literal(b []byte) node { return call("literal", b) }

// own is the value of a part of the key.
func own(p *Part) node { return call("part", p) }

// concat joins strings of bytes.
func concat(nodes []node) node {
	if len(nodes) == 1 {
		return nodes[0]
	}
	var args []any
	for _, n := range nodes {
		args = append(args, n)
	}
	return call("concat", args...)
}

// statement is a step of a function that builds bytes.
type statement struct {
	do   action
	node node        // add, let
	name string      // let
	of   []*Part     // when, unless, let, together
	body []statement // when, unless
}

type action uint8

const (
	add      action = iota // append the node
	when                   // the body, if all parts are there
	unless                 // the body, if one of the parts is missing
	let                    // the name is the node, or nothing if one of the parts is missing
	together               // an error if some of the parts are there and others are missing
)

// builder is a function that builds bytes from parts.
type builder struct {
	name string
	body []statement
}

// reading is a function that reads a key in one way. Its steps are calls of a reader, and the parts that they read.
type reading struct {
	theirs string // the record kind whose keys it recognizes, lest they be read as those of ours; empty for ours
	steps  []step
}

type step struct {
	node node
	part *Part // nil if the value is only checked
}

// frame is a value as it stands in the key.
func frame(text node, escape rowkey.Escape, length int) node {
	if escape == rowkey.EscapeOrdered {
		text = call("escape", text)
	}
	if length > 0 {
		text = call("prefixed", text, length)
	}
	return text
}
