package advise

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"tabletop/model/access"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/segments"
	"tabletop/model/workload"
)

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*(1+math.Abs(b)) || a == b }

// TestTermsOfAScore verifies the parts of a score by the table above terms: what each counts, and from which limits on.
func TestTermsOfAScore(t *testing.T) {
	e := &search{space: &space{pieces: []piece{{moving: true}, {}}, salt: nil}, cube: &cube{versions: 1}}
	for i := range e.space.pieces {
		e.space.pieces[i].column = &access.Column{}
	}
	order := []int{0, 1}
	for _, tt := range []struct {
		name string
		f    found
		term term
		want float64
	}{
		{"a read of 1 ms", found{read: 1}, reading, 0}, {"twice as long", found{read: 2}, reading, math.Ln2},
		{"storage", found{stored: math.E * math.E}, storage, 1}, {"none", found{stored: 0.1}, storage, 0},
		{"one writer", found{writers: 1}, crowding, math.Log(20)},
		{"one writer behind what rises", found{writers: 1, leading: true}, crowding, 1.7 * math.Log(20)},
		{"20 writers", found{writers: 20}, crowding, 0}, {"more", found{writers: 500}, crowding, 0},
		{"unknown writers", found{}, crowding, 0}, {"10 writers", found{writers: 10}, crowding, math.Ln2},
		{"half of the runs scan", found{scans: 0.5}, shape, 0.35},
		{"a row of 100 MB", found{worst: 100e6}, shape, math.Ln2},
		{"a row of 200 MB", found{worst: 200e6}, shape, math.Log(5)},
		{"endless rows", found{endless: true}, shape, 1.5},
		{"endless rows of 20 events", found{endless: true, events: 20}, shape, 1.5},
		{"of 40", found{endless: true, events: 40}, shape, 1.5 + math.Ln2},
		{"10,000 events", found{events: 10_000}, shape, 0}, {"20,000", found{events: 20_000}, shape, math.Ln2},
		{"no change", found{}, change, 0}, {"three changes", found{changes: 3}, change, 0.27},
		{"plain", found{plan: plan{order: order}}, effort, 0},
		{"a salt of 8", found{plan: plan{order: order, salt: 8}}, effort, 0.9 + 0.35*math.Log(8)},
		{"columns", found{plan: plan{bucket: bucket{events: asColumns}}}, effort, 0.85},
		{"versions", found{plan: plan{bucket: bucket{events: asVersions}}}, effort, 1.05},
		{"rows", found{plan: plan{bucket: bucket{events: asRows}}}, effort, 0.3},
		{"two moved", found{plan: plan{moved: []int{0, 1}}}, effort, 0.4},
		{"a row for each column", found{plan: plan{tall: byQualifier}}, effort, 0.2},
		{"one cell", found{plan: plan{serial: true}}, effort, 0.6},
		{"two tables", found{second: &found{plan: plan{serial: true}}}, effort, 0.75 + 0.6},
		{"a view", found{view: true, second: &found{}}, effort, 0.3},
	} {
		if got := e.terms(&tt.f)[tt.term]; !near(got, tt.want) {
			t.Errorf("%s: the %s counts %g, want %g", tt.name, tt.term, got, tt.want)
		}
	}
	all := terms{1, 2, 3, 4, 5, 6}
	if got := all.sum(nil); got != 21 {
		t.Errorf("the sum is %g", got)
	}
	if got := all.sum(weighing(crowding, 10)); got != 48 {
		t.Errorf("with the write spread tenfold %g", got)
	}
	e.space.pieces[0].column.Values = make([]segments.Value, 5)
	e.space.pieces[1].column.Values = make([]segments.Value, 2)
	if got := e.space.untidy(&plan{order: []int{0, 1}}); got != 1 {
		t.Errorf("five values before two: %g", got)
	}
	e.space.pieces[0].column.Values = make([]segments.Value, 4)
	if got := e.space.untidy(&plan{order: []int{0, 1}}); got != 0 {
		t.Errorf("four values before two: %g", got)
	}
}

// TestEndlessRows verifies which rows receive events without an end: those of a qualifier that moves with time, or of at
// least 16 versions, if keys tell no time and the rows stay.
func TestEndlessRows(t *testing.T) {
	for _, tt := range []struct {
		name     string
		p        plan
		versions float64
		dated    bool
		want     bool
	}{
		{"a time in the qualifier", plan{moved: []int{0}}, 1, true, true},
		{"something else there", plan{moved: []int{1}}, 1, true, false},
		{"20 versions", plan{}, 20, false, true}, {"fewer", plan{}, 19.9, false, false},
		{"20 versions of a day", plan{}, 20, true, false},
		{"20 versions as rows", plan{tall: byTime}, 20, false, false},
		{"20 versions, of which one is kept", plan{current: true}, 20, false, false},
	} {
		e := &search{space: &space{pieces: []piece{{moving: true}, {}}, dated: tt.dated}, cube: &cube{versions: tt.versions}}
		if got := e.endless(&tt.p); got != tt.want {
			t.Errorf("%s: endless %t, want %t", tt.name, got, tt.want)
		}
	}
}

