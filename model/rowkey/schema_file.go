package rowkey

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// The file format of `gcloud bigtable tables create|update --row-key-schema-definition-file`: the admin API's
// StructType in YAML or JSON. The delimiter is plain text, or Base64 with --row-key-schema-pre-encoded-bytes.

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

// The first line of a definition file states how its delimiter is spelled, where that is not plain to see.
const (
	markBase64 = "# the delimiter is in Base64: use --row-key-schema-pre-encoded-bytes"
	markPlain  = "# the delimiter is plain text"
)

// PreEncoded reports whether the delimiter has to be written in Base64, since it is not text. gcloud learns that from
// --row-key-schema-pre-encoded-bytes. U+FFFD counts as no text: readers put it where bytes are none.
func (s Schema) PreEncoded() bool {
	return s.Encoding == DelimitedBytes && strings.ContainsRune(string(s.Delimiter), utf8.RuneError)
}

// YAML writes the schema as a definition file, which ParseSchema reads back as s. A delimiter that is not UTF-8 is in
// Base64, and the first line says so.
func (s Schema) YAML() ([]byte, error) {
	file, err := s.file(s.PreEncoded())
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	switch {
	case s.PreEncoded():
		out.WriteString(markBase64 + "\n")
	case s.Encoding == DelimitedBytes && isBase64(string(s.Delimiter)):
		out.WriteString(markPlain + "\n")
	}
	enc := yaml.NewEncoder(&out)
	enc.SetIndent(2)
	if err := enc.Encode(file); err != nil {
		return nil, err
	}
	return out.Bytes(), enc.Close()
}

// JSON is YAML in JSON. JSON has no comments, so that a delimiter which is not UTF-8, or is text that could be Base64,
// is an error.
func (s Schema) JSON() ([]byte, error) {
	file, err := s.file(false)
	if err != nil {
		return nil, err
	}
	if s.Encoding == DelimitedBytes && (s.PreEncoded() || isBase64(string(s.Delimiter))) {
		return nil, &SchemaError{[]SchemaNote{{"",
			fmt.Sprintf(`JSON has no place to state whether the delimiter "%s" is plain text or Base64; write YAML`,
				printable(s.Delimiter))}}}
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	err = enc.Encode(file)
	return out.Bytes(), err
}

// isBase64 reports whether a delimiter could be Base64 as well as plain text. Programs write padded Base64 in the
// standard alphabet; in the other one only what ends in padding counts, or two dashes could be it.
func isBase64(text string) bool {
	b, err := base64.StdEncoding.Strict().DecodeString(text)
	if err != nil && strings.HasSuffix(text, "=") {
		b, err = base64.URLEncoding.Strict().DecodeString(text)
	}
	return err == nil && len(b) > 0
}

// fromBase64 reads what a file states to be Base64, in either alphabet, with or without padding, as JSON of the API is
// read.
func fromBase64(text string) ([]byte, error) {
	text = strings.NewReplacer("-", "+", "_", "/").Replace(text)
	if len(text)%4 == 0 {
		return base64.StdEncoding.Strict().DecodeString(text)
	}
	return base64.RawStdEncoding.Strict().DecodeString(text)
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
