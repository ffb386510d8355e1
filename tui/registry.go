package tui

import (
	"tabletop/views"
	"tabletop/views/columns"
	"tabletop/views/diff"
	"tabletop/views/findings"
	"tabletop/views/heat"
	"tabletop/views/keys"
	"tabletop/views/lab"
	"tabletop/views/large"
	"tabletop/views/overview"
	"tabletop/views/retention"
	"tabletop/views/row"
	"tabletop/views/space"
)

// screen is a registered screen: the key that opens it and the screen itself.
type screen struct {
	key   string // a digit, or empty for a screen that is opened from others
	short string // the name in a tab bar that has no room for the title
	tiny  string // the name in one that has no room for short names either; empty is short
	about string // what is on it, for help and the palette
	views.Screen
	seen *views.Data // what it last got
}

// lessonsKey opens the lessons: the digits are all taken.
const lessonsKey = "f3"

// screens is the registry: a new screen is one line here. The picker is the app's own and comes before them. The first
// one is what a table opens with.
func screens() []*screen {
	return []*screen{
		{key: "1", short: "Over", about: "see what deserves a look: keys, sizes, writes, garbage, findings", Screen: overview.New()},
		{key: "2", short: "Keys", tiny: "Key", about: "see how row keys are built, look up keys, and edit the layout", Screen: keys.New()},
		{key: "3", short: "Cols", tiny: "Col", about: "see families and columns: bytes, versions, sizes of values", Screen: columns.New()},
		{key: "4", short: "Row", about: "read one row: its cells, versions, and values", Screen: row.New()},
		{key: "5", short: "Space", tiny: "Spc", about: "see where the bytes are, by key segment", Screen: space.New()},
		{key: "6", short: "Heat", about: "see where and when writes go, and whether they make a hotspot", Screen: heat.New()},
		{key: "7", short: "Ret", about: "see what garbage collection can remove, and try another policy", Screen: retention.New()},
		{key: "8", short: "Lab", about: "try other key layouts for your queries, and get one recommended", Screen: lab.New()},
		{key: "9", short: "Find", about: "see what the check against the guidelines found, and how to fix it", Screen: findings.New()},
		{short: "Largest", about: "see the largest rows and cells, and how close they are to the limits", Screen: large.New()},
		{key: "f4", short: "Diff", about: "compare with a baseline, a saved sample, or another table", Screen: diff.New()},
	}
}
