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

// screen is a registered screen: the key that opens it and the screen itself, which is called by ask and notifyScreen
// only.
type screen struct {
	key   string              // a digit, or empty for a screen that is opened from others
	short string              // the name in a tab bar that has no room for the title
	tiny  string              // the name in one that has no room for short names either; empty is short
	about string              // what is on it, for help and the palette
	fresh func() views.Screen // makes it as it is at the start

	// openKey is the letter that opens it from the menu of what is under the cursor, at opensAt of it; empty if it is
	// not in there.
	openKey string
	opensAt func(at views.Target, to *views.OpenScreen) // nil is the key
	// badge is what its tab says beside the name, if tiny one sign with one number at most; nil is nothing.
	badge  func(a *App, data *views.Data, tiny bool) string
	report string // the name of its report in tableReports; empty is that of sizes and counts
	noRows bool   // it shows the description of a table without rows

	id     views.ID
	title  string
	held   views.Screen
	seen   *views.Data  // what it last got
	fault  *fault       // that ended it; nil while it works
	closed func(*fault) // is called with that fault
}

// constructor returns a function that makes screens, from one that returns their own type.
func constructor[S views.Screen](make func() S) func() views.Screen {
	return func() views.Screen { return make() }
}

// lessonsKey opens the lessons: the digits are all taken.
const lessonsKey = "f3"

// screens is the registry: a new screen is one line here. The picker is the app's own and comes before them. The first
// one is what a table opens with.
func screens() []*screen {
	return []*screen{
		{key: "1", short: "Over", fresh: constructor(overview.New), noRows: true,
			about: "see what deserves a look: keys, sizes, writes, garbage, findings"},
		{key: "2", short: "Keys", tiny: "Key", fresh: constructor(keys.New), openKey: "k", badge: keysBadge,
			report: schemaReport,
			about:  "see how row keys are built, look up keys, and edit the layout"},
		{key: "3", short: "Cols", tiny: "Col", fresh: constructor(columns.New), openKey: "c",
			opensAt: atColumn,
			about:   "see families and columns: bytes, versions, sizes of values"},
		{key: "4", short: "Row", fresh: constructor(row.New), openKey: "r",
			about: "read one row: its cells, versions, and values"},
		{key: "5", short: "Space", tiny: "Spc", fresh: constructor(space.New), openKey: "s",
			about: "see where the bytes are, by key segment"},
		{key: "6", short: "Heat", fresh: constructor(heat.New), openKey: "h", badge: heatBadge, report: heatReport,
			about: "see where and when writes go, and whether they make a hotspot"},
		{key: "7", short: "Ret", fresh: constructor(retention.New), openKey: "t", badge: retentionBadge,
			report: gcReport,
			about:  "see what garbage collection can remove, and try another policy"},
		{key: "8", short: "Lab", fresh: constructor(lab.New), openKey: "l",
			about: "try other key layouts for your queries, and get one recommended"},
		{key: "9", short: "Find", fresh: constructor(findings.New), openKey: "f",
			opensAt: aboutTarget, badge: findingsBadge, report: auditReport, noRows: true,
			about: "see what the check against the guidelines found, and how to fix it"},
		{short: "Largest", fresh: constructor(large.New),
			about: "see the largest rows and cells, and how close they are to the limits"},
		{key: "f4", short: "Diff", fresh: constructor(diff.New), noRows: true,
			about: "compare with a baseline, a saved sample, or another table"},
	}
}
