package estimate

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write docs/accuracy.md anew, with TABLETOP_SLOW=1")

// page is where the figures of TestCoverage are published.
const page = "../../docs/accuracy.md"

// accuracyHead begins the page.
const accuracyHead = `# How accurate estimates are

This page is written by a test, ` + "`TABLETOP_SLOW=1 go test ./model/estimate -run 'TestCoverage$' -update`" + `, and compared by it before each
change of tabletop: these are the figures of the version that you read it in.

Each of three synthetic tables of %s rows in %s sections is sampled %d times in each of three ways, in memory and with fixed
seeds. Of "hashed" keys neighbors have nothing in common; "tenants" are 400, a few with most rows, each with rows, versions, and
columns of its own kind; keys that are "aged" begin with the time, and old rows are larger.

- **Coverage**: in how many of the samples the 95%% interval holds the truth. The test fails under 93%%.
- **Bias**: how far the mean of the estimates is off. The test fails from 3%%.
- **Error**: the 95%% quantile of how far one estimate is off.
- **Half-width**: half of the interval, in the mean.

Figures of tables that are made to mislead a sampler, read from a server, are in [Whole tables](scale.md#how-far-estimates-are-off);
those of inferred layouts in [Confidence](confidence.md); what happens when a read fails in [Reliability](reliability.md).

| table | sample | figure | coverage | bias | error | half-width |
|---|---|---|---|---|---|---|
`

// figureNames are the figures of a world in words, in the order of the page.
var figureNames = [][2]string{{"rows", "number of rows"}, {"mean", "mean row size"}, {"p50", "row size, p50"},
	{"p95", "row size, p95"}, {"cells", "number of cells"}, {"flag", "share of rows with a column"},
	{"waste", "garbage"}}

// accuracyLines are the lines of the page about the samples of one design of a table.
func accuracyLines(table, design string, scores map[string]*score) string {
	var out strings.Builder
	for _, name := range figureNames {
		one := scores[name[0]]
		fmt.Fprintf(&out, "| %s | %s | %s | %.1f%% | %+.1f%% | %.1f%% | %.1f%% |\n", table, design, name[1],
			100*one.coverage(), 100*one.bias(), 100*one.worst(), 100*one.width/2/float64(one.n))
	}
	return out.String()
}

// checkPage compares the page with what was measured, or writes it.
func checkPage(t *testing.T, text string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(page, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	was, err := os.ReadFile(page)
	if err != nil || string(was) != text {
		t.Errorf("docs/accuracy.md is of other figures (%v): TABLETOP_SLOW=1 go test ./model/estimate -run "+
			"'TestCoverage$' -update writes these:\n%s", err, text)
	}
}
