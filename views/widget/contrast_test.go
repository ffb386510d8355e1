package widget

import (
	"image/color"
	"math"
	"testing"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
)

// contrast is the contrast ratio of WCAG 2.2: 1 to 21.
func contrast(a, b color.Color) float64 {
	la, lb := luminance(a), luminance(b)
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

func luminance(c color.Color) float64 {
	r, g, b, _ := c.RGBA()
	channel := func(v uint32) float64 {
		s := float64(v) / 0xffff
		if s <= 0.04045 {
			return s / 12.92
		}
		return math.Pow((s+0.055)/1.055, 2.4)
	}
	return 0.2126*channel(r) + 0.7152*channel(g) + 0.0722*channel(b)
}

// TestContrast verifies that text of every theme has a contrast of at least 4.5 to 1 on the theme's background, on the
// line under the cursor and on a chosen line, and that bars have 3 to 1. Tracks are exempt.
func TestContrast(t *testing.T) {
	backgrounds := map[Theme][]string{Dark: {"#000000", "#1e1e1e"}, SafeDark: {"#000000", "#1e1e1e"},
		Light: {"#ffffff", "#fafafa"}, SafeLight: {"#ffffff", "#fafafa"}}
	names := map[Token]string{Dim: "dim", Accent: "accent", Key: "key", Match: "match", Error: "error",
		Warning: "warning", Note: "note", Good: "good"}
	for theme, grounds := range backgrounds {
		p := theme.palette()
		under := map[string]color.Color{"cursor": p.tokens[Cursor].GetBackground(),
			"chosen": p.tokens[Chosen].GetBackground()}
		for _, g := range grounds {
			under[g] = lipgloss.Color(g)
		}
		for ground, bg := range under {
			for token, name := range names {
				if c := contrast(p.tokens[token].GetForeground(), bg); c < 4.5 {
					t.Errorf("%s: %s on %s has %.2f", theme, name, ground, c)
				}
			}
			for i := range p.segments {
				if c := contrast(p.segments[i].GetForeground(), bg); c < 4.5 {
					t.Errorf("%s: segment %d on %s has %.2f", theme, i+1, ground, c)
				}
			}
			if c := contrast(p.tokens[Bar].GetForeground(), bg); c < 3 {
				t.Errorf("%s: bars on %s have %.2f", theme, ground, c)
			}
		}
	}
}

// TestContrastOfNamedColors verifies the same of the themes of a terminal's own 16 colors, with the palettes that xterm
// and the VGA console come with: faint text has no color to compute, and the cursor line is the same two colors
// reversed.
func TestContrastOfNamedColors(t *testing.T) {
	palettes := map[string][16]string{
		"xterm": {"#000000", "#cd0000", "#00cd00", "#cdcd00", "#0000ee", "#cd00cd", "#00cdcd", "#e5e5e5", "#7f7f7f",
			"#ff0000", "#00ff00", "#ffff00", "#5c5cff", "#ff00ff", "#00ffff", "#ffffff"},
		"vga": {"#000000", "#aa0000", "#00aa00", "#aa5500", "#0000aa", "#aa00aa", "#00aaaa", "#aaaaaa", "#555555",
			"#ff5555", "#55ff55", "#ffff55", "#5555ff", "#ff55ff", "#55ffff", "#ffffff"},
	}
	grounds := map[Theme]color.Color{ANSI: lipgloss.Color("#000000"), ansiLight: lipgloss.Color("#ffffff")}
	for name, colors := range palettes {
		for theme, ground := range grounds {
			p := theme.palette()
			holds := func(what string, c color.Color, least float64) {
				basic, ok := c.(ansi.BasicColor)
				if !ok {
					return // the terminal's foreground
				}
				if got := contrast(lipgloss.Color(colors[basic]), ground); got < least {
					t.Errorf("%s, %s: %s has %.2f, want %.1f", name, theme, what, got, least)
				}
			}
			for token, what := range map[Token]string{Accent: "accent", Key: "key", Match: "match", Error: "error",
				Warning: "warning", Note: "note", Good: "good"} {
				holds(what, p.tokens[token].GetForeground(), 4.5)
			}
			for i := range p.segments {
				holds("a segment", p.segments[i].GetForeground(), 4.5)
			}
			holds("a bar", p.tokens[Bar].GetForeground(), 3)
			for i := range p.ramp {
				holds("a step of the ramp", p.ramp[i].GetForeground(), 3)
			}
		}
	}
}
