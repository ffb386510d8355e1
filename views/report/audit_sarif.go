package report

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"tabletop/model/audit"
	"tabletop/model/spelling"
	"tabletop/views/report/doc"
	"tabletop/views/text"
)

// guide is where the guidelines are documented.
const guide = "https://cloud.google.com/bigtable/docs/schema-design"

// auditSARIF writes a SARIF 2.1.0 log with one run: the audits of what a name names, of which some tables could not be
// read. A table has no files, and code scanning on GitHub drops results without a physical location, so results point
// to the artifact of an audit, or to a page in the log where there is none.
func auditSARIF(w io.Writer, of string, reviews []doc.Review, failed []doc.FleetFailure) error {
	rules, index := sarifRules()
	run := sarifRun{
		Tool: sarifTool{sarifDriver{Name: "tabletop", Version: cmp.Or(reviews[0].Version, "(devel)"),
			InformationURI: guide, Rules: rules}},
		Automation: sarifAutomation{"tabletop/" + of + "/"},
		ColumnKind: "unicodeCodePoints",
		Results:    []sarifResult{}, // null is not an array
	}
	invocation := sarifInvocation{ExecutionSuccessful: len(failed) == 0 || reviews[0].AllowPartial}
	for _, review := range reviews {
		name := tableName(&review.Audit)
		at, page, err := sarifPlaces(&review, name)
		if err != nil {
			return err
		}
		if !slices.Contains(run.Artifacts, page) {
			run.Artifacts = append(run.Artifacts, page)
		}
		among := ""
		if len(reviews) > 1 {
			among = name + ": "
		}
		run.add(&review, name, among, index, at)
		invocation.ExecutionSuccessful = invocation.ExecutionSuccessful && (!review.Partial || review.AllowPartial)
		invocation.Notifications = append(invocation.Notifications, sarifNotes(&review.Audit, among)...)
	}
	for _, f := range failed {
		invocation.Notifications = append(invocation.Notifications, partialNote(&reviews[0].Audit,
			text.EscapeString(f.Source)+": "+notRead+text.EscapeString(f.Reason)))
	}
	run.Invocations = []sarifInvocation{invocation}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetIndent("", "  ")
	if err := e.Encode(sarifLog{Schema: "https://json.schemastore.org/sarif-2.1.0.json", Version: "2.1.0",
		Runs: []sarifRun{run}}); err != nil {
		return err
	}
	_, err := w.Write(b.Bytes())
	return err
}

// add adds the findings of an audit of the table of a name; among is what distinguishes them from those of other tables
// in the same run.
func (run *sarifRun) add(r *doc.Review, name, among string, index map[string]int, at func(i int) sarifPhysical) {
	result := func(f *doc.AuditFinding, i int) *sarifResult {
		run.Results = append(run.Results, sarifFinding(f, name, among, r.Based, index[f.Rule], at(i)))
		return &run.Results[len(run.Results)-1]
	}
	for i := range r.Findings {
		result(&r.Findings[i], i)
	}
	for i := range r.Suppressed {
		suppressed := &r.Suppressed[i]
		result(suppressed, -1).Suppressions = []sarifSuppression{{"external", text.EscapeString(suppressed.Reason)}}
	}
}

// sarifRules describes all rules, and indexes them by their IDs.
func sarifRules() ([]sarifRule, map[string]int) {
	var out []sarifRule
	index := map[string]int{}
	for i, rule := range audit.AllRules() {
		index[rule.ID] = i
		out = append(out, sarifRule{ID: rule.ID, Name: pascal(rule.Title), Short: sarifMessage(rule.Title + "."),
			Full: sarifMessage(rule.Why),
			Help: sarifMessage(rule.Why + " Guidelines " + strings.Join(rule.Guidelines, ", ") + "."), HelpURI: guide,
			Properties: sarifTags{append([]string{"bigtable"}, rule.Guidelines...)}})
	}
	return out, index
}

