package text

import (
	"math"
	"strings"

	"tabletop/model/estimate"
	"tabletop/model/figures"
	"tabletop/model/retention"
	"tabletop/model/sample"
	"tabletop/model/simulate"
)

// TableBytes formats bytes of the table: "12.4 GB" where they were counted, "≈ 12.4 GB ±1.1 GB" where they are an
// estimate, "≈ 12.4 GB" where that has no interval, and "≤ 1.1 GB" where nothing was seen of the thing. It is NoFigure
// if the sample says nothing of f, or the bytes of the table, of which f is a part, are unknown.
func TableBytes(f, table figures.Figure) string {
	short, interval := TableBytesParts(f, table)
	if interval != "" {
		short += " " + interval
	}
	return short
}

// TableBytesParts returns the estimate and the interval of TableBytes apart, so that the interval can be left out or
// dimmed.
func TableBytesParts(f, table figures.Figure) (estimate, interval string) {
	switch {
	case f.IsExact():
		return Bytes(f.Value), ""
	case table.Value <= 0, f.Vague():
		return NoFigure, ""
	case f.Interval() && f.Value == 0:
		return "≤ " + Bytes(f.High), ""
	case f.Value == 0:
		return Bytes(0), ""
	}
	return About(Bytes(f.Value)), plusMinusBytes(f)
}

// TableCountParts formats how many of a thing the table has: "20,000" where they were counted, "≈ 20,000" and "±2%"
// where that is an estimate. The estimate is NoFigure if it is not known.
func TableCountParts(f figures.Figure) (estimate, interval string) {
	switch {
	case f.IsExact():
		return Number(f.Value), ""
	case f.Interval() && f.Vague(), !f.Interval() && f.Value == 0:
		return NoFigure, ""
	case f.Interval() && f.Value == 0:
		return "≤ " + rounded(f.High), ""
	}
	interval = PlusMinus(f.Value, f.Low, f.High, rounded)
	if strings.Contains(interval, "–") {
		interval = "(" + interval + ")"
	}
	return About(rounded(f.Value)), interval
}

// Found states how a number of things that were found came about: "counted" in all rows, or "read".
func Found(f figures.Figure) string {
	if f.IsExact() {
		return "counted"
	}
	return "read"
}

// TableAmount formats bytes of the table without their interval; where its total is unknown, the bytes of the rows
// read.
func TableAmount(read retention.Amount, f, table figures.Figure) string {
	if table.Value <= 0 {
		return Bytes(float64(read.Bytes))
	}
	short, _ := TableBytesParts(f, table)
	return short
}

// TableGarbage states what can go of the table in a phrase: "≈ 68 GB ±8 GB of 412 GB (16.4%)".
func TableGarbage(w *retention.Garbage) string {
	if w.Table.Value <= 0 {
		return Bytes(float64(w.Total.Eligible.Bytes)) + " of the " + Bytes(float64(w.Total.Stored.Bytes)) +
			" in the rows read"
	}
	if w.Total.TableEligible.Vague() {
		return "an unknown part of " + Bytes(w.Table.Value)
	}
	words := TableBytes(w.Total.TableEligible, w.Table) + " of " + Bytes(w.Table.Value)
	if v := w.Total.TableEligible.Value; v > 0 {
		words += " (" + Percent(w.ShareOfAll()) + ")"
	}
	return words
}

// plusMinusBytes formats the interval of a size in bytes, or as a range where it is lopsided or as wide as the size.
func plusMinusBytes(f figures.Figure) string {
	down, up := f.Value-f.Low, f.High-f.Value
	half := max(down, up)
	switch {
	case !f.Interval(), Bytes(f.Low) == Bytes(f.High):
		return ""
	case f.Vague() || math.IsNaN(half) || math.IsInf(half, 1):
		return "± unknown"
	case half >= math.Abs(f.Value) || half > 1.5*min(down, up):
		return "(" + between(Bytes(f.Low), Bytes(f.High)) + ")"
	}
	return "±" + bytesUpwards(half)
}

// bytesUpwards formats a size with two significant digits, rounded up.
func bytesUpwards(n float64) string {
	unit := math.Pow(10, math.Floor(math.Log10(n))-1)
	number, suffix, _ := strings.Cut(Bytes(math.Ceil(n/unit-1e-9)*unit), " ")
	if strings.Contains(number, ".") {
		number = strings.TrimSuffix(strings.TrimRight(number, "0"), ".")
	}
	return number + " " + suffix
}

// TableUnit names the unit of the byte figures of a screen or report, for its heading: bytes of the table or of the
// part of it that was asked for, and where its total is from; or bytes of the rows read, where that is unknown.
func TableUnit(table figures.Figure, asked sample.Options) string {
	of := "bytes of the table, "
	if estimate.Restricted(asked) {
		of = "bytes of this part, "
	}
	switch {
	case table.Value <= 0:
		return "bytes of the rows read"
	case table.IsExact():
		return of + "its total exact"
	case table.Interval():
		return of + "estimated"
	}
	return of + "estimated from the service's count of " + Bytes(table.Value)
}

// Savings formats what a policy saves of the table: "saves ≈ 12.4 GB ±1.1 GB of 98.0 GB (12.7%)". Where it keeps more
// bytes, it says so.
func Savings(saves, table figures.Figure) string { return savings(saves, table, "keeps ") }

// LayoutSavings formats what a layout saves of the table, or how many bytes more it takes; empty if that is unknown.
func LayoutSavings(s *simulate.Scale) string {
	if s.Saves.Certainty == estimate.Unknown {
		return ""
	}
	return savings(s.Saves, s.Table, "takes ")
}

func savings(saves, table figures.Figure, adds string) string {
	of := " of " + Bytes(table.Value)
	switch {
	case table.Value <= 0:
		return ""
	case saves.Vague():
		return "what it saves" + of + " cannot be determined from so few key ranges"
	case saves.Value == 0 && !saves.Interval():
		return "saves nothing" + of
	}
	verb, figure, more := "saves ", saves, ""
	if saves.Value < 0 {
		verb, figure, more = adds, saves.Minus(), " more"
	}
	words := verb + TableBytes(figure, table) + more
	if figure.Interval() && figure.Low < 0 {
		words = verb + About(Bytes(figure.Value)) + more + ", within sampling error of nothing,"
	}
	words += of
	if figure.Value > 0 && figure.Low >= 0 {
		words += " (" + Percent(figure.Value/table.Value) + ")"
	}
	return words
}
