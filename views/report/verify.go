package report

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"tabletop/model/candidate"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/verify"
	"tabletop/views/report/doc"
	"tabletop/views/text"
)

// VerifyInput is what two tables were compared by, and what that showed.
type VerifyInput struct {
	Old, New   string // the tables as the user names them
	Layouts    []*candidate.Candidate
	Current    rowkey.Set
	Inferred   bool // Current was, and not given
	Timestamps verify.Timestamps
	AsOf       time.Time // of the policies
	Margin     time.Duration
	Read       sample.Options
	Started    time.Time
	Took       time.Duration
	Unreadable [2]int
	Stopped    string // why a read ended early; empty if none did
	// ChangesCells reports whether a layout changes cells; see verify.Check.
	ChangesCells bool
	Result       *verify.Result
	Width        int
}

// VerifyFormats returns the formats of Verify, the default first.
func VerifyFormats() []Format { return []Format{Text, JSON} }

// Verify writes whether a table holds what another holds. Formats: text, json.
func Verify(w io.Writer, in VerifyInput, f Format) error {
	verified := verifyDoc(&in)
	if f == JSON {
		return doc.Write(w, verified)
	}
	return verifyPage(verified, in.Width).write(w, f)
}

func verifyDoc(in *VerifyInput) doc.Verify {
	out := doc.Verify{Verdict: string(in.Result.Verdict()), Inferred: in.Inferred, Timestamps: string(in.Timestamps),
		AsOf: in.AsOf.UTC(), Since: timeDoc(in.Read.Since), Until: timeDoc(in.Read.Until), Started: in.Started.UTC(),
		Took: in.Took.Seconds(), Buckets: verify.Buckets, Healed: in.Result.Healed(), Stopped: in.Stopped,
		Partial: !in.Result.Whole}
	out.Differing = len(verify.Differing(in.Result.Old, in.Result.New))
	out.Old = verifyTableDoc(in.Old, &in.Result.Old.Counts, in.Unreadable[0])
	out.New = verifyTableDoc(in.New, &in.Result.New.Counts, in.Unreadable[1])
	for _, c := range in.Layouts {
		out.Layouts = append(out.Layouts, doc.Escaped(text.Template(c.Source)))
	}
	for _, l := range in.Current {
		out.Current = append(out.Current, doc.Escaped(text.Template(l.String())))
	}
	if in.Result.Found != nil {
		named := verifyNamedDoc(in.Result.Found)
		out.Named = &named
	}
	out.Limits = verifyLimits(&out, in)
	return out
}

func verifyTableDoc(source string, c *verify.Counts, unreadable int) doc.VerifyTable {
	return doc.VerifyTable{Source: source, Rows: c.Rows, Cells: c.Cells, Bytes: c.Bytes, ComparedRows: c.ComparedRows,
		ComparedCells: c.ComparedCells, Quarantined: c.Foreign, Unchanged: c.Unchanged, Collectable: c.Collectable,
		Emptied: c.Emptied, Overwritten: c.Overwritten, Unreadable: unreadable}
}

func verifyNamedDoc(f *verify.Found) doc.VerifyNamed {
	out := doc.VerifyNamed{Differing: f.Differing, Named: f.Named, Missing: f.Cells[verify.Missing],
		Extra: f.Cells[verify.Extra], Changed: f.Cells[verify.Changed], Retimed: f.Cells[verify.Retimed],
		Lost: f.Cells[verify.Lost], MissingRows: f.MissingRows, ExtraRows: f.ExtraRows,
		Unlisted: f.Differences() - int64(len(f.List)), Merged: f.Merged}
	for i := range f.List {
		out.Differences = append(out.Differences, differenceDoc(&f.List[i]))
	}
	for _, m := range f.Merges {
		out.Merges = append(out.Merges, doc.VerifyMerge{Key: m.Key, OldKeys: keysDoc(m.Sources)})
	}
	return out
}

func differenceDoc(d *verify.Difference) doc.VerifyDifference {
	out := doc.VerifyDifference{Kind: string(d.Kind), Key: d.Key, OldKeys: keysDoc(d.Sources), Family: d.Column.Family,
		Qualifier: doc.Bytes(d.Column.Qualifier)}
	if d.Kind != verify.Extra {
		out.OldTime = &d.Old
	}
	if d.Kind != verify.Missing && d.Kind != verify.Lost {
		out.NewTime = &d.New
	}
	return out
}

func keysDoc(keys [][]byte) []doc.Bytes {
	out := make([]doc.Bytes, len(keys))
	for i, key := range keys {
		out[i] = key
	}
	return out
}

