package bigtable

import (
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
)

// TestInstances verifies that the instances of a project are listed page by page with GET requests alone, that locations
// which did not answer are named once, and that neither an emulator nor another server is asked.
func TestInstances(t *testing.T) {
	const prefix = `{"name": "projects/p/instances/`
	bodies := map[string]string{
		"":  `{"instances": [` + prefix + `b"}, ` + prefix + `c"}], "nextPageToken": "2", "failedLocations": ["x"]}`,
		"2": `{"instances": [` + prefix + `a"}], "failedLocations": ["x"]}`,
	}
	var asked []string
	status := http.StatusOK
	rest := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.Method+" "+r.URL.Path)
		w.WriteHeader(status)
		_, _ = io.WriteString(w, bodies[r.URL.Query().Get("pageToken")])
	}))
	t.Cleanup(rest.Close)
	t.Cleanup(http.DefaultTransport.(*http.Transport).CloseIdleConnections)
	config := Config{Project: "p", Instance: "of-the-environment", AuthToken: "tok", AdminREST: rest.URL}
	names, missing, err := Instances(t.Context(), config)
	if err != nil || !slices.Equal(names, []string{"a", "b", "c"}) || !slices.Equal(missing, []string{"x"}) {
		t.Errorf("%v: %q, and not %q", err, names, missing)
	}
	if want := "GET /v2/projects/p/instances"; !slices.Equal(asked, []string{want, want}) {
		t.Errorf("asked for %q", asked)
	}
	asked = nil
	emulator, other := config, config
	emulator.EmulatorHost, other.AdminREST, other.AdminEndpoint = "localhost:1", "", "localhost:1"
	for words, c := range map[string]Config{"an emulator is not asked": emulator, "--admin-endpoint": other} {
		if _, _, err := Instances(t.Context(), c); err == nil || !strings.Contains(err.Error(), words) || len(asked) > 0 {
			t.Errorf("%v, asked for %q", err, asked)
		}
	}
	status = http.StatusForbidden
	if _, _, err := Instances(t.Context(), config); err == nil || !strings.Contains(err.Error(), "roles/bigtable.reader") {
		t.Errorf("refused: %v", err)
	}
}

// TestParseProject verifies that a name alone is a project only where it cannot be a table.
func TestParseProject(t *testing.T) {
	for _, c := range []struct{ source, instance, want string }{
		{"prod", "", "prod"}, {"prod", "i", ""}, {"projects/prod", "", "prod"}, {"projects/prod", "i", "prod"},
		{"projects/prod/", "", "prod"}, {"prod/i", "", ""}, {"projects/p/instances/i", "", ""}, {"projects/", "", ""},
		{"a b", "", ""},
	} {
		if got, ok := ParseProject(c.source, Config{Instance: c.instance}); got != c.want || ok != (c.want != "") {
			t.Errorf("%q with the instance %q is the project %q", c.source, c.instance, got)
		}
	}
}
