package redact

import (
	"cmp"
	"slices"
)

// noNode is where there is no node.
const noNode = int32(-1)

// node is one place in the tree of the texts of a domain: what has been read so far. Its byte leads to it from parent.
type node struct {
	way                 uint64 // of the domain and the bytes up to here
	parent, child, next int32  // child is the first, next a sibling
	depth               int32
	// twin is the place that the replaced bytes up to here lead to in the same tree: noNode when no original begins so.
	twin      int32
	group     int32 // another node that replaces bytes in the same way, or itself; see leader
	domain    int32
	char, now byte // the byte and what replaces it
	fixed     bool // the byte must stay
	end       bool // a text ends here
}

// forest replaces texts with others of the same length, and bytes with bytes of the same class, such that sorted texts
// stay sorted and common prefixes keep their lengths. For that, the bytes that follow one prefix are replaced with the
// same number of others of the same class in the same order, chosen by the secret. If nearly all bytes of a class
// follow one prefix there is little choice, so a choice that differs from all originals is preferred.
type forest struct {
	secret *secret
	// plain replaces a byte at one position of a text in the same way as far as the order allows, whatever precedes it.
	// This keeps the frequencies of letters, which discloses more of the texts.
	plain   bool
	nodes   []node
	domains []domain
	ids     map[string]int32
	pinned  map[int32]*byteSet // group -> bytes that other texts have there and that must stay
	joined  map[int32]bool     // nodes that are in a group with others; known once settled
}

// domain is a kind of text that is replaced in the same way wherever it occurs.
type domain struct {
	name    string
	root    int32
	classes *classes
	// closed reports whether a replacement may only use bytes that texts of the domain have, so that it stays in their
	// alphabet.
	closed bool
	used   byteSet
}

func newForest(s *secret) *forest {
	return &forest{secret: s, ids: map[string]int32{}, pinned: map[int32]*byteSet{}}
}

// domain finds or makes a domain.
func (f *forest) domain(name string, of *classes, closed bool) int32 {
	id, ok := f.ids[name]
	if !ok {
		id = int32(len(f.domains))
		f.ids[name] = id
		c := f.secret.begin(name)
		f.domains = append(f.domains, domain{name: name, root: f.add(node{parent: noNode, domain: id, way: c.number()}),
			classes: of, closed: closed})
	}
	return id
}

func (f *forest) add(n node) int32 {
	id := int32(len(f.nodes))
	n.child, n.next, n.twin, n.group = noNode, noNode, noNode, id
	f.nodes = append(f.nodes, n)
	return id
}

// step continues from at by a byte, which must stay where fixed.
func (f *forest) step(at int32, b byte, fixed bool) int32 {
	to := f.find(at, b)
	if to == noNode {
		from := &f.nodes[at]
		d := from.domain
		to = f.add(node{parent: at, depth: from.depth + 1, domain: d, char: b, way: mix(from.way, b)})
		f.nodes[to].next, f.nodes[at].child = f.nodes[at].child, to
		f.domains[d].used.add(b)
	}
	f.nodes[to].fixed = f.nodes[to].fixed || fixed
	return to
}

// image is what replaces a text of a domain, and whether the domain has the text.
func (f *forest) image(name string, text []byte) ([]byte, bool) {
	id, ok := f.ids[name]
	if !ok {
		return nil, false
	}
	out := make([]byte, len(text))
	at := f.domains[id].root
	for i, b := range text {
		if at = f.find(at, b); at == noNode {
			return nil, false
		}
		out[i] = f.nodes[at].now
	}
	return out, true
}

// find is the node that a byte leads to.
func (f *forest) find(at int32, b byte) int32 {
	for to := f.nodes[at].child; to != noNode; to = f.nodes[to].next {
		if f.nodes[to].char == b {
			return to
		}
	}
	return noNode
}

// mix is a hash of a way and one more byte; FNV-1a with a finish.
func mix(way uint64, b byte) uint64 {
	way = (way ^ uint64(b)) * 0x100000001b3
	return way ^ way>>29
}

// leader returns the representative node of the group of a node.
func (f *forest) leader(a int32) int32 {
	for f.nodes[a].group != a {
		f.nodes[a].group = f.nodes[f.nodes[a].group].group
		a = f.nodes[a].group
	}
	return a
}

