package main

import (
	"slices"
	"strings"
	"testing"

	"tabletop/internal/fakebt"
	"tabletop/sampler"
	"tabletop/views/tables"
)

// TestViewEntries verifies how views are listed: by the SOURCE that opens them, with their tables and SQL.
func TestViewEntries(t *testing.T) {
	got := viewEntries("p/i", []sampler.View{
		{Kind: "authorized view", Name: "orders/authorizedViews/eu", Of: "orders"},
		{Kind: "logical view", Name: "logicalViews/recent", Query: "SELECT 1\n  FROM `orders`"}})
	want := []tables.Entry{
		{Kind: "view", Name: "orders/authorizedViews/eu", Title: "authorized view of orders",
			Source: "p/i/orders/authorizedViews/eu"},
		{Kind: "view", Name: "logicalViews/recent", Title: "logical view: SELECT 1 FROM `orders`",
			Source: "p/i/logicalViews/recent"}}
	if !slices.Equal(got, want) {
		t.Errorf("%+v", got)
	}
	for source, says := range map[string]string{
		"p/i/logicalViews/recent":      "cannot read p/i/logicalViews/recent: a logical view is a query",
		"p/i/t/authorizedViews/a view": `"a view" cannot be a view id`,
	} {
		if _, errs, code := tabletop(t, nil, "stats", source); code != exitUsage || !strings.Contains(errs, says) {
			t.Errorf("%s: %d: %s", source, code, errs)
		}
	}
	emulator := []string{"BIGTABLE_EMULATOR_HOST=" + fakebt.New(t).Addr}
	if _, errs, code := tabletop(t, emulator, "stats", "p/i/materializedViews/v"); code != exitError ||
		!strings.Contains(errs, "emulators have no views") {
		t.Errorf("%d: %s", code, errs)
	}
}
