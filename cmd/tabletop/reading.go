package main

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"tabletop/model/sample"
	"tabletop/views/text"
)

// readingFlags holds the values of the flags that select the rows to read and limit the rate.
type readingFlags struct {
	strategy string
	rows     int64
	bytes    byteSize
	time     time.Duration
	seed     uint64
	keep     int

	prefix, start, end string
	keyRegex           string
	families           []string
	since, until       string

	rowsPerSecond, bytesPerSecond rate

	maxMemory byteSize // of a saved sample

	exportFlags

	precision precisionTarget // how narrow an interval is to be
}

// settled returns the flags that select rows. A sample that is continued keeps its own values of them.
func settled() []string {
	return []string{"strategy", "seed", "value-bytes", "prefix", "start", "end", "key-regex", "family", "since",
		"until"}
}

func strategyNames() []string {
	var names []string
	for _, s := range sample.Strategies() {
		names = append(names, string(s))
	}
	return names
}

func (f *readingFlags) reading(fs *pflag.FlagSet) {
	fs.StringVar(&f.strategy, "strategy", string(sample.Auto),
		"`STRATEGY` that selects the rows to read: "+listed(strategyNames(), "or"))
	fs.Int64Var(&f.rows, "rows", 0,
		"Maximum `NUMBER` of rows to keep; strategies other than head may read more, and keep a uniform sample; "+
			"0 means 20,000 from a live table, 200,000 from an emulator or an export, and no limit with "+
			"--strategy everything of a table")
	fs.Var(&f.bytes, "bytes", "Maximum `SIZE` to read, for example 500MB; 0 means no limit")
	fs.DurationVar(&f.time, "time", 0,
		"Maximum `DURATION` of reading, from connecting to the last row, for example 30s; 0 means no limit")
	fs.Uint64Var(&f.seed, "seed", 1, "Random `SEED` for sampling; the same seed reads the same key ranges")
	fs.IntVar(&f.keep, "value-bytes", sample.DefaultKeep, "`NUMBER` of first bytes to keep of each value")
	renamedFlag(fs, "keep", "value-bytes")
	f.restricting(fs)
	f.memory(fs, "Maximum memory `SIZE` for reading a saved sample, for example 4GiB")
	f.rates(fs)
	f.exportFlags.add(fs)
}

// memory adds the flag that limits how much is held of what a user names.
func (f *readingFlags) memory(fs *pflag.FlagSet, usage string) {
	f.maxMemory = 1 << 30
	fs.Var(&f.maxMemory, "max-memory", usage)
}

// rates adds the flags that slow a read down.
func (f *readingFlags) rates(fs *pflag.FlagSet) {
	f.rowsPerSecond.noun, f.rowsPerSecond.example = "number of rows", "2000"
	f.bytesPerSecond.noun, f.bytesPerSecond.example = "size", "20MB"
	fs.Var(&f.rowsPerSecond, "rows-per-second",
		"Maximum `RATE` in rows per second, for example 2000; none means no limit")
	fs.Var(&f.bytesPerSecond, "bytes-per-second",
		"Maximum `RATE` in bytes per second, for example 20MB; none means no limit; 50MB by default for a live table")
}

func (f *readingFlags) restricting(fs *pflag.FlagSet) {
	fs.StringVar(&f.prefix, "prefix", "", "Read only rows with this key `PREFIX`; write a byte as \\xNN")
	fs.StringVar(&f.start, "start", "", "Read only rows from this `KEY` on, written as for --prefix")
	fs.StringVar(&f.end, "end", "", "Read only rows before this `KEY`, written as for --prefix")
	fs.StringVar(&f.keyRegex, "key-regex", "",
		"Read only rows whose whole key matches this RE2 `REGEX`; the server still scans the others")
	fs.StringArrayVar(&f.families, "family", nil, "Read only cells of this column `FAMILY`; can be repeated")
	fs.StringVar(&f.since, "since", "",
		"Read only cells from this `TIME` on, for example 2026-11-20T14:00:00Z, 2026-11-20, or an age such as 30d")
	fs.StringVar(&f.until, "until", "", "Read only cells before this `TIME`, written as for --since")
}

