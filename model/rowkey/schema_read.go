package rowkey

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"tabletop/model/bounded"
)

// IsSchema reports whether a file is meant as a row-key schema definition rather than templates: a JSON object, or
// a YAML mapping with fields and an encoding, or with a structType or rowKeySchema around them, well-formed or
// not.
func IsSchema(data []byte) bool {
	if rest := withoutComments(data); bytes.HasPrefix(rest, []byte("{")) &&
		(json.Valid(rest) || bytes.HasPrefix(bytes.TrimSpace(rest[1:]), []byte(`"`))) {
		return true
	}
	if doc, err := mapping(data); err == nil {
		_, bare := unwrap(doc)
		return !bare || member(doc, "encoding") != nil && member(doc, "fields") != nil
	}
	return findLine("encoding").Match(data) && findLine("fields").Match(data)
}

// findLine matches a line of YAML that begins with a key.
func findLine(key string) *regexp.Regexp { return regexp.MustCompile(`(?m)^\s*` + key + `:(\s|$)`) }

// ParseSchema reads a definition file, in YAML or JSON, with names as the API or as protocol buffers write them,
// with or without an outer structType or rowKeySchema. A first comment states whether the delimiter is in Base64
// or plain text; without it the delimiter is plain text, and one that could be Base64 is an error, a *SchemaError.
func ParseSchema(data []byte) (Schema, error) {
	doc, err := mapping(data)
	if err != nil {
		return Schema{}, fmt.Errorf("not a row-key schema definition: %w", err)
	}
	doc, _ = unwrap(doc)
	plain, err := yaml.Marshal(doc) // for a decoder that refuses unknown fields, which a node cannot
	if err != nil {
		return Schema{}, err
	}
	var f schemaFile
	if err := bounded.YAML(plain, &f, true); err != nil {
		return Schema{}, fmt.Errorf("not a row-key schema definition: %w", plainly(err))
	}
	return f.schema(detectSpelling(data))
}

// plainly returns an error of the YAML decoder without the Go types in it, and without lines, which are not the
// file's.
func plainly(err error) error {
	var wrong *yaml.TypeError
	if !errors.As(err, &wrong) {
		return err
	}
	var out []string
	for _, e := range wrong.Errors {
		e = regexp.MustCompile(`^line \d+: | (in type|into) \S+$`).ReplaceAllString(e, "")
		out = append(out, e)
	}
	return errors.New(strings.Join(out, "; "))
}

// maxSchema is the length of a definition file in bytes. As YAML it is written again, with an indentation for each
// level, which makes a list that is nested deeply many times as long.
const maxSchema = 64 << 10

// mapping parses the only document of a file as a mapping. JSON is read by the rules of JSON, of which YAML
// refuses some.
func mapping(data []byte) (*yaml.Node, error) {
	if len(data) > maxSchema {
		return nil, fmt.Errorf("it is longer than %d KiB", maxSchema>>10)
	}
	if rest := withoutComments(data); json.Valid(rest) {
		var doc any
		err := bounded.SmallJSON(rest, &doc)
		if err == nil {
			data, err = yaml.Marshal(doc)
		}
		if err != nil {
			return nil, err
		}
	}
	docs, err := bounded.Documents(data)
	switch {
	case err != nil:
		return nil, err
	case len(docs) > 1:
		return nil, errors.New("more than one document in the file: keep one")
	case len(docs) == 0 || docs[0].Content[0].Kind != yaml.MappingNode:
		return nil, errors.New("no mapping with an encoding and fields")
	}
	root := docs[0].Content[0]
	inAPINames(root)
	return root, nil
}

// withoutComments returns the file from its first line that is no comment.
func withoutComments(data []byte) []byte {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	for {
		data = bytes.TrimSpace(data)
		if !bytes.HasPrefix(data, []byte("#")) {
			return data
		}
		_, data, _ = bytes.Cut(data, []byte("\n"))
	}
}

// inAPINames writes keys such as delimited_bytes as the API does, delimitedBytes.
func inAPINames(n *yaml.Node) {
	for i, node := range n.Content {
		if n.Kind == yaml.MappingNode && i%2 == 0 {
			words := strings.Split(node.Value, "_")
			for k, w := range words[1:] {
				if first, size := utf8.DecodeRuneInString(w); size > 0 {
					words[k+1] = string(unicode.ToUpper(first)) + w[size:]
				}
			}
			node.Value = strings.Join(words, "")
			continue
		}
		inAPINames(node)
	}
}

