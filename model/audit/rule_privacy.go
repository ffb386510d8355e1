package audit

import (
	"bytes"
	"regexp"

	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// email and phone find addresses and international numbers of people in text; card finds digits that may be a card's,
// which luhn then checks.
type detectors struct{ email, phone, card *regexp.Regexp }

func newDetectors() detectors {
	return detectors{
		email: regexp.MustCompile(`[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}`),
		phone: regexp.MustCompile(`(^|[^0-9A-Za-z+])\+[1-9][0-9]{7,14}([^0-9]|$)`),
		card:  regexp.MustCompile(`(^|[^0-9])(4[0-9]{15}|5[1-5][0-9]{14}|3[47][0-9]{13})([^0-9]|$)`),
	}
}

// what is a kind of personal data that text may hold.
type what uint8

const (
	nobody what = iota
	emails
	phones
	cards
	cardLike // digits that look like a card's, but fail its check
)

func (w what) String() string {
	return [...]string{"nothing", "e-mail addresses", "telephone numbers", "card numbers", "other numbers"}[w]
}

// in tells what kind of personal data a text holds. The expressions are slow, so each is tried only where a text has
// what it cannot do without.
func (d detectors) in(b []byte) what {
	switch {
	case bytes.IndexByte(b, '@') > 0 && d.email.Match(b):
		return emails
	case bytes.IndexByte(b, '+') >= 0 && d.phone.Match(b):
		return phones
	case digits(b) < 15:
		return nobody
	}
	m := d.card.FindSubmatch(b)
	switch {
	case m == nil:
		return nobody
	case luhn(m[2]):
		return cards
	}
	return cardLike
}

// digits is the length of the longest run of digits.
func digits(b []byte) int {
	best, n := 0, 0
	for _, c := range b {
		if c < '0' || c > '9' {
			n = 0
			continue
		}
		n++
		best = max(best, n)
	}
	return best
}

// luhn checks the last digit of a card number (ISO/IEC 7812-1).
func luhn(number []byte) bool {
	sum := 0
	for i, c := range number {
		d := int(c - '0')
		if (len(number)-i)%2 == 0 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return sum%10 == 0
}

func personalData(f *facts) []Finding {
	d := newDetectors()
	out := append(f.personalKeys(d), f.addresses()...)
	for i, c := range f.Sample.Columns() {
		if w := d.in([]byte(c.Qualifier)); w != nobody && w < cardLike && !f.folded[sample.ColumnID(i)] {
			out = append(out, f.personalName(w, Subject{Kind: AboutColumn, Column: c}, Evidence{Column: &c}))
		}
		if len(out) > maxEvidence {
			break
		}
	}
	for _, fold := range f.folds {
		c := f.Sample.Column(fold.Columns[0])
		if w := d.in([]byte(c.Qualifier)); w == emails || w == phones {
			out = append(out, f.personalName(w, Subject{Kind: AboutFamily, Name: fold.Family}, Evidence{Column: &c}))
		}
	}
	for _, fam := range f.Profile.Families {
		if w := d.in([]byte(fam.Name)); w != nobody && w < cardLike {
			out = append(out, f.personalName(w, Subject{Kind: AboutFamily, Name: fam.Name}, Evidence{Family: fam.Name}))
		}
	}
	return out
}

func (f *facts) personalName(w what, s Subject, e Evidence) Finding {
	return Finding{Severity: Warning, Title: "There are " + w.String() + " in names of columns or families", Subject: s, Evidence: []Evidence{e},
		Fix: Fix{Text: "Use an id without meaning, and keep what it stands for in a value."}}
}

// personalKeys judges the keys that hold something.
func (f *facts) personalKeys(d detectors) []Finding {
	of := make([]what, f.Sample.Rows())
	var count [cardLike + 1]int
	for i := range of {
		of[i] = d.in(f.Sample.Key(i))
		count[of[i]]++
	}
	// One number in ten passes the check of cards by chance.
	if count[cardLike]*9 > count[cards] {
		count[cards] = 0
	}
	var out []Finding
	for w := emails; w <= cards; w++ {
		if count[w] == 0 {
			continue
		}
		share := f.share(func(row int) bool { return of[row] == w })
		s, ok := grade(share, f.limits.PersonalData, no())
		if !ok {
			s = Note // few, but there
		}
		x := Finding{Severity: s, Title: "There are " + w.String() + " in row keys", Subject: Subject{Kind: AboutKeys, Name: "with " + w.String()},
			Measures: []Measure{{"keys with " + w.String(), Share, share, f.limits.PersonalData}}, More: max(0, count[w]-maxEvidence),
			Fix: Fix{Text: "Use an id without meaning in the key, and keep what it stands for in a value; a keyed hash (HMAC) if the id has to follow from it."}}
		for i := 0; i < len(of) && len(x.Evidence) < maxEvidence; i++ {
			if of[i] == w {
				x.Evidence = append(x.Evidence, Evidence{Key: f.Sample.Key(i)})
			}
		}
		out = append(out, x)
	}
	return out
}

// addresses finds segments that are IP addresses, which are personal data where they are of people.
func (f *facts) addresses() []Finding {
	var out []Finding
	for _, k := range f.kinds {
		for _, s := range k.Segments {
			if s.Type != rowkey.IP {
				continue
			}
			out = append(out, Finding{Severity: Note, Title: "There are IP addresses in row keys", Subject: aboutSegment(k, s.Name), Evidence: f.examples(k),
				Measures: []Measure{{"rows with an address", Share, k.Share, f.limits.PersonalData}},
				Fix:      Fix{Text: "If these are addresses of people and not of machines of yours, use an id without meaning."}})
		}
	}
	return out
}
