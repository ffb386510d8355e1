package spec

import (
	"encoding/binary"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"tabletop/internal/slowtest"
	"tabletop/model/demo"
	"tabletop/model/estimate"
	"tabletop/model/heat"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// measures are the figures by which a table is compared with one that is generated of its specification.
type measures struct {
	row, columns float64 // bytes and columns of a row
	busiest      float64 // share of the rows that have the most common first segment
	// hot is the share of a window's writes in its hottest part, in windows of one length: the fewer writes a window has,
	// the higher is the share that chance makes.
	hot     float64
	pattern heat.Pattern
}

// measure measures a table that is so many times as long as another: in windows as long as those of that.
func measure(t *testing.T, s *sample.Sample, set rowkey.Set, times int) measures {
	t.Helper()
	out := measures{row: float64(s.Bytes()) / float64(s.Rows())}
	columns, first := 0, map[string]int{}
	for i := range s.Rows() {
		from, to := s.Cells(i)
		for cell := from; cell < to; cell = s.Versions(cell, to) {
			columns++
		}
		spans, kind := set.Decode(nil, s.Key(i))
		if kind < 0 {
			t.Fatalf("%q is read by no layout", s.Key(i))
		}
		first[fmt.Sprint(kind, string(s.Key(i)[:spans[0].End]))]++
	}
	out.columns = float64(columns) / float64(s.Rows())
	out.busiest = float64(most(first)) / float64(s.Rows())
	m, err := heat.NewMap(t.Context(), s, heat.Options{Now: noon(), Design: estimate.NewDesign(s),
		Windows: 96 * times})
	if err != nil {
		t.Fatal(err)
	}
	out.hot, out.pattern = m.Score.Hot, m.Score.Pattern
	return out
}

// off reports which figures are more than 10% from others: all but that of the writes.
func (m measures) off(o measures) []string {
	var out []string
	for _, figure := range []struct {
		name    string
		is, was float64
	}{{"row", m.row, o.row}, {"columns", m.columns, o.columns}, {"busiest first segment", m.busiest, o.busiest}} {
		if math.Abs(figure.is-figure.was) > 0.1*figure.was {
			out = append(out, fmt.Sprintf("%s %.4g for %.4g", figure.name, figure.is, figure.was))
		}
	}
	return out
}

// offWrites is off of the writes: their pattern, and how hot the hottest part is where many values write at a time. Of
// few it is chance which those are that still write when others are quiet.
func (m measures) offWrites(o measures) []string {
	switch {
	case m.pattern != o.pattern:
		return []string{fmt.Sprintf("pattern %s for %s", m.pattern, o.pattern)}
	case o.pattern == heat.Even && math.Abs(m.hot-o.hot) > 0.1*o.hot:
		return []string{fmt.Sprintf("hottest part %.3f for %.3f", m.hot, o.hot)}
	}
	return nil
}

// aDemo is a demo table of at most so many rows.
func aDemo(t *testing.T, name string, most int) (demo.Table, demo.Generator) {
	t.Helper()
	_, table, err := demo.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	rows := table.At(noon())
	rows.Rows = min(rows.Rows, most)
	return table, rows
}

// tableOf is a table whose specification is written, with the layouts of its keys.
type tableOf struct {
	about string
	demo.Table
	rows demo.Generator
	keys string
}

// sixTables are tables of different kinds, each of about so many rows.
func sixTables(t *testing.T, most int) []tableOf {
	var out []tableOf
	for _, of := range [][2]string{{"a time series", "machines/memusage"}, {"several tenants", "tenants"},
		{"skewed, in bursts", "balloons"}, {"in trading hours", "market/TRADE"}} {
		table, rows := aDemo(t, of[1], most)
		out = append(out, tableOf{of[0], table, rows, table.Key})
	}
	battery, first := aDemo(t, "battery", most/2)
	tenants, second := aDemo(t, "tenants", most/2)
	battery.Families = append(battery.Families, tenants.Families...)
	out = append(out, tableOf{"two record kinds", battery, demo.Generator{Rows: first.Rows + second.Rows,
		Row: func(i int) demo.Row {
			if i < first.Rows {
				return first.Row(i)
			}
			row := second.Row(i - first.Rows)
			row.Key = append([]byte("BUY#"), row.Key...)
			return row
		}}, "charge = " + battery.Key + "\nbuy = BUY#" + tenants.Key})
	machines, rows := aDemo(t, "machines", most)
	return append(out, tableOf{"binary keys", machines, demo.Generator{Rows: rows.Rows, Row: func(i int) demo.Row {
		row := rows.Row(i)
		id, ms, _ := strings.Cut(strings.TrimPrefix(string(row.Key), "machine_"), "#")
		machine, _ := strconv.Atoi(id)
		at, _ := strconv.Atoi(ms)
		row.Key = binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint32(nil, uint32(machine)), uint64(at))
		return row
	}}, "{machine:be(4)}{at:ms(be(8))}"})
}

