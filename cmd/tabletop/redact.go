package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/pflag"

	"tabletop/model/analysis"
	"tabletop/model/infer"
	"tabletop/model/profile"
	"tabletop/model/redact"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/views/report"
	"tabletop/views/text"
)

// redaction holds the flags for replacing strings that identify people and things.
type redaction struct {
	wanted bool
	key    string
	words  bool
}

// report adds the flags of reports.
func (r *redaction) report(fs *pflag.FlagSet) {
	fs.BoolVar(&r.wanted, "redact", false, "Replace every string that is data with one of the same format; on unless the output is text")
	fs.StringVar(&r.key, "redact-key", "", "`SECRET` that gives the same strings the same replacements in several reports where possible, instead of a random one that is not stored")
}

// sample adds the flags of saved samples.
func (r *redaction) sample(fs *pflag.FlagSet) {
	fs.BoolVar(&r.wanted, "redact", false, "Replace every string that is data with one of the same format in the file")
	fs.StringVar(&r.key, "redact-key", "", "`SECRET` that gives the same strings the same replacements where possible, instead of a random one that is not stored")
	fs.BoolVar(&r.words, "redact-words", false, "Also replace the words in templates, for example in enum(cpu, mem); the templates then differ")
}

func (r *redaction) check() error {
	if !r.wanted && (r.key != "" || r.words) {
		return errors.New("cannot use --redact-key or --redact-words without --redact\nadd --redact")
	}
	return nil
}

// of redacts a sample. Nil layouts are inferred.
func (r *redaction) of(ctx context.Context, s *sample.Sample, layouts rowkey.Set, inferred bool) (*redact.Result, error) {
	if layouts == nil {
		found, err := infer.Sample(ctx, s, infer.Options{})
		if err != nil {
			return nil, err
		}
		layouts, inferred = found.Set(), true
	}
	return redact.Apply(ctx, s, redact.Options{Key: []byte(r.key), Layouts: layouts, Inferred: inferred, Words: r.words})
}

// showRedacted prints what was not replaced, so that the user can check it before sharing the file.
func showRedacted(w io.Writer, r *redact.Result) {
	fmt.Fprintf(w, "redacted: %s\n", r.Sample.How.Redacted)
	if !r.Moved {
		fmt.Fprintf(w, "  times not changed: %s\n", r.Why)
	}
	if len(r.Words) > 0 {
		fmt.Fprintf(w, "  template words not replaced: %s (use --redact-words to replace them)\n", someNames(r.Words))
	}
	if len(r.Columns) > 0 {
		fmt.Fprintf(w, "  column names not replaced: %s\n", someNames(r.Columns))
	}
	if r.Left > 0 {
		fmt.Fprintf(w, "  %s of keys and values may remain, because every other string of the format is in use\n", text.Count(r.Left, "string"))
	}
	for _, d := range r.Differs {
		fmt.Fprintf(w, "  changed by redaction: %s\n", safeLine(d))
	}
}

// someNames lists at most 12 names.
func someNames(names []string) string {
	const most = 12
	more := ""
	if len(names) > most {
		more = fmt.Sprintf(" and %d more", len(names)-most)
		names = names[:most]
	}
	safe := make([]string, len(names))
	for i, n := range names {
		safe[i] = safeLine(n)
	}
	return strings.Join(safe, ", ") + more
}

// audited redacts the output of an audit. The table keeps its name, project, and instance, because the report is about it. Of
// formats that show the findings only, the rows are redacted that they name.
func (r *redaction) audited(ctx context.Context, t *table, in report.Input, outcome report.AuditInput, f report.Format) (report.Input, report.AuditInput, error) {
	if t.Sample.How.Redacted != "" {
		return in, outcome, nil
	}
	key := []byte(r.key)
	var shown *sample.Sample
	var rows []int
	if report.ShowsFindingsOnly(f) {
		var err error
		if shown, rows, err = t.RedactedRows(ctx, key, outcome.EvidenceRows(t.Sample)); err != nil {
			return in, outcome, err
		}
		in.Analysis = &analysis.Analysis{Sample: shown, Layouts: t.Layouts, Profile: &profile.Profile{Rows: t.Profile.Rows}}
	} else {
		found, err := t.Redacted(ctx, key)
		if err != nil {
			return in, outcome, err
		}
		in.Analysis, shown = found, found.Sample
	}
	outcome.Report = outcome.Redacted(t.Sample, shown, rows, redact.NewStrings(key))
	return in, outcome, nil
}
