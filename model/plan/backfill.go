package plan

import (
	"embed"
	"encoding/hex"
	"fmt"
	"go/format"
	"slices"
	"strconv"
	"strings"

	"tabletop/model/candidate"
	"tabletop/model/codegen"
)

// program holds the Go module that copies the rows: its go.mod has the versions of the module beam, with which it is
// tested.
//
//go:embed backfill/*.txt
var program embed.FS

// backfill returns the program that copies the rows.
func (p *Plan) backfill() ([]File, error) {
	rules, err := p.rules()
	if err != nil {
		return nil, err
	}
	all, err := p.Functions()
	if err != nil {
		return nil, err
	}
	var files []File
	var imports, kinds strings.Builder
	for _, rule := range rules {
		if rule.Kind == candidate.Foreign {
			kinds.WriteString("\t" + outcome(rule, "no layout decodes the key") + "\n")
			continue
		}
		functions, result := (*codegen.Functions)(nil), ""
		name, parse := fmt.Sprintf("kind%d", rule.Kind+1), "ParseKey"
		if rule.Action == candidate.Rekey {
			functions = all[slices.IndexFunc(all, func(f *codegen.Functions) bool { return f.Kind == rule.Kind })]
			result = fmt.Sprintf("key, err := %s.Rekey(old%s)\n\t\treturn string(key), err", name, ofRow(functions))
			parse = "ParseOldKey"
		} else {
			if functions, err = codegen.Keys(p.Current[rule.Kind]); err != nil {
				return nil, err
			}
			result = outcome(rule, "rows of "+p.Current.KindName(rule.Kind)+" are set aside")
		}
		files = append(files, File{Name: "backfill/" + name + "/rowkey.go", Text: functions.Write(codegen.Go)})
		fmt.Fprintf(&imports, "\t%s \"backfill/%[1]s\"\n", name)
		fmt.Fprintf(&kinds, "\tif _, err := %s.%s(old); err == nil {\n\t\t%s\n\t}\n", name, parse, result)
	}
	text, err := p.fill(imports.String(), kinds.String())
	if err != nil {
		return nil, err
	}
	files = append([]File{{Name: "backfill/main.go", Text: text, Note: "copies the rows: a Beam pipeline, for " +
		"prism on one machine or for Dataflow", Unchecked: "it was not built here; Dataflow"}}, files...)
	for _, name := range []string{"go.mod", "go.sum"} {
		text, err := program.ReadFile("backfill/" + name + ".txt")
		if err != nil {
			return nil, err // it is embedded
		}
		files = append(files, File{Name: "backfill/" + name, Text: string(text)})
	}
	return files, nil
}

// outcome returns the statement for rows that no template is for, and why they are set aside if they are.
func outcome(rule candidate.KindRule, why string) string {
	switch rule.Action {
	case candidate.Same:
		return "return row.Key(), nil"
	case candidate.Drop:
		return "return \"\", errDropped"
	}
	return fmt.Sprintf("return \"\", errors.New(%q)", why)
}

// fill returns the main file.
func (p *Plan) fill(imports, kinds string) (string, error) {
	text, err := program.ReadFile("backfill/main.go.txt")
	if err != nil {
		return "", err // it is embedded
	}
	from, _ := p.Old.Filled()
	main := strings.NewReplacer("IMPORTS", strings.TrimSuffix("\n"+imports, "\n"), "KINDS", kinds,
		"FROM", strconv.Quote(from.Project+"/"+from.Instance+"/"+from.Table),
		"TO", strconv.Quote(p.NewSource())).Replace(string(text))
	var borders strings.Builder
	borders.WriteString("\n// borders are the row keys, in hexadecimal, at which the old table is divided.\nconst " +
		"borders = `\n")
	for _, key := range p.Ranges {
		borders.WriteString(hex.EncodeToString(key) + "\n")
	}
	borders.WriteString("`\n")
	formatted, err := format.Source([]byte(main + borders.String()))
	return string(formatted), err
}

// ofRow returns what the functions need of a row, as the arguments of Rekey that follow the key.
func ofRow(f *codegen.Functions) string {
	var out strings.Builder
	for _, part := range f.OfRow() {
		column := part.Column()
		fmt.Fprintf(&out, ", newest(row, %q, %q)", column.Family, column.Qualifier)
	}
	return out.String()
}
