package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"tabletop/model/audit"
	"tabletop/model/figures"
	"tabletop/model/heat"
	"tabletop/model/retention"
	"tabletop/model/sample"
	"tabletop/model/spelling"
	"tabletop/views/report/doc"
	"tabletop/views/text"
)

func docCosts(d *document, r doc.Review) {
	d.h("What it costs")
	stats := r.Stats
	total := float64(max(stats.Bytes, 1))
	names := stats.Bytes - stats.KeyBytes - stats.ValueBytes
	part := func(label string, n int64) docBar {
		return docBar{label, text.Percent(float64(n)/total) + ", " + text.Bytes(float64(n)), float64(n) / total}
	}
	d.add(docChart{title: "Where the bytes read are", about: "Shares of the bytes of the rows read.", bars: []docBar{
		part("values", stats.ValueBytes), part("names and timestamps of cells", names),
		part("row keys", stats.KeyBytes)}})
	d.add(sizesChart(stats.RowBytes.Histogram))
	d.add(columnsChart(stats.Columns))
	if garbage := r.Garbage; garbage != nil {
		switch {
		case garbage.Garbage == nil:
			d.p("What is garbage is not known: no policy is.")
		case garbage.EligibleCells > 0:
			d.p(fmt.Sprintf("Of the bytes of cells, %s are garbage: %s of the rows read.",
				garbage.Words.Share, text.Bytes(float64(garbage.EligibleBytes))))
		default:
			d.p("No cell that was read is garbage.")
		}
		d.add(keptChart("versions", "so many versions", r.ByVersions), keptChart("age", "policies by age", r.ByAge))
	}
	if r.Heat != nil {
		d.add(heatChart(*r.Heat))
		d.p("The map is made " + heat.Limits + ".")
	}
}

// sizesChart shows how many rows there are of each size, a bar for each doubling.
func sizesChart(sizes []doc.Bin) docChart {
	docChart := docChart{title: "Sizes of rows", about: "How many of the rows read are of which size."}
	type bin struct {
		from, to int64
		n        float64
	}
	var bins []bin
	largest := 0.0
	for _, b := range sizes {
		i := len(bins) - 1
		if i < 0 || b.From >= 2*max(bins[i].from, 1) {
			bins = append(bins, bin{from: b.From})
			i++
		}
		bins[i].to, bins[i].n = b.To, bins[i].n+b.Count
		largest = max(largest, bins[i].n)
	}
	for _, b := range bins {
		docChart.bars = append(docChart.bars, docBar{text.Bytes(float64(b.from)) + " to " + text.Bytes(float64(b.to)),
			text.Number(math.Round(b.n)), b.n / max(largest, 1)})
	}
	return docChart
}

// columnsChart shows the columns with the most bytes.
func columnsChart(all []doc.StatsColumn) docChart {
	columns := slices.DeleteFunc(slices.Clone(all), func(c doc.StatsColumn) bool { return c.NotKept })
	slices.SortStableFunc(columns, func(a, b doc.StatsColumn) int { return cmp.Compare(b.Bytes, a.Bytes) })
	c := docChart{title: "Columns with the most bytes",
		about: "Shares of all bytes, row keys split among the cells of a row."}
	for _, x := range columns[:min(12, len(columns))] {
		c.bars = append(c.bars, docBar{cutRunes(text.EscapeString(x.Family)+":"+text.Escape(x.Qualifier), 34),
			text.Share(x.BytesShare), x.BytesShare.Value})
	}
	return c
}

// maxCurves bounds the families in a chart.
const maxCurves = 6

// keptCurves returns what policies would keep of the families with the most bytes, at each stop.
func keptCurves[T any](r *figures.Review, stops []T, name func(T) string,
	kept func(family string, stop T) float64) doc.KeptCurves {
	families := slices.DeleteFunc(slices.Clone(r.Garbage.Families),
		func(f retention.Family) bool { return f.Stored.Cells == 0 })
	slices.SortStableFunc(families, func(a, b retention.Family) int {
		return cmp.Compare(b.Stored.Bytes, a.Stored.Bytes)
	})
	var out doc.KeptCurves
	for _, s := range stops {
		out.Stops = append(out.Stops, name(s))
	}
	for _, f := range families[:min(maxCurves, len(families))] {
		c := doc.KeptCurve{Family: f.Name}
		for _, s := range stops {
			c.Shares = append(c.Shares, kept(f.Name, s))
		}
		out.Families = append(out.Families, c)
	}
	return out
}

