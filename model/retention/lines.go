package retention

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"

	"tabletop/model/sample"
)

// Target names the family that a rule would be set on. Project and Instance may be empty when they are not known.
type Target struct {
	Project, Instance, Table, Family string
}

// TargetOf is family of table t.
func TargetOf(t *sample.Table, family string) Target {
	return Target{Project: t.Project, Instance: t.Instance, Table: t.Name, Family: family}
}

// ToolCommand is how a person would set a rule with one tool. tabletop itself never does.
type ToolCommand struct {
	Tool string // "cbt", "gcloud", "Terraform"
	Text string // what to run or write; empty when the tool cannot do it
	Note string // what to know before; why Text is empty
}

// ToolCommands tells how to set rule on a family with each tool.
func ToolCommands(to Target, rule sample.GCRule) []ToolCommand {
	rule = Simplify(rule)
	return []ToolCommand{cbtLine(to, rule), gcloudLine(to, rule), terraformLine(to, rule)}
}

// Simplify writes a rule without the parts that mean nothing: compositions of nothing or of one rule, never in a union.
// It keeps what the rule keeps.
func Simplify(rule sample.GCRule) sample.GCRule {
	if rule.Kind != sample.GCUnion && rule.Kind != sample.GCIntersection {
		return rule
	}
	var children []sample.GCRule
	for _, c := range rule.Children {
		c = Simplify(c)
		switch {
		case c.Kind != sample.GCNone:
			children = append(children, c)
		case rule.Kind == sample.GCIntersection:
			return sample.GCRule{}
		}
	}
	switch len(children) {
	case 0:
		return sample.GCRule{}
	case 1:
		return children[0]
	}
	return sample.GCRule{Kind: rule.Kind, Children: children}
}

// cbtLine uses the limits of cbt's own parser: whole milliseconds below 2^32 of a unit, versions below 2^16.
func cbtLine(to Target, rule sample.GCRule) ToolCommand {
	l := ToolCommand{Tool: "cbt"}
	for _, leaf := range leaves(rule) {
		switch {
		case leaf.Kind == sample.GCMaxAge && leaf.Age%time.Millisecond != 0:
			l.Note = "cbt takes ages in whole milliseconds, not " + sample.Age(leaf.Age)
		case leaf.Kind == sample.GCMaxVersions && leaf.Versions > 1<<16-1:
			l.Note = fmt.Sprintf("cbt takes at most %d versions", 1<<16-1)
		}
	}
	if l.Note != "" {
		return l
	}
	words := []string{"cbt"}
	if to.Project != "" {
		words = append(words, "-project", shell(to.Project))
	}
	if to.Instance != "" {
		words = append(words, "-instance", shell(to.Instance))
	}
	words = append(words, "setgcpolicy", shell(to.Table), shell(to.Family), shell(rule.String()))
	l.Text = strings.Join(words, " ")
	return l
}

// gcloudLine: gcloud sets rules only when it creates a table, and only those of at most two leaves
// (gcloud bigtable tables create --column-families; tables update has no flag for families).
func gcloudLine(to Target, rule sample.GCRule) ToolCommand {
	l := ToolCommand{Tool: "gcloud", Note: "gcloud cannot change the rule of a family that exists: this makes a new table"}
	family := to.Family
	if rule.Kind != sample.GCNone {
		family += ":" + strings.ReplaceAll(rule.String(), " ", "")
	}
	if len(leaves(rule)) > 2 {
		l.Note = "gcloud takes at most two rules joined by || or &&, and only for a new table"
		return l
	}
	words := []string{"gcloud bigtable tables create", shell(to.Table)}
	if to.Instance != "" {
		words = append(words, "--instance="+shell(to.Instance))
	}
	if to.Project != "" {
		words = append(words, "--project="+shell(to.Project))
	}
	l.Text = strings.Join(append(words, "--column-families="+shell(family)), " ")
	return l
}

func terraformLine(to Target, rule sample.GCRule) ToolCommand {
	l := ToolCommand{Tool: "Terraform"}
	if rule.Kind == sample.GCNone {
		l.Note = "a family without a google_bigtable_gc_policy keeps everything: remove the resource"
		return l
	}
	top := terraformRule(rule)
	if _, composed := top["rules"]; !composed {
		top = map[string]any{"rules": []any{top}}
	}
	rules, err := json.MarshalIndent(top, "    ", "  ")
	if err != nil {
		l.Note = err.Error()
		return l
	}
	l.Text = fmt.Sprintf(`resource "google_bigtable_gc_policy" %s {
  instance_name = %s
  table         = %s
  column_family = %s
  gc_rules      = <<-EOT
    %s
  EOT
}`, quoteHCL(identifier(to.Family)), quoteHCL(to.Instance), quoteHCL(to.Table), quoteHCL(to.Family), rules)
	return l
}

