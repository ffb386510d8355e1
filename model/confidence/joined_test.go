package confidence

import (
	"fmt"
	"strings"
	"testing"

	"tabletop/model/rowkey"
)

// TestJoined verifies which segments may hold more than one value: on keys that do, and on keys that come near.
func TestJoined(t *testing.T) {
	skewed := func(i int) int { return i % 97 * (i % 89) * (i % 83) / 100 } // small ones more often
	pair := func(i int) string { return fmt.Sprintf("%05d%03d#x", i*7, i%9) }
	amount := func(codes, width int) func(i int) string {
		return func(i int) string {
			return fmt.Sprintf("C%c%c%0*d#x", 'A'+i%codes/8, 'A'+i%codes%8, width, i*59)
		}
	}
	for _, tt := range []struct {
		name, template string
		key            func(i int) string
		keys           int
		want           bool // of the first segment
	}{
		{"two padded numbers", "{n:pad(8)}#x", pair, 160, true},
		{"of few rows", "{n:pad(8)}#x", pair, 12, true},
		{"of fewer", "{n:pad(8)}#x", pair, 11, false},
		{"as one word", "{n:text(8)}#x", pair, 160, true},
		{"a date and a number", "{n:int}",
			func(i int) string { return fmt.Sprintf("202503%02d%06d", 1+i%30, i*7) }, 160, true},
		{"a day that all share, and a number", "{n:int}#x",
			func(i int) string { return fmt.Sprintf("20250301%06d#x", i*7) }, 160, true},
		{"a number of other days", "{n:int}#x",
			func(i int) string { return fmt.Sprintf("20251301%06d#x", i*7) }, 160, false},
		{"days and signs", "{n}#x",
			func(i int) string { return fmt.Sprintf("202503%02d%c#x", 1+i%30, "<>"[i%2]) }, 160, true},
		{"in half of the keys", "{n}#x", func(i int) string {
			return fmt.Sprintf([]string{"202503%02d<#x", "2025%02d=#x"}[i%2], 1+i%30)
		}, 160, true},
		{"in less than half", "{n}#x", func(i int) string {
			return fmt.Sprintf([]string{"202503%02d<#x", "2025%02d=#x", "2025%02d=#x"}[i%3], 1+i%30)
		}, 160, false},
		{"a day and a sign in all keys", "{n:enum}#x", func(int) string { return "20250301<#x" }, 160, false},
		{"a salt and a name", "{n}#x", func(i int) string { return fmt.Sprintf("%02dname%d#x", i*7%16, i) }, 160, true},
		{"a salt and a name of which some recur more often", "{n}#x",
			func(i int) string { return fmt.Sprintf("%02dname%d#x", i*i/99%16, i*i/99) }, 160, true},
		{"all digits before letters", "{n}#x", func(i int) string { return fmt.Sprintf("%dname%d#x", i%10, i) }, 160, false},
		{"of four salts", "{n}#x", func(i int) string { return fmt.Sprintf("%dname%d#x", i*7%4, i) }, 160, true},
		{"of three", "{n}#x", func(i int) string { return fmt.Sprintf("%dname%d#x", i*7%3, i) }, 160, false},
		{"of which one is missing", "{n}#x",
			func(i int) string { return fmt.Sprintf("%02dname%d#x", i*7%16/2*2, i) }, 160, false},
		{"of which the first is more common", "{n}#x",
			func(i int) string { return fmt.Sprintf("%02dname%d#x", i%16*(i%3), i) }, 160, false},
		{"letters behind digits of several widths", "{n}#x",
			func(i int) string { return fmt.Sprintf("%dname%d#x", i*7%16, i) }, 160, false},
		{"cut behind a zero", "{n:pad(6)}{m:pad(2)}#x",
			func(i int) string { return fmt.Sprintf("%05d%03d#x", i*7, i%20) }, 160, true},
		{"cut right", "{n:pad(5)}{m:pad(3)}#x",
			func(i int) string { return fmt.Sprintf("%05d%03d#x", i*7, i%20) }, 160, false},
		{"no zeros between", "{n:pad(8)}#x",
			func(i int) string { return fmt.Sprintf("%05d%03d#x", i*7, i*389%1000) }, 160, false},
		{"the second number is below 13", "{n:pad(4)}#x",
			func(i int) string { return fmt.Sprintf("%02d%02d#x", i%100, i*7%13) }, 160, true},
		{"the second number is below 40", "{n:pad(4)}#x",
			func(i int) string { return fmt.Sprintf("%02d%02d#x", i%100, i*7%20*2) }, 160, false},
		{"consecutive numbers", "{n:pad(8)}#x", func(i int) string { return fmt.Sprintf("%08d#x", 99_990+i) }, 160, false},
		{"few of them", "{n:pad(8)}#x", func(i int) string { return fmt.Sprintf("%08d#x", 99_990+i) }, 20, false},
		{"skewed numbers", "{n:pad(6)}#x", func(i int) string { return fmt.Sprintf("%06d#x", skewed(i*31)) }, 160, false},
		{"round numbers", "{n:pad(7)}#x", func(i int) string { return fmt.Sprintf("%07d#x", i*7_100) }, 160, false},
		{"a skewed first digit", "{n:pad(6)}#x",
			func(i int) string { return fmt.Sprintf("%d%05d#x", i%10/9, i*7919%100_000) }, 160, false},
		{"numbers of few values", "{n:pad(8)}#x",
			func(i int) string { return fmt.Sprintf("%08d#x", []int{71_200_3, 13_900_1, 54_600_7}[i%3]) }, 160, false},
		{"prices", "{n:pad(6)}#x", func(i int) string { return fmt.Sprintf("%04d%02d#x", i*7, i%2*99) }, 160, false},
		{"days", "{n:date(20060102)}#x",
			func(i int) string { return fmt.Sprintf("202%d01%02d#x", i%10, 1+i%20) }, 160, false},
		{"a delimiter of two bytes", "{n}>x", func(i int) string { return fmt.Sprintf("u%d->x", i) }, 160, true},
		{"most values with a dash", "{n}>x", func(i int) string {
			return strings.Replace(fmt.Sprintf("u%d->x", i), "u99-", "u99", 1)
		}, 160, false},
		{"values that end with one letter", "{n}>x", func(i int) string { return fmt.Sprintf("u%dm>x", i) }, 160, false},
		{"nothing behind the punctuation", "{n...}", func(i int) string { return fmt.Sprintf("u%d-", i) }, 160, false},
		{"ids of two widths", "{n:hex}", func(i int) string { return fmt.Sprintf("%0*x", 8+10*(i%2), i*0x7919) }, 160, true},
		{"of neighboring widths", "{n:hex}", func(i int) string { return fmt.Sprintf("%0*x", 8+i%2, i*0x7919) }, 160, false},
		{"amounts in currencies", "{n:text(8)}#x", amount(4, 5), 160, true},
		{"in as many as there may be", "{n:text(8)}#x", amount(32, 5), 32 * 8, true},
		{"in more", "{n:text(8)}#x", amount(33, 5), 33 * 8, false},
		{"in fewer numbers than may be", "{n:text(8)}#x", amount(20, 5), 159, false},
		{"in one currency", "{n:text(8)}#x", amount(1, 5), 160, false},
		{"in fewer digits", "{n:text(7)}#x", amount(4, 4), 160, false},
		{"in numbers of two widths", "{n}#x", func(i int) string { return amount(4, 5+i%2)(i) }, 160, false},
		{"days since 1970, perhaps", "{n:int}#x", func(i int) string { return fmt.Sprintf("%d#x", 17_000+i) }, 160, true},
		{"days of more than five years", "{n:int}#x",
			func(i int) string { return fmt.Sprintf("%d#x", 17_000+i*12) }, 160, false},
		{"days of 2030", "{n:int}#x", func(i int) string { return fmt.Sprintf("%d#x", 21_900+i) }, 160, false},
		{"numbers with zeros in front", "{n:pad(6)}#x",
			func(i int) string { return fmt.Sprintf("%06d#x", 17_000+i) }, 160, false},
		{"seconds until 2038", "{n:pad(10)}#x",
			func(i int) string { return fmt.Sprintf("%010d#x", 582_140_000-i*2000) }, 160, true},
		{"in nine digits", "{n:pad(9)}#x",
			func(i int) string { return fmt.Sprintf("%09d#x", 582_140_000-i*2000) }, 160, false},
		{"hours since 1970 in bytes", "{n:be(4)}#x",
			func(i int) string { return fmt.Sprintf("\x00\x06%c%c#x", 'a'+i%20, i%97) }, 160, true},
		{"in eight bytes", "{n:be(8)}#x",
			func(i int) string { return fmt.Sprintf("\x00\x00\x00\x00\x00\x06%c%c#x", 'a'+i%20, i%97) }, 160, false},
		{"numbers of three widths", "{n:hex}", func(i int) string { return fmt.Sprintf("%x", 0x100+i*0x79) }, 160, false},
	} {
		in := Input{Set: rowkey.Set{parsed(t, tt.template)}, Kinds: []Claim{{Keys: tt.keys, Stability: 1}}, Total: tt.keys}
		for i := range tt.keys {
			in.Keys, in.Times = append(in.Keys, []byte(tt.key(i))), append(in.Times, NoTime)
		}
		if got := Evaluate(in)[0].Segments[0].Doubtful; got != tt.want {
			t.Errorf("%s, such as %q by %s: doubtful is %t", tt.name, in.Keys[1], tt.template, got)
		}
		if p := Judge(in)[0]; tt.want && (p.Layout >= Sure || p.Segments[0] >= Sure) {
			t.Errorf("%s: sure, %v", tt.name, p)
		}
	}
}

// TestSpaced verifies that a number one space behind a word is doubted where other signs delimit all else.
func TestSpaced(t *testing.T) {
	for _, tt := range []struct {
		template, key string
		want          bool
	}{
		{"{n} {m:int}:{k:int}", "%c %d:7", true},
		{"{n} {m:int} {k:int}", "%c %d 7", false},
		{"{n} {m:int}", "%c %d", false},
		{"{n} {m}:{k:int}", "%c v%d:7", false},
	} {
		in := Input{Set: rowkey.Set{parsed(t, tt.template)}, Kinds: []Claim{{Keys: 90, Stability: 1}}, Total: 90}
		for i := range 90 {
			in.Keys = append(in.Keys, fmt.Appendf(nil, tt.key, 'A'+i%20, i*i))
			in.Times = append(in.Times, NoTime)
		}
		if got := Evaluate(in)[0].Segments[1].Doubtful; got != tt.want {
			t.Errorf("%s, such as %q: doubtful is %t", tt.template, in.Keys[1], got)
		}
	}
}
