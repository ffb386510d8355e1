package overview

import (
	"strings"

	"tabletop/views"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// line is one line of the page, with what the cursor finds there.
type line struct {
	text string // styled
	// so that the cursor finds the line again when figures change; empty: the cursor does not stop here
	id    string
	about string        // what the line is about, in a word or two
	why   string        // how its figures were counted
	open  views.Request // where enter goes
	copy  string        // what y copies
}

// page collects the lines of the screen at one width. Each section has a title in a column of its own, or above the
// section where the window is narrow.
type page struct {
	st    *widget.Styles
	w     int
	lines []line
	title string // of the section begun, until it is drawn
	tiled bool   // the page is one tile, which has its title in its frame
	need  int    // lines without which the section says nothing; 0 where the first ones do
	dense bool   // sections follow each other without a blank line
	short bool   // sections leave out what their screens say
	brief bool   // also that of the keys
}

// titleWidth is the width of the column of section titles; narrow is the width under which titles stand above.
const (
	titleWidth = 10
	narrow     = 64
)

// indent is the number of cells before each line of a section.
func (p *page) indent() int {
	if p.tiled {
		return 0
	}
	if p.w < narrow {
		return 1
	}
	return titleWidth
}

// room is the number of cells a line of a section has.
func (p *page) room() int { return max(p.w-p.indent(), 1) }

func (p *page) section(title string) {
	if len(p.lines) > 0 && !p.dense {
		p.lines = append(p.lines, line{})
	}
	if p.tiled {
		return
	}
	p.title = title
	if p.w < narrow {
		p.lines = append(p.lines, line{text: p.st.Accent(title)})
		p.title = ""
	}
}

// add appends a line of the section.
func (p *page) add(l line) {
	l.text = p.st.Accent(widget.Pad(p.title, p.indent())) + l.text
	p.title = ""
	p.lines = append(p.lines, l)
}

// more is the id of a line that continues with what the one before is about. The cursor stops there too, so that the
// last of them can be scrolled to.
func more(id string) string {
	if id == "" {
		return ""
	}
	return id + "+"
}

// flow puts items side by side with three cells between them, on as many lines as they need, the later ones indented.
// All lines carry what l says.
func (p *page) flow(l line, items ...string) {
	const gap = 3
	row := ""
	emit := func() {
		l.text = row
		p.add(l)
		l.id, row = more(l.id), widget.Spaces(gap-1)
	}
	for _, it := range items {
		if it == "" {
			continue
		}
		blank := strings.Trim(row, " ") == ""
		if !blank && widget.Width(row)+gap+widget.Width(it) > p.room() {
			emit()
			blank = true
		}
		if !blank {
			row += widget.Spaces(gap)
		}
		row += it
	}
	if strings.Trim(row, " ") != "" {
		emit()
	}
}

// plain wraps words, dimmed.
func (p *page) plain(words string) {
	for _, s := range text.Wrap(words, p.room()) {
		p.add(line{text: p.st.Dim(s)})
	}
}

// marked wraps words after a mark such as that of a warning. style is one of the Styles' methods that put the mark.
func (p *page) marked(l line, style func(string) string, words string) {
	for i, s := range text.Wrap(words, max(p.room()-2, 1)) {
		l.text = widget.Spaces(2) + s
		if i == 0 {
			l.text = style(s)
		}
		p.add(l)
		l.id = more(l.id)
	}
}
