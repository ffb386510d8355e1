package widget

import (
	"cmp"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
)

// FindNow is how many entries are searched on the spot. A search of 5,000 takes about 3 ms; of more, it belongs outside
// the loop (Finder.Search).
const FindNow = 5000

// FindEntry is what a search looks at: a name, and what else is known of it. Both are escaped text.
type FindEntry struct{ Name, More string }

func (e FindEntry) text() string {
	if e.More == "" {
		return e.Name
	}
	return e.Name + "  " + e.More
}

// Found is an entry that a search found.
type Found struct {
	Index int   // of the entry
	At    []int // byte offsets of the matched letters in name, two spaces, more
}

// Find searches entries for what was typed. The best come first: names that are it, that begin with it, of which a word
// does, that hold it, then what else is known of an entry; entries that fit as well stay in the order given. Only where
// none holds it, those are found that have its letters in order. An empty pattern finds everything.
func Find(pattern string, entries []FindEntry) []Found {
	pattern = strings.TrimSpace(pattern)
	var found []Found
	var fits []Fit
	for i, e := range entries {
		if pattern == "" {
			found = append(found, Found{Index: i})
		} else if fit, at, ok := e.holds(pattern); ok {
			found, fits = append(found, Found{i, letters(at, len(pattern))}), append(fits, fit)
		}
	}
	if pattern == "" {
		return found
	}
	if len(found) == 0 {
		texts := make([]string, len(entries))
		for i, e := range entries {
			texts[i] = e.text()
		}
		found, fits = Letters(pattern, texts)
		for i, hit := range found {
			if hit.At[len(hit.At)-1] >= len(entries[hit.Index].Name) { // it reaches beyond the name
				fits[i] += mostLetters
			}
		}
	}
	order := make([]int, len(found))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(fits[a], fits[b]) })
	sorted := make([]Found, len(found))
	for i, from := range order {
		sorted[i] = found[from]
	}
	return sorted
}

// holds is Holds of the name, or of what else is known of the entry.
func (e FindEntry) holds(pattern string) (fit Fit, at int, ok bool) {
	if fit, at, ok = Holds(pattern, e.Name); ok {
		return fit, at, true
	}
	if _, at, ok = Holds(pattern, e.More); ok {
		return FitElsewhere, len(e.Name) + len("  ") + at, true
	}
	return 0, 0, false
}

// letters are n bytes from at on.
func letters(at, n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = at + i
	}
	return out
}

// Finder is an input line over a list that it narrows. The zero value has no entries.
type Finder struct {
	Input Input
	List  List
	// Match finds the entries for a pattern in place of Find; it is called on the spot, however many entries there are.
	Match func(pattern string) []Found

	entries []FindEntry
	found   []Found
	behind  bool // found is of an older pattern
}

// SetEntries replaces the entries. The cursor stays on its entry's place in the list.
func (f *Finder) SetEntries(entries []FindEntry) {
	f.entries = entries
	f.search()
}

// SetText replaces the pattern.
func (f *Finder) SetText(s string) {
	f.Input.SetText(s)
	f.List.SetCursor(0)
	f.search()
}

// Press edits the pattern or moves the cursor; it reports whether the key meant something.
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
	if f.Match != nil {
		f.set(f.Match(f.Input.Text()))
		return
	}
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

// Receive takes the result of Search; one of another pattern is dropped. It reports whether the result was a search's.
func (f *Finder) Receive(result any) bool {
	r, ok := result.(findResult)
	if ok && r.pattern == f.Input.Text() && r.entries == len(f.entries) {
		f.behind = false
		f.set(r.found)
	}
	return ok
}

// Stale reports whether the list shows what an older pattern found.
func (f *Finder) Stale() bool { return f.behind }

// Chosen is the index of the entry under the cursor, -1 when nothing was found.
func (f *Finder) Chosen() int { return f.Entry(f.List.Cursor()) }

// Entry is the index of the entry in row i of the list, -1 when there is none.
func (f *Finder) Entry(i int) int {
	if i < 0 || i >= len(f.found) {
		return -1
	}
	return f.found[i].Index
}

// Draw draws the list in h lines of w cells. line completes the line of an entry from its name and what else is known
// of it, in which the matched letters are marked.
func (f *Finder) Draw(st *Styles, w, h int, line func(entry int, name, more string) string) string {
	return f.List.Draw(st, w, h, func(i int) string { return line(f.Marked(st, i)) })
}

// Marked is the entry in row i of the list, with the matched letters of its name and of what else is known of it
// marked.
func (f *Finder) Marked(st *Styles, i int) (entry int, name, more string) {
	hit := f.found[i]
	findEntry := f.entries[hit.Index]
	cut := 0
	for cut < len(hit.At) && hit.At[cut] < len(findEntry.Name) {
		cut++
	}
	rest := make([]int, 0, len(hit.At)-cut)
	for _, at := range hit.At[cut:] {
		rest = append(rest, at-len(findEntry.Name)-2)
	}
	return hit.Index, Highlight(st, findEntry.Name, hit.At[:cut]), Highlight(st, findEntry.More, rest)
}

// Highlight marks the characters of s at the byte offsets at, which are ascending.
func Highlight(st *Styles, s string, at []int) string {
	if len(at) == 0 {
		return s
	}
	var b strings.Builder
	next := 0
	for i, char := range s {
		for next < len(at) && at[next] < i {
			next++
		}
		if next < len(at) && at[next] == i {
			b.WriteString(st.Match(string(char)))
			next++
			continue
		}
		b.WriteRune(char)
	}
	return b.String()
}
