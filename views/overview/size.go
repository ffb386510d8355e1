package overview

import (
	"fmt"
	"strings"

	"tabletop/model/estimate"
	"tabletop/model/figures"
	"tabletop/model/sample"
	"tabletop/views"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// sizeMeans states what sizes are made of, wherever one is explained.
const sizeMeans = "The size of a row is its key once and, for every cell, family + qualifier + 8 bytes of timestamp " +
	"+ value. " +
	"Storage adds an overhead that Google does not publish and subtracts compression; neither is in it."

func (p *page) size(d *views.Data) {
	p.section("SIZE")
	pr := d.Profile
	if pr == nil {
		p.add(line{text: p.st.Dim("measuring the rows that have come…")})
		return
	}
	p.rows(d)
	if pr.Rows == 0 {
		return
	}
	quantiles := "\n\nQuantiles are by nearest rank; the bars go from the smallest to the largest seen, growing by " +
		"about a fifth from one to the next."
	measures := []measure{
		{line{id: "size/row", about: "row size", open: largestRow(pr),
			why: sizeMeans + "\n\n" + counted(pr, pr.RowBytes.Mean) + quantiles +
				"\n\nRows should stay under 100 MB; above 256 MB they cannot be read (G18). Enter opens the largest."},
			"row", pr.RowBytes, text.Bytes},
		{line{id: "size/cells", about: "cells a row", open: views.OpenScreen{Screen: views.ColumnsScreen},
			why: "Cells of a row, all versions counted. " +
				counted(pr, pr.CellsPerRow.Mean) + quantiles}, "cells", pr.CellsPerRow, text.Number},
		{line{id: "size/key", about: "key length", open: views.OpenScreen{Screen: views.KeysScreen},
			why: "Bytes of a row key. Keys should be short, at most 4 KB (G30). " +
				counted(pr, pr.KeyLength.Mean) + quantiles}, "key", pr.KeyLength, text.Bytes},
		{line{id: "size/value", about: "value size", open: largestCell(pr),
			why: "Bytes of a value. A cell should hold at most 10 MB, and cannot hold more than 100 MB (G21). " +
				counted(pr, pr.ValueSize.Mean) + quantiles + " Enter opens the row with the largest."}, "value",
			pr.ValueSize, text.Bytes},
	}
	if p.short {
		p.measures(pr, measures[:2])
		return
	}
	p.measures(pr, measures)
	p.columns(pr)
}

func largestRow(pr *figures.Profile) views.Request {
	if len(pr.LargestRows) == 0 {
		return nil
	}
	return views.OpenScreen{Screen: views.RowScreen, Key: pr.LargestRows[0].Key}
}

func largestCell(pr *figures.Profile) views.Request {
	if len(pr.LargestCells) == 0 {
		return nil
	}
	return views.OpenScreen{Screen: views.RowScreen, Key: pr.LargestCells[0].Key}
}

// rows states how many rows were read and how many there are, as far as that is known.
func (p *page) rows(d *views.Data) {
	pr := d.Profile
	line := line{id: "size/rows", about: "rows"}
	items := []string{p.st.Strong(text.Integer(pr.Rows)) + text.Plural(pr.Rows, " row ", " rows ") +
		p.st.Dim(readWords(pr.Scope, d.Sample.How.Options)), text.Bytes(float64(pr.Bytes)) + p.st.Dim(" in them")}
	line.why = fmt.Sprintf("%s rows of %s were read, keys %s of it, values %s. %s", text.Integer(pr.Rows),
		text.Bytes(float64(pr.Bytes)),
		text.Bytes(float64(pr.KeyBytes)), text.Bytes(float64(pr.ValueBytes)), sizeMeans)
	if rows := int64(pr.FoundRows.Value); pr.Scope != estimate.All && pr.FoundRows.IsExact() {
		items = []string{p.st.Strong(text.Integer(rows)) + text.Plural(rows, " row ", " rows ") +
			p.st.Dim("counted"), text.Bytes(pr.FoundBytes.Value) + p.st.Dim(" in them"),
			text.Integer(pr.Rows) + p.st.Dim(" kept")}
		line.why = fmt.Sprintf("%s rows of %s were counted, keys %s of it, values %s. %s", text.Integer(rows),
			text.Bytes(pr.FoundBytes.Value),
			text.Bytes(pr.FoundKeyBytes.Value), text.Bytes(pr.FoundValueBytes.Value), sizeMeans)
	} else if whole := pr.Whole; pr.Scope == estimate.Sample && whole.Rows.Value > 0 && !whole.Rows.Vague() {
		table := func(f figures.Figure, what string) string {
			short, interval := text.TableCountParts(f)
			return short + p.st.Dim(what+strings.TrimRight(" "+interval, " "))
		}
		items = []string{p.st.Dim("table ") + table(whole.Rows, " rows"), table(whole.Cells, " cells"),
			text.TableBytes(whole.Table, whole.Table),
			p.st.Dim("read ") + text.Integer(pr.Rows) + p.st.Dim(" rows, ") + text.Bytes(float64(pr.Bytes))}
		line.why = text.WholeTable(whole) + "\n\n" + line.why
	} else if table := d.Table; table != nil && pr.Scope != estimate.All {
		if table.Stats != nil {
			items = append(items,
				p.st.Dim("table ")+text.Number(float64(table.Stats.Rows))+" rows, "+
					text.Bytes(float64(table.Stats.LogicalBytes))+p.st.Dim(" by its statistics"))
			line.why += "\n\nThe figures of the whole table are the service's own statistics, as of its last " +
				"compaction: up to a week old."
		} else if b := table.Bytes(); b > 0 && !table.Emulator {
			items = append(items, p.st.Dim("table ≈ ")+text.Bytes(float64(b)))
			line.why += "\n\nThe size of the whole table is what the service gives with its split keys: approximate, " +
				"compressed, as stored."
		}
	}
	p.flow(line, items...)
}

// readWords states how much of what was asked for the rows are.
func readWords(s estimate.Scope, asked sample.Options) string {
	switch s {
	case estimate.All:
		if estimate.Restricted(asked) {
			return "(all of this part)"
		}
		return "(full scan)"
	case estimate.Head:
		return "read, the first ones only"
	}
	return "read"
}

func (p *page) columns(pr *figures.Profile) {
	always, all := 0, pr.AllColumns()
	for i := range all {
		if rows := all[i].FoundRows; rows.Value == pr.FoundAmong(rows).Value {
			always++
		}
	}
	p.flow(line{id: "size/columns", about: "columns", open: views.OpenScreen{Screen: views.ColumnsScreen},
		why: "Columns (family and qualifier) seen in the rows read; in rows not read there may be more. " +
			"A column costs nothing in a row that lacks it (G09). Enter lists them."},
		text.Integer(int64(len(all)))+p.st.Dim(" "+text.Plural(len(all), "column", "columns")+seen(pr)),
		text.Integer(int64(always))+p.st.Dim(" in every row"),
		text.Number(pr.ColumnsPerRow.Mean.Value)+p.st.Dim(" a row on average"))
}

// seen marks a count that can only grow with the rows read.
func seen(pr *figures.Profile) string {
	switch {
	case pr.Scope == estimate.All:
		return ""
	case pr.MoreColumns:
		return " counted, and more that are not"
	case pr.FoundRows.IsExact():
		return " counted"
	}
	return " seen"
}

func (p *page) families(d *views.Data) {
	p.section("FAMILIES")
	switch {
	case d.Summary != nil && d.Profile != nil && !p.st.Spoken():
		p.garbageByFamily(d)
	case d.Profile != nil && len(d.Profile.Families) > 0:
		p.profiled(d.Profile)
	case d.Table != nil && len(d.Table.Families) > 0:
		for _, f := range d.Table.Families {
			p.add(line{id: "family/" + f.Name, about: "family " + f.Name, why: f.Name + " " + text.Rule(f.GC) + ".",
				text: text.EscapeString(f.Name) + "   " + ruleText(f.GC)})
		}
	case d.Table == nil:
		p.add(line{text: p.st.Dim("waiting for the table's description…")})
	default:
		p.add(line{text: p.st.Dim("the table has no column family: nothing can be written to it yet")})
	}
}

func ruleText(r sample.GCRule) string {
	if r.Kind == sample.GCNone {
		return "keeps everything"
	}
	return r.String()
}

func (p *page) profiled(pr *figures.Profile) {
	all := familyVersions(pr)
	name := 6
	for _, f := range pr.Families {
		name = max(name, min(widget.Width(text.EscapeString(f.Name)), 20))
	}
	bar := max(min(12, p.room()/8), 4)
	for _, family := range pr.Families {
		versions := all[family.Name]
		head := widget.Pad(text.EscapeString(family.Name), name) + "  "
		line := line{id: "family/" + family.Name, about: "family " + text.EscapeString(family.Name),
			open: views.OpenScreen{Screen: views.ColumnsScreen}, copy: family.GC.String(), why: familyWhy(pr, family)}
		if family.Cells == 0 {
			p.flow(line, head+p.st.Dim("no cells"+seen(pr)), p.familyRule(family))
			continue
		}
		p.flow(line, head+p.st.Text(widget.Bar, widget.Pad(filled(family.ByteShare.Value, bar), bar))+" "+
			widget.PadLeft(text.Percent(family.ByteShare.Value), 7)+" "+
			widget.PadLeft(text.Bytes(float64(family.Bytes)), 8),
			p.cells(family), p.st.Dim("versions ")+
				widget.Pad(text.Number(versions.mean())+p.st.Dim(", at most "+text.Number(float64(versions.most))), 16),
			p.familyRule(family))
	}
}

// cells are left out where there is little room: the line of the cells a row shows about as much.
func (p *page) cells(f figures.Family) string {
	if p.room() < 84 {
		return ""
	}
	return widget.PadLeft(text.Number(float64(f.Cells)), 7) + p.st.Dim(" cells")
}

func filled(share float64, w int) string {
	bar, _ := widget.BarText(share, w)
	return bar
}

func (p *page) familyRule(f figures.Family) string {
	switch {
	case !f.Declared:
		return p.st.Warning("policy unknown: only seen in cells")
	case f.Type != "":
		return p.st.Dim("aggregate ") + f.Type
	}
	return ruleText(f.GC)
}

// versions is how many cells the columns of a family have in the rows that have them.
type versions struct {
	cells, columns int64
	most           int
}

func (v versions) mean() float64 { return float64(v.cells) / float64(max(v.columns, 1)) }

func familyVersions(pr *figures.Profile) map[string]versions {
	all := map[string]versions{}
	var v versions
	for i := range pr.Columns { // sorted by family
		c := &pr.Columns[i]
		v = versions{v.cells + c.Cells, v.columns + c.Rows, max(v.most, c.MaxVersions)}
		if i+1 == len(pr.Columns) || pr.Columns[i+1].Family != c.Family {
			all[c.Family], v = v, versions{}
		}
	}
	return all
}

func familyWhy(pr *figures.Profile, f figures.Family) string {
	word := fmt.Sprintf("The family %s %s. Garbage collection may take up to a week, so cells that are collected can "+
		"still be seen.", text.EscapeString(f.Name), text.Rule(f.GC))
	word += fmt.Sprintf("\n\nIn the rows read it has %s cells in %s rows and %s columns: %s, and %s of the keys as "+
		"its "+
		"part (a row's key is split evenly over its cells). The share is of all bytes read.",
		text.Integer(f.Cells), text.Integer(f.Rows), text.Integer(int64(f.Columns)), text.Bytes(float64(f.Bytes)),
		text.Bytes(f.KeyBytes))
	word += "\n\n" + counted(pr, f.ByteShare)
	if f.GC.Kind == sample.GCNone && f.Declared {
		word += "\n\nWithout a policy no version ever expires; decide how many versions are needed (G22)."
	}
	return word
}
