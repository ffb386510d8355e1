package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"tabletop/model/demo"
	"tabletop/model/rowkey"
	"tabletop/sampler/bigtable"
	"tabletop/sampler/files"
	"tabletop/sampler/gcs"
)

// declaredLayouts returns the layouts of the --layout flags, else those saved for the source; nil if there are none.
func (p *program) declaredLayouts(source string) (rowkey.Set, error) {
	if len(p.flags.layouts) > 0 {
		return p.flags.declared(p.codecs, p.readLayouts)
	}
	return p.keptLayouts(source)
}

// readSmall reads a file that the user wrote.
func readSmall(path string) ([]byte, error) { return files.Read(path, files.SmallLimit) }

// readLayouts reads a layout file; - is standard input, which is read once and remembered.
func (p *program) readLayouts(path string) ([]byte, error) {
	if path != "-" {
		return readSmall(path)
	}
	if p.layoutInput == nil {
		if p.inputTaken {
			return nil, errors.New("standard input is already the SOURCE")
		}
		p.inputTaken = true
		text, err := io.ReadAll(io.LimitReader(p.std.in, files.SmallLimit+1))
		switch {
		case err != nil:
			return nil, err
		case int64(len(text)) > files.SmallLimit:
			return nil, fmt.Errorf("standard input is larger than %d MiB", files.SmallLimit>>20)
		}
		p.layoutInput = &text
	}
	return *p.layoutInput, nil
}

// declared parses the flags for the layouts of the table, --layout or --current-layout: each is a template, or @FILE
// with one template per line or a row-key schema; @- or - is standard input.
func (f *flags) declared(codecs rowkey.Vocabulary, readFile func(string) ([]byte, error)) (rowkey.Set, error) {
	return declaredBy(f.layoutFlag(), f.layouts, codecs, readFile)
}

// declaredBy parses the words that a flag was given, as declared does.
func declaredBy(flag string, words []string, codecs rowkey.Vocabulary,
	readFile func(string) ([]byte, error)) (rowkey.Set, error) {
	if codecs == nil {
		codecs = rowkey.Words()
	}
	var set rowkey.Set
	piped := false
	for _, word := range words {
		name, file := strings.CutPrefix(word, "@")
		file = file || word == "-"
		if file && name == "-" && piped {
			return nil, usageError{fmt.Errorf("cannot read standard input for two %s flags: give it once", flag)}
		}
		piped = piped || file && name == "-"
		if !file {
			layout, err := codecs.Parse(word)
			if err != nil {
				return nil, usageError{fmt.Errorf("invalid %s: %w", flag, err)}
			}
			if at := strings.Index(word, " | "); at >= 0 {
				err := &rowkey.SyntaxError{Template: word, Offset: at + 1,
					Message: "a template is of one record kind; write \\| for the byte"}
				return nil, usageError{fmt.Errorf("invalid %s: %w\ngive each record kind a %[1]s of its own, or a "+
					"line in @FILE", flag, err)}
			}
			set = append(set, layout)
			continue
		}
		text, err := readFile(name)
		if err != nil {
			return nil, layoutFileError(err)
		}
		layouts, err := parseLayoutFile(name, text)
		if err != nil {
			return nil, usageError{fmt.Errorf("invalid layout file %s: %w", name, err)}
		}
		set = append(set, layouts...)
	}
	names := map[string]bool{}
	for _, l := range set {
		if l.Name() != "" && names[l.Name()] {
			return nil, usageError{fmt.Errorf("two layouts of %s have the kind %q: give each a name of its own",
				flag, l.Name())}
		}
		names[l.Name()] = true
	}
	return set, nil
}

// layoutFileError is the error for a layout file that cannot be read.
func layoutFileError(err error) error {
	return fmt.Errorf("cannot read the layout file: %w\ncheck the path; write a template itself without @", err)
}

// parseLayoutFile parses a file of templates, or of a Bigtable row-key schema in YAML or JSON: by its content, and by
// its name if the content is neither.
func parseLayoutFile(name string, text []byte) (rowkey.Set, error) {
	ending := strings.ToLower(filepath.Ext(name))
	if !rowkey.IsSchema(text) && ending != ".yaml" && ending != ".yml" && ending != ".json" {
		if n := slices.IndexFunc(strings.Split(string(text), "\n"), func(line string) bool {
			return strings.HasPrefix(strings.TrimSpace(line), "#") && !strings.Contains(line, "{")
		}); n >= 0 {
			return nil, fmt.Errorf(`line %d: a comment begins with //; write \# for the byte`, n+1)
		}
		set, err := rowkey.ParseSet(string(text))
		if err == nil && !slices.ContainsFunc(set, func(l *rowkey.Layout) bool { return len(l.Segments()) > 0 }) {
			err = errors.New("neither a row-key schema nor templates: no line has a segment, such as {user}")
		}
		return set, err
	}
	schema, err := rowkey.ParseSchema(text)
	if err != nil {
		return nil, err
	}
	layout, err := schema.Layout("")
	if err != nil {
		return nil, err
	}
	return rowkey.Set{layout}, nil
}

// layoutFile returns the path of the layouts saved for a source; empty if no directory is known.
func (p *program) layoutFile(source string) string {
	folder := p.configFolder()
	if folder == "" {
		return ""
	}
	return filepath.Join(folder, "layouts", url.PathEscape(p.fullName(source))+".templates")
}

// fullName returns the full name of a source that the user may have shortened.
func (p *program) fullName(source string) string {
	switch p.where(source) {
	case inDemo:
		if d, t, err := demo.Find(demoName(source)); err == nil {
			return "demo:" + d.Name + "/" + t.Name
		}
	case inFile, inExport, inSpec:
		if abs, err := filepath.Abs(source); err == nil && !gcs.Is(source) {
			return abs
		}
	default:
		if config, err := p.config(); err == nil {
			if path, err := bigtable.ParsePath(source, config); err == nil {
				return path.Project + "/" + path.Instance + "/" + path.Table
			}
		}
	}
	return source
}

// keptLayouts reads what keepLayouts wrote; when nothing was kept those of a specification, nil of any other source.
func (p *program) keptLayouts(source string) (rowkey.Set, error) {
	file := p.layoutFile(source)
	text, err := []byte(nil), fs.ErrNotExist
	if file != "" {
		text, err = readSmall(file)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return p.statedLayouts(source)
	}
	if err != nil {
		return nil, fmt.Errorf("the layouts kept for %s could not be read: %w", source, err)
	}
	set, err := rowkey.ParseSet(string(text))
	if err != nil {
		return nil, fmt.Errorf("invalid layouts in %s: %w\ncorrect the file or delete it", file, err)
	}
	return set, nil
}

// statedLayouts returns the layouts that a specification states of its keys; nil of any other source.
func (p *program) statedLayouts(source string) (rowkey.Set, error) {
	if p.where(source) != inSpec {
		return nil, nil
	}
	read, err := p.parseSpec(source)
	if err != nil {
		return nil, err
	}
	return read.Layouts(), nil
}

// keepLayouts saves layouts for a source, so that the next run uses them; no layouts deletes them. It returns the path
// of the file.
func (p *program) keepLayouts(source string, set rowkey.Set) (string, error) {
	file := p.layoutFile(source)
	if file == "" {
		return "", errNoHome
	}
	if len(set) == 0 {
		err := os.Remove(file)
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
		return file, err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return file, err
	}
	var b strings.Builder
	for _, l := range set {
		b.WriteString(l.String() + "\n")
	}
	return file, files.Write(file, files.Shared, func(w io.Writer) error {
		_, err := io.WriteString(w, b.String())
		return err
	})
}
