// Package widget is the drawing that screens share: styles, cutting text to a width, bars, windows over long lists,
// tables, an input line, a finder, boxes. It holds no text of a table that was not escaped by its caller (views/text).
package widget

import (
	"image/color"
	"slices"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"
)

// Token names what a piece of text means. Only themes know colors.
type Token uint8

// The tokens.
const (
	Plain   Token = iota // the terminal's own foreground
	Dim                  // secondary: units, intervals, rules, what is off
	Strong               // what to read first
	Accent               // names of screens and headings
	Key                  // a key to press
	Match                // the letters a search found
	Cursor               // the line under the cursor
	Chosen               // a line that is chosen but not under the cursor
	Error                // what is broken: always beside the mark !
	Warning              // what to look at: always beside the mark ▲
	Note                 // what is worth knowing: always beside the mark ·
	Good                 // what is fine: always beside the mark ✓
	Bar                  // the filled part of a bar
	Track                // the rest of a bar
	numTokens
)

// SegmentColors is the length of the cycle of segment colors.
const SegmentColors = 8

// RampSteps is the number of steps of the size ramp.
const RampSteps = 8

// Styles is a theme made ready to draw with: the escape sequences are made once, so that styling a text is joining
// three strings. The zero value draws plain text.
type Styles struct {
	theme    Theme
	spoken   bool // frames are read aloud
	profile  colorprofile.Profile
	tokens   [numTokens]wrap
	segments [SegmentColors]wrap
	ramp     [RampSteps]wrap
	rampRGB  [RampSteps]color.Color
}

// wrap is what stands before and after a styled text.
type wrap struct{ on, off string }

func (w wrap) text(s string) string {
	if w.on == "" || s == "" {
		return s
	}
	return w.on + s + w.off
}

// ForSpeech returns the styles for frames that are read aloud: what only a picture shows is told in figures.
func (st *Styles) ForSpeech() *Styles {
	spoken := *st
	spoken.spoken = true
	return &spoken
}

// Spoken reports whether frames are read aloud.
func (st *Styles) Spoken() bool { return st.spoken }

// NewStyles makes a theme ready for a terminal that shows the colors of profile. With 16 colors the theme's own are
// replaced by the terminal's named ones, which the user has chosen to be readable; with none only bold, underline and
// reverse are left.
func NewStyles(theme Theme, profile colorprofile.Profile) *Styles {
	palette := theme.palette()
	switch {
	case profile <= colorprofile.ASCII && profile != colorprofile.Unknown:
		palette = monoPalette()
	case profile == colorprofile.ANSI:
		palette = theme.named().palette()
	}
	st := &Styles{theme: theme, profile: profile}
	for t := range st.tokens {
		st.tokens[t] = cutOut(palette.tokens[t])
	}
	for i := range st.segments {
		st.segments[i] = cutOut(palette.segments[i])
	}
	for i := range st.ramp {
		st.ramp[i] = cutOut(palette.ramp[i])
		st.rampRGB[i] = palette.ramp[i].GetForeground()
	}
	return st
}

// cutOut renders one letter and keeps what Lip Gloss puts around it.
func cutOut(style lipgloss.Style) wrap {
	on, off, _ := strings.Cut(style.Render("x"), "x")
	return wrap{on, off}
}

// Theme is the theme the styles were made of.
func (st *Styles) Theme() Theme { return st.theme }

// Profile is the colors of the terminal that the styles were made for.
func (st *Styles) Profile() colorprofile.Profile { return st.profile }

// Colors returns how many colors maps of many shades can use: as many as the terminal shows, 16, 256 or 1<<24, and 0
// where it shows none or the theme has none. Under 256 they fall back to characters.
func (st *Styles) Colors() int {
	if st.theme == Mono {
		return 0
	}
	switch st.profile {
	case colorprofile.TrueColor:
		return 1 << 24
	case colorprofile.ANSI256:
		return 256
	case colorprofile.ANSI:
		return 16
	}
	return 0
}

// Text styles s. It must not hold styled text: the end of the inner style would end the outer one too (see Line).
func (st *Styles) Text(t Token, s string) string { return st.tokens[t].text(s) }

// Dim styles what matters less than the text around it.
func (st *Styles) Dim(s string) string { return st.Text(Dim, s) }

// Strong styles what to read first.
func (st *Styles) Strong(s string) string { return st.Text(Strong, s) }

// Accent styles names of screens and headings.
func (st *Styles) Accent(s string) string { return st.Text(Accent, s) }

// Match styles the letters that a search found.
func (st *Styles) Match(s string) string { return st.Text(Match, s) }

// Error puts the mark and the color of an error on s. The mark is what carries the meaning where there is no color, as
// that of the others does.
func (st *Styles) Error(s string) string { return st.Text(Error, marked("✖", s)) }

// Warning puts the mark and the color of a warning on s.
func (st *Styles) Warning(s string) string { return st.Text(Warning, marked("▲", s)) }

// Note puts the mark and the color of a note on s.
func (st *Styles) Note(s string) string { return st.Text(Note, marked("·", s)) }

// Good puts the mark and the color of what is as it should be on s.
func (st *Styles) Good(s string) string { return st.Text(Good, marked("✓", s)) }

// Marked returns words with the mark of Error, Warning, Note or Good; any other token only colors them.
func (st *Styles) Marked(t Token, words string) string {
	switch t {
	case Error:
		return st.Error(words)
	case Warning:
		return st.Warning(words)
	case Note:
		return st.Note(words)
	case Good:
		return st.Good(words)
	}
	return st.Text(t, words)
}

func marked(mark, s string) string {
	if s == "" {
		return mark
	}
	return mark + " " + s
}

// Segment styles s in the color of the i-th segment of a layout. The colors repeat after SegmentColors.
func (st *Styles) Segment(i int, s string) string {
	return st.segments[((i%SegmentColors)+SegmentColors)%SegmentColors].text(s)
}

// Size styles s by the size ramp; share is 0 (smallest) to 1 (largest).
func (st *Styles) Size(share float64, s string) string { return st.ramp[step(share)].text(s) }

func step(share float64) int {
	if !(share > 0) { // NaN too
		return 0
	}
	return min(int(share*RampSteps), RampSteps-1)
}

// inReverse is the beginning of text in reverse.
const inReverse = "\x1b[7m"

// uncolored takes out of styled text all but what is bold or underlined: in reverse, each color would be a background
// of its own.
func uncolored(s string) string {
	var out strings.Builder
	for {
		before, rest, found := strings.Cut(s, "\x1b[")
		out.WriteString(before)
		params, after, ended := strings.Cut(rest, "m")
		if !found || !ended {
			return out.String()
		}
		kept := slices.DeleteFunc(strings.Split(params, ";"), func(param string) bool {
			return param != "1" && param != "4"
		})
		switch {
		case params == "" || params == "0":
			out.WriteString("\x1b[" + params + "m")
		case len(kept) > 0:
			out.WriteString("\x1b[" + strings.Join(kept, ";") + "m")
		}
		s = after
	}
}

// Line lays a token under a whole line that may hold styled text, and fills it to w cells: the cursor line.
func (st *Styles) Line(t Token, s string, w int) string {
	s = Pad(s, w)
	over := st.tokens[t]
	if over.on == "" {
		return s
	}
	if over.on == inReverse && st.Colors() > 0 {
		s = uncolored(s)
	}
	// An inner end of style ends everything, so the outer style is switched on again after each.
	return over.on + strings.ReplaceAll(s, over.off, over.off+over.on) + over.off
}
