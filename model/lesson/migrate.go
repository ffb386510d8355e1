package lesson

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"maps"
	"math"
	"slices"
	"strings"

	"tabletop/model/candidate"
	"tabletop/model/rekey"
	"tabletop/model/retention"
	"tabletop/model/sample"
	"tabletop/model/verify"
)

// readWith stands between a layout and the policy by which a copy was read.
const readWith = ", read with "

// NoDifference is the word of Difference for a copy that verify finds equal.
const NoDifference = "nothing"

// Unlike is how many cells of a copy verify finds to differ from the table under a layout. Behind the layout may stand
// what the job of the copy read: ", read with maxversions=1".
func Unlike(wanted string) Of {
	return verified(wanted, func(cells map[verify.Kind]int64) Figure {
		sum := int64(0)
		for _, n := range cells {
			sum += n
		}
		return number(float64(sum), Count, true)
	})
}

// Difference names the kind of which most of these cells are.
func Difference(wanted string) Of {
	return verified(wanted, func(cells map[verify.Kind]int64) Figure {
		most := verify.Kind(NoDifference)
		for _, kind := range verify.Kinds() {
			if cells[kind] > cells[most] {
				most = kind
			}
		}
		return word(string(most))
	})
}

func verified(wanted string, of func(map[verify.Kind]int64) Figure) Of {
	return func(template string) Measure {
		return func(ctx context.Context, b *Workbench) (Figure, error) {
			cells, err := b.Verify(ctx, wanted, template)
			return of(cells), err
		}
	}
}

// checkCopy reports what is wrong with the layout that a copy is to have, and how it was read.
func checkCopy(text string) error {
	layout, read, filtered := strings.Cut(text, readWith)
	if _, err := candidate.Parse(layout); err != nil || !filtered {
		return err
	}
	_, err := retention.Parse(read)
	return err
}

// Verify copies the table as template says, in memory, and returns how many cells of it differ from what wanted makes
// of the table, by kind, as tabletop verify finds them.
func (b *Workbench) Verify(ctx context.Context, wanted, template string) (map[verify.Kind]int64, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	id := [2]string{wanted, template}
	if known, ok := b.verified[id]; ok {
		return known, nil
	}
	copied, err := b.copied(ctx, wanted, template)
	if err != nil {
		return nil, err
	}
	layout, _, _ := strings.Cut(wanted, readWith)
	proposed, err := candidate.Parse(layout)
	if err != nil {
		return nil, err
	}
	families := b.Sample.Table.Families
	check, err := verify.New(verify.Options{Layouts: []*candidate.Candidate{proposed}, Current: b.Layouts,
		Old: families, New: families, Now: b.of.Clock().Now, Timestamps: verify.Exact, Memory: math.MaxInt64})
	if err != nil {
		return nil, err
	}
	before, after := check.NewSums(nil), check.NewSums(nil)
	if err := errors.Join(before.Old(ctx, b.Sample), after.New(ctx, copied)); err != nil {
		return nil, err
	}
	named := check.Name(before, after)
	if err := named.Old(ctx, b.Sample); err != nil { // before the first row of the copy
		return nil, err
	}
	if err := named.New(ctx, copied); err != nil {
		return nil, err
	}
	b.verified[id] = named.Found().Cells
	return b.verified[id], nil
}

// copied is the table that a job makes of the open one: under the keys of template, of the cells that it read. The
// empty template is the open table.
func (b *Workbench) copied(ctx context.Context, wanted, template string) (*sample.Sample, error) {
	of, err := b.analysis(ctx)
	if err != nil || template == "" {
		return b.Sample, err
	}
	base, err := of.Base(ctx)
	if err != nil {
		return nil, err
	}
	proposed, err := candidate.Parse(template)
	if err != nil {
		return nil, err
	}
	set, err := rekey.ResolveSet(proposed, b.Layouts)
	if err != nil {
		return nil, err
	}
	plan, err := base.NewPlan(set)
	if err != nil {
		return nil, err
	}
	moved, err := plan.Move(ctx, 0)
	if err != nil {
		return nil, err
	}
	unread, err := b.unread(ctx, wanted)
	if err != nil {
		return nil, err
	}
	return written(b.Sample, moved, unread), nil
}

// unread reports which cells a job does not read: those that a policy behind its layout would take.
func (b *Workbench) unread(ctx context.Context, wanted string) ([]bool, error) {
	_, policy, ok := strings.Cut(wanted, readWith)
	if !ok {
		return make([]bool, b.Sample.NumCells()), nil
	}
	rule, err := retention.Parse(policy)
	if err != nil {
		return nil, err
	}
	rules := retention.Rules{}
	for _, family := range b.Sample.Table.Families {
		rules[family.Name] = rule
	}
	return retention.NewEvaluator(b.Sample, b.of.Clock().Now).EligibleCells(ctx, rules) // copied has the analysis made
}

// copiedCell is a cell of a copy.
type copiedCell struct {
	family, qualifier string
	micros            int64
	value             []byte
}

// written are the rows that a job writes, without the cells that it did not read. Of cells with one column and time the
// last stays, as in any table.
func written(from *sample.Sample, moved *rekey.Moved, unread []bool) *sample.Sample {
	rows := map[string][]copiedCell{}
	for piece := range moved.Pieces() {
		key := string(piece.Key)
		piece.Cells(func(c rekey.PieceCell) {
			if !unread[c.Source] {
				rows[key] = append(rows[key], copiedCell{c.Family, string(c.Qualifier), c.Micros, bytes.Clone(c.Value)})
			}
		})
	}
	builder := sample.NewBuilder(math.MaxInt32)
	for _, key := range slices.Sorted(maps.Keys(rows)) {
		builder.Row([]byte(key))
		cells := rows[key]
		slices.Reverse(cells) // of equal ones the last comes first, and stays
		slices.SortStableFunc(cells, compareCells)
		for _, c := range slices.CompactFunc(cells, func(a, b copiedCell) bool { return compareCells(a, b) == 0 }) {
			builder.Cell(c.family, []byte(c.qualifier), c.micros, c.value)
		}
	}
	return sample.Assemble(from.Table, from.How, []*sample.Builder{builder})
}

// compareCells orders cells as rows hold them: by column, the newest first.
func compareCells(a, b copiedCell) int {
	return cmp.Or(strings.Compare(a.family, b.family), strings.Compare(a.qualifier, b.qualifier),
		cmp.Compare(b.micros, a.micros))
}
