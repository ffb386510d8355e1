package main

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/pflag"

	"tabletop/model/sample"
)

// noon is now in these tests.
func noon() time.Time { return time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC) }

// asked parses args as the reading flags of a command about a table in from.
func asked(from place, args ...string) (sample.Options, error) {
	var f readingFlags
	fs := pflag.NewFlagSet("test", pflag.ContinueOnError)
	f.reading(fs)
	if err := fs.Parse(args); err != nil {
		return sample.Options{}, err
	}
	return f.optionsAt(from, noon())
}

func TestReadingFlags(t *testing.T) {
	for args, want := range map[string]func(*sample.Options){
		"":                               func(*sample.Options) {},
		"--strategy small":               func(o *sample.Options) { o.Strategy = sample.Small },
		"--strategy Accurate":            func(o *sample.Options) { o.Strategy = sample.Accurate },
		"--strategy everything":          func(o *sample.Options) { o.Strategy, o.Rows = sample.Everything, 0 },
		"--strategy everything --rows 7": func(o *sample.Options) { o.Strategy, o.Rows = sample.Everything, 7 },
		`--prefix a\x00\\ --seed 3`:      func(o *sample.Options) { o.Prefix, o.Seed = []byte("a\x00\\"), 3 },
		`--start a\xff --end b`:          func(o *sample.Options) { o.Start, o.End = []byte("a\xff"), []byte("b") },
		`--end \x01`:                     func(o *sample.Options) { o.End = []byte{1} },
		`--key-regex a\C+#[0-9]*`:        func(o *sample.Options) { o.KeyRegex = `a\C+#[0-9]*` },
		"--family m --family n,o":        func(o *sample.Options) { o.Families = []string{"m", "n,o"} },
		"--since 30d":                    func(o *sample.Options) { o.Since = noon().AddDate(0, 0, -30) },
		"--since 1.5h --until 30m": func(o *sample.Options) {
			o.Since, o.Until = noon().Add(-90*time.Minute),
				noon().Add(-30*time.Minute)
		},
		"--since 2w --until 0s": func(o *sample.Options) {
			o.Since, o.Until = noon().AddDate(0, 0, -14),
				noon()
		},
		"--since 2026-11-01": func(o *sample.Options) {
			o.Since = time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
		},
		"--until 2026-11-20T14:00:00+02:00": func(o *sample.Options) { o.Until = noon() },
		"--rows-per-second 2,000":           func(o *sample.Options) { o.RowsPerSecond = 2000 },
		"--bytes-per-second 20MB":           func(o *sample.Options) { o.BytesPerSecond = 20e6 },
		"--bytes-per-second none":           func(o *sample.Options) { o.BytesPerSecond = -1 },
		"--rows 5 --bytes 1MiB --time 1m30s": func(o *sample.Options) {
			o.Rows, o.Bytes, o.Time = 5, 1<<20,
				90*time.Second
		},
	} {
		o := sample.Options{Strategy: sample.Auto, Rows: defaultRows, Seed: 1, Keep: sample.DefaultKeep,
			FiguresOnly: true}
		want(&o)
		got, err := asked(onService, strings.Fields(args)...)
		sameTime := cmp.Comparer(func(a, b time.Time) bool { return a.Equal(b) })
		if diff := cmp.Diff(o, got, sameTime); err != nil || diff != "" {
			t.Errorf("%q: %v\n%s", args, err, diff)
		}
	}
	for from, want := range map[place]int64{onService: defaultRows, onEmulator: localRows, inDemo: localRows,
		inFile: 0} {
		if got, err := asked(from); err != nil || got.Rows != want {
			t.Errorf("place %d: %d rows, %v", from, got.Rows, err)
		}
	}
	for from, want := range map[place]int64{onService: 0, onEmulator: 0, inExport: localRows} { // all of an export is too much
		if got, err := asked(from, "--strategy", "everything"); err != nil || got.Rows != want {
			t.Errorf("everything at place %d: %d rows, %v", from, got.Rows, err)
		}
	}
}

func TestReadingFlagsRefused(t *testing.T) {
	for args, says := range map[string]string{
		"--strategy luck":                       "accurate",
		`--start a\q`:                           `"a\q" for --start: byte 1`,
		`--end \x0`:                             `"\x0" for --end: byte 0`,
		`--prefix \`:                            `"\" for --prefix: byte 0`,
		"--start b --end a":                     "--start b is not before --end a",
		"--start a --end a":                     "no row is between",
		"--key-regex a(":                        "RE2",
		"--family=":                             "column family",
		"--since soon":                          "30d",
		"--since 5x":                            `"5x" for --since: must be a time`,
		"--since -3d":                           `"-3d" for --since: must be a time`,
		"--since 9999999y":                      `"9999999y" for --since: must be a time`,
		"--until 2026-13-01":                    `"2026-13-01" for --until: must be a time`,
		"--since 1d --until 2d":                 "--since 2026-11-19 12:00:00 is not before",
		"--value-bytes -1":                      "negative",
		"--rows-per-second 0":                   "a number of rows, for example 2000, or none",
		"--rows-per-second quick":               "a number of rows, for example 2000, or none",
		"--bytes-per-second -5":                 "a size, for example 20MB, or none",
		"--bytes 99999999999999999999999999999": "a size, for example 500MB or 64KiB",
	} {
		_, err := asked(onService, strings.Fields(args)...)
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v, which does not say %q", args, err, says)
		}
		var usage usageError
		if err != nil && !errors.As(err, &usage) && !strings.Contains(err.Error(), "invalid argument") {
			t.Errorf("%q: %v is not a usage error", args, err)
		}
	}
}
