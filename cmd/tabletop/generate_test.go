package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// specFile writes a specification of 200 rows and returns its path.
func specFile(t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "shop.yaml")
	err := os.WriteFile(file, []byte("table: shop\nrows: 200\nduration: 7d\nend: 2026-11-20T12:00:00Z\n"+
		"families: {f: maxversions=1}\nkinds:\n  - key: '{user:pad(5)}#{at:ms}'\n    fields: {user: {values: 10}}\n"+
		"    columns: [{name: f:n, type: int64, versions: 2}]\n"), 0o600)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// TestGenerate verifies what generate shows and saves, and that a specification is a SOURCE with the same rows.
func TestGenerate(t *testing.T) {
	file := specFile(t)
	out := ok(t, "generate", file)
	if want := file + ": table shop, 200 rows of about 50 B, written in 7 d until 2026-11-20T12:00:00Z\n" +
		"  family f: maxversions=1\n  keys {user:pad(5)}#{at:ms}\n    for example "; !strings.HasPrefix(out, want) ||
		strings.Count(out, "for example") != 3 {
		t.Errorf("it shows\n%s\nwant\n%s", out, want)
	}
	saved := filepath.Join(t.TempDir(), "shop.tabletop")
	ok(t, "generate", file, "-o", saved)
	keys := ok(t, "decode", file, "--format", "jsonl", "--layout", "{user}#{at}")
	if again := ok(t, "decode", saved, "--format", "jsonl", "--layout", "{user}#{at}"); again != keys ||
		strings.Count(keys, "\n") != 200 {
		t.Errorf("%d bytes of keys of the SOURCE, %d of the sample", len(keys), len(again))
	}
	for _, source := range []string{file, saved} {
		if gc := ok(t, "gc", source, "--format", "json"); !strings.Contains(gc, `"cells": 400`) {
			t.Errorf("%s: gc shows %.600s", source, gc)
		}
	}
	if out := ok(t, "generate", file, "--rows", "300"); !strings.Contains(out, "300 rows") {
		t.Errorf("300 rows: %s", out)
	}
	if out := ok(t, "generate", file, "--times", "3"); !strings.Contains(out, "600 rows of about 50 B, written in 21 d") {
		t.Errorf("three times: %s", out)
	}
	if out := ok(t, "schema", file); !strings.Contains(out, "{user:pad(5)}#{at:ms}") ||
		!strings.Contains(out, "LAYOUTS GIVEN") {
		t.Errorf("its keys are not those that it states: %s", out)
	}
	few := filepath.Join(t.TempDir(), "few.tabletop")
	ok(t, "sample", file, "--rows", "20", "-o", few)
	moving := contents(t, file)
	for end, warned := range map[string]bool{"2026-11-20T12:00:00Z": false, "now": true} {
		text := strings.Replace(moving, "2026-11-20T12:00:00Z", end, 1)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		_, errs, code := tabletop(t, nil, "sample", file, "--continue", few, "-o", few, "--rows", "40")
		if code != exitOK || strings.Contains(errs, "a specification whose end is now") != warned {
			t.Errorf("continued, end %s: %d: %s", end, code, errs)
		}
	}
	if out := ok(t, "doctor", file); !strings.Contains(out, "a specification, whose rows are generated") {
		t.Errorf("doctor: %s", out)
	}
}

// TestGenerateErrors verifies what is said of specifications that are wrong.
func TestGenerateErrors(t *testing.T) {
	file := specFile(t)
	wrong := filepath.Join(t.TempDir(), "wrong.yaml")
	if err := os.WriteFile(wrong, []byte("table: t\nrow: 3\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{"generate", wrong}, "cannot generate " + wrong + ": line 2: unknown field \"row\" (rows?)"},
		{[]string{"stats", wrong}, "docs/spec.md describes specifications"},
		{[]string{"generate", file + ".yaml"}, "no such file"},
		{[]string{"generate", file, "--rows", "2000000"}, "at most 1,000,000 are generated"},
		{[]string{"generate", file, "--rows", "-1"}, "must not be negative"},
		{[]string{"generate", file, "--times", "0"}, "--times not below 1"},
		{[]string{"generate", file, "--times", "9999"}, "1,999,800 rows are too many"},
		{[]string{"describe", file, "--rows", "9"}, "cannot use --rows without --as-spec: describe reads no row"},
		{[]string{"describe", file, "--precision", "3%"}, "cannot use --precision without --as-spec"},
		{[]string{"describe", file, "--as-spec", "--format", "json"}, "cannot combine --as-spec with --format"},
		{[]string{"generate"}, "one SPEC"},
	} {
		if _, errs, code := tabletop(t, nil, tt.args...); code != exitUsage || !strings.Contains(errs, tt.want) {
			t.Errorf("%v: code %d, %s, want %s", tt.args, code, errs, tt.want)
		}
	}
}

// TestDescribeAsSpec verifies that the specification of a table is one: generate makes of it as many rows of the same
// layout, and it says what it does not hold.
func TestDescribeAsSpec(t *testing.T) {
	dir := t.TempDir()
	saved, file := filepath.Join(dir, "shop.tabletop"), filepath.Join(dir, "again.yaml")
	ok(t, "generate", specFile(t), "-o", saved)
	ok(t, "describe", saved, "--as-spec", "-o", file)
	text := contents(t, file)
	for _, want := range []string{"# Made by tabletop describe --as-spec", "\n# Kept column names: f:n.\n", "\n# Not in it: ",
		"\ntable: 'shop'\nrows: 200\nduration: 7d\nfamilies:\n  'f': 'maxversions=1'\n", "number: {values: 10, length: 5}",
		"name: 'f:n', type: int64, versions: 2, gap: 1h}"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	out := ok(t, "generate", file)
	if !strings.Contains(out, "200 rows of about 50 B, written in 7 d") {
		t.Errorf("generated of it: %s", out)
	}
}
