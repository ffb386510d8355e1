package report

import (
	"fmt"
	"io"
	"strings"
	"time"

	"tabletop/model/audit"
	"tabletop/model/plan"
	"tabletop/model/price"
	"tabletop/model/simulate"
	"tabletop/model/workload"
	"tabletop/views/text"
)

// MigrationInput is what a plan of a migration is described by.
type MigrationInput struct {
	Plan   *plan.Plan
	Audit  AuditInput // of the old table
	Trials Trials     // the current layout and the new one
	Files  []plan.File
	Prices *price.Prices // nil without prices
}

// backfillRate is the rate in rows per second at which the time of the backfill is stated.
const backfillRate = 5000

// Migration writes the README of a migration in Markdown.
func Migration(w io.Writer, in Input, m MigrationInput) error {
	if in.Width <= 0 {
		in.Width = 80
	}
	page := &document{title: "New row keys for " + text.EscapeString(m.Plan.Source)}
	page.p("Written by tabletop plan, which read the old table and changed nothing. You run the files. This " +
		"folder holds row keys of the table: keep it where the table's data may be.")
	m.why(page, in)
	page.h("The table, now and then")
	for _, block := range simulatePage(simulateDoc(in, m.Trials), in.Width).document().blocks {
		page.add(block)
	}
	m.lost(page)
	m.splits(page)
	m.steps(page)
	m.strategies(page)
	m.risks(page)
	m.files(page)
	return page.markdown(w)
}

// Rollback writes the way back in Markdown.
func Rollback(w io.Writer, m MigrationInput) error {
	page := &document{title: "The way back"}
	page.p("The old table is not changed by anything in this folder, so the way back is to read and write it again.")
	page.add(docList{
		plain("Until readers are switched: stop the backfill and the writes to the new table. Nothing else is " +
			"needed."),
		plain("After readers are switched: writes must still go to both tables. Switch the readers back, and keep " +
			"the new table until you know what was wrong."),
		plain("After writes to the old table have stopped, there is no way back without a copy in the other " +
			"direction: keep writing to both until verify.sh says equal and readers have been switched for as " +
			"long as you need to notice a fault."),
		plain("Before the old table is deleted, make a backup of it. Backups are kept for at most 90 days."),
	})
	old, _ := m.Plan.Old.Filled()
	created, _ := m.Plan.New.Filled()
	page.p("To remove the new table, switch off its deletion protection, and delete it. In Terraform, remove " +
		"prevent_destroy first. Check the name: this cannot be undone.")
	page.add(docTable{head: []string{"", "Table"}, rows: [][]docPara{
		{plain("keep"), code(text.EscapeString(old.Table))}, {plain("remove"), code(text.EscapeString(created.Table))}},
		right: []bool{false, false}})
	return page.markdown(w)
}

// why states what changes, and what the audit says of the table.
func (m *MigrationInput) why(page *document, in Input) {
	page.h("What changes, and why")
	var rows [][]docPara
	for i, layout := range m.Plan.Current {
		rows = append(rows, []docPara{plain("old keys, " + kindName(m.Plan.Current, i)),
			code(text.Template(layout.String()))})
	}
	rows = append(rows, []docPara{plain("new keys"), code(text.Template(m.Plan.Candidate.String()))})
	page.add(docTable{head: []string{"", "Template"}, rows: rows, right: []bool{false, false}})
	if !in.Declared {
		page.p("The old layout was inferred: check it, and give it with --current-layout.")
	}
	if len(m.Audit.Findings) == 0 {
		page.p("The audit finds nothing about the old table.")
		return
	}
	var found docList
	for _, finding := range auditDoc(in, m.Audit).Findings {
		if finding.Severity == string(audit.Note) {
			continue
		}
		words := fmt.Sprintf("%s: %s (%s, %s)", finding.Severity, finding.Title, finding.Rule, finding.Subject.Text)
		for _, measure := range finding.Measures[:min(1, len(finding.Measures))] {
			words += "; " + measure.Words.Sentence + ", " + measure.Words.Certainty
		}
		found = append(found, plain(words+". "+finding.Why))
	}
	if len(found) == 0 {
		page.p("The audit has no errors or warnings about the old table, only notes.")
		return
	}
	page.p("What the audit says of the old table:")
	page.add(found)
}

