package main

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"tabletop/internal/fakebt"
)

// debugLog runs a command with --debug and returns the file, and its entries by what they are about.
func debugLog(t *testing.T, server *fakebt.Server, args ...string) (text string,
	entries map[string][]map[string]any) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "debug.log")
	_, errs, _ := against(t, server, append(args, "--debug", file)...)
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err, errs)
	}
	entries = map[string][]map[string]any{}
	lines := bufio.NewScanner(strings.NewReader(string(data)))
	for lines.Scan() {
		var entry map[string]any
		if err := json.Unmarshal(lines.Bytes(), &entry); err != nil {
			t.Fatalf("%s: %v", lines.Text(), err)
		}
		kind := entry["msg"].(string)
		entries[kind] = append(entries[kind], entry)
	}
	return string(data), entries
}

// TestDebugLogsRequestsWithoutData verifies that the log of a read has each request with what it took and brought, the
// read that it is part of, and the exit code, and no byte of a key, a qualifier or a value; that --debug-keys writes the
// keys, and that nobody else may read the file.
func TestDebugLogsRequestsWithoutData(t *testing.T) {
	server := fakebt.New(t, devices("t"))
	args := []string{"stats", "p/i/t", "--rows", "150", "--prefix", "dev0", "--key-regex", "dev0[1-9].*"}
	text, entries := debugLog(t, server, args...)
	for _, secret := range []string{"dev0", "12.5C"} {
		if strings.Contains(text, secret) {
			t.Errorf("%q is in the log:\n%s", secret, text)
		}
	}
	methods := map[string]int{}
	var rows float64
	for _, r := range entries["request"] {
		methods[r["method"].(string)]++
		if r["of"] != fakebt.Name("t") || r["took_ms"] == nil || r["code"] == nil {
			t.Errorf("request %v", r)
		}
		if r["method"] == "ReadRows" {
			rows += r["rows"].(float64)
			if start := r["ranges"].([]any)[0].([]any)[0].(string); !strings.HasPrefix(start, "#") || len(start) != 17 {
				t.Errorf("a range starts at %q", start)
			}
		}
	}
	if methods["GetTable"] != 1 || methods["SampleRowKeys"] != 1 || methods["ReadRows"] == 0 {
		t.Errorf("methods %v", methods)
	}
	var ofJobs float64
	for _, job := range entries["job ended"] {
		ofJobs += job["rows"].(float64)
	}
	if len(entries["job"]) != len(entries["job ended"]) || ofJobs == 0 || rows < ofJobs {
		t.Errorf("the requests brought %v rows, the jobs %v", rows, ofJobs)
	}
	if len(entries["command"]) != 1 || len(entries["exit"]) != 1 || entries["exit"][0]["exit_code"] != 0.0 {
		t.Errorf("command %v, exit %v", entries["command"], entries["exit"])
	}
	if text, _ := debugLog(t, server, append(args, "--debug-keys")...); !strings.Contains(text, `"dev0`) ||
		strings.Contains(text, "12.5C") {
		t.Errorf("with keys:\n%s", text)
	}
}

// TestDebugLogsFailures verifies that a refused request is in the log with its code, its message only with
// --debug-keys, because it may quote a key, and that the log says how the command ended.
func TestDebugLogsFailures(t *testing.T) {
	server := fakebt.New(t, devices("t"))
	server.Fail = func(method string) error {
		if strings.HasSuffix(method, "/SampleRowKeys") {
			return status.Error(codes.PermissionDenied, "not for dev01")
		}
		return nil
	}
	text, entries := debugLog(t, server, "stats", "p/i/t")
	if !strings.Contains(text, `"code":"PermissionDenied"`) || strings.Contains(text, "dev01") ||
		entries["exit"][0]["exit_code"] != 1.0 {
		t.Errorf("a refused request:\n%s", text)
	}
	if text, _ := debugLog(t, server, "stats", "p/i/t", "--debug-keys"); !strings.Contains(text, "not for dev01") {
		t.Errorf("with keys:\n%s", text)
	}
}

// TestDebugFile verifies the file of --debug: private, of a demo too, and an error where it cannot be written.
func TestDebugFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "debug.log")
	_, errs, code := tabletop(t, nil, "stats", "demo:devices", "--rows", "100", "--debug", file)
	info, err := os.Stat(file)
	if code != exitOK || err != nil || runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 || info.Size() < 500 {
		t.Errorf("exit code %d, %s, %v %v", code, errs, info, err)
	}
	if _, errs, code := tabletop(t, nil, "version", "--debug", filepath.Join(file, "x")); code != exitError ||
		!strings.Contains(errs, "cannot write --debug") {
		t.Errorf("a file below a file: exit code %d: %s", code, errs)
	}
	if _, errs, code := tabletop(t, nil, "version", "--debug-keys"); code != exitUsage ||
		!strings.Contains(errs, "needs --debug FILE") {
		t.Errorf("keys without a file: exit code %d: %s", code, errs)
	}
}
