package report

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"

	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/views/report/doc"
	"tabletop/views/text"
)

// sampleKeys returns an iterator over the keys of a sample.
func sampleKeys(s *sample.Sample) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for i := range s.Rows() {
			if !yield(s.Key(i)) {
				return
			}
		}
	}
}

// decodedKeys returns an iterator over the keys and the indices of their layouts.
func decodedKeys(in Input) iter.Seq2[[]byte, int] {
	return func(yield func([]byte, int) bool) {
		for i, kind := range in.Segments.Kind {
			if !yield(in.Sample.Key(i), int(kind)) {
				return
			}
		}
	}
}

// check is the result of comparing declared layouts with the keys of the sample.
type check struct {
	of    string // what declared them
	set   rowkey.Set
	found rowkey.Report
	bound float64 // upper bound of the failing share, with 95% confidence; 0 when all keys of the table were read
	err   error   // of a declared schema that is not a valid layout
}

// checks returns the checks of the layouts that the user declared and of the table's row-key schema.
func checks(in Input) []check {
	var all []check
	if in.Inferred == nil && len(in.Layouts) > 0 {
		all = append(all, checkKeys(in, "the layouts given", in.Layouts))
	}
	if schema := in.Sample.Table.KeySchema; schema != nil {
		const of = "the table's row-key schema"
		layout, err := schema.Layout("")
		if err != nil {
			return append(all, check{of: of, err: err})
		}
		all = append(all, checkKeys(in, of, rowkey.Set{layout}))
	}
	return all
}

func checkKeys(in Input, of string, set rowkey.Set) check {
	check := check{of: of, set: set}
	if set.Equal(in.Layouts) {
		check.found = rowkey.CheckDecoded(set, decodedKeys(in))
	} else {
		check.found = rowkey.Check(set, sampleKeys(in.Sample))
	}
	if !in.Sample.How.Complete {
		// Keys of one run are adjacent, so a run counts as one independent key.
		n := min(len(in.Sample.Runs()), check.found.Keys)
		check.bound = rowkey.FailingBound(n, int(float64(n)*check.found.Failing()+0.5))
	}
	return check
}

// maxMisfits is the maximum number of keys that do not match in a text report.
const maxMisfits = 5

func conformText(b *page, all []doc.LayoutCheck) {
	for _, layoutCheck := range all {
		b.heading("Check of "+layoutCheck.Of, "", "")
		if layoutCheck.LayoutFit == nil {
			b.line("  ! cannot be checked: " + text.EscapeString(layoutCheck.Error))
			continue
		}
		found := fmt.Sprintf("  %s of %s match (%s)", text.Integer(int64(layoutCheck.Fit)),
			text.Count(layoutCheck.Keys, "key"), text.Percent(1-layoutCheck.Failing))
		if layoutCheck.FailingBound > 0 {
			found += fmt.Sprintf("; at most %s of the table's keys do not match (95%% confidence)",
				text.Percent(layoutCheck.FailingBound))
		}
		b.line(found)
		for i, m := range layoutCheck.Misfits {
			if i == maxMisfits {
				b.line(fmt.Sprintf("  and %s more", text.Integer(int64(layoutCheck.Keys-layoutCheck.Fit-i))))
				break
			}
			b.line(fmt.Sprintf("  ! %s  %s", text.Escape(m.Key), misfit(m.MisfitReason)))
		}
	}
}

// misfit returns where and why a key does not match; nothing if r is nil.
func misfit(r *doc.MisfitReason) string {
	if r == nil {
		return ""
	}
	where := fmt.Sprintf("at byte %d", r.At)
	if r.Segment != "" {
		where += ", segment " + text.EscapeString(r.Segment)
	}
	return where + ": " + text.EscapeString(r.Reason)
}

// keySchema writes the layout in the format of gcloud's --row-key-schema-definition-file. A table can declare only one
// schema, so it is an error if there is not exactly one layout.
func keySchema(w io.Writer, in Input, asJSON bool) error {
	switch {
	case len(in.Layouts) == 0:
		return errors.New("cannot write a row-key schema: no layout matches the keys\ndeclare one with --layout " +
			"TEMPLATE")
	case len(in.Layouts) > 1:
		return fmt.Errorf("cannot write a row-key schema: the table has %d record kinds, and a schema declares only "+
			"one\nchoose one with --layout TEMPLATE; to list them, run: tabletop schema SOURCE --format template",
			len(in.Layouts))
	}
	schema, notes, err := in.Layouts[0].Schema()
	if err != nil {
		return err
	}
	if asJSON {
		file, err := schema.JSON()
		if err != nil {
			return fmt.Errorf("%w\nwrite YAML with --format %s", err, RowKeySchema)
		}
		_, err = w.Write(file)
		return err
	}
	file, err := schema.YAML()
	if err != nil {
		return err
	}
	if schema.PreEncoded() { // its first line states that, and must stay the first
		first, rest, _ := bytes.Cut(file, []byte("\n"))
		fmt.Fprintf(w, "%s\n", first)
		file = rest
	}
	if reason := in.partial(); reason != "" {
		fmt.Fprintf(w, "# %s%s\n", partialRead, reason)
	}
	for _, n := range notes {
		fmt.Fprintf(w, "# %s\n", text.EscapeString(n.String()))
	}
	_, err = w.Write(file)
	return err
}
