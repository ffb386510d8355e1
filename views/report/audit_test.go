package report

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"

	"tabletop/model/audit"
	"tabletop/model/estimate"
	"tabletop/model/sample"
)

// audited audits a table; in.Profile states when.
func audited(t testing.TB, in Input) AuditInput {
	t.Helper()
	ctx := context.Background()
	of, err := in.AuditInput(ctx)
	if err != nil {
		t.Fatal(err)
	}
	r, err := audit.Run(ctx, of, audit.Options{Neighbors: []sample.Table{}})
	if err != nil {
		t.Fatal(err)
	}
	return AuditInput{Report: r, Of: of, FailOn: audit.Note}
}

// auditTables are tables worth a report.
func auditTables(t testing.TB) map[string]Input {
	empty := sample.Assemble(sample.Table{Name: "empty", Families: []sample.Family{{Name: "cf"}}}, everything(), nil)
	return map[string]Input{
		"all": meters(t, everything()), "sample": meters(t, quick()),
		"head":    meters(t, sample.Provenance{Strategy: sample.Head}),
		"hostile": hostile(t), "markup": markup(t), "empty": input(t, "p/i/empty", empty, nil),
	}
}

// markup is a table whose names, keys and values are markup of every format.
func markup(t testing.TB) Input {
	evil := "</code></pre><script>alert(1)</script><img src=x onerror=y> ]]> ```\n# h [a](javascript:b) {0} | & \"'"
	b := sample.NewBuilder(0)
	for i := range 40 {
		b.Row(fmt.Appendf(nil, "%04d#%s", i, evil))
		for v := range 4 {
			b.Cell("f", []byte("q"+evil), now.UnixMicro()-int64(v)*1e6, []byte(evil))
		}
	}
	table := sample.Table{Project: evil, Instance: evil, Name: "t" + evil, Families: []sample.Family{{Name: "f"},
		{Name: "g" + evil}}}
	return input(t, evil, sample.Assemble(table, everything(), []*sample.Builder{b}),
		layouts(t, "{n:pad(4)}#{rest:bytes...}"))
}

func written(t testing.TB, in Input, a AuditInput, f Format) string {
	t.Helper()
	var b bytes.Buffer
	if err := Audit(&b, in, a, f); err != nil {
		t.Fatalf("%s: %v", f, err)
	}
	return b.String()
}

func TestAuditGolden(t *testing.T) {
	in := meters(t, quick())
	a := audited(t, in)
	for _, f := range []Format{Text, Summary, Markdown, HTML, JSON, JUnit} {
		golden(t, "audit_"+string(f), []byte(written(t, in, a, f)))
	}
}

// TestAuditFormats verifies that every format of every table is printable text that its readers can read.
func TestAuditFormats(t *testing.T) {
	for name, in := range auditTables(t) {
		a := audited(t, in)
		for _, f := range a.Findings {
			if f.Severity.Rank() < 0 {
				t.Errorf("%s: %s is of no severity", name, f.ID())
			}
		}
		for _, f := range AuditFormats() {
			out := written(t, in, a, f)
			for _, r := range out {
				if r == utf8.RuneError || !unicode.IsPrint(r) && r != '\n' && r != '\t' {
					t.Fatalf("%s as %s holds %U", name, f, r)
				}
			}
			if err := readable(f, out); err != nil {
				t.Errorf("%s as %s: %v", name, f, err)
			}
		}
	}
}

func readable(f Format, out string) error {
	switch f {
	case JSON:
		_, err := ReadBaseline([]byte(out))
		return err
	case SARIF:
		return validSARIF([]byte(out))
	case JUnit:
		return validJUnit([]byte(out))
	case HTML:
		return selfContained(out)
	case OpenMetrics:
		_, err := parseMetrics(out)
		return err
	}
	return nil
}

