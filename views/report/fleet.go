package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"tabletop/model/audit"
	"tabletop/model/spelling"
	"tabletop/views/report/doc"
	"tabletop/views/text"
)

// Audited is the audit of one table or of one instance without its rows: what a report of many is made of.
type Audited struct {
	review   doc.Review
	standing audit.Standing // of a table
}

// NewAudited returns the audit of what in holds, as Audit writes it. standing is that of a table; see audit.Standing.
func NewAudited(in Input, a AuditInput, standing audit.Standing) Audited {
	return Audited{reviewDoc(in, a), standing}
}

// FleetInput is the audit of several tables.
type FleetInput struct {
	Source    string    // what they are tables of
	Instances []Audited // by their names alone
	Tables    []Audited
	Failed    []doc.FleetFailure
	Width     int // as that of Input
}

// Fleet writes the audits of instances and of their tables, the worst first, in the formats of Audit.
func Fleet(w io.Writer, f FleetInput, format Format) error {
	return run(fleets(newFleet(f)), w, Input{Width: f.Width}, format)
}

func fleets(f doc.Fleet) []writer {
	return []writer{
		{Text, func(w io.Writer, in Input) error { return fleetPage(f, in.Width).write(w, Text) }},
		{JSON, func(w io.Writer, _ Input) error { return doc.Write(w, f) }},
		{Summary, func(w io.Writer, _ Input) error { return fleetSummary(f).markdown(w) }},
		{Markdown, func(w io.Writer, _ Input) error { return fleetDocument(f).markdown(w) }},
		{HTML, func(w io.Writer, _ Input) error { return fleetDocument(f).html(w) }},
		{SARIF, func(w io.Writer, _ Input) error {
			return auditSARIF(w, text.EscapeString(f.Source), fleetReviews(f), f.Failed)
		}},
		{JUnit, func(w io.Writer, _ Input) error { return auditJUnit(w, fleetAudits(f)...) }},
		{OpenMetrics, func(w io.Writer, _ Input) error { return fleetMetrics(w, f) }},
	}
}

func newFleet(f FleetInput) doc.Fleet {
	out := doc.Fleet{Format: doc.FleetFormat, Source: f.Source, Failed: f.Failed}
	for _, one := range f.Instances {
		out.Instances = append(out.Instances, one.review.Audit)
	}
	standings := make([]audit.Standing, len(f.Tables))
	for i := range f.Tables {
		standings[i] = f.Tables[i].standing
	}
	order, letters := audit.RankFleet(standings)
	for _, i := range order {
		review := f.Tables[i].review
		table := doc.FleetTable{Alike: letters[i], TableRows: review.Stats.Table.Rows,
			TableBytes: review.Stats.Table.Bytes, Audit: review.Audit, Review: review}
		if known := review.Garbage; known != nil && known.Garbage != nil {
			table.GarbageShare = &known.EligibleShare
		}
		out.Tables = append(out.Tables, table)
	}
	return out
}

// notRead begins the sentence about a table or an instance that could not be read.
const notRead = "not read: "

// fleetReviews returns all audits of instances and of tables.
func fleetReviews(f doc.Fleet) []doc.Review {
	var out []doc.Review
	for _, d := range f.Instances {
		out = append(out, doc.Review{Audit: d})
	}
	for i := range f.Tables {
		out = append(out, f.Tables[i].Review)
	}
	return out
}

// fleetAudits returns all audits; that of what could not be read is partial.
func fleetAudits(f doc.Fleet) []doc.Audit {
	out := slices.Clone(f.Instances)
	for i := range f.Tables {
		out = append(out, f.Tables[i].Audit)
	}
	for _, failed := range f.Failed {
		out = append(out, doc.Audit{Source: failed.Source, Table: doc.AuditTable{Name: failed.Source}, Partial: true,
			Stopped: text.EscapeString(failed.Reason), AllowPartial: out[0].AllowPartial})
	}
	return out
}

// nameInFleet returns the name of a table in the list: without the instance if all are of one.
func nameInFleet(f doc.Fleet, d *doc.Audit) string {
	if len(f.Instances) > 1 {
		return text.EscapeString(d.Table.Instance + "/" + d.Table.Name)
	}
	return text.EscapeString(d.Table.Name)
}

