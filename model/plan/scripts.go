package plan

import (
	"encoding/json"
	"fmt"
	"strings"

	"tabletop/model/codegen"
	"tabletop/model/command"
	"tabletop/model/retention"
	"tabletop/model/sample"
)

func folderOf(l codegen.Language) string { return strings.ToLower(string(l)) }

// header begins every script.
const header = "#!/bin/sh\n# %s\n# Written by tabletop plan, which runs nothing of it. Names are those at the " +
	"time.\nset -eu\n"

// maxArgument is what a list of splits may have on a command line; Linux takes 128 KiB for one word.
const maxArgument = 100_000

// isText reports whether cbt and Terraform can hold all keys: printable ASCII. A NUL fits no argument, and Terraform
// changes some spellings of other letters.
func isText(keys [][]byte) bool {
	size := 0
	for _, key := range keys {
		size += len(key) + 3
		for _, c := range key {
			if c < ' ' || c > '~' {
				return false
			}
		}
	}
	return size <= maxArgument
}

// Binary reports whether the splits are in a request beside create.sh, because cbt and Terraform cannot hold them.
func (p *Plan) Binary() bool {
	split, _ := p.Split()
	return !isText(split.Keys)
}

// create returns the script that creates the table, and the request beside it that holds splits that are not text.
func (p *Plan) create() ([]File, error) {
	split, _ := p.Split()
	var out strings.Builder
	fmt.Fprintf(&out, header, "Creates the new table, its splits, its families, and their garbage-collection "+
		"policies.")
	plain := retention.CreateTableLine(p.New, nil)
	if plain.Text == "" {
		return nil, fmt.Errorf("cannot create the table with cbt: %s", plain.Note)
	}
	files := []File{{Name: "create.sh", Run: true, Note: "creates the new table with cbt",
		Unchecked: "deletion protection, which emulators do not have"}}
	if p.Binary() {
		post, request, err := p.request(split.Keys)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&out, "if [ -n \"${BIGTABLE_EMULATOR_HOST:-}\" ]; then\n  %s # emulators ignore splits\nelse\n"+
			"  %s\nfi\n", plain.Text, post)
		files[0].Unchecked = "the request by REST and deletion protection, which emulators do not have"
		files = append(files, File{Name: "create.json", Text: request,
			Note: "the request of create.sh, for splits that are not text", Unchecked: "the request itself"})
	} else {
		out.WriteString(retention.CreateTableLine(p.New, split.Keys).Text + "\n")
	}
	for _, family := range p.Families {
		line, err := p.family(family)
		if err != nil {
			return nil, err
		}
		out.WriteString(line)
	}
	fmt.Fprintf(&out, "if [ -z \"${BIGTABLE_EMULATOR_HOST:-}\" ]; then\n  %s\nfi\n",
		retention.ProtectTableLine(p.New).Text)
	files[0].Text = out.String()
	return files, nil
}

// family returns the lines that create a family.
func (p *Plan) family(family sample.Family) (string, error) {
	to := p.New
	to.Family = family.Name
	line := retention.CreateFamilyLine(to, family.GC, typeOf(family))
	if line.Text == "" {
		name, err := command.HCL(strings.ToValidUTF8(family.Name, "?")) // printable, without a line break
		return fmt.Sprintf("echo 'a family was not created, see the comment in create.sh' >&2; exit 1 # %s: "+
			"%s\n", name,
			line.Note), err
	}
	text := line.Text + "\n"
	if family.Aggregate == "" && family.ValueType != "" {
		text += "# cbt setvaluetype: the old family has a value type, which this does not set.\n"
	}
	return text, nil
}

// typeOf returns the type of an aggregate family as cbt and Terraform write it; empty for others.
func typeOf(f sample.Family) string {
	if f.Aggregate == "" {
		return ""
	}
	return "int" + f.Aggregate
}

