package report

import (
	"bufio"
	"cmp"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"tabletop/model/audit"
	"tabletop/model/estimate"
	"tabletop/views/report/doc"
	"tabletop/views/text"
)

// OpenMetrics is the text format of metrics (OpenMetrics 1.0) that Prometheus and others read.
const OpenMetrics Format = "openmetrics"

// maxMetricSeries is how many families, and how many record kinds, have a series of their own. A table has about 100
// families at most (G12); what one has beyond them is in the metrics of the table.
const maxMetricSeries = 100

// metricLabels tell apart the series of a metric, each named by what its values are. There are no others: keys and
// values are never labels. All are escaped as all text of a table is; empty ones are left out.
type metricLabels struct{ table, family, kind, scope, severity, rule string }

// metricFamily is a metric with its series. All are gauges: a report is of a moment.
type metricFamily struct {
	name, help string
	series     []string
}

// metricSet is a document of metrics, in the order in which they were first added: the format wants all series of a
// metric together.
type metricSet struct {
	families []*metricFamily
	byName   map[string]*metricFamily
}

// add adds a series. A value that is no number is left out.
func (m *metricSet) add(name, help string, labels metricLabels, value float64) {
	if math.IsNaN(value) || math.IsInf(value, 0) {
		return
	}
	family := m.byName[name]
	if family == nil {
		if m.byName == nil {
			m.byName = map[string]*metricFamily{}
		}
		family = &metricFamily{name: name, help: help}
		m.byName[name] = family
		m.families = append(m.families, family)
	}
	family.series = append(family.series, name+labels.String()+" "+strconv.FormatFloat(value, 'f', -1, 64))
}

// figure adds a figure and, where it is exact or has an interval with two ends, half of the width of that.
func (m *metricSet) figure(name, help string, labels metricLabels, f doc.Figure) {
	m.add(name, help, labels, f.Value)
	if f.IsExact() || f.Interval() {
		m.add(name+"_half_width", "Half of the width of the 95% confidence interval of "+name+"; 0 if it is exact.",
			labels, (f.High-f.Low)/2)
	}
}

// known adds a figure that may be unknown.
func (m *metricSet) known(name, help string, labels metricLabels, f *doc.Figure) {
	if f != nil {
		m.figure(name, help, labels, *f)
	}
}

// String writes the labels that are not empty.
func (l metricLabels) String() string {
	quote := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)
	var parts []string
	for _, label := range []struct{ name, value string }{
		{"table", l.table}, {"family", l.family}, {"kind", l.kind}, {"scope", l.scope}, {"severity", l.severity},
		{"rule", l.rule},
	} {
		if label.value != "" {
			parts = append(parts, label.name+`="`+quote.Replace(label.value)+`"`)
		}
	}
	return "{" + strings.Join(parts, ",") + "}"
}

// write writes the document.
func (m *metricSet) write(to io.Writer) error {
	out := bufio.NewWriter(to)
	for _, family := range m.families {
		lines := []string{"# TYPE " + family.name + " gauge"}
		for _, unit := range []string{"bytes", "seconds", "ratio"} {
			if strings.HasSuffix(family.name, "_"+unit) {
				lines = append(lines, "# UNIT "+family.name+" "+unit)
			}
		}
		lines = append(lines, "# HELP "+family.name+" "+family.help)
		for _, line := range append(lines, family.series...) {
			out.WriteString(line + "\n")
		}
	}
	out.WriteString("# EOF\n")
	return out.Flush()
}

// tableLabel labels what is about a table or an instance as a whole.
func tableLabel(source string) metricLabels { return metricLabels{table: text.EscapeString(source)} }

