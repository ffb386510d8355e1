package plan

import (
	"embed"
	"encoding/hex"
	"fmt"
	"go/format"
	"strconv"
	"strings"

	"tabletop/model/codegen"
)

// program holds the Go module that copies the rows: its go.mod has the versions of the module beam, with which it is
// tested.
//
//go:embed backfill/*.txt
var program embed.FS

// backfill returns the program that copies the rows.
func (p *Plan) backfill() ([]File, error) {
	functions, err := p.Functions()
	if err != nil {
		return nil, err
	}
	files := []File{{Name: "backfill/rowkey/rowkey.go", Text: functions.Write(codegen.Go)}}
	others, err := p.others()
	if err != nil {
		return nil, err
	}
	var imports, stay strings.Builder
	for index, layout := range others {
		keys, err := codegen.Keys(layout)
		if err != nil {
			return nil, err
		}
		name := fmt.Sprintf("kind%d", index+1)
		files = append(files, File{Name: "backfill/" + name + "/rowkey.go", Text: keys.Write(codegen.Go)})
		fmt.Fprintf(&imports, "\t%s \"backfill/%s\"\n", name, name)
		fmt.Fprintf(&stay, "\t\tif _, other := %s.ParseKey(old); other == nil {\n\t\t\treturn row.Key(), "+
			"nil\n\t\t}\n", name)
	}
	text, err := p.fill(imports.String(), stay.String(), arguments(functions))
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

// fill returns the main file.
func (p *Plan) fill(imports, stay, arguments string) (string, error) {
	text, err := program.ReadFile("backfill/main.go.txt")
	if err != nil {
		return "", err // it is embedded
	}
	from, _ := p.Old.Filled()
	main := strings.NewReplacer("IMPORTS", strings.TrimSuffix("\n"+imports, "\n"), "OTHERS", stay,
		"ARGUMENTS", arguments, "FROM", strconv.Quote(from.Project+"/"+from.Instance+"/"+from.Table),
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

// arguments returns what the functions need of a row, as the arguments of Rekey that follow the key.
func arguments(f *codegen.Functions) string {
	var out strings.Builder
	for _, part := range f.OfRow() {
		column := part.Column()
		fmt.Fprintf(&out, ", newest(row, %q, %q)", column.Family, column.Qualifier)
	}
	return out.String()
}
