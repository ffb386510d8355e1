package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tabletop/model/sample"
)

func TestDecoders(t *testing.T) {
	dir := t.TempDir()
	format := filepath.Join(dir, "format.yml")
	if err := os.WriteFile(format, []byte("columns: {n: {encoding: BigEndian, type: int16}, x: {encoding: Hex}}"),
		0o600); err != nil {
		t.Fatal(err)
	}
	p := &program{flags: flags{decode: []string{"f:x=command:rev"}, decoder: "tr a-z A-Z", formatFile: format}}
	find, err := p.decoders(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ family, qualifier, value, want string }{
		{"f", "x", "abc", "cba"},      // as --decode says
		{"g", "x", "abc", "61 62 63"}, // as the format file says
		{"g", "n", "\x01\x02", "258"},
		{"g", "other", "abc", "ABC"}, // by the command
	} {
		d, ok := find(sample.Column{Family: tt.family, Qualifier: tt.qualifier})
		if !ok {
			t.Errorf("%s:%s has no decoder", tt.family, tt.qualifier)
			continue
		}
		if got, err := d.Decode(t.Context(), []byte(tt.value)); err != nil || got != tt.want {
			t.Errorf("%s:%s by %s: %q, %v", tt.family, tt.qualifier, d.Name, got, err)
		}
	}
	if find, err := (&program{}).decoders(t.Context()); find != nil || err != nil {
		t.Errorf("without flags there is a decoder: %v", err)
	}
}

func TestDecoderMistakes(t *testing.T) {
	var usage usageError
	for _, tt := range []struct {
		f     flags
		says  string
		usage bool
	}{
		{flags{decode: []string{"f:x"}}, "--decode", true},
		{flags{decode: []string{"f:x=thrift:y"}}, "thrift", true},
		{flags{decode: []string{"f:x=avro:no-such-file.avsc"}}, "no-such-file.avsc", false},
		{flags{formatFile: "no-such-file.yml"}, "no-such-file.yml", false},
	} {
		_, err := (&program{flags: tt.f}).decoders(t.Context())
		if err == nil || !strings.Contains(err.Error(), tt.says) || errors.As(err, &usage) != tt.usage {
			t.Errorf("%+v: %v", tt.f, err)
		}
	}
}
