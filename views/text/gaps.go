package text

import (
	"time"

	"tabletop/model/gaps"
)

// GapStep writes a step between values of the segment in which gaps were looked for.
func GapStep(found *gaps.Result, step float64) string {
	if found.Time {
		return Duration(time.Duration(step))
	}
	return Number(step)
}

// GapsRefused states why gaps cannot be told, and what must be read for that.
func GapsRefused(found *gaps.Result) string {
	return "Gaps cannot be shown: " + found.Refused + ". To keep all rows of a part of the table, use " +
		"--strategy everything, --prefix, and --rows with at least as many as there are."
}

// GapSummary states how much is missing, and of how many groups nothing is said.
func GapSummary(found *gaps.Result) string {
	out := "Nothing is missing"
	if len(found.Gaps) > 0 {
		out = Count(found.Missing, "value") + " at the usual steps are missing, in " +
			Count(int64(len(found.Gaps)), "gap")
	}
	switch {
	case found.Within != nil && found.Regular == 0:
		return "In no key range that was read whole do values follow each other at regular steps in the order of the " +
			"keys, so nothing can be said to be missing."
	case found.By == "" && found.Irregular > 0 && found.Within == nil:
		return "The values do not follow each other at regular steps, so nothing can be missing."
	case found.By == "" && found.Few > 0 && found.Within == nil:
		return "There are too few values to tell."
	case found.By != "":
		out += " of " + Count(int64(found.Regular), "group") + " at regular steps"
		if found.Irregular > 0 {
			out += "; " + Count(int64(found.Irregular), "group") + " without regular steps"
		}
		if found.Few > 0 {
			out += "; " + Count(int64(found.Few), "group") + " with too few values to tell"
		}
	}
	if found.Within != nil {
		out += ", " + withinRanges(found)
	}
	if found.Without > 0 {
		out += "; " + Count(int64(found.Without), "row") + " without the segments may be some of these"
	}
	return out + "."
}

// withinRanges names what was searched of a sample, and what not.
func withinRanges(found *gaps.Result) string {
	rows := 0
	for _, within := range found.Within {
		rows += within[1] - within[0] + 1
	}
	return "within " + Count(int64(len(found.Within)), "key range") + " read whole, " + Count(int64(rows), "row") +
		"; of what is between them nothing is known"
}
