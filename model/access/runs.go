package access

import "math"

// Run is runs of a query with a limit, if it had none: how many rows ask for such, and on average how many current rows
// they find, and how many they read in how many rows.
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
	bound := p.b
	out := make([]float64, len(bound.match))
	if bound.span == nil || bound.span.fixed {
		of := p.answerCounts()
		for row, ok := range bound.match {
			if ok {
				out[row] = of[bound.asked[row]]
			}
		}
		return out
	}
	asked := make([]uint32, len(bound.match))
	for row, ok := range bound.match {
		if asked[row] = None; ok {
			asked[row] = bound.asked[row]
		}
	}
	rows, first := byGroup(inOrder(bound.span.at), asked, bound.askeds)
	for index := range bound.askeds {
		start, end := first[index], first[index]
		for i := first[index]; i < first[index+1]; i++ {
			at := bound.span.at[rows[i]]
			for bound.span.at[rows[start]] < at {
				start++
			}
			for end < first[index+1] && bound.span.at[rows[end]] < at+bound.span.width {
				end++
			}
			out[rows[i]] = float64(end - start)
		}
	}
	return out
}
