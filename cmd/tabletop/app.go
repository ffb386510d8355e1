package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/charmbracelet/colorprofile"
	"github.com/spf13/cobra"
	"golang.org/x/term"

	"tabletop/model/demo"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/sampler"
	"tabletop/sampler/read"
	"tabletop/tui"
	"tabletop/views/tables"
	"tabletop/views/widget"
)

// app runs the terminal app on a source, or on a picker.
func (p *program) app(ctx context.Context, args []string) error {
	return p.runApp(ctx, args, func(*tui.Options) {})
}

// runApp runs the app with options that adjust changes last.
func (p *program) runApp(ctx context.Context, args []string, adjust func(*tui.Options)) error {
	opts, err := p.appOptions(ctx, args)
	if err != nil {
		return err
	}
	in, out, err := p.terminal()
	if err != nil {
		return usageError{err}
	}
	adjust(&opts)
	err = tui.Run(ctx, opts, in, out, p.environ())
	var ended *tui.SignalError
	if errors.As(err, &ended) {
		return signalled{ended.Signal}
	}
	return err
}

// terminal returns the streams of the terminal, or an error that states why the app cannot be drawn.
func (p *program) terminal() (in, out *os.File, err error) {
	in, okIn := p.std.in.(*os.File)
	out, okOut := p.std.out.(*os.File)
	if !okIn || !okOut {
		return nil, nil, errors.New("standard input or output is not a terminal\nto print a report instead, run: " +
			"tabletop stats SOURCE --format json")
	}
	return in, out, tui.CheckTerminal(in, out, p.env["TERM"])
}

func (p *program) appOptions(ctx context.Context, args []string) (tui.Options, error) {
	source, cat, err := p.start(args)
	if err != nil {
		return tui.Options{}, err
	}
	settings, err := p.settings()
	if err != nil {
		return tui.Options{}, err
	}
	if _, err := p.flags.options(p.where(source)); err != nil {
		return tui.Options{}, err
	}
	if _, err := p.flags.declared(p.codecs, p.readLayouts); err != nil {
		return tui.Options{}, err
	}
	decode, err := p.decoders(ctx)
	if err != nil {
		return tui.Options{}, err
	}
	prices, err := readPrices(p.flags.prices)
	if err != nil {
		return tui.Options{}, err
	}
	theme, err := p.theme()
	if err != nil {
		return tui.Options{}, err
	}
	profile, err := p.colorProfile()
	if err != nil {
		return tui.Options{}, err
	}
	layouts := func(name string) (rowkey.Set, error) {
		if source == "" || name == source {
			return p.declaredLayouts(name)
		}
		return p.keptLayouts(name) // --layout applies only to the table of the command line
	}
	return tui.Options{
		Source:  source,
		Open:    func(ctx context.Context, name string) (sample.Source, error) { return p.open(ctx, name) },
		Catalog: cat,
		Sample:  p.sampling,
		Read:    readTable,
		Decode:  decode,
		Prices:  prices,
		Layouts: layouts,
		Audit: func(ctx context.Context, sources []string, found func(tables.Audited), at func(string, float64)) error {
			return p.auditTables(ctx, sources, tableAudit{layouts, found, at})
		},
		InstanceTables: func(ctx context.Context, name string) []sample.Table {
			tables, err := p.resembling(ctx, name)
			if err != nil {
				return nil // the rules that compare tables are not evaluated
			}
			return tables
		},
		Keep:        p.keepLayouts,
		Remember:    p.recent().add,
		Progress:    p.progress(),
		Files:       appFiles{p},
		Version:     readBuildInfo().Version,
		ReportCrash: p.reportCrash,
		Welcome:     p.welcome(),
		Theme:       theme,
		KeepTheme:   p.keepTheme,
		Plain:       p.flags.plain,
		Clipboard:   p.clipboard(),
		NoMouse:     p.flags.noMouse,
		Keys:        settings.Keys,
		ASCII:       !utf8Locale(p.env),
		Profile:     profile,
	}, nil
}

// sampling returns the options for sampling a table of that name. The flags were checked before.
func (p *program) sampling(source string) sample.Options {
	opts, _ := p.flags.options(p.where(source))
	opts.FiguresOnly = false // the app shows the rows as they come
	return opts
}

// readTable reads a table for the app; see tui.Options.Read.
func readTable(
	ctx context.Context, src sample.Source, known *sample.Sample, opts sample.Options, tell func(sample.Progress),
) (*sample.Sample, error) {
	table, ok := src.(sampler.Table)
	if !ok || !read.Thins(opts) {
		return src.Sample(ctx, opts, tell)
	}
	if known != nil && known.Partial() != "" {
		known = nil
	}
	counted, _, err := read.CountAll(ctx, table, known, opts, tell)
	return counted, err
}

