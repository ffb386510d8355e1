package retention

import (
	"fmt"
	"math"
	"strings"

	"tabletop/model/sample"
	"tabletop/views/widget"
)

// drawCurve draws the share kept at each stop of the slider as columns, the stop of the rule tried marked below.
func (s *Screen) drawCurve(st *widget.Styles, w, h int) []string {
	m := &s.now
	title := "bytes kept, by versions"
	if m.stops.kind == sample.GCMaxAge {
		title = "bytes kept, by age"
		if m.ages != "" {
			return append([]string{st.Dim(title)}, say(st, widget.Warning, "▲", "ages mean nothing here: "+m.ages, w)...)
		}
	}
	const axis = 6
	room, height := w-axis, h-3
	if room < 4 || height < 2 || len(m.curve) == 0 {
		return []string{st.Dim(title)}
	}
	shown := pick(len(m.curve), m.chosen, room)
	// One stop takes as many cells as fit.
	each := max(min(room/len(shown), 4), 1)
	lines := make([]string, 0, h)
	lines = append(lines, st.Dim(title))
	for y := range height {
		label := ""
		switch y {
		case 0:
			label = "100 %"
		case height - 1:
			label = "  0 %"
		}
		var b strings.Builder
		b.WriteString(st.Dim(widget.Pad(label, axis-1) + "│"))
		for _, i := range shown {
			token := widget.Bar
			if i == m.chosen {
				token = widget.Strong
			}
			b.WriteString(st.Text(token, strings.Repeat(column(m.curve[i], y, height), each)))
		}
		lines = append(lines, b.String())
	}
	return append(lines, widget.Spaces(axis)+s.chosenMark(st, shown, each, room), widget.Spaces(axis)+st.Dim(ticks(&m.stops, shown, each, room)))
}

// pick chooses at most room of n stops, evenly, the chosen one among them.
func pick(n, chosen, room int) []int {
	if n <= room {
		all := make([]int, n)
		for i := range all {
			all[i] = i
		}
		return all
	}
	out := make([]int, room)
	for i := range out {
		out[i] = i * (n - 1) / max(room-1, 1)
		// The chosen stop stands in for the one before it that is shown.
		if next := (i + 1) * (n - 1) / max(room-1, 1); chosen < n && chosen > out[i] && chosen < next {
			out[i] = chosen
		}
	}
	return out
}

// column is the part of a column of the given share that is on line y from the top of h.
func column(share float64, y, h int) string {
	const levels = "▁▂▃▄▅▆▇█"
	eighths := int(math.Round(share * float64(h*8)))
	if share > 0 {
		eighths = max(eighths, 1)
	}
	n := eighths - (h-1-y)*8
	switch {
	case n <= 0:
		return " "
	case n >= 8:
		return "█"
	}
	return string([]rune(levels)[n-1])
}

// chosenMark points at the stop of the rule tried.
func (s *Screen) chosenMark(st *widget.Styles, shown []int, each, room int) string {
	for k, i := range shown {
		if i == s.now.chosen {
			return widget.Spaces(k*each) + st.Text(widget.Key, "▴")
		}
	}
	return st.Dim(widget.PadLeft("no limit", min(len(shown)*each+9, room)))
}

// ticks are the names of some stops, as many as fit.
func ticks(k *slider, shown []int, each, room int) string {
	var b strings.Builder
	at := 0
	for n, i := range shown {
		label := ""
		if k.kind == sample.GCMaxVersions {
			label = fmt.Sprint(k.versions[i])
		} else {
			label = sample.Age(k.ages[i])
		}
		if x := n * each; x >= at && x+len(label) <= room {
			b.WriteString(widget.Spaces(x - b.Len()))
			b.WriteString(label)
			at = x + len(label) + 2
		}
	}
	return b.String()
}
