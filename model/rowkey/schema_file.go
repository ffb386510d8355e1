package rowkey

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"

	"go.yaml.in/yaml/v3"
)

// The file format of `gcloud bigtable tables create|update --row-key-schema-definition-file`: the admin API's StructType in
// YAML or JSON. The delimiter is plain text, or Base64 with --row-key-schema-pre-encoded-bytes.

// schemaFile and the types below are that format as encoding/json and yaml write and read it.
type schemaFile struct {
	Encoding schemaEncoding    `json:"encoding" yaml:"encoding"`
	Fields   []schemaFileField `json:"fields" yaml:"fields"`
}

type schemaEncoding struct {
	Singleton        *empty         `json:"singleton,omitempty" yaml:"singleton,omitempty"`
	DelimitedBytes   *fileDelimiter `json:"delimitedBytes,omitempty" yaml:"delimitedBytes,omitempty"`
	OrderedCodeBytes *empty         `json:"orderedCodeBytes,omitempty" yaml:"orderedCodeBytes,omitempty"`
}

// empty is a message without fields that we know; what older files have inside is passed over.
type empty map[string]any

type fileDelimiter struct {
	Delimiter string `json:"delimiter" yaml:"delimiter"`
}

type schemaFileField struct {
	FieldName string   `json:"fieldName" yaml:"fieldName"`
	Type      fileType `json:"type" yaml:"type"`
}

type fileType struct {
	StringType    *encoded[fileText]   `json:"stringType,omitempty" yaml:"stringType,omitempty"`
	BytesType     *encoded[fileRaw]    `json:"bytesType,omitempty" yaml:"bytesType,omitempty"`
	Int64Type     *encoded[fileInt]    `json:"int64Type,omitempty" yaml:"int64Type,omitempty"`
	TimestampType *encoded[fileMicros] `json:"timestampType,omitempty" yaml:"timestampType,omitempty"`
}

type encoded[T any] struct {
	Encoding T `json:"encoding" yaml:"encoding"`
}

type fileText struct {
	UTF8Bytes *empty `json:"utf8Bytes,omitempty" yaml:"utf8Bytes,omitempty"`
	UTF8Raw   *empty `json:"utf8Raw,omitempty" yaml:"utf8Raw,omitempty"` // the old name
}

type fileRaw struct {
	Raw *empty `json:"raw,omitempty" yaml:"raw,omitempty"`
}

type fileInt struct {
	BigEndianBytes   *empty `json:"bigEndianBytes,omitempty" yaml:"bigEndianBytes,omitempty"`
	OrderedCodeBytes *empty `json:"orderedCodeBytes,omitempty" yaml:"orderedCodeBytes,omitempty"`
}

type fileMicros struct {
	UnixMicrosInt64 *encoded[fileInt] `json:"unixMicrosInt64,omitempty" yaml:"unixMicrosInt64,omitempty"`
}

// YAML writes the schema as a definition file. With preEncoded the delimiter is in Base64; without, one that is not plain
// text is an error.
func (s Schema) YAML(preEncoded bool) ([]byte, error) {
	file, err := s.file(preEncoded)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	enc := yaml.NewEncoder(&out)
	enc.SetIndent(2)
	if err := enc.Encode(file); err != nil {
		return nil, err
	}
	return out.Bytes(), enc.Close()
}

// JSON is YAML in JSON.
func (s Schema) JSON(preEncoded bool) ([]byte, error) {
	file, err := s.file(preEncoded)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	err = enc.Encode(file)
	return out.Bytes(), err
}