// Maximum number of rows in a sample if --rows is not given. 20,000 rows of a live table are read in seconds and are
// enough for every figure on screen; reads on this machine cost nothing, so the limit is higher and small tables are
// read whole.
const (
	defaultRows = 20_000
	localRows   = 200_000
)

// options returns the reading flags as options of a read.
func (f *readingFlags) options(from place) (sample.Options, error) {
	return f.optionsAt(from, time.Now())
}

// optionsAt is options with ages counted back from now.
func (f *readingFlags) optionsAt(from place, now time.Time) (sample.Options, error) {
	opts := sample.Options{
		Strategy: sample.Strategy(strings.ToLower(f.strategy)),
		Rows:     f.rows, Bytes: int64(f.bytes), Time: f.time, Seed: f.seed, Keep: f.keep,
		KeyRegex: f.keyRegex, Families: f.families,
		RowsPerSecond: f.rowsPerSecond.perSecond, BytesPerSecond: f.bytesPerSecond.perSecond,
		FiguresOnly: true,
	}
	if !slices.Contains(sample.Strategies(), opts.Strategy) {
		return opts, usageError{fmt.Errorf("invalid value %q for --strategy: must be %s", f.strategy,
			listed(strategyNames(), "or"))}
	}
	if f.rows < 0 || f.bytes < 0 || f.time < 0 || f.keep < 0 {
		return opts, usageError{fmt.Errorf("negative value: --rows, --bytes, --time, and --value-bytes must be 0 or " +
			"higher, where 0 means no limit")}
	}
	// All rows of a table of gigabytes do not fit into memory, and an export is as large as its table: it is counted.
	if opts.Rows == 0 && (opts.Strategy != sample.Everything || from == inExport) {
		opts.Rows = usualRows(from)
	}
	if err := f.keys(&opts); err != nil {
		return opts, usageError{err}
	}
	if err := f.cells(&opts, now); err != nil {
		return opts, usageError{err}
	}
	if err := f.checkPrecision(from, opts); err != nil {
		return opts, usageError{err}
	}
	return opts, nil
}

// usualRows returns the maximum number of rows if --rows is not given; 0, which means all, for a saved sample.
func usualRows(from place) int64 {
	return map[place]int64{onService: defaultRows, onEmulator: localRows, inDemo: localRows,
		inExport: localRows, inSpec: localRows}[from]
}

// keys parses the flags that restrict the rows by their keys.
func (f *readingFlags) keys(opts *sample.Options) error {
	for _, entry := range []struct {
		name, value string
		to          *[]byte
	}{{"prefix", f.prefix, &opts.Prefix}, {"start", f.start, &opts.Start}, {"end", f.end, &opts.End}} {
		key, at, err := text.Unescape(entry.value)
		if err != nil {
			return fmt.Errorf("invalid value \"%s\" for --%s: byte %d: %w", entry.value, entry.name, at, err)
		}
		if key != "" {
			*entry.to = []byte(key)
		}
	}
	if opts.Start != nil && opts.End != nil && bytes.Compare(opts.Start, opts.End) >= 0 {
		return fmt.Errorf("--start %s is not before --end %s: no row is between them", text.Escape(opts.Start),
			text.Escape(opts.End))
	}
	// The service also accepts \C, any byte, which Go does not.
	if _, err := regexp.Compile(strings.ReplaceAll(f.keyRegex, `\C`, `.`)); err != nil {
		return fmt.Errorf("invalid value %q for --key-regex: %w\nuse the RE2 syntax: "+
			"https://github.com/google/re2/wiki/Syntax", f.keyRegex, err)
	}
	return nil
}

// cells parses the flags that restrict the cells.
func (f *readingFlags) cells(opts *sample.Options, now time.Time) (err error) {
	for _, family := range f.families {
		if family == "" {
			return fmt.Errorf("invalid value \"\" for --family: must be the name of a column family")
		}
	}
	if opts.Since, err = moment(f.since, now); err != nil {
		return fmt.Errorf("invalid value %q for --since: %w", f.since, err)
	}
	if opts.Until, err = moment(f.until, now); err != nil {
		return fmt.Errorf("invalid value %q for --until: %w", f.until, err)
	}
	if !opts.Since.IsZero() && !opts.Until.IsZero() && !opts.Since.Before(opts.Until) {
		return fmt.Errorf("--since %s is not before --until %s: no cell is between them", text.Time(opts.Since),
			text.Time(opts.Until))
	}
	return nil
}

