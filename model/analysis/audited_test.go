package analysis

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"tabletop/model/audit"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// wordyTable is a table of readings of a few sites whose names, keys, and versions are long, and of which few rows have
// a further column.
func wordyTable() *sample.Sample {
	const family = "measurements_of_devices"
	b := sample.NewBuilder(16)
	at := int64(1_790_000_000_000_000)
	for site := range 3 {
		for i := range 900 << site {
			b.Row(fmt.Appendf(nil, "a-rather-long-site-name-%d#%010d", site, 1_780_000_000+60*i))
			for v := range 1 + i%4 {
				b.Cell(family, []byte("temperature_in_degrees"), at-int64(v)*3600e6, make([]byte, 1+i%9))
			}
			if i%450 == 13 {
				b.Cell(family, fmt.Appendf(nil, "rarely_written_remark_%d", site), at, make([]byte, 600))
			}
		}
	}
	table := sample.Table{Families: []sample.Family{{Name: family}}}
	return sample.Assemble(table, sample.Provenance{Strategy: sample.Everything, Complete: true, RowShare: 1,
		Filter: 1}, []*sample.Builder{b})
}

// TestAuditsCountAllRows verifies, for measures of bytes, names, sizes, versions, and values, that an audit of a few
// rows kept with the counts of all has the exact figures of an audit of all rows.
func TestAuditsCountAllRows(t *testing.T) {
	set, err := rowkey.ParseSet("{site}#{at:s(pad(10))}")
	if err != nil {
		t.Fatal(err)
	}
	whole, err := New(t.Context(), wordyTable(), Options{Layouts: set})
	if err != nil {
		t.Fatal(err)
	}
	limits := audit.DefaultLimits()
	limits.KeyBytesWarning, limits.RowBytesWarning, limits.RowBytesError, limits.QualifierBytes, limits.MinRows = 20,
		150, 1e6, 22, 50
	limits.NameShare = 0.01
	want, err := whole.Audit(t.Context(), limits)
	if err != nil {
		t.Fatal(err)
	}
	got, err := countedBy(t, whole, 80, set).Audit(t.Context(), limits)
	if err != nil {
		t.Fatal(err)
	}
	of := map[string]audit.Measure{}
	for _, f := range got.Findings {
		for _, m := range f.Measures {
			of[f.ID()+": "+m.Name] = m
		}
	}
	left := map[string]bool{"share of the table's bytes in keys": true, "rows larger than the limit": true,
		"share of the bytes that are this name":                          true,
		"share of the bytes by which long names exceed eight characters": true, "longest qualifier": true,
		"qualifiers over the limit":                                true,
		"cells that are not the newest in their column":            true,
		"share of the family's bytes saved by keeping one version": true,
		"rows with the most common prefix before the timestamp":    true,
		"distinct prefixes before the timestamp":                   true}
	for _, f := range want.Findings {
		for _, m := range f.Measures {
			if !left[m.Name] {
				continue
			}
			g, ok := of[f.ID()+": "+m.Name]
			switch {
			case !ok:
				t.Errorf("%s: no %q", f.ID(), m.Name)
			case strings.HasPrefix(m.Name, "rows larger"): // more than are listed, so within a bucket of the histogram
				if g.Figure.Low > m.Figure.Value || g.Figure.High < m.Figure.Value || g.Figure.High-g.Figure.Low > 0.1 {
					t.Errorf("%s, %s: %+v; of all rows %+v", f.ID(), m.Name, g.Figure, m.Figure)
				}
			case !g.Figure.IsExact() || g.Read || math.Abs(g.Figure.Value-m.Figure.Value) > 1e-9:
				t.Errorf("%s, %s: %+v; of all rows %+v", f.ID(), m.Name, g, m)
			}
			delete(left, m.Name)
		}
	}
	if len(left) > 0 {
		t.Errorf("no finding has %v", left)
	}
}
