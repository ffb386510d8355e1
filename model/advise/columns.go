package advise

import (
	"slices"
	"strings"
	"tabletop/model/sample"
)

// columnShares sets the shares of the bytes of rows that a query scans, which are those of the families of the columns
// it reads, and that are sent to it, which are those of the columns alone (G11, G62).
func (c *cube) columnShares(q *query) {
	q.scanned, q.sent = 1, 1
	wanted := q.Query().Columns
	if len(wanted) == 0 {
		return
	}
	families := map[string]bool{}
	for _, name := range wanted {
		family, _, _ := strings.Cut(name, ":")
		families[family] = true
	}
	columns := c.space.facts.Sample.Columns()
	scans, sends := make([]bool, len(columns)), make([]bool, len(columns))
	for i, col := range columns {
		scans[i], sends[i] = families[col.Family], slices.Contains(wanted, col.Family+":"+col.Qualifier)
	}
	var all, scanned, sent float64
	for _, row := range sample.Evenly(c.rowsIn, watched) {
		all += float64(len(c.space.facts.Sample.Key(row)))
		scanned += float64(len(c.space.facts.Sample.Key(row)))
		sent += float64(len(c.space.facts.Sample.Key(row)))
		from, to := c.space.facts.Sample.Cells(row)
		for j := from; j < to; j++ {
			cell := c.space.facts.Sample.Cell(j)
			col := columns[cell.Column]
			size := float64(sample.CellBytes(len(col.Family), len(col.Qualifier), int(cell.Size)))
			all += size
			if scans[cell.Column] {
				scanned += size
			}
			if sends[cell.Column] {
				sent += size
			}
		}
	}
	q.scanned, q.sent = scanned/max(all, 1), sent/max(all, 1)
}