// TestPlansAreCompared verifies when two plans are one, which stands before which, how much one changes, and what makes
// users call layouts different.
func TestPlansAreCompared(t *testing.T) {
	base := plan{order: []int{0, 1, 2}, forms: []int{0, 0, 0}}
	with := func(change func(*plan)) plan {
		p := base.clone()
		change(&p)
		return p
	}
	s := &space{today: base, pieces: make([]piece, 3)}
	for _, tt := range []struct {
		name     string
		p        plan
		equal    bool
		distance int
		before   int // 1 if the plan stands before the base, -1 if behind, 0 if neither
	}{
		{"itself", base.clone(), true, 0, 0},
		{"two exchanged", with(func(p *plan) { p.order = []int{0, 2, 1} }), false, 1, -1},
		{"turned around", with(func(p *plan) { p.order = []int{2, 1, 0} }), false, 2, -1},
		{"the last first", with(func(p *plan) { p.order = []int{2, 0, 1} }), false, 1, -1},
		{"another form", with(func(p *plan) { p.forms[1] = 1 }), false, 1, -1},
		{"a salt", with(func(p *plan) { p.salt = 4 }), false, 2, -1},
		{"a piece left out", with(func(p *plan) { p.order = []int{0, 1} }), false, 1, 1},
		{"a piece moved", with(func(p *plan) { p.order, p.moved = []int{0, 1}, []int{2} }), false, 2, 1},
		{"a bucket", with(func(p *plan) { p.bucket.events = asColumns }), false, 2, 0},
		{"cells as rows", with(func(p *plan) { p.tall = byTime }), false, 2, 0},
		{"one cell", with(func(p *plan) { p.serial = true }), false, 2, 0},
		{"one version", with(func(p *plan) { p.current = true }), false, 0, 0},
		{"a column dropped", with(func(p *plan) { p.dropped = 1 }), false, 0, 0},
		{"a form of no piece of the key", with(func(p *plan) { p.order, p.forms[2] = []int{0, 1}, 1 }), false, 1, 1},
	} {
		if got := tt.p.equal(&base); got != tt.equal || base.equal(&tt.p) != tt.equal {
			t.Errorf("%s: the same %t, want %t", tt.name, got, tt.equal)
		}
		if got := s.distance(&tt.p); got != tt.distance {
			t.Errorf("%s: %d changes, want %d", tt.name, got, tt.distance)
		}
		if tt.p.before(&base) != (tt.before > 0) || base.before(&tt.p) != (tt.before < 0) {
			t.Errorf("%s: stands before the current one %t, behind it %t", tt.name, tt.p.before(&base), base.before(&tt.p))
		}
	}
	salted, other := with(func(p *plan) { p.salt, p.salted = 4, 1 }), with(func(p *plan) { p.salt, p.salted = 4, 2 })
	if salted.equal(&other) || !salted.before(&other) || other.before(&salted) {
		t.Error("salts of other pieces")
	}
	later := with(func(p *plan) { p.salt, p.salted, p.saltAt = 4, 1, 1 })
	if salted.equal(&later) {
		t.Error("salts at other places")
	}
	s.today = salted
	for _, tt := range []struct {
		p    plan
		want int
	}{{salted, 0}, {other, 2}, {later, 2}, {base, 2}} {
		if got := s.distance(&tt.p); got != tt.want {
			t.Errorf("from a salted table to %+v: %d changes, want %d", tt.p, got, tt.want)
		}
	}
	unsalted := plan{order: []int{0}, forms: []int{0}, saltAt: 3, salted: 2}
	if !unsalted.equal(&plan{order: []int{0}, forms: []int{0}}) {
		t.Error("where a salt would be distinguishes plans without one")
	}
}

// TestSignatures verifies what users call another layout: the first two pieces, whether there is a salt and whether it
// leads, and what becomes of events.
func TestSignatures(t *testing.T) {
	base := plan{order: []int{0, 1, 2}}
	for _, tt := range []struct {
		name string
		p    plan
		same bool
	}{
		{"another third piece", plan{order: []int{0, 1, 3}}, true}, {"another second", plan{order: []int{0, 2, 1}}, false},
		{"another first", plan{order: []int{1, 0, 2}}, false}, {"one piece", plan{order: []int{0}}, false},
		{"a salt", plan{order: []int{0, 1, 2}, salt: 4}, false}, {"columns", plan{order: []int{0, 1, 2},
			bucket: bucket{events: asColumns}}, false},
		{"cells as rows", plan{order: []int{0, 1, 2}, tall: byTime}, false}, {"one cell", plan{order: []int{0, 1, 2},
			serial: true}, false}, {"a piece moved", plan{order: []int{0, 1, 2}, moved: []int{3}}, false},
	} {
		if got := tt.p.signature() == base.signature(); got != tt.same {
			t.Errorf("%s: the same %t, want %t", tt.name, got, tt.same)
		}
	}
	pairs := func(same bool, a, b plan) {
		if got := a.signature() == b.signature(); got != same {
			t.Errorf("%+v and %+v are the same %t, want %t", a, b, got, same)
		}
	}
	pairs(true, plan{salt: 4}, plan{salt: 8})
	pairs(false, plan{salt: 4}, plan{salt: 4, saltAt: 1})
	pairs(true, plan{salt: 4, saltAt: 1}, plan{salt: 4, saltAt: 2})
	pairs(false, plan{moved: []int{1}}, plan{moved: []int{2}})
	pairs(false, plan{moved: []int{1}}, plan{moved: []int{1, 2}})
	pairs(false, plan{bucket: bucket{events: asRows}}, plan{bucket: bucket{events: asRows, at: 1}})
	pairs(true, plan{bucket: bucket{events: asColumns}}, plan{bucket: bucket{events: asColumns, at: 1}})
}

