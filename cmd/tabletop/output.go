package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"tabletop/model/sample"
	"tabletop/sampler/files"
	"tabletop/sampler/snapshot"
	"tabletop/views/widget"
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
	files.RemoveStale(filepath.Dir(path), time.Now())
	return outputError(files.Check(path))
}

func outputError(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("cannot write --output: %w\nname a file in a directory that exists and that you may write to",
		err)
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
	return outputError(files.Write(path, files.Shared, func(w io.Writer) error {
		if _, is := p.std.out.(*asciiWriter); is {
			w = &asciiWriter{to: w}
		}
		return write(w)
	}))
}

// writeReport writes a report to the path of --output.
func (p *program) writeReport(write func(io.Writer) error) error {
	return p.write(p.flags.output, write)
}

// writeSample saves a sample at the path of an --output flag.
func (p *program) writeSample(path string, s *sample.Sample) error {
	if isStandardOutput(path) {
		return snapshot.Save(binary(p.std.out), s)
	}
	return snapshot.SaveFile(path, s)
}

// helpWriter remembers the first error of a stream that the command library writes help to, which ignores errors.
type helpWriter struct {
	to  io.Writer
	err error
}

func (w *helpWriter) Write(text []byte) (int, error) {
	n, err := w.to.Write(text)
	if w.err == nil {
		w.err = err
	}
	return n, err
}

// isTerminal reports whether a stream is one.
func isTerminal(stream any) bool {
	f, ok := asFile(stream)
	return ok && term.IsTerminal(int(f.Fd()))
}

// isClosed reports whether a stream was closed when the program started. The Go runtime then puts the null device in
// its place, opened for reading as well, so that no write fails. A caller may open it so, too, to drop what a report
// prints.
func isClosed(stream any) bool {
	file, ok := asFile(stream)
	if !ok {
		return false
	}
	info, err := file.Stat()
	null, nullErr := os.Stat(os.DevNull)
	if err != nil || nullErr != nil || !os.SameFile(info, null) {
		return false
	}
	_, err = file.Read(make([]byte, 1))
	return errors.Is(err, io.EOF) // what is open for writing only cannot be read
}

// asFile returns the file that a stream is, or is written to; ok is false if it is none.
func asFile(stream any) (f *os.File, ok bool) {
	if w, is := stream.(io.Writer); is {
		stream = binary(w)
	}
	f, ok = stream.(*os.File)
	return f, ok
}

// binary returns the stream for what is no text.
func binary(stream io.Writer) io.Writer {
	if w, is := stream.(*asciiWriter); is {
		return w.to
	}
	return stream
}

// asciiWriter writes text to a stream in a locale that is not UTF-8.
type asciiWriter struct {
	to   io.Writer
	held []byte // start of a character whose other bytes are still to come
}

func (w *asciiWriter) Write(b []byte) (int, error) {
	all := append(w.held, b...)
	end := len(all)
	for i := end - 1; i >= max(0, end-utf8.UTFMax); i-- {
		if utf8.RuneStart(all[i]) {
			if !utf8.FullRune(all[i:]) {
				end = i
			}
			break
		}
	}
	w.held = append([]byte(nil), all[end:]...)
	if _, err := io.WriteString(w.to, widget.ASCIIReport(string(all[:end]))); err != nil {
		return 0, err
	}
	return len(b), nil
}

// textInLocale makes a command print ASCII if the locale is not UTF-8, unless its --format is for programs or
// documents.
func (p *program) textInLocale(cmd *cobra.Command) {
	format := cmd.Flags().Lookup("format")
	if utf8Locale(p.env) || format == nil || format.Value.String() != "text" {
		return
	}
	p.std.out = &asciiWriter{to: p.std.out}
}
