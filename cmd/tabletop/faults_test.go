package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	pb "cloud.google.com/go/bigtable/apiv2/bigtablepb"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"tabletop/internal/fakebt"
	"tabletop/internal/slowtest"
	"tabletop/sampler/read"
)

// fault breaks the reads of a command that runs against a fake server.
type fault struct {
	name string
	code int
	// at breaks the stream that begins when n of those that read rows have begun; nil lets it pass.
	at func(s *fakebt.Server, n int64) *fakebt.Fault
	// before is called before the command; it may be nil.
	before func(s *fakebt.Server)
}

// fails returns a fault that fails every stream from the sixth on, or only that one, with err.
func fails(name string, code int, once bool, f fakebt.Fault) fault {
	return fault{name: name, code: code, at: func(_ *fakebt.Server, n int64) *fakebt.Fault {
		if n == 6 || n > 6 && !once {
			return &f
		}
		return nil
	}}
}

// does returns a fault that does something when the sixth stream begins.
func does(name string, code int, do func(s *fakebt.Server)) fault {
	return fault{name: name, code: code, at: func(s *fakebt.Server, n int64) *fakebt.Fault {
		if n == 6 {
			do(s)
			return &fakebt.Fault{Stall: true}
		}
		return nil
	}}
}

// sendSelf sends a signal to this process.
func sendSelf(sig os.Signal) error {
	process, err := os.FindProcess(os.Getpid())
	if err != nil {
		return err
	}
	return process.Signal(sig)
}

func faults() []fault {
	sends := func(sig os.Signal) func(*fakebt.Server) {
		return func(*fakebt.Server) { _ = sendSelf(sig) }
	}
	reset := fakebt.Fault{Inside: true,
		Err: status.Error(codes.Internal, "stream terminated by RST_STREAM with error code: INTERNAL_ERROR")}
	out := []fault{
		fails("cut once", exitOK, true, fakebt.Fault{Inside: true}),
		fails("cut always", exitPartial, false, fakebt.Fault{Inside: true}),
		fails("reset once", exitOK, true, reset),
		fails("reset always", exitPartial, false, reset),
		fails("stall once", exitOK, true, fakebt.Fault{Stall: true}),
		fails("stall always", exitPartial, false, fakebt.Fault{Stall: true}),
		fails("INTERNAL", exitPartial, false, fakebt.Fault{Err: status.Error(codes.Internal, "a bug")}),
		fails("PERMISSION_DENIED", exitPartial, false,
			fakebt.Fault{Err: status.Error(codes.PermissionDenied, "no more")}),
		does("table dropped in the middle", exitPartial, func(s *fakebt.Server) { s.Drop(fakebt.Name("t")) }),
		does("server gone", exitPartial, func(s *fakebt.Server) { go s.Stop() }),
		does("server restarted", exitOK, func(s *fakebt.Server) { go func() { _ = s.Restart() }() }),
		{name: "table dropped at the start", code: exitError, before: func(s *fakebt.Server) {
			s.Drop(fakebt.Name("t"))
		}},
		{name: "none", code: exitOK},
	}
	if runtime.GOOS != "windows" { // a process cannot send itself a signal there
		out = append(out, does("SIGINT", 130, sends(syscall.SIGINT)), does("SIGTERM", 143, sends(syscall.SIGTERM)),
			does("SIGHUP", 129, sends(syscall.SIGHUP)))
	}
	for _, c := range []codes.Code{codes.Unavailable, codes.DeadlineExceeded, codes.ResourceExhausted} {
		f := fakebt.Fault{Err: status.Error(c, "not now")}
		out = append(out, fails(c.String()+" once", exitOK, true, f), fails(c.String()+" always", exitPartial, false,
			f))
	}
	return out
}

