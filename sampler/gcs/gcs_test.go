package gcs

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"tabletop/internal/demotest"
	"tabletop/internal/exportfile"
	"tabletop/internal/fakegcs"
	"tabletop/model/sample"
	"tabletop/sampler"
	"tabletop/sampler/export"
	"tabletop/sampler/read"
	"tabletop/sampler/rest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// opened returns a store of a server, which retries at once.
func opened(t *testing.T, server *fakegcs.Server) *Store {
	t.Helper()
	t.Cleanup(http.DefaultTransport.(*http.Transport).CloseIdleConnections)
	return &Store{API: &rest.Client{Base: server.URL, Agent: "tabletop/test"}, LoginHint: "log in",
		Retry: read.Retry{First: time.Millisecond, Longest: time.Millisecond, Attempts: 3, Stall: 5 * time.Second}}
}

// contents reads a file from a byte on.
func contents(t *testing.T, file export.File, from int64) []byte {
	t.Helper()
	opened, err := file.Open(t.Context(), from)
	if err != nil {
		t.Fatal(err)
	}
	all, err := io.ReadAll(opened)
	if err := errors.Join(err, opened.Close()); err != nil {
		t.Fatal(err)
	}
	return all
}

// TestNames verifies which objects a name means, page by page, whatever characters they have.
func TestNames(t *testing.T) {
	server := fakegcs.New(t)
	server.PageSize = 2
	names := []string{"a.avro", "export/1.avro", "export/2.avro", "export/3.avro", "export/deep/4.avro", "export/x.txt",
		"export/", "export/ü %2F?#&+\n\"\\.avro", "export[1].avro", "t.tabletop", "empty/", "none/x.txt"}
	for _, name := range names {
		server.Put("bucket-1", name, []byte("content of "+name))
	}
	store := opened(t, server)
	for name, want := range map[string][]string{
		"gs://bucket-1":                  {"a.avro", "export[1].avro"},
		"gs://bucket-1/":                 {"a.avro", "export[1].avro"},
		"gs://bucket-1/export/":          {"export/1.avro", "export/2.avro", "export/3.avro", names[7]},
		"gs://bucket-1/export":           {"export/1.avro", "export/2.avro", "export/3.avro", names[7]},
		"gs://bucket-1/export/*.avro":    {"export/1.avro", "export/2.avro", "export/3.avro", names[7]},
		"gs://bucket-1/export/[12].avro": {"export/1.avro", "export/2.avro"},
		"gs://bucket-1/*/*.avro":         {"export/1.avro", "export/2.avro", "export/3.avro", names[7]},
		"gs://bucket-1/ex*/deep/?.avro":  {"export/deep/4.avro"},
		"gs://bucket-1/export[1].avro":   {"export[1].avro"},
		"gs://bucket-1/t.tabletop":       {"t.tabletop"},
		"gs://bucket-1/export/x.txt":     {"export/x.txt"},
		"gs://bucket-1/*.tabletop":       {"t.tabletop"},
	} {
		files, err := store.Files(t.Context(), name)
		var got []string
		for _, file := range files {
			object := strings.TrimPrefix(file.Name, "gs://bucket-1/")
			got = append(got, object)
			if !bytes.Equal(contents(t, file, 3), []byte("content of " + object)[3:]) || file.Size != int64(11+len(object)) {
				t.Errorf("%s: the content of %q differs", name, file.Name)
			}
		}
		if slices.Sort(got); err != nil || !slices.Equal(got, slices.Sorted(slices.Values(want))) {
			t.Errorf("%s: %q, %v; want %q", name, got, err, want)
		}
	}
	for _, request := range server.Requests() {
		if request.Method != http.MethodGet || request.Header.Get("Authorization") != "" ||
			request.Header.Get("User-Agent") != "tabletop/test" {
			t.Errorf("%s %s %v", request.Method, request.URL, request.Header)
		}
	}
}

