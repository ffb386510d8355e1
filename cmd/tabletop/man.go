package main

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// manCommand returns the hidden command that writes the man pages for release packages. The date is left out so that
// builds are reproducible.
func (p *program) manCommand(root *cobra.Command) *cobra.Command {
	var dir string
	cmd := &cobra.Command{
		Use:     "man",
		Short:   "Write the man pages",
		Long:    "man writes one man page per command to a directory, which it creates.",
		Example: "  tabletop man --dir man",
		Args:    exactly(0, "no argument"),
		Hidden:  true,
		RunE: func(*cobra.Command, []string) error {
			if err := os.MkdirAll(dir, 0o755); err != nil {
				return fmt.Errorf("cannot create --dir for the man pages: %w", err)
			}
			epoch := time.Unix(0, 0).UTC()
			root.DisableAutoGenTag = true
			header := &doc.GenManHeader{Title: "TABLETOP", Section: "1", Source: "tabletop", Manual: "tabletop",
				Date: &epoch}
			if err := doc.GenManTree(root, header, filepath.Clean(dir)); err != nil {
				return fmt.Errorf("cannot write the man pages to %s: %w", dir, err)
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&dir, "dir", "man", "`DIRECTORY` to write the pages to")
	return cmd
}
