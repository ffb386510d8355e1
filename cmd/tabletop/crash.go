package main

import (
	"cmp"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"tabletop/model/crash"
	"tabletop/model/demo"
	"tabletop/sampler/files"
)

// withCrashReport returns err, or, if it is an internal error, one that names the file to report it with.
func (p *program) withCrashReport(err error) error {
	fault, ok := errors.AsType[*crash.Error](err)
	if !ok {
		return err
	}
	path, writeErr := p.reportCrash(fault)
	if writeErr != nil {
		report := fault.Report(readBuildInfo().text(), p.invocation)
		return fmt.Errorf("%w\nno file could be written (%w), so please report this:\n%s", fault, writeErr, report)
	}
	const holds = "the version, the command, and the stack, and no data"
	return fmt.Errorf("%w; please report it with %s, which holds %s", fault, path, holds)
}

// reportCrash writes the file that a user sends to report an internal error, and returns its path. It is in the state
// folder, or in that for temporary files. An error at the same place has the same file, so that they do not accumulate.
func (p *program) reportCrash(fault *crash.Error) (path string, err error) {
	place := fnv.New32a()
	io.WriteString(place, strings.Join(fault.Stack, "\n")) // a hash returns no error
	name := fmt.Sprintf("internal-error-%08x.txt", place.Sum32())
	text := fault.Report(readBuildInfo().text(), p.invocation)
	for _, folder := range []string{p.stateFolder(), os.TempDir()} {
		if folder == "" {
			continue
		}
		path = filepath.Join(folder, name)
		if err = os.MkdirAll(folder, 0o755); err != nil {
			continue
		}
		err = files.Write(path, files.Private, func(w io.Writer) error {
			_, err := io.WriteString(w, text)
			return err
		})
		if err == nil {
			return path, nil
		}
	}
	return "", err
}

// invoked describes a command for a report: its name, demos, and the flags with the values that cannot be data of a
// table.
func invoked(cmd *cobra.Command, args []string) string {
	words := []string{cmd.CommandPath()}
	for _, arg := range args {
		words = append(words, cmp.Or(knownDemo(arg), "ARGUMENT"))
	}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		words = append(words, "--"+f.Name+" "+cmp.Or(knownValue(f.Value), "VALUE"))
	})
	return strings.Join(words, " ")
}

// knownDemo returns an argument if it names a demo, as a command or a SOURCE does; empty for any other.
func knownDemo(arg string) string {
	if _, _, err := demo.Find(arg); err != nil || arg == "" {
		return ""
	}
	return arg
}

// knownValue returns the value of a flag whose values are numbers or words of this program; empty for any other.
func knownValue(v pflag.Value) string {
	types := []string{"bool", "int", "int64", "uint64", "duration", "size", "rate", "format"}
	if !slices.Contains(types, v.Type()) && !slices.Contains(strategyNames(), v.String()) {
		return ""
	}
	return v.String()
}
