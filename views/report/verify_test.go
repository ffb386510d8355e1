package report

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"tabletop/model/candidate"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/verify"
)

// verifyRows are rows of one cell each, f:q at 9 s, with their values by key.
type verifyRows map[string]string

func (r verifyRows) sample() *sample.Sample {
	b := sample.NewBuilder(math.MaxInt32)
	keys := make([]string, 0, len(r))
	for key := range r {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	for _, key := range keys {
		b.Row([]byte(key))
		b.Cell("f", []byte("q\x1b"), 9_000_000, []byte(r[key]))
	}
	return sample.Assemble(sample.Table{}, sample.Provenance{}, []*sample.Builder{b})
}

// comparedRows compares tables under {b}#{a}. again is what the new table has when it is read again.
func comparedRows(t *testing.T, before, after, again verifyRows, change func(*verify.Options)) VerifyInput {
	t.Helper()
	current, err := rowkey.ParseSet("{a}#{b}")
	if err != nil {
		t.Fatal(err)
	}
	options := verify.Options{Current: current, Timestamps: verify.Exact, Now: time.Unix(100, 0), List: 100, Memory: 1 << 30}
	if change != nil {
		change(&options)
	}
	if options.Layouts == nil {
		options.Layouts = parsedLayouts(t, "{b}#{a}")
	}
	check, err := verify.New(options)
	if err != nil {
		t.Fatal(err)
	}
	r := &verify.Result{Old: check.NewSums(nil), New: check.NewSums(nil), Whole: true}
	ctx := context.Background()
	passes := []error{r.Old.Old(ctx, before.sample()), r.New.New(ctx, after.sample())}
	if len(verify.Differing(r.Old, r.New)) > 0 {
		naming := check.Name(r.Old, r.New)
		passes = append(passes, naming.Old(ctx, before.sample()), naming.New(ctx, again.sample()))
		r.Found = naming.Found()
	}
	for _, err := range passes {
		if err != nil {
			t.Fatal(err)
		}
	}
	return VerifyInput{Old: "p/i/old", New: "p/i/new", Layouts: options.Layouts, Current: current,
		Timestamps: options.Timestamps, AsOf: time.Unix(3700, 0), Margin: time.Hour, Started: time.Unix(100, 0),
		Took: time.Minute, Result: r, Width: 2000}
}

func parsedLayouts(t *testing.T, template string) []*candidate.Candidate {
	t.Helper()
	c, err := candidate.Parse(template)
	if err != nil {
		t.Fatal(err)
	}
	return []*candidate.Candidate{c}
}

// TestVerifySentences verifies what a report says of each outcome, that it says nothing else of it, and that JSON has
// the same verdict.
func TestVerifySentences(t *testing.T) {
	one := verifyRows{"a#1": "x"}
	moved := verifyRows{"1#a": "x"}
	many, all := verifyRows{}, verifyRows{}
	for i := range 50 {
		many[fmt.Sprintf("a#%02d", i)], all[fmt.Sprintf("%02d#a", i)] = "x", "y"
	}
	for name, c := range map[string]struct {
		in      func() VerifyInput
		verdict string
		says    []string
		silent  []string
	}{
		"equal": {func() VerifyInput { return comparedRows(t, one, moved, nil, nil) }, "equal",
			[]string{"Equal: all that was compared of the old table, 1 cell of 1 row, is in the new table under its new " +
				"keys, with columns, times, and values, and the new table has no other cell. All 4,096 sums of keyed 128-bit hashes " +
				"agree; were the tables different, the probability of that would be below 1 in 10^30.",
				"between 1970-01-01 00:01:40 and 1970-01-01 00:02:40", "takes by 1970-01-01 01:01:40"},
			[]string{"quarantined", "inferred", "--since", "Times were not", "--gc-margin", "DIFFERENCES", "BECOME ONE"}},
		"quarantined": {func() VerifyInput {
			return comparedRows(t, verifyRows{"a#1": "x", "odd": "y"}, moved, nil, nil)
		}, "equal", []string{"1 row of the old table is quarantined and not among them.",
			"1 row of the old table has a key that no current layout decodes."}, nil},
		"without times": {func() VerifyInput {
			return comparedRows(t, one, moved, nil, func(o *verify.Options) { o.Timestamps = verify.Ignore })
		}, "equal", []string{"with columns, the order of versions, and values", "Times were not compared"},
			[]string{"columns, times,"}},
		"missing row": {func() VerifyInput { return comparedRows(t, one, verifyRows{"2#b": "z"}, verifyRows{"2#b": "z"}, nil) },
			"different", []string{"Different: 2 of 4,096 buckets of new keys differ; 1 cell missing, 1 cell extra; 1 row " +
				"missing as a whole; 1 row extra as a whole.", "\n  1#a  was a#1\n    missing  f:q\\x1b  1970-01-01 00:00:09\n",
				"\n  2#b\n    extra    f:q\\x1b  1970-01-01 00:00:09\n"}, []string{"Equal", "random"}},
		"counted in part": {func() VerifyInput {
			return comparedRows(t, many, all, all, func(o *verify.Options) { o.Memory = 1 })
		}, "different", []string{"differing parts of the keys, selected at random.", "counted in 1 of "}, nil},
		"healed": {func() VerifyInput { return comparedRows(t, one, verifyRows{"2#b": "z"}, moved, nil) }, "equal",
			[]string{"agree, 2 of them only when read again, after writes that were under way; were"}, []string{"DIFFERENCES"}},
		"not read to the end": {func() VerifyInput {
			in := comparedRows(t, one, moved, nil, nil)
			in.Stopped, in.Result.Whole = "p/i/old: the read was interrupted", false
			return in
		}, "unproved", []string{"Unproved: p/i/old: the read was interrupted.\n"}, []string{"Equal"}},
		"a row that cannot be read": {func() VerifyInput {
			in := comparedRows(t, one, moved, nil, nil)
			in.Unreadable, in.Result.Whole = [2]int{0, 2}, false
			return in
		}, "unproved", []string{"Unproved: 2 rows could not be read. 0 of 4,096 buckets of new keys differ.\n",
			"  rows unreadable     0     2\n"}, []string{"Equal"}},
		"nothing": {func() VerifyInput { return comparedRows(t, verifyRows{"odd": "x"}, verifyRows{}, nil, nil) }, "unproved",
			[]string{"Unproved: no cell was compared.\n"}, []string{"Equal"}},
		"other cells": {func() VerifyInput {
			in := comparedRows(t, one, verifyRows{"1": "x"}, verifyRows{"1": "x"}, func(o *verify.Options) {
				o.Layouts = parsedLayouts(t, "{b} => f -> g")
			})
			in.ChangesCells = true
			in.Result.Old.Overwritten = 1
			return in
		}, "different", []string{"1 cell missing, 1 cell extra.", "policies of the old table cannot be evaluated in the new one",
			"1 cell of the old table is not looked for, because the layout has it overwritten by others of the same row."}, nil},
		"in a time": {func() VerifyInput {
			in := comparedRows(t, one, moved, nil, nil)
			in.Read.Since, in.Inferred, in.Took = time.Unix(5, 0), true, 2*time.Hour
			return in
		}, "equal", []string{"A delete leaves no trace in a table", "Only these cells were compared: cells since 1970-01-01 " +
			"00:00:05", "longer than --gc-margin", "KEYS  (old layouts inferred)"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			in := c.in()
			text := printed(t, func(b *bytes.Buffer) error { return Verify(b, in, Text) })
			for _, want := range c.says {
				if !strings.Contains(text, want) {
					t.Errorf("no %q in\n%s", want, text)
				}
			}
			for _, other := range append(c.silent, "\x1b") {
				if strings.Contains(text, other) {
					t.Errorf("%q in\n%s", other, text)
				}
			}
			var got struct{ Verdict string }
			data := printed(t, func(b *bytes.Buffer) error { return Verify(b, in, JSON) })
			if err := json.Unmarshal([]byte(data), &got); err != nil || got.Verdict != c.verdict {
				t.Errorf("%v, verdict %q, want %q", err, got.Verdict, c.verdict)
			}
		})
	}
}

// TestVerifyListsMerges verifies that rows which become one are listed with their old keys, of many the first three.
func TestVerifyListsMerges(t *testing.T) {
	before := verifyRows{"a#1": "x", "b#1": "x", "c#1": "x", "d#1": "x", "e#2\x1b": "y"}
	after := verifyRows{"1": "x", "2\x1b": "y"}
	in := comparedRows(t, before, after, after, func(o *verify.Options) { o.Layouts = parsedLayouts(t, "{b}") })
	text := printed(t, func(b *bytes.Buffer) error { return Verify(b, in, Text) })
	for _, want := range []string{"Equal: all that was compared of the old table, 5 cells of 5 rows, is", "agree, where rows became one after they were joined; were",
		"ROWS THAT BECOME ONE\n  1 new row of the keys read again has the cells of several old rows.\n" +
			"  · 1 of a#1, b#1, c#1, 1 more\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}
