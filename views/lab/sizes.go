package lab

import (
	"fmt"
	"strings"

	"tabletop/model/advise"
	"tabletop/model/estimate"
	"tabletop/model/price"
	"tabletop/model/simulate"
	"tabletop/views/text"
)

// counted reports whether figures of a layout are counts over all rows of the table.
func (a *answer) counted() bool { return a.bench.base.Design.IsExact() || a.result.Counts() != nil }

// ofRead marks a figure that is of the rows read only, where these are not all.
func (a *answer) ofRead(words string) string {
	if a.bench.base.Design.IsExact() {
		return words
	}
	return words + " read"
}

// largest is the size of the largest row: of the table where all rows were counted, otherwise of those read.
func (a *answer) largest() string {
	if c := a.result.Counts(); c != nil {
		return text.Bytes(float64(c.RowBytes.Max))
	}
	return a.ofRead(text.Bytes(float64(a.result.RowBytes.Quantile(1))))
}

// sizeRows are the figures of what is stored: of the table where it is counted or can be estimated (≈), else of the
// rows read.
func sizeRows() []row {
	count := func(v float64) string { return text.Integer(int64(v)) }
	read := func(name, rule, why string, of func(*simulate.Result) float64, write func(float64) string) row {
		w := func(a *answer) string { return a.ofRead(write(of(a.result))) }
		return row{name: name, about: advise.OfSize, rule: rule, why: why, of: func(a *answer) (float64, bool) {
			return of(a.result), true
		}, write: w, long: w}
	}
	rows := read("rows", "", "Rows of the table that are left, those merged that have one key; of the rows read "+
		"where that cannot be determined.",
		func(r *simulate.Result) float64 { return float64(r.Rows) }, count)
	rows.of = func(*answer) (float64, bool) { return 0, false } // neither more nor fewer is better
	ofTable(&rows, func(s *simulate.Scale) (estimate.Figure, string) { return s.Rows, s.NoFigureReason }, countOfTable)
	cells := read("cells", "", "Cells of the table; of the rows read where that cannot be determined.",
		func(r *simulate.Result) float64 { return float64(r.Cells) }, count)
	cells.of = rows.of
	ofTable(&cells, func(s *simulate.Scale) (estimate.Figure, string) { return s.Cells, s.NoBytesReason }, countOfTable)
	bytes := read("bytes", "G15",
		"Keys once a row and all cells: family, qualifier, 8 for the timestamp, value. Of the table; of the rows "+
			"read where that cannot be determined.",
		func(r *simulate.Result) float64 { return float64(r.Bytes) }, text.Bytes)
	rows.table, cells.table = nil, nil
	ofTable(&bytes, func(s *simulate.Scale) (estimate.Figure, string) { return s.Bytes, s.NoBytesReason }, bytesOfTable)
	againstCurrent(&bytes)
	p95 := read("row p95", "G18", "95% of the rows are at most so large.",
		func(r *simulate.Result) float64 { return float64(r.RowBytes.Quantile(0.95)) }, text.Bytes)
	ofTable(&p95, func(s *simulate.Scale) (estimate.Figure, string) {
		if s.Sizes == nil {
			return estimate.Figure{}, s.NoSizesReason
		}
		return s.Sizes[1], s.NoSizesReason
	}, bytesOfTable)
	key := read("key bytes", "G30", "Bytes of a key on average (G30).",
		func(r *simulate.Result) float64 { return float64(r.KeyBytes) / max(1, float64(r.Rows)) },
		func(v float64) string { return fmt.Sprintf("%.1f", v) })
	ofTable(&key, func(s *simulate.Scale) (estimate.Figure, string) { return s.KeyLength, s.NoBytesReason },
		func(f estimate.Figure) string {
			if f.IsExact() {
				return fmt.Sprintf("%.1f", f.Value)
			}
			return strings.TrimSpace(fmt.Sprintf("≈ %.1f %s", f.Value, text.PlusMinus(f.Value, f.Low, f.High,
				text.Number)))
		})
	largest := read("largest row", "G18",
		"The largest row of the table where all rows were counted, otherwise of those read. Rows should stay under "+
			"100 MB; above 256 MB they cannot be read (G18).",
		func(r *simulate.Result) float64 { return float64(r.RowBytes.Quantile(1)) }, text.Bytes)
	largest.table = func(a *answer) (float64, bool) {
		if c := a.result.Counts(); c != nil {
			return float64(c.RowBytes.Max), true
		}
		return 0, false
	}
	largest.write = (*answer).largest
	largest.long = largest.write
	return []row{
		rows,
		cells,
		collisionsRow(),
		growthRow(),
		p95,
		largest,
		key,
		read("keys packed", "",
			"Bytes of all keys when each is stored as far as it differs from the one before. The service's own way "+
				"is not public: compare only.",
			func(r *simulate.Result) float64 { return float64(r.PackedKeyBytes) }, text.Bytes),
		bytes,
	}
}

