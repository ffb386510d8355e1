package main

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"tabletop/internal/fakebt"
)

// TestEmulatorServesSamples verifies that a saved sample is served after what was cut of it is named, and that another
// client reads the same keys and cells from it.
func TestEmulatorServesSamples(t *testing.T) {
	live := []string{"BIGTABLE_EMULATOR_HOST=" + fakebt.New(t, foreignTable()).Addr}
	file := filepath.Join(t.TempDir(), "before.tabletop")
	if _, errs, code := tabletop(t, live, "sample", "p/i/t", "-o", file); code != exitOK {
		t.Fatal(errs)
	}
	out, in := io.Pipe()
	ctx, stop := context.WithCancel(context.Background())
	var errs bytes.Buffer
	ended := make(chan int, 1)
	go func() {
		ended <- run(ctx, streams{in: strings.NewReader(""), out: in, err: &errs}, []string{"HOME=" + t.TempDir()},
			[]string{"emulator", file})
		in.Close()
	}()
	lines := bufio.NewScanner(out)
	said, host := "", ""
	for host == "" && lines.Scan() {
		said += lines.Text() + "\n"
		_, host, _ = strings.Cut(lines.Text(), "export BIGTABLE_EMULATOR_HOST=")
	}
	want := "# " + file + ": table t, 600 rows\n" +
		"# t: only the first bytes of 342 of 1,200 values were saved, and only these are served: \"f:größe\" (342)\n" +
		"export BIGTABLE_EMULATOR_HOST=" + host + "\n"
	if said != want || host == "" {
		t.Fatalf("it says\n%s%s", said, errs.String())
	}
	go func() {
		for lines.Scan() {
		}
	}()
	keys := func(args ...string) string {
		text, errs, code := tabletop(t, []string{"BIGTABLE_EMULATOR_HOST=" + host}, args...)
		if code != exitOK {
			t.Fatal(errs)
		}
		return text
	}
	layout := "{name}#{n}"
	served := keys("decode", "tabletop/demo/t", "--strategy", "everything", "--format", "jsonl", "--layout", layout)
	if saved := keys("decode", file, "--format", "jsonl", "--layout", layout); served != saved || served == "" {
		t.Errorf("served keys are\n%.300s\nsaved ones\n%.300s", served, saved)
	}
	stop()
	if code := <-ended; code != exitOK {
		t.Errorf("exit code %d: %s", code, errs.String())
	}
}

// TestEmulatorRefuses verifies what is said of tables that cannot be served.
func TestEmulatorRefuses(t *testing.T) {
	file := filepath.Join(t.TempDir(), "wins.tabletop")
	if _, errs, code := tabletop(t, nil, "sample", "demo:games/wins", "-o", file); code != exitOK {
		t.Fatal(errs)
	}
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{"games", file}, "cannot serve " + file + ": its table is named wins, as is that of a demo\n" +
			"serve one of them by another tabletop emulator"},
		{[]string{file, file}, "cannot serve " + file + ": its table is named wins, as is that of " + file},
		{[]string{"metres"}, "did you mean meters?"},
		{[]string{"none.tabletop"}, "cannot read snapshot none.tabletop"},
	} {
		_, errs, code := tabletop(t, nil, append([]string{"emulator"}, tt.args...)...)
		if code == exitOK || !strings.Contains(errs, tt.want) {
			t.Errorf("%q: %d: %s", tt.args, code, errs)
		}
	}
}
