package text

import (
	"fmt"
	"math"
	"strings"
	"time"

	"tabletop/model/estimate"
	"tabletop/model/figures"
	"tabletop/model/sample"
)

// Range formats the ends of an interval: "551–624 B"; one number where both are written the same.
func Range(f figures.Figure, format func(float64) string) string {
	low, high := format(f.Low), format(f.High)
	if low == high {
		return low
	}
	return between(low, high)
}

// SampleNotes returns sentences about how far a profile is representative of the whole table: the basis of its figures,
// the number of rows, and what a sample cannot see. It returns nil when all rows were read and none is left out.
func SampleNotes(p *figures.Profile) []string {
	if p.Scope == estimate.All || p.Rows == 0 {
		return nil
	}
	out := append([]string{basis(p)}, count(p.Whole)...)
	return append(out, blind(p)...)
}

// basis returns the basis of the figures.
func basis(p *figures.Profile) string {
	whole, mean := p.Whole, p.RowBytes.Mean
	of := ""
	if whole.Bytes > 0 {
		of = ", out of " + Bytes(float64(whole.Bytes)) + " by the service's count"
	}
	switch {
	case p.Scope == estimate.Head:
		return "These are the first rows only" + of +
			". They are not representative of the table, so figures have no intervals."
	case p.FoundRows.IsExact():
		return Counted(p)
	case mean.IsExact():
		return fmt.Sprintf("Scanned %s rows and kept a uniform sample of %s. Row count and mean row size are exact; "+
			"other figures are estimates.",
			Number(whole.Rows.Value), Integer(p.Rows))
	case mean.Vague():
		return fmt.Sprintf("The mean row size cannot be estimated from so few key ranges (%s in %s%s); %s.",
			Count(p.Rows, "row"), Count(whole.Places, "key range"), of, better(whole))
	case whole.NoFigureReason != "":
		return "Figures have no intervals: " + whole.NoFigureReason + "."
	case int64(whole.Places) == p.Rows:
		return fmt.Sprintf("Mean row size %s (95%% confidence interval %s), from %s sampled individually%s.",
			Bytes(mean.Value), Range(mean, Bytes), Count(p.Rows, "row"), of)
	}
	return fmt.Sprintf("Mean row size %s (95%% confidence interval %s), from %s in %s%s.", Bytes(mean.Value),
		Range(mean, Bytes), Count(p.Rows, "row"), Count(whole.Places, "key range"), of)
}

// Counted returns over how many rows a profile was counted, and which of its figures are not of these; empty if it
// holds all rows, or they were not counted.
func Counted(p *figures.Profile) string {
	whole := p.Whole
	if p.Scope == estimate.All || !p.FoundRows.IsExact() {
		return ""
	}
	but := ""
	if whole.Unreadable > 0 {
		but = ", all but " + Integer(int64(whole.Unreadable)) + " that could not be read"
	}
	what := "Figures of rows, families, and columns are of all rows; figures of keys and their segments are of the " +
		"sample."
	if p.Unexplained.Share.IsExact() {
		what = "Figures of rows, families, columns, and record kinds, and shares of values are of all rows; other " +
			"figures are of the sample."
	}
	return fmt.Sprintf("Counted over %s rows%s, of which a uniform sample of %s is kept. %s",
		Number(whole.Rows.Value), but, Integer(p.Rows), what)
}

// Amounts names what amounts that are summed over rows are of, such as writes on a map: of the table where each row
// counts for as many as it stands for.
func Amounts(p *figures.Profile, how sample.Provenance, emulator bool) string {
	switch {
	case p.Scope == estimate.All:
		return "of all rows"
	case p.Scope == estimate.Head:
		return "of the first rows"
	case how.Points > 0 && how.TotalBytes > 0 && !emulator:
		return AmountsEstimated
	case p.FoundRows.IsExact():
		return "of the " + Count(p.Rows, "row") + " kept"
	}
	return "of the " + Count(p.Rows, "row") + " read"
}

// AllOrRead names the things of rows that a distribution of a profile is of: "all keys" where all rows were counted,
// otherwise "keys read".
func AllOrRead(p *figures.Profile, things string) string {
	if p != nil && p.FoundRows.IsExact() {
		return "all " + things
	}
	return things + " read"
}

// AmountsEstimated is the result of Amounts for estimates.
const AmountsEstimated = "of the table, estimated"

// better returns what to do for an estimate where a sample says too little. A node scans 220 MB per second.
func better(w figures.Whole) string {
	if w.Bytes <= 0 {
		return "use --strategy accurate"
	}
	const scanPerSecond = 220e6
	return fmt.Sprintf("use --strategy accurate, which takes up to %s per node",
		Duration(time.Duration(float64(w.Bytes)/scanPerSecond*float64(time.Second)).Round(time.Second)+time.Second))
}

// WholeTable returns what a table is estimated to have, in a sentence: "The table has ≈ 20,000 rows ±2%, ≈ 129,000
// cells ±3%, and ≈ 3.97 MB ±40 kB." It is empty if nothing is known.
func WholeTable(w figures.Whole) string {
	var out []string
	for _, f := range []struct {
		of   figures.Figure
		what string
	}{{w.Rows, " rows"}, {w.Cells, " cells"}} {
		if s, interval := TableCountParts(f.of); s != NoFigure {
			out = append(out, strings.TrimRight(s+f.what+" "+interval, " "))
		}
	}
	assuming := ""
	if w.Table.Value > 0 {
		size := TableBytes(w.Table, w.Table)
		if !w.Table.IsExact() && !w.Table.Interval() {
			size += " by the service's count"
			if len(out) > 0 {
				assuming = ", if a byte of this count is a byte of a row"
			}
		}
		out = append(out, size)
	}
	if len(out) == 0 {
		return ""
	}
	list := strings.Join(out, ", ")
	if n := len(out) - 1; n > 0 {
		list = strings.Join(out[:n], ", ") + ", and " + out[n]
	}
	return "The table has " + list + assuming + "." + made(w)
}