// monthRow is what is stored costs a month, by prices: of the table where its bytes are known, else of the rows read.
func monthRow(prices *price.Prices) row {
	stored := func(a *answer) estimate.Figure {
		if f := a.result.Stored(); f.Value > 0 && !f.Vague() && a.current() {
			return f
		}
		return estimate.Counted(float64(a.result.Bytes))
	}
	write := func(a *answer) string {
		f := stored(a)
		words := text.Money(prices, f.Times(prices.Month(1)))
		if f.IsExact() {
			return a.ofRead(words)
		}
		return words
	}
	return row{name: "a month", about: advise.OfSize, rule: "G15", write: write, long: write,
		why: "Storage a month, the copies that views need included. Prices: " + prices.String() + ".",
		of:  func(a *answer) (float64, bool) { return stored(a).Value, true }}
}

// collisionsRow are the rows that get one key, and what becomes of their cells.
func collisionsRow() row {
	return row{name: "collisions", about: advise.OfLoss, rule: "G59",
		why: "Rows that get one key, cells that become older versions by it (and may be collected), and cells " +
			"that are lost because row, column and " +
			"timestamp are the same.",
		of: func(a *answer) (float64, bool) {
			c := a.result.Met()
			return float64(c.OverwrittenCells)*1e6 + float64(c.VersionCells), true
		}, write: collisions, long: func(a *answer) string {
			switch c := a.result.Met(); {
			case c.Impossible != "" && c.MergedRows == 0:
				return "none, and none are possible: " + c.Impossible
			case a.result.Whole != nil:
				return collisions(a) + ", counted over " + text.Count(a.result.Whole.SourceRows, "row")
			}
			return collisions(a)
		}}
}

func countOfTable(f estimate.Figure) string {
	short, interval := text.TableCountParts(f)
	return strings.TrimSpace(short + " " + interval)
}

func bytesOfTable(f estimate.Figure) string { return text.TableBytes(f, f) }

// ofTable shows in a line what its figure is in the whole table, where that is known.
func ofTable(r *row, of func(*simulate.Scale) (f estimate.Figure, reason string), write func(estimate.Figure) string) {
	read := r.write
	r.table = func(a *answer) (float64, bool) {
		s := a.scale()
		if s == nil {
			return 0, false
		}
		f, reason := of(s)
		return f.Value, f.IsExact() || reason == "" && f.Value > 0 && !f.Vague()
	}
	r.write = func(a *answer) string {
		scale := a.scale()
		if scale == nil {
			return read(a)
		}
		switch f, reason := of(scale); {
		case f.IsExact():
			return write(f) + " (counted)"
		case reason != "" || f.Value <= 0 || f.Vague():
			return read(a)
		default:
			return write(f)
		}
	}
	r.long = func(a *answer) string {
		if s := a.scale(); s != nil {
			if _, reason := of(s); reason != "" {
				return r.write(a) + ": " + reason
			}
		}
		return r.write(a)
	}
}

// againstCurrent adds by what part bytes grow or shrink against the current layout: judged on the same rows, that is
// far surer than the bytes themselves.
func againstCurrent(r *row) {
	plain := r.write
	r.write = func(a *answer) string {
		s := a.scale()
		if s == nil || s.BytesChange.Value == 0 {
			return plain(a)
		}
		if change := text.Change(s.BytesChange); change != "" {
			return plain(a) + " (" + change + ")"
		}
		return plain(a)
	}
}
