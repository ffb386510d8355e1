package lessons

import (
	"tabletop/model/lesson"
	"tabletop/views/text"
)

// Figure writes a figure of a lesson as the screens write it, with its uncertainty where it is an estimate.
func Figure(f lesson.Figure) string {
	format := text.Number
	switch f.Unit {
	case lesson.Word:
		return text.EscapeString(f.Word)
	case lesson.Bytes:
		format = text.Bytes
	case lesson.Share:
		format = text.Percent
	}
	out := format(f.Value)
	if f.IsExact() {
		return out
	}
	if doubt := text.PlusMinus(f.Value, f.Low, f.High, format); doubt != "" {
		return out + " (" + doubt + ")"
	}
	return out
}

// Fill writes a text of a lesson with its figures. screen names a screen for the user: "Heat (6)". What the lesson did
// not measure stays in braces.
func Fill(s string, figures lesson.Figures, screen func(id string) (string, bool)) string {
	return lesson.Fill(s, func(name string) (string, bool) {
		f, ok := figures[name]
		if !ok {
			return "", false
		}
		return Figure(f), true
	}, screen)
}
