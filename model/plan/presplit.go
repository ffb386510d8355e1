package plan

import (
	"bytes"
	"slices"
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
	// week; Writes is 0 if there were none. Of a sample each of its key ranges is counted by the keys at which the
	// others would divide the table, since a division fits the rows that it was computed from better than all others.
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
	fold          []int // of each of rows, which of folds its key range is of; nil if all rows were read
	bytes, writes []float64
}

// folds is into how many groups the key ranges of a sample are divided, each of which is counted by the others.
// Neighbors are in different ones, as long as there are at least two.
const folds = 20

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
		if !base.Design.IsExact() {
			load.fold = append(load.fold, int(base.Cluster[source])%folds)
		}
		load.bytes = append(load.bytes, weight*float64(t.BytesAt(row)))
		load.writes = append(load.writes, weight*float64(count))
		written += weight * float64(count)
	}
	if load.fold != nil && slices.Max(load.fold) == 0 {
		load.fold = nil // one key range has no others
	}
	if load.NoWrites == "" && written == 0 {
		load.NoWrites = "no cell has a timestamp of that week"
	}
	return load
}

// ByBytes divides the table into at most so many parts of about as many stored bytes.
func (l *Load) ByBytes(parts int) *Presplit { return l.by(l.bytes, parts) }

// ByWrites divides the table into at most so many parts of about as many writes. It is nil if NoWrites states why.
func (l *Load) ByWrites(parts int) *Presplit {
	if l.NoWrites != "" {
		return nil
	}
	return l.by(l.writes, parts)
}

// by divides the table into at most so many parts with about the same sum of weights.
func (l *Load) by(weights []float64, parts int) *Presplit {
	starts := quantiles(weights, parts)
	split := &Presplit{Bytes: largest(l.bytes, starts), Writes: largest(l.writes, starts)}
	if l.fold != nil {
		split.Bytes, split.Writes = l.acrossFolds(weights, parts)
	}
	if l.NoWrites != "" {
		split.Writes = 0
	}
	for _, start := range starts {
		split.Keys = append(split.Keys, separator(l.table.Key(l.rows[start-1]), l.table.Key(l.rows[start])))
	}
	return split
}

// acrossFolds returns the largest shares of parts, of which each fold is counted by the cuts of all others.
func (l *Load) acrossFolds(weights []float64, parts int) (stored, written float64) {
	sizes, writes := make([]float64, parts), make([]float64, parts)
	others := make([]float64, len(weights))
	for fold := range folds {
		for i, weight := range weights {
			if others[i] = weight; l.fold[i] == fold {
				others[i] = 0
			}
		}
		starts, part := cuts(others, parts), 0
		for i := range weights {
			for part < len(starts) && i >= starts[part] {
				part++
			}
			if l.fold[i] == fold {
				sizes[part] += l.bytes[i]
				writes[part] += l.writes[i]
			}
		}
	}
	return largestOf(sizes), largestOf(writes)
}

// largestOf returns the share that the largest number has of all; 0 of nothing.
func largestOf(list []float64) float64 {
	sum, most := 0.0, 0.0
	for _, one := range list {
		sum, most = sum+one, max(most, one)
	}
	if sum == 0 {
		return 0
	}
	return most / sum
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
	starts := slices.Compact(cuts(weights, parts))
	return slices.DeleteFunc(starts, func(at int) bool { return at == 0 || at >= len(weights) })
}

// cuts returns for each part but the first before which index it begins: where parts are empty, several at one.
func cuts(weights []float64, parts int) []int {
	before := make([]float64, len(weights)+1) // index -> sum of what is before it
	for i, weight := range weights {
		before[i+1] = before[i] + weight
	}
	var starts []int
	for part := 1; part < parts; part++ {
		want := before[len(weights)] * float64(part) / float64(parts)
		at := sort.SearchFloat64s(before, want)
		if at > 0 && want-before[at-1] < before[at]-want {
			at--
		}
		for at < len(weights) && weights[at] == 0 {
			at++ // the next of those that count
		}
		starts = append(starts, at)
	}
	return starts
}

// largest returns the share of the sum that the largest of the parts has that begin at starts; 0 of nothing.
func largest(weights []float64, starts []int) float64 {
	sums, part := make([]float64, len(starts)+1), 0
	for i, weight := range weights {
		if part < len(starts) && i == starts[part] {
			part++
		}
		sums[part] += weight
	}
	return largestOf(sums)
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
