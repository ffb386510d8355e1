// Package picture draws frames of the app as SVG: one frame, or several as a film. The text stays text, so that
// pictures are small and sharp.
package picture

import (
	"fmt"
	"html"
	"image/color"
	"io"
	"strings"
	"time"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/vt"
)

// Frame is a screen as the app draws it: lines with escape sequences of colors.
type Frame struct {
	Content string
	Hold    time.Duration // how long a film shows it
}

// Style is what the frames do not say themselves.
type Style struct {
	Width, Height          int    // in cells
	Foreground, Background string // of the terminal: "#c8ccd4"
}

// The size of a cell in units of the picture.
const (
	cellWidth  = 8.4
	cellHeight = 17.0
	baseline   = 13.0
	fontSize   = 14
	padding    = 10.0
)

// Still writes one frame.
func Still(w io.Writer, content string, st Style) error {
	return Film(w, []Frame{{Content: content}}, st)
}

// Film writes frames that follow each other without end. Lines that several frames share are written once.
func Film(w io.Writer, frames []Frame, st Style) error {
	painter := &painter{style: st, classes: map[string]string{}, rows: map[string]int{}}
	var shown strings.Builder
	total := time.Duration(0)
	for _, f := range frames {
		total += f.Hold
	}
	at := time.Duration(0)
	for i, frame := range frames {
		if len(frames) > 1 {
			painter.css = append(painter.css, visible(i, at, at+frame.Hold, total))
			at += frame.Hold
			fmt.Fprintf(&shown, "<g id=\"f%d\">\n", i)
		}
		for y, row := range painter.lines(frame.Content) {
			if row >= 0 {
				fmt.Fprintf(&shown, "<use href=\"#r%d\" y=\"%.1f\"/>\n", row, padding+float64(y)*cellHeight)
			}
		}
		if len(frames) > 1 {
			shown.WriteString("</g>\n")
		}
	}
	width, height := float64(st.Width)*cellWidth+2*padding, float64(st.Height)*cellHeight+2*padding
	_, err := fmt.Fprintf(w, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" "+
		"font-family=\"DejaVu Sans Mono,Menlo,Consolas,monospace\" font-size=\"%d\">\n"+
		"<style>text{white-space:pre;fill:%s}%s</style>\n<defs>\n%s</defs>\n<rect width=\"100%%\" height=\"100%%\" "+
		"rx=\"6\" fill=\"%s\"/>\n%s</svg>\n",
		width, height, fontSize, st.Foreground, strings.Join(painter.css, ""), painter.defs.String(), st.Background,
		shown.String())
	return err
}

// visible is the rule by which frame i of a film is seen from one moment to another.
func visible(i int, from, to, total time.Duration) string {
	part := func(d time.Duration) float64 { return 100 * float64(d) / float64(max(total, 1)) }
	hidden := ""
	if from > 0 {
		hidden = fmt.Sprintf("0%%,%.2f%%{visibility:hidden}", part(from)-0.01)
	}
	return fmt.Sprintf("@keyframes k%d{%s%.2f%%,%.2f%%{visibility:visible}%.2f%%,100%%{visibility:hidden}}#f%d{animation:k%d %.1fs step-end infinite}",
		i, hidden, part(from), max(part(to)-0.02, part(from)), max(part(to)-0.01, part(from)), i, i, total.Seconds())
}

// painter collects what frames share: lines and colors.
type painter struct {
	style   Style
	classes map[string]string // by declaration
	css     []string
	rows    map[string]int // by what they draw
	defs    strings.Builder
}

// lines draws a frame and returns the number of each of its lines, -1 for an empty one.
func (p *painter) lines(content string) []int {
	em := vt.NewEmulator(p.style.Width, p.style.Height)
	defer em.Close()
	_, _ = em.WriteString("\x1b[?7l" + strings.ReplaceAll(content, "\n", "\r\n")) // an emulator in memory does not fail
	out := make([]int, p.style.Height)
	for line := range out {
		cells := make([]uv.Cell, p.style.Width)
		for x := range cells {
			if c := em.CellAt(x, line); c != nil {
				cells[x] = *c
			}
		}
		drawn := p.row(cells)
		if drawn == "" {
			out[line] = -1
			continue
		}
		n, ok := p.rows[drawn]
		if !ok {
			n = len(p.rows)
			p.rows[drawn] = n
			fmt.Fprintf(&p.defs, "<g id=\"r%d\">%s</g>\n", n, drawn)
		}
		out[line] = n
	}
	return out
}

// run is what stands in one style.
type run struct {
	x, w   int
	text   string
	fg, bg string // "" is the terminal's
	class  string
}

