package decoder

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/twmb/avro"
	"github.com/twmb/avro/ocf"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/dynamicpb"
)

// write puts files into a folder of their own and returns its name.
func write(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

const meterProto = `syntax = "proto3";
package meters;
import "parts/unit.proto";
import "google/protobuf/timestamp.proto";
message Reading {
  string serial = 1;
  int64 watts = 2;
  parts.Unit unit = 3;
  google.protobuf.Timestamp at = 4;
  message Note { string text = 1; }
  repeated Note notes = 5;
}
message Other { fixed32 x = 9; }
`

const unitProto = `syntax = "proto3";
package parts;
enum Unit { NONE = 0; KILO = 1; }
message Note { string other = 1; }
`

func protoFiles(t testing.TB) string {
	return write(t, map[string]string{"meter.proto": meterProto, "parts/unit.proto": unitProto,
		"bad.proto": "syntax = nothing"})
}

// reading makes a value of the Reading message.
func reading(t testing.TB, dir string) []byte {
	t.Helper()
	m, err := loadMessages(t.Context(), []string{filepath.Join(dir, "meter.proto")}, nil)
	if err != nil {
		t.Fatal(err)
	}
	md, err := m.find("Reading")
	if err != nil {
		t.Fatal(err)
	}
	msg := dynamicpb.NewMessage(md)
	if err := protojson.Unmarshal([]byte(`{"serial": "a\u001b[31m", "watts": "1200", "unit": "KILO", "at": "2026-11-20T14:00:00Z", "notes": [{"text": "ok"}]}`), msg); err != nil {
		t.Fatal(err)
	}
	b, err := proto.Marshal(msg)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

const readingJSON = `{
  "serial": "a\u001b[31m",
  "watts": "1200",
  "unit": "KILO",
  "at": "2026-11-20T14:00:00Z",
  "notes": [
    {
      "text": "ok"
    }
  ]
}`

func TestProtobuf(t *testing.T) {
	dir := protoFiles(t)
	value := reading(t, dir)
	source := filepath.Join(dir, "meter.proto")
	// The same types from a descriptor set.
	m, err := loadMessages(t.Context(), []string{source}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var set descriptorpb.FileDescriptorSet
	for _, name := range []string{"google/protobuf/timestamp.proto", "parts/unit.proto", "meter.proto"} {
		f, err := m.files.FindFileByPath(name)
		if err != nil {
			t.Fatal(err)
		}
		set.File = append(set.File, protodesc.ToFileDescriptorProto(f))
	}
	raw, err := proto.Marshal(&set)
	if err != nil {
		t.Fatal(err)
	}
	compiled := filepath.Join(dir, "set.pb")
	if err := os.WriteFile(compiled, raw, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ file, message string }{
		{source, "meters.Reading"}, {source, "Reading"}, {source, "reading"}, {compiled, "meters.Reading"},
		{compiled, "READING"},
	} {
		d, err := protobuf(t.Context(), []string{tt.file}, nil, tt.message)
		if err != nil {
			t.Errorf("%s of %s: %v", tt.message, tt.file, err)
			continue
		}
		if got, err := d.Decode(t.Context(), value); err != nil || got != readingJSON || d.Name != "protobuf Reading" {
			t.Errorf("%s of %s, %s: %v\n%s", tt.message, tt.file, d.Name, err, got)
		}
		if got, err := d.Decode(t.Context(), []byte("\xff\xff")); err == nil {
			t.Errorf("nonsense decodes to %s", got)
		}
	}
	d, err := protobuf(t.Context(), []string{source}, nil, "Other")
	if err != nil {
		t.Fatal(err)
	}
	if got, err := d.Decode(t.Context(), value); err == nil {
		t.Errorf("a message of another type decodes to %s", got)
	}
	for _, tt := range []struct{ file, message, says string }{
		{source, "Writing", "the files have"},
		{source, "Note", "ambiguous message Note"},
		{filepath.Join(dir, "bad.proto"), "X", "cannot compile the .proto files"},
		{filepath.Join(dir, "none.proto"), "X", "none.proto"},
		{filepath.Join(dir, "none.pb"), "X", "none.pb"},
	} {
		if _, err := protobuf(t.Context(), []string{tt.file}, nil, tt.message); err == nil ||
			!strings.Contains(err.Error(), tt.says) {
			t.Errorf("%s of %s: %v, want …%s…", tt.message, tt.file, err, tt.says)
		}
	}
	// A set that is no set.
	junk := write(t, map[string]string{"junk.pb": "\x01\x02nothing"})
	if _, err := protobuf(t.Context(), []string{filepath.Join(junk, "junk.pb")}, nil, "X"); err == nil {
		t.Error("junk was taken for a descriptor set")
	}
}

const userSchema = `{"type": "record", "name": "User", "fields": [
  {"name": "name", "type": "string"}, {"name": "age", "type": ["null", "int"]}, {"name": "tags", "type": {"type": "array", "items": "string"}}]}`

func TestAvro(t *testing.T) {
	dir := write(t, map[string]string{"user.avsc": userSchema, "bad.avsc": "{"})
	d, err := Avro(filepath.Join(dir, "user.avsc"))
	if err != nil {
		t.Fatal(err)
	}
	schema := avro.MustParse(userSchema)
	// The single-object encoding as the specification has it: C3 01, then the little-endian CRC-64-AVRO of the
	// canonical schema.
	fingerprint := binary.LittleEndian.AppendUint64(nil, binary.BigEndian.Uint64(schema.Fingerprint(avro.NewRabin())))
	// by hand: string, branch 1 of the union and 7, a block of two strings
	bare := []byte("\x06Ann\x02\x0e\x04\x02a\x02b\x00")
	for name, value := range map[string][]byte{
		"bare":            bare,
		"single object":   append(append([]byte{0xc3, 0x01}, fingerprint...), bare...),
		"schema registry": append(binary.BigEndian.AppendUint32([]byte{0}, 42), bare...),
		"container":       containerOf(t, schema, ocf.SnappyCodec()),
		"deflated":        containerOf(t, schema, ocf.DeflateCodec(6)),
	} {
		got, err := d.Decode(t.Context(), value)
		if err != nil || !strings.Contains(got, `"name": "Ann"`) || !strings.Contains(got, "7") {
			t.Errorf("%s: %v\n%s", name, err, got)
		}
	}
	for _, value := range [][]byte{[]byte("\xff\xff\xff\xff\xff"), append(bare[:len(bare):len(bare)], "more"...),
		bare[:3], []byte("Obj\x01junk")} {
		if got, err := d.Decode(t.Context(), value); err == nil {
			t.Errorf("%x decodes to %s", value, got)
		}
	}
}

// containerOf is a container file with one user.
func containerOf(t *testing.T, schema *avro.Schema, codec ocf.Codec) []byte {
	t.Helper()
	var file bytes.Buffer
	w, err := ocf.NewWriter(&file, schema, ocf.WithCodec(codec))
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Encode(map[string]any{"name": "Ann", "age": 7, "tags": []string{"a", "b"}}); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// TestAvroClaimsAreBounded verifies that a few bytes that claim to be followed by very many are refused.
func TestAvroClaimsAreBounded(t *testing.T) {
	for name, schema := range map[string]string{
		"bytes": `"bytes"`, "string": `"string"`, "array": `{"type": "array", "items": "long"}`,
		"array of nothing": `{"type": "array", "items": "null"}`,
		"map":              `{"type": "map", "values": "null"}`,
	} {
		dir := write(t, map[string]string{"a.avsc": schema})
		d, err := Avro(filepath.Join(dir, "a.avsc"))
		if err != nil {
			t.Fatal(err)
		}
		huge := binary.AppendVarint(nil, 1<<40)
		if got, err := d.Decode(t.Context(), huge); err == nil {
			t.Errorf("%s: a claim of 2^40 decodes to %.40s", name, got)
		}
	}
}

// TestBadAvroSchemaIsNotEchoed verifies that the error names the fault and not the whole schema.
func TestBadAvroSchemaIsNotEchoed(t *testing.T) {
	long := `"doc": "` + strings.Repeat("z", 500) + `"`
	for schema, want := range map[string]string{
		`{"type": "record", ` + long: "unexpected end of JSON input",
		`{"type": "record", "name": "a", ` + long + `, "fields": [{"name": "x" "type": 1}]`: "invalid character '\"' " +
			"after object key:value pair",
		`{"type": "` + strings.Repeat("n", 500) + `"}`:                                 "unknown primitive",
		strings.Repeat("n", 500):                                                       "invalid schema json",
		`{"type": "record", "name": "a", "fields": [{"name": "x", "type": "nosuch"}]}`: `unknown type "nosuch"`,
	} {
		file := filepath.Join(t.TempDir(), "bad.avsc")
		if err := os.WriteFile(file, []byte(schema), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := Avro(file)
		if err == nil || !strings.Contains(err.Error(), "is not an Avro schema") ||
			!strings.Contains(err.Error(), want) || len(err.Error()) > len(file)+220 {
			t.Errorf("%.30s: %v; want %s", schema, err, want)
		}
	}
}

func TestCommand(t *testing.T) {
	for _, tt := range []struct{ line, value, want, fault string }{
		{"cat", "as it is\n", "as it is", ""},
		{"tr a-z A-Z | rev", "abc\n", "CBA", ""},
		{"echo wrong >&2; false", "x", "", "wrong"},
		{"no-such-command-here", "x", "", "no-such-command-here"},
		{"head -c 1", strings.Repeat("y", 1<<17), "y", ""},
	} {
		got, err := Command(tt.line).Decode(t.Context(), []byte(tt.value))
		if got != tt.want || (err != nil) != (tt.fault != "") ||
			err != nil && !strings.Contains(err.Error(), tt.fault) {
			t.Errorf("%s: %q, %v", tt.line, got, err)
		}
	}
	got, err := Command("yes").Decode(timed(t, 200*time.Millisecond), nil)
	if err == nil {
		t.Errorf("a command without end gave %d bytes", len(got))
	}
}

func timed(t *testing.T, d time.Duration) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), d)
	t.Cleanup(cancel)
	return ctx
}

func TestSet(t *testing.T) {
	dir := protoFiles(t)
	if err := os.WriteFile(filepath.Join(dir, "user.avsc"), []byte(userSchema), 0o600); err != nil {
		t.Fatal(err)
	}
	var s Set
	for _, text := range []string{
		"f:reading=proto:" + filepath.Join(dir, "meter.proto") + "#Reading", "f:a=b=command:cat",
		"f=avro:" + filepath.Join(dir, "user.avsc"), "*:note=command:rev",
	} {
		if err := s.Parse(t.Context(), text); err != nil && text != "f:a=b=command:cat" {
			t.Errorf("%s: %v", text, err)
		}
	}
	for _, tt := range []struct{ family, qualifier, want string }{
		{"f", "reading", "protobuf Reading"}, {"f", "other", "avro"}, {"g", "note", "rev"}, {"f", "note", "avro"},
		{"g", "reading", ""},
	} {
		d, ok := s.For(tt.family, tt.qualifier)
		if d.Name != tt.want || ok != (tt.want != "") {
			t.Errorf("%s:%s is decoded by %q", tt.family, tt.qualifier, d.Name)
		}
	}
	if _, ok := (*Set)(nil).For("f", "q"); ok {
		t.Error("no set has a decoder")
	}
	for text, says := range map[string]string{
		"f:q": "invalid decoder", "f:q=proto": "invalid decoder", "f:q=proto:x.proto": "missing message",
		"f:q=thrift:x": "thrift", ":q=command:cat": "invalid column", "f:q=avro:none.avsc": "none.avsc",
	} {
		if err := s.Parse(t.Context(), text); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v, want …%s…", text, err, says)
		}
	}
}

func TestFormatFile(t *testing.T) {
	dir := protoFiles(t)
	file := filepath.Join(dir, "format.yml")
	text := fmt.Sprintf(`
default_encoding: HEX
protocol_buffer_definitions: [meter.proto]
protocol_buffer_paths: [%s]
columns:
  count: {encoding: BigEndian, type: INT64}
  pair: {encoding: L, type: uint16}
  tiny: {encoding: Binary, type: int8}
  doc: {encoding: j}
  raw: {}
families:
  readings:
    default_encoding: ProtocolBuffer
    default_type: Reading
    columns:
      note: {type: Reading.Note}
      load: {encoding: B, type: float32}
  plain:
    columns:
      Reading: {encoding: proto}
`, dir)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	var s Set
	if err := s.FormatFile(t.Context(), file); err != nil {
		t.Fatal(err)
	}
	value := string(reading(t, dir))
	for _, tt := range []struct{ family, qualifier, value, want string }{
		{"any", "count", "\x00\x00\x00\x00\x00\x00\x04\x00", "1024"},
		{"any", "count", "\xff\xff\xff\xff\xff\xff\xff\xff\x00\x00\x00\x00\x00\x00\x00\x05", "[-1 5]"},
		{"any", "pair", "\x01\x00\x02\x00", "[1 2]"},
		{"any", "tiny", "\xfe", "-2"},
		{"any", "doc", `{"a":[1.5]}`, "{\n  \"a\": [\n    1.5\n  ]\n}"},
		{"any", "raw", "\x01ab", "01 61 62"},
		{"any", "unlisted", "z", "7a"},
		{"readings", "unlisted", value, readingJSON},
		{"readings", "load", "\x3f\xc0\x00\x00", "1.5"},
		{"readings", "note", "\x0a\x02hi", "{\n  \"text\": \"hi\"\n}"},
		{"readings", "count", value, readingJSON}, // a listed family does not look at the columns of the file
		{"plain", "Reading", value, readingJSON},  // the type is the column's name where none is given
		{"plain", "other", "z", "7a"},
	} {
		d, ok := s.For(tt.family, tt.qualifier)
		if !ok {
			t.Errorf("%s:%s has no decoder", tt.family, tt.qualifier)
			continue
		}
		if got, err := d.Decode(t.Context(), []byte(tt.value)); err != nil || got != tt.want {
			t.Errorf("%s:%s by %s: %q, %v, want %q", tt.family, tt.qualifier, d.Name, got, err, tt.want)
		}
	}
	// A value that does not fit is reported, and the next one is read all the same.
	d, _ := s.For("any", "count")
	if _, err := d.Decode(t.Context(), []byte("abc")); err == nil || !strings.Contains(err.Error(), "3 bytes") {
		t.Errorf("3 bytes of int64: %v", err)
	}
}

func TestFormatFileMistakes(t *testing.T) {
	for text, says := range map[string][]string{
		"columns: {a: {encoding: Base91}, b: {encoding: BigEndian}, c: {encoding: B, type: " +
			"int7}}": {"a: unknown encoding", "b: missing type for BigEndian", "c: unknown type"},
		"colums: {}":                              {"colums"},
		"columns: {m: {encoding: proto}}":         {"m: unknown message m"},
		"default_encoding: [1":                    {"format file"},
		"protocol_buffer_definitions: [no.proto]": {"no.proto"},
	} {
		dir := write(t, map[string]string{"f.yml": text})
		var s Set
		err := s.FormatFile(t.Context(), filepath.Join(dir, "f.yml"))
		for _, want := range says {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v, want …%s…", text, err, want)
			}
		}
	}
	var s Set
	dir := write(t, map[string]string{"empty.yml": ""})
	if err := s.FormatFile(t.Context(), filepath.Join(dir, "empty.yml")); err != nil {
		t.Errorf("an empty file: %v", err)
	}
	if _, ok := s.For("f", "q"); ok {
		t.Error("an empty file has a decoder")
	}
}

