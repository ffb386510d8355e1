package row

import (
	"fmt"
	"slices"
	"strings"

	"tabletop/views"
	"tabletop/views/text"
	"tabletop/views/value"
)

// noOtherVersion is why a version cannot be compared with another; empty where it can.
func (s *Screen) noOtherVersion() string {
	if newer, older := s.neighbors(); newer < 0 || older < 0 {
		return "no cell with another version is under the cursor"
	}
	return ""
}

// neighbors are the version under the cursor and the one before it, as items; of the oldest, that and the one after it.
// They are negative where there are no two.
func (s *Screen) neighbors() (newer, older int) {
	at := s.list.Cursor()
	it, ok := s.current()
	switch {
	case !ok || it.cell < 0 || it.versions < 2:
		return -1, -1
	case it.version == it.versions:
		return at - 1, at
	}
	return at, at + 1
}

// mostCompared is how many lines of each version are compared: a change in more is not read in a box.
const mostCompared = 200

// compare shows the version under the cursor beside the one before it: what both have once, what only one has with its
// sign.
func (s *Screen) compare() views.Request {
	newer, older := s.neighbors()
	var out strings.Builder
	out.WriteString("− " + s.versionWords(s.items[older]) + "\n+ " + s.versionWords(s.items[newer]) + "\n")
	before, after := s.comparedLines(s.items[older]), s.comparedLines(s.items[newer])
	out.WriteString("\n" + strings.Join(lineDiff(before, after), "\n"))
	return views.Explain{Title: "versions of " + s.columnName(s.items[newer]), Text: out.String()}
}

// versionWords says which version a cell is, when it was written, its size, and what becomes of it.
func (s *Screen) versionWords(it item) string {
	cell := it.of.Cell(it.cell)
	written, _ := s.when(cell.Micros)
	words := fmt.Sprintf("version %d of %d, %s UTC, %s, %s", it.version, it.versions, written,
		text.Bytes(float64(cell.Size)), s.fate(it.cell))
	if len(cell.Value) < cell.Size {
		words += ", the first " + text.Bytes(float64(len(cell.Value))) + " of it only"
	}
	return words
}

// comparedLines are the first lines of a value in its best form.
func (s *Screen) comparedLines(it item) []string {
	cell := it.of.Cell(it.cell)
	lines := value.Lines(s.valueForm(cell), cell.Value, cell.Size, comparedWidth)
	return lines[:min(len(lines), mostCompared)]
}

// comparedWidth is the width at which lines of compared values are wrapped.
const comparedWidth = 64

// fate is whether a cell is kept or garbage, and why; "kept" where that was not judged.
func (s *Screen) fate(cell int) string {
	goes, reason := s.verdict(cell)
	words := "kept"
	if goes {
		words = "garbage"
	}
	if reason == "" {
		return words
	}
	return words + ": " + text.Safe(reason)
}

// lineDiff sets two lists of lines below each other, those that both have in order once: − stands before a line of the
// first, + before one of the second.
func lineDiff(before, after []string) []string {
	common := make([][]int, len(before)+1) // lines that the rests have in common
	for i := range common {
		common[i] = make([]int, len(after)+1)
	}
	for i, line := range slices.Backward(before) {
		for k, other := range slices.Backward(after) {
			common[i][k] = max(common[i+1][k], common[i][k+1])
			if line == other {
				common[i][k] = common[i+1][k+1] + 1
			}
		}
	}
	var out []string
	at, to := 0, 0
	for at < len(before) || to < len(after) {
		switch {
		case at < len(before) && to < len(after) && before[at] == after[to]:
			out = append(out, "  "+before[at])
			at, to = at+1, to+1
		case to == len(after) || at < len(before) && common[at+1][to] >= common[at][to+1]:
			out = append(out, "− "+before[at])
			at++
		default:
			out = append(out, "+ "+after[to])
			to++
		}
	}
	return out
}
