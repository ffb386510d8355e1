package workload

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// lineNames are the segments and columns of the tests of queries in a line.
func lineNames() []string {
	return []string{"tenant", "device", "at", "limit", "log:status", "log:http code"}
}

// TestQueryInALine verifies that a line is read as the file with the same words, and what is said of a mistake.
func TestQueryInALine(t *testing.T) {
	for _, tt := range []struct{ line, want string }{
		{"tenant equal", "tenant equal, frequency 1"},
		{" tenant: equal ,at range 7d, frequency 250", "tenant equal, at range 1w, frequency 250"},
		{"latest 1 per tenant, device by at", "latest 1 per tenant, device by at, frequency 1"},
		{"tenant equal, top 10 by m:score", "tenant equal, top 10 by m:score, frequency 1"},
		{"latest 10 by m:score", "top 10 by m:score, frequency 1"},
		{"tenant = San Jose, CA, device equal, limit 5", "tenant = San Jose, CA, device equal, limit 5, frequency 1"},
		{"log:status range = 500 .. 599, log:http code equal, columns log:status log:x",
			"log:status range = 500 .. 599, log:http code equal, columns log:status log:x, frequency 1"},
		{"limit equal, limit 3", "limit equal, limit 3, frequency 1"},
		{"all rows, reads its own writes", "all rows, reads its own writes, frequency 1"},
		{"", "all rows, frequency 1"},
	} {
		q, err := ParseQuery(tt.line, lineNames())
		if err != nil {
			t.Errorf("%q: %v", tt.line, err)
			continue
		}
		if got := q.OneLine(); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.line, got, tt.want)
		}
	}
	for line, says := range map[string]string{
		"tenant":                       `"" is not a condition`,
		"nobody equal":                 `no segment "nobody"; there are tenant`,
		"tenant equal, nobody range 3": `no segment "nobody"`,
		"tenant equal, tenant equal":   "appears twice",
		"limit no":                     `"no" is not a number of rows`,
		"frequency 0":                  "a query that never runs costs nothing",
		"latest 3":                     "wants a number and a time",
		"tenant equall":                `"equall" is not a condition`,
		"latest 3 by at, limit 2":      "leave out one of the two",
	} {
		if _, err := ParseQuery(line, lineNames()); err == nil || !strings.Contains(err.Error(), says) ||
			strings.HasPrefix(err.Error(), "line ") {
			t.Errorf("%q: %v, want %q", line, err, says)
		}
	}
}

// TestLinesReadBack verifies that what OneLine writes is read back as the same query.
func TestLinesReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		conditions := []string{"equal", "= a, b", "prefix 3", "prefix = x y", "range 7d", "range 10", "range = 1 .. 9",
			"in 2026-05", "labels 2", "labels = google.com"}
		q := &Query{Frequency: float64(rapid.IntRange(1, 1e6).Draw(t, "frequency")) / 8}
		ranged := false
		for _, name := range lineNames() {
			if rapid.Bool().Draw(t, name) {
				text := rapid.SampledFrom(conditions).Draw(t, "condition")
				c, err := ParseCondition(name, text)
				if err != nil {
					t.Fatal(err)
				}
				if c.Op == Range && ranged {
					continue
				}
				ranged = ranged || c.Op == Range
				q.Where = append(q.Where, c)
			}
		}
		if rapid.Bool().Draw(t, "limited") {
			q.Limit = rapid.IntRange(1, 1000).Draw(t, "limit of rows")
		}
		q.Kind = rapid.SampledFrom([]string{"", "order", "two words", "A"}).Draw(t, "kind")
		q.ReadYourWrites = rapid.Bool().Draw(t, "read your writes")
		read, err := ParseQuery(q.OneLine(), lineNames())
		if err != nil {
			t.Fatalf("%s: %v", q.OneLine(), err)
		}
		if read.OneLine() != q.OneLine() {
			t.Errorf("%s is read as %s", q.OneLine(), read.OneLine())
		}
	})
}
