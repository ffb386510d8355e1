package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"tabletop/internal/fakebt"
	"tabletop/views/report/doc"
)

// diagnosed returns the checks of a report by name.
func diagnosed(t *testing.T, out string) (found doc.Doctor, checks map[string]doc.DoctorCheck) {
	t.Helper()
	if err := json.Unmarshal([]byte(out), &found); err != nil {
		t.Fatalf("%v: %q", err, out)
	}
	checks = map[string]doc.DoctorCheck{}
	for _, c := range found.Checks {
		checks[c.Name] = c
	}
	return found, checks
}

// TestDoctorOfBrokenSetups verifies that each of several set-ups that do not work fails the check that it breaks, and
// that this says what to do.
func TestDoctorOfBrokenSetups(t *testing.T) {
	t.Parallel()
	refusing := func(method string, code codes.Code) func(string) error {
		return func(called string) error {
			if strings.HasSuffix(called, "/"+method) {
				return status.Error(code, "no")
			}
			return nil
		}
	}
	for _, c := range []struct {
		name   string
		fail   func(method string) error
		source string
		check  string // that fails, alone
		says   string
		next   string
		code   int
	}{
		{"a role that cannot read rows", refusing("ReadRows", codes.PermissionDenied), "p/i/t", "ReadRows",
			"no permission to read", "roles/bigtable.reader", exitCheck},
		{"a role that cannot see sections", refusing("SampleRowKeys", codes.PermissionDenied), "p/i/t", "SampleRowKeys",
			"no permission to read", "roles/bigtable.reader", exitCheck},
		{"an app profile that is not there", func(method string) error {
			if strings.HasSuffix(method, "/ReadRows") {
				return status.Error(codes.NotFound, "app profile not found")
			}
			return nil
		}, "p/i/t", "ReadRows", "app profile", "app-profiles list", exitCheck},
		{"credentials that are refused", refusing("GetTable", codes.Unauthenticated), "p/i/t", "GetTable",
			"credentials were not accepted", "application-default login", exitCheck},
		{"a name that is none", nil, "a/b/c/d", "source", "does not name a table", "PROJECT/INSTANCE/TABLE", exitCheck},
		{"a role that cannot list tables", refusing("ListTables", codes.PermissionDenied), "p/i/t", "ListTables",
			"no permission", "can be read without it", exitOK},
		{"nothing", nil, "p/i/t", "", "", "", exitOK},
		{"nothing of an instance", nil, "p/i", "", "", "", exitOK},
	} {
		server := fakebt.New(t, devices("t"))
		server.Fail = c.fail
		out, errs, code := against(t, server, "doctor", c.source, "--format", "json")
		found, checks := diagnosed(t, out)
		if code != c.code || (found.Failed > 0) != (code == exitCheck) {
			t.Errorf("%s: exit code %d, %d failed: %s", c.name, code, found.Failed, errs)
		}
		for _, check := range found.Checks {
			bad := check.Verdict == checkFailed || check.Area == "connection" && check.Verdict != checkOK
			if bad != (check.Name == c.check) {
				t.Errorf("%s: %s of %s: %s", c.name, check.Verdict, check.Name, check.Found)
			}
		}
		if got := checks[c.check]; !strings.Contains(got.Found, c.says) || !strings.Contains(got.Next, c.next) {
			t.Errorf("%s: found %q, next %q", c.name, got.Found, got.Next)
		}
		if c.source == "p/i/t" && (!strings.Contains(checks["endpoint"].Found, "an emulator, at ") ||
			!strings.Contains(checks["credentials"].Found, "none")) {
			t.Errorf("%s: endpoint %v, credentials %v", c.name, checks["endpoint"], checks["credentials"])
		}
	}
}

// TestDoctorOfTheService verifies what is said of credentials, of endpoints, and of a server that is out of reach.
func TestDoctorOfTheService(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	key := filepath.Join(dir, "user.json")
	user := `{"type": "authorized_user", "client_id": "c", "client_secret": "s", "refresh_token": "r"}`
	if err := os.WriteFile(key, []byte(user), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ creds, check, says, next string }{
		{filepath.Join(dir, "absent.json"), "credentials", "could not be read", "application-default login"},
		{dir, "credentials", "directory", "--creds"},
	} {
		out, errs, code := tabletop(t, nil, "doctor", "p/i/t", "--format", "json", "--creds", c.creds)
		_, checks := diagnosed(t, out)
		if got := checks[c.check]; code != exitCheck || got.Verdict != checkFailed ||
			!strings.Contains(got.Found, c.says) || !strings.Contains(got.Next, c.next) {
			t.Errorf("%s: exit code %d: %v %s", c.creds, code, got, errs)
		}
	}
	var stdout, stderr strings.Builder
	live := liveProgram(t, fakebt.New(t, devices("t")), &stdout, &stderr)
	code := live.run(t.Context(), []string{"doctor", "p/i/t", "--format", "json"})
	if _, checks := diagnosed(t, stdout.String()); code != exitOK ||
		!strings.HasPrefix(checks["endpoint"].Found, "the service, at 127.") ||
		!strings.Contains(checks["credentials"].Found, "access token") || checks["ReadRows"].Verdict != checkOK {
		t.Errorf("a service: exit code %d: %s%s", code, stdout.String(), stderr.String())
	}
	if _, errs, code := tabletop(t, nil, "doctor", "--creds", key); code != exitOK {
		t.Errorf("without a source: exit code %d: %s", code, errs)
	}
	out, _, code := tabletop(t, []string{"BIGTABLE_EMULATOR_HOST=127.0.0.1:1"}, "doctor", "p/i/t", "--format", "json")
	if _, checks := diagnosed(t, out); code != exitCheck ||
		!strings.Contains(checks["endpoint"].Found, "nothing answers") ||
		!strings.Contains(checks["endpoint"].Next, "unset BIGTABLE_EMULATOR_HOST") {
		t.Errorf("no emulator: exit code %d: %s", code, out)
	}
}

// TestDoctorOfSettingsAndTerminal verifies what is found of files that cannot be read and of terminals that lack
// something, in the order of the text.
func TestDoctorOfSettingsAndTerminal(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	for name, text := range map[string]string{"tabletop/config.yaml": "theme: neon\n", ".cbtrc": "project prod\n"} {
		path := filepath.Join(home, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	env := []string{"HOME=" + home, "USERPROFILE=" + home, "XDG_CONFIG_HOME=" + home, "NO_COLOR=1", "LANG=C", "TMUX=x",
		"SSH_TTY=/dev/pts/1"}
	out, errs, code := tabletop(t, env, "doctor", "demo:devices")
	if code != exitCheck || !strings.Contains(errs, "the check failed: 1 of ") {
		t.Errorf("exit code %d: %s", code, errs)
	}
	rest := strings.Join(strings.Fields(out), " ")
	for _, want := range []string{"PROGRAM", "ok version tabletop", "SETTINGS", "failed settings invalid settings in",
		"correct the file", "note ~/.cbtrc ~/.cbtrc line 1 has no =", "TERMINAL", "note app standard input or output is",
		"note characters the locale is not UTF-8", "note colors none, because NO_COLOR is set",
		"note clipboard through the terminal, by OSC 52", "note tmux", "set-clipboard on", "CONNECTION",
		"ok source a demo", "1 check failed."} {
		_, after, ok := strings.Cut(rest, want)
		if !ok {
			t.Fatalf("%q is missing, or not in its place:\n%s", want, out)
		}
		rest = after
	}
}
