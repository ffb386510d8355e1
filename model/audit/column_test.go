package audit

import (
	"encoding/binary"
	"fmt"
	"testing"

	"tabletop/model/estimate"
	"tabletop/model/figures"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/segments"
)

// columnFacts returns the facts of a table of one column, f:q, with the values of each row, the newest first.
func columnFacts(t *testing.T, rows ...[]string) *facts {
	t.Helper()
	b := sample.NewBuilder(100)
	for i, values := range rows {
		b.Row(fmt.Appendf(nil, "%05d", i))
		for age, value := range values {
			b.Cell("f", []byte("q"), int64(100-age), []byte(value))
		}
	}
	s := sample.Assemble(sample.Table{}, sample.Provenance{Strategy: sample.Everything, Complete: true},
		[]*sample.Builder{b})
	layout, err := rowkey.ParseSet("{n}")
	if err != nil {
		t.Fatal(err)
	}
	decoded, err := segments.New(t.Context(), s, layout)
	if err != nil {
		t.Fatal(err)
	}
	profile, err := figures.NewProfile(t.Context(), decoded, figures.ProfileOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return &facts{Input: Input{Table: decoded, Profile: profile}, design: estimate.NewDesign(s)}
}

// TestCountersAscendInSmallSteps verifies which pairs of versions are taken for those of a counter: numbers that grow
// by at most 100, or by a thousandth of what they are.
func TestCountersAscendInSmallSteps(t *testing.T) {
	binary64 := func(n uint64) string { return string(binary.BigEndian.AppendUint64(nil, n)) }
	for _, tt := range []struct {
		newer, older string
		want         float64
	}{
		{"101", "100", 1}, {"100", "100", 0}, {"99", "100", 0},
		{"200", "100", 1}, {"201", "100", 0},
		{"1001000", "1000000", 1}, {"1001001", "1000000", 0},
		{binary64(101), binary64(100), 1}, {binary64(201), binary64(100), 0},
		{"1.5", "1.4", 0}, {"one", "1", 0}, {"2", "one", 0},
	} {
		share, pairs := columnFacts(t, []string{tt.newer, tt.older}).ascending(0)
		if share.Value != tt.want || pairs != 1 {
			t.Errorf("%q after %q: ascend %v of %d pairs, want %v", tt.newer, tt.older, share.Value, pairs, tt.want)
		}
	}
	share, pairs := columnFacts(t, []string{"3", "2", "1"}, []string{"7"}, []string{"9", "1000"}).ascending(0)
	if pairs != 3 || share.Value < 0.66 || share.Value > 0.67 {
		t.Errorf("two of three pairs ascend: %v of %d", share.Value, pairs)
	}
}

// TestNumbersOfCells verifies which values are read as numbers: decimals that are whole, and those of eight bytes.
func TestNumbersOfCells(t *testing.T) {
	for _, tt := range []struct {
		value string
		size  int // more than the value if it was cut
		want  int64
		ok    bool
	}{
		{"12", 2, 12, true}, {"-7", 2, -7, true}, {"12", 3, 0, false}, {"", 0, 0, false}, {"1.5", 3, 0, false},
		{"12345678", 8, 12345678, true}, {"\x00\x00\x00\x00\x00\x00\x01\x00", 8, 256, true},
		{"\x00\x00\x00\x00\x00\x00\x01", 7, 0, false}, {"seven", 5, 0, false},
	} {
		got, ok := number(sample.Cell{Value: []byte(tt.value), Size: tt.size})
		if got != tt.want || ok != tt.ok {
			t.Errorf("%q of %d bytes is read as %d, %t, want %d, %t", tt.value, tt.size, got, ok, tt.want, tt.ok)
		}
	}
}

// TestColumnsThatAreWorthAPlaceInTheKey verifies which column is proposed to stand in the key: one that 99% of the rows
// have, of short values, of which there are at least 20 and each is in more than two rows.
func TestColumnsThatAreWorthAPlaceInTheKey(t *testing.T) {
	values := func(n, distinct int, format string) [][]string {
		rows := make([][]string, n)
		for i := range rows {
			rows[i] = []string{fmt.Sprintf(format, i%distinct)}
		}
		return rows
	}
	without := values(100, 20, "v%02d")
	without[50], without[51] = nil, nil
	for _, tt := range []struct {
		name string
		rows [][]string
		want bool
	}{
		{"twenty values", values(100, 20, "v%02d"), true},
		{"nineteen values", values(100, 19, "v%02d"), false},
		{"each in two rows", values(100, 50, "v%02d"), false},
		{"some in three rows", values(100, 49, "v%02d"), true},
		{"numbers", values(100, 20, "%02d"), true},
		{"of 64 bytes", values(100, 20, "%064d"), true},
		{"of 65 bytes", values(100, 20, "%065d"), false},
		{"two in a hundred have none", without, false},
	} {
		f := columnFacts(t, tt.rows...)
		layout, err := rowkey.ParseSet("{n}")
		if err != nil {
			t.Fatal(err)
		}
		kind := kindFacts{Kind: &f.Profile.Kinds[0], segments: layout[0].Segments()}
		if got, _ := f.promoted(kind, 0); (got != nil) != tt.want {
			t.Errorf("%s: proposed: %t, want %t", tt.name, got != nil, tt.want)
		}
	}
}

// TestFindingsAreCountedBySeverity verifies the number of findings of each severity.
func TestFindingsAreCountedBySeverity(t *testing.T) {
	r := Report{Findings: []Finding{{Severity: Error}, {Severity: Warning}, {Severity: Warning}}}
	for severity, want := range map[Severity]int{Error: 1, Warning: 2, Note: 0} {
		if got := r.Count(severity); got != want {
			t.Errorf("%d findings are a %s, want %d", got, severity, want)
		}
	}
}
