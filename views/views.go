// Package views is what the user sees: one folder a screen, plus widget (shared drawing) and report (text and JSON).
// Analysis comes in, text goes out: no I/O, no goroutines, no clock. A screen that needs something done asks the app
// for it with a Request.
package views

import (
	"context"
	"io"
	"time"

	tea "charm.land/bubbletea/v2"

	"tabletop/model/analysis"
	"tabletop/model/audit"
	"tabletop/model/heat"
	"tabletop/model/lesson"
	"tabletop/model/price"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/views/take"
	"tabletop/views/widget"
)

// Data is everything there is to show of one table. It is replaced whole when something new is known and never changed,
// so a screen may keep it. What is not known yet is nil.
type Data struct {
	Source string        // the table as the user names it
	Table  *sample.Table // the description
	// Analysis is of the rows read so far, or of fewer while they are analyzed. It is replaced whole: a screen that
	// keeps something of it compares the pointers to see whether that is of the same generation. It is never nil;
	// before the first rows its Sample is.
	*analysis.Analysis
	// Scope are the parts to which the user narrowed the table: Analysis is of these alone, and Whole is of all rows.
	// Whole is nil without a scope, WholeSummary also where the table was not summed up before.
	Scope        []analysis.Part
	Whole        *analysis.Analysis
	WholeSummary *Summary
	Reading      bool          // the sample is still growing
	Paused       bool          // Reading waits for the user
	Summary      *Summary      // nil before the first one is made
	Plan         *Plan         // what was to be read; nil where that is not known, and for what was read on beyond it
	Now          time.Time     // for ages
	Prices       *price.Prices // what bytes cost; nil where the user stated no prices
	Proposed     []Proposed    // layouts that the Lab begins with
	Question     *Question     // that the Lab begins with; nil begins with the layouts
	// Decode finds the decoder that the user gave for a column; nil when none was given.
	Decode func(sample.Column) (Decoder, bool)
}

// Question is what the form for queries of the Lab asks before anything else, of records that are in no table yet.
type Question struct {
	Title  string
	Fields []Field
	// Propose returns row keys for records that are looked up by the fields of these names. It is called outside of the
	// loop; its error is ctx's.
	Propose func(ctx context.Context, names []string) ([]Proposed, error)
}

// Field is a segment or column of a Question.
type Field struct {
	Name  string
	About string // what its values are, in a few words
}

// Proposed is a layout that somebody proposes.
type Proposed struct {
	By       string // as the user typed it; empty where it is not known
	Template string
}

// Asked returns what the rows were asked for by, and narrowed to; zero before there are any.
func (d *Data) Asked() sample.Options {
	if d.Analysis == nil || d.Sample == nil {
		return sample.Options{}
	}
	return d.Sample.How.Options
}

// Plan is what was to be read, and what was asked for.
type Plan struct {
	sample.Plan
	Options sample.Options
}

// Decoder turns values of a column into text, by means that may take long: it is for Work.
type Decoder struct {
	Name string // "protobuf Person"
	// Decode writes a value as text of several lines, not escaped. An error states why the value does not fit.
	Decode func(ctx context.Context, value []byte) (string, error)
}

// Screen is one screen: a plain struct with its own state (cursor, scroll, what is being edited).
type Screen interface {
	ID() ID
	Title() string
	// SetData states what there is to show. The cursor stays on what it was on where that still exists.
	SetData(*Data)
	// Bindings lists the keys that do something now, the most important first; help and the bottom line are made of
	// them. The app has ? : q x R o e F P T ! ^ [ ] space 0..9 ctrl+c ctrl+p ctrl+r ctrl+s ctrl+z f1 to f4 for itself;
	// esc is a screen's while it has a use for it.
	Bindings() []Binding
	// Press handles a key that is in no binding, or any key while Editing. Pasted text comes as one key press with that
	// text. A nil Request is "nothing to do".
	Press(tea.KeyPressMsg) Request
	// Editing reports whether keys are text for the screen, not commands.
	Editing() bool
	// Draw returns exactly h lines, none wider than w cells. Nothing of a table is in it unescaped.
	Draw(w, h int, st *widget.Styles) string
}