// unwrap returns what a structType or rowKeySchema holds; bare reports that there is none, and the mapping is
// itself a schema.
func unwrap(doc *yaml.Node) (schema *yaml.Node, bare bool) {
	for _, name := range []string{"rowKeySchema", "structType"} {
		if inner := member(doc, name); inner != nil {
			doc, _ = unwrap(inner)
			return doc, false
		}
	}
	return doc, true
}

// member returns the value of a key of a mapping, nil if it has none.
func member(n *yaml.Node, key string) *yaml.Node {
	for i := 0; n.Kind == yaml.MappingNode && i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			return n.Content[i+1]
		}
	}
	return nil
}

// delimiterSpelling is how a file spells its delimiter.
type delimiterSpelling uint8

const (
	spellingUnsaid delimiterSpelling = iota
	spellingPlain
	spellingBase64
)

// detectSpelling reads the comments before the first other line.
func detectSpelling(data []byte) delimiterSpelling {
	for line := range bytes.Lines(data) {
		line = bytes.ToLower(bytes.TrimSpace(bytes.TrimPrefix(line, []byte("\ufeff"))))
		switch {
		case bytes.HasPrefix(line, []byte("# the delimiter is in base64")), bytes.Equal(line, []byte("# base64")):
			return spellingBase64
		case bytes.HasPrefix(line, []byte(markPlain)), bytes.Equal(line, []byte("# plain text")):
			return spellingPlain
		case len(line) > 0 && line[0] != '#' && !bytes.Equal(line, []byte("---")):
			return spellingUnsaid
		}
	}
	return spellingUnsaid
}

func (f schemaFile) schema(spelling delimiterSpelling) (Schema, error) {
	var schema Schema
	if e := f.Encoding; e.DelimitedBytes != nil && (e.OrderedCodeBytes != nil || e.Singleton != nil) ||
		e.OrderedCodeBytes != nil && e.Singleton != nil {
		return schema, &SchemaError{[]SchemaNote{{"",
			"more than one encoding: keep singleton, delimitedBytes or orderedCodeBytes"}}}
	}
	switch encoding := f.Encoding; {
	case encoding.DelimitedBytes != nil:
		text := encoding.DelimitedBytes.Delimiter
		schema.Encoding, schema.Delimiter = DelimitedBytes, []byte(text)
		if spelling == spellingUnsaid && isBase64(text) {
			return schema, &SchemaError{[]SchemaNote{{"",
				fmt.Sprintf(`the delimiter "%s" is plain text or Base64: add the first line "# Base64" or "# plain text" to the file`, printable([]byte(text)))}}}
		}
		if spelling != spellingBase64 && strings.ContainsRune(text, utf8.RuneError) {
			return schema, &SchemaError{[]SchemaNote{{"",
				`the delimiter is no text: write it in Base64, with the first line "# Base64"`}}}
		}
		if spelling == spellingBase64 {
			var err error
			if schema.Delimiter, err = fromBase64(text); err != nil {
				return schema,
					&SchemaError{[]SchemaNote{{"", "the delimiter is not Base64, though the first line says so"}}}
			}
		}
	case encoding.OrderedCodeBytes != nil:
		schema.Encoding = OrderedStruct
	case encoding.Singleton != nil:
		schema.Encoding = Singleton
	default:
		return schema, &SchemaError{[]SchemaNote{{"",
			"no encoding: want singleton, delimitedBytes or orderedCodeBytes"}}}
	}
	for _, field := range f.Fields {
		kind, encoding := field.Type.words()
		if encoding == "" {
			return schema, &SchemaError{[]SchemaNote{{field.FieldName,
				"no type with an encoding, such as stringType: {encoding: {utf8Bytes: {}}}"}}}
		}
		schema.Fields = append(schema.Fields, SchemaField{field.FieldName, kind, encoding})
	}
	return schema, schema.check()
}

// words names a type and its encoding as SchemaField does; encoding is empty when something is missing.
func (t fileType) words() (kind, encoding string) {
	switch {
	case t.StringType != nil && (t.StringType.Encoding.UTF8Bytes != nil || t.StringType.Encoding.UTF8Raw != nil):
		return "string", "utf8"
	case t.BytesType != nil && t.BytesType.Encoding.Raw != nil:
		return "bytes", "raw"
	case t.Int64Type != nil:
		return "int64", t.Int64Type.Encoding.word()
	case t.TimestampType != nil && t.TimestampType.Encoding.UnixMicrosInt64 != nil:
		if word := t.TimestampType.Encoding.UnixMicrosInt64.Encoding.word(); word != "" {
			return "timestamp", "unix_micros_" + word
		}
	}
	return "", ""
}

func (i fileInt) word() string {
	switch {
	case i.BigEndianBytes != nil:
		return "big_endian"
	case i.OrderedCodeBytes != nil:
		return "ordered_code"
	}
	return ""
}
