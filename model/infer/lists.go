package infer

import (
	"bytes"
)

// lists says that what stands behind a number of separators is a list, whose parts are nobody's segments.
type lists struct {
	sep  byte // 0 for none
	most int  // of sep to cut at
}

// full says that no more cuts at d are allowed behind n.
func (l lists) full(n *node, d byte) bool {
	if l.sep != d || l.sep == 0 {
		return false
	}
	k := 0
	for ; n != nil; n = n.from {
		for _, p := range n.via {
			k += bytes.Count(p.lit, []byte{d})
		}
	}
	return k >= l.most
}

// listBits is the share of the cost of plain words at which a list is told: its tokens repeat.
const listBits = 0.8

// listText reads lists of any length over one separator: paths, tags. Their parts are nobody's segments.
func (e *engine) listText(s *summary) (reading, bool) {
	for _, d := range []byte("/,;&|:#") {
		if int(s.chars[d]) < s.n {
			continue
		}
		counts := map[int]int{}
		with := 0
		for _, v := range s.val {
			k := bytes.Count(v, []byte{d})
			counts[k]++
			if k > 0 {
				with++
			}
		}
		common := 0
		for _, k := range counts {
			if k*25 >= s.n {
				common++
			}
		}
		need := 3
		if d == '|' || d == ':' || d == '#' {
			need = 5
		}
		if common >= need && with*10 >= s.n*5 && s.freeTokens(d) && !e.levels(s, d) {
			r := s.plain()
			r.bits *= listBits
			r.solid, r.list = true, d
			return r, true
		}
	}
	return reading{}, false
}

// levels says that a place in the list holds a keyword, a number or something certain in all values that are so long: those are
// records below records, acct/1234/txn/20240501, which are kinds of their own.
func (e *engine) levels(s *summary, d byte) bool {
	const deepest = 5
	var level [deepest]column
	e.work += s.total / 4
	for i, v := range s.val {
		rest, more := bytes.TrimPrefix(v, []byte{d}), len(v) > 0
		for p := 0; p < deepest && more; p++ {
			var token []byte
			token, rest, more = bytes.Cut(rest, []byte{d})
			level[p].row, level[p].val = append(level[p].row, s.row[i]), append(level[p].val, token)
		}
	}
	for p, c := range level {
		if len(c.val) < 12 || len(c.val)*8 < s.n {
			break
		}
		t := summarize(c)
		word, same := t.constant()
		switch {
		case t.distinct >= 4 && t.only(digit):
			return true
		case p > 0 && same && classesOf(word)&letters != 0:
			return true
		case p > 0 && !same && t.distinct >= 8 && t.width >= 6 && t.all&digit != 0 && e.readText(t).strong:
			return true // dates, times and ids are of one width, and have digits
		}
	}
	return false
}

// freeTokens says that the tokens of a list are nobody's keywords: what comes first varies, or all are name=value.
func (s *summary) freeTokens(d byte) bool {
	first := uniques{}
	pairs := 0
	for _, v := range s.val {
		head, _, _ := bytes.Cut(bytes.TrimPrefix(v, []byte{d}), []byte{d})
		first.add(head)
		if bytes.IndexByte(head, '=') > 0 {
			pairs++
		}
	}
	return pairs*10 > s.n*8 || len(first.list) > 16 && entropyOfUniques(first.list, len(s.val)) > 2
}
