package report

import (
	"fmt"
	"html"
	"io"
	"strings"
)

// style is all there is to the look of a report: it reads on screens, on paper, light and dark.
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
details{margin:.4rem 0}summary{cursor:pointer;color:var(--dim)}
@media print{:root{color-scheme:light}body{max-width:none;padding:0}h2,h3{break-after:avoid}pre,figure,tr{break-inside:avoid}}`

// html writes the document as one file that needs neither network nor script.
func (d *document) html(w io.Writer) error {
	var b strings.Builder
	t := html.EscapeString(d.title)
	b.WriteString("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n")
	// The policy is a second wall behind the escaping: nothing is loaded, and no script runs.
	b.WriteString("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n")
	fmt.Fprintf(&b, "<title>%s</title>\n<style>%s</style>\n</head>\n<body>\n<h1>%s</h1>\n", t, style, t)
	for _, x := range d.blocks {
		switch x := x.(type) {
		case docHeading:
			class := ""
			if x.mark != "" {
				class = fmt.Sprintf(" class=%q", x.mark)
			}
			fmt.Fprintf(&b, "<h%d%s>%s</h%d>\n", x.level, class, html.EscapeString(x.text), x.level)
		case docBanner:
			fmt.Fprintf(&b, "<p class=\"banner\" role=\"alert\">%s</p>\n", html.EscapeString(x.text))
		case docPara:
			b.WriteString("<p>" + htmlPara(x) + "</p>\n")
		case docList:
			b.WriteString("<ul>\n")
			for _, p := range x {
				b.WriteString("<li>" + htmlPara(p) + "</li>\n")
			}
			b.WriteString("</ul>\n")
		case docTable:
			htmlTable(&b, x)
		case docCode:
			b.WriteString("<pre>" + html.EscapeString(x.text) + "</pre>\n")
		case docChart:
			fmt.Fprintf(&b, "<figure>\n<figcaption>%s</figcaption>\n%s<p class=\"about\">%s</p>\n</figure>\n", html.EscapeString(x.title), x.svg(), html.EscapeString(x.about))
		}
	}
	b.WriteString("</body>\n</html>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

func htmlTable(b *strings.Builder, t docTable) {
	b.WriteString("<div class=\"wide\"><table>\n<thead><tr>")
	class := func(i int) string {
		if i < len(t.right) && t.right[i] {
			return ` class="r"`
		}
		return ""
	}
	for i, h := range t.head {
		fmt.Fprintf(b, "<th scope=\"col\"%s>%s</th>", class(i), html.EscapeString(h))
	}
	b.WriteString("</tr></thead>\n<tbody>\n")
	for _, row := range t.rows {
		b.WriteString("<tr>")
		for i, c := range row {
			fmt.Fprintf(b, "<td%s>%s</td>", class(i), htmlPara(c))
		}
		b.WriteString("</tr>\n")
	}
	b.WriteString("</tbody></table></div>\n")
}

func htmlPara(p docPara) string {
	var b strings.Builder
	for _, s := range p {
		t := html.EscapeString(s.text)
		switch {
		case s.code:
			t = "<code>" + t + "</code>"
		case s.strong:
			t = "<strong>" + t + "</strong>"
		}
		b.WriteString(t)
	}
	return b.String()
}
