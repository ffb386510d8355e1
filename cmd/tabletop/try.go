package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"tabletop/model/advise"
	"tabletop/model/candidate"
	"tabletop/model/rekey"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/segments"
	"tabletop/model/value"
	"tabletop/sampler/records"
	"tabletop/tui"
	"tabletop/views"
	"tabletop/views/text"
)

// trying holds the flags of the try command.
type trying struct {
	key, time, family, out string
	fields                 []string
	rows                   int64
	keep                   int
}

func (p *program) tryCommand() *cobra.Command {
	do := trying{}
	cmd := &cobra.Command{
		Use:   "try FILE --key TEMPLATE",
		Short: "Lay out records that are in no table yet",
		Long: `try reads records from a CSV file or from JSON Lines and lays them out as the
rows of a table: --key states the row key in the syntax of simulate, with the
fields as its segments, and each field becomes a column. The app opens on that
table, or -o saves it as a sample, for every other command. Nothing is written
to any table.

Without --key, the app asks which fields you look records up by, shows what
their values are, and proposes row keys for that: copy one for --key.
Where there is no terminal, try lists the fields and proposes row keys: for
lookups by fields whose values recur, over periods if the records have a time,
and by a field whose values all differ. Their order is that which advise finds.

A record that cannot be read, or has no value of a field in the key, is counted
and left out. Cells get
the time that --time names, in ISO 8601 or as a number since 1970; without it,
they have no time that means anything. A template writes other characters than
letters, digits, and _ of a field's name as _.`,
		Example: `  tabletop try orders.csv
  tabletop try orders.csv --key '{customer}#{reverse(ordered_at)}#{order}' --time ordered_at
  tabletop try events.jsonl --key '{user.id}#{at}' -o events.tabletop`,
		Args: exactly(1, "one FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if do.keep < 0 || do.rows < 0 {
				return usageError{errors.New("--value-bytes and --rows must not be negative")}
			}
			if do.out != "" && len(p.flags.layouts) > 0 {
				return usageError{errors.New("a saved sample has no layouts\ngive --layout when you open it")}
			}
			return p.try(cmd.Context(), args[0], do)
		},
	}
	fs := cmd.Flags()
	fs.StringVar(&do.key, "key", "", "Row key `TEMPLATE`, for example '{customer}#{order}'")
	fs.StringVar(&do.time, "time", "", "`FIELD` with the time of a record")
	fs.StringVar(&do.family, "to-family", "f", "`FAMILY` of the columns")
	fs.StringSliceVar(&do.fields, "fields", nil, "`NAMES` of the fields, if the first line does not name them")
	fs.Int64Var(&do.rows, "rows", 0, "Maximum `NUMBER` of records to read; 0 means no limit")
	fs.IntVar(&do.keep, "value-bytes", sample.DefaultKeep, "`NUMBER` of first bytes to keep of each value")
	fs.StringVarP(&do.out, "output", "o", "", "Save the table as a sample in `FILE` instead of opening the app")
	p.flags.memory(fs, "Maximum memory `SIZE` of the records kept, for example 4GiB")
	p.flags.screen(fs)
	p.flags.layout(fs)
	return cmd
}

// try lays out the records of a file, and opens or saves what they become.
func (p *program) try(ctx context.Context, file string, do trying) error {
	template, err := do.template()
	if err != nil {
		return usageError{err}
	}
	if do.out != "" {
		if err := p.writable(do.out); err != nil {
			return err
		}
	}
	read, err := records.Read(ctx, file, records.Options{Fields: do.fields, Family: do.family, Keep: do.keep,
		Needed: named(template, do.time), Rows: do.rows, Memory: int64(p.flags.maxMemory)})
	if err != nil {
		return err
	}
	if template == nil {
		return p.propose(ctx, file, do, read)
	}
	said := p.remarks()
	showRecords(said, file, read, nil)
	laid, err := do.lay(ctx, template, read)
	if err != nil {
		return usageError{err}
	}
	showLaid(said, read, laid)
	made, err := laid.Sample(ctx)
	if err != nil {
		return err
	}
	made.How.Stopped, made.How.Ending = read.Sample.How.Stopped, read.Sample.How.Ending
	made.How.RowsSeen = int64(made.Rows())
	made.How.Started = time.Now()
	if do.out != "" {
		return p.writeSample(do.out, made)
	}
	p.held = map[string]*sample.Sample{file: made}
	// The file is no table that could be opened again.
	return p.runApp(ctx, []string{file}, func(o *tui.Options) { o.Remember = nil })
}

