package audit

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"

	"tabletop/model/estimate"
	"tabletop/model/retention"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/segments"
)

// orExpect ends what to do about a difference.
const orExpect = ", or correct the file of --expect."

// expectFamilyRule is the rule expect-family.
func expectFamilyRule() Rule {
	return Rule{
		ID: "expect-family", Guidelines: []string{"G02"}, Title: "Families are not those expected",
		Why: "Families belong to the table: code that was tested with others fails to write, or writes what " +
			"nothing reads.",
		needs: declaration, check: expectFamily, about: []Harm{Correctness},
	}
}

func expectFamily(f *facts) []Finding {
	var out []Finding
	add := func(severity Severity, name, title, fix string, command retention.ToolCommand, note string) {
		found := Finding{Severity: severity, Title: title, Subject: Subject{Kind: AboutFamily, Name: name},
			Evidence: []Evidence{{Family: name, Note: note}}, Fix: Fix{Text: fix}}
		if command.Text != "" {
			found.Fix.Paste, found.Fix.What = command.Text, "command"
		}
		out = append(out, found)
	}
	table := &f.Sample.Table
	for _, expected := range f.expected.Families {
		actual, ok := table.Family(expected.Name)
		switch {
		case !ok:
			add(Error, expected.Name, "An expected family does not exist", "Create the family"+orExpect,
				retention.CreateFamilyLine(retention.NewTarget(table, expected.Name), expected.GC, ""), "")
		case actual.Aggregate != expected.Aggregate:
			add(Error, expected.Name, "A family aggregates in another way than expected",
				"Create a family of the expected type and write to it: a family keeps its type"+orExpect,
				retention.ToolCommand{}, fmt.Sprintf("aggregates %s, expected %s", orNone(actual.Aggregate),
					orNone(expected.Aggregate)))
		}
	}
	for _, actual := range table.Families {
		if !slices.ContainsFunc(f.expected.Families, func(e sample.Family) bool { return e.Name == actual.Name }) {
			add(Warning, actual.Name, "A family that is not expected", "Find out what writes to the family"+orExpect,
				retention.ToolCommand{}, "")
		}
	}
	return out
}

// orNone names the type of an aggregate family, or that it is none.
func orNone(aggregate string) string {
	if aggregate == "" {
		return "nothing"
	}
	return aggregate
}

// expectPolicyRule is the rule expect-policy.
func expectPolicyRule() Rule {
	return Rule{
		ID: "expect-policy", Guidelines: []string{"G22", "G14"}, Title: "A policy is not the one expected",
		Why:   "Another policy takes data that was to be kept, or keeps and bills data that was to go.",
		needs: declaration, check: expectPolicy, about: []Harm{Storage, Correctness},
	}
}

func expectPolicy(f *facts) []Finding {
	var out []Finding
	for _, expected := range f.expected.Families {
		actual, ok := f.Sample.Table.Family(expected.Name)
		if !ok || canonical(actual.GC) == canonical(expected.GC) {
			continue
		}
		set := retention.ToolCommands(retention.NewTarget(&f.Sample.Table, expected.Name), expected.GC)[0]
		out = append(out, Finding{Severity: Error, Subject: Subject{Kind: AboutFamily, Name: expected.Name},
			Evidence: []Evidence{{Family: expected.Name, Note: fmt.Sprintf("the policy is %s, expected %s",
				actual.GC, expected.GC)}},
			Fix: Fix{Text: "Set the expected policy, after gc --policy has shown what it takes" + orExpect,
				Paste: set.Text, What: "command"}})
	}
	return out
}

// canonical writes equal policies in one way, whatever the order of their parts.
func canonical(rule sample.GCRule) string {
	rule = retention.Simplify(rule)
	if len(rule.Children) == 0 {
		return rule.String()
	}
	var parts []string
	for _, child := range rule.Children {
		parts = append(parts, canonical(child))
	}
	slices.Sort(parts)
	return fmt.Sprintf("%v(%s)", rule.Kind, strings.Join(slices.Compact(parts), ", "))
}

// expectProtectionRule is the rule expect-protection.
func expectProtectionRule() Rule {
	return Rule{
		ID: "expect-protection", Guidelines: []string{"G02"}, Title: "Deletion protection is not as expected",
		Why:   "Without it one command deletes the table with its backups' source; with it a planned deletion fails.",
		needs: description, check: expectProtection, about: []Harm{Correctness},
	}
}

