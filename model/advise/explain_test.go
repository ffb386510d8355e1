package advise_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tabletop/model/access"
	"tabletop/model/advise"
)

// TestPictureOfAnAccessPath verifies what is drawn as bound, ranged, filtered, and unused, and that a picture agrees
// with the access.
func TestPictureOfAnAccessPath(t *testing.T) {
	f := lines(t, "{tenant}#{device}#{at:ms}", events(3000, 10, 100, func(rng *rand.Rand, _ int, ms int64) string {
		return fmt.Sprintf("t%d#d%03d#%d", rng.IntN(5), rng.IntN(60), ms)
	}))
	for queries, want := range map[string]string{
		"{name: q, where: {tenant: equal, device: equal, at: range 1h}}": "======== ======== ~~~~",
		"{name: q, where: {tenant: equal, device: equal, at: equal}}":    "======== ======== ====",
		"{name: q, where: {tenant: equal, at: range 1h}}":                "======== ........ ????",
		"{name: q, where: {tenant: equal}}":                              "======== ........ ....",
		"{name: q, where: {device: equal}}":                              "........ ???????? ....",
		"{name: q, where: {tenant: equal, device: prefix 2}}":            "======== ~~~~~~~~ ....",
		"{name: q, where: {tenant: equal}, latest: 1 per device by at}":  "======== ******** ~~~~",
		"{name: q, where: {at: range 1h}}":                               "........ ........ ????",
	} {
		a := asked(t, f, queries, advise.Options{})
		for _, o := range a.Options {
			if o.Current {
				if key, marks := advise.Marks(o.Queries[0].Key, o.Delimiter); marks != want ||
					key != "{tenant}#{device}#{at}" {
					t.Errorf("%s:\n%s\n%s, not\n%s", queries, key, marks, want)
				}
			}
			for _, q := range o.Queries {
				pictured(t, o.Template, &q)
			}
		}
	}
}

// pictured verifies that the roles in a picture are those that the access has.
func pictured(t *testing.T, template string, q *advise.QueryCost) {
	t.Helper()
	n := map[advise.Role]int{}
	for _, p := range q.Key {
		n[p.Role]++
	}
	ok := true
	switch q.Access {
	case access.Point:
		ok = n[advise.Bound] == len(q.Key)
	case access.FullScan:
		ok = n[advise.Bound]+n[advise.Ranged] == 0
	case access.Filter:
		ok = n[advise.Filtered]+len(q.Beside) > 0
	case access.ByPrefix, access.ByRange:
		ok = n[advise.Bound]+n[advise.Ranged] > 0 && n[advise.Filtered] == 0
	case access.FanOut:
		ok = n[advise.Each] > 0
	}
	if !ok {
		t.Errorf("%s: %q is a %s, pictured as %v beside %v", template, q.Query.Name, q.Access, q.Key, q.Beside)
	}
}

// TestRunnerUpLostForAReason verifies that what is said for and against the second layout is so, and that each audience
// is told what it must do, in every kind of layout.
func TestRunnerUpLostForAReason(t *testing.T) {
	f := lines(t, "{at:ms}#{device}",
		events(6000, 10, 100, func(rng *rand.Rand, _ int, ms int64) string {
			return fmt.Sprintf("%d#d%04d", ms, rng.IntN(300))
		}))
	a := asked(t, f, "{name: newest, where: {device: equal}, latest: 10 by at}", advise.Options{Rows: 1e9})
	first, second := a.Options[0], a.Options[1]
	if !strings.HasPrefix(a.RunnerUp, "Next is "+second.Template) {
		t.Error(a.RunnerUp)
	}
	d := second.Score - first.Score
	if !strings.Contains(a.RunnerUp, fmt.Sprintf("higher by %.2f", d)) &&
		!strings.Contains(a.RunnerUp, fmt.Sprintf("lower by %.2f", -d)) {
		t.Errorf("the scores differ by %.2f: %s", d, a.RunnerUp)
	}
	_, favor, _ := strings.Cut(a.RunnerUp, "For it:")
	against := strings.TrimSuffix(a.RunnerUp, favor)
	if slower := fmt.Sprintf("its queries take %s per run instead of %s", advise.Millis(second.Read),
		advise.Millis(first.Read)); second.Read > first.Read*1.1 != strings.Contains(against, slower) {
		t.Errorf("%g and %g ms: %s", first.Read, second.Read, a.RunnerUp)
	}
	for _, o := range a.Options {
		if len(o.ForReaders) != 1 || len(o.ForWriters) == 0 || len(o.ForOperators) == 0 {
			t.Errorf("%s: %q, %q, %q", o.Template, o.ForWriters, o.ForReaders, o.ForOperators)
		}
		told := strings.Join(o.ForWriters, " ")
		for part, words := range map[string]string{"salt(": "CRC-32", "reverse(at)": "maximum minus the time",
			" ++ ": "table"} {
			if strings.Contains(o.Template, part) && !strings.Contains(told, words) {
				t.Errorf("%s: writers are told %s", o.Template, told)
			}
		}
		if moves := strings.Contains(strings.Join(o.ForOperators, " "), "Keys cannot be changed in place"); moves ==
			o.Current {
			t.Errorf("%s, current %v: operators are told %q", o.Template, o.Current, o.ForOperators)
		}
	}
}

