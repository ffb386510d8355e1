package lesson

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"tabletop/model/advise"
	"tabletop/model/audit"
)

// What is proposed at most, and how far from the best layout one may be.
const (
	findingsProposed = 4
	layoutsProposed  = 3
	optionsProposed  = 4
	withinProposed   = 1.25
)

// Proposal is a lesson proposed from what an audit finds in a table.
type Proposal struct {
	Text    []byte // the file, which passes lesson check
	Steps   int
	Missing []string // kinds of steps that the table gives no reason for, each a sentence
}

// proposer makes a lesson of a table. Steps are checked as they are made.
type proposer struct {
	bench   *Workbench
	file    lessonFile
	missing []string
}

// Propose proposes a lesson on the table of a bench, which the file calls source: steps that ask to find what an audit
// finds, a number, and a layout, if the advisor has a better one for the queries that the keys suggest. It writes no
// more of the table than its layout. The error is ctx's, or states why nothing can be measured or asked.
func Propose(ctx context.Context, b *Workbench, name, source string) (*Proposal, error) {
	proposed := &proposer{bench: b, file: lessonFile{Name: name, Title: "What an audit finds",
		About:  "What an audit finds in this table, where it shows, and what would be better.",
		Tables: []tableFile{{Name: name, Source: source, Layout: strings.TrimSpace(b.Layouts.String())}},
	}}
	for _, propose := range []func(context.Context) error{proposed.findings, proposed.number, proposed.layout} {
		if err := propose(ctx); err != nil {
			return nil, err
		}
	}
	if len(proposed.file.Steps) == 0 {
		return nil, fmt.Errorf("there is nothing to ask about this table: %s", strings.Join(proposed.missing, " "))
	}
	text, err := proposed.file.encode("# Proposed from what an audit finds. Edit the texts: say what the table is\n" +
		"# for, and why each finding matters there. docs/lessons.md describes the fields.\n" +
		"# tabletop lesson check FILE checks it, tabletop lesson FILE takes it.\n")
	return &Proposal{Text: text, Steps: len(proposed.file.Steps), Missing: proposed.missing}, err
}

// add adds a step that has no fault, and reports whether it did. What is near the right work and accepted as well is
// named first, with the reason.
func (p *proposer) add(ctx context.Context, step stepFile, because string) (bool, error) {
	result, err := p.walk(ctx, step)
	if err != nil {
		return false, err
	}
	if len(result.Unnamed) > 0 && because != "" {
		for _, text := range result.Unnamed {
			step.Make.Accept = append(step.Make.Accept, acceptFile{Text: text, Because: because})
		}
		if result, err = p.walk(ctx, step); err != nil {
			return false, err
		}
	}
	if len(result.Faults) > 0 {
		return false, nil
	}
	p.file.Steps = append(p.file.Steps, step)
	return true, nil
}

// walk runs the lesson with this step alone.
func (p *proposer) walk(ctx context.Context, step stepFile) (StepResult, error) {
	file := p.file
	file.Steps = []stepFile{step}
	text, err := file.encode("")
	if err != nil {
		return StepResult{}, err
	}
	parsed, err := Parse("the lesson proposed", text)
	if err != nil {
		return StepResult{}, err
	}
	walked, err := parsed.Walk(ctx, true, func(context.Context, Table) (*Workbench, error) { return p.bench, nil })
	if err != nil {
		return StepResult{}, err
	}
	return walked[0], nil
}

// findings proposes a step for each of the most severe findings.
func (p *proposer) findings(ctx context.Context) error {
	report, err := p.bench.Audit(ctx)
	if err != nil {
		return err
	}
	var found, unknown []string // rules
	for i := range report.Findings {
		found = append(found, report.Findings[i].Rule)
	}
	for _, s := range report.Skipped {
		unknown = append(unknown, s.Rule)
	}
	var asked []string
	for at := range report.Findings {
		rule, ok := audit.FindRule(report.Findings[at].Rule)
		if !ok || slices.Contains(asked, rule.ID) || len(asked) == findingsProposed {
			continue
		}
		step := findingStep(&report.Findings[at], rule, len(asked), slices.Concat(found, unknown))
		added, err := p.add(ctx, step, "")
		if err != nil {
			return err
		}
		if added {
			asked = append(asked, rule.ID)
			p.file.Summary = append(p.file.Summary, rule.Why)
		}
	}
	if len(asked) == 0 {
		p.missing = append(p.missing, "An audit finds nothing that a step could ask for.")
	}
	return nil
}

// findingStep asks to find the nth finding. The other options are rules that were evaluated and found nothing; none of
// not is one.
func findingStep(f *audit.Finding, rule audit.Rule, nth int, not []string) stepFile {
	screen := screenOf(f, rule)
	options := []optionFile{}
	for _, other := range nearRules(rule, not) {
		options = append(options, optionFile{Text: other.Title, Of: &other.ID,
			Reply: "An audit looks for that, and does not find it here" + cited(other.Guidelines) + "."})
	}
	options = slices.Insert(options, (nth+1)%(len(options)+1), optionFile{Text: rule.Title, Of: &rule.ID, Right: true})
	text := "Something in this table could be better. Look at it before you open {@findings}."
	if nth > 0 {
		text = "An audit finds something else here, too."
	}
	return stepFile{
		Text: text,
		Task: "{@" + screen + "}: which of these does an audit find in this table?",
		Hints: []string{"Compare each of them with what {@" + screen + "} shows.",
			"{@findings} lists what an audit finds, with figures.", rule.Title + "."},
		Why:    rule.Title + ". " + strings.TrimSuffix(rule.Why, ".") + cited(rule.Guidelines) + ".",
		Choose: &chooseFile{Most: "findings", Options: options},
	}
}

