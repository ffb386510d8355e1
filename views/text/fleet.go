package text

import (
	"fmt"
	"strings"

	"tabletop/model/audit"
)

// FleetVerdict states how many tables have findings, by the most severe of each (empty for none), and how many could
// not be read.
func FleetVerdict(worst map[audit.Severity]int, failed int) string {
	total := worst[""]
	for _, severity := range audit.Severities() {
		total += worst[severity]
	}
	var parts []string
	for _, severity := range audit.Severities() {
		tables := worst[severity]
		what := map[audit.Severity]string{audit.Error: "an error", audit.Warning: "at worst a warning",
			audit.Note: "at worst a note"}[severity]
		switch {
		case tables == 0:
		case len(parts) == 0:
			parts = append(parts, fmt.Sprintf("%s of %s %s %s", Integer(int64(tables)), Count(total, "table"),
				Plural(tables, "has", "have"), what))
		default:
			parts = append(parts, Integer(int64(tables))+" "+what)
		}
	}
	if n := worst[""]; n > 0 && len(parts) > 0 {
		parts = append(parts, "in "+Integer(int64(n))+" nothing was found")
	} else if n > 0 {
		parts = []string{"Nothing was found in " + Count(int64(n), "table")}
	}
	out := ""
	if len(parts) > 0 {
		out = strings.Join(parts, ", ") + "."
	}
	if failed > 0 {
		out = strings.TrimSpace(out + " " + Integer(int64(failed)) + " could not be read.")
	}
	return out
}