// lost states what is merged, lost, and set aside.
func (m *MigrationInput) lost(page *document) {
	result := m.Trials[1].Result
	base := result.Tables[0].Base()
	of := "of the rows read, which are a sample: a census counts those of all rows (tabletop-beam simulate)"
	if base.Design.IsExact() {
		of = "exact, of all rows"
	}
	page.h("What is merged, lost, and set aside")
	met := result.Collisions
	page.p("Counts are " + of + ".")
	atLeast := ""
	if met.AtLeast {
		atLeast = "at least "
	}
	old := func(n int64, word string) string { return atLeast + text.Count(n, word) }
	page.add(docList{
		plain(old(met.MergedRows, "old row") + " that share their new key with another" + never(result)),
		plain(old(met.OverwrittenCells, "cell") + " lost, because another has the same new row, column, and time"),
		plain(old(met.VersionCells, "cell") + " that become an older version of a column: check the policy of the " +
			"family"),
		plain(text.Count(result.Emptied, "row") + " left without cells"),
		plain(text.Count(result.Dropped, "row") + " dropped, as the layout says"),
		plain(text.Count(result.Quarantined, "row") + " set aside by the backfill, those whose keys no old layout " +
			"decodes among them: quarantine.jsonl holds them with all cells, and verify.sh counts them"),
	})
}

// never states why no rows can share a key, if none can.
func never(r *simulate.Result) string {
	if r.Collisions.Impossible == "" {
		return ""
	}
	return " (none can: " + text.EscapeString(r.Collisions.Impossible) + ")"
}

// splits states the divisions that the table can begin with.
func (m *MigrationInput) splits(page *document) {
	page.h("Pre-splits")
	chosen, why := m.Plan.Split()
	row := func(name string, p *plan.Presplit, writes bool) []docPara {
		written := text.NoFigure
		if writes {
			written = text.Percent(p.Writes)
		}
		if p == chosen {
			name += ", taken"
		}
		return []docPara{plain(name), plain(text.Integer(int64(p.Parts()))), plain(text.Percent(p.Bytes)),
			plain(written)}
	}
	rows := [][]docPara{row("by stored bytes", m.Plan.Stored, m.Plan.Written != nil)}
	if m.Plan.Written != nil {
		rows = append(rows, row("by writes of a week", m.Plan.Written, true))
	}
	page.add(docTable{head: []string{"Splits", "Parts", "Largest part's bytes", "Busiest part's writes"}, rows: rows,
		right: []bool{false, true, true, true}})
	page.p("The shares are of the rows read, at their new keys; writes are the cells of the week before the read " +
		"that are still stored. Rows that are set aside are left out.")
	certainty := "All rows were read, so the shares are exact."
	if !m.Trials[1].Result.Tables[0].Base().Design.IsExact() {
		certainty = "Not all rows were read, so the shares are estimates, without an interval: " +
			"each key range that was read is counted by the splits that the others give. Where this was " +
			"measured, the largest of 64 parts of the whole table had 1.24 to 1.45 times the mean with --strategy " +
			"auto, and 1.5 to 1.8 times with quick."
	}
	page.p(certainty)
	if m.Plan.NoWrites != "" {
		page.p("There is no division by writes: " + m.Plan.NoWrites + ".")
	}
	page.p(fmt.Sprintf("create.sh takes the splits by %s: %s.", map[bool]string{true: "stored bytes",
		false: "writes"}[chosen == m.Plan.Stored], why))
	page.p("Pre-splits help in the first hours of a backfill only, while the service has no load to split by. " +
		"Later it splits large and busy tablets and merges small and idle ones. Create the table shortly before " +
		"the backfill, whose ranges are written in mixed order. For a table of a few gigabytes, or one that is " +
		"filled over days, leave them out.")
	if m.Plan.Binary() {
		page.p("The splits are not text, so they are in create.json, which create.sh sends by REST: cbt and " +
			"Terraform cannot hold them.")
	}
}

// steps lists what to do, in order.
func (m *MigrationInput) steps(page *document) {
	page.h("Steps")
	if m.Trials[1].Queries == nil {
		page.p("No workload was given, so queries are not compared: give their file with --workload.")
	}
	steps := docList{
		plain("Review this file, table.tf or create.sh, and keys/. Run the tests in keys/."),
		plain("sh create.sh, or apply table.tf: one of the two."),
	}
	if why := m.Plan.NoBackfill(); why != nil {
		steps = append(steps, plain("There is no backfill/: "+text.EscapeString(why.Error())+"."))
	} else {
		scale := m.Trials[1].Result.Scale()
		size := "Its size is not known from the rows read."
		if rows := scale.Rows.Value; rows > 0 {
			took := time.Duration(rows / backfillRate * float64(time.Second))
			size = fmt.Sprintf("With a limit of %s per second it copies %s in about %s.",
				text.Count(backfillRate, "row"), estimated(scale.Rows, text.Number)+" rows", text.Duration(took))
			if scale.Bytes.Value > 0 {
				size += " It writes " + estimated(scale.Bytes, text.Bytes) + " before compression." + m.cost(scale)
			}
		}
		steps = append(steps, docPara{{text: "Copy the rows: "}, {text: "cd backfill && go run . " +
			"--no_writes", code: true},
			{text: ", then without that flag. " + size + " It may be stopped and run again from the start: cells " +
				"keep their timestamps, so nothing is written twice."}})
	}
	steps = append(steps,
		plain("sh verify.sh: exit code 0 is equal, 3 is different. The old table must stand still meanwhile, or use "+
			"--until with a time before it; a delete leaves no trace in a table, so deletes must wait."),
		plain("Switch readers, then writers; rollback.md is the way back."))
	page.add(steps)
}

