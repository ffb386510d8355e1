package decoder

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/hamba/avro/v2"
	"github.com/hamba/avro/v2/ocf"
	"github.com/klauspost/compress/zstd"

	"tabletop/sampler/files"
)

// What one value may make the decoder allocate, in bytes or elements. A few bytes can claim to be followed by very many,
// so a small value gets the small bound; the large one is the limit of Bigtable for a value.
const (
	smallAvro = 1 << 20
	largeAvro = 100 << 20
)

// Avro decodes values by the schema in a file: bare, in the single-object encoding, in the frame of a schema registry,
// or as a container file, which brings its own schema.
func Avro(schemaFile string) (Decoder, error) {
	raw, err := files.Read(schemaFile, files.SmallLimit)
	if err != nil {
		return Decoder{}, err
	}
	schema, err := avro.ParseBytesWithCache(raw, "", &avro.SchemaCache{})
	if err != nil {
		return Decoder{}, fmt.Errorf("%s is not an Avro schema: %w", schemaFile, schemaError(raw, err))
	}
	fingerprint, err := schema.FingerprintUsing(avro.CRC64AvroLE)
	if err != nil {
		return Decoder{}, err
	}
	api := func(most int) avro.API {
		return avro.Config{MaxByteSliceSize: most, MaxSliceAllocSize: most}.Freeze()
	}
	a := avroDecoder{schema: schema, fingerprint: fingerprint, small: api(smallAvro), large: api(largeAvro)}
	return Decoder{Name: "avro", Decode: func(_ context.Context, value []byte) (string, error) { return a.decode(value) }}, nil
}

// schemaError is what is wrong with a schema that the library refused with err, in few words: the library takes text that
// is not JSON for the name of a type, and quotes all of it.
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

type avroDecoder struct {
	schema      avro.Schema
	fingerprint []byte   // of the single-object encoding
	small       avro.API // for values up to smallAvro
	large       avro.API
}

func (a *avroDecoder) decode(value []byte) (string, error) {
	if bytes.HasPrefix(value, []byte("Obj\x01")) {
		return container(value, a.bounded(value))
	}
	if rest, ok := bytes.CutPrefix(value, append([]byte{0xc3, 0x01}, a.fingerprint...)); ok {
		return a.bare(rest)
	}
	text, err := a.bare(value)
	if err != nil && len(value) > 5 && value[0] == 0 && binary.BigEndian.Uint32(value[1:]) > 0 {
		if framed, err := a.bare(value[5:]); err == nil {
			return framed, nil
		}
	}
	return text, err
}

// bounded is the decoder that allocates no more than a value may ask for.
func (a *avroDecoder) bounded(value []byte) avro.API {
	if len(value) > smallAvro {
		return a.large
	}
	return a.small
}

// bare decodes a value without a frame. It must be used up: a schema that is not the value's mostly reads something too.
func (a *avroDecoder) bare(value []byte) (string, error) {
	left := bytes.NewReader(value)
	// A buffer of one byte takes no more from the value than was read.
	r := avro.NewReader(left, 1, avro.WithReaderConfig(a.bounded(value)))
	var v any
	r.ReadVal(a.schema, &v)
	switch {
	case r.Error != nil:
		return "", fmt.Errorf("the value does not fit the schema: %w", r.Error)
	case left.Len() > 0:
		return "", fmt.Errorf("the value does not fit the schema: %d of its %d bytes are left over", left.Len(), len(value))
	}
	return asJSON(v)
}

// container lists the records of an object container file. Its schema is kept in no cache: it may name types as other
// values do and mean others.
func container(value []byte, api avro.API) (string, error) {
	d, err := ocf.NewDecoder(bytes.NewReader(value), ocf.WithDecoderConfig(api), ocf.WithDecoderSchemaCache(&avro.SchemaCache{}),
		ocf.WithZStandardDecoderOptions(zstd.WithDecoderMaxMemory(largeAvro)))
	if err != nil {
		return "", fmt.Errorf("not an Avro container file: %w", err)
	}
	records := []any{}
	for d.HasNext() {
		var v any
		if err := d.Decode(&v); err != nil {
			return "", err
		}
		records = append(records, v)
	}
	if d.Error() != nil {
		return "", d.Error()
	}
	return asJSON(records)
}

func asJSON(v any) (string, error) {
	j, err := json.Marshal(v)
	if err != nil {
		return "", errors.New("it decodes to what JSON cannot say: " + err.Error())
	}
	return indented(j)
}
