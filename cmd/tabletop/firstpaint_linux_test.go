package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"tabletop/internal/slowtest"
)

// maxFirstPaint is what a terminal may have to wait for the first frame.
const maxFirstPaint = 60 * time.Millisecond

// TestFirstPaint verifies that the program, built and run in a pseudo-terminal, needs less than maxFirstPaint of CPU time from its start
// to the first frame, in 19 of 20 runs. Times on the clock, which depend on the load of the machine, are logged.
func TestFirstPaint(t *testing.T) {
	slowtest.Skip(t)
	program := filepath.Join(t.TempDir(), "tabletop")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	const runs = 20
	var cpu, wall []time.Duration
	for range runs + 1 {
		c, w := firstPaint(t, program, "demo")
		cpu, wall = append(cpu, c), append(wall, w)
	}
	cpu, wall = cpu[1:], wall[1:] // the first run reads the program from the disk
	slices.Sort(cpu)
	slices.Sort(wall)
	t.Logf("CPU time p50 %v, p95 %v; on the clock p50 %v, p95 %v", cpu[runs/2], cpu[runs*19/20-1], wall[runs/2], wall[runs*19/20-1])
	if got := cpu[runs*19/20-1]; got > maxFirstPaint {
		t.Errorf("the first frame takes %v of CPU time, more than %v", got, maxFirstPaint)
	}
}

// firstPaint runs a program in a pseudo-terminal of 140 by 40 cells until its first frame is there.
func firstPaint(t *testing.T, program string, args ...string) (cpu, wall time.Duration) {
	t.Helper()
	terminal, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer terminal.Close()
	fd := int(terminal.Fd())
	n, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0)
	}
	if err == nil {
		err = unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: 40, Col: 140})
	}
	if err != nil {
		t.Fatal(err)
	}
	side, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer side.Close()
	cmd := exec.Command(program, args...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = side, side, side
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	home := t.TempDir()
	cmd.Env = append(os.Environ(), "TERM=xterm-256color", "XDG_CONFIG_HOME="+home, "XDG_STATE_HOME="+home, "XDG_CACHE_HOME="+home)
	began := time.Now()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	}()
	var out []byte
	answered := false
	for part := make([]byte, 4096); !bytes.Contains(out, []byte("Overview")); {
		n, err := terminal.Read(part)
		if err != nil {
			t.Fatalf("%v after %q", err, out)
		}
		out = append(out, part[:n]...)
		if !answered && bytes.Contains(out, []byte("\x1b]11;?")) { // what is the background? black
			answered = true
			_, _ = terminal.WriteString("\x1b]11;rgb:0000/0000/0000\x1b\\")
		}
	}
	return cpuTime(t, cmd.Process.Pid), time.Since(began)
}

// cpuTime is the CPU time that all threads of a process have had.
func cpuTime(t *testing.T, pid int) (sum time.Duration) {
	t.Helper()
	threads, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", pid))
	for _, path := range threads {
		text, err := os.ReadFile(path)
		if err != nil {
			continue // the thread has ended
		}
		var ns time.Duration
		if _, err := fmt.Fscan(strings.NewReader(string(text)), &ns); err != nil {
			t.Fatal(err)
		}
		sum += ns
	}
	return sum
}
