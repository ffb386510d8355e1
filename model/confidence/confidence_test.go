package confidence

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/model/rowkey"
)

func parsed(t *testing.T, template string) *rowkey.Layout {
	t.Helper()
	l, err := rowkey.Parse(template)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// TestModelMatchesFeatures verifies that trees ask for features that there are, and that layouts have a coefficient for
// each of theirs.
func TestModelMatchesFeatures(t *testing.T) {
	m := fitted()
	for family, trees := range m.Trees {
		for _, tree := range trees {
			if f := int(slices.Max(tree.Feature[:])); f >= len(FeatureNames()) {
				t.Errorf("a tree of family %d asks for feature %d of %d", family, f, len(FeatureNames()))
			}
		}
	}
	if got, want := len(m.Layout), len(LayoutNames()); got != want {
		t.Errorf("layouts have %d coefficients for %d features", got, want)
	}
}

// TestTreeFollowsAnswers verifies that a tree returns the leaf that the answers to its questions lead to; a value on
// the bound is not above it.
func TestTreeFollowsAnswers(t *testing.T) {
	tree := Tree{Leaf: [16]float32{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}}
	for node := range tree.Feature {
		level := bits.Len(uint(node+1)) - 1
		tree.Feature[node], tree.Bound[node] = uint8(level), 0.5
	}
	tree.Bound[1] = 0.2 // the second question, where the answer to the first is no
	for _, tt := range []struct {
		features []float64
		want     float64
	}{
		{[]float64{0, 0, 0, 0}, 1}, {[]float64{0, 0, 0, 1}, 2}, {[]float64{0, 0, 1, 0}, 3},
		{[]float64{0.5, 0.2, 0.5, 0.5}, 1},
		{[]float64{0, 0.3, 0, 0}, 5}, {[]float64{1, 0.3, 0, 0}, 9}, {[]float64{1, 1, 0, 1}, 14},
		{[]float64{1, 1, 1, 1}, 16},
	} {
		if got := tree.Odds(tt.features); got != tt.want {
			t.Errorf("%v: %g, want %g", tt.features, got, tt.want)
		}
	}
}

// TestLayoutIsNotSurerThanItsSegments verifies that confidence is within 0 and 1, that there is one per segment, and
// that a layout has no more than any of its segments, for layouts that fit, do not fit, and read no key.
func TestLayoutIsNotSurerThanItsSegments(t *testing.T) {
	in := Input{Total: 120, Rest: 20}
	for i := range 120 {
		in.Keys, in.Times = append(in.Keys, fmt.Appendf(nil, "user%d#%d", i%7, 1700000000+i*60)),
			append(in.Times, int64(1700000000+i*60)*1e6)
	}
	in.Times[3] = NoTime
	for _, template := range []string{"{user}#{at:s}", "{a}#{b:pad(10)}", "nothing{x}", "{a}[#{b:int}]"} {
		in.Set = rowkey.Set{parsed(t, template)}
		in.Kinds = []Claim{{Keys: 100, Stability: 1}}
		for _, s := range Evaluate(in)[0].Segments {
			if len(s.Features) != len(FeatureNames()) {
				t.Errorf("%s: %d values for %d features", template, len(s.Features), len(FeatureNames()))
			}
		}
		for _, j := range Judge(in) {
			if len(j.Segments) != len(in.Set[0].Segments()) {
				t.Errorf("%s: %d judgments", template, len(j.Segments))
			}
			for _, p := range append(slices.Clone(j.Segments), j.Layout) {
				if !(p >= 0 && p <= 1) || p < j.Layout {
					t.Errorf("%s: %g, layout %g", template, p, j.Layout)
				}
			}
		}
	}
}

// TestAlternatives verifies which layouts one in doubt has to be compared with, and that each key shown distinguishes
// them.
func TestAlternatives(t *testing.T) {
	keys := []string{"ab12#x", "cd34#y", "ef56#z", "gh78#w"}
	for _, tt := range []struct {
		template, other string
		segments        []float64
		want            string
		keys            int // of the first alternative
	}{
		{"{a}#{b}", "", []float64{0.99, 0.99}, "", 0},
		{"{a:hex(4)}#{b}", "", []float64{0.5, 0.99}, "{a:text(4)}#{b}", 3},
		{"{a:text(2)}{n:pad(2)}#{b}", "", []float64{0.5, 0.5, 0.99}, "{a:text(4)}#{b}", 3},
		{"{a}#{b}", "{a:text(2)}{n:pad(2)}#{b}", []float64{0.99, 0.99}, "{a:text(2)}{n:pad(2)}#{b}", 3},
		{"{a}#{b}", "{a}#{b}", []float64{0.5, 0.5}, "", 0}, // text claims nothing less
	} {
		var others []Alternative
		if tt.other != "" {
			others = []Alternative{{Layout: parsed(t, tt.other)}}
		}
		all := Alternatives(parsed(t, tt.template), others, tt.segments, func(yield func([]byte) bool) {
			for _, k := range keys {
				if !yield([]byte(k)) {
					return
				}
			}
		})
		var got []string
		for _, a := range all {
			got = append(got, a.Layout.String())
			for _, d := range a.Keys {
				if d.Here == nil && d.There == nil {
					t.Errorf("%s: %q is read by neither", tt.template, d.Key)
				}
			}
		}
		if strings.Join(got, "; ") != tt.want || len(all) > 0 && len(all[0].Keys) != tt.keys {
			t.Errorf("%s: %q with %v", tt.template, got, all)
		}
	}
}

// TestBinaryIsPlainBytes verifies that what is not printable becomes bytes, of all widths that are in doubt side by
// side.
func TestBinaryIsPlainBytes(t *testing.T) {
	key := []byte("k\x00\x00\x00\x07\x80\x00\x00\x00\x00\x00\x00\x01")
	all := Alternatives(parsed(t, "k{n:be(4)}{at:us(be(8, flip))}"), nil, []float64{0.4, 0.4},
		slices.Values([][]byte{key}))
	if len(all) != 1 || all[0].Layout.String() != "k{n:bytes(12)}" {
		t.Errorf("%v", all)
	}
}

// TestTimesAreDoubted verifies that times are never sure that lie years from every cell timestamp, that consist of
// constant bytes, or whose hour never carries into the day, and that times in the same codecs without such a fault are
// not doubted.
func TestTimesAreDoubted(t *testing.T) {
	at := func(i int) time.Time {
		return time.Date(2021, 3, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(i) * 97 * time.Minute)
	}
	shifted := func(d time.Duration) func(int) time.Time { return func(i int) time.Time { return at(i).Add(d) } }
	morning := func(i int) time.Time {
		return time.Date(2021, 3, 1+i%28, i%10, i%60, 0, 0, time.UTC)
	}
	moment := at(7)
	for _, tt := range []struct {
		name, template string
		time           func(i int) time.Time
		cell           func(i int) time.Time // nil for rows without cells
		doubted        bool
	}{
		{"agrees with cells", "{id}#{at:s}", at, shifted(time.Minute), false},
		{"without cells", "{id}#{at:s}", at, nil, false},
		{"ten years before all cells", "{id}#{at:s}", at, shifted(10 * 365 * 24 * time.Hour), true},
		{"a load of what is three years old", "{id}#{at:s}", at, func(i int) time.Time {
			return moment.AddDate(3, 0, 0)
		}, false},
		{"a load of what is ten years old", "{id}#{at:s}", at, func(i int) time.Time {
			return moment.AddDate(10, 0, 0)
		}, true},
		{"three years before cells of many days", "{id}#{at:s}", at, shifted(3 * 365 * 24 * time.Hour), true},
		{"ten years after all cells", "{id}#{at:date(2006-01-02)}", at, shifted(-10 * 365 * 24 * time.Hour), true},
		{"one time in all keys", "{id}#{at:s}", func(int) time.Time { return moment }, nil, true},
		{"bytes that hardly vary", "{id}#{at:ms}",
			func(i int) time.Time { return moment.Add(time.Duration(i) * time.Millisecond) }, nil, true},
		{"hours that carry", "{id}#{at:date(2006010215)}", at, nil, false},
		{"hours that never carry", "{id}#{at:date(2006010215)}", morning, nil, true},
		{"mornings that cells confirm", "{id}#{at:date(200601021504)}", morning, morning, false},
		{"days that never carry", "{id}#{at:date(20060102)}",
			func(i int) time.Time { return time.Date(2021, time.Month(1+i%6), 1+i%9, 0, 0, 0, 0, time.UTC) }, nil,
			true},
		{"first days of months", "{id}#{at:date(20060102)}",
			func(i int) time.Time { return time.Date(2021, time.Month(1+i%12), 1, 0, 0, 0, 0, time.UTC) }, nil, false},
	} {
		l := parsed(t, tt.template)
		in := Input{Set: rowkey.Set{l}, Kinds: []Claim{{Keys: 100, Stability: 1, Fit: 1}}, Total: 100}
		for i := range 100 {
			micros := int64(NoTime)
			if tt.cell != nil {
				micros = tt.cell(i).UnixMicro()
			}
			when := rowkey.Value{Kind: rowkey.KindTime, Int: tt.time(i).Unix(), Nanos: int32(tt.time(i).Nanosecond())}
			key, err := rowkey.AppendCut(fmt.Appendf(nil, "id%d#", i%9), l.Segments()[1].Codec, when)
			if err != nil {
				t.Fatal(err)
			}
			in.Keys, in.Times = append(in.Keys, key), append(in.Times, micros)
		}
		if e := Evaluate(in)[0].Segments[1]; e.Doubtful != tt.doubted {
			t.Errorf("%s: doubted %t", tt.name, e.Doubtful)
		}
		if p := Judge(in)[0].Segments[1]; tt.doubted && p >= Sure {
			t.Errorf("%s: sure, %g", tt.name, p)
		}
	}
}

// TestChosenIsLessSure verifies that a layout that was chosen for its confidence has less of it, and in the same order.
func TestChosenIsLessSure(t *testing.T) {
	last := 0.0
	for p := 0.01; p < 1; p += 0.01 {
		got := afterChoice(p)
		if got >= p || got <= last {
			t.Errorf("%g becomes %g, after %g", p, got, last)
		}
		last = got
	}
	if afterChoice(0.97) >= Sure || afterChoice(0.98) < Sure {
		t.Errorf("0.97 becomes %g, 0.98 %g", afterChoice(0.97), afterChoice(0.98))
	}
	var keys [][]byte
	for i := range 100 {
		keys = append(keys, fmt.Appendf(nil, "%c%c#%d", 'a'+i%7, 'a'+i%5, i*37))
	}
	in := Input{Keys: keys, Times: make([]int64, len(keys)), Set: rowkey.Set{parsed(t, "{a}#{n:int}")},
		Kinds: []Claim{{Keys: 100, Stability: 1, Fit: 1}}, Total: 100}
	plain := Judge(in)[0].Layout
	in.Kinds[0].Chosen = true
	if got := Judge(in)[0].Layout; got != afterChoice(plain) {
		t.Errorf("chosen, the layout has %g; else %g", got, plain)
	}
}
