package access

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/model/workload"
)

// perGroup answers "the n newest of each" the way a client would, over the sorted keys of w: one range for each group
// where the keys allow that and it takes less time, else one scan of all that begins with what is known.
func (w *world) perGroup(known []string, per string, n int, asked record) (a answer) {
	matches := func(r record) bool {
		return !slices.ContainsFunc(known, func(k string) bool { return r.has(k) != asked.has(k) })
	}
	newest := map[string][]record{}
	for _, r := range w.records {
		if matches(r) {
			newest[r.has(per)] = append(newest[r.has(per)], r)
		}
	}
	found := map[string]bool{}
	for _, list := range newest {
		slices.SortStableFunc(list, func(a, b record) int { return b.at.Compare(a.at) })
		for _, r := range list[:min(n, len(list))] {
			found[w.key(r)] = true
		}
	}
	for k := range found {
		a.rowsReturned++
		a.bytesReturned += w.bytes[k]
	}
	scan, needed := []string{""}, []string{} // prefixes of one scan; what is known and not yet in them
	needed = append(needed, known...)
	plain, left := []piece{}, []string{""} // pieces without salts; prefixes that end in salts
	for _, p := range w.pieces {
		switch {
		case p.fan != nil && len(plain) == len(known)-len(needed) && len(needed) > 0:
			left = salted(left, p.fan)
		case p.fan != nil:
		case slices.Contains(needed, p.of) && len(plain) == len(known)-len(needed):
			for i := range left {
				left[i] += p.write(asked) + "#"
			}
			scan, needed = left, slices.DeleteFunc(needed, func(k string) bool { return k == p.of })
			plain = append(plain, p)
		default:
			plain = append(plain, p)
		}
	}
	at := len(known)
	served := len(needed) == 0 && at+1 < len(plain) && plain[at].of == per && plain[at+1].of == "at"
	for _, front := range scan {
		to := ""
		if front != "" {
			to = front[:len(front)-1] + "$"
		}
		rows, bytes := w.count(front, to)
		a.rowsRead += rows
		a.bytesRead += bytes
	}
	a.ranges = float64(len(scan))
	rates := workload.DefaultRates()
	millis := func(ranges, rows, bytes float64) float64 {
		return rates.Millis(workload.Use{Ranges: ranges, Rows: rows, Bytes: bytes, Returned: a.rowsReturned,
			ReturnedBytes: a.bytesReturned})
	}
	if each := float64(len(newest)); served &&
		millis(each, a.rowsReturned, a.bytesReturned) < millis(a.ranges, a.rowsRead, a.bytesRead) {
		a.rowsRead, a.bytesRead, a.ranges = a.rowsReturned, a.bytesReturned, each
	}
	return a
}

// salted is every prefix with every bucket behind it.
func salted(prefixes, buckets []string) []string {
	var out []string
	for _, f := range prefixes {
		for _, b := range buckets {
			out = append(out, f+b+"#")
		}
	}
	return out
}

func (w *world) key(r record) string {
	var parts []string
	for _, p := range w.pieces {
		parts = append(parts, p.write(r))
	}
	return strings.Join(parts, "#")
}

// TestLatestPerGroupEqualsByteRanges verifies the cost of the newest of each group against byte ranges over sorted
// keys.
func TestLatestPerGroupEqualsByteRanges(t *testing.T) {
	records := makeRecords(4, 6000)
	f := factsOf(t, records)
	ways := map[Method]int{}
	for _, layout := range []string{"city user at n", "user at n city", "city at user n", "city user n at",
		"user back city n", "city user back n", "at city user n", "salt user at city n",
		"city salt user at n", "salt city user at n", "city user salt at n"} {
		names := strings.Fields(layout)
		w := newWorld(records, names)
		for _, q := range []struct {
			known []string
			per   string
			n     int
		}{{nil, "user", 1}, {[]string{"city"}, "user", 2}, {nil, "city", 3}} {
			text := fmt.Sprintf("queries: [{name: q, latest: %d per %s by at}]", q.n, q.per)
			if q.known != nil {
				text = fmt.Sprintf("queries: [{name: q, where: {city: equal}, latest: %d per %s by at}]", q.n, q.per)
			}
			load, err := workload.Parse([]byte(text), f.Names)
			if err != nil {
				t.Fatal(err)
			}
			if again, err := workload.Parse([]byte(load.Text()), f.Names); err != nil || again.Text() != load.Text() {
				t.Errorf("%s does not read back: %v", load.Text(), err)
			}
			costs, err := f.Costs(context.Background(), load, w.layout(f, names))
			if err != nil {
				t.Fatal(err)
			}
			var want answer
			runs := map[string]answer{}
			for _, r := range records {
				city := ""
				if q.known != nil {
					city = r.city
				}
				if _, ok := runs[city]; !ok {
					runs[city] = w.perGroup(q.known, q.per, q.n, r)
				}
				want = sum(want, runs[city])
			}
			want = over(want, float64(len(records)))
			what := layout + ", " + load.Queries[0].String()
			check(t, what, costs[0].ByData, want)
			if math.Abs(costs[0].Ranges-want.ranges) > 1e-6 {
				t.Errorf("%s: %g ranges, not %g", what, costs[0].Ranges, want.ranges)
			}
			ways[costs[0].Access]++
		}
	}
	if ways[FanOut] == 0 || ways[FullScan] == 0 || ways[Filter] == 0 {
		t.Errorf("not every way to read was met: %v", ways)
	}
}

