package overview

import (
	"strings"

	"tabletop/model/audit"
	"tabletop/model/figures"
	"tabletop/model/rowkey"
	"tabletop/views"
	"tabletop/views/text"
	"tabletop/views/widget"
)

// tile is a box of the dashboard: its lines, and how much of the height it wants.
type tile struct {
	title, key string // key opens the screen that says more
	lines      []line
	least      int                // lines below which it says nothing and is folded
	grow       func(h int) []line // its lines when it has h; nil if it cannot use more
	fold       func(w int) line   // what it says in one line of w cells
	chart      bool               // a line of it says nothing: left out, not folded
}

// height is what the tile wants, its frame included.
func (t *tile) height() int { return len(t.lines) + 2 }

// tile makes a tile of what a section of the page writes.
func (p *page) tile(title, key string, w int, write func(*page)) *tile {
	in := &page{st: p.st, w: w, tiled: true}
	write(in)
	fold := func(w int) line {
		narrow := &page{st: p.st, w: w, tiled: true}
		write(narrow)
		for _, l := range narrow.lines { // the titles of a table have no id
			if l.id != "" {
				return l
			}
		}
		return narrow.lines[0]
	}
	return &tile{title: title, key: key, lines: in.lines, fold: fold,
		least: min(len(in.lines), max(leastLines(title), in.need))}
}

// leastLines is what a tile needs to answer: a table its titles and some rows, a map some keys.
func leastLines(title string) int {
	switch title {
	case "FAMILIES AND GARBAGE":
		return 4
	case "KEY", "COLUMNS", "LARGEST ROWS", "ROW SIZES":
		return 5
	case "WRITES":
		return 6
	case "FINDINGS":
		return 1
	}
	return 2
}

// Widths under which the dashboard has fewer columns, and the least size of a dashboard.
const (
	threeColumns    = 176
	dashboardWidth  = 112
	dashboardHeight = 30
)

// tileColumns are the tiles of a dashboard of w cells, from left to right and from top to bottom, the least important
// last.
func (p *page) tileColumns(d *views.Data, w int) (tiles [][]*tile, widths []int) {
	widths = []int{w * 11 / 20, w - w*11/20}
	if w >= threeColumns {
		widths = []int{w * 38 / 100, w * 33 / 100, w - w*38/100 - w*33/100}
	}
	in := func(i int) int { return widths[i] - 4 - widget.Gutter }
	last := len(widths) - 1
	key := p.tile("KEY", "2", in(0), func(p *page) { p.key(d) })
	size := p.tile("SIZE", "5", in(0), func(p *page) { p.size(d) })
	families := p.tile("FAMILIES AND GARBAGE", "7", in(1), func(p *page) { p.families(d) })
	writes := p.tile("WRITES", "6", in(1), func(p *page) { p.writes(d, 8) })
	writes.grow = func(h int) []line { return p.tile("", "", in(1), func(p *page) { p.writes(d, h) }).lines }
	findings := p.tile("FINDINGS", "9", in(last), func(p *page) { p.findings(d) })
	read := p.tile("SAMPLE", "P", in(last), func(p *page) { p.schema(d); p.sample(d) })
	columns := p.tile("COLUMNS", "3", in(0), func(p *page) { p.columnTile(d) })
	largest := p.tile("LARGEST ROWS", "5", in(1), func(p *page) { p.largestTile(d) })
	if last == 2 {
		largest = p.tile("LARGEST ROWS", "5", in(0), func(p *page) { p.largestTile(d) })
		return [][]*tile{{key, size, columns, largest}, {writes, families},
			append(append([]*tile{findings, read}, p.segmentTiles(d, in(last))...), p.rowTiles(d, in(last))...)}, widths
	}
	findings = p.tile("FINDINGS", "9", in(0), func(p *page) { p.findings(d) })
	right := append([]*tile{writes, families, read}, append(p.segmentTiles(d, in(1)), largest)...)
	return [][]*tile{{key, size, findings, columns}, append(right, p.rowTiles(d, in(1))...)}, widths
}

// rowTiles are how large the rows are, and keys from all over the table.
func (p *page) rowTiles(d *views.Data, w int) []*tile {
	if d.Profile == nil || d.Sample == nil || d.Sample.Rows() == 0 {
		return nil
	}
	keys := p.tile("KEYS FROM FIRST TO LAST", "2", w, func(p *page) { p.exampleKeys(d, 5) })
	keys.grow = func(h int) []line { return p.tile("", "", w, func(p *page) { p.exampleKeys(d, h) }).lines }
	sizes := p.tile("ROW SIZES", "5", w, func(p *page) { p.rowSizes(d.Profile) })
	sizes.chart = true
	return []*tile{sizes, keys}
}

