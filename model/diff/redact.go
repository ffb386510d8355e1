package diff

import (
	"tabletop/model/redact"
	"tabletop/model/rowkey"
)

// Redact replaces the values of segments that are data, and the names that do not stay. Words that a template contains
// stay if they are such names. Sources lose their directories.
func (d *Diff) Redact(s *redact.Strings) {
	d.Redacted, d.Names = true, s
	for _, side := range []*Side{d.Before, d.After} {
		if side.Sample.How.Redacted == "" {
			s.Judge(side.Sample, side.Layouts, side.folds)
		}
		s.Place(side.Name)
		s.Place(side.Sample.Table.Source)
	}
	d.Before, d.After = d.Before.redacted(s), d.After.redacted(s)
	for i := range d.Segments {
		seg := &d.Segments[i]
		constant := spelled(d.Before.Layouts, seg.Name) || spelled(d.After.Layouts, seg.Name)
		seg.Name = s.Name(redact.SegmentName, seg.Name)
		for j := range seg.Values {
			v := &seg.Values[j]
			if raw := v.Raw; !constant {
				v.Raw = s.Text(raw)
			} else if v.Raw = s.Constant(raw); string(raw) == string(v.Raw) {
				continue
			}
			v.Value = rowkey.Value{Kind: rowkey.KindText, Bytes: v.Raw}
		}
	}
	for i := range d.Columns {
		c := &d.Columns[i]
		c.Family, c.Qualifier, c.Pattern = s.Name(redact.FamilyName, c.Family), s.Name(redact.ColumnName, c.Qualifier),
			s.Sentence(c.Pattern)
	}
	for i := range d.Families {
		d.Families[i].Name = s.Name(redact.FamilyName, d.Families[i].Name)
	}
	for i := range d.Presences {
		p := &d.Presences[i]
		p.Family, p.Qualifier, p.Pattern = s.Name(redact.FamilyName, p.Family), s.Name(redact.ColumnName, p.Qualifier),
			s.Sentence(p.Pattern)
		p.Template = s.Sentence(p.Template)
	}
	d.Layouts, d.Notes = redact.Masked(s, d.Layouts), redact.Masked(s, d.Notes)
}

// redacted returns the side with the name of its table replaced.
func (s *Side) redacted(names *redact.Strings) *Side {
	out, of := *s, *s.Sample
	of.Table.Name = names.Name(redact.TableName, of.Table.Name)
	out.Sample, out.Name = &of, names.Place(s.Name)
	return &out
}

func spelled(set rowkey.Set, name string) bool {
	for _, l := range set {
		if seg := l.Segment(name); seg != nil && seg.Codec.Form().Words != nil {
			return true
		}
	}
	return false
}