// read adds what was read, when, and what is known of the whole table.
func (m *metricSet) read(d doc.Read, rows int64) {
	of := tableLabel(d.Source)
	if d.Started != nil {
		m.add("tabletop_read_started_timestamp_seconds", "When reading the rows began.", of,
			float64(d.Started.UnixMilli())/1e3)
	}
	m.add("tabletop_read_seconds", "How long reading took.", of, d.Took)
	m.add("tabletop_read_rows", "Rows read.", of, float64(rows))
	m.add("tabletop_read_complete", "1 if every row was read.", of, oneIf(d.Complete))
	m.add("tabletop_read_partial", "1 if the read ended before its plan did.", of, oneIf(d.Partial))
	m.scope(of, d.Scope)
	m.known("tabletop_rows", "Rows in the table.", of, d.Table.Rows)
	m.known("tabletop_cells", "Cells in the table.", of, d.Table.Cells)
	m.known("tabletop_bytes", "Bytes in the table, as its rows have them.", of, d.Table.Bytes)
	if d.Table.StoredBytes > 0 {
		m.add("tabletop_stored_bytes", "Bytes that the service says that it stores.", of, float64(d.Table.StoredBytes))
	}
}

// scope adds what the figures are of.
func (m *metricSet) scope(of metricLabels, is string) {
	for _, scope := range []estimate.Scope{estimate.All, estimate.Sample, estimate.Head} {
		of.scope = string(scope)
		m.add("tabletop_scope", "1 for what was read: all rows, a sample, or the head of the table only.", of,
			oneIf(is == of.scope))
	}
}

