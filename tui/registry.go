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
	key string // a digit, or empty for a screen that is opened from others
	views.Screen
	seen *views.Data // what it was last told
}

// lessonsKey opens the lessons: the digits are all taken.
const lessonsKey = "f3"

// screens is the registry: a new screen is one line here. The picker is the app's own and comes before them. The first
// one is what a table opens with.
func screens() []*screen {
	return []*screen{
		{key: "1", Screen: overview.New()},
		{key: "2", Screen: keys.New()},
		{key: "3", Screen: columns.New()},
		{key: "4", Screen: row.New()},
		{key: "5", Screen: space.New()},
		{key: "6", Screen: heat.New()},
		{key: "7", Screen: retention.New()},
		{key: "8", Screen: lab.New()},
		{key: "9", Screen: findings.New()},
		{Screen: large.New()},
		{key: "f4", Screen: diff.New()},
	}
}
