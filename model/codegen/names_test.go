package codegen

import "testing"

// TestNames verifies how sources become names, and how Python spells them, to the last letter.
func TestNames(t *testing.T) {
	for source, want := range map[string]string{"User ID": "userID", "a-b_c": "aBC", "-x": "x", "f:temp2": "fTemp2",
		"Abc": "abc", "class": "classPart", "2x": "part2x", "é": "part"} {
		if got := camel(source); got != want {
			t.Errorf("camel(%q) = %q, want %q", source, got, want)
		}
	}
	for name, want := range map[string]string{"user": "user", "userID": "user_i_d", "sizeA": "size_a",
		"sizeZ": "size_z", "a1": "a1"} {
		if got := snake(name); got != want {
			t.Errorf("snake(%q) = %q, want %q", name, got, want)
		}
	}
}

// TestBytesInStrings verifies that Java and JavaScript never see a backslash before a u that came from a key.
func TestBytesInStrings(t *testing.T) {
	for text, want := range map[string][2]string{
		"ab":       {`latin1("ab")`, `latin1('ab')`},
		"a\nb":     {`latin1("a\012b")`, `latin1('a\x0ab')`},
		`a"b\u0'c`: {`latin1("a\042b\134u0'c")`, `latin1('a\x22b\x5cu0\'c')`},
		"é":        {`latin1("\303\251")`, `latin1('\xc3\xa9')`},
	} {
		if got := [2]string{java{}.bytes([]byte(text)), javascript{}.bytes([]byte(text))}; got != want {
			t.Errorf("%q is written as %q, want %q", text, got, want)
		}
	}
}
