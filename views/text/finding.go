package text

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"tabletop/model/audit"
	"tabletop/model/estimate"
	"tabletop/model/spelling"
)

// Subject returns the subject of a finding, escaped: "family cf", "segment day of {day}#{id}".
func Subject(s audit.Subject) string {
	switch s.Kind {
	case audit.AboutTable:
		return "the table"
	case audit.AboutInstance:
		if s.Name == "" {
			return "the instance"
		}
		return "tables " + EscapeString(s.Name)
	case audit.AboutColumn:
		return "column " + ColumnName(s.Column)
	case audit.AboutSegment:
		return "segment " + EscapeString(s.Name) + " of " + Template(s.Layout)
	case audit.AboutKeys:
		return "keys " + Template(s.Name)
	}
	return string(s.Kind) + " " + EscapeString(s.Name)
}

// Template makes a template, or another text of the model in which the bytes of the table are escaped already, safe to
// show. Its backslashes stay single, so that it can be pasted.
func Template(s string) string {
	return strings.ReplaceAll(EscapeString(s), `\\`, `\`)
}

// Lines makes text of several lines safe, line by line.
func Lines(s string) string {
	lines := strings.Split(s, "\n")
	for i := range lines {
		lines[i] = Template(lines[i])
	}
	return strings.Join(lines, "\n")
}

// Paste makes text safe for a clipboard: like Lines, but it keeps tabs, which indent code.
func Paste(s string) string {
	parts := strings.Split(s, "\t")
	for i := range parts {
		parts[i] = Lines(parts[i])
	}
	return strings.Join(parts, "\t")
}

// MeasureFormat returns the function that formats the numbers of a measure in its unit.
func MeasureFormat(m audit.Measure) func(float64) string {
	if m.Unit == audit.Bytes && m.Binary {
		return BinaryBytes
	}
	switch m.Unit {
	case audit.Share:
		return Percent
	case audit.Bytes:
		return Bytes
	case audit.Seconds:
		return func(s float64) string { return Duration(time.Duration(s * float64(time.Second))) }
	case audit.Score:
		return func(v float64) string { return strconv.FormatFloat(v, 'f', 2, 64) }
	}
	return Number
}

// MeasureFigure formats the figure of a measure with its interval: "38.2% ±2 pt".
func MeasureFigure(m audit.Measure) string {
	if m.Unit == audit.Share {
		return Share(m.Figure)
	}
	format := MeasureFormat(m)
	if !m.Figure.Interval() {
		return format(m.Figure.Value)
	}
	return strings.TrimRight(format(m.Figure.Value)+" "+PlusMinus(m.Figure.Value, m.Figure.Low, m.Figure.High, format),
		" ")
}

// Measure formats a measure with its name and the limit it is compared with.
func Measure(m audit.Measure) string {
	s := m.Name + ": " + MeasureFigure(m)
	if m.Limit != 0 {
		s += " (limit " + MeasureFormat(m)(m.Limit) + ")"
	}
	return s
}

// Certainty returns how certain a figure is, in a few words.
func Certainty(m audit.Measure) string {
	switch {
	case m.Read:
		return "counted in the rows read"
	case m.Figure.IsExact():
		return "exact"
	case m.Figure.Interval():
		return "95% confidence interval"
	}
	return "estimate without interval"
}

// EvidenceText returns the kind and the name of a piece of evidence, escaped.
func EvidenceText(e audit.Evidence) (kind, name string) {
	switch {
	case e.Masked != nil && e.Column != nil:
		return "column", ColumnName(*e.Column) + " = " + Escape(e.Masked)
	case e.Masked != nil && e.Family != "":
		return "column", EscapeString(e.Family) + ":" + Escape(e.Masked)
	case e.Masked != nil:
		return "key", Escape(e.Masked)
	case e.Column != nil:
		return "column", ColumnName(*e.Column)
	case e.Family != "" && e.Table != "":
		return "family", EscapeString(e.Family) + " of table " + EscapeString(e.Table)
	case e.Family != "":
		return "family", EscapeString(e.Family)
	case e.Table != "":
		return "table", EscapeString(e.Table)
	}
	return "key", Escape(e.Key)
}

// Gain formats the effect of a candidate: "rows ...: 1,500 current, 24 proposed".
func Gain(g audit.Effect) string {
	current, proposed := GainFigures(g)
	return g.Name + ": " + current + " current, " + proposed + " proposed"
}

// GainFigures returns the two figures of an effect.
func GainFigures(g audit.Effect) (current, proposed string) {
	format := func(f estimate.Figure) string { return MeasureFigure(audit.Measure{Unit: g.Unit, Figure: f}) }
	return format(g.Current), format(g.Proposed)
}

// Proposal returns the effects of a candidate in words, escaped, those that are worse last; empty when they were not
// measured.
func Proposal(c *audit.Proposal) string {
	parts := gains(c)
	if len(c.Costs) > 0 {
		parts = append(parts, "worse: "+Costs(c))
	}
	return strings.Join(parts, "; ")
}

// Costs returns what gets worse under a candidate, escaped; empty if nothing does.
func Costs(c *audit.Proposal) string { return EscapeString(strings.Join(c.Costs, ", ")) }

// Tried returns in words, escaped, why a candidate that was tried is not the one that is proposed.
func Tried(c *audit.Proposal) string {
	switch effects := gains(c); {
	case c.Lossy:
		return "loses data: " + strings.Join(append(effects[min(1, len(effects)):], Costs(c)), "; ")
	case !c.Better && len(effects) > 0:
		return "no better: " + effects[0]
	case !c.Better:
		return "could not be measured"
	}
	return "also helps: " + Proposal(c)
}

// Policy returns in words what a policy that was tried does to the cells read, and why it is not proposed if it is not.
func Policy(p *audit.Policy) string {
	words := fmt.Sprintf("takes %s of %s", spelling.Count(p.Takes, "cell"), spelling.Integer(p.Cells))
	if p.Old > 0 {
		words += fmt.Sprintf(", %s of which the policy in force takes too", spelling.Integer(p.Old))
	}
	if p.Changed > 0 {
		words += fmt.Sprintf(", %s with another value than the next version", spelling.Integer(p.Changed))
	}
	if p.Keeps > 0 {
		words += fmt.Sprintf("; keeps %s that the policy in force takes", spelling.Integer(p.Keeps))
	}
	if p.Withheld != "" {
		words += "; it is not proposed: " + p.Withheld
	}
	return words
}

// gains returns the effects of a candidate, the first always and others where they differ.
func gains(c *audit.Proposal) []string {
	var parts []string
	for i, g := range c.Gains {
		if current, proposed := GainFigures(g); i == 0 || current != proposed {
			parts = append(parts, Gain(g))
		}
	}
	return parts
}