// pascal returns the words of a title as one identifier, which is what a rule is called apart from its ID.
func pascal(title string) string {
	var b strings.Builder
	for _, word := range strings.FieldsFunc(title,
		func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		b.WriteString(spelling.Capitalize(word))
	}
	return b.String()
}

// sarifPlaces returns where finding i is, -1 for findings that are suppressed, and the artifact that holds these
// places. Without an artifact of the audit that is the Markdown report, as part of the log.
func sarifPlaces(r *doc.Review, table string) (func(i int) sarifPhysical, sarifArtifact, error) {
	place := func(uri string, line int) sarifPhysical {
		return sarifPhysical{sarifFile{URI: uri}, sarifRegion{StartLine: line}}
	}
	if r.Artifact != "" {
		uri := (&url.URL{Path: filepath.ToSlash(r.Artifact)}).String()
		return func(int) sarifPhysical { return place(uri, 1) }, sarifArtifact{Location: sarifFile{URI: uri}}, nil
	}
	var page strings.Builder
	if err := auditDocument(*r).markdown(&page); err != nil {
		return nil, sarifArtifact{}, err
	}
	lines := headingLines(page.String(), r.Findings)
	uri := (&url.URL{Path: "tabletop/" + table + ".md"}).String()
	at := func(i int) sarifPhysical {
		if i < 0 {
			return place(uri, 1)
		}
		return place(uri, lines[i])
	}
	return at, sarifArtifact{Location: sarifFile{URI: uri}, MimeType: "text/markdown",
		Contents: &sarifText{page.String()}}, nil
}

// headingLines returns the lines of a Markdown report, from 1, at which the findings begin.
func headingLines(page string, findings []doc.AuditFinding) []int {
	out := make([]int, len(findings))
	next := 0
	for i, line := range strings.Split(page, "\n") {
		if next < len(findings) &&
			line == "### "+mdText(findingHeading(findings[next].Severity, findings[next].Title)) {
			out[next] = i + 1
			next++
		}
	}
	return out
}

// sarifNotes reports that the read is partial, what was not evaluated, and that names are replaced; each note begins
// with among.
func sarifNotes(d *doc.Audit, among string) []sarifNote {
	var out []sarifNote
	add := func(s string) { out = append(out, sarifNote{"note", sarifMessage(among + s)}) }
	if d.Partial {
		out = append(out, partialNote(d, among+partialRead+d.Stopped))
	}
	for _, u := range d.Skipped {
		add(u.Rule + " was not evaluated: " + string(u.Reason))
	}
	for _, line := range redactionLines(d) {
		add(line)
	}
	return out
}

// partialNote reports what was not read.
func partialNote(d *doc.Audit, words string) sarifNote {
	if d.AllowPartial {
		return sarifNote{"warning", sarifMessage(words)}
	}
	return sarifNote{"error", sarifMessage(words)}
}

func sarifFinding(f *doc.AuditFinding, table, among string, based bool, rule int, at sarifPhysical) sarifResult {
	var said []string
	for _, m := range f.Measures {
		said = append(said, m.Words.Sentence)
	}
	subject := string(f.Subject.Text)
	msg := among + f.Title + ": " + subject + "."
	if len(said) > 0 {
		msg += " " + strings.Join(said, "; ") + "."
	}
	msg += " " + curePara(f).words()
	id := among + text.EscapeString(f.ID)
	out := sarifResult{RuleID: f.Rule, RuleIndex: rule, Kind: "fail", Level: f.Severity,
		Message: sarifMessage(msg),
		Locations: []sarifLocation{{at,
			[]sarifLogical{{Name: subject, Full: table + "/" + subject, Kind: "resource"}}}},
		// GitHub tracks an alert by the second; without it, all findings about one file would be distinguished by their
		// order.
		Fingerprints: map[string]string{"finding/v1": id, "primaryLocationLineHash": id},
		Properties: sarifProperties{Guidelines: f.Guidelines, Why: f.Why, Measures: f.Measures,
			Fix: text.Lines(string(f.Paste)), Candidate: string(f.Candidate), Letter: f.Letter},
	}
	if based {
		out.Baseline = "new"
		if f.Known {
			out.Baseline = "unchanged"
		}
	}
	for _, e := range f.Evidence {
		out.Properties.Evidence = append(out.Properties.Evidence,
			fmt.Sprintf("%s %s", e.Kind, cutRunes(string(e.Text), 400)))
	}
	return out
}

