package personal

import "bytes"

// address is where an e-mail address is in a text: its sign is at.
type address struct{ from, at, to int }

// nextEmail finds the next e-mail address from a byte of a text on, as the expression
// [A-Za-z0-9._%+-]*[A-Za-z0-9]@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,} does, at a fraction of its cost: keys and
// values of whole tables go through here.
func nextEmail(text []byte, from int) (a address, ok bool) {
	for search := from; ; search = a.at + 1 {
		index := bytes.IndexByte(text[search:], '@')
		if index < 0 {
			return address{}, false
		}
		a.at = search + index
		if a.at == from || !isLetterOrDigit(text[a.at-1]) {
			continue
		}
		if a.to = hostEnd(text, a.at+1); a.to < 0 {
			continue
		}
		for a.from = a.at; a.from > from && isLocal(text[a.from-1]); {
			a.from--
		}
		return a, true
	}
}

// hostEnd returns where the name of a host ends that begins at a byte: behind the letters, at least two, that begin its
// last label which does so. It is -1 if there is none.
func hostEnd(text []byte, from int) int {
	end, label := -1, from
	for i := from; ; i++ {
		if i < len(text) && (isLetterOrDigit(text[i]) || text[i] == '-') {
			continue
		}
		if i == label {
			return end // an empty label
		}
		if n := letters(text[label:i]); label > from && n >= 2 {
			end = label + n
		}
		if i == len(text) || text[i] != '.' {
			return end
		}
		label = i + 1
	}
}

// letters returns how many letters a text begins with.
func letters(text []byte) int {
	n := 0
	for n < len(text) && (text[n]|0x20) >= 'a' && (text[n]|0x20) <= 'z' {
		n++
	}
	return n
}

func isLetterOrDigit(c byte) bool { return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' }

func isLocal(c byte) bool {
	return isLetterOrDigit(c) || c == '.' || c == '_' || c == '%' || c == '+' || c == '-'
}
