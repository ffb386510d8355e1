package advise

import (
	"fmt"
	"strings"
	"testing"

	"tabletop/model/rowkey"
	"tabletop/model/workload"
)

// TestCombine verifies in which order layouts of several record kinds are put together, that second tables meet in one,
// and that what is no layout is left out.
func TestCombine(t *testing.T) {
	var got []string
	for _, whole := range Combine([]string{"a", "b"}, [][]string{{"{x}#{y}", "{y}#{x} ++ {x}"}, {"b = {z}", "{w} ++ {z}"}}, 3) {
		got = append(got, fmt.Sprint(whole.Template, whole.Chosen))
	}
	want := "a = {x}#{y} | b = {z}[0 0]; a = {y}#{x} | b = {z} ++ a = {x}[1 0]; a = {x}#{y} | b = {w} ++ b = {z}[0 1]"
	if strings.Join(got, "; ") != want {
		t.Errorf("%s, want %s", strings.Join(got, "; "), want)
	}
	if got := Combine([]string{"a", "b"}, [][]string{{"{x}"}, {"{"}}, 3); got != nil {
		t.Errorf("%v", got)
	}
	if got := Combine(nil, nil, 3); got != nil {
		t.Errorf("%v", got)
	}
}

// TestOfKind verifies which queries ask for a record kind.
func TestOfKind(t *testing.T) {
	set, err := rowkey.ParseSet("a = a#{x}#{y}\nb = b#{x}#{z}")
	if err != nil {
		t.Fatal(err)
	}
	w, err := workload.Parse([]byte("queries: [{name: one, where: {x: equal}}, {name: two, kind: b, where: {x: equal}}, "+
		"{name: three, where: {z: equal}}]"), []string{"x", "y", "z"})
	if err != nil {
		t.Fatal(err)
	}
	for kind, want := range []string{"one of a", "one of b, two of b, three of b"} {
		var got []string
		for _, q := range OfKind(w, set, kind).Queries {
			got = append(got, q.Name+" of "+q.Kind)
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%s, want %s", strings.Join(got, ", "), want)
		}
	}
	if w.Queries = w.Queries[2:]; OfKind(w, set, 0) != nil {
		t.Error("a kind has queries that no part of its keys answers")
	}
	if got := DefaultQueries(set, []int{0, 1}).Queries; got[0].Name != "a: x" || got[len(got)-1].Name != "b: x, z" {
		t.Errorf("%s, %s", got[0].Name, got[len(got)-1].Name)
	}
}
