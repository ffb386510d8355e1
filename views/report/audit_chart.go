package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"tabletop/model/audit"
	"tabletop/model/heat"
	"tabletop/model/profile"
	"tabletop/model/retention"
	"tabletop/model/sample"
	"tabletop/views/text"
)

func docCosts(d *document, in Input, a AuditInput) {
	d.h("What it costs")
	p := in.Profile
	total := float64(max(p.Bytes, 1))
	names := p.Bytes - p.KeyBytes - p.ValueBytes
	part := func(label string, n int64) docBar {
		return docBar{label, text.Percent(float64(n)/total) + ", " + text.Bytes(float64(n)), float64(n) / total}
	}
	d.add(docChart{title: "Where the bytes read are", about: "Shares of the bytes of the rows read.", bars: []docBar{
		part("values", p.ValueBytes), part("names and timestamps of cells", names), part("row keys", p.KeyBytes)}})
	d.add(sizesChart(p))
	d.add(columnsChart(in))
	if r := a.Of.Review; r != nil && r.Garbage.Rows > 0 {
		w := r.Garbage.Total
		if w.Eligible.Cells > 0 {
			d.p(fmt.Sprintf("Of the bytes of cells, %s are GC-eligible and still stored: %s of the rows read.", text.GarbageShare(w), text.Bytes(float64(w.Eligible.Bytes))))
		} else {
			d.p("No cell that was read is GC-eligible.")
		}
		d.add(versionsChart(r), agesChart(r))
	}
	if m := a.Of.Heat; m != nil {
		d.add(heatChart(HeatInput{Map: m, KeyAt: in.Sample.Key}))
		d.p("The map is made " + heat.Limits + ".")
	}
}

// sizesChart shows how many rows there are of each size, a bar for each doubling.
func sizesChart(p *profile.Profile) docChart {
	c := docChart{title: "Sizes of rows", about: "How many of the rows read are of which size."}
	type bin struct {
		from, to int64
		n        float64
	}
	var bins []bin
	largest := 0.0
	for _, b := range p.RowBytes.Bins {
		i := len(bins) - 1
		if i < 0 || b.From >= 2*max(bins[i].from, 1) {
			bins = append(bins, bin{from: b.From})
			i++
		}
		bins[i].to, bins[i].n = b.To, bins[i].n+b.Count
		largest = max(largest, bins[i].n)
	}
	for _, b := range bins {
		c.bars = append(c.bars, docBar{text.Bytes(float64(b.from)) + " to " + text.Bytes(float64(b.to)), text.Number(math.Round(b.n)), b.n / max(largest, 1)})
	}
	return c
}

// columnsChart shows the columns with the most bytes.
func columnsChart(in Input) docChart {
	columns := slices.Clone(in.Profile.Columns)
	slices.SortStableFunc(columns, func(a, b profile.Column) int { return cmp.Compare(b.Bytes, a.Bytes) })
	c := docChart{title: "Columns with the most bytes", about: "Shares of all bytes, row keys split among the cells of a row."}
	for _, x := range columns[:min(12, len(columns))] {
		c.bars = append(c.bars, docBar{cutRunes(text.ColumnName(sample.Column{Family: x.Family, Qualifier: x.Qualifier}), 34), text.Share(x.ByteShare), x.ByteShare.Value})
	}
	return c
}

// maxCurves bounds the families in a chart.
const maxCurves = 6

func curveFamilies(r *retention.Review) []retention.Family {
	var out []retention.Family
	for _, f := range r.Garbage.Families {
		if f.Stored.Cells > 0 {
			out = append(out, f)
		}
	}
	slices.SortStableFunc(out, func(a, b retention.Family) int { return cmp.Compare(b.Stored.Bytes, a.Stored.Bytes) })
	return out[:min(maxCurves, len(out))]
}

