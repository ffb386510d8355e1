package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"tabletop/sampler"
	"tabletop/sampler/shards"
)

// merging holds the flags of the merge command.
type merging struct {
	parts        []string
	out          string
	allowMissing bool
}

func (p *program) mergeCommand() *cobra.Command {
	var do merging
	cmd := &cobra.Command{
		Use:   "merge PART... -o FILE",
		Short: "Join the shards of a table in one saved sample",
		Long: `merge reads the files that tabletop sample --shard wrote, one for each shard,
and saves what they come to: the counts of all rows of the table and the rows
kept, as if one machine had read the table. Every other command accepts the file
as SOURCE.

Parts of different plans, tables, or numbers of shards are refused, and so are
damaged parts and a FILE that exists. If shards are missing, merge names them
and stops; with --allow-missing it saves what is there as a partial sample.`,
		Example: `  tabletop merge parts/*.tabletop -o table.tabletop
  tabletop merge parts/*.tabletop --allow-missing -o most.tabletop`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			do.parts = args
			if err := do.check(); err != nil {
				return usageError{err}
			}
			return p.merge(cmd.Context(), do)
		},
	}
	cmd.Flags().StringVarP(&do.out, "output", "o", "", "`FILE` to save to, which must not exist; - means standard output")
	cmd.Flags().BoolVar(&do.allowMissing, "allow-missing", false, "Save a partial sample if shards are missing")
	p.flags.maxMemory = 1 << 30
	cmd.Flags().Var(&p.flags.maxMemory, "max-memory", "Maximum memory `SIZE` for reading a part, for example 4GiB")
	return cmd
}

func (m *merging) check() error {
	switch {
	case len(m.parts) == 0:
		return errors.New("missing PART: name the files of all shards, for example parts/*" + snapshotExt)
	case m.out == "":
		return errors.New("missing --output: the result is saved to a file\nadd, for example, -o table" + snapshotExt)
	}
	return nil
}

// merge joins the parts, one after the other, so that it takes the memory of two.
func (p *program) merge(ctx context.Context, do merging) error {
	if isStandardOutput(do.out) && isTerminal(p.std.out) {
		return usageError{errors.New("cannot write a sample to a terminal: it is a binary file\nname a file with -o")}
	}
	if err := p.absent(do.out); err != nil {
		return err
	}
	var merger shards.Merger
	for _, name := range do.parts {
		s, err := p.openFile(ctx, name)
		if err != nil {
			return err
		}
		if err := merger.Add(name, s); err != nil {
			return err
		}
	}
	if missing := merger.Missing(); missing != nil {
		if !do.allowMissing {
			return &sampler.Error{What: "cannot merge: " + missing.String(), Next: "read them with: tabletop sample SOURCE --shard K/N, or add --allow-missing for a partial sample"}
		}
		p.remark(missing.String())
	}
	s, err := merger.Sample()
	if err != nil {
		return err
	}
	_, err = p.saved(do.out, s)
	return err
}

// absent returns an error if there is a file at the path of --output, or none can be written there.
func (p *program) absent(path string) error {
	if isStandardOutput(path) {
		return nil
	}
	if _, err := os.Lstat(path); err == nil {
		return &sampler.Error{What: fmt.Sprintf("cannot write %s: it exists", path), Next: "name another file with -o, or remove this one"}
	}
	return p.writable(path)
}
