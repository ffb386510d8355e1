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
)

// BenchmarkFirstPaint measures the program, built and run in a pseudo-terminal, from its start to the first frame:
// medians of the CPU time of all its threads and of the time on the clock, in milliseconds. People should wait less
// than 60 ms.
func BenchmarkFirstPaint(b *testing.B) {
	program := filepath.Join(b.TempDir(), "tabletop")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	firstPaint(b, program, "demo") // reads the program from the disk
	var cpu, wall []time.Duration
	for b.Loop() {
		c, w := firstPaint(b, program, "demo")
		cpu, wall = append(cpu, c), append(wall, w)
	}
	b.ReportMetric(median(cpu), "cpu-ms/frame")
	b.ReportMetric(median(wall), "wall-ms/frame")
}

// median is the middle one of some times, in milliseconds.
func median(times []time.Duration) float64 {
	slices.Sort(times)
	return float64(times[len(times)/2]) / float64(time.Millisecond)
}

// firstPaint runs a program in a pseudo-terminal of 140 by 40 cells until its first frame is there.
func firstPaint(b *testing.B, program string, args ...string) (cpu, wall time.Duration) {
	b.Helper()
	terminal, side := pseudoTerminal(b, 140, 40)
	defer terminal.Close()
	defer side.Close()
	cmd := exec.Command(program, args...)
	attach(cmd, side)
	home := b.TempDir()
	cmd.Env = append(os.Environ(), "TERM=xterm-256color", "XDG_CONFIG_HOME="+home, "XDG_STATE_HOME="+home,
		"XDG_CACHE_HOME="+home)
	began := time.Now()
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
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
			b.Fatalf("%v after %q", err, out)
		}
		out = append(out, part[:n]...)
		if !answered && bytes.Contains(out, []byte("\x1b]11;?")) { // what is the background? black
			answered = true
			_, _ = terminal.WriteString("\x1b]11;rgb:0000/0000/0000\x1b\\")
		}
	}
	return cpuTime(b, cmd.Process.Pid), time.Since(began)
}

// pseudoTerminal opens a pseudo-terminal of w by h cells: the side that the user has, and the side of a program.
func pseudoTerminal(tb testing.TB, w, h int) (terminal, side *os.File) {
	tb.Helper()
	terminal, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		tb.Fatal(err)
	}
	fd := int(terminal.Fd())
	n, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0)
	}
	if err == nil {
		err = unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: uint16(h), Col: uint16(w)})
	}
	if err != nil {
		tb.Fatal(err)
	}
	side, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		tb.Fatal(err)
	}
	return terminal, side
}

// attach makes side the terminal that a program runs on.
func attach(cmd *exec.Cmd, side *os.File) {
	cmd.Stdin, cmd.Stdout, cmd.Stderr = side, side, side
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
}

// cpuTime is the CPU time that all threads of a process have had.
func cpuTime(b *testing.B, pid int) (sum time.Duration) {
	b.Helper()
	threads, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", pid))
	for _, path := range threads {
		text, err := os.ReadFile(path)
		if err != nil {
			continue // the thread has ended
		}
		var ns time.Duration
		if _, err := fmt.Fscan(strings.NewReader(string(text)), &ns); err != nil {
			b.Fatal(err)
		}
		sum += ns
	}
	return sum
}
