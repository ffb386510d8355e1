package doc

import (
	"time"

	"tabletop/model/heat"
)

// Heat is the report of tabletop heat: writes by key and time.
type Heat struct {
	Read
	// PredictedFor is the layout that the map is projected for.
	PredictedFor Escaped `json:"predicted_for,omitempty"`
	Metric       string  `json:"metric"`
	// From is the start of the time axis.
	From *time.Time `json:"from,omitempty"`
	// Window is the length of a time window.
	Window float64 `json:"window_seconds"`
	// Windows is the number of time windows.
	Windows int `json:"windows"`
	// Counted reports whether the grid is of all rows of the table; the score is of the rows in the sample.
	Counted bool `json:"grid_counted,omitempty"`
	// Buckets is the number of key ranges.
	Buckets int `json:"buckets"`
	// Before is what lies before the time axis.
	Before float64 `json:"before"`
	// After is what lies after it.
	After float64 `json:"after"`
	// Artificial is why timestamps are not write times.
	Artificial string `json:"artificial,omitempty"`
	// Words is the pattern in a sentence.
	Words string `json:"words"`
	// WordsToday is the same for the current layout.
	WordsToday string `json:"words_today,omitempty"`
	// Limits is what cell timestamps cannot show.
	Limits string `json:"limits"`
	// Findings is what the audit found about the writes under the current layout, the most severe first.
	Findings []HeatFinding `json:"findings,omitempty"`
	Score    HeatScore     `json:"score"`
	Pattern  string        `json:"pattern"`
	// Hotspots is the number of parallel hotspots that move in step.
	Hotspots int `json:"hotspots"`
	// HotTablets are the key ranges that the service found hot in the last day, where it reports them.
	HotTablets *[]HotTablet `json:"hot_tablets,omitempty" form:"lines"`
	// WindowStarts are the starts of the windows.
	WindowStarts []time.Time `json:"window_starts"`
	// Keys are the key ranges.
	Keys []HeatRange `json:"keys" form:"lines"`
	// Grid has a list for each key range with a number for each window.
	Grid [][]float64 `json:"grid" form:"lines"`
	// MetricName and Unit are the metric in words and what its amounts are of.
	MetricName, Unit string `json:"-"`
	// CountedRows is the number of rows that the grid counts, 0 if it was not counted.
	CountedRows int64 `json:"-"`
	// Map is what pictures of the grid are drawn of.
	Map *heat.Map `json:"-"`
}

// HeatFinding is a finding of an audit.
type HeatFinding struct {
	Rule     string `json:"rule"`
	Severity string `json:"severity"`
	Title    string `json:"title"`
}

// HeatScore is how concentrated the writes are.
type HeatScore struct {
	// HotShare is the share of a window's writes in the hottest part of the keys.
	HotShare float64 `json:"hot_share"`
	// ChanceShare is what that share would be if as many writes were uniform.
	ChanceShare float64 `json:"chance_share"`
	// Score is 0 where the hottest part takes what it would if writes were uniform, 1 where it takes everything.
	Score float64 `json:"score"`
	// Parts is the number of parts that the keys are divided into.
	Parts     int     `json:"parts"`
	PeakShare float64 `json:"peak_share"`
	// PeakWindow is the start of the window with the most concentrated writes.
	PeakWindow *time.Time `json:"peak_window,omitempty"`
	// ParallelWriters is the number of key ranges that are effectively written in parallel.
	ParallelWriters float64 `json:"parallel_writers"`
	// Trend is the rank correlation of key and time.
	Trend float64 `json:"trend"`
	// Stay is how often the hottest part of a window is that of the window before.
	Stay float64 `json:"stay"`
	// WindowsJudged is the number of windows with enough writes to judge.
	WindowsJudged int `json:"windows_judged"`
	// WritesJudged is the number of writes in them.
	WritesJudged int `json:"writes_judged"`
}

// HotTablet is a key range that the service found hot.
type HotTablet struct {
	FirstKey Bytes      `json:"first_key"`
	LastKey  Bytes      `json:"last_key"`
	From     *time.Time `json:"from,omitempty"`
	Until    *time.Time `json:"until,omitempty"`
	NodeCPU  float64    `json:"node_cpu_share"`
}

// HeatRange is a key range of a heat map.
type HeatRange struct {
	FirstKey Bytes `json:"first_key"`
	Rows     int   `json:"rows"`
}
