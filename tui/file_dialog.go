package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"tabletop/views"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// fileDialog asks over the screen for the path of a file to write, and for what is written: each option is one of
// several values. tab completes the path, and a file that exists is written over only at a second enter.
type fileDialog struct {
	title   string
	about   string // what is written, styled; one line
	options []*fileOption
	path    widget.Input
	typed   bool // the path is not the proposed one any more
	row     int  // that has the focus: the path is the last one

	paths   []string // that begin with the path, after tab
	exists  string   // the path that would be written over, once that was found out
	problem string   // why the last try failed
	busy    bool

	acceptKey, closeKey string // as the settings have them

	propose  func() string // a path for the options as they are
	complete func(prefix string)
	write    func(path string, over bool)
}

// fileOption is something that can be chosen about a file.
type fileOption struct {
	name   string
	values []string
	at     int
	// values of a later option may depend on it
	changed func()
	about   func() string // what is to be known of the value; nil or empty for nothing
}

func (o *fileOption) value() string {
	if o.at >= len(o.values) {
		return ""
	}
	return o.values[o.at]
}

// begin proposes a path and puts the focus on it.
func (d *fileDialog) begin() {
	d.row = len(d.options)
	d.path.SetText(d.propose())
}

func (d *fileDialog) press(k tea.KeyPressMsg) (views.Request, bool) {
	switch key := k.String(); key {
	case "esc":
		if d.exists != "" {
			d.exists = ""
			return nil, false
		}
		return nil, true
	case "enter":
		if path := d.path.Text(); path != "" && !d.busy {
			d.problem, d.paths = "", nil
			d.write(path, d.exists == path)
		}
	case "up", "shift+tab":
		d.row = (d.row + len(d.options)) % (len(d.options) + 1)
	case "down":
		d.row = (d.row + 1) % (len(d.options) + 1)
	default:
		if d.row < len(d.options) {
			d.choose(key)
			return nil, false
		}
		d.edit(k)
	}
	return nil, false
}

// choose changes the option that has the focus.
func (d *fileDialog) choose(key string) {
	fileOption := d.options[d.row]
	by := 0
	switch key {
	case "left", "h":
		by = -1
	case "right", "l", "tab", "space":
		by = 1
	}
	if by == 0 || len(fileOption.values) == 0 {
		return
	}
	fileOption.at = (fileOption.at + by + len(fileOption.values)) % len(fileOption.values)
	if fileOption.changed != nil {
		fileOption.changed()
	}
	if !d.typed {
		d.path.SetText(d.propose())
	}
	d.exists, d.problem = "", ""
}

// edit changes the path.
func (d *fileDialog) edit(k tea.KeyPressMsg) {
	if k.String() == "tab" {
		d.complete(d.path.Text())
		return
	}
	before := d.path.Text()
	if d.path.Press(k); d.path.Text() != before {
		d.typed, d.exists, d.problem, d.paths = true, "", "", nil
	}
}

// receive takes the completion of the path, unless it was changed meanwhile.
func (d *fileDialog) receive(c views.CompletedPath) {
	if c.Prefix != d.path.Text() {
		return
	}
	if c.Text != c.Prefix {
		d.path.SetText(c.Text)
		d.typed = true
	}
	d.paths = c.Paths
	if len(c.Paths) == 1 && c.Text == c.Paths[0] {
		d.paths = nil
	}
	d.exists = ""
}

func (d *fileDialog) wheel(int) {}

func (d *fileDialog) click(x, y int) (views.Request, bool) {
	const above = 2 // what is written, and a line below it
	switch index := y - above; {
	case index < 0 || index > len(d.options):
	case index == len(d.options):
		d.row = index
	default:
		d.row = index
		by := "right"
		if x < 2+optionName+2 { // on the left arrow, or on the name
			by = "left"
		}
		d.choose(by)
	}
	return nil, false
}

func (d *fileDialog) bindings() []views.Binding {
	enter := "write"
	if d.exists != "" {
		enter = "write over it"
	}
	out := []views.Binding{{Keys: []string{"enter"}, Name: enter}}
	if d.row < len(d.options) {
		out = append(out, views.Binding{Keys: []string{"right"}, Name: "change"})
	} else {
		out = append(out, views.Binding{Keys: []string{"tab"}, Name: "complete"})
	}
	if len(d.options) > 0 {
		out = append(out, views.Binding{Keys: []string{"up"}, Name: "options"})
	}
	return append(out, views.Binding{Keys: []string{"esc"}, Name: "back"})
}

// optionName is the width of the names of options.
const optionName = 9

// shownPaths is how many completions are listed.
const shownPaths = 6

func (d *fileDialog) draw(st *widget.Styles, w, h int) string {
	w = min(w, menuWidth)
	in := w - widget.BoxWidth
	lines := []string{d.about, ""}
	for i, o := range d.options {
		line := "  " + st.Dim(widget.Pad(o.name, optionName)) + o.value()
		if len(o.values) > 1 {
			line = "  " + st.Dim(widget.Pad(o.name, optionName)) + st.Text(widget.Key, "‹ ") + o.value() +
				st.Text(widget.Key, " ›")
		}
		lines = append(lines, d.focused(st, i, line, in))
	}
	room := max(in-optionName-2, 1)
	lines = append(lines, d.focused(st, len(d.options),
		"  "+st.Dim(widget.Pad("file", optionName))+d.path.Draw(st, room, -1), in), "")
	for _, o := range d.options {
		if o.about != nil && o.about() != "" {
			lines = append(lines, text.Wrap(st.Warning(o.about()), in)...)
		}
	}
	switch {
	case d.busy:
		lines = append(lines, st.Dim("writing ..."))
	case d.problem != "":
		lines = append(lines, text.Wrap(st.Error(d.problem), in)...)
	case d.exists != "":
		lines = append(lines,
			text.Wrap(st.Warning(text.EscapeString(d.exists)+" exists: "+d.acceptKey+" writes over it, "+d.closeKey+
				" keeps it"), in)...)
	case len(d.paths) > 0:
		for _, p := range d.paths[:min(len(d.paths), shownPaths)] {
			lines = append(lines, widget.Truncate("  "+text.EscapeString(p), in))
		}
		if n := len(d.paths) - shownPaths; n > 0 {
			lines = append(lines, st.Dim("  and "+text.Integer(int64(n))+" more"))
		}
	default:
		lines = append(lines, st.Dim("tab completes the path; without one it is in this directory"))
	}
	return widget.Box(st, d.title, lines, w, min(h, len(lines)+widget.BoxHeight))
}

func (d *fileDialog) focused(st *widget.Styles, row int, line string, w int) string {
	if row == d.row {
		return "▸" + strings.TrimPrefix(line, " ")
	}
	return line
}
