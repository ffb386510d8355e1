package diff

import (
	"tabletop/model/redact"
	"tabletop/model/rowkey"
)

// Redact replaces the values of segments that are data, and the names of columns that identify people. Words that a template
// contains stay. Sources lose their directories.
func (d *Diff) Redact(s *redact.Strings) {
	d.Redacted = true
	for i := range d.Segments {
		seg := &d.Segments[i]
		if spelled(d.Before.Layouts, seg.Name) || spelled(d.After.Layouts, seg.Name) {
			continue
		}
		for j := range seg.Values {
			v := &seg.Values[j]
			v.Raw = s.Text(v.Raw)
			v.Value = rowkey.Value{Kind: rowkey.KindText, Bytes: v.Raw}
		}
	}
	for i := range d.Columns {
		d.Columns[i].Qualifier = s.Name(d.Columns[i].Qualifier)
	}
}

func spelled(set rowkey.Set, name string) bool {
	for _, l := range set {
		if seg := l.Segment(name); seg != nil && seg.Codec.Form().Words != nil {
			return true
		}
	}
	return false
}