// TestSilentBeforeTheRead verifies that a server that does not answer the first call of a read exits with 4, with and
// without --allow-partial, says so in words, and prints no report; one that refuses the call exits with 1.
func TestSilentBeforeTheRead(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		answer func() error
		code   int
		words  string
	}{
		{"silent", func() error { time.Sleep(2 * time.Second); return nil }, exitPartial, "no answer in time"},
		{"unavailable", func() error { return status.Error(codes.Unavailable, "not now") }, exitPartial,
			"nothing answers at"},
		{"credentials", func() error { return status.Error(codes.Unavailable, "per-RPC creds failed") }, exitError,
			"credentials were not accepted"},
		{"refused", func() error { return status.Error(codes.FailedPrecondition, "it is being deleted") }, exitError,
			"failed: not possible in the current state: it is being deleted"},
	} {
		server := fakebt.New(t, devices("t"))
		server.Fail = func(method string) error {
			if strings.HasSuffix(method, "/GetTable") {
				return c.answer()
			}
			return nil
		}
		for _, flag := range []string{"--rows=100", "--allow-partial"} {
			out, errs, code := against(t, server, "stats", "p/i/t", flag)
			if code != c.code || out != "" || !strings.Contains(errs, c.words) || strings.Contains(errs, "rpc error") ||
				strings.Contains(errs, "code =") || strings.Contains(errs, "RST_STREAM") {
				t.Errorf("%s, %s: exit code %d: %s%s", c.name, flag, code, errs, out)
			}
		}
	}
}

// readers are the commands that read rows, without the flags all of them get. FILE is a file to write.
func readers() [][]string {
	return [][]string{
		{"audit", "p/i/t", "--format", "json"}, {"audit", "p/i/t", "--fail-on", "note", "--format", "junit"},
		{"stats", "p/i/t"}, {"stats", "p/i/t", "--distinct"},
		{"schema", "p/i/t"}, {"gc", "p/i/t"}, {"decode", "p/i/t"}, {"heat", "p/i/t"},
		{"simulate", "p/i/t", "--layout", "{number}#{kind}"},
		{"advise", "p/i/t"}, {"diff", "p/i/u", "p/i/t"}, {"sample", "p/i/t", "-o", "FILE"},
		{"sample", "p/i/t", "--redact", "-o", "FILE"},
	}
}

// devices is a table of 400 rows in sections of a few rows each.
func devices(name string) *fakebt.Table {
	t := &fakebt.Table{Name: fakebt.Name(name), SectionBytes: 400}
	for i := range 400 {
		t.Rows = append(t.Rows, fakebt.Row{Key: fmt.Sprintf("dev%02d#%06d", i%20, i), Cells: []fakebt.Cell{
			{Family: "f", Qualifier: "v", Micros: 1_790_000_000_000_000 + int64(i)*60_000_000, Value: []byte("12.5C")}}})
	}
	return t
}

// underFault runs a command against a server with a fault.
func underFault(t *testing.T, f fault, args ...string) (out, errs string, code int) {
	t.Helper()
	server := fakebt.New(t, devices("t"), devices("u"))
	var begun atomic.Int64
	server.SetFault(func(_ int, req *pb.ReadRowsRequest) *fakebt.Fault {
		if req.RowsLimit > 0 || req.TableName != fakebt.Name("t") || f.at == nil {
			return nil
		}
		return f.at(server, begun.Add(1))
	})
	if f.before != nil {
		f.before(server)
	}
	return against(t, server, args...)
}

// against runs a command against a server, with short waits.
func against(t *testing.T, server *fakebt.Server, args ...string) (out, errs string, code int) {
	t.Helper()
	home := t.TempDir()
	var stdout, stderr bytes.Buffer
	p := &program{
		std: streams{in: strings.NewReader(""), out: &stdout, err: &stderr},
		env: map[string]string{"HOME": home, "XDG_CONFIG_HOME": home, "BIGTABLE_EMULATOR_HOST": server.Addr},
		retry: read.Retry{First: 20 * time.Millisecond, Longest: 200 * time.Millisecond, Attempts: 12,
			Budget: 3 * time.Second, Stall: 1500 * time.Millisecond},
	}
	if args[0] != "verify" && args[0] != "doctor" && !slices.Contains(args, "--continue") && (args[0] != "diff" || !strings.HasSuffix(args[1], ".tabletop")) {
		args = append(args, "--strategy", "everything")
	}
	code = p.run(context.Background(), args)
	return stdout.String(), stderr.String(), code
}

