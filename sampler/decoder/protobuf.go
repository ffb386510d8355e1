package decoder

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bufbuild/protocompile"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/dynamicpb"

	"tabletop/model/bounded"
	"tabletop/sampler/files"
)

// protobuf returns the decoder of messages of a type that .proto files or descriptor sets (protoc --descriptor_set_out)
// describe. The name of the message may leave out its package; upper and lower case do not matter. Imports are looked
// for beside the files and in importPaths.
func protobuf(ctx context.Context, files, importPaths []string, message string) (Decoder, error) {
	messages, err := loadMessages(ctx, files, importPaths)
	if err != nil {
		return Decoder{}, err
	}
	return messages.decoder(message)
}

// messages are all message types of some files.
type messages struct {
	files *protoregistry.Files
	types *dynamicpb.Types
	all   []protoreflect.MessageDescriptor
}

func loadMessages(ctx context.Context, files, importPaths []string) (*messages, error) {
	var sources, sets []string
	for _, f := range files {
		if filepath.Ext(f) == ".proto" {
			sources = append(sources, f)
		} else {
			sets = append(sets, f)
		}
	}
	types := &messages{files: &protoregistry.Files{}}
	for _, f := range sets {
		if err := types.loadSet(f); err != nil {
			return nil, fmt.Errorf("descriptor set %s: %w", f, err)
		}
	}
	if err := types.compile(ctx, sources, importPaths); err != nil {
		return nil, err
	}
	types.types = dynamicpb.NewTypes(types.files)
	types.files.RangeFiles(func(f protoreflect.FileDescriptor) bool {
		types.collect(f.Messages())
		return true
	})
	slices.SortFunc(types.all, func(a, b protoreflect.MessageDescriptor) int {
		return strings.Compare(string(a.FullName()), string(b.FullName()))
	})
	return types, nil
}

func (m *messages) loadSet(name string) error {
	raw, err := files.Read(name, files.LargeLimit)
	if err != nil {
		return err
	}
	var set descriptorpb.FileDescriptorSet
	if err := proto.Unmarshal(raw, &set); err != nil {
		return fmt.Errorf("it is not a descriptor set, which protoc --include_imports --descriptor_set_out writes: %w",
			err)
	}
	files, err := protodesc.NewFiles(&set)
	if err != nil {
		return err
	}
	files.RangeFiles(func(f protoreflect.FileDescriptor) bool {
		err = m.register(f)
		return err == nil
	})
	return err
}

func (m *messages) compile(ctx context.Context, sources, importPaths []string) error {
	if len(sources) == 0 {
		return nil
	}
	paths := slices.Clone(importPaths)
	names := make([]string, len(sources))
	for i, f := range sources {
		names[i] = f
		if !underAny(f, importPaths) {
			// The file is named from here, not from an import path, and imports what lies beside it.
			paths = append(paths, filepath.Dir(f))
			names[i] = filepath.Base(f)
		}
	}
	compiler := protocompile.Compiler{Resolver: protocompile.WithStandardImports(&protocompile.SourceResolver{ImportPaths: paths, Accessor: source})}
	compiled, err := compiler.Compile(ctx, names...)
	if err != nil {
		return fmt.Errorf("cannot compile the .proto files: %w", err)
	}
	for _, f := range compiled {
		if err := m.register(f); err != nil {
			return err
		}
	}
	return nil
}

// source opens a .proto file, also one that is imported.
func source(path string) (io.ReadCloser, error) {
	text, err := files.Read(path, files.SmallLimit)
	if err != nil {
		return nil, err
	}
	if nestedDeeper(text, bounded.MaxDepth) {
		return nil, fmt.Errorf("%s: braces are nested deeper than %d levels", path, bounded.MaxDepth)
	}
	return io.NopCloser(bytes.NewReader(text)), nil
}