// sarifMessage escapes what means something in a message: braces are doubled, and brackets, which make links, get a
// backslash (SARIF 2.1.0, 3.11.5 and 3.11.6).
func sarifMessage(s string) sarifText {
	return sarifText{strings.NewReplacer("{", "{{", "}", "}}", `\`, `\\`, "[", `\[`, "]", `\]`).Replace(s)}
}

// The part of SARIF 2.1.0 that is written. Names of fields are those of its schema.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool        sarifTool         `json:"tool"`
		Automation  sarifAutomation   `json:"automationDetails"`
		Invocations []sarifInvocation `json:"invocations"`
		Artifacts   []sarifArtifact   `json:"artifacts"`
		Results     []sarifResult     `json:"results"`
		ColumnKind  string            `json:"columnKind"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name           string      `json:"name"`
		Version        string      `json:"version"`
		InformationURI string      `json:"informationUri"`
		Rules          []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID         string    `json:"id"`
		Name       string    `json:"name"`
		Short      sarifText `json:"shortDescription"`
		Full       sarifText `json:"fullDescription"`
		Help       sarifText `json:"help"`
		HelpURI    string    `json:"helpUri"`
		Properties sarifTags `json:"properties"`
	}
	sarifTags struct {
		Tags []string `json:"tags"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	// sarifAutomation identifies the audits of one table, so that those of several tables do not replace each other.
	sarifAutomation struct {
		ID string `json:"id"`
	}
	sarifInvocation struct {
		ExecutionSuccessful bool        `json:"executionSuccessful"`
		Notifications       []sarifNote `json:"toolExecutionNotifications,omitempty"`
	}
	sarifNote struct {
		Level   string    `json:"level"`
		Message sarifText `json:"message"`
	}
	sarifArtifact struct {
		Location sarifFile  `json:"location"`
		MimeType string     `json:"mimeType,omitempty"`
		Contents *sarifText `json:"contents,omitempty"`
	}
	sarifFile struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		StartLine int `json:"startLine"`
	}
	sarifPhysical struct {
		Artifact sarifFile   `json:"artifactLocation"`
		Region   sarifRegion `json:"region"`
	}
	sarifLogical struct {
		Name string `json:"name"`
		Full string `json:"fullyQualifiedName"`
		Kind string `json:"kind"`
	}
	sarifLocation struct {
		Physical sarifPhysical  `json:"physicalLocation"`
		Logical  []sarifLogical `json:"logicalLocations"`
	}
	sarifSuppression struct {
		Kind          string `json:"kind"`
		Justification string `json:"justification"`
	}
	sarifResult struct {
		RuleID       string             `json:"ruleId"`
		RuleIndex    int                `json:"ruleIndex"`
		Kind         string             `json:"kind"`
		Level        string             `json:"level"`
		Message      sarifText          `json:"message"`
		Locations    []sarifLocation    `json:"locations"`
		Fingerprints map[string]string  `json:"partialFingerprints"`
		Baseline     string             `json:"baselineState,omitempty"`
		Suppressions []sarifSuppression `json:"suppressions,omitempty"`
		Properties   sarifProperties    `json:"properties"`
	}
	// sarifProperties is the property bag of a result, which is ours to fill.
	sarifProperties struct {
		Guidelines []string `json:"guidelines"`
		Why        string   `json:"why"`
		Measures   any      `json:"measures"`
		Evidence   []string `json:"evidence,omitempty"`
		Fix        string   `json:"fix,omitempty"`
		Candidate  string   `json:"candidate,omitempty"`
		Letter     string   `json:"candidate_letter,omitempty"`
	}
)