func keptByVersions(r *figures.Review) doc.KeptCurves {
	return keptCurves(r, []int{1, 2, 3, 5, 10, 20, 50, 100}, strconv.Itoa, func(family string, n int) float64 {
		return r.Explorer.Kept(family, sample.GCRule{Kind: sample.GCMaxVersions, Versions: n}).Share
	})
}

// keptByAge has no shares of families whose timestamps are not times.
func keptByAge(r *figures.Review) doc.KeptCurves {
	const day = 24 * time.Hour
	return keptCurves(r, []time.Duration{day, 7 * day, 14 * day, 30 * day, 90 * day, 180 * day, 365 * day}, sample.Age,
		func(family string, age time.Duration) float64 {
			if r.Explorer.TimestampStats(family).Artificial() != "" {
				return math.NaN()
			}
			return r.Explorer.Kept(family, sample.GCRule{Kind: sample.GCMaxAge, Age: age}).Share
		})
}

// keptChart states what rules by a quantity would keep.
func keptChart(by, rules string, k doc.KeptCurves) docChart {
	c := docChart{title: "Bytes kept by other policies: " + by,
		about: "Share of the bytes of each family that " + rules + " would keep.", curve: &docCurve{places: k.Stops}}
	for _, f := range k.Families {
		c.curve.series = append(c.curve.series, docSeries{name: text.EscapeString(f.Family), values: f.Shares})
	}
	return c
}

// heatChart is the map of writes by key and time.
func heatChart(d doc.Heat) docChart {
	h := heatGrid(d.Map)
	h.top, h.bottom = cutRunes(keyLabel(d, 0), 60), cutRunes(keyLabel(d, (h.rows-1)*d.Buckets/h.rows), 60)
	return docChart{title: "Writes by key (down) and time (across, UTC)", about: d.Words, heat: h}
}

// heatGrid is a map small enough for a page, without names of keys.
func heatGrid(m *heat.Map) *docHeat {
	rows, cols := min(32, m.Buckets), min(48, m.Windows)
	grid, top := m.Downsample(rows, cols)
	for i := range grid {
		if grid[i] = grid[i] / max(top, 1e-12); grid[i] < 0 {
			grid[i] = 0
		}
	}
	return &docHeat{rows: rows, cols: cols, grid: grid, left: m.Label(0), right: m.Label(m.Windows - 1),
		top: "first key", bottom: "last key"}
}

// candidateCharts compare the candidates that were evaluated and are better with the current layout, each once: how
// evenly writes are distributed, and where they go.
func candidateCharts(a doc.Audit) []docChart {
	var out []docChart
	var seen []doc.Escaped
	for _, finding := range a.Findings {
		if finding.Effect == nil || !finding.Effect.Better || slices.Contains(seen, finding.Candidate) {
			continue
		}
		seen = append(seen, finding.Candidate)
		name := cutRunes(string(finding.Candidate), 80)
		out = append(out, candidateChart(name, finding.Gains[0]))
		if m := finding.Effect.Heat; m != nil {
			out = append(out, docChart{title: "The same writes with the candidate " + name, about: m.Summary(),
				heat: heatGrid(m)})
		}
	}
	return out
}

// candidateChart compares the first figure of a candidate with that of the current layout.
func candidateChart(name string, g doc.AuditGain) docChart {
	current, proposed := 0.0, 0.0 // where they are no numbers
	if g.Current != nil && g.Proposed != nil {
		current, proposed = *g.Current, *g.Proposed
	}
	top := max(current, proposed, 1e-12)
	if g.Unit == string(audit.Share) {
		top = 1
	}
	title := "Now and with the candidate " + name
	return docChart{title: title, about: spelling.Capitalize(g.Name) + ".", bars: []docBar{
		{"now", g.Before, current / top}, {"with the candidate", g.After, proposed / top}}}
}
