package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"tabletop/model/candidate"
	"tabletop/model/codegen"
	"tabletop/model/rowkey"
)

func (p *program) codeCommand() *cobra.Command {
	var (
		layouts, from    []string
		language, output string
	)
	cmd := &cobra.Command{
		Use:   "code --layout TEMPLATE --language LANGUAGE",
		Short: "Write a function that builds row keys",
		Long: `code writes a function that builds the row keys of a layout, in Go, Java,
Python, or Node, as a file of its own. Its arguments are the segments of the
current row keys, which --from describes; without --from they are those of the
layout itself. A layout that cannot be written faithfully is refused, and the
error names the part. Read-only: no table is opened.`,
		Example: `  tabletop code --layout '{salt(8, user)}#{user}#{reverse(at)}' --from '{user}#{at:ms}' --language go
  tabletop code --layout '{user}#{at:ms}' --language python -o row_key.py`,
		Args: exactly(0, "no argument"),
		RunE: func(*cobra.Command, []string) error {
			if err := p.writable(output); err != nil {
				return err
			}
			text, err := p.code(layouts, from, language)
			if err != nil {
				return err
			}
			return p.write(output, func(w io.Writer) error {
				_, err := io.WriteString(w, text)
				return err
			})
		},
	}
	cmd.Flags().StringArrayVar(&layouts, "layout", nil, "`TEMPLATE` of the row keys to build, or @FILE of one")
	cmd.Flags().StringArrayVar(&from, "from", nil,
		"`TEMPLATE` of the current row keys, or @FILE of templates; can be repeated, one per record "+
			"kind")
	cmd.Flags().StringVar(&language, "language", "", "`LANGUAGE` of the function: "+listed(languages(), "or"))
	_ = cmd.RegisterFlagCompletionFunc("language",
		cobra.FixedCompletions(languages(), cobra.ShellCompDirectiveNoFileComp))
	cmd.Flags().StringVarP(&output, "output", "o", "", "`FILE` to write to instead of standard output")
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

// code returns the function that builds the keys of --layout from the segments of --from, in --language.
func (p *program) code(layouts, from []string, language string) (string, error) {
	index := slices.Index(languages(), language)
	if index < 0 {
		return "", usageError{fmt.Errorf("invalid value %q for --language: must be %s", language,
			listed(languages(), "or"))}
	}
	tries, err := candidates(layouts, readSmall)
	if err != nil {
		return "", err
	}
	if len(tries) > 1 {
		return "", usageError{fmt.Errorf("too many layouts: %d given, a function builds the keys of one\n"+
			"run the command once per --layout", len(tries))}
	}
	current, err := p.currentOf(tries[0], from)
	if err != nil {
		return "", err
	}
	function, err := codegen.New(tries[0], current)
	if err != nil {
		return "", usageError{fmt.Errorf("cannot write the layout as code: %w", err)}
	}
	return function.Write(codegen.Languages()[index]), nil
}

// currentOf returns the layouts of --from, or if it is not given, the candidate itself as the layout of its segments.
func (p *program) currentOf(c *candidate.Candidate, from []string) (rowkey.Set, error) {
	if len(from) == 0 {
		layout, err := rowkey.Parse(c.Source)
		if err != nil {
			return nil, usageError{errors.New("missing --from: the layout computes its parts from other row keys\n" +
				"add the template of the current row keys, for example --from '{user}#{ts:ms}'")}
		}
		return rowkey.Set{layout}, nil
	}
	return declaredBy("--from", from, p.codecs, p.readLayouts)
}
