package widget

import (
	"image/color"

	"charm.land/lipgloss/v2"
)

// Theme is the name of a theme.
type Theme string

// The themes. The safe ones keep to colors that stay apart for people who see fewer of them (Okabe and Ito's palette);
// ANSI keeps to the 16 colors that a terminal names, which look as its owner set them; Mono uses bold, underline and
// reverse only.
const (
	Dark      Theme = "dark"
	Light     Theme = "light"
	SafeDark  Theme = "safe-dark"
	SafeLight Theme = "safe-light"
	ANSI      Theme = "ansi"
	Mono      Theme = "mono"

	// ansiLight is ANSI on a light background: half of the named colors cannot be read on white.
	ansiLight Theme = "ansi-light"
)

// Themes lists all themes.
func Themes() []Theme { return []Theme{Dark, Light, SafeDark, SafeLight, ANSI, Mono} }

// On is the theme to draw with on a terminal whose background is dark or not.
func (t Theme) On(dark bool) Theme {
	if t == ANSI && !dark {
		return ansiLight
	}
	return t
}

// named is the theme of the terminal's own 16 colors that is nearest to t.
func (t Theme) named() Theme {
	switch t {
	case Mono, ANSI, ansiLight:
		return t
	case Light, SafeLight:
		return ansiLight
	}
	return ANSI
}

// palette is what a theme says: one style a token, a cycle for segments, a ramp for sizes.
type palette struct {
	tokens   [numTokens]lipgloss.Style
	segments [SegmentColors]lipgloss.Style
	ramp     [RampSteps]lipgloss.Style
}

// hues are the colors a theme of true colors is made of.
type hues struct {
	dim, accent, key, match, cursor, chosen, err, warn, note, good, bar, track string
	segments                                                                   [SegmentColors]string
	ramp                                                                       [RampSteps]string
}

func (t Theme) palette() palette {
	switch t {
	case Light:
		return lightHues().palette()
	case SafeDark:
		return safeDarkHues().palette()
	case SafeLight:
		return safeLightHues().palette()
	case ANSI:
		return namedPalette(namedDark())
	case ansiLight:
		return namedPalette(namedLight())
	case Mono:
		return monoPalette()
	}
	return darkHues().palette()
}

func darkHues() hues {
	return hues{
		dim: "#9ca0a7", accent: "#7aa2f7", key: "#e0af68", match: "#ff9e64", cursor: "#26365a", chosen: "#1e2233",
		err: "#f77990", warn: "#e0af68", note: "#7dcfff", good: "#9ece6a", bar: "#7aa2f7", track: "#3b4261",
		segments: [...]string{"#7dcfff", "#e0af68", "#9ece6a", "#bb9af7", "#ff9e64", "#2ac3de", "#f7a8c4", "#c0ca6f"},
		ramp:     viridis(),
	}
}

func lightHues() hues {
	return hues{
		dim: "#61666d", accent: "#2048a8", key: "#8a4b00", match: "#b03a00", cursor: "#d8e6ff", chosen: "#eef1f6",
		err: "#b0002a", warn: "#8a5a00", note: "#00658a", good: "#2f6b00", bar: "#2f5fc4", track: "#c3cad6",
		segments: [...]string{"#00658a", "#8a4b00", "#2f6b00", "#6a2fb0", "#b03a00", "#006b6b", "#a01860", "#5c6300"},
		ramp:     reversed(viridis()),
	}
}

// The safe themes are made of the eight colors of M. Okabe and K. Ito, "Color Universal Design" (2008); the light one
// darkens yellow and sky blue, which do not stand out on white. Some are moved so far that a test of contrast holds.
// Their ramp is cividis, made for the same people.
func safeDarkHues() hues {
	return hues{
		dim: "#a7a7a7", accent: "#56b4e9", key: "#f0e442", match: "#e69f00", cursor: "#003f66", chosen: "#282d33",
		err: "#ff8a4d", warn: "#e69f00", note: "#56b4e9", good: "#2fc79a", bar: "#56b4e9", track: "#444c56",
		segments: [...]string{"#56b4e9", "#e69f00", "#2fc79a", "#f0e442", "#d692b8", "#69aedd", "#ff8a4d", "#d0d0d0"},
		ramp:     cividis(),
	}
}

func safeLightHues() hues {
	return hues{
		dim: "#666666", accent: "#0060a0", key: "#7a5600", match: "#ae4900", cursor: "#d6ebf8", chosen: "#f0f0f0",
		err: "#ae4900", warn: "#896000", note: "#0060a0", good: "#00694c", bar: "#0072b2", track: "#c8c8c8",
		segments: [...]string{"#0060a0", "#896000", "#00694c", "#6e6a00", "#974a76", "#256d96", "#ae4900", "#404040"},
		ramp:     reversed(cividis()),
	}
}

// viridis and cividis are eight even steps of the perceptual maps of matplotlib; the darkest are left out, they would
// not be seen on a black background.
func viridis() [RampSteps]string {
	return [...]string{"#46608c", "#38778e", "#2b8e8c", "#25a584", "#42bb72", "#7ad151", "#bbdf27", "#fde725"}
}

