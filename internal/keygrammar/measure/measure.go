// Package measure runs inference on generated tables and compares the answers with the truth. It is for tests only.
package measure

import (
	"context"
	"runtime"
	"sync"

	kg "tabletop/internal/keygrammar"
	"tabletop/model/infer"
)

// Case is the answer about one table.
type Case struct {
	Table   *kg.Table
	Result  infer.Result
	Score   kg.Score
	Verdict kg.Verdict
}

// Tables draws n tables of a grammar, from seed on.
func Tables(g *kg.Grammar, seed uint64, n int) []*kg.Table {
	out := make([]*kg.Table, n)
	parallel(n, func(i int) { out[i] = g.Table(seed + uint64(i)) })
	return out
}

// Run infers the layouts of tables.
func Run(tables []*kg.Table, opts infer.Options) []Case {
	out := make([]Case, len(tables))
	parallel(len(tables), func(i int) {
		res, err := infer.Sample(context.Background(), tables[i].Sample(), opts)
		if err != nil {
			panic(err) // nothing cancels the context
		}
		out[i] = Case{tables[i], res, tables[i].Score(res.Set()), tables[i].Judge(res.Set())}
	})
	return out
}

func parallel(n int, do func(i int)) {
	var wg sync.WaitGroup
	next := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for i := range next {
				do(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	wg.Wait()
}

// Mean returns the mean headline score of cases, 0..1.
func Mean(cases []Case) float64 {
	sum := 0.0
	for i := range cases {
		sum += cases[i].Score.Headline()
	}
	return sum / float64(max(len(cases), 1))
}
