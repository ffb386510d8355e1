package simulate

import (
	"math/rand/v2"
	"testing"

	"tabletop/internal/slowtest"
	"tabletop/model/access"
)

// Over many samples, what queries are said to cost holds the truth of the whole table, also where rows become one.
func TestCostsCover(t *testing.T) {
	draws := 60
	if !slowtest.On() {
		draws = 4
	}
	whole := events(20_000).sample()
	queries := "queries: [{name: a, where: {user: equal}}, {name: b, where: {user: equal, event: equal}}, {name: c, " +
		"where: {user: equal, ts: range 7d}}]"
	for _, text := range []string{
		"{user}#{reverse(ts)}#{event}",
		"{user}#{bucket(ts, 1w):date(2006-W01)} => * -> *:{ts}#{event}#{qualifier()}",
		"{user}#{event}#{bucket(ts, 1d):date(20060102)} => * -> *:{ts}#{qualifier()}",
		"{user}#{celltime(day)}",
	} {
		truth := costsOf(t, whole, text, queries)
		missed := make([]int, len(truth))
		read := make([]float64, len(truth))
		r := rand.New(rand.NewPCG(5, 3))
		for range draws {
			for k, c := range costsOf(t, drawn(whole, 400, 60, 30, r), text, queries) {
				read[k] += c.ByData.RowsRead.Value / float64(draws)
				for _, f := range [][2]access.Average{{c.ByData, truth[k].ByData}} {
					if v := f[1].RowsRead.Value; v < f[0].RowsRead.Low || v > f[0].RowsRead.High {
						missed[k]++
					}
				}
			}
		}
		for k := range truth {
			t.Logf("%s, %s: truth %.4g, mean %.4g, missed %d of %d", text, truth[k].Query.Name,
				truth[k].ByData.RowsRead.Value, read[k], missed[k], draws)
			if float64(missed[k]) > 0.15*float64(draws) {
				t.Errorf("%s, %s: rows read are outside their interval in %d of %d samples", text, truth[k].Query.Name,
					missed[k], draws)
			}
		}
	}
}
