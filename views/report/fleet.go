package report

import (
	"cmp"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"tabletop/model/analysis"
	"tabletop/model/audit"
	"tabletop/model/rowkey"
	"tabletop/views/report/doc"
	"tabletop/views/text"
)

// FleetTable is the audit of one table of an instance.
type FleetTable struct {
	doc   doc.FleetTable
	alike string // of tables that are alike
}

// NewFleetTable returns the audit of a table; as are the table's layouts and families, see Alike.
func NewFleetTable(in Input, a AuditInput, as string) FleetTable {
	review := reviewDoc(in, a)
	return FleetTable{doc.FleetTable{TableRows: review.Stats.Table.Rows, Audit: review.Audit, Review: review}, as}
}

// Alike returns a text that is the same for tables whose families, policies and layouts are.
func Alike(a *analysis.Analysis) string {
	var parts []string
	for _, family := range a.Sample.Table.Families {
		parts = append(parts, fmt.Sprintf("%q %s %s", family.Name, family.GC, family.Aggregate))
	}
	types := regexp.MustCompile(`\{([A-Za-z0-9_-]+):[^{}]*\}`) // the words of an enumeration differ between samples
	for _, layout := range a.Layouts {
		parts = append(parts, types.ReplaceAllString(layout.String(), "{$1}"))
	}
	return strings.Join(parts, "\n")
}

// FleetInput is the audit of an instance with the rows of its tables.
type FleetInput struct {
	AuditInput // of the instance itself
	Tables     []FleetTable
	Failed     []doc.FleetFailure
}

// Fleet writes the audit of an instance and of its tables, the worst first. Formats: text, json, openmetrics, markdown,
// html.
func Fleet(w io.Writer, in Input, f FleetInput, format Format) error {
	return run(fleets(f), w, in, format)
}

// FleetFormats is StatsFormats for Fleet.
func FleetFormats() []Format { return formats(fleets(FleetInput{})) }

func fleets(f FleetInput) []writer {
	return withPage(func(in Input) *page { return fleetPage(fleetDoc(in, f), in.Width) },
		writer{JSON, func(w io.Writer, in Input) error { return doc.Write(w, fleetDoc(in, f)) }},
		writer{OpenMetrics, func(w io.Writer, in Input) error { return fleetMetrics(w, fleetDoc(in, f), f.Instance) }})
}

func fleetDoc(in Input, f FleetInput) doc.Fleet {
	out := doc.Fleet{Instance: auditDoc(in, f.AuditInput), Failed: f.Failed}
	tables := slices.Clone(f.Tables)
	slices.SortStableFunc(tables, func(a, b FleetTable) int {
		for _, severity := range audit.Severities() {
			of := string(severity) + "s"
			if order := cmp.Compare(b.doc.Audit.Counts[of], a.doc.Audit.Counts[of]); order != 0 {
				return order
			}
		}
		return strings.Compare(a.doc.Audit.Table.Name, b.doc.Audit.Table.Name)
	})
	letters, members := map[string]string{}, map[string]int{}
	for _, table := range tables {
		members[table.alike]++
	}
	for _, table := range tables {
		if members[table.alike] > 1 {
			if letters[table.alike] == "" {
				letters[table.alike] = rowkey.KindLetter(len(letters))
			}
			table.doc.Alike = letters[table.alike]
		}
		out.Tables = append(out.Tables, table.doc)
	}
	return out
}

func fleetPage(d doc.Fleet, width int) *page {
	page := &page{title: "Audit of " + text.EscapeString(d.Instance.Source)}
	page.paragraph("", d.Instance.Instance, width)
	page.heading("Tables", "", "the worst first; those with one letter have the same families, policies, and layouts")
	tables := newGrid("lrrrrl")
	tables.head("table", "rows", "errors", "warnings", "notes", "alike")
	for _, t := range d.Tables {
		rows := text.NoFigure
		if t.TableRows != nil {
			rows = figure(*t.TableRows, text.Number)
		}
		count := func(s audit.Severity) string { return text.Integer(int64(t.Audit.Counts[string(s)+"s"])) }
		tables.row(text.EscapeString(t.Audit.Table.Name), rows, count(audit.Error), count(audit.Warning),
			count(audit.Note), t.Alike)
	}
	page.table(tables, "  ", width)
	for i, failed := range d.Failed {
		if i == 0 {
			page.heading("Not read", "", "")
		}
		page.paragraph("  ", text.EscapeString(failed.Table)+": "+text.EscapeString(failed.Reason), width)
	}
	if len(d.Instance.Findings)+len(d.Instance.Suppressed) > 0 {
		page.heading("Instance", "", "")
		fleetFindings(page, d.Instance, width)
	}
	for _, t := range d.Tables {
		if t.Audit.Partial || len(t.Audit.Findings)+len(t.Audit.Suppressed) > 0 {
			page.heading("Table", text.EscapeString(t.Audit.Table.Name), "")
			fleetFindings(page, t.Audit, width)
		}
	}
	return page
}

// fleetFindings adds what was found of the instance or of one table.
func fleetFindings(page *page, d doc.Audit, width int) {
	page.paragraph("  ", verdict(d), width)
	if d.Partial {
		page.paragraph("  ", partialRead+d.Stopped+".", width)
	}
	for _, f := range d.Findings {
		page.gap()
		auditFinding(page, f, width)
	}
	redactionFoot(page, d.Redaction, width)
}
