package search

import (
	"bytes"
)

// Lists states that what stands behind a number of separators is a list, whose parts are no segments.
type Lists struct {
	Sep  byte // 0 for none
	Most int  // of sep to cut at
}

// full reports whether no more cuts at d are allowed behind n.
func (l Lists) full(n *node, d byte) bool {
	if l.Sep != d || l.Sep == 0 {
		return false
	}
	k := 0
	for ; n != nil; n = n.from {
		for _, p := range n.via {
			k += bytes.Count(p.Lit, []byte{d})
		}
	}
	return k >= l.Most
}
