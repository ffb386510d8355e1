package viewtest

import "tabletop/views"

// Undrawn uses a screen without drawing it: keys come before the frame of the data that they are for, and nothing is
// drawn in a terminal that is too small.
type Undrawn struct{ Screen views.Screen }

// RunWork does the Work in a request and hands the results to the screen.
func (u Undrawn) RunWork(r views.Request) { runWork(u.Screen, r, func() {}) }

// SetData is the function SetData.
func (u Undrawn) SetData(d *views.Data) {
	u.Screen.SetData(d)
	if w, ok := u.Screen.(views.WorkRequester); ok {
		u.RunWork(w.RequestWork())
	}
}

// Press presses a key as the function Press does.
func (u Undrawn) Press(name string) { u.RunWork(press(u.Screen, name)) }
