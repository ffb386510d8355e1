package report

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"

	"tabletop/model/audit"
	"tabletop/model/heat"
	"tabletop/views/report/doc"
	"tabletop/views/text"
)

// PNG is an image.
const PNG Format = "png"

// HeatFormats returns the formats of Heat, the default first.
func HeatFormats() []Format { return formats(heatWriters(HeatInput{})) }

// HeatInput is a map to write.
type HeatInput struct {
	*heat.Map
	// KeyAt returns the key at a position of the map; nil beyond the last.
	KeyAt func(position int) []byte
	// Template is the layout that the map is projected for, and Today the map of the current layout. Template is empty
	// and Today nil if the map itself is of the current layout.
	Template string
	Today    *heat.Map
	// Findings is what an audit found about the writes of the current layout; nil if it was not asked.
	Findings []*audit.Finding
}

// Heat writes where in the key space cells were written, and when. Formats: text, json, png, markdown, html.
func Heat(w io.Writer, in Input, m HeatInput, f Format) error { return run(heatWriters(m), w, in, f) }

func heatWriters(m HeatInput) []writer {
	return withPage(func(in Input) *page { return layHeat(in, m) },
		writer{JSON, func(w io.Writer, in Input) error { return doc.Write(w, heatDoc(in, m)) }},
		writer{PNG, func(w io.Writer, in Input) error { return heatPNG(w, in, m.Map) }})
}

func layHeat(in Input, m HeatInput) *page { return heatPage(heatDoc(in, m), in.Width) }

// heatPage has the map without color, in the text in at most 24 lines.
func heatPage(d doc.Heat, width int) *page {
	page := &page{title: "Writes to " + text.EscapeString(d.Source)}
	head(page, d.Read, width)
	page.heading(d.MetricName+" by key and time (UTC)", "", d.MetricName+" "+d.Unit)
	if d.PredictedFor != "" {
		page.paragraph("projected for layout ", text.EscapeString(string(d.PredictedFor)), width)
	}
	if d.Counted {
		page.paragraph("", "The map is counted over "+text.Count(d.CountedRows, "row")+", and so is the verdict, in "+
			text.Count(d.Buckets, "key range")+".", width)
	}
	if d.Before+d.After > 0 {
		page.line(d.MetricName + " outside the time axis: " + text.Number(d.Before+d.After))
	}
	page.parts = append(page.parts, pageMap{d, width})
	page.gap()
	page.paragraph("", d.Words, width)
	if d.WordsToday != "" {
		page.paragraph("", "Current layout: "+d.WordsToday, width)
	}
	page.paragraph("", d.Limits+".", width)
	for _, f := range d.Findings {
		page.paragraph(severityMark(f.Severity)+" ", f.Severity+": "+f.Title+" ("+f.Rule+")", width)
	}
	if len(d.Findings) > 0 {
		page.paragraph("", "The reasons, and the layouts that were tried: tabletop audit.", width)
	}
	return page
}

// pageMap is a map within width cells.
type pageMap struct {
	d     doc.Heat
	width int
}

func (p pageMap) text(b *strings.Builder) {
	const labelWidth = 24
	heatMap := p.d.Map
	lines, cols := min(24, heatMap.Buckets), min(max(p.width-labelWidth-1, 16), heatMap.Windows)
	grid, top := heatMap.Downsample(lines, cols)
	fmt.Fprintf(b, "%*s %s\n", labelWidth, "", timeAxis(heatMap, cols))
	for r := range lines {
		fmt.Fprintf(b, "%s│", padRunes(keyLabel(p.d, r*heatMap.Buckets/lines), labelWidth))
		var line strings.Builder
		for c := range cols {
			line.WriteByte(shade(grid[r*cols+c], top))
		}
		fmt.Fprintln(b, strings.TrimRight(line.String(), " "))
	}
}

func (p pageMap) document(d *document) { d.add(heatChart(p.d)) }

func shade(v, top float64) byte {
	if v <= 0 {
		return ' '
	}
	return text.Shade(min(int(math.Sqrt(v/top)*float64(text.Shades)), text.Shades-1), text.Shades)
}

// timeAxis returns the start times of the windows as labels above cols columns.
func timeAxis(m *heat.Map, cols int) string {
	var b strings.Builder
	for c := 0; c < cols; c = b.Len() {
		label := m.Label(c * m.Windows / cols)
		if c+len(label) > cols {
			break
		}
		b.WriteString(label + "   ")
	}
	return strings.TrimRight(b.String(), " ")
}

// keyLabel returns the first key of a bucket, escaped.
func keyLabel(d doc.Heat, bucket int) string {
	if bucket >= len(d.Keys) {
		return ""
	}
	return text.Escape(d.Keys[bucket].FirstKey)
}

// padRunes truncates or pads s to w cells.
func padRunes(s string, w int) string {
	s = cut(s, w, false)
	return s + strings.Repeat(" ", w-ansi.StringWidth(s))
}

