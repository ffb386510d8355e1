package main

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"tabletop/model/demo"
	"tabletop/model/sample"
	"tabletop/sampler"
	"tabletop/sampler/dataset"
	"tabletop/views/text"
)

func (p *program) emulatorCommand() *cobra.Command {
	var address string
	cmd := &cobra.Command{
		Use:   "emulator [NAME|FILE...]",
		Short: "Serve demos, saved samples, and specifications",
		Long: `emulator serves Bigtable's in-process emulator, loaded with the named demo
tables, saved samples, and tables generated of specifications (see generate),
until it is interrupted. Without a NAME it loads all demos. It prints the
BIGTABLE_EMULATOR_HOST that other clients connect to, which may write too. All
data is in memory, and no FILE is changed.

A saved sample has the families and policies of its table, and the rows that
were kept. A sample keeps only the first bytes of long values: what was cut is
named before it is served; tabletop sample --value-bytes keeps more.`,
		Example: `  tabletop emulator meters --address 127.0.0.1:9000
  tabletop emulator before.tabletop
  tabletop emulator shop.yaml`,
		ValidArgsFunction: completeServed,
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.serveEmulator(cmd.Context(), address, args)
		},
	}
	cmd.Flags().StringVar(&address, "address", "127.0.0.1:0", "`HOST:PORT` to serve on; port 0 selects a free one")
	p.flags.told(cmd.Flags())
	p.flags.memory(cmd.Flags(), "Maximum memory `SIZE` of each saved sample, for example 4GiB")
	return cmd
}

// completeServed completes the names of demos, and files.
func completeServed(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
	names, _ := completeDemos(cmd, args, word)
	return names, cobra.ShellCompDirectiveDefault
}

// serveEmulator loads the tables and serves until ctx ends. An interrupt is its regular end.
func (p *program) serveEmulator(ctx context.Context, address string, names []string) error {
	tables, err := p.servedTables(ctx, names)
	if err != nil {
		return err
	}
	meter := p.meter("")
	server, err := dataset.Serve(ctx, address, tables, meter.show)
	meter.done()
	if err != nil {
		return err
	}
	defer server.Close()
	fmt.Fprintf(p.std.out, "export BIGTABLE_EMULATOR_HOST=%s\n", server.Addr())
	fmt.Fprintf(p.std.out, "# the tables are in %s; press Ctrl+C to stop\n", server.Name())
	p.interruptible = true
	<-ctx.Done()
	return nil
}

// servedTables returns the tables that names of demos and of files mean, in this order, and states what of the samples
// is not served.
func (p *program) servedTables(ctx context.Context, names []string) ([]dataset.Served, error) {
	var demos, files []string
	for _, name := range names {
		if _, _, err := demo.Find(name); err == nil {
			demos = append(demos, name)
		} else if isSpec(name) || isFile(name) {
			files = append(files, name)
		} else {
			return nil, usageError{err}
		}
	}
	var tables []dataset.Served
	if len(demos) > 0 || len(names) == 0 {
		var err error
		if tables, err = dataset.Demos(demos, time.Now()); err != nil {
			return nil, usageError{err}
		}
	}
	owners := map[string]string{}
	for _, table := range tables {
		owners[table.Name] = "a demo"
	}
	for _, file := range files {
		table, about, err := p.servedFile(ctx, file)
		if err != nil {
			return nil, err
		}
		if owner := owners[table.Name]; owner != "" {
			return nil, usageError{&sampler.Error{
				What: fmt.Sprintf("cannot serve %s: its table is named %s, as is that of %s", file, table.Name, owner),
				Next: "serve one of them by another tabletop emulator"}}
		}
		owners[table.Name] = file
		tables = append(tables, table)
		fmt.Fprintf(p.std.out, "# %s: table %s, %s\n", safeLine(file), safeLine(table.Name), about[0])
		for _, loss := range about[1:] {
			fmt.Fprintf(p.std.out, "# %s: %s\n", safeLine(table.Name), safeLine(loss))
		}
	}
	return tables, nil
}

// servedFile returns the table of a saved sample or a specification, and lines about what is served of it.
func (p *program) servedFile(ctx context.Context, file string) (dataset.Served, []string, error) {
	if isSpec(file) {
		spec, table, err := p.readSpec(file)
		if err != nil {
			return dataset.Served{}, nil, err
		}
		return dataset.Made(table, spec.EndAt(p.generatedAsOf())),
			[]string{text.Count(table.Rows, "row") + ", generated"}, nil
	}
	read, err := p.openFile(ctx, file)
	if err != nil {
		return dataset.Served{}, nil, err
	}
	table, losses, err := dataset.Saved(file, read)
	return table, append([]string{servedRows(read)}, losses...), err
}

// servedRows states which rows of a sample are served.
func servedRows(read *sample.Sample) string {
	about := text.Count(read.Rows(), "row")
	if !read.How.Complete {
		about += ", a sample"
	}
	if read.How.Redacted != "" {
		about += ", redacted"
	}
	return about
}
