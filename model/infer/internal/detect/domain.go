package detect

import (
	"bytes"

	"golang.org/x/net/publicsuffix"

	"tabletop/model/infer/internal/column"
	"tabletop/model/rowkey"
)

// domainText reads DNS names, forward or with their labels reversed, by where the top-level domain stands.
func (e *Reader) domainText(s *column.Summary) (Reading, bool) {
	if s.All&column.Dot == 0 ||
		s.All&^(column.Digit|column.HexLower|column.Lower|column.Dot|column.Dash|column.Underscore) != 0 {
		return Reading{}, false
	}
	cost := min(order0(s), positions(s))
	total, first, last, dots := 0, 0, 0, 0
	heads, tails := map[string]int{}, map[string]int{}
	for _, unique := range s.Uniq {
		value := unique.Val
		if len(value) == 0 {
			continue
		}
		total++
		index, position := bytes.IndexByte(value, '.'), bytes.LastIndexByte(value, '.')
		if index < 1 || position == len(value)-1 {
			continue
		}
		dots++
		head, tail := string(value[:index]), string(value[position+1:])
		heads[head]++
		tails[tail]++
		if e.topLevel(head) {
			first++
		}
		if e.topLevel(tail) && !fileEnding(tail) {
			last++
		}
	}
	if dots*100 < total*90 || total < 3 {
		return Reading{}, false
	}
	switch {
	case last*10 >= total*9 && (first*10 < total*9 || len(tails) <= len(heads)):
		return Reading{Typ: rowkey.Domain, Spec: "domain", Bits: cost * domainShare, Solid: true, Strong: true}, true
	case first*10 >= total*9:
		return Reading{Typ: rowkey.Domain, Reversed: true, Spec: "reverse(domain)", Bits: cost * domainShare,
			Solid: true, Strong: true}, true
	}
	return Reading{}, false
}

// topLevel reports whether label is a top-level domain of the public suffix list.
func (e *Reader) topLevel(label string) bool {
	if known, ok := e.tlds[label]; ok {
		return known
	}
	_, icann := publicsuffix.PublicSuffix("a." + label)
	known := icann && label != ""
	e.tlds[label] = known
	return known
}

// fileEnding reports whether a top-level domain is more often the ending of a file.
func fileEnding(label string) bool {
	switch label {
	case "zip", "mov", "md", "py", "sh", "rs", "pl", "ps", "so", "cc", "js", "ts", "gz":
		return true
	}
	return false
}
