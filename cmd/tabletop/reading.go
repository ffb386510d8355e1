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

// readingFlags are the values of the flags that say which rows to read, and how fast.
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
}

// settled are the flags that say which rows are asked for. A sample that is gone on with has settled them.
func settled() []string {
	return []string{"strategy", "seed", "value-bytes", "prefix", "start", "end", "key-regex", "family", "since", "until"}
}

func strategies() []sample.Strategy {
	return []sample.Strategy{sample.Auto, sample.Quick, sample.Small, sample.Accurate, sample.Everything, sample.Head}
}

func strategyNames() []string {
	var names []string
	for _, s := range strategies() {
		names = append(names, string(s))
	}
	return names
}

func (f *readingFlags) reading(fs *pflag.FlagSet) {
	fs.StringVar(&f.strategy, "strategy", string(sample.Auto), "which rows to read: "+listed(strategyNames(), "or"))
	fs.Int64Var(&f.rows, "rows", 0, "rows to read at most (0: 20,000 of a live table, 200,000 of an emulator; no limit with everything)")
	fs.Var(&f.bytes, "bytes", "bytes to read at most, as in 500MB (0: no limit)")
	fs.DurationVar(&f.time, "time", 0, "time to read for at most, as in 30s (0: no limit)")
	fs.Uint64Var(&f.seed, "seed", 1, "seed of the draw: the same seed reads the same places")
	fs.IntVar(&f.keep, "value-bytes", sample.DefaultKeep, "Number of first bytes to keep of each value")
	renamedFlag(fs, "keep", "value-bytes")
	f.restricting(fs)
	f.rowsPerSecond.noun, f.rowsPerSecond.example = "number of rows", "2000"
	f.bytesPerSecond.noun, f.bytesPerSecond.example = "size", "20MB"
	f.maxMemory = 1 << 30
	fs.Var(&f.maxMemory, "max-memory", "Maximum memory for reading a saved sample, for example 4GiB")
	fs.Var(&f.rowsPerSecond, "rows-per-second", "rows to receive a second at most (none: no limit)")
	fs.Var(&f.bytesPerSecond, "bytes-per-second", "bytes to receive a second at most, as in 20MB (none: no limit; default: 50MB of a live table)")
}

func (f *readingFlags) restricting(fs *pflag.FlagSet) {
	fs.StringVar(&f.prefix, "prefix", "", `only rows whose key starts so; \xNN stands for a byte`)
	fs.StringVar(&f.start, "start", "", "only rows from this `key` on, written as for --prefix")
	fs.StringVar(&f.end, "end", "", "only rows before this `key`, written as for --prefix")
	fs.StringVar(&f.keyRegex, "key-regex", "", "only rows whose whole key matches this RE2 `expression`; the server still scans the others")
	fs.StringArrayVar(&f.families, "family", nil, "only cells of this column family; may be repeated")
	fs.StringVar(&f.since, "since", "", "only cells from this `time` on: 2026-11-20T14:00:00Z, 2026-11-20, or an age such as 30d")
	fs.StringVar(&f.until, "until", "", "only cells before this `time`, written as for --since")
}

// What a sample holds at most unless told otherwise. From a live table 20,000 rows are read in seconds and settle every
// figure on screen; what is on this machine costs nothing, so more of it is read and small tables are read whole.
const (
	defaultRows = 20_000
	localRows   = 200_000
)

// options turns the reading flags into what a source takes.
func (f *readingFlags) options(from place) (sample.Options, error) {
	return f.optionsAt(from, time.Now())
}

// optionsAt is options with ages that count back from now.
func (f *readingFlags) optionsAt(from place, now time.Time) (sample.Options, error) {
	opts := sample.Options{
		Strategy: sample.Strategy(strings.ToLower(f.strategy)),
		Rows:     f.rows, Bytes: int64(f.bytes), Time: f.time, Seed: f.seed, Keep: f.keep,
		KeyRegex: f.keyRegex, Families: f.families,
		RowsPerSecond: f.rowsPerSecond.perSecond, BytesPerSecond: f.bytesPerSecond.perSecond,
	}
	if !slices.Contains(strategies(), opts.Strategy) {
		return opts, usageError{fmt.Errorf("invalid value %q for --strategy: must be %s", f.strategy, listed(strategyNames(), "or"))}
	}
	if f.rows < 0 || f.bytes < 0 || f.time < 0 || f.keep < 0 {
		return opts, usageError{fmt.Errorf("--rows, --bytes, --time and --value-bytes cannot be negative; 0 is no limit")}
	}
	if opts.Rows == 0 && opts.Strategy != sample.Everything {
		opts.Rows = usualRows(from)
	}
	if err := f.keys(&opts); err != nil {
		return opts, usageError{err}
	}
	if err := f.cells(&opts, now); err != nil {
		return opts, usageError{err}
	}
	return opts, nil
}

