package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"tabletop/model/infer"
	"tabletop/model/redact"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/views/report"
	"tabletop/views/text"
)

// redaction is what the flags say of leaving out what identifies people and things.
type redaction struct {
	wanted bool
	key    string
	words  bool
}

// report adds the flags of reports.
func (r *redaction) report(fs *pflag.FlagSet) {
	fs.BoolVar(&r.wanted, "redact", false, "replace every string that is data by another of its form (default: all formats but text)")
	fs.StringVar(&r.key, "redact-key", "", "`secret` that makes the same strings come out alike in several reports (default: a random one, which is forgotten)")
}

// sample adds the flags of saved samples.
func (r *redaction) sample(fs *pflag.FlagSet) {
	fs.BoolVar(&r.wanted, "redact", false, "replace every string that is data by another of its form in the file")
	fs.StringVar(&r.key, "redact-key", "", "`secret` that makes the same strings come out alike wherever they can (default: a random one, which is forgotten)")
	fs.BoolVar(&r.words, "redact-words", false, "replace the words as well that templates spell, as in enum(cpu, mem); templates are then others")
}

func (r *redaction) check() error {
	if !r.wanted && (r.key != "" || r.words) {
		return errors.New("--redact-key and --redact-words are about --redact")
	}
	return nil
}

// of redacts a sample. The layouts are nil where they are still to be inferred.
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

// tellRedacted tells what was kept as it is, so that a person can judge it before the file leaves the house.
func tellRedacted(w io.Writer, r *redact.Result) {
	fmt.Fprintf(w, "redacted: %s\n", r.Sample.How.Redacted)
	if !r.Moved {
		fmt.Fprintf(w, "  times stay as they are: %s\n", r.Why)
	}
	if len(r.Words) > 0 {
		fmt.Fprintf(w, "  words of templates that stay: %s (--redact-words replaces them)\n", someNames(r.Words))
	}
	if len(r.Columns) > 0 {
		fmt.Fprintf(w, "  names of columns that stay: %s\n", someNames(r.Columns))
	}
	if r.Left > 0 {
		fmt.Fprintf(w, "  %d %s of keys and values may still be found, since the others of their form are taken\n", r.Left, text.Plural(r.Left, "string", "strings"))
	}
	for _, d := range r.Differs {
		fmt.Fprintf(w, "  not as before: %s\n", safeLine(d))
	}
}

// someNames lists the first names.
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

// audited redacts what an audit shows. The table keeps its name and place: the report is about it.
func (r *redaction) audited(ctx context.Context, t *table, in report.Input, outcome report.AuditInput) (report.Input, report.AuditInput, error) {
	if t.sample.How.Redacted != "" {
		return in, outcome, nil
	}
	key := []byte(r.key)
	done, err := redact.Apply(ctx, t.sample, redact.Options{Key: key, Layouts: t.layouts, Report: true})
	if err != nil {
		return in, outcome, err
	}
	s := done.Sample
	s.Table.Source, s.Table.Project, s.Table.Instance = t.sample.Table.Source, t.sample.Table.Project, t.sample.Table.Instance
	outcome.Report = outcome.Redacted(t.sample, s, redact.NewStrings(key))
	again := *t
	again.sample = s
	if t.inferred != nil {
		found := *t.inferred
		found.Kinds = slices.Clone(found.Kinds)
		for i, k := range found.Kinds {
			if row := t.sample.Find(k.First); row < s.Rows() {
				found.Kinds[i].First = s.Key(row)
			}
		}
		again.inferred = &found
	}
	in, err = again.report(ctx, time.Now())
	return in, outcome, err
}
