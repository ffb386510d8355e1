package tui

import (
	"slices"
	"testing"

	"tabletop/views/tables"
)

// TestEntriesListedAgain verifies that what is listed again takes the place of what was listed before it.
func TestEntriesListedAgain(t *testing.T) {
	entry := func(source, of string) tables.Entry { return tables.Entry{Source: source, Of: of} }
	got := withEntries([]tables.Entry{entry("a", ""), entry("b", "")},
		[]tables.Entry{entry("b", "p/i/t"), entry("c", ""), entry("c", "p/i/u")})
	if want := []tables.Entry{entry("a", ""), entry("b", "p/i/t"), entry("c", "p/i/u")}; !slices.Equal(got, want) {
		t.Errorf("%+v", got)
	}
}
