package audit

import (
	"regexp"

	"tabletop/model/profile/estimate"
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

// in names what kind of personal data a text holds; empty when none is found.
func (d detectors) in(b []byte) string {
	switch {
	case d.email.Match(b):
		return "e-mail addresses"
	case d.phone.Match(b):
		return "telephone numbers"
	}
	for _, m := range d.card.FindAllSubmatch(b, -1) {
		if luhn(m[2]) {
			return "card numbers"
		}
	}
	return ""
}

// luhn checks the last digit of a card number (ISO/IEC 7812-1).
func luhn(digits []byte) bool {
	sum := 0
	for i, c := range digits {
		d := int(c - '0')
		if (len(digits)-i)%2 == 0 {
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
	var out []Finding
	for _, what := range []string{"e-mail addresses", "telephone numbers", "card numbers"} {
		out = append(out, f.personalKeys(what, func(key []byte) bool { return d.in(key) == what })...)
	}
	out = append(out, f.addresses()...)
	for i, c := range f.Sample.Columns() {
		if what := d.in([]byte(c.Qualifier)); what != "" && !f.folded[sample.ColumnID(i)] {
			out = append(out, f.personalName(what, Subject{Kind: AboutColumn, Column: c}, Evidence{Column: &c}))
		}
		if len(out) > maxEvidence {
			break
		}
	}
	for _, fold := range f.folds {
		c := f.Sample.Column(fold.Columns[0])
		if what := d.in([]byte(c.Qualifier)); what != "" {
			out = append(out, f.personalName(what, Subject{Kind: AboutFamily, Name: fold.Family}, Evidence{Column: &c}))
		}
	}
	for _, fam := range f.Profile.Families {
		if what := d.in([]byte(fam.Name)); what != "" {
			out = append(out, f.personalName(what, Subject{Kind: AboutFamily, Name: fam.Name}, Evidence{Family: fam.Name}))
		}
	}
	return out
}

func (f *facts) personalName(what string, s Subject, e Evidence) Finding {
	return Finding{Severity: Warning, Title: "There are " + what + " in names of columns or families", Subject: s, Evidence: []Evidence{e},
		Fix: Fix{Text: "Use an id without meaning, and keep what it stands for in a value."}}
}

// personalKeys judges the keys that hold something; other keys are its evidence.
func (f *facts) personalKeys(what string, holds func(key []byte) bool) []Finding {
	var found []Evidence
	share := f.share(func(row int) bool {
		if !holds(f.Sample.Key(row)) {
			return false
		}
		found = append(found, Evidence{Key: f.Sample.Key(row)})
		return true
	})
	s, ok := f.gradePersonal(share, len(found))
	if !ok {
		return nil
	}
	return []Finding{{Severity: s, Title: "There are " + what + " in row keys", Subject: Subject{Kind: AboutTable, Name: what}, Evidence: thin(found, 100),
		More:     max(0, len(found)-100),
		Measures: []Measure{{"keys with " + what, Share, share, f.limits.PersonalData}},
		Fix:      Fix{Text: "Use an id without meaning in the key, and keep what it stands for in a value; a keyed hash (HMAC) if the id has to follow from it."}}}
}

// gradePersonal grades the share of keys: what was seen is there, however few they are.
func (f *facts) gradePersonal(share estimate.Figure, found int) (Severity, bool) {
	if found == 0 {
		return "", false
	}
	s, ok := grade(share, f.limits.PersonalData, no())
	if !ok {
		s = Note
	}
	return s, true
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
