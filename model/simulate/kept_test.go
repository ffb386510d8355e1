package simulate

import (
	"context"
	"slices"
	"testing"
)

// lost lists the kinds of loss of a layout, each once, with what is lost.
func lost(t *testing.T, b *Base, text string) []string {
	t.Helper()
	all, err := try(t, b, text).Losses(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	out := []string{}
	for _, l := range all {
		if said := string(l.Kind) + " " + l.Of; !slices.Contains(out, said) {
			out = append(out, said)
		}
	}
	return out
}

// TestLosses verifies what each table of a candidate does not hold of the current one, in rows that there are and in
// rows that are still to come: cells, times, values, names, and segments.
func TestLosses(t *testing.T) {
	rows := table{}
	for _, key := range []string{"a#k1#1700000000000", "a#k2#1700000060000", "b#k1#1700000120000"} {
		at := int64(1_700_000_000_000_000)
		if key != "a#k1#1700000000000" {
			at += 60_000_000
		}
		if key[0] == 'b' {
			at += 60_000_000
		}
		rows.put(key, cell{"d", "x", at, "value"})
		rows.put(key, cell{"d", "y", at, "other"})
	}
	b := prepare(t, rows.sample(), "{user}#{kind:enum}#{at:ms}")
	for text, want := range map[string][]string{
		"{kind}#{user}#{at}":                                   {},
		"{user}#{kind}#{reverse(at)}":                          {},
		"{user}#{kind}#{at:date(2006-01-02T15:04:05.000)}":     {},
		"{user}#{kind}#{at} => d:x -> d:z":                     {},
		"{user}#{kind}#{at} => d -> json d:doc":                {},
		"{user}#{kind}#{qualifier()}#{at}":                     {},
		"{kind}#{user}#{at} ++ {at}#{user}#{kind}":             {},
		"{kind}#{column(d:x, move)}#{user}#{at}":               {},
		"view {kind}":                                          {},
		"{user}#{kind} => * -> *:{qualifier()}{at}":            {},
		"{user}#{kind}":                                        {"versions at"},
		"{user}#{kind}#{bucket(at, 1h)}":                       {"versions at"},
		"{user}#{kind}#{at:date(150405.000)}":                  {"segment at"},
		"{user}#{kind}#{at:date(0102150405.000)}":              {"segment at"},
		"{user}#{kind}#{celltime():date(15)}":                  {"segment celltime()"},
		"{user}#{at}":                                          {"segment kind"},
		"{user}#{kind}#{bucket(at, 1h)} => d -> json d:doc":    {"segment at"},
		"{hash(user)}#{kind}#{at}":                             {"segment user"},
		"{user}#{truncate(kind, 1)}#{at}":                      {"segment kind"},
		"{kind}#{user}#{at} => drop *":                         {"cells d:x", "cells d:y"},
		"{kind}#{user}#{at} => drop d:y":                       {"cells d:y"},
		"{kind}#{user}#{at} ++ {user}#{kind}#{at} => drop d:y": {"cells d:y"},
		"{kind}#{user}#{at} => time {celltime(day)}":           {"times "},
		"{kind}#{user}#{at} => d -> empty *:{qualifier()}":     {"values "},
		"{kind}#{user}#{at} => * -> *:same":                    {"overwritten ", "names d:x", "names d:y"},
		"A = drop":                                             {"cells d:x", "cells d:y"},
	} {
		if got := lost(t, b, text); !slices.Equal(got, want) {
			t.Errorf("%s loses %q, want %q", text, got, want)
		}
	}
	current, err := Run(context.Background(), b, nil)
	if err != nil {
		t.Fatal(err)
	}
	if all, err := current.Losses(context.Background()); err != nil || all != nil {
		t.Errorf("the current layout loses %v, %v", all, err)
	}
	if n := try(t, b, "{user}#{kind}#{at} ++ {key()} ++ {kind}#{user}#{at}").Unchanged(); n != 2 {
		t.Errorf("%d of two tables have the current keys", n)
	}
	if n := try(t, b, "{user}#{kind}#{at} => d -> json d:doc").Documents("json"); n != 3 {
		t.Errorf("%d documents of three rows", n)
	}
}
