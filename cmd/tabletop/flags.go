package main

import (
	"github.com/spf13/pflag"
)

// flags are the values of the flags that several subcommands share.
type flags struct {
	project, instance, appProfile, creds string
	dataEndpoint, adminEndpoint          string

	readingFlags

	layouts []string

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

func (f *flags) screen(fs *pflag.FlagSet) {
	fs.StringVar(&f.theme, "theme", "auto", "theme of the app: auto, dark, light, colorblind or none")
	fs.BoolVar(&f.noMouse, "no-mouse", false, "leave the mouse to the terminal (m switches it in the app)")
}