// versionsChart states what rules by number of versions would keep.
func versionsChart(r *retention.Review) docChart {
	c := docChart{title: "Bytes kept by other rules: versions", about: "Share of the bytes of each family that so many versions would keep.", curve: &docCurve{}}
	stops := []int{1, 2, 3, 5, 10, 20, 50, 100}
	for _, n := range stops {
		c.curve.places = append(c.curve.places, fmt.Sprintf("%d", n))
	}
	for _, f := range curveFamilies(r) {
		s := docSeries{name: text.EscapeString(f.Name)}
		for _, n := range stops {
			s.values = append(s.values, r.Explorer.Kept(f.Name, sample.GCRule{Kind: sample.GCMaxVersions, Versions: n}).Share)
		}
		c.curve.series = append(c.curve.series, s)
	}
	return c
}

// agesChart states what rules by age would keep, of families whose timestamps are times.
func agesChart(r *retention.Review) docChart {
	const day = 24 * time.Hour
	c := docChart{title: "Bytes kept by other rules: age", about: "Share of the bytes of each family that rules by age would keep.", curve: &docCurve{}}
	stops := []time.Duration{day, 7 * day, 14 * day, 30 * day, 90 * day, 180 * day, 365 * day}
	for _, a := range stops {
		c.curve.places = append(c.curve.places, sample.Age(a))
	}
	for _, f := range curveFamilies(r) {
		s := docSeries{name: text.EscapeString(f.Name)}
		odd := r.Explorer.TimestampStats(f.Name).Artificial() != ""
		for _, a := range stops {
			v := math.NaN()
			if !odd {
				v = r.Explorer.Kept(f.Name, sample.GCRule{Kind: sample.GCMaxAge, Age: a}).Share
			}
			s.values = append(s.values, v)
		}
		c.curve.series = append(c.curve.series, s)
	}
	return c
}

// heatChart is the map of writes by key and time.
func heatChart(of HeatInput) docChart {
	m := of.Map
	h := heatGrid(m)
	h.top, h.bottom = cutRunes(keyLabel(of, 0), 60), cutRunes(keyLabel(of, (h.rows-1)*m.Buckets/h.rows), 60)
	return docChart{title: "Writes by key (down) and time (across, UTC)", about: m.Summary(), heat: h}
}

// heatGrid is a map small enough for a page, without names of keys.
func heatGrid(m *heat.Map) *docHeat {
	rows, cols := min(32, m.Buckets), min(48, m.Windows)
	grid, top := shrink(m, rows, cols)
	for i := range grid {
		if grid[i] = grid[i] / max(top, 1e-12); grid[i] < 0 {
			grid[i] = 0
		}
	}
	return &docHeat{rows: rows, cols: cols, grid: grid, left: m.Label(0), right: m.Label(m.Windows - 1), top: "first key", bottom: "last key"}
}

// candidateCharts compare the candidates with the current layout: how evenly writes are distributed, and where they go.
func candidateCharts(a AuditInput) []docChart {
	var out []docChart
	for _, c := range proposals(a) {
		out = append(out, candidateChart(c))
		if c.Heat == nil {
			continue
		}
		out = append(out, docChart{title: "The same writes with the candidate " + cutRunes(text.Template(c.Candidate), 80), about: c.Heat.Summary(), heat: heatGrid(c.Heat)})
	}
	return out
}

// candidateChart compares the first figure of a candidate with that of the current layout.
func candidateChart(c *audit.Proposal) docChart {
	g := c.Gains[0]
	today, then := text.GainFigures(g)
	top := max(g.Current.Value, g.Proposed.Value, 1e-12)
	if g.Unit == audit.Share {
		top = 1
	}
	return docChart{title: "Today and with the candidate " + cutRunes(text.Template(c.Candidate), 80), about: upper(g.Name) + ".", bars: []docBar{
		{"today", today, g.Current.Value / top}, {"with the candidate", then, g.Proposed.Value / top}}}
}

// proposals returns the candidates that were evaluated and are better than the current layout, each once.
func proposals(a AuditInput) []*audit.Proposal {
	var out []*audit.Proposal
	for _, f := range a.Findings {
		if c := f.Proposal; c != nil && c.Better && !slices.ContainsFunc(out, func(x *audit.Proposal) bool { return x.Candidate == c.Candidate }) {
			out = append(out, c)
		}
	}
	return out
}
