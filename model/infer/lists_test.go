package infer

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"tabletop/model/sample"
)

// TestListsHoldFrequentValuesOnly verifies that a layout lists the values of a segment where each is frequent, and none
// where one is rare, so that a key with a value that was not seen has the layout too.
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
		{"frequent", oneOf("eu", 30, "us", "ap"), func(string) string { return w.hex(12) },
			[]string{"{region:enum(ap, eu, us)}#{id:hex(12)}"}},
		{"one rare", oneOf("eu", 4, "us", "ap"), func(string) string { return w.hex(12) },
			[]string{"{region:enum}#{id:hex(12)}"}},
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

// TestListsOfPartialSamplesAreOpen verifies that a layout lists values only where the rows read show that there are no
// others: not those that rows of a few places begin with, though each is frequent there.
func TestListsOfPartialSamplesAreOpen(t *testing.T) {
	for _, tt := range []struct {
		runs     int
		complete bool
		want     string
	}{
		{1, true, "{region:enum(ap, eu, us)}#{kind:enum(blue, red)}#{id:hex(12)}"},
		{1, false, "{region:enum}#{kind:enum}#{id:hex(12)}"},
		{19, false, "{region:enum}#{kind:enum}#{id:hex(12)}"},
		{60, false, "{region:enum(ap, eu, us)}#{kind:enum(blue, red)}#{id:hex(12)}"},
	} {
		w := newWorld(3)
		rs := rows(600, func() row {
			return row{w.one("ap", "eu", "us") + "#" + w.one("blue", "red") + "#" + w.hex(12), w.when()}
		})
		slices.SortFunc(rs, func(a, b row) int { return strings.Compare(a.key, b.key) })
		var builders []*sample.Builder
		for i, r := range rs {
			if i%(len(rs)/tt.runs) == 0 && len(builders) < tt.runs {
				builders = append(builders, sample.NewBuilder(0))
			}
			builders[len(builders)-1].Row([]byte(r.key))
		}
		s := sample.Assemble(sample.Table{}, sample.Provenance{Complete: tt.complete}, builders)
		res, err := Sample(context.Background(), s, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := templates(res); len(got) != 1 || got[0] != tt.want {
			t.Errorf("%d runs, complete %t: %q, want %q", tt.runs, tt.complete, got, tt.want)
		}
	}
}

// TestKindsAreNoList verifies that kinds whose numbers of parts go with their first word are no list of any length, and
// that paths, whose numbers of parts do not, are one.
func TestKindsAreNoList(t *testing.T) {
	w := newWorld(8)
	word, town := some(w, 40, w.noun), some(w, 25, w.noun)
	for _, tt := range []struct {
		name string
		make func() string
		want []string
	}{
		{"kinds", func() string {
			switch w.IntN(4) {
			case 0:
				return "Guest/" + w.hex(16)
			case 1:
				return "Guest/" + w.hex(16) + "/Diet/" + word()
			case 2:
				return "Hall/" + town() + fmt.Sprintf("/%04d", w.IntN(3000))
			}
			return "Stay/" + w.hex(16) + "/" + w.when().Format("2006-01-02")
		}, []string{"guest = {kind:enum(Guest)}/{guest:hash(hex(16))}",
			"guest_diet = {kind:enum(Guest)}/{guest:hash(hex(16))}/{kind2:enum(Diet)}/{diet}",
			"hall = {kind:enum(Hall)}/{hall}/{number:pad(4)}",
			"stay = {kind:enum(Stay)}/{stay:hash(hex(16))}/{day:date(2006-01-02)}"}},
		{"paths", func() string {
			path := w.one("Attic", "Cellar", "Garden")
			for range 1 + w.IntN(4) {
				path += "/" + word()
			}
			return path
		}, []string{"{kind:enum(Attic, Cellar, Garden)}/{path...}"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := templates(inferred(t, rows(250, func() row { return row{tt.make(), w.when()} })))
			if !slices.Equal(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
