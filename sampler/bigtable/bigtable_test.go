package bigtable

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"cloud.google.com/go/bigtable/admin/apiv2/adminpb"
	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"
	"golang.org/x/oauth2"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/durationpb"

	"tabletop/internal/fakebt"
	"tabletop/model/rowkey"
	"tabletop/model/sample"
	"tabletop/sampler"
	"tabletop/sampler/read"
)

// TestMain verifies that nothing outlives the tests.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// dialFake opens the fake as an emulator, or, with live, as if it were the service.
func dialFake(t *testing.T, s *fakebt.Server, live bool) *instance {
	t.Helper()
	in, err := connect(context.Background(), Config{Project: "p", Instance: "i", AppProfile: "boost",
		EmulatorHost: s.Addr})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { in.Close() })
	in.retry = read.Retry{First: 1, Longest: 1, Attempts: 3, Stall: time.Minute}
	if live {
		in.config.EmulatorHost = ""
	}
	return in
}

func someTable(name string) *fakebt.Table {
	t := &fakebt.Table{Name: fakebt.Name(name), SectionBytes: 1000}
	for i := range 200 {
		t.Rows = append(t.Rows, fakebt.Row{Key: fmt.Sprintf("k%04d", i),
			Cells: []fakebt.Cell{{Family: "f", Qualifier: "q", Micros: 1000, Value: []byte("some value")}}})
	}
	return t
}

func TestTables(t *testing.T) {
	in := dialFake(t, fakebt.New(t, someTable("b"), someTable("a"), someTable("c")), false)
	names, err := in.Tables(context.Background())
	if err != nil || !slices.Equal(names, []string{"a", "b", "c"}) {
		t.Errorf("%v, %v", names, err)
	}
}

