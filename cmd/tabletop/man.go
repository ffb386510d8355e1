package main

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// manCommand writes the man pages; packages carry them. The date is left out so that builds reproduce.
func (p *program) manCommand(root *cobra.Command) *cobra.Command {
	var dir string
	cmd := &cobra.Command{
		Use:    "man",
		Short:  "Write the man pages",
		Args:   exactly(0, "no argument"),
		Hidden: true,
		RunE: func(*cobra.Command, []string) error {
			if err := os.MkdirAll(dir, 0o755); err != nil {
				return fmt.Errorf("the folder for the man pages could not be made: %w", err)
			}
			epoch := time.Unix(0, 0).UTC()
			root.DisableAutoGenTag = true
			header := &doc.GenManHeader{Title: "TABLETOP", Section: "1", Source: "tabletop", Manual: "tabletop", Date: &epoch}
			if err := doc.GenManTree(root, header, filepath.Clean(dir)); err != nil {
				return fmt.Errorf("the man pages could not be written to %s: %w", dir, err)
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&dir, "dir", "man", "`folder` to write them to")
	return cmd
}