// rowSizes draws how many rows have which size.
func (p *page) rowSizes(pr *figures.Profile) {
	const height = 8
	chart := views.Spread{Bins: pr.RowBytes.Bins, Format: views.Sizes}.Chart(p.st, p.room(), height)
	l := line{id: "sizes", about: "row sizes", open: views.OpenScreen{Screen: views.LargestScreen},
		why: "How many of the rows read have which size. " + sizeMeans}
	for _, s := range chart {
		l.text = s
		p.add(l)
		l.id = more(l.id)
	}
}

// exampleKeys draws n keys that are spread evenly over those read, with the sizes of their rows.
func (p *page) exampleKeys(d *views.Data, n int) {
	const size = 9
	rows := d.Sample.Rows()
	n = min(n, rows)
	for i := range n {
		row := i * (rows - 1) / max(n-1, 1)
		key := d.Sample.Key(row)
		width := max(p.room()-size, 1)
		shown := widget.EscapeMiddle(key, width)
		if spans, kind := d.Layouts.Decode(nil, key); kind >= 0 && widget.Width(shown) < width {
			shown = widget.DrawKey(p.st, widget.KeyParts(nil, key, spans, d.Layouts[kind].Segments(), width))
		}
		p.add(line{id: "key/" + string(key), about: "key", copy: text.Escape(key),
			open: views.OpenScreen{Screen: views.RowScreen, Key: key},
			why: "One of the keys read, which are chosen at equal distances from the first to the last. Enter opens " +
				"its row.",
			text: widget.Pad(shown, width) + widget.PadLeft(text.Bytes(float64(d.Sample.RowBytes(row))), size)})
	}
}

// garbageByFamily shows the families with their garbage.
func (p *page) garbageByFamily(d *views.Data) {
	garbage := d.Summary.Input.Review.Garbage
	all := garbage.Families
	name, most := 6, int64(1)
	policy := 0
	for _, f := range all {
		policy = max(policy, widget.Width(ruleText(f.Rule)))
		name = max(name, min(widget.Width(text.EscapeString(f.Name)), 16))
		most = max(most, f.Stored.Bytes)
	}
	bar, gap := max(min(p.room()-name-25-policy, 30), 0), "  "
	if bar < 4 { // the policy needs the room
		bar, gap = 0, ""
		name = max(min(name, p.room()-23-policy), 6)
	}
	legend := widget.Spaces(bar)
	if l := widget.StackedLegend(p.st); widget.Width(l) <= bar {
		legend = widget.Pad(l, bar)
	}
	p.add(line{text: p.st.Dim(widget.Pad("family", name)+"  "+widget.PadLeft("cell bytes", 10)+"  ") + legend +
		p.st.Dim(gap+widget.PadLeft("garbage", 7)+"  policy")})
	for _, family := range all {
		line := line{id: "family/" + family.Name, about: "family " + text.EscapeString(family.Name),
			open: views.OpenScreen{Screen: views.RetentionScreen}, copy: family.Rule.String(),
			why: "The family " + text.EscapeString(family.Name) + " " + text.Rule(family.Rule) + ". " +
				text.Share(family.Share) +
				" of its bytes are garbage. Figures are " +
				text.TableUnit(garbage.Table, d.Asked()) + ", row keys excluded."}
		share, rule := text.Percent(family.Share.Value), ruleText(family.Rule)
		if !family.Declared {
			share, rule = text.NoFigure, p.st.Warning("unknown")
			line.why = "The policy of the family " + text.EscapeString(family.Name) + " is not known, so neither is " +
				"what of it is garbage."
		}
		line.text = widget.Pad(text.EscapeString(family.Name), name) + "  " +
			widget.PadLeft(text.TableAmount(family.Stored, family.TableStored, garbage.Table), 10) + "  " +
			widget.StackedBar(p.st, float64(family.Stored.Bytes)/float64(most), family.Share.Value, bar) + gap +
			widget.PadLeft(share, 7) + "  " + rule
		p.add(line)
	}
}