// nestedDeeper reports whether brackets outside the strings and comments of a .proto file are nested deeper than limit:
// the compiler takes a thousand times the memory of such a text before it refuses it.
func nestedDeeper(text []byte, limit int) bool {
	depth := 0
	for at := 0; at < len(text); at++ {
		switch rest := text[at:]; {
		case bytes.HasPrefix(rest, []byte("//")):
			at += skipTo(rest, "\n")
		case bytes.HasPrefix(rest, []byte("/*")):
			at += skipTo(rest, "*/")
		case rest[0] == '"' || rest[0] == '\'':
			at += skipString(rest)
		case bytes.IndexByte([]byte("{[(<"), rest[0]) >= 0:
			if depth++; depth > limit {
				return true
			}
		case bytes.IndexByte([]byte("}])>"), rest[0]) >= 0:
			depth--
		}
	}
	return false
}

// skipString returns how far the end of a string, on its line, is from its beginning.
func skipString(text []byte) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case text[0], '\n':
			return i
		}
	}
	return len(text)
}

// skipTo returns how far the end of a comment is from its beginning; all of text without one.
func skipTo(text []byte, end string) int {
	if n := bytes.Index(text[2:], []byte(end)); n >= 0 {
		return n + 2
	}
	return len(text)
}

// underAny reports whether a file is found by its name from one of the import paths.
func underAny(file string, paths []string) bool {
	return slices.ContainsFunc(paths, func(p string) bool {
		_, err := os.Stat(filepath.Join(p, file))
		return err == nil
	})
}

// register registers a file and its imports, once each.
func (m *messages) register(f protoreflect.FileDescriptor) error {
	if _, err := m.files.FindFileByPath(f.Path()); err == nil {
		return nil
	}
	for i := range f.Imports().Len() {
		if err := m.register(f.Imports().Get(i).FileDescriptor); err != nil {
			return err
		}
	}
	return m.files.RegisterFile(f)
}

func (m *messages) collect(all protoreflect.MessageDescriptors) {
	for i := range all.Len() {
		m.all = append(m.all, all.Get(i))
		m.collect(all.Get(i).Messages())
	}
}

// find finds a message type by its full name, or by the end of it.
func (m *messages) find(name string) (protoreflect.MessageDescriptor, error) {
	var found []string
	var md protoreflect.MessageDescriptor
	for _, descriptor := range m.all {
		full := string(descriptor.FullName())
		if strings.EqualFold(full, name) {
			return descriptor, nil
		}
		if len(full) > len(name) && strings.EqualFold(full[len(full)-len(name)-1:], "."+name) {
			found = append(found, full)
			md = descriptor
		}
	}
	switch len(found) {
	case 1:
		return md, nil
	case 0:
		var have []string
		for _, d := range m.all {
			have = append(have, string(d.FullName()))
		}
		return nil, fmt.Errorf("unknown message %s: the files have %s", name, strings.Join(have, ", "))
	}
	return nil, fmt.Errorf("ambiguous message %s: write the full name of one of %s", name, strings.Join(found, ", "))
}

func (m *messages) decoder(name string) (Decoder, error) {
	md, err := m.find(name)
	if err != nil {
		return Decoder{}, err
	}
	return Decoder{Name: "protobuf " + string(md.Name()), Decode: func(_ context.Context, value []byte) (string,
		error) {
		msg := dynamicpb.NewMessage(md)
		if err := (proto.UnmarshalOptions{Resolver: m.types, AllowPartial: true}).Unmarshal(value, msg); err != nil {
			return "", fmt.Errorf("not a %s: %w", md.FullName(), err)
		}
		if len(value) > 0 && len(msg.GetUnknown()) == len(value) {
			return "", errors.New("the value has no field of " + string(md.FullName()))
		}
		j, err := protojson.MarshalOptions{Resolver: m.types, UseProtoNames: true, AllowPartial: true}.Marshal(msg)
		if err != nil {
			return "", err
		}
		return indented(j) // protojson varies its spaces on purpose
	}}, nil
}