// TestLengthsOfKeys verifies how long the keys of a plan are on average.
func TestLengthsOfKeys(t *testing.T) {
	s := &space{overhead: 3, delim: "#", qualifierBytes: 5, pieces: []piece{{width: 4, forms: []form{{}}},
		{width: 13, unit: rowkey.Millisecond, forms: []form{{}, {width: 8}, {down: true}}}}}
	for _, tt := range []struct {
		name string
		p    plan
		want float64
	}{
		{"two pieces", plan{order: []int{0, 1}, forms: []int{0, 0}}, 3 + 1 + 4 + 13},
		{"one of another form", plan{order: []int{0, 1}, forms: []int{0, 1}}, 3 + 1 + 4 + 8},
		{"a salt of 10", plan{order: []int{0}, forms: []int{0, 0}, salt: 10}, 3 + 4 + 1 + 1},
		{"a salt of 11", plan{order: []int{0}, forms: []int{0, 0}, salt: 11}, 3 + 4 + 2 + 1},
		{"a salt of 101", plan{order: []int{0}, forms: []int{0, 0}, salt: 101}, 3 + 4 + 3 + 1},
		{"days as columns", plan{order: []int{0, 1}, forms: []int{0, 0}, bucket: bucket{asColumns, 1, rowkey.Day, 0}},
			3 + 1 + 4 + 8},
		{"reversed days as columns", plan{order: []int{0, 1}, forms: []int{0, 2},
			bucket: bucket{asColumns, 1, rowkey.Day, 0}}, 3 + 1 + 4 + 13},
		{"rows under a day", plan{order: []int{0, 1}, forms: []int{0, 0}, bucket: bucket{asRows, 1, rowkey.Day, 0}},
			3 + 1 + 4 + 13 + 8 + 1},
		{"a row for each column", plan{order: []int{0}, forms: []int{0, 0}, tall: byQualifier}, 3 + 4 + 5 + 1},
		{"a row for each version", plan{order: []int{0}, forms: []int{0, 0}, tall: byTime}, 3 + 4 + 13 + 1},
	} {
		if got := s.keyBytes(&tt.p); got != tt.want {
			t.Errorf("%s: %g bytes, want %g", tt.name, got, tt.want)
		}
	}
}

// TestReadUntilFound verifies how much a scan reads until it has met the n-th of those that it wants: of found ones that
// lie evenly among the others n (others + 1) / (found + 1) on average, all side by side in a block half of the others
// and n; and where a block is placed, what comes before it and in it.
func TestReadUntilFound(t *testing.T) {
	for _, tt := range []struct {
		name                     string
		l                        lying
		n, found, events, perRow float64
		want                     float64
	}{
		{"one of one", lying{block: 1}, 1, 1, 101, 1, 51},
		{"the first of four", lying{block: 1}, 1, 4, 104, 1, 1 + 100./5},
		{"the last of four", lying{block: 1}, 4, 4, 104, 1, 4 + 4*100./5},
		{"one of a block of four", lying{block: 4}, 1, 4, 104, 1, 1 + (0.25+0.375)*100/2},
		{"all of a block of four", lying{block: 4}, 4, 4, 104, 1, 4 + 100./2},
		{"a block of less than one", lying{block: 0.1}, 1, 4, 104, 1, 1 + 100./5},
		{"a block of more than are found", lying{block: 9}, 4, 4, 104, 1, 4 + 100./2},
		{"everything is wanted", lying{block: 1}, 3, 10, 10, 1, 3},
		{"the last row is read whole", lying{block: 1}, 3, 10, 10, 5, 5},
		{"not more than there is", lying{block: 1}, 10, 10, 10, 5, 10},
		{"a block behind a tenth of the others", lying{block: 4, placed: true, before: 0.1}, 2, 4, 104, 1, 2 + 10},
		{"with others within", lying{block: 4, placed: true, before: 0.1, within: 0.2}, 2, 4, 104, 1, 2 + 10 + 10},
		{"all of the block", lying{block: 4, placed: true, before: 0.1, within: 0.2}, 4, 4, 104, 1, 4 + 10 + 20},
		{"into the second of two blocks", lying{block: 2, placed: true, before: 0.1, within: 0.2}, 4, 4, 104, 1,
			4 + (2-1+0.1+0.2)*50},
	} {
		if got := tt.l.untilFound(tt.n, tt.found, tt.events, tt.perRow); !near(got, tt.want) {
			t.Errorf("%s: %g are read, want %g", tt.name, got, tt.want)
		}
	}
}

