package figures

import (
	"cmp"
	"context"
	"slices"

	"tabletop/model/estimate"
	"tabletop/model/keyspace"
)

// Node is a part of the key space and what it comes to.
type Node struct {
	keyspace.Node

	Cells   int64   // of the rows of the sample in it
	Bytes   float64 // of these rows, weighted
	Largest int64   // bytes of its largest row, of those that were found
	// What was found: exact where all rows were read or counted, otherwise of the rows read.
	FoundRows, FoundCells, FoundBytes Figure
	// Share is of the whole table.
	Share struct{ Rows, Bytes, Cells, Garbage Figure }
	// Garbage is the share of its own bytes that is GC-eligible; nothing is known of a node without bytes.
	Garbage Figure
	// Recent is its share of the sum of LevelOptions.Recent. A node is hot if it exceeds its share of the rows.
	Recent float64
}

// Level is the children of one node of the key space, as in keyspace.Level.
type Level struct {
	Path  []keyspace.Step
	By    keyspace.By
	How   keyspace.StepBy
	Nodes []Node
	Rest  int64
}

// Metric orders nodes.
type Metric string

// The metrics of a level.
const (
	MetricBytes   Metric = "bytes"
	MetricRows    Metric = "rows"
	MetricCells   Metric = "cells"
	MetricGarbage Metric = "garbage"
	MetricKey     Metric = "key" // the order of the keys or values
)

// of returns the share by which a metric orders a node; MetricBytes is the default.
func (m Metric) of(n *Node) float64 {
	switch m {
	case MetricRows:
		return n.Share.Rows.Value
	case MetricCells:
		return n.Share.Cells.Value
	case MetricGarbage:
		return n.Share.Garbage.Value
	case MetricKey:
		return 0
	}
	return n.Share.Bytes.Value
}

// LevelOptions are those of a level. The zero value groups by the next segment of the key and sorts by bytes.
type LevelOptions struct {
	By   keyspace.By
	Sort Metric
	// Recent returns the cells of a row written in the last range of time; nil when there are no write times.
	Recent func(row int) float64
}

// Level returns what the children of the node at path come to, largest first. index is of the rows of the table. The
// error is ctx's.
func (t *Table) Level(ctx context.Context, index *keyspace.Index, path []keyspace.Step, opts LevelOptions) (*Level,
	error) {
	found, err := index.Level(ctx, path, opts.By)
	if err != nil {
		return nil, err
	}
	garbage, err := t.collect(ctx)
	if err != nil {
		return nil, err
	}
	level := &Level{Path: found.Path, By: found.By, How: found.How, Rest: found.Rest,
		Nodes: t.estimateNodes(found, garbage, opts.Recent)}
	t.countNodes(level)
	slices.SortStableFunc(level.Nodes, func(a, b Node) int { return cmp.Compare(opts.Sort.of(&b), opts.Sort.of(&a)) })
	return level, ctx.Err()
}

// nodeTotals are the sums over the whole table that nodes have shares of.
type nodeTotals struct{ rows, bytes, cells, garbage estimate.Total }

// add adds a row.
func (a *nodeTotals) add(weight float64, one *sums) {
	a.rows.Add(weight)
	a.bytes.Add(weight * float64(one[Bytes]))
	a.cells.Add(weight * float64(one[Cells]))
	a.garbage.Add(weight * float64(one[Garbage]))
}

// nodeSum is what the rows of a node come to.
type nodeSum struct {
	rows, bytes, cells, garbage estimate.Part
	found                       sums
	gone                        float64 // Garbage, weighted
}

// add adds a row to a node.
func (n *nodeSum) add(all *nodeTotals, node *Node, weight float64, one *sums) {
	n.found.add(one)
	node.Largest = max(node.Largest, one[Bytes])
	node.Bytes += weight * float64(one[Bytes])
	n.gone += weight * float64(one[Garbage])
	n.rows.Add(&all.rows, weight)
	n.bytes.Add(&all.bytes, weight*float64(one[Bytes]))
	n.cells.Add(&all.cells, weight*float64(one[Cells]))
	n.garbage.Add(&all.garbage, weight*float64(one[Garbage]))
}

// estimateNodes returns the figures of nodes from the rows of the sample.
func (t *Table) estimateNodes(level *keyspace.Level, garbage []collected, recent func(row int) float64) []Node {
	nodes, parts := make([]Node, len(level.Nodes)), make([]nodeSum, len(level.Nodes))
	for i := range nodes {
		nodes[i].Node = level.Nodes[i]
	}
	design, rows, written := t.rows.Design, t.rows.Sample.Rows(), 0.0
	var all nodeTotals
	for cluster, row := 0, 0; row < rows; cluster++ {
		for _, total := range []*estimate.Total{&all.rows, &all.bytes, &all.cells, &all.garbage} {
			total.Next(design.Cluster(cluster))
		}
		for end := design.ClusterEnd(cluster, row, rows); row < end; row++ {
			weight, one, at, fresh := design.Weight(row), t.sumsOfRow(row, garbage), level.Node(row), 0.0
			if recent != nil {
				fresh = weight * recent(row)
				written += fresh
			}
			all.add(weight, &one)
			if at >= 0 {
				nodes[at].Recent += fresh
				parts[at].add(&all, &nodes[at], weight, &one)
			}
		}
	}
	rowShare, byteShare, cellShare, garbageShare := all.rows.Shares(), all.bytes.Shares(), all.cells.Shares(),
		all.garbage.Shares()
	for at := range nodes {
		node, part := &nodes[at], &parts[at]
		node.Recent /= max(written, 1e-300)
		node.Cells = part.found[Cells]
		node.FoundRows, node.FoundCells, node.FoundBytes = t.seen(node.Rows), t.seen(node.Cells),
			t.seen(part.found[Bytes])
		node.Share.Rows, node.Share.Bytes = rowShare(part.rows).Share(design), byteShare(part.bytes).Share(design)
		node.Share.Cells = cellShare(part.cells).Share(design)
		node.Share.Garbage = garbageShare(part.garbage).Share(design)
		if node.Bytes > 0 {
			node.Garbage = estimate.CountedIf(part.gone/node.Bytes, design.IsExact())
		}
	}
	return nodes
}
