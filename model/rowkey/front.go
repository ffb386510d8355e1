package rowkey

import "bytes"

// LeadingPrefix is the beginning of a key that holds its first segment: tenant# of tenant#day#id. Keys can be skipped
// by it: see the method Cut.
type LeadingPrefix struct {
	Name  string // of the first segments, those of several layouts joined by "or"
	heads []head
}

// head is the front of one layout.
type head struct {
	prefix []byte // literal bytes before the segment
	width  int    // of the segment; 0 when it ends with until
	until  []byte // the literal that ends it; empty when the key does
}

// FindLeadingPrefix finds the fronts of the keys of a set. It returns false where a layout has none that can be
// recognized from the bytes it begins with: its first segment is optional, repeated, escaped, counted, or runs to the
// last delimiter.
func FindLeadingPrefix(set Set) (LeadingPrefix, bool) {
	var leadingPrefix LeadingPrefix
	names := map[string]bool{}
	for _, layout := range set {
		head, seg := commonHead(layout.Parts())
		if seg == nil {
			return LeadingPrefix{}, false
		}
		leadingPrefix.heads = append(leadingPrefix.heads, head)
		if !names[seg.Name] {
			if leadingPrefix.Name != "" {
				leadingPrefix.Name += " or "
			}
			leadingPrefix.Name += seg.Name
			names[seg.Name] = true
		}
	}
	return leadingPrefix, len(set) > 0
}

func commonHead(parts []Part) (h head, seg *Segment) {
	index := 0
	for ; index < len(parts) && parts[index].Literal != nil; index++ {
		h.prefix = append(h.prefix, parts[index].Literal...)
	}
	if index == len(parts) || parts[index].Segment == nil {
		return h, nil
	}
	seg = parts[index].Segment
	if seg.Last || seg.Escape != EscapeNone || seg.LengthPrefix > 0 {
		return h, nil
	}
	if h.width = seg.Codec.Width(); h.width > 0 {
		return h, seg
	}
	switch index++; {
	case index == len(parts):
		return h, seg
	case parts[index].Literal != nil:
		h.until = parts[index].Literal
		return h, seg
	}
	return h, nil
}

// PrefixLen is how many bytes of key are its front, delimiter included, and whether it has one; a key without has all
// of its bytes. A front shorter than its key is the front of all keys that begin with it.
func (f LeadingPrefix) PrefixLen(key []byte) (n int, ok bool) {
	best, n := -1, len(key)
	for _, head := range f.heads {
		if !bytes.HasPrefix(key, head.prefix) || len(head.prefix) < best {
			continue
		}
		at, fits := head.end(key)
		if len(head.prefix) > best { // the literal says most of what kind a key is
			best, n, ok = len(head.prefix), at, fits
		} else if fits && (!ok || at < n) {
			n, ok = at, true
		}
	}
	for _, h := range f.heads {
		if len(h.prefix) > n && bytes.HasPrefix(h.prefix, key[:n]) {
			return len(key), false // keys of another kind begin so as well
		}
	}
	return n, ok
}

// end is where the front of a key of this kind ends.
func (h head) end(key []byte) (int, bool) {
	rest := key[len(h.prefix):]
	switch {
	case h.width > 0:
		return min(len(key), len(h.prefix)+h.width), len(rest) >= h.width
	case len(h.until) == 0:
		return len(key), true
	}
	at := bytes.Index(rest, h.until)
	if at < 0 {
		return len(key), false
	}
	return len(h.prefix) + at + len(h.until), true
}
