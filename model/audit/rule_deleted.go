package audit

import (
	"strconv"
	"strings"
	"time"

	"tabletop/model/sample"
)

// softDeletesRule is the rule soft-deletes.
func softDeletesRule() Rule {
	return Rule{
		ID: "soft-deletes", Guidelines: []string{"G22", "G09"}, Title: "Rows marked as deleted or expired are kept",
		Why: "Rows that are marked as deleted, or as expired, are stored, billed, and read past by every scan like " +
			"all others, and each reader must know the mark.",
		needs: rows, check: softDeletes,
		about: []Harm{Storage, Reads}, scope: allCells,
		limits: func(l *Limits) { l.SoftDeletes = 0.1 },
	}
}

func softDeletes(f *facts) []Finding {
	var out []Finding
	for id := range f.Sample.Columns() {
		column := sample.ColumnID(id)
		marks := f.removalMark(f.Sample.Column(column).Qualifier)
		if marks == nil || f.folded[column] {
			continue
		}
		marked := func(row int) bool {
			value, ok := f.newest(row, column)
			return ok && marks(strings.ToLower(string(value)))
		}
		share := f.share(marked)
		severity, ok := grade(share, f.limits.SoftDeletes, no())
		if !ok {
			continue
		}
		finding := Finding{Severity: severity,
			Subject: Subject{Kind: AboutColumn, Column: f.Sample.Column(column)},
			Measures: []Measure{{Name: "rows marked as deleted or expired", Unit: Share, Figure: share,
				Limit: f.limits.SoftDeletes}, f.markedBytes(marked)},
			Fix: Fix{Text: "Delete the rows. If they must be restorable for a while, move their cells to a family " +
				"with an age policy of that length, and delete the rest. What has a time of expiry can have that " +
				"time as the timestamp of its cells, in a family with a short age policy."}}
		f.show(&finding, marked)
		out = append(out, finding)
	}
	return out
}

// markedBytes returns the share of the bytes that rows have for which marked returns true.
func (f *facts) markedBytes(marked func(row int) bool) Measure {
	bytes := f.design.EstimateRatio(f.Sample, func(row int) (part, all float64) {
		all = float64(f.Sample.RowBytes(row))
		if marked(row) {
			part = all
		}
		return part, all
	})
	return Measure{Name: "share of the table's bytes in them", Unit: Share, Figure: bytes.Share(f.design)}
}

// newest returns what is kept of the newest value of a column in a row.
func (f *facts) newest(row int, id sample.ColumnID) ([]byte, bool) {
	from, to := f.Sample.Cells(row)
	for cell := from; cell < to; cell = f.Sample.Versions(cell, to) {
		if f.Sample.CellColumn(cell) == id {
			return f.Sample.Cell(cell).Value, true
		}
	}
	return nil, false
}

// removalMark returns a function that reports whether a value, in lower case, of a column of the name marks a row as
// deleted, or as expired when the rows were read; nil if columns of this name hold no such marks.
func (f *facts) removalMark(name string) func(value string) bool {
	word := wordOf(name)
	switch word {
	case "expiresat", "expires", "expiry", "expireat", "expirydate", "expirytime", "expiration", "expirationtime",
		"expirationdate", "validuntil", "expirests", "ttlat":
		return func(value string) bool {
			at, ok := timeOf(value)
			return ok && at.Before(f.Profile.Now)
		}
	}
	return deletionMark(word)
}

// timeOf returns the time that a value states: as RFC 3339 has it, as a day, or as a number since 1970 in one of the
// usual units; in lower case.
func timeOf(value string) (time.Time, bool) {
	text := strings.ToUpper(value)
	for _, form := range []string{time.RFC3339, "2006-01-02T15:04:05", time.DateTime, time.DateOnly} {
		if at, err := time.Parse(form, text); err == nil {
			return at, true
		}
	}
	number, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return time.Time{}, false
	}
	switch sample.OtherUnit(number) {
	case "seconds":
		return time.Unix(number, 0), true
	case "milliseconds":
		return time.UnixMilli(number), true
	case "nanoseconds":
		return time.Unix(0, number), true
	}
	at := time.UnixMicro(number)
	return at, at.Year() >= 2000 && at.Year() < 2100
}

// deletionMark returns a function that reports whether a value, in lower case, of a column marks a row as deleted, by
// the letters and digits of the column's name; nil if columns of this name hold no such marks.
func deletionMark(word string) func(value string) bool {
	switch strings.TrimSuffix(strings.TrimSuffix(strings.TrimPrefix(word, "is"), "flag"), "mark") {
	case "deleted", "removed", "tombstone", "tombstoned", "softdeleted", "softdelete", "del", "purged":
		return isSet
	case "deletedat", "deletedon", "deletedts", "deletedtime", "deletedby", "deletetime", "deletiontime", "removedat",
		"tombstonedat", "deletedms", "deletiondate", "deletedate", "deletedwhen":
		return isSet
	case "state", "status", "rowstate", "rowstatus", "recordstatus", "lifecycle":
		return func(value string) bool {
			switch wordOf(value) {
			case "deleted", "removed", "tombstone", "tombstoned", "softdeleted", "purged":
				return true
			}
			return false
		}
	}
	return nil
}

// isSet reports whether a value, in lower case, of a flag or a time is not an empty one.
func isSet(value string) bool {
	switch strings.Trim(value, "\x00 ") {
	case "", "0", "false", "f", "no", "n", "null", "nil", "none", "off", "-", "0001-01-01t00:00:00z":
		return false
	}
	return true
}
