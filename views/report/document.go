package report

import (
	"html"
	"io"
	"strings"
)

// document is a text with headings, tables and charts that can be written as HTML or Markdown. All its strings are safe
// for a terminal already; the writers escape what has a meaning in their format.
type document struct {
	title  string
	blocks []block
}

// block is one of docBanner, docHeading, docPara, docList, docTable, docCode, docChart and docFold.
type block any

type docHeading struct {
	level int // 2 and up; the title is 1
	text  string
	mark  string // class of the heading in HTML: a severity
}

// docSpan is a run of text in a paragraph.
type docSpan struct {
	text   string
	code   bool
	strong bool
}

// docBanner is a warning that stands above everything else.
type docBanner struct{ text string }

type docPara []docSpan

type docList []docPara

type docTable struct {
	head  []string
	rows  [][]docPara
	right []bool // columns of numbers
}

// docFold is a section of which the reader sees the title until he opens it.
type docFold struct {
	title  string
	blocks []block
}

// docCode is text to be pasted.
type docCode struct{ text string }

func plain(s string) docPara   { return docPara{{text: s}} }
func code(s string) docPara    { return docPara{{text: s, code: true}} }
func strong(s string) docPara  { return docPara{{text: s, strong: true}} }
func (d *document) h(s string) { d.blocks = append(d.blocks, docHeading{2, s, ""}) }
func (d *document) h3(s string) {
	d.blocks = append(d.blocks, docHeading{3, s, ""})
}
func (d *document) p(s string) { d.blocks = append(d.blocks, plain(s)) }
func (d *document) add(b ...block) {
	d.blocks = append(d.blocks, b...)
}

// fold folds each section: what stands before the first heading stays open.
func (d *document) fold() {
	var out []block
	var section *docFold
	for _, part := range d.blocks {
		if h, ok := part.(docHeading); ok && h.level == 2 {
			section = &docFold{title: h.text}
			out = append(out, section)
		} else if section != nil {
			section.blocks = append(section.blocks, part)
		} else {
			out = append(out, part)
		}
	}
	d.blocks = out
}

// markdown writes the document in GitHub's Markdown.
func (d *document) markdown(w io.Writer) error {
	var out strings.Builder
	out.WriteString("# " + mdText(d.title) + "\n")
	mdBlocks(&out, d.blocks)
	_, err := io.WriteString(w, out.String())
	return err
}

func mdBlocks(out *strings.Builder, blocks []block) {
	for _, block := range blocks {
		out.WriteByte('\n')
		switch block := block.(type) {
		case docHeading:
			out.WriteString(strings.Repeat("#", block.level) + " " + mdText(block.text) + "\n")
		case docBanner:
			out.WriteString("> [!WARNING]\n> " + mdText(block.text) + "\n")
		case docPara:
			out.WriteString(mdPara(block) + "\n")
		case docList:
			for _, p := range block {
				out.WriteString("- " + mdPara(p) + "\n")
			}
		case docTable:
			mdTable(out, block)
		case *docFold:
			out.WriteString("<details>\n<summary><b>" + html.EscapeString(block.title) + "</b></summary>\n")
			mdBlocks(out, block.blocks)
			out.WriteString("\n</details>\n")
		case docCode:
			fence := strings.Repeat("`", max(3, longest(block.text, '`')+1))
			out.WriteString(fence + "text\n" + block.text + "\n" + fence + "\n")
		case docChart:
			out.WriteString("**" + mdText(block.title) + "**\n\n```text\n" + block.plain() + "```\n\n" +
				mdText(block.about) + "\n")
		}
	}
}

func mdTable(b *strings.Builder, t docTable) {
	for i, h := range t.head {
		if i == 0 {
			b.WriteByte('|')
		}
		b.WriteString(" " + mdText(h) + " |")
	}
	b.WriteString("\n|")
	for i := range t.head {
		if i < len(t.right) && t.right[i] {
			b.WriteString("---:|")
		} else {
			b.WriteString("---|")
		}
	}
	b.WriteByte('\n')
	for _, row := range t.rows {
		b.WriteByte('|')
		for _, c := range row {
			b.WriteString(" " + strings.ReplaceAll(mdPara(c), "|", `\|`) + " |")
		}
		b.WriteByte('\n')
	}
}

func mdPara(p docPara) string {
	var b strings.Builder
	for _, docSpan := range p {
		switch {
		case docSpan.text == "":
		case docSpan.code:
			b.WriteString(mdCode(docSpan.text))
		case docSpan.strong:
			// a space before the closing stars would keep them from closing
			word := strings.TrimRight(docSpan.text, " ")
			b.WriteString("**" + mdText(word) + "**" + docSpan.text[len(word):])
		default:
			b.WriteString(mdText(docSpan.text))
		}
	}
	return b.String()
}

// mdCode returns a code span, with as many backticks around it as the text needs.
func mdCode(s string) string {
	fence := strings.Repeat("`", longest(s, '`')+1)
	if strings.HasPrefix(s, "`") || strings.HasSuffix(s, "`") || strings.TrimSpace(s) != s || s == "" {
		s = " " + s + " "
	}
	return fence + s + fence
}

// longest returns the length of the longest run of c in s.
func longest(s string, c byte) int {
	best, count := 0, 0
	for i := range len(s) {
		if s[i] == c {
			count++
			best = max(best, count)
		} else {
			count = 0
		}
	}
	return best
}

// mdText escapes what has a meaning in Markdown. It writes < and & as entities, so that the result contains no HTML.
func mdText(s string) string {
	s = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[",
		`\[`, "]", `\]`, "#", `\#`, "~", `\~`, "|", `\|`, "!", `\!`, "@", "&#64;", "://", ":&#47;/").Replace(s)
	if s != "" && strings.ContainsRune("-+=", rune(s[0])) {
		s = `\` + s
	}
	return s
}