// join makes two nodes replace the bytes that follow them in the same way.
func (f *forest) join(a, b int32) {
	a, b = f.leader(a), f.leader(b)
	if a == b {
		return
	}
	a, b = min(a, b), max(a, b)
	f.nodes[b].group = a
	if p := f.pinned[b]; p != nil {
		f.pin(a, *p)
		delete(f.pinned, b)
	}
}

// pin keeps bytes as they are behind a node.
func (f *forest) pin(at int32, set byteSet) {
	at = f.leader(at)
	p := f.pinned[at]
	if p == nil {
		p = &byteSet{}
		f.pinned[at] = p
	}
	p.join(set)
}

// settle chooses what replaces each byte. Parents come before their children in nodes.
func (f *forest) settle() {
	members := map[int32][]int32{} // of groups of more than one
	for i := range f.nodes {
		if lead := f.leader(int32(i)); lead != int32(i) {
			if members[lead] == nil {
				members[lead] = []int32{lead}
			}
			members[lead] = append(members[lead], int32(i))
		}
	}
	f.joined = map[int32]bool{}
	for _, group := range members {
		for _, m := range group {
			f.joined[m] = true
		}
	}
	for i := range f.nodes {
		node := &f.nodes[i]
		if node.parent == noNode {
			node.twin = int32(i)
		}
		if f.leader(int32(i)) != int32(i) {
			continue
		}
		group := members[int32(i)]
		if group == nil {
			group = []int32{int32(i)}
		}
		f.choose(group)
		for _, m := range group {
			f.follow(m)
		}
	}
}

// follow finds the twins of the children of a node.
func (f *forest) follow(at int32) {
	twin := f.nodes[at].twin
	for to := f.nodes[at].child; to != noNode; to = f.nodes[to].next {
		if twin != noNode {
			f.nodes[to].twin = f.find(twin, f.nodes[to].now)
		}
	}
}

// choose replaces the bytes that follow the nodes of a group.
func (f *forest) choose(group []int32) {
	var present, fixed, taken byteSet
	if p := f.pinned[group[0]]; p != nil {
		fixed = *p
	}
	var images [256]byte
	domain := &f.domains[f.nodes[group[0]].domain]
	for _, number := range group {
		if e := &f.domains[f.nodes[number].domain]; e.classes['-'].size() == 1 {
			domain = e // text is the more careful one
		}
		for to := f.nodes[number].child; to != noNode; to = f.nodes[to].next {
			present.add(f.nodes[to].char)
			if f.nodes[to].fixed {
				fixed.add(f.nodes[to].char)
			}
		}
		if twin := f.nodes[number].twin; twin != noNode {
			for to := f.nodes[twin].child; to != noNode; to = f.nodes[to].next {
				taken.add(f.nodes[to].char)
			}
		}
	}
	way := f.way(group[0], domain)
	for b := present.next(0); b < 256; {
		c := domain.classes[b]
		f.chooseIn(c, domain, way, &present, &fixed, &taken, &images)
		b = present.next(int(c.hi) + 1)
	}
	for _, m := range group {
		for to := f.nodes[m].child; to != noNode; to = f.nodes[to].next {
			f.nodes[to].now = images[f.nodes[to].char]
		}
	}
}

// way is the question that the secret answers at a node.
func (f *forest) way(at int32, d *domain) uint64 {
	if f.plain {
		return f.nodes[d.root].way + uint64(f.nodes[at].depth)
	}
	return f.nodes[at].way
}

// wish is which of so many allowed bytes should replace b. At one way, different bytes of a class wish for different
// ones.
func (f *forest) wish(way uint64, b byte, c class, allowed int) int {
	own, before := f.secret.mix(way, uint64(b)), 0
	for x := int(c.lo); x <= int(c.hi); x++ {
		if f.secret.mix(way, uint64(x)) < own {
			before++
		}
	}
	return before * allowed / c.size()
}

