package report

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/views/text"
)

// keysOf goes over the keys of a sample.
func keysOf(s *sample.Sample) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for i := range s.Rows() {
			if !yield(s.Key(i)) {
				return
			}
		}
	}
}

// check is how layouts that somebody declared fit the keys of the sample.
type check struct {
	of    string // who declared them
	set   rowkey.Set
	found rowkey.Report
	bound float64 // of the failing share, with 95 % confidence; 0 when all keys of the table were read
	err   error   // of a declared schema that is no layout
}

// checks are those of the layouts a person declared, and of the row-key schema that the table has.
func checks(in Input) []check {
	var all []check
	if in.Inferred == nil && len(in.Layouts) > 0 {
		all = append(all, checkOf(in, "the layouts given", in.Layouts))
	}
	if schema := in.Sample.Table.KeySchema; schema != nil {
		const of = "the table's row-key schema"
		layout, err := schema.Layout("")
		if err != nil {
			return append(all, check{of: of, err: err})
		}
		all = append(all, checkOf(in, of, rowkey.Set{layout}))
	}
	return all
}

func checkOf(in Input, of string, set rowkey.Set) check {
	c := check{of: of, set: set, found: rowkey.Check(set, keysOf(in.Sample))}
	if !in.Sample.How.Complete {
		// Keys of one run are neighbours, so a run counts as one independent key.
		n := min(len(in.Sample.Runs()), c.found.Keys)
		c.bound = rowkey.FailingBoundOf(n, int(float64(n)*c.found.Failing()+0.5))
	}
	return c
}

// maxMisfits is how many keys that do not fit a text lists.
const maxMisfits = 5

func conformText(b *strings.Builder, in Input) {
	for _, c := range checks(in) {
		fmt.Fprintf(b, "\nCHECK OF %s\n", strings.ToUpper(c.of))
		if c.err != nil {
			fmt.Fprintf(b, "  ! it cannot be checked: %s\n", text.EscapeString(c.err.Error()))
			continue
		}
		fmt.Fprintf(b, "  %s of %s fit (%s)", text.Integer(int64(c.found.Fit)), text.Count(c.found.Keys, "key"), text.Percent(1-c.found.Failing()))
		if c.bound > 0 {
			fmt.Fprintf(b, "; of the table's keys at most %s do not, with 95 %% confidence", text.Percent(c.bound))
		}
		b.WriteString("\n")
		for i, m := range c.found.Misfits {
			if i == maxMisfits {
				fmt.Fprintf(b, "  and %s more\n", text.Integer(int64(c.found.Keys-c.found.Fit-i)))
				break
			}
			fmt.Fprintf(b, "  ! %s  %s\n", text.Escape(m.Key), misfit(m))
		}
	}
}

// misfit tells where and why a key does not fit.
func misfit(m rowkey.Misfit) string {
	if m.Err == nil {
		return ""
	}
	where := fmt.Sprintf("at byte %d", m.Err.Offset)
	if m.Err.Segment != nil {
		where += ", segment " + text.EscapeString(m.Err.Segment.Name)
	}
	return where + ": " + text.EscapeString(m.Err.Reason)
}

// keySchema writes the layout as gcloud's --row-key-schema-definition-file takes it. A table can declare one schema, so
// there must be one layout.
func keySchema(w io.Writer, in Input, asJSON bool) error {
	switch {
	case len(in.Layouts) == 0:
		return errors.New("no layout explains the keys, so there is no row-key schema to write\ndeclare one with --layout TEMPLATE")
	case len(in.Layouts) > 1:
		return fmt.Errorf("the table has %d record kinds, and a row-key schema declares one\nchoose one with --layout TEMPLATE; tabletop schema SOURCE --format template lists them", len(in.Layouts))
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
	if schema.PreEncoded() { // its first line says so, and stays the first
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
