package text

import (
	"fmt"
	"math"

	"tabletop/model/profile"
)

// Range writes the ends of an interval: "551–624 B".
func Range(f profile.Figure, format func(float64) string) string {
	return between(format(f.Low), format(f.High))
}

// SampleNotes tells in sentences how far a profile speaks for the whole table: what its figures rest on, how many rows there
// are, and what a sample cannot see. It is empty when all rows were read and none is left out.
func SampleNotes(p *profile.Profile) []string {
	if p.Scope == profile.All || p.Rows == 0 {
		return nil
	}
	out := append([]string{basis(p)}, count(p.Whole)...)
	return append(out, blind(p)...)
}

// basis says what the figures rest on.
func basis(p *profile.Profile) string {
	w, mean := p.Whole, p.RowBytes.Mean
	of := ""
	if w.Bytes > 0 {
		of = " of " + Bytes(float64(w.Bytes)) + " as the service counts them"
	}
	switch {
	case p.Scope == profile.Head:
		return "These are the first rows only" + of + ". They do not speak for the table, so there are no ranges."
	case w.Totals != nil:
		return fmt.Sprintf("%s rows were read and counted, and %s of them kept, drawn evenly: rows, families and columns are told of all of them, keys and their segments of those kept.",
			Number(w.Rows.Value), Integer(p.Rows))
	case mean.Exact:
		return fmt.Sprintf("%s rows were read and counted, and %s of them kept, drawn evenly: number and mean size of the rows are exact, the other figures are estimates.",
			Number(w.Rows.Value), Integer(p.Rows))
	case w.Untold != "":
		return "There are no ranges: " + w.Untold + "."
	case int64(w.Places) == p.Rows:
		return fmt.Sprintf("Mean row %s (95 %% range %s), from %s drawn one by one%s.", Bytes(mean.Value), Range(mean, Bytes), Count(p.Rows, "row"), of)
	}
	return fmt.Sprintf("Mean row %s (95 %% range %s), from %s at %s%s.", Bytes(mean.Value), Range(mean, Bytes), Count(p.Rows, "row"), Count(w.Places, "place"), of)
}

// count says how many rows there are, as far as that is known.
func count(w profile.Whole) (out []string) {
	if w.Rows.Value > 0 && !w.Rows.Exact {
		s := "About " + rounded(w.Rows.Value) + " rows"
		if doubt := PlusMinus(w.Rows.Value, w.Rows.Low, w.Rows.High, rounded); doubt != "" {
			s += " (" + doubt + ")"
		}
		out = append(out, s+", if a byte of the service's count is a byte of a row.")
	}
	if w.Stats != nil && w.Stats.Rows > 0 {
		out = append(out, "The service's statistics, up to a week old, say "+Number(float64(w.Stats.Rows))+" rows.")
	}
	return out
}

// blind says what the sample may have missed.
func blind(p *profile.Profile) (out []string) {
	w := p.Whole
	if f := w.Unexplained; f.Value > 0 {
		out = append(out, fmt.Sprintf("%s of the stored bytes are not explained by these rows: a few very large rows, or data deleted and still stored. Byte totals are lower bounds. "+
			"--strategy everything would settle it, at a scan of %s.", Percent(f.Value), Bytes(float64(w.Bytes))))
	}
	if w.LargeSections > 0 {
		out = append(out, fmt.Sprintf("%s of the stored bytes are in sections over four times as large as usual, the largest of %s: they may hold very large rows.",
			Percent(w.LargeSections), Bytes(float64(w.LargestSection))))
	}
	if w.Untold == "" && w.Unseen < 1 {
		out = append(out, fmt.Sprintf("What is in none of these rows may still be in up to %s of all rows (95 %%).", Percent(w.Unseen)))
	}
	return out
}

// rounded is Count of a number of which three digits are known.
func rounded(n float64) string {
	if n < 1000 {
		return Number(math.Round(n))
	}
	unit := math.Pow(10, math.Floor(math.Log10(n))-2)
	return Number(math.Round(n/unit) * unit)
}
