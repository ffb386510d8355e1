package report

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"tabletop/model/sample"
	"tabletop/model/value"
	"tabletop/views/text"
)

// external is what the definitions of other programs are made of: the families with the types of their values.
type external struct {
	in       Input
	families []externalFamily
	textKeys bool // all keys that were read are text
}

// externalFamily is a family with the columns whose qualifiers are names. Dynamic qualifiers are data: the family is a
// map of them.
type externalFamily struct {
	name    string
	columns []externalColumn
	dynamic int            // qualifiers that are data
	rest    value.Declared // of the columns that are not listed
	all     value.Declared // of all columns
}

type externalColumn struct {
	qualifier string
	field     string // its name where a name may only have letters, digits, and _
	declared  value.Declared
	versions  bool // a row had several
}

// newExternal declares the columns of the rows read, once.
func newExternal(in Input) (*external, error) {
	if in.external != nil {
		return in.external, nil
	}
	out := &external{in: in, textKeys: true}
	for i := range in.Sample.Rows() {
		key := in.Sample.Key(i)
		out.textKeys = out.textKeys && value.IsText(sample.Cell{Value: key, Size: len(key)})
	}
	data := map[sample.ColumnID]bool{}
	folds, err := in.Folds(context.Background())
	if err != nil {
		return nil, err
	}
	for _, fold := range folds {
		for _, id := range fold.Columns {
			data[id] = true
		}
	}
	cells := cellsByColumn(in.Sample)
	at := map[string]int{}
	for _, family := range in.Profile.Families {
		at[family.Name] = len(out.families)
		out.families = append(out.families, externalFamily{name: family.Name})
	}
	rest, all := make([][]sample.Cell, len(out.families)), make([][]sample.Cell, len(out.families))
	for id, column := range in.Sample.Columns() {
		index := at[column.Family]
		family := &out.families[index]
		all[index] = append(all[index], cells[id]...)
		if data[sample.ColumnID(id)] {
			family.dynamic++
			rest[index] = append(rest[index], cells[id]...)
			continue
		}
		family.columns = append(family.columns, externalColumn{qualifier: column.Qualifier,
			declared: value.Declare(cells[id], in.aggregate(column.Family)),
			versions: in.Profile.Columns[id].MaxVersions > 1})
	}
	for i := range out.families {
		family := &out.families[i]
		family.rest = value.Declare(rest[i], in.aggregate(family.name))
		family.all = value.Declare(all[i], in.aggregate(family.name))
		family.nameFields()
	}
	return out, nil
}

// aggregate reports whether a family holds numbers of 8 bytes by declaration.
func (in Input) aggregate(name string) bool {
	family, _ := in.Sample.Table.Family(name)
	return family.Aggregate != "" && family.Aggregate != "hll"
}

// cellsByColumn returns the cells of each column.
func cellsByColumn(s *sample.Sample) [][]sample.Cell {
	out := make([][]sample.Cell, len(s.Columns()))
	for j := range s.NumCells() {
		cell := s.Cell(j)
		out[cell.Column] = append(out[cell.Column], cell)
	}
	return out
}

// nameFields gives each column a name of letters, digits, and _ that no other column of the family has, in any case.
func (f *externalFamily) nameFields() {
	used := map[string]bool{}
	for i := range f.columns {
		used[strings.ToLower(f.columns[i].qualifier)] = isField(f.columns[i].qualifier)
	}
	for i := range f.columns {
		column := &f.columns[i]
		if isField(column.qualifier) {
			column.field = column.qualifier
			continue
		}
		column.field = unusedField(column.qualifier, used)
	}
}

// isField reports whether a qualifier is the name of a field as it is.
func isField(name string) bool {
	return regexp.MustCompile(`^[a-zA-Z][a-zA-Z0-9_]*$`).MatchString(name)
}

// maxField is the maximum length of the name of a field that is made here.
const maxField = 100

// unusedField makes a name of any bytes, and notes it in used.
func unusedField(from string, used map[string]bool) string {
	name := regexp.MustCompile(`[^a-zA-Z0-9_]+`).ReplaceAllString(from, "_")
	if !isField(name) {
		name = "c_" + name
	}
	name = name[:min(len(name), maxField)]
	field := name
	for n := 2; used[strings.ToLower(field)]; n++ {
		field = fmt.Sprintf("%s_%d", name, n)
	}
	used[strings.ToLower(field)] = true
	return field
}