// start returns the source to open first and the catalog to list: a SOURCE that names an instance is listed, not
// opened.
func (p *program) start(args []string) (string, *catalog, error) {
	cat := &catalog{program: p}
	if len(args) == 1 && !p.where(args[0]).local() {
		config, err := p.config()
		if err != nil {
			return "", nil, err
		}
		path, err := parsePath(args[0], config)
		if err != nil {
			return "", nil, err
		}
		config.Project, config.Instance = path.Project, path.Instance
		cat.config = config
		if path.Table == "" {
			return "", cat, nil
		}
		return path.Project + "/" + path.Instance + "/" + path.Table, cat, nil
	}
	config, err := p.config()
	if err != nil {
		return "", nil, err
	}
	cat.config = config
	if len(args) == 0 {
		return "", cat, nil
	}
	if isDemo(args[0]) {
		if _, _, err := demo.Find(demoName(args[0])); err != nil {
			return "", nil, usageError{err}
		}
	}
	return args[0], cat, nil
}

// theme maps --theme to a theme; auto leaves the choice to the terminal's background.
func (p *program) theme() (widget.Theme, error) {
	if p.flags.plain && !(p.given != nil && p.given("theme")) {
		return widget.Mono, nil
	}
	if p.flags.theme == "" || p.flags.theme == "auto" {
		return "", nil
	}
	for _, t := range widget.Themes() {
		if string(t) == p.flags.theme {
			return t, nil
		}
	}
	return "", usageError{fmt.Errorf("invalid value %q for --theme: must be %s", p.flags.theme,
		listed(themeNames(), "or"))}
}

// themeNames returns the values of --theme.
func themeNames() []string {
	names := []string{"auto"}
	for _, t := range widget.Themes() {
		names = append(names, string(t))
	}
	return names
}

// colorProfile maps --color, NO_COLOR (any value but empty, see no-color.org) and CLICOLOR_FORCE to what is drawn.
func (p *program) colorProfile() (colorprofile.Profile, error) {
	switch p.flags.color {
	case "never":
		return colorprofile.ASCII, nil
	case "always":
		return max(colorprofile.Env(p.environ()), colorprofile.ANSI256), nil
	case "auto", "":
		if p.env["NO_COLOR"] != "" {
			return colorprofile.ASCII, nil
		}
		return colorprofile.Unknown, nil
	}
	return colorprofile.Unknown, usageError{fmt.Errorf("invalid value %q for --color: must be auto, always, or never",
		p.flags.color)}
}

func (p *program) environ() []string {
	environ := make([]string, 0, len(p.env))
	for k, v := range p.env {
		environ = append(environ, k+"="+v)
	}
	return environ
}

// utf8Locale reports whether the locale is one of UTF-8; it assumes so if no locale is set.
func utf8Locale(env map[string]string) bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := strings.ToLower(env[name]); v != "" {
			return strings.Contains(v, "utf-8") || strings.Contains(v, "utf8")
		}
	}
	return true
}

// width returns the number of columns for text output: that of the terminal, or 80.
func (p *program) width() int {
	if f, ok := asFile(p.std.out); ok {
		if w, _, err := term.GetSize(int(f.Fd())); err == nil && w > 0 {
			return w
		}
	}
	return 80
}

func (p *program) demoCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "demo [NAME]",
		Short: "Open the app on a demo table",
		Long: "demo opens the app on a demo table in an emulator inside this program. Without a\nNAME it opens " +
			demo.Default + ". The demos are:\n\n" + listDemos(),
		Example: `  tabletop demo
  tabletop demo meters`,
		Args:              atMost(1, "at most one NAME"),
		ValidArgsFunction: completeDemos,
		RunE: func(cmd *cobra.Command, args []string) error {
			name := demo.Default
			if len(args) == 1 {
				name = strings.TrimPrefix(args[0], "demo:")
			}
			return p.app(cmd.Context(), []string{"demo:" + name})
		},
	}
	p.flags.reading(cmd.Flags())
	p.flags.layout(cmd.Flags())
	p.flags.screen(cmd.Flags())
	p.flags.decoding(cmd.Flags())
	return cmd
}

// completeDemos completes the names of demos.
func completeDemos(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	var names []string
	for _, d := range demo.All() {
		names = append(names, d.Name+"\t"+d.Title)
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

func listDemos() string {
	var b strings.Builder
	for _, d := range demo.All() {
		fmt.Fprintf(&b, "  %-10s %s  %s\n", d.Name, strings.ToUpper(d.ID), d.Title)
	}
	return b.String()
}
