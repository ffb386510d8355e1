package main

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"
)

// TestProgressForms verifies what a read says of its progress where standard error is no terminal.
func TestProgressForms(t *testing.T) {
	plain := regexp.MustCompile(`^tabletop: [a-z' ]+(, [\d,]+ of [\d,]+ rows)?(  [\d,]+ rows?  \S+ k?M?B)?(  \d+(\.\d)? ?%)?$`)
	for _, c := range []struct {
		form string
		line func(string) bool // whether a line is one of the form; nil where there is none
	}{
		{"auto", nil},
		{"none", nil},
		{"plain", plain.MatchString},
		{"json", func(line string) bool {
			var read struct {
				Stage string
				Rows  *int64
				Bytes *int64
			}
			return json.Unmarshal([]byte(line), &read) == nil && read.Stage != "" && read.Rows != nil && read.Bytes != nil
		}},
	} {
		t.Run(c.form, func(t *testing.T) {
			out, errs, code := tabletop(t, nil, "stats", "demo:battery", "--progress", c.form)
			if code != exitOK || !strings.Contains(out, "rows") {
				t.Fatalf("exit code %d: %s%s", code, out, errs)
			}
			if (errs != "") != (c.line != nil) {
				t.Fatalf("standard error: %q", errs)
			}
			if lines := strings.Count(errs, "\n"); lines > 20 {
				t.Errorf("%d lines for a short read", lines)
			}
			for line := range strings.Lines(errs) {
				if !c.line(strings.TrimSuffix(line, "\n")) {
					t.Errorf("not a line of progress: %q", line)
				}
			}
		})
	}
}

// TestQuiet verifies that --quiet leaves standard error to errors: no progress, no warning, but an error.
func TestQuiet(t *testing.T) {
	former := []string{"simulate", "demo:meters", "--today", "{number}#{day}", "--layout", "{day}#{number}"}
	if _, errs, code := tabletop(t, nil, former...); code != exitOK || !strings.Contains(errs, "--today is deprecated") {
		t.Fatalf("exit code %d, without a warning: %s", code, errs)
	}
	if _, errs, code := tabletop(t, nil, append(former, "-q", "--progress", "plain")...); code != exitOK || errs != "" {
		t.Errorf("exit code %d: %s", code, errs)
	}
	if _, errs, code := tabletop(t, nil, "stats", "demo:nosuch", "--quiet"); code == exitOK || errs == "" {
		t.Errorf("exit code %d, and no error: %q", code, errs)
	}
}