// writes draws where and when cells were written, in about h lines.
func (p *page) writes(d *views.Data, h int) {
	if d.Summary == nil {
		p.plain("waiting for the map of writes…")
		return
	}
	heatmap := d.Summary.Input.Heat
	shown := line{id: "writes", about: "writes", open: views.OpenScreen{Screen: views.HeatScreen}, why: heatmap.Summary(),
		copy: heatmap.Summary()}
	words := text.Wrap(writesGauge(d).words, p.room())
	for _, s := range words {
		shown.text = s
		p.add(shown)
		shown.id = more(shown.id)
	}
	if heatmap.Buckets == 0 || heatmap.Windows == 0 || d.Summary.Of.Sample.Rows() == 0 {
		return
	}
	rows, smp := max(h-len(words)-1, 2), d.Summary.Of.Sample
	label := max(min(18, p.w/3), 12)
	cols := min(max(p.w-label-1, 4), heatmap.Windows*3)
	perLine := p.st.PerLine()
	lines, columns := min(rows*perLine, heatmap.Buckets), min(cols, heatmap.Windows)
	means, _ := heatmap.Downsample(lines, columns)
	grid := widget.Heat{Grid: widget.Widen(means, columns, cols), Rows: lines, Cols: cols, CursorRow: -1, CursorCol: -1}
	drawn := grid.Draw(p.st)
	keys := make([][]widget.AxisValue, len(drawn))
	for i := range keys {
		at := heatmap.Rows[min(i*perLine*heatmap.Buckets/grid.Rows, len(heatmap.Rows)-1)]
		keys[i] = widget.KeyAxis(d.Layouts, smp.Key(min(at, smp.Rows()-1)))
	}
	for i, key := range widget.AxisLabels(p.st, keys, label) {
		p.add(line{text: key + " " + drawn[i]})
	}
	from, to := heatmap.Label(0), heatmap.Label(heatmap.Windows-1)
	p.add(line{text: widget.Spaces(label+1) + p.st.Dim(widget.SplitLine(from, to, cols))})
}

// findings lists the findings, the most severe first.
func (p *page) findings(d *views.Data) {
	if d.Summary == nil {
		p.plain("checking the table against the guidelines…")
		return
	}
	report := d.Summary.Audit
	const most = 8
	shown, figures := report.Findings[:min(len(report.Findings), most)], 0
	for i := range shown {
		figures = max(figures, min(widget.Width(findingFigure(&shown[i])), 20, p.w/4))
	}
	for i := range shown {
		finding := &shown[i]
		right := widget.PadLeft(findingFigure(finding), figures) + "  " + p.st.Dim(finding.Guidelines[0])
		left := p.st.Marked(views.SeverityToken(finding.Severity), text.EscapeString(finding.Title))
		if about := p.st.Dim("  " + text.Subject(finding.Subject)); widget.Width(left)+widget.Width(about)+
			widget.Width(right)+2 <= p.w {
			left += about
		}
		line := findingLine(finding, "finding/")
		line.text = widget.Pad(left, max(p.w-widget.Width(right)-2, 1)) + "  " + right
		p.add(line)
	}
	if n := len(report.Findings) - most; n > 0 {
		p.plain("and " + text.Count(n, "finding") + " more")
	}
	if len(report.Findings) == 0 {
		words := p.st.Good("no rule found anything")
		if len(d.Summary.Audit.Open()) > 0 {
			words = p.st.Text(widget.Note, "· ") + "no rule found anything; " + notEvaluated(d.Summary.Audit)
		}
		p.add(line{text: words})
	}
}

// findingFigure is the first figure of a finding; empty if it has none.
func findingFigure(f *audit.Finding) string {
	if len(f.Measures) == 0 {
		return ""
	}
	return text.MeasureFigure(f.Measures[0])
}

// segmentTiles are the segments of the first record kind that have values to compare, each with its values.
func (p *page) segmentTiles(d *views.Data, w int) []*tile {
	var out []*tile
	for seg, m, i := comparableSegment(d, 0); seg != nil; seg, m, i = comparableSegment(d, i+1) {
		out = append(out, p.tile("ROWS BY "+text.EscapeString(seg.Name), "5", w,
			func(p *page) { p.topValues(seg, m, i) }))
	}
	return out
}

// comparableSegment returns the first segment of the first record kind, from segment i on, whose values have rows to
// compare: of mostly different values, those with most rows say nothing. The segment is nil if there is none.
func comparableSegment(d *views.Data, i int) (*rowkey.Segment, figures.Segment, int) {
	kinds := listKinds(d)
	if len(kinds) == 0 || kinds[0].measured == nil {
		return nil, figures.Segment{}, 0
	}
	segments, measured := kinds[0].layout.Segments(), kinds[0].measured.Segments
	for ; i < min(len(segments), len(measured)); i++ {
		if m := measured[i]; len(m.Top) > 1 && 2*m.Distinct <= m.Count {
			return segments[i], m, i
		}
	}
	return nil, figures.Segment{}, 0
}