// count returns what is known about the number of rows.
func count(w figures.Whole) (out []string) {
	if w.Rows.Value > 0 && w.Rows.Vague() {
		out = append(out, "The number of rows cannot be estimated from so few key ranges; "+better(w)+".")
	}
	if w.Stats != nil && w.Stats.Rows > 0 {
		out = append(out, "The service's statistics, up to a week old, report "+Number(float64(w.Stats.Rows))+" rows.")
	}
	return out
}

// blind returns what the sample may have missed.
func blind(p *figures.Profile) (out []string) {
	whole := p.Whole
	if f := whole.Unexplained; f.Value > 0 {
		out = append(out, fmt.Sprintf("%s of the stored bytes are unaccounted for by these rows: there are a few "+
			"very large rows, or data that is deleted but still stored. Byte totals are lower bounds. "+
			"To find out, use --strategy everything, which scans %s.", Percent(f.Value), Bytes(float64(whole.Bytes))))
	}
	if whole.LargeSections > 0 {
		out = append(out, fmt.Sprintf("%s of the stored bytes are in sections over four times as large as usual (the "+
			"largest: %s)%s.", Percent(whole.LargeSections), Bytes(float64(whole.LargestSection)), largeRows(whole)))
	}
	if only := StartsOnly(whole); only != "" {
		out = append(out, only+"; "+better(whole)+".")
	}
	if n := unknown(p); n > 0 && !p.RowBytes.Mean.Vague() {
		out = append(out, fmt.Sprintf("Figures shown as %s, ?, or ± unknown cannot be determined from so few key "+
			"ranges; %s.", NoFigure, better(whole)))
	}
	switch {
	case whole.NoFigureReason != "" || whole.Unseen >= 1:
	case p.FoundRows.IsExact():
		out = append(out, fmt.Sprintf("Anything that was not counted and is not seen in the sample may still occur "+
			"in up to %s of all rows (95%% confidence).", Percent(whole.Unseen)))
	default:
		out = append(out, fmt.Sprintf("Anything not seen in the sample may still occur in up to %s of all rows (95%% "+
			"confidence).", Percent(whole.Unseen)))
	}
	return out
}

// largeRows states whether sections that stand out hold rows that are in no figure.
func largeRows(w figures.Whole) string {
	switch {
	case w.Uneven > 0:
		return fmt.Sprintf("; rows like those read do not fill %s of these: very large rows, or data that is deleted "+
			"but still stored, are in no figure but the upper end of the mean row size. To find out, use --strategy "+
			"everything, which scans %s", Integer(int64(w.Uneven)), Bytes(float64(w.Bytes)))
	case w.LargeKnown:
		return ", which the rows read there account for"
	}
	return ", which may contain very large rows"
}

// agreed is the share by which the service's count of bytes may differ from that of rows before it is told what the
// difference means.
const agreed = 0.05

// made holds what the rows make up against what the service counts; empty if either is not known.
func made(w figures.Whole) string {
	if w.Made.Value <= 0 || w.Bytes <= 0 {
		return ""
	}
	stored := float64(w.Bytes)
	out := fmt.Sprintf(" Number × mean size of the rows is %s, %s of the service's count",
		Bytes(w.Made.Value), Percent(w.Made.Value/stored))
	switch {
	case w.Made.High < stored*(1-agreed):
		return out + ": there are rows much larger than those read, or data that is deleted but still stored."
	case w.Made.Low > stored*(1+agreed):
		return out + ": the service counts other bytes, such as those of compressed rows."
	}
	return out + "."
}

// StartsOnly states that sections were read at their starts only, and what intervals then do not allow for; empty if
// they were not.
func StartsOnly(w figures.Whole) string {
	if w.StartsOnly <= 0 {
		return ""
	}
	return fmt.Sprintf("%s of the bytes are in sections of which only the first rows were kept: intervals do not "+
		"allow for rows of another kind deeper inside", Percent(w.StartsOnly))
}

// unknown returns how many figures of a profile the sample says nothing of.
func unknown(p *figures.Profile) (n int) {
	check := func(f figures.Figure) {
		if f.Vague() {
			n++
		}
	}
	for _, d := range []figures.Distribution{p.RowBytes, p.CellsPerRow, p.ColumnsPerRow, p.KeyLength, p.ValueSize,
		p.Versions} {
		for _, f := range []figures.Figure{d.Mean, d.P50, d.P90, d.P95, d.P99} {
			check(f)
		}
	}
	check(p.Whole.Cells)
	for i := range p.Families {
		check(p.Families[i].TableCells)
	}
	for i := range p.Columns {
		check(p.Columns[i].TableCells)
	}
	return n
}

// rounded is like Number for a number with three known digits.
func rounded(n float64) string {
	if n < 1000 {
		return Number(math.Round(n))
	}
	unit := math.Pow(10, math.Floor(math.Log10(n))-2)
	return Number(math.Round(n/unit) * unit)
}
