package lesson

import (
	"context"
	"errors"
	"math"
	"strings"

	"tabletop/model/candidate"
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
	if _, err := b.analysis(ctx); err != nil || template == "" {
		return b.Sample, err
	}
	from := b
	if _, policy, filtered := strings.Cut(wanted, readWith); filtered {
		read, err := b.readBy(ctx, policy)
		if err != nil {
			return nil, err
		}
		from = NewWorkbench(read, b.Layouts)
	}
	made, err := from.trial(ctx, template)
	if err != nil {
		return nil, err
	}
	return made.Tables[0].Sample(ctx)
}

// readBy are the rows that a job reads whose filter leaves what a policy keeps.
func (b *Workbench) readBy(ctx context.Context, policy string) (*sample.Sample, error) {
	rule, err := retention.Parse(policy)
	if err != nil {
		return nil, err
	}
	rules := retention.Rules{}
	for _, family := range b.Sample.Table.Families {
		rules[family.Name] = rule
	}
	unread, err := retention.NewEvaluator(b.Sample, b.of.Clock().Now).EligibleCells(ctx, rules)
	if err != nil {
		return nil, err
	}
	out := sample.NewBuilder(math.MaxInt32)
	for row := range b.Sample.Rows() {
		out.Row(b.Sample.Key(row))
		from, to := b.Sample.Cells(row)
		left := 0
		for at := from; at < to; at++ {
			if cell := b.Sample.Cell(at); !unread[at] {
				column := b.Sample.Column(cell.Column)
				out.CellPrefix(column.Family, []byte(column.Qualifier), cell.Micros, int(cell.Size), cell.Value)
				left++
			}
		}
		if left == 0 {
			out.DropRow()
		}
	}
	return sample.Assemble(b.Sample.Table, b.Sample.How, []*sample.Builder{out}), nil
}