// ExternalNotes returns sentences about the definitions of the formats bigquery and spark: what was counted of the
// columns that are declared as bytes, and what the types are not known of.
// What the rows were found to hold is kept in the input, for the writer of the definition.
func ExternalNotes(in *Input, format Format) ([]string, error) {
	made, err := newExternal(*in)
	if err != nil {
		return nil, err
	}
	in.external = made
	first := fmt.Sprintf("the types are those of the values in the %s read", text.Count(in.Sample.Rows(), "row"))
	if !in.Sample.How.Complete {
		first += "; other rows may hold others"
	}
	notes := []string{first}
	var listed []string
	cut := 0
	for i := range made.families {
		family := &made.families[i]
		listed = append(listed, family.notes(format)...)
		if cut += family.all.Cut; family.dynamic > 0 {
			notes = append(notes, fmt.Sprintf("%s: %s are data, not names, and stay a map", text.Safe(family.name),
				text.Count(family.dynamic, "qualifier")))
		}
	}
	const most = 20
	notes = append(notes, listed[:min(len(listed), most)]...)
	if more := len(listed) - most; more > 0 {
		notes = append(notes, "declared as bytes or left out, too: "+text.Count(more, "column"))
	}
	if cut > 0 {
		notes = append(notes, fmt.Sprintf("only the first bytes of %s were read: what follows them was not checked",
			text.Count(cut, "value")))
	}
	if table := in.Sample.Table; format == BigQuery && (table.Project == "" || table.Instance == "") {
		notes = append(notes, "replace PROJECT and INSTANCE: the source does not name them")
	}
	return notes, nil
}

// notes returns what is to be said of single columns in a format.
func (f *externalFamily) notes(format Format) []string {
	var notes []string
	say := func(name string, declared value.Declared) {
		if note := bytesNote(name, declared); note != "" {
			notes = append(notes, note)
		}
	}
	if format == Spark && f.dynamic > 0 {
		say(f.name+":*", f.all)
		return notes
	}
	for _, column := range f.columns {
		name := f.name + ":" + column.qualifier
		if format == Spark && !utf8.ValidString(column.qualifier) {
			notes = append(notes, text.Safe(name)+" is left out: its qualifier is no UTF-8")
			continue
		}
		say(name, column.declared)
	}
	say(f.name+":*", f.rest)
	return notes
}

// bytesNote states what the values of a column are that is declared as bytes; empty for any other.
func bytesNote(name string, declared value.Declared) string {
	if declared.Type != value.TypeBytes || declared.Values == 0 {
		return ""
	}
	var parts []string
	for _, found := range declared.Found {
		parts = append(parts, text.Integer(int64(found.Values))+" "+string(found.Codec))
	}
	if declared.Empty > 0 {
		parts = append(parts, text.Integer(int64(declared.Empty))+" empty")
	}
	return fmt.Sprintf("%s is declared as bytes: of %s, %s", text.Safe(name), text.Count(declared.Values, "value"),
		strings.Join(parts, ", "))
}

// The members of BigQuery's external table definition, by their names in its API (tables, ExternalDataConfiguration).
type (
	bigQueryTable struct {
		SourceFormat string          `json:"sourceFormat"`
		SourceURIs   []string        `json:"sourceUris"`
		Options      bigQueryOptions `json:"bigtableOptions"`
	}
	bigQueryOptions struct {
		ReadRowkeyAsString bool             `json:"readRowkeyAsString"`
		Families           []bigQueryFamily `json:"columnFamilies"`
	}
	bigQueryFamily struct {
		ID             string           `json:"familyId"`
		Type           string           `json:"type"`
		Encoding       string           `json:"encoding"`
		OnlyReadLatest bool             `json:"onlyReadLatest"`
		Columns        []bigQueryColumn `json:"columns,omitempty"`
	}
	bigQueryColumn struct {
		QualifierString  *string `json:"qualifierString,omitempty"`
		QualifierEncoded string  `json:"qualifierEncoded,omitempty"` // in Base64
		FieldName        string  `json:"fieldName,omitempty"`
		Type             string  `json:"type"`
		Encoding         string  `json:"encoding"`
		OnlyReadLatest   bool    `json:"onlyReadLatest"`
	}
)

