package candidate

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"tabletop/model/rowkey"
)

// The page that describes the language names every call and hash function, and what it shows can be parsed.
func TestDocs(t *testing.T) {
	page, err := os.ReadFile("../../docs/templates.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, found := strings.Cut(string(page), "## Candidates")
	if !found {
		t.Fatal("no section on candidates")
	}
	shown := 0
	parse := func(template string) {
		shown++
		if _, err := Parse(template); err != nil {
			t.Errorf("the page shows what is no candidate: %v", err)
		}
		computed := strings.Contains(template, "(") && !strings.HasPrefix(template, "{user")
		if _, err := rowkey.Parse(template); computed && err == nil {
			t.Errorf("%s is a layout as well as a candidate", template)
		}
	}
	for _, line := range strings.Split(text, "\n") {
		if strings.HasPrefix(line, "    {") || strings.HasPrefix(line, "    order = ") {
			template, _, _ := strings.Cut(strings.TrimSpace(line), "   ")
			parse(template)
		}
		if !strings.HasPrefix(line, "| `") {
			continue
		}
		cell, _, _ := strings.Cut(line[2:], " | ")
		for _, q := range regexp.MustCompile("`[^`]+`").FindAllString(cell, -1) {
			switch q = strings.Trim(q, "`"); {
			case strings.Contains(q, "CALL"):
			case strings.HasPrefix(q, "{"), strings.HasPrefix(q, "order = "):
				parse(q)
			default:
				parse("{user} => " + q)
			}
		}
	}
	if shown < 25 {
		t.Errorf("only %d candidates were found on the page: the test has lost sight of them", shown)
	}
	for _, c := range Calls() {
		if !strings.Contains(text, "`{"+c.Word+"(") {
			t.Errorf("the page does not show %s", c.Word)
		}
		for _, usage := range regexp.MustCompile(`[a-z]+\([^)]*\)`).FindAllString(c.Usage, -1) {
			parse("{" + usage + "}")
		}
	}
	for _, name := range HashNames() {
		if !regexp.MustCompile(`\b` + name + `\b`).MatchString(text) {
			t.Errorf("the page does not name the hash function %s", name)
		}
	}
}
