package audit_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/model/audit"
	"tabletop/model/rowkey"
)

// TestMixedTimeUnitsGetAFixThatSorts verifies that keys with times in two units are told to use one: keys rewritten by
// the template that is proposed sort by time, which those padded to one width would not.
func TestMixedTimeUnitsGetAFixThatSorts(t *testing.T) {
	for name, tt := range map[string]struct {
		write func(i int, at time.Time) string
		unit  string
	}{
		"seconds and milliseconds": {func(i int, at time.Time) string {
			if i%2 == 0 {
				return fmt.Sprint(at.Unix())
			}
			return fmt.Sprint(at.UnixMilli())
		}, "ms"},
		"milliseconds and microseconds": {func(i int, at time.Time) string {
			if i%3 == 0 {
				return fmt.Sprint(at.UnixMilli())
			}
			return fmt.Sprint(at.UnixMicro())
		}, "us"},
	} {
		s := table(readings(400, func(i, d int, at time.Time) string {
			return fmt.Sprintf("dev%02d#%s", d, tt.write(i, at))
		}), one("m"))
		r := audited(t, s, audit.Options{}, "{device}#{at:int}")
		i := slices.IndexFunc(r.Findings,
			func(f audit.Finding) bool { return f.Rule == "number-unpadded" && f.Subject.Name == "at" })
		if i < 0 {
			t.Fatalf("%s: not found", name)
		}
		f := r.Findings[i]
		if strings.Contains(f.Fix.Paste, "pad(") || !strings.Contains(f.Title, "units") {
			t.Fatalf("%s: %s: %s", name, f.Title, f.Fix.Paste)
		}
		l, err := rowkey.Parse(f.Fix.Paste)
		if err != nil || !strings.Contains(f.Fix.Paste, ":"+tt.unit+"}") {
			t.Fatalf("%s: %s: %v", name, f.Fix.Paste, err)
		}
		var last string
		for n := range 50 {
			at := now.Add(-time.Duration(50-n) * 7 * time.Hour)
			key := fmt.Sprintf("dev01#%d", map[string]int64{"ms": at.UnixMilli(), "us": at.UnixMicro()}[tt.unit])
			if _, err := l.Decode(nil, []byte(key)); err != nil || key <= last {
				t.Fatalf("%s: %s after %s: %v", name, key, last, err)
			}
			last = key
		}
	}
	plain := audited(t, table(readings(400, func(i, d int, at time.Time) string {
		return fmt.Sprintf("dev%02d#%d", d, i*i)
	}), one("m")), audit.Options{}, "{device}#{n:int}")
	i := slices.IndexFunc(plain.Findings, func(f audit.Finding) bool { return f.Rule == "number-unpadded" })
	if i < 0 || !strings.Contains(plain.Findings[i].Fix.Paste, "pad(") {
		t.Errorf("numbers that are no times are to be padded: %+v", plain.Findings)
	}
}
