package retention

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"tabletop/model/command"
	"tabletop/model/sample"
)

// Target names the family that a command is about. Commands have placeholders where Project or Instance is empty.
type Target struct {
	Project, Instance, Table, Family string
}

// NewTarget returns the target of a family of table t.
func NewTarget(t *sample.Table, family string) Target {
	return Target{Project: t.Project, Instance: t.Instance, Table: t.Name, Family: family}
}

// ToolCommand is a command or a configuration text for one tool. Text is printable: names in it are quoted, not
// escaped. tabletop never runs it.
type ToolCommand struct {
	Tool string // "cbt", "gcloud", "Terraform"
	Text string // what to run or write; empty when the tool cannot do it
	Note string // a caveat, or why Text is empty
}

// ToolCommands returns the command of each tool that sets rule on a family.
func ToolCommands(to Target, rule sample.GCRule) []ToolCommand {
	rule = Simplify(rule)
	return []ToolCommand{setPolicyLine(to, rule), gcloudLine(to, rule), terraformLine(to, rule)}
}

// Simplify returns an equivalent rule without redundant parts: compositions of nothing or of one rule, never in a
// union.
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

// CreateFamilyLine returns the cbt command that creates a family with a policy and, where valueType is not empty, a
// type of cbt createtable (intsum, intmin, intmax, inthll). cbt reads name:policy:type, and a type only after a policy.
func CreateFamilyLine(to Target, rule sample.GCRule, valueType string) ToolCommand {
	rule = Simplify(rule)
	if note := cbtRefuses(rule); note != "" {
		return ToolCommand{Tool: cbt, Note: note}
	}
	if strings.Contains(to.Family, ":") {
		return ToolCommand{Tool: cbt, Note: "cbt cannot create a family whose name holds a colon"}
	}
	family := to.Family + ":" + rule.String() // older versions of cbt keep one version without a policy
	if valueType != "" {
		family += ":" + valueType
	}
	return to.cbtLine("createfamily", family)
}

// CreateTableLine returns the cbt command that creates the table without families, divided at keys, which are text.
func CreateTableLine(to Target, splits [][]byte) ToolCommand {
	if len(splits) == 0 {
		return to.cbtLine("createtable")
	}
	var list strings.Builder
	quoted := make([]string, len(splits))
	for i, key := range splits {
		quoted[i] = string(key)
	}
	lines := csv.NewWriter(&list) // cbt reads the list as a line of CSV
	if err := lines.Write(quoted); err != nil {
		return ToolCommand{Tool: cbt, Note: err.Error()}
	}
	lines.Flush()
	return to.cbtLine("createtable", "splits="+strings.TrimSuffix(list.String(), "\n"))
}

// ProtectTableLine returns the gcloud command that protects the table from deletion.
func ProtectTableLine(to Target) ToolCommand {
	to, note := to.Filled()
	text, err := command.Shell("gcloud", "bigtable", "instances", "tables", "update", to.Table,
		"--instance="+to.Instance, "--project="+to.Project, "--deletion-protection")
	if err != nil {
		return ToolCommand{Tool: gcloud, Note: err.Error()}
	}
	return ToolCommand{Tool: gcloud, Text: text, Note: note}
}

// DeleteFamilyLine returns the cbt command that deletes a family.
func DeleteFamilyLine(to Target) ToolCommand { return to.cbtLine("deletefamily", to.Family) }

// setPolicyLine returns the cbt command that sets rule on a family that exists.
func setPolicyLine(to Target, rule sample.GCRule) ToolCommand {
	if note := cbtRefuses(rule); note != "" {
		return ToolCommand{Tool: cbt, Note: note}
	}
	return to.cbtLine("setgcpolicy", to.Family, rule.String())
}

// The tools.
const (
	cbt       = "cbt"
	gcloud    = "gcloud"
	terraform = "Terraform"
)

// Placeholders replace a project or an instance that the source of a sample does not name. A command always names both:
// without them cbt uses those of ~/.cbtrc, which may be others.
const (
	projectPlaceholder  = "PROJECT"
	instancePlaceholder = "INSTANCE"
	tablePlaceholder    = "TABLE"
)

// Filled returns the target with placeholders for missing names, and a note that names them.
func (to Target) Filled() (Target, string) {
	var missing []string
	for _, f := range []struct {
		value       *string
		placeholder string
	}{{&to.Project, projectPlaceholder}, {&to.Instance, instancePlaceholder}, {&to.Table, tablePlaceholder}} {
		if *f.value == "" {
			*f.value = f.placeholder
			missing = append(missing, f.placeholder)
		}
	}
	if len(missing) == 0 {
		return to, ""
	}
	return to, "replace " + strings.Join(missing, " and ") + ": the source of these rows does not name it"
}

