package tables

import (
	"cmp"
	"time"

	"tabletop/model/sample"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// Known is what is known of a table from the last time that it was opened.
type Known struct {
	Rows     int64 // read
	Bytes    int64 // of these rows
	Complete bool  // these are all rows of the table
	Families []string
	Policies []string // of these families, as cbt writes them; an empty one is none
	Table    string   // its sample.Table.ID
	Layouts  []string `json:"-"` // the templates of its keys, while the program runs: they may hold values
	Opened   time.Time
}

// NewKnown is what a sample of a table shows that was opened at a time.
func NewKnown(s *sample.Sample, opened time.Time) Known {
	known := Known{Rows: int64(s.Rows()), Bytes: s.Bytes(), Complete: s.How.Complete, Table: s.Table.ID(),
		Opened: opened}
	for _, f := range s.Table.Families {
		policy := ""
		if f.GC.Kind != sample.GCNone {
			policy = f.GC.String()
		}
		known.Families, known.Policies = append(known.Families, f.Name), append(known.Policies, policy)
	}
	return known
}

// families are the names of the families, each with its policy where that is known.
func (k *Known) families() []string {
	out := make([]string, len(k.Families))
	for i, f := range k.Families {
		out[i] = text.EscapeString(f)
		if len(k.Policies) == len(k.Families) {
			out[i] += "  " + cmp.Or(k.Policies[i], "no policy")
		}
	}
	return out
}

// words is how many rows were read, and whether these are all.
func (k *Known) words() string {
	rows := text.Count(k.Rows, "row") + " read, " + text.Bytes(float64(k.Bytes))
	if k.Complete {
		rows = "all " + text.Count(k.Rows, "row") + ", " + text.Bytes(float64(k.Bytes))
	}
	return rows
}

// kinds describe what each kind of entry is, and how long opening it takes.
func kinds(kind string) string {
	switch kind {
	case "recent":
		return "a table that was opened before; enter reads it again"
	case "demo":
		return "a synthetic table in the program itself: nothing is connected to"
	case "view":
		return "a view of the instance; enter reads a sample through it, unless it is a logical view"
	case "saved":
		return "a saved sample: it opens without a connection"
	case "spec":
		return "a specification: its rows are generated, nothing is connected to"
	}
	return "a table of the instance; enter reads a sample of it"
}

// drawPreview draws what is known of the entry under the cursor.
func (s *Screen) drawPreview(st *widget.Styles, w, h int, boxed bool) []string {
	chosen := s.finder.Chosen()
	if chosen < 0 {
		return widget.Pane{Title: "NOTHING CHOSEN", Boxed: boxed}.Draw(st, nil, w, h)
	}
	entry := s.entries[chosen]
	pane := widget.Pane{Title: text.EscapeString(entry.Name), Right: widget.Hints(st, "enter", "open"), Boxed: boxed}
	tw := pane.TextWidth(w)
	var lines []string
	add := func(label, words string) {
		lines = append(lines, widget.Labeled(st.Dim, label, words, 10, tw)...)
	}
	addAll := func(label string, lines []string) {
		for _, words := range lines {
			add(label, words)
			label = ""
		}
	}
	add("source", text.EscapeString(entry.Source))
	add("kind", kinds(entry.Kind))
	if entry.Title != "" {
		add("about", text.EscapeString(entry.Title))
	}
	if entry.Size > 0 {
		add("file", text.Bytes(float64(entry.Size))+", written "+s.age(entry.Modified))
	}
	s.fleetLines(&entry, add)
	if known := s.known(entry); known != nil {
		add("rows", known.words())
		addAll("families", known.families())
		addAll("keys", known.Layouts)
		if baseline := s.baseline(known); baseline != nil {
			add("baseline", text.EscapeString(baseline.Name)+", read "+s.age(baseline.Read)+
				"; Diff compares with it")
		}
		add("opened", s.age(known.Opened))
	} else {
		add("rows", "not known before it is opened")
	}
	lines = append(lines, "")
	add("command", "tabletop "+text.EscapeString(entry.Source))
	add("report", "tabletop stats "+text.EscapeString(entry.Source))
	return pane.Text(st, lines, w, h)
}

// age is how long ago a time was, or its date where the screen does not know what time it is.
func (s *Screen) age(t time.Time) string {
	if s.now.IsZero() || t.After(s.now) {
		return t.UTC().Format("2006-01-02 15:04") + " UTC"
	}
	if s.now.Sub(t) < time.Minute {
		return "just now"
	}
	return text.Duration(s.now.Sub(t)) + " ago"
}

// baseline is the saved sample of a table that was read last; nil when none is listed.
func (s *Screen) baseline(of *Known) (latest *Entry) {
	for i := range s.entries {
		entry := &s.entries[i]
		if of.Table != "" && entry.Of == of.Table && (latest == nil || entry.Read.After(latest.Read)) {
			latest = entry
		}
	}
	return latest
}

// known is what is known of an entry; nil when nothing is.
func (s *Screen) known(e Entry) *Known {
	if k, ok := s.opened[e.Source]; ok {
		return &k
	}
	if found, ok := s.fleet.found[e.Source]; ok && found.Err == nil {
		return &found.Known
	}
	return e.Known
}
