package lesson_test

import (
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tabletop/model/lesson"
)

// misconception is something wrong that a lesson replies to, and the guideline that the reply names.
type misconception struct{ lesson, wrong, reply string }

var cited = regexp.MustCompile(`\bG\d\d\b`)

// misconceptions are those of all lessons, by guideline.
func misconceptions() map[string][]misconception {
	out := map[string][]misconception{}
	for _, l := range lesson.All() {
		for i, s := range l.Steps {
			note := func(wrong, reply string) {
				for _, id := range cited.FindAllString(reply, -1) {
					out[id] = append(out[id], misconception{fmt.Sprintf("%s#%d", l.Name, i+1), wrong, reply})
				}
			}
			options := func(ask string, c lesson.Choice) {
				for k, o := range c.Options {
					if k != c.Answer {
						note(ask+" — "+o.Text, o.Reply)
					}
				}
			}
			if s.Predict != nil {
				options(s.Predict.Ask, s.Predict.Choice)
			}
			switch c := s.Check.(type) {
			case lesson.Choice:
				options(s.Task, c)
			case lesson.Number:
				for _, m := range c.Mistakes {
					note(s.Task+" — another figure", m.Say)
				}
			case lesson.Make:
				for _, m := range c.Mistakes {
					note("made: `"+strings.TrimSuffix(strings.TrimPrefix(m.Like.String(), "^(?:"), ")$")+"`", m.Say)
				}
			}
		}
	}
	return out
}

// TestEveryMisconceptionHasItsReply verifies that for each guideline a lesson has at least one wrong option or known
// mistake whose reply names it, and that docs/misconceptions.md is the table of them.
func TestEveryMisconceptionHasItsReply(t *testing.T) {
	all := misconceptions()
	ids := guidelines(t)
	for _, id := range ids {
		if len(all[id]) == 0 {
			t.Errorf("no reply to wrong work names %s", id)
		}
	}
	for id := range all {
		if !slices.Contains(ids, id) {
			t.Errorf("a reply names %s, which docs/guidelines.md does not have", id)
		}
	}
	var b strings.Builder
	b.WriteString("# Misconceptions\n\nWhat students often believe of each point of [guidelines.md](guidelines.md), " +
		"and what the lessons reply. In the lessons these are wrong\noptions, or mistakes that are recognized in " +
		"what was made (as a regular expression). A test of `model/lesson` writes this page with `-update`.\n\n" +
		"| point | what is wrong | reply | step |\n|---|---|---|---|\n")
	screens := regexp.MustCompile(`\{@(\w+)\}`)
	escape := func(s string) string {
		return strings.NewReplacer("|", `\|`, "\n", " ").Replace(screens.ReplaceAllString(s, "the screen $1"))
	}
	for _, id := range slices.Sorted(maps.Keys(all)) {
		for _, m := range all[id] {
			fmt.Fprintf(&b, "| %s | %s | %s | `%s` |\n", id, escape(m.wrong), escape(m.reply), m.lesson)
		}
	}
	page(t, "misconceptions.md", b.String())
}

// guidelines are the IDs that docs/guidelines.md has.
func guidelines(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile("../../docs/guidelines.md")
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, m := range regexp.MustCompile(`(?m)^\| (G\d\d) \|`).FindAllStringSubmatch(string(text), -1) {
		out = append(out, m[1])
	}
	return out
}

// page compares a page of docs with what it should be, or writes it with -update.
func page(t *testing.T, name, want string) {
	t.Helper()
	path := "../../docs/" + name
	if *update {
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(path); err != nil || string(got) != want {
		t.Errorf("docs/%s is not what the lessons say (%v); write it with: go test ./model/lesson -update", name, err)
	}
}
