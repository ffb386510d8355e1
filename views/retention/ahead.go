package retention

import (
	"context"
	"fmt"
	"strings"
	"time"

	"tabletop/model/figures"
	gc "tabletop/model/retention"
	"tabletop/model/sample"
	"tabletop/views"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// lookedAhead is the result of the Work that looks ahead, and how much is older than each of tierAges.
type lookedAhead struct {
	of    *figures.Review
	ahead []figures.Horizon
	tiers []*figures.Tier
}

// tierAges are the ages from which cells can be on the infrequent access tier that the slider stops at.
func tierAges() []time.Duration {
	const day = 24 * time.Hour
	return []time.Duration{figures.MinTierAge, 60 * day, 90 * day, 180 * day, 365 * day}
}

// usualTier is the place of 90 d in tierAges.
const usualTier = 2

// lookAhead asks for what becomes eligible, and for the tiers.
func (s *Screen) lookAhead() views.Request {
	review := s.review
	return views.Work{Name: "retention/ahead", Run: func(ctx context.Context) any {
		looked := lookedAhead{of: review}
		var err error
		if looked.ahead, err = review.Ahead(ctx); err != nil {
			return nil // canceled
		}
		for _, age := range tierAges() {
			tier, err := review.Tier(ctx, age)
			if err != nil {
				return nil
			}
			looked.tiers = append(looked.tiers, tier)
		}
		return looked
	}}
}

// moveTier moves the slider of tiers.
func (s *Screen) moveTier(by int) views.Request {
	s.tier = max(0, min(s.tier+by, len(tierAges())-1))
	return nil
}

// aheadLines is how many lines drawAhead has for a height: all, or a line for each of its two blocks.
func aheadLines(h int) int {
	if h < 20 {
		return min(2, max(0, h-12))
	}
	return 4 + 2
}

// drawAhead draws what becomes eligible and what is on which tier, on h lines.
func (s *Screen) drawAhead(st *widget.Styles, w, h int) []string {
	switch {
	case h <= 0:
		return nil
	case s.looked == nil || s.looked.of != s.review:
		return widget.Fill([]string{st.Strong("TOMORROW") + st.Dim("   waiting: looking ahead")}, h)
	}
	tiers := s.tierLines(st, w)
	if h < 4+len(tiers) {
		return widget.Fill([]string{s.tomorrowLine(st, w), tiers[0]}, h)
	}
	return widget.Fill(append(s.tomorrow(st, w), tiers...), h)
}

// tomorrowLine is the block of what becomes eligible in a line.
func (s *Screen) tomorrowLine(st *widget.Styles, w int) string {
	var parts []string
	for i := range s.looked.ahead {
		ahead := &s.looked.ahead[i]
		parts = append(parts, within(ahead.In)+" +"+s.ofTable(ahead.More))
	}
	return st.Strong("TOMORROW") + "   " + widget.Truncate(strings.Join(parts, ", "), max(w-11, 0))
}

// within writes how far it is looked ahead.
func within(in time.Duration) string { return text.Count(int64(in/(24*time.Hour)), "day") }

// ofTable writes bytes of the table.
func (s *Screen) ofTable(f figures.Figure) string { return text.TableBytes(f, s.review.Garbage.Table) }

// tomorrow is a line for each time that is looked ahead, below their titles.
func (s *Screen) tomorrow(st *widget.Styles, w int) []string {
	table := &widget.Table{Sort: -1, Columns: []widget.Column{{Title: "by", Width: 7},
		{Title: "more garbage", Right: true}, {Title: "then", Right: true}, {Title: "share", Right: true, Drop: 1},
		{Title: "rows left without cells", Right: true, Drop: 2}}}
	families := s.review.Garbage.Families
	for i, family := range families {
		table.Columns = append(table.Columns, widget.Column{Title: text.EscapeString(family.Name), Right: true,
			Drop: 3 + i})
	}
	table.Still = true
	table.SetLen(len(s.looked.ahead))
	const indent = 11
	drawn := table.Draw(st, max(w-indent, 1), 1+len(s.looked.ahead), func(row, col, _ int) string {
		ahead := &s.looked.ahead[row]
		total := ahead.Garbage.Total
		switch col {
		case 0:
			return within(ahead.In)
		case 1:
			return plus(s.ofTable(ahead.More))
		case 2:
			return text.TableAmount(total.Eligible, total.TableEligible, s.review.Garbage.Table)
		case 3:
			return text.Percent(ahead.Garbage.ShareOfAll())
		case 4:
			return text.RowsEmptied(ahead.Garbage.EmptiedRows)
		}
		return plus(s.ofTable(ahead.Families[col-5]))
	})
	lines := strings.Split(drawn, "\n")
	for i := range lines {
		title := widget.Spaces(indent)
		if i == 0 {
			title = st.Strong("TOMORROW") + widget.Spaces(indent-len("TOMORROW"))
		}
		lines[i] = title + lines[i]
	}
	return lines
}

// tierLines are what is older than the age of the slider, with the shares by other ages, and what keeps a read on SSD.
func (s *Screen) tierLines(st *widget.Styles, w int) []string {
	const title = "TIERS      "
	tier := s.looked.tiers[s.tier]
	if tier.Artificial != "" {
		return []string{st.Strong(strings.TrimSpace(title)) + "      " +
			widget.Truncate(text.EscapeString(text.TierUnknown(tier)), max(w-len(title), 0)), ""}
	}
	age := gc.Span(tier.Age)
	total := tier.Older.Total
	words := fmt.Sprintf("older than ‹ %s ›   %s, %s of the cell bytes", age,
		text.TableAmount(total.Eligible, total.TableEligible, tier.Older.Table), text.GarbageShare(total))
	room := max(w-len(title), 0)
	words = longest(room, words+", to infrequent access", words)
	others := ""
	for i, other := range s.looked.tiers {
		if i != s.tier {
			others += "   " + gc.Span(other.Age) + " " + text.GarbageShare(other.Older.Total)
		}
	}
	words = longest(room, words+"   "+st.Dim(others), words)
	stays := "a read that filters on the last " + age + " stays on SSD"
	filter := stays + ": gc --tier " + sample.Age(tier.Age) + " --filter go writes it"
	return []string{st.Strong("TIERS") + "      " + widget.Truncate(words, room),
		widget.Spaces(len(title)) +
			st.Dim(widget.Truncate(longest(room, filter+", --workload names the queries there", filter, stays), room))}
}

// longest returns the first of texts that has at most w cells, else the last.
func longest(w int, texts ...string) string {
	for _, words := range texts {
		if widget.Width(words) <= w {
			return words
		}
	}
	return texts[len(texts)-1]
}

// plus puts the sign of what comes to it before a figure, behind the mark of an estimate or a bound.
func plus(figure string) string {
	for _, mark := range []string{"≈ ", "≥ ", "≤ "} {
		if value, ok := strings.CutPrefix(figure, mark); ok {
			return mark + "+" + value
		}
	}
	return "+" + figure
}