func cividis() [RampSteps]string {
	return [...]string{"#5a6a8a", "#666970", "#7d7c78", "#948e77", "#ada26f", "#c5b561", "#e0ca4b", "#fee838"}
}

func reversed(r [RampSteps]string) [RampSteps]string {
	for i, j := 0, len(r)-1; i < j; i, j = i+1, j-1 {
		r[i], r[j] = r[j], r[i]
	}
	return r
}

func (h hues) palette() palette {
	fg := func(hex string) lipgloss.Style { return lipgloss.NewStyle().Foreground(lipgloss.Color(hex)) }
	bg := func(hex string) lipgloss.Style { return lipgloss.NewStyle().Background(lipgloss.Color(hex)) }
	var p palette
	p.tokens = [numTokens]lipgloss.Style{
		Dim: fg(h.dim), Strong: lipgloss.NewStyle().Bold(true), Accent: fg(h.accent).Bold(true), Key: fg(h.key),
		Match: fg(h.match).Underline(true), Cursor: bg(h.cursor), Chosen: bg(h.chosen),
		Error: fg(h.err), Warning: fg(h.warn), Note: fg(h.note), Good: fg(h.good), Bar: fg(h.bar), Track: fg(h.track),
	}
	for i := range p.segments {
		p.segments[i] = fg(h.segments[i])
	}
	for i := range p.ramp {
		p.ramp[i] = fg(h.ramp[i])
	}
	return p
}

// named are the colors of a palette of the 16 that a terminal names. Those of text can be read on the background with
// the palettes that terminals come with; a test verifies that for xterm's and for the console's. nil is the foreground.
type named struct {
	accent, key, match, err, warn, note, good, bar color.Color
	cycle, ramp                                    []color.Color
}

func namedDark() named {
	return named{
		accent: lipgloss.BrightCyan, key: lipgloss.BrightYellow, match: lipgloss.BrightMagenta, err: lipgloss.BrightRed,
		warn: lipgloss.BrightYellow,
		note: lipgloss.BrightCyan, good: lipgloss.BrightGreen, bar: lipgloss.BrightBlue,
		cycle: []color.Color{lipgloss.BrightCyan, lipgloss.BrightYellow, lipgloss.BrightGreen, lipgloss.BrightMagenta,
			lipgloss.BrightRed, lipgloss.BrightWhite},
		ramp: []color.Color{lipgloss.BrightBlue, lipgloss.BrightCyan, lipgloss.BrightGreen, lipgloss.BrightYellow},
	}
}

// namedLight has no green, cyan, and yellow, which are too light: signs and words stand beside every color.
func namedLight() named {
	return named{
		accent: lipgloss.Blue, key: lipgloss.Magenta, match: lipgloss.Red, err: lipgloss.Red, warn: lipgloss.Magenta,
		note: lipgloss.Blue, bar: lipgloss.Blue,
		cycle: []color.Color{lipgloss.Blue, lipgloss.Magenta, lipgloss.Red, nil},
		ramp:  []color.Color{lipgloss.BrightBlack, lipgloss.Magenta, lipgloss.Blue, lipgloss.Black},
	}
}

// namedPalette is a palette of a terminal's own colors. The ramp has four of them: on such a terminal a size is read
// from its figure and bar.
func namedPalette(n named) palette {
	fg := func(c color.Color) lipgloss.Style {
		if c == nil {
			return lipgloss.NewStyle()
		}
		return lipgloss.NewStyle().Foreground(c)
	}
	var p palette
	p.tokens = [numTokens]lipgloss.Style{
		Dim: lipgloss.NewStyle().Faint(true), Strong: lipgloss.NewStyle().Bold(true), Accent: fg(n.accent).Bold(true),
		Key: fg(n.key), Match: fg(n.match).Underline(true), Cursor: lipgloss.NewStyle().Reverse(true),
		Chosen: lipgloss.NewStyle().Bold(true), Error: fg(n.err), Warning: fg(n.warn),
		Note: fg(n.note), Good: fg(n.good), Bar: fg(n.bar), Track: lipgloss.NewStyle().Faint(true),
	}
	for i := range p.segments {
		p.segments[i] = fg(n.cycle[i%len(n.cycle)])
		if i >= len(n.cycle) {
			p.segments[i] = p.segments[i].Bold(true)
		}
	}
	for i := range p.ramp {
		p.ramp[i] = fg(n.ramp[i*len(n.ramp)/RampSteps])
	}
	return p
}

// monoPalette has no color. Adjacent segments differ by underline; the largest sizes are bold.
func monoPalette() palette {
	plain := lipgloss.NewStyle()
	bold := plain.Bold(true)
	var p palette
	p.tokens = [numTokens]lipgloss.Style{
		Strong: bold, Accent: bold, Key: bold, Match: plain.Underline(true), Cursor: plain.Reverse(true), Chosen: bold,
		Error: bold, Warning: bold,
	}
	for i := range p.segments {
		if i%2 == 1 {
			p.segments[i] = plain.Underline(true)
		}
	}
	for i := RampSteps - 2; i < RampSteps; i++ {
		p.ramp[i] = bold
	}
	return p
}
