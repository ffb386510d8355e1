package rowkey

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// The page that describes the language names every codec, and what it shows can be parsed.
func TestDocs(t *testing.T) {
	page, err := os.ReadFile("../../docs/templates.md")
	if err != nil {
		t.Fatal(err)
	}
	shown := map[string]bool{}
	table, _, _ := strings.Cut(section(t, string(page), "## Codecs"), "\nNUMBER is")
	for _, row := range regexp.MustCompile("(?m)^\\| `.*").FindAllString(table, -1) {
		cell, _, _ := strings.Cut(row[2:], " | ")
		for _, quoted := range regexp.MustCompile("`[^`]+`").FindAllString(cell, -1) {
			spec := strings.Trim(quoted, "`")
			if regexp.MustCompile("[A-Z]{3}|^upper$|^any$").MatchString(spec) || strings.Contains(spec, "(n") {
				continue // a placeholder
			}
			for _, one := range strings.Fields(spec) {
				if !strings.Contains(spec, " ") || strings.Contains(spec, "(") {
					one = spec
				}
				c, err := ParseCodec(one)
				if err != nil {
					t.Errorf("the page shows a codec that is none: %v", err)
					continue
				}
				shown[c.Spec()] = true
			}
		}
	}
	for _, spec := range examples() {
		if word, _, _ := strings.Cut(spec, "("); !strings.Contains(string(page), "`"+word) {
			t.Errorf("the page does not mention %s", spec)
		}
	}
	if len(shown) < 40 {
		t.Errorf("only %d codecs were found on the page: the test has lost sight of them", len(shown))
	}
	for _, d := range Words() {
		if d.Usage == "" || d.Text == "" {
			t.Errorf("%s is not described", d.Word)
		}
	}
	for _, line := range strings.Split(section(t, string(page), "# Templates"), "\n") {
		template, _, _ := strings.Cut(strings.TrimPrefix(line, "    "), "   ")
		if strings.HasPrefix(line, "    ") {
			if _, err := Parse(template); err != nil {
				t.Errorf("the page shows a template that is none: %v", err)
			}
		}
	}
}

// section is the part of a page from a heading to the next.
func section(t *testing.T, page, heading string) string {
	_, rest, found := strings.Cut(page, heading)
	if !found {
		t.Fatalf("no heading %q", heading)
	}
	body, _, _ := strings.Cut(rest, "\n## ")
	return body
}
