package main

import (
	"fmt"

	"github.com/spf13/pflag"
)

// flags holds the values of the flags that several subcommands share.
type flags struct {
	project, instance, appProfile, creds string
	dataEndpoint, adminEndpoint          string

	readingFlags
	scopeFlags

	layouts []string
	current []*pflag.Flag // those named --current-layout, which give layouts instead of --layout

	allowPartial bool
	prices       string // file of prices, of the app; empty for none

	decode              []string
	decoder, formatFile string

	theme   string
	color   string
	noMouse bool
	plain   bool

	output string // of a report; empty is standard output

	progress progressForm
	quiet    bool

	debug     string
	debugKeys bool
}

func (f *flags) connection(fs *pflag.FlagSet) {
	fs.StringVar(&f.project, "project", "", "Google Cloud `PROJECT`, if SOURCE is a bare table name")
	fs.StringVar(&f.instance, "instance", "", "Bigtable `INSTANCE`, if SOURCE is a bare table name")
	fs.StringVar(&f.appProfile, "app-profile", "", "App `PROFILE` to read with, for example one for Data Boost")
	fs.StringVar(&f.creds, "creds", "", "Credentials `FILE` to use instead of Application Default Credentials")
	fs.StringVar(&f.dataEndpoint, "data-endpoint", "", "`HOST:PORT` of the data service, if not the default")
	fs.StringVar(&f.adminEndpoint, "admin-endpoint", "", "`HOST:PORT` of the admin service, if not the default")
	fs.StringVar(&f.color, "color", "auto", "`WHEN` to use color: auto, always, or never")
	fs.StringVar(&f.debug, "debug", "",
		"`FILE` to write requests and reads to, as JSON lines without data: row keys are hashes")
	fs.BoolVar(&f.debugKeys, "debug-keys", false, "Write row keys into the file of --debug as they are")
}

func (f *flags) layout(fs *pflag.FlagSet) {
	fs.StringArrayVar(&f.layouts, "layout", nil,
		"Row key `TEMPLATE`, or @FILE of templates or a row-key schema (@- reads standard input), used instead of "+
			"inference; can be repeated, one per record kind")
}

// narrowed adds the flags for the layouts, and for the part of the rows that they cut out.
func (f *flags) narrowed(fs *pflag.FlagSet) {
	f.layout(fs)
	f.scope(fs)
}

// currentLayout adds the flag for the layouts of the table where --layout names candidates.
func (f *flags) currentLayout(fs *pflag.FlagSet) {
	fs.StringArrayVar(&f.layouts, "current-layout", nil,
		"`TEMPLATE` of the current row keys, or @FILE of templates, used instead of inference; can be repeated, one "+
			"per record kind")
	f.current = append(f.current, fs.Lookup("current-layout"))
	renamedFlag(fs, "today", "current-layout")
}

// written adds --output, which writeReport obeys.
func (f *flags) written(fs *pflag.FlagSet) {
	fs.StringVarP(&f.output, "output", "o", "", "Write to `FILE` instead of standard output")
}

// layoutFlag is the flag with which layouts were given.
func (f *flags) layoutFlag() string {
	for _, flag := range f.current {
		if flag.Changed {
			return "--" + flag.Name
		}
	}
	return "--layout"
}

// renamedFlag keeps the old name of a flag, which scripts may still use.
func renamedFlag(fs *pflag.FlagSet, old, name string) {
	f := fs.Lookup(name)
	alias := *f
	alias.Name, alias.Hidden, alias.Shorthand = old, true, ""
	alias.Value = renamedValue{f.Value, func() { f.Changed = true }}
	alias.Annotations = map[string][]string{renamedTo: {name}}
	fs.AddFlag(&alias)
}

// renamedTo is the annotation of a former name with the flag's name.
const renamedTo = "renamed to"

// warnRenamed prints a warning for each flag that was given by its former name. The flag library would print it among
// the output.
func (p *program) warnRenamed(fs *pflag.FlagSet) {
	fs.Visit(func(f *pflag.Flag) {
		if to := f.Annotations[renamedTo]; len(to) > 0 {
			p.warn(fmt.Sprintf("--%s is deprecated: use --%s", f.Name, to[0]))
		}
	})
}

// renamedValue sets the value of the flag's new name, which then counts as given.
type renamedValue struct {
	pflag.Value
	given func()
}

func (v renamedValue) Set(s string) error {
	v.given()
	return v.Value.Set(s)
}

func (f *flags) screen(fs *pflag.FlagSet) {
	fs.StringVar(&f.theme, "theme", "auto", "Theme `NAME` of the app: "+listed(themeNames(), "or"))
	fs.BoolVar(&f.plain, "plain", false,
		"Write screens for a screen reader: line after line, words for marks and columns, ASCII only")
	pricesFlag(fs, &f.prices)
	fs.BoolVar(&f.noMouse, "no-mouse", false, "Leave the mouse to the terminal; press f2 in the app to switch")
}
