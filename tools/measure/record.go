package main

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// recordHeader opens a record. Its last line names the columns.
const recordHeader = `# Figures of the code, one line for each package. A package must not exceed those right of
# the bar; the others are for information. After a change: go run -C tools ./measure -update
# Both sides of a merge are kept: of two lines for a package the larger figures count, until the next update.
`

// recorded are the columns of a record left of the bar.
func recorded() []figure { return []figure{lines, exported, functions, locals, oneLetter} }

// limited are the columns right of the bar.
func limited() (all []figure) {
	for which := firstLimited; which < count; which++ {
		all = append(all, which)
	}
	return all
}

// recordLine returns the line of a package.
func recordLine(name string, f *figures) string {
	line := fmt.Sprintf("%-44s", name)
	for _, which := range recorded() {
		line += fmt.Sprintf(" %6d", f[which])
	}
	line += " |"
	for _, which := range limited() {
		line += fmt.Sprintf(" %6d", f[which])
	}
	return line + "\n"
}

// writeRecord returns the record of m, sorted by package.
func writeRecord(m *measured) string {
	text := recordHeader + fmt.Sprintf("# %-42s %6s %6s %6s %6s %6s | %6s %6s %6s %6s %6s %6s\n", "package",
		"lines", "names", "funcs", "locals", "short", "undoc", "over50", "over80", "far", "odd", "wide")
	for _, name := range slices.Sorted(maps.Keys(m.packages)) {
		text += recordLine(name, m.packages[name])
	}
	return text
}

// parseRecord returns the limits of each package.
func parseRecord(text string) (map[string]*figures, error) {
	limits := map[string]*figures{}
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		columns := strings.Fields(strings.Replace(line, "|", " ", 1))
		order := slices.Concat(recorded(), limited())
		if len(columns) != 1+len(order) {
			return nil, fmt.Errorf("the record has a line of %d columns instead of %d: %q",
				len(columns), 1+len(order), line)
		}
		limit := limits[columns[0]]
		if limit == nil {
			limit = &figures{}
			limits[columns[0]] = limit
		}
		for i, which := range order {
			n, err := strconv.Atoi(columns[1+i])
			if err != nil {
				return nil, fmt.Errorf("the record of %s: %w", columns[0], err)
			}
			limit[which] = max(limit[which], n)
		}
	}
	return limits, nil
}

// exceeded returns a line for each figure of a package that is above its limit. The limits of a package without a
// record are 0.
func exceeded(m *measured, limits map[string]*figures) (all []string) {
	for _, name := range slices.Sorted(maps.Keys(m.packages)) {
		limit := limits[name]
		if limit == nil {
			limit = &figures{}
		}
		for _, which := range limited() {
			if now := m.packages[name][which]; now > limit[which] {
				all = append(all, fmt.Sprintf("%s: %d %s, recorded %d", name, now, which.description(), limit[which]))
			}
		}
	}
	return all
}
