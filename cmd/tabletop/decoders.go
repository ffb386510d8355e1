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
	fs.StringArrayVar(&f.decode, "decode", nil,
		"Decoder of the values of a column, `COLUMN=DECODER`: "+decoder.Spec+
			"; COLUMN is FAMILY:QUALIFIER, * matches any; can be repeated")
	fs.StringVar(&f.decoder, "decoder", "",
		"Shell `COMMAND` that reads a value from standard input and writes it as text, for columns that --decode "+
			"does not name")
	fs.StringVar(&f.formatFile, "format-file", "",
		"`FILE` that describes how values are encoded, in the format of cbt read")
}

// decoders returns the decoders that the decoding flags name; nil if they name none.
func (p *program) decoders(ctx context.Context) (func(sample.Column) (views.Decoder, bool), error) {
	given := p.flags
	if len(given.decode) == 0 && given.decoder == "" && given.formatFile == "" {
		return nil, nil
	}
	var set decoder.Set
	for _, text := range given.decode {
		if err := set.Parse(ctx, text); err != nil {
			return nil, decodingError(fmt.Errorf("invalid --decode: %w", err))
		}
	}
	if given.formatFile != "" {
		if err := set.FormatFile(ctx, given.formatFile); err != nil {
			return nil, decodingError(fmt.Errorf("cannot use --format-file: %w", err))
		}
	}
	// The command decodes the columns without another decoder.
	var command *decoder.Decoder
	if given.decoder != "" {
		d := decoder.Command(given.decoder)
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

// decodingError returns err as a usage error, unless a file could not be read.
func decodingError(err error) error {
	var file *fs.PathError
	if errors.As(err, &file) {
		return err
	}
	return usageError{err}
}