// fleetVerdict counts the tables by their most severe findings in a sentence.
func fleetVerdict(f doc.Fleet) string {
	worst := map[audit.Severity]int{}
	for i := range f.Tables {
		worst[worstSeverity(&f.Tables[i].Audit)]++
	}
	return text.FleetVerdict(worst, len(f.Failed))
}

// worstSeverity returns that of the most severe finding; empty without one.
func worstSeverity(d *doc.Audit) audit.Severity {
	return audit.WorstSeverity(func(of audit.Severity) int { return d.Counts[string(of)+"s"] })
}

// fleetHead names the columns of fleetRow.
func fleetHead() []string {
	return []string{"table", "rows", "bytes", "garbage", "errors", "warnings", "notes", "alike", "worst finding"}
}

// fleetRow is the line of a table.
func fleetRow(f doc.Fleet, t *doc.FleetTable) []string {
	known := func(f *doc.Figure, format func(float64) string) string {
		if f == nil {
			return text.NoFigure
		}
		return format(f.Value)
	}
	out := []string{nameInFleet(f, &t.Audit), known(t.TableRows, text.Number), known(t.TableBytes, text.Bytes),
		known(t.GarbageShare, text.Percent)}
	for _, severity := range audit.Severities() {
		out = append(out, text.Integer(int64(t.Audit.Counts[string(severity)+"s"])))
	}
	worst := ""
	if len(t.Audit.Findings) > 0 {
		worst = t.Audit.Findings[0].Title
	}
	return append(out, t.Alike, worst)
}

// fleetOrder explains the order of the tables.
const fleetOrder = "the worst first; those with one letter have the same families, policies, and layouts"

func fleetPage(f doc.Fleet, width int) *page {
	page := &page{}
	for _, d := range f.Instances {
		page.paragraph("", d.Instance, width)
	}
	if len(f.Tables)+len(f.Failed) > 0 {
		page.heading("Audit", "", "")
		page.paragraph("  ", fleetVerdict(f), width)
	}
	if len(f.Tables) > 0 {
		page.heading("Tables", "", fleetOrder)
		tables := newGrid("krrrrrrll")
		tables.head(fleetHead()...)
		for i := range f.Tables {
			tables.row(fleetRow(f, &f.Tables[i])...)
		}
		page.table(tables, "  ", width)
	}
	for i, failed := range f.Failed {
		if i == 0 {
			page.heading("Not read", "", "")
		}
		page.paragraph("  ", text.EscapeString(failed.Source)+": "+text.EscapeString(failed.Reason), width)
	}
	for _, d := range f.Instances {
		fleetPart(page, "Instance", text.EscapeString(d.Source), d, width)
	}
	for i := range f.Tables {
		d := f.Tables[i].Audit
		fleetPart(page, "Table", nameInFleet(f, &d), d, width)
	}
	return page
}

// fleetPart adds the audit of an instance or a table, unless it says nothing but that rules passed.
func fleetPart(page *page, kind, name string, d doc.Audit, width int) {
	if !d.Partial && len(d.Findings)+len(d.Suppressed)+len(d.Patterns) == 0 {
		return
	}
	page.heading(kind, name, "")
	page.paragraph("  ", verdict(d), width)
	if d.Partial {
		page.paragraph("  ", partialRead+d.Stopped+".", width)
	}
	auditBody(page, d, name, width)
}

// fleetDocument is the summary, the list of the tables, and folded below it the document of each.
func fleetDocument(f doc.Fleet) *document {
	report := fleetSummary(f)
	if len(f.Tables) > 0 {
		report.h("Tables")
		report.p("In this order: " + fleetOrder + ".")
		list := docTable{head: fleetHead(), right: []bool{false, true, true, true, true, true, true}}
		for i := range f.Tables {
			cells := fleetRow(f, &f.Tables[i])
			row := []docPara{code(cells[0])}
			for _, cell := range cells[1:] {
				row = append(row, plain(cell))
			}
			list.rows = append(list.rows, row)
		}
		report.add(list)
	}
	open := len(report.blocks)
	for _, r := range fleetReviews(f) {
		title := "Table " + nameInFleet(f, &r.Audit)
		if r.Instance != "" {
			title = "Instance " + text.EscapeString(r.Source)
		}
		report.h(title)
		report.nest(auditDocument(r))
	}
	folded := &document{blocks: report.blocks[open:]}
	folded.fold()
	report.blocks = append(report.blocks[:open:open], folded.blocks...)
	return report
}

