package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"tabletop/internal/fakebt"
)

// foreignTable has keys, columns and values beyond ASCII, written one after the other, of sizes that differ.
func foreignTable() *fakebt.Table {
	t := &fakebt.Table{Name: fakebt.Name("t"), SectionBytes: 1000}
	for i := range 600 {
		t.Rows = append(t.Rows, fakebt.Row{Key: fmt.Sprintf("müller%d#%06d", i%5, i), Cells: []fakebt.Cell{
			{Family: "f", Qualifier: "größe", Micros: 1_790_000_000_000_000 + int64(i)*60_000_000,
				Value: make([]byte, 1+i*i%200)},
			{Family: "f", Qualifier: "größe", Micros: 1_780_000_000_000_000, Value: []byte("日本")}}})
	}
	slices.SortFunc(t.Rows, func(a, b fakebt.Row) int { return strings.Compare(a.Key, b.Key) })
	return t
}

// TestTextIsASCIIWithoutUTF8 verifies that no command prints a byte above 127 as text in a locale that is not UTF-8,
// that signs of intervals keep their meaning, and that formats for programs and saved samples are what they are in
// every locale.
func TestTextIsASCIIWithoutUTF8(t *testing.T) {
	server := fakebt.New(t, foreignTable())
	dir := t.TempDir()
	file, later := filepath.Join(dir, "t.tabletop"), filepath.Join(dir, "u.tabletop")
	live := []string{"BIGTABLE_EMULATOR_HOST=" + server.Addr}
	for i, f := range []string{file, later} {
		if _, errs, code := tabletop(t, live, "sample", "p/i/t", "--rows", "150", "--seed", fmt.Sprint(i), "-o",
			f); code != exitOK {
			t.Fatal(errs)
		}
	}
	commands := map[string][]string{
		"stats": {file}, "schema": {file}, "decode": {file}, "heat": {file}, "advise": {file}, "audit": {file},
		"gc":       {file, "--policy", "maxversions=1"},
		"simulate": {file, "--layout", "{number}#{kind}"}, "diff": {file, later},
		"sample":   {"p/i/t", "--plan", "--rows", "150"},
		"verify":   {"p/i/t", "p/i/t", "--from", "{kind}#{number}", "--layout", "{number}"},
		"describe": {file}, "doctor": {file},
		"version": nil, "lesson": nil, "lesson check": {filepath.Join(dir, "no.lesson")},
	}
	for _, cmd := range (&program{}).rootCommand().Commands() {
		for _, cmd := range append(cmd.Commands(), cmd) {
			format := cmd.Flags().Lookup("format")
			name := strings.TrimPrefix(cmd.CommandPath(), "tabletop ")
			if _, tried := commands[name]; !tried && format != nil && format.Value.String() == "text" &&
				cmd.Name() != cobra.ShellCompRequestCmd {
				t.Errorf("%s prints text and is not tried", name)
			}
		}
	}
	signs := ""
	for name, args := range commands {
		locales := []string{"LC_ALL=C"}
		if name == "stats" {
			locales = append(locales, "LC_ALL=POSIX", "LANG=de_DE.ISO-8859-1")
		}
		for _, locale := range locales {
			out, errs, _ := tabletop(t, append(live, locale), append(strings.Fields(name), args...)...)
			if at := strings.IndexFunc(out+errs, func(r rune) bool { return r > 126 }); at >= 0 || out+errs == "" {
				t.Errorf("%s, %s: %q", locale, name, (out + errs)[max(0, at-20):max(0, at+20)])
			}
			signs += out
		}
	}
	for _, want := range []string{"+/-", "<=", `m\xc3\xbcller`, `gr\xc3\xb6\xc3\x9fe`} {
		if !strings.Contains(signs, want) {
			t.Errorf("no report writes %s", want)
		}
	}
	for _, args := range [][]string{{"stats", file, "--format", "json"}, {"stats", file, "--format", "markdown"},
		{"sample", file, "-o", "-"}} {
		want, _, _ := tabletop(t, []string{"LC_ALL=C.UTF-8"}, args...)
		if got, _, code := tabletop(t, []string{"LC_ALL=C"}, args...); code != exitOK || got != want ||
			!strings.ContainsFunc(got, func(r rune) bool { return r > 126 }) {
			t.Errorf("%v: another output in the locale C: code %d, %d bytes for %d", args, code, len(got), len(want))
		}
	}
}
