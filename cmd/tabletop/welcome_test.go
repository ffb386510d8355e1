package main

import "testing"

// TestWelcomeOnce verifies that the lines for the first run are for the first run only, and are left out where nothing
// can be recorded.
func TestWelcomeOnce(t *testing.T) {
	p := &program{env: map[string]string{"XDG_STATE_HOME": t.TempDir()}}
	done := p.welcome()
	if done == nil {
		t.Fatal("the first run has no welcome")
	}
	if err := done(); err != nil {
		t.Fatal(err)
	}
	if p.welcome() != nil {
		t.Error("the second run has a welcome")
	}
	if (&program{env: map[string]string{}}).welcome() != nil {
		t.Error("a welcome that cannot be recorded would come each time")
	}
}
