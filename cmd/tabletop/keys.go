package main

import (
	"encoding/csv"
	"io"
	"slices"

	"tabletop/model/candidate"
	"tabletop/model/sample"
	"tabletop/model/simulate"
	"tabletop/views/text"
)

// allRows is the number of rows of writeKeys for all of them.
const allRows = 1<<62 - 1

// writeKeys writes the old and new keys of at most so many rows, evenly over the new table, as lines of CSV in the
// order of the new keys. Bytes that do not print are written as \xNN. Rows whose keys no layout decodes are among them
// if foreign is set.
func writeKeys(w io.Writer, t *simulate.Table, most int, foreign bool) error {
	var rows []int
	for i := range t.Len() {
		if foreign || t.Base().Kind[t.Sources(i)[0]] != candidate.Foreign {
			rows = append(rows, i)
		}
	}
	out := csv.NewWriter(w)
	if err := out.Write([]string{"old_key", "new_key"}); err != nil {
		return err
	}
	source := t.Base().Sample
	for _, row := range sample.Evenly(rows, most) {
		key := text.Escape(t.Key(row))
		for _, from := range slices.Compact(slices.Clone(t.Sources(row))) {
			if err := out.Write([]string{text.Escape(source.Key(int(from))), key}); err != nil {
				return err
			}
		}
	}
	out.Flush()
	return out.Error()
}
