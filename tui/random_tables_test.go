package tui

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"

	"tabletop/internal/demotest"
	"tabletop/internal/viewtest"
	"tabletop/model/analysis"
	"tabletop/model/demo"
	"tabletop/model/redact"
	"tabletop/model/sample"
)

// randomTables are what random keys are pressed on: every kind of sample that the app can open, each made once. The
// live table is not among them, since its source has a state.
var randomTables = sync.OnceValue(func() map[string]func() (*sample.Sample, error) {
	counted := func() (*sample.Sample, error) { return countedTable(60) }
	return map[string]func() (*sample.Sample, error){
		"partial": sync.OnceValues(partialTable),
		"census":  sync.OnceValues(counted),
		"redacted": sync.OnceValues(func() (*sample.Sample, error) {
			return redactedOf(firstRows("battery", 300))
		}),
		"redacted census": sync.OnceValues(func() (*sample.Sample, error) { return redactedOf(counted()) }),
		"empty":           sync.OnceValues(func() (*sample.Sample, error) { return viewtest.Empty().Sample, nil }),
		"hostile":         sync.OnceValues(func() (*sample.Sample, error) { return viewtest.Hostile().Sample, nil }),
		"one row":         sync.OnceValues(func() (*sample.Sample, error) { return firstRows("meters", 1) }),
		"kinds":           sync.OnceValues(func() (*sample.Sample, error) { return viewtest.Metrics().Sample, nil }),
		"noise": sync.OnceValues(func() (*sample.Sample, error) {
			return viewtest.Unexplained().Sample, nil
		}),
	}
})

// liveTable is the name of the table that is being read.
const liveTable = "live"

// randomTableNames are the kinds of tables, in order.
func randomTableNames() []string {
	return append([]string{liveTable}, slices.Sorted(maps.Keys(randomTables()))...)
}

// firstRows are the first rows of a demo table.
func firstRows(name string, rows int) (*sample.Sample, error) {
	_, table, err := demo.Find(name)
	if err != nil {
		return nil, err
	}
	return demotest.Table(table, noon(), rows), nil
}

// partialTable is what is left of a read that was stopped.
func partialTable() (*sample.Sample, error) {
	all, err := firstRows("devices", 400)
	if err != nil {
		return nil, err
	}
	how := all.How
	how.Strategy, how.Complete, how.RowShare = sample.Quick, false, 0.1
	how.Stopped = "the server did not answer any more"
	how.Unreadable = []sample.Unreadable{{Key: []byte("huge\x00\x1b[2J"), Reason: "the row is too large"}}
	return all.Described(all.Table, how), nil
}

// countedTable keeps some of the rows of a table that a census has counted.
func countedTable(kept int64) (*sample.Sample, error) {
	all := newTenants(600).take(600, sample.Provenance{Strategy: sample.Everything, Complete: true, Started: noon(),
		RowShare: 1, Filter: 1})
	seen, err := analysis.New(context.Background(), all, analysis.Options{Infer: true})
	if err != nil {
		return nil, err
	}
	plan, err := seen.CensusPlan(context.Background(), sample.Options{Rows: kept, Seed: 3})
	if err != nil {
		return nil, err
	}
	return demotest.Counted(all, plan)
}

// redactedOf redacts a sample as saving it does.
func redactedOf(s *sample.Sample, err error) (*sample.Sample, error) {
	if err != nil {
		return nil, err
	}
	done, err := redactSample(context.Background(), s, nil, true, redact.Options{})
	if err != nil {
		return nil, fmt.Errorf("redacting: %w", err)
	}
	return done.Sample, nil
}