// TestSizesOfTheTable verifies how a table gets to a number of rows: by lasting longer up to what garbage collection
// keeps, or a year, and from there on by more rows in that time.
func TestSizesOfTheTable(t *testing.T) {
	const day = 86400
	inf := math.Inf(1)
	for _, tt := range []struct {
		name string
		z    sizes
		rows float64
		want size
	}{
		{"as it is", sizes{now: 100, span: day, keeps: inf}, 100, size{1, 1}},
		{"fewer", sizes{now: 100, span: day, keeps: inf}, 50, size{1, 1}},
		{"within a year", sizes{now: 100, span: day, keeps: inf}, 1000, size{10, 10}},
		{"a year", sizes{now: 100, span: day, keeps: inf}, 36_500, size{365, 365}},
		{"beyond a year", sizes{now: 100, span: day, keeps: inf}, 73_000, size{730, 365}},
		{"of a table of two years", sizes{now: 100, span: 730 * day, keeps: inf}, 1000, size{10, 1}},
		{"kept for a week", sizes{now: 100, span: day, keeps: 7 * day}, 1000, size{10, 7}},
		{"kept for less than it has", sizes{now: 100, span: 10 * day, keeps: 7 * day}, 1000, size{10, 1}},
		{"written at unknown times", sizes{now: 100, keeps: inf}, 1000, size{10, 1}},
		{"of nothing", sizes{span: day, keeps: inf}, 10, size{10, 10}},
	} {
		if got := tt.z.at(tt.rows); got != tt.want {
			t.Errorf("%s: %+v, want %+v", tt.name, got, tt.want)
		}
	}
	if got := (size{10, 4}).density(); got != 2.5 {
		t.Errorf("a density of %g", got)
	}
	if got := (&SizeError{Expected: 1e6, Now: 2e6}).Error(); got != "the table has 2 M rows now, more than the 1 M expected" {
		t.Error(got)
	}
}

// TestWhatPoliciesKeep verifies for how long cells are kept at most, and how many versions.
func TestWhatPoliciesKeep(t *testing.T) {
	age := func(hours int) sample.GCRule {
		return sample.GCRule{Kind: sample.GCMaxAge, Age: time.Duration(hours) * time.Hour}
	}
	versions := func(n int) sample.GCRule { return sample.GCRule{Kind: sample.GCMaxVersions, Versions: n} }
	of := func(kind sample.GCKind, children ...sample.GCRule) sample.GCRule {
		return sample.GCRule{Kind: kind, Children: children}
	}
	for _, tt := range []struct {
		name     string
		rule     sample.GCRule
		age      time.Duration
		versions int
	}{
		{"none", sample.GCRule{}, 0, 0}, {"an age", age(2), 2 * time.Hour, 0}, {"versions", versions(3), 0, 3},
		{"either of two ages", of(sample.GCUnion, age(5), age(2)), 2 * time.Hour, 0},
		{"either of age and versions", of(sample.GCUnion, versions(3), age(2)), 2 * time.Hour, 3},
		{"either of two numbers", of(sample.GCUnion, versions(3), versions(2)), 0, 2},
		{"both of two numbers", of(sample.GCIntersection, versions(3), versions(2)), 0, 3},
		{"both of age and versions", of(sample.GCIntersection, versions(3), age(2)), 0, 0},
	} {
		if gotAge, gotVersions := maxAge(&tt.rule), keeps(&tt.rule); gotAge != tt.age || gotVersions != tt.versions {
			t.Errorf("%s: kept for %v, %d versions, want %v, %d", tt.name, gotAge, gotVersions, tt.age, tt.versions)
		}
	}
	families := func(rules ...sample.GCRule) (out []sample.Family) {
		for _, r := range rules {
			out = append(out, sample.Family{GC: r})
		}
		return out
	}
	for _, tt := range []struct {
		families []sample.Family
		want     float64
	}{{nil, math.Inf(1)}, {families(age(1), age(3), age(2)), 3 * 3600}, {families(age(1), versions(1)), math.Inf(1)}} {
		if got := keptFor(tt.families); got != tt.want {
			t.Errorf("%+v keep %g s, want %g", tt.families, got, tt.want)
		}
	}
}

