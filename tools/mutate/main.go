// Command mutate measures how many faults the tests of a package notice: it changes one line of the package at a time
// (a mutant), runs the package's tests on the changed package, and counts the mutants that a test kills.
//
//	go run -C tools ./mutate [-seed N] [-n MAX] [-timeout T] [-p N] [-least PERCENT] PACKAGE...
//
// At most -n mutants of each package are drawn at random; the same seed draws the same mutants of the same code. A
// mutant that does not compile is drawn again. The tree is never touched: a mutant reaches the compiler through go
// test -overlay. A package below an internal folder is tested together with the package that owns the folder.
//
// Some survivors are equivalent to the original, which no tool can decide: who has read one lists it in equivalent.txt
// with the reason, and it does not count. With -least, a lower share of killed mutants of all packages fails.
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"hash/fnv"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// goPackage is what go list prints of a package.
type goPackage struct {
	ImportPath, Dir                    string
	GoFiles, TestGoFiles, XTestGoFiles []string
}

// outcome is what the tests say about a mutant.
type outcome int

const (
	killed outcome = iota
	survived
	uncompiled
	equivalent // survived, and is listed
)

func main() {
	dir := flag.String("C", "..", "directory in which packages are looked up")
	seed := flag.Uint64("seed", 1, "seed of the sample")
	limit := flag.Int("n", 5, "maximum mutants per package")
	timeout := flag.Duration("timeout", time.Minute, "time for the tests of a mutant, after which it counts as killed")
	workers := flag.Int("p", 2, "mutants tested at a time")
	least := flag.Float64("least", 0, "fail if a lower percentage of all mutants is killed")
	listed := flag.String("equivalent", "mutate/equivalent.txt", "file of the mutants that no test can notice")
	flag.Parse()
	known, err := readEquivalent(*listed)
	if err != nil {
		fail(err)
	}
	cmd := exec.Command("go", append([]string{"list", "-json=ImportPath,Dir,GoFiles,TestGoFiles,XTestGoFiles"},
		flag.Args()...)...)
	cmd.Dir, cmd.Stderr = *dir, os.Stderr
	text, err := cmd.Output()
	var all []outcome
	for decoder := json.NewDecoder(bytes.NewReader(text)); err == nil && decoder.More(); {
		var p goPackage
		if err = decoder.Decode(&p); err == nil {
			var results []outcome
			results, err = p.measure(os.Stdout, known, *seed, *limit, *workers, *timeout)
			all = append(all, results...)
		}
	}
	if err != nil {
		fail(err)
	}
	writeScore(os.Stdout, "all", all)
	if share, _ := killedShare(all); 100*share < *least {
		fail(fmt.Errorf("%.0f%% of the mutants are killed, want at least %.0f%%: test what the survivors change, "+
			"or list in %s why none can", 100*share, *least, *listed))
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "mutate:", err)
	os.Exit(1)
}

// measure tests mutants of p, drawn by seed, until limit of them have compiled, and writes the score and the survivors.
func (p goPackage) measure(out io.Writer, known equivalents, seed uint64, limit, workers int,
	timeout time.Duration) ([]outcome, error) {
	mutants, err := findMutants(p.Dir, p.GoFiles)
	if err != nil {
		return nil, err
	}
	if err := known.check(p, mutants); err != nil {
		return nil, err
	}
	name := fnv.New64()
	io.WriteString(name, p.ImportPath)
	rand.New(rand.NewPCG(seed, name.Sum64())).Shuffle(len(mutants),
		func(i, j int) { mutants[i], mutants[j] = mutants[j], mutants[i] })
	if got, text := p.test(nil, timeout); got != survived {
		return nil, fmt.Errorf("tests of %s fail without a mutant:\n%s", p.ImportPath, text)
	}
	var results []outcome
	for compiled := 0; compiled < limit && len(results) < len(mutants); {
		// As many as are missing, so that what is drawn does not depend on the number of workers.
		done := len(results)
		batch := mutants[done:min(len(mutants), done+limit-compiled)]
		results = append(results, make([]outcome, len(batch))...)
		var group sync.WaitGroup
		slots := make(chan struct{}, max(workers, 1))
		for at := range batch {
			group.Go(func() {
				slots <- struct{}{}
				defer func() { <-slots }()
				if known.has(p, batch[at]) {
					results[done+at] = equivalent
					return
				}
				results[done+at], _ = p.test(&batch[at], timeout)
			})
		}
		group.Wait()
		compiled = count(results, killed) + count(results, survived)
	}
	writeScore(out, p.ImportPath, results)
	for i, r := range results {
		if r == survived {
			fmt.Fprintf(out, "    %s\n", mutants[i])
		}
	}
	return results, nil
}

// confined runs the tests of a mutant. It may allocate without end: 8 GB of address space are enough for the tests, and
// keep the machine alive. Tests of properties write what failed to a file, to begin with it the next time: that of a
// mutant says nothing of the code. Where a test has no properties, it does not know the flag.
const confined = `sh -c '
	ulimit -v 8388608
	if "$1" -h 2>&1 | grep -q rapid.nofailfile; then set -- "$@" -rapid.nofailfile; fi
	exec "$@"' --`

// test runs the tests that judge p, with m in place of its original. A nil m changes nothing.
func (p goPackage) test(m *mutant, timeout time.Duration) (outcome, string) {
	args := []string{"test", "-vet=off", "-failfast", "-timeout", timeout.String(), "-exec", confined}
	if m != nil {
		folder, err := m.overlay()
		if err != nil {
			return uncompiled, err.Error()
		}
		defer os.RemoveAll(folder)
		args = append(args, "-overlay", filepath.Join(folder, "overlay.json"))
	}
	args = append(args, p.ImportPath)
	if owner, _, below := strings.Cut(p.ImportPath, "/internal/"); below {
		args = append(args, owner)
	}
	cmd := exec.Command("go", args...)
	cmd.Dir = p.Dir
	text, err := cmd.CombinedOutput()
	switch {
	case err == nil:
		return survived, ""
	case bytes.Contains(text, []byte("[build failed]")), bytes.Contains(text, []byte("[setup failed]")):
		return uncompiled, string(text)
	}
	return killed, string(text)
}

// writeScore writes the share of killed among the compiled with its 95% confidence interval (Wilson 1927).
func writeScore(out io.Writer, name string, results []outcome) {
	const z = 1.96
	share, killedShare := killedShare(results)
	if killedShare == 0 {
		fmt.Fprintf(out, "%-40s no mutants\n", name)
		return
	}
	center, half := share+z*z/(2*killedShare), z*math.Sqrt(share*(1-share)/killedShare+z*z/(4*killedShare*killedShare))
	low, high := 100*(center-half)/(1+z*z/killedShare), 100*(center+half)/(1+z*z/killedShare)
	fmt.Fprintf(out, "%-40s %d of %v killed, %.0f%% (95%% CI %.0f–%.0f%%); %d did not compile, %d listed as "+
		"equivalent\n",
		name, count(results, killed), killedShare, 100*share, low, high, count(results, uncompiled),
		count(results, equivalent))
}

// killedShare returns the share of killed mutants among n that a test could kill; the share of none is 1.
func killedShare(results []outcome) (share, n float64) {
	hits := float64(count(results, killed))
	if n = hits + float64(count(results, survived)); n == 0 {
		return 1, 0
	}
	return hits / n, n
}

func count(results []outcome, which outcome) int {
	n := 0
	for _, r := range results {
		if r == which {
			n++
		}
	}
	return n
}
