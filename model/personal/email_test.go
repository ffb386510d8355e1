package personal

import (
	"regexp"
	"testing"

	"pgregory.net/rapid"
)

// TestEmailsAreThoseOfTheExpression verifies that addresses are found where the expression that defines them matches.
func TestEmailsAreThoseOfTheExpression(t *testing.T) {
	expression := regexp.MustCompile(`[A-Za-z0-9._%+-]*[A-Za-z0-9]@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}`)
	rapid.Check(t, func(t *rapid.T) {
		text := []byte(rapid.StringMatching(`([a-cZ0._%+@-]|\.ab|\.com|#|\x00){0,24}`).Draw(t, "text"))
		var got [][]int
		for from := 0; ; {
			a, ok := nextEmail(text, from)
			if !ok {
				break
			}
			if text[a.at] != '@' {
				t.Fatalf("%q: no sign at %d", text, a.at)
			}
			got, from = append(got, []int{a.from, a.to}), a.to
		}
		want := expression.FindAllIndex(text, -1)
		if len(got) != len(want) {
			t.Fatalf("%q: %v, want %v", text, got, want)
		}
		for i := range got {
			if got[i][0] != want[i][0] || got[i][1] != want[i][1] {
				t.Fatalf("%q: %v, want %v", text, got, want)
			}
		}
	})
}