// usualRows is how many rows are kept unless told otherwise; 0, which is all, of a saved sample.
func usualRows(from place) int64 {
	return map[place]int64{onService: defaultRows, onEmulator: localRows, inDemo: localRows}[from]
}

// keys reads the flags that restrict the rows by their keys.
func (f *readingFlags) keys(opts *sample.Options) error {
	for _, k := range []struct {
		name, value string
		to          *[]byte
	}{{"prefix", f.prefix, &opts.Prefix}, {"start", f.start, &opts.Start}, {"end", f.end, &opts.End}} {
		key, at, err := text.Unescape(k.value)
		if err != nil {
			return fmt.Errorf("--%s, at byte %d: %w", k.name, at, err)
		}
		if key != "" {
			*k.to = []byte(key)
		}
	}
	if opts.Start != nil && opts.End != nil && bytes.Compare(opts.Start, opts.End) >= 0 {
		return fmt.Errorf("--start %s is not before --end %s: no row lies between them", text.Escape(opts.Start), text.Escape(opts.End))
	}
	// The service knows \C, any byte, beside what Go knows.
	if _, err := regexp.Compile(strings.ReplaceAll(f.keyRegex, `\C`, `.`)); err != nil {
		return fmt.Errorf("--key-regex: %w\nthe expression is one of RE2: https://github.com/google/re2/wiki/Syntax", err)
	}
	return nil
}

// cells reads the flags that restrict the cells.
func (f *readingFlags) cells(opts *sample.Options, now time.Time) (err error) {
	for _, family := range f.families {
		if family == "" {
			return fmt.Errorf("--family takes the name of a column family")
		}
	}
	if opts.Since, err = moment(f.since, now); err != nil {
		return fmt.Errorf("--since: %w", err)
	}
	if opts.Until, err = moment(f.until, now); err != nil {
		return fmt.Errorf("--until: %w", err)
	}
	if !opts.Since.IsZero() && !opts.Until.IsZero() && !opts.Since.Before(opts.Until) {
		return fmt.Errorf("--since %s is not before --until %s: no cell lies between them", text.Time(opts.Since), text.Time(opts.Until))
	}
	return nil
}

// age reads an age such as 30d, 12h or 1y.
func age(s string) (time.Duration, error) {
	number := strings.TrimRight(s, "smhdwy")
	unit, known := map[string]time.Duration{
		"s": time.Second, "m": time.Minute, "h": time.Hour, "d": 24 * time.Hour, "w": 7 * 24 * time.Hour, "y": 24 * time.Hour * 1461 / 4,
	}[s[len(number):]]
	const most = 100 * 1461 / 4 * 24 * time.Hour // a century: far before any table, and far from overflow
	n, err := strconv.ParseFloat(number, 64)
	if age := n * float64(unit); known && err == nil && age >= 0 && age <= float64(most) {
		return time.Duration(age), nil
	}
	return 0, fmt.Errorf("%q is not an age", s)
}

// moment reads a time as instant does, or an age such as 30d, counted back from now.
func moment(s string, now time.Time) (time.Time, error) {
	if back, err := age(s); err == nil {
		return now.Add(-back), nil
	}
	if t, err := instant(s); err == nil {
		return t, nil
	}
	return time.Time{}, fmt.Errorf("%q is not a time: write it as in 2026-11-20T14:00:00Z or 2026-11-20, or as an age such as 30d, 12h or 90m", s)
}

// rate is a flag value such as 2000, 20MB or none.
type rate struct {
	perSecond     float64 // 0 leaves it to the source, negative is no limit
	noun, example string  // of what there is in a second
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
	factor, ok := map[string]float64{"": 1, "b": 1, "kb": 1e3, "mb": 1e6, "gb": 1e9, "tb": 1e12, "k": 1e3, "m": 1e6, "g": 1e9, "t": 1e12,
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
