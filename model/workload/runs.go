package workload

import "math"

// Run is runs of a query with a limit, if it had none: how many rows ask for such, and on average how many current rows they find, and
// how many they read in how many rows.
type Run struct{ Asking, Found, Events, Rows float64 }

// run counts what a row reads that asks, where found has how many matches its run has; nothing without.
func (l *Load) run(found []float64, row int, events, rows float64) {
	if found == nil {
		return
	}
	key := [2]int{grade(found[row]), grade(events)}
	at, ok := l.runs[key]
	if !ok {
		if l.runs == nil {
			l.runs = map[[2]int]int{}
		}
		at = len(l.Runs)
		l.runs[key] = at
		l.Runs = append(l.Runs, Run{})
	}
	r := &l.Runs[at]
	r.Asking++
	r.Found += (found[row] - r.Found) / r.Asking
	r.Events += (events - r.Events) / r.Asking
	r.Rows += (rows - r.Rows) / r.Asking
}

// grade numbers amounts, so that those of one number differ by at most a tenth.
func grade(n float64) int {
	const exact = 20
	if n <= exact {
		return int(n)
	}
	return exact + int(math.Log(n/exact)/math.Log(1.1)) + 1
}

// scale turns runs of the rows read into those of the table.
func (l *Load) scale(read, found float64) {
	for i := range l.Runs {
		r := &l.Runs[i]
		r.Events, r.Rows = r.Events*read, r.Rows*read
		r.Found = math.Min(r.Found*found, r.Events)
	}
}

// matches counts for each row that asks the rows that its run finds.
func (p *Probe) matches() []float64 {
	b := p.b
	out := make([]float64, len(b.match))
	if b.span == nil || b.span.fixed {
		of := p.newestOf()
		for row, ok := range b.match {
			if ok {
				out[row] = of[b.asked[row]]
			}
		}
		return out
	}
	asked := make([]uint32, len(b.match))
	for row, ok := range b.match {
		if asked[row] = None; ok {
			asked[row] = b.asked[row]
		}
	}
	rows, first := byGroup(inOrder(b.span.at), asked, b.askeds)
	for g := range b.askeds {
		start, end := first[g], first[g]
		for i := first[g]; i < first[g+1]; i++ {
			at := b.span.at[rows[i]]
			for b.span.at[rows[start]] < at {
				start++
			}
			for end < first[g+1] && b.span.at[rows[end]] < at+b.span.width {
				end++
			}
			out[rows[i]] = float64(end - start)
		}
	}
	return out
}
