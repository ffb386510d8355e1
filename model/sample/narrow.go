package sample

import (
	"bytes"
	"fmt"
	"math"
	"regexp"
	"slices"
)

// Filter returns the part of the sample that opts select: the rows of Prefix, Start, End and KeyRegex; of them the
// cells of Families, Since and Until; and of the rows left at most Rows, in short runs at equal distances. It ignores
// the other options, which are for reading a table. A part of a sample that is not Complete is not representative of
// the whole table, so its runs no longer represent sections of it. Filter returns s itself when nothing is left out.
// The error is that of KeyRegex.
func (s *Sample) Filter(opts Options) (*Sample, error) {
	return s.FilterRows(opts, func(int) bool { return true })
}

// FilterRows is Filter for those of the rows that are also wanted by their numbers; opts.Where states which these are.
func (s *Sample) FilterRows(opts Options, wanted func(row int) bool) (*Sample, error) {
	wants, err := opts.keyFilter()
	if err != nil {
		return nil, err
	}
	var rows []int
	for i := range s.Rows() {
		if wanted(i) && wants(s.Key(i)) {
			rows = append(rows, i)
		}
	}
	limited := opts.Rows > 0 && opts.Rows < int64(len(rows))
	if limited {
		rows = spread(rows, int(opts.Rows))
	}
	cells := len(opts.Families) > 0 || !opts.Since.IsZero() || !opts.Until.IsZero()
	if len(rows) == s.Rows() && !cells {
		return s, nil
	}
	out := s.pick(rows, opts.cellFilter(s.columns))
	opts.View = s.How.Options.View
	out.How.Options = opts
	out.How.Places = nil
	if limited {
		out.How.Complete = false
		out.How.Strategy = Quick
	}
	if !s.How.Complete {
		if !s.How.readEverywhere() {
			out.How.RowShare = 1 // of the rows of some places: nothing follows for the table
		}
		out.How.Points, out.How.TotalBytes = 0, 0
		for i := range out.runs {
			out.runs[i].Hits, out.runs[i].SectionBytes, out.runs[i].Whole = 0, 0, false
		}
	}
	return out, nil
}

// readEverywhere reports whether all key ranges were read to their end, so that RowShare is the share of the table.
func (p *Provenance) readEverywhere() bool {
	return p.Points == 0 && p.Stopped == "" && p.AllDone()
}

// keyFilter returns which keys the options ask for.
func (o Options) keyFilter() (func(key []byte) bool, error) {
	var whole *regexp.Regexp
	if o.KeyRegex != "" {
		re, err := regexp.Compile(`^(?:` + o.KeyRegex + `)$`)
		if err != nil {
			return nil, fmt.Errorf("the key expression %q: %w", o.KeyRegex, err)
		}
		whole = re
	}
	return func(key []byte) bool {
		return bytes.HasPrefix(key, o.Prefix) && bytes.Compare(key, o.Start) >= 0 &&
			(len(o.End) == 0 || bytes.Compare(key, o.End) < 0) && (whole == nil || whole.Match(key))
	}, nil
}

// cellFilter returns which cells the options ask for.
func (o Options) cellFilter(columns []Column) func(ColumnID, int64) bool {
	return func(c ColumnID, micros int64) bool {
		return (len(o.Families) == 0 || slices.Contains(o.Families, columns[c].Family)) &&
			(o.Since.IsZero() || micros >= o.Since.UnixMicro()) && (o.Until.IsZero() || micros < o.Until.UnixMicro())
	}
}

// runRows is the length of the runs of adjacent rows that spread chooses.
const runRows = 32

// spread chooses n of the rows: runs of neighbors at equal distances.
func spread(rows []int, n int) []int {
	out := make([]int, 0, n)
	places := (n + runRows - 1) / runRows
	for p := range places {
		from := p * len(rows) / places
		end := min((p+1)*len(rows)/places, from+(p+1)*n/places-p*n/places)
		out = append(out, rows[from:end]...)
	}
	return out
}

// pick copies rows, without the cells that are not wanted. It leaves out rows that lose all their cells. Rows that were
// neighbors in one run stay in one run.
func (s *Sample) pick(rows []int, wants func(ColumnID, int64) bool) *Sample {
	var parts []*Builder
	var weights []float32
	run, next := 0, -1
	for _, index := range rows {
		if next != index || index >= s.runs[run].First+s.runs[run].Rows {
			for index >= s.runs[run].First+s.runs[run].Rows {
				run++
			}
			part := NewBuilder(math.MaxInt)
			part.run = s.runs[run]
			parts = append(parts, part)
		}
		builder := parts[len(parts)-1]
		builder.Row(s.Key(index))
		from, to := s.Cells(index)
		had := len(builder.s.columnOf)
		for j := from; j < to; j++ {
			if c := s.Cell(j); wants(c.Column, c.Micros) {
				builder.CellPrefix(s.columns[c.Column].Family, []byte(s.columns[c.Column].Qualifier), c.Micros, c.Size,
					c.Value)
			}
		}
		next = index + 1
		if from < to && len(builder.s.columnOf) == had {
			builder.DropRow()
			next = -1
		} else if s.weights != nil {
			weights = append(weights, s.weights[index])
		}
	}
	out := Assemble(s.Table, s.How, parts)
	out.weights = weights
	return out
}
