package figures

import (
	"fmt"
	"math"
	"reflect"
	"regexp"
	"testing"
	"time"

	"tabletop/internal/demotest"
	"tabletop/model/census"
	"tabletop/model/estimate"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/segments"
)

// ofRowsOnly lists the figures of a profile that a census of all rows does not make, and why.
func ofRowsOnly() map[string]string {
	return map[string]string{
		"Whole.Unexplained":           "what a sample does not account for: nothing, of all rows",
		"Kinds.Segments.AllDistinct":  "a sketch, of more values than a census names",
		"Kinds.Segments.RowsPerValue": "its inverse",
	}
}

// TestMakersOfProfileAgree verifies for each figure of a profile that with the counts of a census it is never less
// certain than without, that it is then that of a profile of all rows, and that none is left to the rows kept but those
// listed: a new figure must have both makers.
func TestMakersOfProfileAgree(t *testing.T) {
	all := makersTable()
	set, err := rowkey.ParseSet("{site}#{n:pad(4)}")
	if err != nil {
		t.Fatal(err)
	}
	profile := func(s *sample.Sample, counts *census.Result) *Profile {
		decoded, err := segments.New(t.Context(), s, set)
		if err != nil {
			t.Fatal(err)
		}
		p, err := NewProfile(t.Context(), decoded, ProfileOptions{Counts: counts})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	var sites [][]byte
	for site := range 4 {
		sites = append(sites, fmt.Appendf(nil, "s%d", site))
	}
	kept, err := demotest.Counted(all, census.Plan{Options: sample.Options{Rows: 200, Seed: 3}, Now: readAt,
		Layouts: set.String(), Values: []census.NamedValues{{Segment: "site", Values: sites}}})
	if err != nil {
		t.Fatal(err)
	}
	counts, err := census.ReadResult(kept)
	if err != nil || counts == nil {
		t.Fatal(counts, err)
	}
	walk := makersWalk{t: t, left: map[string]bool{}}
	walk.compare("", reflect.ValueOf(*profile(kept, counts)), reflect.ValueOf(*profile(kept, nil)),
		reflect.ValueOf(*profile(all, nil)))
	if walk.compared < 90 {
		t.Errorf("only %d figures were compared", walk.compared)
	}
	for path := range walk.left {
		if ofRowsOnly()[path] == "" {
			t.Errorf("%s is of the rows kept though all were counted", path)
		}
	}
	for path := range ofRowsOnly() {
		if !walk.left[path] {
			t.Errorf("%s is counted: it is no exception", path)
		}
	}
}

// makersTable is a table of 1,200 rows of two families, with keys that the layout does not decode.
func makersTable() *sample.Sample {
	b := sample.NewBuilder(16)
	for i := range 1200 {
		key := fmt.Sprintf("s%d#%04d", i/300, i)
		if i%100 == 99 {
			key = fmt.Sprintf("s%d-%04d", i/300, i) // '-' follows '#', but only the end of a site has it
		}
		b.Row([]byte(key))
		for version := range 1 + i%3 {
			b.Cell("f", []byte("q"), readAt.Add(-time.Duration(i+version)*time.Minute).UnixMicro(), make([]byte, i%40))
		}
		if i%2 == 0 {
			b.Cell("g", fmt.Appendf(nil, "c%d", i%6), readAt.Add(-time.Hour).UnixMicro(), []byte("v"))
		}
	}
	return sample.Assemble(sample.Table{Families: []sample.Family{{Name: "empty"}, {Name: "f"}, {Name: "g"}}},
		sample.Provenance{Strategy: sample.Everything, Complete: true, RowShare: 1, Filter: 1, Started: readAt},
		[]*sample.Builder{b})
}

// makersWalk compares the figures of profiles.
type makersWalk struct {
	t        *testing.T
	left     map[string]bool // paths of figures that were not counted
	compared int
}

// index matches the index of a part of a list.
var index = regexp.MustCompile(`\[\d+\]`)

// compare walks through three profiles at once: with counts, without, and of all rows.
func (w *makersWalk) compare(path string, counted, sampled, whole reflect.Value) {
	switch counted.Kind() {
	case reflect.Struct:
		if counted.Type() == reflect.TypeFor[Figure]() {
			w.figure(path, counted.Interface().(Figure), sampled.Interface().(Figure), whole.Interface().(Figure))
			return
		}
		for i := range counted.NumField() {
			if f := counted.Type().Field(i); f.IsExported() {
				name := f.Name
				if path != "" {
					name = path + "." + name
				}
				w.compare(name, counted.Field(i), sampled.Field(i), whole.Field(i))
			}
		}
	case reflect.Slice:
		if counted.Type() == reflect.TypeFor[[]Value]() { // in the order of their shares
			return
		}
		for i := range min(counted.Len(), sampled.Len(), whole.Len()) {
			w.compare(fmt.Sprintf("%s[%d]", path, i), counted.Index(i), sampled.Index(i), whole.Index(i))
		}
	}
}

// figure compares three figures of one thing.
func (w *makersWalk) figure(path string, counted, sampled, whole Figure) {
	w.compared++
	if counted.Certainty < sampled.Certainty {
		w.t.Errorf("%s is less certain with counts: %+v, without %+v", path, counted, sampled)
	}
	near := 1e-7 * math.Max(1, math.Abs(whole.Value)) // parts of keys are counted in millionths of a byte
	switch counted.Certainty {
	case estimate.Exact:
		if math.Abs(counted.Value-whole.Value) > near {
			w.t.Errorf("%s is counted as %+v, of all rows it is %+v", path, counted, whole)
		}
	case estimate.Range:
		if whole.Value < counted.Low-near || whole.Value > counted.High+near {
			w.t.Errorf("%s is counted as %+v, of all rows it is %+v", path, counted, whole)
		}
	default:
		w.left[index.ReplaceAllString(path, "")] = true
	}
}
