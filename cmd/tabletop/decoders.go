package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/spf13/pflag"

	"tabletop/model/sample"
	"tabletop/sampler/decoder"
	"tabletop/views"
)

func (f *flags) decoding(fs *pflag.FlagSet) {
	fs.StringArrayVar(&f.decode, "decode", nil, "show the values of a column decoded: `"+decoder.Spec+"`; COLUMN is FAMILY:QUALIFIER, * stands for any; may be repeated")
	fs.StringVar(&f.decoder, "decoder", "", "`command` that gets a value as its input and writes it as text, for columns that --decode does not name")
	fs.StringVar(&f.formatFile, "format-file", "", "`file` that says how values are encoded, as cbt read takes it")
}

// decoders reads what the decoding flags name. It is nil when they name nothing.
func (p *program) decoders(ctx context.Context) (func(sample.Column) (views.Decoder, bool), error) {
	f := p.flags
	if len(f.decode) == 0 && f.decoder == "" && f.formatFile == "" {
		return nil, nil
	}
	var set decoder.Set
	for _, text := range f.decode {
		if err := set.Parse(ctx, text); err != nil {
			return nil, decodingError(fmt.Errorf("--decode: %w", err))
		}
	}
	if f.formatFile != "" {
		if err := set.FormatFile(ctx, f.formatFile); err != nil {
			return nil, decodingError(fmt.Errorf("--format-file: %w", err))
		}
	}
	// The command is for what nothing else decodes.
	var command *decoder.Decoder
	if f.decoder != "" {
		d := decoder.Command(f.decoder)
		command = &d
	}
	return func(c sample.Column) (views.Decoder, bool) {
		d, ok := set.For(c.Family, c.Qualifier)
		if !ok && command != nil {
			d, ok = *command, true
		}
		return views.Decoder{Name: d.Name, Decode: d.Decode}, ok
	}, nil
}

// decodingError is a mistake in how the command was called, unless a file could not be read.
func decodingError(err error) error {
	var file *fs.PathError
	if errors.As(err, &file) {
		return err
	}
	return usageError{err}
}
