package figures

import "tabletop/model/estimate"

// groupSum counts where groups of rows with one value of a segment begin. The rows of one value of a leading segment
// are neighbors, so the number of groups in the table is the number of its rows times the share of rows that begin
// one; and whether a row does is known of every row but the first of a run. Counting the groups seen, or their rows,
// would be wrong: runs cut groups short, and large groups are met more often.
type groupSum struct {
	rows   estimate.Total
	starts estimate.Part
	run    int // of the row before, of this kind
	inRun  bool
	behind int // clusters that rows does not have yet
}

func (g *groupSum) add(j *job, fresh bool, w float64) {
	for ; g.behind <= j.cluster; g.behind++ {
		g.rows.Next(j.draw.Cluster(g.behind))
	}
	same := g.inRun && g.run == j.cluster
	g.run, g.inRun = j.cluster, true
	if !same {
		return
	}
	g.rows.Add(w)
	if fresh {
		g.starts.Add(&g.rows, w)
	}
}

// rowsPerValue returns the mean number of rows of the table with one value of a segment, or the reason why it is
// unknown.
func (j *job) rowsPerValue(g *segmentSum, distinct int64, leading bool) (Figure, string) {
	switch {
	case g.count == 0:
		return Figure{}, "no key has it"
	case g.count != g.keys:
		return Figure{}, "a key may have several values of it"
	case j.draw.IsExact():
		return estimate.Counted(float64(g.keys) / float64(distinct)), ""
	case j.draw.Scope == estimate.Head:
		return Figure{}, "the first rows do not speak for the table"
	case !leading:
		return Figure{}, "rows of one value are not neighbors, so most of them were not read"
	case !j.draw.RowsAreConsecutive() || !j.draw.HasIntervals():
		return Figure{}, "the rows read are not neighbors"
	}
	for ; g.groups.behind <= j.cluster; g.groups.behind++ {
		g.groups.rows.Next(j.draw.Cluster(g.groups.behind))
	}
	starts := g.groups.rows.Shares()(g.groups.starts)
	if starts.Y == 0 {
		return Figure{}, "every place read lies within the rows of one value"
	}
	return starts.Share(j.draw).Inverse(), ""
}
