package report

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"tabletop/model/audit"
	"tabletop/model/bounded"
	"tabletop/model/rowkey"
	"tabletop/model/value"
	"tabletop/views/report/doc"
	"tabletop/views/text"
)

// ReadExpectation returns what a table is expected to be from what Describe wrote of it as JSON, edited by hand. Errors
// about fields begin with the line: one that is unknown, or whose value cannot be.
func ReadExpectation(file []byte) (*audit.Expectation, error) {
	table, err := ReadDescription(file)
	if err != nil {
		return nil, err
	}
	docs, err := bounded.Documents(file) // JSON is YAML, of which the lines are known
	if err != nil {
		return nil, err
	}
	if len(docs) != 1 {
		return nil, errors.New("it is not one description")
	}
	top, err := bounded.Fields(docs[0].Content[0], doc.Members[doc.Description]()...)
	if err != nil {
		return nil, err
	}
	out := &audit.Expectation{Families: table.Families, KeySchema: table.KeySchema}
	if n := top["deletion_protection"]; n != nil {
		out.Protected = &table.Protected
	}
	for _, n := range items(top["families"]) {
		if _, err := bounded.Fields(n, doc.Members[doc.SchemaFamily]()...); err != nil {
			return nil, err
		}
	}
	if n := top["row_key_schema"]; n != nil {
		if _, err := bounded.Fields(n, append(doc.Members[doc.RowKeySchema](), "delimiter_b64")...); err != nil {
			return nil, err
		}
	}
	for _, n := range items(top["layouts"]) {
		layout, err := rowkey.Parse(n.Value)
		if err != nil {
			return nil, bounded.OnLine(n, "%v", err)
		}
		out.Layouts = append(out.Layouts, layout)
	}
	for _, n := range items(top["columns"]) {
		column, err := expectedColumn(n, out.Columns)
		if err != nil {
			return nil, err
		}
		out.Columns = append(out.Columns, column)
	}
	return out, nil
}

// items are the elements of a list; none of nil.
func items(n *yaml.Node) []*yaml.Node {
	if n == nil {
		return nil
	}
	return n.Content
}

// expectedColumn reads an entry of columns; earlier are those before it.
func expectedColumn(n *yaml.Node, earlier []audit.ExpectedColumn) (out audit.ExpectedColumn, err error) {
	if _, err := bounded.Fields(n, doc.Members[doc.ExpectedColumn]()...); err != nil {
		return out, err
	}
	var of doc.ExpectedColumn
	if err := decodeJSON(n, &of); err != nil {
		return out, bounded.OnLine(n, "%v", err)
	}
	out = audit.ExpectedColumn{Family: of.Family, Use: audit.ColumnUse(of.Use), Type: value.Codec(of.Type)}
	var at int
	out.Qualifier, at, err = text.Unescape(of.Qualifier)
	switch {
	case err != nil:
		return out, bounded.OnLine(n, "qualifier %q, byte %d: %v", of.Qualifier, at, err)
	case out.Family == "":
		return out, bounded.OnLine(n, "a column without a family")
	case !slices.Contains(audit.ColumnUses(), out.Use):
		return out, bounded.OnLine(n, "unknown use %q: must be %s", of.Use, listed(audit.ColumnUses()))
	case of.Type != "" && !slices.Contains(value.Types(), out.Type):
		return out, bounded.OnLine(n, "unknown type %q: must be %s", of.Type, listed(value.Types()))
	case of.RowsShare != nil && out.Use != audit.Required:
		return out, bounded.OnLine(n, "rows_share is of required columns")
	case of.RowsShare != nil && !(*of.RowsShare >= 0 && *of.RowsShare <= 1):
		return out, bounded.OnLine(n, "rows_share is %v: must be a share from 0 to 1", *of.RowsShare)
	case slices.ContainsFunc(earlier, func(c audit.ExpectedColumn) bool {
		return c.Family == out.Family && c.Qualifier == out.Qualifier
	}):
		return out, bounded.OnLine(n, "the column %s:%s appears twice", text.EscapeString(of.Family), of.Qualifier)
	}
	if of.RowsShare != nil {
		out.Share = *of.RowsShare
	}
	return out, nil
}

// decodeJSON decodes a node of what was JSON.
func decodeJSON(n *yaml.Node, v any) error {
	var plain map[string]any
	if err := n.Decode(&plain); err != nil {
		return err
	}
	data, err := json.Marshal(plain)
	if err != nil {
		return err
	}
	var wrong *json.UnmarshalTypeError
	if err := bounded.SmallJSON(data, v); errors.As(err, &wrong) {
		return fmt.Errorf("%s is not a %s", wrong.Field, wrong.Type)
	} else if err != nil {
		return err
	}
	return nil
}

// listed joins words.
func listed[S ~string](all []S) string {
	words := make([]string, len(all))
	for i, word := range all {
		words[i] = string(word)
	}
	return strings.Join(words[:len(words)-1], ", ") + ", or " + words[len(words)-1]
}