// TestValuesThatEnd verifies from pairs of rows whether values persist, end, or ever more arrive, on both sides of the
// limits.
func TestValuesThatEnd(t *testing.T) {
	counts := func(all, far, first, last, news float64) *eraCounts {
		return &eraCounts{all: meeting{all, 1000}, far: meeting{far, 1000}, first: meeting{first, 1000},
			last: meeting{last, 1000}, news: news}
	}
	for _, tt := range []struct {
		name        string
		e           *eraCounts
		persistence float64
		arrives     bool
	}{
		{"as many far apart", counts(100, 100, 100, 100, 0), 1, false},
		{"nine tenths", counts(100, 91, 100, 100, 0), 1, false},
		{"too few fewer to tell", counts(100, 71, 100, 100, 0), 1, false},
		{"three deviations fewer", counts(100, 69, 100, 100, 0), 0.69, false},
		{"none", counts(100, 0, 100, 100, 0), 0, false},
		{"too few to be met at all", counts(9, 0, 9, 9, 0), 1, false},
		{"ever more arrive", counts(100, 100, 400, 100, 0.2), 0, true},
		{"but few are new", counts(100, 100, 400, 100, 0.19), 1, false},
		{"not much more rarely met", counts(100, 100, 2.2*100, 100, 0.5), 1, false},
		{"just more rarely met", counts(100, 100, 2.25*100, 100, 0.5), 0, true},
		{"too few to tell", counts(100, 100, 19, 0, 0.5), 1, false},
		{"enough to tell", counts(100, 100, 20, 0, 0.5), 0, true},
	} {
		if got := tt.e.persistence(); !near(got, tt.persistence) || tt.e.arrives() != tt.arrives {
			t.Errorf("%s: persist by %g, arrive %t, want %g, %t", tt.name, got, tt.e.arrives(), tt.persistence, tt.arrives)
		}
	}
	if got := (meeting{3, 0}).rate(); got != 3 {
		t.Errorf("of no pairs: %g", got)
	}
}

// TestRowsGrow verifies the formulas by which rows grow with a table.
func TestRowsGrow(t *testing.T) {
	for _, tt := range []struct {
		name      string
		got, want float64
	}{
		{"one row asks and stays", grown(1, 10), 1}, {"none", grown(0.5, 10), 0.5}, {"others are multiplied", grown(5, 10), 41},
		{"a unit as long as all rows", filled(1), 0.5}, {"an endless one", filled(1e12), 1},
		{"a range of nothing", covered(0), 1e-12}, {"a range of all", covered(1), 0.5}, {"of more", covered(3), 0.5},
		{"of half", covered(0.5), 0.375}, {"of a tenth", covered(0.1), 0.095},
		{"effective places", effective(100, 4), 25}, {"all meet", effective(100, 100), 1}, {"none meet", effective(100, 0), 1024},
		{"no pairs", effective(0, 0), 0}, {"more than can be shown", effective(1e6, 1), 1024}, {"more than all", effective(10, 20), 1},
		{"most events of a row without others", byChance(0, 1000), 1},
		{"enough writers", spreads(20), 20}, {"more", spreads(100), 20}, {"unknown", spreads(0), 20}, {"few", spreads(3), 3},
		{"digits of 9", digits(9), 1}, {"of 10", digits(10), 2}, {"of 99", digits(99), 2}, {"of 100", digits(100), 3},
	} {
		if !near(tt.got, tt.want) {
			t.Errorf("%s: %g, want %g", tt.name, tt.got, tt.want)
		}
	}
	// Fewer than one of two samples has a row with more than n of events that share a row with one other on average.
	for _, others := range []float64{0.5, 1, 5} {
		const events = 1000
		n, tail, p := byChance(others, events)-1, 1.0, math.Exp(-others)
		for k := range int(n) + 1 {
			tail -= p
			p *= others / float64(k+1)
		}
		next := tail + p*float64(int(n)+1)/others // without the last
		if rows := events / others; rows*tail > 0.5 || rows*next <= 0.5 {
			t.Errorf("%g others: at most %g events, which %g rows exceed, and %g one fewer", others, n+1, rows*tail, rows*next)
		}
	}
}

// TestNewestInBuckets verifies that behind a salt each bucket is read until it has the newest: the k-th of found of n rows
// is met after k (n + 1) / (found + 1).
func TestNewestInBuckets(t *testing.T) {
	q := &query{latest: 2}
	r := QueryCost{buckets: 4}
	if got, want := r.inBuckets(q, 1000, 100), 4*2*(1000+4.)/(100+4)/(2*(1000+1.)/(100+1)); !near(got, want) {
		t.Errorf("four buckets read %g times as much, want %g", got, want)
	}
	if got := r.inBuckets(q, 8, 8); !near(got, 4) {
		t.Errorf("of eight rows of which all are wanted %g times two are read, want all", got)
	}
	r.buckets = 1
	if got := r.inBuckets(q, 1000, 100); got != 1 {
		t.Errorf("without a salt %g times", got)
	}
	c := &cube{space: &space{pieces: []piece{{column: &access.Column{Values: make([]segments.Value, 2)}}}}}
	for salted, want := range map[int]float64{-1: 4, 0: 4 * (1 - 0.75*0.75)} {
		if got := c.filledBuckets(&plan{salt: 4, salted: salted}); !near(got, want) {
			t.Errorf("a salt of 4 of piece %d has %g buckets with rows, want %g", salted, got, want)
		}
	}
}

