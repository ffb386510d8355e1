package report

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"tabletop/model/diff"
	"tabletop/model/profile/estimate"
	"tabletop/views/text"
)

// DiffFormats lists what a comparison can be written as, the usual format first.
func DiffFormats() []Format { return []Format{Text, JSON, Markdown} }

// Diff writes how two samples differ. Formats: text, json, markdown.
func Diff(w io.Writer, d *diff.Diff, width int, f Format) error {
	switch f {
	case JSON:
		return diffJSON(w, d)
	case Markdown:
		return diffDocument(d).markdown(w)
	}
	return diffText(w, d, width)
}

// sideLine tells of one of the two what was read and when.
func sideLine(s *diff.Side, redacted bool) string {
	name := text.EscapeString(s.Name)
	if redacted {
		name = text.EscapeString(s.Sample.Table.Name)
	}
	line := fmt.Sprintf("%s: %s rows, %s", name, text.Integer(int64(s.Sample.Rows())), text.Bytes(float64(s.Sample.Bytes())))
	if s.Sample.How.Complete {
		line += ", all there is"
	}
	if at := s.Sample.How.Started; !at.IsZero() {
		line += ", read " + at.UTC().Format("2006-01-02 15:04")
	}
	return line
}

const redactedNote = "Redacted: values in keys and names that point at people stand for others of the same form."

