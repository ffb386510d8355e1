package columns

import (
	"context"
	"sort"

	"tabletop/model/analysis"
	"tabletop/model/figures"
	"tabletop/model/retention"
	"tabletop/model/sample"
	"tabletop/views"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// collected is what garbage collection may take of the columns, by the policies in force.
type collected struct {
	of      *analysis.Analysis
	garbage *retention.Garbage
}

// collect is the Work that evaluates the policies.
func (s *Screen) collect() views.Request {
	if s.data == nil || s.data.Sample == nil || s.collectedOf == s.data.Analysis {
		return nil
	}
	of := s.data.Analysis
	s.collectedOf = of
	return views.Work{Name: "columns/garbage", Run: func(ctx context.Context) any {
		garbage, err := of.Figures().Garbage(ctx)
		if err != nil {
			return nil // canceled: there is newer data
		}
		return collected{of, garbage}
	}}
}

// garbage is what is known of the garbage in the columns listed; nil while it is counted.
func (s *Screen) garbage() *retention.Garbage {
	if s.order == nil || s.collected.of != s.order.of {
		return nil
	}
	return s.collected.garbage
}

// columnPart returns the garbage of a column; false while it is counted, and for one that no kept row has.
func (s *Screen) columnPart(c *figures.Column) (part retention.Part, ok bool) {
	garbage := s.garbage()
	if garbage == nil {
		return part, false
	}
	id, ok := columnID(s.order.of.Sample, sample.Column{Family: c.Family, Qualifier: c.Qualifier})
	if !ok {
		return part, false
	}
	return garbage.Columns[id], true
}

// familyPart returns the garbage of a family; false while it is counted.
func (s *Screen) familyPart(name string) (part retention.Part, ok bool) {
	garbage := s.garbage()
	if garbage == nil {
		return part, false
	}
	at := sort.Search(len(garbage.Families), func(i int) bool { return garbage.Families[i].Name >= name })
	if at == len(garbage.Families) || garbage.Families[at].Name != name {
		return part, false
	}
	return garbage.Families[at].Part, true
}

// garbageCell writes how much of a part is garbage, in bytes and as its share.
func (s *Screen) garbageCell(st *widget.Styles, part retention.Part, ok bool) string {
	switch {
	case s.garbage() == nil:
		return ""
	case !ok:
		return st.Dim(text.NoFigure)
	case part.Eligible.Bytes == 0:
		return st.Dim("none")
	}
	return text.TableAmount(part.Eligible, part.TableEligible, s.garbage().Table) +
		widget.PadLeft(text.Percent(part.Share.Value), 7)
}

// mostGarbage states which column holds the most garbage; empty where there is none, or one column alone.
func (s *Screen) mostGarbage() string {
	garbage, most := s.garbage(), -1
	if garbage == nil || len(garbage.Columns) < 2 || garbage.Total.Eligible.Bytes <= 0 {
		return ""
	}
	var all int64
	for id := range garbage.Columns {
		all += garbage.Columns[id].Eligible.Bytes
		if most < 0 || garbage.Columns[id].Eligible.Bytes > garbage.Columns[most].Eligible.Bytes {
			most = id
		}
	}
	if all <= 0 {
		return ""
	}
	column, part := s.order.of.Sample.Column(sample.ColumnID(most)), garbage.Columns[most]
	words := text.EscapeString(column.Family) + ":" + text.Qualifier(column.Qualifier) + " holds " +
		text.Percent(float64(part.Eligible.Bytes)/float64(all)) + " of the garbage"
	if counted := s.order.of.Profile.Column(column.Family, column.Qualifier); counted != nil {
		words += " and " + text.Percent(counted.ByteShare.Value) + " of the bytes" // as the list has them
	}
	return words
}

// mostBytes states which column holds the most bytes; empty where there is one column alone.
func (s *Screen) mostBytes() string {
	all := s.order.of.Profile.Columns
	if len(all) < 2 {
		return ""
	}
	most := &all[0]
	for i := range all {
		if all[i].ByteShare.Value > most.ByteShare.Value {
			most = &all[i]
		}
	}
	return text.EscapeString(most.Family) + ":" + text.Qualifier(most.Qualifier) + " holds " +
		text.Share(most.ByteShare) + " of the bytes"
}
