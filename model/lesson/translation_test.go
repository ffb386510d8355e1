package lesson

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

const original = `name: orders
title: Orders
about: Keys of orders (G35).
tables:
  - {source: demo:devices/devices, layout: "{type:enum}#{device:hex(8)}#{day:date(20060102)}"}
steps:
  - text: "The key is ` + "`{type}#{device}`" + `, of {rows} rows."
    task: "Open {@keys}."
    hints: [First., Second.]
    why: It is so (G01).
    figures: {rows: rows, use: columns}
    choose:
      is: finding
      options:
        - {text: no word, of: id-sequential, right: true}
        - {text: row-overwritten, reply: Not that.}
  - text: Make one.
    task: Do it.
    why: Done.
    make:
      in: lab
      right: "{device}#{type}#{day}"
      allow: {reads: a reason}
      require:
        - {figure: "access [device equal]", as: how, is: [prefix], say: "It is a {how}."}
      accept:
        - {text: "{device}#{day}#{type}", because: also first}
`

// translated replaces texts of the original.
func translated(old ...string) []byte { return []byte(strings.NewReplacer(old...).Replace(original)) }

// TestDifferences verifies that words may be others, and that each other change is found with its line.
func TestDifferences(t *testing.T) {
	t.Parallel()
	free := translated("Orders\n", "Aufträge\n", "Keys of orders", "Schlüssel", "The key is", "Der Schlüssel ist", "of {rows} rows",
		"von {rows} Zeilen", "Open", "Öffne", "First.", "Erstens.", "It is so", "So ist es", "no word", "kein Wort",
		"Not that", "Das nicht", "Make one", "Mach einen", "It is a", "Das ist", "also first", "auch vorn", "a reason", "weil")
	got, err := Differences("de.yaml", free, []byte(original))
	if err != nil || len(got) > 0 {
		t.Fatalf("%v, %v", got, err)
	}
	for _, c := range []struct {
		old, new string
		want     []string
	}{
		{"(G35)", "(G36)", []string{`de.yaml:3: about: lacks G35, which the original has`, `de.yaml:3: about: has G36, which the original lacks`}},
		{"{type}#{device}`", "{Typ}#{device}`", []string{"de.yaml:7: steps 1 text: lacks `{type}#{device}`, which the original has",
			"de.yaml:7: steps 1 text: has `{Typ}#{device}`, which the original lacks"}},
		{", of {rows} rows", "", []string{"de.yaml:7: steps 1 text: lacks {rows}, which the original has"}},
		{"{@keys}", "{@heat}", []string{"de.yaml:8: steps 1 task: lacks {@keys}, which the original has",
			"de.yaml:8: steps 1 task: has {@heat}, which the original lacks"}},
		{"[First., Second.]", "[First.]", []string{"de.yaml:9: steps 1 hints: 1 entries, and 2 in the original"}},
		{"use: columns", "use: rows", []string{`de.yaml:11: steps 1 figures use: "rows", and "columns" in the original`}},
		{"text: row-overwritten", "text: überschrieben", []string{`de.yaml:16: steps 1 choose options 2 text: "überschrieben", and "row-overwritten" in the original`}},
		{"right: true}", "right: true, reply: Ja.}", []string{"de.yaml:15: steps 1 choose options 1: reply is not in the original"}},
		{`right: "{device}#{type}#{day}"`, `right: "{device}#{day}#{type}"`,
			[]string{`de.yaml:22: steps 2 make right: "{device}#{day}#{type}", and "{device}#{type}#{day}" in the original`}},
		{`text: "{device}#{day}#{type}"`, `text: "{device}#{type}"`,
			[]string{`de.yaml:27: steps 2 make accept 1 text: "{device}#{type}", and "{device}#{day}#{type}" in the original`}},
		{"      allow: {reads: a reason}\n", "", []string{"de.yaml:21: steps 2 make: allow is missing"}},
		{"is: [prefix]", "is: [point]", []string{`de.yaml:25: steps 2 make require 1 is 1: "point", and "prefix" in the original`}},
		{"name: orders", "name: auftraege", []string{`de.yaml:1: name: "auftraege", and "orders" in the original`}},
		{original[strings.Index(original, "  - text: Make"):], "", []string{"de.yaml:7: steps: 1 entries, and 2 in the original"}},
	} {
		found, err := Differences("de.yaml", translated(c.old, c.new), []byte(original))
		var got []string
		for _, d := range found {
			got = append(got, d.Error())
		}
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s -> %s: %v\n%s\nnot\n%s", c.old, c.new, err, strings.Join(got, "\n"), strings.Join(c.want, "\n"))
		}
	}
	if _, err := Differences("de.yaml", []byte("name: x"), []byte(original)); err == nil {
		t.Error("a file that is no lesson is compared")
	}
}

// TestLessonsAreTheirOwnTranslation verifies that no field of the lessons of tabletop is taken for another than itself.
func TestLessonsAreTheirOwnTranslation(t *testing.T) {
	t.Parallel()
	for _, name := range Files() {
		text, err := File(name)
		if err != nil {
			t.Fatal(err)
		}
		if found, err := Differences(name, text, text); err != nil || len(found) > 0 {
			t.Error(fmt.Sprint(found, err))
		}
	}
}
