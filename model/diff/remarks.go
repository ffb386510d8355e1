package diff

import (
	"bytes"
	"fmt"
	"slices"

	"tabletop/model/sample"
	"tabletop/model/spelling"
)

// addNotes records what limits the comparison.
func (d *Diff) addNotes() {
	sampled, rows := d.Before.Sample, d.After.Sample
	say := func(format string, args ...any) { d.Notes = append(d.Notes, fmt.Sprintf(format, args...)) }
	if sampled.Table.Source != rows.Table.Source && sampled.How.Redacted == "" && rows.How.Redacted == "" {
		say("These are different tables, %s and %s: what differs is between tables, not over time.",
			sampled.Table.Source, rows.Table.Source)
	} else if sampled.Table.Name != rows.Table.Name {
		say("These are different tables, %s and %s: what differs is between tables, not over time.", sampled.Table.Name,
			rows.Table.Name)
	}
	if before, after := sampled.How.Started, rows.How.Started; !before.IsZero() && !after.IsZero() &&
		after.Before(before) {
		say("The second was taken before the first: what is said to have grown has shrunk.")
	}
	if what := filters(sampled.How.Options, rows.How.Options); what != "" {
		say("They were read with different filters (%s), which may be the cause of a difference.", what)
	}
	for i, taken := range []*sample.Sample{sampled, rows} {
		which := [...]string{"first", "second"}[i]
		switch {
		case taken.Rows() == 0:
			say("The %s has no rows.", which)
		case taken.How.Strategy == sample.Head && !taken.How.Complete:
			say("The %s has only the first rows of the table, which are not representative of the others: it has no "+
				"intervals, so no difference is significant.", which)
		}
	}
	for i, s := range []*Side{d.Before, d.After} {
		if reason := s.keys.Design.NoIntervalReason; reason != "" && s.Sample.How.Strategy != sample.Head {
			say("Figures of the %s have no interval (%s), so no difference is significant.",
				[...]string{"first", "second"}[i], reason)
		}
	}
	for i, s := range []*Side{d.Before, d.After} {
		if rows := s.Profile.FoundRows; rows.IsExact() && !s.keys.Design.IsExact() {
			say("All %s of the %s were counted: its figures are counts where they are exact, and else of the %s kept.",
				spelling.Count(int64(rows.Value), "row"), [...]string{"first", "second"}[i],
				spelling.Count(s.Sample.Rows(), "row"))
		}
	}
	switch {
	case d.oneRedacted():
		say("One of them is redacted: values of segments, and qualifiers that only one of them has, are not compared.")
	case sampled.How.Redacted != "":
		say("Both are redacted: values of segments and qualifiers can be compared only if one key was used, and then " +
			"not all of them.")
	}
	for i, s := range []*sample.Sample{sampled, rows} {
		if s.How.Unordered {
			say("Of the %s: %s", [...]string{"first", "second"}[i], spelling.Uncapitalize(sample.LostOrder))
		}
	}
	if (sampled.Table.Emulator != rows.Table.Emulator) && sampled.Rows() > 0 && rows.Rows() > 0 {
		say("One is of an emulator, whose sizes of sections are not those of the service.")
	}
}

// oneRedacted reports whether one side is redacted and the other is not.
func (d *Diff) oneRedacted() bool {
	return (d.Before.Sample.How.Redacted == "") != (d.After.Sample.How.Redacted == "")
}

// filters lists the options in which two samples differ.
func filters(a, b sample.Options) string {
	var out []string
	add := func(name string, differs bool) {
		if differs {
			if len(out) > 0 {
				name = ", " + name
			}
			out = append(out, name)
		}
	}
	add("prefix", !bytes.Equal(a.Prefix, b.Prefix))
	add("start", !bytes.Equal(a.Start, b.Start))
	add("end", !bytes.Equal(a.End, b.End))
	add("key expression", a.KeyRegex != b.KeyRegex)
	add("view", a.View != b.View)
	add("scope", a.Where != b.Where)
	add("families", !slices.Equal(a.Families, b.Families))
	add("since", !a.Since.Equal(b.Since))
	add("until", !a.Until.Equal(b.Until))
	text := ""
	for _, s := range out {
		text += s
	}
	return text
}
