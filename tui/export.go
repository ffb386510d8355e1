package tui

import (
	"cmp"
	"context"
	"io"
	"slices"

	"tabletop/model/analysis"
	"tabletop/model/audit"
	"tabletop/model/redact"
	"tabletop/views"
	"tabletop/views/report"
	"tabletop/views/text"
)

// export is a report that can be written from the app.
type export struct {
	name    string // for the file: "heat"
	title   string
	formats []report.Format
	// write writes the report of a table. It is called outside the loop.
	write  func(ctx context.Context, w io.Writer, of reported, f report.Format) error
	own    bool // it is of what was made on a screen, which cannot be redacted afterwards
	audits bool // the audit is in it
}

// reported is what a report is of.
type reported struct {
	*analysis.Analysis                     // what is shown: with other strings where that is wanted
	read               *analysis.Analysis  // as it was read
	names              *redact.Strings     // that were replaced; nil where strings are as they were read
	done               *redact.Result      // likewise
	suppress           []audit.Suppression // findings that the user accepted
}

// isRedacted reports whether strings of the table are shown as others.
func (r reported) isRedacted() bool { return r.done != nil }

// exporter makes the reports of one table.
type exporter struct{ source, version string }

func (e exporter) input(d *analysis.Analysis) report.Input {
	const width = 100 // of text in cells
	return report.Input{Source: e.source, Analysis: d, Width: width}
}

// reportInput is the input of a report that may be redacted.
func (e exporter) reportInput(r reported) report.Input {
	in := e.input(r.Analysis)
	if r.isRedacted() {
		in.Source = r.names.Place(in.Source)
	}
	return in
}

// auditInput is the audit as the command writes it: of the rows as they were read, without the findings that were
// accepted, and then with what it shows of the table redacted.
func (e exporter) auditInput(ctx context.Context, r reported) (out report.AuditInput, err error) {
	out.Version = e.version
	if out.Of, err = r.read.AuditInput(ctx); err != nil {
		return out, err
	}
	found, err := r.read.Audit(ctx, audit.Limits{})
	if err != nil {
		return out, err
	}
	out.Report = found.Suppress(r.suppress)
	if r.isRedacted() {
		out.Report, out.Redaction = out.Redacted(r.read.Sample, r.Sample, r.done, nil, r.names), r.names
	}
	return out, nil
}

// tableReport is a report of a table.
type tableReport struct {
	name, title string
	formats     []report.Format
	// part makes it, alone and as a part of a bundle.
	part func(ctx context.Context, e exporter, d reported) (report.Part, error)
}

// The names of reports by which screens have them.
const (
	schemaReport = "schema"
	statsReport  = "stats"
	heatReport   = "heat"
	gcReport     = "gc"
	auditReport  = "audit"
)

// tableReports are the reports of a table in the order of the menu.
func tableReports() []tableReport {
	return []tableReport{
		{schemaReport, "Keys", report.SchemaFormats(),
			func(_ context.Context, e exporter, d reported) (report.Part, error) {
				return report.SchemaPart(e.reportInput(d)), nil
			}},
		{statsReport, "Sizes and counts", report.StatsFormats(),
			func(_ context.Context, e exporter, d reported) (report.Part, error) {
				return report.StatsPart(e.reportInput(d)), nil
			}},
		{heatReport, "Heat", report.HeatFormats(), heatPart},
		{gcReport, "Retention", report.GCFormats(), gcPart},
		{auditReport, "Findings", report.AuditFormats(), auditPart},
	}
}

func heatPart(ctx context.Context, e exporter, d reported) (p report.Part, err error) {
	grid, err := d.Heat(ctx)
	if err != nil {
		return p, err
	}
	judged, err := d.Audit(ctx, audit.Limits{})
	if err != nil {
		return p, err
	}
	return report.HeatPart(e.reportInput(d), report.HeatInput{Map: grid, KeyAt: d.Sample.Key,
		Findings: judged.About(audit.Writes)}), nil
}

func gcPart(ctx context.Context, e exporter, d reported) (p report.Part, err error) {
	review, err := d.Review(ctx)
	if err != nil {
		return p, err
	}
	ahead, err := review.Ahead(ctx)
	if err != nil {
		return p, err
	}
	return report.GCPart(e.reportInput(d), report.GCInput{Review: review, Ahead: ahead}), nil
}

func auditPart(ctx context.Context, e exporter, d reported) (p report.Part, err error) {
	a, err := e.auditInput(ctx, d)
	if err != nil {
		return p, err
	}
	return report.AuditPart(e.reportInput(d), a), nil
}

// export is a report of a table, to be written.
func (e exporter) export(r tableReport) export {
	return export{name: r.name, title: r.title, formats: documentsFirst(r.formats), audits: r.name == auditReport,
		write: func(ctx context.Context, w io.Writer, d reported, f report.Format) error {
			p, err := r.part(ctx, e, d)
			if err != nil {
				return err
			}
			return p.Write(w, f)
		}}
}

// documentsFirst returns the formats of a report, Markdown and HTML first.
func documentsFirst(own []report.Format) []report.Format {
	out := []report.Format{report.Markdown, report.HTML}
	for _, f := range own {
		if !slices.Contains(out, f) {
			out = append(out, f)
		}
	}
	return out
}

