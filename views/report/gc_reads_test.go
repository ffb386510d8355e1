package report

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"tabletop/model/access"
	"tabletop/model/estimate"
	"tabletop/model/figures"
	"tabletop/model/price"
	"tabletop/model/retention"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/simulate"
	"tabletop/model/workload"
	"tabletop/views/report/doc"
)

// gcWhole is a table with a history that a workload does not return, and the answer to all that gc can be asked.
func gcWhole(t *testing.T, complete bool) (Input, GCInput) {
	t.Helper()
	const day = 24 * time.Hour
	builder := sample.NewBuilder(0)
	for device := range 4 {
		for ago := 150; ago >= 0; ago -= 10 {
			at := gcNow.Add(-time.Duration(ago) * day)
			builder.SetSection(device+1, 1000, false)
			builder.Row(fmt.Appendf(nil, "dev%02d#%s", device, at.Format("20060102")))
			for version := range 3 {
				builder.Cell("m", []byte("state"), at.Add(-time.Duration(version)*time.Hour).UnixMicro(),
					[]byte{byte('a' + version)})
			}
			builder.Cell("note", []byte("by"), at.UnixMicro(), []byte("somebody"))
		}
	}
	table := sample.Table{Project: "prod", Instance: "eu", Name: "metrics", Families: []sample.Family{
		{Name: "m", GC: sample.GCRule{Kind: sample.GCUnion, Children: []sample.GCRule{
			{Kind: sample.GCMaxVersions, Versions: 2}, {Kind: sample.GCMaxAge, Age: 140 * day}}}},
		{Name: "note"}}}
	layout, err := rowkey.Parse("{device}#{day:date(20060102)}")
	if err != nil {
		t.Fatal(err)
	}
	how := sample.Provenance{Complete: complete, Strategy: sample.Everything, Started: gcNow}
	if !complete {
		how = sample.Provenance{Strategy: sample.Quick, Started: gcNow, Points: 4, TotalBytes: 20000}
	}
	in := input(t, "prod/eu/metrics", sample.Assemble(table, how, []*sample.Builder{builder}), rowkey.Set{layout})
	answer := GCInput{Language: "go"}
	check := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	answer.Review, err = in.ReviewWith(t.Context(), figures.ReviewOptions{Now: gcNow})
	check(err)
	answer.Ahead, err = answer.Review.Ahead(t.Context())
	check(err)
	answer.Tier, answer.Others, err = answer.Review.Tiers(t.Context(), 90*day)
	check(err)
	index, err := in.Queries(t.Context())
	check(err)
	queries, err := workload.Parse([]byte("queries: [{name: one device, where: {device: equal}, columns: ['m:state']}, "+
		"{name: newest, where: {device: equal}, latest: 5 by day, columns: ['m:state']}]"), access.SegmentNames(in.Layouts))
	check(err)
	check(index.Prepare(queries))
	answer.Reads, err = index.Older(queries, gcNow.Add(-90*day).UnixMicro())
	check(err)
	answer.Needed, err = index.Needed(t.Context(), queries, answer.Review)
	check(err)
	for _, n := range answer.Needed {
		if n.Withheld == "" {
			trial, err := answer.Review.Try(t.Context(), retention.Proposal{Family: n.Family, Rule: n.Rule})
			check(err)
			answer.Review.Trials = append(answer.Review.Trials, *trial)
		}
	}
	return in, answer
}

// TestGCOfAWorkload verifies the report with a tier, a workload and filters, counted and estimated, and in JSON.
func TestGCOfAWorkload(t *testing.T) {
	for name, complete := range map[string]bool{"gc_asked": true, "gc_asked_sample": false} {
		in, answer := gcWhole(t, complete)
		in.Width = 90
		var out bytes.Buffer
		if err := GC(&out, in, answer, Text); err != nil {
			t.Fatal(err)
		}
		golden(t, name, out.Bytes())
		if complete {
			out.Reset()
			if err := GC(&out, in, answer, JSON); err != nil {
				t.Fatal(err)
			}
			golden(t, "gc_asked_json", out.Bytes())
		}
	}
}

// TestGCOfCBTAndOddTimes verifies that cbt reads family by family, with the reason where it cannot, and that no tier is
// estimated of timestamps that are not times.
func TestGCOfCBTAndOddTimes(t *testing.T) {
	in, review := gcReview(t, true)
	answer := GCInput{Review: review, Language: "cbt"}
	var err error
	if answer.Tier, answer.Others, err = review.Tiers(t.Context(), 30*24*time.Hour); err != nil {
		t.Fatal(err)
	}
	in.Width = 200
	var out bytes.Buffer
	if err := GC(&out, in, answer, Text); err != nil {
		t.Fatal(err)
	}
	flowing := strings.Join(strings.Fields(out.String()), " ")
	for _, want := range []string{"no command: m: cbt read has no filter of timestamps: use a client library",
		"cbt -project prod -instance eu read metrics columns=meta:\n",
		"cbt -project prod -instance eu read metrics columns=seq: cells-per-column=1\n",
		"not known: of family seq, ", "by such timestamps cells move at once or never"} {
		if !strings.Contains(out.String(), want) && !strings.Contains(flowing, want) {
			t.Errorf("%q is not in %s", want, out.String())
		}
	}
	if strings.Contains(flowing, "move to infrequent access") {
		t.Error("a tier is estimated of timestamps that are no times")
	}
}

