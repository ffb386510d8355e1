package lab

import (
	"strings"
	"testing"

	"tabletop/internal/viewtest"
	"tabletop/views"
)

// TestFiguresSayWhatTheyAreOf verifies that the Lab shows rows, cells and bytes of the table as estimates with
// intervals where a sample was read, marks what is of the rows read only, and marks nothing where all rows were read.
func TestFiguresSayWhatTheyAreOf(t *testing.T) {
	figures := func(d *views.Data) (map[string][2]string, string) {
		s := New()
		viewtest.SetData(s, d)
		viewtest.Press(t, s, "c")
		viewtest.Type(t, s, "")
		viewtest.Press(t, s, ".", "<")
		out := map[string][2]string{}
		for _, r := range s.rows() {
			out[r.name] = [2]string{r.write(s.slots[0].answer), r.write(s.slots[1].answer)}
		}
		return out, frame(s, 200, 60)
	}
	got, screen := figures(viewtest.Quick(viewtest.Metrics()))
	for name, want := range map[string][2]string{
		"rows": {"≈ ", "±"}, "cells": {"≈ ", "±"}, "bytes": {"≈ ", ""}, "row p95": {"≈ ", ""}, "key bytes": {"≈ ", ""},
		"largest row": {"", " read"}, "keys packed": {"", " read"},
		"rows > 100 MB": {"", " read now"},
	} {
		for i, words := range got[name] {
			if !strings.HasPrefix(words, want[0]) || !strings.Contains(words, want[1]) {
				t.Errorf("%s of slot %d is %q: it does not say what it is of", name, i, words)
			}
		}
	}
	if !strings.Contains(screen, "126 B read") || !strings.Contains(screen, "≈ 40.4 kB") {
		t.Errorf("the list of layouts does not say what its figures are of:\n%s", screen)
	}
	exact, screen := figures(viewtest.Metrics())
	for name, words := range exact {
		if strings.Contains(words[1], "≈") || strings.Contains(words[1], "read") && !strings.Contains(name, "by ") {
			t.Errorf("%s of all rows is %q", name, words[1])
		}
	}
	if strings.Contains(screen, "≈") {
		t.Errorf("figures of all rows are called estimates:\n%s", screen)
	}
}
