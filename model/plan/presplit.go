package plan

import (
	"bytes"
	"sort"
	"time"

	"tabletop/model/candidate"
	"tabletop/model/heat"
	"tabletop/model/rekey"
)

// Week is the time before the end of the read whose writes are counted.
const Week = 7 * 24 * time.Hour

// Presplit divides a table into parts at keys.
type Presplit struct {
	Keys [][]byte // the first keys of the parts but the first, in order
	// Bytes and Writes are the shares of 1 that the part with the most has of the stored bytes and of the writes of a
	// week; Writes is 0 if there were none.
	Bytes, Writes float64
}

// Parts returns the number of parts.
func (p *Presplit) Parts() int { return len(p.Keys) + 1 }

// Worst returns the larger of both shares.
func (p *Presplit) Worst() float64 { return max(p.Bytes, p.Writes) }

// Load is what each row of a table stores, and how often it was written. Rows of a sample count for as many as they
// represent.
type Load struct {
	// NoWrites states why nothing is known of the writes; empty where something is.
	NoWrites string

	table         *rekey.Table
	rows          []int // of the table, in the order of keys
	bytes, writes []float64
}

// NewLoad measures the rows of a table, without those whose keys no layout decodes. Writes are those of the week before
// now.
func NewLoad(t *rekey.Table, now time.Time) *Load {
	load := &Load{table: t, NoWrites: heat.Artificial(t.Base().Sample, now)}
	base, from, to := t.Base(), now.Add(-Week).UnixMicro(), now.UnixMicro()
	written := 0.0
	for row, times := range t.Writes() {
		source := int(t.Sources(row)[0])
		if base.Kind[source] == candidate.Foreign {
			continue
		}
		weight := 1.0
		if base.Design.HasWeights() {
			weight = base.Design.Weight(source)
		}
		count := 0
		for _, micros := range times {
			if micros >= from && micros <= to {
				count++
			}
		}
		load.rows = append(load.rows, row)
		load.bytes = append(load.bytes, weight*float64(t.BytesAt(row)))
		load.writes = append(load.writes, weight*float64(count))
		written += weight * float64(count)
	}
	if load.NoWrites == "" && written == 0 {
		load.NoWrites = "no cell has a timestamp of that week"
	}
	return load
}

// ByBytes divides the table into at most so many parts of about as many stored bytes.
func (l *Load) ByBytes(parts int) *Presplit { return l.at(quantiles(l.bytes, parts)) }

// ByWrites divides the table into at most so many parts of about as many writes. It is nil if NoWrites states why.
func (l *Load) ByWrites(parts int) *Presplit {
	if l.NoWrites != "" {
		return nil
	}
	return l.at(quantiles(l.writes, parts))
}

// at divides the table before the given of its rows.
func (l *Load) at(starts []int) *Presplit {
	split := &Presplit{Bytes: largest(l.bytes, starts)}
	if l.NoWrites == "" {
		split.Writes = largest(l.writes, starts)
	}
	for _, start := range starts {
		split.Keys = append(split.Keys, separator(l.table.Key(l.rows[start-1]), l.table.Key(l.rows[start])))
	}
	return split
}

// separator returns the shortest key that is above one key, and not above the next.
func separator(before, key []byte) []byte {
	n := 0
	for n < min(len(before), len(key)) && before[n] == key[n] {
		n++
	}
	return bytes.Clone(key[:min(n+1, len(key))])
}

// quantiles returns the indexes before which a list is divided into at most so many parts of about equal sums.
func quantiles(weights []float64, parts int) []int {
	before := make([]float64, len(weights)+1) // index -> sum of what is before it
	for i, weight := range weights {
		before[i+1] = before[i] + weight
	}
	var starts []int
	last := 0
	for part := 1; part < parts; part++ {
		want := before[len(weights)] * float64(part) / float64(parts)
		at := sort.SearchFloat64s(before, want)
		if at > 0 && want-before[at-1] < before[at]-want {
			at--
		}
		if at > last && at < len(weights) {
			starts = append(starts, at)
			last = at
		}
	}
	return starts
}

// largest returns the share of the sum that the largest of the parts has that begin at starts; 0 of nothing.
func largest(weights []float64, starts []int) float64 {
	total, sum, most, part := 0.0, 0.0, 0.0, 0
	for i, weight := range weights {
		if part < len(starts) && i == starts[part] {
			sum, part = 0, part+1
		}
		total += weight
		sum += weight
		most = max(most, sum)
	}
	if total == 0 {
		return 0
	}
	return most / total
}

// Choose returns which of two divisions to take, and why. Bytes are preferred, because a backfill writes all of them in
// its first hours; written may be nil.
func Choose(stored, written *Presplit) (chosen *Presplit, why string) {
	switch {
	case written == nil:
		return stored, "the backfill writes every stored byte, and nothing is known of other writes"
	case written.Worst() < 2./3*stored.Worst():
		return written, "its largest share, of bytes or of writes, is the smaller one by more than a third"
	}
	return stored, "the backfill writes every stored byte within hours, and splits by writes would not make the " +
		"largest share, of bytes or of writes, smaller by more than a third"
}
