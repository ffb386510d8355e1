package widget

import (
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/sahilm/fuzzy"
)

// FindNow is how many entries are searched on the spot. A search of 5,000 takes about 2 ms; of more, it belongs outside
// the loop (Finder.Search).
const FindNow = 5000

// Found is an entry that a search found.
type Found struct {
	Index int   // of the entry
	At    []int // byte offsets of the matched letters
}

// Find searches entries for a pattern whose letters appear in order, the best match first. An empty pattern finds
// everything, in the order given. Spaces in the pattern are ignored.
func Find(pattern string, entries []string) []Found {
	pattern = strings.ReplaceAll(pattern, " ", "")
	if pattern == "" {
		all := make([]Found, len(entries))
		for i := range all {
			all[i].Index = i
		}
		return all
	}
	matches := fuzzy.Find(pattern, entries)
	found := make([]Found, len(matches))
	for i, m := range matches {
		found[i] = Found{m.Index, m.MatchedIndexes}
	}
	return found
}

// Finder is an input line over a list that it narrows. Entries are escaped text. The zero value has no entries.
type Finder struct {
	Input Input
	List  List

	entries []string
	found   []Found
	behind  bool // found is of an older pattern
}

// SetEntries replaces the entries. The cursor stays on its entry's place in the list.
func (f *Finder) SetEntries(entries []string) {
	f.entries = entries
	f.search()
}

// SetText replaces the pattern.
func (f *Finder) SetText(s string) {
	f.Input.SetText(s)
	f.List.SetCursor(0)
	f.search()
}

// Press edits the pattern or moves the cursor; it says whether the key meant something.
func (f *Finder) Press(k tea.KeyPressMsg) bool {
	key := k.String()
	switch key {
	case "ctrl+n":
		key = "down"
	case "ctrl+p":
		key = "up"
	}
	if !strings.HasPrefix(key, "ctrl+") && key != "home" && key != "end" && f.List.PressArrows(key) {
		return true
	}
	before := f.Input.Text()
	if !f.Input.Press(k) {
		return false
	}
	if f.Input.Text() != before {
		f.List.SetCursor(0)
		f.search()
	}
	return true
}

func (f *Finder) search() {
	f.behind = len(f.entries) > FindNow
	if f.behind && f.Input.Text() != "" {
		return
	}
	f.behind = false
	f.set(Find(f.Input.Text(), f.entries))
}

func (f *Finder) set(found []Found) {
	f.found = found
	f.List.SetLen(len(found))
}

// search results come back as this, so that one of an older pattern is known.
type findResult struct {
	pattern string
	entries int
	found   []Found
}

// Search returns the search to run outside the loop, or nil when the list is up to date. Its result goes to Receive.
func (f *Finder) Search() func() any {
	if !f.behind {
		return nil
	}
	pattern, entries := f.Input.Text(), f.entries
	return func() any { return findResult{pattern, len(entries), Find(pattern, entries)} }
}

// Receive takes the result of Search; one of another pattern is dropped. It says whether the result was a search's.
func (f *Finder) Receive(result any) bool {
	r, ok := result.(findResult)
	if ok && r.pattern == f.Input.Text() && r.entries == len(f.entries) {
		f.behind = false
		f.set(r.found)
	}
	return ok
}

// Behind says that the list shows what an older pattern found.
func (f *Finder) Behind() bool { return f.behind }

// Chosen is the index of the entry under the cursor, -1 when nothing was found.
func (f *Finder) Chosen() int { return f.Entry(f.List.Cursor()) }

// Entry is the index of the entry in row i of the list, -1 when there is none.
func (f *Finder) Entry(i int) int {
	if i < 0 || i >= len(f.found) {
		return -1
	}
	return f.found[i].Index
}

// Draw draws the list in h lines of w cells, matched letters marked. The line after an entry comes from more, cut where
// the width ends; more may be nil.
func (f *Finder) Draw(st *Styles, w, h int, more func(entry int) string) string {
	return f.List.Draw(st, w, h, func(i int) string {
		hit := f.found[i]
		line := Highlight(st, f.entries[hit.Index], hit.At)
		if more != nil {
			line += more(hit.Index)
		}
		return line
	})
}

// Highlight marks the characters of s at the byte offsets at, which are ascending.
func Highlight(st *Styles, s string, at []int) string {
	if len(at) == 0 {
		return s
	}
	var b strings.Builder
	next := 0
	for i, r := range s {
		if next < len(at) && at[next] == i {
			b.WriteString(st.Match(string(r)))
			next++
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}