func (s Schema) file(preEncoded bool) (schemaFile, error) {
	var f schemaFile
	if err := s.check(); err != nil {
		return f, err
	}
	switch s.Encoding {
	case Singleton:
		f.Encoding.Singleton = &empty{}
	case OrderedStruct:
		f.Encoding.OrderedCodeBytes = &empty{}
	case DelimitedBytes:
		text := string(s.Delimiter)
		if preEncoded {
			text = base64.StdEncoding.EncodeToString(s.Delimiter)
		} else if printable(s.Delimiter) != text {
			return f, &SchemaError{[]SchemaNote{{"", fmt.Sprintf(`the delimiter "%s" is no plain text: write it in Base64 and add --row-key-schema-pre-encoded-bytes`, printable(s.Delimiter))}}}
		}
		f.Encoding.DelimitedBytes = &fileDelimiter{text}
	}
	for _, field := range s.Fields {
		t, err := field.fileType()
		if err != nil {
			return f, &SchemaError{[]SchemaNote{{field.Name, err.Error()}}}
		}
		f.Fields = append(f.Fields, schemaFileField{field.Name, t})
	}
	return f, nil
}

func (f SchemaField) fileType() (fileType, error) {
	big, ordered := fileInt{BigEndianBytes: &empty{}}, fileInt{OrderedCodeBytes: &empty{}}
	micros := func(n fileInt) *encoded[fileMicros] { return &encoded[fileMicros]{fileMicros{&encoded[fileInt]{n}}} }
	switch f.Type + " " + f.Encoding {
	case "string utf8":
		return fileType{StringType: &encoded[fileText]{fileText{UTF8Bytes: &empty{}}}}, nil
	case "bytes raw":
		return fileType{BytesType: &encoded[fileRaw]{fileRaw{&empty{}}}}, nil
	case "int64 big_endian":
		return fileType{Int64Type: &encoded[fileInt]{big}}, nil
	case "int64 ordered_code":
		return fileType{Int64Type: &encoded[fileInt]{ordered}}, nil
	case "timestamp unix_micros_big_endian":
		return fileType{TimestampType: micros(big)}, nil
	case "timestamp unix_micros_ordered_code":
		return fileType{TimestampType: micros(ordered)}, nil
	}
	return fileType{}, fmt.Errorf("the type %s with the encoding %q is not one of row keys", f.Type, f.Encoding)
}

// ParseSchema reads a definition file, in YAML or JSON, with or without an outer structType. preEncoded says that the
// delimiter is in Base64.
func ParseSchema(data []byte, preEncoded bool) (Schema, error) {
	var outer struct {
		StructType yaml.Node `yaml:"structType"`
	}
	if err := yaml.Unmarshal(data, &outer); err == nil && outer.StructType.Kind != 0 {
		if data, err = yaml.Marshal(&outer.StructType); err != nil {
			return Schema{}, err
		}
	}
	var f schemaFile
	dec := yaml.NewDecoder(bytes.NewReader(data)) // JSON is YAML
	dec.KnownFields(true)
	if err := dec.Decode(&f); err != nil {
		return Schema{}, fmt.Errorf("not a row-key schema definition: %w", err)
	}
	return f.schema(preEncoded)
}

func (f schemaFile) schema(preEncoded bool) (Schema, error) {
	var s Schema
	switch e := f.Encoding; {
	case e.DelimitedBytes != nil:
		s.Encoding, s.Delimiter = DelimitedBytes, []byte(e.DelimitedBytes.Delimiter)
		if preEncoded {
			var err error
			if s.Delimiter, err = base64.StdEncoding.DecodeString(e.DelimitedBytes.Delimiter); err != nil {
				return s, &SchemaError{[]SchemaNote{{"", "the delimiter is not Base64; is it plain text?"}}}
			}
		}
	case e.OrderedCodeBytes != nil:
		s.Encoding = OrderedStruct
	case e.Singleton != nil:
		s.Encoding = Singleton
	default:
		return s, &SchemaError{[]SchemaNote{{"", "no encoding: want singleton, delimitedBytes or orderedCodeBytes"}}}
	}
	for _, field := range f.Fields {
		kind, encoding := field.Type.words()
		if encoding == "" {
			return s, &SchemaError{[]SchemaNote{{field.FieldName, "no type with an encoding, such as stringType: {encoding: {utf8Bytes: {}}}"}}}
		}
		s.Fields = append(s.Fields, SchemaField{field.FieldName, kind, encoding})
	}
	return s, s.check()
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