// terraformRule is the gc_rules of the google provider: nested objects of mode and rules, ages as Go durations, which
// have no unit above the hour.
func terraformRule(rule sample.GCRule) map[string]any {
	switch rule.Kind {
	case sample.GCMaxVersions:
		return map[string]any{"max_version": rule.Versions}
	case sample.GCMaxAge:
		return map[string]any{"max_age": goDuration(rule.Age)}
	}
	rules := make([]any, len(rule.Children))
	for i, c := range rule.Children {
		rules[i] = terraformRule(c)
	}
	return map[string]any{"mode": string(rule.Kind), "rules": rules}
}

// goDuration writes 720h, where time.Duration.String would write 720h0m0s.
func goDuration(d time.Duration) string {
	if d > 0 && d%time.Hour == 0 {
		return strconv.FormatInt(int64(d/time.Hour), 10) + "h"
	}
	return d.String()
}

// leaves lists the version and age rules of a tree.
func leaves(rule sample.GCRule) []sample.GCRule {
	switch rule.Kind {
	case sample.GCNone:
		return nil
	case sample.GCUnion, sample.GCIntersection:
		var all []sample.GCRule
		for _, c := range rule.Children {
			all = append(all, leaves(c)...)
		}
		return all
	}
	return []sample.GCRule{rule}
}

// shell quotes s for a POSIX shell where it has to be.
func shell(s string) string {
	plain := func(r rune) bool {
		return r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("-_./:=", r))
	}
	if s != "" && strings.IndexFunc(s, func(r rune) bool { return !plain(r) }) < 0 {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// quoteHCL quotes s for Terraform, where ${ and %{ begin templates.
func quoteHCL(s string) string {
	q := strconv.Quote(s)
	return strings.NewReplacer("${", "$${", "%{", "%%{").Replace(q)
}

// identifier makes a resource name of a family name, which may hold dots and begin with a digit.
func identifier(s string) string {
	name := strings.Map(func(r rune) rune {
		if r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' || r == '_') {
			return r
		}
		return '_'
	}, s)
	if name == "" || !unicode.IsLetter(rune(name[0])) && name[0] != '_' {
		name = "_" + name
	}
	return name
}

// maxRuleBytes is how many bytes a rule may take on the wire (comment of GcRule in the admin API).
const maxRuleBytes = 500

// Warnings tells what is odd about a rule, each in a sentence: compositions of nothing, rules over the limits.
func Warnings(rule sample.GCRule) []string {
	var w []string
	if hasEmpty(rule) {
		w = append(w, "it holds a composition of no rules, which is taken to keep everything")
	}
	for _, leaf := range leaves(rule) {
		switch {
		case leaf.Kind == sample.GCMaxAge && leaf.Age < time.Millisecond:
			w = append(w, "the service takes no age under 1ms: "+sample.Age(leaf.Age))
		case leaf.Kind == sample.GCMaxVersions && leaf.Versions < 1:
			w = append(w, fmt.Sprintf("the service takes no number of versions under 1: %d", leaf.Versions))
		}
	}
	if n := wireBytes(rule); n > maxRuleBytes {
		w = append(w, fmt.Sprintf("it takes %d bytes on the wire, the service takes at most %d", n, maxRuleBytes))
	}
	return w
}

func hasEmpty(rule sample.GCRule) bool {
	if rule.Kind != sample.GCUnion && rule.Kind != sample.GCIntersection {
		return false
	}
	for _, c := range rule.Children {
		if hasEmpty(c) {
			return true
		}
	}
	return len(rule.Children) == 0
}

// wireBytes is the size of the GcRule message in protobuf wire format: every field of it has a tag of one byte.
func wireBytes(rule sample.GCRule) int {
	varint := func(v uint64) int {
		n := 1
		for ; v >= 0x80; v >>= 7 {
			n++
		}
		return n
	}
	message := func(n int) int { return 1 + varint(uint64(n)) + n }
	switch rule.Kind {
	case sample.GCMaxVersions:
		return 1 + varint(uint64(max(rule.Versions, 0)))
	case sample.GCMaxAge:
		n := 0
		if s := uint64(rule.Age / time.Second); s > 0 {
			n += 1 + varint(s)
		}
		if ns := uint64(rule.Age % time.Second); ns > 0 {
			n += 1 + varint(ns)
		}
		return message(n)
	case sample.GCUnion, sample.GCIntersection:
		n := 0
		for _, c := range rule.Children {
			n += message(wireBytes(c))
		}
		return message(n)
	}
	return 0
}