// pricesOf are prices of a file: 10 a GiB and month on SSD, 4 on infrequent access, all bytes twice.
func pricesOf(t *testing.T) *price.Prices {
	t.Helper()
	p, err := price.Parse([]byte("currency: EUR\ndate: 2026-11-01\nclusters: 4\ncompression: 0.5\nssd: 10\n" +
		"infrequent_access: 4\nnode_hour: 0.7\n"))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestMoneyOfGarbage verifies what is stated of money with prices, and that without them nothing is: the waste a month
// is of the eligible bytes, a policy saves what its bytes cost, and a tier what they cost less there.
func TestMoneyOfGarbage(t *testing.T) {
	in, answer := gcWhole(t, false)
	table := answer.Review.Garbage.Table.Value
	answer.Review.Garbage.Table = estimate.Counted(int64(table))
	without := printed(t, func(b *bytes.Buffer) error { return GC(b, in, answer, Text) })
	for _, word := range []string{"EUR", "Prices", "a month"} {
		if strings.Contains(without, word) {
			t.Errorf("%q without prices", word)
		}
	}
	in.Prices, in.Width = pricesOf(t), 200
	d := gcDoc(in, answer)
	each := 0.5 * 4 * 10 / (1 << 30)
	near := func(got *figures.Figure, want float64) bool {
		return got != nil && math.Abs(got.Value-want) < 1e-12*table
	}
	if !near(d.EligibleMonth, d.TableEligible.Value*each) {
		t.Errorf("the waste a month is %+v of %+v", d.EligibleMonth, d.TableEligible)
	}
	if p := d.Families[0].Policies[0]; !near(p.SavesMonth, p.Saves.Value*each) {
		t.Errorf("a policy saves %+v a month of %+v", p.SavesMonth, p.Saves)
	}
	if !near(d.Tier.SavesMonth, d.Tier.Moves.Value*each*6/10) {
		t.Errorf("the tier saves %+v a month of %+v", d.Tier.SavesMonth, d.Tier.Moves)
	}
	text := printed(t, func(b *bytes.Buffer) error { return GC(b, in, answer, Text) })
	flowing := strings.Join(strings.Fields(text), " ")
	for _, want := range []string{"Prices: EUR of 2026-11-01; bytes times 0.5 for compression, in 4 clusters.",
		"longer a month", "That saves <0.01 EUR a month. family moves", "saves <0.01 EUR a month row p50"} {
		if !strings.Contains(flowing, want) {
			t.Errorf("%q is not in %s", want, flowing)
		}
	}
}

// TestMoneyOfLayouts verifies that each layout states what its bytes cost a month.
func TestMoneyOfLayouts(t *testing.T) {
	in, _ := gcWhole(t, true)
	trials := trialsOf(t, in, "{day}#{device}")
	in.Prices = pricesOf(t)
	d := simulateDoc(in, trials)
	for _, trial := range append([]doc.Trial{d.Today}, d.Layouts...) {
		if trial.Table.Bytes == nil || trial.Table.Month == nil ||
			math.Abs(trial.Table.Month.Value-trial.Table.Bytes.Value*0.5*4*10/(1<<30)) > 1e-9 {
			t.Errorf("%s costs %+v a month of %+v bytes", trial.Template, trial.Table.Month, trial.Table.Bytes)
		}
	}
	page := printed(t, func(b *bytes.Buffer) error { return Simulate(b, in, trials, Text) })
	if !strings.Contains(page, "storage a month") || !strings.Contains(page, "Prices: EUR of 2026-11-01") {
		t.Error(page)
	}
	in.Prices = nil
	if page := printed(t, func(b *bytes.Buffer) error { return Simulate(b, in, trials, Text) }); strings.Contains(page, "a month") {
		t.Error(page)
	}
}

// TestMoneyOfABackfill verifies the node hours of a backfill at the peak rates, what they cost where the price is known,
// and the month of the second table.
func TestMoneyOfABackfill(t *testing.T) {
	scale := &simulate.Scale{Table: estimate.Counted(220e6 * 3600), Rows: estimate.Counted(2 * 14000 * 3600),
		Bytes: estimate.Counted(10 << 30)}
	m := &MigrationInput{Prices: pricesOf(t)}
	const want = " At the peak rates of docs/cost.md it keeps nodes busy for at least 3 node hours, 2.10 EUR. Beside the " +
		"old table, the new one costs 200 EUR a month (EUR of 2026-11-01; bytes times 0.5 for compression, in 4 clusters)."
	if got := m.cost(scale); got != want {
		t.Errorf("%q", got)
	}
	m.Prices.NodeHour = 0
	if got := m.cost(scale); !strings.HasPrefix(got, strings.Replace(want, ", 2.10 EUR", "", 1)) {
		t.Errorf("%q", got)
	}
	m.Prices = nil
	if got := m.cost(scale); got != "" {
		t.Errorf("without prices %q", got)
	}
}
