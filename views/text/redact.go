package text

import (
	"fmt"
	"strings"

	"tabletop/model/redact"
	"tabletop/model/sample"
)

// KeptOrder states what redacted keys that keep their order show of so many rows.
func KeptOrder(rows int) string {
	return fmt.Sprintf("Redacted keys keep their order: whoever holds the list of the names in them sorts it beside "+
		"the redacted ones and has identified %s. "+
		"Unordered redaction (--redact=unordered) prevents that.", allRows(rows))
}

func allRows(rows int) string {
	if rows == 1 {
		return "the row"
	}
	return "all " + Count(rows, "row")
}

// Redacted states in sentences how a sample was redacted, and what its keys no longer are; none if it is as it was
// read.
func Redacted(how *sample.Provenance) []string {
	var out []string
	if how.Redacted != "" {
		out = append(out, "Redacted: "+EscapeString(how.Redacted)+".")
	}
	if how.Unordered {
		out = append(out, sample.LostOrder)
	}
	return out
}

// shownNames is the maximum number of names of a kind that a sentence lists.
const shownNames = 12

// Redaction states in sentences what was replaced in so many rows, whether it can be done again, what the order
// shows, and which names stayed.
func Redaction(s redact.Summary, rows int) []string {
	var replaced []string
	for _, c := range s.Replaced {
		replaced = append(replaced, Count(c.N, redactedThing(c.What)))
	}
	out := []string{"Nothing was replaced."}
	if len(replaced) > 0 {
		out = []string{"Replaced: " + strings.Join(replaced, ", ") + "."}
	}
	if s.Fingerprint == "" {
		out = append(out, "No key was given: the replacements are random, so that they cannot be made again or "+
			"looked up; with --redact-key FILE they can.")
	} else {
		out = append(out, "A key with the fingerprint "+s.Fingerprint+
			" was given: with its file (--redact-key) the same replacements can be made again and looked up.")
	}
	if s.Unordered {
		out = append(out, sample.LostOrder)
	} else if rows > 0 {
		out = append(out, KeptOrder(rows))
	}
	return append(out, KeptNames(s.Kept)...)
}

// redactedThing returns the noun of a kind of thing that was replaced.
func redactedThing(what string) string {
	switch redact.NameKind(what) {
	case redact.TableName:
		return "table name"
	case redact.FamilyName:
		return "family name"
	case redact.ColumnName:
		return "column name"
	case redact.KindName:
		return "record kind name"
	case redact.SegmentName:
		return "segment name"
	case redact.ConstantWord:
		return "constant word"
	}
	return what
}

// KeptNames lists the names that stayed, kind by kind.
func KeptNames(kept []redact.Name) []string {
	var out []string
	for _, kind := range redact.NameKinds() {
		var names []string
		more := 0
		for _, name := range kept {
			if name.Kind != kind {
				continue
			}
			if len(names) == shownNames {
				more++
				continue
			}
			names = append(names, EscapeString(name.Name))
		}
		if len(names) == 0 {
			continue
		}
		line := fmt.Sprintf("Kept %ss: %s", redactedThing(string(kind)), strings.Join(names, ", "))
		if more > 0 {
			line += fmt.Sprintf(" and %d more", more)
		}
		out = append(out, line+".")
	}
	return out
}
