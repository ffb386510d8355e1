package main

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"tabletop/model/demo"
	"tabletop/sampler/dataset"
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
	for _, name := range names {
		if _, _, err := demo.Find(name); err != nil {
			return usageError{err}
		}
	}
	meter := p.meter()
	server, err := dataset.Serve(ctx, address, names, time.Now(), meter.show)
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
