package rowkey

import (
	"errors"
	"fmt"
)

// A layout is compiled into programs: one for every way in which its optional groups can be there or not. A program is
// read without going back, so that the work for a key is bounded. It has three parts: ops from the left; then,
// where one segment can take whatever is left, that segment; and the ops behind it, which are read from the right.
type program struct {
	forward []op
	middle  *op  // takes what forward and behind leave; nil when forward reads the whole key
	behind  []op // the last part of the key first
	tail    int  // bytes of the fixed-width parts at the end of forward, which nothing before them may take
}

type opKind uint8

const (
	opLiteral  opKind = iota // lit
	opFixed                  // seg in width bytes
	opSized                  // seg whose codec determines its length
	opPrefixed               // seg behind its length
	opUntil                  // seg up to what ends it
	opMiddle                 // seg that takes what is left
	opAfter                  // read from the right: seg back to lit, and lit
	opLoop                   // bodies, again and again
)

// op is one step of a program.
type op struct {
	kind   opKind
	lit    []byte
	seg    *Segment
	width  int
	ends   ends
	forbid [][]byte // literals that the value may not have in it
	bodies [][]op   // of a loop: the ways to read one round
}

// ends states where a segment of varying width ends: before the first of lits, or gap bytes before it; or at the end.
type ends struct {
	lits [][]byte
	gap  int
	last bool // the end of what may be read ends it too
}

// node is a part of a layout in which groups have been resolved: a literal, a segment, a loop, or the place of an
// optional group that is absent.
type node struct {
	lit     []byte
	seg     *Segment
	bodies  [][]node
	loop    bool
	skipped [][]byte // what the absent group would have begun with
}

// partError is a layout that does not work because of a segment.
type partError struct {
	name    string // of the segment, empty when it is about the whole
	again   bool   // about the second segment of that name
	message string
}

func (e *partError) Error() string { return "rowkey: " + e.message }

func badPart(name, format string, args ...any) error {
	return &partError{name: name, message: fmt.Sprintf(format, args...)}
}

// maxWays bounds the ways in which optional groups can combine.
const maxWays = 64

// ways counts them.
func ways(parts []Part) int {
	count := 1
	for _, p := range parts {
		if p.Group != nil {
			inner := ways(p.Group.Parts)
			if !p.Group.Repeat {
				inner++
			}
			count = min(count*inner, maxWays+1)
		}
	}
	return count
}

// expand resolves the optional groups of parts, the way with the most parts first.
func expand(parts []Part) [][]node {
	all := [][]node{nil}
	for _, part := range parts {
		options := [][]node{{{lit: part.Literal, seg: part.Segment}}}
		if part.Group != nil {
			options = expand(part.Group.Parts)
			if part.Group.Repeat {
				options = [][]node{{{loop: true, bodies: options}}}
			} else {
				options = append(options, []node{{skipped: firsts(options)}})
			}
		}
		var next [][]node
		for _, a := range all {
			for _, o := range options {
				next = append(next, append(a[:len(a):len(a)], o...))
			}
		}
		all = next
	}
	return all
}

// firsts lists the literals that the ways begin with, leaving out those that begin otherwise.
func firsts(ways [][]node) [][]byte {
	var lits [][]byte
	for _, w := range ways {
		if len(w) > 0 && w[0].start() != nil {
			lits = append(lits, w[0].start())
		}
	}
	return lits
}

// start is the literal that n begins with, nil when it may begin otherwise.
func (n node) start() []byte {
	if n.seg != nil && n.seg.Escape == EscapeNone && n.seg.LengthPrefix == 0 {
		if c, ok := n.seg.Codec.(interface{ begins() []byte }); ok {
			return c.begins()
		}
	}
	return n.lit
}

// shape states how the end of a segment is found.
func shape(s *Segment) opKind {
	_, isSized := s.Codec.(sized)
	switch {
	case s.LengthPrefix > 0:
		return opPrefixed
	case s.Escape != EscapeNone:
		return opUntil
	case s.Codec.Width() > 0:
		return opFixed
	case isSized:
		return opSized
	}
	return opUntil
}

// fixed is the number of bytes of n, false when that varies.
func (n node) fixed() (int, bool) {
	switch {
	case n.loop:
		return 0, false
	case n.seg != nil:
		return n.seg.Codec.Width(), shape(n.seg) == opFixed
	}
	return len(n.lit), true
}

func fixedWidth(nodes []node) (int, bool) {
	sum := 0
	for _, n := range nodes {
		w, ok := n.fixed()
		if !ok {
			return 0, false
		}
		sum += w
	}
	return sum, true
}