// cost states what the backfill and the second table cost; empty without prices.
func (m *MigrationInput) cost(scale *simulate.Scale) string {
	if m.Prices == nil {
		return ""
	}
	rates := workload.DefaultRates()
	seconds := scale.Table.Value/rates.Scan + scale.Rows.Value/rates.Writes
	words := fmt.Sprintf(" At the peak rates of docs/cost.md it keeps nodes busy for at least %s node hours",
		text.Number(seconds/3600))
	if cost, known := m.Prices.Nodes(seconds / 3600); known {
		words += ", " + m.Prices.Amount(cost)
	}
	return words + fmt.Sprintf(". Beside the old table, the new one costs %s a month (%s).",
		monthWords(m.Prices, month(m.Prices, &scale.Bytes)), m.Prices)
}

// strategies lists the ways to move, with what each needs and cannot do.
func (m *MigrationInput) strategies(page *document) {
	page.h("Strategies")
	rows := func(all ...[3]string) (rows [][]docPara) {
		for _, cells := range all {
			rows = append(rows, []docPara{plain(cells[0]), plain(cells[1]), plain(cells[2])})
		}
		return rows
	}
	page.add(docTable{head: []string{"Strategy", "Needs", "Cannot"}, right: []bool{false, false, false}, rows: rows(
		[3]string{"offline copy", "writers that stand still for the whole copy and verify.sh",
			"keep the table writable meanwhile"},
		[3]string{"dual writes and backfill", "clients that write both tables, with the same explicit timestamps, " +
			"before the backfill begins; keys/ in their language", "carry deletes of rows that the backfill then " +
			"copies, or prove equal times if the servers set them (verify.sh --timestamps ignore)"},
		[3]string{"change streams", "a stream on the old table before the copy, retention of 1 to 7 days, a " +
			"single-cluster app profile, a reader in Java (Go has none)", "go back beyond its retention; give old " +
			"values; order changes across rows. Garbage collection is in the stream: do not replay it"},
		[3]string{"a view", "a continuous materialized view whose ORDER BY can say the new key; no copy and no " +
			"new writes", "change the table itself, or read rows that its query leaves out; its storage is added"})})
}

// risks states what is uncertain.
func (m *MigrationInput) risks(page *document) {
	page.h("Risks")
	risks := docList{
		plain("Rows of several requests are not atomic: a row of more than 10,000 cells or 8 MB is written in " +
			"parts."),
		plain("Garbage collection runs in each table on its own: cells that a policy takes may be in one of them " +
			"only. verify.sh leaves them out of both."),
		plain("create.sh and table.tf copy the policies that the old table has now. A replicated table refuses a " +
			"policy that is relaxed later, unless it is forced."),
	}
	if m.Plan.Micros {
		risks = append(risks, plain("The old table has timestamps of microseconds: create the new one with that "+
			"granularity, which cbt and Terraform do not set."))
	}
	if _, err := m.Plan.Functions(); err != nil {
		risks = append(risks, plain("There is no code in keys/: "+text.EscapeString(err.Error())+"."))
	}
	risks = append(risks, plain("A row-key schema is not among the files: run tabletop schema --format "+
		"row-key-schema on "+
		"the new table once it is filled."))
	page.add(risks)
	if _, missing := m.Plan.New.Filled(); missing != "" {
		page.p("In all files, " + missing + ".")
	}
}

// files lists the files.
func (m *MigrationInput) files(page *document) {
	page.h("Files")
	var rows [][]docPara
	for _, file := range m.Files {
		if file.Note == "" {
			continue
		}
		unchecked := file.Unchecked
		if unchecked == "" {
			unchecked = "—"
		}
		rows = append(rows, []docPara{code(file.Name), plain(file.Note), plain(strings.TrimSpace(unchecked))})
	}
	page.add(docTable{head: []string{"File", "What it is", "Not " +
		"checked"}, rows: rows, right: []bool{false, false, false}})
}
