//go:build unix

package decoder

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// alive reports whether a process runs; one that has ended and is not yet waited for does not.
func alive(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return false
	}
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err != nil || !strings.Contains(string(stat), ") Z ")
}

// TestCommandLeavesNoProcess verifies that whatever a command started ends with it: when it succeeds, when it fails and
// when it is canceled.
func TestCommandLeavesNoProcess(t *testing.T) {
	for name, end := range map[string]string{"succeeds": "true", "fails": "false", "canceled": "wait"} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "pids")
			// One child in the background, one that has let go of the output, one behind a shell of its own.
			line := fmt.Sprintf("{ sleep 60 & echo $! >%[1]s; sleep 61 >/dev/null 2>&1 & echo $! >>%[1]s; sh -c "+
				"'sleep 62 & echo $! >>%[1]s'; }; %[2]s", file, end)
			ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
			defer cancel()
			if name == "canceled" {
				time.AfterFunc(200*time.Millisecond, cancel)
			}
			started := time.Now()
			_, err := Command(line).Decode(ctx, []byte("x"))
			if (err == nil) != (name == "succeeds") {
				t.Errorf("error %v", err)
			}
			if took := time.Since(started); took > 10*time.Second {
				t.Errorf("took %v", took)
			}
			pids, err := os.ReadFile(file)
			if err != nil || len(strings.Fields(string(pids))) != 3 {
				t.Fatalf("processes %q, %v", pids, err)
			}
			for _, word := range strings.Fields(string(pids)) {
				pid, err := strconv.Atoi(word)
				if err != nil {
					t.Fatal(err)
				}
				for range 100 { // a killed process takes a moment to end
					if !alive(pid) {
						break
					}
					time.Sleep(10 * time.Millisecond)
				}
				if alive(pid) {
					t.Errorf("process %d outlived the command", pid)
					_ = syscall.Kill(pid, syscall.SIGKILL)
				}
			}
		})
	}
}
