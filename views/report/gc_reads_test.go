package report

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"tabletop/model/access"
	"tabletop/model/figures"
	"tabletop/model/retention"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/workload"
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
