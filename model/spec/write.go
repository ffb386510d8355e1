package spec

import (
	"fmt"
	"strings"
	"time"

	"tabletop/model/rowkey"
)

// Text writes the specification, as Parse reads it, with its notes as comments at the top.
func (s *Spec) Text() []byte {
	var out strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&out, format+"\n", args...) }
	for _, note := range s.Notes {
		line("# %s", note)
	}
	line("table: %s", quoted(s.Name))
	line("rows: %d", s.Rows)
	if s.Seed != 1 {
		line("seed: %d", s.Seed)
	}
	if !s.End.IsZero() {
		line("end: %s", s.End.UTC().Format(time.RFC3339))
	}
	line("duration: %s", writeDuration(s.Duration.Milliseconds()))
	line("families:")
	for _, family := range s.Families {
		policy := family.GC.String()
		if family.Aggregate != "" {
			policy = family.Aggregate + " " + policy
		}
		line("  %s: %s", quoted(family.Name), quoted(policy))
	}
	line("kinds:")
	for number := range s.Kinds {
		s.Kinds[number].write(line)
	}
	return []byte(out.String())
}

func (k *Kind) write(line func(string, ...any)) {
	line("  - key: %s", quoted(k.Layout.String()))
	if k.Share != 1 {
		line("    share: %s", short(k.Share))
	}
	if k.Writes != nil {
		line("    writes: %s", k.Writes.text(durations(0)))
	}
	if k.Pace != nil {
		line("    pace: %s", k.Pace.text(durations(1)))
	}
	if k.Hours != nil {
		var parts []string
		for _, weight := range k.Hours {
			parts = append(parts, short(weight))
		}
		line("    hours: [%s]", strings.Join(parts, ", "))
	}
	if text := fieldLines(k.Fields); len(text) > 0 {
		line("    fields:\n      %s", strings.Join(text, "\n      "))
	}
	line("    columns:")
	for number := range k.Columns {
		line("      - {%s}", strings.Join(k.Columns[number].parts(), ", "))
	}
}

// fieldLines writes the fields of which something is stated.
func fieldLines(fields []Field) []string {
	var out []string
	for i := range fields {
		if parts := fields[i].parts(); len(parts) > 0 {
			out = append(out, fmt.Sprintf("%s: {%s}", fields[i].Segment.Name, strings.Join(parts, ", ")))
		}
	}
	return out
}

// parts writes what is stated of a field.
func (f *Field) parts() []string {
	var out []string
	add := func(name, text string, stated bool) {
		if stated {
			out = append(out, name+": "+text)
		}
	}
	count := numbers(1, MaxRows)
	add("values", fmt.Sprint(f.Values), f.Values > 0)
	add("skew", short(f.Skew), f.Skew > 0)
	add("weights", f.Weights.text(count), f.Weights != nil)
	add("fanout", f.Fanout.text(count), f.Fanout != nil)
	add("rows", f.PerValue.text(count), f.PerValue != nil)
	add("from", "["+strings.Join(f.From, ", ")+"]", f.From != nil)
	add("rising", "true", f.Rising)
	add("length", f.Length.text(count), f.Length != nil)
	add("letters", quoted(f.Letters), f.Letters != "")
	add("every", writeDuration(f.Every), f.Every > 0)
	add("over", writeDuration(f.Over), f.Over > 0)
	return out
}

// parts writes what is stated of a column.
func (c *Column) parts() []string {
	name := rowkey.QuoteLiteral([]byte(c.Name), `\{}[]`)
	if c.Layout != nil {
		name = c.Layout.String()
	}
	out := []string{"name: " + quoted(c.Family+":"+name)}
	add := func(name, text string, stated bool) {
		if stated {
			out = append(out, name+": "+text)
		}
	}
	count, time := numbers(1, MaxRows), durations(-longest)
	add("fields", "{"+strings.Join(fieldLines(c.Fields), ", ")+"}", len(fieldLines(c.Fields)) > 0)
	add("count", c.Count.text(count), c.Count != nil)
	add("share", short(c.Share), c.Share < 1)
	add("type", string(c.Type), c.Type != Text)
	add("bytes", c.Bytes.text(count), c.Bytes != nil)
	add("versions", c.Versions.text(count), c.Versions != nil)
	add("gap", c.Gap.text(time), c.Gap != nil)
	add("after", c.After.text(time), c.After != nil)
	add("ago", c.Ago.text(time), c.Ago != nil)
	return out
}

// quoted writes text in YAML.
func quoted(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }
