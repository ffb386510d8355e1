package rowkey

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestMisfitsAreExplainedByTheNearestLayout verifies that the failure of a key is reported for the layout that explains
// most of it, wherever in the set that layout is.
func TestMisfitsAreExplainedByTheNearestLayout(t *testing.T) {
	for _, c := range []struct{ near, far, key, segment string }{
		{`order#{id:int}`, `{user}#{day:date(20060102)}`, "order#12x", "id"},
		{`order#{id:int}`, `{user}#{day}#{n:int}`, "order#20240101#x", "id"},
		{`{user}#{day:date(20060102)}`, `order#{id:int}`, "ann#20241301", "day"},
		{`{day:date(20060102)}/{id:uuid}`, `{a}/{b:int}`, "20240101/02fe3e38-e2d6-4add-b629-f4fbca0701zz", "id"},
		{`{n:be(2)}{day:date(20060102)}`, `{n:be(2)}{m:be(2)}{o:be(8)}`, "\x00\x0120241301", "day"},
		{`{n:pad(4)}:{u:uuid}:end`, `{n:hex(4)}:{x:int}`, "00a1:02fe3e38-e2d6-4add-b629-f4fbca07012b:end", "n"},
	} {
		for _, near := range []int{0, 1} {
			set := Set{mustParse(t, c.near), mustParse(t, c.far)}
			if near == 1 {
				slices.Reverse(set)
			}
			r := Check(set, slices.Values([][]byte{[]byte(c.key)}))
			if len(r.Misfits) != 1 {
				t.Fatalf("%q fits", c.key)
			}
			m := r.Misfits[0]
			if m.Kind != near || m.Err.Segment == nil || m.Err.Segment.Name != c.segment {
				t.Errorf("%q: reported for layout %d (%s), %v; want %s and segment %s", c.key, m.Kind, set[m.Kind],
					m.Err, c.near, c.segment)
			}
		}
	}
}

// arguments is a pool from which TestNoArgumentIsDropped takes the arguments of every codec.
func arguments() []string {
	return []string{"1", "2", "4", "8", "16", "signed", "flip", "upper", "lower", "any", "hex", "hex(4)", "bytes",
		"bytes(4)", "b64", "int", "pad(4)", "be(4)",
		"be(8, flip)", "ordered", "point(2)", "ms", "day", "date(20060102)", "domain", "path", "quadkey", "h3",
		"discord", "twitter", "2^40-1", "10^12-1", "crc32(a)",
		"md5", "_", "x", "20060102", "2006-01-02T15:04:05Z", ""}
}

// TestNoArgumentIsDropped verifies that every argument of every codec either changes what the codec is or is refused:
// leaving it out gives another codec or an error. The arguments that state a default are counted and few.
func TestNoArgumentIsDropped(t *testing.T) {
	defaults := map[string]bool{}
	try := func(word string, args []string) {
		spec := fmt.Sprintf("%s(%s)", word, strings.Join(args, ", "))
		c, err := ParseCodec(spec)
		if err != nil {
			return
		}
		if again, err := ParseCodec(c.Spec()); err != nil || again.Spec() != c.Spec() {
			t.Errorf("%s is %s, which is read as %v, %v", spec, c.Spec(), again, err)
		}
		for i := range args {
			rest := slices.Delete(slices.Clone(args), i, i+1)
			shorter := word
			if len(rest) > 0 {
				shorter = fmt.Sprintf("%s(%s)", word, strings.Join(rest, ", "))
			}
			if less, err := ParseCodec(shorter); err == nil && less.Spec() == c.Spec() {
				defaults[spec] = true
			}
		}
	}
	pool := arguments()
	for _, f := range Words() {
		for _, a := range pool {
			try(f.Word, []string{a})
			for _, b := range pool {
				try(f.Word, []string{a, b})
				if slices.Contains([]string{"4", "hex", "be(2)", "pad(4)"}, a) {
					for _, c := range []string{"signed", "flip", "upper", "any", "bytes", "be(2)", "sha1(b)", "4"} {
						try(f.Word, []string{a, b, c})
					}
				}
			}
		}
	}
	allowed := []string{"snowflake(twitter)", "int(int)"}
	for _, unit := range epochUnits() {
		allowed = append(allowed, string(unit.unit)+"(int)")
	}
	for spec := range defaults {
		if !slices.Contains(allowed, spec) {
			t.Errorf("%s drops an argument without a word", spec)
		}
	}
	for _, spec := range allowed {
		if !defaults[spec] {
			t.Errorf("%s no longer states a default", spec)
		}
	}
	for _, template := range []string{"{a:be(3, flip, signed)}", "{a:text len(1) len(2)}", "{a:text escaped escaped}",
		"{a......}", "{s:salt(4, pad(2), be(1))}", "{s:salt(be(1), 16)}"} {
		if l, err := Parse(template); err == nil {
			t.Errorf("%s is read as %s", template, l)
		}
	}
}

// TestAMistypedKindIsAnError verifies that what precedes " = " is a valid record kind or an error, never a literal, and
// that a literal of that form is still written and read back.
func TestAMistypedKindIsAnError(t *testing.T) {
	for _, template := range []string{"1k = {a}", "a b = {a}", "k! = {a}", `k\= = {a}`} {
		if l, err := Parse(template); err == nil || !strings.Contains(err.Error(), "not a valid record kind") {
			t.Errorf("%s is read as %v, %v", template, l, err)
		}
	}
	for _, template := range []string{`1k \= {a}`, `{a} = {b}`, `x=y \= {b}`, `a \= b \= {c}`} {
		l := mustParse(t, template)
		if l.Name() != "" || l.String() != template {
			t.Errorf("%s is %q, %s", template, l.Name(), l)
		}
	}
	literal, err := New("", Part{Literal: []byte("1k = a=b = ")}, Part{Segment: &Segment{Name: "a", Codec: newText()}})
	if err != nil {
		t.Fatal(err)
	}
	if back := mustParse(t, literal.String()); string(back.Parts()[0].Literal) != "1k = a=b = " {
		t.Errorf("%s is read back as %s", literal, back)
	}
}
