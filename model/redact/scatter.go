package redact

import (
	"bytes"
	"fmt"
	"math"
	"slices"
)

// scatter replaces texts with others of the same length and form, chosen by a keyed hash of the whole text, so that
// neither their order nor common beginnings are left: whoever sorts a list of the names learns nothing. Equal texts of
// a domain are replaced by equal ones, and different ones by different ones.
type scatter struct {
	secret  *secret
	domains map[string]*scattered
}

// scattered is a domain of a scatter.
type scattered struct {
	classes *classes
	closed  bool // see domain
	used    byteSet
	texts   map[string]string // form of each, see replacementForm
	taken   map[string]bool   // that no text is replaced by
	now     map[string]string
}

func (s *scatter) domain(name string, of *classes, closed bool) *scattered {
	d := s.domains[name]
	if d == nil {
		d = &scattered{classes: of, closed: closed, texts: map[string]string{}, taken: map[string]bool{},
			now: map[string]string{}}
		s.domains[name] = d
	}
	return d
}

// add takes a text in, of which the fixed bytes stay.
func (d *scattered) add(text []byte, fixed []bool) {
	if _, known := d.texts[string(text)]; known {
		return
	}
	d.texts[string(text)] = d.replacementForm(text, fixed)
	for _, b := range text {
		d.used.add(b)
	}
}

// replacementForm is what a replacement of a text has in common with it: two bytes for each, the least and the last of
// those that may replace it. Zeros stay where they begin a number, and its first other digit is none; behind it, all
// digits are alike.
func (d *scattered) replacementForm(text []byte, fixed []bool) string {
	form := make([]byte, 0, 2*len(text))
	behind := false // the first digit of a number that is no zero
	for i, char := range text {
		c := d.classes[char]
		isDigit := char >= '0' && char <= '9'
		if isDigit && behind {
			c = class{'0', '9'}
		}
		behind = isDigit && (behind || char != '0')
		if fixed != nil && fixed[i] {
			c = class{char, char}
		}
		form = append(form, c.lo, c.hi)
	}
	return string(form)
}

// settle chooses what replaces each text.
func (s *scatter) settle() {
	for name, domain := range s.domains {
		start := s.secret.begin("scatter " + name)
		forms := map[string][]hashed{}
		for text, form := range domain.texts {
			state := start
			for i := range len(text) {
				s.secret.next(&state, text[i])
			}
			forms[form] = append(forms[form], hashed{text, state})
		}
		for form, all := range forms {
			slices.SortFunc(all, func(a, b hashed) int { return bytes.Compare(a.state[:], b.state[:]) })
			domain.place(s.secret, form, all)
		}
	}
}

// hashed is a text with its keyed hash.
type hashed struct {
	text  string
	state chain
}

// roomy is how many times as many texts of a form there must be as are replaced for replacements to avoid the
// originals.
const roomy = 4

// place gives each text of a form another of the form, from one that its hash gives on to the next free one.
func (d *scattered) place(secret *secret, form string, all []hashed) {
	letters := make([][]byte, len(form)/2)
	total := 1.0
	for i := range letters {
		for b := int(form[2*i]); b <= int(form[2*i+1]); b++ {
			if !d.closed || form[2*i] == form[2*i+1] || d.used.has(byte(b)) {
				letters[i] = append(letters[i], byte(b))
			}
		}
		total *= float64(len(letters[i]))
	}
	avoid := total >= roomy*float64(len(all)+len(d.taken))
	at := make([]int, len(letters))
	out := make([]byte, len(letters))
	for _, hashed := range all {
		for i := range at {
			secret.next(&hashed.state, 0)
			at[i] = int(hashed.state.number() % uint64(len(letters[i])))
		}
		for try := 0.0; try <= math.Min(total, 1e7); try++ {
			for i, k := range at {
				out[i] = letters[i][k]
			}
			_, original := d.texts[string(out)]
			if !d.taken[string(out)] && !(avoid && original) {
				break
			}
			advance(at, letters)
		}
		d.taken[string(out)] = true
		d.now[hashed.text] = string(out)
	}
}

// advance counts one further in the order of the letters of each place.
func advance(at []int, letters [][]byte) {
	for i := len(at) - 1; i >= 0; i-- {
		if at[i]++; at[i] < len(letters[i]) {
			return
		}
		at[i] = 0
	}
}

