package main

import (
	"sync"

	"github.com/spf13/cobra"

	"tabletop/sampler/read"
)

// program is one run of the command: its streams, its environment and the flags every subcommand shares.
type program struct {
	std   streams
	env   map[string]string
	flags flags

	retry   read.Retry // of reads; the zero value is the usual one
	partial bool       // a read ended before its plan
	// interruptible is set by a command that an interrupt ends in the ordinary way.
	interruptible bool

	inputTaken  bool    // standard input was read as a SOURCE or as layouts
	layoutInput *[]byte // what --layout - read from it

	remarksMu sync.Mutex
	remarks   map[string]bool // those that were printed
}

func (p *program) rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "tabletop [SOURCE]",
		Short: "A terminal explorer for Cloud Bigtable schemas",
		Long: `tabletop looks at a Cloud Bigtable table from above: how its row keys are built, how large its rows are, which columns
and versions they hold, and what garbage collection leaves behind. It only ever reads.

SOURCE is one of
  project/instance/table   a table; with BIGTABLE_EMULATOR_HOST set, on that emulator
  table                    a table of the project and instance given by flags, the environment or ~/.cbtrc
  project/instance         a picker of the tables there
  FILE                     a saved sample
  demo:NAME                a demo table in an emulator inside this program (demo:NAME/TABLE for its other tables)
Without a SOURCE a picker of tables and demos opens.`,
		Args:             oneSource,
		SilenceErrors:    true,
		PersistentPreRun: func(cmd *cobra.Command, _ []string) { p.warnRenamed(cmd.Flags()) },
		SilenceUsage:     true,
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.app(cmd.Context(), args)
		},
	}
	root.SetFlagErrorFunc(flagError)
	root.SetHelpCommand(helpCommand())
	root.Version = readBuildInfo().Version // adds --version and -v
	root.SetVersionTemplate(readBuildInfo().text())
	root.CompletionOptions.HiddenDefaultCmd = false
	p.flags.connection(root.PersistentFlags())
	p.flags.reading(root.Flags())
	p.flags.layout(root.Flags())
	p.flags.screen(root.Flags())
	p.flags.decoding(root.Flags())
	root.AddCommand(
		p.demoCommand(),
		p.emulatorCommand(),
		p.sampleCommand(),
		p.schemaCommand(),
		p.decodeCommand(),
		p.statsCommand(),
		p.heatCommand(),
		p.simulateCommand(),
		p.adviseCommand(),
		p.gcCommand(),
		p.auditCommand(),
		p.diffCommand(),
		p.lessonCommand(),
		p.versionCommand(),
		p.manCommand(root),
	)
	return root
}