func verifyPage(v doc.Verify, width int) *page {
	before, after := text.EscapeString(v.Old.Source), text.EscapeString(v.New.Source)
	page := &page{title: before + " and " + after}
	page.line(before + " → " + after)
	page.paragraph("", verifyVerdict(&v), width)
	page.heading("what was read", "", "")
	grid := newGrid("lrr")
	grid.head("", "old", "new")
	for _, line := range []struct {
		name        string
		old, new    int64
		bytes, rare bool
	}{
		{name: "rows", old: v.Old.Rows, new: v.New.Rows},
		{name: "cells", old: v.Old.Cells, new: v.New.Cells},
		{name: "bytes", old: v.Old.Bytes, new: v.New.Bytes, bytes: true},
		{name: "rows compared", old: v.Old.ComparedRows, new: v.New.ComparedRows},
		{name: "cells compared", old: v.Old.ComparedCells, new: v.New.ComparedCells},
		{name: "rows quarantined", old: v.Old.Quarantined, rare: true},
		{name: "cells of garbage", old: v.Old.Collectable, new: v.New.Collectable, rare: true},
		{name: "rows of garbage only", old: v.Old.Emptied, new: v.New.Emptied, rare: true},
		{name: "rows unreadable", old: int64(v.Old.Unreadable), new: int64(v.New.Unreadable), rare: true},
	} {
		write := text.Integer
		if line.bytes {
			write = func(n int64) string { return text.Bytes(float64(n)) }
		}
		if !line.rare || line.old > 0 || line.new > 0 {
			grid.row(line.name, write(line.old), write(line.new))
		}
	}
	page.table(grid, "  ", width)
	verifyLayouts(page, &v, width)
	if v.Named != nil {
		verifyDifferences(page, v.Named, width)
	}
	page.heading("what this does not prove", "", "")
	for _, sentence := range v.Limits {
		page.paragraph("· ", sentence, width)
	}
	return page
}

// verifyVerdict states what is proved, of what, and how sure that is.
func verifyVerdict(v *doc.Verify) string {
	compared := text.Count(v.Old.ComparedCells, "cell") + " of " + text.Count(v.Old.ComparedRows, "row")
	switch {
	case v.Stopped != "":
		return "Unproved: " + text.EscapeString(v.Stopped) + "."
	case v.Verdict == string(verify.Unproved) && v.Old.Unreadable+v.New.Unreadable > 0:
		return "Unproved: " + text.Count(v.Old.Unreadable+v.New.Unreadable, "row") + " could not be read. " +
			verifyRest(v)
	case v.Verdict == string(verify.Unproved):
		return "Unproved: no cell was compared."
	case v.Verdict == string(verify.Different):
		return "Different: " + verifyRest(v)
	}
	words := "Equal: all that was compared of the old table, " + compared + ", is in the new table under its new " +
		"keys, with columns, times, and values, and the new table has no other cell."
	if v.Timestamps == string(verify.Ignore) {
		words = strings.Replace(words, "times, and values", "the order of versions, and values", 1)
	}
	if v.Old.Quarantined > 0 {
		words += " " + text.Count(v.Old.Quarantined, "row") + " of the old table " +
			text.Plural(v.Old.Quarantined, "is", "are") + " quarantined and not among them."
	}
	return words + " All " + text.Integer(int64(v.Buckets)) + " sums of keyed 128-bit hashes agree" +
		verifyAgain(v) + "; were the tables different, the probability of that would be below 1 in 10^30."
}

// verifyRest states what the buckets show.
func verifyRest(v *doc.Verify) string {
	words := text.Integer(int64(v.Differing)) + " of " + text.Integer(int64(v.Buckets)) + " buckets of new keys differ"
	if v.Named == nil {
		return words + "."
	}
	var kinds []string
	for _, k := range []struct {
		n    int64
		what string
	}{{v.Named.Missing, "missing"}, {v.Named.Extra, "extra"}, {v.Named.Changed, "changed"},
		{v.Named.Retimed, "with another time"}, {v.Named.Lost, "lost to another old row of the same new row"}} {
		if k.n > 0 {
			kinds = append(kinds, text.Count(k.n, "cell")+" "+k.what)
		}
	}
	if len(kinds) == 0 {
		kinds = []string{"no difference was left when they were read again"}
	}
	words += "; " + strings.Join(kinds, ", ")
	if rows := v.Named.MissingRows; rows > 0 {
		words += "; " + text.Count(rows, "row") + " missing as a whole"
	}
	if rows := v.Named.ExtraRows; rows > 0 {
		words += "; " + text.Count(rows, "row") + " extra as a whole"
	}
	if v.Named.Named < v.Named.Differing {
		words += ", counted in " + text.Integer(int64(v.Named.Named)) + " of " +
			text.Count(v.Named.Differing, "differing part") + " of the keys, selected at random"
	}
	return words + "."
}

// verifyAgain states which sums agreed only in the second pass.
func verifyAgain(v *doc.Verify) string {
	switch {
	case v.Named == nil:
		return ""
	case v.Healed > 0:
		return ", " + text.Integer(int64(v.Healed)) + " of them only when read again, after writes " +
			"that were under way"
	}
	return ", where rows became one after they were joined"
}

// verifyLayouts lists the layouts.
func verifyLayouts(p *page, v *doc.Verify, width int) {
	about := ""
	if v.Inferred {
		about = "(old layouts inferred)"
	}
	p.heading("keys", "", about)
	for _, l := range v.Current {
		p.paragraph("  old  ", string(l), width)
	}
	for _, l := range v.Layouts {
		p.paragraph("  new  ", string(l), width)
	}
}

