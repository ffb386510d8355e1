//go:build unix

package bigtable_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"cloud.google.com/go/bigtable"

	"tabletop/internal/fakebt"
	"tabletop/model/sample"
	reader "tabletop/sampler/bigtable"
	"tabletop/sampler/snapshot"
)

// The child processes of BenchmarkCost, so that the server's time and memory are not in the client's.
const (
	costRole = "TABLETOP_COST_ROLE" // serve, bare or save
	costAddr = "TABLETOP_COST_ADDR"
	costKind = "TABLETOP_COST_TABLE" // "CELLSxBYTES"
	costRows = 400_000
)

// cost is what a client process took.
type cost struct {
	User, System float64 // seconds
	PeakMB       float64 // of resident memory
	LiveMB       float64 // of the sample
}

// costTable is a table of rows of so many cells, with values of so many bytes that do not compress.
func costTable(cells, size int) *fakebt.Table {
	return &fakebt.Table{Name: fakebt.Name("t"), Count: costRows, SectionBytes: 4 << 20, Make: func(i int) fakebt.Row {
		r := fakebt.Row{Key: fmt.Sprintf("tenant%03d#device%07d", i/4000, i), Cells: make([]fakebt.Cell, cells)}
		random := rand.New(rand.NewPCG(uint64(i), 1))
		for q := range r.Cells {
			value := make([]byte, size)
			for at := range value {
				value[at] = byte(random.Uint32())
			}
			r.Cells[q] = fakebt.Cell{Family: "f", Qualifier: string(rune('a' + q)),
				Micros: 1_790_000_000_000_000 + int64(i)*1000, Value: value}
		}
		return r
	}}
}

// TestCostChild is the other processes of BenchmarkCost; by itself it does nothing.
func TestCostChild(t *testing.T) {
	ctx := context.Background()
	switch os.Getenv(costRole) {
	case "serve":
		var cells, size int
		if _, err := fmt.Sscanf(os.Getenv(costKind), "%dx%d", &cells, &size); err != nil {
			t.Fatal(err)
		}
		s := fakebt.New(t, costTable(cells, size))
		s.Batch = 50
		fmt.Println("ADDR " + s.Addr)
		_, _ = os.Stdin.Read(make([]byte, 1)) // until the benchmark ends
	case "bare":
		t.Setenv("BIGTABLE_EMULATOR_HOST", os.Getenv(costAddr))
		client, err := bigtable.NewClient(ctx, "p", "i")
		if err != nil {
			t.Fatal(err)
		}
		rows := 0
		if err := client.Open("t").ReadRows(ctx, bigtable.InfiniteRange(""),
			func(bigtable.Row) bool { rows++; return true }); err != nil || rows != costRows {
			t.Fatal(rows, err)
		}
		report(t, 0)
	case "save":
		in, err := reader.Connect(ctx, reader.Config{Project: "p", Instance: "i", EmulatorHost: os.Getenv(costAddr)})
		if err != nil {
			t.Fatal(err)
		}
		src, err := in.Open(ctx, "t")
		if err != nil {
			t.Fatal(err)
		}
		s, err := src.Sample(ctx, sample.Options{Strategy: sample.Everything, FiguresOnly: true},
			func(sample.Progress) {})
		if err != nil || s.Rows() != costRows {
			t.Fatal(s.Rows(), err)
		}
		if err := snapshot.SaveFile(filepath.Join(t.TempDir(), "f.tabletop"), s); err != nil {
			t.Fatal(err)
		}
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		report(t, float64(m.HeapAlloc)/1e6)
		runtime.KeepAlive(s)
	}
}

// measure reads what this process has taken so far.
func (c *cost) measure(t *testing.T) {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	c.User, c.System = float64(u.Utime.Nano())/1e9, float64(u.Stime.Nano())/1e9
	status, err := os.ReadFile("/proc/self/status") // the peak that Getrusage tells is the parent's at first
	if err != nil {
		t.Skip(err)
	}
	for line := range strings.Lines(string(status)) {
		var kb float64
		if _, err := fmt.Sscanf(line, "VmHWM: %f kB", &kb); err == nil {
			c.PeakMB = kb / 1000
		}
	}
}

func report(t *testing.T, live float64) {
	c := cost{LiveMB: live}
	c.measure(t)
	b, _ := json.Marshal(c)
	fmt.Println("COST " + string(b))
}

// child runs a role of TestCostChild and returns the line of its output that begins with word.
func child(b *testing.B, role, address, word string) (line string, stop func()) {
	b.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^TestCostChild$", "-test.count=1")
	cmd.Env = append(os.Environ(), costRole+"="+role, costAddr+"="+address)
	in, err := cmd.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	var said []byte
	buffer := make([]byte, 4096)
	for {
		n, err := out.Read(buffer)
		said = append(said, buffer[:n]...)
		for l := range bytes.Lines(said) {
			if rest, ok := bytes.CutPrefix(l, []byte(word+" ")); ok && bytes.HasSuffix(l, []byte("\n")) {
				return strings.TrimSpace(string(rest)), func() { in.Close(); _ = cmd.Wait() }
			}
		}
		if err != nil {
			b.Fatalf("%s ended: %v\n%s", role, err, said)
		}
	}
}

// BenchmarkCost reads tables of 400,000 rows in a process of its own: a bare ReadRows loop of the Go client
// that keeps nothing, and ours, which keeps and saves all. "x" is how many times as much CPU the bare loop takes,
// "rss/live" how many times the sample is the peak of resident memory.
func BenchmarkCost(b *testing.B) {
	for _, kind := range []string{"1x10", "3x10", "8x10", "3x100", "8x100"} {
		b.Run(kind, func(b *testing.B) {
			b.Setenv(costKind, kind)
			benchmarkCost(b)
		})
	}
}

func benchmarkCost(b *testing.B) {
	address, stop := child(b, "serve", "", "ADDR")
	defer stop()
	var bare, ours cost
	for b.Loop() {
		for role, into := range map[string]*cost{"bare": &bare, "save": &ours} {
			line, done := child(b, role, address, "COST")
			done()
			var c cost
			if err := json.Unmarshal([]byte(line), &c); err != nil {
				b.Fatal(err)
			}
			into.User, into.System = into.User+c.User, into.System+c.System
			into.PeakMB, into.LiveMB = max(into.PeakMB, c.PeakMB), c.LiveMB
		}
	}
	n := float64(b.N)
	b.ReportMetric((bare.User+bare.System)/n, "bare-cpu-s")
	b.ReportMetric((ours.User+ours.System)/n, "cpu-s")
	b.ReportMetric(100*ours.System/(ours.User+ours.System), "system-%")
	b.ReportMetric((bare.User+bare.System)/(ours.User+ours.System), "x")
	b.ReportMetric(ours.PeakMB, "peak-MB")
	b.ReportMetric(ours.LiveMB, "live-MB")
	b.ReportMetric(ours.PeakMB/ours.LiveMB, "rss/live")
}