func TestDescribe(t *testing.T) {
	versions := func(n int32) *adminpb.GcRule {
		return &adminpb.GcRule{Rule: &adminpb.GcRule_MaxNumVersions{MaxNumVersions: n}}
	}
	age := func(d time.Duration) *adminpb.GcRule {
		return &adminpb.GcRule{Rule: &adminpb.GcRule_MaxAge{MaxAge: durationpb.New(d)}}
	}
	intType := &adminpb.Type{Kind: &adminpb.Type_Int64Type{Int64Type: &adminpb.Type_Int64{}}}
	table := someTable("t")
	table.Schema = &adminpb.Table{
		Name: table.Name, Granularity: adminpb.Table_MICROS, DeletionProtection: true,
		ColumnFamilies: map[string]*adminpb.ColumnFamily{
			"z": {},
			"u": {GcRule: &adminpb.GcRule{Rule: &adminpb.GcRule_Union_{Union: &adminpb.GcRule_Union{Rules: []*adminpb.GcRule{versions(3), age(1500 * time.Millisecond)}}}}},
			"i": {GcRule: &adminpb.GcRule{Rule: &adminpb.GcRule_Intersection_{Intersection: &adminpb.GcRule_Intersection{Rules: []*adminpb.GcRule{versions(1), age(48 * time.Hour)}}}}},
			"a": {ValueType: &adminpb.Type{Kind: &adminpb.Type_AggregateType{AggregateType: &adminpb.Type_Aggregate{
				InputType: intType, Aggregator: &adminpb.Type_Aggregate_Sum_{Sum: &adminpb.Type_Aggregate_Sum{}}}}}},
			"e": {GcRule: &adminpb.GcRule{},
				ValueType: &adminpb.Type{Kind: &adminpb.Type_ArrayType{ArrayType: &adminpb.Type_Array{ElementType: intType}}}},
		},
		RowKeySchema: &adminpb.Type_Struct{
			Encoding: &adminpb.Type_Struct_Encoding{Encoding: &adminpb.Type_Struct_Encoding_DelimitedBytes_{
				DelimitedBytes: &adminpb.Type_Struct_Encoding_DelimitedBytes{Delimiter: []byte("#")}}},
			Fields: []*adminpb.Type_Struct_Field{
				{FieldName: "user",
					Type: &adminpb.Type{Kind: &adminpb.Type_StringType{StringType: &adminpb.Type_String{}}}},
				{FieldName: "at",
					Type: &adminpb.Type{Kind: &adminpb.Type_TimestampType{TimestampType: &adminpb.Type_Timestamp{Encoding: &adminpb.Type_Timestamp_Encoding{
						Encoding: &adminpb.Type_Timestamp_Encoding_UnixMicrosInt64{UnixMicrosInt64: &adminpb.Type_Int64_Encoding{
							Encoding: &adminpb.Type_Int64_Encoding_OrderedCodeBytes_{OrderedCodeBytes: &adminpb.Type_Int64_Encoding_OrderedCodeBytes{}}}}}}}}},
			},
		},
	}
	server := fakebt.New(t, table)
	src, err := dialFake(t, server, false).Open(context.Background(), "t")
	if err != nil {
		t.Fatal(err)
	}
	got, err := src.Describe(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	rules := map[string]string{}
	for _, f := range got.Families {
		rules[f.Name] = strings.TrimRight(f.GC.String()+" "+f.Aggregate+" "+f.ValueType, " ")
	}
	want := map[string]string{"z": "never", "u": "maxversions=3 || maxage=1500ms", "i": "maxversions=1 && maxage=2d",
		"a": "never sum sum of int64", "e": "never  array of int64"}
	if d := cmp.Diff(want, rules); d != "" {
		t.Error(d)
	}
	if !slices.IsSortedFunc(got.Families, func(a, b sample.Family) int { return strings.Compare(a.Name, b.Name) }) {
		t.Error("families are not sorted")
	}
	schema := &rowkey.Schema{Encoding: rowkey.DelimitedBytes, Delimiter: []byte("#"), Fields: []rowkey.SchemaField{
		{Name: "user", Type: "string", Encoding: "utf8"},
		{Name: "at", Type: "timestamp", Encoding: "unix_micros_ordered_code"}}}
	if d := cmp.Diff(schema, got.KeySchema); d != "" {
		t.Error(d)
	}
	if !got.Micros || !got.Protected || !got.Emulator || got.Source != "p/i/t" || len(got.Splits) < 5 ||
		got.Bytes() != 200*(5+2+8+10) {
		t.Errorf("%+v", got)
	}
}

// TestDescribesOnce: a look and the read after it ask for the sections once.
func TestDescribesOnce(t *testing.T) {
	server := fakebt.New(t, someTable("t"))
	src, err := dialFake(t, server, false).Open(context.Background(), "t")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := src.Describe(context.Background()); err != nil {
		t.Fatal(err)
	}
	if s, err := src.Sample(context.Background(), sample.Options{}, nil); err != nil || s.Rows() != 200 ||
		s.Table.Name != "t" {
		t.Fatal(s, err)
	}
	asked := 0
	for _, c := range server.Calls() {
		if strings.HasSuffix(c.Method, "SampleRowKeys") {
			asked++
		}
	}
	if asked != 1 {
		t.Errorf("sections were asked for %d times", asked)
	}
}

// TestErrors: every failure states what happened, to what, and what to do.
func TestErrors(t *testing.T) {
	for name, test := range map[string]struct {
		fail string // method that fails, by its end
		err  error
		live bool
		want []string
	}{
		"no such table": {"GetTable", status.Error(codes.NotFound, "table not found"), true,
			[]string{`table "t" does not exist in p/i`, "tabletop p/i"}},
		"no such instance": {"GetTable", status.Error(codes.NotFound, "Instance projects/p/instances/i not found."),
			true, []string{"instance p/i does not exist", "gcloud"}},
		"no permission": {"GetTable", status.Error(codes.PermissionDenied, "Access denied."), true,
			[]string{"no permission to read p/i/t", "roles/bigtable.reader"}},
		"bad credentials": {"SampleRowKeys", status.Error(codes.Unauthenticated, "bad token"), true,
			[]string{"credentials were not accepted", "gcloud auth application-default login"}},
		"expired login": {"GetTable",
			status.Error(codes.Unavailable, `per-RPC creds failed due to error: oauth2: "invalid_grant"`), true,
			[]string{"credentials were not accepted", "gcloud auth"}},
		"app profile": {"SampleRowKeys", status.Error(codes.NotFound, "App profile 'boost' not found"), true,
			[]string{`app profile "boost"`, "app-profiles list"}},
		"wrong names": {"GetTable", status.Error(codes.InvalidArgument, "invalid resource name"), true,
			[]string{"refused", "PROJECT/INSTANCE/TABLE"}},
		"quota": {"GetTable", status.Error(codes.ResourceExhausted, "quota"), true, []string{"quota"}},
		"deadline": {"GetTable", status.Error(codes.DeadlineExceeded, "too late"), true,
			[]string{"did not answer in time"}},
		"gone": {"SampleRowKeys", status.Error(codes.Unavailable, "connection refused"), false,
			[]string{"nothing answers at the emulator at", "connection refused", "BIGTABLE_EMULATOR_HOST"}},
	} {
		t.Run(name, func(t *testing.T) {
			server := fakebt.New(t, someTable("t"))
			in := dialFake(t, server, test.live)
			server.Fail = func(method string) error {
				if strings.HasSuffix(method, test.fail) {
					return test.err
				}
				return nil
			}
			src, err := in.Open(context.Background(), "t")
			if err != nil {
				t.Fatal(err)
			}
			_, err = src.Sample(context.Background(), sample.Options{}, nil)
			checkError(t, err, test.want...)
		})
	}
}

func checkError(t *testing.T, err error, want ...string) {
	t.Helper()
	var ours *sampler.Error
	if !errors.As(err, &ours) {
		t.Fatalf("%v is no sampler.Error", err)
	}
	for _, w := range want {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("%q does not say %q", err, w)
		}
	}
}

