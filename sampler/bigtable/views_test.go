package bigtable

import (
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"cloud.google.com/go/bigtable/admin/apiv2/adminpb"
	"golang.org/x/oauth2"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"tabletop/internal/fakebt"
	"tabletop/model/estimate"
	"tabletop/model/sample"
	"tabletop/sampler"
)

const (
	euView  = "orders/authorizedViews/eu"
	dayView = "materializedViews/by_day"
)

// withViews is an instance with a table, two views that are read by rows, and what the admin API says of them.
func withViews(t *testing.T, bodies map[string]string) (*instance, *fakebt.Server, func() []string) {
	t.Helper()
	orders, eu, day := someTable("orders"), someTable("orders"), someTable("orders")
	orders.Schema = &adminpb.Table{ColumnFamilies: map[string]*adminpb.ColumnFamily{"f": {}}}
	eu.Name, eu.Rows = fakebt.Name(euView), eu.Rows[:50]
	day.Name, day.Rows = strings.Replace(fakebt.Name(dayView), "tables/", "", 1), day.Rows[:70]
	server := fakebt.New(t, orders, eu, day)
	in := dialFake(t, server, true)
	var mu sync.Mutex
	var asked []string
	rest := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		asked = append(asked, r.Method+" "+r.URL.Path)
		body, ok := bodies[strings.TrimPrefix(r.URL.Path, "/v2/projects/p/instances/i/")+r.URL.Query().Get("pageToken")]
		if !ok {
			w.WriteHeader(http.StatusForbidden)
			body = `{"error": {"message": "not you", "status": "PERMISSION_DENIED"}}`
		}
		_, _ = io.WriteString(w, body)
	}))
	t.Cleanup(rest.Close)
	t.Cleanup(http.DefaultTransport.(*http.Transport).CloseIdleConnections)
	in.tokens = oauth2.StaticTokenSource(&oauth2.Token{AccessToken: "tok"})
	in.config.AdminREST = rest.URL
	return in, server, func() []string {
		mu.Lock()
		defer mu.Unlock()
		return slices.Clone(asked)
	}
}

// TestViews verifies that the views of an instance and of its tables are listed with their tables and queries, page by
// page, that what is refused is said beside what was found, and that an emulator is asked for none.
func TestViews(t *testing.T) {
	const prefix = `"name": "projects/p/instances/i/`
	bodies := map[string]string{
		"tables/orders/authorizedViews":    `{"authorizedViews": [{` + prefix + `tables/orders/authorizedViews/eu"}], "nextPageToken": "2"}`,
		"tables/orders/authorizedViews2":   `{"authorizedViews": [{` + prefix + `tables/orders/authorizedViews/us"}]}`,
		"tables/customers/authorizedViews": `{}`,
		"materializedViews":                `{"materializedViews": [{` + prefix + "materializedViews/by_day\", \"query\": \"SELECT d FROM `orders` GROUP BY d\"}]}",
		"logicalViews":                     `{"logicalViews": [{` + prefix + `logicalViews/recent", "query": "select 1\nfrom orders"}]}`,
	}
	in, server, asked := withViews(t, bodies)
	want := []sampler.View{
		{Kind: "logical view", Name: "logicalViews/recent", Of: "orders", Query: "select 1\nfrom orders"},
		{Kind: "materialized view", Name: dayView, Of: "orders", Query: "SELECT d FROM `orders` GROUP BY d"},
		{Kind: "authorized view", Name: euView, Of: "orders"},
		{Kind: "authorized view", Name: "orders/authorizedViews/us", Of: "orders"},
	}
	got, err := in.Views(t.Context(), []string{"orders", "customers"})
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%+v, %v", got, err)
	}
	delete(bodies, "logicalViews")
	got, err = in.Views(t.Context(), []string{"orders"})
	checkError(t, err, "not you", "cannot list all views of p/i: no permission")
	if !slices.Equal(got, want[1:]) {
		t.Errorf("%+v", got)
	}
	for _, request := range asked() {
		if !strings.HasPrefix(request, "GET ") {
			t.Errorf("asked %s", request)
		}
	}
	before := len(asked())
	in.config.EmulatorHost = server.Addr
	if got, err := in.Views(t.Context(), []string{"orders"}); err != nil || got != nil || len(asked()) != before {
		t.Errorf("an emulator: %+v, %v", got, err)
	}
	for _, name := range []string{euView, dayView} {
		_, err := in.Open(t.Context(), name)
		checkError(t, err, "", "cannot open p/i/"+name+": emulators have no views")
	}
	if calls := server.Calls(); len(calls) > 0 {
		t.Errorf("calls %v", calls)
	}
}

