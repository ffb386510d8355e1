package figures

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"tabletop/model/census"
	"tabletop/model/estimate"
	"tabletop/model/retention"
	"tabletop/model/sample"
	"tabletop/model/segments"
)

// drawnTable is a sample of 40 of 400 sections of a table of 400 MB. All cells of a row have one size, which differs a
// hundredfold between sections, and each row has four versions.
func drawnTable(seed uint64) *sample.Sample {
	r := rand.New(rand.NewPCG(seed, 1))
	how := sample.Provenance{Strategy: sample.Quick, Points: 40, TotalBytes: 400_000_000, Filter: 1, RowShare: 1,
		Started: time.Unix(1_000_000, 0)}
	var parts []*sample.Builder
	for section := range 40 {
		b := sample.NewBuilder(0)
		size := 100 + r.IntN(10_000)
		for i := range 20 {
			b.Row(fmt.Appendf(nil, "%03d#%03d", section, i))
			for v := range 4 {
				b.CellPrefix("f", []byte("q"), int64(9-v)*1000, size, nil)
			}
		}
		b.SetSection(1, 1_000_000, false)
		how.Places = append(how.Places, sample.ReadRange{Start: fmt.Appendf(nil, "%03d", section),
			End: fmt.Appendf(nil, "%03d~", section), Hits: 1, Bytes: 1_000_000, Done: true})
		parts = append(parts, b)
	}
	return sample.Assemble(sample.Table{Families: []sample.Family{{Name: "f",
		GC: versions(3)}}}, how, parts)
}

// TestSavingsAreOfTheTable verifies that what a policy saves is in bytes of the table and judged on the same rows:
// here it is a quarter of all cells in every row, whatever the rows weigh.
func TestSavingsAreOfTheTable(t *testing.T) {
	r := reviewOf(t, drawnTable(1), nil, ReviewOptions{Try: []retention.Proposal{
		{Family: "f", Rule: versions(2)}, {Family: "f", Rule: versions(4)}, {Family: "f", Rule: versions(3)},
		{Family: "f", Rule: sample.GCRule{Kind: sample.GCUnion, Children: []sample.GCRule{versions(3),
			{Kind: sample.GCMaxAge, Age: 290 * 365 * 24 * time.Hour}}}},
	}})
	if r.Garbage.Table.Value != 400_000_000 || r.Garbage.Table.IsExact() {
		t.Fatalf("the table has %+v", r.Garbage.Table)
	}
	eligible := r.Garbage.Total.TableEligible
	if eligible.Value < 99_000_000 || eligible.High > 101_000_000 || !eligible.Interval() ||
		r.Garbage.Families[0].TableEligible != eligible {
		t.Errorf("eligible are %+v, of the family %+v", eligible, r.Garbage.Families[0].TableEligible)
	}
	less, more, same := r.Trials[0].Saves, r.Trials[1].Saves, r.Trials[2].Saves
	if less.Low > less.Value || less.Value < 99_000_000 || less.High-less.Low > 2_000_000 || less.IsExact() {
		t.Errorf("two versions save %+v", less)
	}
	if more.Value > -99_000_000 || more.Low > more.Value || more.High < more.Value || more.High-more.Low > 2_000_000 {
		t.Errorf("four versions save %+v", more)
	}
	if same != estimate.Counted(0) {
		t.Errorf("the policy in force saves %+v", same)
	}
	if other := r.Trials[3].Saves; other.Value != 0 || other.IsExact() || other.High <= 0 {
		t.Errorf("a policy that takes no cell more of the rows read saves %+v", other)
	}
}

// TestSavingsOfAllRowsAreExact verifies that savings are counted where all rows were read.
func TestSavingsOfAllRowsAreExact(t *testing.T) {
	s := drawnTable(2)
	s.How = sample.Provenance{Strategy: sample.Everything, Complete: true, Started: s.How.Started}
	r := reviewOf(t, s, nil, ReviewOptions{Try: []retention.Proposal{{Family: "f", Rule: versions(1)}}})
	saved := r.Trials[0].Part().Eligible.Bytes - r.Garbage.Total.Eligible.Bytes
	if got := r.Trials[0].Saves; got != estimate.Counted(saved) || saved == 0 ||
		r.Garbage.Table != estimate.Counted(s.Bytes()) {
		t.Errorf("saves %+v of %+v, want %d of %d", got, r.Garbage.Table, saved, s.Bytes())
	}
}

func versions(n int) sample.GCRule { return sample.GCRule{Kind: sample.GCMaxVersions, Versions: n} }