// TestErrorWhileReading: what was read comes with the error.
func TestErrorWhileReading(t *testing.T) {
	server := fakebt.New(t, someTable("t"))
	src, err := dialFake(t, server, false).Open(context.Background(), "t")
	if err != nil {
		t.Fatal(err)
	}
	var reads atomic.Int64
	server.Fail = func(method string) error {
		if strings.HasSuffix(method, "ReadRows") {
			if reads.Add(1) > 6 {
				server.Drop(fakebt.Name("t"))
			}
		}
		return nil
	}
	s, err := src.Sample(context.Background(), sample.Options{Strategy: sample.Head}, nil)
	checkError(t, err, `table "t" does not exist`)
	if s == nil || s.Rows() == 0 || s.How.Stopped == "" {
		t.Errorf("kept %v", s)
	}
}

func TestNothingListens(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	l.Close()
	started := time.Now()
	_, err = Connect(context.Background(), Config{Project: "p", Instance: "i", EmulatorHost: "http://" + address})
	checkError(t, err, address, "connection refused", "BIGTABLE_EMULATOR_HOST")
	if took := time.Since(started); took > probeTime {
		t.Errorf("it took %v to say so", took)
	}
}

func TestConnectErrors(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("GOOGLE_APPLICATION_CREDENTIALS", filepath.Join(home, "none.json"))
	broken := filepath.Join(home, "broken.json")
	odd := filepath.Join(home, "odd.json")
	for name, text := range map[string]string{broken: "{", odd: `{"type": "strange"}`} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, test := range map[string]struct {
		config Config
		want   []string
	}{
		"no instance": {Config{Project: "p"}, []string{"no project and instance", "PROJECT/INSTANCE/TABLE"}},
		"no credentials": {Config{Project: "p", Instance: "i"},
			[]string{"no credentials", "gcloud auth application-default login"}},
		"no such file": {Config{Project: "p", Instance: "i", Creds: filepath.Join(home, "x")},
			[]string{"credentials file", "--creds"}},
		"not JSON":          {Config{Project: "p", Instance: "i", Creds: broken}, []string{"not JSON", "gcloud auth"}},
		"of a strange kind": {Config{Project: "p", Instance: "i", Creds: odd}, []string{"of no use", "gcloud auth"}},
		"no port":           {Config{Project: "p", Instance: "i", EmulatorHost: "localhost"}, []string{"host:port"}},
		"no certificate": {Config{Project: "p", Instance: "i", AuthToken: "x", CertFile: broken},
			[]string{"no certificate"}},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Connect(context.Background(), test.config)
			checkError(t, err, test.want...)
		})
	}
}

