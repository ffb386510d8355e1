package spec

import (
	"bytes"
	"math"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"tabletop/model/demo"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
)

// noon is the moment at which the tests look.
func noon() time.Time { return time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC) }

// minimal is a specification with a key and what is stated of its fields, in a flow mapping.
func minimal(key, fields string) string {
	return "table: t\nrows: 300\nduration: 10d\nfamilies: {f: never}\nkinds:\n  - key: '" + key + "'\n    fields: " +
		fields + "\n    columns: [{name: f:c, type: int64}]\n"
}

// parsed parses a specification that is right.
func parsed(t *testing.T, text string) *Spec {
	t.Helper()
	s, err := Parse([]byte(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return s
}

// made makes the rows of a specification.
func made(t *testing.T, s *Spec) *sample.Sample {
	t.Helper()
	table, err := s.Table()
	if err != nil {
		t.Fatal(err)
	}
	out, err := table.Sample(t.Context(), table.At(noon()), s.EndAt(noon()), 0)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestExample verifies that the example of docs/spec.md is generated as it states.
func TestExample(t *testing.T) {
	text, err := os.ReadFile("../../docs/spec.example.yaml")
	if err != nil {
		t.Fatal(err)
	}
	s := parsed(t, string(text))
	rows := made(t, s)
	if rows.Rows() != 20_000 || rows.Table.Name != "shop" || len(rows.Table.Families) != 3 {
		t.Errorf("%d rows of %+v", rows.Rows(), rows.Table)
	}
	if mean := float64(rows.Bytes()) / 20_000; math.Abs(mean/s.MeanRow()-1) > 0.05 {
		t.Errorf("a row has %.0f bytes, and by the specification %.0f", mean, s.MeanRow())
	}
	orders, coupons, newest := map[string]int{}, 0, int64(0)
	for i := range rows.Rows() {
		if rows.Key(i)[0] == 'o' {
			orders[string(rows.Key(i)[2:10])]++
		}
		from, to := rows.Cells(i)
		for j := from; j < to; j++ {
			if c := rows.Column(rows.Cell(j).Column); c.Qualifier == "coupon" {
				coupons++
			}
			newest = max(newest, rows.Cell(j).Micros)
		}
	}
	if len(orders) != 4000 || math.Abs(float64(coupons)/1500-1) > 0.1 || newest > noon().UnixMicro() {
		t.Errorf("%d customers, %d coupons, the newest cell at %v", len(orders), coupons, time.UnixMicro(newest))
	}
}

// TestSameRows verifies that a specification gives the same rows each time, in any order, and others with another seed.
func TestSameRows(t *testing.T) {
	text := minimal("{user}#{at:ms}", "{user: {values: 20, skew: 1}}")
	var all [][]demo.Row
	for _, seed := range []string{"", "seed: 1\n", "seed: 2\n"} {
		table, err := parsed(t, seed+text).Table()
		if err != nil {
			t.Fatal(err)
		}
		g := table.At(noon())
		rows := make([]demo.Row, g.Rows)
		for i := range rows {
			rows[len(rows)-1-i] = g.Row(len(rows) - 1 - i)
		}
		all = append(all, rows)
	}
	if !reflect.DeepEqual(all[0], all[1]) || reflect.DeepEqual(all[0], all[2]) {
		t.Error("the seed does not make the rows")
	}
}

// TestCodecs verifies that keys are generated of each form of each codec that a menu offers, and read back by the
// template. Times that a form cannot hold are refused with their line.
func TestCodecs(t *testing.T) {
	refused, all := 0, 0
	for _, word := range rowkey.Words() {
		for _, form := range strings.Split(word.Menu, "|") {
			for _, width := range []string{"2", "4", "8"} {
				codec := strings.ReplaceAll(form, "#", width)
				if _, err := rowkey.ParseCodec(codec); err != nil || form == "" {
					continue
				}
				all++
				key := "{n:pad(4)}#{x:" + codec + "}"
				fields := "{x: {values: 2}}"
				if c, _ := rowkey.ParseCodec(codec); c.Unit() != "" {
					fields = "{}"
				}
				s := parsed(t, strings.Replace(minimal(key, fields), "300", "60", 1))
				if _, err := s.Table(); err != nil {
					if c, _ := rowkey.ParseCodec(codec); c.Unit() == "" || !strings.HasPrefix(err.Error(), "line ") {
						t.Errorf("%s: %v", codec, err)
					}
					refused++
					continue
				}
				rows := made(t, s)
				if rows.Rows() != 60 {
					t.Errorf("%s: %d rows", codec, rows.Rows())
				}
				for i := range rows.Rows() {
					if _, err := s.Kinds[0].Layout.Decode(nil, rows.Key(i)); err != nil {
						t.Errorf("%s: %q: %v", codec, rows.Key(i), err)
						break
					}
				}
			}
		}
	}
	if refused > all/3 || all < 100 {
		t.Errorf("%d of %d forms are refused", refused, all) // times that their width cannot hold
	}
}

// TestFields verifies what is stated of fields, by the keys that are made.
func TestFields(t *testing.T) {
	for _, tt := range []struct {
		about, key, fields string
		holds              func(keys [][]byte) bool
	}{
		{"weights are kept exactly", "{a:pad(2)}#{at:ms}", "{a: {weights: {1: 5, 5: 1}}}", func(keys [][]byte) bool {
			n := counted(keys, 0)
			return len(n) == 6 && most(n) == 150
		}},
		{"values recur below each other", "{a:pad(3)}#{b:pad(3)}#{at:ms}", "{a: {values: 10}, b: {values: 3}}",
			func(keys [][]byte) bool { return len(counted(keys, 0)) == 10 && len(counted(keys, 1)) == 3 }},
		{"rows: makes new values for so many rows", "{a:pad(3)}#{b:pad(5)}#{at:ms}",
			"{a: {values: 10}, b: {rows: 3}}", func(keys [][]byte) bool {
				n := counted(keys, 1)
				return len(n) == 100 && most(n) == 3
			}},
		{"fanout: limits the values below one", "{a:pad(3)}#{b:pad(3)}#{at:ms}",
			"{a: {values: 10}, b: {values: 50, fanout: 2}}", func(keys [][]byte) bool {
				pairs := map[string]bool{}
				for _, key := range keys {
					pairs[string(key[:7])] = true
				}
				return len(pairs) == 20
			}},
		{"a salt is computed", "{s:salt(4)}#{a:pad(5)}", "{s: {values: 4, from: a}}", func(keys [][]byte) bool {
			return len(counted(keys, 0)) == 4 && len(counted(keys, 1)) == 300
		}},
		{"numbers rise with the time", "{n:pad(8)}#{at:ms}", "{n: {rising: true}}", func(keys [][]byte) bool {
			for i := 1; i < len(keys); i++ {
				if bytes.Compare(keys[i-1][9:], keys[i][9:]) > 0 {
					return false
				}
			}
			return len(counted(keys, 0)) == 300
		}},
		{"days are full", "{a:pad(3)}#{day:date(20060102)}", "{a: {values: 30}}", func(keys [][]byte) bool {
			n := counted(keys, 1)
			return len(n) == 10 && most(n) == 30
		}},
		{"every: makes steps", "{a:pad(3)}#{at:s}", "{a: {values: 3}, at: {every: 15m}}", func(keys [][]byte) bool {
			return len(counted(keys, 1)) > 100 && bytes.HasSuffix(keys[0], []byte("00"))
		}},
		{"lengths and letters", "{a}#{at:ms}", "{a: {values: 9, length: {3: 2, 6: 1}, letters: xyz}}",
			func(keys [][]byte) bool {
				lengths := map[int]int{}
				for a := range counted(keys, 0) {
					lengths[len(a)]++
					if strings.Trim(a, "xyz") != "" {
						return false
					}
				}
				return len(lengths) == 2 && lengths[3] == 6
			}},
	} {
		rows := made(t, parsed(t, minimal(tt.key, tt.fields)))
		var keys [][]byte
		for i := range rows.Rows() {
			keys = append(keys, rows.Key(i))
		}
		if len(keys) != 300 || !tt.holds(keys) {
			t.Errorf("%s: not so of %d keys, from %q, %q", tt.about, len(keys), keys[0], keys[len(keys)/2])
		}
	}
}

// counted counts the values of a field, between #.
func counted(keys [][]byte, field int) map[string]int {
	out := map[string]int{}
	for _, key := range keys {
		out[strings.Split(string(key), "#")[field]]++
	}
	return out
}

func most(counts map[string]int) int {
	out := 0
	for _, n := range counts {
		out = max(out, n)
	}
	return out
}

// TestErrors verifies the line and the words of what is refused.
func TestErrors(t *testing.T) {
	whole := minimal("{user}#{at:ms}", "{user: {values: 20}}")
	for _, tt := range []struct{ from, to, want string }{
		{whole, "", "the file is empty"},
		{"rows: 300", "", "line 1: rows: is missing"},
		{"rows: 300", "rows: many", `line 2: "many" must be a whole number from 1 to 1,000,000`},
		{"rows: 300", "rowz: 300", `line 2: unknown field "rowz" (rows?)`},
		{"table: t", "table: a b", `line 1: "a b" cannot be a name`},
		{"10d", "10 days", `line 3: "10 days" must be a duration such as 15m, 12h or 30d`},
		{"10d", "1d..2d", `line 3: "1d..2d" must be one duration`},
		{"10d", "10d\nend: soon", `line 4: end: "soon" must be now, or a time as in`},
		{"10d", "10d\nseed: x", `line 4: seed: "x" must be a whole number`},
		{"{f: never}", "{f: forever}", `line 4: f: "forever" must be a policy as in maxversions=2`},
		{"{f: never}", "[f]", "line 4: families: name each family with its policy"},
		{"{f: never}", "{f: never, f: never}", "line 4: f: appears twice"},
		{"key: '", "key: '{", "line 6: key: "},
		{"#{at:ms}", "#[{at:ms}]", "line 6: rows are not generated of templates with groups"},
		{"f:c", "g:c", `line 8: name: "g:c" must be a family of the table`},
		{"int64", "int", `line 8: type: "int" must be one of text, integer`},
		{"int64", "int64, bytes: -1", `line 8: "-1" must lie in 0 to`},
		{"int64", "int64, bytes: 9..3", `line 8: "9..3": a range begins with the smaller number`},
		{"int64", "int64, bytes: {}", `line 8: the distribution is empty`},
		{"int64", "int64, bytes: {3: 0}", `line 8: "0" must be a number above 0`},
		{"int64", "int64, share: 2", `line 8: "2" must be a number from 0 to 1`},
		{"int64", "int64, count: 2", `line 8: fields: and count: are of columns whose name has fields`},
		{"int64", "text, bytes: 9000000, versions: 1000", "the table would have"},
		{"values: 20", "value: 20", `line 7: unknown field "value" (values?)`},
		{"values: 20", "values: 20, weights: {1: 2}", "line 7: user: the weights state how many values"},
		{"values: 20", "weights: {1: 2000000}", "line 7: weights: more than 1,000,000 values"},
		{"values: 20", "skew: 1", "line 7: user: add values:"},
		{"values: 20", "from: at", "line 7: user: add values:"},
		{"values: 20", "values: 20, from: no", `line 7: from: "no" must be another segment`},
		{"values: 20", "values: 20, fanout: 1, rows: 1", "line 7: user: fanout: and rows: say the same"},
		{"values: 20", "values: 20, every: 1d", "line 7: user: every: and over: are of times"},
		{"values: 20", "values: 20, rising: true", "line 7: user: only values that are new in each row rise"},
		{"values: 20", "rising: maybe", `line 7: "maybe" must be true or false`},
		{"values: 20", "values: 20, letters: ä", "line 7: letters: "},
		{"{user: {values: 20}}", "{at: {values: 3}}", "line 7: at: a time has only every: and over:"},
		{"{user: {values: 20}}", "{nobody: {values: 3}}", `line 7: unknown field "nobody"`},
		{"    columns", "    writes: [0]\n    columns", "line 8: writes: one of the numbers must be above 0"},
		{"    columns", "    writes: 3\n    columns", `line 8: "3" must be a duration such as`},
		{"int64", "int64, after: 1d, ago: 1d", "line 8: after: and ago: both state the time"},
	} {
		text := strings.Replace(whole, tt.from, tt.to, 1)
		if _, err := Parse([]byte(text)); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q for %q: %v, want %s", tt.to, tt.from, err, tt.want)
		}
	}
	for _, tt := range []struct{ key, fields, want string }{
		{"{user}", "{user: {values: 20}}", "line 6: 15 rows of {user} would share their key: leave out values:"},
		{"{user}#{at:date(20060102)}", "{user: {values: 20}}",
			"line 6: 15 rows of {user}#{at:date(20060102)} would share their key: the duration has only 10 times"},
		{"{user:hex(1)}", "{}", "line 6: 284 rows would have the key of another row: raise length:"},
		{"{user:pad(2)}#{n:pad(2)}", "{user: {values: 1}}", "line 6: 200 rows would have the key of another row"},
		{"{user}#{at:ms}", "{user: {letters: '0'}}", "line 7: no values of user can be made as text: fewer than two characters"},
		{"{at:s(be(2))}", "{}", "line 6: no values of at can be made as s(be(2)): "},
	} {
		if _, err := parsed(t, minimal(tt.key, tt.fields)).Table(); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s, %s: %v, want %s", tt.key, tt.fields, err, tt.want)
		}
	}
}

// TestDistribution verifies how distributions are read, written, drawn from, and made of numbers.
func TestDistribution(t *testing.T) {
	d := Distribution{{Lo: 1, Hi: 1, Weight: 3}, {Lo: 10, Hi: 19, Weight: 1}}
	if d.at(0) != 1 || d.at(0.74) != 1 || d.at(0.76) != 10 || d.at(0.999) != 19 || d.Mean() != 0.75+14.5/4 {
		t.Errorf("%v: mean %v", d, d.Mean())
	}
	if got := d.text(numbers(0, 100)); got != "{1: 3, 10..19: 1}" {
		t.Error(got)
	}
	counts := tally{}
	sum := 0.0
	for n := range int64(1000) {
		counts[n*n] += 2
		sum += float64(n * n)
	}
	made := counts.distribution()
	if lo, hi := made[0].Lo, made[len(made)-1].Hi; len(made) > 50 || math.Abs(made.Mean()/(sum/1000)-1) > 0.01 || lo != 0 ||
		hi < 700_000 {
		t.Errorf("%d ranges from %d to %d with mean %.0f, want %.0f", len(made), lo, hi, made.Mean(), sum/1000)
	}
	for _, ms := range []int64{0, 1, 90_000, 3_600_000, -86_400_000} {
		if got, ok := readDuration(writeDuration(ms)); !ok || got != ms {
			t.Errorf("%d ms is written %s and read %d", ms, writeDuration(ms), got)
		}
	}
}

// FuzzParse verifies that no text makes Parse fail otherwise than with an error, and that what it reads is written so
// that it reads the same.
func FuzzParse(f *testing.F) {
	example, err := os.ReadFile("../../docs/spec.example.yaml")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(example))
	f.Add(minimal("{user}#{at:ms}", "{user: {weights: {1: 5, 3..9: 2}, letters: a-z0-9}}"))
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Parse([]byte(text))
		if err != nil {
			return
		}
		written := s.Text()
		again, err := Parse(written)
		if err != nil {
			t.Fatalf("%v of what was written:\n%s", err, written)
		}
		if !bytes.Equal(again.Text(), written) {
			t.Errorf("written\n%s\nand then\n%s", written, again.Text())
		}
	})
}