// cited names guidelines in parentheses, behind a space.
func cited(guidelines []string) string {
	if len(guidelines) == 0 {
		return ""
	}
	return " (" + strings.Join(guidelines, ", ") + ")"
}

// nearRules are the rules that stand next to one in the list of rules, but those in not: what is taken for it.
func nearRules(rule audit.Rule, not []string) []audit.Rule {
	rules := audit.Rules()
	at := slices.IndexFunc(rules, func(r audit.Rule) bool { return r.ID == rule.ID })
	var near []audit.Rule
	for i := 1; i < len(rules) && len(near) < optionsProposed-1; i++ {
		next := rules[(at+i)%len(rules)]
		if len(next.Harms()) > 0 && !slices.Contains(not, next.ID) {
			near = append(near, next)
		}
	}
	return near
}

// screenOf is the screen that shows what a finding is about.
func screenOf(f *audit.Finding, rule audit.Rule) string {
	switch f.Subject.Kind {
	case audit.AboutKeys, audit.AboutSegment:
		return "keys"
	case audit.AboutFamily:
		return "retention"
	case audit.AboutColumn:
		return "columns"
	}
	if rule.About(audit.Writes) {
		return heatScreen
	}
	return "overview"
}

// number proposes to count the values of the first segment that has several.
func (p *proposer) number(ctx context.Context) error {
	profile, err := p.bench.Profile(ctx)
	if err != nil {
		return err
	}
	for _, kind := range profile.Kinds {
		for at := range kind.Segments {
			segment := &kind.Segments[at]
			if segment.Distinct < 2 {
				continue
			}
			added, err := p.add(ctx, numberStep(segment.Name), "")
			if added || err != nil {
				return err
			}
		}
	}
	p.missing = append(p.missing, "No segment of the keys has several values to count.")
	return nil
}

func numberStep(segment string) stepFile {
	return stepFile{
		Text:    "Rows are found by their keys alone. One segment of these keys is `" + segment + "`.",
		Task:    "{@overview} shows the segments of the key: how many values of `" + segment + "` are there?",
		Figures: map[string]string{"rows": "rows", "values": "distinct [" + segment + "]"},
		Hints: []string{"Distinct values are counted for each segment.", "Look at `" + segment + "`.",
			"{values}, the number of distinct values in the line of the segment."},
		Why: "{answer}, in {rows} rows (G31).",
		Number: &numberFile{Of: "distinct [" + segment + "]", Within: "1%",
			Mistakes: []numberReplyFile{{Of: "rows", Say: "{given} is the rows: a value may be in many of them."}}},
	}
}

// layout proposes to make a layout that is better for the queries that the keys suggest, if the advisor has one.
func (p *proposer) layout(ctx context.Context) error {
	if len(p.bench.Layouts) != 1 {
		p.missing = append(p.missing, "No layout is asked for: the table has several kinds of keys.")
		return nil
	}
	queries := advise.DefaultWorkload(p.bench.Layouts, 0)
	advised, err := p.bench.Advised(ctx, queries)
	if err != nil {
		return err
	}
	if end := slices.Index(advised, ""); end >= 0 {
		advised = advised[:end] // the others are worse than the current layout
	}
	because := fmt.Sprintf("it loses nothing, and takes at most %g times what the best layout takes", withinProposed)
	var asked []askedFile
	for _, q := range queries.Queries {
		asked = append(asked, askedFile{Ask: QueryText(q), Weight: q.Frequency})
	}
	for _, template := range advised[:min(len(advised), layoutsProposed)] {
		if strings.Contains(template, "`") {
			continue // it could not be quoted
		}
		added, err := p.add(ctx, layoutStep(template, asked), because)
		if added || err != nil {
			return err
		}
	}
	p.missing = append(p.missing, "No layout is asked for: the advisor's search has none that is better for the "+
		"queries that the keys suggest, and loses nothing.")
	return nil
}

func layoutStep(template string, asked []askedFile) stepFile {
	texts := make([]string, len(asked))
	for i, a := range asked {
		texts[i] = "`" + a.Ask + "`"
	}
	return stepFile{
		Text: "The keys suggest these queries, each as often as the others: " + strings.Join(texts, "; ") + ".",
		Task: "In {@lab}, make a candidate that loses nothing, within a quarter of the advisor's best in the time of " +
			"the reads, the writes of the busiest tablet, and bytes.",
		Hints: []string{"What leads the key decides where writes go and what one range answers.",
			"Begin with what is known for sure in most queries, and has many values at each moment.",
			"`" + template + "`"},
		Why: "Reads take {times} × the time of the best layout, {best}. The busiest tablet takes {busiest} of the " +
			"writes, {stored} are stored (G31, G40).",
		Make: &makeFile{In: "lab", Right: template, Design: &designFile{Within: withinProposed, Queries: asked}},
	}
}

var notInName = regexp.MustCompile(`[^a-z0-9]+`)

// NameFor makes a name for a lesson of any text.
func NameFor(text string) string {
	name := strings.Trim(notInName.ReplaceAllString(strings.ToLower(text), "-"), "-")
	if !lessonName.MatchString(name) {
		name = strings.TrimSuffix("lesson-"+name, "-")
	}
	return name
}
