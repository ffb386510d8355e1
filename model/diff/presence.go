package diff

import (
	"cmp"
	"math"
	"slices"

	"tabletop/model/estimate"
)

// Subject is what a Presence is about.
type Subject string

// The subjects.
const (
	OfKind   Subject = "record kind"
	OfFamily Subject = "family"
	OfColumn Subject = "column"
)

// Presence is a record kind, a family or a column that was seen on one side only, whatever its share.
type Presence struct {
	Subject   Subject
	Template  string // of a record kind
	Family    string
	Qualifier string // raw; empty for a pattern
	Pattern   string // see Column
	// Now reports whether it is the later side that has it.
	Now bool
	// Verdict is New or Gone if the other side certainly lacks it, and Unseen if it was not seen there: a sample has
	// not seen all rows.
	Verdict Verdict
	// Rows is the share of rows that have it. Where it was not seen that is 0: exactly, if it is certainly not there,
	// else with the share that may have it all the same, or without an interval if that is not known.
	Rows Change
	Seen int // rows with it: of the table, if their share is exact, else of the sample
}

// maxPresences is the maximum number of presences that are listed.
const maxPresences = 40

// present adds what one side lacks, and returns the verdict. The side certainly lacks it if its share of the rows is
// exact, unless the sides were read with different filters: then nothing is known.
func (d *Diff) present(p *Presence) Verdict {
	lacks, has, side := &p.Rows.After, p.Rows.Before, d.Before
	if p.Now {
		lacks, has, side = &p.Rows.Before, p.Rows.After, d.After
	}
	switch certain := lacks.IsExact() && !d.filtered(); {
	case certain && p.Now:
		p.Verdict = New
	case certain:
		p.Verdict = Gone
	default:
		p.Verdict = Unseen
		if lacks.IsExact() {
			*lacks = estimate.Point(0)
		}
	}
	if has.IsExact() && side.Profile.FoundRows.IsExact() {
		p.Seen = int(math.Round(has.Value * side.Profile.FoundRows.Value))
	}
	d.Presences = append(d.Presences, *p)
	return p.Verdict
}

// filtered reports whether the sides were read with different filters, so that what one lacks may have been left out.
func (d *Diff) filtered() bool {
	return filters(d.Before.Sample.How.Options, d.After.Sample.How.Options) != ""
}

// onOneSide returns which side alone has rows of a thing; ok is false if both or none have.
func onOneSide(before, after *measured, thing int) (now, ok bool) {
	lacked, lacks := before.none(thing), after.none(thing)
	return lacked, lacked != lacks
}

// columnPresence adds a column that only one side has, and returns its verdict; empty if both have it. If one side is
// redacted, a qualifier that only one side has can be one of the other side, redacted.
func (d *Diff) columnPresence(c *Column, a, b *columnSums, i int) Verdict {
	now, ok := onOneSide(a.rows, b.rows, i)
	if !ok || d.oneRedacted() && c.Pattern == "" {
		return ""
	}
	seen := a.seen[i]
	if now {
		seen = b.seen[i]
	}
	p := Presence{Subject: OfColumn, Family: c.Family, Qualifier: c.Qualifier, Pattern: c.Pattern, Now: now,
		Rows: c.Rows, Seen: seen}
	verdict := d.present(&p)
	c.Rows = p.Rows
	return verdict
}

// familyPresence adds a family that only one side has, and returns its verdict. A table whose families are known has no
// other.
func (d *Diff) familyPresence(name string, now bool, has family, of int) Verdict {
	other := d.After
	if now {
		other = d.Before
	}
	lacks := estimate.Counted(0)
	if len(other.Sample.Table.Families) == 0 && !other.keys.Design.IsExact() {
		lacks = other.nothing()
	}
	rows := compare(has.rowShare, lacks, of)
	if now {
		rows = compare(lacks, has.rowShare, of)
	}
	return d.present(&Presence{Subject: OfFamily, Family: name, Now: now, Rows: rows, Seen: has.rows})
}

// nothing returns the share of rows that may have what no row of the sample has.
func (s *Side) nothing() estimate.Figure {
	var rows estimate.Ratio
	cluster := 0
	for i := 0; i < s.Sample.Rows(); cluster++ {
		weight := 0.0
		for end := s.keys.Design.ClusterEnd(cluster, i, s.Sample.Rows()); i < end; i++ {
			weight += s.keys.Design.Weight(i)
		}
		rows.Add(s.keys.Design.Cluster(cluster), 0, weight)
	}
	return rows.Share(s.keys.Design)
}

// kindPresence adds a record kind that only one side has, and returns its verdict; empty if neither has rows of it.
func (d *Diff) kindPresence(k kind, now bool, rows *Change) Verdict {
	if k.template == "" || k.of.none(k.at) {
		return ""
	}
	p := Presence{Subject: OfKind, Template: k.template, Now: now, Rows: *rows, Seen: k.rows}
	verdict := d.present(&p)
	*rows = p.Rows
	return verdict
}

// share is the share of rows that have it.
func (p *Presence) share() float64 { return max(p.Rows.Before.Value, p.Rows.After.Value) }

// sortPresences puts record kinds before families and these before columns, and in each what is certain first, then the
// largest shares. It keeps so many as are listed.
func (d *Diff) sortPresences() {
	order := []Subject{OfKind, OfFamily, OfColumn}
	slices.SortStableFunc(d.Presences, func(a, b Presence) int {
		return cmp.Or(slices.Index(order, a.Subject)-slices.Index(order, b.Subject),
			cmp.Compare(rank(a.Verdict), rank(b.Verdict)), cmp.Compare(b.share(), a.share()))
	})
	listed := min(len(d.Presences), maxPresences)
	d.Presences, d.MorePresences = d.Presences[:listed], len(d.Presences)-listed
}
