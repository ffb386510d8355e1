package decoder

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"tabletop/model/bounded"
	"tabletop/sampler/files"
)

// formatFile is the YAML that cbt read format-file= takes.
type formatFile struct {
	DefaultEncoding string                  `yaml:"default_encoding"`
	DefaultType     string                  `yaml:"default_type"`
	Definitions     []string                `yaml:"protocol_buffer_definitions"`
	Paths           []string                `yaml:"protocol_buffer_paths"`
	Columns         map[string]formatColumn `yaml:"columns"`
	Families        map[string]formatFamily `yaml:"families"`
}

type formatFamily struct {
	DefaultEncoding string                  `yaml:"default_encoding"`
	DefaultType     string                  `yaml:"default_type"`
	Columns         map[string]formatColumn `yaml:"columns"`
}

type formatColumn struct {
	Encoding string `yaml:"encoding"`
	Type     string `yaml:"type"`
}

// FormatFile puts the decoders of a cbt format file in force, for columns that have none added by Add or Parse.
// Relative names of .proto files are from the working directory, as with cbt. The error lists all mistakes of the file.
func (s *Set) FormatFile(ctx context.Context, name string) error {
	raw, err := files.Read(name, files.SmallLimit)
	if err != nil {
		return err
	}
	var f formatFile
	if err := bounded.YAML(raw, &f, true); err != nil && len(bytes.TrimSpace(raw)) > 0 {
		return fmt.Errorf("format file %s: %w", name, err)
	}
	types := &messages{}
	if len(f.Definitions) > 0 {
		if types, err = loadMessages(ctx, f.Definitions, f.Paths); err != nil {
			return fmt.Errorf("format file %s: %w", name, err)
		}
	}
	var faults []error
	for column, c := range f.Columns {
		_, _, err := f.decoder(types, "", column, c)
		faults = append(faults, explain(column, err))
	}
	for family, fam := range f.Families {
		for column, c := range fam.Columns {
			_, _, err := f.decoder(types, family, column, c)
			faults = append(faults, explain(family+":"+column, err))
		}
	}
	if err := errors.Join(faults...); err != nil {
		return fmt.Errorf("format file %s:\n%w", name, err)
	}
	s.names = func(family, qualifier string) (Decoder, bool) {
		d, ok, err := f.decoder(types, family, qualifier, f.column(family, qualifier))
		return d, ok && err == nil
	}
	return nil
}

func explain(column string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", column, err)
}

// column is what the file says of a column: of its family if that is listed, else of the column by itself.
func (f *formatFile) column(family, qualifier string) formatColumn {
	if fam, ok := f.Families[family]; ok {
		return fam.Columns[qualifier]
	}
	return f.Columns[qualifier]
}

// decoder makes the decoder of a column, with the defaults of its family and of the file where it says nothing. There
// is none where nothing is said anywhere.
func (f *formatFile) decoder(m *messages, family, qualifier string, c formatColumn) (Decoder, bool, error) {
	fam := f.Families[family]
	encoding := first(c.Encoding, fam.DefaultEncoding, f.DefaultEncoding)
	kind := first(c.Type, fam.DefaultType, f.DefaultType)
	switch strings.ToLower(encoding) {
	case "":
		return Decoder{}, false, nil
	case "hex", "h":
		return plain("hex", func(v []byte) (string, error) { return spacedHex(v), nil }), true, nil
	case "json", "j":
		return plain("JSON", jsonText), true, nil
	case "bigendian", "binary", "b":
		d, err := numbers(encoding, kind, binary.BigEndian)
		return d, err == nil, err
	case "littleendian", "l":
		d, err := numbers(encoding, kind, binary.LittleEndian)
		return d, err == nil, err
	case "protocolbuffer", "protocol-buffer", "protocol_buffer", "proto", "p":
		d, err := m.decoder(first(kind, qualifier))
		return d, err == nil, err
	}
	return Decoder{}, false, fmt.Errorf("unknown encoding %q: must be Hex, JSON, BigEndian, LittleEndian, or "+
		"ProtocolBuffer", encoding)
}

func first(all ...string) string {
	for _, s := range all {
		if s != "" {
			return s
		}
	}
	return ""
}

func plain(name string, f func([]byte) (string, error)) Decoder {
	return Decoder{Name: name, Decode: func(_ context.Context, v []byte) (string, error) { return f(v) }}
}

func spacedHex(v []byte) string {
	parts := make([]string, len(v))
	for i := range v {
		parts[i] = hex.EncodeToString(v[i : i+1])
	}
	return strings.Join(parts, " ")
}

func jsonText(v []byte) (string, error) {
	if !json.Valid(v) {
		return "", errors.New("the value is not JSON")
	}
	return indented(v)
}

// numbers decodes one number of a type, or several one after another.
func numbers(encoding, kind string, order binary.ByteOrder) (Decoder, error) {
	width, write := numberType(strings.ToLower(kind), order)
	switch {
	case kind == "":
		return Decoder{}, fmt.Errorf("missing type for %s: add one, for example int64", encoding)
	case write == nil:
		return Decoder{}, fmt.Errorf("unknown type %q: must be int8 to int64, uint8 to uint64, float32, or float64",
			kind)
	}
	return plain(kind, func(v []byte) (string, error) {
		if len(v)%width != 0 || len(v) == 0 {
			return "", fmt.Errorf("cannot decode %d bytes as %s, which takes %d bytes each", len(v), kind, width)
		}
		var parts []string
		for ; len(v) > 0; v = v[width:] {
			parts = append(parts, write(v[:width]))
		}
		if len(parts) == 1 {
			return parts[0], nil
		}
		return "[" + strings.Join(parts, " ") + "]", nil
	}), nil
}

func numberType(kind string, order binary.ByteOrder) (width int, write func([]byte) string) {
	read := func(v []byte) uint64 {
		switch len(v) {
		case 1:
			return uint64(v[0])
		case 2:
			return uint64(order.Uint16(v))
		case 4:
			return uint64(order.Uint32(v))
		}
		return order.Uint64(v)
	}
	switch kind {
	case "float32":
		return 4, func(v []byte) string {
			return strconv.FormatFloat(float64(math.Float32frombits(order.Uint32(v))), 'g', -1, 32)
		}
	case "float64":
		return 8, func(v []byte) string {
			return strconv.FormatFloat(math.Float64frombits(order.Uint64(v)), 'g', -1, 64)
		}
	}
	bits, signed := strings.CutPrefix(kind, "int")
	if !signed {
		bits = strings.TrimPrefix(kind, "uint")
	}
	count, err := strconv.Atoi(bits)
	if err != nil || count != 8 && count != 16 && count != 32 && count != 64 {
		return 0, nil
	}
	return count / 8, func(v []byte) string {
		if signed {
			shift := 64 - count
			return strconv.FormatInt(int64(read(v)<<shift)>>shift, 10)
		}
		return strconv.FormatUint(read(v), 10)
	}
}