func diffText(w io.Writer, d *diff.Diff, width int) error {
	if width <= 0 {
		width = 80
	}
	var b strings.Builder
	paragraph(&b, "", "before  "+sideLine(d.Before, d.Redacted), width)
	paragraph(&b, "", "after   "+sideLine(d.After, d.Redacted), width)
	if d.Redacted {
		paragraph(&b, "", redactedNote, width)
	}
	for _, r := range d.Remarks {
		paragraph(&b, "", "▲ "+text.EscapeString(r), width)
	}
	b.WriteByte('\n')
	paragraph(&b, "", text.DiffSummary(d), width)
	for _, s := range text.DiffSections(d) {
		title(&b, s.Title)
		g := newGrid("lrrrk")
		for _, r := range s.Rows {
			g.row(r.Name, r.Before, r.After, r.Delta, r.Word)
		}
		g.write(&b, "  ", width)
		if s.About != "" {
			paragraph(&b, "  ", s.About, width)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func diffDocument(d *diff.Diff) *document {
	doc := &document{title: "What changed in " + text.EscapeString(d.After.Sample.Table.Name)}
	doc.add(docList{plain("Before: " + sideLine(d.Before, d.Redacted)), plain("After: " + sideLine(d.After, d.Redacted))})
	doc.p(text.DiffSummary(d))
	if d.Redacted {
		doc.p(redactedNote)
	}
	for _, r := range d.Remarks {
		doc.add(docPara{{text: "Note: ", strong: true}, {text: text.EscapeString(r)}})
	}
	for _, s := range text.DiffSections(d) {
		name, about, _ := strings.Cut(s.Title, "  ")
		doc.h(name[:1] + strings.ToLower(name[1:]))
		if about != "" {
			doc.p(strings.ToUpper(about[:1]) + about[1:] + ".")
		}
		if len(s.Rows) > 0 {
			t := docTable{head: []string{"", "before", "after", "difference", ""}, right: []bool{false, true, true, true, false}}
			for _, r := range s.Rows {
				t.rows = append(t.rows, []docPara{code(r.Name), plain(r.Before), plain(r.After), plain(r.Delta), verdictPara(r)})
			}
			doc.add(t)
		}
		if s.About != "" {
			doc.p(s.About)
		}
	}
	return doc
}

func verdictPara(r text.DiffRow) docPara {
	if r.Verdict.Significant() {
		return strong(r.Word)
	}
	return plain(r.Word)
}

// The JSON of a comparison; docs/json.md tells of the fields.
type (
	diffFileJSON struct {
		Before   diffSideJSON     `json:"before"`
		After    diffSideJSON     `json:"after"`
		Redacted bool             `json:"redacted"`
		Remarks  []string         `json:"remarks"`
		Exact    bool             `json:"exact"`
		Compared int              `json:"compared"`
		Beyond   int              `json:"beyond_chance"`
		Table    []diffItemJSON   `json:"table"`
		Layouts  []diffItemJSON   `json:"layouts"`
		Families []diffFamilyJSON `json:"families"`
		Columns  []diffColumnJSON `json:"columns"`
		Segments []diffPartJSON   `json:"segments"`
	}
	diffSideJSON struct {
		Source   string `json:"source"`
		Table    string `json:"table"`
		Rows     int    `json:"rows"`
		Bytes    int64  `json:"bytes"`
		Complete bool   `json:"complete"`
		Read     string `json:"read,omitempty"`
	}
	diffFigureJSON struct {
		Value float64  `json:"value"`
		Low   *float64 `json:"low,omitempty"`
		High  *float64 `json:"high,omitempty"`
		Exact bool     `json:"exact"`
	}
	diffChangeJSON struct {
		Verdict diff.Verdict   `json:"verdict"`
		Before  diffFigureJSON `json:"before"`
		After   diffFigureJSON `json:"after"`
		Delta   diffFigureJSON `json:"delta"`
	}
	diffItemJSON struct {
		Name    string         `json:"name"`
		Was     string         `json:"was,omitempty"`
		Unit    diff.Unit      `json:"unit"`
		Verdict diff.Verdict   `json:"verdict"`
		Change  diffChangeJSON `json:"change"`
	}
	diffFamilyJSON struct {
		Name       string          `json:"name"`
		Verdict    diff.Verdict    `json:"verdict"`
		RuleBefore string          `json:"rule_before,omitempty"`
		RuleAfter  string          `json:"rule_after,omitempty"`
		ByteShare  *diffChangeJSON `json:"byte_share,omitempty"`
		Garbage    *diffChangeJSON `json:"garbage,omitempty"`
	}
	diffColumnJSON struct {
		Family    string          `json:"family"`
		Qualifier string          `json:"qualifier,omitempty"`
		Pattern   string          `json:"pattern,omitempty"`
		Verdict   diff.Verdict    `json:"verdict"`
		Rows      diffChangeJSON  `json:"row_share"`
		Cells     diffChangeJSON  `json:"cells_a_row"`
		Bytes     diffChangeJSON  `json:"bytes_a_row"`
		Total     *diffChangeJSON `json:"bytes_in_table,omitempty"`
	}
	diffPartJSON struct {
		Name     string          `json:"name"`
		Before   int             `json:"values_before"`
		After    int             `json:"values_after"`
		Same     int             `json:"values_without_difference"`
		Unlisted int             `json:"values_unlisted"`
		Values   []diffValueJSON `json:"values"`
	}
	diffValueJSON struct {
		Value   string          `json:"value"`
		Raw     []byte          `json:"raw_b64"`
		Verdict diff.Verdict    `json:"verdict"`
		Rows    diffChangeJSON  `json:"row_share"`
		Bytes   diffChangeJSON  `json:"byte_share"`
		Total   *diffChangeJSON `json:"rows_in_table,omitempty"`
	}
)

func diffJSON(w io.Writer, d *diff.Diff) error {
	out := diffFileJSON{Before: sideJSON(d.Before, d.Redacted), After: sideJSON(d.After, d.Redacted), Redacted: d.Redacted, Remarks: []string{},
		Exact: d.Exact, Compared: d.Compared, Beyond: d.Beyond, Table: []diffItemJSON{}, Layouts: []diffItemJSON{}, Families: []diffFamilyJSON{},
		Columns: []diffColumnJSON{}, Segments: []diffPartJSON{}}
	for _, r := range d.Remarks {
		out.Remarks = append(out.Remarks, text.EscapeString(r))
	}
	for _, t := range d.Totals {
		out.Table = append(out.Table, diffItemJSON{t.Name, "", t.Unit, t.Verdict, changeJSON(t.Change)})
	}
	for _, l := range d.Layouts {
		x := diffItemJSON{text.EscapeString(l.After), "", diff.Share, l.Verdict, changeJSON(l.Share)}
		if l.After == "" {
			x.Name = text.EscapeString(l.Before)
		} else if l.Verdict == diff.Changed {
			x.Was = text.EscapeString(l.Before)
		}
		out.Layouts = append(out.Layouts, x)
	}
	for _, f := range d.Families {
		x := diffFamilyJSON{Name: text.EscapeString(f.Name), Verdict: f.Verdict}
		if f.Verdict != diff.New {
			x.RuleBefore = f.RuleBefore.String()
		}
		if f.Verdict != diff.Gone {
			x.RuleAfter = f.RuleAfter.String()
		}
		if f.Verdict != diff.New && f.Verdict != diff.Gone {
			x.ByteShare, x.Garbage = knownJSON(f.ByteShare), knownJSON(f.Waste)
		}
		out.Families = append(out.Families, x)
	}
	for _, c := range d.Columns {
		out.Columns = append(out.Columns, diffColumnJSON{text.EscapeString(c.Family), text.EscapeString(c.Qualifier), text.EscapeString(c.Pattern), c.Verdict,
			changeJSON(c.Rows), changeJSON(c.Cells), changeJSON(c.Bytes), toldJSON(c.Total)})
	}
	for _, s := range d.Segments {
		x := diffPartJSON{text.EscapeString(s.Name), s.Distinct[0], s.Distinct[1], s.Same, s.More, []diffValueJSON{}}
		for _, v := range s.Values {
			x.Values = append(x.Values, diffValueJSON{text.EscapeString(v.Value.String()), v.Raw, v.Verdict, changeJSON(v.Rows), changeJSON(v.Bytes), toldJSON(v.Total)})
		}
		out.Segments = append(out.Segments, x)
	}
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(out)
}

func sideJSON(s *diff.Side, redacted bool) diffSideJSON {
	out := diffSideJSON{text.EscapeString(s.Name), text.EscapeString(s.Sample.Table.Name), s.Sample.Rows(), s.Sample.Bytes(), s.Sample.How.Complete, ""}
	if redacted {
		out.Source = out.Table
	}
	if at := s.Sample.How.Started; !at.IsZero() {
		out.Read = at.UTC().Format("2006-01-02T15:04:05Z")
	}
	return out
}

func figureJSON(f estimate.Figure) diffFigureJSON {
	out := diffFigureJSON{Value: f.Value, Exact: f.Exact}
	if f.Interval() {
		out.Low, out.High = &f.Low, &f.High
	}
	return out
}

func changeJSON(c diff.Change) diffChangeJSON {
	return diffChangeJSON{c.Verdict, figureJSON(c.Before), figureJSON(c.After), figureJSON(c.Delta)}
}

func knownJSON(c diff.Change) *diffChangeJSON {
	x := changeJSON(c)
	return &x
}

// toldJSON leaves out what cannot be told.
func toldJSON(c diff.Change) *diffChangeJSON {
	if c.Verdict == diff.Undetermined {
		return nil
	}
	return knownJSON(c)
}
