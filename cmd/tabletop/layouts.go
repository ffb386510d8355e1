package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"tabletop/model/rowkey"
	"tabletop/sampler/bigtable"
	"tabletop/sampler/dataset"
	"tabletop/sampler/files"
)

// declaredLayouts are those of the --layout flags, else those a person kept for the source; nil when there are none.
func (p *program) declaredLayouts(source string) (rowkey.Set, error) {
	if len(p.flags.layouts) > 0 {
		return p.flags.declared(p.readLayouts)
	}
	return p.keptLayouts(source)
}

// readSmall reads a file that a person writes.
func readSmall(path string) ([]byte, error) { return files.Read(path, files.SmallLimit) }

// readLayouts reads a layout file; - is standard input, which is read once however often it is asked for.
func (p *program) readLayouts(path string) ([]byte, error) {
	if path != "-" {
		return readSmall(path)
	}
	if p.layoutInput == nil {
		if p.inputTaken {
			return nil, errors.New("standard input was read as a SOURCE already")
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

// declared parses the --layout flags: a template each, or @FILE with a template a line or a row-key schema; @- or - is
// standard input.
func (f *flags) declared(readFile func(string) ([]byte, error)) (rowkey.Set, error) {
	var set rowkey.Set
	for _, l := range f.layouts {
		name, file := strings.CutPrefix(l, "@")
		file = file || l == "-"
		if !file {
			layout, err := rowkey.Parse(l)
			if err != nil {
				return nil, usageError{fmt.Errorf("--layout: %w", err)}
			}
			set = append(set, layout)
			continue
		}
		text, err := readFile(name)
		if err != nil {
			return nil, fmt.Errorf("the layout file could not be read: %w\ncheck the path; a template itself is given without the @", err)
		}
		layouts, err := parseLayoutFile(name, text)
		if err != nil {
			return nil, usageError{fmt.Errorf("layout file %s: %w", name, err)}
		}
		set = append(set, layouts...)
	}
	return set, nil
}

// parseLayoutFile reads a file of templates, or one of Bigtable's row-key schema in YAML or JSON: by its content, and by
// its name where the content is neither.
func parseLayoutFile(name string, text []byte) (rowkey.Set, error) {
	ending := strings.ToLower(filepath.Ext(name))
	if !rowkey.IsSchema(text) && ending != ".yaml" && ending != ".yml" && ending != ".json" {
		return rowkey.ParseSet(string(text))
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

// layoutFile is where the layouts kept for a source are; empty if no place is known.
func (p *program) layoutFile(source string) string {
	folder := p.configFolder()
	if folder == "" {
		return ""
	}
	return filepath.Join(folder, "layouts", url.PathEscape(p.fullName(source))+".templates")
}

// fullName names a source the same however a person shortened it.
func (p *program) fullName(source string) string {
	switch p.where(source) {
	case inDemo:
		if d, t, err := dataset.Find(demoName(source)); err == nil {
			return "demo:" + d.Name + "/" + t.Name
		}
	case inFile:
		if abs, err := filepath.Abs(source); err == nil {
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

// keptLayouts reads what keepLayouts wrote; nil when nothing was kept.
func (p *program) keptLayouts(source string) (rowkey.Set, error) {
	file := p.layoutFile(source)
	if file == "" {
		return nil, nil
	}
	text, err := readSmall(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("the layouts kept for %s could not be read: %w", source, err)
	}
	set, err := rowkey.ParseSet(string(text))
	if err != nil {
		return nil, fmt.Errorf("the layouts kept in %s: %w\ncorrect the file or delete it", file, err)
	}
	return set, nil
}

// keepLayouts saves layouts for a source, so that the next look at it uses them; no layouts forgets them. It returns
// the file.
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
