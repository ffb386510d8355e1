package infer

import (
	"fmt"
	"slices"
	"testing"
)

// TestListsHoldFrequentValuesOnly verifies that a layout lists the values of a segment where each is frequent, and none where one
// is rare, so that a key with a value that was not seen has the layout too.
func TestListsHoldFrequentValuesOnly(t *testing.T) {
	w := newWorld(5)
	oneOf := func(rare string, share int, others ...string) func() string {
		return func() string {
			if w.IntN(100) < share {
				return rare
			}
			return w.one(others...)
		}
	}
	for _, tt := range []struct {
		name string
		kind func() string
		tail func(kind string) string
		want []string
	}{
		{"frequent", oneOf("eu", 30, "us", "ap"), func(string) string { return w.hex(12) }, []string{"{region:enum(ap, eu, us)}#{id:hex(12)}"}},
		{"one rare", oneOf("eu", 4, "us", "ap"), func(string) string { return w.hex(12) }, []string{"{region:enum}#{id:hex(12)}"}},
		{"a rare value beside another kind", oneOf("admin", 4, "user", "user", "order"), func(kind string) string {
			if kind == "order" {
				return w.uuid() + "#" + fmt.Sprint(w.IntN(1e6))
			}
			return w.hex(12)
		}, []string{"kind_id = {kind:enum}#{id:hex(12)}", "order = {kind:enum(order)}#{order:uuid}#{number:int}"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := templates(inferred(t, rows(400, func() row {
				kind := tt.kind()
				return row{kind + "#" + tt.tail(kind), w.when()}
			})))
			if slices.Sort(got); !slices.Equal(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
