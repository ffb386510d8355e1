package retention

import (
	"slices"
	"strings"

	"tabletop/model/estimate"
	"tabletop/model/figures"
	gc "tabletop/model/retention"
	"tabletop/model/sample"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// isWide reports whether a window has room for all parts of the screen at once, in panes.
func isWide(w, h int) bool { return w >= 120 && h >= 30 }

// drawWide draws the screen in panes: families; the curve, the plane of both limits and the rule tried; columns,
// policies to try and GC-eligible data by key segment.
func (s *Screen) drawWide(st *widget.Styles, w, h int) []string {
	areas := areas{families: min(s.families.Len()+2, h/4), ahead: aheadLines(h)}
	h -= areas.ahead
	areas.middle = max(14, (h-areas.families)*2/5)
	areas.lower = h - areas.families - areas.middle
	areas.lowerAt = areas.families + areas.ahead + areas.middle + 1
	lines := append([]string{s.drawVerdict(st, w)}, strings.Split(s.drawFamilies(st, w, areas.families-1), "\n")...)
	lines = append(lines, s.drawAhead(st, w, areas.ahead)...)
	lines = append(lines, s.wideMiddle(st, w, areas.middle)...)
	left := w * 5 / 9
	areas.lowerWidth = left
	rest := areas.lower
	areas.lower = min(max(s.lower.Len()+3, 6), rest*3/5) // the places below it
	columns := append(s.lowerPane(st, left, areas.lower), s.segmentPanes(st, left, rest-areas.lower)...)
	lines = append(lines, widget.Beside([][]string{columns, s.wideRight(st, w-left, len(columns))},
		[]int{left, w - left}, len(columns))...)
	s.areas = areas
	return lines
}

// wideMiddle draws what the stops of the slider free, what both limits together keep, and the rule tried.
func (s *Screen) wideMiddle(st *widget.Styles, w, h int) []string {
	family := s.family()
	try := widget.Pane{Title: "TRY " + text.EscapeString(family.Name), Right: widget.Hints(st, "i", "type", "<>",
		"step", "m", "other", "u", "undo"), Boxed: true}
	curve := widget.Pane{Title: "CURVE", Right: widget.Hints(st, "v", "plane"), Boxed: true}
	plane := widget.Pane{Title: "BOTH LIMITS", Boxed: true}
	widths := []int{w * 2 / 5, 0, w - w*2/5}
	if s.now.plane == nil || len(s.now.plane.versions) < 2 {
		// one limit alone says it all
	} else if w >= 180 {
		widths = []int{w * 3 / 10, w * 3 / 10, w - w*3/10*2}
	} else if s.flat {
		widths[0], widths[1] = 0, widths[0]
	}
	var parts [][]string
	if in := widths[0]; in > 0 {
		parts = append(parts, curve.Text(st, s.drawCurve(st, curve.TextWidth(in), h-2), in, h))
	}
	if in := widths[1]; in > 0 {
		parts = append(parts, plane.Text(st, s.drawPlane(st, plane.TextWidth(in), h-2), in, h))
	}
	words := try.Text(st, s.drawTry(st, try.TextWidth(widths[2]), h-2), widths[2], h)
	widths = slices.DeleteFunc(widths, func(w int) bool { return w == 0 })
	return widget.Beside(append(parts, words), widths, h)
}

// wideRight draws what policies would free, and below it how old the bytes of the family are.
func (s *Screen) wideRight(st *widget.Styles, w, h int) []string {
	all := s.policies()
	top := min(len(all)+3, h)
	if h-top < 6 || s.now.ages != "" {
		top = h
	}
	return append(s.policiesPane(st, all, w, top), s.agesPane(st, w, h-top)...)
}

// agesPane draws how the bytes of the family are spread over ages.
func (s *Screen) agesPane(st *widget.Styles, w, h int) []string {
	if h <= 0 {
		return nil
	}
	explorer, family := s.review.Explorer, s.family()
	stops := ageStops(explorer, family.Name)
	var bytes []float64
	before, top := 0.0, 0.0
	for _, age := range stops {
		kept := explorer.Kept(family.Name, sample.GCRule{Kind: sample.GCMaxAge, Age: age}).Share
		bytes = append(bytes, max(kept-before, 0))
		top = max(top, kept-before)
		before = kept
	}
	pane := widget.Pane{Title: "HOW OLD ITS BYTES ARE", Right: st.Dim("share of its bytes, up to each age"),
		Boxed: true}
	return pane.Text(st, widget.ColumnChart{Values: bytes, Top: text.Percent(top),
		Label: func(i int) string { return sample.Age(stops[i]) }}.
		Draw(st, pane.TextWidth(w), h-2), w, h)
}

// policy is a rule and what it would keep of the family.
type policy struct {
	rule sample.GCRule
	kept gc.KeptEstimate
}

// maxPolicies is how many stops of each limit are listed as policies.
const maxPolicies = 8

// policies are the rule in force and those with one limit: stops of both sliders, from the most that is freed.
func (s *Screen) policies() []policy {
	explorer, family := s.review.Explorer, s.family()
	ask := func(r sample.GCRule) policy { return policy{r, explorer.Kept(family.Name, r)} }
	all := []policy{ask(family.Rule)}
	versions := slider{kind: sample.GCMaxVersions, versions: explorer.VersionStops(family.Name)}
	limits := []slider{versions}
	if s.now.ages == "" {
		limits = append(limits, slider{kind: sample.GCMaxAge, ages: ageStops(explorer, family.Name)})
	}
	for _, k := range limits {
		for _, i := range pick(k.len(), k.len(), maxPolicies) {
			if r := k.limit(i); r.String() != family.Rule.String() {
				all = append(all, ask(r))
			}
		}
	}
	return all
}

// policiesPane lists policies with what they would free.
func (s *Screen) policiesPane(st *widget.Styles, all []policy, w, h int) []string {
	family := s.family()
	pane := widget.Pane{Title: "WHAT OTHER POLICIES WOULD FREE", Right: st.Dim("of " + text.EscapeString(family.Name)),
		Boxed: true}
	s.rules.Sort, s.rules.Still = -1, true
	s.rules.Columns = []widget.Column{{Title: "policy", Width: 14, Flex: 1}, {Title: "garbage", Right: true},
		{Title: "of it", Right: true}, {Title: widget.StackedLegend(st), Width: 14, Bar: true},
		{Title: "beside the policy in force", Drop: 1}}
	s.rules.SetLen(len(all))
	inForce := 1 - all[0].kept.Share
	tried := s.rule().String()
	return pane.Table(st, &s.rules, false, w, h, func(row, col, w int) string {
		policy := all[row]
		gone := 1 - policy.kept.Share
		switch col {
		case 0:
			mark := "  "
			switch {
			case row == 0:
				mark = st.Strong("◆ ")
			case policy.rule.String() == tried:
				mark = st.Text(widget.Key, "▴ ")
			}
			return mark + widget.Truncate(text.EscapeString(policy.rule.String()), w-2)
		case 1:
			return s.ofFamily(gone, policy.kept)
		case 2:
			return text.Percent(gone)
		case 3:
			return widget.StackedBar(st, 1, gone, w)
		}
		switch d := gone - inForce; {
		case row == 0:
			return "in force"
		case d > 1e-9:
			return "frees " + s.ofFamily(d, policy.kept) + " more"
		case d < -1e-9:
			return "keeps " + s.ofFamily(-d, policy.kept) + " more"
		}
		return "the same"
	})
}

// ofFamily writes a share of the family's bytes: of the table, or where that is unknown of the rows read.
func (s *Screen) ofFamily(share float64, kept gc.KeptEstimate) string {
	f, table := s.family(), s.review.Garbage.Table
	if table.Value <= 0 {
		return text.Bytes(share * float64(f.Stored.Bytes))
	}
	v := share * f.TableStored.Value
	return text.TableBytes(estimate.CountedIf(v, f.TableStored.IsExact() && kept.Exact()), table)
}

// segmentPanes list the values of the key segments with the most GC-eligible data, all families together: as many
// segments as there is room for.
func (s *Screen) segmentPanes(st *widget.Styles, w, h int) []string {
	var lines []string
	with := slices.DeleteFunc(slices.Clone(s.byKey), func(g *figures.Answer) bool { return len(g.Groups) == 0 })
	for i, answer := range with {
		rest := h - len(lines)
		mine := min(len(answer.Groups)+3, rest)
		if i == len(with)-1 || rest-mine < 5 {
			mine = rest
		}
		if mine < 4 {
			break
		}
		lines = append(lines, s.segmentPane(st, &widget.Table{}, answer, w, mine)...)
	}
	if len(lines) == 0 && h >= 3 {
		why := "no cell is garbage, so there is nothing to group"
		if s.review.Garbage.Total.Eligible.Cells > 0 {
			why = "no key segment has values that several rows share"
		}
		lines = widget.Pane{Title: "GARBAGE BY KEY SEGMENT", Boxed: true}.Text(st, []string{st.Dim(why)}, w, h)
	}
	return widget.Fill(lines, h)
}

// segmentPane lists the values of one key segment.
func (s *Screen) segmentPane(st *widget.Styles, t *widget.Table, g *figures.Answer, w, h int) []string {
	name := text.EscapeString(g.Name())
	pane := widget.Pane{Title: "GARBAGE BY " + name, Right: st.Dim("all families, policies in force"), Boxed: true}
	t.Sort, t.Still = -1, true
	t.Columns = []widget.Column{{Title: name, Width: 12, Flex: 1}, {Title: "garbage", Right: true},
		{Title: "of it", Right: true, Width: 6}, {Width: 8, Bar: true}, {Title: text.GroupRows(g), Right: true,
			Drop: 1}}
	t.SetLen(len(g.Groups))
	return pane.Table(st, t, false, w, h, func(row, col, w int) string {
		group := &g.Groups[row]
		switch col {
		case 0:
			return s.groupName(g.Name(), group, max(w, 1))
		case 1:
			return text.GroupGarbage(group)
		case 2:
			return garbageShare(st, group.Ratios[0], text.GroupGarbageShare(group))
		case 3:
			return widget.ListBar(st, group.Ratios[0].Value, w, true)
		}
		return text.Integer(int64(group.Found(figures.Rows).Value))
	})
}