func expectProtection(f *facts) []Finding {
	table, expected := &f.Sample.Table, f.expected.Protected
	if expected == nil || *expected == table.Protected {
		return nil
	}
	out := Finding{Severity: Warning, Subject: Subject{Kind: AboutTable},
		Title:    "Deletion protection is on, which is not expected",
		Evidence: []Evidence{{Table: table.Name}}, Fix: Fix{Text: "Turn it off" + orExpect}}
	if *expected {
		out.Severity, out.Title, out.Fix = Error, "Deletion protection is off", Fix{Text: "Turn it on" + orExpect,
			Paste: retention.ProtectTableLine(retention.NewTarget(table, "")).Text, What: "command"}
	}
	return []Finding{out}
}

// expectKeysRule is the rule expect-keys.
func expectKeysRule() Rule {
	return Rule{
		ID: "expect-keys", Guidelines: []string{"G36", "G31"}, Title: "Row keys are not those expected",
		Why:   "Readers that build and split keys in the expected way miss these rows.",
		needs: description, check: expectKeys, about: []Harm{Correctness, Reads},
	}
}

func expectKeys(f *facts) []Finding {
	var out []Finding
	table := &f.Sample.Table
	if expected := f.expected.KeySchema; expected != nil && !sameSchema(expected, table.KeySchema) {
		note := "declares another row-key schema"
		if table.KeySchema == nil {
			note = "declares no row-key schema"
		}
		out = append(out, Finding{Severity: Error, Subject: Subject{Kind: AboutTable},
			Title:    "The declared row-key schema is not the one expected",
			Evidence: []Evidence{{Table: table.Name, Note: note}},
			Fix:      Fix{Text: "Declare the expected schema" + orExpect}})
	}
	if len(f.expected.Layouts) == 0 || f.Profile.Rows == 0 {
		return out
	}
	read, err := segments.New(context.Background(), f.Sample, f.expected.Layouts)
	if err != nil {
		return out // only a canceled context is an error
	}
	misfit := func(row int) bool { return read.Kind[row] < 0 }
	share := f.share(misfit)
	if share.Value == 0 {
		return out
	}
	var templates []string
	for _, layout := range f.expected.Layouts {
		templates = append(templates, layout.String())
	}
	found := Finding{Severity: f.seenShare(share, f.limits.SchemaMisfits), Title: "Row keys match no expected layout",
		Subject:  Subject{Kind: AboutKeys, Name: strings.Join(templates, " or ")},
		Measures: []Measure{{Name: "rows whose key matches none of them", Unit: Share, Figure: share}},
		Fix:      Fix{Text: "Correct what writes these keys" + orExpect}}
	f.show(&found, misfit)
	return append(out, found)
}

// sameSchema reports whether a table declares the row-key schema that is expected.
func sameSchema(expected, declared *rowkey.Schema) bool {
	return declared != nil && expected.Encoding == declared.Encoding &&
		bytes.Equal(expected.Delimiter, declared.Delimiter) && slices.Equal(expected.Fields, declared.Fields)
}

// seenShare returns the severity of what is not expected and was seen: that it is there is a fact, of which the share
// says how bad it is.
func (f *facts) seenShare(share estimate.Figure, errorAt float64) Severity {
	if severity, ok := grade(share, 0, errorAt); ok && severity == Error {
		return Error
	}
	return Warning
}

// expectColumnRule is the rule expect-column.
func expectColumnRule() Rule {
	return Rule{
		ID: "expect-column", Guidelines: []string{"G02", "G09"}, Title: "Columns are not those expected",
		Why: "No schema is declared for columns: one that is misspelled, missing, or not to be stored is noticed by " +
			"nobody but a check like this.",
		needs: anyRow, check: expectColumn, about: []Harm{Correctness},
	}
}

func expectColumn(f *facts) []Finding {
	var out []Finding
	for _, expected := range f.expected.Columns {
		if only := f.Sample.How.Options.Families; len(only) > 0 && !slices.Contains(only, expected.Family) {
			continue // its cells were not read
		}
		columns, exist := f.columnsOf(expected.matcher())
		switch expected.Use {
		case Required:
			out = append(out, f.missingColumn(expected, columns, exist)...)
		case Forbidden:
			if exist > 0 {
				out = append(out, f.unwantedColumns(expected.subject(), "A forbidden column has cells", Error, columns,
					exist))
			}
		}
	}
	return append(out, f.columnsNotAllowed()...)
}

