package row

import (
	"tabletop/views"
	"tabletop/views/text"
	"tabletop/views/value"
	"tabletop/views/widget"
)

// otherForms are the forms that the value under the cursor may have besides the one shown, each in a line.
func (s *Screen) otherForms(st *widget.Styles) []string {
	it, ok := s.current()
	if !ok || it.cell < 0 {
		return nil
	}
	cell := it.of.Cell(it.cell)
	const enough = 256 // bytes of a line
	b := cell.Value[:min(len(cell.Value), enough)]
	var lines []string
	for _, f := range value.Forms(b, cell.Size) {
		if f != s.valueForm(cell) {
			lines = append(lines, st.Dim(widget.Pad(string(f), 10))+value.Line(f, b, cell.Size))
		}
	}
	return lines
}

// columnFacts is what is known in the whole table of the column under the cursor, in lines; nil if nothing is.
func (s *Screen) columnFacts(st *widget.Styles) []string {
	it, ok := s.current()
	if !ok || it.cell < 0 || s.data.Profile == nil {
		return nil
	}
	of := it.of.Column(it.of.CellColumn(it.cell))
	column := s.data.Profile.Column(of.Family, of.Qualifier)
	if column == nil {
		return []string{st.Dim("no row of the sample has it")}
	}
	var lines []string
	add := func(name, figures string) { lines = append(lines, st.Dim(widget.Pad(name, 10))+figures) }
	add("rows", text.Share(column.RowShare)+st.Dim(" of all rows have it, ")+text.Integer(column.Rows)+
		st.Dim(" of those read"))
	add("bytes", text.Share(column.ByteShare)+st.Dim(" of all bytes"))
	add("sizes", "p50 "+text.Bytes(float64(column.Values.P50))+st.Dim(", p95 ")+text.Bytes(float64(column.Values.P95))+
		st.Dim(", largest ")+text.Bytes(float64(column.Values.Max)))
	add("versions", text.Number(column.MeanVersions.Value)+st.Dim(" per row that has it, at most ")+
		text.Number(float64(column.MaxVersions)))
	add("written", text.Micros(column.Oldest/1e6*1e6)+st.Dim(" to ")+text.Micros(column.Newest/1e6*1e6))
	return lines
}

// drawSizes draws how large all rows read are, with this one marked.
func (s *Screen) drawSizes(st *widget.Styles, w, h int) []string {
	spread := views.Spread{Title: "ROW SIZES", Of: "rows read, by bytes; ◆ this row", Format: views.Sizes,
		Empty: "not counted yet"}
	if p := s.data.Profile; p != nil {
		spread.Bins = p.RowBytes.Bins
	}
	if smp, row, ok := s.source(); ok {
		spread.Marked, spread.Mark = true, smp.RowBytes(row)
	}
	return spread.Draw(st, w, h)
}
