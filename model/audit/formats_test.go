package audit_test

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/model/audit"
	"tabletop/model/sample"
)

// severityOf returns the severity of the first finding of a rule; empty if there is none.
func severityOf(r *audit.Report, rule string) audit.Severity {
	i := slices.IndexFunc(r.Findings, func(f audit.Finding) bool { return f.Rule == rule })
	if i < 0 {
		return ""
	}
	return r.Findings[i].Severity
}

// TestHashesThatLead verifies that a hash at the start of the key is harmful where it scatters what is read together:
// not as the id of several rows, and not where it is the key.
func TestHashesThatLead(t *testing.T) {
	digest := func(text string) string {
		sum := sha256.Sum256([]byte(text))
		return hex.EncodeToString(sum[:16])
	}
	const template = "{id:hash(hex(32))}#{at:ms}"
	for name, c := range map[string]struct {
		key      func(i, device int, at time.Time) string
		template string
		want     audit.Severity
	}{
		"of each key": {func(i, _ int, at time.Time) string {
			return fmt.Sprintf("%s#%d", digest(fmt.Sprint(i)), at.UnixMilli())
		}, template, audit.Warning},
		"two rows of three": {func(i, _ int, at time.Time) string {
			return fmt.Sprintf("%s#%d", digest(fmt.Sprint(i/3*2+min(i%3, 1))), at.UnixMilli())
		}, template, audit.Warning},
		"of two rows each": {func(i, _ int, at time.Time) string {
			return fmt.Sprintf("%s#%d", digest(fmt.Sprint(i/2)), at.UnixMilli())
		}, template, ""},
		"of a conversation": {func(_, device int, at time.Time) string {
			return fmt.Sprintf("%s#%d", digest(fmt.Sprint(device)), at.UnixMilli())
		}, template, ""},
		"of the user behind it": {func(_, device int, at time.Time) string {
			return fmt.Sprintf("%s#user%02d#%d", digest(fmt.Sprint(device)), device, at.UnixMilli())
		}, "{id:hash(hex(32))}#{user}#{at:ms}", audit.Warning},
		"alone": {func(i, _ int, _ time.Time) string { return digest(fmt.Sprint(i)) }, "{id:hash(hex(32))}",
			audit.Note},
	} {
		r := audited(t, table(readings(600, c.key), one("m")), audit.Options{}, c.template)
		if got := severityOf(r, "hash-first"); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// TestFormatsThatAreFine verifies what is no mixture of formats: dates that sort, codes that differ by case on purpose,
// a spelling that is rare, and two record kinds of the same ids under words of their own.
func TestFormatsThatAreFine(t *testing.T) {
	code := func(i int) string {
		sum := sha256.Sum256([]byte(fmt.Sprint(i)))
		return base64.RawURLEncoding.EncodeToString(sum[:2])
	}
	for name, c := range map[string]struct {
		key       func(i, device int, at time.Time) string
		templates []string
		rule      string
		want      audit.Severity
	}{
		"the year first": {func(i, d int, at time.Time) string {
			return fmt.Sprintf("d%02d#%s", d, at.Format("2006-01-02"))
		}, []string{"d{device:pad(2)}#{at:date(2006-01-02)}"}, "date-unsorted", ""},
		"days of one month in order": {func(i, d int, at time.Time) string {
			return fmt.Sprintf("d%02d#%02d-03-2026", d, 1+i%28)
		}, []string{"d{device:pad(2)}#{at:date(02-01-2006)}"}, "date-unsorted", ""},
		"days of two months": {func(i, d int, at time.Time) string {
			return fmt.Sprintf("d%02d#%02d-%02d-2026", d, 1+i%28, 3+i%2)
		}, []string{"d{device:pad(2)}#{at:date(02-01-2006)}"}, "date-unsorted", audit.Warning},
		"codes in base64": {func(i, d int, at time.Time) string { return code(i) + "#" + at.Format("20060102") },
			[]string{"{code:text}#{at:date(20060102)}"}, "case-mixed", ""},
		"2% in another case": {func(i, d int, at time.Time) string {
			return fmt.Sprintf("%s#%d", []string{"DE", "de"}[max(0, 1-i%50)]+[]string{"", "x"}[min(i%50/2, 1)],
				at.UnixMilli())
		}, []string{"{country:text}#{at:ms}"}, "case-mixed", ""},
		"half in another case": {func(i, d int, at time.Time) string {
			return fmt.Sprintf("%s#%d", []string{"DE", "de"}[i%2], at.UnixMilli())
		}, []string{"{country:text}#{at:ms}"}, "case-mixed", audit.Warning},
		"two kinds of the same ids": {func(i, d int, at time.Time) string {
			return fmt.Sprintf("%s#%04d#%d", []string{"order", "refund"}[i%2], d, at.UnixMilli())
		}, []string{"order#{id:pad(4)}#{at:ms}", "refund#{id2:pad(4)}#{at2:ms}"}, "formats-mixed", ""},
		"ids of which a fifth is shared": {func(i, d int, at time.Time) string {
			if i%2 == 0 {
				return fmt.Sprintf("site/%d/%d", d, at.UnixMilli())
			}
			return fmt.Sprintf("SITE#%06d#%d", d+40, at.UnixMilli())
		}, []string{"site/{id:int}/{at:ms}", "SITE#{id2:pad(6)}#{at2:ms}"}, "formats-mixed", ""},
		"ids of which half are shared": {func(i, d int, at time.Time) string {
			if i%2 == 0 {
				return fmt.Sprintf("site/%d/%d", d, at.UnixMilli())
			}
			return fmt.Sprintf("SITE#%06d#%d", d+25, at.UnixMilli())
		}, []string{"site/{id:int}/{at:ms}", "SITE#{id2:pad(6)}#{at2:ms}"}, "formats-mixed", audit.Warning},
	} {
		r := audited(t, table(readings(1000, c.key), one("m")), audit.Options{}, c.templates...)
		if got := severityOf(r, c.rule); got != c.want {
			t.Errorf("%s: %s is %q, want %q", name, c.rule, got, c.want)
		}
	}
}

// TestVersionsThatRepeat verifies that versions with the value of the one before are a waste from three quarters of the
// bytes on, but not in rows of a period, where equal readings are readings too.
func TestVersionsThatRepeat(t *testing.T) {
	every := func(change int) func(int) []cell {
		return func(int) []cell {
			return often(40, time.Hour, func(i int) string { return fmt.Sprintf("%03d", i/change) })
		}
	}
	for name, c := range map[string]struct {
		rows     []row
		template string
		want     audit.Severity
	}{
		"one of two changes":   {byDevice(60, every(2)), "{device:hex(8)}", ""},
		"one of three changes": {byDevice(60, every(3)), "{device:hex(8)}", ""},
		"one of ten changes":   {byDevice(60, every(10)), "{device:hex(8)}", audit.Warning},
		"readings of an hour":  {hourly(60), "{device:hex(8)}#{hour:date(2006010215)}", ""},
	} {
		r := audited(t, table(c.rows, versions("m", 40)), audit.Options{}, c.template)
		if got := severityOf(r, "versions-repeat"); got != c.want {
			t.Errorf("%s: %q, want %q: %+v", name, got, c.want, r.Findings)
		}
	}
}

// hourly are rows of an hour each with a reading a minute, most of which are equal.
func hourly(n int) []row {
	out := make([]row, n)
	for i := range out {
		hour := now.Add(-time.Duration(i+1) * time.Hour).Truncate(time.Hour)
		out[i].key = fmt.Sprintf("%08x#%s", uint32(i%7+1)*2654435761, hour.Format("2006010215"))
		for m := range 60 {
			out[i].cells = append(out[i].cells, cell{"m", "temp", hour.Add(time.Duration(m) * time.Minute), "20"})
		}
	}
	return out
}

// TestPolicyThatTakesNothing verifies that an intersection is idle only if no column has as many versions as it
// requires although there are many and old ones.
func TestPolicyThatTakesNothing(t *testing.T) {
	const week = 7 * 24 * time.Hour
	for name, c := range map[string]struct {
		cells, versions int
		step            time.Duration
		want            audit.Severity
	}{
		"40 of 1,000 versions":           {40, 1000, 24 * time.Hour, audit.Warning},
		"one fewer than required":        {40, 41, 24 * time.Hour, audit.Warning},
		"as many as required":            {40, 40, 24 * time.Hour, ""},
		"few versions":                   {5, 1000, 24 * time.Hour, ""},
		"none is old enough to be taken": {40, 1000, time.Hour, ""},
	} {
		rows := byDevice(60, func(d int) []cell {
			return often(c.cells, c.step, func(i int) string { return fmt.Sprint(i*d + 3) })
		})
		r := audited(t, table(rows, sample.Family{Name: "m", GC: sample.GCRule{Kind: sample.GCIntersection,
			Children: []sample.GCRule{{Kind: sample.GCMaxAge, Age: week},
				{Kind: sample.GCMaxVersions, Versions: c.versions}}}}), audit.Options{}, "{device:hex(8)}")
		if got := severityOf(r, "policy-idle"); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// TestBusyTenantIsNamed verifies that a hotspot of one value of a segment is about that segment, with the value as
// evidence, and that a layout which spreads it is tried.
func TestBusyTenantIsNamed(t *testing.T) {
	var rows []row
	for i := range 2000 {
		tenant, n := fmt.Sprintf("tenant%02d", i%20), 3
		if i%20 == 7 {
			n = 150
		}
		rows = append(rows, row{fmt.Sprintf("%s#%08x", tenant, uint32(i)*2654435761), often(n, 7*time.Hour,
			func(v int) string { return fmt.Sprint(v, i) })})
	}
	r := audited(t, table(rows, versions("m", 1000)), audit.Options{}, "{tenant:enum}#{id:hex(8)}")
	i := slices.IndexFunc(r.Findings, func(f audit.Finding) bool { return f.Rule == "write-hotspot" })
	if i < 0 {
		t.Fatalf("no hotspot is found: %+v", r.Findings)
	}
	f := r.Findings[i]
	if f.Subject.Name != "tenant" || f.Title != "One value of a segment takes most writes" ||
		len(f.Evidence) == 0 || string(f.Evidence[0].Key[:8]) != "tenant07" {
		t.Errorf("%s: %+v, %.20s", f.Title, f.Subject, f.Evidence[0].Key)
	}
	if f.Proposal == nil || !f.Proposal.Better {
		t.Errorf("no layout is proposed: %+v", f.Tried)
	}
}

// TestHotspotTellsWhatSplittingLeaves verifies that a hot range of many rows is said to be shared by tablets that split,
// as simulate's replay has it, and that one of a single row is not.
func TestHotspotTellsWhatSplittingLeaves(t *testing.T) {
	for name, rowsOfBusiest := range map[string]int{"many rows": 100, "one row": 1} {
		rows := byDevice(1000, func(int) []cell {
			return often(3, 7*time.Hour, func(v int) string { return fmt.Sprint(v) })
		})
		for i := range rowsOfBusiest {
			n := 15_000 / rowsOfBusiest
			rows = append(rows, row{fmt.Sprintf("5000%04x", i*631), often(n, 30*24*time.Hour/time.Duration(n),
				func(v int) string { return fmt.Sprint(v, i) })})
		}
		r := audited(t, table(rows, versions("m", 20_000)), audit.Options{}, "{id:hex(8)}")
		i := slices.IndexFunc(r.Findings, func(f audit.Finding) bool { return f.Rule == "write-hotspot" })
		if i < 0 {
			t.Fatalf("%s: no hotspot is found: %+v", name, r.Findings)
		}
		if shared := strings.Contains(r.Findings[i].Why, "Tablets that split"); shared != (rowsOfBusiest > 1) {
			t.Errorf("%s: tablets that split are said to share the writes: %v: %+v", name, shared, r.Findings[i].Measures)
		}
	}
}

// TestWordsAndNumbersThatMeanNothingHere verifies both sides of three rules about values in keys: accounts behind the
// organization that they belong to, numbers that only end names, and participles as states.
func TestWordsAndNumbersThatMeanNothingHere(t *testing.T) {
	for name, c := range map[string]struct {
		rule, layout string
		want         audit.Severity
		key          func(i int) string
	}{
		"accounts of an organization": {"tenant-behind", "{org}#{account}#{entry:hex(8)}", "", func(i int) string {
			return fmt.Sprintf("org-%02d#acct-%04d#%08x", i%12, i%60, uint32(i)*2654435761)
		}},
		"accounts behind a desk": {"tenant-behind", "{desk}#{account}#{entry:hex(8)}", audit.Warning, func(i int) string {
			return fmt.Sprintf("desk-%02d#acct-%04d#%08x", i%12, i%60, uint32(i)*2654435761)
		}},
		"a number that ends a name": {"number-unpadded", "{name:hex(8)}-{number:int}", audit.Note, func(i int) string {
			return fmt.Sprintf("%08x-%d", uint32(i)*2654435761, i%120)
		}},
		"numbers of one thing": {"number-unpadded", "{name:hex(8)}-{number:int}", audit.Warning, func(i int) string {
			return fmt.Sprintf("%08x-%d", uint32(i/120)*2654435761, i%120)
		}},
		"participles": {"state-in-key", "{state}#{job:hex(8)}", audit.Warning, func(i int) string {
			return fmt.Sprintf("%s#%08x", []string{"queued", "printing", "printed"}[i%3], uint32(i)*2654435761)
		}},
		"things": {"state-in-key", "{state}#{job:hex(8)}", "", func(i int) string {
			return fmt.Sprintf("%s#%08x", []string{"quartz", "printer", "prints"}[i%3], uint32(i)*2654435761)
		}},
	} {
		var rows []row
		for i := range 1200 {
			rows = append(rows, row{c.key(i), often(1, time.Hour, func(int) string { return fmt.Sprint(i) })})
		}
		r := audited(t, table(rows, one("m")), audit.Options{}, c.layout)
		if got := severityOf(r, c.rule); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
