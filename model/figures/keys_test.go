package figures

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

func layouts(t testing.TB, templates ...string) rowkey.Set {
	t.Helper()
	var set rowkey.Set
	for _, s := range templates {
		l, err := rowkey.Parse(s)
		if err != nil {
			t.Fatal(err)
		}
		set = append(set, l)
	}
	return set
}

func TestKinds(t *testing.T) {
	var rows []testRow
	for device := range 4 {
		for i := range 25 {
			rows = append(rows, testRow{fmt.Sprintf("d%d#%d#%d", device, i%5, 1_700_000_000_000+i),
				[]testCell{{"f", "q", 1, "v"}}})
		}
	}
	rows = append(rows, testRow{key: "\xff\x00"}, testRow{key: "\xff\x01"})
	// Keys come sorted; those above are not.
	s := readSorted(rows)
	p, err := profileOf(context.Background(), s, layouts(t, "reading = {device}#{metric:int}#{at:ms}", "{other:uuid}"),
		ProfileOptions{Top: 2})
	if err != nil {
		t.Fatal(err)
	}
	if p.Unexplained.Keys != 2 || len(p.Unexplained.First) != 2 || string(p.Unexplained.First[0]) != "\xff\x00" {
		t.Errorf("unexplained is %+v", p.Unexplained)
	}
	k := p.Kinds[0]
	if k.Keys != 100 || string(k.First) != "d0#0#1700000000000" || math.Abs(k.Share.Value-100.0/102) > 1e-9 {
		t.Errorf("kind is %+v", k)
	}
	if other := p.Kinds[1]; other.Keys != 0 || other.First != nil || other.Segments[0].Distinct != 0 ||
		other.Segments[0].NoFigureReason == "" {
		t.Errorf("a kind without keys is %+v", other)
	}
	device, metric, at := k.Segments[0], k.Segments[1], k.Segments[2]
	if device.Name != "device" || device.Type != rowkey.Text || device.Distinct != 4 || device.Ordered ||
		device.RowsPerValue.Value != 25 ||
		!device.RowsPerValue.IsExact() || device.MinWidth != 2 || device.MaxWidth != 2 {
		t.Errorf("device is %+v", device)
	}
	if len(device.Top) != 2 || string(device.Top[0].Raw) != "d0" || device.Top[0].Count != 25 ||
		device.Top[0].Share.Value != 0.25 {
		t.Errorf("top devices are %+v", device.Top)
	}
	if metric.Type != rowkey.IntDecimal || metric.Distinct != 5 || metric.Min.Int != 0 || metric.Max.Int != 4 ||
		!metric.Ordered || metric.Top[0].Count != 20 {
		t.Errorf("metric is %+v", metric)
	}
	if at.Type != rowkey.Timestamp || at.Unit != rowkey.Millisecond || at.Distinct != 25 ||
		at.Min.Time().UnixMilli() != 1_700_000_000_000 ||
		at.Max.Time().UnixMilli() != 1_700_000_000_024 {
		t.Errorf("at is %+v", at)
	}
}

// TestOptionalAndRepeated counts segments that keys have not at all, or several times.
func TestOptionalAndRepeated(t *testing.T) {
	s := readSorted([]testRow{{key: "a"}, {key: "b#1"}, {key: "c#1#2#2"}})
	p, err := profileOf(context.Background(), s, layouts(t, "{id}[#{tag:int}]*"), ProfileOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if p.Kinds[0].Keys != 3 {
		t.Fatalf("%d keys are explained", p.Kinds[0].Keys)
	}
	tag := p.Kinds[0].Segments[1]
	if tag.Keys != 2 || tag.Count != 4 || tag.Distinct != 2 || tag.Top[0].Count != 2 || tag.NoFigureReason == "" {
		t.Errorf("tag is %+v", tag)
	}
}

// TestRepeatsOfSeveralSegments verifies that the values of one repeated segment are not counted for another.
func TestRepeatsOfSeveralSegments(t *testing.T) {
	s := readSorted([]testRow{{key: "a#1#2@7@8"}, {key: "b#1@7@7@9"}, {key: "c#3#3"}})
	p, err := profileOf(context.Background(), s, layouts(t, "{id}[#{tag:int}]*[@{mark:int}]*"), ProfileOptions{})
	if err != nil {
		t.Fatal(err)
	}
	tag, mark := p.Kinds[0].Segments[1], p.Kinds[0].Segments[2]
	if tag.Count != 5 || tag.Distinct != 3 || mark.Count != 5 || mark.Distinct != 3 || string(mark.Top[0].Raw) != "7" ||
		mark.Top[0].Count != 3 {
		t.Errorf("tag is %+v, mark is %+v", tag, mark)
	}
}

func readSorted(rows []testRow) *sample.Sample {
	sortRows(rows)
	return read(sample.Table{}, rows...)
}

// TestRowsPerValue draws short runs from a table of groups of known size: runs cut groups short, and still the size of
// groups of a leading segment can be told, and that of an inner one is said to be unknown.
func TestRowsPerValue(t *testing.T) {
	const groups, size, runs, k = 20_000, 8, 200, 20
	const draws = 60
	var got float64
	covered := 0
	r := rand.New(rand.NewPCG(7, 7))
	for range draws {
		var parts []*sample.Builder
		for run := range runs {
			b := sample.NewBuilder(0)
			from := (run*groups/runs+r.IntN(groups/runs-k))*size + r.IntN(size)
			for i := from; i < from+k; i++ {
				b.Row(fmt.Appendf(nil, "u%06d#%03d", i/size, i%size))
				b.Cell("f", nil, 0, nil)
			}
			b.SetSection(1, 1000, false)
			parts = append(parts, b)
		}
		s := sample.Assemble(sample.Table{}, sample.Provenance{Strategy: sample.Quick, Points: runs,
			TotalBytes: 1000 * runs, RowShare: 1, Filter: 1}, parts)
		p, err := profileOf(context.Background(), s, layouts(t, "{user}#{n:pad(3)}"), ProfileOptions{})
		if err != nil {
			t.Fatal(err)
		}
		user, n := p.Kinds[0].Segments[0], p.Kinds[0].Segments[1]
		f := user.RowsPerValue
		if user.NoFigureReason != "" || !f.Interval() {
			t.Fatalf("rows of a user are %+v, %q", f, user.NoFigureReason)
		}
		if f.Low <= size && size <= f.High {
			covered++
		}
		if n.NoFigureReason == "" {
			t.Errorf("rows of an inner value are told: %+v", n.RowsPerValue)
		}
		got += f.Value / draws
	}
	if covered < draws*93/100 {
		t.Errorf("%d of %d intervals cover", covered, draws)
	}
	if math.Abs(got/size-1) > 0.03 {
		t.Errorf("a user has %.2f rows on average, want %d", got, size)
	}
}
