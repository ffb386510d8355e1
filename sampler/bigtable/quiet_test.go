package bigtable

import (
	"bytes"
	"log"
	"os"
	"os/exec"
	"testing"

	"google.golang.org/grpc/grpclog"
)

// TestQuiet verifies, in a process of its own, that nothing that libraries log reaches its output.
func TestQuiet(t *testing.T) {
	const child = "TABLETOP_TEST_QUIET"
	if os.Getenv(child) != "" {
		Quiet()
		log.Print("a line of log")
		grpclog.Error("a line of gRPC")
		return
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestQuiet$")
	cmd.Env = append(os.Environ(), child+"=1", "GRPC_GO_LOG_SEVERITY_LEVEL=info")
	out, err := cmd.CombinedOutput()
	if err != nil || bytes.Contains(out, []byte("a line")) {
		t.Errorf("%v, %s", err, out)
	}
}
