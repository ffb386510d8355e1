package advise

import (
	"math"
	"slices"
	"strings"
	"testing"

	"tabletop/model/access"
	"tabletop/model/sample"
	"tabletop/model/segments"
	"tabletop/model/workload"
)

// TestNumbersAreWritten verifies how numbers, times and numbers of places are written, on both sides of their limits.
func TestNumbersAreWritten(t *testing.T) {
	for want, got := range map[string]string{
		"0.5": count(0.5), "99.9": count(99.9), "100": count(100), "123": count(123.4), "1,230": count(1234),
		"999,000": count(999_499), "1 M": count(999_500), "1.23 M": count(1.234e6), "2 B": Rows(2e9), "3 T": Rows(3e12),
		"999,499": Rows(999_499), "1 B": Rows(0.9995e9), "999 M": Rows(0.9994e9),
		"999 ms": Millis(999), "1 s": Millis(999.5), "12.3 s": Millis(12_345), "0.0621 ms": Millis(0.06205),
		"1 row": rowsText(1), "2 rows": rowsText(2), "1.01 rows": rowsText(1.01),
		"1 key range": places(1.4), "2 key ranges": places(1.5), "99 key ranges": places(99.4),
		"more than 100 key ranges": places(99.5), "": (&Candidate{}).WritersText(), "8 key ranges": (&Candidate{Writers: 8}).WritersText(),
		"97.5% of 200 random conditions": ofConditions(0.975), "80% of 200 random conditions": ofConditions(0.8),
		"first in 80% of 200 random conditions": (&Confidence{Share: 0.8}).Short(),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := places(0.2); got != "1 key range" {
		t.Errorf("less than one place: %q", got)
	}
}

// TestChangesAreCompared verifies which differences are some: more than 2%, and more than the slack; and how large they
// are.
func TestChangesAreCompared(t *testing.T) {
	for _, tt := range []struct {
		now, then, slack float64
		side             int
		magnitude        float64
	}{
		{100, 100, 0, 0, 0}, {100, 102, 0, 0, 0}, {100, 102.1, 0, 1, math.Log(1.021) / math.Log(1000)}, {102.1, 100, 0, -1, math.Log(1.021) / math.Log(1000)},
		{100, 110, 10, 0, 0}, {100, 110.1, 10, 1, math.Log(1.101) / math.Log(1000)}, {1, 1000, 0, 1, 1}, {1, 1e6, 0, 1, 1},
		{1000, 10, 0, -1, 2. / 3}, {0, 0, 0, 0, 0}, {0, 1, 0, 1, 1},
	} {
		c := Change{Now: tt.now, Then: tt.then, Slack: tt.slack}
		if c.Side() != tt.side || !near(c.Magnitude(), tt.magnitude) {
			t.Errorf("%+v: side %d of magnitude %g, want %d of %g", c, c.Side(), c.Magnitude(), tt.side, tt.magnitude)
		}
	}
	order := []Change{{Aspect: OfLoss, Now: 0, Then: 1}, {Aspect: OfTablets, Now: 1, Then: 10}, {Aspect: OfQuery, Now: 1, Then: 10},
		{Aspect: OfReads, Now: 1, Then: 10}, {Aspect: OfSize, Now: 1, Then: 10}}
	for i := range order[1:] {
		if order[i].importance() <= order[i+1].importance() {
			t.Errorf("%s is no more important than %s", order[i].Aspect, order[i+1].Aspect)
		}
	}
	if w, q := (&Change{Aspect: OfWrites, Now: 1, Then: 10}), (&Change{Aspect: OfQuery, Now: 1, Then: 10}); w.importance() !=
		q.importance() || !near(w.importance(), 2*(0.1+1./3)) {
		t.Errorf("writes %g, a query %g", w.importance(), q.importance())
	}
}

// TestPhrasesOfChanges verifies the words of a change, and that figures which are not known leave those of the table.
func TestPhrasesOfChanges(t *testing.T) {
	for _, tt := range []struct {
		c    Change
		want string
	}{
		{Change{Aspect: OfTablets, Name: "tablets", Now: 0.2, Then: 0.994, NowCount: 5, ThenCount: 1.4},
			"writes go to only one tablet instead of 5 tablets at once"},
		{Change{Aspect: OfTablets, Name: "tablets", Now: 0.2, Then: 0.995, NowCount: 5, ThenCount: 1}, "all writes go to one tablet"},
		{Change{Aspect: OfTablets, Name: "tablets", Now: 0.5, Then: 0.2, NowCount: 2, ThenCount: 1.5},
			"the busiest tablet takes 20% of the writes instead of 50%"},
		{Change{Aspect: OfTablets, Name: "tablets", Now: 0.5, Then: 0.2, NowCount: 2, ThenCount: 5},
			"writes go to 5 tablets at once instead of 2 tablets at once"},
		{Change{Aspect: OfTablets, Name: "busiest", NowText: "a", ThenText: "b", ThenCount: 5}, "busiest b instead of a"},
		{Change{Aspect: OfTablets, Name: "busiest", NowText: "a", ThenText: "b", NowCount: 5}, "busiest b instead of a"},
		{Change{Aspect: OfQuery, Name: "q", Now: 1, Then: 2, NowCount: 10, ThenCount: 20, Scan: true}, `"q" reads the whole table`},
		{Change{Aspect: OfQuery, Name: "q", Now: 2, Then: 1, NowCount: 20, ThenCount: 10, Scan: true}, `"q" reads 2 times fewer rows`},
		{Change{Aspect: OfQuery, Name: "q", Now: 1, Then: 2, NowCount: 10, ThenCount: 20}, `"q" reads 2 times as many rows`},
		{Change{Aspect: OfQuery, Name: "q", NowText: "a", ThenText: "b", NowCount: 100, ThenCount: 102}, "q b instead of a"},
		{Change{Aspect: OfQuery, Name: "q", NowText: "a", ThenText: "b", NowCount: 102, ThenCount: 100}, "q b instead of a"},
		{Change{Aspect: OfQuery, Name: "q", NowText: "a", ThenText: "b", ThenCount: 100}, "q b instead of a"},
		{Change{Aspect: OfQuery, Name: "q", NowText: "a", ThenText: "b", NowCount: 100}, "q b instead of a"},
		{Change{Aspect: OfReads, Name: "all queries", Now: 1, Then: 3}, "all queries cost 3 times as much"},
		{Change{Aspect: OfReads, Name: "all queries", Now: 3, Then: 1}, "all queries cost 3 times less"},
		{Change{Aspect: OfReads, Name: "all queries", NowText: "a", ThenText: "b", Then: 1}, "all queries b instead of a"},
		{Change{Aspect: OfReads, Name: "all queries", NowText: "a", ThenText: "b", Now: 1}, "all queries b instead of a"},
	} {
		if got := tt.c.Phrase(); got != tt.want {
			t.Errorf("%+v: %q, want %q", tt.c, got, tt.want)
		}
	}
	for _, tt := range []struct {
		c    Change
		want string
	}{
		{Change{Aspect: OfReads, Name: "all", Now: 1, Then: 3, Guideline: "G03"}, "all cost 3 times as much (G03)"},
		{Change{Aspect: OfReads, Name: "all", NowText: "a", ThenText: "b", Now: 1}, "all: b instead of a"},
		{Change{Aspect: OfSize, Name: "keys", NowText: "a", ThenText: "b", Now: 1, Then: 2}, "keys: b instead of a"},
	} {
		if got := tt.c.sentence(); got != tt.want {
			t.Errorf("%+v: %q, want %q", tt.c, got, tt.want)
		}
	}
}

// TestCostsAreCompared verifies that a query is reported as better or worse from a fifth on, and how its cost is written.
func TestCostsAreCompared(t *testing.T) {
	cost := func(millis float64) QueryCost {
		return QueryCost{Query: &workload.Query{Name: "q"}, Access: access.ByPrefix, Ranges: 1, Rows: 10, Bytes: 1000, Millis: millis}
	}
	for now, want := range map[float64]string{12: "", 12.1: "worse", 8.34: "", 8.3: "better"} {
		var c Candidate
		c.compare(cost(now), cost(10))
		got := map[[2]int]string{{0, 0}: "", {1, 0}: "better", {0, 1}: "worse"}[[2]int{len(c.Better), len(c.Worse)}]
		if got != want {
			t.Errorf("%g ms instead of 10: %q, want %q", now, got, want)
		}
		for _, text := range slices.Concat(c.Better, c.Worse) {
			if text != `"q": prefix, 10 rows of 100 bytes instead of prefix, 10 rows of 100 bytes (G03)` {
				t.Error(text)
			}
		}
	}
	many := cost(1)
	many.Ranges, many.use.Reversed, many.Rows, many.Bytes = 16, true, 1, 7
	if got := costText(many); got != "16 ranges scanned in reverse, 1 row of 7 bytes" {
		t.Error(got)
	}
}

// TestHowQueriesAreRead verifies the sentence that tells a client how to run a query.
func TestHowQueriesAreRead(t *testing.T) {
	plain, newest := &workload.Query{Name: "q"}, &workload.Query{Name: "q", Latest: 3, By: "at"}
	bound, ranged, each, filtered := KeyPart{"{a}", Bound}, KeyPart{"{at}", Ranged}, KeyPart{"{s}", Each}, KeyPart{"{at}", Filtered}
	for _, tt := range []struct {
		r       QueryCost
		tables  int
		current bool
		want    string
	}{
		{QueryCost{Query: plain, Access: access.FullScan, Ranges: 1}, 1, false, "read the whole table"},
		{QueryCost{Query: plain, Access: access.Point, Ranges: 1, Key: []KeyPart{bound}, Beside: []string{"x"}}, 1, false,
			"read one row by its key"},
		{QueryCost{Query: plain, Ranges: 1, Key: []KeyPart{bound, ranged}}, 1, false, "read a range of {at} behind {a}"},
		{QueryCost{Query: plain, Ranges: 1, Key: []KeyPart{ranged}}, 1, false, "read a range of {at}"},
		{QueryCost{Query: plain, Ranges: 1, Key: []KeyPart{bound}}, 1, false, "read the rows whose keys begin with {a}"},
		{QueryCost{Query: plain, Ranges: 8, Key: []KeyPart{each, bound}}, 1, false,
			"read the rows whose keys begin with {a}, in 8 ranges, one for each {s}, and merge the answers"},
		{QueryCost{Query: plain, Ranges: 2, Key: []KeyPart{bound}}, 1, false,
			"read the rows whose keys begin with {a}, in 2 ranges, and merge the answers"},
		{QueryCost{Query: plain, Ranges: 1, Key: []KeyPart{bound, filtered}, Beside: []string{"x"}}, 1, false,
			"read the rows whose keys begin with {a}; filter on {at}, x"},
		{QueryCost{Query: newest, Ranges: 1, Key: []KeyPart{bound, ranged}}, 1, false,
			"read a range of {at} behind {a}; stop after the newest 3"},
		{QueryCost{Query: newest, Ranges: 1, Key: []KeyPart{bound, filtered}}, 1, false,
			"read the rows whose keys begin with {a}; keep the newest 3"},
		{QueryCost{Query: newest, Ranges: 1, Key: []KeyPart{bound}}, 2, true,
			"read the rows whose keys begin with {a} (table 1)"},
		{QueryCost{Query: plain, Ranges: 1, Table: 1, Key: []KeyPart{bound}}, 2, false,
			"read the rows whose keys begin with {a} (table 2)"},
	} {
		if got := tt.r.howToRead(tt.tables, tt.current); got != "q: "+tt.want {
			t.Errorf("%q, want %q", got, "q: "+tt.want)
		}
	}
	key, marks := Marks([]KeyPart{bound, {"{bé}", Ranged}, {"c", Each}, {"dd", Filtered}, {"e", Unused}}, "::")
	if key != "{a}::{bé}::c::dd::e" || marks != "===  ~~~~  *  ??  ." {
		t.Errorf("%s\n%s", key, marks)
	}
}

// TestConfidenceInSentences verifies what is said of the conditions in which a layout stays first, one thing at a time.
func TestConfidenceInSentences(t *testing.T) {
	const start = "In 90% of 200 random conditions, none of the others shown has a clearly better score than the first."
	const sizes, frequency = " It stays first at all sizes from the present one to 1 B rows.",
		" It stays first if any one query runs 16 times as often or as rarely as stated."
	const constants, weights = " No constant of the cost model changes this within its range.",
		" It stays first if any one weight of the score is doubled or halved."
	base := Confidence{Share: 0.9, Rows: 1e6, To: math.Inf(1), Frequency: 16}
	for _, tt := range []struct {
		change func(*Confidence)
		want   string
	}{
		{func(*Confidence) {}, start + sizes + frequency + constants + weights},
		{func(c *Confidence) { c.Ahead = "{a}" }, start + " In the expected conditions {a} has one, but too little is " +
			"gained, or in too few of the conditions, to rewrite the table."},
		{func(c *Confidence) { c.From, c.Below = 2e6, "{b}" },
			start + " It is first from 2 M rows on; below, {b} is." + frequency + constants + weights},
		{func(c *Confidence) { c.To, c.Above = 3e6, "{c}" },
			start + " It is first up to 3 M rows; above, {c} is." + frequency + constants + weights},
		{func(c *Confidence) { c.Frequency, c.Query = 1, "q" }, start + sizes +
			` It depends on how often "q" runs: at twice or half the stated frequency, another layout is first.` + constants + weights},
		{func(c *Confidence) { c.Frequency, c.Query = 2, "q" }, start + sizes + " It stays first if any one query runs 2 " +
			`times as often or as rarely as stated; beyond that, it depends on "q".` + constants + weights},
		{func(c *Confidence) { c.Constants = []string{"x", "y"} }, start + sizes + frequency +
			" It depends on constants of the cost model within their ranges: x, y." + weights},
		{func(c *Confidence) { c.Weights = []string{"x", "y"} }, start + sizes + frequency + constants +
			" It depends on the weight of x, y: doubled or halved, another layout is first."},
	} {
		c := base
		tt.change(&c)
		if got := c.Text(); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}

// TestEffortInWords verifies what a layout asks of those who write clients, and what distinguishes the shapes of two.
func TestEffortInWords(t *testing.T) {
	for _, tt := range []struct {
		f    found
		want string
	}{
		{found{}, "only the key"}, {found{plan: plan{salt: 8}}, "a salt of 8 buckets"},
		{found{plan: plan{bucket: bucket{events: asVersions}}}, "a bucket of events as versions"},
		{found{plan: plan{serial: true, moved: []int{1}}}, "a serialized cell and data in qualifiers"},
		{found{plan: plan{tall: byTime}}, "a row for each version"}, {found{plan: plan{tall: byQualifier}}, "a row for each column"},
		{found{second: &found{plan: plan{salt: 4}}}, "a salt of 4 buckets and a second table"},
	} {
		if got := tt.f.effort(); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
	plain, salted := &found{}, &found{plan: plan{salt: 8}}
	if got := effortWords(plain, salted); got != "clients handle a salt of 8 buckets instead of only the key" {
		t.Error(got)
	}
	if got := effortWords(plain, plain); got != "its segments stand in another order from common to specific values (G35)" {
		t.Error(got)
	}
	for _, tt := range []struct {
		x, y found
		want string
	}{
		{found{}, found{endless: true}, "its rows receive events without an end"},
		{found{endless: true}, found{}, "its rows come to an end"},
		{found{scans: 0.5}, found{scans: 0.52}, "52% of its runs scan the whole table instead of 50%"},
		{found{scans: 0.5, worst: 1000}, found{scans: 0.509, worst: 2000}, "its largest row may have 2,000 bytes instead of 1,000"},
		{found{endless: true, worst: 1}, found{endless: true, worst: 2}, "its largest row may have 2 bytes instead of 1"},
	} {
		if got := shapeWords(&tt.x, &tt.y); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
	if got := byWeight(terms{1, 1, 1}, terms{1.1, 0.5, 1}); !slices.Equal(got[:2], []term{storage, reading}) {
		t.Errorf("terms by weight: %v", got)
	}
	for _, s := range []string{"read cost", "storage", "write spread", "row size", "migration", "client effort"} {
		if !slices.ContainsFunc([]term{reading, storage, crowding, shape, change, effort}, func(t term) bool { return t.String() == s }) {
			t.Errorf("no part of a score is about the %s", s)
		}
	}
}

// TestWhyALayoutIsNoBetter verifies the reason: it is worse in too many conditions, or better by too little.
func TestWhyALayoutIsNoBetter(t *testing.T) {
	scores := func(worse int, by float64) [][]float64 {
		out := make([][]float64, 100)
		for i := range out {
			if out[i] = []float64{1, 1 + by}; i < worse {
				out[i] = []float64{1, 0.5}
			}
		}
		return out
	}
	for _, tt := range []struct {
		worse int
		by    float64
		want  string
	}{{21, 1, "is no worse in only 79% of 200 random conditions"},
		{20, 0.1, "is better by more than the precision of the weights in only 0% of 200 random conditions"},
		{10, 1, "is better by more than the precision of the weights in only 90% of 200 random conditions"}} {
		if got := why(scores(tt.worse, tt.by), 0, 1); got != tt.want {
			t.Errorf("worse in %d: %q, want %q", tt.worse, got, tt.want)
		}
	}
}

// TestRepeatedReasonsAreGivenOnce verifies that lists keep the first of equal texts, each list by itself, and that rows
// which lack a column are counted.
func TestRepeatedReasonsAreGivenOnce(t *testing.T) {
	a, b := []string{"x", "y", "x"}, []string{"x"}
	once(&a, &b)
	if strings.Join(a, "") != "xy" || len(b) != 1 {
		t.Errorf("%q, %q", a, b)
	}
	p := &piece{column: &access.Column{Of: []uint32{0, access.None, access.None, 1}}}
	if got := lacks(p, []bool{true, true, false, true}); got != 1 {
		t.Errorf("%d rows lack it", got)
	}
}

// TestNumbersThatNameNothing verifies that numbers with a fraction are found, and that values which end otherwise are
// none.
func TestNumbersThatNameNothing(t *testing.T) {
	for raw, want := range map[string]bool{"1.5": true, "-1.5": true, "1": false, "a.b": false, "": false, "1.5x": false, ".": true,
		"10:30.5": false} {
		if got := fractions(&access.Column{Values: []segments.Value{{Raw: []byte("7")}, {Raw: []byte(raw)}}}); got != want {
			t.Errorf("%q is a fraction %t, want %t", raw, got, want)
		}
	}
}

// TestColumnsThatCanNameOthers verifies that a column can name the others of its row if every row has one version of it,
// whole and of at most 64 bytes, and what its cells take.
func TestColumnsThatCanNameOthers(t *testing.T) {
	for _, tt := range []struct {
		name   string
		values []string // of versions in the second row; the first has "v"
		other  bool     // the second row has another column too
		can    bool
		bytes  float64 // that its cells take, if they can go
	}{
		{"one version", []string{"w"}, true, true, 11}, {"no other column", []string{"w"}, false, true, 0},
		{"none", nil, true, false, 5.5}, {"two versions", []string{"w", "x"}, true, false, 0}, {"empty", []string{""}, true, false, 10.5},
		{"64 bytes", []string{strings.Repeat("x", 64)}, true, true, 11 + 63./2}, {"65 bytes", []string{strings.Repeat("x", 65)}, true, false, 11 + 64./2},
		{"cut", []string{strings.Repeat("x", 101)}, true, false, 0},
	} {
		b := sample.NewBuilder(100)
		for row, values := range [][]string{{"v"}, tt.values} {
			b.Row([]byte{'a' + byte(row)})
			for i, v := range values {
				b.Cell("f", []byte("q"), int64(9000-1000*i), []byte(v))
			}
			if row == 0 || tt.other {
				b.Cell("f", []byte("r"), 1000, []byte("other"))
			}
		}
		f, err := indexOf(sample.Assemble(sample.Table{}, sample.Provenance{Complete: true}, []*sample.Builder{b}), nil)
		if err != nil {
			t.Fatal(err)
		}
		s := &space{facts: f, in: []bool{true, true}}
		if got := s.canName(0); got != tt.can {
			t.Errorf("%s: can name others %t, want %t", tt.name, got, tt.can)
		}
		if got := s.sheddable("f:q"); !near(got, tt.bytes) {
			t.Errorf("%s: its cells take %g bytes, want %g", tt.name, got, tt.bytes)
		}
	}
}