// TestExitCodesOfFaults verifies the exit code of every command that reads under every fault, that a partial read is
// stated where there is a report, and that no text of gRPC is shown. Short tests take every
// fault with one command and every command with one fault and one signal.
func TestExitCodesOfFaults(t *testing.T) {
	all := slowtest.On()
	for _, f := range faults() {
		for i, args := range readers() {
			if !all && i > 0 &&
				(testing.Short() || i%3 > 0 || f.name != "table dropped in the middle" && f.name != "SIGHUP") {
				continue
			}
			t.Run(f.name+"/"+strings.Join(args, " "), func(t *testing.T) {
				if !strings.HasPrefix(f.name, "SIG") { // a signal reaches every command of this process
					t.Parallel()
				}
				file := filepath.Join(t.TempDir(), "s.tabletop")
				call := make([]string, len(args))
				for k, a := range args {
					call[k] = strings.ReplaceAll(a, "FILE", file)
				}
				out, errs, code := underFault(t, f, call...)
				if code != f.code {
					t.Fatalf("exit code %d, want %d: %.600s", code, f.code, errs)
				}
				if strings.Contains(errs, "rpc error") {
					t.Errorf("gRPC text: %s", errs)
				}
				checkStated(t, args, out, f.code)
				if _, err := os.Stat(file); strings.Contains(strings.Join(args, " "), "FILE") &&
					(err == nil) != (f.code != exitError) {
					t.Errorf("saved: %v", err)
				}
			})
		}
	}
}

// checkStated verifies that a report of a partial read says so, and one of a whole read does not.
func checkStated(t *testing.T, args []string, out string, code int) {
	t.Helper()
	words := map[string]string{"json": `"partial": true`, "junit": "<error "}[args[len(args)-1]]
	switch {
	case args[0] == "sample":
		words = "incomplete: "
	case words == "":
		words = "Partial read: "
	}
	if partial := code >= exitPartial; strings.Contains(out, words) != partial {
		t.Errorf("says %q: %v, want %v\n%.500s", words, !partial, partial, out)
	}
}

// TestPartialIsSaved verifies that a file remembers that its read broke, until --continue has read the rest.
func TestPartialIsSaved(t *testing.T) {
	file := filepath.Join(t.TempDir(), "s.tabletop")
	server := fakebt.New(t, devices("t"))
	var begun atomic.Int64
	server.SetFault(func(_ int, req *pb.ReadRowsRequest) *fakebt.Fault {
		if req.RowsLimit == 0 && begun.Add(1) > 6 {
			return &fakebt.Fault{Err: status.Error(codes.PermissionDenied, "no more")}
		}
		return nil
	})
	if _, errs, code := against(t, server, "sample", "p/i/t", "-o", file); code != exitPartial {
		t.Fatalf("exit code %d: %s", code, errs)
	}
	for _, c := range []struct {
		args []string
		code int
	}{
		{[]string{"audit", file}, exitPartial}, {[]string{"stats", file}, exitPartial},
		{[]string{"diff", file, file}, exitPartial},
		{[]string{"audit", file, "--allow-partial"}, exitOK},
		// which has no place for it
		{[]string{"schema", file, "--layout", "{device}#{number}", "--format", "row-key-schema-json"}, exitPartial},
	} {
		if _, errs, code := tabletop(t, nil, c.args...); code != c.code ||
			!strings.Contains(errs, "is a partial sample: ") {
			t.Errorf("%v: exit code %d, want %d: %s", c.args, code, c.code, errs)
		}
	}
	server.SetFault(nil)
	args := []string{"sample", "p/i/t", "--continue", file, "-o", file}
	home := t.TempDir()
	if _, errs, code := tabletop(t, []string{"HOME=" + home, "BIGTABLE_EMULATOR_HOST=" + server.Addr},
		args...); code != exitOK {
		t.Fatalf("exit code %d: %s", code, errs)
	}
	if _, errs, code := tabletop(t, nil, "audit", file); code != exitOK {
		t.Errorf("after --continue: exit code %d: %s", code, errs)
	}
}

