package main

import (
	"io"
	"os"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/sampler/debuglog"
	"tabletop/sampler/read"
)

// program is one run of the command: its streams, its environment, and the flags that every subcommand shares.
type program struct {
	std   streams
	env   map[string]string
	flags flags

	codecs    rowkey.Vocabulary // of --layout; nil is rowkey.Words
	retry     read.Retry        // of reads; the zero value is the usual one
	adminREST string            // base URL of the REST form of the admin service; empty is the service's
	started   time.Time         // when the command did, from which --time counts
	partial   bool              // a read ended before its plan
	// interruptible is set by a command that an interrupt ends in the ordinary way.
	interruptible bool
	// demosAsOf is the time as of which demo tables are made; the zero time is the current one.
	demosAsOf time.Time
	// demoSeed decides which of their rows are left out, for the student of an exam; 0 is none.
	demoSeed uint64
	// examStarted is when the student began the exam that is taken.
	examStarted time.Time

	given      func(flag string) bool // reports whether a flag is on the command line
	invocation string                 // the command, as a report of an internal error describes it
	help       *helpWriter            // what the command library prints to
	fault      error                  // the internal error that ended a read; nil if none did

	inputTaken  bool    // standard input was read as a SOURCE or as layouts
	layoutInput *[]byte // what --layout @- read from it

	remarksMu sync.Mutex

	places   map[string]place // what where found
	placesMu sync.Mutex

	// picture is where heat writes its map as an image as well, for an assistant; nil for nowhere.
	picture io.Writer

	// held are samples that were read before, by the SOURCE that they are of: those that an assistant asks about.
	held map[string]*sample.Sample

	debug     *debuglog.Log // --debug; nil without
	debugFile *os.File

	listings   map[string]listing // by instance
	listingsMu sync.Mutex
	warned     map[string]bool // warnings already printed
}

func (p *program) rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "tabletop [SOURCE]",
		Short: "Explore Cloud Bigtable schemas in the terminal",
		Long: `tabletop explores the schema of a Cloud Bigtable table: row key structure, row
sizes, columns, versions, and garbage. It is read-only.

SOURCE is one of:
  project/instance/table  a table; on the emulator, if BIGTABLE_EMULATOR_HOST is
                          set
  p/i/t/authorizedViews/v, p/i/materializedViews/v
                          an authorized or a materialized view
  table                   a table of the project and instance that flags, the
                          environment, or ~/.cbtrc name
  project/instance        all tables of an instance, to choose from
  FILE                    a saved sample
  'export/*.avro'         the Avro files that Dataflow wrote of a table
  gs://BUCKET/PATH        a saved sample, or such files, in Cloud Storage
  SPEC.yaml               a table that is generated of a specification
  demo:NAME               a demo table in an emulator inside this program;
                          demo:NAME/TABLE is another table of the demo

Commands that print also accept - for a saved sample on standard input.
Without a SOURCE, the app lists tables, saved samples, and demos.`,
		Example: `  tabletop prod/metrics/METRIC
  tabletop before.tabletop
  tabletop demo:meters --layout '{number}#{day:date(20060102)}'`,
		Args:              oneSource,
		SilenceErrors:     true,
		PersistentPreRunE: p.prepare,
		SilenceUsage:      true,
		RunE: func(cmd *cobra.Command, args []string) error {
			return p.app(cmd.Context(), args)
		},
	}
	root.SetIn(p.std.in)
	p.help = &helpWriter{to: p.std.out}
	root.SetOut(p.help)
	root.SetErr(p.std.err)
	root.SetFlagErrorFunc(flagError)
	root.SetUsageFunc(printUsage)
	root.SetHelpCommand(helpCommand())
	root.Version = readBuildInfo().Version
	root.Flags().BoolP("version", "v", false, "Show the version")
	root.PersistentFlags().BoolP("help", "h", false, "Show help")
	root.SetVersionTemplate(readBuildInfo().text())
	root.CompletionOptions.HiddenDefaultCmd = false
	p.flags.connection(root.PersistentFlags())
	p.flags.reading(root.Flags())
	p.flags.layout(root.Flags())
	p.flags.screen(root.Flags())
	p.flags.decoding(root.Flags())
	root.AddCommand(p.commands(root)...)
	describeCompletion(root)
	p.completions(root)
	return root
}

// commands returns the subcommands of root, in the order in which its help lists them.
func (p *program) commands(root *cobra.Command) []*cobra.Command {
	return []*cobra.Command{
		p.demoCommand(),
		p.emulatorCommand(),
		p.sampleCommand(),
		mergeCommand(),
		p.describeCommand(),
		p.tryCommand(),
		p.generateCommand(),
		p.schemaCommand(),
		p.decodeCommand(),
		p.statsCommand(),
		p.heatCommand(),
		p.simulateCommand(),
		p.codeCommand(),
		p.planCommand(),
		p.adviseCommand(),
		p.gcCommand(),
		p.auditCommand(),
		p.diffCommand(),
		p.verifyCommand(),
		p.lessonCommand(),
		p.mcpCommand(),
		p.configCommand(),
		p.doctorCommand(),
		p.bugCommand(),
		p.versionCommand(),
		p.manCommand(root),
	}
}

// prepare precedes every command: variables take the place of flags, and what it is to write can be written.
func (p *program) prepare(cmd *cobra.Command, args []string) error {
	if err := p.fromEnvironment(cmd); err != nil {
		return err
	}
	p.given = cmd.Flags().Changed
	p.invocation = invoked(cmd, args)
	p.warnRenamed(cmd.Flags())
	if err := p.checkExport(cmd.Flags(), args); err != nil {
		return usageError{err}
	}
	p.textInLocale(cmd)
	// The output is checked before a read that may take an hour.
	if err := p.writable(p.flags.output); err != nil {
		return err
	}
	return p.openDebugLog(cmd)
}
