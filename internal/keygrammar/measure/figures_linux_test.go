package measure

import (
	"context"
	"flag"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	kg "tabletop/internal/keygrammar"
	"tabletop/model/infer"
)

var (
	figuresOf = flag.String("figures", "", "parts of which TestFigures prints the figures, with commas between them")
	figuresOn = flag.Int("each", 200, "number of tables of each part for -figures")
	draws     = flag.Int("draws", 0, "number of tables of each production for -figures, in place of -each")
)

// TestFigures prints a line for each part that -figures names: the figures of docs/confidence.md.
func TestFigures(t *testing.T) {
	if *figuresOf == "" {
		t.Skip("prints figures of parts with -figures")
	}
	for _, part := range strings.Split(*figuresOf, ",") {
		g := kg.Load(part)
		n := *figuresOn
		if *draws > 0 {
			n = *draws * len(g.Productions)
		}
		cases, cpu := timed(Tables(g, *fresh+2_000_000, n))
		_, _, tables := Reliabilities(cases)
		binary := slices.DeleteFunc(slices.Clone(cases), func(c Case) bool { return !c.Table.Binary })
		rightSure := percent(tables.SureRight, tables.Right)
		slices.Sort(cpu)
		t.Logf("%-14s %d tables, score %.4f (%d binary, %.4f), %d right, %d sure, %d of those right (%.1f%% of right "+
			"are sure), CPU median %v, p99 %v", part, n, Mean(cases), len(binary), Mean(binary), tables.Right, tables.Sure,
			tables.SureRight, rightSure, cpu[n/2].Round(time.Millisecond), cpu[n*99/100].Round(time.Millisecond))
	}
}

// timed infers the layouts of tables, and measures the CPU time that each takes on its thread.
func timed(tables []*kg.Table) ([]Case, []time.Duration) {
	cases, cpu := make([]Case, len(tables)), make([]time.Duration, len(tables))
	parallel(len(tables), func(i int) {
		s := tables[i].Sample()
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		start := threadTime()
		res, err := infer.Sample(context.Background(), s, infer.Options{})
		cpu[i] = threadTime() - start
		if err != nil {
			panic(err) // nothing cancels the context
		}
		cases[i] = Case{tables[i], res, tables[i].Score(res.Set()), tables[i].Judge(res.Set())}
	})
	return cases, cpu
}

// threadTime returns the CPU time of the calling thread.
func threadTime() time.Duration {
	const thread = 1 // RUSAGE_THREAD of getrusage(2)
	var used syscall.Rusage
	if syscall.Getrusage(thread, &used) != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