// TestCostsSampledAgain verifies that a reading costs what the blocks drawn cost, each as often as it was drawn.
func TestCostsSampledAgain(t *testing.T) {
	rates := workload.DefaultRates()
	use := workload.Use{Ranges: 1, Rows: 10, Bytes: 1000, Returned: 10, ReturnedBytes: 1000}
	load := &access.Load{Blocks: new([access.Blocks]access.Block)}
	load.Blocks[0], load.Blocks[1] = access.Block{Asking: 1, Bytes: 100}, access.Block{Asking: 1, Bytes: 300}
	drawn := func(first, second float64) *[access.Blocks]float64 {
		out := new([access.Blocks]float64)
		out[0], out[1] = first, second
		return out
	}
	times := func(by float64) float64 {
		return rates.Millis(workload.Use{Ranges: 1, Rows: 10 * by, Bytes: 1000 * by, Returned: 10 * by,
			ReturnedBytes: 1000 * by})
	}
	for _, tt := range []struct {
		name   string
		blocks *[access.Blocks]float64
		want   float64
	}{{"each once", drawn(1, 1), times(1)}, {"the smaller twice", drawn(2, 0), times(0.5)},
		{"the larger twice", drawn(0, 2), times(1.5)}, {"the larger thrice", drawn(1, 3), times(1.25)},
		{"none", drawn(0, 0), times(1)}, {"nothing drawn", nil, times(1)}} {
		r := QueryCost{use: use, load: load}
		if got := r.again(tt.blocks, &rates); !near(got, tt.want) {
			t.Errorf("%s: %g ms, want %g", tt.name, got, tt.want)
		}
	}
	if got := (&QueryCost{use: use}).again(drawn(2, 0), &rates); !near(got, times(1)) {
		t.Errorf("without a load: %g ms", got)
	}
}

// TestCombinationsAreNumbered verifies that combinations of codes are numbered from 0 as maps number them, whatever was
// numbered before.
func TestCombinationsAreNumbered(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	var p pairing
	for range 50 {
		n := r.IntN(300)
		of, by := make([]uint32, n), make([]uint32, n)
		want, ids := make([]uint32, n), map[[2]uint32]uint32{}
		for i := range of {
			of[i], by[i] = uint32(r.IntN(9)), uint32(r.IntN(9))*1e8
			id, ok := ids[[2]uint32{of[i], by[i]}]
			if !ok {
				id = uint32(len(ids))
				ids[[2]uint32{of[i], by[i]}] = id
			}
			want[i] = id
		}
		if got := p.pair(of, by); got != len(ids) || !slices.Equal(of, want) {
			t.Fatalf("%d combinations, want %d", got, len(ids))
		}
	}
}

// TestOrderOfValues verifies how the bytes of values run along them, and which values are plain decimal numbers or have
// hardly a gap.
func TestOrderOfValues(t *testing.T) {
	column := func(codec string, raws ...string) *access.Column {
		b := sample.NewBuilder(0)
		slices.Sort(raws)
		for _, raw := range raws {
			b.Row([]byte(raw))
		}
		set, err := rowkey.ParseSet("{v:" + codec + "}")
		if err != nil {
			t.Fatal(err)
		}
		f, err := indexOf(sample.Assemble(sample.Table{}, sample.Provenance{Complete: true}, []*sample.Builder{b}), set)
		if err != nil {
			t.Fatal(err)
		}
		return f.Column("v")
	}
	s := &space{}
	for _, tt := range []struct {
		name, codec    string
		raws           []string
		order          int
		decimal, dense bool
	}{
		{"text", "text", []string{"a", "b", "c"}, 1, false, false},
		{"numbers of one width", "int", []string{"11", "12", "13"}, 1, true, true},
		{"numbers of several widths", "int", []string{"9", "10", "11"}, 0, true, true},
		{"padded numbers", "pad(3)", []string{"009", "010", "011"}, 1, false, true},
		{"zero", "int", []string{"0", "1"}, 1, true, true},
		{"negative numbers", "int", []string{"-1", "1"}, 1, false, true},
		{"reversed numbers", "reverse(pad(3))", []string{"009", "010", "011"}, -1, false, true},
		{"numbers with gaps", "int", []string{"10", "15"}, 1, true, false},
		{"just no gap", "int", []string{"10", "13"}, 1, true, true},
		{"just a gap", "int", []string{"10", "14"}, 1, true, false},
		{"letters in digits", "text", []string{"1a"}, 1, false, false},
	} {
		c := column(tt.codec, tt.raws...)
		if got := s.columnOrder(c); got != tt.order {
			t.Errorf("%s run %d, want %d", tt.name, got, tt.order)
		}
		if got := isDecimal(c); got != tt.decimal {
			t.Errorf("%s are decimal %t", tt.name, got)
		}
		if got := dense(c); got != tt.dense {
			t.Errorf("%s are dense %t", tt.name, got)
		}
	}
}

// TestRowsAreLookedAt verifies that some of a list are taken as if by chance, always the same ones, once each.
func TestRowsAreLookedAt(t *testing.T) {
	list := make([]int, 1000)
	for i := range list {
		list[i] = i
	}
	got := firstFew(list, 100)
	if !slices.Equal(got, firstFew(list, 100)) || len(got) != 100 || list[0] != 0 || slices.IsSorted(got) {
		t.Errorf("taken are %v", got)
	}
	slices.Sort(got)
	if len(slices.Compact(got)) != 100 || got[50] < 300 || got[50] > 700 {
		t.Errorf("taken are %v", got)
	}
	if all := firstFew(list[:3], 3); !slices.Equal(all, []int{0, 1, 2}) {
		t.Errorf("of three, three are %v", all)
	}
}