// TestStats reads statistics and hot tablets over REST, and goes without them where they are refused.
func TestStats(t *testing.T) {
	var mu sync.Mutex
	var seen []string
	answer := http.StatusOK
	const table, cluster = "projects/p/instances/i/tables/t", "projects/p/instances/i/clusters/c"
	bodies := map[string]string{
		"/v2/" + table:                        `{"name": "t", "stats": {"rowCount": "12345678901", "logicalDataBytes": "5", "averageColumnsPerRow": 2.5, "averageCellsPerColumn": 1.25}}`,
		"/v2/projects/p/instances/i/clusters": `{"clusters": [{"name": "` + cluster + `"}]}`,
		"/v2/" + cluster + "/hotTablets": `{"nextPageToken": "2&", "hotTablets": [
			{"tableName": "` + table +
			`", "startKey": "a", "endKey": "b", "nodeCpuUsagePercent": 20, "startTime": "2026-11-20T10:00:00Z", "endTime": "2026-11-20T10:01:00Z"}]}`,
		"/v2/" + cluster + "/hotTablets2&": `{"hotTablets": [
			{"tableName": "` + table + `", "startKey": "m", "endKey": "", "nodeCpuUsagePercent": 90},
			{"tableName": "projects/p/instances/i/tables/other", "startKey": "x", "nodeCpuUsagePercent": 99}]}`,
	}
	rest := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		seen = append(seen, r.Method+" "+r.URL.Path+" "+r.URL.Query().Get("view")+" "+r.Header.Get("Authorization"))
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(answer)
		_, _ = io.WriteString(w, bodies[r.URL.Path+r.URL.Query().Get("pageToken")])
	}))
	defer rest.Close()
	defer http.DefaultTransport.(*http.Transport).CloseIdleConnections()
	in := dialFake(t, fakebt.New(t, someTable("t")), true)
	in.tokens = oauth2.StaticTokenSource(&oauth2.Token{AccessToken: "tok"})
	in.config.AdminREST = rest.URL
	src, err := in.Open(context.Background(), "t")
	if err != nil {
		t.Fatal(err)
	}
	got, err := src.Describe(context.Background())
	want := &sample.Stats{Rows: 12345678901, LogicalBytes: 5, ColumnsPerRow: 2.5, CellsPerColumn: 1.25}
	if err != nil || !cmp.Equal(got.Stats, want) {
		t.Errorf("%+v, %v", got.Stats, err)
	}
	minute := time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)
	hot := []sample.HotTablet{{Start: []byte("m"), End: []byte{}, NodeCPU: 0.9}, {Start: []byte("a"), End: []byte("b"),
		NodeCPU: 0.2, From: minute, Until: minute.Add(time.Minute)}}
	if !got.HotKnown || !cmp.Equal(got.Hot, hot) {
		t.Errorf("hot tablets: %v %+v", got.HotKnown, got.Hot)
	}
	slices.Sort(seen)
	if !slices.Equal(seen, []string{"GET /v2/projects/p/instances/i/clusters  Bearer tok",
		"GET /v2/" + cluster + "/hotTablets  Bearer tok", "GET /v2/" + cluster + "/hotTablets  Bearer tok", "GET /v2/" + table + " STATS_VIEW Bearer tok"}) {
		t.Errorf("asked %q", seen)
	}
	answer = http.StatusForbidden
	if got, err = src.Describe(context.Background()); err != nil || got.Stats != nil || got.HotKnown {
		t.Errorf("refused: %+v, %v", got.Stats, err)
	}
}

// TestQuotaProject: credentials of a person may say whom calls count against.
func TestQuotaProject(t *testing.T) {
	file := filepath.Join(t.TempDir(), "user.json")
	text, err := json.Marshal(map[string]string{"type": "authorized_user", "client_id": "c", "client_secret": "s",
		"refresh_token": "r", "quota_project_id": "payer"})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	if who, err := (&Config{Creds: file}).Identify(t.Context(), Access{Scope: readOnlyScope}); err != nil ||
		who.Quota != "payer" {
		t.Errorf("%q, %v", who.Quota, err)
	}
	in, err := Connect(context.Background(), Config{Project: "p", Instance: "i", Creds: file})
	if err != nil {
		t.Fatal(err)
	}
	if err := in.Close(); err != nil {
		t.Error(err)
	}
}

// TestRowTooLarge asks for a row that the service will not send, and for its neighbor.
func TestRowTooLarge(t *testing.T) {
	table := someTable("t")
	table.TooLarge = map[string]string{"k0007": "Read returned 347MiB from row 'k0007' which exceeds the limit of " +
		"256MiB."}
	src, err := dialFake(t, fakebt.New(t, table), false).Open(context.Background(), "t")
	if err != nil {
		t.Fatal(err)
	}
	_, err = src.Row(context.Background(), []byte("k0007"), 10)
	checkError(t, err, "347MiB", "too large to be sent")
	if s, err := src.Row(context.Background(), []byte("k0008"), 4); err != nil || s.Rows() != 1 ||
		!bytes.Equal(s.Cell(0).Value, []byte("some")) || s.Cell(0).Size != 10 {
		t.Errorf("%v, %v", s, err)
	}
}