func (n node) varies() bool { return n.loop || n.seg != nil && shape(n.seg) == opUntil }

// compile makes the program of one way.
func compile(nodes []node) (program, error) {
	middle, err := findMiddle(nodes)
	if err != nil {
		return program{}, err
	}
	if middle < 0 {
		p := program{}
		for i, n := range nodes {
			if width, ok := fixedWidth(nodes[i+1:]); n.varies() && ok {
				p.tail = width
			}
		}
		p.forward, err = forward(nodes, nil, ends{last: true})
		return p, err
	}
	seg := nodes[middle].seg
	program := program{middle: &op{kind: opMiddle, seg: seg}}
	if !seg.Last {
		program.middle.forbid = forbidden(nodes, middle)
	}
	if program.forward, err = forward(nodes[:middle], nodes[middle:], ends{}); err != nil {
		return program, err
	}
	program.behind, err = behind(nodes[middle+1:], seg)
	return program, err
}

// findMiddle finds the segment that takes what is left: the one marked so, else the last of varying width if everything
// after it has a fixed width. It is -1 when there is none.
func findMiddle(nodes []node) (int, error) {
	middle, last := -1, -1
	for i, node := range nodes {
		if node.varies() {
			last = i
		}
		if node.seg == nil || !node.seg.Last {
			continue
		}
		if middle >= 0 {
			return 0, badPart(node.seg.Name, `%q and %q cannot both run to the last delimiter`, nodes[middle].seg.Name,
				node.seg.Name)
		}
		middle = i
	}
	if middle >= 0 || last < 0 || nodes[last].loop {
		return middle, nil
	}
	if _, ok := fixedWidth(nodes[last+1:]); ok {
		return last, nil
	}
	return -1, nil
}

// forbidden lists what the segment at nodes[i] may not have in it although nothing would stop it: the delimiter after
// it, and those of the absent groups behind it; where there are none, the delimiter before it.
func forbidden(nodes []node, i int) [][]byte {
	if nodes[i].seg.Escape != EscapeNone {
		return nil // an escaped value is distinguished from delimiters by its escapes
	}
	var lits [][]byte
	next := i + 1
	for ; next < len(nodes) && nodes[next].isSkip(); next++ {
		lits = append(lits, nodes[next].skipped...)
	}
	if next < len(nodes) && nodes[next].start() != nil {
		return append(lits, nodes[next].start())
	}
	if len(lits) > 0 {
		return lits
	}
	before := i - 1
	for before >= 0 && nodes[before].isSkip() {
		before--
	}
	if before >= 0 && nodes[before].lit != nil {
		if d := delimiter(nodes[before].lit); len(d) > 0 {
			lits = append(lits, d)
		}
	}
	return lits
}

func (n node) isSkip() bool { return n.lit == nil && n.seg == nil && !n.loop }

// delimiter is what a literal ends in after its last ASCII letter or digit: '#' of "user#".
func delimiter(lit []byte) []byte {
	for i := len(lit); i > 0; i-- {
		if c := lit[i-1]; isWord(c) && c != '_' {
			return lit[i:]
		}
	}
	return lit
}

// forward compiles nodes to be read from the left. rest is what comes after them in the same way, and after states what
// may come after all of it.
func forward(nodes, rest []node, after ends) ([]op, error) {
	var ops []op
	all := append(nodes[:len(nodes):len(nodes)], rest...)
	for index, node := range nodes {
		operation := op{kind: opLiteral, lit: node.lit, seg: node.seg}
		switch {
		case node.isSkip():
			continue
		case node.loop:
			var err error
			if operation, err = compileLoop(node, all[index+1:], after); err != nil {
				return nil, err
			}
		case node.seg != nil:
			operation.kind, operation.width = shape(node.seg), node.seg.Codec.Width()
			if operation.kind == opUntil {
				var err error
				if operation.ends, err = segmentEnds(node.seg, all[index+1:], after); err != nil {
					return nil, err
				}
				for _, next := range all[index+1:] {
					if !next.isSkip() {
						break
					}
					operation.forbid = append(operation.forbid, next.skipped...)
				}
			}
		}
		ops = append(ops, operation)
	}
	return ops, nil
}