// topValues shows which values of segment i have most rows.
func (p *page) topValues(seg *rowkey.Segment, m figures.Segment, i int) {
	name := min(26, p.room()/2)
	bar := max(min(p.room()-name-12, 30), 4)
	for _, v := range m.Top {
		p.add(line{id: "value/" + seg.Name + "/" + string(v.Raw), about: text.EscapeString(seg.Name),
			open: views.OpenScreen{Screen: views.SpaceScreen},
			copy: widget.SegmentValue(seg.Codec, v.Value), why: segmentWhy(seg, &m),
			text: p.st.Segment(i, widget.Pad(widget.SegmentValue(seg.Codec, v.Value), name)) + "  " +
				widget.ListBar(p.st, v.Share.Value, bar, true) + "  " + widget.PadLeft(text.Percent(v.Share.Value), 7)})
	}
}

// columnTile shows the columns with the most bytes.
func (p *page) columnTile(d *views.Data) {
	if d.Profile == nil || len(d.Profile.Columns) == 0 {
		p.plain("no columns are known yet")
		return
	}
	columns, name := largestColumns(d.Profile), 12
	for _, c := range columns {
		name = max(name, widget.Width(text.Escape([]byte(c.Family+":"+c.Qualifier))))
	}
	name = max(min(name, p.w-38), 12)
	bar := max(min(p.w-32-name, 30), 6)
	p.add(line{text: p.st.Dim(widget.Pad("column", name) + "  " + widget.PadLeft("with keys", 10) + "  " +
		widget.Pad("share of bytes", bar+9) + "  in rows")})
	whole := d.Profile.Whole.Table
	for _, column := range columns {
		full := text.Escape([]byte(column.Family + ":" + column.Qualifier))
		size := text.Bytes(float64(column.Bytes) + column.KeyBytes)
		if whole.Value > 0 {
			size, _ = text.TableBytesParts(column.ByteShare.Of(whole), whole)
		}
		p.add(line{id: "column/" + full, about: "column", copy: full,
			open: views.OpenScreen{Screen: views.ColumnsScreen, Key: []byte(column.Family + ":" + column.Qualifier)},
			why: "Figures are " + text.TableUnit(whole, d.Asked()) + ", row keys included. " +
				text.Share(column.ByteShare) + " of the bytes are in it, and " + text.Share(column.RowShare) +
				" of the rows have it.",
			text: widget.Pad(full, name) + "  " + widget.PadLeft(size, 10) + "  " +
				widget.ListBar(p.st, column.ByteShare.Value, bar, true) + " " +
				widget.PadLeft(text.Percent(column.ByteShare.Value), 8) + "  " +
				widget.PadLeft(text.Percent(column.RowShare.Value), 7)})
	}
}

// largestTile shows the largest rows against the limit.
func (p *page) largestTile(d *views.Data) {
	if d.Profile == nil || len(d.Profile.LargestRows) == 0 {
		p.plain("no rows are known yet")
		return
	}
	scale, limit := "to 100 MB", audit.DefaultLimits().RowBytesWarning
	if most := float64(d.Profile.LargestRows[0].Bytes); most < limit/10 {
		scale, limit = "of the largest", most // a bar to the limit would show nothing
	}
	longest := 0
	for _, r := range d.Profile.LargestRows {
		longest = max(longest, widget.Width(widget.RowName(d.Layouts, r.Key, p.w)))
	}
	name := max(min(longest, p.w-len(scale)-12), 8)
	bar := max(min(p.w-name-12, 24), len(scale))
	p.add(line{text: p.st.Dim(widget.Pad("row", name) + "  " + widget.PadLeft("bytes", 8) + "  " +
		widget.Pad(scale, bar))})
	for _, r := range d.Profile.LargestRows {
		key := widget.RowName(d.Layouts, r.Key, name)
		p.add(line{id: "large/" + string(r.Key), about: "row", copy: text.Escape(r.Key),
			open: views.OpenScreen{Screen: views.RowScreen, Key: r.Key},
			why:  "Rows should stay under 100 MB; above 256 MB they cannot be read (G18).",
			text: widget.Pad(key, name) + "  " + widget.PadLeft(text.Bytes(float64(r.Bytes)), 8) + "  " +
				strings.TrimRight(widget.ListBar(p.st, float64(r.Bytes)/limit, bar, true), " ")})
	}
}