// age parses an age such as 30d, 12h, or 1y.
func age(s string) (time.Duration, error) {
	number := strings.TrimRight(s, "smhdwy")
	unit, known := map[string]time.Duration{
		"s": time.Second, "m": time.Minute, "h": time.Hour, "d": 24 * time.Hour, "w": 7 * 24 * time.Hour,
		"y": 24 * time.Hour * 1461 / 4,
	}[s[len(number):]]
	const most = 100 * 1461 / 4 * 24 * time.Hour // a century: far before any table, and far from overflow
	n, err := strconv.ParseFloat(number, 64)
	if age := n * float64(unit); known && err == nil && age >= 0 && age <= float64(most) {
		return time.Duration(age), nil
	}
	return 0, fmt.Errorf("%q is not an age", s)
}

// moment parses a time as instant does, or an age such as 30d, counted back from now.
func moment(s string, now time.Time) (time.Time, error) {
	if back, err := age(s); err == nil {
		return now.Add(-back), nil
	}
	if t, err := instant(s); err == nil {
		return t, nil
	}
	return time.Time{}, errors.New("must be a time, for example 2026-11-20T14:00:00Z or 2026-11-20, or an age, for " +
		"example 30d, 12h, or 90m")
}

// rate is a flag value such as 2000, 20MB, or none.
type rate struct {
	perSecond     float64 // 0 means the default of the source, negative means no limit
	noun, example string  // of what is counted per second
}

func (r *rate) String() string {
	switch {
	case r.perSecond < 0:
		return "none"
	case r.perSecond == 0:
		return ""
	}
	return strconv.FormatFloat(r.perSecond, 'f', -1, 64)
}

func (r *rate) Type() string { return "rate" }

func (r *rate) Set(s string) error {
	if strings.EqualFold(s, "none") {
		r.perSecond = -1
		return nil
	}
	var size byteSize
	if err := size.Set(s); err != nil || size <= 0 {
		return fmt.Errorf("a %s, for example %s, or none", r.noun, r.example)
	}
	r.perSecond = float64(size)
	return nil
}

// byteSize is a flag value such as 500MB or 64KiB: KB is 1,000 bytes, KiB 1,024.
type byteSize int64

func (b *byteSize) String() string {
	if n := int64(*b); n != 0 && n%(1<<30) == 0 {
		return strconv.FormatInt(n>>30, 10) + "GiB"
	}
	return strconv.FormatInt(int64(*b), 10)
}

func (b *byteSize) Type() string { return "size" }

func (b *byteSize) Set(s string) error {
	number := strings.TrimRight(strings.ToLower(strings.TrimSpace(s)), "kmgtib ")
	unit := strings.TrimSpace(strings.ToLower(strings.TrimSpace(s))[len(number):])
	factor, ok := map[string]float64{"": 1, "b": 1, "kb": 1e3, "mb": 1e6, "gb": 1e9, "tb": 1e12, "k": 1e3, "m": 1e6,
		"g": 1e9, "t": 1e12,
		"kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30, "tib": 1 << 40}[unit]
	n, err := strconv.ParseFloat(strings.ReplaceAll(number, ",", ""), 64)
	if err != nil || !ok || n < 0 || n*factor >= 1<<62 {
		return errors.New("a size, for example 500MB or 64KiB")
	}
	*b = byteSize(n * factor)
	return nil
}

// listed joins words: "a, b, or c".
func listed(words []string, last string) string {
	n := len(words) - 1
	if n < 1 {
		return strings.Join(words, "")
	}
	if n == 1 {
		return words[0] + " " + last + " " + words[1]
	}
	return strings.Join(words[:n], ", ") + ", " + last + " " + words[n]
}
