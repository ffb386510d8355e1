package retention

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tabletop/model/sample"
)

func TestReasons(t *testing.T) {
	for _, tt := range []struct {
		rule  sample.GCRule
		times []int64
		want  []string
	}{
		{sample.GCRule{}, []int64{us(time.Hour)}, []string{"no policy: never expires"}},
		{versions(2), []int64{us(1 * day), us(2 * day), us(3 * day)},
			[]string{"newest version", "second version of 2 that the policy keeps", "third version, policy keeps 2"}},
		{versions(2), []int64{us(400 * day)}, []string{"the only version"}},
		{maxAge(30 * day), []int64{us(-day), us(27 * day), us(30 * day), us(42 * day)},
			[]string{"expires in 31 d, its time is in the future", "expires in 3 d", "expires in 0 s",
				"older than 30 d by 12 d"}},
		{anyOf(versions(1), maxAge(30*day)), []int64{us(28*day + 12*time.Hour), us(29 * day), us(400 * day)},
			[]string{"expires in 1.5 d", "second version, policy keeps 1",
				"third version, policy keeps 1; older than 30 d by 1 y"}},
		{allOf(versions(1), maxAge(30*day)), []int64{us(1 * day), us(2 * day), us(31 * day)},
			[]string{"newest version", "second version, but young: expires in 28 d",
				"third version, policy keeps 1 and older than 30 d by 1 d"}},
		{maxAge(day), []int64{math.MaxInt64, 0, math.MinInt64},
			[]string{"kept", "older than 1 d by 54 y", "older than 1 d by 292 y"}},
	} {
		s := build(sample.Table{Families: []sample.Family{{Name: "f", GC: tt.rule}}}, []string{"k"},
			map[string][]cellsOf{"k": {{"f", "q", tt.times, 4}}})
		line := NewTimeline(s, 0, CurrentRules(&s.Table), testNow)
		var got []string
		for k := range line.Cells {
			got = append(got, line.Reason(k))
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%v (-want +got):\n%s", tt.rule, diff)
		}
	}
}

func TestTimelineFacts(t *testing.T) {
	s := build(sample.Table{Families: []sample.Family{{Name: "f", GC: versions(1)}}}, []string{"j", "k"},
		map[string][]cellsOf{
			"j": {{"f", "x", []int64{us(0)}, 1}},
			"k": {{"f", "q", []int64{us(time.Hour), us(3 * time.Hour)}, 4}, {"g", "q", []int64{us(-time.Minute)}, 2}}})
	got := NewTimeline(s, 1, CurrentRules(&s.Table), testNow).Cells
	want := []Version{
		{Cell: 1, Column: sample.Column{Family: "f", Qualifier: "q"}, Micros: us(time.Hour), Age: time.Hour,
			Gap: 2 * time.Hour, Bytes: 14, Since: Never, count: 2},
		{Cell: 2, Column: sample.Column{Family: "f", Qualifier: "q"}, Rank: 1, Micros: us(3 * time.Hour),
			Age: 3 * time.Hour, Bytes: 14, Eligible: true, Since: us(time.Hour), count: 2},
		{Cell: 3, Column: sample.Column{Family: "g", Qualifier: "q"}, Micros: us(-time.Minute), Age: -time.Minute,
			Bytes: 12, Since: Never, count: 1},
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(Version{})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestTimelineAgreesWithWaste verifies that the row's list and the table's sums tell the same, and that every cell has
// a reason.
func TestTimelineAgreesWithWaste(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	for range 100 {
		s := randomSample(r, 5)
		rules := CurrentRules(&s.Table)
		w, err := NewEvaluator(s, testNow).Garbage(t.Context(), rules)
		if err != nil {
			t.Fatal(err)
		}
		var gone Amount
		for i := range s.Rows() {
			line := NewTimeline(s, i, rules, testNow)
			for k, v := range line.Cells {
				if v.Eligible {
					gone = gone.Plus(Amount{1, v.Bytes})
				}
				if line.Reason(k) == "" {
					t.Fatalf("%+v by %v has no reason", v, rules[v.Column.Family])
				}
			}
		}
		if gone != w.Total.Eligible {
			t.Fatalf("the rows tell of %+v, the table of %+v", gone, w.Total.Eligible)
		}
	}
}

func TestSpan(t *testing.T) {
	for d, want := range map[time.Duration]string{0: "0 s", 3 * day: "3 d", 36 * time.Hour: "1.5 d",
		90 * time.Minute: "1.5 h", -time.Hour: "-1 h",
		5 * time.Microsecond: "5 µs", 1500 * time.Millisecond: "1.5 s", 12 * day: "12 d", 840 * day: "2.3 y",
		math.MaxInt64: "292 y", math.MinInt64: "-292 y"} {
		if got := Span(d); got != want {
			t.Errorf("Span(%d) = %q, want %q", d, got, want)
		}
	}
}

func TestOrdinal(t *testing.T) {
	for n, want := range map[int]string{1: "first", 3: "third", 10: "tenth", 11: "11th", 12: "12th", 13: "13th",
		21: "21st", 22: "22nd", 103: "103rd", 111: "111th", 1000: "1000th"} {
		if got := Ordinal(n); got != want {
			t.Errorf("Ordinal(%d) = %q, want %q", n, got, want)
		}
	}
}
