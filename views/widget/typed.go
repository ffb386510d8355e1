package widget

import (
	"errors"
	"strings"

	"tabletop/model/rowkey"
	"tabletop/views/text"
)

// TypedFit is how a template that is typed fits what was read.
type TypedFit struct {
	Good    bool
	Words   string // how many rows or keys it fits, or what is wrong with how many
	Example []byte // the first key that it does not fit; nil where there is none
	Why     string // what is wrong with that
}

// Draw draws the fit; nil is one that is still counted.
func (f *TypedFit) Draw(st *Styles, w int) string {
	switch {
	case f == nil:
		return st.Dim("◌ trying it on the keys read…")
	case f.Good:
		return st.Good(f.Words)
	}
	words := st.Warning(f.Words)
	if f.Example != nil {
		words += st.Dim("  first ") + EscapeTo(f.Example, w/2) + " " + st.Dim(f.Why)
	}
	return words
}

// Mistake returns the syntax error of what is typed with its place in the line; nil where there is none. A parser
// leaves spaces at the front out of its count.
func (in *Input) Mistake(err error) *rowkey.SyntaxError {
	if err == nil {
		return nil
	}
	var syntax *rowkey.SyntaxError
	if !errors.As(err, &syntax) {
		return &rowkey.SyntaxError{Offset: len(in.text), Message: err.Error()}
	}
	moved := *syntax
	moved.Offset = min(moved.Offset+len(in.text)-len(strings.TrimLeft(in.text, " ")), len(in.text))
	return &moved
}

// DrawTyped draws a template that is being typed after a head, and below it its mistake with a mark under its place or,
// without one, how it fits, in at most h lines.
func (in *Input) DrawTyped(st *Styles, head string, w, h int, mistake *rowkey.SyntaxError, fit string) []string {
	room, wrong := max(w-Width(head), 1), -1
	if mistake != nil {
		wrong = mistake.Offset
	}
	lines := []string{head + in.Draw(st, room, wrong)}
	switch {
	case h < 2:
		return lines
	case mistake == nil:
		return append(lines, fit)
	}
	message := "the layout cannot be read"
	if mistake.Message != "" {
		message = text.Safe(mistake.Message)
	}
	caret := Spaces(Width(head)) + strings.TrimRight(in.CaretLine(st, room, wrong), " ") + " "
	if Width(caret)+Width(message) <= w {
		return append(lines, caret+st.Text(Error, message))
	}
	if h > 2 {
		lines = append(lines, caret)
	}
	room = max(w-2, 1)
	parts := text.Wrap(message, room)
	if last := h - len(lines) - 1; last+1 < len(parts) {
		parts = append(parts[:last:last], Truncate(strings.Join(parts[last:], " "), room))
	}
	parts[0] = st.Error(parts[0])
	for i := range parts[1:] {
		parts[i+1] = "  " + parts[i+1]
	}
	return append(lines, parts...)
}
