// Package diff is the screen that compares the open table with a saved sample of it, or with any other source.
package diff

import (
	"context"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"tabletop/model/analysis"
	compare "tabletop/model/diff"
	"tabletop/model/sample"
	"tabletop/views"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// Screen is Diff. The zero value asks for something to compare with.
type Screen struct {
	data    *views.Data
	input   widget.Input
	typing  bool
	source  string         // what the table is compared with, as it was typed
	loading bool           // it is being read
	other   *sample.Sample // it, once it was read
	problem error          // why it could not be read, or not be compared
	done    *compared
	all     bool // what did not change is listed as well
	list    widget.Table
	items   []item
	top     int          // line of the titles at the last Draw
	width   int          // cells of the list at the last Draw
	facts   widget.Table // both sides beside each other, where there is room

	baseline string         // where the sample of this table was saved last; empty when it was not
	sources  []views.Source // that can be compared with
	choices  widget.Table   // of them, while nothing is compared or another one is picked
	picking  bool           // another source, beside what is compared
	paths    []string       // that begin with what is typed, after tab
}

// compared is a comparison and what it is of.
type compared struct {
	of   *analysis.Analysis
	with *sample.Sample
	diff *compare.Diff
	err  error
}

// item is one line: a heading, a row, or a remark behind a section.
type item struct {
	heading, about string
	row            text.DiffRow
	of             string // the segment that row is a value of, escaped
}

// New makes the screen.
func New() *Screen { return &Screen{} }

// ID returns views.DiffScreen.
func (s *Screen) ID() views.ID { return views.DiffScreen }

// Title is "Diff".
func (s *Screen) Title() string { return "Diff" }

// Editing reports whether a name is being typed.
func (s *Screen) Editing() bool { return s.typing }

// SetData states what there is to show.
func (s *Screen) SetData(d *views.Data) {
	if s.data == nil || s.data.Source != d.Source {
		*s = Screen{sources: s.sources}
	}
	s.data = d
}

// ready reports whether there are two samples. While the table is still being read, comparing would be in vain.
func (s *Screen) ready() bool {
	return s.data != nil && s.data.Sample != nil && s.data.Profile != nil && !s.data.Reading && s.other != nil
}

// RequestWork asks for the comparison when there is a new one to make.
func (s *Screen) RequestWork() views.Request {
	if !s.ready() || s.done != nil && s.done.of == s.data.Analysis && s.done.with == s.other {
		return nil
	}
	d, other, name := s.data, s.other, s.source
	return views.Work{Name: "diff", Run: func(ctx context.Context) any {
		out := compared{of: d.Analysis, with: other}
		out.diff, out.err = between(ctx, d, other, name)
		return out
	}}
}

// between compares the open table with another sample; the one that was taken earlier is the one before. Layouts that a
// person declared hold for both.
func between(ctx context.Context, d *views.Data, other *sample.Sample, name string) (*compare.Diff, error) {
	own, err := compare.NewSide(ctx, d.Source, d.Analysis)
	if err != nil {
		return nil, err
	}
	opts := analysis.Options{Now: d.Now}
	if d.Declared {
		opts.Layouts = d.Layouts
	}
	analyzed, err := analysis.New(ctx, other, opts)
	if err != nil {
		return nil, err
	}
	with, err := compare.NewSide(ctx, name, analyzed)
	if err != nil {
		return nil, err
	}
	before, after := with, own
	if a, b := d.Sample.How.Started, other.How.Started; !a.IsZero() && a.Before(b) {
		before, after = own, with
	}
	return compare.Compare(ctx, before, after, compare.Options{Top: 200})
}

// Receive takes what was read, or the comparison.
func (s *Screen) Receive(result any) views.Request {
	switch result := result.(type) {
	case views.SampleLoaded:
		if result.Source != s.source {
			return nil
		}
		s.loading, s.other, s.problem = false, result.Sample, result.Err
		return s.RequestWork()
	case views.CompletedPath:
		s.complete(result)
	case compared:
		if s.data == nil || result.of != s.data.Analysis || result.with != s.other {
			return nil
		}
		s.done = &result
		s.problem = result.err
		s.fill()
	}
	return nil
}

// fill sets the comparison in lines: what differs, and the figures of the table whether they do or not. If all is to be
// listed, section by section.
func (s *Screen) fill() {
	s.items = nil
	if s.done == nil || s.done.diff == nil {
		s.list.SetLen(0)
		return
	}
	hidden := false
	for _, section := range text.DiffSections(s.done.diff) {
		if s.all {
			s.items = append(s.items, item{heading: section.Title()})
		}
		for _, r := range section.Rows {
			if !s.all && section.Words != text.TableSection && !isListed(r) {
				hidden = true
				continue
			}
			s.items = append(s.items, item{row: r, of: section.Name})
		}
		if s.all && section.About != "" {
			s.items = append(s.items, item{about: section.About})
		}
	}
	slices.SortStableFunc(s.items, func(a, b item) int { return s.rank(a) - s.rank(b) })
	if hidden {
		s.items = append(s.items, item{about: "the other figures have no significant difference; v lists all"})
	}
	s.list.SetLen(len(s.items))
	if s.all && s.list.Cursor() == 0 && len(s.items) > 1 {
		s.list.SetCursor(1) // below the heading
	}
}

// isListed reports whether a row is listed unless all are: it differs, or is not seen on one side.
func isListed(r text.DiffRow) bool { return r.Verdict.Significant() || r.Verdict == compare.Unseen }

// rank orders the lines that differ before the others, what is new or gone first; all lines keep their sections.
func (s *Screen) rank(of item) int {
	switch {
	case s.all:
		return 0
	case of.row.Verdict == compare.New, of.row.Verdict == compare.Gone:
		return 1
	case isListed(of.row):
		return 2
	}
	return 3
}

// SampleSaved notes where the sample of the open table was saved: that is the baseline to compare with later.
func (s *Screen) SampleSaved(path string) { s.baseline = path }

// Press types a name, or moves the cursor.
func (s *Screen) Press(k tea.KeyPressMsg) views.Request {
	if !s.typing {
		s.listed().Press(k.String())
		return nil
	}
	switch k.String() {
	case "enter":
		return s.load(strings.TrimSpace(s.input.Text()))
	case "esc":
		s.typing, s.picking, s.paths = false, false, nil
		s.input.SetText(s.source)
	case "tab":
		return views.CompletePath{Prefix: s.input.Text()}
	default:
		s.input.Press(k)
		s.paths = nil
	}
	return nil
}

// complete takes the completion of the path that is typed, unless it was changed meanwhile.
func (s *Screen) complete(c views.CompletedPath) {
	if !s.typing || c.Prefix != s.input.Text() {
		return
	}
	s.input.SetText(c.Text)
	s.paths = c.Paths
	if len(c.Paths) == 1 && c.Text == c.Paths[0] {
		s.paths = nil
	}
}

// load asks for a source to compare with.
func (s *Screen) load(name string) views.Request {
	s.typing, s.picking, s.paths = false, false, nil
	if name == "" {
		return nil
	}
	s.source, s.loading, s.other, s.problem, s.done = name, true, nil, nil, nil
	s.fill()
	return views.LoadSample{Source: name}
}

// pick lists the sources beside what is compared; where none is known, a name is typed.
func (s *Screen) pick() views.Request {
	if len(s.offered()) == 0 {
		return s.name()
	}
	s.picking = true
	return nil
}

func (s *Screen) name() views.Request {
	s.typing = true
	s.input.SetText(s.source)
	if s.source == "" {
		s.input.SetText(s.baseline)
	}
	return nil
}

// Bindings lists what keys do now.
func (s *Screen) Bindings() []views.Binding {
	if s.typing {
		return nil
	}
	if s.picking {
		return append([]views.Binding{s.takeBinding()}, s.pickingBindings()...)
	}
	nothing, unnamed := "", ""
	if s.done == nil || s.done.diff == nil {
		nothing = "nothing was compared yet"
	}
	if s.source == "" {
		unnamed = "nothing was named yet to compare with"
	}
	var out []views.Binding
	choose := views.Binding{Keys: []string{"c"}, Name: "compare",
		Help: "pick a baseline, a saved sample, or another source to compare with, or name one", Run: s.pick}
	if s.choosing() {
		out, choose.Run = append(out, s.takeBinding()), s.name
	}
	return append(append(out, choose), []views.Binding{
		{Keys: []string{"v"}, Name: "all", Help: "list unchanged figures too, or hide them", DisabledReason: nothing,
			Run: func() views.Request {
				s.all = !s.all
				s.fill()
				return nil
			}},
		{Keys: []string{"ctrl+r"}, Name: "again", Help: "read what is compared with again", DisabledReason: unnamed,
			Run: func() views.Request { return s.load(s.source) }},
		{Keys: []string{"w"}, Name: "why", Help: "explain when a difference is statistically significant",
			DisabledReason: nothing, Run: s.explain},
		{Keys: []string{"y"}, Name: "copy", Group: views.Take, Help: "copy the line under the cursor",
			DisabledReason: nothing,
			Run:            s.copy},
	}...)
}

func (s *Screen) copy() views.Request {
	cursor := s.list.Cursor()
	if cursor < 0 {
		return nil
	}
	it := s.items[cursor]
	line := it.heading + it.about
	if line == "" {
		line = strings.Join([]string{it.row.Name, it.row.Before, it.row.After, it.row.Delta, it.row.Word}, "\t")
	}
	return views.Copy{What: "line", Text: line}
}

func (s *Screen) explain() views.Request {
	return views.Explain{Title: "Differences and chance", Text: text.DiffSummary(s.done.diff) + "\n\n" +
		"Two samples of one table are never identical. A difference is significant only where its interval leaves " +
		"out zero. The interval is made of the limits of " +
		"both figures (MOVER, Zou and Donner 2008), which are independent as the samples are; of many columns or " +
		"values that are compared together, each has to be the " +
		"surer the more there are (Bonferroni), or one in twenty would seem to have changed. Figures of whole tables " +
		"are counts, and their differences are exact.\n\n" +
		"What only one side has is new or gone if all rows of the other were counted. A sample has not seen it: at " +
		"most the share shown may have it all the same, three in the number of key ranges that were read (rule of " +
		"three)."}
}

// Click puts the cursor on a line.
func (s *Screen) Click(x, y int) views.Request {
	if x >= s.width {
		return nil
	}
	list := s.listed()
	i := list.RowAt(y - s.top)
	if i >= 0 && i == list.Cursor() && s.choosing() {
		return s.take()
	}
	if i >= 0 {
		list.SetCursor(i)
	}
	return nil
}

// Wheel moves the cursor.
func (s *Screen) Wheel(lines int) views.Request {
	s.listed().Wheel(lines)
	return nil
}