// TestReadersAreToldHow verifies the sentence for each kind of access.
func TestReadersAreToldHow(t *testing.T) {
	f := lines(t, "{tenant}#{device}#{at:ms}", events(3000, 10, 100, func(rng *rand.Rand, _ int, ms int64) string {
		return fmt.Sprintf("t%d#d%03d#%d", rng.IntN(5), rng.IntN(60), ms)
	}))
	for queries, want := range map[string]string{
		"{name: q, where: {tenant: equal, device: equal, at: range 1h}}": "q: read a range of {at} behind {tenant}, " +
			"{device}",
		"{name: q, where: {tenant: equal, device: equal, at: equal}}": "q: read one row by its key",
		"{name: q, where: {tenant: equal}}": "q: read the rows whose keys begin with " +
			"{tenant}",
		"{name: q, where: {device: equal}}": "q: read the whole table; filter on {device}",
		"{name: q, where: {tenant: equal}, latest: 1 per device by at}": "one for each {device}, and merge the " +
			"answers; stop after the newest 1",
	} {
		for _, o := range asked(t, f, queries, advise.Options{}).Options {
			if o.Current && !strings.Contains(o.ForReaders[0], want) {
				t.Errorf("%s: %s", queries, o.ForReaders[0])
			}
		}
	}
}

// TestNewestTableReadsWithoutAFilter verifies what is said of a table that keeps the newest row of each key: the query
// filters on nothing there, and a key that is scanned in reverse is said to be.
func TestNewestTableReadsWithoutAFilter(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	var all []line
	for i := range 1000 {
		at := now.UnixMilli() - int64(1000-i)*600_000
		all = append(all, line{fmt.Sprintf("fleet%d#truck%02d#%d", rng.IntN(3), rng.IntN(40), at), at * 1000, 20})
	}
	a := asked(t, lines(t, "{fleet}#{truck}#{at:ms}", all),
		"{name: newest, where: {fleet: equal}, latest: 1 per truck by at}, {name: day, where: {fleet: equal, truck: "+
			"equal, at: range 1d}}",
		advise.Options{Rows: 2e9})
	at := slices.IndexFunc(a.Options,
		func(o *advise.Candidate) bool { return strings.Contains(o.Template, "=> time {at}") && o.Tables == 2 })
	if at < 0 {
		t.Fatalf("no second table of the newest rows: %v", a.Options[0].Template)
	}
	q := a.Options[at].Queries[0]
	if key, marks := advise.Marks(q.Key, "#"); key != "{fleet}#{truck}" || marks != "======= ......." ||
		len(q.Beside) > 0 {
		t.Errorf("%s\n%s, beside the key %v", key, marks, q.Beside)
	}
	if q.How != "newest: read the rows whose keys begin with {fleet} (table 2)" {
		t.Error(q.How)
	}
	if !slices.ContainsFunc(a.Options[at].Better,
		func(s string) bool { return strings.Contains(s, "ranges scanned in reverse") }) {
		t.Errorf("reasons %q do not say that today's key is scanned in reverse", a.Options[at].Better)
	}
}
