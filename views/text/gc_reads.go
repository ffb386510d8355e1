package text

import (
	"fmt"

	"tabletop/model/access"
	"tabletop/model/figures"
	"tabletop/model/retention"
)

// Beyond states what a read without a filter returns of a table beyond what its policies keep.
func Beyond(g *retention.Garbage) string {
	if g.Total.Eligible.Cells == 0 {
		return "A read without a filter returns no cell beyond what the policies keep."
	}
	words := "A read of all rows without a filter returns " +
		TableAmount(g.Total.Eligible, g.Total.TableEligible, g.Table)
	if g.Total.CellShare.IsExact() {
		words += " in " + Count(int(g.Total.Eligible.Cells), "cell")
	}
	return words + " beyond what the policies keep; " + RowsEmptied(g.EmptiedRows) + " of which nothing is kept."
}

// RowsEmptied formats how many rows are left without cells.
func RowsEmptied(e retention.EmptiedRows) string {
	if e.Share.IsExact() {
		return Count(int(e.Rows), "row")
	}
	return Share(e.Share) + " of the rows"
}

// Tier states what of a table is on the infrequent access tier.
func Tier(t *figures.Tier) string {
	total := t.Older.Total
	return fmt.Sprintf("%s, %s of the cell bytes, move to infrequent access, garbage included.",
		TableAmount(total.Eligible, total.TableEligible, t.Older.Table), GarbageShare(total))
}

// TierUnknown states why it is unknown what of a table is on the infrequent access tier.
func TierUnknown(t *figures.Tier) string {
	return fmt.Sprintf("not known: of family %s, %s; by such timestamps cells move at once or never", t.Family,
		t.Artificial)
}

// Loses states what a policy takes that the policy in force keeps, of the rows read.
func Loses(loss *retention.Loss, rows int) string {
	if loss.Lost == 0 {
		return "loses no cell that the policy in force keeps"
	}
	words := fmt.Sprintf("loses %s that the policy in force keeps, in %s", Count(int(loss.Lost), "cell"),
		Count(rows, "row"))
	if loss.LostChanged > 0 {
		words += fmt.Sprintf("; %s with another value than the next version", Integer(loss.LostChanged))
	}
	if loss.LostNewest > 0 {
		words += fmt.Sprintf("; %s the newest of its column", Integer(loss.LostNewest))
	}
	return words
}

// Needed states what the queries of a workload return of a family.
func Needed(n access.Needed) string {
	words := "the queries return the newest version of a column"
	if n.Oldest > 0 {
		words += ", of the newest rows only: the oldest such cell is " + retention.Span(n.Oldest) +
			" old, and the policy keeps twice that"
	}
	return words
}
