package advise_test

import (
	"flag"
	"fmt"
	"strings"

	"tabletop/model/advise"
)

var update = flag.Bool("update", false, "write anew what is advised for the worked examples")

// written returns the figures of an advice, without its sentences.
func written(a *advise.Advice) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d layouts, keep %t, too close %t, first in %.4g of the conditions\n", a.Searched, a.KeepCurrent,
		a.TooClose, a.Confidence.Share)
	for _, o := range a.Options {
		fmt.Fprintf(&b, "%s: current %t, tables %d, read %.5g ms, writers %.5g, largest %.5g or %.5g, rows %.6g, "+
			"bytes %.6g, changes %d, score %.5g, first %.4g\n",
			o.Template, o.Current, o.Tables, o.Read, o.Writers, o.Largest, o.LargestEstimate, o.Rows, o.Bytes,
			o.Changes, o.Score, o.BestShare)
		for _, q := range o.Queries {
			fmt.Fprintf(&b, "  %s of table %d, %.5g ranges, %.5g rows, %.5g bytes, %.5g returned, %.5g ms:", q.Access,
				q.Table, q.Ranges, q.Rows, q.Bytes, q.Returned, q.Millis)
			for _, k := range q.Key {
				fmt.Fprintf(&b, " %s(%v)", k.Text, k.Role)
			}
			fmt.Fprintf(&b, ", %d beside\n", len(q.Beside))
		}
		fmt.Fprintf(&b, "  better in %d, worse in %d, %d caveats\n", len(o.Better), len(o.Worse), len(o.Caveats))
	}
	c := a.Confidence
	fmt.Fprintf(&b, "%d notes, %.4g rows expected, best from %.4g to %.4g, below %s, above %s, frequency off by "+
		"%.4g, %d constants\n", len(a.Notes), c.Rows, c.From, c.To, c.Below, c.Above, c.Frequency, len(c.Constants))
	return b.String()
}
