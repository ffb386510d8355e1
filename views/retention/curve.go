package retention

import (
	"fmt"
	"math"
	"strings"

	"tabletop/model/sample"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// widestStop is the most cells of a stop of the slider, with the gap after it.
const widestStop = 16

// drawCurve draws what each stop of the slider frees of the family, in bytes of the table, as columns. The stop of the
// rule tried and that of the rule in force are marked below, and named.
func (s *Screen) drawCurve(st *widget.Styles, w, h int) []string {
	moment := &s.now
	limit := "maxversions"
	if moment.stops.kind == sample.GCMaxAge {
		limit = "maxage"
	}
	title := "freed of " + text.EscapeString(s.family().Name) + " by " + limit
	if moment.ages != "" && moment.stops.kind == sample.GCMaxAge {
		return append([]string{st.Dim(title)}, say(st, widget.Warning, "▲", "ages mean nothing here: "+moment.ages,
			w)...)
	}
	const axis = 9
	room, height := w-axis, h-4
	if room < 4 || height < 2 || len(moment.curve) == 0 {
		return []string{st.Dim(title)}
	}
	stored, share := s.stored()
	most := 0.0 // share that the first of the stops frees
	for _, kept := range moment.curve {
		most = math.Max(most, 1-kept)
	}
	if most == 0 {
		lines := []string{st.Dim(title), ""}
		for _, l := range text.Wrap("No limit here frees anything: no column has cells beyond it. m moves the other "+
			"number.", max(w, 8)) {
			lines = append(lines, st.Dim(l))
		}
		return lines
	}
	shown := pick(len(moment.curve), moment.chosen, room)
	each := max(min(room/len(shown), widestStop), 1) // cells of a stop, with the gap after it
	lines := make([]string, 0, h)
	lines = append(lines, st.Dim(widget.Truncate(title, w)))
	for line := range height {
		label := ""
		switch line {
		case 0:
			label = share + text.Bytes(most*stored)
		case height - 1:
			label = text.Bytes(0)
		}
		var b strings.Builder
		b.WriteString(st.Dim(widget.PadLeft(label, axis-1) + "│"))
		for _, i := range shown {
			token := widget.Bar
			if i == moment.chosen {
				token = widget.Strong
			}
			b.WriteString(st.Text(token, bar(column((1-moment.curve[i])/math.Max(most, 1e-300), line, height),
				i == moment.chosen, each)))
		}
		lines = append(lines, b.String())
	}
	return append(lines, widget.Spaces(axis)+s.marks(st, shown, each, room),
		widget.Spaces(axis)+st.Dim(ticks(&moment.stops, shown, each, room)), s.legend(st, w))
}

// spokenCurve is the curve as figures, for a screen reader.
func (s *Screen) spokenCurve(w int) []string {
	moment, title := &s.now, "freed of "+text.EscapeString(s.family().Name)
	stored, mark := s.stored()
	inForce, just := moment.stops.at(s.family().Rule)
	parts := make([]string, len(moment.curve))
	for i, kept := range moment.curve {
		parts[i] = moment.stops.label(i) + ": " + mark + text.Bytes((1-kept)*stored)
		if just && i == inForce {
			parts[i] += " in force"
		}
	}
	return text.Wrap(title+": "+strings.Join(parts, ", "), w)
}

// stored returns the bytes that the family stores in the table, or in the rows read where the table's are unknown, and
// the mark of an estimate.
func (s *Screen) stored() (bytes float64, mark string) {
	f := s.family()
	switch {
	case s.review.Garbage.Table.Value <= 0:
		return float64(f.Stored.Bytes), ""
	case f.TableStored.IsExact():
		return f.TableStored.Value, ""
	}
	return f.TableStored.Value, "≈"
}

// bar is one line of a column, with a gap after it where there is room. The column of the rule tried differs by its
// texture too.
func bar(part string, tried bool, each int) string {
	if tried && part == "█" {
		part = "▓"
	}
	n := each
	if each > 2 {
		n--
	}
	return strings.Repeat(part, n) + widget.Spaces(each-n)
}

// marks points at the stops of the rule tried and of that in force.
func (s *Screen) marks(st *widget.Styles, shown []int, each, room int) string {
	family := s.family()
	_, trying := s.tries[family.Name]
	inForce, just := s.now.stops.at(family.Rule)
	out, at := "", 0
	for index, position := range shown {
		mark := ""
		switch {
		case trying && position == s.now.chosen:
			mark = st.Text(widget.Key, "▴")
		case just && position == inForce:
			mark = st.Strong("◆")
		default:
			continue
		}
		out += widget.Spaces(index*each-at) + mark
		at = index*each + 1
	}
	if at == 0 {
		return st.Dim(widget.PadLeft("no limit", min(len(shown)*each+9, room)))
	}
	return out
}

// legend names the marks.
func (s *Screen) legend(st *widget.Styles, w int) string {
	f := s.family()
	policy, tried := text.EscapeString(f.Rule.String()), ""
	if _, trying := s.tries[f.Name]; trying {
		tried = "▴ tried   "
	}
	return st.Dim(widget.Truncate(longest(w, tried+"◆ in force: "+policy, tried+"◆ "+policy), w))
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

// ticks are the names of some stops, as many as fit.
func ticks(k *slider, shown []int, each, room int) string {
	var b strings.Builder
	at := 0
	for index, position := range shown {
		label := k.label(position)
		if x := index * each; x >= at && x+len(label) <= room {
			b.WriteString(widget.Spaces(x - b.Len()))
			b.WriteString(label)
			at = x + len(label) + 2
		}
	}
	return b.String()
}

// label names a stop.
func (s *slider) label(position int) string {
	if s.kind == sample.GCMaxVersions {
		return fmt.Sprint(s.versions[position])
	}
	return sample.Age(s.ages[position])
}
