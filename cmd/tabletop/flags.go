package main

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"tabletop/model/sample"
	"tabletop/views/text"
)

// flags are the values of the flags that several subcommands share.
type flags struct {
	project, instance, appProfile, creds string
	dataEndpoint, adminEndpoint          string

	strategy string
	rows     int64
	bytes    byteSize
	time     time.Duration
	seed     uint64
	prefix   string
	keep     int

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

func (f *flags) reading(fs *pflag.FlagSet) {
	fs.StringVar(&f.strategy, "strategy", string(sample.Auto), "which rows to read: auto, quick, everything or head")
	fs.Int64Var(&f.rows, "rows", 0, "rows to read at most (0: 20,000 of a live table, 200,000 of an emulator; no limit with everything)")
	fs.Var(&f.bytes, "bytes", "bytes to read at most, as in 500MB (0: no limit)")
	fs.DurationVar(&f.time, "time", 0, "time to read for at most, as in 30s (0: no limit)")
	fs.Uint64Var(&f.seed, "seed", 1, "seed of the draw: the same seed reads the same places")
	fs.StringVar(&f.prefix, "prefix", "", `only rows whose key starts so; \xNN stands for a byte`)
	fs.IntVar(&f.keep, "keep", sample.DefaultKeep, "bytes to keep of the front of each value")
}

func (f *flags) layout(fs *pflag.FlagSet) {
	fs.StringArrayVar(&f.layouts, "layout", nil, "`template` of the row keys, or @FILE of templates, in place of inference; may be repeated, one a record kind")
}

func (f *flags) screen(fs *pflag.FlagSet) {
	fs.StringVar(&f.theme, "theme", "auto", "theme of the app: auto, dark, light, colorblind or none")
	fs.BoolVar(&f.noMouse, "no-mouse", false, "leave the mouse to the terminal (m switches it in the app)")
}

// What a sample holds at most unless told otherwise. From a live table 20,000 rows are read in seconds and settle every
// figure on screen; what is on this machine costs nothing, so more of it is read and small tables are read whole.
const (
	defaultRows = 20_000
	localRows   = 200_000
)

// options turns the reading flags into what a source takes.
func (f *flags) options(from place) (sample.Options, error) {
	opts := sample.Options{
		Strategy: sample.Strategy(strings.ToLower(f.strategy)),
		Rows:     f.rows,
		Bytes:    int64(f.bytes),
		Time:     f.time,
		Seed:     f.seed,
		Keep:     f.keep,
	}
	switch opts.Strategy {
	case sample.Auto, sample.Quick, sample.Everything, sample.Head:
	default:
		return opts, usageError{fmt.Errorf("no strategy %q: there are auto, quick, everything and head", f.strategy)}
	}
	if f.rows < 0 || f.bytes < 0 || f.time < 0 || f.keep < 0 {
		return opts, usageError{fmt.Errorf("--rows, --bytes, --time and --keep cannot be negative; 0 is no limit")}
	}
	if opts.Rows == 0 && opts.Strategy != sample.Everything {
		opts.Rows = map[place]int64{onService: defaultRows, onEmulator: localRows, inDemo: localRows}[from]
	}
	if f.prefix != "" {
		prefix, at, err := text.Unescape(f.prefix)
		if err != nil {
			return opts, usageError{fmt.Errorf("--prefix, at byte %d: %w", at, err)}
		}
		opts.Prefix = []byte(prefix)
	}
	return opts, nil
}

// byteSize is a flag value such as 500MB or 64KiB: KB is 1,000 bytes, KiB 1,024.
type byteSize int64

func (b *byteSize) String() string { return strconv.FormatInt(int64(*b), 10) }

func (b *byteSize) Type() string { return "size" }

func (b *byteSize) Set(s string) error {
	number := strings.TrimRight(strings.ToLower(strings.TrimSpace(s)), "kmgtib ")
	unit := strings.TrimSpace(strings.ToLower(strings.TrimSpace(s))[len(number):])
	factor, ok := map[string]float64{"": 1, "b": 1, "kb": 1e3, "mb": 1e6, "gb": 1e9, "tb": 1e12, "k": 1e3, "m": 1e6, "g": 1e9, "t": 1e12,
		"kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30, "tib": 1 << 40}[unit]
	n, err := strconv.ParseFloat(strings.ReplaceAll(number, ",", ""), 64)
	if err != nil || !ok || n < 0 {
		return fmt.Errorf("%q is not a size such as 500MB or 64KiB", s)
	}
	*b = byteSize(n * factor)
	return nil
}
