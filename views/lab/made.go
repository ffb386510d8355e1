package lab

import "tabletop/model/lesson"

// RecordWork returns the candidates, that under the cursor last, and the queries that the user put together. What is
// still being typed is not made yet, and what a search found is not the user's.
func (s *Screen) RecordWork(w *lesson.Work) {
	for i := 1; i < len(s.slots); i++ {
		if i != s.at && s.slots[i].wrong == nil && !s.slots[i].found {
			w.Templates = append(w.Templates, s.slots[i].text)
		}
	}
	if s.at > 0 && s.mode != typing && s.slots[s.at].wrong == nil && !s.slots[s.at].found {
		w.Templates = append(w.Templates, s.slots[s.at].text)
	}
	if s.own {
		for _, q := range s.list() {
			w.Queries = append(w.Queries, lesson.QueryText(q))
		}
	}
}