func oneIf(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

// stats adds the figures of a table by family and record kind. A column has no series: there may be millions.
func (m *metricSet) stats(d *doc.Stats) {
	m.read(d.Read, d.Rows)
	of := tableLabel(d.Source)
	if d.RowBytes.Spread != nil {
		m.largestRow(of, d.RowBytes.Max)
		m.figure("tabletop_mean_row_bytes", "Mean size of a row.", of, d.RowBytes.Mean)
	}
	m.add("tabletop_families", "Column families, declared or seen.", of, float64(len(d.Families)))
	m.add("tabletop_columns", "Columns seen in the rows read.", of, float64(len(d.Columns)))
	for _, f := range largestFamilies(d.Families, func(f doc.StatsFamily) int64 { return f.Bytes }) {
		of.family = text.EscapeString(f.Family)
		m.known("tabletop_family_bytes", "Bytes of the family in the table, with its part of the keys.", of,
			f.TableBytes)
		m.known("tabletop_family_cells", "Cells of the family in the table.", of, f.TableCells)
	}
	of.family = ""
	for _, k := range d.Kinds.Kinds[:min(maxMetricSeries, len(d.Kinds.Kinds))] {
		of.kind = string(k.Kind)
		m.figure("tabletop_kind_rows_ratio", "Share of the rows that are of the record kind.", of, k.RowsShare)
	}
}

func (m *metricSet) largestRow(of metricLabels, bytes int64) {
	m.add("tabletop_largest_row_bytes", "Size of the largest row that was read.", of, float64(bytes))
}

// largestFamilies returns the families that have series: those of most bytes.
func largestFamilies[F any](all []F, bytes func(F) int64) []F {
	sorted := slices.SortedStableFunc(slices.Values(all), func(a, b F) int { return cmp.Compare(bytes(b), bytes(a)) })
	return sorted[:min(maxMetricSeries, len(sorted))]
}

// garbage adds the garbage of a table, or of a family of it.
func (m *metricSet) garbage(prefix string, of metricLabels, e doc.Eligible) {
	if e.Garbage == nil {
		return // no policy is known
	}
	m.known(prefix+"garbage_bytes", "Bytes of garbage: cells that their policies may take.", of, e.TableEligible)
	m.figure(prefix+"garbage_ratio", "Share of the bytes that is garbage.", of, e.EligibleShare)
}

// findings adds how many findings an audit has, by severity and by rule.
func (m *metricSet) findings(d *doc.Audit) {
	of := tableLabel(d.Source)
	rules, known := map[string]int{}, 0
	for _, f := range d.Findings {
		rules[f.Rule]++
		known += int(oneIf(f.Known))
	}
	for _, severity := range audit.Severities() {
		of.severity = string(severity)
		m.add("tabletop_findings", "Findings of the severity, without those suppressed.", of,
			float64(d.Counts[string(severity)+"s"]))
	}
	of.severity = ""
	if d.Based {
		m.add("tabletop_findings_in_baseline", "Findings that the baseline has.", of, float64(known))
	}
	m.add("tabletop_findings_suppressed", "Findings that the configuration suppresses.", of,
		float64(len(d.Suppressed)))
	m.add("tabletop_rules_not_evaluated", "Rules that could not be evaluated.", of, float64(len(d.Skipped)))
	for _, rule := range audit.AllRules() {
		if n := rules[rule.ID]; n > 0 || slices.Contains(d.Passed, rule.ID) {
			of.rule = rule.ID
			m.add("tabletop_rule_findings", "Findings of the rule; there is no series if it was not evaluated.", of,
				float64(n))
		}
	}
}

func statsMetrics(w io.Writer, in Input) error {
	var m metricSet
	d := statsDoc(in)
	m.stats(&d)
	return m.write(w)
}

func gcMetrics(w io.Writer, d doc.GC) error {
	var m metricSet
	m.read(d.Read, d.Rows)
	if d.Rows == 0 {
		return m.write(w)
	}
	of := tableLabel(d.Source)
	m.largestRow(of, d.RowBytes.Before.Max)
	m.garbage("tabletop_", of, d.Eligible)
	if d.RowsEmptied != nil {
		m.figure("tabletop_emptied_rows_ratio", "Share of the rows that would be left without cells.", of,
			d.RowsEmptied.RowsShare)
	}
	for _, f := range largestFamilies(d.Families, func(f doc.GCFamily) int64 { return f.Bytes }) {
		of.family = text.EscapeString(f.Family)
		m.garbage("tabletop_family_", of, f.Eligible)
	}
	return m.write(w)
}

// auditMetrics writes the metrics of audits of tables and instances.
func auditMetrics(w io.Writer, reviews []doc.Review) error {
	var m metricSet
	m.audits(reviews)
	return m.write(w)
}

func fleetMetrics(w io.Writer, d doc.Fleet) error {
	var m metricSet
	m.audits(fleetReviews(d))
	m.add("tabletop_tables_not_read", "Tables and instances that could not be read.", tableLabel(d.Source),
		float64(len(d.Failed)))
	return m.write(w)
}

func (m *metricSet) audits(reviews []doc.Review) {
	for i := range reviews {
		if r := &reviews[i]; r.Instance != "" {
			m.instance(&r.Audit)
		} else {
			m.review(r)
		}
	}
}

// instance adds the audit of an instance by its names.
func (m *metricSet) instance(d *doc.Audit) {
	label := tableLabel(d.Source)
	m.add("tabletop_tables", "Tables of the instance.", label, float64(d.Tables))
	m.add("tabletop_read_partial", "1 if the read ended before its plan did.", label, oneIf(d.Partial))
	m.findings(d)
}

// review adds the audit of a table.
func (m *metricSet) review(r *doc.Review) {
	m.stats(&r.Stats)
	if r.Garbage != nil {
		m.garbage("tabletop_", tableLabel(r.Source), *r.Garbage)
	}
	m.findings(&r.Audit)
}

// countMetrics writes a count of rows.
func countMetrics(w io.Writer, d *doc.Count) error {
	var m metricSet
	of := tableLabel(d.Source)
	m.add("tabletop_read_seconds", "How long reading took.", of, d.Took)
	m.add("tabletop_read_rows", "Rows read.", of, float64(d.Rows))
	m.add("tabletop_read_partial", "1 if the read ended before its plan did.", of, oneIf(d.Partial))
	if d.Exact && len(d.Within) == 0 {
		m.figure("tabletop_rows", "Rows in the table.", of, estimate.Counted(d.Rows))
	}
	return m.write(w)
}
