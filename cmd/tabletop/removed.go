package main

import (
	"errors"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// insteadOfShards states what does what shards did: counting a table is limited by the table's nodes, not by the
// machine that reads it.
const insteadOfShards = `shards were removed, because one machine counts as fast as the nodes of a table send
to count all rows on this machine, run: tabletop sample SOURCE --strategy everything --rows 20000 -o FILE
to count them on others, run: tabletop-beam census --source SOURCE --output FILE (docs/scale.md)`

// mergeCommand returns the command that joined shards: an error that names what to use in its place.
func mergeCommand() *cobra.Command {
	return &cobra.Command{
		Use: "merge", Hidden: true, DisableFlagParsing: true,
		RunE: func(*cobra.Command, []string) error {
			return usageError{errors.New("cannot merge: " + insteadOfShards)}
		},
	}
}

// withoutShards adds the flags that read shards, hidden, whose use is an error that names what to use in their place.
func withoutShards(fs *pflag.FlagSet) {
	for _, name := range []string{"shard", "shard-plan", "shard-plan-out"} {
		f := fs.VarPF(removedFlag{}, name, "", "")
		f.Hidden, f.NoOptDefVal = true, "removed"
	}
}

// removedFlag is the value of a flag that was removed.
type removedFlag struct{}

func (removedFlag) String() string   { return "" }
func (removedFlag) Type() string     { return "removed" }
func (removedFlag) Set(string) error { return errors.New(insteadOfShards) }
