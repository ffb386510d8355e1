package main

import (
	"encoding/json"
	"encoding/xml"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"cloud.google.com/go/bigtable/admin/apiv2/adminpb"

	"tabletop/internal/fakebt"
	"tabletop/model/sample"
)

// silentFormats have no room for a sentence: what they would say is written to standard error.
func silentFormats() []string {
	return []string{"csv", "template", "row-key-schema", "row-key-schema-json", "queries", "png", "jsonl",
		"bigquery", "spark", "openmetrics"}
}

// TestLostOrderIsSaid verifies that every report in every format of a sample whose keys have another order says what is
// not the table's, in the report where it has room and on standard error in any case, and that none of an ordered one
// does.
func TestLostOrderIsSaid(t *testing.T) {
	dir := t.TempDir()
	files := map[string]string{}
	for name, mode := range map[string]string{"ordered": "--redact=ordered", "unordered": "--redact=unordered"} {
		files[name] = filepath.Join(dir, name+".tabletop")
		if _, errs, code := tabletop(t, nil, "sample", "demo:battery", "--rows", "200", mode, "-o",
			files[name]); code != exitOK {
			t.Fatal(errs)
		}
	}
	root, said := newRoot(), 0
	for _, line := range []string{"stats SOURCE", "schema SOURCE", "decode SOURCE", "gc SOURCE", "heat SOURCE",
		"simulate SOURCE --layout {key()}", "advise SOURCE", "audit SOURCE", "audit SOURCE --redact=false",
		"diff SOURCE SOURCE", "diff SOURCE SOURCE --redact=false"} {
		cmd, _, err := root.Find(strings.Fields(line))
		if err != nil {
			t.Fatal(err)
		}
		for _, format := range formatsOf(cmd, line) {
			for name, file := range files {
				args := strings.Fields(strings.ReplaceAll(line, "SOURCE", file))
				out, errs, code := tabletop(t, nil, append(args, "--format", format)...)
				if code != exitOK {
					t.Errorf("%s --format %s: exit code %d: %s", line, format, code, errs)
				}
				want := name == "unordered"
				if got := saysLostOrder(out); got != (want && !slices.Contains(silentFormats(), format)) {
					t.Errorf("%s --format %s: the report of the %s sample says it: %v\n%.800s", line, format, name, got,
						out)
				}
				if got := saysLostOrder(errs); got != want {
					t.Errorf("%s --format %s: standard error of the %s sample says it: %v\n%s", line, format, name, got,
						errs)
				}
				said++
			}
		}
	}
	if said < 60 {
		t.Errorf("only %d reports were written", said)
	}
}

// saysLostOrder reports whether a text says what is lost with the order, however it is wrapped or marked up.
func saysLostOrder(text string) bool {
	var plain []string
	if json.Valid([]byte(text)) {
		text = strings.ReplaceAll(text, `\u2019`, "'")
	}
	decoder := xml.NewDecoder(strings.NewReader("<x>" + text + "</x>"))
	decoder.Strict, decoder.AutoClose, decoder.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	for {
		token, err := decoder.Token()
		if err != nil {
			break
		}
		if chars, ok := token.(xml.CharData); ok {
			plain = append(plain, string(chars))
		}
	}
	space := regexp.MustCompile(`[\s\\*_>▲]+`)
	say := func(s string) string { return strings.ToLower(space.ReplaceAllString(s, " ")) }
	for _, text := range []string{text, strings.Join(plain, " ")} {
		if strings.Contains(say(text), say(sample.LostOrder)) {
			return true
		}
	}
	return false
}

// TestAuditOfAnInstanceIsRedacted verifies that names of tables and families that are people's do not leave in an audit
// of an instance, unless it is asked for, that the others stay and are listed, and that its findings are the same.
func TestAuditOfAnInstanceIsRedacted(t *testing.T) {
	const family, table = "owner_bela.szabo_and_all_that_he_measured_in_the_north", "anna.kovacs_2024"
	var all []*fakebt.Table
	for _, name := range []string{table, "anna.kovacs_2025", "anna.kovacs_2026", "events"} {
		all = append(all, &fakebt.Table{Name: fakebt.Name(name), Schema: &adminpb.Table{
			ColumnFamilies: map[string]*adminpb.ColumnFamily{family: {}, "metrics": {}}}})
	}
	server := fakebt.New(t, all...)
	instance := strings.Split(fakebt.Name(""), "/")[1] + "/" + strings.Split(fakebt.Name(""), "/")[3]
	audited := func(args ...string) string {
		out, errs, code := against(t, server, append([]string{"audit", instance}, args...)...)
		if code != exitOK {
			t.Fatalf("%q: exit code %d: %s", args, code, errs)
		}
		return out
	}
	rules := func(report string) (out []string) {
		for _, match := range regexp.MustCompile(`"rule": "([^"]*)"`).FindAllStringSubmatch(report, -1) {
			out = append(out, match[1])
		}
		return out
	}
	plain := audited("--format", "json", "--redact=false")
	if !strings.Contains(plain, table) || len(rules(plain)) < 3 || strings.Contains(plain, `"redact`) {
		t.Fatalf("not redacted: %s", plain)
	}
	cmd, _, err := newRoot().Find([]string{"audit"})
	if err != nil {
		t.Fatal(err)
	}
	for _, format := range formatsOf(cmd, "audit SOURCE") {
		redacted := format != "text"
		out := audited("--format", format)
		for _, person := range []string{"kovacs", "szabo"} {
			if strings.Contains(strings.ToLower(out), person) == redacted {
				t.Errorf("%s: %s is in it: %v\n%.1500s", format, person, !redacted, out)
			}
		}
		if foot := strings.Contains(out, "No key was given"); foot !=
			(redacted && format != "json" && format != "summary" && format != "openmetrics") {
			t.Errorf("%s: the foot says whether a key was given: %v\n%s", format, foot, out)
		}
	}
	out := audited("--format", "json")
	if !slices.Equal(rules(out), rules(plain)) {
		t.Errorf("rules %v redacted, %v otherwise", rules(out), rules(plain))
	}
	if !strings.Contains(out, `"name": "events"`) || !strings.Contains(out, `"name": "metrics"`) ||
		!strings.Contains(out, `"kept_names"`) || !strings.Contains(out, "Redacted: names of tables and families") {
		t.Errorf("names that stay are not listed: %s", out)
	}
	if kept := audited("--format", "json", "--keep-names", "anna.*"); !strings.Contains(kept, table) ||
		strings.Contains(kept, "szabo") {
		t.Errorf("--keep-names: %s", kept)
	}
}