func compileLoop(n node, rest []node, after ends) (op, error) {
	operation := op{kind: opLoop}
	literalFirst := len(firsts(n.bodies)) == len(n.bodies)
	if _, ok := fixedWidth(rest); !ok && !literalFirst {
		return operation, badPart("",
			"a repeated group that does not begin with a literal must be followed by parts of fixed width only")
	}
	for _, body := range n.bodies {
		for _, inner := range body {
			if inner.seg != nil && inner.seg.Last {
				return operation,
					badPart(inner.seg.Name, `%q is in a repeated group and cannot run to the last delimiter`,
						inner.seg.Name)
			}
		}
		// After a round comes another round, or what follows the loop. Where that cannot be determined, next is empty
		// and a segment that needs it is reported.
		next, _ := firstBytes(append([]node{n}, rest...), after)
		ops, err := forward(body, nil, next)
		if err != nil {
			return operation, err
		}
		operation.bodies = append(operation.bodies, ops)
	}
	return operation, nil
}

var errNotEnded = errors.New("nothing marks where it ends")

// segmentEnds states what ends seg, which rest follows.
func segmentEnds(seg *Segment, rest []node, after ends) (ends, error) {
	ends, err := firstBytes(rest, after)
	if err == nil && len(ends.lits) == 0 && !ends.last {
		err = errNotEnded
	}
	if err == nil {
		return ends, nil
	}
	if next := firstSegment(rest); next != "" {
		return ends, badPart(next,
			"nothing marks where %q ends and %q begins: put a literal between them or give one a fixed width", seg.Name,
			next)
	}
	return ends, badPart(seg.Name, "nothing marks where %q ends: a literal must follow it", seg.Name)
}

func firstSegment(nodes []node) string {
	for _, node := range nodes {
		if node.seg != nil {
			return node.seg.Name
		}
		for _, b := range node.bodies {
			if name := firstSegment(b); name != "" {
				return name
			}
		}
	}
	return ""
}

// firstBytes states which literals nodes can begin with, and how many bytes of fixed-width segments come before.
func firstBytes(nodes []node, after ends) (ends, error) {
	var e ends
	for index, node := range nodes {
		switch {
		case node.isSkip():
		case node.start() != nil:
			e.lits = append(e.lits, node.start())
			return e, nil
		case node.loop:
			lits := firsts(node.bodies)
			if len(lits) < len(node.bodies) || e.gap > 0 {
				return ends{}, errNotEnded
			}
			if _, tail := fixedWidth(nodes[index+1:]); tail && after.last {
				return ends{lits: distinct(lits), last: true}, nil // what is behind is measured from the end of the key
			}
			behind, err := firstBytes(nodes[index+1:], after)
			if err != nil || behind.gap > 0 {
				return ends{}, errNotEnded
			}
			return ends{lits: distinct(append(lits, behind.lits...)), last: behind.last}, nil
		case shape(node.seg) == opFixed:
			e.gap += node.seg.Codec.Width()
		default:
			return ends{}, errNotEnded
		}
	}
	if e.gap > 0 {
		if len(after.lits) != 1 || after.last || after.gap > 0 {
			return ends{}, errNotEnded
		}
		return ends{lits: after.lits, gap: e.gap}, nil
	}
	return after, nil
}

func distinct(lits [][]byte) [][]byte {
	var out [][]byte
	for _, l := range lits {
		if !contains(out, l) {
			out = append(out, l)
		}
	}
	return out
}

// behind compiles the nodes after the middle, to be read from the right.
func behind(nodes []node, middle *Segment) ([]op, error) {
	var ops []op
	for i := len(nodes) - 1; i >= 0; i-- {
		node := nodes[i]
		switch {
		case node.isSkip():
		case node.lit != nil:
			ops = append(ops, op{kind: opLiteral, lit: node.lit})
		case node.seg != nil && shape(node.seg) == opFixed:
			ops = append(ops, op{kind: opFixed, seg: node.seg, width: node.seg.Codec.Width()})
		case node.seg != nil && shape(node.seg) == opUntil && node.seg.Escape == EscapeNone && i > 0 &&
			nodes[i-1].lit != nil:
			ops = append(ops, op{kind: opAfter, seg: node.seg, lit: nodes[i-1].lit, forbid: forbidden(nodes, i)})
			i--
		default:
			return nil, badPart(middle.Name,
				"after %q, which runs to the last delimiter, only literals, fixed widths and segments behind a "+
					"literal may come",
				middle.Name)
		}
	}
	return ops, nil
}

// compileAll makes the programs of all ways to read parts.
func compileAll(parts []Part) ([]program, error) {
	if ways(parts) > maxWays {
		return nil, badPart("", "more than %d ways to combine the optional groups", maxWays)
	}
	var programs []program
	for _, way := range expand(parts) {
		p, err := compile(way)
		if err != nil {
			return nil, err
		}
		programs = append(programs, p)
	}
	return programs, nil
}
