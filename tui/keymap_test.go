package tui

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"tabletop/views"
)

// keyMap is what each key means, on every screen: the names that its bindings may have. A key that is here has no other
// meaning anywhere; one that is not here is bound by one screen only.
var keyMap = map[string]string{
	"enter":     "open row in list fold columns keys examples go start choose verdict rows", // what is under the cursor
	"esc":       "back all out drop clear",                                                  // one step
	"tab":       "kinds examples value evidence list other",                                 // the other pane
	"left":      "segment back|out|back|fewer|fold",
	"right":     "segment|in|more|unfold",
	"h":         "segment back|out|back|fewer|fold",
	"l":         "segment|in|more|unfold",
	"<":         "boundary left|move left|fewer|darker",
	">":         "boundary right|move right|more|brighter",
	"/":         "find",
	"s":         "sort",
	"S":         "reverse",
	"f":         "kind",
	"v":         "raw form rules plane figures metric all largest", // the next view of the same data
	"b":         "by",
	"i":         "edit",
	"u":         "undo",
	"c":         "new compare older",
	"d":         "drop suppress lift",
	"t":         "retype transform",
	"w":         "why",
	"y":         "copy|copy value",
	"Y":         "copy template|copy suppression|copy key|tool|copy as…",
	"z":         "fold",
	"n":         "next",
	"N":         "previous",
	"a":         "accept",
	"A":         "audit",
	"ctrl+r":    "reread|again|advise|from the start",
	"f1":        "help",
	"f2":        "mouse",
	"ctrl+p":    "menu",
	"ctrl+g":    "go to|",
	"pgdown":    "",
	"shift+tab": "",
}

// TestOneMeaningPerKey verifies that no key has two meanings: on no screen, and between no two of them.
func TestOneMeaningPerKey(t *testing.T) {
	r := rigOf(t, Options{Source: "x", Open: opens(newFake(300)), Catalog: someEntries()}, true)
	r.settle()
	meanings := map[string]map[string][]string{} // key -> name -> where
	add := func(where string, bindings []views.Binding) {
		here := map[string]string{}
		for _, b := range bindings {
			if b.Help == "" || b.Name == "" {
				t.Errorf("%s: %v has no name or help", where, b.Keys)
			}
			for _, k := range b.Keys {
				if here[k] != "" {
					t.Errorf("%s: %s is %s and %s", where, k, here[k], b.Name)
				}
				here[k] = b.Name
				if meanings[k] == nil {
					meanings[k] = map[string][]string{}
				}
				meanings[k][b.Name] = append(meanings[k][b.Name], where)
			}
		}
	}
	add("app", append(r.app.globals(), r.app.screenBindings()...))
	for _, s := range r.app.screens[1:] {
		r.app.jump(s)
		r.settle()
		for _, key := range []string{"", "j", "i", "enter"} {
			if key != "" {
				r.keys(key)
			}
			if r.app.over == nil && !s.Editing() {
				add(string(s.ID()), s.Bindings())
			}
			r.keys("esc", "esc")
			r.app.jump(s)
			r.settle()
		}
	}
	for _, k := range slices.Sorted(maps.Keys(meanings)) {
		names := meanings[k]
		allowed, listed := keyMap[k]
		if !listed {
			if len(names) > 1 {
				t.Errorf("%s means %v", k, names)
			}
			continue
		}
		of := strings.Fields(allowed)
		if strings.Contains(allowed, "|") {
			of = strings.Split(allowed, "|")
		}
		for name, where := range names {
			if !slices.Contains(of, name) {
				t.Errorf("%s means %q on %v, elsewhere %v", k, name, slices.Compact(where), of)
			}
		}
	}
}
