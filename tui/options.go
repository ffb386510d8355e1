// Package tui is the app's frame: the one Bubble Tea model, which screen is up, keys, jobs, theme, palette, size. What
// there is to see is drawn by the screens (views); where rows come from is behind sample.Source.
package tui

import (
	"context"
	"time"

	"github.com/charmbracelet/colorprofile"

	"tabletop/model/crash"
	"tabletop/model/lesson"
	"tabletop/model/price"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/views"
	"tabletop/views/tables"
	"tabletop/views/widget"
)

// Opener opens the table the user named.
type Opener func(ctx context.Context, name string) (sample.Source, error)

// Catalog lists what the picker offers.
type Catalog interface {
	// Entries hands over entries as they are found, what needs no network first. One whose source was handed over before
	// takes its place. An error states what could not be listed; entries handed over before it stay.
	Entries(ctx context.Context, found func([]tables.Entry)) error
	// Where names the instance whose tables are listed, "project/instance"; empty when there is none.
	Where() string
}

// Options is all the app needs from outside.
type Options struct {
	Source  string  // the table to open, as the user would type it; empty starts with the picker
	Open    Opener  // needed
	Catalog Catalog // nil lists nothing
	// InstanceTables describes the tables of the instance that resemble the one that a source names; nil where they are
	// not known. It is called outside the loop. Nil describes none.
	InstanceTables func(ctx context.Context, source string) []sample.Table
	// Audit audits tables of an instance, the smallest first, within one budget of rows, and hands over what it found
	// of each. at states which is read and how much of the work is done. It is called outside the loop, and returns
	// when ctx ends. Nil audits none.
	Audit func(ctx context.Context, sources []string, found func(tables.Audited),
		at func(words string, fraction float64)) error
	// Sample states how to sample the table the user named; it is called outside the loop. Nil takes the defaults.
	Sample func(source string) sample.Options
	// Read reads a table as Source.Sample does, and counts all rows where few are to be kept, by a plan made from
	// known, the rows that there are, which may be nil. It is called outside the loop. Nil calls Source.Sample.
	Read func(ctx context.Context, src sample.Source, known *sample.Sample, opts sample.Options,
		progress func(sample.Progress)) (*sample.Sample, error)
	// Layouts gives the layouts the user declared for a table; nil has them inferred. It may read files: it is called
	// outside the loop. A nil function declares none.
	Layouts func(source string) (rowkey.Set, error)
	// Keep saves layouts for the next time the table is opened, or with none forgets them, and states where. Nil keeps
	// nothing.
	Keep func(source string, set rowkey.Set) (where string, err error)
	// Remember notes what a table showed whose rows have been read, for the picker of the next start. It writes a file:
	// it is called outside the loop. Nil notes nothing.
	Remember func(source string, known tables.Known) error
	// Decode finds the decoder that the user gave for a column. Nil when none was given.
	Decode func(sample.Column) (views.Decoder, bool)
	// Proposed are layouts of the table of Source, which the app compares in the Lab at once. None begins with the
	// first screen.
	Proposed []views.Proposed
	// Question is what the Lab asks of the table of Source at once; nil asks nothing.
	Question *views.Question
	// Prices are what bytes cost; nil where the user stated no prices.
	Prices *price.Prices
	// Lesson is a lesson to take at once, in place of Source; nil is none.
	Lesson *lesson.Lesson
	// LessonStep is the step to begin it with, from 0; -1 is where it was left.
	LessonStep int
	// Resumed is how far the record of an exam says that the student has come. An exam is a lesson for students.
	Resumed lesson.LessonProgress
	// Progress keeps how far the user has come in the lessons. Nil keeps nothing.
	Progress Progress
	// Record records an attempt at a step of a lesson; its student and the time of its tables are left to it. Nil
	// records nothing. It is called outside the loop, one attempt at a time.
	Record func(lesson.Attempt) error
	// Present shows lessons to a class: the screen takes all but two lines, and a key reveals the answer.
	Present bool
	// Files writes samples and reports. Nil writes nothing.
	Files Files
	// Welcome is called outside the loop once the user has opened a second screen; until then three lines show how. Nil
	// shows no such lines.
	Welcome func() error
	Version string       // of the program, for reports
	Theme   widget.Theme // empty takes dark or light by the terminal's background
	// KeepTheme stores the theme that the user chose for the next start, and states where. It writes a file: it is
	// called outside the loop. Nil stores nothing.
	KeepTheme func(widget.Theme) (where string, err error)
	// Keys are the keys of actions that the user set; see Settings.
	Keys map[string][]string
	// Clipboard puts a text on the clipboard of the system. It is called outside the loop. Nil leaves copying to the
	// terminal.
	Clipboard func(string) error
	Plain     bool // draw for a screen reader: no boxes, no bars, the terminal's cursor at what has the focus
	NoMouse   bool // leave the mouse to the terminal; it can be switched on in the app
	ASCII     bool // draw with ASCII characters only
	// ReportCrash writes the file that a user sends to report an internal error, and returns its path. It is called
	// outside the loop. Nil writes nothing.
	ReportCrash func(*crash.Error) (file string, err error)
	// Profile is what colors the terminal shows; Unknown has it found out from the environment. NO_COLOR with any value
	// should come as colorprofile.ASCII: the library only knows NO_COLOR=1.
	Profile colorprofile.Profile
	Now     func() time.Time // nil is the machine's clock
}

func (o Options) withDefaults() Options {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Sample == nil {
		o.Sample = func(string) sample.Options { return sample.Options{} }
	}
	if o.Layouts == nil {
		o.Layouts = func(string) (rowkey.Set, error) { return nil, nil }
	}
	return o
}
