package main

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"tabletop/model/sample"
	"tabletop/sampler/dataset"
	"tabletop/sampler/embedded"
)

func (p *program) emulatorCommand() *cobra.Command {
	var address string
	cmd := &cobra.Command{
		Use:   "emulator [NAME...]",
		Short: "Serve demo tables from the embedded emulator",
		Long: `emulator serves Bigtable's in-process emulator, loaded with the named demo
tables, until it is interrupted. Without a NAME it loads all of them. It prints
the BIGTABLE_EMULATOR_HOST that other clients connect to. All data is in memory.`,
		Example:           `  tabletop emulator meters --address 127.0.0.1:9000`,
		ValidArgsFunction: completeDemos,
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.serveEmulator(cmd.Context(), address, args)
		},
	}
	cmd.Flags().StringVar(&address, "address", "127.0.0.1:0", "`HOST:PORT` to serve on; port 0 selects a free one")
	return cmd
}

// serveEmulator loads the demos and serves until ctx ends. An interrupt is its regular end.
func (p *program) serveEmulator(ctx context.Context, address string, names []string) error {
	sets := dataset.All()
	if len(names) > 0 {
		sets = nil
		for _, name := range names {
			d, _, err := dataset.Find(name)
			if err != nil {
				return usageError{err}
			}
			sets = append(sets, d)
		}
	}
	server, err := embedded.Serve(ctx, address)
	if err != nil {
		return err
	}
	defer server.Close()
	if err := p.loadDemos(ctx, server, sets); err != nil {
		return err
	}
	fmt.Fprintf(p.std.out, "export BIGTABLE_EMULATOR_HOST=%s\n", server.Addr())
	fmt.Fprintf(p.std.out, "# the tables are in %s/%s; press Ctrl+C to stop\n", embedded.Project, embedded.Instance)
	p.interruptible = true
	<-ctx.Done()
	return nil
}

// loadDemos creates and fills the tables of the sets.
func (p *program) loadDemos(ctx context.Context, server *embedded.Server, sets []dataset.Dataset) error {
	admin, err := server.Admin(ctx)
	if err != nil {
		return err
	}
	client, err := server.Client(ctx)
	if err != nil {
		return err
	}
	meter := p.meter()
	defer meter.done()
	now := time.Now()
	for _, d := range sets {
		for _, t := range d.Tables {
			if err := dataset.Create(ctx, admin, t); err != nil {
				return err
			}
			err := dataset.Load(ctx, client, t, now, func(done, total int) {
				meter.show(sample.Progress{Stage: "loading " + t.Name, Rows: int64(done), Fraction: float64(done) / float64(max(1, total))})
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}
