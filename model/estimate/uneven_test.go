package estimate

import (
	"fmt"
	"math"
	"testing"

	"tabletop/model/sample"
)

// unevenSample is a sample of a share of the rows of 25 sections, one of which stands out: it has ten times the bytes of
// the others, of which a hundred rows of 20 bytes each were sent at half of their rate, and more in section 7.
func unevenSample(strategy sample.Strategy, share float64, more int, size int) *sample.Sample {
	var table sample.Table
	how := sample.Provenance{Strategy: strategy, Filter: share, RowShare: share}
	b := sample.NewBuilder(1)
	for i := range 25 {
		bytes := int64(4000)
		if i == 7 {
			bytes *= 10
		}
		start, end := fmt.Appendf(nil, "%02d", i), fmt.Appendf(nil, "%02d", i+1)
		if i == 24 {
			end = nil
		}
		how.TotalBytes += bytes
		table.Splits = append(table.Splits, sample.Split{Key: end, Offset: how.TotalBytes})
		how.Places = append(how.Places, sample.ReadRange{Start: start, End: end, Bytes: bytes, Done: true, Rows: 100})
		for row := range 100 {
			b.Row(fmt.Appendf(nil, "%02d%07d", i, row))
			b.CellPrefix("f", []byte("q"), 0, 1, nil)
		}
		for row := range more {
			if i == 7 {
				b.Row(fmt.Appendf(nil, "%02dx%06d", i, row))
				b.CellPrefix("f", []byte("q"), 0, size, nil)
			}
		}
	}
	how.Places[0].Start = nil
	return sample.Assemble(table, how, []*sample.Builder{b})
}

// TestUnevenSections verifies that a section that stands out is uneven if the rows sent of it do not fill it, or if one
// of them has much of it, and not if as many small rows fill it as its size says.
func TestUnevenSections(t *testing.T) {
	for name, tt := range map[string]struct {
		s       *sample.Sample
		want    bool
		missing float64
	}{
		"a large row was not sent":    {unevenSample(sample.Small, 0.5, 0, 0), true, 0.9 * 38000},
		"of sections drawn":           {unevenSample(sample.Accurate, 0.5, 0, 0), true, 0.9 * 38000},
		"a large row was sent":        {unevenSample(sample.Small, 0.5, 1, 30_000), true, 38000*0.9 - 60_038},
		"small rows fill it":          {unevenSample(sample.Small, 0.5, 900, 1), false, 0},
		"all was sent, and is filled": {unevenSample(sample.Small, 1, 1, 34_000), false, 0},
		"all was sent, and is not":    {unevenSample(sample.Small, 1, 0, 0), true, 0.9 * 19000},
		"the starts only":             {unevenSample(sample.Quick, 0.5, 0, 0), false, 0},
	} {
		got, of := UnevenSections(tt.s)
		if len(got) == 1 != tt.want || len(got) > 0 && (got[0].Place != 7 ||
			math.Abs(got[0].Missing-tt.missing) > 0.1*math.Abs(tt.missing)) {
			t.Errorf("%s: %+v, want %t, %g bytes", name, got, tt.want, tt.missing)
		}
		if want := int64(40_000); tt.s.How.Strategy != sample.Quick && of != want {
			t.Errorf("%s: sections of %d bytes were looked at, want %d", name, of, want)
		}
	}
	for name, change := range map[string]func(*sample.Sample){
		"an emulator":            func(s *sample.Sample) { s.Table.Emulator = true },
		"a part of the cells":    func(s *sample.Sample) { s.How.Options.Families = []string{"f"} },
		"a read that ended":      func(s *sample.Sample) { s.How.Places[3].Done = false },
		"keys in another order":  func(s *sample.Sample) { s.How.Unordered = true },
		"sections read as one":   func(s *sample.Sample) { s.How.Places[7].End = []byte("07x") },
		"few sections":           func(s *sample.Sample) { s.Table.Splits = s.Table.Splits[:19] },
		"no size of the section": func(s *sample.Sample) { s.How.Places[7].Bytes = 0 },
	} {
		s := unevenSample(sample.Small, 0.5, 0, 0)
		if change(s); true {
			if got, _ := UnevenSections(s); len(got) > 0 {
				t.Errorf("%s: %+v", name, got)
			}
		}
	}
}

// TestMissingRowsWiden verifies that the mean row size may be as much larger as the bytes missing make it, and that
// a section read whole weighs as many rows as it has, beside those of a share.
func TestMissingRowsWiden(t *testing.T) {
	s := unevenSample(sample.Small, 0.5, 0, 0)
	list, _ := UnevenSections(s)
	mean := NewDesign(s).MeanRow()
	want := mean.Value * (1 + list[0].Missing/(5000*mean.Value))
	if math.Abs(mean.High-want) > 0.01*want || mean.Low < 0.99*mean.Value {
		t.Errorf("the mean is %+v, want up to %g", mean, want)
	}
	b := sample.NewBuilder(1)
	for i := range 20 {
		b.Row(fmt.Appendf(nil, "a%03d", i))
		b.CellPrefix("f", []byte("q"), 0, i, nil)
	}
	whole := sample.NewBuilder(1)
	whole.SetSection(0, 5000, true)
	whole.SetStands(0, 1)
	whole.Row([]byte("b"))
	whole.CellPrefix("f", []byte("q"), 0, 5000, nil)
	how := sample.Provenance{Strategy: sample.Small, Filter: 0.25, RowShare: 0.25}
	d := NewDesign(sample.Assemble(sample.Table{}, how, []*sample.Builder{b, whole}))
	if rows := d.Rows(); rows.Value != 81 || rows.Low < 21 || d.Clusters != 20 {
		t.Errorf("%+v rows of %d clusters, want 20 of a quarter and one", rows, d.Clusters)
	}
	if mean := d.MeanRow(); !near(mean.Value, (4*(20*14+190)+5011)/81.) {
		t.Errorf("the mean is %+v", mean)
	}
}
