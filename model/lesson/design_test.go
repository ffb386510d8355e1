package lesson_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"tabletop/model/lesson"
)

// ofOwn is a lesson with one design.
const ofOwn = `name: own
title: Own
about: A layout of one's own.
tables:
  - {source: "%s", layout: "%s"}
steps:
  - {text: t, task: t, why: "{best}", make: {in: %s, right: "%s", design: {within: %s, queries: [%s]}}}
`

// TestCoachNamesTheLargestGap verifies that the reply to a layout of one's own names the largest gap to the best one,
// with the figures of both, and that a gap within the stated factor is none.
func TestCoachNamesTheLargestGap(t *testing.T) {
	t.Parallel()
	const (
		trades  = "demo:market/TRADE"
		order   = "{exchange:text(6)}#{symbol:text(5)}#{at:ms}"
		best    = "{symbol}#{at}#{exchange}"
		long    = best + " => MD -> MD:a-name-far-longer-than-it-has-to-be-{qualifier()}"
		hour    = `{ask: "symbol equal, at range 1h", weight: 9}, {ask: "exchange equal, symbol equal, at equal", weight: 1}`
		metrics = "demo:machines/memusage"
		seconds = "{device:hex(8)}#{metric:enum}#{at:ms}"
		metric  = `{ask: "metric equal, at range 1h", weight: 1}`
	)
	for _, tt := range []struct{ source, layout, right, within, queries, made, says string }{
		{trades, order, best, "1.25", hour, "{exchange}#{symbol}#{reverse(at)}", "in reads"},
		{trades, order, best, "1.25", hour, long, "in bytes"},
		{trades, order, best, "5", hour, long, ""},
		{trades, order, best, "1.25", hour, best, ""},
		{metrics, seconds, "{metric}#{device}#{at}", "1.25", metric, "{metric}#{at}#{device}", "in writes"},
		{metrics, seconds, "{metric}#{device}#{at}", "50", metric, "{metric}#{at}#{device}", ""},
	} {
		l, err := lesson.Parse("own", fmt.Appendf(nil, ofOwn, tt.source, tt.layout, "lab", tt.right, tt.within, tt.queries))
		if err != nil {
			t.Fatal(err)
		}
		b, err := open(now)(context.Background(), l.Tables[0])
		if err != nil {
			t.Fatal(err)
		}
		v, err := l.Steps[0].Check.Judge(context.Background(), b, lesson.Work{Templates: []string{tt.made}})
		if err != nil || v.Done != (tt.says == "") || !strings.Contains(v.Say, tt.says) {
			t.Errorf("%s within %s: done %v, %q, %v", tt.made, tt.within, v.Done, v.Say, err)
		}
		if tt.says != "" {
			says(t, b, tt.made, tt.right, tt.says, v.Figures)
		}
	}
}

// says verifies the figures of a reply, and that no gap is larger than the one that it names.
func says(t *testing.T, b *lesson.Workbench, made, best, named string, shown lesson.Figures) {
	t.Helper()
	value := func(m lesson.Measure) float64 {
		f, err := m(context.Background(), b)
		if err != nil {
			t.Fatal(err)
		}
		return f.Value
	}
	gaps := map[string]float64{"in writes": value(lesson.Busiest(made)) / value(lesson.Busiest(best)),
		"in bytes": value(lesson.Size(made)) / value(lesson.Size(best))}
	figures := map[string]lesson.Measure{}
	switch named {
	case "in reads":
		query := shown["query"].Word
		figures = map[string]lesson.Measure{"rows": lesson.Read(query)(made), "fewest": lesson.Read(query)(best)}
		gaps[named] = shown["times"].Value
	case "in writes":
		figures = map[string]lesson.Measure{"busiest": lesson.Busiest(made), "spread": lesson.Busiest(best)}
	case "in bytes":
		figures = map[string]lesson.Measure{"stored": lesson.Size(made), "fewer": lesson.Size(best)}
	}
	for name, m := range figures {
		if shown[name].Value != value(m) {
			t.Errorf("%s: %s is %v, and %v was measured", made, name, shown[name].Value, value(m))
		}
	}
	for other, times := range gaps {
		if times > gaps[named] {
			t.Errorf("%s: the gap %s is %.2f, and that %s is said to be the largest: %.2f", made, other, times, named,
				gaps[named])
		}
	}
}

// TestFaultsOfDesigns verifies that a design names queries that can be asked, with weights, and a factor above 1.
func TestFaultsOfDesigns(t *testing.T) {
	t.Parallel()
	const good = `{ask: "symbol equal", weight: 1}`
	for want, d := range map[string][3]string{
		"within must be above 1": {"lab", "1", good},
		"queries is missing":     {"lab", "2", ""},
		"weight must be above 0": {"lab", "2", `{ask: "symbol equal", weight: 0}`},
		"weight must be above":   {"lab", "2", `{ask: "symbol equal"}`},
		"no segment \"price\"":   {"lab", "2", `{ask: "price equal", weight: 1}`},
		"query \"symbol\"":       {"lab", "2", `{ask: "symbol", weight: 1}`},
		"design is for a layout": {"keys", "2", good},
	} {
		_, err := lesson.Parse("own", fmt.Appendf(nil, ofOwn, "demo:market/TRADE",
			"{exchange:text(6)}#{symbol:text(5)}#{at:ms}", d[0], "{symbol}#{at}#{exchange}", d[1], d[2]))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", d, err, want)
		}
	}
}

// TestMissedCells verifies that cells which a need keeps and a policy does not are missed, whatever else it keeps.
func TestMissedCells(t *testing.T) {
	t.Parallel()
	b, err := open(now)(context.Background(), lesson.Table{Source: "demo:machines/memusage_latest",
		Layout: "{device:hex(8)}#memusage"})
	if err != nil {
		t.Fatal(err)
	}
	for policy, want := range map[string]float64{"": 0, "maxversions=1": 0, "never": 0, "maxversions=3": 0,
		"maxversions=1 || maxage=3650d": 0, "maxversions=1 && maxage=1m": 0, "maxage=1m": 31} {
		f, err := lesson.Missed("v: maxversions=1")(policy)(context.Background(), b)
		if err != nil || f.Value != want {
			t.Errorf("%q misses %v of the newest versions, want %v: %v", policy, f.Value, want, err)
		}
	}
	kept, err := lesson.KeptCells("v")("maxage=1h")(context.Background(), b)
	if err != nil {
		t.Fatal(err)
	}
	if f, err := lesson.Missed("v: maxage=1h")("")(context.Background(), b); err != nil || f.Value <= 0 ||
		f.Value >= kept.Value {
		t.Errorf("one version misses %v of the %v cells of an hour: %v", f.Value, kept.Value, err)
	}
	for _, wrong := range []string{"missed [v]", "missed [: maxage=1h]", "missed [v: maxage]", "missed"} {
		if _, err := lesson.ParseQuantity(wrong, lesson.OfPolicy); err == nil {
			t.Errorf("%q is a measure", wrong)
		}
	}
}