// template returns the template of --key; nil without one.
func (t *trying) template() (*candidate.Template, error) {
	if t.key == "" {
		if t.out != "" || t.time != "" {
			return nil, errors.New("cannot lay out records without a row key\nadd --key")
		}
		return nil, nil
	}
	parsed, err := candidate.Parse(t.key)
	if err != nil {
		return nil, fmt.Errorf("invalid value %q for --key: %w", t.key, err)
	}
	if parsed.IsSet() || len(parsed.Templates) != 1 {
		return nil, errors.New("invalid value for --key: records are of one kind and become one table")
	}
	return &parsed.Templates[0], nil
}

// bind makes the names in a template those of fields: each is a column of the records, and one that holds times is a
// time where it is reversed. The error is a name that no field has.
func (t *trying) bind(template *candidate.Template, read *records.Records) error {
	if t.time != "" {
		if field := read.Field(t.time); field != nil && !field.Times() {
			return fmt.Errorf("not all values of %s are times in ISO 8601 or numbers since 1970", t.time)
		}
		template.Time = &candidate.Expr{Op: candidate.Segment, Name: t.time}
	}
	var err error
	template.Exprs(func(e *candidate.Expr) {
		if e.Op == candidate.Reverse && e.Args[0].Op == candidate.Segment {
			if field := read.Field(e.Args[0].Name); field != nil && field.Times() {
				e.Args[0] = candidate.Expr{Op: candidate.Bucket, Args: []candidate.Expr{e.Args[0]}, N: 1,
					Unit: field.Resolution(), At: e.At}
			}
		}
	})
	template.Exprs(func(e *candidate.Expr) {
		if e.Op != candidate.Segment {
			return
		}
		field := read.Field(e.Name)
		if field == nil {
			var names []string
			for i := range read.Fields {
				names = append(names, read.Fields[i].Word())
			}
			err = fmt.Errorf("no record has a field %s\nthere are %s", e.Name, listed(names, "and"))
			return
		}
		e.Op, e.Column = candidate.Column, candidate.ColumnName{Family: t.family, Qualifier: field.Name}
	})
	return err
}

// named returns the names in a template, which keys and times are made of.
func named(template *candidate.Template, time string) []string {
	var names []string
	if template != nil {
		template.Exprs(func(e *candidate.Expr) {
			switch e.Op {
			case candidate.Segment:
				names = append(names, e.Name)
			case candidate.Column: // as the Lab writes a field
				names = append(names, e.Column.Qualifier)
			}
		})
	}
	if time != "" {
		names = append(names, time)
	}
	return names
}

// lay evaluates the template on the records. An error names a field that no record has, or what else cannot be done.
func (t *trying) lay(ctx context.Context, template *candidate.Template, read *records.Records) (*rekey.Table, error) {
	if err := t.bind(template, read); err != nil {
		return nil, err
	}
	keys, err := segments.New(ctx, read.Sample, records.Set())
	if err != nil {
		return nil, err
	}
	result, err := rekey.Run(ctx, rekey.NewBase(keys),
		candidate.Set{Source: t.key, Tables: 1, Rules: []candidate.KindRule{{Action: candidate.Rekey, To: template}}})
	if err != nil {
		return nil, err
	}
	if result.Tables[0].Rows == 0 {
		return nil, errors.New("no record has all that --key needs\nleave out a field that is often empty")
	}
	return result.Tables[0], nil
}

// propose finds row keys for the likely ways to look records up. On a terminal the Lab asks what they are looked up by,
// with these keys beside it; else they are written, with the type of each field.
func (p *program) propose(ctx context.Context, file string, do trying, read *records.Records) error {
	fields, keys, err := do.proposals(ctx, read)
	if err != nil {
		return err
	}
	if _, _, err := p.terminal(); err != nil {
		do.showProposals(p.std.out, file, read, fields, keys)
		return nil
	}
	question := &views.Question{Title: "WHICH OF THESE DO YOU LOOK UP BY?"}
	for i := range fields {
		question.Fields = append(question.Fields, views.Field{Name: columnOf(fields[i]), About: fmt.Sprintf(
			"%s, %s, first %s", kindOf(fields[i]), text.Count(fields[i].Distinct, "value"), read.Fields[i].Example)})
	}
	question.Propose = func(ctx context.Context, names []string) ([]views.Proposed, error) {
		var asked []string
		for i := range fields {
			if slices.Contains(names, columnOf(fields[i])) {
				asked = append(asked, fields[i].Name)
			}
		}
		keys, err := advise.ProposeKeys(ctx, read.Sample, records.Set(), slices.Clone(fields), asked...)
		return proposed(keys, fields), err
	}
	p.held = map[string]*sample.Sample{file: read.Sample}
	return p.runApp(ctx, []string{file}, func(o *tui.Options) {
		o.Remember, o.Question, o.Proposed = nil, question, proposed(keys, fields)
		o.Layouts = func(string) (rowkey.Set, error) { return records.Set(), nil }
	})
}

