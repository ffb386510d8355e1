package report

import (
	"html/template"
	"io"
)

// style is the whole style sheet of a report, for screens and paper, light and dark.
const style = `:root{color-scheme:light dark;--fg:#1c2024;--dim:#5b6570;--line:#d5dae0;--bg:#fff;--soft:#f4f6f8;--bar:#2f6fb0;--error:#b3261e;--warning:#8a5a00;--note:#2f6fb0;--good:#1b7f4b}
@media screen and (prefers-color-scheme:dark){:root{--fg:#e4e8ec;--dim:#9aa5b1;--line:#3a424b;--bg:#15181c;--soft:#1e2329;--bar:#6ea8e0;--error:#ff8a80;--warning:#f0b849;--note:#8ab8e8;--good:#6fd3a0}}
*{box-sizing:border-box}body{margin:0 auto;padding:2rem 1.25rem 4rem;max-width:62rem;font:16px/1.55 system-ui,sans-serif;color:var(--fg);background:var(--bg)}
h1{font-size:1.7rem;line-height:1.25;overflow-wrap:anywhere}h2{margin-top:2.6rem;font-size:1.3rem;border-bottom:1px solid var(--line);padding-bottom:.25rem}h3{margin-top:1.8rem;font-size:1.05rem}
h3.error{border-left:.3rem solid var(--error);padding-left:.6rem}h3.warning{border-left:.3rem solid var(--warning);padding-left:.6rem}h3.note{border-left:.3rem solid var(--note);padding-left:.6rem}
.banner{border:2px solid var(--error);border-radius:4px;padding:.6rem .9rem;font-weight:600}
p,li{overflow-wrap:anywhere}code{font:.88em ui-monospace,monospace;background:var(--soft);padding:.1em .3em;border-radius:3px;white-space:pre-wrap;overflow-wrap:anywhere}
pre{font:.86em/1.45 ui-monospace,monospace;background:var(--soft);border:1px solid var(--line);padding:.7rem .9rem;overflow-x:auto;white-space:pre}
.wide{overflow-x:auto}table{border-collapse:collapse;font-size:.92rem;width:100%}th,td{text-align:left;vertical-align:top;padding:.3rem .7rem .3rem 0;border-bottom:1px solid var(--line)}th{font-weight:600;color:var(--dim)}.r{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
figure{margin:1.4rem 0}figcaption{font-weight:600;margin-bottom:.4rem;overflow-wrap:anywhere}.about{margin:.3rem 0;color:var(--dim);font-size:.9rem}svg{max-width:100%;height:auto;display:block}svg text{font:12px system-ui,sans-serif;fill:var(--fg)}svg .dim{fill:var(--dim)}svg .bar{fill:var(--bar)}svg .track{fill:var(--soft)}svg .axis{stroke:var(--line)}svg .line{fill:none;stroke:var(--bar);stroke-width:2}svg .line1{stroke:var(--warning);stroke-dasharray:7 3}svg .line2{stroke:var(--good);stroke-dasharray:2 3}svg .line3{stroke:var(--error);stroke-dasharray:10 3 2 3}svg .line4{stroke:var(--dim)}svg .line5{stroke:var(--fg);stroke-dasharray:1 4}
details{margin:1.2rem 0}summary{cursor:pointer}summary h2{display:inline;border:0}
@media print{details::details-content{content-visibility:visible;display:block}:root{color-scheme:light}body{max-width:none;padding:0}h2,h3{break-after:avoid}pre,figure,tr{break-inside:avoid}}`