// image is what replaces a text of a domain, and whether the domain has the text.
func (s *scatter) image(name string, text []byte) ([]byte, bool) {
	d := s.domains[name]
	if d == nil {
		return nil, false
	}
	now, ok := d.now[string(text)]
	return []byte(now), ok
}

// scatterInto takes texts in: piece by piece, or each as a whole.
func (t *texts) scatterInto(s *scatter, whole bool) {
	t.eachPiece(whole, func(i int, p piece) {
		d := s.domain(p.domain, p.classes, p.closed)
		if p.stays {
			d.taken[string(t.now[i][p.start:p.end])] = true
		} else {
			d.add(t.now[i][p.start:p.end], p.fixed)
		}
	})
}

// scatterFrom is the texts with all pieces replaced.
func (t *texts) scatterFrom(s *scatter, whole bool) [][]byte {
	out := make([][]byte, len(t.now))
	for i, text := range t.now {
		out[i] = bytes.Clone(text)
	}
	t.eachPiece(whole, func(i int, p piece) {
		if now, ok := s.image(p.domain, t.now[i][p.start:p.end]); ok && !p.stays {
			copy(out[i][p.start:p.end], now)
		}
	})
	return out
}

// piece is a part of a text that is replaced by itself.
type piece struct {
	start, end int
	domain     string
	classes    *classes
	closed     bool
	fixed      []bool // bytes that stay; nil for none
	stays      bool   // all of it
}

// eachPiece visits the pieces of all texts. As a whole, what no piece covers of a text is fixed in it.
func (t *texts) eachPiece(whole bool, visit func(i int, p piece)) {
	for i := range t.from {
		var pieces []piece
		stays := t.pieces(i, func(p piece) { pieces = append(pieces, p) })
		if !whole {
			for _, p := range pieces {
				visit(i, p)
			}
			continue
		}
		all := piece{end: len(t.now[i]), domain: t.about + "\x00whole", classes: t.text, stays: stays,
			fixed: make([]bool, len(t.now[i]))}
		for b := range all.fixed {
			all.fixed[b] = true
		}
		for _, p := range pieces {
			for b := p.start; b < p.end; b++ {
				all.fixed[b] = p.stays || p.fixed != nil && p.fixed[b-p.start]
			}
		}
		visit(i, all)
	}
}

// pieces visits the pieces of a text, and reports whether all of it stays.
func (t *texts) pieces(i int, visit func(piece)) (stays bool) {
	spans, layout, explained := t.cut(t.from[i])
	if !explained {
		of, name := t.lostDomain(t.now[i])
		visit(piece{end: len(t.now[i]), domain: name, classes: of})
		return false
	}
	for _, span := range spans {
		if r := t.segmentReading(span.Segment); span.Start < span.End {
			p := piece{start: span.Start, end: span.End, domain: t.segmentDomain(span.Segment), classes: r.classes,
				closed: r.closed, stays: r.stays(t.from[i][span.Start:span.End])}
			p.fixed = make([]bool, p.end-p.start)
			r.fix(t.now[i][p.start:p.end], p.fixed)
			visit(p)
		}
	}
	if layout == nil {
		return true
	}
	t.eachLiteral(i, spans, t.spelled.literals[layout], func(from, to int) {
		visit(piece{start: from, end: to, domain: t.literalDomain(), classes: t.text})
	})
	return false
}

// ascend returns an error if keys that are to differ do not.
func ascend(keys [][]byte) error {
	sorted := slices.SortedFunc(slices.Values(keys), bytes.Compare)
	for i := 1; i < len(sorted); i++ {
		if bytes.Equal(sorted[i-1], sorted[i]) {
			return fmt.Errorf("two keys became one: redact in order, or with another key")
		}
	}
	return nil
}

// unordered replaces keys, qualifiers and families without regard to their order.
func (w *work) unordered() {
	scatter := &scatter{w.secret, map[string]*scattered{}}
	w.scatter = scatter
	w.keys.scatterInto(scatter, false)
	for _, l := range w.opts.Layouts {
		for _, seg := range l.Segments() {
			for word := range w.names.spelled.stay[seg] {
				scatter.domain(w.keys.segmentDomain(seg), w.keys.text, false).taken[word] = true
			}
		}
	}
	w.families.scatterInto(scatter, true)
	for _, t := range w.qualifiers {
		t.scatterInto(scatter, true)
	}
	scatter.settle()
}
