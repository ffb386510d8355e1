package retention

import (
	"maps"

	"tabletop/model/lesson"
)

// RecordWork returns the rules tried in place of the families' own. One that is still being typed is not made yet.
func (s *Screen) RecordWork(w *lesson.Work) {
	if !s.typing {
		w.Rules = maps.Clone(s.tries)
	}
}