func FuzzAvro(f *testing.F) {
	dir := write(f, map[string]string{"user.avsc": userSchema})
	d, err := Avro(filepath.Join(dir, "user.avsc"))
	if err != nil {
		f.Fatal(err)
	}
	f.Add([]byte("\x06Ann\x02\x0e\x02\x02a\x00"))
	f.Add([]byte("Obj\x01"))
	f.Fuzz(func(t *testing.T, v []byte) {
		_, _ = d.Decode(context.Background(), v) // it must come back
	})
}

// TestProtoNesting verifies that a .proto file is refused by how deeply its brackets are nested, and not by those in
// strings and comments.
func TestProtoNesting(t *testing.T) {
	const head = "syntax = \"proto3\";\n"
	message := func(open, end string, times int) string {
		return head + strings.Repeat(open, times) + strings.Repeat(end, times) + "\nmessage m { int32 a = 1; }"
	}
	for name, c := range map[string]struct {
		text string
		deep bool
	}{
		"101 messages":      {message("message m {", "}", 101), true},
		"100 messages":      {message("message m {", "}", 100), false}, // for which the compiler has a limit of its own
		"101 lists":         {head + "option (a) = " + strings.Repeat("[", 101), true},
		"comments":          {message("// {\n", "", 200), false},
		"a comment":         {head + "/*" + strings.Repeat("{", 200) + "*/ message m {}", false},
		"an open comment":   {message("", "", 0) + "/*" + strings.Repeat("{", 200), false},
		"a string":          {head + "option java_package = \"" + strings.Repeat("{", 200) + "\";", false},
		"an escaped quote":  {head + "option java_package = \"\\\"" + strings.Repeat("{", 200) + "\";", false},
		"behind a string":   {head + "option java_package = 'a';" + strings.Repeat("{", 101), true},
		"behind a comment":  {head + "/* a */" + strings.Repeat("{", 101), true},
		"side by side":      {message("message a {}", "", 200), false},
		"nothing but slash": {"/", false},
	} {
		file := filepath.Join(t.TempDir(), "m.proto")
		if err := os.WriteFile(file, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := protobuf(t.Context(), []string{file}, nil, "m")
		if deep := err != nil && strings.Contains(err.Error(), "nested deeper than 100"); deep != c.deep {
			t.Errorf("%s: %v", name, err)
		}
	}
}