// row draws a line: first what is behind the text, then blocks, which fonts draw with gaps, then the text.
func (p *painter) row(cells []uv.Cell) string {
	var behind, front strings.Builder
	for _, run := range p.runs(cells) {
		if run.bg != "" {
			fmt.Fprintf(&behind, "<path class=\"%s\" d=\"%s\"/>", p.class("fill:"+run.bg), box(run.x, run.w, 0, 1))
		}
		if top, bottom, ok := block(run.text); ok {
			fmt.Fprintf(&front, "<path class=\"%s\" d=\"%s\"/>", p.class("fill:"+or(run.fg, p.style.Foreground)),
				box(run.x, run.w, top, bottom))
			continue
		}
		if strings.TrimSpace(run.text) == "" {
			continue
		}
		class := ""
		if run.class != "" {
			class = " class=\"" + run.class + "\""
		}
		text := strings.TrimRight(run.text, " ")
		lead := len(text) - len(strings.TrimLeft(text, " "))
		fmt.Fprintf(&front, "<text x=\"%.1f\" y=\"%.0f\" textLength=\"%.1f\"%s>%s</text>",
			padding+float64(run.x+lead)*cellWidth, baseline,
			float64(width(text)-lead)*cellWidth, class, html.EscapeString(text[lead:]))
	}
	return behind.String() + front.String()
}

func width(s string) int { return len([]rune(s)) }

// block reports whether a text is of one of the blocks that are drawn as areas: which part of the height they fill.
func block(s string) (top, bottom float64, ok bool) {
	parts := map[rune][2]float64{'█': {0, 1}, '▀': {0, 0.5}, '▄': {0.5, 1}, '▂': {0.75, 1}, '▁': {0.875, 1}}
	for i, r := range s {
		part, known := parts[r]
		if !known || i > 0 && (part[0] != top || part[1] != bottom) {
			return 0, 0, false
		}
		top, bottom = part[0], part[1]
	}
	return top, bottom, s != ""
}

func box(x, w int, top, bottom float64) string {
	return fmt.Sprintf("M%.1f %.1fh%.1fv%.1fh-%.1fz", padding+float64(x)*cellWidth, top*cellHeight,
		float64(w)*cellWidth, (bottom-top)*cellHeight, float64(w)*cellWidth)
}

// runs joins neighboring cells of one style. Blocks are runs of their own.
func (p *painter) runs(cells []uv.Cell) []run {
	var out []run
	for col := 0; col < len(cells); col++ {
		cell := cells[col]
		text := cell.Content
		if text == "" {
			text = " "
		}
		fg, bg := hex(cell.Style.Fg), hex(cell.Style.Bg)
		if cell.Style.Attrs&uv.AttrReverse != 0 {
			fg, bg = or(bg, p.style.Background), or(fg, p.style.Foreground)
		}
		r := run{x: col, w: max(cell.Width, 1), text: text, fg: fg, bg: bg, class: p.textClass(cell.Style, fg)}
		if n := len(out); n > 0 && out[n-1].joins(r) {
			out[n-1].text += r.text
			out[n-1].w += r.w
			continue
		}
		out = append(out, r)
	}
	return out
}

// joins reports whether o can be drawn together with r before it. What is wider than a cell stands alone.
func (r run) joins(o run) bool {
	_, _, a := block(r.text)
	_, _, b := block(o.text)
	same := a == b && (!a || strings.HasPrefix(r.text, o.text))
	return same && r.fg == o.fg && r.bg == o.bg && r.class == o.class && r.w == width(r.text) && o.w == 1
}

func (p *painter) textClass(st uv.Style, fg string) string {
	var css []string
	if fg != "" {
		css = append(css, "fill:"+fg)
	}
	if st.Attrs&uv.AttrBold != 0 {
		css = append(css, "font-weight:bold")
	}
	if st.Attrs&uv.AttrFaint != 0 {
		css = append(css, "opacity:.6")
	}
	if st.Underline != 0 {
		css = append(css, "text-decoration:underline")
	}
	if css == nil {
		return ""
	}
	return p.class(strings.Join(css, ";"))
}

// class is the name of a declaration; each is written once.
func (p *painter) class(css string) string {
	name, ok := p.classes[css]
	if !ok {
		name = fmt.Sprintf("c%d", len(p.classes))
		p.classes[css] = name
		p.css = append(p.css, "."+name+"{"+css+"}")
	}
	return name
}

func hex(c color.Color) string {
	if c == nil {
		return ""
	}
	r, g, b, _ := c.RGBA()
	return fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
}

func or(s, other string) string {
	if s == "" {
		return other
	}
	return s
}
