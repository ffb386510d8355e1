package infer

import (
	"bytes"

	"tabletop/model/rowkey"
)

// inContext corrects readings by what stands beside them: a path behind a host is the path of a URL.
func inContext(ps []piece) {
	host := false
	for i := range ps {
		p := &ps[i]
		switch {
		case p.how == asLiteral:
		case p.read.typ == rowkey.Domain || p.read.typ == rowkey.Enum && schemes(p.col):
			host = true
		case p.read.typ == rowkey.Text && (host && i == len(ps)-1 && (p.read.list == '/' || slashes(p.col)) || pagePath(p.col)):
			p.read.typ, p.read.spec, p.read.word = rowkey.URL, "url", "path"
		}
	}
}

// schemes says that a column holds the schemes of URLs.
func schemes(c column) bool {
	for _, v := range c.val {
		switch string(v) {
		case "http", "https", "ftp", "ws", "wss":
		default:
			return false
		}
	}
	return len(c.val) > 0
}

func slashes(c column) bool {
	k := 0
	for _, v := range c.val {
		if bytes.IndexByte(v, '/') >= 0 {
			k++
		}
	}
	return k*4 > len(c.val)
}

// pagePath says that the values begin with a slash and that some of them are pages or queries.
func pagePath(c column) bool {
	pages := 0
	for _, v := range c.val {
		if len(v) == 0 || v[0] != '/' {
			return false
		}
		if bytes.Contains(v, []byte(".htm")) || bytes.IndexByte(v, '?') > 0 || bytes.IndexByte(v, '%') > 0 || bytes.HasSuffix(v, []byte(".php")) {
			pages++
		}
	}
	return pages*12 > len(c.val)
}

// harmonize gives a column that holds words in one kind and single digits in another the same type in both, when the same
// parts stand before it.
func harmonize(forms []*form) {
	for _, a := range forms {
		for _, b := range forms {
			for i := range min(len(a.pieces), len(b.pieces)) {
				x, y := &a.pieces[i], &b.pieces[i]
				if a != b && x.read.typ == rowkey.Enum && len(x.col.val) > 0 && digitTag(y) && hasLetter(x.col) {
					y.read.typ, y.read.spec = rowkey.Enum, "enum"
					if s := summarize(y.col); s.closed() {
						y.read.spec = enumSpec(s.words())
					}
				}
				if !sameCuts(a.pieces[i:i+1], b.pieces[i:i+1]) {
					break
				}
			}
		}
	}
}

// digitTag says that a column holds few numbers of one or two digits.
func digitTag(p *piece) bool {
	if p.read.typ != rowkey.IntDecimal && p.read.typ != rowkey.IntPadded {
		return false
	}
	s := summarize(p.col)
	return s.max <= 2 && s.distinct <= 10
}

func hasLetter(c column) bool {
	for _, v := range c.val {
		if len(v) <= 2 && classesOf(v)&letters != 0 {
			return true
		}
	}
	return false
}
