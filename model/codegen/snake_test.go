package codegen

import "testing"

// TestSnake verifies how names are written in Python, to the last letter.
func TestSnake(t *testing.T) {
	for name, want := range map[string]string{"user": "user", "userID": "user_i_d", "sizeA": "size_a",
		"sizeZ": "size_z", "a1": "a1"} {
		if got := snake(name); got != want {
			t.Errorf("snake(%q) = %q, want %q", name, got, want)
		}
	}
}

// TestNamesAndStrings verifies how sources become names, and what of a string Java must not see as it is.
func TestNamesAndStrings(t *testing.T) {
	for source, want := range map[string]string{"User ID": "userID", "a-b_c": "aBC", "-x": "x", "f:temp2": "fTemp2",
		"Abc": "abc"} {
		if got := camel(source); got != want {
			t.Errorf("camel(%q) = %q, want %q", source, got, want)
		}
	}
	for text, want := range map[string]string{"ab": `"ab"`, "a\nb": `"a\012b"`, "\x1f \x7f~": `"\037 \177~"`,
		`a"b\c`: `"a\042b\134c"`} {
		if got := escapedJava(text); got != want {
			t.Errorf("escapedJava(%q) = %s, want %s", text, got, want)
		}
	}
}
