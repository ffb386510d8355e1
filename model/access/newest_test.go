package access

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"tabletop/model/workload"
	"testing"
)

// TestNewestWithFilterEqualsByteRanges verifies what the newest of a user of a city cost where the user stands behind
// the time in the key, against a client that goes through sorted keys from the newest end until it has enough, and in
// each bucket of a salt.
func TestNewestWithFilterEqualsByteRanges(t *testing.T) {
	records := makeRecords(6, 200)
	f := factsOf(t, records)
	for _, x := range []struct {
		layout, front string // the parts of the key before the time
		anyUser       bool   // of the city, whoever the user
		falling       bool
		roughly       bool // the time is an hour, and what follows is in another order
		ranged        bool // only of numbers from 40 to 119
	}{
		{layout: "city at user n", front: "city"}, {layout: "city back user n", front: "city", falling: true},
		{layout: "at user city n"},
		{layout: "city hour user at n", front: "city", roughly: true}, {layout: "city hour at user n", front: "city"},
		{layout: "salt city at user n", front: "salt city"}, {layout: "salt back user n city", front: "salt",
			falling: true},
		{layout: "salt back user n city", front: "salt", falling: true, anyUser: true},
		{layout: "salt at city user n", front: "salt", anyUser: true},
		{layout: "city user at n", front: "city user", ranged: true}, {layout: "salt back user n city", front: "salt",
			falling: true, ranged: true},
		{layout: "city at n user", front: "city", anyUser: true, ranged: true},
		{layout: "city hour at user n", front: "city", ranged: true},
	} {
		names := strings.Fields(x.layout)
		w := newWorld(records, names)
		for _, n := range []int{1, 3, 20} {
			where := "city: equal, user: equal"
			if x.anyUser {
				where = "city: equal"
			}
			if x.ranged {
				where += ", n: range = 40 .. 119"
			}
			load, err := workload.Parse(fmt.Appendf(nil, "queries: [{name: q, where: {%s}, latest: %d by at}]", where, n),
				f.Names)
			if err != nil {
				t.Fatal(err)
			}
			costs, err := f.Costs(context.Background(), load, w.layout(f, names))
			if err != nil {
				t.Fatal(err)
			}
			inRange := func(r record) bool { return !x.ranged || r.n >= 40 && r.n <= 119 }
			var rows, bytes, runs float64
			for _, asked := range records {
				if !inRange(asked) {
					continue
				}
				wanted := func(r record) bool {
					return inRange(r) && r.city == asked.city && (x.anyUser || r.user == asked.user)
				}
				runs++
				fronts := []string{""}
				for _, part := range strings.Fields(x.front) {
					p := pieces()[part]
					if part == "salt" {
						fronts = salted(fronts, p.fan)
						continue
					}
					for i := range fronts {
						fronts[i] += p.write(asked) + "#"
					}
				}
				if strings.HasPrefix(x.front, "salt") && !x.anyUser { // the bucket of the user, who is known
					fronts = slices.DeleteFunc(fronts,
						func(front string) bool { return front[0] != pieces()["salt"].write(asked)[0] })
				}
				for _, front := range fronts {
					r, b := w.untilNewest(front, wanted, n, x.falling, x.roughly)
					rows, bytes = rows+r, bytes+b
				}
			}
			rows, bytes = rows/runs, bytes/runs
			got := costs[0].ByData
			if math.Abs(got.RowsRead.Value-rows) > 1e-6*rows || math.Abs(got.BytesRead.Value-bytes) > 1e-6*bytes {
				t.Errorf("%s, %d: %g rows and %g bytes, not %g and %g", x.layout, n, got.RowsRead.Value,
					got.BytesRead.Value, rows, bytes)
			}
		}
	}
}

// untilNewest reads the keys that begin with front from the newest end until n of them are wanted; where a key has the
// hour only roughly in order of time, the rest of this hour too.
func (w *world) untilNewest(front string, wanted func(record) bool, n int,
	falling, roughly bool) (rows, bytes float64) {
	of := map[string]record{}
	for i, r := range w.records {
		of[w.keyOf[i]] = r
	}
	var keys []string
	for _, k := range w.keys {
		if strings.HasPrefix(k, front) {
			keys = append(keys, k)
		}
	}
	if !falling {
		slices.Reverse(keys)
	}
	hour := ""
	for _, k := range keys {
		own := of[k].at.Format("2006010215")
		if n <= 0 && (!roughly || own != hour) {
			break
		}
		rows++
		bytes += w.bytes[k]
		if wanted(of[k]) {
			if n--; n == 0 {
				hour = own
			}
		}
	}
	return rows, bytes
}
