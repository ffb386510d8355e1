package retention

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"tabletop/internal/viewtest"
	"tabletop/views/widget"
)

// TestAheadBlocks verifies what the blocks say of what becomes eligible and of tiers: while they wait, on two lines, on
// all of their lines, with the slider at both ends, and of timestamps that are no times.
func TestAheadBlocks(t *testing.T) {
	s := New()
	viewtest.SetData(s, history())
	styles := &widget.Styles{}
	shown := func(h int) string {
		return strings.Join(strings.Fields(ansi.Strip(strings.Join(s.drawAhead(styles, 200, h), "\n"))), " ")
	}
	for _, c := range []struct {
		h    int
		want string
	}{
		{2, "TOMORROW 1 day +405 B, 7 days +4.86 kB, 30 days +18.9 kB TIERS older than ‹ 90 d ›"},
		{6, "7 days +4.86 kB 52.3 kB 47.6% 0 rows +0 B +4.86 kB +0 B"},
		{6, "older than ‹ 90 d › 18.7 kB, 17.6% of the cell bytes, to infrequent access 30 d 76.3% 60 d 47.9% 180 d 6.5%"},
		{6, "a read that filters on the last 90 d stays on SSD: gc --tier 90d --filter go writes it"},
	} {
		if got := shown(c.h); !strings.Contains(got, c.want) {
			t.Errorf("on %d lines: %q is not in %q", c.h, c.want, got)
		}
	}
	viewtest.Press(t, s, "(", "(", "(", "(")
	if got := shown(6); !strings.Contains(got, "‹ 30 d ›") {
		t.Errorf("the slider is not at its least: %q", got)
	}
	viewtest.Press(t, s, ")", ")", ")", ")", ")", ")")
	if got := shown(6); !strings.Contains(got, "‹ 365 d ›") {
		t.Errorf("the slider is not at its most: %q", got)
	}
	s.looked.tiers[s.tier].Artificial, s.looked.tiers[s.tier].Family = "all are 0", "f"
	if got := shown(6); !strings.Contains(got, "TIERS not known: of family f, all are 0; by such timestamps") ||
		strings.Contains(got, "to infrequent access") {
		t.Errorf("of no times: %q", got)
	}
	s.looked = nil
	if got := shown(6); got != "TOMORROW waiting: looking ahead" {
		t.Errorf("before it is known: %q", got)
	}
}

// TestCommandIsWhole verifies that the command that would set the policy is whole, that notes are left out whole
// instead, and that the policy of a family is whole in the list.
func TestCommandIsWhole(t *testing.T) {
	s := New()
	viewtest.SetData(s, history())
	st := viewtest.Mono()
	for _, size := range [][2]int{{46, 9}, {46, 12}, {57, 11}, {80, 14}} {
		lines := s.drawTry(st, size[0], size[1])
		words := strings.Join(strings.Fields(ansi.Strip(strings.Join(lines, " "))), " ")
		if len(lines) > size[1] || !strings.Contains(words, "state 'maxversions=10 || maxage=90d'") {
			t.Errorf("%v: the command is cut: %s", size, words)
		}
		for _, note := range [][2]string{{"once collected", "largest 650 B → 250 B"},
			{"some cells have been garbage", "recently?"}, {"state:level: half", "keeps)."}} {
			if strings.Contains(words, note[0]) && !strings.Contains(words, note[1]) {
				t.Errorf("%v: a note is cut: %s", size, words)
			}
		}
	}
	for _, w := range []int{80, 100, 140} {
		if list := ansi.Strip(s.drawFamilies(st, w, 5)); !strings.Contains(list, "maxversions=10 || maxage=90d  ") {
			t.Errorf("the policy is cut at %d cells:\n%s", w, list)
		}
	}
}