// cbtLine returns the command line of a cbt subcommand on the table; words follow the table.
func (to Target) cbtLine(subcommand string, words ...string) ToolCommand {
	to, note := to.Filled()
	for _, w := range append(words, to.Table) {
		if !utf8.ValidString(w) {
			return ToolCommand{Tool: cbt, Note: "cbt accepts names in UTF-8 only"}
		}
	}
	text, err := command.Shell(append([]string{"cbt", "-project", to.Project, "-instance", to.Instance, subcommand,
		to.Table}, words...)...)
	if err != nil {
		return ToolCommand{Tool: cbt, Note: err.Error()}
	}
	return ToolCommand{Tool: cbt, Text: text, Note: note}
}

// cbtRefuses returns why cbt cannot set rule, or "". The limits are those of cbt's parser (gcpolicy.go and
// parseDuration of cbt 1.23): versions below 2^16, ages in whole units from ms to d and fewer than 2^32 of the unit.
func cbtRefuses(rule sample.GCRule) string {
	if note := serviceRefuses(rule); note != "" {
		return note
	}
	for _, leaf := range leaves(rule) {
		switch {
		case leaf.Kind == sample.GCMaxAge && leaf.Age%time.Millisecond != 0:
			return "cbt accepts ages in whole milliseconds, not " + sample.Age(leaf.Age)
		case leaf.Kind == sample.GCMaxAge && !fitsUnit(leaf.Age):
			return fmt.Sprintf("cbt accepts at most %d of a unit: round %s to a longer unit", uint32(math.MaxUint32),
				sample.Age(leaf.Age))
		case leaf.Kind == sample.GCMaxVersions && leaf.Versions > math.MaxUint16:
			return fmt.Sprintf("cbt accepts at most %d versions", math.MaxUint16)
		}
	}
	return ""
}

// fitsUnit reports whether the number that sample.Age writes is below 2^32.
func fitsUnit(age time.Duration) bool {
	number := strings.TrimRight(sample.Age(age), "nusmhd")
	_, err := strconv.ParseUint(number, 10, 32)
	return err == nil
}

// serviceRefuses returns why the service rejects rule, or "".
func serviceRefuses(rule sample.GCRule) string {
	if w := Warnings(rule); len(w) > 0 {
		return w[0]
	}
	return ""
}

// serviceNames returns why the service rejects these names, or "". It matters to gcloud and Terraform, which cannot use
// an emulator. The forms are those of Table.name and CreateTable in the admin API, and of column families in its
// documentation.
func (to Target) serviceNames() string {
	switch {
	case !isName(to.Table, maxTableName) || strings.ContainsAny(to.Table[:1], "-."):
		return "the service accepts no table of this name"
	case !isName(to.Family, maxFamilyName):
		return noFamilyName
	}
	return ""
}

// isName reports whether the service accepts s in a name of so many bytes at most.
func isName(s string, most int) bool {
	inName := func(r rune) bool {
		return r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r)) || strings.ContainsRune("-_.", r)
	}
	return s != "" && len(s) <= most && strings.IndexFunc(s, func(r rune) bool { return !inName(r) }) < 0
}

const (
	maxTableName  = 50 // bytes
	maxFamilyName = 64 // bytes
	noFamilyName  = "the service accepts no family of this name"
)

// gcloudLine returns a command that creates another table with the policy: gcloud sets policies only when it creates a
// table, and only those of at most two leaves (gcloud bigtable tables create --column-families; tables update has no
// flag for families).
func gcloudLine(to Target, rule sample.GCRule) ToolCommand {
	to, missing := to.Filled()
	for _, note := range []string{to.serviceNames(), serviceRefuses(rule)} {
		if note != "" {
			return ToolCommand{Tool: gcloud, Note: note}
		}
	}
	if len(leaves(rule)) > 2 {
		return ToolCommand{Tool: gcloud,
			Note: "gcloud accepts at most two policies joined by || or &&, and only for a new table"}
	}
	family := to.Family
	if rule.Kind != sample.GCNone {
		family += ":" + gcloudRule(rule)
	}
	const suffix = "_new"
	created := to.Table[:min(len(to.Table), maxTableName-len(suffix))] + suffix
	text, err := command.Shell("gcloud", "bigtable", "tables", "create", created, "--instance="+to.Instance,
		"--project="+to.Project, "--column-families="+family)
	if err != nil {
		return ToolCommand{Tool: gcloud, Note: err.Error()}
	}
	note := "gcloud cannot change the policy of an existing family: this creates another table"
	if missing != "" {
		note += "; " + missing
	}
	return ToolCommand{Tool: gcloud, Text: text, Note: note}
}

