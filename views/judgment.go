package views

import (
	"strconv"

	"tabletop/model/audit"
	"tabletop/views/widget"
)

// Judgment is what the audit found about one harm. Screens mark what they show with it: none judges by itself.
type Judgment struct {
	// Mark is Error, Warning, or Note by the most severe finding, Note where rules could not be judged, Good where all
	// were judged and found nothing, and Dim before the first audit.
	Mark  widget.Token
	Worst *audit.Finding  // nil if there is none
	Open  []audit.Skipped // rules about the harm that look at rows and could not be judged
}

// Judgment returns what the audit found about a harm.
func (d *Data) Judgment(h audit.Harm) Judgment {
	if d.Summary == nil || d.Summary.Audit == nil {
		return Judgment{Mark: widget.Dim}
	}
	judged := Judgment{Mark: widget.Good}
	judged.Worst, judged.Open = d.Summary.Audit.Gauge(h)
	switch {
	case judged.Worst != nil:
		judged.Mark = SeverityToken(judged.Worst.Severity)
	case len(judged.Open) > 0:
		judged.Mark = widget.Note
	}
	return judged
}

// Warns reports whether the most severe finding is a warning or an error.
func (j Judgment) Warns() bool { return j.Worst != nil && j.Worst.Severity.AtLeast(audit.Warning) }

// Sign returns the mark as drawn.
func (j Judgment) Sign(st *widget.Styles) string {
	if j.Mark == widget.Dim {
		return st.Dim("·")
	}
	return st.Marked(j.Mark, "")
}

// Findings returns the findings whose subject is accepted, the most severe first; none before the first audit.
func (d *Data) Findings(about func(audit.Subject) bool) []*audit.Finding {
	if d.Summary == nil || d.Summary.Audit == nil {
		return nil
	}
	var out []*audit.Finding
	for i := range d.Summary.Audit.Findings {
		if finding := &d.Summary.Audit.Findings[i]; about(finding.Subject) {
			out = append(out, finding)
		}
	}
	return out
}

// SeverityToken returns the token of a severity.
func SeverityToken(s audit.Severity) widget.Token {
	switch s {
	case audit.Error:
		return widget.Error
	case audit.Warning:
		return widget.Warning
	}
	return widget.Note
}

// CountFindings returns the number of findings of each severity that has any, with its mark, the worst first.
func CountFindings(st *widget.Styles, count func(audit.Severity) int) (parts []string) {
	for _, of := range []struct {
		severity audit.Severity
		token    widget.Token
		mark     string
	}{{audit.Error, widget.Error, "✖"}, {audit.Warning, widget.Warning, "▲"}, {audit.Note, widget.Note, "·"}} {
		if n := count(of.severity); n > 0 {
			parts = append(parts, st.Text(of.token, of.mark+strconv.Itoa(n)))
		}
	}
	return parts
}
