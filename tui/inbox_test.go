package tui

import (
	"slices"
	"testing"

	tea "charm.land/bubbletea/v2"

	"tabletop/views"
)

// newTestLoop is the loop model of an app with the fake screens, whose key b waits for held.
func newTestLoop(t *testing.T) (f *loopModel, r *appTest, busy, held chan struct{}) {
	r = newRig(t, Options{Source: "x", Open: opens(newFake(5000))})
	r.settle()
	busy, held = make(chan struct{}), make(chan struct{})
	r.one.bindings = []views.Binding{{Keys: []string{"b"}, Name: "wait", Run: func() views.Request {
		close(busy)
		<-held
		return nil
	}}}
	f = newLoopModel(r.app)
	f.send = func(tea.Msg) {}
	return f, r, busy, held
}

// running has the loop model handle messages. The function it returns waits for the end.
func (l *loopModel) running() (wait func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		l.run()
	}()
	return func() { <-done }
}

// TestInterruptOvertakesKeys verifies that ctrl+c leaves at once, while the app is busy with one key and 3,000 more
// wait, and that none of these is handled.
func TestInterruptOvertakesKeys(t *testing.T) {
	f, r, busy, held := newTestLoop(t)
	f.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	wait := f.running()
	f.Update(keyMsg("b"))
	<-busy
	for range 3000 {
		f.Update(keyMsg("j"))
	}
	_, cmd := f.Update(tea.KeyPressMsg{Code: 'c', Mod: tea.ModCtrl})
	if _, quits := cmd().(tea.QuitMsg); !quits || f.quit == nil || f.quit.ExitCode() != 130 {
		t.Errorf("ctrl+c does not leave at once: %v", f.quit)
	}
	close(held)
	wait()
	if at := r.one.list.Cursor(); at != 0 {
		t.Errorf("%d of the keys before ctrl+c were handled", at)
	}
}

// TestInbox verifies that messages come in their order, that of more keys than anyone types the last are dropped, and
// nothing else, and that a closed inbox has none.
func TestInbox(t *testing.T) {
	in := newInbox()
	in.put(tickMsg{})
	for range mostKeys + 100 {
		in.put(keyMsg("j"))
	}
	in.put(wheelMsg{})
	if first, ok := in.take(); !ok || first != (tickMsg{}) {
		t.Errorf("the first message is %v", first)
	}
	for i := range mostKeys {
		if msg, ok := in.take(); !ok || msg != keyMsg("j") {
			t.Fatalf("message %d is %v", i, msg)
		}
	}
	if last, ok := in.take(); !ok || last != (wheelMsg{}) {
		t.Errorf("the last message is %v", last)
	}
	in.put(keyMsg("j"))
	in.close()
	if msg, ok := in.take(); ok {
		t.Errorf("a closed inbox has %v", msg)
	}
}

// TestKeysBeforeTheSize verifies that keys that come before the size of the terminal wait for it.
func TestKeysBeforeTheSize(t *testing.T) {
	f, _, _, _ := newTestLoop(t)
	f.Update(keyMsg("j"))
	f.Update(keyMsg("k"))
	if len(f.inbox.queue) != 0 {
		t.Error("keys are handled before anything can be drawn")
	}
	f.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	want := []tea.Msg{tea.WindowSizeMsg{Width: 80, Height: 24}, keyMsg("j"), keyMsg("k")}
	if !slices.Equal(f.inbox.queue, want) {
		t.Errorf("there wait %v", f.inbox.queue)
	}
}
