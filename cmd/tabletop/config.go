package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"tabletop/model/sample"
	"tabletop/sampler/files"
	"tabletop/tui"
	"tabletop/views/widget"
)

func (p *program) configCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "config",
		Short: "Print the default settings of the app",
		Long: `config prints the default settings of the app as YAML: its theme, how it samples
a table, and the key of every action. To change some, keep those lines in the
file that the output names, usually ~/.config/tabletop/config.yaml.

Only the app reads the file. Commands that print never do, so that their output
does not depend on the user's settings. Flags take precedence.`,
		Example: `  tabletop config
  tabletop config > defaults.yaml`,
		Args: exactly(0, "no arguments"),
		RunE: func(*cobra.Command, []string) error {
			where := p.settingsFile()
			if where == "" {
				where = "config.yaml in the directory of the user's settings"
			}
			_, err := fmt.Fprintf(p.std.out,
				"# Settings of the app, with their defaults. It reads them from\n# %s\n\n%s", safeLine(where),
				tui.SettingsText())
			return err
		},
	}
}

// settingsFile is where the settings of the app are; empty if the home directory is not known.
func (p *program) settingsFile() string {
	if dir := p.configFolder(); dir != "" {
		return filepath.Join(dir, "config.yaml")
	}
	return ""
}

// settings reads the settings of the app and applies those that no flag overrides. Only the app may call it: what
// commands print must not depend on a file in the user's home directory.
func (p *program) settings() (tui.Settings, error) {
	var none tui.Settings
	file := p.settingsFile()
	if file == "" {
		return none, nil
	}
	data, err := files.Read(file, files.SmallLimit)
	if errors.Is(err, fs.ErrNotExist) {
		return none, nil
	}
	const next = "correct the file, or move it away; to print the defaults, run: tabletop config"
	if err != nil {
		return none, usageError{fmt.Errorf("cannot read the settings: %w\n%s", err, next)}
	}
	settings, err := tui.ParseSettings(data)
	if err != nil {
		return none, usageError{fmt.Errorf("invalid settings in %s: %w\n%s", file, err, next)}
	}
	given := func(flag string) bool { return p.given != nil && p.given(flag) }
	if settings.Theme != "" && !given("theme") {
		p.flags.theme = string(settings.Theme)
	}
	if settings.Strategy != "" && settings.Strategy != sample.Auto && !given("strategy") {
		p.flags.strategy = string(settings.Strategy)
	}
	p.flags.noMouse = p.flags.noMouse || settings.NoMouse && !given("no-mouse")
	return settings, nil
}

// keepTheme writes the theme that was chosen in the app into the settings, and returns where they are. The other lines
// stay.
func (p *program) keepTheme(theme widget.Theme) (where string, err error) {
	file := p.settingsFile()
	if file == "" {
		return "", errors.New("the directory of the user's settings is not known")
	}
	data, err := files.Read(file, files.SmallLimit)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	if data, err = tui.WithTheme(data, theme); err != nil {
		return "", fmt.Errorf("%s: %w", file, err)
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return "", err
	}
	return file, files.Write(file, files.Shared, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}
