package report

import (
	"io"
	"strings"
	"tabletop/model/spelling"
	"tabletop/views/text"

	"github.com/charmbracelet/x/ansi"
)

// page is a report as headings, paragraphs, tables and lines, which is written as text, Markdown and HTML. All its
// strings are safe for a terminal.
type page struct {
	title string // of the document; the text has none
	parts []pagePart
}

// pagePart is a part of a page.
type pagePart interface {
	text(b *strings.Builder)
	document(d *document)
}

// pageHeading begins a section.
type pageHeading struct{ words, name, about string }

// pagePartial warns, above everything else, that a read ended early.
type pagePartial struct {
	reason string
	width  int
}

// pageParagraph is a text that is wrapped to width cells. The prefix indents and marks it.
type pageParagraph struct {
	prefix, words string
	width         int
}

// pageLine is a line of words that is not wrapped.
type pageLine struct{ words string }

// pageVerbatim has lines whose columns matter, such as a map.
type pageVerbatim struct{ b strings.Builder }

// pageGrid is a table within width cells, indented.
type pageGrid struct {
	grid   *grid
	indent string
	width  int
}

// heading begins a section: words, in capitals in the text; the name of what it is about; and a remark.
func (p *page) heading(words, name, about string) {
	p.parts = append(p.parts, pageHeading{words, name, about})
}

// partial warns that a read ended early, for a reason; it adds nothing where that is empty.
func (p *page) partial(reason string, width int) {
	if reason != "" {
		p.parts = append(p.parts, pagePartial{reason, width})
	}
}

// paragraph adds a text that is wrapped to width cells.
func (p *page) paragraph(prefix, words string, width int) {
	p.parts = append(p.parts, pageParagraph{prefix, words, width})
}

// line adds words that are not wrapped, indented by its leading spaces.
func (p *page) line(words string) { p.parts = append(p.parts, pageLine{words}) }

// table adds a grid.
func (p *page) table(g *grid, indent string, width int) {
	p.parts = append(p.parts, pageGrid{g, indent, width})
}

// gap adds an empty line to the text.
func (p *page) gap() { p.parts = append(p.parts, pageLine{}) }

// Write adds lines that stay as they are.
func (p *page) Write(b []byte) (int, error) {
	if n := len(p.parts); n > 0 {
		if v, ok := p.parts[n-1].(*pageVerbatim); ok {
			return v.b.Write(b)
		}
	}
	v := &pageVerbatim{}
	p.parts = append(p.parts, v)
	return v.b.Write(b)
}

// write writes the page as text, Markdown or HTML.
func (p *page) write(w io.Writer, f Format) error {
	switch f {
	case Markdown:
		return p.document().markdown(w)
	case HTML:
		return p.document().html(w)
	}
	_, err := io.WriteString(w, p.String())
	return err
}

// String returns the page as text.
func (p *page) String() string {
	var b strings.Builder
	for _, part := range p.parts {
		part.text(&b)
	}
	return b.String()
}

// document returns the page as a document.
func (p *page) document() *document {
	document := &document{title: p.title}
	for i, part := range p.parts {
		item, ok := part.(pageParagraph)
		if ok && i > 0 && item.mark() != "" && isItem(p.parts[i-1]) {
			n := len(document.blocks) - 1
			document.blocks[n] = append(document.blocks[n].(docList), item.item())
			continue
		}
		part.document(document)
	}
	return document
}

// isItem reports whether a part is an item of a list.
func isItem(part pagePart) bool {
	p, ok := part.(pageParagraph)
	return ok && p.mark() != ""
}

func (h pageHeading) text(b *strings.Builder) {
	b.WriteString("\n" + strings.TrimSpace(strings.ToUpper(h.words)+" "+h.name))
	if h.about != "" {
		b.WriteString("  " + h.about)
	}
	b.WriteByte('\n')
}

func (h pageHeading) document(d *document) {
	d.h(strings.TrimSpace(spelling.Capitalize(h.words) + " " + h.name))
	if h.about != "" {
		inside, rest, _ := strings.Cut(strings.TrimPrefix(h.about, "("), ")")
		d.p(spelling.Capitalize(inside) + ".")
		if rest = strings.TrimSpace(rest); rest != "" {
			d.p(spelling.Capitalize(rest) + ".")
		}
	}
}

func (p pagePartial) text(b *strings.Builder) {
	pageParagraph{"▲ ", partialRead + p.reason, p.width}.text(b)
}

// document puts the warning first, wherever the text has it.
func (p pagePartial) document(d *document) { d.partial(p.reason) }

func (p pageParagraph) text(b *strings.Builder) {
	prefix := p.prefix
	n := ansi.StringWidth(prefix)
	for i, line := range text.Wrap(p.words, max(p.width-n, 20)) {
		if i > 0 {
			prefix = strings.Repeat(" ", n)
		}
		b.WriteString(strings.TrimRight(prefix+line, " "))
		b.WriteByte('\n')
	}
}

// mark returns what marks the paragraph as an item of a list; empty if nothing does.
func (p pageParagraph) mark() string { return strings.TrimSpace(p.prefix) }

func (p pageParagraph) item() docPara {
	if p.mark() == "·" {
		return plain(p.words)
	}
	return docPara{{text: p.mark(), strong: true}, {text: " " + p.words}}
}

func (p pageParagraph) document(d *document) {
	if p.mark() == "" {
		d.p(p.words)
		return
	}
	d.add(docList{p.item()})
}

func (l pageLine) text(b *strings.Builder) { b.WriteString(l.words + "\n") }

func (l pageLine) document(d *document) {
	if words := strings.TrimSpace(l.words); words != "" {
		d.p(words)
	}
}

func (v *pageVerbatim) text(b *strings.Builder) { b.WriteString(v.b.String()) }

func (v *pageVerbatim) document(d *document) {
	if s := strings.Trim(v.b.String(), "\n"); s != "" {
		d.add(docCode{s})
	}
}

func (g pageGrid) text(b *strings.Builder) { b.WriteString(g.grid.text(g.indent, g.width)) }

// document omits columns without text.
func (g pageGrid) document(d *document) {
	if len(g.grid.rows) == 0 {
		return
	}
	var columns []int
	for i, w := range g.grid.widths(1 << 20) {
		if w > 0 {
			columns = append(columns, i)
		}
	}
	docTable := docTable{head: make([]string, len(columns))}
	for _, i := range columns {
		docTable.right = append(docTable.right, g.grid.kinds[i] == 'r')
	}
	for index, row := range g.grid.rows {
		cells := make([]docPara, len(columns))
		for k, i := range columns {
			if i < len(row) {
				cells[k] = plain(strings.TrimSpace(row[i]))
			}
		}
		if index == 0 && g.grid.headed {
			for k := range cells {
				docTable.head[k] = cells[k][0].text
			}
			continue
		}
		docTable.rows = append(docTable.rows, cells)
	}
	d.add(docTable)
}
