package measure

import (
	"flag"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	kg "tabletop/internal/keygrammar"
	"tabletop/model/confidence"
	"tabletop/model/infer"
)

var (
	lossesOf = flag.String("losses", "",
		"print the tables of a part that are read wrongly, by cause: "+strings.Join(open(), ", "))
	lossesFrom = flag.Uint64("from", 1, "seed of the first table for -losses")
	lossTables = flag.Int("tables", 140, "number of tables for -losses")
	lossesIn   = flag.String("in", "", "productions to draw for -losses instead of all, with commas between them")
)

// open lists the parts that inference is developed on.
func open() []string {
	return []string{"tuning", "second", "third", "fourth", "packed", "exotic", "glued", "plain", "rare", "wire", "odd", "raw"}
}

// TestLosses prints for each table of a part that is read wrongly the truth and the answer, by cause, and which of them
// are shown as sure: "none" are those of which one kind is read wrongly, but 98% of the keys are right. The other parts
// are not for looking at.
func TestLosses(t *testing.T) {
	if *lossesOf == "" {
		t.Skip("prints tables for development with -losses")
	}
	if !slices.Contains(open(), *lossesOf) {
		t.Fatalf("the part %q is not for looking at: inference is developed on %s", *lossesOf, strings.Join(open(), ", "))
	}
	g := kg.Load(*lossesOf)
	if *lossesIn != "" {
		g.Productions = slices.DeleteFunc(g.Productions,
			func(p kg.Production) bool { return !slices.Contains(strings.Split(*lossesIn, ","), p.Name) })
	}
	cases := Run(Tables(g, *lossesFrom, *lossTables), infer.Options{})
	by := map[string][]string{}
	for _, c := range cases {
		cause, example := c.Table.Loss(c.Result.Set())
		sure := ""
		if tableConfidence(c) >= confidence.Sure && !c.Verdict.Table {
			sure = ", sure and wrong"
		}
		if cause == kg.NoLoss && sure == "" {
			continue
		}
		var b strings.Builder
		foreign := 0
		for _, r := range c.Table.Rows {
			foreign += int(one(r.Kind < 0))
		}
		fmt.Fprintf(&b, "  %.2f %s, %d rows, %d foreign, confidence %.2f%s\n    %s\n", c.Score.Headline(), c.Table.Name,
			len(c.Table.Rows), foreign, tableConfidence(c), sure, c.Table.Layout())
		for _, k := range c.Result.Kinds {
			fmt.Fprintf(&b, "    %5d %s\n", k.Keys, k.Layout)
		}
		for i := range 3 {
			fmt.Fprintf(&b, "      %q\n", c.Table.Rows[(2*i+1)*len(c.Table.Rows)/6].Key)
		}
		key := strings.TrimSpace(string(cause) + " " + example)
		by[key] = append(by[key], b.String())
	}
	t.Logf("%d tables, score %.3f", len(cases), Mean(cases))
	keys := slices.SortedFunc(maps.Keys(by), func(a, b string) int { return len(by[b]) - len(by[a]) })
	for _, k := range keys {
		t.Logf("%s: %d tables\n%s", k, len(by[k]), strings.Join(by[k], ""))
	}
}
