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
	views.Screen
	seen *views.Data // what it last got
}

// lessonsKey opens the lessons: the digits are all taken.
const lessonsKey = "f3"

// screens is the registry: a new screen is one line here. The picker is the app's own and comes before them. The first
// one is what a table opens with.
func screens() []*screen {
	return []*screen{
		{key: "1", short: "Over", Screen: overview.New()},
		{key: "2", short: "Keys", tiny: "Key", Screen: keys.New()},
		{key: "3", short: "Cols", tiny: "Col", Screen: columns.New()},
		{key: "4", short: "Row", Screen: row.New()},
		{key: "5", short: "Space", tiny: "Spc", Screen: space.New()},
		{key: "6", short: "Heat", Screen: heat.New()},
		{key: "7", short: "Ret", Screen: retention.New()},
		{key: "8", short: "Lab", Screen: lab.New()},
		{key: "9", short: "Find", Screen: findings.New()},
		{short: "Largest", Screen: large.New()},
		{key: "f4", short: "Diff", Screen: diff.New()},
	}
}