// TestRangeOfCellTime verifies a range of cell time against a count of the cells, in rows as they are and in rows by
// cell time.
func TestRangeOfCellTime(t *testing.T) {
	const hour = int64(3600e6)
	b := sample.NewBuilder(64)
	for d := range 5 {
		b.Row(fmt.Appendf(nil, "d%d", d))
		for v := range 10 + d {
			b.Cell("f", []byte("v"), int64(20-v)*hour+int64(d)*1e6, []byte("x"))
		}
	}
	s := sample.Assemble(sample.Table{}, sample.Provenance{Complete: true, Strategy: sample.Everything},
		[]*sample.Builder{b})
	f, err := indexOf(s, rowkey.Set{mustParse(t, "{device}")})
	if err != nil {
		t.Fatal(err)
	}
	got := cost(t, f, "{name: q, where: {device: = d3, 'celltime()': range = 1970-01-01T18 .. 1970-01-01T20}}")
	if got.Access != Filter || got.ByData.RowsRead.Value != 1 || got.ByData.RowsReturned.Value != 1 {
		t.Errorf("%s, %g rows read for %g", got.Access, got.ByData.RowsRead.Value, got.ByData.RowsReturned.Value)
	}
	// By cell time, as {device}#{celltime()} has it: a row for each cell.
	l := &Layout{}
	c := Component{Sources: []string{workload.CellTime}}
	device := Component{Sources: []string{"device"}}
	for d := range 5 {
		device.Raw = append(device.Raw, fmt.Appendf(nil, "d%d", d))
		for v := range 10 + d {
			at := int64(20-v)*hour + int64(d)*1e6
			l.Of, l.Row, l.Times = append(l.Of, uint32(d)), append(l.Row, uint32(len(l.Row))), append(l.Times, at)
			c.Of, c.Raw = append(c.Of, uint32(len(c.Raw))), append(c.Raw, fmt.Appendf(nil, "%013d", at/1000))
			device.Of = append(device.Of, uint32(d))
			l.Bytes = append(l.Bytes, 20)
		}
	}
	l.Components = []Component{device, c}
	w, err := workload.Parse([]byte("queries: [{name: q, where: {device: equal, 'celltime()': range 3h}}]"), f.Names)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Prepare(w); err != nil {
		t.Fatal(err)
	}
	costs, err := f.Costs(context.Background(), w, l)
	if err != nil {
		t.Fatal(err)
	}
	rows, asked := 0.0, 0.0
	// of the range that begins at each cell of a device: the newest have fewer than three behind them
	for d := range 5 {
		for v := range 10 + d {
			rows += float64(min(3, v+1))
			asked++
		}
	}
	if a := costs[0].ByData; costs[0].Access != ByRange || math.Abs(a.RowsRead.Value-rows/asked) > 1e-9 ||
		a.RowsReturned.Value != a.RowsRead.Value {
		t.Errorf("%s, %g rows read for %g, not %g", costs[0].Access, a.RowsRead.Value, a.RowsReturned.Value, rows/asked)
	}
}

// TestLatestPerGroupErrors verifies that mistakes in what the newest of each are wanted of are reported with their
// line.
func TestLatestPerGroupErrors(t *testing.T) {
	for text, want := range map[string]string{
		"latest: '1 per , by day'": "per wants segments", "latest: 1 per day by day": "day cannot be both",
		"latest: '1 per user, user by day'": "user appears twice",
		"latest: 1 per nobody by day":       `line 1: no segment "nobody"`,
		"latest: 0 per user by day":         "wants a number and a time",
		"read your writes: maybe":           `wants true or false, not "maybe"`,
	} {
		if _, err := workload.Parse([]byte("queries: [{name: q, "+text+"}]"), []string{"user", "day"}); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, not %s", text, err, want)
		}
	}
	w, err := workload.Parse([]byte("queries: [{name: q, where: {user: equal}, read your writes: true}]"),
		[]string{"user", "day"})
	if err != nil || !w.Queries[0].ReadYourWrites || !strings.Contains(w.Queries[0].String(), "reads its own writes") {
		t.Fatalf("%+v, %v", w, err)
	}
	if again, err := workload.Parse([]byte(w.Text()), []string{"user", "day"}); err != nil || !again.Queries[0].ReadYourWrites {
		t.Errorf("%s does not read back: %v", w.Text(), err)
	}
}
