package text

import (
	"strings"

	"tabletop/model/value"
)

// ValueParts writes what the values of a mixed column are: "34% json, 33% decimal, 33% integer".
func ValueParts(parts []value.CodecShare) string {
	var out []string
	for _, p := range parts {
		out = append(out, Percent(p.Share)+" "+string(p.Codec))
	}
	return strings.Join(out, ", ")
}