// verifyDifferences lists the cells that differ, and the rows that several old rows become.
func verifyDifferences(p *page, named *doc.VerifyNamed, width int) {
	if len(named.Differences) > 0 {
		p.heading("differences", "", "")
		for i := range named.Differences {
			d := &named.Differences[i]
			if i == 0 || !bytes.Equal(d.Key, named.Differences[i-1].Key) {
				p.line("  " + text.Escape(d.Key) + was(d.OldKeys))
			}
			p.line(fmt.Sprintf("    %-7s  %s:%s  %s", d.Kind, text.EscapeString(d.Family), text.Escape(d.Qualifier),
				cellTimes(d.OldTime, d.NewTime)))
		}
		if named.Unlisted > 0 {
			p.line("  and " + text.Count(named.Unlisted, "more cell"))
		}
	}
	if named.Merged == 0 {
		return
	}
	p.heading("rows that become one", "", "")
	p.paragraph("  ", text.Count(named.Merged, "new row")+" of the keys read again "+
		text.Plural(named.Merged, "has", "have")+" the cells of several old rows.", width)
	for _, m := range named.Merges {
		p.paragraph("  · ", text.Escape(m.Key)+" of "+oldKeys(m.OldKeys), width)
	}
}

// was states which row keys of the old table a new one has, if it has any.
func was(keys []doc.Bytes) string {
	if len(keys) == 0 {
		return ""
	}
	return "  was " + oldKeys(keys)
}

// oldKeys lists row keys of the old table, the first few of many.
func oldKeys(keys []doc.Bytes) string {
	const most = 3
	var words []string
	for _, key := range keys[:min(len(keys), most)] {
		words = append(words, text.Escape(key))
	}
	if n := len(keys) - most; n > 0 {
		words = append(words, strconv.Itoa(n)+" more")
	}
	return strings.Join(words, ", ")
}

// cellTimes returns the time of a cell, and if it is another in the new table, that.
func cellTimes(before, after *int64) string {
	switch {
	case before == nil:
		return text.Micros(*after)
	case after == nil || *before == *after:
		return text.Micros(*before)
	}
	return text.Micros(*before) + " → " + text.Micros(*after)
}

// verifyLimits states what a comparison does not show.
func verifyLimits(v *doc.Verify, in *VerifyInput) []string {
	ended := in.Started.Add(in.Took)
	out := []string{"No read sees a table at one moment: each row was compared as it was when it was read, between " +
		text.Time(in.Started.Truncate(time.Second)) + " and " + text.Time(ended.Truncate(time.Second)) + ". The old " +
		"table must stand still for that time (stop its writers, or compare a restored backup); a write that reached " +
		"only one of the reads is a difference here."}
	if v.Old.Quarantined > 0 {
		out = append(out, text.Count(v.Old.Quarantined, "row")+" of the old table "+
			text.Plural(v.Old.Quarantined, "has a key", "have keys")+" that no current layout decodes. "+
			"Quarantined rows are not looked for in the new table, and are extra if they are there.")
	}
	if v.Old.Unchanged > 0 {
		out = append(out, text.Count(v.Old.Unchanged, "row")+" of record kinds that no layout is for "+
			text.Plural(v.Old.Unchanged, "was", "were")+" expected under "+text.Plural(v.Old.Unchanged, "its", "their")+
			" old "+text.Plural(v.Old.Unchanged, "key", "keys")+".")
	}
	out = append(out, "Cells that a policy of either table takes by "+text.Time(v.AsOf.Truncate(time.Second))+
		" are left out of both, because the service collects them at any time: "+text.Integer(v.Old.Collectable)+
		" of the old table and "+text.Integer(v.New.Collectable)+" of the new one.")
	if in.ChangesCells {
		out = append(out, "A layout changes cells or divides rows, so the policies of the old table cannot be "+
			"evaluated in the new one: cells that these alone take are extra if they were copied.")
	}
	if n := v.Old.Overwritten; n > 0 {
		out = append(out, text.Count(n, "cell")+" of the old table "+text.Plural(n, "is", "are")+" not looked for, "+
			"because the layout has "+text.Plural(n, "it", "them")+" overwritten by others of the same row.")
	}
	if in.Took > in.Margin {
		out = append(out, "Reading took longer than --gc-margin, so cells that a policy took meanwhile may be among "+
			"the differences.")
	}
	if v.Since != nil || v.Until != nil {
		out = append(out, "Only these cells were compared: "+strings.Join(text.ReadFilters(in.Read), ", ")+".")
	}
	if v.Since != nil {
		out = append(out, "A delete leaves no trace in a table: what was deleted in the old table only, and written "+
			"before --since, is still in the new one and was not seen. Both tables must stand still for deletes from "+
			"--since on, or be compared without it.")
	}
	if v.Timestamps == string(verify.Ignore) {
		out = append(out, "Times were not compared: that a cell has the time that it had, and so when a policy by age "+
			"takes it, is unproved. The order of the versions of each column was compared. A cell whose times in the "+
			"two tables are on either side of a limit of a policy, or of --since or --until, is a difference here.")
	}
	return out
}
