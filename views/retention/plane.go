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

// newPlane asks for the plane of a family, cut to the ages that matter.
func newPlane(x *gc.Explorer, family string, rule sample.GCRule) *plane {
	plane := &plane{kind: sample.GCUnion, versions: x.VersionStops(family), ages: ageStops(x, family)}
	if rule.Kind == sample.GCIntersection {
		plane.kind = rule.Kind
	}
	first := slices.Index(gc.AgeStops(), plane.ages[0])
	for _, row := range x.KeptGrid(family, plane.kind) {
		plane.kept = append(plane.kept, row[first:first+len(plane.ages)])
	}
	versions, ages := slider{kind: sample.GCMaxVersions, versions: plane.versions},
		slider{kind: sample.GCMaxAge, ages: plane.ages}
	plane.row, _ = versions.at(rule)
	plane.col, _ = ages.at(rule)
	return plane
}

// shades are shares of a fifth each, from little to much, so that the plane is read without colors too.
const shades = " ░▒▓█"

// planeLegend names the shades.
const planeLegend = "kept: ░ 20% ▒ 40% ▓ 60% █ 80%   ◆ the policy"

// drawPlane draws the plane with many versions at the top and great ages at the right.
func (s *Screen) drawPlane(st *widget.Styles, w, h int) []string {
	plane := s.now.plane
	joined := "or"
	if plane != nil && plane.kind == sample.GCIntersection {
		joined = "and"
	}
	title := st.Dim(fmt.Sprintf("kept by versions %s age", joined))
	const axis = 6
	room, height := w-axis, h-3
	switch {
	case s.now.ages != "":
		return append([]string{title}, say(st, widget.Warning, "▲", "ages mean nothing here: "+s.now.ages, w)...)
	case plane == nil || len(plane.kept) == 0 || room < 4 || height < 1:
		return []string{title}
	}
	rows, cols := pick(len(plane.versions), plane.row, height), pick(len(plane.ages), plane.col, room)
	each, tall := max(min(room/len(cols), widestStop), 1), max(height/len(rows), 1)
	lines := []string{title}
	for kind := len(rows) - 1; kind >= 0; kind-- {
		var b strings.Builder
		b.WriteString(st.Dim(widget.PadLeft(fmt.Sprint(plane.versions[rows[kind]]), axis-1) + "│"))
		for _, c := range cols {
			share, n := plane.kept[rows[kind]][c], each
			if rows[kind] == plane.row && c == plane.col {
				b.WriteString(st.Text(widget.Key, "◆"))
				n--
			}
			b.WriteString(st.Size(share, strings.Repeat(shade(share), n)))
		}
		lines = append(lines, b.String())
		if tall > 1 {
			below := st.Dim(widget.Spaces(axis-1) + "│")
			for _, c := range cols {
				below += st.Size(plane.kept[rows[kind]][c], strings.Repeat(shade(plane.kept[rows[kind]][c]), each))
			}
			lines = append(lines, slices.Repeat([]string{below}, tall-1)...)
		}
	}
	labels := slider{kind: sample.GCMaxAge, ages: plane.ages}
	return append(lines, widget.Spaces(axis)+st.Dim(ticks(&labels, cols, each, room)),
		st.Dim(widget.Truncate(planeLegend, w)))
}

func shade(share float64) string {
	all := []rune(shades)
	return string(all[max(0, min(int(share*float64(len(all))), len(all)-1))])
}
