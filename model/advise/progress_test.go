package advise_test

import (
	"context"
	"strings"
	"testing"

	"tabletop/model/advise"
)

// TestSearchReportsProgress verifies that what a search reports never goes back, ends at all of it, and counts layouts,
// and that its answer is one value with a stance that fits what it shows.
func TestSearchReportsProgress(t *testing.T) {
	s, set := made(2000, 2, 2, 2, 2, 2, 2, 2)
	f, err := indexOf(s, set)
	if err != nil {
		t.Fatal(err)
	}
	w := advise.DefaultWorkload(set, 0)
	if err := f.Prepare(w); err != nil {
		t.Fatal(err)
	}
	last, layouts := -1.0, 0
	a, err := advise.Search(context.Background(), f, w, advise.Options{Progress: func(n int, done float64) {
		if done < last || done > 1 || n < layouts {
			t.Errorf("%d layouts, %g after %d layouts, %g", n, done, layouts, last)
		}
		last, layouts = done, n
	}})
	if err != nil {
		t.Fatal(err)
	}
	if last != 1 || layouts == 0 || layouts > a.Searched {
		t.Errorf("the last report is %g of the search with %d of %d layouts", last, layouts, a.Searched)
	}
	j := a.Judgment()
	want := advise.Take
	if a.KeepCurrent {
		want = advise.Keep
	} else if a.TooClose {
		want = advise.Close
	}
	if j.Stance != want || j.Headline != a.Verdict || !strings.Contains(j.Confidence, "random conditions") ||
		len(j.Doubts) == 0 {
		t.Errorf("%+v", j)
	}
}