// fleetSummary is what the audits come to, for a pull request: how many tables have findings, and the worst findings
// with the tables that have them.
func fleetSummary(f doc.Fleet) *document {
	report := &document{title: "Schema review of " + text.EscapeString(f.Source)}
	for _, d := range fleetReviews(f) {
		if d.Partial {
			report.partial(text.EscapeString(d.Source) + ": " + d.Stopped)
		}
	}
	for _, failed := range f.Failed {
		report.partial(text.EscapeString(failed.Source) + " was " + notRead + text.EscapeString(failed.Reason))
	}
	for _, d := range f.Instances {
		report.p(spelling.Capitalize(d.Instance) + ". " + verdict(d))
	}
	if len(f.Tables)+len(f.Failed) > 0 {
		report.add(strong(fleetVerdict(f)))
	}
	var list docList
	found := fleetCauses(f)
	for _, c := range found[:min(maxCauses, len(found))] {
		list = append(list, fleetCausePara(f, c))
	}
	if more := len(found) - len(list); more > 0 {
		list = append(list, plain("and findings of "+text.Count(int64(more), "further rule")+" in the full report"))
	}
	if len(list) > 0 {
		report.add(list)
	}
	for _, d := range fleetAudits(f) {
		if d.Redaction != nil {
			report.p(redactedNote)
			break
		}
	}
	return report
}

// fleetCause is a finding that tables have in common: its title, and that of each table.
type fleetCause struct {
	found  []*doc.AuditFinding // one of each table
	tables []string
}

// fleetCauses returns what tables have in common: new findings first, then the most severe, then those of most tables.
func fleetCauses(f doc.Fleet) []fleetCause {
	var out []fleetCause
	for at := range f.Tables {
		of := &f.Tables[at].Audit
		for _, finding := range causes(*of) {
			at := slices.IndexFunc(out, func(c fleetCause) bool {
				first := c.found[0]
				return first.Title == finding.Title && first.Severity == finding.Severity &&
					first.Known == finding.Known
			})
			if at < 0 {
				out, at = append(out, fleetCause{}), len(out)
			}
			c := &out[at]
			if name := nameInFleet(f, of); !slices.Contains(c.tables, name) {
				c.found, c.tables = append(c.found, &finding), append(c.tables, name)
			}
		}
	}
	slices.SortStableFunc(out, func(x, y fleetCause) int {
		first, second := x.found[0], y.found[0]
		return cmp.Or(cmp.Compare(oneIf(first.Known), oneIf(second.Known)),
			cmp.Compare(audit.Severity(first.Severity).Rank(), audit.Severity(second.Severity).Rank()),
			cmp.Compare(len(y.tables), len(x.tables)))
	})
	return out
}

// fleetCausePara states what tables have in common; that of one table in full.
func fleetCausePara(f doc.Fleet, c fleetCause) docPara {
	first := c.found[0]
	if len(c.tables) == 1 {
		out := causePara(first)
		return slices.Insert(out, 1, docSpan{text: ", table "}, docSpan{text: c.tables[0], code: true})
	}
	out := docPara{{text: findingHeading(first.Severity, first.Title), strong: true},
		{text: fmt.Sprintf(", in %d of %d tables: ", len(c.tables), len(f.Tables))}}
	const named = 5
	for i, name := range c.tables[:min(named, len(c.tables))] {
		if i > 0 {
			out = append(out, docSpan{text: ", "})
		}
		out = append(out, docSpan{text: name, code: true})
	}
	if more := len(c.tables) - named; more > 0 {
		out = append(out, docSpan{text: fmt.Sprintf(", and %s more", text.Integer(int64(more)))})
	}
	if first.Known {
		out = append(out, docSpan{text: ", in the baseline"})
	}
	said := ". "
	if len(first.Harms) > 0 {
		said += "Harms " + strings.Join(first.Harms, " and ") + ". "
	}
	return append(out, docSpan{text: said}, docSpan{text: "Cure: ", strong: true}, docSpan{text: string(first.Fix)})
}