// selfContained states what an HTML page has that loads or runs something, or that is no markup of ours.
func selfContained(page string) error {
	known := map[string]bool{}
	for _, tag := range strings.Fields("html head meta title style body h1 h2 h3 p ul li code strong pre div table " +
		"thead tbody tr th td details summary figure figcaption svg text rect line polyline") {
		known[tag] = true
	}
	z := html.NewTokenizer(strings.NewReader(page))
	for {
		switch z.Next() {
		case html.ErrorToken:
			if err := z.Err(); !errors.Is(err, io.EOF) {
				return err
			}
			return nil
		case html.StartTagToken, html.SelfClosingTagToken:
			t := z.Token()
			if !known[t.Data] {
				return errors.New("there is a tag " + t.Data)
			}
			for _, a := range t.Attr {
				if strings.HasPrefix(a.Key, "on") || a.Key == "src" || a.Key == "href" || a.Key == "style" {
					return errors.New("there is an attribute " + a.Key)
				}
			}
		}
	}
}

// TestAuditHTML verifies that the page is whole: every tag is closed, and each chart states what it shows.
func TestAuditHTML(t *testing.T) {
	in := meters(t, quick())
	a := audited(t, in)
	half := estimate.Counted(0.5)
	a.Findings[0].Proposal = &audit.Proposal{Candidate: "{day}#{id}", Better: true,
		Gains: []audit.Effect{{Name: "writes in one place", Unit: audit.Share, Current: half, Proposed: half}},
		Heat:  a.Of.Heat}
	page := written(t, in, a, HTML)
	for _, tag := range []string{"details", "summary", "h2", "h3", "p", "ul", "li", "table", "tr", "td", "figure", "svg", "pre", "code",
		"text"} {
		if open, shut := strings.Count(page, "<"+tag+">")+strings.Count(page, "<"+tag+" "),
			strings.Count(page, "</"+tag+">"); open != shut {
			t.Errorf("%d %s are opened and %d closed", open, tag, shut)
		}
	}
	if n := strings.Count(page, "aria-label="); n < 5 || n != strings.Count(page, "<svg") {
		t.Errorf("%d charts tell what they show", n)
	}
	for _, section := range []string{"What the table is", "How its key is built", "What is wrong", "What it costs",
		"What to change", "What that would give", "How sure this is"} {
		if !strings.Contains(page, "<details>\n<summary><h2>"+section+"</h2></summary>\n") {
			t.Errorf("the section %q is missing, or not folded", section)
		}
	}
}

// TestMarkdownIsText verifies that nothing of a table becomes markup: HTML, links, headings, code that ends early.
func TestMarkdownIsText(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"<script>", `&lt;script&gt;`},
		{"[x](http://y)", `\[x\](http:&#47;/y)`},
		{"a|b", `a\|b`},
		{"# no", `\# no`},
		{"- no", `\- no`},
		{"*a* _b_ ~c~ `d`", "\\*a\\* \\_b\\_ \\~c\\~ \\`d\\`"},
		{"@someone", `&#64;someone`},
	} {
		if got := mdText(tt.in); got != tt.want {
			t.Errorf("%q is written %q, not %q", tt.in, got, tt.want)
		}
	}
	for in, want := range map[string]string{"a": "`a`", "a`b": "``a`b``", "`a": "`` `a ``", "": "`  `",
		"a``b`": "``` a``b` ```"} {
		if got := mdCode(in); got != want {
			t.Errorf("%q is written %q, not %q", in, got, want)
		}
	}
}

func TestReadBaseline(t *testing.T) {
	in := hostile(t)
	a := audited(t, in)
	b, err := ReadBaseline([]byte(written(t, in, a, JSON)))
	if err != nil {
		t.Fatal(err)
	}
	r, err := b.Known(a.Report, in)
	if err != nil || r.Failing(audit.Note) != 0 || len(r.Findings) == 0 {
		t.Errorf("%v: %d of %d are new", err, r.Failing(audit.Note), len(r.Findings))
	}
	for _, bad := range []string{"", "{}", "[]",
		`{"format":"tabletop audit 1","findings":[{"id":"x","severity":"bad"}]}`, `{"findings":{}}`} {
		if _, err := ReadBaseline([]byte(bad)); err == nil {
			t.Errorf("%q is taken for a baseline", bad)
		}
	}
	var doc map[string]any
	if err := json.Unmarshal([]byte(written(t, in, a, JSON)), &doc); err != nil || doc["table"] == nil {
		t.Errorf("%v", err)
	}
}
