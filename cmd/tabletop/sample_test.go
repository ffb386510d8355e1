package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"tabletop/model/sample"
	"tabletop/sampler/snapshot"
)

func TestPlanIsPrinted(t *testing.T) {
	out, errs, code := tabletop(t, nil, "sample", "demo:garden", "--plan", "--rows", "300", "--strategy", "quick")
	if code != exitOK {
		t.Fatalf("exit code %d: %s", code, errs)
	}
	for _, want := range []string{"demo:garden", "quick", "short runs", "key ranges", "received", "scanned", "time",
		"limits     300 rows"} {
		if !strings.Contains(out, want) {
			t.Errorf("the plan does not say %q:\n%s", want, out)
		}
	}
	out, errs, code = tabletop(t, nil, "sample", "demo:garden", "--plan", "--format", "json", "--prefix", `a"\x00`,
		"--family", "f", "--since", "2026-11-01")
	var plan struct {
		Strategy string
		Places   int
		Only     struct {
			Prefix, Since string
			Families      []string
		}
		Notes []string
	}
	if err := json.Unmarshal([]byte(out), &plan); code != exitOK || err != nil {
		t.Fatalf("exit code %d, %v: %s%s", code, err, errs, out)
	}
	if plan.Strategy == "" || plan.Strategy == "auto" || plan.Places == 0 || plan.Only.Prefix != `a"\x00` ||
		plan.Only.Since != "2026-11-01T00:00:00Z" || len(plan.Only.Families) != 1 {
		t.Errorf("the plan is %+v", plan)
	}
}

// A sample that was cut short is gone on with to what a whole read gives, key by key.
func TestContinue(t *testing.T) {
	long(t)
	dir := t.TempDir()
	part, whole := filepath.Join(dir, "part.tabletop"), filepath.Join(dir, "whole.tabletop")
	if _, errs, code := tabletop(t, nil, "sample", "demo:garden/months", "-o", whole); code != exitOK {
		t.Fatalf("exit code %d: %s", code, errs)
	}
	out, errs, code := tabletop(t, nil, "sample", "demo:garden/months", "-o", part, "--bytes", "60kB")
	if code != exitOK || !strings.Contains(out, "incomplete") || !strings.Contains(errs, "--continue "+part) {
		t.Fatalf("exit code %d: %s%s", code, out, errs)
	}
	out, errs, code = tabletop(t, nil, "sample", "demo:garden/months", "--continue", part, "-o", part)
	if code != exitOK || !strings.Contains(out, "the whole table") || strings.Contains(errs, "--continue") {
		t.Fatalf("exit code %d: %s%s", code, out, errs)
	}
	one, err1 := snapshot.ReadFile(t.Context(), part, 1<<30)
	other, err2 := snapshot.ReadFile(t.Context(), whole, 1<<30)
	if err1 != nil || err2 != nil || one.Rows() != other.Rows() {
		t.Fatalf("%v, %v: %d rows and %d", err1, err2, one.Rows(), other.Rows())
	}
	for i := range one.Rows() {
		if !bytes.Equal(one.Key(i), other.Key(i)) {
			t.Fatalf("row %d is %q and %q", i, one.Key(i), other.Key(i))
		}
	}
}

func TestContinueRefused(t *testing.T) {
	dir := t.TempDir()
	whole := filepath.Join(dir, "whole.tabletop")
	if _, errs, code := tabletop(t, nil, "sample", "demo:garden/months", "-o", whole); code != exitOK {
		t.Fatalf("exit code %d: %s", code, errs)
	}
	out := filepath.Join(dir, "out.tabletop")
	for name, c := range map[string]struct {
		args []string
		code int
		says string
	}{
		"another table": {[]string{"demo:meters", "--continue", whole, "-o", out}, exitError,
			"a sample of demo:garden/months, not of demo:meters"},
		"all is there": {[]string{"demo:garden/months", "--continue", whole, "-o", out}, exitError, "every row"},
		"not a sample": {[]string{"demo:garden/months", "--continue", "sample_test.go", "-o", out}, exitError,
			"sample_test.go"},
		"rows asked for": {[]string{"demo:garden/months", "--continue", whole, "-o", out, "--prefix", "a"},
			exitUsage, "cannot combine --prefix with --continue"},
		"from a saved sample": {[]string{whole, "--continue", whole, "-o", out}, exitUsage, "is a saved sample"},
		"a plan of it":        {[]string{whole, "--plan"}, exitUsage, "is a saved sample"},
		"a plan to save":      {[]string{"demo:garden/months", "--plan", "-o", out}, exitUsage, "remove --plan"},
		"a form of sample":    {[]string{"demo:garden/months", "-o", out, "--format", "json"}, exitUsage, "--plan"},
	} {
		_, errs, code := tabletop(t, nil, append([]string{"sample"}, c.args...)...)
		if code != c.code || !strings.Contains(errs, c.says) {
			t.Errorf("%s: exit code %d, want %d: %s", name, code, c.code, errs)
		}
		if _, err := os.Stat(out); err == nil {
			t.Fatalf("%s: a file was written", name)
		}
	}
}

// interrupted is a Source that a signal comes in the middle of.
type interrupted struct {
	sample.Source // nothing else is called
	signal        func()
}

func (i interrupted) Name() string { return "p/i/t" }

func (i interrupted) Sample(context.Context, sample.Options, func(sample.Progress)) (*sample.Sample, error) {
	i.signal()
	b := sample.NewBuilder(0)
	b.Row([]byte("a"))
	b.Cell("f", nil, 1, nil)
	return sample.Assemble(sample.Table{Source: "p/i/t"}, sample.Provenance{Stopped: "it was stopped on request"},
		[]*sample.Builder{b}), nil
}

// An interrupt saves what there is, states how to continue, and is shown by the exit code.
func TestInterruptSaves(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	var out, errs bytes.Buffer
	p := &program{std: streams{in: strings.NewReader(""), out: &out, err: &errs}}
	file := filepath.Join(t.TempDir(), "my part.tabletop")
	err := p.save(ctx, interrupted{signal: func() { cancel(signalled{syscall.SIGINT}) }},
		sampling{source: "p/i/t", out: file}, sample.Options{})
	if code := p.exitCode(ctx, err); err != nil || code != exitSignal+int(syscall.SIGINT) {
		t.Errorf("exit code %d, error %v", code, err)
	}
	if s, err := snapshot.ReadFile(t.Context(), file, 1<<30); err != nil || s.Rows() != 1 {
		t.Errorf("saved is %v, %v", s, err)
	}
	if want := "tabletop sample p/i/t --continue '" + file + "' -o '" + file + "'"; !strings.Contains(errs.String(),
		want) {
		t.Errorf("%s does not say %s", errs.String(), want)
	}
}
