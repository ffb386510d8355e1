package lesson

import (
	"regexp"
	"testing"
)

// TestOneRowPerDay verifies that the lessons write "one row per day", not "a row a day".
func TestOneRowPerDay(t *testing.T) {
	former := regexp.MustCompile(`\b(?:row|column|cell|version)s? an? (?:hour|day|month|week|minute|person|machine|friend|friendship|reading|garden)\b`)
	for _, l := range All() {
		texts := []string{l.Title, l.About}
		for _, s := range l.Steps {
			texts = append(texts, s.Text, s.Task, s.Why)
			if c, ok := s.Check.(Choice); ok {
				for _, o := range c.Options {
					texts = append(texts, o.Text, o.Reply)
				}
			}
		}
		for _, text := range texts {
			if m := former.FindString(text); m != "" {
				t.Errorf("%s: %q in %q", l.Name, m, text)
			}
		}
	}
}