// pageTemplate is the template of a report. The policy is a second defense after escaping: nothing is loaded, and no
// script runs.
const pageTemplate = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{{.Title}}</title>
<style>{{.Style}}</style>
</head>
<body>
<h1>{{.Title}}</h1>
{{range .Blocks}}{{template "block" .}}{{end}}</body>
</html>
{{define "block"}}
{{- if eq .Kind "heading"}}<h2{{template "mark" .}}>{{.Text}}</h2>
{{else if eq .Kind "subheading"}}<h3{{template "mark" .}}>{{.Text}}</h3>
{{else if eq .Kind "banner"}}<p class="banner" role="alert">{{.Text}}</p>
{{else if eq .Kind "para"}}<p>{{template "spans" .Spans}}</p>
{{else if eq .Kind "list"}}<ul>
{{range .Items}}<li>{{template "spans" .}}</li>
{{end}}</ul>
{{else if eq .Kind "table"}}<div class="wide"><table>
<thead><tr>{{range .Head}}<th scope="col"{{if .Right}} class="r"{{end}}>{{template "spans" .Spans}}</th>{{end}}</tr></thead>
<tbody>
{{range .Rows}}<tr>{{range .}}<td{{if .Right}} class="r"{{end}}>{{template "spans" .Spans}}</td>{{end}}</tr>
{{end}}</tbody></table></div>
{{else if eq .Kind "fold"}}<details>
<summary><h2>{{.Text}}</h2></summary>
{{range .Blocks}}{{template "block" .}}{{end}}</details>
{{else if eq .Kind "code"}}<pre>{{.Text}}</pre>
{{else if eq .Kind "chart"}}<figure>
<figcaption>{{.Text}}</figcaption>
{{.SVG}}<p class="about">{{.About}}</p>
</figure>
{{end}}{{end -}}
{{define "mark"}}{{if .Mark}} class="{{.Mark}}"{{end}}{{end -}}
{{define "spans"}}{{range .}}{{if .Code}}<code>{{.Text}}</code>{{else if .Strong}}<strong>{{.Text}}</strong>{{else}}{{.Text}}{{end}}{{end}}{{end -}}
`

// htmlBlock is a block in the form that the template needs. Kind determines which fields are set.
type htmlBlock struct {
	Kind  string
	Text  string
	Mark  string
	Spans []htmlSpan
	Items [][]htmlSpan
	Head  []htmlCell
	Rows  [][]htmlCell
	SVG   template.HTML
	About string
	// Blocks are those of a fold.
	Blocks []htmlBlock
}

type htmlSpan struct {
	Text         string
	Code, Strong bool
}

type htmlCell struct {
	Spans []htmlSpan
	Right bool
}

// html writes the document as one file without scripts and external resources.
func (d *document) html(w io.Writer) error {
	page, err := template.New("page").Parse(pageTemplate)
	if err != nil {
		return err
	}
	return page.Execute(w, struct {
		Title  string
		Style  template.CSS
		Blocks []htmlBlock
	}{d.title, style, newHTMLBlocks(d.blocks)})
}

func newHTMLBlocks(blocks []block) []htmlBlock {
	out := make([]htmlBlock, len(blocks))
	for i, b := range blocks {
		out[i] = newHTMLBlock(b)
	}
	return out
}

func newHTMLBlock(b block) htmlBlock {
	switch block := b.(type) {
	case docHeading:
		kind := "heading"
		if block.level > 2 {
			kind = "subheading"
		}
		return htmlBlock{Kind: kind, Text: block.text, Mark: block.mark}
	case docBanner:
		return htmlBlock{Kind: "banner", Text: block.text}
	case docPara:
		return htmlBlock{Kind: "para", Spans: htmlSpans(block)}
	case docList:
		out := htmlBlock{Kind: "list"}
		for _, p := range block {
			out.Items = append(out.Items, htmlSpans(p))
		}
		return out
	case docTable:
		return newHTMLTable(block)
	case *docFold:
		return htmlBlock{Kind: "fold", Text: block.title, Blocks: newHTMLBlocks(block.blocks)}
	case docCode:
		return htmlBlock{Kind: "code", Text: block.text}
	case docChart:
		// svg escapes every text that it draws.
		return htmlBlock{Kind: "chart", Text: block.title, SVG: template.HTML(block.svg()), About: block.about}
	}
	return htmlBlock{}
}

func newHTMLTable(t docTable) htmlBlock {
	right := func(i int) bool { return i < len(t.right) && t.right[i] }
	out := htmlBlock{Kind: "table"}
	for i, h := range t.head {
		out.Head = append(out.Head, htmlCell{[]htmlSpan{{Text: h}}, right(i)})
	}
	for _, row := range t.rows {
		var cells []htmlCell
		for i, c := range row {
			cells = append(cells, htmlCell{htmlSpans(c), right(i)})
		}
		out.Rows = append(out.Rows, cells)
	}
	return out
}

func htmlSpans(p docPara) []htmlSpan {
	out := make([]htmlSpan, len(p))
	for i, s := range p {
		out[i] = htmlSpan{s.text, s.code, s.strong}
	}
	return out
}