// reviewOf returns the review of a sample of a table, of whose rows totals are if they are not nil.
func reviewOf(t *testing.T, s *sample.Sample, totals *retention.Totals, opts ReviewOptions) *Review {
	t.Helper()
	rows, err := segments.New(t.Context(), s, nil)
	if err != nil {
		t.Fatal(err)
	}
	table := &Table{rows: rows}
	if totals != nil {
		table.all = &census.Result{Retention: totals}
	}
	review, err := table.Review(t.Context(), opts)
	if err != nil {
		t.Fatal(err)
	}
	return review
}

// reviewNow is when the random tables are evaluated.
var reviewNow = time.UnixMicro(1_700_000_000_000_000)

// randomVersions is a table of up to 40 rows of three families with random rules, of which one has no description.
func randomVersions(r *rand.Rand) *sample.Sample {
	rule := func() sample.GCRule {
		age := sample.GCRule{Kind: sample.GCMaxAge, Age: time.Duration(1+r.IntN(40)) * 24 * time.Hour}
		return []sample.GCRule{{}, versions(1 + r.IntN(4)), age,
			{Kind: sample.GCUnion, Children: []sample.GCRule{versions(1 + r.IntN(4)), age}}}[r.IntN(4)]
	}
	b := sample.NewBuilder(0)
	for row := range 2 + r.IntN(40) {
		b.Row(fmt.Appendf(nil, "row%06d", row))
		for _, family := range []string{"a", "b", "dropped"} {
			for column := range r.IntN(4) {
				at := reviewNow.UnixMicro()
				for range 1 + r.IntN(6) {
					at -= 1 + r.Int64N(int64(20*24*time.Hour/time.Microsecond))
					b.Cell(family, fmt.Appendf(nil, "q%d", column), at, make([]byte, r.IntN(50)))
				}
			}
		}
		b.Cell("a", []byte("q9"), reviewNow.UnixMicro(), nil)
	}
	return sample.Assemble(sample.Table{Families: []sample.Family{{Name: "a", GC: rule()}, {Name: "b", GC: rule()},
		{Name: "unused"}}}, sample.Provenance{Strategy: sample.Everything, Complete: true, Started: reviewNow},
		[]*sample.Builder{b})
}

// few is a sample of the first row of a table whose cells were counted.
func few(s *sample.Sample) (*sample.Sample, *retention.Totals) {
	counter := retention.NewCounter(&s.Table, reviewNow)
	counter.Add(s, nil)
	how := sample.Provenance{Strategy: sample.Everything, Filter: 1, RowShare: 0.1, RowsSeen: int64(s.Rows()),
		CountedAsOf: reviewNow, Started: reviewNow}
	return sample.Assemble(s.Table, how, []*sample.Builder{s.Slice(0, 1)}), counter.Totals()
}

// TestReviewOfAllRows verifies that the review of a row and the counts of all shows of garbage, sizes and other
// policies what that of all rows does.
func TestReviewOfAllRows(t *testing.T) {
	r := rand.New(rand.NewPCG(14, 6))
	for range 100 {
		s := randomVersions(r)
		opts := ReviewOptions{Now: reviewNow, Try: []retention.Proposal{{Family: "a", Rule: versions(1 + r.IntN(3))},
			{Family: "b", Rule: sample.GCRule{Kind: sample.GCUnion, Children: []sample.GCRule{versions(2),
				{Kind: sample.GCMaxAge, Age: 24 * time.Hour}}}}, {Family: "unused", Rule: versions(1)}}}
		want := reviewOf(t, s, nil, opts)
		one, totals := few(s)
		got := reviewOf(t, one, totals, ReviewOptions{Try: opts.Try})
		if got.Garbage.Scope != estimate.All || got.Clock.Source != "when counting began" ||
			!got.Clock.Now.Equal(reviewNow) || len(got.Notes) > 0 {
			t.Fatalf("of %v rows, as of %+v, %q", got.Garbage.Scope, got.Clock, got.Notes)
		}
		for i := range got.Garbage.Columns {
			id := sample.ColumnID(i)
			at := slices.Index(s.Columns(), one.Column(id))
			if diff := cmp.Diff(want.Garbage.Columns[at], got.Garbage.Columns[i]); diff != "" {
				t.Fatalf("column %+v: %s", one.Column(id), diff)
			}
		}
		want.Garbage.Columns, got.Garbage.Columns = nil, nil
		exact := cmpopts.IgnoreFields(retention.Spread{}, "P50", "P95") // which are known to within 1/64
		for _, d := range []string{cmp.Diff(want.Garbage, got.Garbage), cmp.Diff(want.Sizes, got.Sizes, exact)} {
			if d != "" {
				t.Fatal(d)
			}
		}
		for i, try := range opts.Try {
			if diff := cmp.Diff(want.Trials[i].Part(), got.Trials[i].Part()); diff != "" {
				t.Fatalf("%s %v: %s", try.Family, try.Rule, diff)
			}
			if diff := cmp.Diff(want.Trials[i].Garbage.Total, got.Trials[i].Garbage.Total); diff != "" {
				t.Fatalf("%s %v, of all families: %s", try.Family, try.Rule, diff)
			}
			saves := want.Trials[i].Saves.Value // exact, where the policy in force is at edges of buckets
			if got := got.Trials[i].Saves; got.Low > saves || got.High < saves || got.IsExact() && got.Value != saves {
				t.Fatalf("%s %v saves %+v, want %v", try.Family, try.Rule, got, saves)
			}
		}
	}
}

