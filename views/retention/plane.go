package retention

import (
	"fmt"
	"slices"
	"strings"
	"time"

	gc "tabletop/model/retention"
	"tabletop/model/sample"
	"tabletop/views/widget"
)

// plane is the share kept by every pair of a number of versions and an age.
type plane struct {
	kind     sample.GCKind // how the two are joined
	versions []int
	ages     []time.Duration
	kept     [][]float64 // versions -> age -> share
	row, col int         // of the rule tried; past the end where it has no limit
}

// planeOf asks for the plane of a family, cut to the ages that matter.
func planeOf(x *gc.Explorer, family string, rule sample.GCRule) *plane {
	p := &plane{kind: sample.GCUnion, versions: x.VersionStops(family), ages: ageStops(x, family)}
	if rule.Kind == sample.GCIntersection {
		p.kind = rule.Kind
	}
	first := slices.Index(gc.AgeStops(), p.ages[0])
	for _, row := range x.KeptGrid(family, p.kind) {
		p.kept = append(p.kept, row[first:first+len(p.ages)])
	}
	versions, ages := slider{kind: sample.GCMaxVersions, versions: p.versions}, slider{kind: sample.GCMaxAge, ages: p.ages}
	p.row, _ = versions.at(rule)
	p.col, _ = ages.at(rule)
	return p
}

// shades are shares of a fifth each, from little to much, so that the plane is read without colors too.
const shades = " ░▒▓█"

// planeLegend names the shades.
const planeLegend = "kept: ░ 20% ▒ 40% ▓ 60% █ 80%   ◆ the rule"

// drawPlane draws the plane with many versions at the top and great ages at the right.
func (s *Screen) drawPlane(st *widget.Styles, w, h int) []string {
	p := s.now.plane
	joined := "or"
	if p != nil && p.kind == sample.GCIntersection {
		joined = "and"
	}
	title := st.Dim(fmt.Sprintf("kept by versions %s age", joined))
	const axis = 6
	room, height := w-axis, h-3
	switch {
	case s.now.ages != "":
		return append([]string{title}, say(st, widget.Warning, "▲", "ages mean nothing here: "+s.now.ages, w)...)
	case p == nil || len(p.kept) == 0 || room < 4 || height < 1:
		return []string{title}
	}
	rows, cols := pick(len(p.versions), p.row, height), pick(len(p.ages), p.col, room)
	each, tall := max(min(room/len(cols), widestStop), 1), max(height/len(rows), 1)
	lines := []string{title}
	for k := len(rows) - 1; k >= 0; k-- {
		var b strings.Builder
		b.WriteString(st.Dim(widget.PadLeft(fmt.Sprint(p.versions[rows[k]]), axis-1) + "│"))
		for _, c := range cols {
			share, n := p.kept[rows[k]][c], each
			if rows[k] == p.row && c == p.col {
				b.WriteString(st.Text(widget.Key, "◆"))
				n--
			}
			b.WriteString(st.Size(share, strings.Repeat(shade(share), n)))
		}
		lines = append(lines, b.String())
		if tall > 1 {
			below := st.Dim(widget.Spaces(axis-1) + "│")
			for _, c := range cols {
				below += st.Size(p.kept[rows[k]][c], strings.Repeat(shade(p.kept[rows[k]][c]), each))
			}
			lines = append(lines, slices.Repeat([]string{below}, tall-1)...)
		}
	}
	labels := slider{kind: sample.GCMaxAge, ages: p.ages}
	return append(lines, widget.Spaces(axis)+st.Dim(ticks(&labels, cols, each, room)), st.Dim(widget.Truncate(planeLegend, w)))
}

func shade(share float64) string {
	all := []rune(shades)
	return string(all[max(0, min(int(share*float64(len(all))), len(all)-1))])
}
