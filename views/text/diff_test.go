package text

import (
	"math"
	"strings"
	"testing"

	"tabletop/model/diff"
	"tabletop/model/estimate"
)

// TestDiffSummaryStatesWhatIsUndetermined verifies that a comparison is called within sampling error only as far as the
// samples show it.
func TestDiffSummaryStatesWhatIsUndetermined(t *testing.T) {
	for _, c := range []struct {
		compared, beyond, undetermined int
		want                           string
	}{
		{140, 0, 0, "No significant difference: 140 figures compared, all within sampling error."},
		{140, 0, 1, "No significant difference: of 140 figures compared, 139 are within sampling error and 1 is " +
			"undetermined."},
		{140, 0, 140, "Undetermined: the samples do not show whether any of 140 figures differs."},
		{140, 3, 0, "3 of 140 figures differ significantly (95% confidence): by more than sampling error."},
		{140, 1, 9, "1 of 140 figures differs significantly (95% confidence): by more than sampling error. 9 are " +
			"undetermined."},
	} {
		got := DiffSummary(&diff.Diff{Compared: c.compared, Beyond: c.beyond, Undetermined: c.undetermined})
		if got != c.want {
			t.Errorf("%+v:\n%s", c, got)
		}
		if strings.Contains(got, "all within") != (c.beyond == 0 && c.undetermined == 0) {
			t.Errorf("%+v is called all within sampling error: %s", c, got)
		}
	}
}

// TestSharesDifferInPoints verifies that the difference of two shares is in percentage points, and that of two sizes in
// bytes.
func TestSharesDifferInPoints(t *testing.T) {
	change := func(low, v, high float64) diff.Change {
		return diff.Change{Delta: estimate.Within(v, low, high), Verdict: diff.Grew}
	}
	for _, c := range []struct {
		change diff.Change
		format func(float64) string
		want   string
	}{
		{change(0.021, 0.021, 0.021), Percent, "+2.1 points"},
		{change(0.011, 0.021, 0.031), Percent, "+1.1 to +3.1 points"},
		{change(-0.004, 0.021, 0.046), Percent, "−0.40 to +4.6 points"},
		{change(-0.001, -0.0005, -0.00007), Percent, "−0.10 to −0.007 points"},
		{change(-0.001, -0.0005, -0.0001), Percent, "−0.10 to −0.01 points"},
		{change(0.5, 0.9, 0.9995), Percent, "+50.0 to +99.9 points"},
		{change(-4.2e-08, 0, 0.02), Bytes, "0 to +0.02 B"},
		{change(-4.2e-08, 0, 4.2e-08), Bytes, "0 B"},
		{change(1000, 2000, 3000), Bytes, "+1.00 to +3.00 kB"},
		{change(-1000, 2000, math.Inf(1)), Bytes, "≥ −1.00 kB"},
		{change(math.Inf(-1), 2000, 3000), Bytes, "≤ +3.00 kB"},
		{change(math.Inf(-1), 2000, math.Inf(1)), Bytes, "unknown"},
	} {
		if got := diffDelta(c.change, c.format); got != c.want {
			t.Errorf("%+v is %q, want %q", c.change.Delta, got, c.want)
		}
	}
}

// TestDiffFiguresSayWhatTheyAre verifies that a figure of a comparison shows whether it is exact, an estimate, or a
// bound of what was not seen.
func TestDiffFiguresSayWhatTheyAre(t *testing.T) {
	for want, f := range map[string]estimate.Figure{
		"400 B":             estimate.Counted(400),
		"≈ 400 B ±13%":      estimate.Within(400, 350, 450),
		"≈ 400 B":           estimate.Within(400, 390, 700),
		"≈ 400 B ± unknown": estimate.Within(400, 0, math.Inf(1)),
		"≤ 9 B":             estimate.Within(0, 0, 9),
		"0 B":               estimate.Counted(0),
	} {
		if got := diffFigure(f, Bytes); got != want {
			t.Errorf("%+v is %q, want %q", f, got, want)
		}
	}
	for want, f := range map[string]estimate.Figure{
		"≥ 93.0%":           estimate.Within(1, 0.93, 1),
		"≥ 0.10%":           estimate.Within(1, 0.001, 1),
		"≥ 99.9%":           estimate.Within(0.9999, 0.9989, 1),
		">99.9%":            estimate.Point(0.9999),
		"≤ 0.30%":           estimate.Within(0.00001, 0, 0.003),
		"<0.01%":            estimate.Point(0.00001),
		"≤ 37.5%":           estimate.Within(0, 0, 0.375),
		"≤ 99.0%":           estimate.Within(0, 0, 0.99),
		"≈ 40.0% ± unknown": estimate.Within(0.4, 0, 1),
		"≈ 40.0%":           estimate.Within(0.4, 0.01, 1),
		"100%":              estimate.Counted(1),
		"0%":                estimate.Counted(0),
	} {
		if got := diffFigure(f, Percent); got != want {
			t.Errorf("%+v is %q, want %q", f, got, want)
		}
	}
	for _, f := range []estimate.Figure{estimate.Within(0, 0, 1), estimate.Within(1, 0, 1)} {
		if got := diffFigure(f, Percent); got != "unknown" {
			t.Errorf("a share of which nothing is known is %q", got)
		}
		c := diff.Change{Before: f, After: estimate.Counted(1), Delta: estimate.Within(1, 0, 1)}
		if got := diffDelta(c, Percent); got != "unknown" {
			t.Errorf("its difference from another is %q", got)
		}
	}
}

