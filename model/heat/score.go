package heat

import "math"

// Score is how concentrated writes are. All figures are of writes, whatever the metric of the map.
type Score struct {
	Parts int // number of equal parts that the key space is divided into
	// Hot is the share of a window's writes that its hottest part takes, on average over the windows, weighted by
	// writes.
	Hot float64
	// UniformShare is what Hot would be if as many writes were uniform; a Hot little above it is not significant.
	UniformShare float64
	// Hottest is the window with the highest share among those with enough writes, and Peak that share; -1 and 0 when
	// no window has enough.
	Hottest int
	Peak    float64
	// Writers is the number of key ranges written in parallel within a window: 1 / sum p^2, from pairs of writes of
	// different clusters only. It is at most the number of buckets; 0 when unknown.
	Writers float64
	// Trend is how steadily the center of the writes moves through the key space from window to window: Kendall's tau,
	// 1 upwards, -1 downwards, 0 not at all.
	Trend float64
	// Persistence is how often the hottest part of a window is that of the window before, 0 to 1.
	Persistence float64
	Pattern     Pattern
	Hotspots    int // parallel hotspots of ParallelHotspots, else 0 or 1
	Windows     int // windows with enough writes to judge
	Writes      int // in these
}

// Pattern is how writes move over the key space.
type Pattern string

// The patterns. Unknown means too few writes, or timestamps that are not write times.
const (
	Unknown Pattern = "unknown"
	Even    Pattern = "even"
	// all writes in one key range that moves: the key starts with a time or a sequence number
	MovingHotspot    Pattern = "moving hotspot"
	FixedRange       Pattern = "fixed hot range"   // all writes in one key range that stays
	Roving           Pattern = "roving"            // all writes in one key range, a different one each time
	ParallelHotspots Pattern = "parallel hotspots" // several that move in step
)

// MinWrites is the minimum number of writes of a window: of fewer, any share is within sampling error.
const MinWrites = 30

const (
	maxJudged  = 1024 // writes examined of a window; more would change no figure by 1%
	minWindows = 4
	// hotExcess is the minimum excess of a hot Hot over UniformShare, as a share of the range from UniformShare to 1.
	hotExcess = 0.12
)

// score evaluates the windows of m.
func score(m *Map, windows []judged, parts int) Score {
	score := Score{Parts: parts, Hottest: -1, Pattern: Unknown}
	score.Windows = len(windows)
	if score.Windows < minWindows || m.Artificial != "" {
		return score
	}
	null, sc := newNull(parts), newScan(parts)
	var total, hot, chance float64
	tops := make([]float64, len(windows))
	centers := make([]float64, len(windows))
	for i, window := range windows {
		sc.reset()
		for _, p := range window.positions {
			sc.add(p)
		}
		share, at := sc.hottest()
		n := float64(window.writes)
		total += n
		hot += n * share
		chance += n * null.at(len(window.positions))
		tops[i], centers[i] = at, mean(window.positions)
		if share > score.Peak {
			score.Peak, score.Hottest = share, window.index
		}
	}
	score.Writes = int(total)
	score.Hot, score.UniformShare = hot/total, chance/total
	score.Writers = writers(m, windows)
	score.Trend = kendall(centers)
	score.Persistence = stay(tops, 1/float64(parts))
	score.Pattern, score.Hotspots = pattern(score, tops, windows, null)
	return score
}

// judged is a window with enough writes.
type judged struct {
	index     int
	writes    int       // in the window; of more than maxJudged, that many at equal distances are examined
	positions []float64 // in the key space, 0 to 1
	buckets   []uint32
	clusters  []uint32
	// of each bucket, all writes of the window, if they were counted over all rows; buckets and clusters else
	loads []float64
}

// byWindow groups the writes of the windows that have enough of them.
func byWindow(m *Map, writes []write) []judged {
	counts := make([]int, m.Windows)
	for i := range writes {
		if w := writes[i].window; w >= 0 && int(w) < m.Windows {
			counts[w]++
		}
	}
	slot := make([]int, m.Windows)
	var out []judged
	for w, n := range counts {
		slot[w] = -1
		if n >= MinWrites {
			slot[w] = len(out)
			out = append(out, judged{index: w, writes: n, positions: make([]float64, 0, min(n, maxJudged))})
		}
	}
	rows := float64(max(1, m.Rows[len(m.Rows)-1]))
	seen := make([]int, len(out))
	for i := range writes {
		write := &writes[i]
		if write.window < 0 || int(write.window) >= m.Windows || slot[write.window] < 0 {
			continue
		}
		kind := slot[write.window]
		j := &out[kind]
		seen[kind]++
		if seen[kind]*maxJudged/j.writes == (seen[kind]-1)*maxJudged/j.writes {
			continue
		}
		j.positions = append(j.positions, (float64(write.position)+0.5)/rows)
		j.buckets = append(j.buckets, write.bucket)
		j.clusters = append(j.clusters, write.cluster)
	}
	return out
}

// writers estimates 1 / sum p^2 over buckets from pairs of writes in one window that come from different clusters:
// pairs of one cluster are adjacent by the way the sample was read, not by the way the table is written.
func writers(m *Map, windows []judged) float64 {
	var pairs, meets float64
	perBucket := map[uint32]float64{}
	perCluster := map[uint32]float64{}
	perBoth := map[uint64]float64{}
	for _, window := range windows {
		if window.loads != nil { // none stands for its neighbors
			n := float64(window.writes)
			pairs += n * (n - 1)
			for _, b := range window.loads {
				meets += b * (b - 1)
			}
			continue
		}
		clear(perBucket)
		clear(perCluster)
		clear(perBoth)
		for i, b := range window.buckets {
			perBucket[b]++
			perCluster[window.clusters[i]]++
			perBoth[uint64(b)<<32|uint64(window.clusters[i])]++
		}
		n := float64(len(window.buckets))
		pairs += n*n - sumOfSquares(perCluster)
		meets += sumOfSquares(perBucket) - sumOfSquares(perBoth)
	}
	if pairs == 0 {
		return 0
	}
	if meets <= 0 {
		return float64(m.Buckets)
	}
	return min(pairs/meets, float64(m.Buckets))
}

func sumOfSquares[K comparable](counts map[K]float64) float64 {
	sum := 0.0
	for _, n := range counts {
		sum += n * n
	}
	return sum
}

// kendall is Kendall's tau-a between a series and its index.
func kendall(series []float64) float64 {
	concordant := 0
	for i := range series {
		for j := i + 1; j < len(series); j++ {
			switch {
			case series[j] > series[i]:
				concordant++
			case series[j] < series[i]:
				concordant--
			}
		}
	}
	n := len(series)
	if n < 2 {
		return 0
	}
	return float64(concordant) / float64(n*(n-1)/2)
}

// stay returns the share of windows whose hottest range overlaps that of the window before by more than half.
func stay(tops []float64, width float64) float64 {
	if len(tops) < 2 {
		return 0
	}
	n := 0
	for i := 1; i < len(tops); i++ {
		if math.Abs(tops[i]-tops[i-1]) < width/2 {
			n++
		}
	}
	return float64(n) / float64(len(tops)-1)
}

func mean(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	return sum / float64(len(x))
}

// IsHot reports whether most writes of a window go to one key range.
func (p Pattern) IsHot() bool { return p == MovingHotspot || p == FixedRange || p == Roving }
