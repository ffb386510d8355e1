package doc

import (
	"time"

	"tabletop/model/heat"
)

// AuditFormat is the format of an audit, by which a baseline is distinguished from other JSON.
const AuditFormat = "tabletop audit 1"

// Audit is the report of tabletop audit: findings by the rules of Bigtable's documentation. It can be given back as a
// baseline.
type Audit struct {
	// Format is "tabletop audit 1".
	Format string `json:"format"`
	Source string `json:"source"`
	// Table is what was audited; of an instance it has no name. A baseline has to be of the same.
	Table AuditTable `json:"table"`
	// Scope is what figures are about: all rows, a sample, or the head only.
	Scope string `json:"scope"`
	// Complete reports whether every row was read.
	Complete bool `json:"complete"`
	// Partial reports whether the read ended before its plan.
	Partial bool `json:"partial,omitempty"`
	// Stopped is why it did.
	Stopped string `json:"stopped,omitempty"`
	// Redacted states how the report is redacted, and what its keys no longer are; absent if they are as read.
	Redacted []string `json:"redacted,omitempty"`
	// Redaction is what the redaction replaced and kept, absent where the report is not redacted, or is of a
	// redacted sample.
	Redaction *Redaction `json:"redaction,omitempty"`
	// Rows is the number of rows read.
	Rows int64 `json:"rows"`
	// Counts is the number of findings: errors, warnings, notes.
	Counts map[string]int `json:"counts"`
	// Findings are the findings, the most severe first.
	Findings []AuditFinding `json:"findings"`
	// Suppressed are findings that the configuration suppresses.
	Suppressed []AuditFinding `json:"suppressed"`
	// Patterns are the documented schema patterns that were recognized.
	Patterns []AuditPattern `json:"patterns"`
	// Passed are the rules that found nothing.
	Passed []string `json:"passed"`
	// Skipped are the rules that were not evaluated.
	Skipped []AuditSkipped `json:"unjudged"`
	// About is what was read, in sentences, and Layout how sure the inferred layouts are; nil for declared ones.
	About  []Note `json:"-"`
	Layout *Note  `json:"-"`
	// Instance is what an instance has, in words; empty where a table was audited.
	Instance string `json:"-"`
	// Tables is the number of tables of an instance.
	Tables int `json:"-"`
	// Based reports whether findings were compared with a baseline.
	Based bool `json:"-"`
	// Started is when reading began; nil if it did not.
	Started *time.Time `json:"-"`
	// AllowPartial reports whether a partial read does not make the check fail.
	AllowPartial bool `json:"-"`
	// Version is that of tabletop, and Artifact the file that results point to; empty without one.
	Version  string `json:"-"`
	Artifact string `json:"-"`
}

// Review is an audit with all that a review of the table needs beside it.
type Review struct {
	Audit
	// Identity names the table, and Emulator reports whether an emulator serves it.
	Identity string
	Emulator bool
	Stats    Stats
	// Whole is what a sample says of the whole table.
	Whole string
	// Inferred is the least confidence in the inferred layouts, in words; empty for declared ones.
	Inferred string
	// Garbage is what is eligible for garbage collection; nil if it is unknown.
	Garbage *Eligible
	// ByVersions and ByAge are the shares of bytes that simple policies would keep.
	ByVersions, ByAge KeptCurves
	Heat              *Heat // nil if unknown
}

// KeptCurves are shares of the bytes of families that policies would keep: one for each stop, NaN where timestamps are
// not times.
type KeptCurves struct {
	Stops    []string
	Families []KeptCurve
}

// KeptCurve is the shares of a family.
type KeptCurve struct {
	Family string
	Shares []float64
}

// AuditTable identifies a table or an instance.
type AuditTable struct {
	Project  string `json:"project,omitempty"`
	Instance string `json:"instance,omitempty"`
	Name     string `json:"name"`
}

// AuditFinding is a finding.
type AuditFinding struct {
	// ID is the same in every audit of the table.
	ID   string `json:"id"`
	Rule string `json:"rule"`
	// Guidelines are the guidelines that the rule is based on (docs/guidelines.md).
	Guidelines []string `json:"guidelines"`
	// Severity is error, warning, or note.
	Severity string `json:"severity"`
	// Known reports whether the baseline has it.
	Known bool `json:"known,omitempty"`
	// Fails reports whether it makes the check fail.
	Fails   bool         `json:"-"`
	Title   string       `json:"title"`
	Subject AuditSubject `json:"subject"`
	// Measures are what was measured; the severity follows the first.
	Measures []AuditMeasure  `json:"measures"`
	Evidence []AuditEvidence `json:"evidence"`
	// MoreEvidence is the number of pieces of evidence that are not listed.
	MoreEvidence int    `json:"more_evidence,omitempty"`
	Why          string `json:"why"`
	// Fix is what to change, the most effective step first.
	Fix Escaped `json:"fix"`
	// Paste is a command or a block that does it.
	Paste Lines `json:"fix_paste,omitempty"`
	// Candidate is a layout that would fix it, for simulate.
	Candidate Escaped `json:"candidate,omitempty"`
	// Letter is the name of the candidate in the list that audit, advise and the Lab share.
	Letter string `json:"candidate_letter,omitempty"`
	// Gains are what the candidate changes on the rows read.
	Gains []AuditGain `json:"candidate_gains,omitempty"`
	// Costs are what gets worse under the candidate, in words.
	Costs []Escaped `json:"candidate_costs,omitempty"`
	// Tried are the other layouts that were tried, in that order.
	Tried []AuditTried `json:"candidates_tried,omitempty"`
	// Policies are the garbage-collection policies that were tried on the cells read; fix_paste is the command of the
	// first that is not withheld.
	Policies []AuditPolicy `json:"policies_tried,omitempty"`
	// Effect is what they come to.
	Effect *AuditEffect `json:"-"`
	// Harms are what it does harm to: writes, reads, storage, correctness, people.
	Harms []string `json:"harms,omitempty"`
	// Reason is why it is suppressed.
	Reason string `json:"suppressed_because,omitempty"`
}

