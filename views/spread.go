package views

import (
	"tabletop/model/figures"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// Spread is a pane with how many rows or cells have which size or number.
type Spread struct {
	Title  string
	Of     string // what is counted, and by what
	Bins   []figures.Bin
	Format func(int64) string
	Empty  string // stands in place of the columns if there are none
	Marked bool   // ◆ stands below the column that holds Mark
	Mark   int64
}

// Draw draws the pane in exactly h lines of at most w cells.
func (s Spread) Draw(st *widget.Styles, w, h int) []string {
	pane := widget.Pane{Title: s.Title, Right: st.Dim(s.Of), Boxed: true}
	return pane.Text(st, s.Chart(st, pane.TextWidth(w), h-2), w, h)
}

// Chart draws the columns alone in h lines, or what stands in their place.
func (s Spread) Chart(st *widget.Styles, w, h int) []string {
	chart := widget.ColumnChart{Label: func(i int) string { return s.Format(s.Bins[i].From) }}
	top := 0.0
	for i, b := range s.Bins {
		chart.Values = append(chart.Values, b.Count)
		top = max(top, b.Count)
		if s.Marked && b.From <= s.Mark && s.Mark <= b.To {
			chart.Mark = i + 1
		}
	}
	if top == 0 {
		return []string{st.Dim(s.Empty)}
	}
	chart.Top = text.Number(top)
	return chart.Draw(st, w, h)
}

// Sizes formats a number of bytes for a Spread.
func Sizes(n int64) string { return text.Bytes(float64(n)) }

// Numbers formats a count for a Spread.
func Numbers(n int64) string { return text.Number(float64(n)) }
