package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	"tabletop/model/audit"
	"tabletop/views/text"
)

// guide is where a guideline is documented.
const guide = "https://cloud.google.com/bigtable/docs/schema-design"

// auditSARIF writes a log of SARIF 2.1.0 with one run. Tables have no files, so results have logical locations.
func auditSARIF(w io.Writer, in Input, a Audited) error {
	r := sarif.NewReport()
	r.Schema = "https://json.schemastore.org/sarif-2.1.0.json"
	run := sarif.NewRunWithInformationURI("tabletop", guide)
	for _, rule := range audit.Rules() {
		d := run.AddRule(rule.ID)
		d.WithName(rule.ID).WithHelpURI(guide)
		d.WithShortDescription(message(rule.Title + "."))
		d.WithFullDescription(message(rule.Why))
		d.WithHelp(message(rule.Why + " Guidelines " + strings.Join(rule.Guidelines, ", ") + "."))
		d.WithProperties(sarif.NewPropertyBag().Add("tags", append([]string{"bigtable"}, rule.Guidelines...)))
	}
	for _, f := range a.Findings {
		run.AddResult(sarifResult(run, in, a, f))
	}
	for _, s := range a.Suppressed {
		res := sarifResult(run, in, a, s.Finding)
		res.AddSuppression(sarif.NewSuppression().WithKind("external").WithJustification(text.EscapeString(s.Reason)))
		run.AddResult(res)
	}
	inv := sarif.NewInvocation().WithExecutionSuccessful(true)
	for _, u := range a.Unjudged {
		n := sarif.NewNotification().WithLevel(sarif.LevelNote).WithMessage(sarif.NewTextMessage(sarifText(u.Rule + " did not judge: " + text.Template(u.Reason))))
		inv.AddToolExecutionNotification(n)
	}
	if r := in.Sample.How.Redacted; r != "" {
		inv.AddToolExecutionNotification(sarif.NewNotification().WithLevel(sarif.LevelNote).WithMessage(sarif.NewTextMessage(sarifText("Redacted: " + text.EscapeString(r)))))
	}
	run.AddInvocation(inv)
	run.WithColumnKind("unicodeCodePoints")
	r.AddRun(run)
	if err := r.PrettyWrite(w); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

func message(s string) *sarif.MultiformatMessageString {
	s = sarifText(s)
	return sarif.NewMultiformatMessageString().WithText(s)
}

// sarifText escapes what means something in a message: braces are doubled, and brackets, which make links, get a
// backslash (SARIF 2.1.0, 3.11.5 and 3.11.6).
func sarifText(s string) string {
	return strings.NewReplacer("{", "{{", "}", "}}", `\`, `\\`, "[", `\[`, "]", `\]`).Replace(s)
}

func sarifResult(run *sarif.Run, in Input, a Audited, f audit.Finding) *sarif.Result {
	var said []string
	for _, m := range f.Measures {
		said = append(said, text.Measure(m))
	}
	msg := f.Title + ": " + text.Subject(f.Subject) + "."
	if len(said) > 0 {
		msg += " " + strings.Join(said, "; ") + "."
	}
	msg += " Fix: " + text.Template(f.Fix.Text)
	res := sarif.NewRuleResult(f.Rule).WithRuleIndex(run.GetRuleIndex(f.Rule)).WithKind("fail").WithLevel(string(f.Severity)).WithMessage(sarif.NewTextMessage(sarifText(msg)))
	res.WithPartialFingerprints(map[string]string{"finding/v1": findingID(f)})
	if a.Based {
		state := "new"
		if f.Known {
			state = "unchanged"
		}
		res.WithBaselineState(state)
	}
	table := text.EscapeString(audit.IdentityOf(&in.Sample.Table).String())
	res.AddLocation(sarif.NewLocation().WithLogicalLocations([]*sarif.LogicalLocation{
		sarif.NewLogicalLocation().WithFullyQualifiedName(table + "/" + text.Subject(f.Subject)).WithName(text.Subject(f.Subject)).WithKind("resource"),
	}))
	var evidence []string
	for _, e := range f.Evidence {
		kind, name := text.EvidenceOf(e)
		evidence = append(evidence, fmt.Sprintf("%s %s", kind, cutRunes(name, 400)))
	}
	props := sarif.NewPropertyBag().Add("guidelines", f.Guidelines).Add("why", f.Why).Add("measures", measuresOf(f.Measures))
	if len(evidence) > 0 {
		props.Add("evidence", evidence)
	}
	if f.Fix.Paste != "" {
		props.Add("fix", text.Lines(f.Fix.Paste))
	}
	if f.Cure != nil {
		props.Add("candidate", text.Template(f.Cure.Candidate))
	}
	return res.WithProperties(props)
}
