package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"tabletop/internal/fakebt"
)

// hourly is a table of three devices with a row each hour; the second one lacks six hours.
func hourly() *fakebt.Table {
	table := &fakebt.Table{Name: fakebt.Name("t"), SectionBytes: 4000}
	for device := range 3 {
		for hour := range 72 {
			if device == 1 && hour >= 30 && hour < 36 {
				continue
			}
			table.Rows = append(table.Rows, fakebt.Row{Key: fmt.Sprintf("d%d#202610%02d%02d", device, 1+hour/24, hour%24),
				Cells: []fakebt.Cell{{Family: "f", Qualifier: "v", Micros: 1000, Value: []byte("v")}}})
		}
	}
	return table
}

// TestGaps verifies that stats --gaps lists what is missing, with the keys around it, where all rows were read, and
// says why it lists nothing of a sample; and that what it cannot look for is refused with a way out.
func TestGaps(t *testing.T) {
	server := fakebt.New(t, hourly())
	base := []string{"stats", "p/i/t", "--layout", "{device}#{at:date(2006010215)}", "--gaps", "at"}
	out, errs, code := against(t, server, append(base, "--by", "device")...)
	for _, want := range []string{"GAPS at by device",
		"6 values at the usual steps are missing, in 1 gap of 3 groups at regular\n  steps.",
		"6  d1     2026-10-02 05:00   1 h  d1#2026100205       d1#2026100212"} {
		if !strings.Contains(out, want) || code != exitOK {
			t.Errorf("%q is missing, exit %d %s:\n%s", want, code, errs, out)
		}
	}
	out, _, _ = against(t, server, append(base, "--by", "device", "--format", "json")...)
	var report struct {
		Gaps struct {
			Missing int64
			Gaps    []struct {
				Missing   int64
				KeyAfter  string `json:"key_after"`
				KeyBefore string `json:"key_before"`
			}
		}
	}
	if err := json.Unmarshal([]byte(out), &report); err != nil || report.Gaps.Missing != 6 ||
		report.Gaps.Gaps[0].KeyAfter != "d1#2026100205" || report.Gaps.Gaps[0].KeyBefore != "d1#2026100212" {
		t.Errorf("%v, %+v", err, report.Gaps)
	}
	out, _, _ = against(t, server, append(base, "--rows", "100")...)
	if !strings.Contains(out, "Gaps cannot be shown: no range of keys was read whole") {
		t.Errorf("of a sample:\n%s", out)
	}
	out, _, _ = against(t, server, append(base, "--prefix", "d0#", "--by", "device")...)
	if !strings.Contains(out, "Nothing is missing of 1 group at regular steps.") {
		t.Errorf("of one device:\n%s", out)
	}
	for _, c := range [][2]string{{"--gaps other", "no layout has a segment other"},
		{"--gaps device", "the values of device are no numbers"}, {"--by device", "--by is given without --gaps"}} {
		_, errs, code := against(t, server, append([]string{"stats", "p/i/t", "--layout", "{device}#{at:date(2006010215)}"},
			strings.Fields(c[0])...)...)
		if code != exitUsage || !strings.Contains(errs, c[1]) {
			t.Errorf("%s: exit %d, %s", c[0], code, errs)
		}
	}
}
