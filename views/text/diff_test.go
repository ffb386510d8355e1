package text

import (
	"strings"
	"testing"

	"tabletop/model/diff"
)

// TestDiffSummaryStatesWhatIsUndetermined verifies that a comparison is called within sampling error only as far as the
// samples show it.
func TestDiffSummaryStatesWhatIsUndetermined(t *testing.T) {
	for _, c := range []struct {
		compared, beyond, undetermined int
		want                           string
	}{
		{140, 0, 0, "No significant difference: 140 figures compared, all within sampling error."},
		{140, 0, 1, "No significant difference: of 140 figures compared, 139 are within sampling error and 1 is undetermined."},
		{140, 0, 140, "Undetermined: the samples do not show whether any of 140 figures differs."},
		{140, 3, 0, "3 of 140 figures differ significantly (95% confidence): by more than sampling error."},
		{140, 1, 9, "1 of 140 figures differs significantly (95% confidence): by more than sampling error. 9 are undetermined."},
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