// AuditTried is a layout that was tried against a finding and is not proposed.
type AuditTried struct {
	Candidate Escaped `json:"candidate"`
	// Letter is the name of the candidate in the list that audit, advise and the Lab share.
	Letter string `json:"letter"`
	// Why says what it would change, and why it is not proposed.
	Why Escaped `json:"why"`
}

// AuditPolicy is a garbage-collection policy that was tried against a finding.
type AuditPolicy struct {
	// Family is the family that it is for; a new one if columns are to move there.
	Family string `json:"family"`
	// Policy is the policy, written as for gc.
	Policy string `json:"policy"`
	// Cells is the number of cells that were evaluated.
	Cells int64 `json:"cells"`
	// Taken is how many of them it collects.
	Taken int64 `json:"taken_cells"`
	// Changed is how many of these hold another value than the next newer version.
	Changed int64 `json:"taken_with_another_value"`
	// Newest is how many of these are the newest of their column.
	Newest int64 `json:"taken_newest"`
	// Why is what it does to the cells, and why it is not proposed if it is not.
	Why string `json:"why"`
	// Withheld reports whether it is not proposed.
	Withheld bool `json:"withheld"`
}

// AuditEffect is what a candidate layout changes.
type AuditEffect struct {
	// Words are the gains in words, and Better reports whether the first of them is one.
	Words  string
	Better bool
	Heat   *heat.Map // of the writes under the candidate; nil if unknown
}

// AuditSubject is what a finding is about.
type AuditSubject struct {
	Kind      string  `json:"kind"`
	Text      Escaped `json:"text"`
	Name      Escaped `json:"name,omitempty"`
	Layout    Escaped `json:"layout,omitempty"`
	Family    string  `json:"family,omitempty"`
	Qualifier string  `json:"qualifier,omitempty"`
}

// AuditMeasure is a figure that a finding rests on.
type AuditMeasure struct {
	Name string `json:"name"`
	// Unit is share, bytes, count, seconds, or score.
	Unit  string   `json:"unit"`
	Value *float64 `json:"value"`
	// Low is the lower end of the 95% confidence interval.
	Low *float64 `json:"value_low,omitempty"`
	// High is the upper end.
	High *float64 `json:"value_high,omitempty"`
	// Exact reports whether the value was counted over the whole table.
	Exact bool `json:"exact"`
	// Limit is the limit that it is compared with.
	Limit *float64 `json:"limit,omitempty"`
	// Words is the measure in words.
	Words MeasureWords `json:"-"`
}

// MeasureWords are the parts of a measure in words, and all of them in a sentence.
type MeasureWords struct{ Figure, Limit, Certainty, Sentence string }

// AuditGain is what a candidate layout changes on the rows read.
type AuditGain struct {
	Name string `json:"name"`
	// Unit is as for a measure.
	Unit string `json:"unit"`
	// Current is the value under the current layout.
	Current *float64 `json:"today"`
	// Proposed is the value under the candidate.
	Proposed *float64 `json:"then"`
	Exact    bool     `json:"exact"`
	// Before and After are both values in words.
	Before, After string `json:"-"`
}

// AuditEvidence is where a finding is seen.
type AuditEvidence struct {
	// Kind is key, column, family, or table.
	Kind string  `json:"kind"`
	Text Escaped `json:"text"`
	// Raw is the text where it holds unprintable bytes.
	Raw  []byte `json:"text_b64,omitempty"`
	Note string `json:"note,omitempty"`
}

// AuditPattern is a documented schema pattern that was recognized.
type AuditPattern struct {
	Name       string   `json:"name"`
	Guidelines []string `json:"guidelines"`
	// Template is the layout that follows it.
	Template Escaped `json:"template"`
	// Rows is the share of rows that follow it.
	Rows       AuditMeasure    `json:"rows"`
	Advantages string          `json:"advantages"`
	Costs      string          `json:"costs"`
	Measures   []AuditMeasure  `json:"measures"`
	Evidence   []AuditEvidence `json:"evidence"`
}

// AuditSkipped is a rule that was not evaluated.
type AuditSkipped struct {
	Rule   string  `json:"rule"`
	Reason Escaped `json:"reason"`
}