// MouseHandler is a screen that knows the mouse. Coordinates are cells of its own area.
type MouseHandler interface {
	Click(x, y int) Request
	Wheel(lines int) Request
}

// Receiver is a screen that asked for Work and takes its result.
type Receiver interface {
	Receive(result any) Request
}

// WorkRequester is a screen that needs Work done when there is something new to show: the app asks it after SetData.
// Nil is nothing.
type WorkRequester interface {
	RequestWork() Request
}

// WorkRecorder is a screen on which a person makes what a lesson may ask for.
type WorkRecorder interface {
	// RecordWork adds what was made on the screen to w. It is called after every key, so it must be quick.
	RecordWork(w *lesson.Work)
}

// GoalTaker is a screen that draws the map of the writes that a lesson asks for beside those that there are.
type GoalTaker interface {
	// TakeGoal states the map; nil if no step asks for one. It is called after every key, so it must be quick.
	TakeGoal(*heat.Map)
}

// TargetOpener is a screen that can be opened at a row; the Columns screen, at a column named family:qualifier.
type TargetOpener interface {
	OpenAt(key []byte) Request
}

// Target is a part of the table that a cursor is on; what it says nothing of is empty.
type Target struct {
	Key     []byte // a row, or the first of several
	Family  string
	Column  *sample.Column
	Segment string // of a key
	Layout  string // the template of the record kind; without it, of any kind
}

// Sorter is a screen whose list can be sorted by one of several figures. The palette offers each.
type Sorter interface {
	SortNames() []string
	// SortBy sorts by one of SortNames, the most first.
	SortBy(name string) Request
}

// Reporter is a screen that has a report of its own: of what the user made on it, not only of the table.
type Reporter interface {
	// Report returns the report of what the screen shows now; nil when there is nothing to report yet.
	Report() *Report
}

// Report is a report that a screen offers.
type Report struct {
	Name    string   // for the file: "diff"
	Formats []string // the names of its formats: "markdown", "json", "text"
	// Write writes it. It is called outside the loop and must not use the state of the screen.
	Write func(ctx context.Context, w io.Writer, format string) error
}

// Locator is a screen whose cursor is on a part of the table: the app takes it to the findings about that.
type Locator interface {
	Location() Target
}

// Narrower is a screen whose cursor is on a part of the table that all screens can be narrowed to.
type Narrower interface {
	// Parts returns what narrows to that part, step by step, or why there is none.
	Parts() (parts []analysis.Part, missing string)
}

// Searchable is a screen with a list in which the app finds what is typed. Screens that narrow a long list themselves
// have a binding of their own for it.
type Searchable interface {
	// SearchLines are the lines of the list, escaped; none where no list is shown.
	SearchLines() []widget.FindEntry
	// GoTo puts the cursor on one of them, by its index.
	GoTo(line int) Request
}

// Suppressor is a screen on which findings of the open table are accepted with a reason.
type Suppressor interface {
	Suppressions() []audit.Suppression
}

// Filterer is a screen that can show only what is about a place, or put the cursor on it.
type Filterer interface {
	FilterTo(Target)
}

// Group is what people do with a binding; help lists those of a group together, in this order.
type Group int

const (
	Look     Group = iota // see more of what is there
	Change                // change what is tried
	Take                  // take something along: copies, files
	Go                    // go elsewhere
	Read                  // have rows read
	Tabletop              // see to the program
)

// Binding is one thing a key does. Bindings are data: help, the bottom line, the palette and the docs are made of them.
type Binding struct {
	Keys []string // as tea.KeyPressMsg.String names them; the first is the one shown
	Name string   // in a word, for the bottom line: "sort"
	Help string   // in a sentence, for help and the palette: "sort by the next column"
	Run  func() Request
	// Group is what it is for; zero is to look.
	Group Group
	// DisabledReason states why the binding does nothing now; empty when it works. A binding that is off is shown with
	// the reason.
	DisabledReason string
}

