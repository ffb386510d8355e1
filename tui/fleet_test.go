package tui

import (
	"context"
	"errors"
	"testing"

	tea "charm.land/bubbletea/v2"

	"tabletop/model/audit"
	"tabletop/model/estimate"
	"tabletop/views"
	"tabletop/views/tables"
)

// TestFleet verifies that A audits the tables of the instance in a job that states how far it is, that what was found is
// listed while it runs, that x ends it and keeps that, and that enter opens the findings, from which esc leads back.
func TestFleet(t *testing.T) {
	var asked []string
	stopped := make(chan struct{})
	run := func(ctx context.Context, sources []string, found func(tables.Audited), at func(string, float64)) error {
		asked = sources
		at("auditing table 2 of 3, orders", 0.4)
		found(tables.Audited{Rows: estimate.Counted(512), Standing: audit.Standing{Source: "prod/eu/orders",
			Worst: "Row key starts with a timestamp", Counts: map[audit.Severity]int{audit.Error: 1}}})
		found(tables.Audited{Standing: audit.Standing{Source: "prod/eu/metrics"}, Err: errors.New("denied")})
		<-ctx.Done()
		close(stopped)
		return nil
	}
	r := rigOf(t, Options{Open: opens(newFake(300)), Catalog: someEntries(), Audit: run}, true)
	r.send(tea.WindowSizeMsg{Width: 120, Height: 30})
	r.settle()
	r.keys("A")
	r.until("not read")
	r.until("40%")
	r.shows("auditing table 2 of 3, orders", "So far: 1 of 1 table has an error. 1 could not be read.", "512",
		"✖ Row key starts with a time", "waiting", "x stop")
	r.keys("x")
	<-stopped
	r.settle()
	r.shows("Stopped: 1 table left. 1 of 1 table has an error.")
	r.hides("auditing table", "waiting")
	if len(asked) != 3 {
		t.Errorf("the audit is of %q", asked)
	}
	r.keys("enter")
	r.settle()
	if r.app.current.ID() != views.FindingsScreen {
		t.Errorf("enter opens %s", r.app.current.ID())
	}
	r.keys("esc")
	r.shows("✖ Row key starts with a time", "1 of 1 table has an error")
	if r.app.current.ID() != views.TablesScreen {
		t.Errorf("esc leads to %s", r.app.current.ID())
	}
}

// TestFleetFails verifies that an audit that ends with an error says so, keeps the picker, and can begin again, and that
// an app that cannot audit says that.
func TestFleetFails(t *testing.T) {
	runs := 0
	run := func(context.Context, []string, func(tables.Audited), func(string, float64)) error {
		runs++
		return errors.New("the instance is gone")
	}
	r := rigOf(t, Options{Open: opens(newFake(300)), Catalog: someEntries(), Audit: run}, true)
	r.settle()
	for range 2 {
		r.keys("A")
		r.settle()
		r.shows("the instance is gone", "metrics")
	}
	if runs != 2 {
		t.Errorf("%d audits ran", runs)
	}
	r = rigOf(t, Options{Open: opens(newFake(300)), Catalog: someEntries()}, true)
	r.settle()
	r.keys("A")
	r.shows("tables cannot be audited here")
}