// TestRegenerated verifies that tables which are generated of the specifications of six tables, at ten times their
// rows, have their figures; and that a specification is written as it is read.
func TestRegenerated(t *testing.T) {
	for _, table := range sixTables(t, slowtest.Pick(1_500, 40_000)) {
		t.Run(table.about, func(t *testing.T) {
			set, err := rowkey.ParseSet(table.keys)
			if err != nil {
				t.Fatal(err)
			}
			before, err := table.Sample(t.Context(), table.rows, noon(), 0)
			if err != nil {
				t.Fatal(err)
			}
			described, err := Describe(t.Context(), before, set)
			if err != nil {
				t.Fatal(err)
			}
			described.Notes = nil
			s := parsed(t, string(described.Text()))
			if again := string(s.Text()); again != string(described.Text()) {
				t.Errorf("written as\n%s\nand read as\n%s", described.Text(), again)
			}
			want := measure(t, before, set, 1)
			for _, times := range []int{1, 10} {
				if err := s.Lengthen(times); err != nil {
					t.Fatal(err)
				}
				after := made(t, s)
				got := measure(t, after, set, times)
				t.Logf("%d times the rows: row %.1f for %.1f, columns %.2f for %.2f, busiest first segment %.4f for %.4f, "+
					"hottest part %.3f for %.3f, %s for %s", times, got.row, want.row, got.columns, want.columns, got.busiest,
					want.busiest, got.hot, want.hot, got.pattern, want.pattern)
				off := got.off(want)
				if slowtest.On() { // few writes make any pattern
					off = append(off, got.offWrites(want)...)
				}
				if len(off) > 0 || after.Rows() != before.Rows()*times {
					t.Errorf("%d rows, %d times as many: %v\n%s", after.Rows(), times, off, described.Text())
				}
			}
		})
	}
}

// TestHours verifies that hours in which rows are written every day are found, and are those of the rows that are made
// of them; that even ones, and bursts on a few days, are none; and that rows at the same rate for longer are of the same
// values, or of as many more where rows come to an end.
func TestHours(t *testing.T) {
	random := demo.Roll(1)
	var office, even, bursts []int64
	for range 2000 {
		day := int64(random.Below(20)) * dayLength
		office = append(office, day+int64(random.Below(int(8*dayLength/24))))
		even = append(even, day+int64(random.Below(int(dayLength))))
		bursts = append(bursts, day/dayLength/7*17*dayLength/3+int64(random.Below(int(dayLength/24))))
	}
	if hoursFrom(even) != nil || hoursFrom(bursts) != nil || hoursFrom(office[:20]) != nil {
		t.Errorf("hours of even rows %v, bursts %v, few %v", hoursFrom(even), hoursFrom(bursts), hoursFrom(office[:20]))
	}
	found := hoursFrom(office)
	if len(found) != 24 || found[15] != 0 || found[16] < 150 || found[23] < 150 {
		t.Fatalf("hours %v", found)
	}
	of := newHours(found)
	for _, before := range office {
		if back := of.spread(of.even(before)); max(back-before, before-back) > 1000 {
			t.Fatalf("%d ms before the end are %d", before, back)
		}
	}
	s := parsed(t, "table: t\nrows: 3000\nduration: 10d\nfamilies: {f: never}\nkinds:\n  - key: '{id}#{at:ms}'\n"+
		"    hours: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1]\n"+
		"    fields: {id: {rows: 30}}\n    columns: [{name: f:c}]\n")
	again := parsed(t, string(s.Text()))
	if err := again.Lengthen(2); err != nil || len(again.Kinds[0].Hours) != 24 ||
		again.Kinds[0].Fields[0].PerValue[0].Lo != 60 {
		t.Errorf("%v: read as\n%s", err, again.Text())
	}
	again.Kinds[0].Pace = Always(60_000)
	if err := again.Lengthen(2); err != nil || again.Kinds[0].Fields[0].PerValue[0].Lo != 60 {
		t.Errorf("rows at a pace: %v: read as\n%s", err, again.Text())
	}
	rows := made(t, s)
	for row := range rows.Rows() {
		from, _ := rows.Cells(row)
		if back := noon().UnixMilli() - rows.Cell(from).Micros/1000; back%dayLength > 4*dayLength/24 {
			t.Fatalf("a row is written %d ms before the end", back)
		}
	}
	for _, wrong := range []string{"[1, 2]", "7", "[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]"} {
		text := strings.Replace(minimal("{id}#{at:ms}", "{}"), "    columns", "    hours: "+wrong+"\n    columns", 1)
		if _, err := Parse([]byte(text)); err == nil || !strings.Contains(err.Error(), "24 relative numbers") {
			t.Errorf("%s: %v", wrong, err)
		}
	}
}

// TestDescribeNotes verifies what is said of a sample that has not all rows, and of rows that no layout reads.
func TestDescribeNotes(t *testing.T) {
	table, rows := aDemo(t, "tenants", 300)
	s, err := table.Sample(t.Context(), rows, noon(), 0)
	if err != nil {
		t.Fatal(err)
	}
	s.How.Complete, s.How.Strategy = false, sample.Head
	described, err := Describe(t.Context(), s, nil)
	if err != nil {
		t.Fatal(err)
	}
	text := string(described.Text())
	for _, want := range []string{"# 300 rows whose keys no layout reads", "# Made of the 300 rows read: more rows may have",
		"key: '{key}'"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	if again := made(t, parsed(t, text)); again.Rows() != 300 {
		t.Errorf("%d rows are generated", again.Rows())
	}
	if _, err := Describe(t.Context(), sample.Assemble(s.Table, s.How, nil), nil); err == nil || !strings.Contains(err.Error(), "no row of") {
		t.Errorf("without rows: %v", err)
	}
}

// TestTypeOfNumbers verifies that numbers as text are those of value.Fits, whether written with a point or an exponent.
func TestTypeOfNumbers(t *testing.T) {
	for want, texts := range map[Type][]string{Integer: {"12", "-7", "+3"}, Decimal: {"1.5", "1e5", "3", "-2E-3"},
		Text: {"1e5", "a", "b"}} {
		var cells []sample.Cell
		for _, text := range texts {
			cells = append(cells, sample.Cell{Value: []byte(text), Size: len(text)})
		}
		if got := typeOf(cells, false); got != want {
			t.Errorf("%q are %s, want %s", texts, got, want)
		}
	}
}
