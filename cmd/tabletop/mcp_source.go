package main

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"tabletop/model/demo"
	"tabletop/model/sample"
	"tabletop/sampler/bigtable"
)

// mostKnown is the maximum number of samples that are kept for an assistant.
const mostKnown = 8

// allows returns why an assistant cannot ask about a SOURCE; nil if it can.
func (a *assistant) allows(source string) error {
	refused := fmt.Errorf("%q is not allowed: ask for tables, which lists what is", source)
	if source == standardStream {
		return refused
	}
	name := source
	switch a.where(source) {
	case inDemo:
	case inFile, inExport, inSpec:
		return a.allowsFile(source, refused)
	default:
		path, err := a.path(source)
		if err != nil {
			return err
		}
		name = path
	}
	for _, allowed := range a.allow {
		if name == allowed || strings.HasPrefix(name, allowed+"/") || allowed == "demo" && isDemo(name) {
			return nil
		}
	}
	return refused
}

// path returns a table or an instance in full.
func (a *assistant) path(source string) (string, error) {
	config, err := a.config()
	if err != nil {
		return "", err
	}
	path, err := bigtable.ParsePath(source, config)
	if err != nil {
		return "", err
	}
	return strings.TrimSuffix(strings.Join([]string{path.Project, path.Instance, path.Table}, "/"), "/"), nil
}

// allowsFile returns refused unless --allow names the very file.
func (a *assistant) allowsFile(source string, refused error) error {
	asked, err := filepath.Abs(source)
	if err != nil {
		return err
	}
	for _, allowed := range a.allow {
		file, err := filepath.Abs(allowed)
		if where := a.where(allowed); err == nil && (where == inFile || where == inExport) && file == asked {
			return nil
		}
	}
	return refused
}

// know makes sure that a sample of SOURCE is kept, and reads it if there is none, or again. What the read warned of is
// on standard error.
func (a *assistant) know(ctx context.Context, source string, again bool) error {
	if err := a.allows(source); err != nil {
		return err
	}
	a.asked = append(slices.DeleteFunc(a.asked, func(s string) bool { return s == source }), source)
	if a.known[source] != nil && !again {
		return nil
	}
	read, err := a.read(ctx, source)
	if err != nil {
		return err
	}
	a.known[source] = read
	for len(a.asked) > mostKnown {
		delete(a.known, a.asked[0])
		a.asked = a.asked[1:]
	}
	return nil
}

// read samples SOURCE within the limits of the command, and redacts the rows if that is wanted.
func (a *assistant) read(ctx context.Context, source string) (*sample.Sample, error) {
	opts, err := a.flags.options(a.where(source))
	if err != nil {
		return nil, err
	}
	a.started = time.Now() // --time is of each read
	src, read, err := a.openSample(ctx, source, opts)
	if err != nil {
		return nil, err
	}
	defer src.Close()
	if !a.redact.wanted() || read.How.Redacted != "" {
		return read, nil
	}
	redacted, err := a.redact.apply(ctx, read, nil, false)
	if err != nil {
		return nil, err
	}
	return redacted.Sample, nil
}

// listedSource is a SOURCE that an assistant can ask about.
type listedSource struct {
	Source string `json:"source"`
	About  string `json:"about,omitempty"`
}

// sources lists what an assistant can ask about.
func (a *assistant) sources(ctx context.Context) ([]listedSource, error) {
	var out []listedSource
	for _, allowed := range a.allow {
		switch where := a.where(allowed); {
		case where == inDemo:
			for _, dataset := range demo.All() {
				if name := "demo:" + dataset.Name; allowed == "demo" || allowed == name {
					out = append(out, listedSource{name, dataset.About})
				}
			}
		case where == inFile:
			out = append(out, listedSource{allowed, "a saved sample"})
		case where == inExport:
			out = append(out, listedSource{allowed, "an export"})
		case where == inSpec:
			out = append(out, listedSource{allowed, "a specification, whose rows are generated"})
		case a.isInstance(allowed):
			tables, err := a.tablesOf(ctx, allowed)
			if err != nil {
				return nil, err
			}
			out = append(out, tables...)
		case strings.Count(allowed, "/") == 0:
			out = append(out, listedSource{allowed + "/INSTANCE/TABLE", "the tables of the project; its instances " +
				"cannot be listed"})
		default:
			out = append(out, listedSource{Source: allowed})
		}
	}
	return out, nil
}

// tablesOf lists the tables of an instance.
func (a *assistant) tablesOf(ctx context.Context, source string) ([]listedSource, error) {
	instance, err := a.connect(ctx, source)
	if err != nil {
		return nil, err
	}
	defer instance.Close()
	names, err := a.tableNames(ctx, instance)
	if err != nil {
		return nil, err
	}
	slices.Sort(names)
	out := make([]listedSource, len(names))
	for i, name := range names {
		out[i] = listedSource{Source: instance.Name() + "/" + name}
	}
	views, err := instance.Views(ctx, names)
	if err != nil {
		a.warn(err.Error()) // the tables can be asked about
	}
	for i := range views {
		out = append(out, listedSource{instance.Name() + "/" + views[i].Name, aboutView(&views[i])})
	}
	return out, nil
}
