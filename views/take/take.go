// Package take writes the rows that a person points at as commands and queries, to take them along to another tool.
package take

import (
	"strings"

	"tabletop/model/command"
	"tabletop/model/retention"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/views/text"
)

// Rows are one row, those whose keys begin alike, or those of a range of keys.
type Rows struct {
	Key        string // of one row; empty for several
	Prefix     string // that all keys begin with; empty without one
	Start, End string // a range without its end; an empty end is that of the table
}

// Zero reports whether nothing is pointed at.
func (r Rows) Zero() bool { return r == Rows{} }

// Line is a text for one tool.
type Line struct {
	Tool string
	Text string // empty where the tool cannot say it
	Note string // why it cannot, or what to replace in Text
}

// Lines returns the rows of a table as lines for tabletop, cbt and GoogleSQL. source is the table as the user names it.
func Lines(of Rows, source string, table *sample.Table) []Line {
	return []Line{own(of, source), cbt(of, table), sql(of, table)}
}

// own is the command that opens tabletop on the rows.
func own(of Rows, source string) Line {
	words := []string{"tabletop", source}
	add := func(flag, key string) {
		if key != "" {
			words = append(words, "--"+flag, text.EscapeString(key))
		}
	}
	if of.Key != "" {
		of.Start, of.End = of.Key, After(of.Key)
	}
	add("prefix", of.Prefix)
	add("start", of.Start)
	add("end", of.End)
	return shell("tabletop", "", words)
}

// After is the smallest key after a key.
func After(key string) string { return key + "\x00" }

// cbt is the command of cbt, which takes keys as they are, and a prefix or a range but not both.
func cbt(of Rows, table *sample.Table) Line {
	to, note := retention.NewTarget(table, "").Filled()
	words := []string{"cbt", "-project", to.Project, "-instance", to.Instance}
	add := func(name, key string) {
		if key != "" {
			words = append(words, name+"="+key)
		}
	}
	if of.Key != "" {
		words = append(words, "lookup", to.Table, of.Key)
	} else {
		words = append(words, "read", to.Table)
		if of.Prefix != "" && of.Start+of.End != "" {
			of = of.asRange()
		}
		add("prefix", of.Prefix)
		add("start", of.Start)
		add("end", of.End)
	}
	line := shell("cbt", note, words)
	if line.Text == "" {
		line.Note += ": GoogleSQL and tabletop can say it"
	}
	return line
}

// asRange is a range with a prefix as a range alone.
func (r Rows) asRange() Rows {
	end := string(rowkey.PrefixEnd([]byte(r.Prefix)))
	if end == "" || r.End != "" && r.End < end {
		end = r.End
	}
	return Rows{Start: max(r.Start, r.Prefix), End: end}
}

// shell is a command line of these words; the note says what is to be replaced in it.
func shell(tool, note string, words []string) Line {
	text, err := command.Shell(words...)
	if err != nil {
		note = err.Error()
	}
	return Line{tool, text, note}
}

// sql is the query in GoogleSQL.
func sql(of Rows, table *sample.Table) Line {
	const tool = "GoogleSQL"
	if table.Name == "" {
		return Line{Tool: tool, Note: "the source of these rows does not name the table"}
	}
	var where []string
	if of.Key != "" {
		where = append(where, "_key = "+command.SQLBytes(of.Key))
	}
	if of.Prefix != "" {
		where = append(where, "STARTS_WITH(_key, "+command.SQLBytes(of.Prefix)+")")
	}
	if of.Start != "" {
		where = append(where, "_key >= "+command.SQLBytes(of.Start))
	}
	if of.End != "" {
		where = append(where, "_key < "+command.SQLBytes(of.End))
	}
	return Line{Tool: tool,
		Text: "SELECT * FROM " + command.SQLName(table.Name) + " WHERE " + strings.Join(where, " AND ")}
}
