package diff

import (
	"cmp"
	"slices"
	"time"

	compare "tabletop/model/diff"
	"tabletop/views"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// SetSources states what the table can be compared with.
func (s *Screen) SetSources(all []views.Source) { s.sources = all }

// choosing reports whether the list of sources has the cursor: nothing is compared yet, or another one is picked.
func (s *Screen) choosing() bool {
	return (s.source == "" || s.picking) && !s.typing && s.data != nil && s.data.Sample != nil
}

// listed is the list that has the cursor.
func (s *Screen) listed() *widget.Table {
	if s.choosing() {
		s.choices.SetLen(len(s.offered()))
		return &s.choices
	}
	return &s.list
}

// offered are the sources to compare with: the baselines of the table, other saved samples, tables but the one that is
// open, then demos.
func (s *Screen) offered() []views.Source {
	out := s.baselines()
	var saved, others, demos []views.Source
	for _, source := range s.sources {
		switch {
		case source.Source == s.data.Source || s.isBaseline(source):
		case source.Kind == "saved":
			source.Title = cmp.Or(source.Title, savedOf(source.Of, source.Read))
			saved = append(saved, source)
		case source.Kind == "demo":
			demos = append(demos, source)
		default:
			others = append(others, source)
		}
	}
	return slices.Concat(out, saved, others, demos)
}

// isBaseline reports whether a source is a saved sample of the table that is open, or was saved of it just now.
func (s *Screen) isBaseline(source views.Source) bool {
	own := ""
	if s.data.Sample != nil {
		own = s.data.Sample.Table.ID()
	}
	return source.Source == s.baseline || source.Kind == "saved" && own != "" && source.Of == own
}

// baselines are the saved samples of the table that is open: what was saved of it just now, then the newest first.
func (s *Screen) baselines() []views.Source {
	var out []views.Source
	for _, source := range s.sources {
		if source.Source == s.data.Source || source.Source == s.baseline || !s.isBaseline(source) {
			continue
		}
		source.Kind, source.Title = "baseline", savedOf("this table", source.Read)
		out = append(out, source)
	}
	slices.SortStableFunc(out, func(a, b views.Source) int { return b.Read.Compare(a.Read) })
	if s.baseline == "" {
		return out
	}
	return append([]views.Source{{Kind: "baseline", Name: s.baseline, Title: "this table, as it was saved",
		Source: s.baseline}}, out...)
}

// savedOf says what table a saved sample is of, and when it was read, as far as that is known.
func savedOf(table string, read time.Time) string {
	if table == "" || read.IsZero() {
		return table
	}
	return table + ", read " + read.UTC().Format("2006-01-02 15:04")
}

// chooseBinding is the binding of the list of sources.
func chooseBinding() views.Binding {
	return views.Binding{Keys: []string{"enter"}, Name: "choose", Help: "compare with the source under the cursor"}
}

func (s *Screen) takeBinding() views.Binding {
	b := chooseBinding()
	b.Run = s.take
	if len(s.offered()) == 0 {
		b.DisabledReason = "nothing is listed to compare with; c takes a name"
	}
	return b
}

// Occasional lists the bindings of the list of sources.
func (s *Screen) Occasional() []views.Binding {
	return append([]views.Binding{chooseBinding()}, s.pickingBindings()...)
}

// pickingBindings are those of the list beside what is compared.
func (s *Screen) pickingBindings() []views.Binding {
	return []views.Binding{
		{Keys: []string{"c"}, Name: "name", Help: "type the name of what to compare with; tab completes paths",
			Run: s.name},
		{Keys: []string{"esc"}, Name: "back", Help: "go back to what is compared", Run: func() views.Request {
			s.picking = false
			return nil
		}},
	}
}

func (s *Screen) take() views.Request {
	all := s.offered()
	i := s.choices.Cursor()
	if i < 0 || i >= len(all) {
		return nil
	}
	return s.load(all[i].Source)
}

// The least lines of the list of sources, its frame included.
const leastChoices = 6

// drawChoices draws how to compare, what with, and what is compared.
func (s *Screen) drawChoices(st *widget.Styles, head []string, w, h int) []string {
	boxed := widget.Boxed(w, h)
	pane := widget.Pane{Title: "COMPARE", Right: widget.Hints(st, "c", "type a name", "ctrl+s", "save as a baseline"),
		Boxed: boxed}
	height := len(head) + 1
	if boxed {
		height++
	}
	lines := pane.Text(st, head, w, min(height, h))
	s.top = len(lines) + 1
	room := h - len(lines)
	if room < leastChoices {
		return lines
	}
	if !isWide(w, room) {
		s.width = w
		about := s.drawAbout(st, w, 0, boxed)
		if room-len(about) < leastChoices {
			about = nil
		}
		return append(append(lines, s.drawSources(st, w, min(room-len(about), max(len(s.offered())+3, leastChoices)),
			boxed)...), about...)
	}
	left := w * 3 / 5
	s.width = left
	listed, about := room, s.drawAbout(st, w-left, 0, boxed)
	if p := s.data.Profile; p != nil {
		rest := room - len(about)
		if rest >= ownFacts+leastSizes {
			about = append(append(about, s.ownPane(st, w-left)...), s.ownSizes(st, w-left, rest-ownFacts)...)
		}
		if most := len(s.offered()) + 3; room-most >= len(p.Families)+3 {
			listed = max(most, leastChoices)
		}
	}
	lists := s.drawSources(st, left, listed, boxed)
	if listed < room {
		lists = append(lists, s.ownFamilies(st, left, room-listed)...)
	}
	return append(lines, widget.Beside([][]string{lists, about}, []int{left, w - left}, room)...)
}

// ownFacts is the height of what is known of the open table, leastSizes that of the sizes of its rows.
const ownFacts, leastSizes = 9, 8

// ownPane draws the figures of the open table that will be compared.
func (s *Screen) ownPane(st *widget.Styles, w int) []string {
	side := &compare.Side{Name: s.data.Source, Sample: s.data.Sample, Profile: s.data.Profile, Layouts: s.data.Layouts}
	var lines []string
	for _, f := range sideFacts() {
		if !f.comparedOnly {
			lines = append(lines, st.Dim(widget.Pad(f.name, 20))+f.of(side))
		}
	}
	return widget.Pane{Title: "THIS TABLE", Boxed: true}.Text(st, lines[:min(len(lines), ownFacts-2)], w, ownFacts)
}

// ownSizes draws how large the rows of the open table are.
func (s *Screen) ownSizes(st *widget.Styles, w, h int) []string {
	return views.Spread{Title: "ROW SIZES", Of: "rows read, by bytes", Bins: s.data.Profile.RowBytes.Bins,
		Format: views.Sizes, Empty: "not counted yet"}.Draw(st, w, h)
}

// ownFamilies draws the families of the open table that will be compared.
func (s *Screen) ownFamilies(st *widget.Styles, w, h int) []string {
	all := s.data.Profile.Families
	table := &s.facts
	table.Sort, table.Still = -1, true
	table.Columns = []widget.Column{{Title: "family", Width: 12, Flex: 1}, {Title: "columns", Right: true},
		{Title: "rows", Right: true}, {Title: "cells", Right: true}, {Title: "of all bytes", Right: true},
		{Title: "", Bar: true, Width: 10, Drop: 1}}
	table.SetLen(len(all))
	return widget.Pane{Title: "FAMILIES OF THIS TABLE", Boxed: true}.Table(st, table, false, w, h,
		func(i, col, w int) string {
			switch family := &all[i]; col {
			case 0:
				return text.EscapeString(family.Name)
			case 1:
				return text.Integer(int64(family.Columns))
			case 2:
				return text.Percent(family.RowShare.Value)
			case 3:
				return text.Number(family.TableCells.Value)
			case 4:
				return text.Percent(family.ByteShare.Value)
			default:
				return widget.ListBar(st, family.ByteShare.Value, w, true)
			}
		})
}

// drawSources draws the list of sources.
func (s *Screen) drawSources(st *widget.Styles, w, h int, boxed bool) []string {
	pane := widget.Pane{Title: "WHAT TO COMPARE WITH", Right: widget.Hints(st, "enter", "compare"), Focus: true,
		Boxed: boxed}
	all := s.offered()
	if len(all) == 0 {
		var lines []string
		for _, l := range text.Wrap("no saved sample and no other table is known: save one with ctrl+s, or type a "+
			"name with c", pane.TextWidth(w)) {
			lines = append(lines, st.Dim(l))
		}
		return pane.Text(st, lines, w, h)
	}
	table := &s.choices
	table.Sort = -1
	table.Columns = []widget.Column{{Title: "source"}, {Title: "name", Width: 12, Flex: 1},
		{Title: "what it is", Width: 12, Flex: 2, Drop: 1}}
	table.SetLen(len(all))
	return pane.Table(st, table, true, w, h, func(i, col, w int) string {
		switch col {
		case 0:
			return st.Dim(text.EscapeString(all[i].Kind))
		case 1:
			return text.EscapeString(all[i].Name)
		}
		return st.Dim(text.EscapeString(all[i].Title))
	})
}

// drawAbout draws what a comparison has, and when it calls a difference one, in at least h lines.
func (s *Screen) drawAbout(st *widget.Styles, w, h int, boxed bool) []string {
	pane := widget.Pane{Title: "WHAT IS COMPARED", Boxed: boxed}
	in := pane.TextWidth(w)
	const name = 11
	var lines []string
	for _, x := range [][2]string{
		{"table", "rows, bytes, cells, and the figures of its policies"},
		{"families", "share of bytes, cells, and garbage"},
		{"kinds", "which layouts of row keys appeared, went, or changed their share"},
		{"columns", "which appeared or went, in how many rows, how large"},
		{"segments", "the values that a segment of the key takes"},
	} {
		lines = append(lines, widget.Labeled(st.Accent, x[0], x[1], name, in)...)
	}
	lines = append(lines, "")
	for _, l := range text.Wrap("A difference is significant only if its interval leaves out zero: figures of a "+
		"sample carry their interval, those of a full scan are exact. "+
		"The sample that was read earlier is the one before, whichever is open.", in) {
		lines = append(lines, st.Dim(l))
	}
	frame := 1
	if boxed {
		frame++
	}
	return pane.Text(st, lines, w, max(h, len(lines)+frame))
}