// TestBetterLayouts verifies when one layout is as good in every way, and which of those that chance tells apart is
// preferred.
func TestBetterLayouts(t *testing.T) {
	base := found{plan: plan{order: []int{0, 1}, forms: []int{0, 0}}, read: 10, writers: 10, worst: 50e6, bytes: 100,
		changes: 2}
	with := func(change func(*found)) *found {
		f := base
		change(&f)
		return &f
	}
	for _, tt := range []struct {
		name string
		f    *found
		want bool // dominates the base
	}{
		{"the same", with(func(*found) {}), true},
		{"reads 2% more", with(func(f *found) { f.read = 10.2 }), true}, {"3% more", with(func(f *found) { f.read = 10.3 }), false},
		{"2% fewer writers", with(func(f *found) { f.writers = 9.81 }), true}, {"3% fewer", with(func(f *found) { f.writers = 9.7 }), false},
		{"unknown writers", with(func(f *found) { f.writers = 0 }), true},
		{"2% larger rows", with(func(f *found) { f.worst = 51e6 }), true}, {"3% larger", with(func(f *found) { f.worst = 51.5e6 }), false},
		{"endless rows", with(func(f *found) { f.endless = true }), false},
		{"2% more bytes", with(func(f *found) { f.bytes = 102 }), true}, {"3% more", with(func(f *found) { f.bytes = 103 }), false},
		{"more changes", with(func(f *found) { f.changes = 3 }), false}, {"fewer", with(func(f *found) { f.changes = 1 }), true},
	} {
		if got := tt.f.dominates(&base); got != tt.want {
			t.Errorf("%s: as good %t, want %t", tt.name, got, tt.want)
		}
	}
	small, tiny := found{worst: 1}, found{worst: 9e6}
	if small.risk() != 10e6 || tiny.risk() != 10e6 || (&found{worst: 11e6}).risk() != 11e6 ||
		(&found{worst: 1, endless: true}).risk() != 100e6 {
		t.Errorf("risks %g and %g", small.risk(), tiny.risk())
	}
	old := found{plan: plan{order: []int{0, 1}, forms: []int{0, 0}}, score: 1, least: 1, filters: 0.5}
	for _, tt := range []struct {
		name string
		f    found
		want bool
	}{
		{"clearly less", found{score: 0.93}, true}, {"clearly more", found{score: 1.07}, false},
		{"as good, filters less", found{plan: old.plan, score: 1.05, filters: 0.4}, true},
		{"as good, filters more", found{plan: old.plan, score: 0.95, filters: 0.6}, false},
		{"as good, an earlier order", found{plan: plan{order: []int{0}}, score: 1.05, filters: 0.5}, true},
		{"as good, a later order", found{plan: plan{order: []int{1, 0}, forms: []int{0, 0}}, score: 0.95, filters: 0.5}, false},
	} {
		if got := tt.f.preferred(&old); got != tt.want {
			t.Errorf("%s: preferred %t, want %t", tt.name, got, tt.want)
		}
	}
	if worse := (found{score: 1.2, least: 1}); !(&found{score: 1.03}).preferred(&worse) || !(&found{}).preferred(nil) {
		t.Error("one that stands for a better one is kept")
	}
	pair := found{plan: base.plan, second: &base}
	if base.plainer(&pair) >= 0 || pair.plainer(&base) <= 0 || base.plainer(with(func(f *found) { f.changes = 3 })) >= 0 ||
		base.plainer(with(func(f *found) { f.order = []int{1, 0} })) >= 0 || base.plainer(&base) != 0 {
		t.Error("which of two is plainer")
	}
}

// TestLeadersAndShares verifies which layout is first by its scores, in which share of the conditions, and that moving
// one up keeps the others in order.
func TestLeadersAndShares(t *testing.T) {
	for _, tt := range []struct {
		scores []float64
		first  int
		want   int
	}{{[]float64{1, 2}, 0, 0}, {[]float64{2, 1}, 0, 1}, {[]float64{1.05, 1}, 0, 0}, {[]float64{1.07, 1}, 0, 1},
		{[]float64{1, 1, 1}, 2, 2}, {[]float64{3, 1, 1}, 0, 1}} {
		if got := leader(tt.scores, tt.first); got != tt.want {
			t.Errorf("of %v, with %d first, %d leads, want %d", tt.scores, tt.first, got, tt.want)
		}
	}
	scores := [][]float64{{1, 1.13}, {1, 1.11}, {1, 0.9}, {2, 1}}
	if got := shareBetter(scores, 0, 1); got != 0.25 {
		t.Errorf("the first is better in %g", got)
	}
	if got := shareBeaten(scores, 0); got != 0.25 {
		t.Errorf("the first is beaten in %g", got)
	}
	for _, tt := range []struct {
		from, to int
		want     []int
	}{{3, 1, []int{0, 3, 1, 2}}, {3, 0, []int{3, 0, 1, 2}}, {1, 1, []int{0, 1, 2, 3}}} {
		list := []int{0, 1, 2, 3}
		if moveUp(list, tt.from, tt.to); !slices.Equal(list, tt.want) {
			t.Errorf("%d moved to %d: %v, want %v", tt.from, tt.to, list, tt.want)
		}
	}
	a := &Advice{Options: []*Candidate{{}, {}}}
	a.shares([][]float64{{1, 2}, {2, 1}, {1, 1}, {1.05, 1}}, 0)
	if !near(a.Options[0].BestShare, 3./draws) || !near(a.Options[1].BestShare, 1./draws) {
		t.Errorf("shares %g and %g", a.Options[0].BestShare, a.Options[1].BestShare)
	}
}

