package tui

import (
	"context"
	"errors"
	"path"
	"slices"
	"strings"
	"unicode"

	"tabletop/model/infer"
	"tabletop/model/redact"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/views"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// sampleExt is the extension of the file of a sample.
const sampleExt = ".tabletop"

// What an export does with the strings of a table that are data.
const (
	asRead    = "as they are"
	redacted  = "redacted: other strings of the same format"
	unordered = "redacted: other strings, and no order of keys"
)

// valuesOption has the strings of the table written as they are or redacted; what redaction shows of so many rows
// is explained, and as is chosen at first.
func valuesOption(rows int, as string) *fileOption {
	fileOption := &fileOption{name: "values", values: []string{asRead, redacted, unordered}}
	fileOption.at = slices.Index(fileOption.values, as)
	fileOption.about = func() string {
		switch fileOption.value() {
		case redacted:
			return text.KeptOrder(rows)
		case unordered:
			return sample.LostOrder
		}
		return ""
	}
	return fileOption
}

// The rows that a file may have.
const (
	scopeRows = "those of the scope"
	allRows   = "all that were read"
)

// rowsOption has the rows of the scope written or all that were read; without a scope there is one choice.
func rowsOption(s *session) *fileOption {
	if len(s.data.Scope) == 0 {
		return &fileOption{name: "rows", values: []string{allRows}}
	}
	of := &fileOption{name: "rows", values: []string{scopeRows, allRows}}
	words := scopeWords(s.data.Scope...)
	of.about = func() string {
		if of.value() == scopeRows {
			return "of " + words + ": " + sampleSize(chosenRows(s, of))
		}
		return ""
	}
	return of
}

// chosenRows is the sample that an option of rowsOption stands for.
func chosenRows(s *session, of *fileOption) *sample.Sample {
	if of.value() == scopeRows {
		return s.data.Sample
	}
	return s.read
}

func sampleSize(s *sample.Sample) string {
	return text.Count(int64(s.Rows()), "row") + ", " + text.Bytes(float64(s.Bytes()))
}

// save asks for the file to save the sample to, with strings as they are or redacted at first; then is what is done
// after it was saved, nil for nothing.
func (a *App) save(as string, then func()) {
	current := a.table
	values, of := valuesOption(current.read.Rows(), as), rowsOption(current)
	fileDialog := &fileDialog{title: "Save the sample", options: []*fileOption{values, of},
		about: sampleSize(current.read)}
	if len(of.values) == 1 { // nothing to choose
		fileDialog.options = fileDialog.options[:1]
	}
	if current.data.Reading {
		fileDialog.about += " so far: reading continues"
	}
	fileDialog.propose = func() string {
		if values.value() != asRead {
			return current.fileName("redacted") + sampleExt
		}
		return current.fileName("") + sampleExt
	}
	files, layouts, inferred := a.opts.Files, current.data.Layouts, !current.data.Declared
	a.openFileDialog(fileDialog, "sample", func() fileJob {
		smp := chosenRows(current, of)
		masked, opts, at := values.value() != asRead, redact.Options{Unordered: values.value() == unordered}, ""
		var said redact.Summary
		return fileJob{
			write: func(ctx context.Context, path string) error {
				at = path
				out := smp
				if masked {
					done, err := redactSample(ctx, smp, layouts, inferred, opts)
					if err != nil {
						return err
					}
					out, said = done.Sample, done.Summary()
				}
				return files.Save(path, out)
			},
			done: func() {
				current.saved = current.saved || current.read == smp && !masked
				if masked {
					a.say(strings.Join(text.Redaction(said, smp.Rows()), " "))
				}
				if !masked && of.value() == allRows && current == a.table {
					a.baselineSaved(at)
				}
				if then != nil {
					then()
				}
			},
		}
	})
}

// baselineSaved informs the screens that compare where the sample of the open table is.
func (a *App) baselineSaved(path string) {
	for _, x := range a.screens {
		notifyScreen(x, "handing the path to", func(b views.BaselineUser) { b.SampleSaved(path) })
	}
}

// redactSample redacts a sample by its layouts, which are inferred where they are not known yet. A redacted one
// stays.
func redactSample(ctx context.Context, s *sample.Sample, layouts rowkey.Set, inferred bool,
	opts redact.Options) (*redact.Result, error) {
	if s.How.Redacted != "" {
		return &redact.Result{Sample: s}, nil
	}
	if layouts == nil {
		found, err := infer.Sample(ctx, s, infer.Options{})
		if err != nil {
			return nil, err
		}
		layouts, inferred = found.Set(), true
	}
	opts.Layouts, opts.Inferred = layouts, inferred
	return redact.Apply(ctx, s, opts)
}

// fileJob is what a dialog was asked to write: write is called outside the loop, done on it after a success.
type fileJob struct {
	write func(ctx context.Context, path string) error
	done  func()
}

// openFileDialog puts up a dialog that writes a file in a job; what names it in messages. prepare is called on the loop
// and takes what was chosen.
func (a *App) openFileDialog(d *fileDialog, what string, prepare func() fileJob) {
	files := a.opts.Files
	d.acceptKey, d.closeKey = widget.KeyName(a.dialogKey("enter")), widget.KeyName(a.dialogKey("esc"))
	d.complete = func(prefix string) { a.completePath(prefix, d.receive) }
	d.write = func(path string, over bool) {
		d.busy = true
		job := prepare()
		a.jobs.start(spec{slot: slotWrite, label: "writing the " + what,
			run: func(ctx context.Context, _ func(any)) any {
				if !over && files.Exists(path) {
					return writeResult{exists: true}
				}
				return writeResult{err: job.write(ctx, path)}
			},
			done:   func(v any) { a.wrote(d, what, path, v.(writeResult), job.done) },
			failed: func(f *fault) any { return writeResult{err: f} },
		})
	}
	d.begin()
	a.over = d
}

type writeResult struct {
	exists bool // nothing was written: the path is taken
	err    error
}

// wrote states what came of writing, in the dialog as long as it is up.
func (a *App) wrote(d *fileDialog, what, path string, r writeResult, done func()) {
	d.busy = false
	switch up := a.over == d; {
	case errors.Is(r.err, context.Canceled):
		a.say("the " + what + " was not written: stopped")
	case r.err != nil && up:
		d.problem = strings.Join(errorLines(r.err), "; ")
	case r.err != nil:
		a.fail("the " + what + " was not written: " + oneLine(r.err))
	case r.exists && up:
		d.exists = path
	case r.exists:
		a.fail("the " + what + " was not written: " + text.EscapeString(path) + " exists")
	default:
		if up {
			a.over = nil
		}
		a.say(a.styles.Good("wrote the " + what + " to " + text.EscapeString(path)))
		done()
	}
}

// fileName proposes the name of a file about the table: its name, what the file is about, and the day.
func (s *session) fileName(about string) string {
	name := s.name
	if s.source != nil {
		name = s.source.Name()
	}
	name = path.Base(strings.TrimSuffix(strings.ReplaceAll(name, "\\", "/"), sampleExt))
	if i := strings.LastIndexByte(name, ':'); i >= 0 {
		name = name[i+1:]
	}
	name = strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' || r == '_' || r == '.' {
			return r
		}
		return '_'
	}, name)
	name = strings.TrimLeft(name, ".-")
	if name == "" {
		name = "table"
	}
	if about != "" {
		name += "-" + about
	}
	return name + "-" + s.data.Now.Format("0102")
}