// TestReviewOfAnotherMoment verifies that counts as of one moment are not taken for another, and that the review says
// so.
func TestReviewOfAnotherMoment(t *testing.T) {
	one, totals := few(randomVersions(rand.New(rand.NewPCG(14, 7))))
	got := reviewOf(t, one, totals, ReviewOptions{Now: reviewNow.Add(time.Hour)})
	if got.Garbage.Scope == estimate.All || len(got.Notes) != 1 || got.Clock.Source != "given" ||
		!strings.HasPrefix(got.Notes[0], "all rows were counted as of ") {
		t.Errorf("of %v rows, notes %q, %+v", got.Garbage.Scope, got.Notes, got.Clock)
	}
}

// TestGarbageOfAnotherPolicy verifies that the counts of garbage answer for the policy and the moment that they were
// counted by, and the rows for others.
func TestGarbageOfAnotherPolicy(t *testing.T) {
	s := randomVersions(rand.New(rand.NewPCG(14, 8)))
	one, totals := few(s)
	rows, err := segments.New(t.Context(), one, nil)
	if err != nil {
		t.Fatal(err)
	}
	own := Policy{retention.CurrentRules(&s.Table), reviewNow}
	for name, tt := range map[string]struct {
		policy Policy
		want   estimate.Scope
	}{
		"counted": {own, estimate.All},
		"later":   {Policy{own.Rules, reviewNow.Add(time.Second)}, estimate.Sample},
		"other":   {Policy{own.Rules.With("a", versions(9)), reviewNow}, estimate.Sample},
	} {
		table := &Table{rows: rows, all: &census.Result{Retention: totals}, policy: tt.policy}
		if got, err := table.Garbage(t.Context()); err != nil || got.Scope != tt.want {
			t.Errorf("%s: garbage of %v, want %v, %v", name, got.Scope, tt.want, err)
		}
	}
}

// TestReviewEnds verifies that a review of a canceled context is none.
func TestReviewEnds(t *testing.T) {
	rows, err := segments.New(t.Context(), randomVersions(rand.New(rand.NewPCG(14, 9))), nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, opts := range []ReviewOptions{{}, {Try: []retention.Proposal{{Family: "a", Rule: versions(1)}}}} {
		if review, err := (&Table{rows: rows}).Review(ctx, opts); !errors.Is(err, context.Canceled) || review != nil {
			t.Errorf("a canceled review is %v, %v", review, err)
		}
	}
}

// TestReviewNotesStateItsLimits verifies that a review states each thing that limits it, and nothing else.
func TestReviewNotesStateItsLimits(t *testing.T) {
	behind := retention.Clock{Source: "the newest cell"}
	period := "only cells of a range of time were read"
	for _, tt := range []struct {
		name  string
		how   sample.Provenance
		clock retention.Clock
		want  []string // how the notes begin
	}{
		{"nothing", sample.Provenance{}, retention.Clock{Source: "given"}, nil},
		{"cells since", sample.Provenance{Options: sample.Options{Since: reviewNow}}, retention.Clock{}, []string{period}},
		{"cells until", sample.Provenance{Options: sample.Options{Until: reviewNow}}, retention.Clock{}, []string{period}},
		{"a clock that is behind", sample.Provenance{}, behind, []string{"this machine's clock is behind"}},
		{"rows not read", sample.Provenance{Unreadable: make([]sample.Unreadable, 1)}, retention.Clock{},
			[]string{"rows that could not be read"}},
	} {
		notes := reviewNotes(&sample.Sample{How: tt.how}, tt.clock)
		if !slices.EqualFunc(notes, tt.want, strings.HasPrefix) {
			t.Errorf("%s: %q, want %q", tt.name, notes, tt.want)
		}
	}
}