// read samples a view, and returns its plan too.
func readView(t *testing.T, in *instance, name string) (sample.Plan, *sample.Sample) {
	t.Helper()
	src, err := in.Open(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	opts := sample.Options{Strategy: sample.Everything}
	plan, err := src.Plan(t.Context(), opts)
	if err != nil {
		t.Fatal(err)
	}
	got, err := src.Sample(t.Context(), opts, nil)
	if err != nil {
		t.Fatal(err)
	}
	if src.Name() != "p/i/"+name || got.Table.Source != src.Name() {
		t.Errorf("the source is %s, of the sample %s", src.Name(), got.Table.Source)
	}
	return plan, got
}

// TestReadsAuthorizedView verifies that an authorized view is read under its own name, with the policies of its table
// where they may be seen, and that the sample says what part of the table it is of.
func TestReadsAuthorizedView(t *testing.T) {
	in, server, _ := withViews(t, map[string]string{"tables/" + euView: `{"subsetView": {"rowPrefixes": ["ZXUj", "/w=="],
		"familySubsets": {"f": {"qualifierPrefixes": [""]}, "g": {"qualifierPrefixes": [""]}}}}`})
	plan, got := readView(t, in, euView)
	const view = `what the authorized view eu shows (keys that start with "eu#", "\xff"; columns of f, g)`
	if got.Rows() != 50 || got.How.Options.View != view || !slices.Contains(plan.Notes, "Only "+view+" is read.") {
		t.Errorf("%d rows, %q, %q", got.Rows(), got.How.Options.View, plan.Notes)
	}
	if !estimate.Restricted(got.How.Options) || got.Table.Name != "orders" || len(got.Table.Families) != 1 ||
		got.Table.Stats != nil || got.Table.HotKnown {
		t.Errorf("%+v", got.Table)
	}
	for _, call := range server.Calls() {
		route := strings.Join(call.Header.Get("x-goog-request-params"), "")
		if strings.HasPrefix(call.Method, "/google.bigtable.v2.") && route !=
			"table_name=projects%2Fp%2Finstances%2Fi%2Ftables%2Forders&app_profile_id=boost" {
			t.Errorf("%s is routed by %s", call.Method, route)
		}
		if r := call.Read; r != nil && (r.TableName != "" || r.AuthorizedViewName != fakebt.Name(euView)) {
			t.Errorf("%v", r)
		}
	}
	refused, server, _ := withViews(t, nil)
	server.Fail = func(method string) error {
		if strings.HasSuffix(method, "GetTable") {
			return status.Error(codes.PermissionDenied, "only the view")
		}
		return nil
	}
	if _, got = readView(t, refused, euView); got.Rows() != 50 || len(got.Table.Families) > 0 ||
		got.How.Options.View != "what the authorized view eu shows" {
		t.Errorf("%d rows, %+v, %q", got.Rows(), got.Table, got.How.Options.View)
	}
}

// TestReadsMaterializedView verifies that a materialized view is read under its own name, as a table without policies.
func TestReadsMaterializedView(t *testing.T) {
	in, server, asked := withViews(t, nil)
	_, got := readView(t, in, dayView)
	if got.Rows() != 70 || got.How.Options.View != "" || got.Table.Name != dayView || len(got.Table.Families) > 0 {
		t.Errorf("%d rows, %q, %+v", got.Rows(), got.How.Options.View, got.Table)
	}
	for _, call := range server.Calls() {
		if route := strings.Join(call.Header.Get("x-goog-request-params"), ""); route !=
			"name=projects%2Fp%2Finstances%2Fi&app_profile_id=boost" {
			t.Errorf("%s is routed by %s", call.Method, route)
		}
		if r := call.Read; r != nil && (r.TableName != "" || r.MaterializedViewName !=
			"projects/p/instances/i/"+dayView) {
			t.Errorf("%v", r)
		}
	}
	if len(asked()) > 0 {
		t.Errorf("asked %q", asked())
	}
	src, err := in.Open(t.Context(), "materializedViews/gone")
	if err != nil {
		t.Fatal(err)
	}
	_, err = src.Sample(t.Context(), sample.Options{}, nil)
	checkError(t, err, "not found", `view "materializedViews/gone" does not exist in p/i`)
}
