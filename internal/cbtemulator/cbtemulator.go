// Package cbtemulator runs Google's own Bigtable emulator for tests, where it is installed.
package cbtemulator

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
)

// Env is the environment variable that names the emulator's binary if it is not where the Google Cloud SDK installs it.
const Env = "TABLETOP_CBTEMULATOR"

var listening = regexp.MustCompile(`running on ([^ ]+:\d+)`)

// Start runs the emulator for the length of the test and returns its host:port. The test is skipped where there is
// none.
func Start(t testing.TB) string {
	t.Helper()
	binary := find()
	if binary == "" {
		t.Skipf("Google's emulator is not installed; name its binary (cbtemulator) in %s to run this test", Env)
	}
	cmd := exec.Command(binary, "-host", "127.0.0.1", "-port", "0")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := cmd.Process.Kill(); err != nil {
			t.Error(err)
		}
		_ = cmd.Wait() // reports that it was killed
	})
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if m := listening.FindStringSubmatch(lines.Text()); m != nil {
			return m[1]
		}
	}
	t.Fatal(fmt.Errorf("%s did not print its address", binary))
	return ""
}

func find() string {
	if path := os.Getenv(Env); path != "" {
		return path
	}
	roots := []string{"/usr/lib/google-cloud-sdk", "/usr/share/google-cloud-sdk", "/opt/google-cloud-sdk"}
	if home, err := os.UserHomeDir(); err == nil {
		roots = append(roots, filepath.Join(home, "google-cloud-sdk"))
	}
	for _, root := range roots {
		path := filepath.Join(root, "platform", "bigtable-emulator", "cbtemulator")
		if _, err := os.Stat(path); err == nil {
			return path
		}
	}
	return ""
}