// TestCellsInAPeriod verifies how many times of cells lie within a period that begins at one of them.
func TestCellsInAPeriod(t *testing.T) {
	b := sample.NewBuilder(0)
	b.Row([]byte("a"))
	for _, second := range []int64{30, 20, 11, 10} {
		b.Cell("f", []byte("q"), second*1e6, nil)
	}
	b.Cell("f", []byte("r"), 30e6, nil)
	set, err := rowkey.ParseSet("{v}")
	if err != nil {
		t.Fatal(err)
	}
	f, err := indexOf(sample.Assemble(sample.Table{}, sample.Provenance{Complete: true}, []*sample.Builder{b}), set)
	if err != nil {
		t.Fatal(err)
	}
	c := &cube{space: &space{facts: f}, rowsIn: []int{0}}
	for width, want := range map[float64]float64{0.5: 1, 1: 1, 1.5: 5. / 4, 10: 6. / 4, 10.5: 8. / 4, 100: 10. / 4} {
		if got := c.cellsWithin(width); got != want {
			t.Errorf("%g s from one: %g times, want %g", width, got, want)
		}
	}
	if got := (&cube{space: &space{facts: f}}).cellsWithin(5); got != 0 {
		t.Errorf("of no rows: %g", got)
	}
}

// TestViewsOfPlans verifies which plans a continuous materialized view can have, and what its key is made of.
func TestViewsOfPlans(t *testing.T) {
	s := &space{cellTime: 2, pieces: []piece{{column: &access.Column{}}, {promoted: true, column: &access.Column{
		Values: []segments.Value{{Raw: []byte("12")}}}}, {}}}
	base := plan{order: []int{0, 1}, forms: []int{0, 0, 0}}
	for _, tt := range []struct {
		name string
		p    plan
		want bool
	}{
		{"another order", plan{order: []int{1, 0}, forms: []int{0, 0, 0}}, true},
		{"another form", plan{order: []int{0, 1}, forms: []int{1, 0, 0}}, false},
		{"a padded number of a column", plan{order: []int{0, 1}, forms: []int{0, 1, 0}}, true},
		{"a salt", plan{order: []int{0, 1}, forms: []int{0, 0, 0}, salt: 2}, false},
		{"cells as rows", plan{order: []int{0, 1}, forms: []int{0, 0, 0}, tall: byTime}, false},
		{"rows under a day", plan{order: []int{0, 1}, forms: []int{0, 0, 0}, bucket: bucket{events: asRows}}, false},
		{"merged rows", plan{order: []int{0}, moved: []int{1}, forms: []int{0, 0, 0}}, false},
		{"one cell", plan{order: []int{0}, serial: true, forms: []int{0, 0, 0}}, false},
		{"only the newest", plan{order: []int{0}, current: true, forms: []int{0, 0, 0}}, false},
		{"the time of cells", plan{order: []int{2, 0}, forms: []int{0, 0, 0}}, false},
	} {
		if got := s.viewable(&tt.p, &base); got != tt.want {
			t.Errorf("%s: a view %t, want %t", tt.name, got, tt.want)
		}
	}
}

// TestCutTimes verifies the forms of cut times: readable dates, and what distinguishes an instant within them.
func TestCutTimes(t *testing.T) {
	got := ""
	for _, u := range units() {
		got += fmt.Sprint(bucketArg(u), " ", bucketForm(u), "; ")
	}
	if want := "1m 200601021504; 1h 2006010215; 1d 20060102; 1w 2006-W01; 1mo 200601; 1y 2006; "; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	for _, tt := range []struct {
		bucket, fine rowkey.Unit
		want         string
	}{
		{rowkey.Day, rowkey.Second, "150405"}, {rowkey.Day, rowkey.Millisecond, "150405000"}, {rowkey.Day, rowkey.Hour, "15"},
		{rowkey.Hour, rowkey.Minute, "04"}, {rowkey.Hour, rowkey.Nanosecond, "0405000000000"}, {rowkey.Month, rowkey.Day, "02"},
		{rowkey.Week, rowkey.Day, "0102"}, {rowkey.Year, rowkey.Month, "01"}, {rowkey.Year, rowkey.Day, "0102"},
		{rowkey.Minute, rowkey.Microsecond, "05000000"}, {rowkey.Minute, rowkey.Second, "05"}, {rowkey.Minute, rowkey.Minute, "05"},
		{rowkey.Day, "", "150405000"},
	} {
		if got := within(tt.bucket, tt.fine); got != tt.want {
			t.Errorf("%s within a %s: %q, want %q", tt.fine, tt.bucket, got, tt.want)
		}
	}
}
