package main

import (
	"io"
	"os"
	"path/filepath"

	"tabletop/sampler/files"
)

// welcome returns what records that the user has found their way in the app; nil if that is recorded already, or if
// there is no place for it.
func (p *program) welcome() func() error {
	folder := p.stateFolder()
	if folder == "" {
		return nil
	}
	path := filepath.Join(folder, "welcomed")
	if _, err := os.Stat(path); err == nil {
		return nil
	}
	return func() error {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return err
		}
		return files.Write(path, files.Shared, func(w io.Writer) error {
			_, err := io.WriteString(w, "The app shows the lines for the first run until this file is there.\n")
			return err
		})
	}
}
