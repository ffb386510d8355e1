package decoder

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/twmb/avro"
	"github.com/twmb/avro/ocf"

	"tabletop/sampler/files"
)

// maxAvroBlock is what a block of a container file may hold, in bytes: Bigtable's limit for a value. Bare values need
// no bound, since the library allocates no more than the bytes that are there can hold.
const maxAvroBlock = 100 << 20

// Avro decodes values by the schema in a file: bare, in the single-object encoding, in the frame of a schema registry,
// or as a container file, which brings its own schema.
func Avro(schemaFile string) (Decoder, error) {
	raw, err := files.Read(schemaFile, files.SmallLimit)
	if err != nil {
		return Decoder{}, err
	}
	schema, err := avro.Parse(string(raw))
	if err != nil {
		return Decoder{}, fmt.Errorf("%s is not an Avro schema: %w", schemaFile, schemaError(raw, err))
	}
	a := avroDecoder{schema}
	return Decoder{Name: "avro", Decode: func(_ context.Context, value []byte) (string, error) {
		return a.decode(value)
	}}, nil
}

// schemaError is what is wrong with a schema that the library refused with err, in few words: the library takes text
// that is not JSON for the name of a type, and quotes all of it.
func schemaError(schema []byte, err error) error {
	var syntax *json.SyntaxError
	if bytes.ContainsAny(schema, "{[") && errors.As(json.Unmarshal(schema, new(any)), &syntax) {
		return fmt.Errorf("at byte %d: %w", syntax.Offset, syntax)
	}
	text := err.Error()
	if len(text) <= maxBrief {
		return err
	}
	return errors.New(strings.ToValidUTF8(text[:maxBrief], "") + "…")
}

// maxBrief is about two lines of a terminal.
const maxBrief = 160

type avroDecoder struct{ schema *avro.Schema }

func (a avroDecoder) decode(value []byte) (string, error) {
	if bytes.HasPrefix(value, []byte("Obj\x01")) {
		return container(value)
	}
	if text, err := a.used(value, a.schema.DecodeSingleObject); err == nil {
		return text, nil
	}
	text, err := a.used(value, a.schema.Decode)
	if err != nil && len(value) > 5 && value[0] == 0 && binary.BigEndian.Uint32(value[1:]) > 0 {
		if framed, err := a.used(value[5:], a.schema.Decode); err == nil {
			return framed, nil
		}
	}
	return text, err
}

// used decodes a value that must be used up: a schema that is not the value's mostly reads something, too.
func (a avroDecoder) used(value []byte, decode func([]byte, any, ...avro.Opt) ([]byte, error)) (string, error) {
	var v any
	left, err := decode(value, &v)
	switch {
	case err != nil:
		return "", fmt.Errorf("the value does not match the schema: %w", err)
	case len(left) > 0:
		return "", fmt.Errorf("the value does not match the schema: %d of its %d bytes are left over", len(left),
			len(value))
	}
	return asJSON(v)
}

// container lists the records of an object container file, by the schema in it.
func container(value []byte) (string, error) {
	reader, err := ocf.NewReader(bytes.NewReader(value), ocf.WithMaxBlockBytes(maxAvroBlock),
		ocf.WithMaxDecompressedBlockBytes(maxAvroBlock))
	if err != nil {
		return "", fmt.Errorf("not an Avro container file: %w", err)
	}
	records := []any{}
	for {
		var v any
		err := reader.Decode(&v)
		if errors.Is(err, io.EOF) {
			return asJSON(records)
		}
		if err != nil {
			return "", err
		}
		records = append(records, v)
	}
}

func asJSON(v any) (string, error) {
	j, err := json.Marshal(v)
	if err != nil {
		return "", errors.New("cannot write the decoded value as JSON: " + err.Error())
	}
	return indented(j)
}
