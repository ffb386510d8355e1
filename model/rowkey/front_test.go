package rowkey

import (
	"bytes"
	"testing"

	"pgregory.net/rapid"
)

func fronts(t interface{ Fatal(...any) }, templates ...string) (LeadingPrefix, bool) {
	var set Set
	for _, s := range templates {
		l, err := Parse(s)
		if err != nil {
			t.Fatal(err)
		}
		set = append(set, l)
	}
	return FindLeadingPrefix(set)
}

func TestFront(t *testing.T) {
	for _, c := range []struct {
		templates []string
		key       string
		front     string
		has       bool
	}{
		{[]string{"{tenant}#{day}"}, "acme#20261120", "acme#", true},
		{[]string{"{tenant}#{day}"}, "acme", "acme", false},
		{[]string{"{tenant}::{day}"}, "a:b::c", "a:b::", true},
		{[]string{"{id}"}, "acme", "acme", true},
		{[]string{"{id:be(4)}{rest}"}, "\x00\x00\x00\x01abc", "\x00\x00\x00\x01", true},
		{[]string{"{id:be(4)}{rest}"}, "\x00\x01", "\x00\x01", false},
		{[]string{"user/{id}/{ts}"}, "user/7/9", "user/7/", true},
		{[]string{"user/{id}/{ts}"}, "order/7/9", "order/7/9", false},
		{[]string{"u#{id}#{ts}", "{device}#{ts}"}, "u#7#9", "u#7#", true},
		{[]string{"u#{id}#{ts}", "{device}#{ts}"}, "v#7#9", "v#", true},
		{[]string{"{a}#{b}", "{c}/{d}"}, "x/y#z", "x/", true},
		{[]string{"{a:be(1)}{b}", "ab{c}#{d}"}, "ac#1", "ac#1", false}, // ab... begins with the same byte
		{[]string{"{a:be(1)}{b}", "ab{c}#{d}"}, "xc#1", "x", true},
	} {
		f, ok := fronts(t, c.templates...)
		if !ok {
			t.Errorf("%q has no front", c.templates)
			continue
		}
		if n, has := f.PrefixLen([]byte(c.key)); c.key[:n] != c.front || has != c.has {
			t.Errorf("%q of %q has the front %q, %v", c.key, c.templates, c.key[:n], has)
		}
	}
	for _, template := range []string{"{a...}#{b}", "[{a}#]{b}", "{a}[#{b}]"} {
		if f, ok := fronts(t, template); ok {
			t.Errorf("%q has the front %+v", template, f)
		}
	}
	if _, ok := FindLeadingPrefix(nil); ok {
		t.Error("no layouts have a front")
	}
	if f, _ := fronts(t, "u#{user}#{x}", "{device}#{x}", "d#{user}#{x}"); f.Name != "user or device" {
		t.Errorf("the fronts are called %q", f.Name)
	}
}

// TestFrontSkips: all keys that begin with a front shorter than a key have that front, so that none is missed by
// skipping.
func TestFrontSkips(t *testing.T) {
	sets := [][]string{{"{a}#{b}"}, {"{a:be(2)}{b}"}, {"a#{b}#{c}", "{d}#{e}"}, {"{a:be(1)}{b}", "ab{c}#{d}"},
		{"{a}#{b}", "{c}b{d}", "ab{e}"}}
	rapid.Check(t, func(t *rapid.T) {
		f, ok := fronts(t, rapid.SampledFrom(sets).Draw(t, "set")...)
		if !ok {
			t.Fatal("no front")
		}
		bytesOf := rapid.SliceOfN(rapid.SampledFrom([]byte("ab#")), 0, 6)
		key := bytesOf.Draw(t, "key")
		n, has := f.PrefixLen(key)
		if n == len(key) {
			return
		}
		other := append(bytes.Clone(key[:n]), bytesOf.Draw(t, "rest")...)
		if m, too := f.PrefixLen(other); m != n || too != has {
			t.Fatalf("%q has the front %q, %q has %q", key, key[:n], other, other[:m])
		}
	})
}
