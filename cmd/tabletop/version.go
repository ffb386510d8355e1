package main

import (
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// Set by the release build with -ldflags -X main.version=... The linker needs package variables.
var (
	version = ""
	commit  = ""
	date    = ""
)

// buildInfo is what tabletop version prints.
type buildInfo struct {
	Version string `json:"version"`
	Commit  string `json:"commit,omitempty"`
	Date    string `json:"date,omitempty"`
	Go      string `json:"go"`
	OS      string `json:"os"`
	Arch    string `json:"arch"`
}

// readBuildInfo falls back to what the Go toolchain recorded, for builds by `go install`.
func readBuildInfo() buildInfo {
	buildInfo := buildInfo{Version: version, Commit: commit, Date: date, Go: runtime.Version(), OS: runtime.GOOS,
		Arch: runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return buildInfo
	}
	if buildInfo.Version == "" {
		buildInfo.Version = info.Main.Version
	}
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision" && buildInfo.Commit == "":
			buildInfo.Commit = s.Value
		case s.Key == "vcs.time" && buildInfo.Date == "":
			buildInfo.Date = s.Value
		}
	}
	if buildInfo.Version == "" {
		buildInfo.Version = "(devel)"
	}
	return buildInfo
}

// text returns the version as the command and the flag print it.
func (b buildInfo) text() string {
	s := fmt.Sprintf("tabletop %s %s/%s %s\n", b.Version, b.OS, b.Arch, b.Go)
	if b.Commit != "" {
		s += fmt.Sprintf("commit %s %s\n", b.Commit, b.Date)
	}
	return s
}

func (p *program) versionCommand() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Show the version",
		Long: "version prints the version, commit, and build date of tabletop, and the platform\nand version of Go " +
			"that it was built for.",
		Example: `  tabletop version
  tabletop version --format json`,
		Args: exactly(0, "no argument"),
		RunE: func(*cobra.Command, []string) error {
			b := readBuildInfo()
			if format == "json" {
				return json.NewEncoder(p.std.out).Encode(b)
			}
			_, err := io.WriteString(p.std.out, b.text())
			return err
		},
	}
	formatFlag(cmd, &format, "text", "json")
	return cmd
}