// request returns the command that creates the table by REST, and the request.
func (p *Plan) request(splits [][]byte) (post, request string, err error) {
	to, _ := p.New.Filled()
	type splitKey struct {
		Key []byte `json:"key"`
	}
	body := struct {
		TableID string     `json:"tableId"`
		Table   struct{}   `json:"table"`
		Splits  []splitKey `json:"initialSplits"`
	}{TableID: to.Table}
	for _, key := range splits {
		body.Splits = append(body.Splits, splitKey{key})
	}
	text, err := json.MarshalIndent(body, "", "  ")
	if err != nil {
		return "", "", err
	}
	address, err := command.Shell("https://bigtableadmin.googleapis.com/v2/projects/" + to.Project + "/instances/" +
		to.Instance + "/tables")
	return `curl --fail --silent --show-error -X POST -H "Authorization: Bearer $(gcloud auth print-access-token)" ` +
		`-H 'Content-Type: application/json' --data @"$(dirname "$0")/create.json" ` + address, string(text) + "\n", err
}

// terraform returns the table for Terraform, which replaces create.sh.
func (p *Plan) terraform() (File, error) {
	to, _ := p.New.Filled()
	var failed error
	quoted := func(s string) string {
		text, err := command.HCL(s)
		if err != nil && failed == nil {
			failed = err
		}
		return text
	}
	var out strings.Builder
	out.WriteString("# The new table, in place of create.sh. Written by tabletop plan.\n# A change of split_keys " +
		"destroys the table and makes a new one, which prevent_destroy refuses.\n")
	fmt.Fprintf(&out, "resource \"google_bigtable_table\" \"new\" {\n  project             = %s\n"+
		"  instance_name       = %s\n  name                = %s\n  deletion_protection = \"PROTECTED\"\n",
		quoted(to.Project), quoted(to.Instance), quoted(to.Table))
	if split, _ := p.Split(); p.Binary() {
		out.WriteString("  # The splits are not text: run create.sh, then terraform import.\n")
	} else {
		out.WriteString("  split_keys = [\n")
		for _, key := range split.Keys {
			out.WriteString("    " + quoted(string(key)) + ",\n")
		}
		out.WriteString("  ]\n")
	}
	for _, family := range p.Families {
		fmt.Fprintf(&out, "  column_family {\n    family = %s\n", quoted(family.Name))
		if kind := typeOf(family); kind != "" {
			out.WriteString("    type   = " + quoted(kind) + "\n")
		}
		out.WriteString("  }\n")
	}
	out.WriteString("  lifecycle {\n    prevent_destroy = true\n  }\n}\n")
	out.WriteString(p.policies())
	if failed != nil {
		return File{}, fmt.Errorf("cannot write table.tf: %w", failed)
	}
	return File{Name: "table.tf", Text: out.String(), Note: "creates the new table with Terraform, in place of " +
		"create.sh",
		Unchecked: "terraform apply: it was parsed as HCL only"}, nil
}

// policies returns the policies of the families for Terraform, where a family keeps everything without one.
func (p *Plan) policies() string {
	var out strings.Builder
	for index, family := range p.Families {
		own := p.New
		own.Family = family.Name
		policy := retention.PolicyResource(own, family.GC, fmt.Sprintf("family_%d", index+1),
			"google_bigtable_table.new")
		if policy.Text == "" {
			fmt.Fprintf(&out, "\n# family %d: %s\n", index+1, policy.Note)
			continue
		}
		out.WriteString("\n" + policy.Text + "\n")
	}
	return out.String()
}

// verify returns the script that proves the move.
func (p *Plan) verify() (File, error) {
	words := []string{"tabletop", "verify", p.Source, p.NewSource(), "--layout", p.Candidate.String()}
	for _, layout := range p.Current {
		words = append(words, "--from", layout.String())
	}
	line, err := command.Shell(words...)
	if err != nil {
		return File{}, fmt.Errorf("cannot write verify.sh: %w", err)
	}
	return File{Name: "verify.sh", Run: true, Note: "proves that the new table holds the old one; arguments are " +
		"passed on",
		Text: fmt.Sprintf(header, "Proves that the new table holds all cells of the old one. The old one must "+
			"stand still.") +
			"exec " + line + ` "$@"` + "\n"}, nil
}