// bigQuery writes BigQuery's definition of an external table.
func bigQuery(w io.Writer, in Input) error {
	made, err := newExternal(in)
	if err != nil {
		return err
	}
	table := in.Sample.Table
	name := func(given, placeholder string) string {
		if given == "" {
			return placeholder
		}
		return given
	}
	out := bigQueryTable{SourceFormat: "BIGTABLE", SourceURIs: []string{fmt.Sprintf(
		"https://googleapis.com/bigtable/projects/%s/instances/%s/tables/%s", name(table.Project, "PROJECT"),
		name(table.Instance, "INSTANCE"), table.Name)}}
	out.Options = bigQueryOptions{ReadRowkeyAsString: made.textKeys, Families: []bigQueryFamily{}}
	for _, family := range made.families {
		of := bigQueryFamily{ID: family.name}
		of.Type, of.Encoding = bigQueryType(family.rest)
		for _, column := range family.columns {
			one := bigQueryColumn{OnlyReadLatest: !column.versions}
			one.Type, one.Encoding = bigQueryType(column.declared)
			if utf8.ValidString(column.qualifier) {
				one.QualifierString = &column.qualifier
			} else {
				one.QualifierEncoded = base64.StdEncoding.EncodeToString([]byte(column.qualifier))
			}
			if column.field != column.qualifier {
				one.FieldName = column.field
			}
			of.Columns = append(of.Columns, one)
		}
		out.Options.Families = append(out.Options.Families, of)
	}
	return indented(w, out)
}

// bigQueryType returns the type and the encoding of values; BINARY is that of HBase's Bytes.toBytes.
func bigQueryType(declared value.Declared) (kind, encoding string) {
	encoding = "TEXT"
	if declared.Binary || declared.Type == value.TypeBytes {
		encoding = "BINARY"
	}
	return map[value.Type]string{value.TypeBytes: "BYTES", value.TypeString: "STRING", value.TypeInteger: "INTEGER",
		value.TypeFloat: "FLOAT"}[declared.Type], encoding
}

// The members of the catalog of the Bigtable connector for Spark.
type (
	sparkCatalog struct {
		Table   map[string]string      `json:"table"`
		RowKey  string                 `json:"rowkey"`
		Columns map[string]sparkColumn `json:"columns"`
		Regex   map[string]sparkRegex  `json:"regexColumns,omitempty"`
	}
	sparkColumn struct {
		Family    string `json:"cf"`
		Qualifier string `json:"col"`
		Type      string `json:"type"`
	}
	sparkRegex struct {
		Family  string `json:"cf"`
		Pattern string `json:"pattern"`
		Type    string `json:"type"`
	}
)

// sparkKey is the name of the row key in a catalog.
const sparkKey = "row_key"

// spark writes the catalog of the connector for Spark. A family with dynamic qualifiers is one map of all its columns,
// because the expression of a map selects columns of Bigtable, and none of the fixed ones can be left out of it.
func spark(w io.Writer, in Input) error {
	made, err := newExternal(in)
	if err != nil {
		return err
	}
	out := sparkCatalog{Table: map[string]string{"name": in.Sample.Table.Name}, RowKey: sparkKey,
		Columns: map[string]sparkColumn{}, Regex: map[string]sparkRegex{}}
	key := value.Declared{Type: value.TypeBytes}
	if made.textKeys {
		key.Type = value.TypeString
	}
	out.Columns[sparkKey] = sparkColumn{Family: "rowkey", Qualifier: sparkKey, Type: sparkType(key)}
	used := map[string]bool{sparkKey: true}
	for _, family := range made.families {
		if family.dynamic > 0 {
			field := unusedField(family.name, used)
			out.Regex[field] = sparkRegex{Family: family.name, Pattern: `\C*`, Type: sparkType(family.all)}
			continue
		}
		for _, column := range family.columns {
			if utf8.ValidString(column.qualifier) {
				field := unusedField(family.name+"_"+column.qualifier, used)
				out.Columns[field] = sparkColumn{Family: family.name, Qualifier: column.qualifier,
					Type: sparkType(column.declared)}
			}
		}
	}
	return indented(w, out)
}

// sparkType returns the type of the connector: its numbers are 8 bytes, so those in digits are strings.
func sparkType(declared value.Declared) string {
	switch {
	case declared.Type == value.TypeBytes:
		return "binary"
	case declared.Binary && declared.Type == value.TypeInteger:
		return "long"
	case declared.Binary:
		return "double"
	}
	return "string"
}

// indented writes JSON in lines. Names may hold any characters: those that do not print are escaped, since they could
// control a terminal.
func indented(w io.Writer, v any) error {
	var plain bytes.Buffer
	encoder := json.NewEncoder(&plain)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return err
	}
	var out []byte
	for _, char := range plain.String() {
		if char == '\n' || unicode.IsPrint(char) {
			out = utf8.AppendRune(out, char)
			continue
		}
		for _, unit := range utf16.Encode([]rune{char}) {
			out = fmt.Appendf(out, `\u%04x`, unit)
		}
	}
	_, err := w.Write(out)
	return err
}