// gcloudRule formats a rule of at most two leaves. gcloud parses more than 365 days as years of 365.2425 days and a
// remainder, so longer ages are written in seconds.
func gcloudRule(rule sample.GCRule) string {
	var parts []string
	for _, leaf := range leaves(rule) {
		if leaf.Kind == sample.GCMaxAge && leaf.Age > 365*24*time.Hour && leaf.Age%time.Second == 0 {
			parts = append(parts, fmt.Sprintf("maxage=%ds", leaf.Age/time.Second))
		} else {
			parts = append(parts, leaf.String())
		}
	}
	if rule.Kind == sample.GCIntersection {
		return strings.Join(parts, "&&")
	}
	return strings.Join(parts, "||")
}

func terraformLine(to Target, rule sample.GCRule) ToolCommand {
	return PolicyResource(to, rule, identifier(to.Family), "")
}

// PolicyResource returns the resource of Terraform that sets rule on a family, under a name, after another resource
// exists unless that is empty.
func PolicyResource(to Target, rule sample.GCRule, name, after string) ToolCommand {
	rule = Simplify(rule)
	to, missing := to.Filled()
	for _, note := range []string{to.serviceNames(), serviceRefuses(rule)} {
		if note != "" {
			return ToolCommand{Tool: terraform, Note: note}
		}
	}
	if rule.Kind == sample.GCNone {
		return ToolCommand{Tool: terraform,
			Note: "a family without a google_bigtable_gc_policy keeps everything: remove the resource"}
	}
	top := terraformRule(rule)
	if _, composed := top["rules"]; !composed {
		top = map[string]any{"rules": []any{top}}
	}
	rules, err := json.MarshalIndent(top, "    ", "  ")
	if err != nil {
		return ToolCommand{Tool: terraform, Note: err.Error()}
	}
	values := []any{name, to.Project, to.Instance, to.Table, to.Family}
	for i, v := range values {
		if values[i], err = command.HCL(v.(string)); err != nil {
			return ToolCommand{Tool: terraform, Note: err.Error()}
		}
	}
	text := fmt.Sprintf(`resource "google_bigtable_gc_policy" %s {
  project       = %s
  instance_name = %s
  table         = %s
  column_family = %s
  gc_rules      = <<-EOT
    %s
  EOT
`, append(values, string(rules))...)
	if after != "" {
		text += "  depends_on    = [" + after + "]\n"
	}
	text += "}"
	return ToolCommand{Tool: terraform, Text: text, Note: missing}
}

// terraformRule returns the gc_rules of the google provider: nested objects of mode and rules, ages as Go durations,
// which have no unit above the hour.
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

// goDuration formats a duration as 720h, unlike time.Duration.String (720h0m0s).
func goDuration(d time.Duration) string {
	if d > 0 && d%time.Hour == 0 {
		return strconv.FormatInt(int64(d/time.Hour), 10) + "h"
	}
	return d.String()
}

// UsesAge reports whether a rule depends on the age of cells.
func UsesAge(rule sample.GCRule) bool {
	return slices.ContainsFunc(leaves(rule), func(r sample.GCRule) bool { return r.Kind == sample.GCMaxAge })
}

// leaves returns the version and age rules of a tree.
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

// identifier returns a resource name for a family name, which may hold dots and begin with a digit.
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

// maxRuleBytes is the maximum size of a serialized rule in bytes (comment of GcRule in the admin API).
const maxRuleBytes = 500

// Warnings returns a sentence for each thing that is unusual about a rule: compositions of nothing, rules over the
// limits.
func Warnings(rule sample.GCRule) []string {
	var w []string
	if hasEmpty(rule) {
		w = append(w, "it holds a composition of no rules, which is treated as keeping everything")
	}
	for _, leaf := range leaves(rule) {
		switch {
		case leaf.Kind == sample.GCMaxAge && leaf.Age < time.Millisecond:
			w = append(w, "the service takes no age under 1 ms: "+sample.AgeInText(leaf.Age))
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

// wireBytes returns the size of the GcRule message in protobuf wire format. Each of its fields has a tag of one byte.
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
