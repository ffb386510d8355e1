package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"tabletop/model/candidate"
	"tabletop/model/codegen"
	"tabletop/model/rowkey"
	"tabletop/model/segments"
	"tabletop/sampler/files"
)

// testedPairs is how many old and new keys a test has at most.
const testedPairs = 200

// coding holds the flags of code.
type coding struct {
	source        string // of the rows of the test; empty for none
	layouts, from []string
	language      string
	directory     string // to write to; empty for standard output
	redact        redaction
}

func (p *program) codeCommand() *cobra.Command {
	var do coding
	cmd := &cobra.Command{
		Use:   "code [SOURCE] --layout TEMPLATE --language LANGUAGE",
		Short: "Write functions that read, write, and re-key row keys",
		Long: `code writes functions in Go, Java, Python, or Node, as a file of their own: old
row keys to their parts, parts to old keys and to the new keys of --layout, and
old keys to new ones. An old key that does not fit is an error in the manner of
the language. --from describes the old keys; without it they are those of SOURCE
or, without SOURCE, those of --layout itself, which are then read and written.
A layout that cannot be written faithfully is refused: the error names the part
and what to use instead.

-o writes the file to a directory. With SOURCE, a test stands beside it with up
to 200 old and new keys of the rows of SOURCE, in hexadecimal, or what replaces
them with --redact. It runs with the tools of the language alone: go test,
python3 -m unittest, node --test, java RowKeyTest.java. Read-only: the table
itself is never changed.`,
		Example: `  tabletop code --layout '{salt(8, user)}#{user}#{reverse(at)}' --from '{user}#{at:ms}' --language go
  tabletop code --layout '{user}#{at:ms}' --language python -o keys
  tabletop code demo:meters --layout '{reverse(day)}#{id}' --language java -o keys --redact`,
		Args: atMost(1, "at most one SOURCE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			do.source = strings.Join(args, "")
			return p.code(cmd.Context(), do)
		},
	}
	fs := cmd.Flags()
	fs.StringArrayVar(&do.layouts, "layout", nil, "`TEMPLATE` of the new row keys, or @FILE of one")
	fs.StringArrayVar(&do.from, "from", nil,
		"`TEMPLATE` of the old row keys, or @FILE of templates; can be repeated, one per record kind")
	fs.StringVar(&do.language, "language", "", "`LANGUAGE` of the functions: "+listed(languages(), "or"))
	_ = cmd.RegisterFlagCompletionFunc("language",
		cobra.FixedCompletions(languages(), cobra.ShellCompDirectiveNoFileComp))
	fs.StringVarP(&do.directory, "output", "o", "", "`DIR` to write the files to, instead of standard output")
	do.redact.flags(fs, "Replace the keys of the test with others of the same format, `MODE` ordered or unordered")
	p.flags.batch(fs)
	return cmd
}

// languages returns the values of --language.
func languages() []string {
	var names []string
	for _, l := range codegen.Languages() {
		names = append(names, strings.ToLower(string(l)))
	}
	return names
}

// code writes the functions, and with a source their test.
func (p *program) code(ctx context.Context, do coding) error {
	index := slices.Index(languages(), do.language)
	if index < 0 {
		return usageError{fmt.Errorf("invalid value %q for --language: must be %s", do.language,
			listed(languages(), "or"))}
	}
	language := codegen.Languages()[index]
	proposed, err := onlyCandidate(do.layouts)
	if err != nil {
		return err
	}
	if err := do.check(); err != nil {
		return usageError{err}
	}
	if do.source != "" {
		return p.codeOfSource(ctx, do, proposed, language)
	}
	if len(do.from) == 0 {
		layout, err := rowkey.Parse(proposed.Source)
		if err != nil {
			return usageError{errors.New("missing --from: the layout computes its parts from other row keys\n" +
				"add the template of the old row keys, for example --from '{user}#{ts:ms}', or SOURCE")}
		}
		functions, err := codegen.Keys(layout)
		if err != nil {
			return codeError(err)
		}
		return p.writeCode(do.directory, functions, language, nil)
	}
	current, err := declaredBy("--from", do.from, p.codecs, p.readLayouts)
	if err != nil {
		return err
	}
	all, err := codegen.New(proposed, current)
	if err != nil {
		return codeError(err)
	}
	return p.eachKind(do, all, current, func(f *codegen.Functions, directory string) error {
		return p.writeCode(directory, f, language, nil)
	})
}