// Request is what a screen asks of the app: one of the types below, or nil.
type Request any

// OpenScreen opens a screen, at a row when Key is given, or with only what is about a place.
type OpenScreen struct {
	Screen ID
	Key    []byte
	About  *Target
}

// Back returns to the screen before.
type Back struct{}

// Copy puts Text on the clipboard; What names it in the message ("key", "template"). Where it stands for rows of the
// table, the user chooses between it and these as a line for another tool.
type Copy struct {
	What, Text string
	Rows       take.Rows
}

// Notify shows a message over the body for some seconds.
type Notify struct{ Text string }

// Explain opens a box over the screen: how a figure was counted, from how many rows, which guideline states why.
type Explain struct{ Title, Text string }

// Work has a pure function run outside the loop. The result comes back to the screen's Receive, unless a later Work of
// the same Name replaced it.
type Work struct {
	Name string
	Run  func(ctx context.Context) any
	// Reports is Run for work that states how far it is: what it reports comes to Receive before the result, later
	// reports in place of earlier ones that were not taken yet. Nil uses Run.
	Reports func(ctx context.Context, report func(step any)) any
}

// BaselineUser is a screen that compares with what was saved: the app gives it the path of the sample of the open
// table.
type BaselineUser interface{ SampleSaved(path string) }

// SourceUser is a screen that offers what else can be opened: the app gives it the list as it grows.
type SourceUser interface{ SetSources([]Source) }

// Source is something that can be opened beside the table.
type Source struct {
	Kind   string // in a word: "saved", "demo"
	Name   string // as it is listed
	Title  string // what it is, in a line; may be empty
	Source string // what the user would type to open it
	// Of is the sample.Table.ID of the table that a saved sample is of, Read when it was read.
	Of   string
	Read time.Time
}

// Proposer is a screen that can look for a proposal by itself. The app calls Propose when the screen comes up, except
// in a lesson, where a proposal would give the answer away.
type Proposer interface {
	Propose() Request
}

// Leaver is a screen that has work done which is of use only while it is in sight. The app calls Leave when another
// screen comes up, and gives up the work of the names returned.
type Leaver interface{ Leave() []string }

// Narrow narrows all screens to a part of what they show, step by step.
type Narrow struct{ Parts []analysis.Part }

// SetLayouts puts layouts in force for the table; nil goes back to the inferred ones.
type SetLayouts struct{ Layouts rowkey.Set }

// Fetch re-reads one row with its values; the *sample.Sample, or the error, comes to Receive.
type Fetch struct{ Key []byte }

// LoadSample reads another source for a screen, beside the table that is open; a Loaded comes to Receive.
type LoadSample struct{ Source string }

// SampleLoaded is what Load came to. A sample may come with an error, which then states why it is not whole.
type SampleLoaded struct {
	Source string
	Sample *sample.Sample
	Err    error
}

// CompletePath completes what was typed of the path of a file; a CompletedPath comes to Receive.
type CompletePath struct{ Prefix string }

// CompletedPath is what CompletePath came to.
type CompletedPath struct {
	Prefix string   // as it was asked
	Text   string   // the longest text that begins all Paths; Prefix when there are none
	Paths  []string // that begin with Prefix, not escaped; directories end with a separator
}

// OpenTable opens a table by the name the user would type, on a screen; empty is the first one.
type OpenTable struct {
	Source string
	Screen ID
}

// AuditTables has tables of an instance audited one after the other, by the names the user would type. The audit of
// each comes to Receive of the picker, which made the request.
type AuditTables struct{ Sources []string }

// Lesson takes a lesson: from where it was left, or from its first step with nothing done.
type Lesson struct {
	Name  string
	Again bool
}

// All carries out several requests in order.
type All []Request
