package main

import (
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"tabletop/internal/fakegcs"
)

// TestCloudStorage verifies that an export and a saved sample in Cloud Storage are read as the same local files are,
// and that nothing but GET is sent.
func TestCloudStorage(t *testing.T) {
	saved, folder, info := exportOf(t, "demo:games")
	server := fakegcs.New(t)
	t.Cleanup(http.DefaultTransport.(*http.Transport).CloseIdleConnections)
	names, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range append(names, saved) {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		object := "export/" + filepath.Base(name)
		if name == saved {
			object = "all.tabletop"
		}
		server.Put("bucket", object, data)
	}
	env := []string{"STORAGE_EMULATOR_HOST=" + strings.TrimPrefix(server.URL, "http://")}
	for remote, local := range map[string]string{"gs://bucket/export/*.avro": filepath.Join(folder, "*.avro"),
		"gs://bucket/export": folder, "gs://bucket/all.tabletop": saved} {
		args := []string{"--table-info", info}
		if local == saved {
			args = nil
		}
		want := reportOn(t, nil, append([]string{"stats", local}, args...)...)
		if got := reportOn(t, env, append([]string{"stats", remote}, args...)...); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, want %v", remote, got, want)
		}
	}
	for _, tt := range []struct {
		code int
		says string
		args []string
	}{
		{exitOK, "the files of an export", []string{"doctor", "gs://bucket/export/"}},
		{exitOK, "a saved sample", []string{"doctor", "gs://bucket/all.tabletop"}},
		{exitOK, "all 3 files are read", []string{"sample", "gs://bucket/export/", "--plan"}},
		{exitError, "cannot read gs://nowhere: not found", []string{"stats", "gs://nowhere/*.avro"}},
		{exitError, "cannot read gs://bucket/none.tabletop: not found", []string{"stats", "gs://bucket/none.tabletop"}},
		{exitError, "is not a saved sample of tabletop", []string{"emulator", "gs://bucket/wrong.tabletop"}},
		{exitError, "nothing is written to Cloud Storage", []string{"sample", "demo:games", "-o", "gs://bucket/x.tabletop"}},
	} {
		server.Put("bucket", "wrong.tabletop", []byte("wrong"))
		out, errs, code := tabletop(t, env, tt.args...)
		if all := strings.Join(strings.Fields(out+errs), " "); code != tt.code || !strings.Contains(all, tt.says) {
			t.Errorf("%v: %d: %s", tt.args, code, all)
		}
	}
	for _, request := range server.Requests() {
		if request.Method != http.MethodGet {
			t.Errorf("%s %s was sent", request.Method, request.URL)
		}
	}
	if _, errs, code := tabletop(t, []string{"STORAGE_EMULATOR_HOST=127.0.0.1:1"}, "stats", "gs://bucket/export/"); code !=
		exitPartial || !strings.Contains(errs, "cannot read gs://bucket: given up after 4 attempts: the server is unavailable") {
		t.Errorf("no server: %d: %s", code, errs)
	}
}