// eachKind calls write for the functions of each record kind, with the directory to write them to: of several kinds,
// each has one of its own.
func (p *program) eachKind(do coding, all []*codegen.Functions, current rowkey.Set,
	write func(f *codegen.Functions, directory string) error) error {
	if len(all) > 1 && do.directory == "" {
		var names []string
		for _, f := range all {
			names = append(names, current.KindName(f.Kind))
		}
		return usageError{fmt.Errorf("missing --output: the layout is for %d record kinds (%s), and each "+
			"gets a file of its own\nname a directory, for example -o keys", len(all), strings.Join(names, ", "))}
	}
	for _, f := range all {
		directory := do.directory
		if len(all) > 1 {
			directory = filepath.Join(directory, current.KindName(f.Kind))
		}
		if err := write(f, directory); err != nil {
			return err
		}
	}
	return nil
}

// check reports flags that cannot be combined.
func (do *coding) check() error {
	if do.source == "" && do.redact.wanted() {
		return errors.New("cannot use --redact without SOURCE: the keys of a test are those of its rows\n" +
			"add SOURCE and -o")
	}
	return do.redact.check()
}

func codeError(err error) error {
	return usageError{fmt.Errorf("cannot write the layout as code: %w", err)}
}

// onlyCandidate parses the one layout of --layout.
func onlyCandidate(layouts []string) (*candidate.Candidate, error) {
	tries, err := candidates(layouts, readSmall)
	if err != nil {
		return nil, err
	}
	if len(tries) > 1 {
		return nil, usageError{fmt.Errorf("too many layouts: %d given, the functions are for one\n"+
			"run the command once per --layout", len(tries))}
	}
	return tries[0], nil
}

// codeOfSource writes the functions for the keys of a source, and their test.
func (p *program) codeOfSource(ctx context.Context, do coding, c *candidate.Candidate, l codegen.Language) error {
	if len(do.from) > 0 {
		if _, err := declaredBy("--from", do.from, p.codecs, p.readLayouts); err != nil {
			return err
		}
		p.flags.layouts = do.from
	}
	if c.NeedsValues() && p.flags.keep < keptForValues {
		p.flags.keep = keptForValues
	}
	table, err := p.load(ctx, do.source)
	if err != nil {
		return err
	}
	defer table.source.Close()
	ctx = context.WithoutCancel(ctx)
	all, err := codegen.New(c, table.Layouts)
	if err != nil {
		return codeError(err)
	}
	rows := table.Segments
	if do.redact.wanted() {
		do.redact.options.Keep = append(do.redact.options.Keep, namedColumns(c)...)
		replaced, err := do.redact.apply(ctx, table.Sample, table.Layouts, len(do.from) == 0)
		if err != nil {
			return err
		}
		if rows, err = segments.New(ctx, replaced.Sample, table.Layouts); err != nil {
			return err
		}
	}
	return p.eachKind(do, all, table.Layouts, func(f *codegen.Functions, directory string) error {
		test, err := f.NewTest(ctx, rows, c, testedPairs)
		if err != nil {
			return candidateError(err)
		}
		return p.writeCode(directory, f, l, &test)
	})
}

// namedColumns are patterns of the columns that a candidate names, which a test must find again.
func namedColumns(c *candidate.Candidate) []*regexp.Regexp {
	var all []*regexp.Regexp
	for i := range c.Templates {
		c.Templates[i].Exprs(func(e *candidate.Expr) {
			if e.Op == candidate.Column {
				name := e.Column.Family + ":" + e.Column.Qualifier
				names := regexp.QuoteMeta(name) + "|" + regexp.QuoteMeta(e.Column.Family)
				all = append(all, regexp.MustCompile("^(?s:"+names+")$"))
			}
		})
	}
	return all
}

// writeCode writes the functions to a directory, with a test if there is one, or to standard output without it.
func (p *program) writeCode(directory string, f *codegen.Functions, l codegen.Language, test *codegen.Test) error {
	text := func(s string) func(io.Writer) error {
		return func(w io.Writer) error {
			_, err := io.WriteString(w, s)
			return err
		}
	}
	if directory == "" {
		return p.write(standardStream, text(f.Write(l)))
	}
	if err := os.MkdirAll(directory, 0o755); err != nil {
		return fmt.Errorf("cannot write --output: %w\nname a directory, which is made if it does not exist", err)
	}
	code, tests := codegen.FileNames(l)
	if err := files.Write(filepath.Join(directory, code), files.Shared, text(f.Write(l))); err != nil {
		return outputError(err)
	}
	if test == nil {
		return nil
	}
	return outputError(files.Write(filepath.Join(directory, tests), files.Shared, text(f.WriteTest(l, *test))))
}
