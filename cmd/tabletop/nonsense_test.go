package main

import (
	"fmt"
	"html"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/internal/demotest"
	"tabletop/internal/slowtest"
	"tabletop/model/demo"
	"tabletop/model/sample"
	"tabletop/sampler/snapshot"
)

// nonsense is what no report may hold, with an example of each. Reports are read as their readers see them: without the
// marks of Markdown and HTML.
func nonsense() map[string]*regexp.Regexp {
	return map[string]*regexp.Regexp{
		"−4.2e-08 B": regexp.MustCompile(`(^|[\s(≈±≤≥−–+<>-])[0-9]+(\.[0-9]+)?e[-+][0-9]{2,3}\b`),
		"≈ >99.9%":   regexp.MustCompile(`[≈±≤≥−+] ?[<>] ?[0-9]`),
		"bytes (…":   regexp.MustCompile(`[\pL\d] \([^\s)]{0,6}…`),
		"NaN":        regexp.MustCompile(`\b(NaN|[+-]?Inf)\b`),
		"-0":         regexp.MustCompile(`(^|[\s(])[-−]0(\.0+)?(\s|%|\)|$)`),
		"0 of 0":     regexp.MustCompile(`\b0 of 0\b`),
		"%!d(int=3)": regexp.MustCompile(`%!`),
		"<nil>":      regexp.MustCompile(`<nil>|\bnull\b`),
		"≤ 100%":     regexp.MustCompile(`≤ 100%|≥ 0(\.0+)?%|(^|\s)0–100%`),
		"1 rows": regexp.MustCompile(`(^|[\s(])1 (rows|cells|columns|keys|values|versions|families|findings|figures|` +
			`tablets|ranges)\b`),
		"3.8%  of": regexp.MustCompile(`[0-9]%  +of\b`),
	}
}

var tag = regexp.MustCompile(`(?s)<style>.*?</style>|<[^<>]*>`)

// asRead returns a report as its reader sees it.
func asRead(format, report string) string {
	switch format {
	case "html":
		return html.UnescapeString(tag.ReplaceAllString(report, " "))
	case "markdown", "summary":
		return html.UnescapeString(strings.ReplaceAll(report, `\`, ""))
	}
	return report
}

// unread are the formats that programs read: numbers stand in them as programs write them.
func unread() []string { return []string{"json", "jsonl", "csv", "png", "sarif"} }

// TestNonsenseIsFound verifies that each pattern finds its example, and nothing in what is right.
func TestNonsenseIsFound(t *testing.T) {
	for example, pattern := range nonsense() {
		if !pattern.MatchString("difference: "+example) || !pattern.MatchString(example) {
			t.Errorf("%q is not found", example)
		}
		for _, right := range []string{"4.2 B", "≈ 99.9% ±0.2 points", ">99.9%", "<0.01%", "≥ 99.9%", "rows (sample)",
			"08fe9906-3e45", "2026-11-05", "−0.04 to +0.12 points", "10 of 20", "20 of 0.5", "100%", "≤ 99.0%", "1 row",
			"11 rows", "Info", "−0.0016 B", "3.8% of", "key#1e-05", "{time:date(2006…"} {
			if pattern.MatchString(right) {
				t.Errorf("%q is taken for %q", right, example)
			}
		}
	}
}

// readingOf are the ways in which a demo table is read: whole, and every eighth row of it.
func readingOf(all *sample.Sample) map[string]*sample.Sample {
	kept := sample.NewBuilder(0)
	for row := 0; row < all.Rows(); row += 8 {
		kept.Row(all.Key(row))
		from, to := all.Cells(row)
		for c := from; c < to; c++ {
			cell, column := all.Cell(c), all.Column(all.CellColumn(c))
			kept.Cell(column.Family, []byte(column.Qualifier), cell.Micros, cell.Value)
		}
	}
	how := sample.Provenance{Strategy: sample.Small, Started: all.How.Started, Filter: 0.125, RowShare: 0.125,
		RowsSeen: int64(all.Rows()), BytesSeen: all.Bytes()}
	return map[string]*sample.Sample{"whole": all,
		"sampled": sample.Assemble(all.Table, how, []*sample.Builder{kept})}
}

// TestNoReportHasNonsense verifies that no report of any demo, read whole or sampled, in any format, has a number or a
// word that says nothing. Short tests take fewer rows, and one in several combinations.
func TestNoReportHasNonsense(t *testing.T) {
	at := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	folder := t.TempDir()
	var files []string
	for _, set := range demo.All() {
		for _, table := range set.Tables {
			for name, s := range readingOf(demotest.Table(table, at, slowtest.Pick(1200, 3000))) {
				file := filepath.Join(folder, fmt.Sprintf("%s-%s-%s.tabletop", set.Name, table.Name, name))
				if err := snapshot.SaveFile(file, s); err != nil {
					t.Fatal(err)
				}
				files = append(files, file)
			}
		}
	}
	slices.Sort(files)
	found, turn := map[string][]string{}, 0
	for i, file := range files {
		other := files[(i+1)%len(files)]
		for _, line := range []string{"stats SOURCE", "schema SOURCE", "decode SOURCE", "gc SOURCE",
			"gc SOURCE --policy *=maxversions=1", "heat SOURCE", "heat SOURCE --metric garbage",
			"simulate SOURCE --layout {celltime(day)}#{key()}", "advise SOURCE", "audit SOURCE", "diff SOURCE OTHER"} {
			cmd, _, err := newRoot().Find(strings.Fields(line))
			if err != nil {
				t.Fatal(err)
			}
			for _, format := range formatsOf(cmd, line) {
				if turn++; slices.Contains(unread(), format) || turn%slowtest.Pick(47, 1) != 0 {
					continue
				}
				args := append(strings.Fields(strings.NewReplacer("SOURCE", file, "OTHER", other).Replace(line)),
					"--format", format)
				out, _, _ := tabletop(t, nil, args...)
				read := asRead(format, out)
				for example, pattern := range nonsense() {
					for _, place := range pattern.FindAllStringIndex(read, 2) {
						found[example] = append(found[example], fmt.Sprintf("%s --format %s of %s: %q",
							strings.Fields(line)[0], format, filepath.Base(file),
							read[max(0, place[0]-60):min(len(read), place[1]+20)]))
					}
				}
			}
		}
	}
	for example, where := range found {
		t.Errorf("like %q: %d, for example\n  %s", example, len(where), strings.Join(where[:min(len(where), 12)], "\n  "))
	}
}