// TestPartialBesideTheRows verifies that reads which are not of the rows of the sample count as well: the keys that
// --distinct reads, and the descriptions of the tables of an instance.
func TestPartialBesideTheRows(t *testing.T) {
	server := fakebt.New(t, devices("t"), devices("u"))
	var keys, refuses atomic.Bool
	var described atomic.Int64
	server.Fail = func(method string) error {
		if refuses.Load() && strings.HasSuffix(method, "/GetTable") && described.Add(1) > 1 {
			return status.Error(codes.PermissionDenied, "not this one")
		}
		return nil
	}
	server.SetFault(func(_ int, req *pb.ReadRowsRequest) *fakebt.Fault {
		if keys.Load() && req.RowsLimit == 1 {
			return &fakebt.Fault{Err: status.Error(codes.PermissionDenied, "no more")}
		}
		return nil
	})
	args := []string{"stats", "p/i/t", "--distinct", "--rows", "20"}
	if out, errs, code := against(t, server, args...); code != exitOK || !strings.Contains(out, "FIRST SEGMENT") {
		t.Fatalf("exit code %d: %s", code, errs)
	}
	keys.Store(true)
	out, errs, code := against(t, server, args...)
	if code != exitPartial || !strings.Contains(out, "Partial read: ") || strings.Contains(out, "FIRST SEGMENT") {
		t.Errorf("--distinct: exit code %d: %s\n%.300s", code, errs, out)
	}
	refuses.Store(true)
	out, errs, code = against(t, server, "audit", "p/i", "--format", "json")
	if code != exitPartial || !strings.Contains(out, `"partial": true`) || !strings.Contains(out, "1 of 2 tables") {
		t.Errorf("instance: exit code %d: %s\n%.300s", code, errs, out)
	}
}

// TestExitCodePrecedence verifies that a signal goes before an error, an error before a partial read, and that before a
// failed check, which --allow-partial leaves to decide. A broken pipe hides none of them.
func TestExitCodePrecedence(t *testing.T) {
	check, bad := checkError("1 new finding"), errors.New("bad")
	for _, c := range []struct {
		name           string
		signal         syscall.Signal
		err            error
		partial, allow bool
		want           int
	}{
		{"all well", 0, nil, false, false, exitOK},
		{"partial", 0, nil, true, false, exitPartial},
		{"partial, allowed", 0, nil, true, true, exitOK},
		{"check", 0, check, false, false, exitCheck},
		{"partial before check", 0, check, true, false, exitPartial},
		{"check of an allowed one", 0, check, true, true, exitCheck},
		{"error before partial", 0, bad, true, false, exitError},
		{"error before check", 0, errors.Join(bad, check), true, false, exitError},
		{"usage before partial", 0, usageError{bad}, true, false, exitUsage},
		{"broken pipe", 0, syscall.EPIPE, false, false, exitOK},
		{"broken pipe of a partial one", 0, syscall.EPIPE, true, false, exitPartial},
		{"broken pipe of a check", 0, errors.Join(syscall.EPIPE, check), false, false, exitCheck},
		{"signal before error", syscall.SIGHUP, bad, true, false, 129},
		{"signal without an error", syscall.SIGINT, nil, false, false, 130},
		{"signal of an allowed one", syscall.SIGTERM, check, true, true, 143},
	} {
		ctx, cancel := context.WithCancelCause(context.Background())
		if c.signal != 0 {
			cancel(signalled{c.signal})
		}
		p := &program{std: streams{err: io.Discard}, partial: c.partial, flags: flags{allowPartial: c.allow}}
		if got := p.exitCode(ctx, c.err); got != c.want {
			t.Errorf("%s: exit code %d, want %d", c.name, got, c.want)
		}
		cancel(nil)
	}
}

// TestLimitsAreNotPartial verifies that limits of the user exit with 0, and that no rows exit with 4 unless the table
// is known to be empty.
func TestLimitsAreNotPartial(t *testing.T) {
	empty := &fakebt.Table{Name: fakebt.Name("empty")}
	server := fakebt.New(t, devices("t"), empty)
	for _, c := range []struct {
		args []string
		code int
	}{
		{[]string{"stats", "p/i/t", "--bytes", "2kB"}, exitOK},
		{[]string{"stats", "p/i/empty"}, exitOK},
		{[]string{"stats", "p/i/t", "--prefix", "nothing"}, exitOK}, // all of that range was read
		{[]string{"stats", "p/i/t", "--time", "1ns"}, exitPartial},
	} {
		if _, errs, code := against(t, server, c.args...); code != c.code {
			t.Errorf("%v: exit code %d, want %d: %s", c.args, code, c.code, errs)
		}
	}
}
