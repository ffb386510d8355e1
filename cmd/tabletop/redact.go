package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"regexp"
	"slices"

	"github.com/spf13/pflag"

	"tabletop/model/analysis"
	"tabletop/model/figures"
	"tabletop/model/infer"
	"tabletop/model/redact"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/views/report"
	"tabletop/views/text"
)

// redaction holds the flags for replacing strings that identify people and things.
type redaction struct {
	mode    redactMode
	keyFile string
	keep    []string
	words   bool

	options redact.Options // once read
}

// redactMode is how strings are replaced: the value of --redact.
type redactMode string

// The modes. Without one, a format decides.
const (
	redactUnset     redactMode = ""
	redactNothing   redactMode = "false"
	redactOrdered   redactMode = "true"
	redactUnordered redactMode = "unordered"
)

func (m *redactMode) String() string { return string(*m) }
func (m *redactMode) Type() string   { return "mode" }

func (m *redactMode) Set(text string) error {
	switch text {
	case "ordered":
		*m = redactOrdered
	case string(redactNothing), string(redactOrdered), string(redactUnordered):
		*m = redactMode(text)
	default:
		return errors.New("ordered, unordered, or false")
	}
	return nil
}

// report adds the flags of reports.
func (r *redaction) report(fs *pflag.FlagSet) {
	r.flags(fs, "Replace every string that is data with one of the same format, `MODE` ordered or unordered; on "+
		"unless the output is text")
}

// sample adds the flags of saved samples.
func (r *redaction) sample(fs *pflag.FlagSet) {
	r.flags(fs, "Replace every string that is data with one of the same format in the file, `MODE` ordered or "+
		"unordered")
	fs.BoolVar(&r.words, "redact-words", false,
		"Also replace the words in templates, for example in enum(cpu, mem); the templates then differ")
}

func (r *redaction) flags(fs *pflag.FlagSet, usage string) {
	fs.VarPF(&r.mode, "redact", "", usage).NoOptDefVal = string(redactOrdered)
	fs.StringVar(&r.keyFile, "redact-key", "",
		"`FILE` with a key that gives the same strings the same replacements in several reports where possible, "+
			"instead of a random one that is not stored")
	fs.StringArrayVar(&r.keep, "keep-names", nil,
		"Keep names that match the RE2 `PATTERN` as a whole: of columns (qualifier or family:qualifier), families, "+
			"segments, record kinds, and words in keys; can be repeated")
}

// wanted reports whether strings are to be replaced.
func (r *redaction) wanted() bool { return r.mode == redactOrdered || r.mode == redactUnordered }

// proposed replaces strings unless the user said otherwise, if it is usual or a flag asks for it.
func (r *redaction) proposed(usual bool) {
	if r.mode == redactUnset && (usual || r.keyFile != "" || len(r.keep) > 0) {
		r.mode = redactOrdered
	}
}

// check reports flags that cannot be combined, and reads what they name. Its errors are usage errors.
func (r *redaction) check() error {
	if !r.wanted() && (r.keyFile != "" || r.words || len(r.keep) > 0) {
		return errors.New("cannot use --redact-key, --redact-words, or --keep-names without --redact\nadd --redact")
	}
	r.options = redact.Options{Unordered: r.mode == redactUnordered, Words: r.words}
	for _, pattern := range r.keep {
		re, err := regexp.Compile(`^(?s:` + pattern + `)$`)
		if err != nil {
			return fmt.Errorf("invalid value %q for --keep-names: %w\nwrite an RE2 expression that matches a whole "+
				"name, for example 'owner_.*'", pattern, err)
		}
		r.options.Keep = append(r.options.Keep, re)
	}
	if r.keyFile == "" {
		r.options.DrawKey()
		return nil
	}
	key, err := readSmall(r.keyFile)
	if key = bytes.TrimRight(key, "\r\n"); err == nil && len(key) == 0 {
		err = errors.New("it is empty")
	}
	if err != nil {
		var path *fs.PathError
		if errors.As(err, &path) {
			err = path.Err // the path may be the secret itself
		}
		return fmt.Errorf("cannot read the FILE of --redact-key: %w\n--redact-key names a file that holds the key, "+
			"and no longer the key itself, which process lists and shell histories show; "+
			"to make one, run: (umask 077 && head -c 32 /dev/urandom | base64 > redact.key)", err)
	}
	r.options.Key = key
	return nil
}

// apply redacts a sample. Nil layouts are inferred.
func (r *redaction) apply(ctx context.Context, s *sample.Sample, layouts rowkey.Set, inferred bool) (*redact.Result,
	error) {
	if layouts == nil {
		found, err := infer.Sample(ctx, s, infer.Options{})
		if err != nil {
			return nil, err
		}
		layouts, inferred = found.Set(), true
	}
	opts := r.options
	opts.Layouts, opts.Inferred = layouts, inferred
	return redact.Apply(ctx, s, opts)
}

// showRedacted prints what was not replaced, so that the user can check it before sharing the file.
func showRedacted(w io.Writer, r *redact.Result) {
	fmt.Fprintf(w, "redacted: %s\n", r.Sample.How.Redacted)
	for _, line := range text.Redaction(r.Summary(), r.Sample.Rows()) {
		fmt.Fprintf(w, "  %s\n", line)
	}
	if !r.Moved {
		fmt.Fprintf(w, "  times not changed: %s\n", r.Why)
	}
	if slices.ContainsFunc(r.Kept, func(n redact.Name) bool { return n.Kind == redact.ConstantWord }) {
		fmt.Fprintf(w, "  use --redact-words to replace the words in keys too\n")
	}
	if r.Left > 0 {
		fmt.Fprintf(w, "  %s of keys and values may remain, because every other string of the format is in use\n",
			text.Count(r.Left, "string"))
	}
	for _, d := range r.Differs {
		fmt.Fprintf(w, "  changed by redaction: %s\n", safeLine(d))
	}
}

// audited redacts the output of an audit. The table keeps its place but for what names people, because the report is
// about it. Of formats that show the findings only, the rows are redacted that they name.
func (r *redaction) audited(ctx context.Context, t *table, in report.Input, outcome report.AuditInput,
	f report.Format) (report.Input, report.AuditInput, error) {
	if t.Sample.How.Redacted != "" {
		return in, outcome, nil
	}
	names := redact.NewStrings(r.options)
	var shown *sample.Sample
	var from *redact.Result
	var rows []int
	if report.ShowsFindingsOnly(f) {
		var err error
		evidence := outcome.EvidenceRows(t.Sample)
		if shown, rows, from, err = t.RedactedRows(ctx, r.options, evidence, names); err != nil {
			return in, outcome, err
		}
		names.Shows(len(evidence), 0)
		in.Analysis = &analysis.Analysis{Sample: shown, Layouts: from.Layouts,
			Profile: &figures.Profile{Rows: t.Profile.Rows}}
	} else {
		found, done, err := t.Redacted(ctx, r.options, names)
		if err != nil {
			return in, outcome, err
		}
		in.Analysis, shown, from = found, found.Sample, done
	}
	in.Source = names.Place(in.Source)
	outcome.Report, outcome.Redaction = outcome.Redacted(t.Sample, shown, from, rows, names), names
	return in, outcome, nil
}
