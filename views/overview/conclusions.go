package overview

import (
	"fmt"

	"tabletop/model/rowkey"
	"tabletop/views/text"
)

// conclusion is a warning about the keys of one kind, and the guideline it follows.
type conclusion struct {
	words     string
	guideline string
	why       string
}

// drawConclusions looks for what can be concluded from a layout and its segments alone.
func drawConclusions(k kind) []conclusion {
	var out []conclusion
	all := k.layout.Segments()
	if len(all) == 0 {
		return nil
	}
	switch first := all[0]; first.Codec.Type() {
	case rowkey.Timestamp:
		out = append(out, conclusion{fmt.Sprintf("%s leads: time comes first, so writes go to one place",
			text.EscapeString(first.Name)), "G40",
			"G40: a key that starts with a time, reversed or not, sends all writes of a moment to one tablet. Put a " +
				"value with many different contents before it."})
	case rowkey.Hash:
		out = append(out, conclusion{fmt.Sprintf("%s leads: a hash or random id has no order to read by",
			text.EscapeString(first.Name)), "G45",
			"G45: hashed keys have no natural order and serve no useful range; Key Visualizer cannot show them " +
				"either (G34)."})
	}
	for i, segment := range all {
		name := text.EscapeString(segment.Name)
		switch coding := segment.Codec; {
		case coding.Type() == rowkey.Domain && !coding.Reversed():
			out = append(out, conclusion{name + ": names not reversed, so one company's hosts are scattered", "G38",
				"G38: with many domain names, reversed names (com.company.product) put related rows side by side, " +
					"where they compress better too."})
		case coding.Type() == rowkey.IntDecimal && k.measured != nil && i < len(k.measured.Segments) &&
			k.measured.Segments[i].MinWidth < k.measured.Segments[i].MaxWidth:
			out = append(out, conclusion{name + ": numbers of different length, not padded: 20 sorts before 3", "G32",
				"G32: keys sort as bytes. Integers in a key are padded with zeros to one width, so that the order of " +
					"bytes is the order of numbers."})
		case coding.Type() == rowkey.Email:
			out = append(out, conclusion{name + ": e-mail addresses in keys", "G47",
				"G47: keys show up in logs and in encryption metadata, so they should hold no personal data."})
		}
	}
	return out
}