// TestWhatOneSideLacks verifies that what one side lacks is new or gone if that is certain, and else not seen there,
// with the share that may have it; and that it is shown with the rows that have it.
func TestWhatOneSideLacks(t *testing.T) {
	none, some := estimate.Counted(0), estimate.Within(0.045, 0.03, 0.07)
	for _, tt := range []struct {
		presence diff.Presence
		want     [3]string
	}{
		{diff.Presence{Now: true, Verdict: diff.New, Rows: diff.Change{Before: none, After: some}, Seen: 32},
			[3]string{"0", "≈ 4.5%, 32 rows", "new"}},
		{diff.Presence{Now: true, Verdict: diff.New, Seen: 1,
			Rows: diff.Change{Before: none, After: estimate.Counted(0.0025)}}, [3]string{"0", "0.25%, 1 row", "new"}},
		{diff.Presence{Verdict: diff.Gone, Rows: diff.Change{Before: estimate.Counted(0.5), After: none}, Seen: 2000},
			[3]string{"50.0%, 2,000 rows", "0", "gone"}},
		{diff.Presence{Verdict: diff.Unseen, Seen: 9,
			Rows: diff.Change{Before: estimate.Counted(0.5), After: estimate.Within(0, 0, 0.01)}},
			[3]string{"50.0%, 9 rows", "≤ 1.0%", "not seen now"}},
		{diff.Presence{Verdict: diff.Unseen, Seen: 9, Rows: diff.Change{Before: some, After: estimate.Within(0, 0, 0.01)}},
			[3]string{"≈ 4.5%, 9 rows", "≤ 1.0%", "not seen now"}},
		{diff.Presence{Now: true, Verdict: diff.Unseen, Seen: 9,
			Rows: diff.Change{Before: estimate.Within(0, 0, 1), After: some}},
			[3]string{"unknown", "≈ 4.5%, 9 rows", "not seen before"}},
		{diff.Presence{Now: true, Verdict: diff.Unseen, Seen: 9, Rows: diff.Change{Before: estimate.Point(0), After: some}},
			[3]string{"unknown", "≈ 4.5%, 9 rows", "not seen before"}},
	} {
		tt.presence.Subject, tt.presence.Family, tt.presence.Qualifier = diff.OfColumn, "f", "a\nb"
		section := DiffSections(&diff.Diff{Presences: []diff.Presence{tt.presence}, MorePresences: 3})[0]
		row := section.Rows[0]
		if got := [3]string{row.Before, row.After, row.Word}; got != tt.want || row.Name != `column f:a\x0ab` ||
			section.About != "3 more, with smaller shares." {
			t.Errorf("%q is %q, want %q; %s", row.Name, got, tt.want, section.About)
		}
	}
	if got := DiffSections(&diff.Diff{})[0].Words; got != "table" {
		t.Errorf("without any, there is a section on %s", got)
	}
}

// TestDiffHeadline verifies the sentence over a comparison: what differs, what is new, gone, or seen on one side only,
// and by how many rows the table grew, without more words where nothing differs.
func TestDiffHeadline(t *testing.T) {
	rows := diff.Total{Name: "rows", Change: diff.Change{Verdict: diff.Shrank, Delta: estimate.Counted(-803)}}
	for want, d := range map[string]*diff.Diff{
		"No significant difference: 422 figures compared.":            {Compared: 422},
		"No difference: 3 figures compared, all exact and all equal.": {Compared: 3, Exact: true},
		"1 of 9 figures differs significantly.":                       {Compared: 9, Beyond: 1},
		"4 of 70 figures differ significantly: 2 families are new, 1 column is gone, 1 record kind is seen on one side only, " +
			"the table shrank by 803 rows, 2 are undetermined.": {Compared: 70, Beyond: 4, Undetermined: 2,
			Totals: []diff.Total{rows}, Presences: []diff.Presence{{Subject: diff.OfFamily, Verdict: diff.New},
				{Subject: diff.OfFamily, Verdict: diff.New}, {Subject: diff.OfColumn, Verdict: diff.Gone},
				{Subject: diff.OfKind, Verdict: diff.Unseen}}},
		"1 of 9 figures differs: the table shrank by 803 rows.": {Compared: 9, Beyond: 1, Exact: true,
			Totals: []diff.Total{rows}},
	} {
		if got := DiffHeadline(d); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