// chooseIn replaces the bytes present of one class, in order. Taken are those that lead to an original.
func (f *forest) chooseIn(c class, d *domain, way uint64, present, fixed, taken *byteSet, images *[256]byte) {
	chars := make([]byte, 0, 256) // on the stack: this runs once a byte of a random id
	moving := 0
	for b := int(c.lo); b <= int(c.hi); b++ {
		images[b] = byte(b)
		if present.has(byte(b)) || fixed.has(byte(b)) {
			chars = append(chars, byte(b))
			if !fixed.has(byte(b)) {
				moving++
			}
		}
	}
	if moving == 0 || c.size() == 1 {
		return
	}
	for _, free := range []bool{true, false} { // first with bytes that lead to no original, if these suffice
		allowed := make([]byte, 0, 256)
		for b := int(c.lo); b <= int(c.hi); b++ {
			x := byte(b)
			usable := !d.closed || d.used.has(x) || present.has(x)
			if fixed.has(x) || usable && !(free && taken.has(x)) {
				allowed = append(allowed, x)
			}
		}
		if f.place(c, chars, allowed, way, fixed, taken, images) {
			return
		}
	}
}

// place gives each of chars one of allowed, both ascending, in order; fixed ones are allowed and stay. It is false when
// there is no room. The places do not hang together more than they must, so that another byte more or less, in a table
// taken a week later, changes few others.
func (f *forest) place(of class, chars, allowed []byte, way uint64, fixed, taken *byteSet, images *[256]byte) bool {
	if len(allowed) < len(chars) {
		return false
	}
	at := make([]int, len(chars)) // index into allowed, -1 where not placed yet
	type choice struct {
		i    int
		turn uint64
	}
	var open []choice
	last, lastAt := -1, -1
	for i, char := range chars {
		at[i] = -1
		if fixed.has(char) {
			at[i], _ = slices.BinarySearch(allowed, char)
			if at[i]-lastAt < i-last {
				return false
			}
			last, lastAt = i, at[i]
			continue
		}
		open = append(open, choice{i, f.secret.mix(way, uint64(char))})
	}
	if len(allowed)-lastAt < len(chars)-last {
		return false
	}
	slices.SortFunc(open, func(a, b choice) int { return cmp.Compare(a.turn, b.turn) })
	for _, free := range open {
		lo, hi := room(at, free.i, len(allowed))
		want := min(max(f.wish(way, chars[free.i], of, len(allowed)), lo), hi)
		at[free.i] = want
		for away := 0; away <= hi-lo; away++ { // the nearest that leads to no original
			if k := want + away; k <= hi && !taken.has(allowed[k]) {
				at[free.i] = k
				break
			}
			if k := want - away; k >= lo && !taken.has(allowed[k]) {
				at[free.i] = k
				break
			}
		}
	}
	for i, c := range chars {
		images[c] = allowed[at[i]]
	}
	return true
}

// tries is the maximum number of other endings of a text, for each bucket of its salt.
const tries = 40

// bend changes the end of a text, as far as no other text shares it, until it fits. path are the nodes of its bytes,
// now what replaces it. It is false when no ending was found, and all is as before.
func (f *forest) bend(path []int32, now []byte, fits func([]byte) bool, atMost int) bool {
	for k, step := range path {
		now[k] = f.nodes[step].now
	}
	if fits(now) {
		return true
	}
	free := len(path) // from here on no other text
	for free > 0 {
		parent := f.nodes[path[free-1]].parent
		if f.nodes[parent].child != path[free-1] || f.nodes[path[free-1]].next != noNode || f.nodes[parent].end ||
			f.joined[parent] || f.pinned[parent] != nil {
			break
		}
		free--
	}
	was := append([]byte(nil), now...)
	for try := range atMost {
		for kind := free; kind < len(path); kind++ {
			node := &f.nodes[path[kind]]
			domain := &f.domains[node.domain]
			c := domain.classes[node.char]
			if node.fixed || c.size() == 1 {
				continue
			}
			x := c.lo + byte(f.secret.mix(node.way, uint64(try))%uint64(c.size()))
			if !domain.closed || domain.used.has(x) {
				now[kind] = x
			}
		}
		if fits(now) {
			for k := free; k < len(path); k++ {
				f.nodes[path[k]].now = now[k]
			}
			return true
		}
	}
	copy(now, was)
	return false
}

// room is where item i may go such that all between it and its nearest placed neighbors still fit.
func room(at []int, i, allowed int) (lo, hi int) {
	length := i - 1
	for length >= 0 && at[length] < 0 {
		length--
	}
	lo = i - length - 1
	if length >= 0 {
		lo = at[length] + i - length
	}
	count := i + 1
	for count < len(at) && at[count] < 0 {
		count++
	}
	hi = allowed - (count - i)
	if count < len(at) {
		hi = at[count] - (count - i)
	}
	return lo, hi
}
