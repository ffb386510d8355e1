package estimate

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"tabletop/model/sample"
)

// borders makes a sample of n runs of 20 rows at all section starts, of two tenants whose rows differ in size; border
// is the first run of the second.
func borders(n, border int, size func(run, row int) int) *sample.Sample {
	how := sample.Provenance{Strategy: sample.Quick, Filter: 1, RowShare: 1, Points: n, TotalBytes: int64(n) << 20}
	var parts []*sample.Builder
	for run := range n {
		b := sample.NewBuilder(0)
		for row := range 20 {
			b.Row([]byte{byte(run), byte(row)})
			data := size(run, row)
			if run >= border {
				data *= 8
			}
			b.CellPrefix("f", []byte("d"), 0, data, nil)
		}
		b.SetSection(1, 1<<20, false)
		b.SetStands(1<<20, 0)
		parts = append(parts, b)
		how.Places = append(how.Places, sample.ReadRange{Start: []byte{byte(run)}, End: []byte{byte(run + 1)},
			Bytes: 1 << 20, Done: true, Hits: 1, Stands: 1 << 20})
	}
	return sample.Assemble(sample.Table{}, how, parts)
}

// TestJumpsAreNotChance verifies that a border between tenants is found, and once only; that noise and trends are no
// borders; and that the border makes an interval as wide as not knowing where it lies between two runs does, and no
// wider.
func TestJumpsAreNotChance(t *testing.T) {
	noise := func(run, row int) int { return 100 + (run*7919+row*104729)%61 }
	for name, c := range map[string]struct {
		border int
		size   func(run, row int) int
		want   int
	}{
		"one border": {30, noise, 1},
		"noise":      {60, noise, 0},
		"a trend":    {60, func(run, row int) int { return noise(run, row) + 40*run }, 0},
	} {
		s := borders(60, c.border, c.size)
		d := NewDesign(s)
		found := 0
		for i, x := range d.systematic {
			if x.jump > 0 {
				found++
				if i != c.border {
					t.Errorf("%s: a border at %d", name, i)
				}
			}
		}
		if found != c.want {
			t.Errorf("%s: %d borders, want %d", name, found, c.want)
		}
		if c.want == 0 {
			continue
		}
		// Of 60 equal sections, the share of the bytes in those after the border.
		r := d.EstimateRatio(s, func(i int) (float64, float64) {
			size := float64(s.RowBytes(i))
			if int(s.Key(i)[0]) >= c.border {
				return size, size
			}
			return 0, size
		})
		f, step := r.Share(d), 1./60
		if half := (f.High - f.Low) / 2; half < 0.5*step || half > 2*step {
			t.Errorf("%s: the share is %+v, half a section is %.4f", name, f, step/2)
		}
	}
}

// TestPartsAgreeOfAnyClusters gets the same from a Part and from a Ratio, whatever parts the clusters from each other.
func TestPartsAgreeOfAnyClusters(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var total Total
		var part Part
		var want Ratio
		for i := range rapid.IntRange(3, 12).Draw(t, "clusters") {
			c := Cluster{index: i, size: 1, open: rapid.Float64Range(0, 1).Draw(t, "open")}
			switch rapid.SampledFrom([]string{"", "", "", "begins", "jump", "row"}).Draw(t, "kind") {
			case "begins":
				c.begins = true
			case "jump":
				c.jump = jumpBetweenSelected
			case "row":
				c = Cluster{index: i, row: true, lost: 0.5}
			}
			y, z := rapid.SampledFrom([]float64{0, 0, 1, 2}).Draw(t, "y"), rapid.Float64Range(2, 4).Draw(t, "z")
			total.Next(c)
			total.Add(z)
			if y > 0 {
				part.Add(&total, y)
			}
			want.Add(c, y, z)
		}
		got := total.Shares()(part)
		v, se := got.value()
		wantV, wantSE := want.value()
		if math.Abs(v-wantV) > 1e-12 || math.Abs(se-wantSE) > 1e-9 {
			t.Fatalf("%v ±%v, want %v ±%v", v, se, wantV, wantSE)
		}
	})
}

// TestJumpStandsOut verifies on both sides of each limit that a change is a jump only if it is larger than those beside
// it by jumpTimes, and than its standard error by jumpErrors.
func TestJumpStandsOut(t *testing.T) {
	for _, tt := range []struct {
		name   string
		beside float64 // the change before and after
		change float64 // in standard errors
		want   bool
	}{
		{"just over 4 standard errors", 0, 4.01, true},
		{"just under", 0, 3.99, false},
		{"2.5 times those beside it, and more", 4, 10.01, true},
		{"not quite", 4, 9.99, false},
	} {
		d := &Design{systematic: make([]Cluster, 4)}
		var signals []signal
		for _, mean := range []float64{0, tt.beside, tt.beside + tt.change, 2*tt.beside + tt.change} {
			signals = append(signals, signal{mean: mean, variance: 0.5})
		}
		order := []int{0, 1, 2, 3}
		if got := d.jumps(signals, order, 2); got != tt.want {
			t.Errorf("%s: a jump is %v", tt.name, got)
		}
		if d.jumps(signals, order, 1) || d.jumps(signals, order, 3) {
			t.Errorf("%s: a change beside it is a jump, or one at the end is", tt.name)
		}
	}
}