// columnsOf returns the columns of the sample that are meant, and how many there are in the table as far as is known.
func (f *facts) columnsOf(meant func(sample.Column) bool) (of map[sample.ColumnID]bool, exist int) {
	of = map[sample.ColumnID]bool{}
	all, _ := f.allColumns()
	for i := range all {
		if all[i].FoundCells.Value == 0 || !meant(sample.Column{Family: all[i].Family, Qualifier: all[i].Qualifier}) {
			continue
		}
		if exist++; i < len(f.Sample.Columns()) {
			of[sample.ColumnID(i)] = true
		}
	}
	return of, exist
}

// hasAny reports whether a row has a cell of one of the columns.
func (f *facts) hasAny(row int, of map[sample.ColumnID]bool) bool {
	for from, to := f.Sample.Cells(row); from < to; from++ {
		if of[f.Sample.CellColumn(from)] {
			return true
		}
	}
	return false
}

// missingColumn finds a required column that no row has, or too few rows. That no row of a sample has it proves
// nothing.
func (f *facts) missingColumn(expected ExpectedColumn, of map[sample.ColumnID]bool, exist int) []Finding {
	have := f.share(func(row int) bool { return f.hasAny(row, of) })
	whole := (wholeTable|allCells).lacks(&f.Sample.How.Options) == "" && !f.sampled()
	found := Finding{Severity: Error, Subject: expected.subject(), Measures: []Measure{
		{Name: "rows that have it", Unit: Share, Figure: have}}}
	switch {
	case exist == 0 && whole:
		found.Title, found.Fix = "No row has a required column", Fix{Text: "Correct what writes these rows" + orExpect}
	case exist == 0:
		found.Severity, found.Title = Note, "No row that was read has a required column"
		found.Fix = Fix{Text: "Read all rows to be sure: --strategy everything."}
	default:
		lack := estimate.Figure{Value: 1 - have.Value, Low: 1 - have.High, High: 1 - have.Low,
			Certainty: have.Certainty}
		severity, ok := grade(lack, 1-expected.Share, 1-expected.Share)
		if !ok || expected.Share == 0 {
			return nil
		}
		if expected.Share == 1 && whole {
			severity = Error
		}
		found.Severity, found.Title = severity, "Fewer rows than expected have a required column"
		found.Fix = Fix{Text: "Correct what writes the other rows" + orExpect}
		found.Measures = append(found.Measures, Measure{Name: "rows without it", Unit: Share, Figure: lack,
			Limit: 1 - expected.Share})
	}
	f.show(&found, func(row int) bool { return !f.hasAny(row, of) })
	return []Finding{found}
}

// unwantedColumns returns the finding that columns have cells that are not to be there.
func (f *facts) unwantedColumns(about Subject, title string, severity Severity, of map[sample.ColumnID]bool,
	exist int) Finding {
	has := func(row int) bool { return f.hasAny(row, of) }
	found := Finding{Severity: severity, Title: title, Subject: about, Measures: []Measure{
		{Name: "rows that have such a cell", Unit: Share, Figure: f.share(has)},
		f.found("columns", estimate.Seen(float64(exist)))},
		Fix: Fix{Text: "Correct what writes them, and delete these cells" + orExpect}}
	for id := range f.Sample.Columns() {
		if of[sample.ColumnID(id)] && len(found.Evidence) < maxEvidence/2 {
			column := f.Sample.Column(sample.ColumnID(id))
			found.Evidence = append(found.Evidence, Evidence{Column: &column})
		}
	}
	f.show(&found, has)
	return found
}

// columnsNotAllowed finds columns that no entry names, of families that have an allowed column.
func (f *facts) columnsNotAllowed() []Finding {
	named := map[string][]func(sample.Column) bool{}
	var closed []string
	for _, expected := range f.expected.Columns {
		named[expected.Family] = append(named[expected.Family], expected.matcher())
		if expected.Use == Allowed && !slices.Contains(closed, expected.Family) {
			closed = append(closed, expected.Family)
		}
	}
	var out []Finding
	for _, family := range closed {
		of, exist := f.columnsOf(func(c sample.Column) bool {
			return c.Family == family &&
				!slices.ContainsFunc(named[family], func(is func(sample.Column) bool) bool { return is(c) })
		})
		if exist > 0 {
			out = append(out, f.unwantedColumns(Subject{Kind: AboutFamily, Name: family},
				"Columns that are not allowed have cells", Error, of, exist))
		}
	}
	return out
}