// TestRanges verifies that an object is read in ranges from any byte on, that what breaks off is continued where it
// ended, and that no more than the ranges is sent.
func TestRanges(t *testing.T) {
	server := fakegcs.New(t)
	data := make([]byte, 3*firstRange+7)
	if _, err := rand.NewChaCha8([32]byte{1}).Read(data); err != nil {
		t.Fatal(err)
	}
	server.Put("bucket", "o", data)
	server.Put("bucket", "empty", nil)
	store := opened(t, server)
	file, err := store.File(t.Context(), "gs://bucket/o")
	if err != nil {
		t.Fatal(err)
	}
	for _, drop := range []int{0, 100_000} {
		server.DropAfter = drop
		for _, from := range []int64{0, 1, firstRange, int64(len(data)) - 1, int64(len(data)), int64(len(data)) + 5} {
			before := server.Sent()
			if got := contents(t, file, from); !bytes.Equal(got, data[min(from, int64(len(data))):]) {
				t.Errorf("from %d, drop after %d: %d bytes", from, drop, len(got))
			}
			if sent := server.Sent() - before; sent != max(0, int64(len(data))-from) {
				t.Errorf("from %d, drop after %d: %d bytes were sent", from, drop, sent)
			}
		}
	}
	begun, err := file.Open(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	server.DropAfter = 0
	before := server.Sent()
	if _, err := io.ReadFull(begun, make([]byte, 10)); err != nil || begun.Close() != nil {
		t.Error(err)
	}
	if sent := server.Sent() - before; sent > firstRange {
		t.Errorf("%d bytes were sent for a header", sent)
	}
	if file, err = store.File(t.Context(), "gs://bucket/empty"); err != nil || len(contents(t, file, 0)) != 0 {
		t.Errorf("an empty object: %v", err)
	}
}

// TestReplaced verifies that an object is read as one generation, and that a read of one that is gone says so.
func TestReplaced(t *testing.T) {
	server := fakegcs.New(t)
	data := bytes.Repeat([]byte("before "), firstRange)
	server.Put("bucket", "o", data)
	file, err := opened(t, server).File(t.Context(), "gs://bucket/o")
	if err != nil {
		t.Fatal(err)
	}
	begun, err := file.Open(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	defer begun.Close()
	if _, err := io.ReadFull(begun, make([]byte, 100)); err != nil {
		t.Fatal(err)
	}
	server.Put("bucket", "o", bytes.Repeat([]byte("after! "), firstRange))
	got, err := io.ReadAll(begun)
	if bytes.Contains(got, []byte("after")) {
		t.Error("two generations were mixed")
	}
	says(t, err, "it was replaced or deleted after the read began (generation 115", "run the command again")
}

// says verifies the text of an error.
func says(t *testing.T, err error, parts ...string) {
	t.Helper()
	if _, ours := errors.AsType[*sampler.Error](err); !ours {
		t.Errorf("%v is no *sampler.Error", err)
		return
	}
	for _, part := range parts {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%v does not say %q", err, part)
		}
	}
}

func isSilent(err error) bool {
	of, ok := errors.AsType[*sampler.Error](err)
	return ok && of.Silent
}

// TestErrors verifies that each refusal says what happened to what, and what to do.
func TestErrors(t *testing.T) {
	server := fakegcs.New(t)
	server.Put("bucket", "export/1.avro", []byte("data"))
	server.Put("bucket", "orders/1.parquet", []byte("PAR1 and more"))
	server.PutEncoded("bucket", "zipped.avro", []byte("data"), "gzip")
	store := opened(t, server)
	for name, parts := range map[string][]string{
		"gs://bucket/none.avro":     {"cannot read gs://bucket/none.avro: not found: No such object", "gcloud storage ls gs://bucket lists"},
		"gs://bucket/none/*.avro":   {"no file is named like gs://bucket/none/*.avro"},
		"gs://bucket/none/":         {"without an Avro file"},
		"gs://bucket/orders/":       {"without an Avro file; of 1.parquet, it is a Parquet file", "export the table as Avro"},
		"gs://bucket/[.avro":        {"syntax error in pattern", "a pattern names"},
		"gs://nowhere/*.avro":       {"cannot read gs://nowhere: not found: The specified bucket does not exist", "check the name of the bucket"},
		"gs://nowhere/t.tabletop":   {"cannot read gs://nowhere/t.tabletop: not found: The specified bucket", "check the name of the bucket"},
		"gs://":                     {`"" cannot be a bucket`, "gs://BUCKET/OBJECT"},
		"gs:///x":                   {`"" cannot be a bucket`},
		"gs://../x":                 {`".." cannot be a bucket`},
		"gs://a b/x":                {`"a b" cannot be a bucket`},
		"gs://bucket?x=1/o":         {`"bucket?x=1" cannot be a bucket`},
		"gs://user@host:80/storage": {`"user@host:80" cannot be a bucket`},
	} {
		_, err := store.Files(t.Context(), name)
		says(t, err, parts...)
	}
	file, err := store.File(t.Context(), "gs://bucket/zipped.avro")
	if err != nil {
		t.Fatal(err)
	}
	_, err = file.Open(t.Context(), 0)
	says(t, err, "it is stored compressed as a whole (Content-Encoding: gzip)", "upload it again")
	for _, tt := range []struct {
		status  int
		message string
		list    []string
		get     []string
	}{
		{403, "me@example.com does not have access", []string{"cannot read gs://bucket: permission denied: me@example.com",
			"ask for the permission storage.objects.list", "--creds"}, []string{"ask for the permission storage.objects.get"}},
		{401, "Invalid Credentials", []string{"the credentials are missing or invalid", "log in"}, []string{"log in"}},
		{400, "Bucket is a requester pays bucket but no user project provided.", []string{"set-quota-project"},
			[]string{"set-quota-project"}},
		{503, "Backend Error", []string{"given up after 3 attempts: the server is unavailable: Backend Error", EnvEmulator},
			[]string{"given up after 3 attempts"}},
		{429, "slow down", []string{"slow down"}, []string{"slow down"}},
		{302, "", []string{"the service answered 302 Found"}, []string{"the service answered 302 Found"}},
	} {
		server.Fault = func(*http.Request) (int, string) { return tt.status, tt.message }
		_, err := store.Files(t.Context(), "gs://bucket/export/*.avro")
		says(t, err, tt.list...)
		if unavailable := tt.status == 503 || tt.status == 429; unavailable != isSilent(err) {
			t.Errorf("%d: %v", tt.status, err)
		}
		_, err = store.Files(t.Context(), "gs://bucket/export/1.avro")
		says(t, err, append(tt.get, "cannot read gs://bucket/export/1.avro")...)
	}
}

// TestEndsOfReads verifies what is said of an object that cannot be read on: without permission, of a server that is
// silent or breaks off without sending a byte, and after an interrupt.
func TestEndsOfReads(t *testing.T) {
	server := fakegcs.New(t)
	server.Put("bucket", "o", make([]byte, 100))
	store := opened(t, server)
	store.Retry.Stall = 50 * time.Millisecond
	file, err := store.File(t.Context(), "gs://bucket/o")
	if err != nil {
		t.Fatal(err)
	}
	read := func(ctx context.Context) error {
		object, err := file.Open(ctx, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer object.Close()
		_, err = io.ReadAll(object)
		return err
	}
	server.Fault = func(*http.Request) (int, string) { return http.StatusForbidden, "no access" }
	says(t, read(t.Context()), "it could not be read to its end: permission denied: no access", "storage.objects.get")
	server.Fault = func(*http.Request) (int, string) { panic(http.ErrAbortHandler) }
	err = read(t.Context())
	says(t, err, "given up after 3 attempts: the server is unavailable: EOF", EnvEmulator)
	if !isSilent(err) {
		t.Errorf("%v", err)
	}
	server.Fault = func(r *http.Request) (int, string) { <-r.Context().Done(); return 500, "" }
	err = read(t.Context())
	says(t, err, "given up after 3 attempts: the server sent nothing for 50ms")
	if !isSilent(err) {
		t.Errorf("%v", err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	why := errors.New("interrupted")
	server.Fault = func(r *http.Request) (int, string) { cancel(why); <-r.Context().Done(); return 500, "" }
	if err := read(ctx); !errors.Is(err, why) {
		t.Errorf("%v", err)
	}
	if _, err := store.Files(ctx, "gs://bucket/*"); !errors.Is(err, why) {
		t.Errorf("%v", err)
	}
}

// TestEmulator verifies the addresses that the variable may hold.
func TestEmulator(t *testing.T) {
	for host, want := range map[string]string{"localhost:9023": "http://localhost:9023",
		"http://localhost:9023/": "http://localhost:9023", "https://x:1/storage/v1/": "https://x:1"} {
		if got, err := Emulator(host); got != want || err != nil {
			t.Errorf("%s: %q, %v", host, got, err)
		}
	}
	for _, host := range []string{"ftp://x", "://", "http://"} {
		_, err := Emulator(host)
		says(t, err, EnvEmulator+" is ", "localhost:9023")
	}
}

// TestExportEqualsItsFiles verifies that an export is listed and read as the same files of a folder are, in pieces on
// all cores, over a connection that breaks off.
func TestExportEqualsItsFiles(t *testing.T) {
	all, err := demotest.Sample("demo:games", time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC))
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	names, err := exportfile.Write(folder, all, exportfile.Options{Shards: 3, Shuffled: true, BlockBytes: 4000})
	if err != nil {
		t.Fatal(err)
	}
	server := fakegcs.New(t)
	server.DropAfter = 100_000
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		server.Put("bucket", "export/"+filepath.Base(name), data)
	}
	files, err := opened(t, server).Files(t.Context(), "gs://bucket/export/")
	if err != nil {
		t.Fatal(err)
	}
	source := export.New("gs://bucket/export/", files, sample.Table{})
	got, err := source.Sample(t.Context(), sample.Options{Keep: 1 << 20}, nil)
	if err != nil || got.Rows() != all.Rows() || got.Bytes() != all.Bytes() || !got.How.Complete {
		t.Fatalf("%v, %d rows of %d, %+v", err, got.Rows(), all.Rows(), got.How)
	}
	if got.Table.Name != "export" {
		t.Errorf("the table is called %q", got.Table.Name)
	}
	server.Put("bucket", "export/"+filepath.Base(names[1]), []byte("replaced"))
	got, err = source.Sample(t.Context(), sample.Options{}, nil)
	says(t, err, "gs://bucket/export/"+filepath.Base(names[1])+": it was replaced or deleted", "run the command again")
	if got.Rows() == 0 || got.Partial() == "" {
		t.Errorf("%d rows, %+v", got.Rows(), got.How)
	}
}