// all is every report of the table as one.
func (e exporter) all() export {
	return export{name: "report", title: "everything", formats: report.BundleFormats(), audits: true,
		write: func(ctx context.Context, w io.Writer, d reported, f report.Format) error {
			var parts []report.Part
			for _, one := range tableReports() {
				part, err := one.part(ctx, e, d)
				if err != nil {
					return err
				}
				if one.name == auditReport {
					parts = slices.Insert(parts, 0, part)
				} else {
					parts = append(parts, part)
				}
			}
			return report.Bundle(w, e.reportInput(d), "Report", parts, f)
		}}
}

// exports are the reports that can be written now, that of the screen first.
func (a *App) exports() []export {
	exporter := exporter{source: a.table.data.Source, version: a.opts.Version}
	var list []export
	for _, r := range tableReports() {
		if r.name == cmp.Or(a.current.report, statsReport) {
			list = slices.Insert(list, 0, exporter.export(r), exporter.all())
		} else {
			list = append(list, exporter.export(r))
		}
	}
	if own, _ := ask(a.current, "asking for the report of", views.Reporter.Report); own != nil {
		list = slices.Insert(list, 0, ownExport(a.current.Title(), own))
	}
	if shown := a.shownList(); shown != nil {
		list = append(list, listExport(shown))
	}
	return list
}

// shownList is what the screen lists; nil where there is no list.
func (a *App) shownList() *views.List {
	if lister, ok := ask(a.current, "asking for the list of", views.Lister.List); ok {
		return lister
	}
	out, _ := ask(a.current, "asking for the lines of", views.SearchedList)
	return out
}

// listExport is the list of a screen as it is seen.
func listExport(shown *views.List) export {
	return export{name: shown.Name, title: "this list, " + text.Count(int64(shown.Lines), "line"), own: true,
		formats: []report.Format{report.CSV},
		write:   func(_ context.Context, w io.Writer, _ reported, _ report.Format) error { return shown.WriteCSV(w) }}
}

// ownExport is the report that a screen makes itself.
func ownExport(title string, r *views.Report) export {
	out := export{name: r.Name, title: title, own: true,
		write: func(ctx context.Context, w io.Writer, _ reported, f report.Format) error {
			return r.Write(ctx, w, string(f))
		}}
	for _, f := range r.Formats {
		out.formats = append(out.formats, report.Format(f))
	}
	return out
}

// exportDisabledReason states why no report can be written now; empty when one can.
func (a *App) exportDisabledReason() string {
	off := a.filesDisabledReason()
	if off == "" && a.table.data.Profile == nil {
		off = "the rows are not analyzed yet"
	}
	return off
}

// export asks for the report to write, its format, and the file.
func (a *App) export() {
	current, list := a.table, a.exports()
	what, format := &fileOption{name: "report"}, &fileOption{name: "format"}
	values := valuesOption(current.read.Rows(), asRead)
	for _, x := range list {
		what.values = append(what.values, x.title)
	}
	chosen := func() export { return list[what.at] }
	touched := false // the values were chosen, not proposed
	propose := func() {
		if x := chosen(); !touched && len(values.values) > 1 {
			values.at = 0
			if x.audits && report.Format(format.value()) != report.Text {
				values.at = 1 // as tabletop audit does: all but text may be passed on
			}
		}
	}
	format.changed, values.changed = propose, func() { touched = true }
	what.changed = func() {
		had := format.value()
		format.values = nil
		for _, f := range chosen().formats {
			format.values = append(format.values, string(f))
		}
		format.at = max(slices.Index(format.values, had), 0)
		values.values = []string{asRead, redacted, unordered}
		if chosen().own {
			values.values, values.at = values.values[:1], 0
		}
		propose()
	}
	what.changed()
	fileDialog := &fileDialog{title: "Export a report", about: "a report of " + current.shown(),
		options: []*fileOption{what, format, values}}
	fileDialog.propose = func() string {
		return current.fileName(chosen().name) + extension(report.Format(format.value()))
	}
	of, files := reported{Analysis: current.data.Analysis, read: current.data.Analysis, suppress: a.suppressions()},
		a.opts.Files
	a.openFileDialog(fileDialog, "report", func() fileJob {
		export, f, how := chosen(), report.Format(format.value()), values.value()
		return fileJob{done: func() {}, write: func(ctx context.Context, path string) error {
			from := of
			if how == redacted || how == unordered {
				opts := redact.Options{Unordered: how == unordered}
				from.names = redact.NewStrings(opts)
				var err error
				if from.Analysis, from.done, err = of.read.Redacted(ctx, opts, from.names); err != nil {
					return err
				}
			}
			return files.Write(path, func(w io.Writer) error { return export.write(ctx, w, from, f) })
		}}
	})
}

// suppressions are those of the findings that were accepted on a screen.
func (a *App) suppressions() []audit.Suppression {
	for _, s := range a.screens {
		if list, ok := ask(s, "asking for the suppressions of", views.Suppressor.Suppressions); ok {
			return list
		}
	}
	return nil
}

// extension is that of the file of a format.
func extension(f report.Format) string {
	switch f {
	case report.Markdown:
		return ".md"
	case report.Summary:
		return ".summary.md"
	case report.Text:
		return ".txt"
	case report.SARIF:
		return ".sarif.json"
	case report.JUnit:
		return ".xml"
	case report.Template:
		return ".templates"
	case report.RowKeySchema:
		return ".yaml"
	case report.RowKeySchemaJSON:
		return ".schema.json"
	}
	return "." + string(f)
}