// proposed returns row keys as layouts for the Lab.
func proposed(keys []advise.KeyProposal, fields []advise.RecordField) (out []views.Proposed) {
	for _, key := range keys {
		if template := key.Template(fields); template != "" {
			out = append(out, views.Proposed{By: "by " + key.By, Template: template})
		}
	}
	return out
}

// columnOf names the column that a field is in.
func columnOf(field advise.RecordField) string {
	return field.Column.Family + ":" + field.Column.Qualifier
}

// proposals returns the fields with their types, and row keys.
func (t *trying) proposals(ctx context.Context, read *records.Records) ([]advise.RecordField, []advise.KeyProposal,
	error) {
	fields := make([]advise.RecordField, len(read.Fields))
	for i := range read.Fields {
		field := &read.Fields[i]
		fields[i] = advise.RecordField{Name: field.Word(), Times: field.Times(),
			Column: sample.Column{Family: t.family, Qualifier: field.Name}}
	}
	keys, err := advise.ProposeKeys(ctx, read.Sample, records.Set(), fields)
	return fields, keys, err
}

// showProposals writes what was read, with the type of each field, and row keys.
func (t *trying) showProposals(said io.Writer, file string, read *records.Records, fields []advise.RecordField,
	keys []advise.KeyProposal) {
	showRecords(said, file, read, fields)
	base := []string{"tabletop", "try", file}
	if len(t.fields) > 0 {
		base = append(base, "--fields", strings.Join(t.fields, ","))
	}
	if len(keys) == 0 {
		fmt.Fprintln(said, "state the row key with --key, for example: "+
			commandLine(append(base, "--key", "{"+fields[0].Name+"}")...))
		return
	}
	fmt.Fprintln(said, "which of these do you look up by? For each, state the row key with --key, for example:")
	for _, key := range keys {
		by := key.By
		if key.Over != "" {
			by += ", and a period of " + key.Over
		}
		if key.Rows < read.Sample.Rows() {
			by += fmt.Sprintf(" (%s: records share their key)", text.Count(key.Rows, "row"))
		}
		command := slices.Concat(base, []string{"--key", "{" + strings.Join(key.Fields, "}#{") + "}"})
		if at := slices.IndexFunc(fields, func(f advise.RecordField) bool { return f.Times }); at >= 0 {
			command = append(command, "--time", fields[at].Name)
		}
		fmt.Fprintf(said, "  %s\n    %s\n", safeLine(by), commandLine(command...))
	}
}

// showRecords writes what was read; fields describe the values if they are not nil.
func showRecords(w io.Writer, file string, read *records.Records, fields []advise.RecordField) {
	fmt.Fprintf(w, "%s: %s of %s, %s\n", safeLine(file), text.Count(read.Sample.Rows(), "record"),
		text.Count(len(read.Fields), "field"), read.Format)
	for i, field := range read.Fields {
		about := ""
		if fields != nil {
			about = kindOf(fields[i]) + ", " + text.Count(fields[i].Distinct, "value") + ", "
		}
		fmt.Fprintf(w, "  %-24s %sin %s, first %s\n", safeLine(field.Word()), about,
			text.Count(field.Filled, "record"), safeLine(field.Example))
	}
	if read.Bad > 0 {
		fmt.Fprintf(w, "left out: %s that cannot be read; %s\n", text.Count(read.Bad, "record"),
			safeLine(strings.Join(read.Why, "; ")))
	}
	if read.Ended != "" {
		fmt.Fprintf(w, "only the first records were read: %s\n", read.Ended)
	}
}

// kindOf returns what the values of a field are, in a word.
func kindOf(field advise.RecordField) string {
	switch {
	case field.Times:
		return "time"
	case field.Type == value.TypeString:
		return "text"
	}
	return string(field.Type)
}

// showLaid writes what became of the records.
func showLaid(w io.Writer, read *records.Records, laid *rekey.Table) {
	fmt.Fprintf(w, "laid out as %s\n", text.Count(laid.Rows, "row"))
	if laid.Merged > 0 {
		fmt.Fprintf(w, "%s share their key with another; %s overwritten\n", text.Count(laid.Merged, "record"),
			text.Count(laid.Overwritten, "cell"))
	}
	if laid.LongKeys > 0 {
		fmt.Fprintf(w, "%s over 4 KiB, which the service refuses\n", text.Count(laid.LongKeys, "key"))
	}
}
