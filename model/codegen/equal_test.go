package codegen_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"tabletop/internal/slowtest"
	"tabletop/model/candidate"
	"tabletop/model/codegen"
	"tabletop/model/rowkey"
	"tabletop/model/segments"
)

// proof is the code of a layout, and what the encoder makes of its rows.
type proof struct {
	layout
	functions *codegen.Functions
	test      codegen.Test
}

// rowsEach is how many rows each layout is tried with.
func rowsEach() int { return slowtest.Pick(200, 5000) }

// tried returns the layouts that are tried in a language: all of them in a long test, and every n-th in a short one, since
// each starts a compiler.
func tried(n int) []layout {
	var some []layout
	for i, l := range layouts() {
		if i%slowtest.Pick(n, 1) == 0 {
			some = append(some, l)
		}
	}
	return some
}

// prove makes the proofs of a layout, one for each record kind that gets other keys. The keys are those of the encoder of
// rekey, which Beam and simulate use.
func prove(t *testing.T, l layout, rows int) []proof {
	t.Helper()
	set, err := rowkey.ParseSet(l.from)
	if err != nil {
		t.Fatal(err)
	}
	c, err := candidate.Parse(l.to)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, uint64(len(l.name))))
	keys := keysOf(t, rng, set, rows)
	all, err := codegen.New(c, set)
	if err != nil {
		t.Fatalf("%s: %v", l.name, err)
	}
	decoded, err := segments.New(context.Background(), sampleOf(keys, l.columns, rng), set)
	if err != nil {
		t.Fatal(err)
	}
	var out []proof
	for _, f := range all {
		p := proof{layout: l, functions: f}
		if p.test, err = f.NewTest(context.Background(), decoded, c, rows); err != nil {
			t.Fatal(err)
		}
		p.test.Refused = spoiled(rng, keys, set, f.Kind)
		if len(p.test.Pairs) < rows/4/len(set) || len(p.test.Refused) == 0 {
			t.Fatalf("%s: %d pairs, %d refused", l.name, len(p.test.Pairs), len(p.test.Refused))
		}
		out = append(out, p)
	}
	return out
}

// spoiled changes keys so that they do not fit the layout of a record kind.
func spoiled(rng *rand.Rand, keys []string, set rowkey.Set, of int) [][]byte {
	var out [][]byte
	for try := 0; try < 20*len(keys) && len(out) < len(keys)/4; try++ {
		key := []byte(keys[rng.IntN(len(keys))])
		at := rng.IntN(len(key) + 1)
		switch rng.IntN(4) {
		case 0:
			key = key[:at]
		case 1:
			key = slices.Insert(key, at, byte(rng.Uint32()))
		case 2:
			key = append(key, '#')
		default:
			key[min(at, len(key)-1)] = byte(rng.Uint32())
		}
		_, kind := set.Decode(nil, key)
		if kind != of && !slices.ContainsFunc(out, func(b []byte) bool { return bytes.Equal(b, key) }) {
			out = append(out, key)
		}
	}
	return out
}

// TestGoEqualsTheEncoder verifies that the code in Go makes the keys that the encoder makes, reads and writes the old
// ones, and refuses those that do not fit.
func TestGoEqualsTheEncoder(t *testing.T) {
	have(t, "go")
	files := map[string]string{"go.mod": "module probe\n\ngo 1.26\n"}
	for i, l := range tried(12) {
		for n, p := range prove(t, l, rowsEach()) {
			folder := fmt.Sprintf("k%d_%d/", i, n)
			code, test := codegen.FileNames(codegen.Go)
			files[folder+code] = p.functions.Write(codegen.Go)
			files[folder+test] = p.functions.WriteTest(codegen.Go, p.test)
		}
	}
	run(t, files, "go", "test", "./...")
}

// TestPythonEqualsTheEncoder is TestGoEqualsTheEncoder for Python.
func TestPythonEqualsTheEncoder(t *testing.T) {
	equal(t, codegen.Python, tried(4), "python3", "-m", "unittest")
}

// TestNodeEqualsTheEncoder is TestGoEqualsTheEncoder for Node.
func TestNodeEqualsTheEncoder(t *testing.T) { equal(t, codegen.Node, tried(4), "node", "--test") }

// TestJavaEqualsTheEncoder is TestGoEqualsTheEncoder for Java.
func TestJavaEqualsTheEncoder(t *testing.T) {
	equal(t, codegen.Java, tried(24), "java", "RowKeyTest.java")
}

// equal runs the test of each layout in a language.
func equal(t *testing.T, language codegen.Language, all []layout, program string, args ...string) {
	t.Helper()
	have(t, program)
	for _, l := range all {
		t.Run(l.name, func(t *testing.T) {
			for _, p := range prove(t, l, rowsEach()) {
				code, test := codegen.FileNames(language)
				run(t, map[string]string{code: p.functions.Write(language),
					test: p.functions.WriteTest(language, p.test)}, program, args...)
			}
		})
	}
}

func have(t *testing.T, program string) {
	t.Helper()
	if _, err := exec.LookPath(program); err != nil {
		t.Skipf("%s is not on this machine: code in its language was not run", program)
	}
}

// run writes files to a folder and runs a program there.
func run(t *testing.T, files map[string]string, program string, args ...string) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(program, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "PYTHONIOENCODING=utf-8")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out[:min(len(out), 4000)])
	}
}
