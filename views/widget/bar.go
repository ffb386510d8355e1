package widget

import (
	"math"
	"strings"
)

// eighths are the partial blocks: eighths[n] is n eighths of a cell, from the left.
var eighths = [...]string{"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"}

// levels are the partial blocks from the bottom, for sparklines: levels[n] is n+1 eighths high.
var levels = [...]rune{'▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'}

// BarText is a bar of w cells for a share of 0..1, to an eighth of a cell, without style: the filled part and the
// rest. A share above 0 fills at least an eighth, so that it is never drawn as nothing.
func BarText(share float64, w int) (filled, rest string) {
	if w <= 0 {
		return "", ""
	}
	if !(share > 0) { // NaN too
		share = 0
	}
	count := int(math.Round(min(share, 1) * float64(w) * 8))
	if count == 0 && share > 0 {
		count = 1
	}
	full, part := count/8, eighths[count%8]
	used := full
	if part != "" {
		used++
	}
	return strings.Repeat("█", full) + part, Spaces(w - used)
}

// ProgressBar draws a bar of w cells that stands alone, with a track behind it.
func ProgressBar(st *Styles, share float64, w int) string {
	filled, rest := BarText(share, w)
	return st.Text(Bar, filled) + st.Text(Track, strings.Repeat("░", len(rest)))
}

// SizeBar is a ListBar in the color of its share on the size ramp, without a track.
func SizeBar(st *Styles, share float64, w int) string {
	full, half := halves(share, w)
	return st.Size(share, strings.Repeat("▄", full)+strings.Repeat("▖", half)) + Spaces(w-full-half)
}

// Sparkline is a histogram one line high and one cell a value, scaled to the largest. A value above 0 is never drawn as
// nothing; zero, negative and NaN are a space.
func Sparkline(values []float64) string {
	top := 0.0
	for _, v := range values {
		top = max(top, finite(v))
	}
	var b strings.Builder
	for _, v := range values {
		v = finite(v)
		if v <= 0 {
			b.WriteByte(' ')
			continue
		}
		b.WriteRune(levels[min(int(v/top*8), 7)])
	}
	return b.String()
}

// Histogram draws values as columns h lines high, one cell a value, scaled to the largest; the top line comes first.
func Histogram(st *Styles, values []float64, h int) []string {
	top := 0.0
	for _, v := range values {
		top = max(top, finite(v))
	}
	lines := make([]string, h)
	for line := range lines {
		floor := (h - 1 - line) * 8 // eighths below this line
		var b strings.Builder
		for _, value := range values {
			count := 0
			if value = finite(value); value > 0 {
				count = max(1, int(math.Round(value/top*float64(h*8))))
			}
			if count -= floor; count <= 0 {
				b.WriteByte(' ')
			} else {
				b.WriteRune(levels[min(count, 8)-1])
			}
		}
		lines[line] = st.Text(Bar, b.String())
	}
	return lines
}

// Rebin adds adjacent values up so that at most n are left, to fit a histogram into a width.
func Rebin(values []float64, n int) []float64 {
	if n <= 0 {
		return nil
	}
	if len(values) <= n {
		return values
	}
	out := make([]float64, n)
	for i, v := range values {
		out[i*n/len(values)] += v
	}
	return out
}

func finite(v float64) float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return 0
	}
	return v
}
