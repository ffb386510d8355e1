package main

import (
	"bytes"
	"context"
	"io"
	"net"
	"path/filepath"
	"strings"
	"testing"
	"time"

	pb "cloud.google.com/go/bigtable/apiv2/bigtablepb"

	"tabletop/internal/fakebt"
	"tabletop/model/sample"
)

// soon is a limit of time that is over soon, and endless is when a command that ignores it is given up: the reads of a
// silent server take longer.
const (
	soon    = "300ms"
	endless = 25 * time.Second
)

// within runs a command, with the retries of the program, and fails the test if it does not end.
func within(t *testing.T, in io.Reader, host string, args ...string) (out, errs string, code int) {
	t.Helper()
	home := t.TempDir()
	var stdout, stderr bytes.Buffer
	p := &program{
		std: streams{in: in, out: &stdout, err: &stderr},
		env: map[string]string{"HOME": home, "XDG_CONFIG_HOME": home, "BIGTABLE_EMULATOR_HOST": host},
	}
	ended := make(chan int, 1)
	go func() { ended <- p.run(context.Background(), append(args, "--time", soon)) }()
	select {
	case code = <-ended:
		return stdout.String(), stderr.String(), code
	case <-time.After(endless):
		t.Fatalf("%q with --time %s did not end in %v", args, soon, endless)
		return "", "", 0
	}
}

// silentAt returns a server that never answers calls of a method.
func silentAt(t *testing.T, method string) *fakebt.Server {
	server := fakebt.New(t, devices("t"), devices("u"))
	if method == "ReadRows" {
		server.Fault = func(int, *pb.ReadRowsRequest) *fakebt.Fault { return &fakebt.Fault{Stall: true} }
		return server
	}
	release := make(chan struct{})
	t.Cleanup(func() { close(release) })
	server.Fail = func(called string) error {
		if strings.HasSuffix(called, "/"+method) {
			<-release
		}
		return nil
	}
	return server
}

// TestTimeLimitsTheWholeCommand verifies that each command ends when --time has passed, whatever the server does not
// answer, under every strategy, and exits with 4 and says why.
func TestTimeLimitsTheWholeCommand(t *testing.T) {
	commands := map[string][]string{"every": {"stats", "p/i/t"}}
	for _, s := range sample.Strategies() {
		commands["strategy "+string(s)] = []string{"stats", "p/i/t", "--strategy", string(s)}
	}
	for _, name := range []string{"schema", "decode", "heat", "gc", "audit", "advise"} {
		commands[name] = []string{name, "p/i/t"}
	}
	commands["simulate"] = []string{"simulate", "p/i/t", "--layout", "{n}#{device}"}
	commands["diff"] = []string{"diff", "p/i/t", "p/i/u"}
	commands["plan"] = []string{"sample", "p/i/t", "--plan"}
	commands["sample"] = []string{"sample", "p/i/t", "-o", filepath.Join(t.TempDir(), "x.tabletop")}
	commands["precision"] = []string{"stats", "p/i/t", "--precision", "3%"}
	commands["plan of precision"] = []string{"sample", "p/i/t", "--plan", "--precision", "3%"}
	commands["distinct"] = []string{"stats", "p/i/t", "--distinct"}
	commands["count"] = []string{"stats", "p/i/t", "--count"}
	for name, args := range commands {
		for _, method := range []string{"GetTable", "SampleRowKeys", "ReadRows"} {
			t.Run(name+" "+method, func(t *testing.T) {
				t.Parallel()
				out, errs, code := within(t, strings.NewReader(""), silentAt(t, method).Addr, args...)
				if code != exitPartial || out != "" ||
					!strings.Contains(errs, "nothing was read of p/i/t: the time limit of "+soon+" was reached") {
					t.Errorf("exit code %d, %q: %s", code, out, errs)
				}
			})
		}
	}
}

// TestTimeLimitsAnInstance verifies that the audit of an instance ends when --time has passed: without a list of tables
// there is nothing to report, and otherwise the tables described so far are reported, as part of all.
func TestTimeLimitsAnInstance(t *testing.T) {
	t.Parallel()
	for method, want := range map[string]string{"ListTables": "the time limit of " + soon + " was reached",
		"GetTable": "2 of 2 tables could not be described: the time limit of " + soon} {
		out, errs, code := within(t, strings.NewReader(""), silentAt(t, method).Addr, "audit", "p/i")
		if strings.Contains(errs, "nothing was read of p/i: ") { // always without a list, and on a busy machine
			want = "the time limit of " + soon + " was reached"
		}
		if code != exitPartial || method == "ListTables" && out != "" || !strings.Contains(errs+out, want) {
			t.Errorf("%s: exit code %d, %q: %s", method, code, out, errs)
		}
	}
}

// TestTimeLimitsEveryKindOfSource verifies the limit where a source takes its time before there is a server that reads
// rows: one that accepts connections and says nothing, a demo that is loaded, and a pipe without an end.
func TestTimeLimitsEveryKindOfSource(t *testing.T) {
	t.Parallel()
	mute, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer mute.Close()
	pipe, writer := io.Pipe()
	defer writer.Close()
	for source, in := range map[string]io.Reader{"p/i/t": strings.NewReader(""), "demo:meters": strings.NewReader(""),
		"-": pipe} {
		out, errs, code := within(t, in, mute.Addr().String(), "stats", source)
		if strings.HasPrefix(source, "demo") && code == exitOK && out != "" {
			continue // it was loaded and read in time
		}
		if code != exitPartial || !strings.Contains(errs+out, "the time limit of "+soon+" was reached") &&
			!strings.Contains(out, "the demo was still loading") {
			t.Errorf("%s: exit code %d, %q: %s", source, code, out, errs)
		}
	}
}

// TestTimeLimitKeepsRows verifies that what was read before the limit is reported, as within the limits that were
// given.
func TestTimeLimitKeepsRows(t *testing.T) {
	t.Parallel()
	server := fakebt.New(t, devices("t"))
	began := make(chan struct{}, 1)
	server.Fault = func(stream int, req *pb.ReadRowsRequest) *fakebt.Fault {
		if req.RowsLimit > 0 { // a pilot
			return nil
		}
		select {
		case began <- struct{}{}:
			return nil
		default:
			return &fakebt.Fault{Stall: true}
		}
	}
	out, errs, code := within(t, strings.NewReader(""), server.Addr, "stats", "p/i/t", "--strategy", "everything")
	if strings.Contains(errs, "nothing was read") {
		t.Skip("the machine is too busy to read a row in " + soon)
	}
	if code != exitOK && code != exitPartial || !strings.Contains(out, "the time limit of "+soon+" was reached") ||
		(code == exitPartial) != strings.Contains(out, "no rows read") {
		t.Errorf("exit code %d, %q: %s", code, out, errs)
	}
}
