package codegen

import "testing"

// TestSnake verifies how names are written in Python, to the last letter.
func TestSnake(t *testing.T) {
	for name, want := range map[string]string{"user": "user", "userID": "user_i_d", "sizeA": "size_a", "sizeZ": "size_z", "a1": "a1"} {
		if got := snake(name); got != want {
			t.Errorf("snake(%q) = %q, want %q", name, got, want)
		}
	}
}
