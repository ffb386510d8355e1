package export

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/twmb/avro"
)

// Template is the Dataflow template whose exports are read.
const Template = "Cloud_Bigtable_to_GCS_Avro"

// refusal is why a file is no export that can be read, and what to do.
type refusal struct{ why, next string }

func (r *refusal) Error() string { return r.why }

const exportAsAvro = "export the table as Avro: Dataflow template " + Template

// refused returns why a file that begins so is no Avro file.
func refused(head []byte) error {
	switch text := string(head); {
	case text == "":
		return &refusal{"it is empty: it has not even the header of an Avro file", exportAsAvro}
	case text == "PAR1":
		return &refusal{"it is a Parquet file, which is not read: a reader would make this program a third larger",
			exportAsAvro}
	case strings.HasPrefix(text, "SEQ"):
		return &refusal{"it is a SequenceFile, which is not supported", exportAsAvro}
	case strings.HasPrefix(text, "{"):
		return &refusal{"it is a JSON export, which has lost timestamps, versions, and bytes that are not UTF-8",
			exportAsAvro}
	case strings.HasPrefix(text, "\x1f\x8b"):
		return &refusal{"it is compressed as a whole (gzip)", "uncompress it; blocks of an Avro file are compressed " +
			"one by one"}
	case strings.HasPrefix(text, "Obj"):
		return &refusal{"it is of another version of Avro container files, or cut off", exportAsAvro}
	}
	return &refusal{"it is no Avro file", exportAsAvro}
}

// IsFile reports whether a file that begins so is one of an export, in a form that is read or in another.
func IsFile(name string, head []byte) bool {
	text := string(head)
	return text == magic || text == "PAR1" || strings.HasPrefix(text, "SEQ") ||
		strings.HasPrefix(text, "{") && shard.MatchString(name)
}

// record and cell are what a row of an export is decoded into. Bytes are those of the block.
type record struct {
	Key   []byte `avro:"key"`
	Cells []cell `avro:"cells"`
}

type cell struct {
	Family    string `avro:"family"`
	Qualifier []byte `avro:"qualifier"`
	Micros    int64  `avro:"timestamp"`
	Value     []byte `avro:"value"`
}

// rowSchema parses the schema of a file. Its records must have the shape of BigtableRow, whatever they are called.
func rowSchema(text []byte) (*avro.Schema, error) {
	if len(text) == 0 {
		return nil, errors.New("its header has no schema")
	}
	parsed, err := avro.Parse(string(text))
	if err != nil {
		return nil, errors.New("its schema is no Avro schema")
	}
	root := parsed.Root().ExpandReferences()
	cells := fieldOf(root, "cells")
	if root.Type != "record" || cells == nil || cells.Type != "array" || cells.Items == nil ||
		!isA(root, "key", "bytes") || !isA(cells.Items, "family", "string") ||
		!isA(cells.Items, "qualifier", "bytes") || !isA(cells.Items, "timestamp", "long") ||
		!isA(cells.Items, "value", "bytes") {
		return nil, &refusal{fmt.Sprintf("its records, %s, are no rows of a table: those of an export have a key and "+
			"cells of family, qualifier, timestamp, and value", describe(root)), exportAsAvro}
	}
	if logical := fieldOf(cells.Items, "timestamp").LogicalType; logical != "" && logical != "timestamp-micros" {
		return nil, &refusal{"its timestamps are " + logical + ", and those of a table are microseconds", exportAsAvro}
	}
	return parsed, nil
}

// isUsual reports whether rows of a schema are written as the template writes them: these fields, in this order.
func isUsual(schema *avro.Schema) bool {
	root := schema.Root().ExpandReferences()
	return slices.Equal(namesOf(root), []string{"key", "cells"}) &&
		slices.Equal(namesOf(fieldOf(root, "cells").Items), []string{"family", "qualifier", "timestamp", "value"})
}

func namesOf(of *avro.SchemaNode) []string {
	var names []string
	for i := range of.Fields {
		names = append(names, of.Fields[i].Name)
	}
	return names
}

// fieldOf returns the type of a field of a record; nil if it has none of that name.
func fieldOf(of *avro.SchemaNode, name string) *avro.SchemaNode {
	for i := range of.Fields {
		if of.Fields[i].Name == name {
			return &of.Fields[i].Type
		}
	}
	return nil
}

func isA(of *avro.SchemaNode, field, kind string) bool {
	found := fieldOf(of, field)
	return found != nil && found.Type == kind
}

// describe names a schema and its first fields.
func describe(n *avro.SchemaNode) string {
	const most = 6
	if n.Type != "record" {
		return n.Type
	}
	names := namesOf(n)
	if len(names) > most {
		names = append(names[:most], "…")
	}
	return n.Name + " (" + strings.Join(names, ", ") + ")"
}