// heatDoc returns the grid, its axes, the score and the pattern.
func heatDoc(in Input, m HeatInput) doc.Heat {
	out := doc.Heat{
		MetricName: m.Metric.Name(), Unit: text.MapUnit(m.Map, in.Profile, in.Sample), Map: m.Map,
		Read: readDoc(in), PredictedFor: doc.Escaped(m.Template), Metric: string(m.Metric), From: timeDoc(m.From),
		Window:  m.Step.Seconds(),
		Windows: m.Windows, Buckets: m.Buckets, Counted: m.AllRows.IsKnown(), CountedRows: int64(m.AllRows.Value),
		Before: m.Before, After: m.After, Artificial: m.Artificial, Words: m.Summary(), Limits: heat.Limits,
		Score: heatScoreDoc(m), Pattern: string(m.Score.Pattern), Hotspots: m.Score.Hotspots,
		HotTablets:   hotTabletDocs(in),
		WindowStarts: make([]time.Time, m.Windows), Grid: make([][]float64, m.Buckets),
	}
	if m.Today != nil {
		out.WordsToday = m.Today.Summary()
	}
	for _, f := range m.Findings {
		out.Findings = append(out.Findings, doc.HeatFinding{Rule: f.Rule, Severity: string(f.Severity),
			Title: text.EscapeString(f.Title)})
	}
	for i := range m.Windows {
		out.WindowStarts[i] = m.Window(i)
	}
	for b := range m.Buckets {
		if m.Rows[b] == m.Rows[b+1] {
			break
		}
		out.Keys = append(out.Keys, doc.HeatRange{FirstKey: m.KeyAt(m.Rows[b]), Rows: m.Rows[b+1] - m.Rows[b]})
	}
	for b := range m.Buckets {
		out.Grid[b] = make([]float64, m.Windows)
		for i := range m.Windows {
			out.Grid[b][i] = m.At(b, i)
		}
	}
	return out
}

func heatScoreDoc(m HeatInput) doc.HeatScore {
	score := m.Score
	out := doc.HeatScore{
		HotShare: score.Hot, ChanceShare: score.UniformShare,
		Score: max(0, (score.Hot-score.UniformShare)/max(1-score.UniformShare, 1e-9)), Parts: score.Parts,
		PeakShare: score.Peak, ParallelWriters: score.Writers, Trend: score.Trend, Stay: score.Persistence,
		WindowsJudged: score.Windows, WritesJudged: int(score.Writes),
	}
	if score.Hottest >= 0 {
		out.PeakWindow = timeDoc(m.Window(score.Hottest))
	}
	return out
}

// hotTabletDocs returns nil if the service does not report hot tablets.
func hotTabletDocs(in Input) *[]doc.HotTablet {
	table := in.Sample.Table
	if !table.HotKnown {
		return nil
	}
	out := make([]doc.HotTablet, len(table.Hot))
	for i, h := range table.Hot {
		out[i] = doc.HotTablet{FirstKey: h.Start, LastKey: h.End, From: timeDoc(h.From), Until: timeDoc(h.Until),
			NodeCPU: h.NodeCPU}
	}
	return &out
}

// heatPNG paints one point per bucket and window, dark to bright; white is no write.
func heatPNG(w io.Writer, in Input, m *heat.Map) error {
	const scale = 4 // points are hard to see
	img := image.NewPaletted(image.Rect(0, 0, m.Windows*scale, m.Buckets), heatPalette())
	_, top := m.Downsample(m.Buckets, m.Windows)
	for bucket := range m.Buckets {
		for i := range m.Windows {
			v := m.At(bucket, i)
			if v <= 0 {
				continue
			}
			level := uint8(1 + min(int(math.Sqrt(v/top)*254), 253))
			for x := range scale {
				img.SetColorIndex(i*scale+x, bucket, level)
			}
		}
	}
	var file bytes.Buffer
	if err := png.Encode(&file, img); err != nil {
		return err
	}
	const header = 8 + 25 // the signature and the IHDR chunk
	for _, part := range [][]byte{file.Next(header), pngComment(in), file.Bytes()} {
		if _, err := w.Write(part); err != nil {
			return err
		}
	}
	return nil
}

// pngComment returns the iTXt chunk that states that the read was partial; nil if it was not.
func pngComment(in Input) []byte {
	reason := in.partial()
	if reason == "" {
		return nil
	}
	// The keyword, no compression, no language, and no translation of the keyword.
	data := "iTXtComment\x00\x00\x00\x00\x00" + partialRead + reason
	chunk := binary.BigEndian.AppendUint32(nil, uint32(len(data)-4))
	chunk = append(chunk, data...)
	return binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE([]byte(data)))
}

// heatPalette returns white for no write, then the perceptual map viridis, interpolated between nine of its colors.
func heatPalette() color.Palette {
	stops := [...][3]float64{{68, 1, 84}, {72, 40, 120}, {62, 74, 137}, {49, 104, 142}, {38, 130, 142}, {31, 158, 137},
		{53, 183, 121}, {109, 205, 89}, {253, 231, 37}}
	palette := color.Palette{color.White}
	for i := range 255 {
		at := float64(i) / 254 * float64(len(stops)-1)
		k := min(int(at), len(stops)-2)
		t := at - float64(k)
		one := func(c int) uint8 { return uint8(stops[k][c]*(1-t) + stops[k+1][c]*t) }
		palette = append(palette, color.RGBA{R: one(0), G: one(1), B: one(2), A: 255})
	}
	return palette
}
