package main

import (
	"fmt"

	"github.com/spf13/pflag"
)

// flags are the values of the flags that several subcommands share.
type flags struct {
	project, instance, appProfile, creds string
	dataEndpoint, adminEndpoint          string

	readingFlags

	layouts []string

	allowPartial bool

	decode              []string
	decoder, formatFile string

	theme   string
	color   string
	noMouse bool
}

func (f *flags) connection(fs *pflag.FlagSet) {
	fs.StringVar(&f.project, "project", "", "Google Cloud project, where SOURCE is a bare table name")
	fs.StringVar(&f.instance, "instance", "", "Bigtable instance, where SOURCE is a bare table name")
	fs.StringVar(&f.appProfile, "app-profile", "", "app profile to read through, a Data Boost one for instance")
	fs.StringVar(&f.creds, "creds", "", "credentials `file` to use in place of Application Default Credentials")
	fs.StringVar(&f.dataEndpoint, "data-endpoint", "", "`host:port` of the data service, where it is not the usual one")
	fs.StringVar(&f.adminEndpoint, "admin-endpoint", "", "`host:port` of the admin service, where it is not the usual one")
	fs.StringVar(&f.color, "color", "auto", "colours: auto, always or never")
}

func (f *flags) layout(fs *pflag.FlagSet) {
	fs.StringArrayVar(&f.layouts, "layout", nil, "Row key `template`, or @FILE of templates or a row-key schema (@- reads standard input), instead of inference; can be repeated, one per record kind")
}

// currentLayout adds the flag for the layouts of the table where --layout names candidates.
func (f *flags) currentLayout(fs *pflag.FlagSet) {
	fs.StringArrayVar(&f.layouts, "current-layout", nil, "`TEMPLATE` of the current row keys, or @FILE of templates, used instead of inference. Can be repeated, one per record kind.")
	renamedFlag(fs, "today", "current-layout")
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

// warnRenamed prints a warning for each flag that was given by its former name. The flag library would print it among the
// output.
func (p *program) warnRenamed(fs *pflag.FlagSet) {
	fs.Visit(func(f *pflag.Flag) {
		if to := f.Annotations[renamedTo]; len(to) > 0 {
			p.remark(fmt.Sprintf("--%s is deprecated: use --%s", f.Name, to[0]))
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
	fs.StringVar(&f.theme, "theme", "auto", "Theme of the app: "+listed(themeNames(), "or"))
	fs.BoolVar(&f.noMouse, "no-mouse", false, "leave the mouse to the terminal (m switches it in the app)")
}
