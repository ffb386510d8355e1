// Package decoder turns values into text by means that need files or processes: protobuf messages described by .proto
// files or a descriptor set, Avro by its schema, a command of the user's, and the format file of cbt.
package decoder

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
)

// Func writes a value as text, which may have several lines and is not escaped. An error states why the value does not
// fit; it is no fault of the program.
type Func func(ctx context.Context, value []byte) (string, error)

// Set states which decoder is for which column. The zero value has none.
type Set struct {
	rules []rule
	names func(family, qualifier string) (Decoder, bool) // of a format file; nil without one
}

// Decoder is a Func and what it is called.
type Decoder struct {
	Name   string // "protobuf Person", "avro", "jq ."
	Decode Func
}

// rule is a decoder for the columns that match.
type rule struct {
	family, qualifier string // "*" is any
	Decoder
}

// For finds the decoder of a column: the first that was added for it, else that of the format file.
func (s *Set) For(family, qualifier string) (Decoder, bool) {
	if s == nil {
		return Decoder{}, false
	}
	for _, r := range s.rules {
		if (r.family == "*" || r.family == family) && (r.qualifier == "*" || r.qualifier == qualifier) {
			return r.Decoder, true
		}
	}
	if s.names != nil {
		return s.names(family, qualifier)
	}
	return Decoder{}, false
}

// Add puts a decoder in force for a column given as FAMILY:QUALIFIER; * stands for any family or any qualifier, and a
// family alone for all its columns.
func (s *Set) Add(column string, d Decoder) error {
	family, qualifier, ok := strings.Cut(column, ":")
	if !ok {
		qualifier = "*"
	}
	if family == "" {
		return fmt.Errorf("invalid column %q: must be FAMILY:QUALIFIER, where * matches any", column)
	}
	s.rules = append(s.rules, rule{family, qualifier, d})
	return nil
}

// Spec is how Parse wants a decoder to be written.
const Spec = "COLUMN=proto:FILE#MESSAGE, COLUMN=avro:FILE, or COLUMN=command:COMMAND"

// Parse adds a decoder from text: "f:q=proto:address.proto#tutorial.Person", "f:*=proto:set.pb#Person",
// "f:q=avro:user.avsc", "*=command:jq .". Files are read at once.
func (s *Set) Parse(ctx context.Context, text string) error {
	column, how, ok := strings.Cut(text, "=")
	kind, rest, ok2 := strings.Cut(how, ":")
	if !ok || !ok2 || rest == "" {
		return fmt.Errorf("invalid decoder %q: must be %s", text, Spec)
	}
	var decoder Decoder
	var err error
	switch kind {
	case "proto":
		file, message, ok := strings.Cut(rest, "#")
		if !ok || message == "" {
			return fmt.Errorf("missing message in %q: write proto:%s#MESSAGE", text, file)
		}
		decoder, err = protobuf(ctx, []string{file}, nil, message)
	case "avro":
		decoder, err = Avro(rest)
	case "command":
		decoder = Command(rest)
	default:
		return fmt.Errorf("unknown decoder %q: must be %s", kind, Spec)
	}
	if err != nil {
		return err
	}
	return s.Add(column, decoder)
}

// indented writes JSON again with two spaces a level.
func indented(j []byte) (string, error) {
	var b bytes.Buffer
	if err := json.Indent(&b, j, "", "  "); err != nil {
		return "", err
	}
	return b.String(), nil
}
