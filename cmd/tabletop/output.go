package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"slices"

	"golang.org/x/term"

	"tabletop/model/sample"
	"tabletop/sampler/files"
	"tabletop/sampler/snapshot"
)

// isStandardOutput reports whether the path of an --output flag is the standard output. The Unix paths of it
// count too: if they were opened again, a file behind them would lose its position.
func isStandardOutput(path string) bool {
	return slices.Contains([]string{"", standardStream, "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"}, path)
}

// writable returns an error if the path of an --output flag cannot be written, before a long read.
func (p *program) writable(path string) error {
	if isStandardOutput(path) {
		return nil
	}
	return outputError(path, files.Check(path))
}

func outputError(path string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("cannot write --output: %w\nname a file in a directory that exists and that you may write to", err)
}

// write writes a report to the path of an --output flag.
func (p *program) write(path string, write func(io.Writer) error) error {
	if isStandardOutput(path) {
		w := bufio.NewWriter(p.std.out)
		if err := write(w); err != nil {
			return err
		}
		return w.Flush()
	}
	return outputError(path, files.Write(path, files.Shared, write))
}

// writeSample saves a sample at the path of an --output flag.
func (p *program) writeSample(path string, s *sample.Sample) error {
	if isStandardOutput(path) {
		return snapshot.Save(p.std.out, s)
	}
	return snapshot.SaveFile(path, s)
}

// isTerminal reports whether a stream is one.
func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
